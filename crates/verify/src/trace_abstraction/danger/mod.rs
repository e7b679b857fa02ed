//! # Danger automata
//! From a feasible error trace to the many that are like it (\[1\], sections 4.4 and 4.5).
//!
//! A *danger automaton* has a map `f` from states to predicates with `f(q_init) ≠ false` for some initial state (4), and
//! `f(q) ⊆ ⋃_{(q,st,q')} pre(f(q'), st)` for every state that is not final (5): whoever is in `f(q)` can get to the error,
//! or run for ever. The *canonical* one of `A_rem` and a feasible word `π = st_1 … st_n` takes its predicates from
//! the word, `φ_n = true` and `φ_i = pre(φ_{i+1}, st_{i+1})`, and annotates every state of `A_rem` with those of
//! which all states can go on (`fixpoint`). Its states are the pairs `⟨q, φ⟩`, with an edge `⟨q,φ⟩ –st→ ⟨q',φ'⟩`
//! where `φ ∧ pre(φ', st)` is satisfiable. It accepts `π`, and its words are words of `A_rem`.
//!
//! **Deviations**
//! * Predicates have no quantifier for havocs. Where `∃v` cannot be eliminated exactly, `projection` keeps a part of the
//!   formula that has the failing execution's state; predicates that grow too large are specialized in the same way. So
//!   `φ_i ⊆ pre(φ_{i+1}, st_{i+1})`, instead of equality, and the execution's `i`-th state is in `φ_i`. The proofs that
//!   the result is a danger automaton and accepts `π` (\[1\], proposition 4.6) use no more than this.
//! * Of two predicates in one annotation of which one is known to imply the other, the stronger one is left out. With `φ ⊆ χ`,
//!   `⟨q,χ⟩` has every edge from and to the same pairs that `⟨q,φ⟩` has, so that the language stays the same, and the union
//!   of the preconditions in (5) does, too.
//! * Final states are annotated with `true` alone, for the same reason.
//! * What is known of a state of `A_rem` by the Floyd-Hoare automata that were subtracted ([`Annotated`]) is part of the predicates
//!   of its pairs: `f(⟨q, φ⟩)` is `φ ∧ Inv(q)`. `A_rem` has lost the words that no execution runs through, and a state that no
//!   execution has there need not be able to go on; without that, `φ` itself would have to exclude it. As `Inv` is inductive,
//!   `φ ∧ Inv(q) ⊆ ⋃ pre(φ', st)` gives (5).
//! * With [`Budget::weaken`], predicates that are not the word's take part: weaker ones (`weaken`), and relations that carry themselves
//!   through a loop (`relations`). The automaton is then not the canonical one, and accepts more words.
//! * What is not decided within the budget is not in the annotation, and an edge that is neither known to be satisfiable
//!   nor needed for (5) is left out. The result is a smaller danger automaton, which still accepts `π`;
//!   [`Statistics::complete`] says whether that happened.
//!
//! Queries are few because known states refute most of what does not hold: those of the failing execution, the same with other
//! values of the variables that a predicate leaves open, and the models of earlier queries.
//!
//! Every pair that is reached can reach a final one: its predicate was added because of pairs that were there before, down to
//! those of final states. So states are left out only where they cannot be reached, which (5) does not notice.
//!
//! # References
//! - \[1\] Seed 002, section 4.

mod build;
mod connectives;
mod contexts;
mod fixpoint;
mod formulas;
mod pre;
mod preconditions;
mod predicates;
mod projection;
mod queries;
mod relations;
mod state;
#[cfg(test)]
mod tests;
mod weaken;

use faultscope_ir::Term;
use faultscope_solver::{SolverConfig, StopReason};

use super::Alphabet;
use crate::ErrorTrace;
use crate::automata::{self, Dfa, Letter, Nfa};
use state::State;

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
    /// Whether conditions on the way may be left out of predicates where the error can be reached on both sides: the
    /// automaton is then not the canonical one, and accepts more words.
    pub weaken: bool,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget {
            max_queries: 400,
            max_context_queries: 100,
            max_edge_queries: 100,
            query_steps: 100_000,
            max_comparisons: 200_000,
            max_refinements: 12,
            max_predicate_size: 300,
            weaken: false,
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
    fn invariants(&self, state: automata::State) -> &'a [Term] {
        self.invariants.get(state.index()).map_or(&[], |invariants| invariants)
    }
}

impl<'a> From<&'a Dfa> for Annotated<'a> {
    fn from(automaton: &'a Dfa) -> Annotated<'a> {
        Annotated { automaton, invariants: &[] }
    }
}

/// The canonical danger automaton of `remaining` and one of its words, that of `trace`.
///
/// Any automaton that accepts the word will do for `remaining`, and the words of the result are words of it. The fewer of
/// their paths it has, the less is covered: where `A_rem` has lost an infeasible path to the error, predicates have to
/// exclude the states that would take it. Of the control-flow automaton, the result is smaller and covers more.
///
/// `axioms` hold in every state. Limits and where queries are written are those of `solver`, the steps of a query
/// those of the budget.
///
/// # Errors
/// If limits are exceeded, or the word's feasibility cannot be confirmed.
pub fn canonical_danger_automaton<'a>(
    alphabet: &Alphabet,
    remaining: impl Into<Annotated<'a>>,
    word: &[Letter],
    trace: &ErrorTrace,
    axioms: &[Term],
    budget: &Budget,
    solver: &SolverConfig,
) -> Result<Construction, CutShort> {
    build::canonical(alphabet, remaining.into(), word, trace, axioms, budget, solver)
}
