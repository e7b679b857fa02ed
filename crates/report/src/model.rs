//! The data of a report.

use std::sync::Arc;

use faultscope_ir::limits::Reached;
use faultscope_ir::program::Language;
use faultscope_ir::{
    AssumptionKind, CheckStatus, DecidedBy, ObjectKind, Program, Property, SourceMap, Span, Usage,
};
use faultscope_localize::{FindingKind, Strength};

use crate::proof::ProofDocument;

/// Everything there is to say about a program.
#[derive(Debug, Clone)]
pub struct Report {
    /// The language of the program.
    pub language: Language,
    /// The files that places refer to.
    pub sources: SourceMap,
    /// The answer.
    pub verdict: Verdict,
    /// Why there is no verdict, what the verdict rests on, or why `traces` are not all error traces.
    pub reason: Option<Note>,
    /// How the tests went, where tests say what the program should do.
    pub tests: Vec<Test>,
    /// The executions that lead to an error, the one to look at first in front. Of those that share their findings one
    /// stands for all.
    pub traces: Vec<Trace>,
    /// Whether every execution that leads to an error is like one of `traces`; none where only one was looked for.
    pub all_traces: Option<bool>,
    /// Whether all statements of the traces were asked about. If not, `findings` says nothing about those not in it.
    pub is_localized: bool,
    /// The statements that matter, in rank order: inputs after all code.
    pub findings: Vec<Finding>,
    /// How many less promising statements matter too and are left out.
    pub n_omitted_findings: usize,
    /// What other techniques mark on the first trace, where that was asked for.
    pub techniques: Vec<TechniqueResult>,
    /// Changes of single lines that repair the program or the error traces, the best first.
    pub patches: Vec<Patch>,
    /// Statements that have to be fixed together, smaller sets first.
    pub sets: Vec<StatementSet>,
    /// What was checked, and what became of it, in the order of the program.
    pub checks: Vec<Check>,
    /// What was taken for granted.
    pub assumptions: Vec<Assumption>,
    /// Why the verdict holds, where there is a proof that has passed its checker.
    pub proof: Option<CheckedProof>,
    /// Why a proof was not checked again, where there is one.
    pub unchecked_proof: Option<String>,
    /// What the user should know about this report.
    pub warnings: Vec<Note>,
    /// The limits that were reached, without which this report might say more.
    pub limits: Reached,
    /// How much work it was.
    pub statistics: Statistics,
}

impl Report {
    /// The error of the first trace.
    pub fn error(&self) -> Option<&ErrorSite> {
        self.traces.first().map(|trace| &trace.error)
    }

    /// The inputs of the first trace.
    pub fn inputs(&self) -> &[Input] {
        self.traces.first().map_or(&[], |trace| &trace.inputs)
    }

    /// How many error traces there are, those that are not shown included.
    pub fn n_traces(&self) -> usize {
        self.traces.iter().map(|trace| 1 + trace.similar.len()).sum()
    }
}

/// The answer to "does the program have an error?".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// No execution reaches an error.
    Safe,
    /// All tests pass; nothing else was asked.
    TestsPass,
    /// One does.
    Unsafe,
    /// Not decided.
    Unknown,
}

/// A test, and how it went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Test {
    /// What it is called.
    pub name: String,
    /// The result.
    pub status: TestStatus,
    /// What is wrong, if something is: one sentence, in lower case and without a final dot.
    pub message: Option<String>,
    /// The line of the output that was expected where it differs first.
    pub expected: Option<TestLine>,
    /// The line that was written there.
    pub got: Option<TestLine>,
    /// The trace that is of this test, by its place among all that were found, if there is one.
    pub trace: Option<usize>,
}

/// A line of an output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestLine {
    /// Its number, from 1.
    pub line: usize,
    /// Where in it the difference begins, in bytes, from 1.
    pub column: usize,
    /// Its text; bytes that are no text are replaced.
    pub text: String,
}

