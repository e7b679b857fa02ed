//! What a comparison with a constant says of a value, as C computes it.

use faultscope_ir::Term;
use faultscope_ir::program::Display;
use faultscope_witness::{Comparison, Constant, Relation};

/// The bits that smaller integers are promoted to.
const INT: u32 = 32;

/// The condition that a value compares as is said; none where it is no integer.
pub(crate) fn holds(value: Term, display: Display, comparison: &Comparison) -> Option<Term> {
    let Comparison { relation, constant, .. } = comparison;
    let sort = value.sort();
    if sort.is_bool() {
        let of = |truth: i128| Term::bool(compares(truth, *relation, constant.value));
        return Some(value.ite(of(1), of(0)));
    }
    let own = sort.bit_width()?;
    let is_signed = match display {
        Display::Signed | Display::Character => true,
        Display::Unsigned | Display::Boolean => false,
        Display::Plain | Display::Pointer | Display::Shadow => return None,
    };
    // The usual arithmetic conversions.
    let Constant { value: number, is_unsigned, width } = *constant;
    let promoted = own.max(INT);
    let common = promoted.max(width);
    let value_is_unsigned = !is_signed && own >= INT;
    let becomes_unsigned = value_is_unsigned && promoted == common || is_unsigned && width == common;
    let left = if is_signed { value.sign_extend_to(common) } else { value.zero_extend_to(common) };
    let right = Term::bits(common, wrapped(number, common));
    let less = |left: Term, right: Term| match becomes_unsigned {
        true => left.bv_ult(right),
        false => left.bv_slt(right),
    };
    Some(match relation {
        Relation::Equal => left.equals(right),
        Relation::Different => left.equals(right).not(),
        Relation::Less => less(left, right),
        Relation::LessOrEqual => less(right, left).not(),
        Relation::Greater => less(right, left),
        Relation::GreaterOrEqual => less(left, right).not(),
    })
}

fn compares(left: i128, relation: Relation, right: i128) -> bool {
    match relation {
        Relation::Equal => left == right,
        Relation::Different => left != right,
        Relation::Less => left < right,
        Relation::LessOrEqual => left <= right,
        Relation::Greater => left > right,
        Relation::GreaterOrEqual => left >= right,
    }
}

/// A number as so many bits of two's complement.
fn wrapped(number: i128, width: u32) -> u128 {
    let mask = if width >= u128::BITS { u128::MAX } else { (1 << width) - 1 };
    number.cast_unsigned() & mask
}

#[cfg(test)]
mod tests {
    use faultscope_ir::{TermKind, Value};
    use faultscope_witness::comparisons;

    use super::*;

    #[track_caller]
    fn check(value: Value, display: Display, text: &str, expect: Option<bool>) {
        let said = comparisons(text).expect("it is a comparison");
        let found = holds(Term::value(value), display, &said[0]);
        let found = found.map(|it| *it.kind() == TermKind::Const(Value::Bool(true)));
        assert_eq!(found, expect, "{text}");
    }

    #[test]
    fn values_compare_as_in_c() {
        let signed = |number| Value::signed_bits(32, number);
        check(signed(11), Display::Signed, "x == 11", Some(true));
        check(signed(11), Display::Signed, "x == 4294967307", Some(false));
        check(signed(11), Display::Signed, "x != 11", Some(false));
        check(signed(-1), Display::Signed, "x == 4294967295", Some(false));
        check(signed(-1), Display::Signed, "x == 4294967295u", Some(true));
        check(signed(-1), Display::Signed, "x == 0xffffffff", Some(true));
        check(signed(-1), Display::Signed, "x < 5u", Some(false));
        check(signed(-1), Display::Signed, "x < 5", Some(true));
        check(signed(-1), Display::Signed, "x >= -1", Some(true));
        check(signed(-1), Display::Unsigned, "x == -1", Some(true));
        check(signed(-1), Display::Unsigned, "x > 5", Some(true));
        check(signed(-1), Display::Unsigned, "x > 5ll", Some(true));
    }

    #[test]
    fn small_integers_are_promoted() {
        let small = |number| Value::signed_bits(8, number);
        check(small(-56), Display::Signed, "x == 200", Some(false));
        check(small(-56), Display::Unsigned, "x == 200", Some(true));
        check(small(-1), Display::Unsigned, "x == -1", Some(false));
        check(small(-1), Display::Signed, "x == 4294967295u", Some(true));
        check(Value::Bool(true), Display::Boolean, "x == 1", Some(true));
        check(Value::Bool(true), Display::Boolean, "x == 2", Some(false));
        check(Value::signed_bits(64, 1), Display::Pointer, "x == 1", None);
    }
}
