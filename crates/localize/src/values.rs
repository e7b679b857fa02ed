//! Values of an unknown at which conditions change, and the values between them.

use std::cmp::Ordering;

use crate::limits::{EXHAUSTIVE_WIDTH, MAX_CONDITION_CONSTANTS};
use faultscope_ir::index::IndexSet;
use faultscope_ir::sort::SortKind;
use faultscope_ir::{Op, Sort, Symbol, Term, TermKind, Value};
use num_bigint::BigInt;
use rustc_hash::FxHashSet;

/// Values of an unknown that tell conditions on it apart.
pub(crate) struct Breakpoints {
    /// The values, ascending (bit-vectors as signed numbers).
    pub(crate) values: Vec<Value>,
    /// Whether these values stand for all: either they are all, or every condition has the same truth at all
    /// values between two neighbours (and outside the outermost, the truth of that).
    pub(crate) complete: bool,
}

/// The breakpoints of conditions on `unknown`. Other symbols in them make the result incomplete.
pub(crate) fn breakpoints(unknown: Symbol, conditions: &[Term], present: Option<&Value>) -> Breakpoints {
    let sort = unknown.sort();
    let mut collector =
        Collector { unknown, mentioning: FxHashSet::default(), found: FxHashSet::default(), complete: true };
    match sort.kind() {
        SortKind::Bool => collector.found.extend([Value::Bool(false), Value::Bool(true)]),
        SortKind::BitVec(width) if *width <= EXHAUSTIVE_WIDTH => {
            collector.found.extend((0..1 << width).map(|bits| Value::bits(*width, bits)));
        }
        _ => {
            collector.found.insert(Value::zero(sort));
            collector.found.extend(extremes(sort));
            faultscope_ir::term::visit_all(conditions, &mut |term| collector.node(term));
        }
    }
    let exhaustive = !matches!(sort.kind(), SortKind::BitVec(width) if *width > EXHAUSTIVE_WIDTH)
        && matches!(sort.kind(), SortKind::Bool | SortKind::BitVec(_));
    let has_others = conditions.iter().any(|it| it.symbols().iter().any(|symbol| *symbol != unknown));
    collector.complete &= !has_others && sort.array_sorts().is_none() && !is_sparse(sort);
    let near: Vec<Value> = present
        .iter()
        .flat_map(|value| [Some((*value).clone()), shift(value, 1), shift(value, -1)])
        .flatten()
        .collect();
    collector.found.extend(near);
    let mut values: Vec<Value> = collector.found.into_iter().collect();
    values.sort_by(order);
    Breakpoints { values, complete: exhaustive || collector.complete }
}

/// Sorts of which no finite set of values is known to be enough.
fn is_sparse(sort: Sort) -> bool {
    matches!(sort.kind(), SortKind::Float(_) | SortKind::Real | SortKind::Opaque(_))
}

/// The order of values: numbers by size, bit-vectors as signed numbers.
pub(crate) fn order(lhs: &Value, rhs: &Value) -> Ordering {
    match (lhs, rhs) {
        (Value::Bits(..), Value::Bits(..)) => lhs.as_signed().cmp(&rhs.as_signed()),
        _ => lhs.cmp(rhs),
    }
}

/// The value `by` above, wrapping around.
pub(crate) fn shift(value: &Value, by: i8) -> Option<Value> {
    match value {
        Value::Int(number) => Some(Value::Int(number + by)),
        Value::Bits(width, bits) => Some(Value::bits(*width, bits.wrapping_add_signed(by.into()))),
        Value::Bool(truth) => Some(Value::Bool(truth ^ (by % 2 != 0))),
        Value::Float(format, _) => {
            let one = Op::SignedToFloat(*format).apply(&[Value::signed_bits(8, by.into())])?;
            Op::FloatAdd.apply(&[value.clone(), one])
        }
        _ => None,
    }
}

