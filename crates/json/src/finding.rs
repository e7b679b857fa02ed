//! Findings: the statements that matter.

use std::collections::BTreeMap;
use std::sync::Arc;

use faultscope_ir::{FindingKind, Strength};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::names::{Named, names};
use crate::place::{Definition, Place};
use crate::trace::{Call, Error, Input, Step, Trace};

/// A source statement that matters. `S` holds the steps of traces, as in [`Trace`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "finding")]
pub struct Finding<S = Vec<Step>> {
    /// Its rank, from 1.
    #[schemars(range(min = 1))]
    pub rank: usize,
    /// What it is.
    pub kind: Named<FindingKind>,
    /// How much it matters.
    pub strength: Named<Strength>,
    /// The index of the trace that it is described on.
    pub trace: usize,
    /// What it is over all traces, where there are several.
    pub over_traces: Option<OverTraces>,
    /// Where it stands.
    #[serde(flatten)]
    pub place: Place,
    /// Where the text is the body of a macro: the uses that it comes from, the innermost first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub expansions: Vec<Place>,
    /// The macros that a part of it comes from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub definitions: Vec<Definition>,
    /// The source text there.
    pub text: String,
    /// The function it stands in.
    pub function: String,
    /// The assigned place, as the user writes it.
    pub assigns: Option<String>,
    /// The value it gave in the failing execution.
    pub value: Option<String>,
    /// Values that avoid the error, constants that always do first.
    pub values: Vec<String>,
    /// What the new value has to fulfil.
    pub condition: Option<String>,
    /// What a new pointer has to point to at least.
    pub pointer: Option<Pointer>,
    /// What the program did when it was executed once more, on the same inputs, with other values here.
    pub rerun: Option<Rerun>,
    /// The inputs with which the values help, where they are others than the report's.
    pub failing_inputs: Option<Vec<Assigned>>,
    /// Why: the first condition that comes out differently with another value.
    pub influence: Option<Influence>,
    /// The loop iterations that the strongest occurrence is in.
    #[schemars(inner(range(min = 1)))]
    pub iterations: Vec<u32>,
    /// The calls that lead to the strongest occurrence, the outermost first.
    pub calls: Vec<Call>,
    /// All occurrences in the trace, in its order.
    pub occurrences: Vec<Occurrence>,
    /// For an input whether another value of it avoids the error.
    pub other_outcome_helps: Option<bool>,
    /// Stronger verdicts that could not be decided.
    pub undecided: Vec<Named<Strength>>,
    /// For a condition, where going the other way avoids the error on the same inputs.
    pub other_way: Option<OtherWay>,
    /// The statement that may be missing, as the language writes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<String>,
    /// Whether fixing it is enough for the program, where that was asked.
    pub in_program: Option<InProgram<S>>,
    /// How much of the program stays reachable with it fixed.
    pub suspiciousness: Option<Suspiciousness>,
    /// What its rank comes from: features by their names, and how far each holds, from 0 to 1; those that are 0 are left out.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub features: BTreeMap<String, f64>,
    /// The rank of the finding whose value it only passes on, and with which it is listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub folded_into: Option<usize>,
    /// Whether it is in the driver, which is suspected since nothing outside it can be at fault.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub in_driver: bool,
}

/// An error beside that of the first trace, in short. `S` holds the steps of traces, as in [`Trace`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "other_error")]
pub struct OtherError<S = Vec<Step>> {
    /// What is violated, and where.
    pub error: Error,
    /// The values from outside that lead to it, in the order in which the program asks for them. They have no `step`.
    pub inputs: Vec<Input>,
    /// Its first places, in rank order. Nothing was asked about the program, and their occurrences have no `step`.
    pub findings: Vec<Finding<S>>,
}

/// What drives the code under test.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "driver")]
pub struct Driver {
    /// The file, or the function that a test framework calls.
    pub name: String,
    /// Whether its places are findings, since nothing outside it can be at fault; else it is trusted.
    pub suspected: bool,
}

/// What a statement is over several error traces.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "over_traces")]
pub struct OverTraces {
    /// In how many of them it matters.
    pub relevant: usize,
    /// In how many of them that was not decided.
    pub undecided: usize,
    /// How many there are, those that are not shown included.
    pub traces: usize,
    /// The indices of the shown traces in which it matters.
    pub relevant_in: Vec<usize>,
    /// Whether one value avoids the error on all of them.
    pub constant: ConstantOverTraces,
    /// Values that do.
    pub constants: Vec<String>,
}

names! {
    /// Whether one value avoids the error on several traces.
    ConstantOverTraces {
        /// One does.
        Exists => "exists",
        /// None does.
        None => "none",
        /// Not decided.
        Undecided => "undecided",
    }
}

/// What a pointer has to point to at least.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "pointer")]
pub struct Pointer {
    /// To what.
    pub to: Pointee,
    /// With `bytes`, how many.
    #[schemars(range(min = 1))]
    pub bytes: Option<u64>,
}

names! {
    /// What a pointer has to point to.
    Pointee {
        /// Something.
        Something => "something",
        /// So many bytes.
        Bytes => "bytes",
        /// An object whose lifetime has not ended where the error is.
        Existing => "existing",
    }
}

