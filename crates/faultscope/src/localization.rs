//! From error traces to the findings of a report.

use faultscope_ir::{Program, Value};
use faultscope_localize::confirm::{self, confirm};
use faultscope_localize::relevance::{self, relevance};
use faultscope_localize::{Finding, rank};
use faultscope_report::Report;
use faultscope_solver::Limits;
use faultscope_verify::counterfactual::{Ending, Extent, counterfactual};
use faultscope_verify::{ErrorTrace, interpreter};

use crate::assemble::{self, Findings};
use crate::request::Options;

/// Asks which statements matter, and puts that into the report.
pub(crate) fn localize(
    report: &mut Report,
    program: &Program,
    traces: &[ErrorTrace],
    options: &Options,
    limits: &Limits,
) {
    let Some(trace) = traces.first() else { return };
    let config = relevance::Config {
        trace_aberrant: options.trace_aberrant,
        dump: options.dump.clone(),
        ..relevance::Config::standard()
    };
    let mut outcome = relevance(program, &trace.trace, &config, limits);
    confirm(&trace.trace, &mut outcome.findings, &mut Counterfactuals::new(program, trace, limits));
    rank(program, &trace.trace, &mut outcome.findings);
    report.statistics.localization_queries = outcome.statistics.queries;
    report.statistics.assigning_statements = outcome.statistics.assigning;
    report.statistics.relevant_statements = outcome.statistics.relevant;
    let interrupted = limits.exceeded();
    let n_omitted = omit(&mut outcome.findings, options.max_findings);
    let findings = Findings { findings: &outcome.findings, n_omitted, interrupted };
    assemble::findings(report, program, trace, findings);
}

/// Drops the findings in code behind the first `max`; how many there were.
fn omit(findings: &mut Vec<Finding>, max: Option<usize>) -> usize {
    let before = findings.len();
    let mut n_code = 0;
    findings.retain(|finding| {
        n_code += usize::from(finding.kind.is_code());
        !finding.kind.is_code() || max.is_none_or(|max| n_code <= max)
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