/// How far apart two numbers are; bit-vectors as signed numbers.
pub(crate) fn distance(lhs: &Value, rhs: &Value) -> Option<BigInt> {
    let number = |value: &Value| match value {
        Value::Int(number) => Some(number.clone()),
        Value::Bits(..) => value.as_signed().map(BigInt::from),
        Value::Bool(truth) => Some(BigInt::from(*truth)),
        _ => None,
    };
    let difference = number(lhs)? - number(rhs)?;
    Some(if difference < BigInt::ZERO { -difference } else { difference })
}

/// Values to try first in place of the present one: its neighbours, 0, and the extremes.
pub(crate) fn candidates(sort: Sort, present: Option<&Value>) -> Vec<Value> {
    if sort.array_sorts().is_some() {
        return Vec::new();
    }
    let near = present.into_iter().flat_map(|value| [shift(value, 1), shift(value, -1)]).flatten();
    let mut values: Vec<Value> = near.chain([Value::zero(sort)]).chain(extremes(sort)).collect();
    values.retain(|value| Some(value) != present);
    let mut seen = FxHashSet::default();
    values.retain(|value| seen.insert(value.clone()));
    values
}

/// The smallest and largest values, signed and unsigned.
fn extremes(sort: Sort) -> Vec<Value> {
    let Some(width) = sort.bit_width() else { return Vec::new() };
    let smallest = 1_u128 << (width - 1);
    [0, smallest - 1, smallest, u128::MAX].map(|bits| Value::bits(width, bits)).into()
}

struct Collector {
    unknown: Symbol,
    /// The terms seen so far that mention the unknown.
    mentioning: FxHashSet<Term>,
    found: FxHashSet<Value>,
    complete: bool,
}

impl Collector {
    /// Looks at a subterm of a condition; its operands come before it.
    fn node(&mut self, term: Term) {
        if term.as_symbol() == Some(self.unknown)
            || term.children().iter().any(|child| self.mentioning.contains(child))
        {
            self.mentioning.insert(term);
        }
        let TermKind::App(op, operands) = term.kind() else {
            self.complete &= !matches!(term.kind(), TermKind::Quantified(..));
            return;
        };
        let boolean = operands.iter().all(|operand| operand.sort().is_bool());
        match op {
            Op::Not | Op::And | Op::Or => {}
            Op::Eq | Op::Ite if boolean => {}
            Op::Eq | Op::Lt | Op::Le | Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle => {
                self.comparison(operands[0], operands[1]);
            }
            _ if term.sort().is_bool() => self.complete &= !self.mentioning.contains(&term),
            _ => self.constants(operands),
        }
    }

    fn comparison(&mut self, lhs: Term, rhs: Term) {
        let (side, constant) = match (lhs.as_value(), rhs.as_value()) {
            (Some(constant), None) => (rhs, constant),
            (None, Some(constant)) => (lhs, constant),
            (Some(_), Some(_)) => return,
            (None, None) => {
                self.complete &= !self.mentioning.contains(&lhs) && !self.mentioning.contains(&rhs);
                return;
            }
        };
        let near: Vec<Value> = [0, 1, -1].iter().filter_map(|by| shift(constant, *by)).collect();
        match preimages(side, self.unknown, near) {
            Some(values) => self.found.extend(values),
            None if self.mentioning.contains(&side) => {
                self.complete = false;
                self.constants(&[lhs, rhs]);
            }
            None => {}
        }
    }

    /// Where nothing better is known: the constants that occur, and their neighbours.
    fn constants(&mut self, operands: &[Term]) {
        let sort = self.unknown.sort();
        for constant in operands.iter().filter_map(|operand| operand.as_value()) {
            let fitting = match (constant, sort.kind()) {
                _ if constant.sort() == sort => Some(constant.clone()),
                (Value::Bits(_, bits), SortKind::BitVec(width)) => Some(Value::bits(*width, *bits)),
                _ => None,
            };
            if let Some(value) = fitting
                && self.found.len() < MAX_CONDITION_CONSTANTS
            {
                self.found.extend([shift(&value, 1), shift(&value, -1)].into_iter().flatten());
                self.found.insert(value);
            }
        }
    }
}

