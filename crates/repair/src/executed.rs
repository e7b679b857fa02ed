//! What failing tests execute and localization has no finding of.
//!
//! Relevance asks of one execution of a statement whether another value avoids the failure. Where a statement is executed often,
//! it may be wrong although no other value at any single execution helps. It ranks by what else is known of it: which tests
//! execute it, and what changes of it do to them.

use std::collections::{BTreeMap, BTreeSet};

use faultscope_ir::{FindingKind, Program, Strength};
use faultscope_localize::finding::{Finding, FindingStatement, Occurrence};
use faultscope_localize::localization::Localized;
use faultscope_verify::ErrorTrace;

use crate::limits::MAX_EXECUTED;

/// Findings of the other statements that error traces execute, each on every trace, of which nothing is decided; the last ones
/// executed.
pub fn executed(
    program: &Program,
    traces: &[ErrorTrace],
    localized: &Localized,
) -> Vec<Vec<Option<Finding>>> {
    let known: BTreeSet<FindingStatement> =
        localized.findings.iter().map(|it| it.finding().statement(program)).collect();
    let mut steps: BTreeMap<FindingStatement, Vec<Vec<usize>>> = BTreeMap::new();
    for (number, error) in traces.iter().enumerate() {
        for (at, step) in error.trace.steps.iter().enumerate() {
            let origin = program.sources.origin(step.origin);
            let is_asked = origin.is_suspect() && step.command.target().is_some();
            let kind = FindingKind::of(origin.kind).filter(|it| is_asked && it.is_code());
            let Some(kind) = kind else { continue };
            let statement = FindingStatement { span: origin.span, kind };
            if !known.contains(&statement) {
                steps.entry(statement).or_insert_with(|| vec![Vec::new(); traces.len()])[number].push(at);
            }
        }
    }
    let mut by_last: Vec<(FindingStatement, Vec<Vec<usize>>)> = steps.into_iter().collect();
    let last = |of: &[Vec<usize>]| {
        let ends = of.iter().zip(traces).filter_map(|(steps, error)| Some(error.trace.len() - steps.last()?));
        ends.min()
    };
    by_last.sort_by_key(|(_, of)| last(of));
    let on_traces = |(statement, of): (FindingStatement, Vec<Vec<usize>>)| {
        of.iter().zip(traces).map(|(steps, error)| finding(error, statement.kind, steps)).collect()
    };
    by_last.into_iter().take(MAX_EXECUTED).map(on_traces).collect()
}

fn finding(error: &ErrorTrace, kind: FindingKind, steps: &[usize]) -> Option<Finding> {
    let step = *steps.last()?;
    let strength = Strength::Undecided;
    let occurrence = |step: &usize| {
        let iterations = error.trace.steps[*step].iterations.clone();
        Occurrence { step: *step, strength, iterations }
    };
    Some(Finding {
        occurrences: steps.iter().map(occurrence).collect(),
        ..Finding::new(error.trace.steps[step].origin, kind, strength, step)
    })
}
