//! From error traces to the findings of a report.

use faultscope_ir::{Program, Value};
use faultscope_localize::confirm::{self, confirm};
use faultscope_localize::program::Localized;
use faultscope_localize::relevance::{self, relevance};
use faultscope_localize::{ProgramFinding, aggregate, rank};
use faultscope_report::Report;
use faultscope_solver::Limits;
use faultscope_verify::counterfactual::{Ending, Extent, counterfactual};
use faultscope_verify::{ErrorTrace, interpreter};

use crate::assemble::{self, Findings};
use crate::request::Options;

/// Asks on every trace which statements matter, puts the answers together, and puts that into the report.
pub(crate) fn localize(
    report: &mut Report,
    program: &Program,
    traces: &[ErrorTrace],
    options: &Options,
    limits: &Limits,
) {
    let config = relevance::Config {
        trace_aberrant: options.trace_aberrant,
        dump: options.dump.clone(),
        ..relevance::Config::standard()
    };
    let outcomes: Vec<relevance::Outcome> =
        traces.iter().map(|trace| on_trace(program, trace, &config, limits)).collect();
    let localized: Vec<Localized<'_>> = traces
        .iter()
        .zip(&outcomes)
        .map(|(error, outcome)| Localized { trace: &error.trace, findings: &outcome.findings })
        .collect();
    let mut outcome = aggregate(program, &localized, &config, limits);
    let sum = |of: fn(&relevance::Statistics) -> usize| outcomes.iter().map(|it| of(&it.statistics)).sum();
    report.statistics.localization_queries = outcome.n_queries + sum(|it| it.queries);
    report.statistics.trace_statements = sum(|it| it.steps);
    report.statistics.assigning_statements = sum(|it| it.assigning);
    report.statistics.relevant_statements = sum(|it| it.relevant);
    let interrupted = limits.exceeded();
    let n_omitted = omit(&mut outcome.findings, options.max_findings);
    assemble::findings(report, program, traces, Findings { outcome: &outcome, n_omitted, interrupted });
}

/// The statements that matter on one trace.
fn on_trace(
    program: &Program,
    error: &ErrorTrace,
    config: &relevance::Config,
    limits: &Limits,
) -> relevance::Outcome {
    let mut outcome = relevance(program, &error.trace, config, limits);
    confirm(&error.trace, &mut outcome.findings, &mut Counterfactuals::new(program, error, limits));
    rank(program, &error.trace, &mut outcome.findings);
    outcome
}

/// Drops the findings in code behind the first `max`; how many there were.
fn omit(findings: &mut Vec<ProgramFinding<'_>>, max: Option<usize>) -> usize {
    let before = findings.len();
    let mut n_code = 0;
    findings.retain(|finding| {
        let is_code = finding.finding().kind.is_code();
        n_code += usize::from(is_code);
        !is_code || max.is_none_or(|max| n_code <= max)
    });
    before - findings.len()
}

/// Tries values on the program for the localizer.
struct Counterfactuals<'a> {
    program: &'a Program,
    error: &'a ErrorTrace,
    limits: &'a Limits,
    config: interpreter::Config,
    /// Steps that may still be executed for all findings together.
    budget: u64,
}

impl<'a> Counterfactuals<'a> {
    /// A change that makes the program run this many times longer is not followed to its end.
    const MAX_FACTOR: u64 = 8;

    fn new(program: &'a Program, error: &'a ErrorTrace, limits: &'a Limits) -> Counterfactuals<'a> {
        let max_steps = 1_000 + error.trace.len() as u64 * Self::MAX_FACTOR;
        let config = interpreter::Config { max_steps, ..interpreter::Config::default() };
        Counterfactuals { program, error, limits, config, budget: 400_000 }
    }
}

impl confirm::Execution for Counterfactuals<'_> {
    fn avoids(&mut self, step: usize, value: &Value, onwards: bool) -> Option<bool> {
        if self.budget < self.config.max_steps || self.limits.exceeded().is_some() {
            return None;
        }
        let extent = if onwards { Extent::Onwards } else { Extent::Step };
        let (ending, n_steps) = counterfactual(self.program, self.error, step, value, extent, &self.config);
        self.budget -= n_steps.min(self.budget);
        match ending {
            Ending::Avoided => Some(true),
            Ending::Error => Some(false),
            Ending::Open => None,
        }
    }
}