/// The values of the unknown at which a term made of it by steps (sums with constants, extensions) takes one
/// of the values, and those at which a step wraps around. Between them the term is monotonic and does not
/// meet the values. `None` if the term is made in another way.
fn preimages(term: Term, unknown: Symbol, mut values: Vec<Value>) -> Option<Vec<Value>> {
    values.extend(extremes(term.sort()));
    if term.as_symbol() == Some(unknown) {
        return Some(values);
    }
    let TermKind::App(op, operands) = term.kind() else { return None };
    let (inner, undo): (Term, Undo) = match (op, &operands[..]) {
        (Op::Add, [inner, constant]) => (*inner, Undo::Apply(Op::Sub, None, constant.as_value())),
        (Op::BvAdd, [inner, constant]) => (*inner, Undo::Apply(Op::BvSub, None, constant.as_value())),
        (Op::Sub | Op::BvSub, [constant, inner]) => (*inner, Undo::Apply(*op, constant.as_value(), None)),
        (Op::Neg | Op::BvNeg | Op::BvNot, [inner]) => (*inner, Undo::Again(*op)),
        (Op::ZeroExtend(_) | Op::SignExtend(_), [inner]) => {
            (*inner, Undo::Again(Op::Extract { hi: inner.sort().bit_width()? - 1, lo: 0 }))
        }
        _ => return None,
    };
    let undone: Option<Vec<Value>> = values.iter().map(|value| undo.apply(value)).collect();
    let near = undone?.into_iter().flat_map(|value| [shift(&value, 1), shift(&value, -1), Some(value)]);
    // Each once: what is nested deeply has as many neighbours as it is deep, and not a power of three.
    let near: IndexSet<Value> = near.flatten().collect();
    preimages(inner, unknown, near.into_iter().collect())
}

/// How a step on the way from the unknown to a term is undone.
enum Undo {
    /// By an operator with a constant on its left or right; without any the step cannot be undone.
    Apply(Op, Option<&'static Value>, Option<&'static Value>),
    /// By an operator on the result alone.
    Again(Op),
}

impl Undo {
    fn apply(&self, value: &Value) -> Option<Value> {
        match self {
            Undo::Apply(op, Some(lhs), _) => op.apply(&[(*lhs).clone(), value.clone()]),
            Undo::Apply(op, None, Some(rhs)) => op.apply(&[value.clone(), (*rhs).clone()]),
            Undo::Apply(_, None, None) => None,
            Undo::Again(op) => op.apply(std::slice::from_ref(value)),
        }
    }
}

/// Terms at which an atom of the conditions that mentions `unknown` changes, and their neighbours: `t`, `t+1`
/// and `t-1` for `unknown ~ t`, sums and extensions around the unknown undone. A heuristic: nothing is claimed
/// of the terms but that they do not mention the unknown.
pub fn boundary_terms(unknown: Symbol, conditions: &[Term]) -> Vec<Term> {
    let mut terms: Vec<Term> = Vec::new();
    faultscope_ir::term::visit_all(conditions, &mut |term| {
        let TermKind::App(Op::Eq | Op::Lt | Op::Le | Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle, operands) =
            term.kind()
        else {
            return;
        };
        for (side, other) in [(operands[0], operands[1]), (operands[1], operands[0])] {
            if let Some(boundary) = isolate(side, unknown, other)
                && !boundary.mentions(unknown)
            {
                for near in neighbours(boundary) {
                    if !terms.contains(&near) {
                        terms.push(near);
                    }
                }
            }
        }
    });
    terms
}

