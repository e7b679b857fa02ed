//! The report for other programs: one JSON object, described in `docs/json.md` and `docs/report.schema.json`. What is known
//! before the end is a row of objects ([`stream`]). [`read`] makes a report of it again.
//!
//! Values and conditions are text in the language of the program. Whoever changes a field changes the documents; whoever
//! removes one or changes its meaning changes [`SCHEMA`].

mod names;
mod object;
mod patch;
mod place;
mod program;
mod reader;
pub mod rejection;
pub mod stream;
mod techniques;
mod test;
mod trace;

use std::io::{self, Write};

use names::{coverage, finding_kind, language, rounded, strength, verdict};
use patch::JsonPatch;
use place::{Files, JsonSource, Place};
use program::{JsonInProgram, JsonOtherWay, JsonSet, JsonSuspiciousness};
use serde::Serialize;

use crate::choice::Choice;
use crate::{
    Assumption, Check, CheckedProof, ConstantOverTraces, DecidedBy, Finding, Guide, Influence, Note,
    OverTraces, PointerNeed, ReachedLimit, Report, Rerun, SpecificationAnswer, Statistics, TraceAbstraction,
};

use techniques::{JsonTechnique, JsonTechniqueTime};
use test::JsonTest;
use trace::{JsonCall, JsonError, JsonInput, JsonTrace, calls, inputs};

pub(crate) use names::{coverage as coverage_name, strength as strength_name, verdict as verdict_name};
pub use reader::{ReadError, read};

/// The name and version of the format.
pub const SCHEMA: &str = "faultscope-report/4";

/// The report as JSON, a line end included.
pub fn render(report: &Report) -> String {
    text(|out| write(report, out))
}

/// Writes what [`render`] gives, as it is made: the text of a long trace has gigabytes.
///
/// # Errors
/// If it cannot be written.
pub fn write(report: &Report, mut out: impl Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut out, &JsonReport::new(report))?;
    out.write_all(b"\n")
}

/// The same on one line.
pub fn render_line(report: &Report) -> String {
    text(|out| write_line(report, out))
}

/// Writes what [`render_line`] gives, as it is made.
///
/// # Errors
/// If it cannot be written.
pub fn write_line(report: &Report, mut out: impl Write) -> io::Result<()> {
    serde_json::to_writer(&mut out, &JsonReport::new(report))?;
    out.write_all(b"\n")
}

fn text(write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> String {
    let mut text = Vec::new();
    write(&mut text).expect("the structs below have text keys only");
    String::from_utf8(text).expect("JSON is text")
}

/// The same as a part of something else.
pub(crate) fn value(report: &Report) -> impl Serialize {
    JsonReport::new(report)
}

#[derive(Serialize)]
struct JsonReport<'a> {
    schema: &'static str,
    language: &'static str,
    verdict: &'static str,
    reason: Option<&'a str>,
    reason_place: Option<Place<'a>>,
    reason_hint: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    specification: Option<JsonSpecification<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tests: Vec<JsonTest<'a>>,
    error: Option<JsonError<'a>>,
    inputs: Vec<JsonInput<'a>>,
    traces: Vec<JsonTrace<'a>>,
    coverage: Option<&'static str>,
    is_localized: bool,
    findings: Vec<JsonFinding<'a>>,
    omitted_findings: usize,
    sets: Vec<JsonSet<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    techniques: Vec<JsonTechnique<'a>>,
    patches: Vec<JsonPatch<'a>>,
    checks: Vec<JsonCheck<'a>>,
    assumptions: Vec<JsonAssumption<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    guide: Option<JsonGuide<'a>>,
    proof: Option<JsonCheckedProof>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unchecked_proof: Option<&'a str>,
    warnings: Vec<JsonNote<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    limits: Vec<JsonLimit<'a>>,
    statistics: JsonStatistics<'a>,
    sources: Vec<JsonSource<'a>>,
}

