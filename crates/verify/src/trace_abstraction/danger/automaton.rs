//! What a danger automaton is, and how its construction goes.

use faultscope_ir::Term;
use faultscope_solver::StopReason;

use crate::automata::{self, Dfa, Nfa};
use crate::limits;

/// An automaton with a predicate per state: whoever is in the predicate of a state that is not final can go along
/// some edge into the predicate of its target (\[1\], definition 4.2).
#[derive(Debug, Clone)]
pub struct DangerAutomaton {
    /// The automaton.
    pub automaton: Nfa,
    /// The mapping `f`: for each state its predicate over program variables. Quantifiers are those of the program's own
    /// conditions.
    pub predicates: Vec<Term>,
}

/// Bounds of a construction, in deterministic units.
#[derive(Debug, Clone)]
pub struct Budget {
    /// The number of queries for the annotation.
    pub max_queries: usize,
    /// The number of further ones for predicates that need what is known of a state.
    pub max_context_queries: usize,
    /// The number of queries for the edges. Few of those that known states do not show are there.
    pub max_edge_queries: usize,
    /// The most steps of one query ([`SolverConfig::query_steps`]).
    pub query_steps: u32,
    /// The number of times that a predicate is compared with the precondition of an edge, for the annotation, and again
    /// for the edges.
    pub max_comparisons: usize,
    /// The number of counterexamples that are looked at for a predicate at a state before it is given up there.
    pub max_refinements: usize,
    /// The size above which a predicate is specialized by the values of the failing execution.
    pub max_predicate_size: u32,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget {
            max_queries: limits::DANGER_QUERIES,
            max_context_queries: limits::DANGER_CONTEXT_QUERIES,
            max_edge_queries: limits::DANGER_EDGE_QUERIES,
            query_steps: limits::DANGER_QUERY_STEPS,
            max_comparisons: limits::DANGER_COMPARISONS,
            max_refinements: limits::DANGER_REFINEMENTS,
            max_predicate_size: limits::DANGER_PREDICATE_SIZE,
        }
    }
}

/// A danger automaton, and how it was found.
#[derive(Debug, Clone)]
pub struct Construction {
    /// The automaton.
    pub automaton: DangerAutomaton,
    /// How it was found.
    pub statistics: Statistics,
}

/// How a construction went.
#[derive(Debug, Clone, Default)]
pub struct Statistics {
    /// Different predicates of the word.
    pub n_predicates: usize,
    /// Times that a predicate was compared with the precondition of an edge.
    pub n_comparisons: usize,
    /// Queries to the solver.
    pub n_queries: usize,
    /// Whether everything was decided within the budget.
    pub complete: bool,
}

/// Why there is no danger automaton.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CutShort {
    /// A limit was exceeded.
    Limit(StopReason),
    /// The word is not one of `A_rem`, or that the inputs of the trace lead along it could not be confirmed.
    Unconfirmed,
}

/// An automaton, and what is known of the executions that get to its states.
#[derive(Debug, Clone, Copy)]
pub struct Annotated<'a> {
    /// The automaton.
    pub automaton: &'a Dfa,
    /// For each state predicates that hold wherever a word leads there that an execution runs through. They are
    /// inductive: behind an edge those of its target hold, if those of its source hold before it. Empty where nothing
    /// is known.
    pub invariants: &'a [Vec<Term>],
}

impl<'a> Annotated<'a> {
    /// What is known at a state.
    pub(super) fn invariants(&self, state: automata::State) -> &'a [Term] {
        self.invariants.get(state.index()).map_or(&[], |invariants| invariants)
    }
}

impl<'a> From<&'a Dfa> for Annotated<'a> {
    fn from(automaton: &'a Dfa) -> Annotated<'a> {
        Annotated { automaton, invariants: &[] }
    }
}
