//! Faultscope as a library: from files to a [`Report`].
//!
//! [`check`] drives the whole house: it reads and preprocesses files ([`input`]), has a front end translate them, marks
//! what the user trusts ([`trust`]), looks for an error, localizes its fault, and puts together what was found
//! ([`assemble`](crate::check()) is where the pieces meet). [`guard`] runs that under limits that hold whatever happens.
//! The command line is the binary beside this library.
//!
//! **Invariant:** nothing of the analysed program is executed on the host. The only process that is ever started is the
//! C preprocessor.

pub mod request;
pub mod trust;

pub mod input;

mod assemble;
mod clock;
mod localization;
mod proving;
mod search;
mod techniques;
mod workspace;

mod check;

pub mod guard;

pub use assemble::proof_document;
pub use check::{check, check_input, check_source, translate};
pub use faultscope_localize::baselines::Technique;
pub use input::Rejection;
pub use request::{
    CheckRequest, CheckResult, Engine, Options, Phase, Progress, Property, Ranking, Silent, Strategy,
};

pub use faultscope_report as report;
pub use faultscope_report::Report;
