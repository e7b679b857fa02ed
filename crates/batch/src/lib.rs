//! Many programs with one command: `faultscope batch`, described in `docs/batch.md`.
//!
//! A batch looks at no program itself. Each submission is checked by a process of its own ([`process`]), which prints the
//! report as JSON; everything else is made of these reports. The modules in reading order: which submissions there are
//! ([`submission`], [`collect`], [`table`], [`glob`], [`naming`]), what they and the options are, as a hash
//! ([`fingerprint`]), the folder of the results ([`store`]), one check ([`process`]), all of them ([`run`]), what a report
//! says in short ([`row`]), which mistake it tells of ([`mistake`]), submissions with the same one ([`groups`]), tables
//! ([`results`]), and pages ([`page`]).
//!
//! **Invariant:** what is in the folder of the results is whole: a file is written beside its place and renamed.
//!
//! **Invariant:** the same submissions and options give the same bytes, apart from the seconds in `results.csv` and the
//! statistics of a report, in whatever order the checks end and however often the batch was interrupted.
//!
//! **Invariant:** with hints, no page has a patch, or a value that the program should have computed.

pub mod collect;
pub mod glob;
pub mod naming;
pub mod submission;
pub mod table;

pub mod fingerprint;
pub mod store;

pub mod process;

pub mod mistake;
pub mod row;

pub mod groups;

pub mod page;
pub mod results;

pub mod run;

pub use groups::Group;
pub use process::Checker;
pub use row::{Outcome, Row};
pub use run::{Batch, Finished, Progress, Stop};
pub use submission::Submission;
