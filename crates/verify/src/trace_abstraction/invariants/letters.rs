//! What letters do.

use faultscope_ir::term::Purpose;
use faultscope_ir::{Command, Sort, Symbol, Term, transform};
use rustc_hash::FxHashSet;

use super::super::alphabet::Alphabet;
use super::super::control_flow::{ControlFlow, Exit};
use crate::automata::{Dfa, Letter, State};
use crate::interpreter::place_sort;

/// The states from which the letter can be executed, for some value of the choices in it, such that a formula holds behind
/// it.
pub(super) fn before(alphabet: &Alphabet, letter: Letter, after: Term) -> Term {
    let mut states = after;
    for (idx, statement) in alphabet.statements(letter).iter().enumerate().rev() {
        let sort = match &statement.command {
            Command::Havoc { target } => place_sort(target),
            Command::Assign { .. } | Command::Assume { .. } => Sort::bool(),
        };
        let choice = Symbol::generated(Purpose::LetterValue(idx), sort);
        states = transform::pre(states, &statement.command, choice);
    }
    states
}

/// The letters of edges from which a path leads back to where they start, in order.
pub(super) fn letters_in_loops(automaton: &Dfa) -> Vec<Letter> {
    let mut letters: Vec<Letter> = Vec::new();
    for state in automaton.states() {
        for (letter, target) in automaton.successors(state) {
            if leads_to(automaton, *target, state) {
                letters.push(*letter);
            }
        }
    }
    letters
}

/// Whether a path leads from one state to another.
pub(super) fn leads_to(automaton: &Dfa, from: State, to: State) -> bool {
    let mut seen: FxHashSet<State> = FxHashSet::from_iter([from]);
    let mut open = vec![from];
    while let Some(state) = open.pop() {
        if state == to {
            return true;
        }
        open.extend(automaton.successors(state).iter().map(|(_, it)| *it).filter(|it| seen.insert(*it)));
    }
    false
}

/// The letters behind which there is an error.
pub(super) fn letters_to_errors(control_flow: &ControlFlow) -> FxHashSet<Letter> {
    let ControlFlow { automaton, locations, .. } = control_flow;
    let is_error = |state: State| matches!(locations[state.index()].exit, Some(Exit::Error { .. }));
    let edges = automaton.states().flat_map(|state| automaton.successors(state));
    edges.filter(|(_, target)| is_error(*target)).map(|(letter, _)| *letter).collect()
}
