//! Arithmetic, with what C asks of its operands.
//!
//! An operation that C leaves undefined is a violation where its property is selected. Elsewhere it does what the code of
//! gcc does (`-O0 -fwrapv`, x86): a division by zero, and a quotient that does not fit, end the execution; overflow wraps
//! around; the amount of a shift counts modulo the width of the register; and a floating-point number that does not fit
//! becomes what the instruction for it gives, or where it is a constant, what gcc computes instead. What rests on that is noted as assumed.
//!
//! What is undefined is decided as gcc's sanitizers decide in C17. So a left shift overflows where its left operand is
//! negative or where a bit is shifted into the sign or beyond, as in SV-COMP's `no-overflow`: `1 << 31` does. With `-fwrapv`
//! neither sums, differences, products and negations nor left shifts overflow; the least number divided by -1 still does.
//! What is computed in the width of a bit-field beyond `int` wraps around in that width, which the sanitizers let pass.
//!
//! A condition is as small as the operands allow: what follows from the shape of an operand ([`ranges`]) is not asked, and
//! where one operand is constant, the other is compared with constants, which intervals decide. Otherwise the exact
//! result is computed in as many bits as it needs; of more bits than terms have, in two words ([`super::exact`]).
//!
//! What gcc's functions make of a floating-point number that does not fit into an integer of 128 bits is not followed.

use faultscope_ir::{AssumptionKind, FloatFormat, Op, Property, Term, Value};

use super::check::Unselected;
use super::exact::Exact;
use super::ranges::{self, Range};
use super::state::Lowerer;
use crate::c::DataModel;
use crate::c::arith;
use crate::c::hir::{BinaryOp, Expr};
use crate::c::source::Loc;
use crate::c::types::{IntKind, Type};

/// Something that must hold of operands.
struct Demand {
    property: Property,
    condition: Term,
    /// What is taken for granted where it is not checked.
    assumption: (AssumptionKind, &'static str),
    /// Whether the execution ends then where it does not hold.
    ends: bool,
}

const WRAPS: (AssumptionKind, &str) =
    (AssumptionKind::SignedOverflow, "signed arithmetic that overflows wraps around");
const DIVISION_BY_ZERO: (AssumptionKind, &str) =
    (AssumptionKind::UndefinedOperation, "no execution goes on behind a division by zero");
const QUOTIENT: (AssumptionKind, &str) =
    (AssumptionKind::UndefinedOperation, "no execution goes on behind a quotient that does not fit");
const AMOUNT: (AssumptionKind, &str) = (
    AssumptionKind::UndefinedOperation,
    "a shift by a negative number, or by the width of its operand or more, is by what x86 makes of the number",
);
const CONVERSION: (AssumptionKind, &str) = (
    AssumptionKind::UndefinedOperation,
    "a floating-point value that does not fit into an integer becomes the one that x86 gives",
);

const OUT_OF_RANGE: &str = "a floating-point value that does not fit into an integer of 128 bits";

impl Lowerer<'_> {
    /// The value of an operator on two values of a type. The right operand of a shift has its own type.
    pub(super) fn arithmetic(
        &mut self,
        op: BinaryOp,
        ty: &Type,
        left: Term,
        (right, right_expr): (Term, &Expr),
        loc: Loc,
    ) -> Term {
        let right_ty = &right_expr.ty;
        let Type::Int(kind) = ty else {
            return arith::binary(self.types, op, ty, left, right, right_ty);
        };
        match op {
            BinaryOp::Divide | BinaryOp::Remainder => self.ask_division(ty, left, right, loc),
            BinaryOp::ShiftLeft | BinaryOp::ShiftRight => {
                let amount = self.amount(ty, right, right_expr);
                if op == BinaryOp::ShiftLeft && kind.is_signed() {
                    self.ask_no_overflow(shift_fits(left, amount, right_ty), ty, loc);
                }
                return arith::binary(self.types, op, ty, left, amount, right_ty);
            }
            _ if kind.is_signed() => self.ask_no_overflow(fits(op, left, right), ty, loc),
            _ => {}
        }
        arith::binary(self.types, op, ty, left, right, right_ty)
    }

