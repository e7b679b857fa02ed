//! From error traces to the findings of a report.

use std::collections::BTreeMap;
use std::time::Duration;

use faultscope_frontend::print;
use faultscope_ir::{Program, Trace};
use faultscope_localize::confirm::confirm;
use faultscope_localize::program::groups::{Group, group};
use faultscope_localize::program::{Enough, Localized};
use faultscope_localize::ranking::rank_by_suspiciousness;
use faultscope_localize::relevance::{self, relevance};
use faultscope_localize::{Finding, ProgramFinding, Strength, aggregate, conditions, rank};
use faultscope_repair::aberrance::Answer;
use faultscope_repair::patches::{patches, subjects};
use faultscope_repair::program_level::{self, Answers, Candidates, Checks, Remaining};
use faultscope_repair::{self as repair, Budgets, Counterfactuals};
use faultscope_report::{PatchVerdict, Report};
use faultscope_solver::Limits;
use faultscope_verify::ErrorTrace;

use crate::assemble::{self, Findings};
use crate::clock::Clock;
use crate::input::Loaded;
use crate::request::{Options, Phase, Progress, Ranking};
use crate::search;
use crate::workspace::Files;

/// How many questions about changed programs are worked on at the same time.
const N_THREADS: usize = 2;

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
        is_expressible: print::is_expressible,
        ..relevance::Config::standard()
    };
    let mut outcomes: Vec<relevance::Outcome> =
        traces.iter().map(|error| relevance(program, &error.trace, &config, limits)).collect();
    let budgets = &Budgets::after(Duration::ZERO, None);
    confirm_groups(program, traces, &mut outcomes, budgets, limits);
    if options.program_level {
        add_conditions(program, traces, &mut outcomes, budgets, limits);
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
    let budgets = Budgets::after(Duration::from_secs_f64(first_trace.max(0.0)), options.check_time);
    let settings = repair::Config {
        search: search::config(options),
        max_set_size: options.max_set_size,
        jobs: N_THREADS,
        dump: options.dump.clone(),
    };
    let checks = Checks::new(&settings, &budgets, limits);
    let candidates = options.program_level.then(|| {
        let candidates = Candidates::new(program, traces, &outcome.findings, &checks);
        suspect(program, traces, &candidates, &mut outcome.findings, &checks);
        order(&mut outcome.findings);
        report.statistics.ranking_seconds = Some(clock.seconds() - start);
        candidates
    });
    if options.patches {
        patch(report, asked, &mut outcome.findings, &settings, limits);
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
        let sets = program_level::sets(program, traces, &outcomes, &checks);
        report.sets = sets.iter().map(|it| assemble::set(program, it)).collect();
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
    settings: &repair::Config,
    limits: &Limits,
) {
    let Localization { loaded, program, traces, options, progress, .. } = *asked;
    progress.phase(Phase::Patching);
    // One trace took the search as long as its first trace.
    let first = report.statistics.trace_seconds.unwrap_or(report.statistics.search_seconds);
    let budgets = Budgets::after(Duration::from_secs_f64(first.max(0.0)), options.check_time);
    let subjects = subjects(program, traces, findings, budgets.max_subjects);
    let files = Files { loaded, options };
    let found = patches(&files, program, traces, &subjects, settings, &budgets, limits);
    report.patches = found.into_iter().map(|it| assemble::patch(program, &subjects, it)).collect();
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

/// Tries the findings of the traces that stand for a group, and ranks them. The findings of the others are the same.
fn confirm_groups(
    program: &Program,
    traces: &[ErrorTrace],
    outcomes: &mut [relevance::Outcome],
    budgets: &Budgets,
    limits: &Limits,
) {
    let groups = group(program, &localized(traces, outcomes));
    let representatives = groups.iter().map(Group::representative);
    execute(program, traces, representatives, outcomes, budgets, limits, &|trace, findings, execution| {
        confirm(trace, findings, execution);
    });
}

/// Adds the conditions, and whether another way avoids the error.
fn add_conditions(
    program: &Program,
    traces: &[ErrorTrace],
    outcomes: &mut [relevance::Outcome],
    budgets: &Budgets,
    limits: &Limits,
) {
    execute(program, traces, 0..traces.len(), outcomes, budgets, limits, &|trace, findings, execution| {
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
    budgets: &Budgets,
    limits: &Limits,
    work: Work<'_>,
) {
    let mut budget = budgets.counterfactual_steps;
    for number in asked {
        let (error, findings) = (&traces[number], &mut outcomes[number].findings);
        let own = budget.min(budgets.trace_counterfactual_steps);
        let mut execution = Counterfactuals::new(program, error, own, limits);
        work(&error.trace, findings, &mut execution);
        budget -= own - execution.budget();
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
