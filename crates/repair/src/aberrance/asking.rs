//! What is asked of a program with a change.

use faultscope_ir::Program;
use faultscope_solver::Limits;
use faultscope_verify::UnknownReason;

use super::answer::{Answer, Fix, Open, ProgramAberrance, RemainingError};
use super::instrument::{Change, Errors, instrumented, is_through};
use crate::limits::END_EFFORT;
use crate::oracle::{ChangeVerdict, Lemmas, Oracle};

/// What is asked of a program with a change.
pub(super) struct Asking<'a> {
    pub(super) program: &'a Program,
    pub(super) change: Change<'a>,
    pub(super) oracle: &'a Oracle,
    pub(super) limits: &'a Limits,
}

/// What is found of a program with a change.
pub(super) enum Found {
    /// None of these errors is left.
    Repaired(Errors, Lemmas),
    /// This error is left, of an execution that goes through the change.
    Fails(Box<RemainingError>),
    /// It does something undefined that the program as it was does not do.
    Undefined(Box<RemainingError>),
    Open(UnknownReason),
}

impl Asking<'_> {
    /// Asks for all errors, and where one misses the statement, for those through it.
    pub(super) fn verify(&self) -> Found {
        match self.verify_for(Errors::All) {
            Found::Fails(remaining) if !is_through(&remaining.program, &remaining.error.trace) => {
                self.verify_for(Errors::Through)
            }
            // Less is asked where that is left open.
            Found::Open(reason) => match self.verify_for(Errors::Through) {
                Found::Open(_) => Found::Open(reason),
                found => found,
            },
            found => found,
        }
    }

    fn verify_for(&self, errors: Errors) -> Found {
        let changed = instrumented(self.program, &[self.change], errors);
        let verdict = match self.change {
            // It is often a constant, which intervals see all the way through loops.
            Change::Play { .. } => self.oracle.verify_by_intervals(self.program, &changed, self.limits),
            _ => self.oracle.verify(self.program, &changed, self.limits),
        };
        match verdict {
            ChangeVerdict::Repaired(lemmas) => Found::Repaired(errors, lemmas),
            ChangeVerdict::Open(reason) => Found::Open(reason),
            ChangeVerdict::Fails(error) => {
                Found::Fails(Box::new(RemainingError { program: changed, error: *error }))
            }
            ChangeVerdict::Undefined(it) => {
                Found::Undefined(Box::new(RemainingError { program: it.program, error: it.error }))
            }
        }
    }

    /// The answer where no error is left: a proof, if an execution goes through the statement and on to an end. Without one the
    /// fix may stop all of them.
    pub(super) fn proved(&self, fix: Fix, errors: Errors, lemmas: Lemmas) -> Answer {
        if !self.comes_to_an_end() {
            return ProgramAberrance::NotDecided(Open::NoEnd).into();
        }
        let answer = match errors {
            Errors::All => ProgramAberrance::Proved(fix),
            Errors::Through | Errors::Ends => ProgramAberrance::RepairsThrough(fix),
        };
        Answer { answer, lemmas }
    }

    /// Whether an execution goes through the changed statement and on to an end: one of those that failed, with values that are
    /// known to repair, or one that is searched for.
    fn comes_to_an_end(&self) -> bool {
        let known = match self.change {
            Change::Fix { statement, fixes } => Change::Value { statement, fixes },
            change => change,
        };
        let known = instrumented(self.program, &[known], Errors::Ends);
        if self.oracle.shown().iter().any(|it| it.error(&known, self.limits).is_some()) {
            return true;
        }
        let ends = instrumented(self.program, &[self.change], Errors::Ends);
        let limits = self.limits.child().apart().with_effort(self.limits.scaled(END_EFFORT));
        let verdict = self.oracle.verify(&ends, &ends, &limits);
        self.limits.spend(limits.spent());
        matches!(verdict, ChangeVerdict::Fails(_))
    }
}