/// The result of a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TestStatus {
    /// The program does what is expected.
    Passed,
    /// Its output or its status is another one.
    Failed,
    /// It does something that is undefined, violates an assertion, or calls `abort`.
    Crashed,
    /// It goes on past the bound on its steps.
    RanOn,
    /// It could not be followed to a decision.
    Undecided,
}

impl TestStatus {
    /// Whether the test fails.
    pub const fn is_failure(self) -> bool {
        matches!(self, TestStatus::Failed | TestStatus::Crashed | TestStatus::RanOn)
    }

    /// The identifier, stable, for other programs.
    pub const fn name(self) -> &'static str {
        match self {
            TestStatus::Passed => "passed",
            TestStatus::Failed => "failed",
            TestStatus::Crashed => "crashed",
            TestStatus::RanOn => "ran-on",
            TestStatus::Undecided => "undecided",
        }
    }
}

/// Something that was taken for granted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assumption {
    /// Which choice it is.
    pub kind: AssumptionKind,
    /// What it is about, where there are several of the kind: the name of a function.
    pub subject: Option<String>,
    /// One sentence, in lower case and without a final dot.
    pub message: String,
    /// The first statement that rests on it.
    pub span: Option<Span>,
}

impl Assumption {
    /// An assumption of a program.
    pub fn new(program: &Program, assumption: &faultscope_ir::Assumption) -> Assumption {
        Assumption {
            kind: assumption.kind,
            subject: assumption.subject.clone(),
            message: assumption.message.clone(),
            span: assumption.origin.map(|origin| program.sources.origin(origin).span),
        }
    }
}

/// Something that was checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// What it is an instance of.
    pub property: Property,
    /// What a violation is called.
    pub message: String,
    /// Where it stands.
    pub span: Span,
    /// The source text there.
    pub text: String,
    /// The function it stands in.
    pub function: String,
    /// What became of it.
    pub status: CheckStatus,
    /// Who decided; none where nobody did.
    pub decided_by: Option<DecidedBy>,
}

/// A proof that has passed its checker.
#[derive(Debug, Clone)]
pub struct CheckedProof {
    /// The proof.
    pub document: ProofDocument,
    /// What the checker asked the solver.
    pub n_queries: usize,
}

/// A change of one source line that was executed on the failing inputs and verified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Patch {
    /// What is replaced, within one line.
    pub span: Span,
    /// The statement or condition that it is part of.
    pub statement: Span,
    /// The function it stands in.
    pub function: String,
    /// The text that is replaced.
    pub old: String,
    /// The text instead.
    pub new: String,
    /// The line as it is.
    pub old_line: String,
    /// The line as it would be.
    pub new_line: String,
    /// The evidence that asks for it, where a technique gives some.
    pub reason: Option<String>,
    /// Whether it puts a constant where the program computes something, so that it may fit nothing but the tests.
    pub is_constant: bool,
    /// What was shown of it.
    pub verdict: PatchVerdict,
    /// Whether the failed check is still evaluated on the failing inputs, and holds. If not, the change avoids it.
    pub reaches_check: bool,
    /// What is known of it and of contracts, where it was asked.
    pub contract: Option<ContractCheck>,
    /// An input on which it differs from the first patch, where tests tell neither from the other.
    pub differs: Option<Box<PatchDifference>>,
}

/// An input on which two patches differ. Bytes that are no UTF-8 are replaced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PatchDifference {
    /// The test that has an input like it.
    pub like: String,
    /// Standard input.
    pub stdin: String,
    /// The arguments.
    pub arguments: Vec<String>,
    /// The values of `__VERIFIER_nondet_…`, where the test gives some.
    pub values: Option<Vec<i128>>,
    /// What the program does with the first patch.
    pub first: Behaviour,
    /// What it does with this one.
    pub this: Behaviour,
}

