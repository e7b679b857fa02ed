//! Formulas as conjunctions and disjunctions.

use faultscope_ir::index::IndexSet;
use faultscope_ir::{Op, Symbol, Term, Value};
use rustc_hash::FxHashMap;

/// The conjuncts of a formula, each once, in the order in which they are written.
pub(super) fn conjuncts(formula: Term) -> Vec<Term> {
    operands(Op::And, &[formula])
}

/// The disjuncts of a formula, each once.
pub(super) fn disjuncts(formula: Term) -> Vec<Term> {
    operands(Op::Or, &[formula])
}

fn operands(op: Op, formulas: &[Term]) -> Vec<Term> {
    let mut found = IndexSet::<Term>::default();
    let mut stack: Vec<Term> = formulas.iter().rev().copied().collect();
    while let Some(formula) = stack.pop() {
        match formula.operands_of(op) {
            Some(operands) => stack.extend(operands.iter().rev()),
            None => {
                found.insert(formula);
            }
        }
    }
    found.into_iter().collect()
}

/// If a conjunct gives a variable a value: which one.
pub(super) fn fixes(conjunct: Term) -> Option<(Symbol, Value)> {
    if let Some(symbol) = conjunct.as_symbol() {
        return Some((symbol, Value::Bool(true)));
    }
    if let Some([negated]) = conjunct.operands_of(Op::Not) {
        return Some((negated.as_symbol()?, Value::Bool(false)));
    }
    // Constants are written last.
    let [variable, value] = conjunct.operands_of(Op::Eq)? else { return None };
    Some((variable.as_symbol()?, value.as_value()?.clone()))
}

/// An equivalent formula: no conjunct twice, and no variable in another conjunct than the one that gives it a value.
///
/// This keeps predicates of loops small. With `i = 3` among the conjuncts, those of the earlier rounds, `i + 1 < 10` and
/// so on, hold anyway.
pub(super) fn normalize(formula: Term) -> Term {
    let mut parts = conjuncts(formula);
    let mut values: FxHashMap<Symbol, Term> = FxHashMap::default();
    loop {
        let mut fresh: FxHashMap<Symbol, Term> = FxHashMap::default();
        let mut fixing: Vec<bool> = Vec::with_capacity(parts.len());
        for part in &parts {
            let fixed = fixes(*part).filter(|(symbol, value)| match values.get(symbol) {
                Some(known) => known.as_value() == Some(value),
                None => !fresh.contains_key(symbol),
            });
            fixing.push(fixed.is_some());
            if let Some((symbol, value)) = fixed.filter(|(symbol, _)| !values.contains_key(symbol)) {
                fresh.insert(symbol, Term::value(value));
            }
        }
        if fresh.is_empty() {
            return Term::all(parts);
        }
        for (part, fixing) in parts.iter_mut().zip(fixing) {
            if !fixing {
                *part = part.substitute(&fresh);
            }
        }
        parts = operands(Op::And, &parts);
        values.extend(fresh);
    }
}
