//! The pipeline: from files to a [`Report`].
//!
//! A check is a row of stages, each a function from values to a value:
//!
//! | stage | gives |
//! |---|---|
//! | [`input::load`] | [`Loaded`](input::Loaded): the texts, preprocessed |
//! | [`fn@translate`] | [`Translated`](translate::Translated): the program, with what the user trusts ([`trust`]) marked |
//! | [`fn@focus`] | [`Focused`](focus::Focused): where some checks only are asked about, the program with their errors alone |
//! | [`fn@search`] | [`Searched`](search::Searched): error traces, or that there are none |
//! | [`fn@localize`] | [`Localized`]: which statements of the traces matter |
//! | [`fn@repair`] | [`Repaired`]: what can be changed in the program |
//! | [`fn@certify`] | [`Certified`](certify::Certified): whether the proof passes its checker |
//! | [`mod@witness`] | what a witness of others leads to, and a witness of what was found |
//!
//! [`Stages`](stages::Stages) keeps the values that there are, and [`report()`] makes a [`Report`] of them, whichever those
//! are: so what was known when a limit struck is shown by the same function. [`check()`] runs all stages, [`guard`] does that
//! under limits that hold whatever happens. A stage can be run by itself, on values that come from elsewhere; the
//! traces of [`fn@localize`] may be those of any execution.
//!
//! [`fn@verify_patch`] asks whether a diff is a repair, by the search and by what judges patches.
//!
//! **Invariant:** nothing of the analysed program is executed on the host, which starts the C preprocessor, and the compiler for its
//! warnings only.

pub mod limits;
pub mod request;

pub mod input;

pub mod translate;

pub mod focus;

mod complete;

pub mod execute;
pub mod test;

pub mod search;

pub mod examine;

pub mod localize;
mod one_execution;

pub mod repair;

pub mod compare;

pub mod certify;

pub mod validate;

pub mod witness;

pub mod stages;

pub mod progress;

mod assemble;
mod clock;

mod check;
mod first_error;

pub mod verify_patch;

pub mod guard;

pub use assemble::report;
pub use certify::certify;
pub use check::{CheckResult, check, check_input, check_source, run};
pub use complete::completed;
pub use examine::examine;
pub use faultscope_frontend::trust;
pub use faultscope_ir::Property;
pub use faultscope_ir::focus::Focus;
pub use faultscope_localize::Localized;
pub use faultscope_localize::baselines::Technique;
pub use faultscope_repair::Repaired;
pub use focus::focus;
pub use input::Rejection;
pub use localize::localize;
pub use progress::{Phase, Progress, Silent};
pub use repair::repair;
pub use request::{
    CheckRequest, ComparisonOptions, Engine, Options, Preprocessor, Ranking, Specification, Strategy,
    TestOptions, TestSource,
};
pub use search::search;
pub use stages::Stages;
pub use translate::translate;
pub use verify_patch::verify_patch;

pub use faultscope_report as report;
pub use faultscope_report::Report;
