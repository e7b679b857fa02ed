//! C's operators and conversions as terms. Constants fold as terms are built, so that this is also what
//! constant expressions are evaluated with.

use faultscope_ir::{FloatFormat, Op, Term, Value};

use super::hir::{BinaryOp, CompareOp};
use super::pointer;
use super::types::{IntKind, Type, Types};

/// A value brought from one scalar type to another.
pub(super) fn convert(types: &Types, term: Term, from: &Type, to: &Type) -> Term {
    match (from, to) {
        (_, Type::Void) => term,
        (_, Type::Int(IntKind::Bool)) => is_nonzero(types, term, from).to_bits(8),
        (Type::Float(_), Type::Float(to)) => term.float_to_float(to.format()),
        // A truth value is 0 or 1 wherever it is used, whatever somebody might put into its byte.
        (Type::Int(IntKind::Bool), Type::Int(_)) => is_nonzero(types, term, from).to_bits(types.width(to)),
        (Type::Float(from), Type::Int(kind)) => float_to_int(term, from.format(), *kind, types),
        (Type::Pointer(_), Type::Int(_)) => pointer::address(types, term).zero_extend_to(types.width(to)),
        (Type::Int(kind), Type::Pointer(_)) => {
            pointer::at_address(types, extended(*kind, term, types.address_width()))
        }
        (Type::Float(from), _) => float_to_int(term, from.format(), IntKind::ULong, types),
        (Type::Int(kind), Type::Float(to)) => {
            let format = to.format();
            let op = if kind.is_signed() { Op::SignedToFloat(format) } else { Op::UnsignedToFloat(format) };
            Term::app(op, &[term])
        }
        (_, Type::Float(to)) => Term::app(Op::UnsignedToFloat(to.format()), &[term]),
        (Type::Int(kind), _) => extended(*kind, term, types.width(to)),
        _ => term.zero_extend_to(types.width(to)),
    }
}

/// An integer in another width.
fn extended(kind: IntKind, term: Term, width: u32) -> Term {
    if kind.is_signed() { term.sign_extend_to(width) } else { term.zero_extend_to(width) }
}

/// The condition that a value is not zero.
pub(super) fn is_nonzero(types: &Types, term: Term, ty: &Type) -> Term {
    match ty {
        Type::Float(kind) => term.float_eq(Term::value(Value::Float(kind.format(), 0))).not(),
        _ => term.differs(Term::bits(types.width(ty), 0)),
    }
}

/// Truncation. C leaves values out of range open; here they are what x86 computes, so that every value has
/// a conversion. x86 has no instruction for integers of 128 bits; there they are what gcc makes of constants.
fn float_to_int(term: Term, format: FloatFormat, kind: IntKind, types: &Types) -> Term {
    let width = kind.width(types.model);
    if width > 64 {
        return to_wide(term, format, kind, width);
    }
    if kind.is_signed() || width < 32 {
        return to_signed(term, format, width.max(32)).extract(width - 1, 0);
    }
    if width == 32 {
        return to_signed(term, format, 64).extract(31, 0);
    }
    let limit = power_of_two(format, 63);
    let high = to_signed(term.float_sub(limit), format, 64).bv_add(Term::bits(64, 1 << 63));
    term.float_lt(limit).ite(to_signed(term, format, 64), high)
}

fn to_signed(term: Term, format: FloatFormat, width: u32) -> Term {
    let upper = power_of_two(format, width - 1);
    let lowest = upper.float_neg();
    let above_lowest = if is_infinite(format, width - 1) {
        lowest.float_lt(term)
    } else if format.significand > width {
        let below =
            Term::app(Op::SignedToFloat(format), &[Term::signed_bits(128, -(1_i128 << (width - 1)) - 1)]);
        below.float_lt(term)
    } else {
        lowest.float_le(term)
    };
    let fits = above_lowest.and(term.float_lt(upper));
    fits.ite(Term::app(Op::FloatToSigned(width), &[term]), Term::bits(width, 1 << (width - 1)))
}

/// The nearest integer of more than 64 bits; zero of what is no number.
fn to_wide(term: Term, format: FloatFormat, kind: IntKind, width: u32) -> Term {
    let bits = if kind.is_signed() { width - 1 } else { width };
    let (upper, zero) = (power_of_two(format, bits), Value::Float(format, 0));
    let op = if kind.is_signed() { Op::FloatToSigned(width) } else { Op::FloatToUnsigned(width) };
    let (least, greatest) = match kind.is_signed() {
        true => (Term::bits(width, 1 << bits), Term::bits(width, (1 << bits) - 1)),
        false => (Term::bits(width, 0), Term::bits(width, 0).bv_not()),
    };
    let below = match kind.is_signed() {
        true => term.float_lt(upper.float_neg()),
        // What is negative and has no whole part is zero, too.
        false => term.float_lt(Term::value(zero.clone())),
    };
    // Infinities are above and below all numbers of a format, also where it has no such power of two.
    let infinite = Term::app(Op::FloatIsInfinite, &[term]);
    let (negative, positive) = (term.float_lt(Term::value(zero.clone())), Term::value(zero).float_lt(term));
    let too_small = below.or(infinite.and(negative));
    let too_large = upper.float_le(term).or(infinite.and(positive));
    let converted = Term::app(op, &[term]);
    let is_nan = Term::app(Op::FloatIsNan, &[term]);
    is_nan.ite(Term::bits(width, 0), too_small.ite(least, too_large.ite(greatest, converted)))
}

