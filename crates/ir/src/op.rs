//! Operators of terms: their sorts and their meaning on values.
//!
//! The meaning is SMT-LIB's. Where SMT-LIB leaves a value open (integer division by zero, conversion of a
//! float that is out of range) [`Op::apply`] gives none.

use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{Signed, Zero};

use crate::float::{self, FloatFormat, RoundingMode};
use crate::sort::{Sort, SortKind};
use crate::value::{Value, mask, sign_extend};

/// An operator. Names and meaning follow SMT-LIB; operands are in the order written there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the variants are SMT-LIB's operators, grouped below")]
pub enum Op {
    // Core; `And` and `Or` are binary.
    Not,
    And,
    Or,
    Eq,
    Ite,
    // Mathematical integers and reals. `IntDiv` and `IntMod` are Euclidean.
    Neg,
    Add,
    Sub,
    Mul,
    IntDiv,
    IntMod,
    RealDiv,
    Lt,
    Le,
    IntToReal,
    /// Rounds down.
    RealToInt,
    // Bit-vectors.
    BvNeg,
    BvNot,
    BvAdd,
    BvSub,
    BvMul,
    BvUdiv,
    BvUrem,
    BvSdiv,
    BvSrem,
    BvAnd,
    BvOr,
    BvXor,
    BvShl,
    BvLshr,
    BvAshr,
    BvUlt,
    BvUle,
    BvSlt,
    BvSle,
    /// Adds the second operand, which is narrower, to the lowest bits of the first, with wrap-around; the bits above stay.
    /// Not in SMT-LIB. This is how a pointer, an object's number above an offset, moves.
    BvAddLow,
    /// The first operand's bits above the second's.
    Concat,
    /// Bits `hi` down to `lo`, both included.
    Extract {
        hi: u32,
        lo: u32,
    },
    /// Adds this many zero bits above.
    ZeroExtend(u32),
    /// Adds this many copies of the sign bit above.
    SignExtend(u32),
    // Floating point; arithmetic and conversions to floats round to the nearest even.
    FloatNeg,
    FloatAbs,
    FloatSqrt,
    FloatRound(RoundingMode),
    FloatAdd,
    FloatSub,
    FloatMul,
    FloatDiv,
    FloatLt,
    FloatLe,
    /// IEEE equality; `Eq` is identity.
    FloatEq,
    FloatIsNan,
    FloatIsInfinite,
    FloatToFloat(FloatFormat),
    SignedToFloat(FloatFormat),
    UnsignedToFloat(FloatFormat),
    /// Truncates; open where the result does not fit the width.
    FloatToSigned(u32),
    /// Truncates; open where the result does not fit the width.
    FloatToUnsigned(u32),
    FloatFromBits(FloatFormat),
    FloatToBits,
    // Arrays.
    Select,
    Store,
    /// The array of this sort that has its operand everywhere.
    ConstArray(Sort),
}

impl Op {
    /// The sort of the operator's result on operands of these sorts.
    ///
    /// # Panics
    /// If the operands do not fit the operator (debug builds check this thoroughly, release builds only
    /// where the result depends on it).
    pub fn result_sort(self, operands: &[Sort]) -> Sort {
        debug_assert!(self.accepts(operands), "{self:?} on {operands:?}");
        let width = || operands[0].bit_width().expect("bit-vector operand");
        match self {
            Op::Not | Op::And | Op::Or | Op::Eq | Op::Lt | Op::Le => Sort::bool(),
            Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle => Sort::bool(),
            Op::FloatLt | Op::FloatLe | Op::FloatEq | Op::FloatIsNan | Op::FloatIsInfinite => Sort::bool(),
            Op::Ite => operands[1],
            Op::IntToReal => Sort::real(),
            Op::RealToInt => Sort::int(),
            Op::Concat => Sort::bits(width() + operands[1].bit_width().expect("bit-vector operand")),
            Op::Extract { hi, lo } => Sort::bits(hi - lo + 1),
            Op::ZeroExtend(extra) | Op::SignExtend(extra) => Sort::bits(width() + extra),
            Op::FloatToFloat(format)
            | Op::SignedToFloat(format)
            | Op::UnsignedToFloat(format)
            | Op::FloatFromBits(format) => Sort::float(format),
            Op::FloatToSigned(width) | Op::FloatToUnsigned(width) => Sort::bits(width),
            Op::FloatToBits => Sort::bits(float_format(operands[0]).width()),
            Op::Select => operands[0].array_sorts().expect("array operand").1,
            Op::ConstArray(sort) => sort,
            _ => operands[0],
        }
    }