    /// `-x`.
    pub(super) fn negation(&mut self, ty: &Type, operand: Term, loc: Loc) -> Term {
        if matches!(ty, Type::Int(kind) if kind.is_signed()) {
            let least = Term::signed_bits(self.types.width(ty), ranges::of_width(self.types.width(ty)).0);
            self.ask_no_overflow(differs(operand, least), ty, loc);
        }
        arith::negate(ty, operand)
    }

    /// A value brought to another type.
    pub(super) fn conversion(&mut self, value: Term, from: &Type, to: &Type, loc: Loc) -> Term {
        if let (Type::Float(float), Type::Int(kind)) = (from, to)
            && *kind != IntKind::Bool
        {
            let condition = float_fits(value, float.format(), *kind, self.types.width(to));
            let demand = Demand {
                property: Property::FloatConversion,
                condition,
                assumption: CONVERSION,
                ends: false,
            };
            self.ask(demand, loc, |this| {
                format!("conversion: `{}` does not fit into `{}`", this.text(loc), this.types.name(to))
            });
            if value.as_value().is_some() && condition.as_bool() == Some(false) {
                return saturated(value, float.format(), *kind, self.types.width(to));
            }
            if self.types.width(to) > 64 {
                self.follow_only(condition, OUT_OF_RANGE, loc);
            }
        }
        self.converted(value, from, to)
    }

    fn ask(&mut self, demand: Demand, loc: Loc, message: impl FnOnce(&mut Self) -> String) {
        let Demand { property, condition, assumption, ends } = demand;
        if !self.is_users() || self.where_evaluated(condition).as_bool() == Some(true) {
            return;
        }
        let unselected = if ends { Unselected::Ends(assumption) } else { Unselected::GoesOn };
        match self.is_checked(property) {
            // Whether the operation is undefined is decided by its operands.
            true => self.require_written(condition, loc),
            false if !ends => self.assume(assumption.0, assumption.1),
            false => {}
        }
        self.require(property, condition, message, loc, unselected);
    }

    /// Where the user says that it wraps around, no signed arithmetic overflows.
    fn ask_no_overflow(&mut self, condition: Term, ty: &Type, loc: Loc) {
        if self.config.dialect.wraps || is_bit_field(ty) {
            return;
        }
        let demand = Demand { property: Property::Overflow, condition, assumption: WRAPS, ends: false };
        self.ask_to_fit(demand, ty, loc);
    }

    fn ask_to_fit(&mut self, demand: Demand, ty: &Type, loc: Loc) {
        self.ask(demand, loc, |this| {
            format!("signed overflow: `{}` does not fit into `{}`", this.text(loc), this.types.name(ty))
        });
    }

    fn ask_division(&mut self, ty: &Type, left: Term, right: Term, loc: Loc) {
        let width = self.types.width(ty);
        let demand = Demand {
            property: Property::DivisionByZero,
            condition: differs(right, Term::bits(width, 0)),
            assumption: DIVISION_BY_ZERO,
            ends: true,
        };
        self.ask(demand, loc, |this| format!("division by zero: `{}`", this.text(loc)));
        if !matches!(ty, Type::Int(kind) if kind.is_signed()) || is_bit_field(ty) {
            return;
        }
        let least = Term::signed_bits(width, ranges::of_width(width).0);
        let condition = differs(left, least).or(differs(right, Term::signed_bits(width, -1)));
        // By a constant -1 gcc negates, and numbers of twice the width of a register are divided by a function: both wrap around.
        let is_function = width == 128 || width == 64 && self.types.model == DataModel::Ilp32;
        let wraps = right.as_value().is_some() || is_function;
        let (assumption, ends) = if wraps { (WRAPS, false) } else { (QUOTIENT, true) };
        self.ask_to_fit(Demand { property: Property::Overflow, condition, assumption, ends }, ty, loc);
    }

