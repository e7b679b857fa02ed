//! From error traces to the findings of a report.

use std::collections::BTreeMap;

use faultscope_ir::{Program, Trace, Value};
use faultscope_localize::aberrance::{Answer, conditions};
use faultscope_localize::confirm::{self, confirm};
use faultscope_localize::program::groups::{Group, group};
use faultscope_localize::program::{Enough, Localized};
use faultscope_localize::ranking::rank_by_suspiciousness;
use faultscope_localize::relevance::{self, relevance};
use faultscope_localize::{Finding, ProgramFinding, Strength, aggregate, rank};
use faultscope_report::{PatchVerdict, Report};
use faultscope_solver::Limits;
use faultscope_verify::counterfactual::{Change, Ending, Extent, counterfactual};
use faultscope_verify::{ErrorTrace, interpreter};

use crate::aberrance::{self, Answers, Candidates, Checks, Remaining};
use crate::assemble::{self, Findings};
use crate::clock::Clock;
use crate::input::Loaded;
use crate::patches::{propose, subjects};
use crate::request::{Options, Phase, Progress, Ranking};

/// Error traces that are to be localized.
pub(crate) struct Localization<'a> {
    pub(crate) loaded: &'a Loaded,
    pub(crate) program: &'a Program,
    pub(crate) traces: &'a [ErrorTrace],
    pub(crate) options: &'a Options,
    pub(crate) clock: &'a Clock,
    pub(crate) progress: &'a dyn Progress,
}

/// Asks on every trace which statements matter, puts the answers together, asks what can be fixed in the program, and puts
/// that into the report.
pub(crate) fn localize(report: &mut Report, asked: &Localization<'_>) {
    let Localization { program, traces, options, clock, .. } = *asked;
    let limits = &clock.limits();
    let config = relevance::Config {
        trace_aberrant: options.trace_aberrant,
        dump: options.dump.clone(),
        ..relevance::Config::standard()
    };
    let mut outcomes: Vec<relevance::Outcome> =
        traces.iter().map(|error| relevance(program, &error.trace, &config, limits)).collect();
    confirm_groups(program, traces, &mut outcomes, limits);
    if options.program_level {
        add_conditions(program, traces, &mut outcomes, limits);
    }
    let localized = localized(traces, &outcomes);
    let mut outcome = aggregate(program, &localized, &config, limits);
    let sum = |of: fn(&relevance::Statistics) -> usize| outcomes.iter().map(|it| of(&it.statistics)).sum();
    report.statistics.localization_queries = outcome.n_queries + sum(|it| it.queries);
    report.statistics.trace_statements = sum(|it| it.steps);
    report.statistics.assigning_statements = sum(|it| it.assigning);
    report.statistics.relevant_statements = sum(|it| it.relevant);
    let order = |findings: &mut [ProgramFinding<'_>]| {
        if options.ranking == Ranking::Suspiciousness {
            rank_by_suspiciousness(program, &localized, findings);
        }
    };
    let mut answers = Answers::default();
    if options.program_level || options.patches {
        // What follows can meet a limit that ends the check.
        let mut early = report.clone();
        let found = Findings { outcome: &outcome, n_omitted: 0, answers: &answers, interrupted: None };
        assemble::findings(&mut early, program, traces, found);
        asked.progress.preliminary(&early);
    }
    let start = clock.seconds();
    let first_trace = report.statistics.trace_seconds.unwrap_or(start);
    let checks = Checks::new(options, first_trace, limits);
    let candidates = options.program_level.then(|| {
        let candidates = Candidates::new(program, traces, &outcome.findings, &checks);
        suspect(program, traces, &candidates, &mut outcome.findings, &checks);
        order(&mut outcome.findings);
        report.statistics.ranking_seconds = Some(clock.seconds() - start);
        candidates
    });
    if options.patches {
        patch(report, asked, &mut outcome.findings, limits);
        order(&mut outcome.findings);
    }
    if let Some(candidates) = candidates {
        answers = candidates.check(program, &outcome.findings, options.max_findings, &checks);
        for finding in &mut outcome.findings {
            let is_patched = finding.patch.is_some();
            let answer = answers.of(program, finding).map(enough);
            finding.is_enough = answer.map(|it| if is_patched { Enough::Proved } else { it });
        }
        order(&mut outcome.findings);
        report.sets = aberrance::sets(program, traces, &outcomes, options, &checks);
        report.statistics.program_seconds = Some(clock.seconds() - start);
    }
    let interrupted = limits.exceeded();
    let n_omitted = omit(&mut outcome.findings, options.max_findings);
    let found = Findings { outcome: &outcome, n_omitted, answers: &answers, interrupted };
    assemble::findings(report, program, traces, found);
}