    fn accepts(self, operands: &[Sort]) -> bool {
        let all = |test: fn(&SortKind) -> bool| operands.iter().all(|sort| test(sort.kind()));
        let same = || operands.windows(2).all(|pair| pair[0] == pair[1]);
        let bits = || all(|kind| matches!(kind, SortKind::BitVec(_)));
        let floats = || all(|kind| matches!(kind, SortKind::Float(_)));
        let numbers = || all(|kind| matches!(kind, SortKind::Int | SortKind::Real));
        let n = operands.len();
        match self {
            Op::Not => n == 1 && operands[0].is_bool(),
            Op::And | Op::Or => n == 2 && operands.iter().all(|sort| sort.is_bool()),
            Op::Eq => n == 2 && same(),
            Op::Ite => n == 3 && operands[0].is_bool() && operands[1] == operands[2],
            Op::Neg => n == 1 && numbers(),
            Op::Add | Op::Sub | Op::Mul | Op::Lt | Op::Le => n == 2 && same() && numbers(),
            Op::IntDiv | Op::IntMod => n == 2 && operands == [Sort::int(); 2],
            Op::RealDiv => n == 2 && operands == [Sort::real(); 2],
            Op::IntToReal => operands == [Sort::int()],
            Op::RealToInt => operands == [Sort::real()],
            Op::BvNeg | Op::BvNot => n == 1 && bits(),
            Op::Concat => n == 2 && bits(),
            Op::BvAddLow => n == 2 && bits() && operands[1].bit_width() < operands[0].bit_width(),
            Op::Extract { hi, lo } => {
                n == 1 && bits() && lo <= hi && operands[0].bit_width().is_some_and(|width| hi < width)
            }
            Op::ZeroExtend(_) | Op::SignExtend(_) => n == 1 && bits(),
            Op::FloatNeg | Op::FloatAbs | Op::FloatSqrt | Op::FloatRound(_) => n == 1 && floats(),
            Op::FloatIsNan | Op::FloatIsInfinite | Op::FloatToBits => n == 1 && floats(),
            Op::FloatToFloat(_) | Op::FloatToSigned(_) | Op::FloatToUnsigned(_) => n == 1 && floats(),
            Op::FloatAdd | Op::FloatSub | Op::FloatMul | Op::FloatDiv => n == 2 && same() && floats(),
            Op::FloatLt | Op::FloatLe | Op::FloatEq => n == 2 && same() && floats(),
            Op::SignedToFloat(_) | Op::UnsignedToFloat(_) => n == 1 && bits(),
            Op::FloatFromBits(format) => operands == [Sort::bits(format.width())],
            Op::Select => n == 2 && operands[0].array_sorts().is_some_and(|(index, _)| index == operands[1]),
            Op::Store => n == 3 && operands[0].array_sorts() == Some((operands[1], operands[2])),
            Op::ConstArray(sort) => {
                n == 1 && sort.array_sorts().is_some_and(|(_, element)| element == operands[0])
            }
            _ => n == 2 && bits() && same(),
        }
    }

    /// The operator's value on these operands; `None` where SMT-LIB leaves it open, or where a
    /// floating-point format has no arithmetic here.
    pub fn apply(self, operands: &[Value]) -> Option<Value> {
        use Value::{Array, Bits, Bool, Float, Int, Real};
        Some(match (self, operands) {
            (Op::Not, [Bool(operand)]) => Bool(!operand),
            (Op::And, [Bool(lhs), Bool(rhs)]) => Bool(*lhs && *rhs),
            (Op::Or, [Bool(lhs), Bool(rhs)]) => Bool(*lhs || *rhs),
            (Op::Eq, [Array(lhs), Array(rhs)]) => Bool(lhs.same_map(rhs)),
            (Op::Eq, [lhs, rhs]) => Bool(lhs == rhs),
            (Op::Ite, [Bool(condition), then, otherwise]) => {
                if *condition {
                    then.clone()
                } else {
                    otherwise.clone()
                }
            }
            (_, [Int(operand)]) => match self {
                Op::Neg => Int(-operand),
                Op::IntToReal => Real(BigRational::from_integer(operand.clone())),
                _ => return self.apply_array(operands),
            },
            (_, [Int(lhs), Int(rhs)]) => match self {
                Op::Add => Int(lhs + rhs),
                Op::Sub => Int(lhs - rhs),
                Op::Mul => Int(lhs * rhs),
                Op::Lt => Bool(lhs < rhs),
                Op::Le => Bool(lhs <= rhs),
                Op::IntDiv | Op::IntMod if rhs.is_zero() => return None,
                Op::IntMod => Int(lhs.mod_floor(&rhs.abs())),
                Op::IntDiv => Int((lhs - lhs.mod_floor(&rhs.abs())) / rhs),
                _ => return None,
            },
            (Op::Neg, [Real(operand)]) => Real(-operand),
            (Op::RealToInt, [Real(operand)]) => Int(operand.floor().to_integer()),
            (_, [Real(lhs), Real(rhs)]) => match self {
                Op::Add => Real(lhs + rhs),
                Op::Sub => Real(lhs - rhs),
                Op::Mul => Real(lhs * rhs),
                Op::Lt => Bool(lhs < rhs),
                Op::Le => Bool(lhs <= rhs),
                Op::RealDiv if !rhs.is_zero() => Real(lhs / rhs),
                _ => return None,
            },
            (Op::ConstArray(_), _) | (_, [Array(_), ..]) => return self.apply_array(operands),
            (_, [Bits(width, operand)]) => return self.apply_bits_unary(*width, *operand),
            (Op::Concat, [Bits(high_width, high), Bits(low_width, low)]) => {
                Value::bits(high_width + low_width, high << low_width | low)
            }
            (Op::BvAddLow, [Bits(width, lhs), Bits(low_width, rhs)]) => {
                let low = mask(*low_width);
                Value::bits(*width, (lhs & !low) | (lhs.wrapping_add(*rhs) & low))
            }
            (_, [Bits(width, lhs), Bits(_, rhs)]) => return self.apply_bits_binary(*width, *lhs, *rhs),
            (_, [Float(format, operand)]) => return self.apply_float_unary(*format, *operand),
            (_, [Float(format, lhs), Float(_, rhs)]) => {
                return self.apply_float_binary(*format, *lhs, *rhs);
            }
            _ => return None,
        })
    }

