//! The constructors of terms.
//!
//! All of them end in [`Term::app`], which simplifies.

use num_bigint::BigInt;

use super::{Quantifier, Symbol, Term, TermKind, simplify};
use crate::float::{FloatFormat, RoundingMode};
use crate::op::Op;
use crate::sort::{Sort, SortKind};
use crate::value::Value;

/// Defines methods that apply an operator.
macro_rules! operators {
    ($($(#[$doc:meta])* $name:ident($($operand:ident),*) = $op:expr;)*) => {
        #[expect(clippy::should_implement_trait, reason = "all operators are methods of one style")]
        impl Term {
            $($(#[$doc])*
            #[must_use]
            pub fn $name(self $(, $operand: Term)*) -> Term {
                Term::app($op, &[self $(, $operand)*])
            })*
        }
    };
}

operators! {
    /// Conjunction.
    and(rhs) = Op::And;
    /// Disjunction.
    or(rhs) = Op::Or;
    /// Identity of values; for truth values, equivalence.
    equals(rhs) = Op::Eq;
    /// One cell of an array.
    select(index) = Op::Select;
    /// An array with one cell changed.
    store(index, element) = Op::Store;
    /// Integer or real negation.
    neg() = Op::Neg;
    /// Integer or real sum.
    add(rhs) = Op::Add;
    /// Integer or real difference.
    sub(rhs) = Op::Sub;
    /// Integer or real product.
    mul(rhs) = Op::Mul;
    /// Euclidean quotient.
    int_div(rhs) = Op::IntDiv;
    /// Euclidean remainder.
    int_mod(rhs) = Op::IntMod;
    /// Real quotient.
    real_div(rhs) = Op::RealDiv;
    /// Integer or real `<`.
    lt(rhs) = Op::Lt;
    /// Integer or real `<=`.
    le(rhs) = Op::Le;
    /// An integer as a real.
    int_to_real() = Op::IntToReal;
    /// A real rounded down.
    real_to_int() = Op::RealToInt;
    /// Negation in two's complement.
    bv_neg() = Op::BvNeg;
    /// Bitwise complement.
    bv_not() = Op::BvNot;
    /// Sum that wraps around.
    bv_add(rhs) = Op::BvAdd;
    /// The narrower `rhs` added to the lowest bits, with wrap-around; the bits above stay.
    bv_add_low(rhs) = Op::BvAddLow;
    /// Difference that wraps around.
    bv_sub(rhs) = Op::BvSub;
    /// Product that wraps around.
    bv_mul(rhs) = Op::BvMul;
    /// Unsigned quotient; all ones for a zero divisor.
    bv_udiv(rhs) = Op::BvUdiv;
    /// Unsigned remainder; the dividend for a zero divisor.
    bv_urem(rhs) = Op::BvUrem;
    /// Signed quotient, truncated, as C's; SMT-LIB's value for a zero divisor.
    bv_sdiv(rhs) = Op::BvSdiv;
    /// Signed remainder with the dividend's sign, as C's; the dividend for a zero divisor.
    bv_srem(rhs) = Op::BvSrem;
    /// Bitwise conjunction.
    bv_and(rhs) = Op::BvAnd;
    /// Bitwise disjunction.
    bv_or(rhs) = Op::BvOr;
    /// Bitwise exclusive or.
    bv_xor(rhs) = Op::BvXor;
    /// Left shift; zero where the amount reaches the width.
    bv_shl(rhs) = Op::BvShl;
    /// Logical right shift.
    bv_lshr(rhs) = Op::BvLshr;
    /// Arithmetic right shift.
    bv_ashr(rhs) = Op::BvAshr;
    /// Unsigned `<`.
    bv_ult(rhs) = Op::BvUlt;
    /// Unsigned `<=`.
    bv_ule(rhs) = Op::BvUle;
    /// Signed `<`.
    bv_slt(rhs) = Op::BvSlt;
    /// Signed `<=`.
    bv_sle(rhs) = Op::BvSle;
    /// These bits above those of `rhs`.
    concat(rhs) = Op::Concat;
    /// Floating-point negation.
    float_neg() = Op::FloatNeg;
    /// Floating-point sum.
    float_add(rhs) = Op::FloatAdd;
    /// Floating-point difference.
    float_sub(rhs) = Op::FloatSub;
    /// Floating-point product.
    float_mul(rhs) = Op::FloatMul;
    /// Floating-point quotient.
    float_div(rhs) = Op::FloatDiv;
    /// Floating-point `<`; false for NaN.
    float_lt(rhs) = Op::FloatLt;
    /// Floating-point `<=`; false for NaN.
    float_le(rhs) = Op::FloatLe;
    /// IEEE equality.
    float_eq(rhs) = Op::FloatEq;
}

impl Term {
    /// Applies an operator and simplifies.
    ///
    /// # Panics
    /// In debug builds, if the operands' sorts do not fit the operator.
    pub fn app(op: Op, operands: &[Term]) -> Term {
        simplify::app(op, operands)
    }

    /// A constant.
    pub fn value(value: Value) -> Term {
        Term::intern(TermKind::Const(value))
    }

    /// A symbol as a term.
    pub fn symbol(symbol: Symbol) -> Term {
        Term::intern(TermKind::Symbol(symbol))
    }

    /// The symbol of this name and sort as a term.
    pub fn var(name: &str, sort: Sort) -> Term {
        Term::symbol(Symbol::new(name, sort))
    }

    /// A truth value.
    pub fn bool(truth: bool) -> Term {
        Term::value(Value::Bool(truth))
    }

    /// An integer constant.
    pub fn int(number: impl Into<BigInt>) -> Term {
        Term::value(Value::Int(number.into()))
    }

    /// A bit-vector constant; bits above the width are dropped.
    pub fn bits(width: u32, bits: u128) -> Term {
        Term::value(Value::bits(width, bits))
    }

    /// A bit-vector constant in two's complement.
    pub fn signed_bits(width: u32, number: i128) -> Term {
        Term::value(Value::signed_bits(width, number))
    }

    /// The array of sort `sort` that has `element` everywhere.
    pub fn constant_array(sort: Sort, element: Term) -> Term {
        Term::app(Op::ConstArray(sort), &[element])
    }

    /// A quantified formula over fresh symbols; the body alone where it mentions none of them.
    pub fn quantified(quantifier: Quantifier, variables: &[Symbol], body: Term) -> Term {
        let used = body.symbols();
        let variables: Box<[Symbol]> =
            variables.iter().copied().filter(|variable| used.contains(variable)).collect();
        if variables.is_empty() {
            return body;
        }
        Term::intern(TermKind::Quantified(quantifier, variables, body))
    }

    /// Negation.
    #[must_use]
    #[expect(clippy::should_implement_trait, reason = "all connectives are methods of one style")]
    pub fn not(self) -> Term {
        Term::app(Op::Not, &[self])
    }

    /// Implication.
    #[must_use]
    pub fn implies(self, rhs: Term) -> Term {
        self.not().or(rhs)
    }

    /// `≠`.
    #[must_use]
    pub fn differs(self, rhs: Term) -> Term {
        self.equals(rhs).not()
    }

    /// `then` where this formula holds, else `otherwise`.
    #[must_use]
    pub fn ite(self, then: Term, otherwise: Term) -> Term {
        Term::app(Op::Ite, &[self, then, otherwise])
    }

    /// The conjunction of formulas.
    pub fn all(formulas: impl IntoIterator<Item = Term>) -> Term {
        formulas.into_iter().fold(Term::bool(true), Term::and)
    }

    /// The disjunction of formulas.
    pub fn any(formulas: impl IntoIterator<Item = Term>) -> Term {
        formulas.into_iter().fold(Term::bool(false), Term::or)
    }

    /// Bits `hi` down to `lo`, both included.
    #[must_use]
    pub fn extract(self, hi: u32, lo: u32) -> Term {
        Term::app(Op::Extract { hi, lo }, &[self])
    }

    /// A bit-vector brought to `width`: cut, or extended with zeroes.
    #[must_use]
    pub fn zero_extend_to(self, width: u32) -> Term {
        self.resize(width, Op::ZeroExtend)
    }

    /// A bit-vector brought to `width`: cut, or extended with its sign.
    #[must_use]
    pub fn sign_extend_to(self, width: u32) -> Term {
        self.resize(width, Op::SignExtend)
    }

    fn resize(self, width: u32, extend: fn(u32) -> Op) -> Term {
        match self.sort().bit_width() {
            Some(own) if own < width => Term::app(extend(width - own), &[self]),
            Some(own) if own > width => self.extract(width - 1, 0),
            _ => self,
        }
    }

    /// A truth value as a bit-vector, 1 or 0.
    #[must_use]
    pub fn to_bits(self, width: u32) -> Term {
        self.ite(Term::bits(width, 1), Term::bits(width, 0))
    }

    /// A float rounded to an integral value.
    #[must_use]
    pub fn float_round(self, mode: RoundingMode) -> Term {
        Term::app(Op::FloatRound(mode), &[self])
    }

    /// A float in another format.
    #[must_use]
    pub fn float_to_float(self, format: FloatFormat) -> Term {
        match self.sort().kind() {
            SortKind::Float(own) if *own == format => self,
            _ => Term::app(Op::FloatToFloat(format), &[self]),
        }
    }
}
