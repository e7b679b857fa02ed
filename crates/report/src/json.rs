//! The report for other programs: one JSON object, described in `docs/json.md` and `docs/report.schema.json`.
//!
//! Values and conditions are text in the language of the program. Whoever changes a field changes the documents; whoever
//! removes one or changes its meaning changes [`SCHEMA`].

mod patch;
mod program;

mod techniques;

use faultscope_ir::limits::Limit;
use faultscope_ir::{SourceMap, Span};
use patch::JsonPatch;
use program::{JsonInProgram, JsonOtherWay, JsonSet, JsonSuspiciousness};
use serde::Serialize;

use crate::{
    CallSite, CheckedProof, ConstantOverTraces, Engine, ErrorSite, Finding, FindingKind, Influence, Input,
    Note, OverTraces, Report, Rerun, Statistics, Step, StepKind, Strength, Trace, TraceAbstraction, Verdict,
};

use techniques::{JsonTechnique, JsonTechniqueTime};

/// The name and version of the format.
pub const SCHEMA: &str = "faultscope-report/1";

/// The report as JSON, a line end included.
pub fn render(report: &Report) -> String {
    let json = JsonReport::new(report);
    let mut text = serde_json::to_string_pretty(&json).expect("the structs below have text keys only");
    text.push('\n');
    text
}

#[derive(Serialize)]
struct JsonReport<'a> {
    schema: &'static str,
    verdict: &'static str,
    reason: Option<&'a str>,
    reason_place: Option<Place<'a>>,
    reason_hint: Option<&'a str>,
    error: Option<JsonError<'a>>,
    inputs: Vec<JsonInput<'a>>,
    traces: Vec<JsonTrace<'a>>,
    all_traces: Option<bool>,
    is_localized: bool,
    findings: Vec<JsonFinding<'a>>,
    omitted_findings: usize,
    sets: Vec<JsonSet<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    techniques: Vec<JsonTechnique<'a>>,
    patches: Vec<JsonPatch<'a>>,
    assumptions: Vec<JsonNote<'a>>,
    proof: Option<JsonCheckedProof>,
    warnings: Vec<JsonNote<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    limits: Vec<JsonLimit>,
    statistics: JsonStatistics<'a>,
}

impl<'a> JsonReport<'a> {
    fn new(report: &'a Report) -> JsonReport<'a> {
        let sources = &report.sources;
        let reason = report.reason.as_ref();
        JsonReport {
            schema: SCHEMA,
            verdict: verdict(report.verdict),
            reason: reason.map(|note| note.message.as_str()),
            reason_place: reason.and_then(|note| note.span).map(|span| Place::new(span, sources)),
            reason_hint: reason.and_then(|note| note.hint.as_deref()),
            error: report.error().map(|error| JsonError::new(error, sources)),
            inputs: inputs(report.inputs(), sources),
            traces: report.traces.iter().map(|trace| JsonTrace::new(trace, sources)).collect(),
            all_traces: report.all_traces,
            is_localized: report.is_localized,
            findings: report.findings.iter().map(|finding| JsonFinding::new(finding, sources)).collect(),
            omitted_findings: report.n_omitted_findings,
            sets: report.sets.iter().map(|set| JsonSet::new(set, &report.sources)).collect(),
            techniques: report.techniques.iter().map(|it| JsonTechnique::new(it, sources)).collect(),
            patches: report.patches.iter().map(|patch| JsonPatch::new(patch, sources)).collect(),
            assumptions: report.assumptions.iter().map(|note| JsonNote::new(note, sources)).collect(),
            proof: report.proof.as_ref().map(JsonCheckedProof::new),
            warnings: report.warnings.iter().map(|note| JsonNote::new(note, sources)).collect(),
            limits: report.limits.iter().map(JsonLimit::new).collect(),
            statistics: JsonStatistics::new(&report.statistics),
        }
    }
}

/// A place; its fields are those of the object it is in.
#[derive(Serialize)]
struct Place<'a> {
    file: &'a str,
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
}

