//! Which cells an index can mean, from the sizes of arrays and of objects in memory.

use faultscope_ir::program::MemoryObject;
use faultscope_ir::{Op, Program, Symbol, Term, TermKind, Value};
use rustc_hash::FxHashMap;

use super::arrays::Candidates;

/// Ranges with more indices than this are not enumerated.
const MAX_CANDIDATES: u128 = 256;

/// What is known of the sizes of array variables.
pub(super) struct Ranges {
    lengths: FxHashMap<Symbol, u64>,
    /// By ascending base.
    objects: Vec<MemoryObject>,
}

impl Ranges {
    pub(super) fn new(program: &Program) -> Ranges {
        let lengths = program
            .variables
            .iter()
            .filter_map(|(symbol, variable)| variable.length.map(|length| (*symbol, length)));
        Ranges { lengths: lengths.collect(), objects: program.objects.clone() }
    }

    /// The indices that a symbolic index into an array can mean: all of them where its form shows them, and
    /// where ranges are trusted those within the array, or within the object that the address starts in.
    pub(super) fn candidates(&self, array: Symbol, index: Term, trust: bool) -> Option<Candidates> {
        let width = index.sort().bit_width()?;
        if let Some(bound) = upper_bound(index, width) {
            return Some(Candidates { indices: (0..=bound).collect(), outside: Term::bool(false) });
        }
        if !trust {
            return None;
        }
        if let Some(length) = self.lengths.get(&array) {
            let length = u128::from(*length);
            let indices = (length > 0 && length <= MAX_CANDIDATES).then(|| (0..length).collect())?;
            return Some(Candidates { indices, outside: Term::bits(width, length).bv_ule(index) });
        }
        self.object_candidates(array, index, width)
    }

    /// For an address `base + stride * i` in an object of the base: the object's addresses of this form.
    fn object_candidates(&self, array: Symbol, index: Term, width: u32) -> Option<Candidates> {
        let (stride, offset) = linear(index);
        let object = self.objects.iter().rev().find(|object| object.base <= offset)?;
        let end = object.base + u128::from(object.size);
        if offset >= end || !object.memory.contains(&array) || stride == 0 {
            return None;
        }
        let first = object.base + (offset - object.base) % stride;
        if (end - first).div_ceil(stride) > MAX_CANDIDATES {
            return None;
        }
        let indices = (first..end).step_by(usize::try_from(stride).ok()?).collect();
        let distance = index.bv_sub(Term::bits(width, object.base));
        let mut outside = Term::bits(width, object.size.into()).bv_ule(distance);
        if !stride.is_power_of_two() {
            // A product that wraps around can be anywhere.
            let remainder = distance.bv_urem(Term::bits(width, stride));
            outside = outside.or(remainder.differs(Term::bits(width, first - object.base)));
        }
        Some(Candidates { indices, outside })
    }
}

/// The largest value of a term whose form bounds it, if that is small.
fn upper_bound(term: Term, width: u32) -> Option<u128> {
    let constant = |term: Term| term.as_value().and_then(Value::as_unsigned);
    let TermKind::App(op, operands) = term.kind() else { return all_ones(width) };
    let bound = match (op, &operands[..]) {
        (Op::ZeroExtend(_), [inner]) => return upper_bound(*inner, inner.sort().bit_width()?),
        (Op::BvUrem, [_, divisor]) => constant(*divisor)?.checked_sub(1)?,
        (Op::BvAnd, [_, mask]) => constant(*mask)?,
        _ => return all_ones(width),
    };
    (bound < MAX_CANDIDATES).then_some(bound)
}

fn all_ones(width: u32) -> Option<u128> {
    (width <= MAX_CANDIDATES.ilog2()).then(|| (1 << width) - 1)
}

/// A stride and an offset such that the term is the offset plus a multiple of the stride as long as nothing
/// wraps around; a stride of 0 for a constant.
fn linear(term: Term) -> (u128, u128) {
    let constant = |term: Term| term.as_value().and_then(Value::as_unsigned);
    match term.kind() {
        TermKind::Const(_) => (0, constant(term).unwrap_or(0)),
        TermKind::App(Op::BvAdd, operands) => {
            let (left, right) = (linear(operands[0]), linear(operands[1]));
            (gcd(left.0, right.0), left.1.wrapping_add(right.1))
        }
        TermKind::App(Op::BvMul, operands) => match constant(operands[1]) {
            Some(factor) => (factor, 0),
            None => (1, 0),
        },
        TermKind::App(Op::BvShl, operands) => match constant(operands[1]) {
            Some(amount) if amount < 32 => (1 << amount, 0),
            _ => (1, 0),
        },
        _ => (1, 0),
    }
}

fn gcd(lhs: u128, rhs: u128) -> u128 {
    if rhs == 0 { lhs } else { gcd(rhs, lhs % rhs) }
}
