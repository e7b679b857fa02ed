//! What is looked for, and with what.

use faultscope_localize::coreachable::LocalFixConfig;
use faultscope_solver::{Dump, Limits};
use faultscope_verify::portfolio::PortfolioConfig;

use crate::budgets::Budgets;
use crate::rules::Rules;

/// What is looked for, and how.
#[derive(Debug, Clone)]
pub struct RepairConfig {
    /// How the verifiers look for errors in a changed program.
    pub search: PortfolioConfig,
    /// Whether it is asked what can be fixed in the program: suspiciousness, statements that are enough alone, sets.
    pub program_level: bool,
    /// Whether changes of single lines are looked for.
    pub patches: bool,
    /// What changes are tried.
    pub rules: Rules,
    /// Whether findings are ranked by what is found here; else their order stays.
    pub ranks: bool,
    /// The size of the largest sets of statements that are looked for; 1 for none.
    pub max_set_size: usize,
    /// How many statements of code are asked about alone, the most promising ones; none for all.
    pub max_findings: Option<usize>,
    /// How many questions are worked on at the same time.
    pub jobs: usize,
    /// Gets the solver's queries.
    pub dump: Option<Dump>,
}

/// What an answer may cost.
#[derive(Debug, Clone, Copy)]
pub struct Means<'a> {
    /// What is looked for, and how.
    pub config: &'a RepairConfig,
    /// How much is tried.
    pub budgets: &'a Budgets,
    /// When to stop.
    pub limits: &'a Limits,
}

impl Means<'_> {
    /// How local fixes are computed.
    pub fn fixes(&self) -> LocalFixConfig {
        LocalFixConfig {
            query_steps: self.budgets.fix_query_steps,
            dump: self.config.dump.clone(),
            ..LocalFixConfig::standard()
        }
    }

    /// The limits of deciding whether fixing a statement is enough.
    pub fn alone(&self) -> Limits {
        self.budgets.alone(self.limits)
    }
}