impl<'a> Place<'a> {
    fn new(span: Span, sources: &'a SourceMap) -> Place<'a> {
        let Span { file, line, column, end_line, end_column } = span;
        Place { file: &sources.file(file).name, line, column, end_line, end_column }
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
    fn new(note: &'a Note, sources: &'a SourceMap) -> JsonNote<'a> {
        let place = note.span.map(|span| Place::new(span, sources));
        JsonNote { message: &note.message, hint: note.hint.as_deref(), place }
    }
}

#[derive(Serialize)]
struct JsonLimit {
    name: &'static str,
    value: u64,
    bounds: String,
    effect: &'static str,
}

impl JsonLimit {
    fn new(limit: &'static Limit) -> JsonLimit {
        let Limit { name, value, effect, .. } = *limit;
        JsonLimit { name, value, bounds: limit.bounds_on_one_line(), effect }
    }
}

#[derive(Serialize)]
struct JsonCheckedProof {
    claim: &'static str,
    steps: usize,
    queries: usize,
}

impl JsonCheckedProof {
    fn new(proof: &CheckedProof) -> JsonCheckedProof {
        JsonCheckedProof {
            claim: proof.document.claim.name(),
            steps: proof.document.steps.len(),
            queries: proof.n_queries,
        }
    }
}

#[derive(Serialize)]
struct JsonCall<'a> {
    caller: &'a str,
    callee: &'a str,
    file: &'a str,
    line: u32,
}

fn calls<'a>(calls: &'a [CallSite], sources: &'a SourceMap) -> Vec<JsonCall<'a>> {
    let call = |it: &'a CallSite| JsonCall {
        caller: &it.caller,
        callee: &it.callee,
        file: &sources.file(it.span.file).name,
        line: it.span.line,
    };
    calls.iter().map(call).collect()
}

#[derive(Serialize)]
struct JsonError<'a> {
    message: &'a str,
    #[serde(flatten)]
    place: Place<'a>,
    text: &'a str,
    function: &'a str,
    calls: Vec<JsonCall<'a>>,
}

impl<'a> JsonError<'a> {
    fn new(error: &'a ErrorSite, sources: &'a SourceMap) -> JsonError<'a> {
        JsonError {
            message: &error.message,
            place: Place::new(error.span, sources),
            text: &error.text,
            function: &error.function,
            calls: calls(&error.calls, sources),
        }
    }
}

#[derive(Serialize)]
struct JsonInput<'a> {
    kind: &'static str,
    #[serde(flatten)]
    place: Place<'a>,
    text: &'a str,
    function: &'a str,
    assigns: Option<&'a str>,
    value: &'a str,
    iterations: &'a [u32],
    matters: bool,
    step: Option<usize>,
}

impl<'a> JsonInput<'a> {
    fn new(input: &'a Input, sources: &'a SourceMap) -> JsonInput<'a> {
        JsonInput {
            kind: finding_kind(input.kind),
            place: Place::new(input.span, sources),
            text: &input.text,
            function: &input.function,
            assigns: input.place.as_deref(),
            value: &input.value,
            iterations: &input.iterations,
            matters: input.matters,
            step: input.step,
        }
    }
}

fn inputs<'a>(inputs: &'a [Input], sources: &'a SourceMap) -> Vec<JsonInput<'a>> {
    inputs.iter().map(|input| JsonInput::new(input, sources)).collect()
}

#[derive(Serialize)]
struct JsonTrace<'a> {
    error: JsonError<'a>,
    inputs: Vec<JsonInput<'a>>,
    similar: Vec<JsonSimilar<'a>>,
    replayed: bool,
    frames: Vec<JsonFrame<'a>>,
    steps: Vec<JsonStep<'a>>,
}

#[derive(Serialize)]
struct JsonSimilar<'a> {
    steps: usize,
    inputs: Vec<JsonInput<'a>>,
}

#[derive(Serialize)]
struct JsonFrame<'a> {
    function: &'a str,
    caller: Option<usize>,
    call_line: Option<u32>,
}

impl<'a> JsonTrace<'a> {
    fn new(trace: &'a Trace, sources: &'a SourceMap) -> JsonTrace<'a> {
        let frame = |it: &'a crate::Frame| JsonFrame {
            function: &it.function,
            caller: it.caller.map(|(caller, _)| caller),
            call_line: it.caller.map(|(_, span)| span.line),
        };
        let similar =
            |it: &'a crate::Similar| JsonSimilar { steps: it.n_steps, inputs: inputs(&it.inputs, sources) };
        JsonTrace {
            error: JsonError::new(&trace.error, sources),
            inputs: inputs(&trace.inputs, sources),
            similar: trace.similar.iter().map(similar).collect(),
            replayed: trace.replayed,
            frames: trace.frames.iter().map(frame).collect(),
            steps: trace.steps.iter().map(|step| JsonStep::new(step, trace, sources)).collect(),
        }
    }
}

