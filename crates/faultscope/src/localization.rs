//! From error traces to the findings of a report.

use faultscope_ir::{Program, Value};
use faultscope_localize::confirm::{self, confirm};
use faultscope_localize::patch::Subject;
use faultscope_localize::program::Localized;
use faultscope_localize::program::groups::group;
use faultscope_localize::relevance::{self, relevance};
use faultscope_localize::{ProgramFinding, aggregate, rank};
use faultscope_report::Report;
use faultscope_solver::Limits;
use faultscope_verify::counterfactual::{Ending, Extent, counterfactual};
use faultscope_verify::{ErrorTrace, interpreter};

use crate::assemble::{self, Findings};
use crate::patches::subjects;
use crate::request::Options;

/// Asks on every trace which statements matter, puts the answers together, and puts that into the report.
pub(crate) fn localize(
    report: &mut Report,
    program: &Program,
    traces: &[ErrorTrace],
    options: &Options,
    limits: &Limits,
) -> Vec<Subject> {
    let config = relevance::Config {
        trace_aberrant: options.trace_aberrant,
        dump: options.dump.clone(),
        ..relevance::Config::standard()
    };
    let mut outcomes: Vec<relevance::Outcome> =
        traces.iter().map(|error| relevance(program, &error.trace, &config, limits)).collect();
    confirm_groups(program, traces, &mut outcomes, limits);
    let localized = localized(traces, &outcomes);
    let mut outcome = aggregate(program, &localized, &config, limits);
    let sum = |of: fn(&relevance::Statistics) -> usize| outcomes.iter().map(|it| of(&it.statistics)).sum();
    report.statistics.localization_queries = outcome.n_queries + sum(|it| it.queries);
    report.statistics.trace_statements = sum(|it| it.steps);
    report.statistics.assigning_statements = sum(|it| it.assigning);
    report.statistics.relevant_statements = sum(|it| it.relevant);
    let interrupted = limits.exceeded();
    let subjects = subjects(program, traces, &outcome.findings);
    let n_omitted = omit(&mut outcome.findings, options.max_findings);
    assemble::findings(report, program, traces, Findings { outcome: &outcome, n_omitted, interrupted });
    subjects
}

fn localized<'a>(traces: &'a [ErrorTrace], outcomes: &'a [relevance::Outcome]) -> Vec<Localized<'a>> {
    let localized = |(error, outcome): (&'a ErrorTrace, &'a relevance::Outcome)| Localized {
        trace: &error.trace,
        findings: &outcome.findings,
    };
    traces.iter().zip(outcomes).map(localized).collect()
}

/// Steps of counterfactual executions for all findings of one trace together.
const TRACE_BUDGET: u64 = 400_000;

/// Steps of counterfactual executions for all traces together.
const BUDGET: u64 = 4 * TRACE_BUDGET;

/// Tries the findings of the traces that stand for a group, and ranks them. The findings of the others are the same.
fn confirm_groups(
    program: &Program,
    traces: &[ErrorTrace],
    outcomes: &mut [relevance::Outcome],
    limits: &Limits,
) {
    let mut budget = BUDGET;
    for group in group(program, &localized(traces, outcomes)) {
        let (error, outcome) = (&traces[group.representative()], &mut outcomes[group.representative()]);
        let own = budget.min(TRACE_BUDGET);
        let mut execution = Counterfactuals::new(program, error, own, limits);
        confirm(&error.trace, &mut outcome.findings, &mut execution);
        budget -= own - execution.budget;
        rank(program, &error.trace, &mut outcome.findings);
    }
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

    fn new(
        program: &'a Program,
        error: &'a ErrorTrace,
        budget: u64,
        limits: &'a Limits,
    ) -> Counterfactuals<'a> {
        let max_steps = 1_000 + error.trace.len() as u64 * Self::MAX_FACTOR;
        let config = interpreter::Config { max_steps, ..interpreter::Config::default() };
        Counterfactuals { program, error, limits, config, budget }
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
