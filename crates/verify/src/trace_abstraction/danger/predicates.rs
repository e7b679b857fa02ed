//! The predicates of a failing execution: `φ_n = true`, `φ_i = pre(φ_{i+1}, st_{i+1})`.

use faultscope_ir::{SortKind, Term};
use rustc_hash::FxHashMap;

use super::connectives::{conjuncts, normalize};
use super::pre::Precondition;
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
        let pre = Precondition::new(alphabet.statements(*letter), predicate);
        let state = pre.with_inputs(&execution.states[idx], &execution.inputs[idx]);
        predicate =
            pre.choices.iter().fold(pre.formula, |formula, choice| project(formula, choice.symbol, &state));
        predicate = normalize(predicate);
        if predicate.size() > max_size {
            predicate = specialize(predicate, &execution.states[idx], max_size);
        }
        predicates.push(predicate);
    }
    predicates.reverse();
    predicates
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
