//! Evaluation of terms on concrete values.

use rustc_hash::FxHashMap;

use crate::op::Op;
use crate::term::{Symbol, Term, TermKind};
use crate::value::Value;

/// Terms and subterms up to this size are evaluated without being remembered.
const SMALL: u32 = 64;

/// The value of a term, where `lookup` gives the values of its symbols.
///
/// `None` where a symbol that matters has no value, where a quantifier is met, or where SMT-LIB leaves the
/// value open. Connectives and if-then-else need only the operands that decide them.
pub fn eval(term: Term, lookup: &mut dyn FnMut(Symbol) -> Option<Value>) -> Option<Value> {
    let mut memo = (term.size() > SMALL).then(FxHashMap::default);
    Evaluation { lookup, memo: memo.as_mut() }.eval(term)
}

/// Whether all of the conditions hold. `None` where none of them is known to be false, and of some nothing is known.
pub fn hold(conditions: &[Term], lookup: &mut dyn FnMut(Symbol) -> Option<Value>) -> Option<bool> {
    let mut memo = FxHashMap::default();
    let mut evaluation = Evaluation { lookup, memo: Some(&mut memo) };
    let mut all_hold = Some(true);
    for condition in conditions {
        match evaluation.eval(*condition) {
            Some(Value::Bool(false)) => return Some(false),
            Some(_) => {}
            None => all_hold = None,
        }
    }
    all_hold
}

struct Evaluation<'a> {
    lookup: &'a mut dyn FnMut(Symbol) -> Option<Value>,
    memo: Option<&'a mut FxHashMap<Term, Option<Value>>>,
}

impl Evaluation<'_> {
    fn eval(&mut self, term: Term) -> Option<Value> {
        match term.kind() {
            TermKind::Const(value) => Some(value.clone()),
            TermKind::Symbol(symbol) => (self.lookup)(*symbol),
            TermKind::Quantified(..) => None,
            TermKind::App(op, operands) => {
                // What `lookup` gives for an array may be dear.
                if term.size() <= SMALL && !term.has_array() {
                    return self.eval_app(*op, operands);
                }
                if let Some(known) = self.memo.as_ref().and_then(|memo| memo.get(&term)) {
                    return known.clone();
                }
                let value = self.eval_app(*op, operands);
                if let Some(memo) = &mut self.memo {
                    memo.insert(term, value.clone());
                }
                value
            }
        }
    }

    fn eval_app(&mut self, op: Op, operands: &[Term]) -> Option<Value> {
        match op {
            Op::And | Op::Or => {
                let decisive = op == Op::Or;
                let lhs = self.eval(operands[0]);
                if lhs == Some(Value::Bool(decisive)) {
                    return lhs;
                }
                let rhs = self.eval(operands[1]);
                if rhs == Some(Value::Bool(decisive)) { rhs } else { lhs.and(rhs) }
            }
            Op::Ite => match self.eval(operands[0])? {
                Value::Bool(true) => self.eval(operands[1]),
                _ => self.eval(operands[2]),
            },
            Op::Select => self.eval_select(operands[0], operands[1]),
            _ => match operands {
                // Most operators; nothing is allocated.
                [operand] => op.apply(&[self.eval(*operand)?]),
                [lhs, rhs] => op.apply(&[self.eval(*lhs)?, self.eval(*rhs)?]),
                _ => {
                    let values: Option<Vec<Value>> =
                        operands.iter().map(|operand| self.eval(*operand)).collect();
                    op.apply(&values?)
                }
            },
        }
    }

    /// Reads without building the arrays that were written on the way.
    fn eval_select(&mut self, array: Term, index: Term) -> Option<Value> {
        let index = self.eval(index)?;
        let mut array = array;
        while let Some([inner, written, element]) = array.operands_of(Op::Store) {
            if self.eval(*written)? == index {
                return self.eval(*element);
            }
            array = *inner;
        }
        match self.eval(array)? {
            Value::Array(array) => Some(array.get(&index).clone()),
            _ => None,
        }
    }
}
