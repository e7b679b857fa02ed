//! The answer to whether a program fails: the one that is given, and the one that each engine gives.

use faultscope_certificate::Certificate;
use faultscope_ir::{DecidedBy, Term};
use faultscope_solver::StopReason;

use crate::decided_triples::DecidedTriples;
use crate::statistics::Statistics;
use crate::{ErrorTrace, FirstError, UnknownReason};

/// The answer to whether a program fails.
#[derive(Debug)]
pub struct Answer {
    /// Whether the program fails.
    pub verdict: Verdict,
    /// Executions that lead to an error, in the order in which they were found.
    pub traces: Vec<ErrorTrace>,
    /// Executions that violate other checks than the traces, one each. The table of checks alone depends on them.
    pub others: Vec<ErrorTrace>,
    /// The engine that decided it, if it is decided.
    pub by: Option<DecidedBy>,
    /// Whether it is about the settled program.
    pub is_settled: bool,
    /// What trace abstraction subtracted, where the answer is its answer and this was to be kept.
    pub certificate: Option<Certificate>,
    /// The predicates of the proof, where the answer is that of trace abstraction.
    pub predicates: Vec<Term>,
    /// The Hoare triples that trace abstraction decided.
    pub triples: DecidedTriples,
    /// What the engines did.
    pub statistics: Statistics,
    /// What it took.
    pub effort: Effort,
}

/// Whether a program fails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// There is no error.
    Safe,
    /// The traces lead to errors; why there are no more.
    Fails(End),
    /// Not decided.
    Open(UnknownReason),
}

/// Why there are no more error traces than were found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// `A_rem` is empty: every path to an error is infeasible, or that of one of the error traces. Without traces the program is
    /// safe.
    Empty,
    /// Every path to an error is infeasible, or takes only edges of the control-flow automaton that the error traces take:
    /// other statements may be relevant on it.
    UpToEdges,
    /// Every path to an error is infeasible, or accepted by the danger automaton of an error trace: it may take other statements.
    Alike,
    /// As many traces as were asked for.
    Enough,
    /// Something was left undecided: these need not be all error traces.
    Stopped(UnknownReason),
    /// They were given: by a test, an execution, or a search that goes on.
    Given,
}

impl End {
    /// Whether every path to an error is infeasible, or leads to the error of one of the traces.
    pub fn is_complete(&self) -> bool {
        matches!(self, End::Empty | End::UpToEdges | End::Alike)
    }
}

/// What an answer took, in units of [`effort`](faultscope_solver::effort).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Effort {
    /// Until it was known.
    pub whole: u64,
    /// Until the first of its traces was found.
    pub first_trace: Option<u64>,
}

impl Answer {
    /// The answer with these traces, for which no engine has done anything.
    pub fn new(verdict: Verdict, traces: Vec<ErrorTrace>) -> Answer {
        Answer {
            verdict,
            traces,
            others: Vec::new(),
            by: None,
            is_settled: false,
            certificate: None,
            predicates: Vec::new(),
            triples: DecidedTriples::default(),
            statistics: Statistics::default(),
            effort: Effort::default(),
        }
    }

    /// No error.
    pub fn safe() -> Answer {
        Answer::new(Verdict::Safe, Vec::new())
    }

    /// One error, which is as many as were asked for.
    pub fn fails(error: ErrorTrace) -> Answer {
        Answer::new(Verdict::Fails(End::Enough), vec![error])
    }

    /// Not decided.
    pub fn open(reason: UnknownReason) -> Answer {
        Answer::new(Verdict::Open(reason), Vec::new())
    }

    /// Makes the answer of an engine that finds one error or none.
    pub fn of_first(found: FirstError<UnknownReason>) -> Answer {
        match found {
            Ok(None) => Answer::safe(),
            Ok(Some(error)) => Answer::fails(*error),
            Err(reason) => Answer::open(reason),
        }
    }

    /// Makes the answer of an engine that finds several traces. Without traces the program is safe if nothing is left.
    pub fn of_traces(traces: Vec<ErrorTrace>, end: End) -> Answer {
        match end {
            end if !traces.is_empty() => Answer::new(Verdict::Fails(end), traces),
            End::Empty => Answer::safe(),
            End::Stopped(reason) => Answer::open(reason),
            // Without traces nothing is like one of them.
            End::UpToEdges | End::Alike | End::Enough | End::Given => {
                Answer::open(UnknownReason::Bug { message: "the search ended without an answer".to_owned() })
            }
        }
    }

    /// The answer where executions were followed to their end: none leads to an error, or this one does, and why there are no more.
    pub fn followed(error: Option<Box<ErrorTrace>>, why: End, by: DecidedBy, whole: u64) -> Answer {
        let verdict = if error.is_none() { Verdict::Safe } else { Verdict::Fails(why) };
        let effort = Effort { whole, first_trace: error.as_ref().map(|_| whole) };
        let traces = error.into_iter().map(|it| *it).collect();
        Answer { by: Some(by), effort, ..Answer::new(verdict, traces) }
    }

    /// Error traces that no engine has answered with: of a test, of an execution, or those that a search knows by now.
    pub fn given(traces: Vec<ErrorTrace>) -> Answer {
        Answer::new(Verdict::Fails(End::Given), traces)
    }

    /// Whether there is no error.
    pub fn is_safe(&self) -> bool {
        self.verdict == Verdict::Safe
    }

    /// Whether there is no error, or the traces are said to be all.
    pub fn is_complete(&self) -> bool {
        match &self.verdict {
            Verdict::Safe => true,
            Verdict::Fails(end) => end.is_complete(),
            Verdict::Open(_) => false,
        }
    }

    /// Whether it is open since executions are not followed that do something undefined.
    pub fn is_undefined(&self) -> bool {
        matches!(self.verdict, Verdict::Open(UnknownReason::Undefined { .. }))
    }

    /// The effort of finding the first trace; none where it was given.
    pub fn first_trace_effort(&self) -> u64 {
        self.effort.first_trace.unwrap_or(0)
    }

    /// Notes that error traces were left out, so that the others are not all.
    pub fn leave_out_traces(&mut self) {
        if matches!(&self.verdict, Verdict::Fails(end) if end.is_complete()) {
            self.verdict = Verdict::Fails(End::Enough);
        }
    }

    /// Makes the answer open, since a limit ended the work on it.
    pub fn interrupt(&mut self, reason: StopReason) {
        let reason = UnknownReason::Limit { reason, completed: 0 };
        (self.verdict, self.certificate) = (Verdict::Open(reason), None);
    }

    /// Makes an answer with errors, none of which is confirmed, an open one.
    pub fn take_back_error(&mut self) {
        if matches!(self.verdict, Verdict::Fails(_)) {
            self.verdict = Verdict::Open(UnknownReason::NotConfirmed);
        }
    }

    /// The first error trace.
    pub fn error(&self) -> Option<&ErrorTrace> {
        self.traces.first()
    }

    /// The first error trace, alone.
    pub fn into_error(self) -> Option<ErrorTrace> {
        self.traces.into_iter().next()
    }
}
