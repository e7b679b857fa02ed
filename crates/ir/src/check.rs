//! Checks: what a program claims of itself, and which property each claim belongs to.
//!
//! A front end makes a row of [`Program::checks`](crate::Program) for every assertion, every call of an error function
//! and whatever else is checked; an [error location](crate::Terminator::Error) names its row. What is checked is thus
//! data: verifiers answer per row ([`CheckOutcome`]), and another property is another row of [`Property`] with front ends that fill it.
//!
//! # Rows of the table
//! What must not happen is data: a row of `ir::Program::checks` with its `Property`, its condition, its place, and what a violation is called.
//! The user writes some of it (assertions, places that must not be reached); the language asks for the rest (`ir::Property` is the table).
//! What of that is not selected either ends the execution, under a named assumption (accesses, `free`, division by zero), or goes on as the compiler's code does.
//! An error location names its row, so that another property is another row and no other path through the code.
//! Which properties get rows is a list of names (`ir::selection`); what an unselected one does instead is the front end's business.
//! With `--check` the search gets the program with the errors of some rows alone (`ir::focus`), and nothing is said of the others.
//! Whatever comes after the search is about the whole program: a change that avoids one error by way of another repairs nothing.
//! `verify::check_outcomes` says of each row what became of it (`CheckStatus`: violated, proved, not reached, undecided, or not asked) and who decided; the report has all of them.
//! What the front ends took for granted is `Program::assumptions`, each with its kind and the command that rests on it; the report lists those beside the verdict that lie on paths that were followed (`docs/assumptions.md`).

use crate::property::Property;
use crate::source::OriginId;
use crate::term::Term;

/// Names a row of a program's table of checks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CheckId(pub u32);

/// Something that must hold at a place of the program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// What it is an instance of.
    pub property: Property,
    /// What must hold there, over the variables of that place, where one term says it. None for a place that must not
    /// be reached, and where the condition is evaluated step by step.
    pub condition: Option<Term>,
    /// Where it stands.
    pub origin: OriginId,
    /// What a violation is called, for the user: `assertion failed: x > 0`, `call of reach_error()`.
    pub message: String,
}

/// What became of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CheckStatus {
    /// An execution that was replayed violates it.
    Violated,
    /// None of the others is known.
    Undecided,
    /// No execution violates it: this is proved.
    Proved,
    /// No execution gets to it: this is proved.
    NotReached,
    /// No execution within the limits of the search violates it, such as a bound on the rounds of loops.
    HoldsWithinLimits,
    /// Only others were asked about.
    NotAsked,
}

impl CheckStatus {
    /// The identifier, stable, for other programs.
    pub const fn name(self) -> &'static str {
        match self {
            CheckStatus::Violated => "violated",
            CheckStatus::Undecided => "open",
            CheckStatus::Proved => "holds",
            CheckStatus::HoldsWithinLimits => "holds-within-limits",
            CheckStatus::NotReached => "not-reached",
            CheckStatus::NotAsked => "not-asked",
        }
    }
}

/// Who decided about a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DecidedBy {
    /// Bounded model checking.
    Bmc,
    /// Trace abstraction.
    TraceAbstraction,
    /// The execution of a program that asks nothing of its environment.
    Execution,
    /// Symbolic execution path by path.
    Paths,
    /// Abstract interpretation.
    AbstractInterpretation,
    /// The control-flow graph.
    ControlFlow,
}

impl DecidedBy {
    /// The identifier, stable, for other programs.
    pub const fn name(self) -> &'static str {
        match self {
            DecidedBy::Bmc => "bmc",
            DecidedBy::TraceAbstraction => "trace-abstraction",
            DecidedBy::Execution => "execution",
            DecidedBy::Paths => "paths",
            DecidedBy::AbstractInterpretation => "abstract-interpretation",
            DecidedBy::ControlFlow => "control-flow",
        }
    }
}

/// What became of one check of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CheckOutcome {
    /// The check.
    pub check: CheckId,
    /// What became of it.
    pub status: CheckStatus,
    /// Who decided; none where nobody did.
    pub by: Option<DecidedBy>,
}

impl CheckOutcome {
    /// Nothing is known of a check.
    pub fn undecided(check: CheckId) -> CheckOutcome {
        CheckOutcome { check, status: CheckStatus::Undecided, by: None }
    }

    /// It is decided about a check.
    pub fn decided(check: CheckId, status: CheckStatus, by: DecidedBy) -> CheckOutcome {
        CheckOutcome { check, status, by: Some(by) }
    }
}
