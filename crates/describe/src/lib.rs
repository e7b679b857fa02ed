//! What the analyses found, as a report has it: every value printed, every origin looked up.
//!
//! The modules in reading order: the inputs of error traces (`inputs`), also as a user gives them (`given`), activations as the user knows them (`frames`) and the texts that they are in ([`sources`](mod@sources)), error traces ([`trace`](mod@trace)), which checks are listed ([`checks`]) and suppressed ([`suppressed`](mod@suppressed)), how tests went ([`test_results`]), why something is
//! not decided ([`reasons`]), repairs ([`repairs`]), the findings ([`findings`]), which of them are one explanation
//! (`folding`), which inputs are characters ([`printable`]), and those of other errors ([`others`]), other techniques ([`techniques`]), what came of a witness ([`guide`](mod@guide)), and a certificate as a document ([`mod@proof`]).
//!
//! This crate lies between the analyses and `faultscope-report`, so that a change of the analyses builds no renderer again.
//!
//! **Invariant:** nothing here decides anything about the program or changes a report that was made.

mod inputs;

mod given;

mod frames;

pub mod sources;

pub mod trace;

pub mod checks;

pub mod suppressed;

pub mod test_results;

pub mod statistics;

pub mod verification;

pub mod reasons;

pub mod repairs;

mod folding;

pub mod findings;

pub mod printable;

pub mod others;

pub mod compiler;

pub mod techniques;

pub mod guide;

pub mod proof;

pub use proof::proof_document;