#[derive(Serialize)]
struct JsonStep<'a> {
    kind: &'static str,
    #[serde(flatten)]
    place: Place<'a>,
    text: &'a str,
    function: &'a str,
    frame: usize,
    iterations: &'a [u32],
    assigns: Option<&'a str>,
    value: Option<&'a str>,
    outcome: Option<bool>,
    finding: Option<usize>,
    relevant: bool,
    trusted: bool,
}

impl<'a> JsonStep<'a> {
    fn new(step: &'a Step, trace: &'a Trace, sources: &'a SourceMap) -> JsonStep<'a> {
        JsonStep {
            kind: step_kind(step.kind),
            place: Place::new(step.span, sources),
            text: &step.text,
            function: &trace.frames[step.frame].function,
            frame: step.frame,
            iterations: &step.iterations,
            assigns: step.place.as_deref(),
            value: step.value.as_deref(),
            outcome: step.outcome,
            finding: step.finding,
            relevant: step.relevant,
            trusted: step.trusted,
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
    rerun: Option<JsonRerun<'a>>,
    failing_inputs: Option<Vec<JsonAssignment<'a>>>,
    influence: Option<JsonInfluence<'a>>,
    iterations: &'a [u32],
    calls: Vec<JsonCall<'a>>,
    occurrences: Vec<JsonOccurrence<'a>>,
    other_outcome_helps: Option<bool>,
    undecided: Vec<&'static str>,
    other_way: Option<JsonOtherWay>,
    in_program: Option<JsonInProgram<'a>>,
    suspiciousness: Option<JsonSuspiciousness>,
}

impl<'a> JsonFinding<'a> {
    fn new(finding: &'a Finding, sources: &'a SourceMap) -> JsonFinding<'a> {
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
            in_program: finding.in_program.as_ref().map(|it| JsonInProgram::new(it, sources)),
            suspiciousness: finding.suspiciousness.as_ref().map(JsonSuspiciousness::new),
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
    with: Option<&'a str>,
}

impl<'a> JsonInfluence<'a> {
    fn new(influence: &'a Influence, sources: &'a SourceMap) -> JsonInfluence<'a> {
        JsonInfluence {
            place: Place::new(influence.span, sources),
            text: &influence.text,
            outcome: influence.outcome,
            is_error: influence.is_error,
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
            answered_by: statistics.answered_by.map(engine),
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

/// Microseconds are all that a clock tells here.
fn rounded(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
}

fn engine(engine: Engine) -> &'static str {
    match engine {
        Engine::Bmc => "bmc",
        Engine::TraceAbstraction => "trace-abstraction",
    }
}

fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Safe => "safe",
        Verdict::Unsafe => "unsafe",
        Verdict::Unknown => "unknown",
    }
}

fn strength(strength: Strength) -> &'static str {
    match strength {
        Strength::Constant => "constant",
        Strength::Expression => "expression",
        Strength::Relevant => "relevant",
        Strength::TraceAberrant => "trace-aberrant",
        Strength::Irrelevant => "irrelevant",
        Strength::Undecided => "undecided",
    }
}

fn finding_kind(kind: FindingKind) -> &'static str {
    match kind {
        FindingKind::Assignment => "assignment",
        FindingKind::Argument => "argument",
        FindingKind::Return => "return",
        FindingKind::Declaration => "declaration",
        FindingKind::Input => "input",
        FindingKind::Condition => "condition",
    }
}

fn step_kind(kind: StepKind) -> &'static str {
    match kind {
        StepKind::Assignment => "assignment",
        StepKind::Argument => "argument",
        StepKind::Return => "return",
        StepKind::Declaration => "declaration",
        StepKind::Input => "input",
        StepKind::Condition => "condition",
        StepKind::Assertion => "assertion",
    }
}

#[cfg(test)]
mod schema;
#[cfg(test)]
mod tests;
