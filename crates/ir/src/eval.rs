//! Evaluation of terms on concrete values.

use crate::fold::{Domain, Memo, SMALL};
use crate::op::Op;
use crate::term::{Symbol, Term};
use crate::value::Value;

/// The value of a term, where `lookup` gives the values of its symbols.
///
/// `None` where a symbol that matters has no value, where a quantifier is met, or where SMT-LIB leaves the
/// value open. Connectives and if-then-else need only the operands that decide them.
pub fn eval(term: Term, lookup: &mut dyn FnMut(Symbol) -> Option<Value>) -> Option<Value> {
    Evaluation { lookup, memo: Memo::of(term) }.meaning(term)
}

/// Whether all of the conditions hold. `None` where none of them is known to be false, and of some nothing is known.
pub fn hold(conditions: &[Term], lookup: &mut dyn FnMut(Symbol) -> Option<Value>) -> Option<bool> {
    let mut evaluation = Evaluation { lookup, memo: Memo::all() };
    let mut all_hold = Some(true);
    for condition in conditions {
        match evaluation.meaning(*condition) {
            Some(Value::Bool(false)) => return Some(false),
            Some(_) => {}
            None => all_hold = None,
        }
    }
    all_hold
}

struct Evaluation<'a> {
    lookup: &'a mut dyn FnMut(Symbol) -> Option<Value>,
    memo: Memo<Option<Value>>,
}

impl Domain for Evaluation<'_> {
    type Value = Option<Value>;

    fn memo(&mut self) -> &mut Memo<Option<Value>> {
        &mut self.memo
    }

    fn constant(&mut self, _: Term, value: &Value) -> Option<Value> {
        Some(value.clone())
    }

    fn symbol(&mut self, symbol: Symbol) -> Option<Value> {
        (self.lookup)(symbol)
    }

    fn quantified(&mut self, _: Term) -> Option<Value> {
        None
    }

    /// What `lookup` gives for an array may be dear.
    fn is_remembered(term: Term) -> bool {
        term.size() > SMALL || term.has_array()
    }

    fn application(&mut self, _: Term, op: Op, operands: &[Term]) -> Option<Value> {
        match op {
            Op::And | Op::Or => {
                let decisive = op == Op::Or;
                let lhs = self.meaning(operands[0]);
                if lhs == Some(Value::Bool(decisive)) {
                    return lhs;
                }
                let rhs = self.meaning(operands[1]);
                if rhs == Some(Value::Bool(decisive)) { rhs } else { lhs.and(rhs) }
            }
            Op::Ite => match self.meaning(operands[0])? {
                Value::Bool(true) => self.meaning(operands[1]),
                _ => self.meaning(operands[2]),
            },
            Op::Select => self.read(operands[0], operands[1]),
            _ => match operands {
                // Most operators; nothing is allocated.
                [operand] => op.apply(&[self.meaning(*operand)?]),
                [lhs, rhs] => op.apply(&[self.meaning(*lhs)?, self.meaning(*rhs)?]),
                _ => {
                    let values: Option<Vec<Value>> =
                        operands.iter().map(|operand| self.meaning(*operand)).collect();
                    op.apply(&values?)
                }
            },
        }
    }
}

impl Evaluation<'_> {
    /// Reads without building the arrays that were written on the way.
    fn read(&mut self, array: Term, index: Term) -> Option<Value> {
        let index = self.meaning(index)?;
        let mut array = array;
        while let Some([inner, written, element]) = array.operands_of(Op::Store) {
            if self.meaning(*written)? == index {
                return self.meaning(*element);
            }
            array = *inner;
        }
        match self.meaning(array)? {
            Value::Array(array) => Some(array.get(&index).clone()),
            _ => None,
        }
    }
}