impl<'a> JsonReport<'a> {
    fn new(report: &'a Report) -> JsonReport<'a> {
        let sources = &Files::new(&report.sources);
        let reason = report.reason.as_ref();
        JsonReport {
            schema: SCHEMA,
            language: language(report.language),
            verdict: verdict(report.verdict),
            reason: reason.map(|note| note.message.as_str()),
            reason_place: reason.and_then(|note| note.span).map(|span| Place::new(span, sources)),
            reason_hint: reason.and_then(|note| note.hint.as_deref()),
            result: report.specification.as_ref().map(|it| it.result.as_str()),
            specification: report.specification.as_ref().map(JsonSpecification::new),
            tests: report.tests.iter().map(JsonTest::new).collect(),
            error: report.error().map(|error| JsonError::new(error, sources)),
            inputs: inputs(report.inputs(), sources),
            traces: report.traces.iter().map(|trace| JsonTrace::new(trace, sources)).collect(),
            coverage: report.coverage.map(coverage),
            is_localized: report.is_localized,
            findings: report.findings.iter().map(|finding| JsonFinding::new(finding, sources)).collect(),
            omitted_findings: report.n_omitted_findings,
            sets: report.sets.iter().map(|set| JsonSet::new(set, sources)).collect(),
            techniques: report.techniques.iter().map(|it| JsonTechnique::new(it, sources)).collect(),
            patches: report.patches.iter().map(|patch| JsonPatch::new(patch, sources)).collect(),
            checks: report.checks.iter().map(|check| JsonCheck::new(check, sources)).collect(),
            assumptions: report.assumptions.iter().map(|it| JsonAssumption::new(it, sources)).collect(),
            guide: report.guide.as_ref().map(JsonGuide::new),
            proof: report.proof.as_ref().map(JsonCheckedProof::new),
            unchecked_proof: report.unchecked_proof.as_deref(),
            warnings: report.warnings.iter().map(|note| JsonNote::new(note, sources)).collect(),
            limits: report.limits.iter().map(JsonLimit::new).collect(),
            statistics: JsonStatistics::new(&report.statistics),
            // All places are there now.
            sources: sources.named(),
        }
    }
}

#[derive(Serialize)]
struct JsonSpecification<'a> {
    property_file: &'a str,
    properties: &'a [String],
    unsupported: &'a [String],
    expected: Option<&'a str>,
    agrees: Option<bool>,
}

impl<'a> JsonSpecification<'a> {
    fn new(specification: &'a SpecificationAnswer) -> JsonSpecification<'a> {
        let SpecificationAnswer { file, properties, unsupported, expected, agrees, .. } = specification;
        JsonSpecification {
            property_file: file,
            properties,
            unsupported,
            expected: expected.as_deref(),
            agrees: *agrees,
        }
    }
}

#[derive(Serialize)]
struct JsonGuide<'a> {
    outcome: &'static str,
    message: &'a str,
    waypoint: Option<usize>,
    waypoints: usize,
    file: Option<&'a str>,
    line: Option<u32>,
}

impl<'a> JsonGuide<'a> {
    fn new(guide: &'a Guide) -> JsonGuide<'a> {
        JsonGuide {
            outcome: guide.outcome,
            message: &guide.message,
            waypoint: guide.waypoint,
            waypoints: guide.n_waypoints,
            file: guide.place.as_ref().map(|(file, _)| file.as_str()),
            line: guide.place.as_ref().map(|(_, line)| *line),
        }
    }
}

/// A macro.
#[derive(Serialize)]
struct JsonDefinition<'a> {
    name: &'a str,
    #[serde(flatten)]
    place: Place<'a>,
}

#[derive(Serialize)]
struct JsonNote<'a> {
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<&'a str>,
    #[serde(flatten)]
    place: Option<Place<'a>>,
}

impl<'a> JsonNote<'a> {
    fn new(note: &'a Note, sources: &Files<'a>) -> JsonNote<'a> {
        let place = note.span.map(|span| Place::new(span, sources));
        JsonNote { message: &note.message, hint: note.hint.as_deref(), place }
    }
}

#[derive(Serialize)]
struct JsonLimit<'a> {
    name: &'a str,
    value: u64,
    bounds: &'a str,
    effect: &'a str,
}

impl<'a> JsonLimit<'a> {
    fn new(limit: &'a ReachedLimit) -> JsonLimit<'a> {
        let ReachedLimit { name, value, bounds, effect } = limit;
        JsonLimit { name, value: *value, bounds, effect }
    }
}

#[derive(Serialize)]
struct JsonAssumption<'a> {
    #[serde(flatten)]
    choice: Choice<'a>,
    #[serde(flatten)]
    place: Option<Place<'a>>,
}

impl<'a> JsonAssumption<'a> {
    fn new(assumption: &'a Assumption, sources: &Files<'a>) -> JsonAssumption<'a> {
        JsonAssumption {
            choice: Choice::new(assumption.kind, assumption.subject.as_deref(), &assumption.message),
            place: assumption.span.map(|span| Place::new(span, sources)),
        }
    }
}

#[derive(Serialize)]
struct JsonCheck<'a> {
    status: &'static str,
    decided_by: Option<&'static str>,
    property: &'static str,
    message: &'a str,
    #[serde(flatten)]
    place: Place<'a>,
    text: &'a str,
    function: &'a str,
}

impl<'a> JsonCheck<'a> {
    fn new(check: &'a Check, sources: &Files<'a>) -> JsonCheck<'a> {
        JsonCheck {
            status: check.status.name(),
            decided_by: check.decided_by.map(DecidedBy::name),
            property: check.property.name(),
            message: &check.message,
            place: Place::new(check.span, sources),
            text: &check.text,
            function: &check.function,
        }
    }
}

