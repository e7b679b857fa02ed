//! Witnesses and programs: what a witness says of the executions of a program, and what a witness says of an execution.
//!
//! [`violation`] makes the violation sequence of an error trace, and [`replay`](fn@replay) executes a program on the values
//! that a witness gives, which is how a witness of our own is tried before it is handed out. [`guide`](fn@guide) looks for
//! the error that a witness of somebody else tells of: by executing where the witness determines the inputs, else in the
//! *product* of the program and the number of segments that were passed ([`product`]). What is found there is executed
//! in the program itself; nothing else is called confirmed.
//!
//! The modules in reading order: comparisons with constants ([`comparison`]), the text around places ([`layout`]), where the commands of a program stand in the sense of
//! witnesses ([`places`]), what an execution passes ([`events`]), writing ([`sequence`]), executing ([`replay`]), what is known at loops ([`correctness`]), what is put
//! into a text ([`insertion`]), the product ([`product`]), and all of it together ([`guide`]).
//!
//! **Invariant:** an error is only given out as the trace of an execution of the program by the interpreter.

mod comparison;

mod layout;

pub mod places;

mod events;

pub mod sequence;

pub mod replay;

pub mod correctness;

pub mod insertion;

pub mod product;

pub mod guide;

pub use guide::{Demand, Guidance, Guided, Outcome, guide};
pub use insertion::{Insertion, insert, invariants};
pub use replay::{Replayed, replay};
pub use sequence::{Problem, violation};

#[cfg(test)]
mod tests;
