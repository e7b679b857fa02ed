//! Error traces: the error, the inputs, and the steps.

use faultscope_ir::SourceMap;
use faultscope_json::{self as document, Named};
use serde::{Serialize, Serializer};

use super::files::Files;
use crate::{
    CallSite, ErrorSite, FindingKind, Frame, Given, GivenFile, GivenVariable, Input, LibraryValue, Object,
    ObjectEnd, ObjectEvent, Similar, Step, Trace,
};

pub(super) fn trace<'a>(trace: &'a Trace, files: &Files<'a>) -> document::Trace<Steps<'a>> {
    document::Trace {
        error: error(&trace.error, files),
        inputs: inputs(&trace.inputs, files),
        given: trace.given.as_ref().map(given),
        similar: trace.similar.iter().map(|it| similar(it, files)).collect(),
        replayed: trace.replayed,
        externals: trace.externals.clone(),
        frames: trace.frames.iter().map(|it| frame(it, files)).collect(),
        steps: Steps::new(trace, files),
    }
}

pub(super) fn error(error: &ErrorSite, files: &Files<'_>) -> document::Error {
    document::Error {
        property: Named(error.property),
        message: error.message.clone(),
        place: files.place(error.span),
        text: error.text.clone(),
        function: error.function.clone(),
        calls: calls(&error.calls, files),
        object: error.object.as_ref().map(|it| object(it, files)),
    }
}

pub(super) fn calls(calls: &[CallSite], files: &Files<'_>) -> Vec<document::Call> {
    let call = |it: &CallSite| document::Call {
        caller: it.caller.clone(),
        callee: it.callee.clone(),
        place: files.place(it.span),
    };
    calls.iter().map(call).collect()
}

fn object(object: &Object, files: &Files<'_>) -> document::Object {
    let end = |end: &ObjectEnd| match end {
        ObjectEnd::Freed { text, span } => document::ObjectEnd {
            kind: document::ObjectEndKind::Freed,
            text: Some(text.clone()),
            place: Some(files.place(*span)),
        },
        ObjectEnd::Scope => {
            document::ObjectEnd { kind: document::ObjectEndKind::Scope, text: None, place: None }
        }
    };
    document::Object {
        kind: Named(object.kind),
        name: object.name.clone(),
        size: object.size,
        made: object.made.map(|it| files.place(it)),
        end: object.end.as_ref().map(end),
        access: document::Access { kind: Named(object.usage), offset: object.offset, bytes: object.n_bytes },
        story: object.story.iter().map(|it| event(it, files)).collect(),
    }
}

fn event(event: &ObjectEvent, files: &Files<'_>) -> document::ObjectEvent {
    document::ObjectEvent {
        kind: Named(event.kind),
        place: files.place(event.span),
        text: event.text.clone(),
        function: event.function.clone(),
        calls: calls(&event.calls, files),
    }
}

pub(super) fn inputs(inputs: &[Input], files: &Files<'_>) -> Vec<document::Input> {
    inputs.iter().map(|it| input(it, files)).collect()
}

fn input(input: &Input, files: &Files<'_>) -> document::Input {
    document::Input {
        kind: match input.kind {
            FindingKind::Declaration => document::InputKind::Declaration,
            _ => document::InputKind::Input,
        },
        place: files.place(input.span),
        text: input.text.clone(),
        function: input.function.clone(),
        assigns: input.place.clone(),
        value: input.value.clone(),
        iterations: input.iterations.clone(),
        matters: input.matters,
        step: input.step,
        byte: input.byte,
        source: input.source.as_ref().map(|it| document::InputSource {
            function: it.function.clone(),
            c_type: it.c_type.clone(),
            c_value: it.c_value.clone(),
        }),
        library: input.library.as_ref().map(library_value),
    }
}

fn library_value(value: &LibraryValue) -> document::LibraryValue {
    document::LibraryValue {
        function: value.function.clone(),
        size: value.size,
        bits: value.bits.to_string(),
        is_error: value.is_error,
    }
}

fn given(given: &Given) -> document::Given {
    let bytes = |it: &Vec<u8>| document::Bytes::from(it.as_slice());
    let file = |it: &GivenFile| document::GivenFile {
        name: bytes(&it.name),
        contents: it.contents.as_ref().map(bytes),
    };
    let variable = |it: &GivenVariable| document::GivenVariable {
        name: bytes(&it.name),
        value: it.value.as_ref().map(bytes),
    };
    document::Given {
        stdin: given.stdin.as_ref().map(bytes),
        arguments: given.arguments.iter().map(bytes).collect(),
        files: given.files.iter().map(file).collect(),
        variables: given.variables.iter().map(variable).collect(),
        values: given.values.as_ref().map(|all| all.iter().map(i128::to_string).collect()),
    }
}

fn similar(similar: &Similar, files: &Files<'_>) -> document::Similar {
    document::Similar { steps: similar.n_steps, inputs: inputs(&similar.inputs, files) }
}

fn frame(frame: &Frame, files: &Files<'_>) -> document::Frame {
    document::Frame {
        function: frame.function.clone(),
        caller: frame.caller.map(|(caller, _)| caller),
        call_line: frame.caller.map(|(_, span)| span.line),
        call: frame.caller.map(|(_, span)| files.place(span)),
    }
}

/// The steps of a trace. A long one has millions: each is made when it is written.
pub struct Steps<'a> {
    trace: &'a Trace,
    map: &'a SourceMap,
}

impl<'a> Steps<'a> {
    fn new(trace: &'a Trace, files: &Files<'a>) -> Steps<'a> {
        // The files of their places are named before they are written.
        for step in &trace.steps {
            files.name(step.span);
            let object = step.object.as_deref().into_iter();
            let end = object.clone().filter_map(|it| match &it.end {
                Some(ObjectEnd::Freed { span, .. }) => Some(*span),
                _ => None,
            });
            let events = object.clone().flat_map(|it| &it.story);
            let events = events.flat_map(|it| it.calls.iter().map(|it| it.span).chain([it.span]));
            object.clone().filter_map(|it| it.made).chain(end).chain(events).for_each(|it| files.name(it));
        }
        Steps { trace, map: files.map }
    }
}

impl Serialize for Steps<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let files = Files::new(self.map);
        serializer.collect_seq(self.trace.steps.iter().map(|it| step(it, self.trace, &files)))
    }
}

fn step(step: &Step, trace: &Trace, files: &Files<'_>) -> document::Step {
    document::Step {
        kind: step.kind,
        place: files.place(step.span),
        text: step.text.clone(),
        function: trace.frames[step.frame].function.clone(),
        frame: step.frame,
        iterations: step.iterations.clone(),
        assigns: step.place.clone(),
        value: step.value.clone(),
        outcome: step.outcome,
        finding: step.finding,
        relevant: step.relevant,
        trusted: step.trusted,
        object: step.object.as_ref().map(|it| object(it, files)),
    }
}
