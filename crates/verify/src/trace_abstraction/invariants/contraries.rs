//! That an error does not follow: what must not hold a few steps before one.
//!
//! Where a program asks `if (p) if (q) error`, the contrary `!p || !q` is a disjunction that no comparison of the text is, and
//! mostly what the programmer has in mind. It is the weakest precondition of the error along the last letters, negated.

use faultscope_ir::index::IndexSet;
use faultscope_ir::term::Purpose;
use faultscope_ir::{Symbol, Term};

use super::super::control_flow::{ControlFlow, Exit};
use super::letters::before;
use crate::automata::{Letter, State};
use crate::limits::{MAX_CONTRARIES, MAX_CONTRARY_LETTERS, MAX_CONTRARY_SIZE};

/// The contraries of errors, from the locations right before them to those some letters before.
pub(super) fn contraries(control_flow: &ControlFlow) -> Vec<Term> {
    let automaton = &control_flow.automaton;
    let mut incoming: Vec<Vec<(State, Letter)>> = vec![Vec::new(); automaton.n_states()];
    for state in automaton.states() {
        for (letter, target) in automaton.successors(state) {
            incoming[target.index()].push((state, *letter));
        }
    }
    let is_error =
        |state: &State| matches!(control_flow.locations[state.index()].exit, Some(Exit::Error { .. }));
    let mut found: IndexSet<Term> = IndexSet::default();
    let mut open: Vec<(State, Term)> =
        automaton.states().filter(is_error).map(|state| (state, Term::bool(true))).collect();
    for _ in 0..MAX_CONTRARY_LETTERS {
        let mut next = Vec::new();
        for (state, violates) in open {
            for (source, letter) in &incoming[state.index()] {
                let violates = before(&control_flow.alphabet, *letter, violates);
                let is_chosen = |it: &Symbol| matches!(it.purpose(), Some(Purpose::LetterValue(_)));
                let is_usable = violates.as_bool().is_none()
                    && violates.size() <= MAX_CONTRARY_SIZE
                    && !violates.has_quantifier()
                    && !violates.symbols().iter().any(is_chosen);
                let is_new = is_usable && found.len() < MAX_CONTRARIES && found.insert(violates.not());
                if is_new || violates.as_bool() == Some(true) {
                    next.push((*source, violates));
                }
            }
        }
        open = next;
    }
    found.into_iter().collect()
}
