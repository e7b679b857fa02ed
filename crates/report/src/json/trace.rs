//! Error traces: the error, the inputs, and the steps.

use faultscope_ir::SourceMap;
use serde::{Serialize, Serializer};

use super::names::{finding_kind, step_kind};
use super::object::JsonObject;
use super::place::{Files, Place};
use crate::{CallSite, ErrorSite, Input, InputSource, LibraryValue, Step, Trace};

#[derive(Serialize)]
pub(super) struct JsonCall<'a> {
    caller: &'a str,
    callee: &'a str,
    #[serde(flatten)]
    place: Place<'a>,
}

pub(super) fn calls<'a>(calls: &'a [CallSite], sources: &Files<'a>) -> Vec<JsonCall<'a>> {
    let call = |it: &'a CallSite| JsonCall {
        caller: &it.caller,
        callee: &it.callee,
        place: Place::new(it.span, sources),
    };
    calls.iter().map(call).collect()
}

#[derive(Serialize)]
pub(super) struct JsonError<'a> {
    property: &'static str,
    message: &'a str,
    #[serde(flatten)]
    place: Place<'a>,
    text: &'a str,
    function: &'a str,
    calls: Vec<JsonCall<'a>>,
    object: Option<JsonObject<'a>>,
}

impl<'a> JsonError<'a> {
    pub(super) fn new(error: &'a ErrorSite, sources: &Files<'a>) -> JsonError<'a> {
        JsonError {
            property: error.property.name(),
            message: &error.message,
            place: Place::new(error.span, sources),
            text: &error.text,
            function: &error.function,
            calls: calls(&error.calls, sources),
            object: error.object.as_ref().map(|object| JsonObject::new(object, sources)),
        }
    }
}

#[derive(Serialize)]
pub(super) struct JsonInput<'a> {
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
    #[serde(skip_serializing_if = "Option::is_none")]
    byte: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<JsonInputSource<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    library: Option<JsonLibraryValue<'a>>,
}

#[derive(Serialize)]
struct JsonInputSource<'a> {
    function: &'a str,
    c_type: &'a str,
    c_value: &'a str,
}

#[derive(Serialize)]
struct JsonLibraryValue<'a> {
    function: &'a str,
    size: u32,
    bits: String,
    is_error: bool,
}

impl<'a> JsonInput<'a> {
    pub(super) fn new(input: &'a Input, sources: &Files<'a>) -> JsonInput<'a> {
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
            byte: input.byte,
            source: input.source.as_ref().map(input_source),
            library: input.library.as_ref().map(library_value),
        }
    }
}

fn input_source(source: &InputSource) -> JsonInputSource<'_> {
    let InputSource { function, c_type, c_value } = source;
    JsonInputSource { function, c_type, c_value }
}

fn library_value(value: &LibraryValue) -> JsonLibraryValue<'_> {
    let LibraryValue { function, size, bits, is_error } = value;
    JsonLibraryValue { function, size: *size, bits: bits.to_string(), is_error: *is_error }
}

pub(super) fn inputs<'a>(inputs: &'a [Input], sources: &Files<'a>) -> Vec<JsonInput<'a>> {
    inputs.iter().map(|input| JsonInput::new(input, sources)).collect()
}

#[derive(Serialize)]
pub(super) struct JsonTrace<'a> {
    error: JsonError<'a>,
    inputs: Vec<JsonInput<'a>>,
    similar: Vec<JsonSimilar<'a>>,
    replayed: bool,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    externals: &'a [String],
    frames: Vec<JsonFrame<'a>>,
    steps: JsonSteps<'a>,
}

#[derive(Serialize)]
pub(super) struct JsonSimilar<'a> {
    steps: usize,
    inputs: Vec<JsonInput<'a>>,
}

#[derive(Serialize)]
pub(super) struct JsonFrame<'a> {
    function: &'a str,
    caller: Option<usize>,
    call_line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    call: Option<Place<'a>>,
}

impl<'a> JsonTrace<'a> {
    pub(super) fn new(trace: &'a Trace, sources: &Files<'a>) -> JsonTrace<'a> {
        let frame = |it: &'a crate::Frame| JsonFrame {
            function: &it.function,
            caller: it.caller.map(|(caller, _)| caller),
            call_line: it.caller.map(|(_, span)| span.line),
            call: it.caller.map(|(_, span)| Place::new(span, sources)),
        };
        let similar =
            |it: &'a crate::Similar| JsonSimilar { steps: it.n_steps, inputs: inputs(&it.inputs, sources) };
        JsonTrace {
            error: JsonError::new(&trace.error, sources),
            inputs: inputs(&trace.inputs, sources),
            similar: trace.similar.iter().map(similar).collect(),
            replayed: trace.replayed,
            externals: &trace.externals,
            frames: trace.frames.iter().map(frame).collect(),
            steps: JsonSteps::new(trace, sources),
        }
    }
}

/// The steps of a trace. A long one has millions: each is made when it is written.
pub(super) struct JsonSteps<'a> {
    trace: &'a Trace,
    map: &'a SourceMap,
}

impl<'a> JsonSteps<'a> {
    fn new(trace: &'a Trace, sources: &Files<'a>) -> JsonSteps<'a> {
        // The files of their places are named before they are written.
        for step in &trace.steps {
            JsonStep::new(step, trace, sources);
        }
        JsonSteps { trace, map: sources.map }
    }
}

impl Serialize for JsonSteps<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let sources = Files::new(self.map);
        serializer.collect_seq(self.trace.steps.iter().map(|step| JsonStep::new(step, self.trace, &sources)))
    }
}

#[derive(Serialize)]
pub(super) struct JsonStep<'a> {
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
    #[serde(skip_serializing_if = "Option::is_none")]
    object: Option<JsonObject<'a>>,
}

impl<'a> JsonStep<'a> {
    pub(super) fn new(step: &'a Step, trace: &'a Trace, sources: &Files<'a>) -> JsonStep<'a> {
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
            object: step.object.as_ref().map(|object| JsonObject::new(object, sources)),
        }
    }
}
