//! # Localization
//! From error traces of a program to the statements that matter, in rank order. It does not ask where the traces come
//! from: a verifier that searched for errors, an execution on given inputs, a witness. Every trace is asked by itself
//! ([`relevance`](mod@relevance)), one of each group is tried on the program ([`confirm`](mod@crate::confirm)), conditions are added
//! where they are wanted ([`conditions`](mod@crate::conditions)), and the ends of objects ([`lifetimes`](mod@crate::lifetimes)), and the answers are put together ([`aggregate`]).

use faultscope_ir::limits::Reached;
use faultscope_ir::{Program, Trace};
use faultscope_solver::{Limits, StopReason};

use crate::conditions::conditions;
use crate::confirm::{Execution, confirm};
use crate::finding::Finding;
use crate::lifetimes::{self, ObjectLife, lifetimes, name_uninitialized};
use crate::limits::{MAX_CHANGED_STEPS, MAX_CHANGED_TRACE_STEPS, reached};
use crate::program::groups::{Group, group};
use crate::program::{LocalizedTrace, ProgramFinding, aggregate};
use crate::ranking::rank;
use crate::relevance::{self, RelevanceConfig, RelevanceOutcome, relevance};

/// Executes the program of error traces with changes.
pub trait Executions {
    /// Lets `work` try changes of the execution of a trace, in at most so many steps together.
    fn with(&self, trace: usize, max_steps: u64, work: &mut dyn FnMut(&mut dyn Execution)) -> Tried;

    /// What has happened on a trace to the object that its error is about.
    fn life(&self, trace: usize) -> Option<ObjectLife>;
}

/// What trying changes of an execution took.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tried {
    /// How many steps are left.
    pub n_left: u64,
    /// Whether something was not tried because too few were left.
    pub is_cut_short: bool,
}

/// Settings of localization.
#[derive(Debug, Clone)]
pub struct LocalizationConfig {
    /// What is asked of a trace.
    pub relevance: RelevanceConfig,
    /// Whether branch conditions are findings too.
    pub conditions: bool,
}

/// What is known of error traces.
#[derive(Debug, Clone)]
pub struct Localized {
    /// What was found on each trace, in the order of the traces.
    pub on: Vec<RelevanceOutcome>,
    /// One finding per source statement with one on some trace, in the order of strength.
    pub findings: Vec<ProgramFinding>,
    /// The traces, grouped by their findings, in the order in which they should be shown.
    pub groups: Vec<Group>,
    /// The limits that were reached.
    pub limits: Reached,
    /// Solver queries about all traces.
    pub n_queries: usize,
    /// The limit that was exceeded on the way, so that not everything was asked.
    pub interrupted: Option<StopReason>,
}

impl Localized {
    /// The sum of a figure over all traces.
    pub fn sum(&self, figure: impl Fn(&relevance::Statistics) -> usize) -> usize {
        self.on.iter().map(|it| figure(&it.statistics)).sum()
    }
}

/// Asks of error traces which statements matter.
pub fn localize(
    program: &Program,
    traces: &[&Trace],
    executions: &dyn Executions,
    config: &LocalizationConfig,
    limits: &Limits,
) -> Localized {
    let mut on: Vec<RelevanceOutcome> =
        traces.iter().map(|trace| relevance(program, trace, &config.relevance, limits)).collect();
    let groups = group(program, &localized(traces, &on));
    // The findings of the others are the same.
    let representatives = groups.iter().map(Group::representative);
    change(program, traces, representatives, &mut on, executions, &|(_, trace), findings, execution| {
        confirm(trace, findings, execution)
    });
    change(program, traces, 0..traces.len(), &mut on, executions, &|(number, trace), findings, execution| {
        let life = executions.life(number);
        let (lifetimes, reached) = lifetimes(program, trace, life.as_ref(), execution);
        findings.extend(lifetimes);
        name_uninitialized(program, trace, findings);
        findings.extend(lifetimes::call(program, trace, findings));
        reached
    });
    if config.conditions {
        change(program, traces, 0..traces.len(), &mut on, executions, &|(_, trace), findings, execution| {
            let (conditions, reached) = conditions(program, trace, execution);
            findings.extend(conditions);
            reached
        });
    }
    let outcome = aggregate(program, &localized(traces, &on), &config.relevance, limits);
    let n_queries = outcome.n_queries + on.iter().map(|it| it.statistics.queries).sum::<usize>();
    let mut reached = outcome.limits;
    on.iter().for_each(|it| reached.extend(&it.limits));
    let (findings, groups) = (outcome.findings, outcome.groups);
    Localized { on, findings, groups, limits: reached, n_queries, interrupted: limits.exceeded() }
}

fn localized<'a>(traces: &[&'a Trace], on: &'a [RelevanceOutcome]) -> Vec<LocalizedTrace<'a>> {
    let localized = |(trace, outcome): (&&'a Trace, &'a RelevanceOutcome)| LocalizedTrace {
        trace,
        findings: &outcome.findings,
    };
    traces.iter().zip(on).map(localized).collect()
}

/// What is done with the findings of a trace by executing its program, and the limits that it reaches.
type Work<'a> = &'a dyn Fn((usize, &Trace), &mut Vec<Finding>, &mut dyn Execution) -> Reached;

/// Does work on the findings of some traces, and ranks them.
fn change(
    program: &Program,
    traces: &[&Trace],
    asked: impl Iterator<Item = usize>,
    on: &mut [RelevanceOutcome],
    executions: &dyn Executions,
    work: Work<'_>,
) {
    let mut n_left = MAX_CHANGED_STEPS;
    for number in asked {
        let trace = traces[number];
        let RelevanceOutcome { findings, limits: reached, .. } = &mut on[number];
        let own = n_left.min(MAX_CHANGED_TRACE_STEPS);
        let mut try_changes = |execution: &mut dyn Execution| {
            reached.extend(&work((number, trace), findings, execution));
        };
        let tried = executions.with(number, own, &mut try_changes);
        n_left -= own - tried.n_left;
        let (of_trace, of_all) = (&reached::MAX_CHANGED_TRACE_STEPS, &reached::MAX_CHANGED_STEPS);
        let limit = if own == MAX_CHANGED_TRACE_STEPS { of_trace } else { of_all };
        reached.note(limit, tried.is_cut_short);
        rank(program, trace, findings);
    }
}