    fn apply_array(self, operands: &[Value]) -> Option<Value> {
        Some(match (self, operands) {
            (Op::ConstArray(sort), [element]) => Value::constant_array(sort, element.clone()),
            (Op::Select, [Value::Array(array), index]) => array.get(index).clone(),
            (Op::Store, [Value::Array(array), index, element]) => {
                Value::Array(array.with(index.clone(), element.clone()).into())
            }
            _ => return None,
        })
    }

    fn apply_bits_unary(self, width: u32, operand: u128) -> Option<Value> {
        Some(match self {
            Op::BvNeg => Value::bits(width, operand.wrapping_neg()),
            Op::BvNot => Value::bits(width, !operand),
            Op::Extract { hi, lo } => Value::bits(hi - lo + 1, operand >> lo),
            Op::ZeroExtend(extra) => Value::bits(width + extra, operand),
            Op::SignExtend(extra) => Value::signed_bits(width + extra, sign_extend(width, operand)),
            Op::SignedToFloat(format) => {
                Value::Float(format, float::from_signed(format, sign_extend(width, operand))?)
            }
            Op::UnsignedToFloat(format) => Value::Float(format, float::from_unsigned(format, operand)?),
            Op::FloatFromBits(format) => Value::Float(format, float::canonical(format, operand)?),
            Op::ConstArray(_) => return self.apply_array(&[Value::Bits(width, operand)]),
            _ => return None,
        })
    }

    fn apply_bits_binary(self, width: u32, lhs: u128, rhs: u128) -> Option<Value> {
        let (signed_lhs, signed_rhs) = (sign_extend(width, lhs), sign_extend(width, rhs));
        let bits = |bits| Value::bits(width, bits);
        let signed = |number| Value::signed_bits(width, number);
        let shift = u32::try_from(rhs).ok().filter(|amount| *amount < width);
        Some(match self {
            Op::BvAdd => bits(lhs.wrapping_add(rhs)),
            Op::BvSub => bits(lhs.wrapping_sub(rhs)),
            Op::BvMul => bits(lhs.wrapping_mul(rhs)),
            Op::BvUdiv => bits(lhs.checked_div(rhs).unwrap_or(mask(width))),
            Op::BvUrem => bits(lhs.checked_rem(rhs).unwrap_or(lhs)),
            Op::BvSdiv if rhs == 0 => signed(if signed_lhs < 0 { 1 } else { -1 }),
            Op::BvSdiv => signed(signed_lhs.wrapping_div(signed_rhs)),
            Op::BvSrem if rhs == 0 => bits(lhs),
            Op::BvSrem => signed(signed_lhs.wrapping_rem(signed_rhs)),
            Op::BvAnd => bits(lhs & rhs),
            Op::BvOr => bits(lhs | rhs),
            Op::BvXor => bits(lhs ^ rhs),
            Op::BvShl => bits(shift.map_or(0, |amount| lhs << amount)),
            Op::BvLshr => bits(shift.map_or(0, |amount| lhs >> amount)),
            Op::BvAshr => signed(signed_lhs >> shift.unwrap_or(width - 1)),
            Op::BvUlt => Value::Bool(lhs < rhs),
            Op::BvUle => Value::Bool(lhs <= rhs),
            Op::BvSlt => Value::Bool(signed_lhs < signed_rhs),
            Op::BvSle => Value::Bool(signed_lhs <= signed_rhs),
            _ => return None,
        })
    }

