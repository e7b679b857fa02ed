//! Error traces.

use std::sync::Arc;

use faultscope_ir::Span;

use super::error::ReadError;
use super::names;
use super::node::{Node, boolean, digits, number, string};
use super::places::Places;
use crate::json::names as written;
use crate::{
    CallSite, ErrorSite, Frame, Input, InputSource, LibraryValue, Object, ObjectEnd, Similar, Step, Trace,
};

pub(super) fn trace(node: &Node<'_>, places: &Places) -> Result<Trace, ReadError> {
    let frames = node.get("frames", |it| it.list(|it| frame(it, places)))?;
    let steps = node.get("steps", |it| it.list(|it| step(it, places, frames.len())))?;
    node.get("frames", |it| it.list(|it| refers(it, frames.len())))?;
    Ok(Trace {
        error: node.get("error", |it| error(it, places))?,
        inputs: node.get("inputs", |it| it.list(|it| input(it, places)))?,
        externals: node.items("externals", string)?,
        similar: node.get("similar", |it| it.list(|it| similar(it, places)))?,
        steps,
        frames,
        replayed: node.get("replayed", boolean)?,
    })
}

fn error(node: &Node<'_>, places: &Places) -> Result<ErrorSite, ReadError> {
    Ok(ErrorSite {
        property: node.get("property", names::property)?,
        message: node.get("message", string)?,
        span: places.place(node)?,
        text: node.get("text", string)?,
        function: node.get("function", string)?,
        calls: calls(node, places)?,
        object: node.maybe("object", |it| object(it, places))?,
    })
}

pub(super) fn calls(node: &Node<'_>, places: &Places) -> Result<Vec<CallSite>, ReadError> {
    let call = |it: &Node<'_>| {
        Ok(CallSite {
            caller: it.get("caller", string)?,
            callee: it.get("callee", string)?,
            span: places.place(it)?,
        })
    };
    node.get("calls", |it| it.list(call))
}

fn object(node: &Node<'_>, places: &Places) -> Result<Object, ReadError> {
    let access = node.field("access")?;
    Ok(Object {
        kind: node.get("kind", names::object_kind)?,
        name: node.get("name", string)?,
        size: node.get("size", number)?,
        made: node.maybe("made", |it| places.place(it))?,
        end: node.maybe("end", |it| object_end(it, places))?,
        usage: access.get("kind", names::usage)?,
        offset: access.get("offset", number)?,
        n_bytes: access.get("bytes", number)?,
    })
}

fn object_end(node: &Node<'_>, places: &Places) -> Result<ObjectEnd, ReadError> {
    match node.get("kind", |it| it.named(&["freed", "scope"], |name| name))? {
        "freed" => {
            let text = node.get("text", string)?;
            Ok(ObjectEnd::Freed { text, span: node.get("place", |it| places.place(it))? })
        }
        _ => Ok(ObjectEnd::Scope),
    }
}

fn input(node: &Node<'_>, places: &Places) -> Result<Input, ReadError> {
    Ok(Input {
        span: places.place(node)?,
        text: node.get("text", string)?,
        function: node.get("function", string)?,
        place: node.maybe("assigns", string)?,
        value: node.get("value", string)?,
        byte: node.maybe("byte", number)?,
        kind: node.get("kind", |it| it.named(written::FINDING_KINDS, written::finding_kind))?,
        iterations: node.get("iterations", |it| it.list(number))?,
        matters: node.get("matters", boolean)?,
        step: node.maybe("step", number)?,
        source: node.maybe("source", input_source)?,
        library: node.maybe("library", library_value)?,
    })
}

fn input_source(node: &Node<'_>) -> Result<InputSource, ReadError> {
    Ok(InputSource {
        function: node.get("function", string)?,
        c_type: node.get("c_type", string)?,
        c_value: node.get("c_value", string)?,
    })
}

fn library_value(node: &Node<'_>) -> Result<LibraryValue, ReadError> {
    Ok(LibraryValue {
        function: node.get("function", string)?,
        size: node.get("size", number)?,
        bits: node.get("bits", digits)?,
        is_error: node.get("is_error", boolean)?,
    })
}

fn similar(node: &Node<'_>, places: &Places) -> Result<Similar, ReadError> {
    Ok(Similar {
        n_steps: node.get("steps", number)?,
        inputs: node.get("inputs", |it| it.list(|it| input(it, places)))?,
    })
}

fn frame(node: &Node<'_>, places: &Places) -> Result<Frame, ReadError> {
    let caller = |caller| Ok::<(usize, Span), ReadError>((caller, node.get("call", |it| places.place(it))?));
    Ok(Frame {
        function: node.get("function", string)?,
        caller: node.maybe("caller", number)?.map(caller).transpose()?,
    })
}

/// Whether a frame's caller is there, and called before: who follows callers comes to an end.
fn refers(node: &Node<'_>, n_frames: usize) -> Result<(), ReadError> {
    let Some(caller) = node.optional("caller") else { return Ok(()) };
    let is_there = number::<usize>(&caller)? < n_frames.min(node.index());
    is_there.then_some(()).ok_or_else(|| caller.wrong("the index of a frame before this one"))
}

fn step(node: &Node<'_>, places: &Places, n_frames: usize) -> Result<Step, ReadError> {
    let frame = node.field("frame")?;
    Ok(Step {
        kind: node.get("kind", |it| it.named(written::STEP_KINDS, written::step_kind))?,
        span: places.place(node)?,
        text: node.get("text", |it| Ok(Arc::from(it.text()?)))?,
        frame: match number(&frame)? {
            it if it < n_frames => it,
            _ => return Err(frame.wrong("the index of a frame")),
        },
        iterations: node.get("iterations", |it| it.list(number))?.into(),
        place: node.maybe("assigns", |it| Ok(Arc::from(it.text()?)))?,
        value: node.maybe("value", string)?,
        outcome: node.maybe("outcome", boolean)?,
        finding: node.maybe("finding", number)?,
        relevant: node.get("relevant", boolean)?,
        trusted: node.get("trusted", boolean)?,
        object: node.maybe("object", |it| object(it, places))?.map(Box::new),
    })
}
