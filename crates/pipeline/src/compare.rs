//! Other techniques on an error trace, to compare with.

use std::time::Duration;

use faultscope_ir::Program;
use faultscope_localize::baselines::{self, BaselineConfig, BaselineOutcome, Technique};
use faultscope_repair::Tests;
use faultscope_repair::auto_debug;
use faultscope_repair::ped::{Diagnosed, Diagnosis};
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
    /// For PED what else it says.
    pub diagnosed: Option<Diagnosed>,
    /// How long it took.
    pub time: Duration,
}

/// Runs other techniques on the first error trace; PED looks at others, too, and AutoDebug runs the tests.
pub fn compare(
    loaded: &Loaded,
    program: &Program,
    traces: &[ErrorTrace],
    tests: Option<&Tests>,
    options: &Options,
    limits: &Limits,
) -> Vec<Compared> {
    let Some(first) = traces.first() else { return Vec::new() };
    let config = BaselineConfig { dump: options.dump.clone(), ..BaselineConfig::standard() };
    let files = Files::new(loaded, options);
    let run = |technique: &Technique| {
        let start = limits.clock().now();
        let (outcome, diagnosed) = match technique {
            Technique::Ped => {
                let rules = options.rules.clone().unwrap_or_else(Rules::standard);
                let diagnosis = Diagnosis::new(program, traces, &files, &rules, &config, limits);
                let diagnosed = diagnosis.with_parts(options.comparison.ped).run();
                (diagnosed.outcome.clone(), Some(diagnosed))
            }
            Technique::AutoDebug => (auto_debug::diagnosed(program, first, &files, tests, limits), None),
            _ => (baselines::run(*technique, program, &first.trace, &config, limits), None),
        };
        Compared { technique: *technique, outcome, diagnosed, time: limits.clock().since(start) }
    };
    options.comparison.techniques.iter().map(run).collect()
}