#[derive(Serialize)]
struct JsonCheckedProof {
    claim: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    traces: Option<usize>,
    steps: usize,
    queries: usize,
}

impl JsonCheckedProof {
    fn new(proof: &CheckedProof) -> JsonCheckedProof {
        JsonCheckedProof {
            claim: proof.claim.name(),
            traces: proof.claim.n_traces(),
            steps: proof.n_steps,
            queries: proof.n_queries,
        }
    }
}

#[derive(Serialize)]
struct JsonFinding<'a> {
    rank: usize,
    kind: &'static str,
    strength: &'static str,
    trace: usize,
    over_traces: Option<JsonOverTraces<'a>>,
    #[serde(flatten)]
    place: Place<'a>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    expansions: Vec<Place<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    definitions: Vec<JsonDefinition<'a>>,
    text: &'a str,
    function: &'a str,
    assigns: Option<&'a str>,
    value: Option<&'a str>,
    values: &'a [String],
    condition: Option<&'a str>,
    pointer: Option<JsonPointer>,
    rerun: Option<JsonRerun<'a>>,
    failing_inputs: Option<Vec<JsonAssignment<'a>>>,
    influence: Option<JsonInfluence<'a>>,
    iterations: &'a [u32],
    calls: Vec<JsonCall<'a>>,
    occurrences: Vec<JsonOccurrence<'a>>,
    other_outcome_helps: Option<bool>,
    undecided: Vec<&'static str>,
    other_way: Option<JsonOtherWay>,
    #[serde(skip_serializing_if = "Option::is_none")]
    missing: Option<&'a str>,
    in_program: Option<JsonInProgram<'a>>,
    suspiciousness: Option<JsonSuspiciousness>,
    #[serde(skip_serializing_if = "Option::is_none")]
    folded_into: Option<usize>,
}

impl<'a> JsonFinding<'a> {
    fn new(finding: &'a Finding, sources: &Files<'a>) -> JsonFinding<'a> {
        let occurrence = |it: &'a crate::Occurrence| JsonOccurrence {
            strength: strength(it.strength),
            iterations: &it.iterations,
            step: it.step,
        };
        JsonFinding {
            rank: finding.rank,
            kind: finding_kind(finding.kind),
            strength: strength(finding.strength),
            trace: finding.trace,
            over_traces: finding.over_traces.as_ref().map(JsonOverTraces::new),
            place: Place::new(finding.span, sources),
            expansions: finding.expansions.iter().map(|span| Place::new(*span, sources)).collect(),
            definitions: finding
                .definitions
                .iter()
                .map(|(name, span)| JsonDefinition { name, place: Place::new(*span, sources) })
                .collect(),
            text: &finding.text,
            function: &finding.function,
            assigns: finding.place.as_deref(),
            value: finding.value.as_deref(),
            values: &finding.values,
            condition: finding.condition.as_deref(),
            pointer: finding.pointer.map(JsonPointer::new),
            rerun: finding.rerun.as_ref().map(JsonRerun::new),
            failing_inputs: finding
                .failing_inputs
                .as_ref()
                .map(|inputs| inputs.iter().map(assignment).collect()),
            influence: finding.influence.as_ref().map(|it| JsonInfluence::new(it, sources)),
            iterations: &finding.iterations,
            calls: calls(&finding.calls, sources),
            occurrences: finding.occurrences.iter().map(occurrence).collect(),
            other_outcome_helps: finding.other_outcome_helps,
            undecided: finding.undecided.iter().map(|it| strength(*it)).collect(),
            other_way: finding.other_way.as_ref().map(JsonOtherWay::new),
            missing: finding.missing.as_deref(),
            in_program: finding.in_program.as_ref().map(|it| JsonInProgram::new(it, sources)),
            suspiciousness: finding.suspiciousness.as_ref().map(JsonSuspiciousness::new),
            folded_into: finding.folded_into,
        }
    }
}

#[derive(Serialize)]
struct JsonOverTraces<'a> {
    relevant: usize,
    undecided: usize,
    traces: usize,
    relevant_in: &'a [usize],
    constant: &'static str,
    constants: &'a [String],
}

impl<'a> JsonOverTraces<'a> {
    fn new(over: &'a OverTraces) -> JsonOverTraces<'a> {
        let (constant, constants): (_, &[String]) = match &over.constant {
            ConstantOverTraces::Values(values) => ("exists", values),
            ConstantOverTraces::None => ("none", &[]),
            ConstantOverTraces::Undecided => ("undecided", &[]),
        };
        JsonOverTraces {
            relevant: over.n_relevant,
            undecided: over.n_undecided,
            traces: over.n_traces,
            relevant_in: &over.relevant_in,
            constant,
            constants,
        }
    }
}

#[derive(Serialize)]
struct JsonPointer {
    to: &'static str,
    bytes: Option<u64>,
}

impl JsonPointer {
    fn new(pointer: PointerNeed) -> JsonPointer {
        let (to, bytes) = match pointer {
            PointerNeed::NotNull => ("something", None),
            PointerNeed::Bytes(n) => ("bytes", Some(n)),
            PointerNeed::Alive => ("existing", None),
        };
        JsonPointer { to, bytes }
    }
}

#[derive(Serialize)]
struct JsonRerun<'a> {
    outcome: &'static str,
    value: Option<&'a str>,
}

