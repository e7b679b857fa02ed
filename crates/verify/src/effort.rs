//! What the steps of the analyses cost, in units of [`effort`](faultscope_solver::effort), from measurements.
//!
//! Solvers count for themselves; these are the steps between their questions.

/// A command that is executed symbolically.
pub(crate) const SYMBOLIC_COMMAND: u64 = 3;

/// Two states that are joined.
pub(crate) const JOIN: u64 = 10;

/// A step of the interpreter.
pub(crate) const CONCRETE_STEP: u64 = 1;

/// A command that is executed on abstract values.
pub(crate) const ABSTRACT_COMMAND: u64 = 1;

/// A statement of a word that is written as a formula.
pub(crate) const WORD_STATEMENT: u64 = 3;

/// A statement of a word for which interpolants are computed.
pub(crate) const INTERPOLANT: u64 = 10;

/// An edge that a difference follows.
pub(crate) const AUTOMATON_EDGE: u64 = 1;

/// A state of an automaton that is minimized or searched.
pub(crate) const AUTOMATON_STATE: u64 = 1;

/// A Hoare triple that is looked at, whether or not a solver is asked.
pub(crate) const TRIPLE: u64 = 2;

/// A precondition that is computed by a letter.
pub(crate) const PRECONDITION: u64 = 10;

/// A predicate that is compared with a precondition.
pub(crate) const COMPARISON: u64 = 2;
