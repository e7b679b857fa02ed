//! What letters do.

use faultscope_ir::term::Purpose;
use faultscope_ir::{Command, Sort, Symbol, Term, transform};

use super::super::alphabet::Alphabet;
use crate::automata::Letter;
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
