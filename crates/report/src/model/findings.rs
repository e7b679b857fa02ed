//! Findings: the statements that matter.

use std::sync::Arc;

use faultscope_ir::{FindingKind, Span, Strength};

use faultscope_json::Repairs;

use super::traces::{CallSite, Trace};

/// A source statement that matters.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// Its rank, from 1.
    pub rank: usize,
    /// What it is.
    pub kind: FindingKind,
    /// How much it matters.
    pub strength: Strength,
    /// The index of the trace that it is described on, where there are several: its value, occurrences and inputs.
    pub trace: usize,
    /// What it is over all traces, where there are several.
    pub over_traces: Option<OverTraces>,
    /// Where it stands.
    pub span: Span,
    /// Where the text is the body of a macro: the uses that it comes from, the innermost first.
    pub expansions: Vec<Span>,
    /// The macros that a part of it comes from: their names, and where they are defined.
    pub definitions: Vec<(String, Span)>,
    /// The source text there.
    pub text: String,
    /// The function it stands in.
    pub function: String,
    /// The assigned place, as the user writes it.
    pub place: Option<String>,
    /// The value it gave in the failing execution.
    pub value: Option<String>,
    /// Values that avoid the error, constants that always do first.
    pub values: Vec<String>,
    /// What the new value has to fulfil.
    pub condition: Option<String>,
    /// What a new pointer has to point to at least.
    pub pointer: Option<PointerNeed>,
    /// What the program did when it was executed once more, on the same inputs, with other values here.
    pub rerun: Option<Rerun>,
    /// The inputs with which the values help, place and value, where they are others than the report's.
    pub failing_inputs: Option<Vec<(String, String)>>,
    /// Why: the first condition that comes out differently with another value.
    pub influence: Option<Influence>,
    /// The strongest occurrence: the loop iterations it is in.
    pub iterations: Vec<u32>,
    /// The strongest occurrence: the calls that lead there, the outermost first.
    pub calls: Vec<CallSite>,
    /// All occurrences in the trace, in its order.
    pub occurrences: Vec<Occurrence>,
    /// For an input whether another value of it avoids the error.
    pub other_outcome_helps: Option<bool>,
    /// Stronger verdicts that could not be decided.
    pub undecided: Vec<Strength>,
    /// For a condition, where going the other way avoids the error on the same inputs.
    pub other_way: Option<OtherWay>,
    /// The statement that may be missing, as the language writes it.
    pub missing: Option<String>,
    /// Whether fixing it is enough for the program, where that was asked.
    pub in_program: Option<InProgram>,
    /// How much of the program stays reachable with it fixed: a fix that cuts off much of it is an unlikely one.
    pub suspiciousness: Option<Suspiciousness>,
    /// What its rank comes from: features and their values, where findings are ranked by them.
    pub features: Vec<(String, f64)>,
    /// The rank of the finding whose value it only passes on, and with which it is listed.
    pub folded_into: Option<usize>,
    /// Whether it is in the driver, which is suspected since nothing outside it can be at fault.
    pub in_driver: bool,
}

impl Finding {
    /// What another value changes. That one leads to another error is not told where one is proved to lead to none.
    pub(crate) fn told_influence(&self) -> Option<&Influence> {
        let is_proved = matches!(self.in_program, Some(InProgram::Proved(_) | InProgram::RepairsThrough(_)));
        self.influence.as_ref().filter(|it| !(is_proved && it.is_another_error()))
    }
}

/// What a pointer has to point to at least so that an access through it is no error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PointerNeed {
    /// Something.
    NotNull,
    /// So many bytes.
    Bytes(u64),
    /// An object whose lifetime has not ended where the error is.
    Alive,
}

/// Where a branch going the other way avoids the error. This is a test and not a proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OtherWay {
    /// Every time.
    pub every_time: bool,
    /// At this one of its executions, from 1.
    pub once: Option<u32>,
}

/// Whether fixing a statement removes every error of executions that go through it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InProgram {
    /// It does, and no other execution fails either.
    Proved(ProvedFix),
    /// It does: the statement is program-aberrant. Whether other executions fail is not known.
    RepairsThrough(ProvedFix),
    /// With a change there every failing test passes, and those that pass still do.
    PassesTests(TestsFix),
    /// Whatever it does, this execution leads to an error.
    NotEnough(Box<Trace>),
    /// Not decided, for this reason.
    NotDecided(String),
}