    /// How far is shifted.
    fn amount(&mut self, ty: &Type, amount: Term, expr: &Expr) -> Term {
        let (amount_ty, loc) = (&expr.ty, expr.loc);
        let width = self.types.width(ty);
        let greatest = i128::from(width - 1);
        let signed = matches!(amount_ty, Type::Int(kind) if kind.is_signed());
        let condition = match signed {
            true => between(amount, (0, greatest)),
            false => amount.bv_ule(Term::signed_bits(self.types.width(amount_ty), greatest)),
        };
        let demand = Demand { property: Property::Shift, condition, assumption: AMOUNT, ends: false };
        self.ask(demand, loc, |this| {
            format!("shift by `{}`, which is not in 0 to {greatest}", this.text(loc))
        });
        let is_asked = self.is_users() && self.is_checked(Property::Shift);
        if is_asked || condition.as_bool() == Some(true) {
            return amount;
        }
        let register = width.next_power_of_two().max(32);
        amount.bv_and(Term::bits(self.types.width(amount_ty), (register - 1).into()))
    }
}

fn is_bit_field(ty: &Type) -> bool {
    matches!(ty, Type::Int(kind) if kind.is_bit_field())
}

/// Whether a number differs from a constant, as far as its shape says; the condition where it does not.
fn differs(number: Term, constant: Term) -> Term {
    let (range, value) = (ranges::of(number), ranges::of(constant).0);
    if value < range.0 || range.1 < value { Term::bool(true) } else { number.differs(constant) }
}

/// The condition that a number is in a range, without what its shape says.
fn between(number: Term, (least, greatest): Range) -> Term {
    let width = number.sort().bit_width().unwrap_or(u128::BITS);
    let (lo, hi) = ranges::of(number);
    if hi < least || greatest < lo {
        return Term::bool(false);
    }
    let at_least =
        if least <= lo { Term::bool(true) } else { Term::signed_bits(width, least).bv_sle(number) };
    let at_most =
        if hi <= greatest { Term::bool(true) } else { number.bv_sle(Term::signed_bits(width, greatest)) };
    at_least.and(at_most)
}

/// The condition that the exact sum, difference or product of two signed numbers fits into their width.
fn fits(op: BinaryOp, left: Term, right: Term) -> Term {
    let width = left.sort().bit_width().unwrap_or(u128::BITS);
    let all = ranges::of_width(width);
    let number = |term: Term| term.as_value().and_then(Value::as_signed);
    let (lo, hi) = all;
    match (op, number(left), number(right)) {
        (BinaryOp::Add, _, Some(constant)) => between(left, moved(all, constant.saturating_neg())),
        (BinaryOp::Add, Some(constant), _) => between(right, moved(all, constant.saturating_neg())),
        (BinaryOp::Subtract, _, Some(constant)) => between(left, moved(all, constant)),
        (BinaryOp::Subtract, Some(constant), _) => {
            between(right, (constant.saturating_sub(hi), constant.saturating_sub(lo)))
        }
        (BinaryOp::Multiply, _, Some(factor)) => between(left, factors(all, factor)),
        (BinaryOp::Multiply, Some(factor), _) => between(right, factors(all, factor)),
        (BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply, ..) if width > 64 => {
            let of = |number: Term| Exact::of(number, true);
            if is_small(op, ranges::of(left), ranges::of(right), all) {
                return Term::bool(true);
            }
            of(left).combined(op, of(right)).fits(width, true)
        }
        (BinaryOp::Add, ..) => between(exact(left, width + 1).bv_add(exact(right, width + 1)), all),
        (BinaryOp::Subtract, ..) => between(exact(left, width + 1).bv_sub(exact(right, width + 1)), all),
        (BinaryOp::Multiply, ..) => between(exact(left, 2 * width).bv_mul(exact(right, 2 * width)), all),
        // And, or, exclusive or.
        _ => Term::bool(true),
    }
}

/// Whether all results are in a range, as far as the ranges of the operands say.
fn is_small(op: BinaryOp, left: Range, right: Range, all: Range) -> bool {
    let results = match op {
        BinaryOp::Add => ranges::sum(left, right),
        BinaryOp::Subtract => ranges::difference(left, right),
        _ => ranges::product(left, right),
    };
    results.is_some_and(|results| all.0 <= results.0 && results.1 <= all.1)
}

