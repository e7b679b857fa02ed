//! Many programs with one command: `faultscope batch`, described in `docs/batch.md`.
//!
//! A batch looks at no program itself. Each submission is checked by a process of its own ([`process`]), which prints the
//! report as JSON; everything else is made of these reports. The modules in reading order: which submissions there are
//! ([`submission`], [`glob`], `sources`, [`naming`], [`table`], [`collect`]), what they and the options are, as a hash
//! ([`fingerprint`]), what is kept of a check ([`record`]) and where ([`store`]), one check ([`process`]), which mistake a
//! report tells of ([`mistake`]), what it says in short ([`row`]), submissions with the same mistake ([`groups`]), tables
//! ([`results`]) and pages ([`page`]), and the whole batch ([`run`]). [`reports`] makes an index and pages of reports that are
//! there already: `faultscope report`.
//!
//! **Invariant:** what is in the folder of the results is whole: a file is written beside its place and renamed.
//!
//! **Invariant:** the same submissions and options give the same bytes, apart from the seconds in `results.csv` and the
//! statistics of a report, in whatever order the checks end and however often the batch was interrupted.
//!
//! **Invariant:** with hints, no page has a patch, or a value that the program should have computed.

pub mod submission;

pub mod glob;
mod sources;

pub mod naming;

pub mod table;

pub mod collect;

pub mod fingerprint;

pub mod record;

pub mod store;

mod stop;

pub mod process;

pub mod mistake;

pub mod row;

pub mod groups;

pub mod page;
pub mod results;

pub mod run;

pub mod reports;

pub use groups::Group;
pub use process::Checker;
pub use row::{Outcome, Row};
pub use run::{Batch, Finished, Progress};
pub use stop::Stop;
pub use submission::Submission;
