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
//! * It is that of the words of `A_rem` that violate the same check as the word: the errors of another check have a trace of
//!   their own.
//! * What is not decided within the budget is not in the annotation, and an edge that is neither known to be satisfiable
//!   nor needed for (5) is left out. The result is a smaller danger automaton, which still accepts `π`;
//!   [`Statistics::complete`] says whether that happened.
//!
//! Where there are many error traces, one automaton of all of them takes the place of these ([`Merged`]).
//!
//! Queries are few because known states refute most of what does not hold: those of the failing execution, the same with other
//! values of the variables that a predicate leaves open, and the models of earlier queries.
//!
//! Every pair that is reached can reach a final one: its predicate was added because of pairs that were there before, down to
//! those of final states. So states are left out only where they cannot be reached, which (5) does not notice.
//!
//! # References
//! - \[1\] Seed 002, section 4.

mod automaton;
mod build;
mod connectives;
mod contexts;
mod fixpoint;
mod formulas;
mod merged;
mod pre;
mod preconditions;
mod predicates;
mod projection;
mod queries;
mod state;
#[cfg(test)]
mod tests;

use faultscope_ir::Term;
use faultscope_solver::SolverConfig;

use super::Alphabet;
use crate::ErrorTrace;
use crate::automata::Letter;
pub use automaton::{Annotated, Budget, Construction, CutShort, DangerAutomaton, Statistics};
pub use merged::Merged;

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
