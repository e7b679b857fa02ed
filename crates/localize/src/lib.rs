//! Fault localization on error traces.
//!
//! The [`Finding`] model is shared by all techniques; each technique is a module with one function of the
//! same name. A technique reads [`Trace`](faultscope_ir::Trace)s only.
//!
//! The modules in reading order: [`finding`] and [`ranking`]; the technique [`relevance`], and below it how
//! a trace is executed (`execution`, `rerun`, `links`, `inputs`), what is asked at one position (`position`, `failing`),
//! how that is decided (`values`, `oracle`, `decide`); [`coreachable`], which says fixes over program variables
//! (`suffix`, `eliminate`); [`sets`] of statements that repair together, found with a `game`; [`survival`], the game of one
//! statement on several paths;
//! [`confirm`](mod@confirm), which tries findings on the program, [`program`], which puts several traces together,
//! [`mod@conditions`] as findings, [`localization`], which does all of this for the error traces of
//! a program, [`influence`], which says what a value is made of and what it changes, [`branches`], which says which way was taken, [`baselines`], the techniques of others to compare with,
//! what of a program is specification ([`checks`]), what a compiler says of findings ([`compiler`]),
//! how conditions get simple and readable (`condition`), and work on several threads
//! ([`parallel`]).
//!
//! **Invariant:** nothing here knows a verifier or a front end.

pub mod finding;
pub mod ranking;

pub mod relevance;

pub mod coreachable;

pub mod sets;

pub mod survival;

pub mod compiler;
pub mod confirm;

pub mod conditions;
pub mod lifetimes;

pub mod program;

pub mod localization;

pub mod branches;
pub mod influence;

pub mod baselines;
pub mod spectrum;

pub mod checks;
pub mod limits;
pub mod parallel;
pub mod suspects;
pub mod values;

mod condition;
mod decide;
mod eliminate;
mod execution;
mod failing;
mod game;
mod inputs;
mod links;
mod oracle;
mod position;
mod requirements;
mod rerun;
mod suffix;

pub use conditions::conditions;
pub use confirm::confirm;
pub use coreachable::{LocalFix, LocalFixes};
pub use finding::{
    Condition, Finding, FindingKind, FindingStatement, Occurrence, Rerun, Strength, Witness, WitnessInput,
};
pub use localization::{Localized, localize};
pub use program::{ProgramFinding, aggregate};
pub use ranking::rank;
pub use relevance::relevance;
pub use spectrum::{Measure, Spectrum};