fn neighbours(term: Term) -> Vec<Term> {
    match term.sort().kind() {
        SortKind::Int => vec![term, term.add(Term::int(1)), term.sub(Term::int(1))],
        SortKind::BitVec(width) => {
            vec![term, term.bv_add(Term::bits(*width, 1)), term.bv_sub(Term::bits(*width, 1))]
        }
        SortKind::Bool => vec![term, term.not()],
        _ => vec![term],
    }
}

/// Solves `term = other` for the unknown, where one way down to it is made of steps that can be undone.
fn isolate(term: Term, unknown: Symbol, other: Term) -> Option<Term> {
    if term.as_symbol() == Some(unknown) {
        return Some(other);
    }
    let TermKind::App(op, operands) = term.kind() else { return None };
    match (op, &operands[..]) {
        (Op::Add, [lhs, rhs]) => isolate_in(*lhs, unknown, || other.sub(*rhs))
            .or_else(|| isolate_in(*rhs, unknown, || other.sub(*lhs))),
        (Op::BvAdd, [lhs, rhs]) => isolate_in(*lhs, unknown, || other.bv_sub(*rhs))
            .or_else(|| isolate_in(*rhs, unknown, || other.bv_sub(*lhs))),
        (Op::Sub, [lhs, rhs]) => isolate_in(*lhs, unknown, || other.add(*rhs))
            .or_else(|| isolate_in(*rhs, unknown, || lhs.sub(other))),
        (Op::BvSub, [lhs, rhs]) => isolate_in(*lhs, unknown, || other.bv_add(*rhs))
            .or_else(|| isolate_in(*rhs, unknown, || lhs.bv_sub(other))),
        (Op::Neg, [inner]) => isolate_in(*inner, unknown, || other.neg()),
        (Op::BvNeg, [inner]) => isolate_in(*inner, unknown, || other.bv_neg()),
        (Op::BvNot, [inner]) => isolate_in(*inner, unknown, || other.bv_not()),
        (Op::BvAddLow, [lhs, rhs]) if !rhs.mentions(unknown) => {
            isolate_in(*lhs, unknown, || other.bv_add_low(rhs.bv_neg()))
        }
        (Op::BvXor, [lhs, rhs]) => isolate_in(*lhs, unknown, || other.bv_xor(*rhs))
            .or_else(|| isolate_in(*rhs, unknown, || other.bv_xor(*lhs))),
        (Op::ZeroExtend(_) | Op::SignExtend(_), [inner]) => {
            let width = inner.sort().bit_width()?;
            isolate_in(*inner, unknown, || other.extract(width - 1, 0))
        }
        _ => None,
    }
}

fn isolate_in(term: Term, unknown: Symbol, other: impl FnOnce() -> Term) -> Option<Term> {
    if term.mentions(unknown) { isolate(term, unknown, other()) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn x() -> Term {
        Term::var("x", Sort::bits(32))
    }

    fn bits(number: i128) -> Term {
        Term::signed_bits(32, number)
    }

    #[test]
    fn comparisons_with_constants_are_complete() {
        let condition = x().bv_add(bits(3)).bv_slt(bits(10)).or(x().bv_ult(bits(-4)).not());
        let points = breakpoints(x().as_symbol().unwrap(), &[condition], None);
        assert!(points.complete);
        for expected in [6, 7, -4, -5, i128::from(i32::MAX) - 3] {
            assert!(points.values.contains(&Value::signed_bits(32, expected)), "{expected}");
        }
    }

    #[test]
    fn products_are_not() {
        let points = breakpoints(x().as_symbol().unwrap(), &[x().bv_mul(x()).bv_slt(bits(10))], None);
        assert!(!points.complete);
    }

    #[test]
    fn boundaries_undo_sums() {
        let y = Term::var("y", Sort::bits(32));
        let unknown = x().as_symbol().unwrap();
        let terms = boundary_terms(unknown, &[x().bv_add(y).bv_slt(bits(0))]);
        assert!(terms.contains(&bits(0).bv_sub(y)));
        assert!(terms.contains(&bits(0).bv_sub(y).bv_sub(bits(1))));
    }
}