/// Looks for patches, and notes at the findings which of them have one that is proved.
fn patch(
    report: &mut Report,
    asked: &Localization<'_>,
    findings: &mut [ProgramFinding<'_>],
    limits: &Limits,
) {
    let Localization { loaded, program, traces, options, progress, .. } = *asked;
    progress.phase(Phase::Patching);
    let subjects = subjects(program, traces, findings);
    propose(report, loaded, program, traces, &subjects, options, limits);
    let proved = report.patches.iter().filter(|it| it.verdict == PatchVerdict::Proved && it.reaches_check);
    for (place, patch) in proved.enumerate() {
        for finding in findings.iter_mut() {
            if program.sources.origin(finding.finding().origin).span == patch.statement {
                finding.patch.get_or_insert(place);
            }
        }
    }
}

/// Asks how suspicious the findings are.
fn suspect(
    program: &Program,
    traces: &[ErrorTrace],
    candidates: &Candidates,
    findings: &mut [ProgramFinding<'_>],
    checks: &Checks<'_>,
) {
    let scores: BTreeMap<_, _> = candidates.suspiciousness(program, traces, checks).into_iter().collect();
    for finding in findings {
        finding.suspiciousness = scores.get(&finding.finding().statement(program)).copied();
    }
}

fn enough(answer: &Answer<Remaining>) -> Enough {
    match answer {
        Answer::Proved(_) => Enough::Proved,
        Answer::NotDecided(_) => Enough::NotDecided,
        Answer::NotEnough(_) => Enough::NotEnough,
    }
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
    let groups = group(program, &localized(traces, outcomes));
    let representatives = groups.iter().map(Group::representative);
    execute(program, traces, representatives, outcomes, limits, &|trace, findings, execution| {
        confirm(trace, findings, execution);
    });
}

/// Adds the conditions, and whether another way avoids the error.
fn add_conditions(
    program: &Program,
    traces: &[ErrorTrace],
    outcomes: &mut [relevance::Outcome],
    limits: &Limits,
) {
    execute(program, traces, 0..traces.len(), outcomes, limits, &|trace, findings, execution| {
        findings.extend(conditions(program, trace, execution));
    });
}

/// What is done with the findings of a trace by executing its program.
type Work<'a> = &'a dyn Fn(&Trace, &mut Vec<Finding>, &mut Counterfactuals<'_>);

/// Does work on the findings of some traces, within the budgets, and ranks them.
fn execute(
    program: &Program,
    traces: &[ErrorTrace],
    asked: impl Iterator<Item = usize>,
    outcomes: &mut [relevance::Outcome],
    limits: &Limits,
    work: Work<'_>,
) {
    let mut budget = BUDGET;
    for number in asked {
        let (error, findings) = (&traces[number], &mut outcomes[number].findings);
        let own = budget.min(TRACE_BUDGET);
        let mut execution = Counterfactuals::new(program, error, own, limits);
        work(&error.trace, findings, &mut execution);
        budget -= own - execution.budget;
        rank(program, &error.trace, findings);
    }
}

/// Drops the findings in code behind the first `max`, and conditions of which nothing good is known; how many of the former
/// there were.
fn omit(findings: &mut Vec<ProgramFinding<'_>>, max: Option<usize>) -> usize {
    let is_promising = |it: &ProgramFinding<'_>| {
        it.finding().other_way.is_none() || it.patch.is_some() || it.strength <= Strength::Relevant
    };
    findings.retain(|it| max.is_none() || is_promising(it));
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
        self.change(step, Change::Value(value), onwards)
    }

    fn avoids_other_way(&mut self, step: usize, onwards: bool) -> Option<bool> {
        self.change(step, Change::OtherWay, onwards)
    }
}

impl Counterfactuals<'_> {
    fn change(&mut self, step: usize, change: Change<'_>, onwards: bool) -> Option<bool> {
        if self.budget < self.config.max_steps || self.limits.exceeded().is_some() {
            return None;
        }
        let extent = if onwards { Extent::Onwards } else { Extent::Step };
        let (ending, n_steps) = counterfactual(self.program, self.error, step, change, extent, &self.config);
        self.budget -= n_steps.min(self.budget);
        match ending {
            Ending::Avoided => Some(true),
            Ending::Error => Some(false),
            Ending::Open => None,
        }
    }
}
