//! Checks whose errors were not looked for, as results: those that are suppressed, and known errors.

use std::collections::BTreeMap;

use serde_json::json;

use super::known::Fingerprints;
use super::log::{Location, Outcome, Suppression, Text};
use super::places::Places;
use super::rules;
use super::words::plain;
use crate::{Report, Suppressed, SuppressedBy};
use faultscope_ir::Span;

/// A result for each check that is suppressed, or whose error is known.
pub(super) fn results(report: &Report, known: &Fingerprints<'_>, places: &Places<'_>) -> Vec<Outcome> {
    report.suppressed.iter().filter_map(|it| result(report, it, known, places)).collect()
}

/// A known error is unchanged, as its statement is; whether a suppressed check can be violated was not asked.
fn result(
    report: &Report,
    suppressed: &Suppressed,
    known: &Fingerprints<'_>,
    places: &Places<'_>,
) -> Option<Outcome> {
    let check = &report.checks[suppressed.check];
    let shown = places.first_own(&[(check.span, &check.function)]);
    let (span, location) = shown.or_else(|| places.beginning())?;
    let is_known = suppressed.by == SuppressedBy::Baseline;
    let (level, kind, text) = match is_known {
        true => (
            "error",
            "fail",
            format!("{}; known from {}, and not looked for again.", check.message, suppressed.file),
        ),
        false => ("none", "open", format!("{} is not checked: {}.", check.text, suppressed.reason)),
    };
    Some(Outcome {
        rule_id: rules::of_property(check.property),
        rule_index: 0,
        level,
        kind,
        rank: if is_known { 100.0 } else { 0.0 },
        message: Text::new(plain(&text)),
        locations: vec![location],
        related_locations: Vec::new(),
        partial_fingerprints: known.of_check(suppressed.check, span, places),
        baseline_state: is_known.then_some("unchanged"),
        suppressions: suppression(report, suppressed, places).into_iter().collect(),
        stacks: Vec::new(),
        code_flows: Vec::new(),
        fixes: Vec::new(),
        properties: BTreeMap::from([("property", json!(check.property.name()))]),
    })
}

/// What says that a check is suppressed; a known error is none.
fn suppression(report: &Report, suppressed: &Suppressed, places: &Places<'_>) -> Option<Suppression> {
    let kind = match suppressed.by {
        SuppressedBy::Source => "inSource",
        SuppressedBy::Configuration => "external",
        SuppressedBy::Baseline => return None,
    };
    let justification = suppressed.reason.clone();
    Some(Suppression {
        kind,
        status: "accepted",
        justification,
        location: said_at(report, suppressed, places),
    })
}

/// The line of a file of the program that says it.
fn said_at(report: &Report, suppressed: &Suppressed, places: &Places<'_>) -> Option<Location> {
    let line = suppressed.line?;
    let (file, _) = report.sources.files().find(|(_, it)| it.name == suppressed.file)?;
    places.location(Span { file, line, column: 1, end_line: line, end_column: 1 }, None)
}
