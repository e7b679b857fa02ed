//! Other techniques on an error trace, to compare with.

use std::time::Duration;

use faultscope_ir::{Program, Trace};
use faultscope_localize::baselines::{BaselineConfig, BaselineOutcome, Technique};
use faultscope_solver::Limits;

use crate::request::Options;

/// What a technique says.
#[derive(Debug, Clone)]
pub struct Compared {
    /// Which.
    pub technique: Technique,
    /// What it says.
    pub outcome: BaselineOutcome,
    /// How long it took.
    pub time: Duration,
}

/// Runs the techniques that are asked for on an error trace.
pub fn compare(program: &Program, trace: &Trace, options: &Options, limits: &Limits) -> Vec<Compared> {
    let config = BaselineConfig { dump: options.dump.clone(), ..BaselineConfig::standard() };
    let run = |technique: &Technique| {
        let start = limits.clock().now();
        let outcome = technique.run(program, trace, &config, limits);
        Compared { technique: *technique, outcome, time: limits.clock().since(start) }
    };
    options.techniques.iter().map(run).collect()
}
