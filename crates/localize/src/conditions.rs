//! # Branch conditions as findings
//! Relevance leaves conditions out with reason: some condition that blocks the trace always exists. But half of all faults
//! sit in conditions. So the program is executed once more on the failing inputs with a branch that goes the other
//! way, at one of its executions or at all of them from the first one on; a condition ranks high if that execution ends
//! without an error. The branch that decides whether the error is reached is none: it says what is checked.
//!
//! This is a test, as in [`confirm`](mod@crate::confirm); about the program a verifier decides.

use std::collections::BTreeMap;

use faultscope_ir::limits::Reached;
use faultscope_ir::{OriginId, OriginKind, Program, Property, Span, Terminator, Trace, Value};
use rustc_hash::FxHashSet;

use crate::checks::Checks;
use crate::confirm::Execution;
use crate::finding::{Finding, FindingKind, Occurrence, OtherWay, Rerun, Strength};
use crate::limits::{MAX_TURNED_OCCURRENCES, reached};

/// The conditions on a trace, with what going the other way has shown; the nearest to the error first.
/// With the limits that kept something from being tried.
pub fn conditions(
    program: &Program,
    trace: &Trace,
    execution: &mut dyn Execution,
) -> (Vec<Finding>, Reached) {
    let mut reached = Reached::default();
    let branches = branches(program);
    let mut steps: BTreeMap<Span, Vec<usize>> = BTreeMap::new();
    for (idx, step) in trace.steps.iter().enumerate() {
        let origin = program.sources.origin(step.origin);
        if branches.contains(&step.origin) && step.command.target().is_none() && origin.is_suspect() {
            steps.entry(origin.span).or_default().push(idx);
        }
    }
    let mut findings: Vec<Finding> = steps
        .into_values()
        .map(|it| turned(trace, &it, Turned::Condition, execution, &mut reached))
        .collect();
    findings.sort_by_key(|it| std::cmp::Reverse(it.step));
    (findings, reached)
}

/// The origins of the branches that the user wrote, but those that decide about an error.
fn branches(program: &Program) -> FxHashSet<OriginId> {
    let checks = Checks::new(program);
    let blocks = program.blocks();
    let origins = blocks.filter_map(|block| match &block.terminator {
        Terminator::Branch { origin, .. } => Some(*origin),
        _ => None,
    });
    let is_candidate = |id: &OriginId| {
        let origin = program.sources.origin(*id);
        origin.kind == OriginKind::Condition && !checks.is_guard(origin)
    };
    origins.filter(is_candidate).collect()
}

/// What a branch decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Turned {
    /// A condition of the user's.
    Condition,
    /// Whether memory is freed.
    Release,
}

/// The finding of a branch with these occurrences.
pub(crate) fn turned(
    trace: &Trace,
    steps: &[usize],
    about: Turned,
    execution: &mut dyn Execution,
    reached: &mut Reached,
) -> Finding {
    let (mut open, mut leaks) = (false, false);
    let mut avoids = |step: usize, onwards: bool| {
        let answer = execution.avoids_other_way(step, onwards);
        open |= answer.is_none();
        leaks |= answer == Some(false)
            && matches!(execution.violated(), Some(Property::MemoryLeak | Property::MemoryCleanup));
        answer == Some(true)
    };
    let mut occurrences: Vec<Occurrence> = steps
        .iter()
        .map(|step| Occurrence {
            step: *step,
            strength: Strength::Undecided,
            iterations: trace.steps[*step].iterations.clone(),
        })
        .collect();
    for occurrence in occurrences.iter_mut().rev().take(MAX_TURNED_OCCURRENCES) {
        let helps = avoids(occurrence.step, false);
        occurrence.strength = if helps { Strength::Relevant } else { Strength::Undecided };
    }
    let once = occurrences.iter().position(|it| it.strength == Strength::Relevant);
    let every_time = if steps.len() == 1 { once.is_some() } else { avoids(steps[0], true) };
    let helps = once.is_some() || every_time;
    reached.note(&reached::MAX_TURNED_OCCURRENCES, steps.len() > MAX_TURNED_OCCURRENCES && !helps);
    // A leak behind a turned condition says nothing of the condition; a leak without a `free` is what the `free` is for.
    let leaks_instead = leaks && about == Turned::Release;
    let rerun = match (helps, open) {
        (true, _) => Rerun::Avoids(Value::Bool(false)),
        (false, _) if leaks_instead => Rerun::Leaks,
        (false, true) => Rerun::Open,
        (false, false) => Rerun::Fails,
    };
    let step = once.map_or(steps[0], |idx| steps[idx]);
    let kind = match about {
        Turned::Condition => FindingKind::Condition,
        Turned::Release => FindingKind::Release,
    };
    // No execution without the `free` follows the trace, whatever happens instead.
    let is_relevant = helps || about == Turned::Release;
    let strength = if is_relevant { Strength::Relevant } else { Strength::Undecided };
    Finding {
        occurrences,
        rerun: Some(rerun),
        other_way: Some(OtherWay { every_time, once: once.map(|idx| idx as u32) }),
        ..Finding::new(trace.steps[step].origin, kind, strength, step)
    }
}
