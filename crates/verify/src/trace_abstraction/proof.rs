//! What an analysis leaves behind for others to check.

use faultscope_ir::Term;

use super::danger::DangerAutomaton;
use crate::automata::{Dfa, Letter};

/// How `A_rem` became what it is, step by step from the control-flow automaton.
///
/// Where the last remaining automaton is empty and every step subtracts a [`Subtracted::FloydHoare`], this proves
/// that the program is safe; with [`Subtracted::Danger`] and [`Subtracted::Word`] it proves that every error trace is
/// accepted by one of their automata.
#[derive(Debug, Clone, Default)]
pub struct Proof {
    /// The steps, the first one first.
    pub steps: Vec<ProofStep>,
}

/// One subtraction: every word of the automaton before is one of `subtracted` or one of `remaining`.
#[derive(Debug, Clone)]
pub struct ProofStep {
    /// What was subtracted.
    pub subtracted: Subtracted,
    /// What was left.
    pub remaining: Dfa,
}

/// What a step subtracts.
#[derive(Debug, Clone)]
pub enum Subtracted {
    /// Infeasible words.
    FloydHoare(FloydHoareAutomaton),
    /// Words like that of a feasible error trace.
    Danger {
        /// The automaton.
        automaton: DangerAutomaton,
        /// The trace's word.
        word: Vec<Letter>,
    },
    /// One feasible word.
    Word(Vec<Letter>),
    /// All words that lead to an exit which is no error. This one is feasible: the analysis does not follow executions
    /// beyond such exits, and so does not speak of all of them.
    Unfollowed(Vec<Letter>),
}

/// An automaton with a predicate per state, every edge of which is a valid Hoare triple (\[1\], definition 3).
///
/// The initial state's predicate is valid. Final states have the predicate `false` and no edges: with
/// `{false} st {false}`, every continuation is accepted too.
#[derive(Debug, Clone)]
pub struct FloydHoareAutomaton {
    /// The part of the automaton that was walked.
    pub automaton: Dfa,
    /// For each state its predicate, as a list of conjuncts.
    pub predicates: Vec<Vec<Term>>,
}