/// A range moved by a number, as far as it is a range of numbers.
fn moved((lo, hi): Range, by: i128) -> Range {
    (lo.saturating_add(by), hi.saturating_add(by))
}

fn exact(number: Term, width: u32) -> Term {
    number.sign_extend_to(width)
}

/// The numbers whose product with a factor is in a range that has zero in it.
fn factors((lo, hi): Range, factor: i128) -> Range {
    match factor {
        0 => (i128::MIN, i128::MAX),
        1.. => (lo / factor, hi / factor),
        _ => (hi / factor, lo.saturating_div(factor)),
    }
}

/// The condition that a left shift of a signed number, by less than its width, loses nothing.
fn shift_fits(number: Term, amount: Term, amount_ty: &Type) -> Term {
    let width = number.sort().bit_width().unwrap_or(u128::BITS);
    let greatest = ranges::of_width(width).1;
    let value = |term: Term| term.as_value().and_then(Value::as_signed);
    if let Some(by) = value(amount) {
        let by = u32::try_from(by).ok().filter(|by| *by < width);
        return by.map_or(Term::bool(false), |by| between(number, (0, greatest >> by)));
    }
    match value(number) {
        Some(0) => return Term::bool(true),
        Some(constant) if constant < 0 => return Term::bool(false),
        Some(constant) => {
            // As many places as there are between its highest bit and the sign.
            let most = i128::from(constant.leading_zeros()) - i128::from(u128::BITS - width + 1);
            return match amount_ty {
                Type::Int(kind) if kind.is_signed() => at_most(amount, most),
                _ => amount.bv_ule(Term::signed_bits(amount.sort().bit_width().unwrap_or(width), most)),
            };
        }
        None => {}
    }
    let amount_width = amount.sort().bit_width().unwrap_or(width);
    let amount =
        if amount_width > width { amount.extract(width - 1, 0) } else { amount.zero_extend_to(width) };
    let limit = Term::signed_bits(width, greatest).bv_ashr(amount);
    between(number, (0, i128::MAX)).and(number.bv_sle(limit))
}

/// The condition that a number that is not negative is at most another.
fn at_most(number: Term, greatest: i128) -> Term {
    between(number, (i128::MIN, greatest))
}

/// The condition that a floating-point number, without its fraction, is one of an integer type. Not-a-number is none.
fn float_fits(number: Term, format: FloatFormat, kind: IntKind, width: u32) -> Term {
    let constant =
        |number: i128| Term::app(Op::SignedToFloat(format), &[Term::signed_bits(u128::BITS, number)]);
    let bits = if kind.is_signed() { width - 1 } else { width };
    let least = || arith::power_of_two(format, bits).float_neg();
    let above = match kind.is_signed() {
        false => constant(-1).float_lt(number),
        true if arith::is_infinite(format, bits) => least().float_lt(number),
        true if format.significand > bits => constant(-(1 << bits) - 1).float_lt(number),
        // Where there is no room for a fraction below the least number, that number is the first that fits.
        true => least().float_le(number),
    };
    above.and(number.float_lt(arith::power_of_two(format, bits)))
}

/// What gcc makes of a constant that does not fit into an integer, for which no machine is asked: the nearest number, and zero
/// of what is none.
fn saturated(constant: Term, format: FloatFormat, kind: IntKind, width: u32) -> Term {
    let zero = Term::app(Op::SignedToFloat(format), &[Term::bits(width, 0)]);
    let is = |condition: Term| condition.as_bool() == Some(true);
    let greatest = u128::MAX >> (u128::BITS - width) >> u32::from(kind.is_signed());
    match (is(zero.float_lt(constant)), is(constant.float_lt(zero))) {
        (true, _) => Term::bits(width, greatest),
        (_, true) if kind.is_signed() => Term::bits(width, greatest + 1),
        _ => Term::bits(width, 0),
    }
}