/// What a program does on an input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Behaviour {
    /// It ends.
    Ends {
        /// What it has written to standard output.
        output: String,
        /// Its status.
        status: i32,
    },
    /// It does something undefined.
    Undefined {
        /// What it is.
        message: String,
    },
    /// It violates what somebody has written, or calls `abort`.
    Fails {
        /// What is wrong.
        message: String,
    },
}

/// What is known of a changed program and of contracts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContractCheck {
    /// The functions whose contracts were looked at.
    pub functions: Vec<String>,
    /// What came of it.
    pub outcome: ContractOutcome,
}

/// Whether functions meet their contracts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ContractOutcome {
    /// All do.
    Met {
        /// How many elements arrays have at most for which that was shown; none where there are no arrays.
        max_array: Option<u64>,
        /// Whether all their calls were shown to end.
        ends: bool,
    },
    /// One does not.
    Violated {
        /// The function.
        function: String,
        /// What does not hold.
        message: String,
        /// What the function is called with then.
        values: Vec<(String, String)>,
    },
    /// It is not decided, for a function.
    Open {
        /// The function.
        function: String,
    },
}

/// What was shown of a patch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PatchVerdict {
    /// The patched program has no error.
    Proved,
    /// The patched program passes all tests.
    PassesTests,
    /// The inputs of the error traces no longer lead to an error; the rest is not decided.
    RepairsShownTraces,
}

/// A sentence about the program, perhaps about one place in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// The sentence, in lower case and without a final dot.
    pub message: String,
    /// The place.
    pub span: Option<Span>,
    /// What to do about it.
    pub hint: Option<String>,
}

impl Note {
    /// A sentence without a place.
    pub fn new(message: impl Into<String>) -> Note {
        Note { message: message.into(), span: None, hint: None }
    }
}

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

/// What happens in a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepKind {
    /// A place gets a value.
    Assignment,
    /// A parameter gets its value.
    Argument,
    /// A function returns a value.
    Return,
    /// A variable comes into being without a value.
    Declaration,
    /// A value comes from outside.
    Input,
    /// A branch is taken or not.
    Condition,
    /// A condition is asserted.
    Assertion,
}

/// A source statement that matters.
#[derive(Debug, Clone, PartialEq, Eq)]
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
    /// The rank of the finding whose value it only passes on, and with which it is listed.
    pub folded_into: Option<usize>,
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
    /// It does: the statement is program-aberrant.
    Proved(ProvedFix),
    /// With a change there every failing test passes, and those that pass still do.
    PassesTests(TestsFix),
    /// Even with the most permissive fix this execution leads to an error.
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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProvedFix {
    /// Any values that avoid this error trace: the statement is must-program-aberrant.
    Values,
    /// Values that avoid this error trace and this many others that remained.
    Refined(usize),
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

/// What a set of statements repairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Repairs {
    /// The first error trace: with the right values there the error is avoided whatever the inputs are.
    Trace,
    /// The program: this was proved.
    Program,
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

/// What a technique that Faultscope is compared with says about the first trace.
#[derive(Debug, Clone, PartialEq)]
pub struct TechniqueResult {
    /// Its name.
    pub name: String,
    /// The statements that it marks, its own ranking in front.
    pub statements: Vec<Marked>,
    /// For MaxSAT and PED the sets that avoid the error together, as indices of `statements`; empty for others.
    pub sets: Vec<Vec<usize>>,
    /// For PED what is known of each set; empty for others.
    pub solutions: Vec<Solution>,
    /// For PED the statements of the trace that proofs rest on; empty for others.
    pub trusted: Vec<Trusted>,
    /// Why there may be more statements, or none at all.
    pub remark: Option<String>,
    /// Solver queries.
    pub n_queries: usize,
}

/// What PED knows of a set of statements whose change avoids the error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution {
    /// For each statement of the set what stands there instead; none for any other value.
    pub changes: Vec<Option<Replacement>>,
    /// How likely these changes are.
    pub weight: u32,
    /// The bound on the number of changes with which it was found.
    pub bound: usize,
    /// Where the execution leaves the error trace.
    pub exit: Span,
    /// Whether that is at the failing check, which then holds.
    pub is_at_check: bool,
    /// How many of the error traces it repairs.
    pub n_traces: usize,
    /// The proved checks that the values of its statements have to keep, as indices of the report's checks.
    pub constrained_by: Vec<usize>,
}

