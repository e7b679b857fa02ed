//! The data of a report.

mod compiler;
mod findings;
mod given;
mod patches;
mod techniques;
mod traces;

use faultscope_frontend::c::is_model;
use faultscope_ir::limits::{Limit, THOROUGH};
use faultscope_ir::program::Language;
use faultscope_ir::{AssumptionKind, CheckStatus, DecidedBy, Program, Property, SourceMap, Span};

use faultscope_json::{Coverage, GuideOutcome, SuppressedBy, TestStatus, Verdict};

use crate::proof::{Claim, ProofDocument};

pub use compiler::{Compiler, CompilerWarning};
pub use findings::{
    ConstantOverTraces, Finding, InProgram, Influence, Occurrence, OtherWay, OverTraces, PointerNeed,
    ProvedFix, Rerun, SetMember, StatementSet, Suspiciousness, TestsFix,
};
pub use given::{Given, GivenFile, GivenVariable};
pub use patches::{
    Behaviour, ContractCheck, ContractOutcome, Keeps, KeptChange, LeftError, Patch, PatchDifference,
};
pub use techniques::{Marked, Projected, Projections, Replacement, Solution, TechniqueResult, Trusted};
pub use traces::{
    CallSite, ErrorSite, Frame, Input, InputSource, LibraryValue, Object, ObjectEnd, ObjectEvent, Similar,
    Step, Trace,
};

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
    /// What a property file asks for, and the answer to that, where there is one.
    pub specification: Option<SpecificationAnswer>,
    /// How the tests went, where tests say what the program should do.
    pub tests: Vec<Test>,
    /// The executions that lead to an error, the one to look at first in front. Of those that share their findings one
    /// stands for all.
    pub traces: Vec<Trace>,
    /// Which executions that lead to an error are like one of `traces`; none where only one was looked for.
    pub coverage: Option<Coverage>,
    /// Whether all statements of the traces were asked about. If not, `findings` says nothing about those not in it.
    pub is_localized: bool,
    /// The statements that matter, in rank order: inputs after all code.
    pub findings: Vec<Finding>,
    /// How many less promising statements matter too and are left out.
    pub n_omitted_findings: usize,
    /// What drives the code under test, where the program has a driver and an error.
    pub driver: Option<Driver>,
    /// What other techniques mark on the first trace, where that was asked for.
    pub techniques: Vec<TechniqueResult>,
    /// Changes of single lines that repair the program or the error traces, the best first.
    pub patches: Vec<Patch>,
    /// Statements that have to be fixed together, smaller sets first.
    pub sets: Vec<StatementSet>,
    /// What came of a witness that was to be followed.
    pub guide: Option<Guide>,
    /// What a witness of the answer says, or why there is none; none where none was wanted.
    pub witness: Option<Result<faultscope_witness::Content, String>>,
    /// The errors beside that of the first trace, each with its own places, in the order of `checks`. Not all violated checks
    /// need be here.
    pub other_errors: Vec<OtherError>,
    /// What was checked, and what became of it, in the order of the program.
    pub checks: Vec<Check>,
    /// The checks whose errors were not looked for, since that was asked or they are known.
    pub suppressed: Vec<Suppressed>,
    /// What was taken for granted.
    pub assumptions: Vec<Assumption>,
    /// Why the verdict holds, where there is a proof that has passed its checker.
    pub proof: Option<CheckedProof>,
    /// Why a proof was not checked again, where there is one.
    pub unchecked_proof: Option<String>,
    /// What the compiler of the host says of the program, where it fails and the compiler was asked.
    pub compiler: Option<Compiler>,
    /// What the user should know about this report.
    pub warnings: Vec<Note>,
    /// The limits that were reached, without which this report might say more.
    pub limits: Vec<ReachedLimit>,
    /// How much work it was.
    pub statistics: Statistics,
}

/// An error beside that of the first trace, in short.
#[derive(Debug, Clone, PartialEq)]
pub struct OtherError {
    /// What is violated, and where.
    pub error: ErrorSite,
    /// The values from outside that lead to it. They have no steps here.
    pub inputs: Vec<Input>,
    /// Its first places, in rank order. Their steps are not here.
    pub findings: Vec<Finding>,
}

impl OtherError {
    /// Whether it is the violation of a check.
    pub fn violates(&self, check: &Check) -> bool {
        (self.error.property, self.error.span) == (check.property, check.span)
    }
}

