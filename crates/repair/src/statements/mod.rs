//! Statements that may be missing, and statements that are executed where they should not be.
//!
//! A localizer of statements has nothing to say where the fault is that one is not there. So something is put between the
//! statements that a failing test executes: a jump, an assignment of a constant or of another variable, something that is
//! written. With it all tests have to pass, for behind every statement something can be put that one failing test passes with.
//! A block may end too early: it goes on with statements behind it. Likewise statements are left out: in all tests, or in some
//! executions of each failing test only, where a condition around them may be missing.
//!
//! All of it is one program in which inputs choose ([`Unit::with_statements`](faultscope_frontend::sites::Unit::with_statements)).

mod change;
mod chosen;
pub mod edits;
pub mod findings;
mod program;
mod search;
mod suspects;

pub use change::{Change, Changes, StatementChange};
pub(crate) use program::ProgramWithPlaces;
