//! Error traces: the error, the inputs, the steps.

use std::sync::Arc;

use faultscope_ir::{FindingKind, LifeEvent, ObjectKind, Property, Span, Usage};
use faultscope_json::StepKind;

use super::Given;

/// Where and what the error is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ErrorSite {
    /// What the violated check is an instance of.
    pub property: Property,
    /// What is violated.
    pub message: String,
    /// Where.
    pub span: Span,
    /// The source text there.
    pub text: String,
    /// The function it stands in.
    pub function: String,
    /// The calls that lead there, the outermost first.
    pub calls: Vec<CallSite>,
    /// The object that it is about, where it is about one.
    pub object: Option<Object>,
}

/// An object in memory, and which of its bytes an error is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Object {
    /// What it is.
    pub kind: ObjectKind,
    /// Its name; of allocated memory the expression that has allocated it.
    pub name: String,
    /// Its size in bytes, when it was made.
    pub size: u64,
    /// Where it was made.
    pub made: Option<Span>,
    /// How its lifetime has ended.
    pub end: Option<ObjectEnd>,
    /// What is done with its bytes.
    pub usage: Usage,
    /// The first of them, counted from the object's start.
    pub offset: i64,
    /// How many there are.
    pub n_bytes: u64,
    /// What has happened to it, in order, the error included; empty where it is there all the time.
    pub story: Vec<ObjectEvent>,
}

/// Something that has happened to an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ObjectEvent {
    /// What.
    pub kind: LifeEvent,
    /// Where.
    pub span: Span,
    /// The source text there.
    pub text: String,
    /// The function it stands in.
    pub function: String,
    /// The calls that lead there, the outermost first.
    pub calls: Vec<CallSite>,
}

/// How an object has ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ObjectEnd {
    /// It was given back.
    Freed {
        /// By this expression.
        text: String,
        /// There.
        span: Span,
    },
    /// Its scope has ended.
    Scope,
}

/// A call that has not returned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallSite {
    /// The calling function.
    pub caller: String,
    /// The called one.
    pub callee: String,
    /// Where the call stands.
    pub span: Span,
}

/// A value from outside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Input {
    /// Where the program asks for it.
    pub span: Span,
    /// The source text there.
    pub text: String,
    /// The function it stands in.
    pub function: String,
    /// The place that gets it, as the user writes it.
    pub place: Option<String>,
    /// The value, as the user writes it.
    pub value: String,
    /// The same for a character of C.
    pub byte: Option<u8>,
    /// [`Declaration`](FindingKind::Declaration) for a variable that is not initialized, else
    /// [`Input`](FindingKind::Input).
    pub kind: FindingKind,
    /// The loop iterations it is in.
    pub iterations: Vec<u32>,
    /// Whether it matters: the error depends on it.
    pub matters: bool,
    /// The index of its step in the trace, where it is shown there.
    pub step: Option<usize>,
    /// For a call of a function without body its name and C type.
    pub source: Option<InputSource>,
    /// For a value that a function of the library gives or writes: which one, and what it is in memory.
    pub library: Option<LibraryValue>,
}

/// A value that a function of the library gives or writes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LibraryValue {
    /// The function: the one whose model asks for the value, or one that reads values by a format.
    pub function: String,
    /// How many bytes it has.
    pub size: u32,
    /// The bytes as an unsigned number.
    pub bits: u128,
    /// Whether it is what `errno` says, if the function has failed.
    pub is_error: bool,
}

/// A C function that values come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputSource {
    /// Its name.
    pub function: String,
    /// The type of its result in C.
    pub c_type: String,
    /// The value as a C constant of that type.
    pub c_value: String,
}

/// An execution that leads to an error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trace {
    /// The error.
    pub error: ErrorSite,
    /// The values from outside that lead to it, in the order in which the program asks for them.
    pub inputs: Vec<Input>,
    /// What it is given, as a user gives it; none where that is not known.
    pub given: Option<Given>,
    /// The functions without a body that the program calls, here or elsewhere, and that are not of the library.
    pub externals: Vec<String>,
    /// Other executions with the same error and the same findings, which are not shown.
    pub similar: Vec<Similar>,
    /// Its steps, those that only the translation made left out.
    pub steps: Vec<Step>,
    /// The activations of functions that steps refer to, the entry first.
    pub frames: Vec<Frame>,
    /// Whether it was executed on its inputs, step by step. It is not where a value is open.
    pub replayed: bool,
}

/// An execution that is like one that is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Similar {
    /// How many steps it has that are the user's.
    pub n_steps: usize,
    /// Its values from outside.
    pub inputs: Vec<Input>,
}

/// An activation of a function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// The function.
    pub function: String,
    /// The calling frame and the place of the call.
    pub caller: Option<(usize, Span)>,
}

/// One step of an execution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// What happens.
    pub kind: StepKind,
    /// Where it stands.
    pub span: Span,
    /// The source text there; steps of one place share it.
    pub text: Arc<str>,
    /// The frame it runs in.
    pub frame: usize,
    /// The loop iterations it is in, innermost last.
    pub iterations: Arc<[u32]>,
    /// The assigned place, as the user writes it.
    pub place: Option<Arc<str>>,
    /// The value it gets.
    pub value: Option<String>,
    /// For a condition how it came out.
    pub outcome: Option<bool>,
    /// The rank of the finding that this step is an occurrence of.
    pub finding: Option<usize>,
    /// Whether it belongs into the trace reduced to what matters.
    pub relevant: bool,
    /// Whether the user trusts it.
    pub trusted: bool,
    /// Of the last step the object that the error is about.
    pub object: Option<Box<Object>>,
}
