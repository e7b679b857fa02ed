//! How errors are looked for, and how hard.

use std::time::Duration;

use clap::{Args, ValueEnum};

use super::super::numbers::{seconds, time_limit, whole, whole_or_all};
use super::super::tags::{OF_REPORT, SETTING, heading};

/// How errors are looked for.
#[derive(Debug, Args)]
#[command(next_help_heading = heading::SEARCH)]
pub struct Search {
    /// How to look for errors.
    #[arg(long, value_name = "NAME", default_value = "portfolio", groups = [SETTING])]
    pub strategy: StrategyName,

    /// How many different error traces, or failing tests, to analyze: a number, or `all` [default: 1 trace, or up to
    /// 3 failing tests that do not take long].
    #[arg(long, value_name = "N|all", value_parser = traces, groups = [SETTING, OF_REPORT])]
    pub traces: Option<Traces>,
}

/// How hard to try.
#[derive(Debug, Args)]
#[command(next_help_heading = heading::LIMITS)]
pub struct Effort {
    /// Time limit in seconds; 0 for none.
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = seconds, allow_negative_numbers = true)]
    #[arg(groups = [SETTING])]
    pub timeout: f64,

    /// Scale of all counted budgets, in percent. Except for `--timeout`, answers depend on counted work and not on
    /// the clock.
    #[arg(long, value_name = "PERCENT", default_value_t = 100, value_parser = whole::<u32>(1..))]
    #[arg(groups = [SETTING])]
    pub effort: u32,

    /// Number of threads; answers do not depend on it [default: the number of cores].
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..), groups = [SETTING])]
    pub jobs: Option<u32>,
}

impl Effort {
    /// The time for everything; none for any amount.
    pub(super) fn time(&self) -> Option<Duration> {
        time_limit(self.timeout)
    }
}

/// Who looks for errors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum StrategyName {
    /// Bounded model checking: finds errors fast, gives no answer for loops without a bound.
    Bmc,
    /// Trace abstraction: proves programs with unbounded loops, finds several error traces.
    TraceAbstraction,
    /// Both side by side; the first answer counts.
    Portfolio,
}

/// After how many error traces to stop; none for never.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Traces(pub Option<usize>);

impl Traces {
    /// The first one is enough.
    pub const ONE: Traces = Traces(Some(1));
}

fn traces(text: &str) -> Result<Traces, String> {
    whole_or_all(text).map(Traces)
}
