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
//!
//! # From a witness to an error
//! 1. `witness::read` makes one model of both formats: a row of segments, each with a waypoint to pass and waypoints to avoid before, or a set of invariants.
//!    How strictly executions match is part of it (`Matching`): GraphML knows no columns, and its assumptions hold behind their lines.
//! 2. `guidance::places` says where commands stand in the sense of witnesses: the keyword of a branch, the end of a call, the start of the next statement.
//!    It looks at the brackets of the text (`layout`), and has no answer where the text is laid out in another way; then a witness does without.
//! 3. `guidance::violation` executes an error trace once more and writes a waypoint for each visit of such a place.
//!    What is written is read back, and has to lead to the same check, before anybody gets it.
//! 4. `guidance::guide` follows a witness. Where its values determine the inputs the interpreter decides (`replay`).
//!    Else the *product* is searched: the program with a variable that counts the segments; at the place of the next waypoint it is assumed what that says, and an error counts only behind all of them.
//!    Where an automaton of GraphML has values that lead elsewhere, the product with the lines of its edges is searched: the ways that writers give are right where their values are not.
//!    Conditions on branches and on what calls return are guarded commands; expressions at statements are put into the text as annotations, between line markers that leave every place where it was (`insertion`), so that the front end says what they mean.
//!    The inputs of an error trace of the product are executed in the program, and only that is an error trace.
//! 5. Where nothing leads to the target, further errors of the product say how far the witness can be followed, and the usual search goes on.
//! 6. A correctness witness is validated as annotations of its loops and places: it is right where they hold and there is no error.
//!    Its expressions compute as C does (`sema::logic_c`), not as those of contracts.

pub mod limits;

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
