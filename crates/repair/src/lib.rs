//! Repair: what of a failing program can be changed so that it no longer fails.
//!
//! Localization says what would have avoided an error trace. Here the *program* is asked, by changing it and looking
//! whether it still fails: with a statement fixed as permissively as can be ([`aberrance`], [`program_level`]), and
//! with a changed source line ([`mod@patch`], [`patches`]). [`counterfactuals`] executes it with another value at one
//! statement. How much is tried stands in [`Budgets`].
//!
//! **Invariant:** nothing here reads a file or starts a process. What the user's files say, and what a changed text
//! means, comes in as a [`Workspace`].

pub mod budgets;
pub mod workspace;

pub mod counterfactuals;

pub mod aberrance;

pub mod program_level;

pub mod patch;

pub mod patches;

use faultscope_solver::Dump;
use faultscope_verify::portfolio;

pub use budgets::Budgets;
pub use counterfactuals::Counterfactuals;
pub use workspace::{Translated, Workspace};

/// What is looked for, and how.
#[derive(Debug, Clone)]
pub struct Config {
    /// How the verifiers look for errors in a changed program.
    pub search: portfolio::Config,
    /// The size of the largest sets of statements that are looked for; 1 for none.
    pub max_set_size: usize,
    /// How many questions are worked on at the same time.
    pub jobs: usize,
    /// Gets the solver's queries.
    pub dump: Option<Dump>,
}
