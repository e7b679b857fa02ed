//! # Candidates for a fix
//! Small changes at a place that the error depends on: another operator, constant or variable, a negation more or less, an
//! operand left out, a value that is known to help. Which there are, and which come first, is said by a table of
//! [`rules`](crate::rules); they are applied to the edit [sites](faultscope_frontend::sites) of the place, and give trees.
//! What a tree means is decided by translating the program with it, and whether it is a fix by executing and verifying
//! that program, which is the caller's business.
//!
//! Only right-hand sides and conditions change: the lvalue of an assignment never does, and neither does an assertion or an
//! assumption.
//!
//! The modules in reading order: what is asked ([`subject`]) and answered ([`edit`]), where a pattern fits ([`matching`]),
//! what an operator in the place of another one makes of a text ([`exchange`]), what the alternatives are
//! ([`alternatives`]), what a statement could write instead ([`format`](mod@format), [`output`]), and all of it for one place ([`proposer`]).

mod change;
mod edit;
mod subject;

mod matching;

mod exchange;

mod alternatives;

mod format;
mod output;

mod proposer;

#[cfg(test)]
mod tests;

pub use change::Change;
pub use edit::Edit;
pub(crate) use matching::connects;
pub(crate) use output::{left_out, written_instead};
pub use proposer::Proposer;
pub(crate) use proposer::{MAIN, NO_EFFECT_WEIGHT, Standing, has_no_effect, is_comparison};
pub use subject::{Output, Subject, WrongText};
