//! Executes programs on concrete values.
//!
//! * [`interpreter`] executes a program, asks for what it leaves open, and records each step;
//! * [`closed`] executes a program that has one execution only, as fast as it can, and records nothing;
//! * [`environment`] is the world outside of a program, as an execution meets it;
//! * [`execution`] executes a program in an environment that is given;
//! * [`testing`] executes a program on tests, and makes error traces of those that fail;
//! * [`counterfactual`](mod@counterfactual) executes an error's program once more with a change at one statement;
//! * [`outside`] is what an execution got from outside, to be given to another version of the program;
//! * [`neighbours`] executes a failing program on inputs around the failing ones;
//! * [`printable`](mod@printable) replaces characters of a failing execution that can be any by those that can be typed;
//! * [`exhaustive`] executes a program on all inputs, where these are few;
//! * [`cfg`] says in which order the blocks of a program follow each other.
//!
//! An execution that ends in an error is an [`ErrorTrace`].
//!
//! **Invariant:** nothing of a program is executed on the machine: everything here works on terms and values.

pub mod effort;
pub mod limits;

mod error_trace;

pub mod cfg;
pub mod environment;
pub mod interpreter;

pub mod closed;
pub mod counterfactual;
pub mod execution;
pub mod exhaustive;
pub mod neighbours;
pub mod outside;
pub mod printable;
pub mod testing;

#[cfg(test)]
use faultscope_notation as notation;

pub use counterfactual::counterfactual;
pub use error_trace::{ErrorTrace, FirstError, InputValue, Undecided};
