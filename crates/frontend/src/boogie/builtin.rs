//! Functions that the text declares to be SMT-LIB's: `function {:bvbuiltin "bvadd"} …`.

use faultscope_ir::{Op, Term};

use super::types::Type;

/// The application of SMT-LIB's `name`, or nothing where there is none of these operands.
pub(super) fn apply(name: &str, operands: &[Term], types: &[Type]) -> Option<Term> {
    if let Some(extended) = extension(name, operands) {
        return Some(extended);
    }
    if !types.iter().all(|ty| matches!(ty, Type::Bits(_))) {
        return apply_numeric(name, operands, types);
    }
    Some(match (name, operands) {
        ("bvneg", [operand]) => operand.bv_neg(),
        ("bvnot", [operand]) => operand.bv_not(),
        ("concat", [lhs, rhs]) if lhs.sort().bit_width()? + rhs.sort().bit_width()? <= 128 => {
            lhs.concat(*rhs)
        }
        (_, [lhs, rhs]) if lhs.sort() == rhs.sort() => apply_binary(name, *lhs, *rhs)?,
        _ => return None,
    })
}

fn apply_binary(name: &str, lhs: Term, rhs: Term) -> Option<Term> {
    Some(match name {
        "bvadd" => lhs.bv_add(rhs),
        "bvsub" => lhs.bv_sub(rhs),
        "bvmul" => lhs.bv_mul(rhs),
        "bvudiv" => lhs.bv_udiv(rhs),
        "bvurem" => lhs.bv_urem(rhs),
        "bvsdiv" => lhs.bv_sdiv(rhs),
        "bvsrem" => lhs.bv_srem(rhs),
        "bvsmod" => signed_modulo(lhs, rhs)?,
        "bvand" => lhs.bv_and(rhs),
        "bvor" => lhs.bv_or(rhs),
        "bvxor" => lhs.bv_xor(rhs),
        "bvnand" => lhs.bv_and(rhs).bv_not(),
        "bvnor" => lhs.bv_or(rhs).bv_not(),
        "bvxnor" => lhs.bv_xor(rhs).bv_not(),
        "bvshl" => lhs.bv_shl(rhs),
        "bvlshr" => lhs.bv_lshr(rhs),
        "bvashr" => lhs.bv_ashr(rhs),
        "bvult" => lhs.bv_ult(rhs),
        "bvule" => lhs.bv_ule(rhs),
        "bvugt" => rhs.bv_ult(lhs),
        "bvuge" => rhs.bv_ule(lhs),
        "bvslt" => lhs.bv_slt(rhs),
        "bvsle" => lhs.bv_sle(rhs),
        "bvsgt" => rhs.bv_slt(lhs),
        "bvsge" => rhs.bv_sle(lhs),
        _ => return None,
    })
}

/// SMT-LIB's `bvsmod`: the remainder with the divisor's sign.
fn signed_modulo(lhs: Term, rhs: Term) -> Option<Term> {
    let zero = Term::bits(lhs.sort().bit_width()?, 0);
    let remainder = lhs.bv_srem(rhs);
    let signs_differ = remainder.bv_slt(zero).differs(rhs.bv_slt(zero));
    let correct = remainder.equals(zero).or(signs_differ.not()).or(rhs.equals(zero));
    Some(correct.ite(remainder, remainder.bv_add(rhs)))
}

/// `zero_extend 8`, `(_ sign_extend 8)`.
fn extension(name: &str, operands: &[Term]) -> Option<Term> {
    let [operand] = operands else { return None };
    let own = operand.sort().bit_width()?;
    let mut words = name.trim_start_matches("(_").trim_end_matches(')').split_whitespace();
    let (kind, extra) = (words.next()?, words.next()?.parse::<u32>().ok()?);
    let width = own.checked_add(extra).filter(|width| *width <= 128 && words.next().is_none())?;
    match kind {
        "zero_extend" => Some(operand.zero_extend_to(width)),
        "sign_extend" => Some(operand.sign_extend_to(width)),
        _ => None,
    }
}

fn apply_numeric(name: &str, operands: &[Term], types: &[Type]) -> Option<Term> {
    let op = match (name, types) {
        ("div", [Type::Int, Type::Int]) => Op::IntDiv,
        ("mod", [Type::Int, Type::Int]) => Op::IntMod,
        ("/", [Type::Real, Type::Real]) => Op::RealDiv,
        ("to_int", [Type::Real]) => Op::RealToInt,
        ("to_real", [Type::Int]) => Op::IntToReal,
        _ => return None,
    };
    Some(Term::app(op, operands))
}
