//! Repair: what of a failing program can be changed so that it no longer fails.
//!
//! Localization says what would have avoided an error trace. Here the *program* is asked, by changing it and looking
//! whether it still fails: with a statement fixed as permissively as can be ([`aberrance`], [`suspiciousness`], [`sets`]),
//! and with a changed source line ([`proposals`] says which, by [`rules`]; [`patches`] tries them). [`repair`](mod@repair) does all of this in
//! order, and [`ranking`] says what it means for the findings.
//!
//! Whether a change that somebody else has made is a repair is the question of [`judgement`](mod@judgement).
//!
//! [`ped`] asks less, and sooner: how an error trace can be left before the error. Its [`annotations`] are of the same rules.
//!
//! Whether a changed program still fails is the question for the [`Oracle`]. It replays [`Recording`]s of executions that are
//! known to fail, and asks the verifiers. [`counterfactuals`] executes the program itself with another value at one
//! statement, for the localizer. How much is tried stands in [`Budgets`], made from [`limits`].
//!
//! **Invariant:** nothing here reads a file or starts a process. What the user's files say, and what a changed text
//! means, comes in as a [`Workspace`].

pub mod budgets;
pub mod limits;

pub mod config;
pub mod failure;
pub mod workspace;

pub mod tests;

pub mod statements;

pub mod statement_findings;

pub mod counterfactuals;

pub mod oracle;
pub mod recording;

pub mod aberrance;
pub mod suspiciousness;

mod candidates;
mod leaving;

pub mod sets;

pub mod rules;

pub mod proposals;

mod obligation;

pub mod patches;

pub mod alignment;
mod assertions;
pub mod judgement;

pub mod annotations;
mod annotations_of_text;
pub mod auto_debug;
pub mod ped;

pub mod ranking;

pub mod repair;

pub use budgets::Budgets;
pub use config::{Means, RepairConfig};
pub use counterfactuals::Counterfactuals;
pub use failure::Failure;
pub use oracle::{ChangeVerdict, Oracle};
pub use recording::Recording;
pub use repair::{Milestone, Repaired, repair};
pub use suspiciousness::Suspiciousness;
pub use tests::{Shown, Tests};
pub use workspace::{Translated, Workspace};
