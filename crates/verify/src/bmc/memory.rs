//! Which cells an index can mean, from the sizes of arrays and of objects in memory.

use faultscope_ir::MemoryObject;
use faultscope_ir::{Op, Program, Symbol, Term, TermKind, Value};
use rustc_hash::FxHashMap;

use super::arrays::Candidates;
use crate::limits::MAX_INDEX_CANDIDATES;

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
            let indices = (length > 0 && length <= MAX_INDEX_CANDIDATES).then(|| (0..length).collect())?;
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
        if (end - first).div_ceil(stride) > MAX_INDEX_CANDIDATES {
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
    (bound < MAX_INDEX_CANDIDATES).then_some(bound)
}

fn all_ones(width: u32) -> Option<u128> {
    (width <= MAX_INDEX_CANDIDATES.ilog2()).then(|| (1 << width) - 1)
}

/// A stride and an offset such that the term is the offset plus a multiple of the stride as long as nothing
/// wraps around; a stride of 0 for a constant.
fn linear(term: Term) -> (u128, u128) {
    let constant = |term: Term| term.as_value().and_then(Value::as_unsigned);
    match term.kind() {
        TermKind::Const(_) => (0, constant(term).unwrap_or(0)),
        TermKind::App(Op::BvAdd | Op::BvAddLow, operands) => {
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

#[cfg(test)]
mod tests {
    use faultscope_ir::{ObjectKind, Sort};

    use super::*;

    fn memory() -> Symbol {
        Symbol::new("memory", Sort::array(Sort::bits(32), Sort::bits(32)))
    }

    /// Ranges with one object of `size` bytes at address 100.
    fn ranges(size: u64) -> Ranges {
        let object = MemoryObject {
            name: "a".into(),
            kind: ObjectKind::Variable,
            base: 100,
            size,
            element_size: 4,
            memory: vec![memory()],
            origin: None,
        };
        Ranges { lengths: FxHashMap::default(), objects: vec![object] }
    }

    fn address(stride: u128, offset: u128) -> Term {
        let unknown = Term::var("i", Sort::bits(32));
        unknown.bv_mul(Term::bits(32, stride)).bv_add(Term::bits(32, offset))
    }

    #[track_caller]
    fn check(index: Term, trust: bool, expected: Option<&[u128]>) {
        let candidates = ranges(12).candidates(memory(), index, trust);
        assert_eq!(candidates.map(|it| it.indices).as_deref(), expected);
    }

    #[test]
    fn an_address_in_an_object_means_its_cells() {
        check(address(4, 100), true, Some(&[100, 104, 108]));
        check(address(4, 106), true, Some(&[102, 106, 110]));
        check(address(8, 104), true, Some(&[104]));
        check(address(4, 100), false, None);
        check(address(4, 112), true, None);
        check(address(4, 96), true, None);
    }

    #[test]
    fn what_the_form_shows_needs_no_trust() {
        let unknown = Term::var("i", Sort::bits(32));
        check(unknown.bv_urem(Term::bits(32, 3)), false, Some(&[0, 1, 2]));
        check(unknown.bv_and(Term::bits(32, 1)), false, Some(&[0, 1]));
        check(Term::var("b", Sort::bits(1)).zero_extend_to(32), false, Some(&[0, 1]));
        check(unknown, false, None);
    }

    #[test]
    fn outside_is_what_the_candidates_leave() {
        use faultscope_ir::{Value, eval::eval};
        for (stride, offset) in [(4, 100), (12, 100), (6, 106)] {
            let index = address(stride, offset);
            let candidates = ranges(24).candidates(memory(), index, true).expect("the object is known");
            for i in (0..64).chain([0x5555_5555, 0x2AAA_AAAB, 0x4000_0000, 0xFFFF_FFFF]) {
                let mut lookup = |_| Some(Value::bits(32, i));
                let at = eval(index, &mut lookup).and_then(|value| value.as_unsigned());
                let inside = candidates.indices.contains(&at.expect("all is known"));
                assert_eq!(eval(candidates.outside, &mut lookup), Some(Value::Bool(!inside)), "{stride} {i}");
            }
        }
    }
}
