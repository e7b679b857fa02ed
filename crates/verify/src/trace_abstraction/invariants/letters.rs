//! What letters do.

use faultscope_ir::term::Purpose;
use faultscope_ir::{Command, Sort, Symbol, Term, graph, transform};
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

/// The edges from which a path leads back to where they start, in order.
pub(super) fn edges_in_loops(automaton: &Dfa) -> Vec<(State, Letter, State)> {
    let n_states = automaton.n_states();
    let mut component = vec![0; n_states];
    let parts = graph::components(n_states, automaton.states(), |state| automaton.targets(state));
    for (at, part) in parts.iter().enumerate() {
        part.iter().for_each(|state| component[state.index()] = at);
    }
    let edges = automaton.states().flat_map(|from| {
        automaton.successors(from).iter().map(move |(letter, target)| (from, *letter, *target))
    });
    edges.filter(|(from, _, target)| component[from.index()] == component[target.index()]).collect()
}

/// The letters of [`edges_in_loops`], in order.
pub(super) fn letters_in_loops(automaton: &Dfa) -> Vec<Letter> {
    edges_in_loops(automaton).into_iter().map(|(_, letter, _)| letter).collect()
}

/// The letters behind which there is an error.
pub(super) fn letters_to_errors(control_flow: &ControlFlow) -> FxHashSet<Letter> {
    let ControlFlow { automaton, locations, .. } = control_flow;
    let is_error = |state: State| matches!(locations[state.index()].exit, Some(Exit::Error { .. }));
    let edges = automaton.states().flat_map(|state| automaton.successors(state));
    edges.filter(|(_, target)| is_error(*target)).map(|(letter, _)| *letter).collect()
}
