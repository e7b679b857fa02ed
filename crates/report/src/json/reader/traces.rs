//! Error traces.

use faultscope_json as document;

use super::error::{ReadError, required};
use super::places::Places;
use crate::{
    CallSite, ErrorSite, FindingKind, Frame, Given, GivenFile, GivenVariable, Input, InputSource,
    LibraryValue, Object, ObjectEnd, ObjectEvent, Similar, Step, Trace,
};

pub(super) fn trace(it: document::Trace, places: &Places, at: &str) -> Result<Trace, ReadError> {
    let n_frames = it.frames.len();
    let frame = |(idx, it)| frame(it, idx, places, &format!("{at}.frames[{idx}]"));
    let step = |(idx, it)| step(it, n_frames, places, &format_args!("{at}.steps[{idx}]"));
    Ok(Trace {
        error: error(it.error, places, &format!("{at}.error"))?,
        inputs: inputs(it.inputs, places, at)?,
        given: it.given.map(|it| given(it, &format!("{at}.given"))).transpose()?,
        externals: it.externals,
        similar: it
            .similar
            .into_iter()
            .map(|it| Ok(Similar { n_steps: it.steps, inputs: inputs(it.inputs, places, at)? }))
            .collect::<Result<_, _>>()?,
        steps: it.steps.into_iter().enumerate().map(step).collect::<Result<_, _>>()?,
        frames: it.frames.into_iter().enumerate().map(frame).collect::<Result<_, _>>()?,
        replayed: it.replayed,
    })
}

pub(super) fn error(it: document::Error, places: &Places, at: &str) -> Result<ErrorSite, ReadError> {
    Ok(ErrorSite {
        property: it.property.0,
        message: it.message,
        span: places.span(&it.place),
        text: it.text,
        function: it.function,
        calls: calls(it.calls, places),
        object: it.object.map(|it| object(it, places, &format_args!("{at}.object"))).transpose()?,
    })
}

pub(super) fn calls(calls: Vec<document::Call>, places: &Places) -> Vec<CallSite> {
    let call =
        |it: document::Call| CallSite { caller: it.caller, callee: it.callee, span: places.span(&it.place) };
    calls.into_iter().map(call).collect()
}

fn object(it: document::Object, places: &Places, at: &dyn std::fmt::Display) -> Result<Object, ReadError> {
    let end = |it: document::ObjectEnd| match it.kind {
        document::ObjectEndKind::Freed => Ok(ObjectEnd::Freed {
            text: required(it.text, "text", &format!("{at}.end"))?,
            span: places.span(&required(it.place, "place", &format!("{at}.end"))?),
        }),
        document::ObjectEndKind::Scope => Ok(ObjectEnd::Scope),
    };
    let event = |it: document::ObjectEvent| ObjectEvent {
        kind: it.kind.0,
        span: places.span(&it.place),
        text: it.text,
        function: it.function,
        calls: calls(it.calls, places),
    };
    Ok(Object {
        kind: it.kind.0,
        name: it.name,
        size: it.size,
        made: it.made.map(|it| places.span(&it)),
        end: it.end.map(end).transpose()?,
        usage: it.access.kind.0,
        offset: it.access.offset,
        n_bytes: it.access.bytes,
        story: it.story.into_iter().map(event).collect(),
    })
}

pub(super) fn inputs(
    inputs: Vec<document::Input>,
    places: &Places,
    at: &str,
) -> Result<Vec<Input>, ReadError> {
    let one = |(idx, it)| input(it, places, &format_args!("{at}.inputs[{idx}]"));
    inputs.into_iter().enumerate().map(one).collect()
}

fn input(it: document::Input, places: &Places, at: &dyn std::fmt::Display) -> Result<Input, ReadError> {
    let library = |it: document::LibraryValue| {
        let wrong =
            |_| ReadError::expected("a text with a whole number in its range", &format!("{at}.library.bits"));
        Ok::<_, ReadError>(LibraryValue {
            function: it.function,
            size: it.size,
            bits: it.bits.parse().map_err(wrong)?,
            is_error: it.is_error,
        })
    };
    Ok(Input {
        span: places.span(&it.place),
        text: it.text,
        function: it.function,
        place: it.assigns,
        value: it.value,
        byte: it.byte,
        kind: match it.kind {
            document::InputKind::Declaration => FindingKind::Declaration,
            document::InputKind::Input => FindingKind::Input,
        },
        iterations: it.iterations,
        matters: it.matters,
        step: it.step,
        source: it.source.map(|it| InputSource {
            function: it.function,
            c_type: it.c_type,
            c_value: it.c_value,
        }),
        library: it.library.map(library).transpose()?,
    })
}

fn given(it: document::Given, at: &str) -> Result<Given, ReadError> {
    let file =
        |it: document::GivenFile| GivenFile { name: it.name.into(), contents: it.contents.map(Vec::from) };
    let variable =
        |it: document::GivenVariable| GivenVariable { name: it.name.into(), value: it.value.map(Vec::from) };
    let number = |it: String| {
        let wrong = |_| ReadError::expected("a list of texts with whole numbers", &format!("{at}.values"));
        it.parse().map_err(wrong)
    };
    let values = it.values.map(|all| all.into_iter().map(number).collect()).transpose()?;
    Ok(Given {
        stdin: it.stdin.map(Vec::from),
        arguments: it.arguments.into_iter().map(Vec::from).collect(),
        files: it.files.into_iter().map(file).collect(),
        variables: it.variables.into_iter().map(variable).collect(),
        values,
    })
}

/// A frame, whose caller has to be there, and to call before: whoever follows callers comes to an end.
fn frame(it: document::Frame, idx: usize, places: &Places, at: &str) -> Result<Frame, ReadError> {
    let caller = |caller: usize| {
        let wrong = || ReadError::expected("the index of a frame before this one", &format!("{at}.caller"));
        let caller = (caller < idx).then_some(caller).ok_or_else(wrong)?;
        Ok::<_, ReadError>((caller, places.span(&required(it.call.clone(), "call", at)?)))
    };
    Ok(Frame { caller: it.caller.map(caller).transpose()?, function: it.function })
}

fn step(
    it: document::Step,
    n_frames: usize,
    places: &Places,
    at: &dyn std::fmt::Display,
) -> Result<Step, ReadError> {
    if it.frame >= n_frames {
        return Err(ReadError::expected("the index of a frame", &format!("{at}.frame")));
    }
    Ok(Step {
        kind: it.kind,
        span: places.span(&it.place),
        text: it.text,
        frame: it.frame,
        iterations: it.iterations,
        place: it.assigns,
        value: it.value,
        outcome: it.outcome,
        finding: it.finding,
        relevant: it.relevant,
        trusted: it.trusted,
        object: it
            .object
            .map(|it| object(it, places, &format_args!("{at}.object")))
            .transpose()?
            .map(Box::new),
    })
}