impl<'a> JsonRerun<'a> {
    fn new(rerun: &'a Rerun) -> JsonRerun<'a> {
        let (outcome, value) = match rerun {
            Rerun::Avoids(value) => ("avoids", Some(value.as_str())),
            Rerun::Open => ("open", None),
            Rerun::Fails => ("fails", None),
        };
        JsonRerun { outcome, value }
    }
}

#[derive(Serialize)]
struct JsonAssignment<'a> {
    assigns: &'a str,
    value: &'a str,
}

fn assignment((assigns, value): &(String, String)) -> JsonAssignment<'_> {
    JsonAssignment { assigns, value }
}

#[derive(Serialize)]
struct JsonOccurrence<'a> {
    strength: &'static str,
    iterations: &'a [u32],
    step: Option<usize>,
}

#[derive(Serialize)]
struct JsonInfluence<'a> {
    #[serde(flatten)]
    place: Place<'a>,
    text: &'a str,
    outcome: Option<bool>,
    is_error: bool,
    is_asked: bool,
    with: Option<&'a str>,
}

impl<'a> JsonInfluence<'a> {
    fn new(influence: &'a Influence, sources: &Files<'a>) -> JsonInfluence<'a> {
        JsonInfluence {
            place: Place::new(influence.span, sources),
            text: &influence.text,
            outcome: influence.outcome,
            is_error: influence.is_error,
            is_asked: influence.is_asked,
            with: influence.with.as_deref(),
        }
    }
}

#[derive(Serialize)]
struct JsonStatistics<'a> {
    frontend_seconds: f64,
    trace_seconds: Option<f64>,
    search_seconds: f64,
    localization_seconds: Option<f64>,
    ranking_seconds: Option<f64>,
    program_seconds: Option<f64>,
    total_seconds: f64,
    answered_by: Option<&'static str>,
    unwinding: Option<u32>,
    trace_abstraction: Option<JsonTraceAbstraction>,
    search_queries: usize,
    localization_queries: usize,
    trace_statements: usize,
    assigning_statements: usize,
    relevant_statements: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    techniques: Vec<JsonTechniqueTime<'a>>,
}

impl<'a> JsonStatistics<'a> {
    fn new(statistics: &'a Statistics) -> JsonStatistics<'a> {
        JsonStatistics {
            frontend_seconds: rounded(statistics.frontend_seconds),
            trace_seconds: statistics.trace_seconds.map(rounded),
            search_seconds: rounded(statistics.search_seconds),
            localization_seconds: statistics.localization_seconds.map(rounded),
            ranking_seconds: statistics.ranking_seconds.map(rounded),
            program_seconds: statistics.program_seconds.map(rounded),
            total_seconds: rounded(statistics.total_seconds),
            answered_by: statistics.answered_by.map(DecidedBy::name),
            unwinding: statistics.unwinding,
            trace_abstraction: statistics.trace_abstraction.as_ref().map(JsonTraceAbstraction::new),
            search_queries: statistics.search_queries,
            localization_queries: statistics.localization_queries,
            trace_statements: statistics.trace_statements,
            assigning_statements: statistics.assigning_statements,
            relevant_statements: statistics.relevant_statements,
            techniques: techniques::times(statistics),
        }
    }
}

#[derive(Serialize)]
struct JsonTraceAbstraction {
    iterations: usize,
    infeasible: usize,
    danger_automata: usize,
    cut_short: usize,
    locations: usize,
    states: usize,
    queries: usize,
    words_seconds: f64,
    floyd_hoare_seconds: f64,
    danger_seconds: f64,
}

impl JsonTraceAbstraction {
    fn new(work: &TraceAbstraction) -> JsonTraceAbstraction {
        JsonTraceAbstraction {
            iterations: work.iterations,
            infeasible: work.infeasible,
            danger_automata: work.danger_automata,
            cut_short: work.cut_short,
            locations: work.locations,
            states: work.states,
            queries: work.queries,
            words_seconds: rounded(work.words_seconds),
            floyd_hoare_seconds: rounded(work.floyd_hoare_seconds),
            danger_seconds: rounded(work.danger_seconds),
        }
    }
}

#[cfg(test)]
mod schema;
#[cfg(test)]
mod tests;
