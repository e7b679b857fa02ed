//! Errors as results, with the findings as related locations.

use std::collections::BTreeMap;

use faultscope_ir::{LifeEvent, Span};
use serde_json::{Value, json};

use super::known::{self, Fingerprints};
use super::log::{Location, Outcome, Stack, StackFrame, Text};
use super::places::Places;
use super::words::{plain, told};
use super::{fixes, flows, rules, suppressed};
use crate::text::in_one_sentence;
use crate::words::{self, count, shortened};
use crate::{
    Check, CheckStatus, ErrorSite, Finding, Input, Note, Report, Strength, SuppressedBy, Test, TestStatus,
    Trace, Verdict,
};

/// More results are not taken by code hosts.
const MAX_RESULTS: usize = 5000;

/// So many error traces become code flows.
pub(super) const MAX_FLOWS: usize = 40;

/// So many steps all code flows of a log have together, lest it gets larger than code hosts take.
const MAX_STEPS: usize = 20_000;

/// So many findings are named in the message of an error.
const MAX_NAMED: usize = 3;

/// So many findings are related locations of an error.
const MAX_RELATED: usize = 40;

/// So many failing tests are named that have no error trace.
const MAX_TESTS: usize = 10;

/// Longer statements are cut off.
const MAX_CODE: usize = 80;

/// All results: each error, the tests that fail beside, and the checks that are suppressed.
pub(super) fn results(report: &Report, places: &Places<'_>) -> Vec<Outcome> {
    let known = &Fingerprints::of(report);
    let mut left = MAX_STEPS;
    let mut results = Vec::new();
    for error in errors(report) {
        results.extend(error_result(report, &error, known, &mut left, places));
    }
    results.extend(other_results(report, known, places));
    results.extend(untraced_tests(report, places));
    results.extend(suppressed::results(report, known, places));
    results.truncate(MAX_RESULTS);
    results
}

/// The state of an error against a baseline, where one was given that has errors of this program.
fn baseline_state(report: &Report) -> Option<&'static str> {
    let has_known = report.suppressed.iter().any(|it| it.by == SuppressedBy::Baseline);
    has_known.then_some("new")
}

/// The traces that end in the same error, with their indices.
fn errors(report: &Report) -> Vec<Vec<(usize, &Trace)>> {
    let mut errors: Vec<Vec<(usize, &Trace)>> = Vec::new();
    for (idx, trace) in report.traces.iter().enumerate() {
        let error = &trace.error;
        let is_same = |it: &&mut Vec<(usize, &Trace)>| {
            let other = &it[0].1.error;
            (other.span, other.property, &other.message) == (error.span, error.property, &error.message)
        };
        match errors.iter_mut().find(is_same) {
            Some(same) => same.push((idx, trace)),
            None => errors.push(vec![(idx, trace)]),
        }
    }
    errors
}

fn error_result(
    report: &Report,
    traces: &[(usize, &Trace)],
    known: &Fingerprints<'_>,
    left: &mut usize,
    places: &Places<'_>,
) -> Option<Outcome> {
    let (_, first) = traces[0];
    let error = &first.error;
    let (span, location) = error_place(error, places)?;
    let is_confirmed = report.verdict == Verdict::Unsafe && traces.iter().any(|(_, it)| it.replayed);
    let mut related = Related::default();
    let mut text = error.message.clone();
    if span != error.span {
        let file = &report.sources.file(error.span.file).name;
        text += &format!(" (in {file}, line {}, called from here)", error.span.line);
    }
    text = plain(&text);
    if !is_confirmed {
        let reason = report.reason.as_ref().map(|it: &Note| format!(": {}", it.message)).unwrap_or_default();
        text += &plain(&format!("; not confirmed{reason}"));
    }
    for about in words::notes(report, error) {
        text += &plain(&format!("; {about}"));
    }
    text += &tests(report, traces);
    text += ".";
    text += &inputs(&first.inputs);
    let is_of_error = |it: &&Finding| traces.iter().any(|(idx, _)| *idx == it.trace);
    let findings: Vec<&Finding> = report.findings.iter().filter(is_of_error).collect();
    text += &promising(&findings, &|it| in_one_sentence(report, it), &mut related, places);
    related_places(error, &mut related, places);
    let mut code_flows = Vec::new();
    for (idx, trace) in traces.iter().take_while(|(idx, _)| *idx < MAX_FLOWS) {
        if *left > 0 {
            let flow = flows::flow(trace, idx + 1, *left, places);
            *left = left.saturating_sub(flow.thread_flows[0].locations.len());
            code_flows.push(flow);
        }
    }
    code_flows.retain(|it| !it.thread_flows[0].locations.is_empty());
    Some(Outcome {
        rule_id: rules::of_property(error.property),
        rule_index: 0,
        level: if is_confirmed { "error" } else { "warning" },
        kind: "fail",
        rank: 100.0,
        message: Text::new(text),
        partial_fingerprints: known.of_error(error, span, places),
        locations: vec![location],
        related_locations: related.locations,
        baseline_state: baseline_state(report),
        suppressions: Vec::new(),
        stacks: stack(error, places).into_iter().collect(),
        code_flows,
        fixes: fixes::fixes(report.patches.iter(), places),
        properties: error_properties(traces, is_confirmed),
    })
}

