//! What is known of the executions at a state of `A_rem`, as far as it has to do with a question.

use faultscope_ir::{Symbol, Term};
use rustc_hash::{FxHashMap, FxHashSet};

use super::automaton::Annotated;
use super::formulas::{FormulaId, Formulas};
use super::preconditions::{PreId, Preconditions};
use crate::automata::State;

/// The invariants of the states.
pub(super) struct Contexts<'a> {
    annotated: Annotated<'a>,
    /// The variables of invariants.
    symbols: FxHashMap<Term, Vec<Symbol>>,
    /// The variables of preconditions.
    mentioned: FxHashMap<PreId, FxHashSet<Symbol>>,
}

impl<'a> Contexts<'a> {
    pub(super) fn new(annotated: Annotated<'a>) -> Contexts<'a> {
        Contexts { annotated, symbols: FxHashMap::default(), mentioned: FxHashMap::default() }
    }

    /// Whether nothing is known of any state.
    pub(super) fn are_empty(&self) -> bool {
        self.annotated.invariants.iter().all(Vec::is_empty)
    }

    /// The invariants of a state that speak of variables of some preconditions, in ascending order.
    pub(super) fn of(
        &mut self,
        state: State,
        preconditions: &[PreId],
        known: &Preconditions<'_>,
        formulas: &mut Formulas,
    ) -> Vec<FormulaId> {
        for pre in preconditions {
            let symbols = || known.formula(*pre).symbols().into_iter().collect();
            self.mentioned.entry(*pre).or_insert_with(symbols);
        }
        let mut context = Vec::new();
        for invariant in self.annotated.invariants(state) {
            let symbols = self.symbols.entry(*invariant).or_insert_with(|| invariant.symbols());
            let is_mentioned =
                |pre: &PreId| symbols.iter().any(|symbol| self.mentioned[pre].contains(symbol));
            if preconditions.iter().any(is_mentioned) {
                context.push(formulas.add(*invariant));
            }
        }
        context.sort_unstable();
        context.dedup();
        context
    }
}
