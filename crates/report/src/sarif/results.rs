//! Errors, and the findings that are related to them, as results.

use std::collections::BTreeMap;

use faultscope_ir::{LifeEvent, Span};
use serde_json::{Value, json};

use super::log::{Location, Outcome, Stack, StackFrame, Text};
use super::places::Places;
use super::words::{plain, told};
use super::{fixes, flows, rules};
use crate::text::in_one_sentence;
use crate::words::{self, count, shortened};
use crate::{ErrorSite, Finding, Note, Report, Strength, Test, TestStatus, Trace, Verdict};

/// More results are not taken by code hosts.
const MAX_RESULTS: usize = 5000;

/// So many error traces become code flows.
pub(super) const MAX_FLOWS: usize = 40;

/// So many steps all code flows of a log have together, lest it gets larger than code hosts take.
const MAX_STEPS: usize = 20_000;

/// So many findings are named at an error.
const MAX_NAMED: usize = 3;

/// So many failing tests are named that have no error trace.
const MAX_TESTS: usize = 10;

/// Longer statements are cut off.
const MAX_CODE: usize = 80;

/// The key that GitHub compares results of different revisions by.
const LINE_HASH: &str = "primaryLocationLineHash";

/// All results: each error, tests that fail beside, and then the findings.
pub(super) fn results(report: &Report, places: &Places<'_>) -> Vec<Outcome> {
    let mut left = MAX_STEPS;
    let mut results = Vec::new();
    for error in errors(report) {
        results.extend(error_result(report, &error, &mut left, places));
    }
    results.extend(untraced_tests(report, places));
    let room = MAX_RESULTS.saturating_sub(results.len());
    let last_rank = report.findings.iter().map(|it| it.rank).max().unwrap_or(1);
    let listed = report.findings.iter().filter(|it| it.strength != Strength::Irrelevant).take(room);
    results.extend(listed.filter_map(|it| finding_result(report, it, last_rank, places)));
    results
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
    text += &inputs(first);
    text += &promising(report, &mut related, places);
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
        partial_fingerprints: fingerprints(span, places),
        locations: vec![location],
        related_locations: related.locations,
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

fn fingerprints(span: Span, places: &Places<'_>) -> BTreeMap<&'static str, String> {
    places.fingerprint(span).map(|it| (LINE_HASH, it)).into_iter().collect()
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
fn inputs(trace: &Trace) -> String {
    let mattering: Vec<String> = trace
        .inputs
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

/// The first findings, each with a link to it.
fn promising(report: &Report, related: &mut Related, places: &Places<'_>) -> String {
    let is_listed =
        |it: &&Finding| it.folded_into.is_none() && it.strength != Strength::Irrelevant && is_code(it);
    let mut parts = Vec::new();
    for finding in report.findings.iter().filter(is_listed).take(MAX_NAMED) {
        let location = places.location(finding.span, Some(&finding.function));
        let what = in_one_sentence(report, finding);
        let link = related.link(&format!("line {}", finding.span.line), location, &what);
        parts.push(format!("{link} ({})", plain(&what)));
    }
    if parts.is_empty() { String::new() } else { format!(" Most promising places: {}.", parts.join("; ")) }
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
        partial_fingerprints: fingerprints(span, places),
        locations: vec![location],
        related_locations: Vec::new(),
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

fn finding_result(
    report: &Report,
    finding: &Finding,
    last_rank: usize,
    places: &Places<'_>,
) -> Option<Outcome> {
    let mut spans = vec![(finding.span, finding.function.as_str())];
    spans.extend(finding.expansions.iter().map(|span| (*span, finding.function.as_str())));
    spans.extend(finding.calls.iter().rev().map(|it| (it.span, it.caller.as_str())));
    let (span, location) = places.first_own(&spans)?;
    let mut related = Related::default();
    let code = plain(&shortened(&finding.text, MAX_CODE));
    let mut text =
        format!("Finding {}: `{code}`: {}", finding.rank, plain(&in_one_sentence(report, finding)));
    if let Some(error) = report.traces.get(finding.trace).map(|trace| &trace.error) {
        let location = error_place(error, places).map(|(_, location)| location);
        let link = related.link("the error", location, &error.message);
        text += &format!(" (for {link})");
    }
    if let Some(influence) = &finding.influence {
        let location = places.location(influence.span, None);
        related.link("", location, "what comes out differently with another value");
    }
    for (name, span) in &finding.definitions {
        related.link("", places.location(*span, None), &format!("the macro `{name}`"));
    }
    let is_said = finding.folded_into.is_none() && finding.strength != Strength::TraceAberrant;
    let of_statement = report.patches.iter().filter(|it| it.statement == finding.span);
    Some(Outcome {
        rule_id: rules::of_finding(finding.kind),
        rule_index: 0,
        level: if is_said && is_code(finding) { "warning" } else { "note" },
        kind: "fail",
        rank: priority(finding.rank, last_rank),
        message: Text::new(text + "."),
        partial_fingerprints: fingerprints(span, places),
        locations: vec![location],
        related_locations: related.locations,
        stacks: Vec::new(),
        code_flows: Vec::new(),
        fixes: fixes::fixes(of_statement, places),
        properties: finding_properties(finding),
    })
}

/// 100 for the first of so many findings, and evenly less down to the last.
fn priority(rank: usize, last: usize) -> f64 {
    let share = (last + 1).saturating_sub(rank) as f64 / last.max(1) as f64;
    (share.clamp(0.0, 1.0) * 1000.0).round() / 10.0
}

fn finding_properties(finding: &Finding) -> BTreeMap<&'static str, Value> {
    let mut properties = BTreeMap::from([
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