/// Where an error is shown: where it is, or where the innermost call of the project stands that leads there.
fn error_place(error: &ErrorSite, places: &Places<'_>) -> Option<(Span, Location)> {
    let mut spans = vec![(error.span, error.function.as_str())];
    spans.extend(error.calls.iter().rev().map(|it| (it.span, it.caller.as_str())));
    places.first_own(&spans).or_else(|| places.beginning())
}

/// Places that a message names.
#[derive(Default)]
struct Related {
    locations: Vec<Location>,
}

impl Related {
    /// A text that leads to a place, and the place with a message.
    fn link(&mut self, text: &str, location: Option<Location>, message: &str) -> String {
        let Some(location) = told(location, plain(message)) else { return plain(text) };
        let id = self.locations.len() + 1;
        self.locations.push(Location { id: Some(id), ..location });
        let label = text.replace('\\', "\\\\").replace('[', "\\[").replace(']', "\\]");
        format!("[{label}]({id})")
    }
}

/// The tests that the traces are of.
fn tests(report: &Report, traces: &[(usize, &Trace)]) -> String {
    // Others may be of traces that are like those that are shown.
    let is_all = report.traces.len() == traces.len();
    let is_first = traces.iter().any(|(idx, _)| *idx == 0);
    let is_of = |it: &&Test| is_all && it.trace.is_some() || is_first && it.trace == Some(0);
    let names: Vec<String> = report.tests.iter().filter(is_of).map(|it| format!("`{}`", it.name)).collect();
    match names.len() {
        0 => String::new(),
        1 => plain(&format!("; test {}", names[0])),
        _ => plain(&format!("; tests {}", names.join(", "))),
    }
}

/// The inputs that the error depends on.
fn inputs(inputs: &[Input]) -> String {
    let mattering: Vec<String> = inputs
        .iter()
        .filter(|it| it.matters)
        .map(|it| {
            let place = it.place.as_deref().unwrap_or(&it.text);
            format!("{place} = {}", shortened(&it.value, MAX_CODE))
        })
        .collect();
    if mattering.is_empty() {
        return String::new();
    }
    let shown = mattering.len().min(MAX_TESTS);
    let more = match mattering.len() - shown {
        0 => String::new(),
        n => format!(" and {}", count(n, "more input")),
    };
    plain(&format!(" It happens with {}{more}.", mattering[..shown].join(", ")))
}

/// A sentence with the first findings, each with a link to it; all of them become related locations.
fn promising(
    findings: &[&Finding],
    told: &dyn Fn(&Finding) -> String,
    related: &mut Related,
    places: &Places<'_>,
) -> String {
    let matters = |it: &&&Finding| it.strength != Strength::Irrelevant;
    let mut parts = Vec::new();
    for finding in findings.iter().filter(matters).take(MAX_RELATED) {
        let what = told(finding);
        let code = shortened(&finding.text, MAX_CODE);
        let location = finding_location(finding, places);
        let link = related.link(
            &format!("line {}", finding.span.line),
            location,
            &format!("finding {}: `{code}`: {what}", finding.rank),
        );
        if finding.folded_into.is_none() && is_code(finding) && parts.len() < MAX_NAMED {
            parts.push(format!("{link} ({})", plain(&what)));
        }
    }
    if parts.is_empty() { String::new() } else { format!(" Most promising places: {}.", parts.join("; ")) }
}

