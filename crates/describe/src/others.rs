//! Errors that are told in short: what is violated, and the first places of its own error trace.

use std::collections::BTreeSet;
use std::slice;

use faultscope_ir::{Program, Strength};
use faultscope_repair::other_errors::{OtherError, OtherErrors};
use faultscope_report as report;

use crate::findings::described;

/// So many places are told of such an error, each on another line.
const MAX_PLACES: usize = 3;

/// The errors beside the one that is shown, where they are known.
pub fn other_errors(program: Option<&Program>, others: Option<&OtherErrors>) -> Vec<report::OtherError> {
    let Some((program, others)) = program.zip(others) else { return Vec::new() };
    others.errors.iter().filter_map(|it| other_error(program, it)).collect()
}

/// An error beside the one that is shown. Its trace is not in the report, and so nothing here refers to a step.
fn other_error(program: &Program, of: &OtherError) -> Option<report::OtherError> {
    let errors = slice::from_ref(&of.error);
    let described = described(program, errors, Some(&of.localized), Some(&of.repaired), None);
    let trace = described.traces.into_iter().next()?;
    let inputs = trace.inputs.into_iter().map(|it| report::Input { step: None, ..it }).collect();
    Some(report::OtherError { error: trace.error, inputs, findings: first(described.findings) })
}

/// The first places in code, each explanation and each line once.
fn first(findings: Vec<report::Finding>) -> Vec<report::Finding> {
    let mut lines = BTreeSet::new();
    let is_place = |it: &report::Finding| {
        let matters = !matches!(it.strength, Strength::TraceAberrant | Strength::Irrelevant);
        matters && it.kind.is_code() && it.folded_into.is_none()
    };
    let places = findings.into_iter().filter(is_place);
    let places = places.filter(|it| lines.insert((it.span.file, it.span.line))).take(MAX_PLACES);
    places.zip(1..).map(|(it, rank)| without_steps(report::Finding { rank, ..it })).collect()
}

fn without_steps(mut finding: report::Finding) -> report::Finding {
    finding.occurrences.iter_mut().for_each(|it| it.step = None);
    finding
}
