//! How errors are looked for, and how hard.

use std::time::Duration;

use clap::{Args, ValueEnum};

use super::super::tags::{OF_REPORT, SETTING, heading};

/// How errors are looked for.
#[derive(Debug, Args)]
#[command(next_help_heading = heading::SEARCH)]
pub struct Search {
    /// Who looks for errors.
    #[arg(long, value_name = "NAME", default_value = "portfolio", groups = [SETTING])]
    pub strategy: StrategyName,

    /// How many error traces to look for, each of another kind than those before, or how many failing tests to look into: a number,
    /// or `all` [default: 1, and up to 3 failing tests that do not take long].
    #[arg(long, value_name = "N|all", value_parser = traces, groups = [SETTING, OF_REPORT])]
    pub traces: Option<Traces>,
}

/// How hard to try.
#[derive(Debug, Args)]
#[command(next_help_heading = heading::LIMITS)]
pub struct Effort {
    /// The time for everything; 0 for any amount.
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = seconds, groups = [SETTING])]
    pub timeout: f64,

    /// How hard to try, in percent of the usual: what every counted budget is worth. Answers depend on this and never on the
    /// clock, but for `--timeout`.
    #[arg(long, value_name = "PERCENT", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    #[arg(groups = [SETTING])]
    pub effort: u32,

    /// On how many threads to work; answers do not depend on it [default: the number of cores].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), groups = [SETTING])]
    pub jobs: Option<u32>,
}

impl Effort {
    /// The time for everything; none for any amount.
    pub(super) fn time(&self) -> Option<Duration> {
        (self.timeout > 0.0).then(|| Duration::from_secs_f64(self.timeout))
    }
}

/// Who looks for errors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum StrategyName {
    /// Bounded model checking: fast with errors, no answer where loops have no bound.
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
    match text.parse::<usize>() {
        _ if text == "all" => Ok(Traces(None)),
        Ok(n @ 1..) => Ok(Traces(Some(n))),
        _ => Err("expected a number from 1 on, or `all`".to_owned()),
    }
}

/// A number of seconds.
pub(super) fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.0..1e9).contains(&seconds) => Ok(seconds),
        _ => Err("expected a number of seconds".to_owned()),
    }
}