/// Where a finding is, or where the project leads to it, with what is known of it.
fn finding_location(finding: &Finding, places: &Places<'_>) -> Option<Location> {
    let mut spans = vec![(finding.span, finding.function.as_str())];
    spans.extend(finding.expansions.iter().map(|span| (*span, finding.function.as_str())));
    spans.extend(finding.calls.iter().rev().map(|it| (it.span, it.caller.as_str())));
    let (_, location) = places.first_own(&spans)?;
    Some(Location { properties: finding_properties(finding), ..location })
}

/// The errors of which there is no trace: one result for each violated check.
fn other_results(report: &Report, known: &Fingerprints<'_>, places: &Places<'_>) -> Vec<Outcome> {
    // What tests violate depends on the test, and what is not confirmed has its trace.
    if report.verdict != Verdict::Unsafe || !report.tests.is_empty() {
        return Vec::new();
    }
    let is_shown = |check: &Check| {
        report.traces.iter().any(|it| (it.error.property, it.error.span) == (check.property, check.span))
    };
    let checks = report.checks.iter().enumerate();
    let others = checks.filter(|(_, it)| it.status == CheckStatus::Violated && !is_shown(it));
    others.filter_map(|(idx, check)| other_result(report, (idx, check), known, places)).collect()
}

fn other_result(
    report: &Report,
    (idx, check): (usize, &Check),
    known: &Fingerprints<'_>,
    places: &Places<'_>,
) -> Option<Outcome> {
    let error = report.other_errors.iter().find(|it| it.violates(check));
    let (span, location) = match error {
        Some(it) => error_place(&it.error, places)?,
        None => places.first_own(&[(check.span, &check.function)]).or_else(|| places.beginning())?,
    };
    let mut related = Related::default();
    let mut text = plain(&check.message);
    if let Some(it) = error {
        for about in words::notes(report, &it.error) {
            text += &plain(&format!("; {about}"));
        }
    }
    text += ".";
    if let Some(it) = error {
        text += &inputs(&it.inputs);
        let findings: Vec<&Finding> = it.findings.iter().collect();
        let told = |finding: &Finding| words::in_other_error(finding, it, &report.sources);
        text += &promising(&findings, &told, &mut related, places);
        related_places(&it.error, &mut related, places);
    }
    Some(Outcome {
        rule_id: rules::of_property(check.property),
        rule_index: 0,
        level: "error",
        kind: "fail",
        rank: 100.0,
        message: Text::new(text),
        partial_fingerprints: known.of_check(idx, span, places),
        locations: vec![location],
        related_locations: related.locations,
        baseline_state: baseline_state(report),
        suppressions: Vec::new(),
        stacks: error.and_then(|it| stack(&it.error, places)).into_iter().collect(),
        code_flows: Vec::new(),
        fixes: Vec::new(),
        properties: BTreeMap::from([("confirmed", json!(true)), ("property", json!(check.property.name()))]),
    })
}

fn is_code(finding: &Finding) -> bool {
    finding.kind.is_code()
}

/// The object that an error is about.
fn related_places(error: &ErrorSite, related: &mut Related, places: &Places<'_>) {
    let Some(object) = &error.object else { return };
    if let Some(made) = object.made.filter(|_| object.story.is_empty()) {
        let location = places.location(made, None);
        related.link("", location, &format!("`{}` is declared here", object.name));
    }
    for event in &object.story {
        let what = match event.kind {
            LifeEvent::Allocated => "allocated here",
            LifeEvent::Declared => "declared here",
            LifeEvent::Freed => "freed here",
            LifeEvent::Escaped => "a pointer to it is kept here",
            LifeEvent::ScopeEnded => "its scope ends here",
            LifeEvent::PointerLost => "the last pointer to it is lost here",
            // That is where the result is.
            LifeEvent::Used => continue,
        };
        let location = places.location(event.span, Some(&event.function));
        related.link("", location, &format!("`{}`: {what}", object.name));
    }
}

