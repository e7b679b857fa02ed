//! Predicates that are not learnt from words: what may hold at every round of a loop.
//!
//! They are candidates. Trace abstraction makes an automaton of them, whose Hoare triples it decides itself, so that a candidate
//! that does not hold costs a question and nothing else.

mod affine;
mod cells;
mod comparisons;
mod contraries;
mod letters;
mod objects;
mod sums;

use faultscope_ir::{Command, Op, Symbol, Term};

pub(super) use affine::equations;
use cells::Asked;
use comparisons::Steps;
use objects::Objects;

use super::alphabet::Alphabet;
use super::control_flow::{ControlFlow, LiveVariables};
use crate::automata::{Letter, State};
use letters::{edges_in_loops, letters_to_errors};

/// The predicates that are to be had from the text of a program.
#[derive(Debug, Default)]
pub(super) struct Candidates {
    /// That errors do not follow.
    pub(super) contraries: Vec<Term>,
    /// Inequalities and remainders.
    pub(super) comparisons: Vec<Term>,
    /// What may hold of the cells of arrays.
    pub(super) cells: Vec<Term>,
    /// What may hold of all objects of a kind.
    pub(super) objects: Vec<Term>,
}

/// Predicates to try; none where there is no loop.
pub(super) fn candidates(control_flow: &ControlFlow, live: &LiveVariables) -> Option<Candidates> {
    let ControlFlow { alphabet, automaton, .. } = control_flow;
    let in_loops = edges_in_loops(automaton);
    if in_loops.is_empty() {
        return None;
    }
    let back = in_loops.iter().filter(|(from, _, target)| target <= from);
    let heads: Vec<State> = back.map(|(.., target)| *target).collect();
    let in_loops: Vec<Letter> = in_loops.into_iter().map(|(_, letter, _)| letter).collect();
    let can_hold = |symbols: &[Symbol]| {
        heads.iter().any(|head| symbols.iter().all(|symbol| live.is_live(*head, *symbol)))
    };
    let steps = Steps::new(alphabet, &in_loops);
    let errors = letters_to_errors(control_flow);
    let objects = Objects::new(alphabet, &|letter| errors.contains(&letter));
    let asked = Asked { can_hold: &can_hold, of_cell: &|cell| objects.of_pointer(cell) };
    Some(Candidates {
        contraries: contraries::contraries(control_flow),
        comparisons: comparisons::comparisons(alphabet, &in_loops, &steps),
        cells: cells::cells(alphabet, &in_loops, &steps, &asked),
        objects: objects.statements(),
    })
}

/// Whether a program asks for the equality of words that are computed by multiplying variables.
pub(super) fn is_nonlinear(alphabet: &Alphabet) -> bool {
    let is_product = |term: Term| {
        let operands = term.operands_of(Op::BvMul);
        operands.is_some_and(|it| it.iter().all(|it| it.as_value().is_none()))
    };
    let asks = |term: Term| {
        let mut asks = false;
        term.visit(&mut |term| {
            if term.operands_of(Op::Eq).is_some() && term.has_product() {
                term.visit(&mut |part| asks |= is_product(part));
            }
        });
        asks
    };
    let statements = alphabet.letters().flat_map(|letter| alphabet.statements(letter));
    statements.into_iter().any(|statement| match &statement.command {
        Command::Assume { condition: term } | Command::Assign { value: term, .. } => asks(*term),
        Command::Havoc { .. } => false,
    })
}