/// A power of two; infinity where a format has none so large.
pub(super) fn power_of_two(format: FloatFormat, exponent: u32) -> Term {
    let bias = (1 << (format.exponent - 1)) - 1;
    let greatest = (1 << format.exponent) - 1;
    let biased = if is_infinite(format, exponent) { greatest } else { bias + u128::from(exponent) };
    Term::value(Value::Float(format, biased << (format.significand - 1)))
}

/// Whether a power of two is beyond all numbers of a format.
pub(super) fn is_infinite(format: FloatFormat, exponent: u32) -> bool {
    exponent >= 1 << (format.exponent - 1)
}

/// An operator on two values of type `ty`; the right operand of a shift has type `right_ty`.
pub(super) fn binary(
    types: &Types,
    op: BinaryOp,
    ty: &Type,
    left: Term,
    right: Term,
    right_ty: &Type,
) -> Term {
    if ty.is_float() {
        return match op {
            BinaryOp::Add => left.float_add(right),
            BinaryOp::Subtract => left.float_sub(right),
            BinaryOp::Multiply => left.float_mul(right),
            _ => left.float_div(right),
        };
    }
    let signed = matches!(ty, Type::Int(kind) if kind.is_signed());
    match op {
        BinaryOp::Add => left.bv_add(right),
        BinaryOp::Subtract => left.bv_sub(right),
        BinaryOp::Multiply => left.bv_mul(right),
        BinaryOp::Divide if signed => left.bv_sdiv(right),
        BinaryOp::Divide => left.bv_udiv(right),
        BinaryOp::Remainder if signed => left.bv_srem(right),
        BinaryOp::Remainder => left.bv_urem(right),
        BinaryOp::And => left.bv_and(right),
        BinaryOp::Or => left.bv_or(right),
        BinaryOp::Xor => left.bv_xor(right),
        BinaryOp::ShiftLeft | BinaryOp::ShiftRight => {
            let amount = convert(types, right, right_ty, ty);
            match op {
                BinaryOp::ShiftLeft => left.bv_shl(amount),
                _ if signed => left.bv_ashr(amount),
                _ => left.bv_lshr(amount),
            }
        }
    }
}

/// A comparison of two values of type `ty`, as a condition.
pub(super) fn compare(types: &Types, op: CompareOp, ty: &Type, left: Term, right: Term) -> Term {
    if ty.is_pointer() && !matches!(op, CompareOp::Equal | CompareOp::NotEqual) {
        let address = |pointer| pointer::address(types, pointer);
        return compare(types, op, &types.size_type(), address(left), address(right));
    }
    if ty.is_float() {
        return match op {
            CompareOp::Less => left.float_lt(right),
            CompareOp::LessOrEqual => left.float_le(right),
            CompareOp::Greater => right.float_lt(left),
            CompareOp::GreaterOrEqual => right.float_le(left),
            CompareOp::Equal => left.float_eq(right),
            CompareOp::NotEqual => left.float_eq(right).not(),
        };
    }
    let signed = matches!(ty, Type::Int(kind) if kind.is_signed());
    match (op, signed) {
        (CompareOp::Less, true) => left.bv_slt(right),
        (CompareOp::Less, false) => left.bv_ult(right),
        (CompareOp::LessOrEqual, true) => left.bv_sle(right),
        (CompareOp::LessOrEqual, false) => left.bv_ule(right),
        (CompareOp::Greater, true) => right.bv_slt(left),
        (CompareOp::Greater, false) => right.bv_ult(left),
        (CompareOp::GreaterOrEqual, true) => right.bv_sle(left),
        (CompareOp::GreaterOrEqual, false) => right.bv_ule(left),
        (CompareOp::Equal, _) => left.equals(right),
        (CompareOp::NotEqual, _) => left.differs(right),
    }
}

/// `-x`.
pub(super) fn negate(ty: &Type, term: Term) -> Term {
    if ty.is_float() { term.float_neg() } else { term.bv_neg() }
}

/// A number as a constant of an integer or pointer type.
pub(super) fn constant(types: &Types, ty: &Type, number: i128) -> Term {
    match ty {
        Type::Float(_) => convert(types, Term::signed_bits(128, number), &Type::Int(IntKind::Int128), ty),
        _ => Term::signed_bits(types.width(ty), number),
    }
}

/// The number that a constant of a type stands for.
pub(super) fn number(value: &Value, ty: &Type) -> Option<i128> {
    match ty {
        Type::Int(kind) if kind.is_signed() => value.as_signed(),
        _ => value.as_unsigned().and_then(|bits| i128::try_from(bits).ok()),
    }
}
