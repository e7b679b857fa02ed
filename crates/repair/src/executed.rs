//! What failing tests execute and localization has no finding of.
//!
//! Relevance asks of one execution of a statement whether another value avoids the failure. Where a statement is executed often,
//! it may be wrong although no other value at any single execution helps. It ranks by what else is known of it: which tests
//! execute it, and what changes of it do to them.

use std::collections::BTreeMap;

use faultscope_ir::{FindingKind, OriginKind, Program, Strength};
use faultscope_localize::finding::{Finding, FindingStatement, Occurrence};
use faultscope_localize::localization::Localized;
use faultscope_localize::program::{Constant, ProgramFinding};
use faultscope_verify::ErrorTrace;

use crate::limits::MAX_EXECUTED;

/// Adds findings of the other statements that error traces execute, of which nothing is decided; the last ones executed.
pub fn add_executed(program: &Program, traces: &[ErrorTrace], localized: &mut Localized) {
    let known: Vec<FindingStatement> =
        localized.findings.iter().map(|it| it.finding().statement(program)).collect();
    let mut steps: BTreeMap<FindingStatement, Vec<Vec<usize>>> = BTreeMap::new();
    for (number, error) in traces.iter().enumerate() {
        for (at, step) in error.trace.steps.iter().enumerate() {
            let origin = program.sources.origin(step.origin);
            let kind =
                FindingKind::of(origin.kind).filter(|it| it.is_code() && origin.kind != OriginKind::Input);
            let Some(kind) = kind.filter(|_| origin.is_suspect() && step.command.target().is_some()) else {
                continue;
            };
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
    for (statement, of) in by_last.into_iter().take(MAX_EXECUTED) {
        let on: Vec<Option<Finding>> =
            of.iter().zip(traces).map(|(steps, error)| finding(error, statement.kind, steps)).collect();
        let Some(shown) = on.iter().position(Option::is_some) else { continue };
        for (localized, finding) in localized.on.iter_mut().zip(&on) {
            localized.findings.extend(finding.clone());
        }
        let strength = Strength::Undecided;
        localized.findings.push(ProgramFinding { on, shown, strength, constant: Constant::Undecided });
    }
}

fn finding(error: &ErrorTrace, kind: FindingKind, steps: &[usize]) -> Option<Finding> {
    let step = *steps.last()?;
    let occurrence = |step: &usize| Occurrence {
        step: *step,
        strength: Strength::Undecided,
        iterations: error.trace.steps[*step].iterations.clone(),
    };
    Some(Finding {
        origin: error.trace.steps[step].origin,
        kind,
        strength: Strength::Undecided,
        step,
        occurrences: steps.iter().map(occurrence).collect(),
        values: Vec::new(),
        condition: None,
        witness: None,
        undecided: Vec::new(),
        rerun: None,
        other_outcome_helps: None,
        other_way: None,
        missing: None,
    })
}
