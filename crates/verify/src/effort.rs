//! What the steps of the analyses cost, in units of [`effort`](faultscope_solver::effort), from measurements.
//!
//! Solvers count for themselves; these are the steps between their questions.

pub(crate) use faultscope_execute::effort::{CLOSED_STEPS, CONCRETE_STEP};

/// A command that is executed symbolically.
pub(crate) const SYMBOLIC_COMMAND: u64 = 1;

/// Two states that are joined, but for the terms that are built.
pub(crate) const JOIN: u64 = 2;

/// How many terms that symbolic states consist of are built for a unit.
pub(crate) const TERMS: u64 = 8;

/// How many terms are evaluated on a path for a unit.
pub(crate) const PATH_TERMS: u64 = 8;

/// A statement of a word that is written as a formula.
pub(crate) const WORD_STATEMENT: u64 = 1;

/// A statement of a word for which interpolants are computed.
pub(crate) const INTERPOLANT: u64 = 2;

/// States and edges of automata that are searched, minimized, or followed to a difference.
pub(crate) fn automaton(n_states_and_edges: u64) -> u64 {
    n_states_and_edges / 2
}

/// A Hoare triple that is looked at, whether or not a solver is asked.
pub(crate) const TRIPLE: u64 = 1;

/// How many Hoare triples are looked at for a unit whose letter has nothing to do with the postcondition.
pub(crate) const UNRELATED_TRIPLES: u64 = 16;

/// How many operators of a formula are evaluated in a state for a unit.
pub(crate) const EVALUATED: u64 = 64;

/// As how many operators a formula counts at most that is evaluated.
pub(crate) const MOST_EVALUATED: u64 = 1 << 12;

/// A precondition that is computed by a letter.
pub(crate) const PRECONDITION: u64 = 3;

/// A predicate that is compared with a precondition.
pub(crate) const COMPARISON: u64 = 2;

/// How many monomials are looked at for a unit.
pub(crate) const MONOMIALS: u64 = 4;