/// With which change at a statement all tests pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TestsFix {
    /// Another value, or another way at a branch, in each failing test.
    Values,
    /// One of the patches.
    Patch,
    /// The statement is left out or put in, or the block ends later.
    Statement,
}

/// What was shown to be a fix.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProvedFix {
    /// Any values that avoid this error trace: the statement is must-program-aberrant.
    Values,
    /// Values that avoid this error trace and this many others that remained.
    Refined(usize),
    /// These, in the language of the source: what the executions assign, or whether the condition is true, one after the other, and
    /// the last one from then on. None where the language cannot say it.
    Strategy(Vec<String>),
    /// Other values by another fix than the most permissive one: that of a patch.
    Patch,
    /// A branch that goes the other way every time.
    EveryTime,
    /// A branch that goes the other way at this one of its executions, from 1.
    Once(u32),
}

/// Statements that avoid the error when all of them are fixed, while no proper subset does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatementSet {
    /// The statements.
    pub members: Vec<SetMember>,
    /// What they repair.
    pub repairs: Repairs,
}

/// A statement of a set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetMember {
    /// What it is.
    pub kind: FindingKind,
    /// Where it stands.
    pub span: Span,
    /// The source text there.
    pub text: String,
}

/// What a statement is over several error traces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OverTraces {
    /// In how many of them it matters.
    pub n_relevant: usize,
    /// In how many of them that was not decided.
    pub n_undecided: usize,
    /// How many there are, those that are not shown included.
    pub n_traces: usize,
    /// The indices of the shown traces in which it matters; what is like them counts with them.
    pub relevant_in: Vec<usize>,
    /// Whether one value avoids the error on all of them.
    pub constant: ConstantOverTraces,
}

impl OverTraces {
    /// Whether the statement matters on every trace.
    pub fn is_in_all(&self) -> bool {
        self.n_relevant == self.n_traces
    }
}

/// Whether one value avoids the error on several traces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ConstantOverTraces {
    /// Each of these does. Empty where the language has no words for the values that do.
    Values(Vec<String>),
    /// None does.
    None,
    /// Not decided.
    Undecided,
}

/// What an execution with another value has shown. This is a test and not a proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Rerun {
    /// With this value the program ends without an error.
    Avoids(String),
    /// Without the statement memory is lost instead.
    Leaks,
    /// Not known.
    Open,
    /// With every value that was tried it fails all the same, perhaps on another path.
    Fails,
}

/// One occurrence of a statement in the trace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Occurrence {
    /// How much this one matters.
    pub strength: Strength,
    /// The loop iterations it is in.
    pub iterations: Arc<[u32]>,
    /// The index of its step in the trace.
    pub step: Option<usize>,
}

/// A condition that depends on a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Influence {
    /// Where the condition stands.
    pub span: Span,
    /// Its source text.
    pub text: String,
    /// How it came out in the failing execution.
    pub outcome: Option<bool>,
    /// Whether it is the violated assertion itself.
    pub is_error: bool,
    /// Whether nobody wrote it: it is what the language or the library asks of an operation.
    pub is_asked: bool,
    /// The value with which it comes out differently.
    pub with: Option<String>,
}

impl Influence {
    /// Whether the value violates what the language asks for, and was met before.
    pub(crate) fn is_another_error(&self) -> bool {
        self.is_asked && !self.is_error
    }
}

/// How much of the program stays reachable with a statement fixed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Suspiciousness {
    /// The source statements that are reachable in the program and stay so.
    pub kept: usize,
    /// The source statements that are reachable in the program.
    pub reachable: usize,
    /// Whether the verifier was needed to tell.
    pub by_verifier: bool,
}

impl Suspiciousness {
    /// The share that stays reachable, which is all where nothing is; 1 is most suspicious.
    pub fn score(&self) -> f64 {
        if self.reachable == 0 { 1.0 } else { self.kept as f64 / self.reachable as f64 }
    }
}
