//! Whether a change of one place is enough.

use faultscope_ir::{Program, Term};
use faultscope_localize::coreachable::NotExpressible;
use faultscope_verify::{ErrorTrace, UnknownReason};

use crate::oracle::Lemmas;

/// Why it is left open whether a change is enough.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Open {
    /// What a fix is cannot be said.
    NotExpressible(NotExpressible),
    /// In some states no value that repairs was found.
    NoValue,
    /// An error remains with the fixes that were tried, this many after the most permissive one of the error trace.
    Remains(usize),
    /// With the fix no execution was found that goes on to an end.
    NoEnd,
    /// There is nothing to change.
    NoChange,
    /// The verifier did not decide.
    Verifier(UnknownReason),
    /// The effort for all statements was used up before.
    LeftOut,
}

/// Whether fixing a statement, or turning a condition, is enough to remove every error through it.
#[derive(Debug, Clone)]
pub enum ProgramAberrance {
    /// It is, and no other execution fails either: the statement is enough alone.
    Proved(Fix),
    /// It removes every error through it; that no other execution fails is not shown.
    RepairsThrough(Fix),
    /// Whatever the statement does, this execution still leads to an error.
    NotEnough(Box<RemainingError>),
    /// Not decided, for this reason.
    NotDecided(Open),
}

/// What was shown to be a fix.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fix {
    /// Any values that repair the trace.
    Values,
    /// Values that repair the trace and this many further error traces through the statement.
    Refined(usize),
    /// What these terms over program variables hold before the statement is executed, or for a branch whether they are true: one after
    /// the other, and the last one from then on.
    Played(Vec<Term>),
    /// The branch goes the other way every time.
    EveryTime,
    /// The branch goes the other way at this one of its executions, from 0.
    Once(u32),
}

/// An execution of a changed program that still fails.
#[derive(Debug, Clone)]
pub struct RemainingError {
    /// The changed program.
    pub program: Program,
    /// The execution.
    pub error: ErrorTrace,
}

/// An answer, with what its proof was made of.
pub(super) struct Answer {
    pub(super) answer: ProgramAberrance,
    pub(super) lemmas: Lemmas,
}

impl From<ProgramAberrance> for Answer {
    fn from(answer: ProgramAberrance) -> Answer {
        Answer { answer, lemmas: Lemmas::default() }
    }
}
