//! Error traces: the error, the inputs, the steps.

use std::sync::Arc;

use faultscope_ir::{LifeEvent, ObjectKind, Property, Usage};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::given::Given;
use crate::names::{Named, StepKind, names};
use crate::place::Place;

/// An execution that leads to an error. `S` holds its steps: [`Vec`] all of them, other types those that a reader keeps, or
/// what a writer makes them of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "trace")]
pub struct Trace<S = Vec<Step>> {
    /// The error.
    pub error: Error,
    /// The values from outside, in the order in which the program asks for them.
    pub inputs: Vec<Input>,
    /// What it is given, as a user gives it: by the test, or put together from what functions of the library return.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub given: Option<Given>,
    /// Other executions with the same error and the same findings, which are not shown.
    pub similar: Vec<Similar>,
    /// Whether it was executed on its inputs, step by step.
    pub replayed: bool,
    /// The functions without a body that the program calls, and that are not of the library.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub externals: Vec<String>,
    /// The activations of functions that steps refer to, the entry first.
    pub frames: Vec<Frame>,
    /// What happens, in order.
    pub steps: S,
}

/// Where and what the error is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "error")]
pub struct Error {
    /// What the violated check is an instance of.
    pub property: Named<Property>,
    /// What is violated.
    pub message: String,
    /// Where.
    #[serde(flatten)]
    pub place: Place,
    /// The source text there.
    pub text: String,
    /// The function it stands in.
    pub function: String,
    /// The calls that lead there, the outermost first.
    pub calls: Vec<Call>,
    /// The object in memory that it is about, where it is about one.
    pub object: Option<Object>,
}

/// A call that has not returned.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "call")]
pub struct Call {
    /// The calling function.
    pub caller: String,
    /// The called one.
    pub callee: String,
    /// Where the call stands.
    #[serde(flatten)]
    pub place: Place,
}

/// An object in memory, and which of its bytes an error is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "object")]
pub struct Object {
    /// What it is.
    pub kind: Named<ObjectKind>,
    /// Its name; of allocated memory the expression that has allocated it.
    pub name: String,
    /// Its size in bytes, when it was made.
    pub size: u64,
    /// Where it was made.
    pub made: Option<Place>,
    /// How its lifetime has ended.
    pub end: Option<ObjectEnd>,
    /// What is done with its bytes.
    pub access: Access,
    /// What has happened to it, in order, the error included; empty where it is there all the time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub story: Vec<ObjectEvent>,
}

/// Something that has happened to an object.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "object_event")]
pub struct ObjectEvent {
    /// What.
    pub kind: Named<LifeEvent>,
    /// Where.
    #[serde(flatten)]
    pub place: Place,
    /// The source text there.
    pub text: String,
    /// The function it stands in.
    pub function: String,
    /// The calls that lead there, the outermost first.
    pub calls: Vec<Call>,
}

/// How an object has ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "object_end")]
pub struct ObjectEnd {
    /// Which way.
    pub kind: ObjectEndKind,
    /// What has freed it.
    pub text: Option<String>,
    /// Where that stands.
    pub place: Option<Place>,
}

names! {
    /// Which way an object has ended.
    ObjectEndKind {
        /// It was freed.
        Freed => "freed",
        /// Its scope has ended.
        Scope => "scope",
    }
}

/// An access to bytes of an object.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "access")]
pub struct Access {
    /// What is done with them.
    pub kind: Named<Usage>,
    /// The first of them, counted from the object's start.
    pub offset: i64,
    /// How many there are.
    pub bytes: u64,
}

/// A value from outside.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "input")]
pub struct Input {
    /// What it is.
    pub kind: InputKind,
    /// Where the program asks for it.
    #[serde(flatten)]
    pub place: Place,
    /// The source text there.
    pub text: String,
    /// The function it stands in.
    pub function: String,
    /// The place that gets it, as the user writes it.
    pub assigns: Option<String>,
    /// The value, as the user writes it.
    pub value: String,
    /// The loop iterations it is in.
    #[schemars(inner(range(min = 1)))]
    pub iterations: Vec<u32>,
    /// Whether the error depends on it.
    pub matters: bool,
    /// The index of its step in the trace, where it is shown there.
    pub step: Option<usize>,
    /// The same for a character of C.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub byte: Option<u8>,
    /// For a call of a function without a body its name and C type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<InputSource>,
    /// For a value that a function of the library gives or writes: which one, and what it is in memory.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub library: Option<LibraryValue>,
}

names! {
    /// What a value from outside is.
    InputKind {
        /// That of a variable that is not initialized.
        Declaration => "declaration",
        /// Any other.
        Input => "input",
    }
}

/// A C function that values come from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "input_source")]
pub struct InputSource {
    /// Its name.
    pub function: String,
    /// The type of its result in C.
    pub c_type: String,
    /// The value as a C constant of that type.
    pub c_value: String,
}

/// A value that a function of the library gives or writes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "library_value")]
pub struct LibraryValue {
    /// The function.
    pub function: String,
    /// How many bytes it has.
    pub size: u32,
    /// The bytes as an unsigned number, in decimal digits.
    pub bits: String,
    /// Whether it is what `errno` says, if the function has failed.
    pub is_error: bool,
}

/// An execution that is like one that is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "similar")]
pub struct Similar {
    /// How many steps it has that are the user's.
    pub steps: usize,
    /// Its values from outside.
    pub inputs: Vec<Input>,
}

/// An activation of a function.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "frame")]
pub struct Frame {
    /// The function.
    pub function: String,
    /// The index of the calling frame.
    pub caller: Option<usize>,
    /// The line of the call.
    pub call_line: Option<u32>,
    /// Where the call stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub call: Option<Place>,
}

/// One step of an execution. Its texts are shared by the steps of one place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "step")]
pub struct Step {
    /// What happens.
    pub kind: StepKind,
    /// Where it stands.
    #[serde(flatten)]
    pub place: Place,
    /// The source text there.
    pub text: Arc<str>,
    /// The function it runs in.
    pub function: String,
    /// The index of the frame it runs in.
    pub frame: usize,
    /// The loop iterations it is in, innermost last.
    #[schemars(inner(range(min = 1)))]
    pub iterations: Arc<[u32]>,
    /// The assigned place, as the user writes it.
    pub assigns: Option<Arc<str>>,
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
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object: Option<Object>,
}
