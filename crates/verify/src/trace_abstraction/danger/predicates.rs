//! The predicates of a failing execution: `φ_n = true`, `φ_i = pre(φ_{i+1}, st_{i+1})`.

use faultscope_ir::{SortKind, Statement, Term};
use rustc_hash::FxHashMap;

use super::connectives::{conjuncts, normalize};
use super::pre::{Choice, Precondition};
use super::projection::{implicant, project};
use super::state::{Execution, State};
use crate::automata::Letter;
use crate::trace_abstraction::Alphabet;

/// The predicates `φ_0 … φ_n` before each letter of a word, and after the last one.
///
/// Each is a subset of the precondition of the next one that the execution's state is in; see the
/// [module](super) for why that suffices.
pub(super) fn predicates(
    alphabet: &Alphabet,
    word: &[Letter],
    execution: &Execution,
    max_size: u32,
) -> Vec<Term> {
    let mut predicates = vec![Term::bool(true)];
    let mut predicate = Term::bool(true);
    for (idx, letter) in word.iter().enumerate().rev() {
        predicate = step_back(alphabet.statements(*letter), predicate, execution, idx, max_size);
        predicates.push(predicate);
    }
    predicates.reverse();
    predicates
}

/// A subset of the precondition of a predicate by the code of the letter at a position, or by a part of this code. If the
/// execution's state before the letter is in the precondition, it is in the subset.
pub(super) fn step_back(
    statements: &[Statement],
    post: Term,
    execution: &Execution,
    position: usize,
    max_size: u32,
) -> Term {
    let pre = Precondition::new(statements, post);
    let state = pre.with_inputs(&execution.states[position], &execution.inputs[position]);
    let project = |formula, choice: &Choice| project(formula, choice.symbol, &state);
    let predicate = normalize(pre.choices.iter().fold(pre.formula, project));
    if predicate.size() > max_size {
        specialize(predicate, &execution.states[position], max_size)
    } else {
        predicate
    }
}

/// A smaller formula that implies this one, and that the state satisfies if it satisfies this one.
///
/// First of every disjunction one disjunct is kept; then the variables of the largest conjuncts get the values that they have
/// in the state.
fn specialize(formula: Term, state: &State, max_size: u32) -> Term {
    let mut literals = Vec::new();
    implicant(formula, true, state, &mut literals);
    let mut formula = normalize(Term::all(literals));
    while formula.size() > max_size {
        let parts = conjuncts(formula);
        let largest = parts.iter().max_by_key(|part| part.size()).filter(|part| part.size() > 3);
        let Some(largest) = largest else { break };
        let mut values = FxHashMap::default();
        let mut equations = Vec::new();
        for symbol in largest.symbols() {
            let is_scalar = !matches!(symbol.sort().kind(), SortKind::Array(..) | SortKind::Opaque(_));
            if let Some(value) = state.get(symbol).filter(|_| is_scalar) {
                values.insert(symbol, Term::value(value.clone()));
                equations.push(Term::symbol(symbol).equals(Term::value(value)));
            }
        }
        let specialized = normalize(Term::all(equations.into_iter().chain([formula.substitute(&values)])));
        if specialized.size() >= formula.size() {
            break;
        }
        formula = specialized;
    }
    formula
}