/// A statement that proofs rest on.
#[derive(Debug, Clone, PartialEq)]
pub struct Trusted {
    /// The statement.
    pub statement: Marked,
    /// The checks whose proofs do, as indices of the report's checks.
    pub checks: Vec<usize>,
}

/// Text in the place of other text, within one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replacement {
    /// Where.
    pub span: Span,
    /// What stands there.
    pub old: String,
    /// What stands there instead.
    pub new: String,
}

/// A source statement that a technique marks.
#[derive(Debug, Clone, PartialEq)]
pub struct Marked {
    /// What it is.
    pub kind: StepKind,
    /// Where it stands.
    pub span: Span,
    /// The source text there.
    pub text: String,
    /// The function it stands in.
    pub function: String,
    /// At how many steps of the trace it is marked; 0 where the technique does not look at the trace.
    pub n_occurrences: usize,
    /// Its score, where the technique gives one.
    pub score: Option<f64>,
}

impl Marked {
    /// Whether the user wrote code there that could be wrong: no input, and no declaration without a value.
    pub fn is_code(&self) -> bool {
        !matches!(self.kind, StepKind::Input | StepKind::Declaration)
    }
}

/// How much work a report was.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Statistics {
    /// Reading, preprocessing and translating.
    pub frontend_seconds: f64,
    /// From the start to the first replayed trace.
    pub trace_seconds: Option<f64>,
    /// Looking for an error.
    pub search_seconds: f64,
    /// From the trace to the findings.
    pub localization_seconds: Option<f64>,
    /// Of that, finding out how suspicious the statements are.
    pub ranking_seconds: Option<f64>,
    /// Of that, asking what can be fixed in the program, the former included.
    pub program_seconds: Option<f64>,
    /// All of it.
    pub total_seconds: f64,
    /// Who gave the answer.
    pub answered_by: Option<Engine>,
    /// The deepest unwinding looked at by bounded model checking, if it ran.
    pub unwinding: Option<u32>,
    /// What trace abstraction did, if it ran.
    pub trace_abstraction: Option<TraceAbstraction>,
    /// Solver queries of the search.
    pub search_queries: usize,
    /// Solver queries of the localization.
    pub localization_queries: usize,
    /// Commands in the trace.
    pub trace_statements: usize,
    /// Commands in the trace that assign.
    pub assigning_statements: usize,
    /// Those that matter.
    pub relevant_statements: usize,
    /// The times of other techniques by their names.
    pub techniques: Vec<(String, f64)>,
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

/// A verifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    /// Bounded model checking.
    Bmc,
    /// Trace abstraction.
    TraceAbstraction,
    /// Symbolic execution path by path.
    Paths,
}

/// How much work trace abstraction was.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TraceAbstraction {
    /// Paths to errors that were looked at.
    pub iterations: usize,
    /// Those that no execution takes.
    pub infeasible: usize,
    /// Danger automata that were built to their end.
    pub danger_automata: usize,
    /// Danger automata that were cut short, so that only their trace was subtracted.
    pub cut_short: usize,
    /// States of the control-flow automaton.
    pub locations: usize,
    /// States of the largest automaton of remaining paths.
    pub states: usize,
    /// Solver queries.
    pub queries: usize,
    /// Time on whether paths are feasible, and why not.
    pub words_seconds: f64,
    /// Time on Floyd-Hoare automata.
    pub floyd_hoare_seconds: f64,
    /// Time on danger automata.
    pub danger_seconds: f64,
}