/// What drives the code under test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Driver {
    /// The file, or the function that a test framework calls.
    pub name: String,
    /// Whether its places are findings, since nothing outside it can be at fault. Else it is trusted.
    pub is_suspected: bool,
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

    /// The finding of a rank.
    pub fn finding(&self, rank: usize) -> Option<&Finding> {
        self.findings.iter().find(|it| it.rank == rank)
    }

    /// The report with the first `max` findings in code, and those that are none.
    #[must_use]
    pub fn with_most_promising(mut self, max: usize) -> Report {
        let before = self.findings.len();
        let mut n_code = 0;
        self.findings.retain(|it| {
            n_code += usize::from(it.kind.is_code());
            !it.kind.is_code() || n_code <= max
        });
        self.n_omitted_findings += before - self.findings.len();
        self
    }

    /// How many error traces there are, those that are not shown included.
    pub fn n_traces(&self) -> usize {
        self.traces.iter().map(|trace| 1 + trace.similar.len()).sum()
    }
}

/// What a property file asks for, and the answer as tools of SV-COMP give it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpecificationAnswer {
    /// The property file.
    pub file: String,
    /// What it asks for, by name: `unreach-call`, `valid-deref`.
    pub properties: Vec<String>,
    /// What of that cannot be checked.
    pub unsupported: Vec<String>,
    /// The answer: `true`, `false`, `false(valid-deref)` or `unknown`.
    pub result: String,
    /// What it should be, if that is known: `true`, `false`, `false(valid-deref)`.
    pub expected: Option<String>,
    /// Whether it is what it should be; none where it is not known what that is, or there is no answer.
    pub agrees: Option<bool>,
}

/// What came of a witness.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Guide {
    /// The outcome.
    pub outcome: GuideOutcome,
    /// The same as one sentence, in lower case and without a final dot.
    pub message: String,
    /// The furthest waypoint that an execution passes, counted from 1.
    pub waypoint: Option<usize>,
    /// How many waypoints there are.
    pub n_waypoints: usize,
    /// The file and the line of that waypoint.
    pub place: Option<(String, u32)>,
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
        // Models of the library are no text of the user's.
        let is_seen = |span: &Span| !is_model(&program.sources.file(span.file).name);
        Assumption {
            kind: assumption.kind,
            subject: assumption.subject.clone(),
            message: assumption.message.clone(),
            span: assumption.origin.map(|origin| program.sources.origin(origin).span).filter(is_seen),
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

/// A check whose errors were not looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suppressed {
    /// Its place in [`Report::checks`].
    pub check: usize,
    /// Where that is said.
    pub by: SuppressedBy,
    /// Why, in the user's words; of a known error, what it is called.
    pub reason: String,
    /// The file that says it.
    pub file: String,
    /// The line there.
    pub line: Option<u32>,
}

/// A proof that has passed its checker.
#[derive(Debug, Clone)]
pub struct CheckedProof {
    /// What it shows.
    pub claim: Claim,
    /// How many steps it has.
    pub n_steps: usize,
    /// The proof itself; none where the report was read from a file.
    pub document: Option<ProofDocument>,
    /// What the checker asked the solver.
    pub n_queries: usize,
}

impl CheckedProof {
    /// A proof, and what the checker asked the solver.
    pub fn new(document: ProofDocument, n_queries: usize) -> CheckedProof {
        CheckedProof {
            claim: document.claim,
            n_steps: document.steps.len(),
            document: Some(document),
            n_queries,
        }
    }
}

/// A limit that was reached ([`Limit`]).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReachedLimit {
    /// Its name.
    pub name: String,
    /// The bound.
    pub value: u64,
    /// What it bounds, in Markdown, on one line.
    pub bounds: String,
    /// What happens where it is reached.
    pub effect: String,
}

impl ReachedLimit {
    /// Whether it is another one with [`THOROUGH`], as its text says.
    pub fn is_lifted(&self) -> bool {
        self.bounds.contains(THOROUGH)
    }
}

impl From<&Limit> for ReachedLimit {
    fn from(limit: &Limit) -> ReachedLimit {
        ReachedLimit {
            name: limit.name.to_owned(),
            value: limit.value,
            bounds: limit.bounds_on_one_line(),
            effect: limit.effect.to_owned(),
        }
    }
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
    pub answered_by: Option<DecidedBy>,
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