/// The calls that lead to an error, the innermost first.
fn stack(error: &ErrorSite, places: &Places<'_>) -> Option<Stack> {
    let innermost = (error.span, error.function.as_str());
    let calls = error.calls.iter().rev().map(|it| (it.span, it.caller.as_str()));
    let frames = std::iter::once(innermost).chain(calls);
    let frames: Vec<StackFrame> = frames
        .filter_map(|(span, function)| Some(StackFrame { location: places.location(span, Some(function))? }))
        .collect();
    (!error.calls.is_empty())
        .then(|| Stack { message: Text::new("The calls that lead to the error."), frames })
}

fn error_properties(traces: &[(usize, &Trace)], is_confirmed: bool) -> BTreeMap<&'static str, Value> {
    let numbers: Vec<usize> = traces.iter().map(|(idx, _)| idx + 1).collect();
    let n_similar: usize = traces.iter().map(|(_, it)| it.similar.len()).sum();
    BTreeMap::from([
        ("confirmed", json!(is_confirmed)),
        ("traces", json!(numbers)),
        ("similarTraces", json!(n_similar)),
        ("property", json!(traces[0].1.error.property.name())),
    ])
}

/// One result for the failing tests that have no error trace.
fn untraced_tests(report: &Report, places: &Places<'_>) -> Option<Outcome> {
    let is_untraced = |it: &&Test| it.status.is_failure() && it.trace.is_none();
    let failing: Vec<&Test> = report.tests.iter().filter(is_untraced).collect();
    let first = failing.first()?;
    let error = report.error().and_then(|error| error_place(error, places));
    let (span, location) = error.or_else(|| places.beginning())?;
    let named: Vec<String> = failing.iter().take(MAX_TESTS).map(|it| failure(it)).collect();
    let more = match failing.len() - named.len() {
        0 => String::new(),
        n => format!("; and {n} more"),
    };
    let beside = if report.traces.is_empty() { "" } else { "more " };
    let fail = if failing.len() == 1 { "fails" } else { "fail" };
    let text =
        format!("{} {fail}: {}{more}", count(failing.len(), &format!("{beside}test")), named.join("; "));
    let property = match first.status {
        TestStatus::Crashed => "crashed",
        _ => "failed",
    };
    Some(Outcome {
        rule_id: rules::of_property(crate::Property::ExpectedOutput),
        rule_index: 0,
        level: "error",
        kind: "fail",
        rank: 100.0,
        message: Text::new(plain(&text)),
        partial_fingerprints: known::of_line(span, places),
        locations: vec![location],
        related_locations: Vec::new(),
        baseline_state: None,
        suppressions: Vec::new(),
        stacks: Vec::new(),
        code_flows: Vec::new(),
        fixes: Vec::new(),
        properties: BTreeMap::from([("tests", json!(failing.len())), ("status", json!(property))]),
    })
}

/// A failing test, and what is wrong.
fn failure(test: &Test) -> String {
    format!("`{}` ({})", test.name, words::test(test))
}

fn finding_properties(finding: &Finding) -> BTreeMap<&'static str, Value> {
    let mut properties = BTreeMap::from([
        ("kind", json!(finding.kind.name())),
        ("finding", json!(finding.rank)),
        ("strength", json!(finding.strength.name())),
        ("trace", json!(finding.trace + 1)),
        ("values", json!(finding.values)),
    ]);
    if let Some(condition) = &finding.condition {
        properties.insert("condition", json!(condition));
    }
    if let Some(value) = &finding.value {
        properties.insert("value", json!(value));
    }
    if let Some(of) = finding.folded_into {
        properties.insert("foldedInto", json!(of));
    }
    if finding.in_driver {
        properties.insert("inDriver", json!(true));
    }
    properties
}
