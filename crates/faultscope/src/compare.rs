//! Other techniques on an error trace, to compare with.

use std::time::Duration;

use faultscope_ir::Program;
use faultscope_localize::baselines::{BaselineConfig, BaselineOutcome, Technique};
use faultscope_repair::ped::{Diagnosis, Solution};
use faultscope_repair::rules::Rules;
use faultscope_solver::Limits;
use faultscope_verify::ErrorTrace;

use crate::input::Loaded;
use crate::repair::Files;
use crate::request::Options;

/// What a technique says.
#[derive(Debug, Clone)]
pub struct Compared {
    /// Which.
    pub technique: Technique,
    /// What it says.
    pub outcome: BaselineOutcome,
    /// For PED its solutions, one for each set of the outcome.
    pub solutions: Vec<Solution>,
    /// How long it took.
    pub time: Duration,
}

/// Runs the techniques that are asked for on the first of the error traces; PED looks at others, too.
pub fn compare(
    loaded: &Loaded,
    program: &Program,
    traces: &[ErrorTrace],
    options: &Options,
    limits: &Limits,
) -> Vec<Compared> {
    let Some(first) = traces.first() else { return Vec::new() };
    let config = BaselineConfig { dump: options.dump.clone(), ..BaselineConfig::standard() };
    let run = |technique: &Technique| {
        let start = limits.clock().now();
        let (outcome, solutions) = match technique {
            Technique::Ped => {
                let rules = options.rules.clone().unwrap_or_else(Rules::standard);
                let files = Files { loaded, options };
                let diagnosed = Diagnosis::new(program, traces, &files, &rules, &config, limits).run();
                (diagnosed.outcome, diagnosed.solutions)
            }
            _ => (technique.run(program, &first.trace, &config, limits), Vec::new()),
        };
        Compared { technique: *technique, outcome, solutions, time: limits.clock().since(start) }
    };
    options.techniques.iter().map(run).collect()
}