    fn apply_float_unary(self, format: FloatFormat, operand: u128) -> Option<Value> {
        let float = |bits: Option<u128>| bits.map(|bits| Value::Float(format, bits));
        Some(match self {
            Op::FloatNeg => float(float::negate(format, operand))?,
            Op::FloatAbs => float(float::abs(format, operand))?,
            Op::FloatSqrt => float(float::sqrt(format, operand))?,
            Op::FloatRound(mode) => float(float::round_to_integral(format, operand, mode))?,
            Op::FloatIsNan => Value::Bool(float::is_nan(format, operand)?),
            Op::FloatIsInfinite => Value::Bool(float::is_infinite(format, operand)?),
            Op::FloatToFloat(to) => Value::Float(to, float::convert(format, operand, to)?),
            Op::FloatToSigned(width) => Value::signed_bits(width, float::to_signed(format, operand, width)?),
            Op::FloatToUnsigned(width) => Value::bits(width, float::to_unsigned(format, operand, width)?),
            Op::FloatToBits => Value::bits(format.width(), operand),
            Op::ConstArray(_) => return self.apply_array(&[Value::Float(format, operand)]),
            _ => return None,
        })
    }

    fn apply_float_binary(self, format: FloatFormat, lhs: u128, rhs: u128) -> Option<Value> {
        let float = |op| float::binary(op, format, lhs, rhs).map(|bits| Value::Float(format, bits));
        Some(match self {
            Op::FloatAdd => float(float::Binary::Add)?,
            Op::FloatSub => float(float::Binary::Sub)?,
            Op::FloatMul => float(float::Binary::Mul)?,
            Op::FloatDiv => float(float::Binary::Div)?,
            Op::FloatLt => Value::Bool(float::less(format, lhs, rhs)?),
            Op::FloatLe => Value::Bool(float::less_or_equal(format, lhs, rhs)?),
            Op::FloatEq => Value::Bool(float::equal(format, lhs, rhs)?),
            _ => return None,
        })
    }

    /// Whether swapping the two operands changes nothing.
    pub fn is_commutative(self) -> bool {
        matches!(
            self,
            Op::And
                | Op::Or
                | Op::Eq
                | Op::Add
                | Op::Mul
                | Op::BvAdd
                | Op::BvMul
                | Op::BvAnd
                | Op::BvOr
                | Op::BvXor
                | Op::FloatEq
                | Op::FloatAdd
                | Op::FloatMul
        )
    }
}

fn float_format(sort: Sort) -> FloatFormat {
    match sort.kind() {
        SortKind::Float(format) => *format,
        _ => panic!("{sort} is no floating-point sort"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(op: Op, lhs: i128, rhs: i128, expected: i128) {
        let operands = [Value::signed_bits(8, lhs), Value::signed_bits(8, rhs)];
        assert_eq!(op.apply(&operands), Some(Value::signed_bits(8, expected)), "{op:?} {lhs} {rhs}");
    }

    #[test]
    fn bit_vectors_wrap_and_divide_as_smt_lib_says() {
        check(Op::BvAdd, 127, 1, -128);
        check(Op::BvSdiv, -7, 2, -3);
        check(Op::BvSrem, -7, 2, -1);
        check(Op::BvSdiv, -128, -1, -128);
        check(Op::BvSdiv, 5, 0, -1);
        check(Op::BvSdiv, -5, 0, 1);
        check(Op::BvUdiv, 5, 0, -1);
        check(Op::BvUrem, 5, 0, 5);
        check(Op::BvAshr, -128, 200, -1);
        check(Op::BvShl, 1, 8, 0);
    }

    #[test]
    fn arrays_are_equal_cell_by_cell() {
        let sort = Sort::array(Sort::bits(1), Sort::int());
        let constant = |number: i64| Value::constant_array(sort, Value::int(number));
        let put = |array, at, number: i64| {
            Op::Store.apply(&[array, Value::bits(1, at), Value::int(number)]).unwrap()
        };
        let written = put(put(constant(0), 0, 7), 1, 7);
        assert_eq!(Op::Eq.apply(&[written.clone(), constant(7)]), Some(Value::Bool(true)));
        assert_eq!(Op::Eq.apply(&[put(constant(0), 0, 7), constant(7)]), Some(Value::Bool(false)));
    }

    #[test]
    fn integer_division_is_euclidean() {
        for (lhs, rhs, quotient, remainder) in [(7, 2, 3, 1), (-7, 2, -4, 1), (7, -2, -3, 1), (-7, -2, 4, 1)]
        {
            let operands = [Value::int(lhs), Value::int(rhs)];
            assert_eq!(Op::IntDiv.apply(&operands), Some(Value::int(quotient)));
            assert_eq!(Op::IntMod.apply(&operands), Some(Value::int(remainder)));
        }
        assert_eq!(Op::IntDiv.apply(&[Value::int(1), Value::int(0)]), None);
    }
}