/// What an execution with another value has shown. This is a test and not a proof.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "rerun")]
pub struct Rerun {
    /// What it has shown.
    pub outcome: RerunOutcome,
    /// With `avoids`, the value.
    pub value: Option<String>,
}

names! {
    /// What an execution with another value has shown.
    RerunOutcome {
        /// The program ends without an error.
        Avoids => "avoids",
        /// Without the statement memory is lost instead.
        Leaks => "leaks",
        /// Not known.
        Open => "open",
        /// With every value that was tried it fails all the same, perhaps on another path.
        Fails => "fails",
    }
}

/// A place of the program, as the user writes it, and its value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "assignment")]
pub struct Assigned {
    /// The place.
    pub assigns: String,
    /// The value.
    pub value: String,
}

/// A condition that depends on a finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "influence")]
pub struct Influence {
    /// Where the condition stands.
    #[serde(flatten)]
    pub place: Place,
    /// Its source text.
    pub text: String,
    /// How it came out in the failing execution.
    pub outcome: Option<bool>,
    /// Whether it is the violated assertion itself.
    pub is_error: bool,
    /// Whether the language or the library asks for it, and no text of the program.
    pub is_asked: bool,
    /// The value with which it comes out differently.
    pub with: Option<String>,
}

/// One occurrence of a statement in the trace.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "occurrence")]
pub struct Occurrence {
    /// How much this one matters.
    pub strength: Named<Strength>,
    /// The loop iterations it is in.
    #[schemars(inner(range(min = 1)))]
    pub iterations: Arc<[u32]>,
    /// The index of its step in the trace.
    pub step: Option<usize>,
}

/// Where a branch going the other way avoids the error. This is a test and not a proof.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "other_way")]
pub struct OtherWay {
    /// Every time.
    pub every_time: bool,
    /// At this one of its executions, from 1.
    #[schemars(range(min = 1))]
    pub once: Option<u32>,
}

/// Whether fixing a statement removes every error of executions that go through it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "in_program")]
pub struct InProgram<S = Vec<Step>> {
    /// The answer.
    pub answer: Answer,
    /// The fix that was shown, where the answer is that there is one.
    pub fix: Option<Fix>,
    /// With `other-way-once`, at which of its executions, from 1.
    #[schemars(range(min = 1))]
    pub execution: Option<u32>,
    /// With `refined-values`, how many more error traces the values avoid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refinements: Option<usize>,
    /// With `strategy`, what is assigned, or decided by, at each execution in turn, the last one from then on; empty where the language
    /// of the source cannot say it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strategy: Option<Vec<String>>,
    /// With `not-enough`, an execution that leads to an error whatever the statement does.
    pub remaining: Option<Box<Trace<S>>>,
    /// With `not-decided`, why.
    pub reason: Option<String>,
}

names! {
    /// Whether fixing a statement is enough.
    Answer {
        /// It is, and no other execution fails either.
        Proved => "proved",
        /// It is for executions through it. Whether others fail is not known.
        RepairsThrough => "repairs-through",
        /// With a change there every failing test passes, and those that pass still do.
        PassesTests => "passes-tests",
        /// It is not.
        NotEnough => "not-enough",
        /// Not decided.
        NotDecided => "not-decided",
    }
}

names! {
    /// What was shown to be a fix.
    Fix {
        /// Any values that avoid this error trace; for tests another value, or another way at a branch, in each failing test.
        Values => "values",
        /// Values that avoid this error trace and others that remained.
        RefinedValues => "refined-values",
        /// What `strategy` says.
        Strategy => "strategy",
        /// One of the patches.
        Patch => "patch",
        /// The statement is left out or put in, or the block ends later.
        Statement => "statement",
        /// A branch that goes the other way every time.
        EveryTime => "other-way-every-time",
        /// A branch that goes the other way at one of its executions.
        Once => "other-way-once",
    }
}

/// How much of the program stays reachable with a statement fixed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "suspiciousness")]
pub struct Suspiciousness {
    /// The share that stays reachable; 1 is most suspicious.
    #[schemars(range(min = 0))]
    pub score: f64,
    /// The source statements that are reachable in the program and stay so.
    pub kept: usize,
    /// The source statements that are reachable in the program.
    pub reachable: usize,
    /// By what that was decided.
    pub decided_by: SuspiciousnessBy,
}

names! {
    /// By what it was decided how much stays reachable.
    SuspiciousnessBy {
        /// By abstract interpretation alone.
        AbstractInterpretation => "abstract-interpretation",
        /// The verifier was needed.
        Verifier => "verifier",
    }
}

/// Statements that avoid the error when all of them are fixed, while no proper subset does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "set")]
pub struct Set {
    /// What they repair.
    pub repairs: Repairs,
    /// The statements.
    pub members: Vec<Member>,
}

names! {
    /// What a set of statements repairs.
    Repairs {
        /// The program: this was proved.
        Program => "program",
        /// The first error trace, whatever the inputs are.
        Trace => "trace",
    }
}

/// A statement of a set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "member")]
pub struct Member {
    /// What it is.
    pub kind: Named<FindingKind>,
    /// Where it stands.
    #[serde(flatten)]
    pub place: Place,
    /// The source text there.
    pub text: String,
}
