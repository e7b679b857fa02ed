//! What the shape of a term says about the numbers that it can be.

use crate::limits::MAX_RANGE_DEPTH;
use faultscope_ir::{Op, Term, TermKind, Value};

/// The least and the greatest of some numbers.
pub(super) type Range = (i128, i128);

/// The signed numbers of a width.
pub(super) fn of_width(width: u32) -> Range {
    let greatest = (u128::MAX >> (u128::BITS - width) >> 1) as i128;
    (-greatest - 1, greatest)
}

/// The signed numbers that a bit-vector can be: fewer than its width has where it was made of a narrower one, is the
/// remainder of a division by a constant, and the like.
pub(super) fn of(term: Term) -> Range {
    bounded(term, MAX_RANGE_DEPTH)
}

fn bounded(term: Term, depth: u32) -> Range {
    let width = term.sort().bit_width().unwrap_or(u128::BITS);
    let all = of_width(width);
    let range = match term.kind() {
        TermKind::Const(value) => value.as_signed().map(|number| (number, number)),
        TermKind::App(op, operands) if depth > 0 => {
            applied(*op, operands, width, |operand| bounded(operand, depth - 1))
        }
        _ => None,
    };
    range.filter(|range| all.0 <= range.0 && range.1 <= all.1).unwrap_or(all)
}

/// The exact results of an operator; none where nothing better is known than that they have a width.
fn applied(op: Op, operands: &[Term], width: u32, range: impl Fn(Term) -> Range) -> Option<Range> {
    let constant = |idx: usize| operands.get(idx).and_then(|it| it.as_value()).and_then(Value::as_signed);
    let positive = |idx: usize| constant(idx).filter(|number| *number > 0);
    match op {
        Op::SignExtend(_) => Some(range(operands[0])),
        Op::ZeroExtend(extra) => match range(operands[0]) {
            (lo, hi) if lo >= 0 => Some((lo, hi)),
            _ => Some((0, 2 * of_width(width - extra).1 + 1)),
        },
        Op::Ite => {
            let (then, otherwise) = (range(operands[1]), range(operands[2]));
            Some((then.0.min(otherwise.0), then.1.max(otherwise.1)))
        }
        Op::BvAdd => sum(range(operands[0]), range(operands[1])),
        Op::BvSub => difference(range(operands[0]), range(operands[1])),
        Op::BvMul => product(range(operands[0]), range(operands[1])),
        Op::BvNeg => negated(range(operands[0])),
        Op::BvAnd => positive(1).or(positive(0)).map(|mask| (0, mask)),
        Op::BvUrem => positive(1).map(|divisor| (0, divisor - 1)),
        Op::BvSrem => {
            let (bound, (lo, hi)) = (positive(1)? - 1, range(operands[0]));
            Some((if lo < 0 { -bound } else { 0 }, if hi > 0 { bound } else { 0 }))
        }
        Op::BvSdiv => {
            let (divisor, (lo, hi)) = (positive(1)?, range(operands[0]));
            Some((lo / divisor, hi / divisor))
        }
        Op::BvLshr => {
            let amount = positive(1).filter(|amount| *amount < i128::from(width))?;
            Some((0, (u128::MAX >> (u128::BITS - width) >> amount) as i128))
        }
        _ => None,
    }
}

fn negated((lo, hi): Range) -> Option<Range> {
    Some((hi.checked_neg()?, lo.checked_neg()?))
}

/// The sums of numbers from two ranges.
pub(super) fn sum(left: Range, right: Range) -> Option<Range> {
    Some((left.0.checked_add(right.0)?, left.1.checked_add(right.1)?))
}

/// The differences of numbers from two ranges.
pub(super) fn difference(left: Range, right: Range) -> Option<Range> {
    Some((left.0.checked_sub(right.1)?, left.1.checked_sub(right.0)?))
}

/// The products of numbers from two ranges.
pub(super) fn product(left: Range, right: Range) -> Option<Range> {
    let corners = [(left.0, right.0), (left.0, right.1), (left.1, right.0), (left.1, right.1)];
    let products: Option<Vec<i128>> = corners.iter().map(|(left, right)| left.checked_mul(*right)).collect();
    let products = products?;
    Some((*products.iter().min()?, *products.iter().max()?))
}
