//! Floating-point numbers as exact numbers, and exact numbers rounded to a format.

use faultscope_ir::FloatFormat;
use num_bigint::BigUint;

/// A number: an integer times a power of two.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::environment) struct Dyadic {
    pub is_negative: bool,
    pub mantissa: BigUint,
    pub exponent: i64,
}

/// What the bits of a format stand for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::environment) enum Number {
    Nan,
    /// Infinity, perhaps below zero.
    Infinite(bool),
    Finite(Dyadic),
}

/// A number that was rounded to the nearest of a format, the even one of two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::environment) struct Rounded {
    pub bits: u128,
    /// Whether it is the number itself.
    pub is_exact: bool,
    /// Whether it is too large for the format.
    pub overflows: bool,
    /// Whether it is too small for all digits of the format, and some are lost.
    pub underflows: bool,
}

impl Dyadic {
    /// Zero, perhaps with a sign.
    pub(in crate::environment) fn zero(is_negative: bool) -> Dyadic {
        Dyadic { is_negative, mantissa: BigUint::ZERO, exponent: 0 }
    }

    pub(in crate::environment) fn is_zero(&self) -> bool {
        self.mantissa == BigUint::ZERO
    }

    /// The same number with an odd integer.
    pub(super) fn reduced(&self) -> Dyadic {
        let zeros = self.mantissa.trailing_zeros().unwrap_or(0);
        let exponent = if self.is_zero() { 0 } else { self.exponent + zeros as i64 };
        Dyadic { is_negative: self.is_negative, mantissa: &self.mantissa >> zeros, exponent }
    }

    /// The exponent of the power of two that is at most as large, where the number is not zero.
    pub(super) fn size(&self) -> i64 {
        self.exponent + self.mantissa.bits() as i64 - 1
    }

    /// The integer that it is, without its sign.
    pub(super) fn integer(&self) -> Option<BigUint> {
        let reduced = self.reduced();
        let exponent = u64::try_from(reduced.exponent).ok()?;
        Some(reduced.mantissa << exponent)
    }

    /// Whether it is a number from 0 to a million, and which, without its sign.
    pub(super) fn small_integer(&self) -> Option<u32> {
        const LARGEST: i64 = 20;
        if !self.is_zero() && self.size() >= LARGEST {
            return None;
        }
        self.integer().and_then(|it| u32::try_from(it).ok())
    }

    pub(super) fn is_odd(&self) -> bool {
        let reduced = self.reduced();
        !reduced.is_zero() && reduced.exponent == 0
    }

    pub(super) fn is_integer(&self) -> bool {
        self.reduced().exponent >= 0
    }

    pub(in crate::environment) fn rounded(&self, format: FloatFormat) -> Rounded {
        round(format, self.is_negative, &self.mantissa, &BigUint::from(1u32), self.exponent)
    }
}

/// Bits of the fraction.
fn fraction(format: FloatFormat) -> u32 {
    format.significand - 1
}

/// The exponent of the smallest number with all digits.
pub(super) fn least_exponent(format: FloatFormat) -> i64 {
    2 - (1 << (format.exponent - 1))
}

fn sign_bit(format: FloatFormat, is_negative: bool) -> u128 {
    u128::from(is_negative) << (format.width() - 1)
}

/// The bits of an infinity.
pub(in crate::environment) fn infinity(format: FloatFormat, is_negative: bool) -> u128 {
    ((1 << format.exponent) - 1) << fraction(format) | sign_bit(format, is_negative)
}

/// What bits stand for.
pub(in crate::environment) fn decode(format: FloatFormat, bits: u128) -> Number {
    let is_negative = bits >> (format.width() - 1) & 1 == 1;
    let most = (1 << format.exponent) - 1;
    let exponent = (bits >> fraction(format)) as i64 & most;
    let part = bits & ((1 << fraction(format)) - 1);
    if exponent == most {
        return if part == 0 { Number::Infinite(is_negative) } else { Number::Nan };
    }
    let hidden = if exponent == 0 { 0 } else { 1 << fraction(format) };
    let exponent = exponent.max(1) - 1 + least_exponent(format) - i64::from(fraction(format));
    Number::Finite(Dyadic { is_negative, mantissa: BigUint::from(part | hidden), exponent })
}

/// Rounds a fraction times a power of two.
pub(in crate::environment) fn round(
    format: FloatFormat,
    is_negative: bool,
    numerator: &BigUint,
    denominator: &BigUint,
    exponent: i64,
) -> Rounded {
    let sign = sign_bit(format, is_negative);
    if *numerator == BigUint::ZERO {
        return Rounded { bits: sign, is_exact: true, overflows: false, underflows: false };
    }
    let least = least_exponent(format);
    let too_large =
        Rounded { bits: infinity(format, is_negative), is_exact: false, overflows: true, underflows: false };
    let size = size_of(numerator, denominator, exponent);
    if size > 2 - least {
        return too_large;
    }
    let digits = i64::from(fraction(format));
    if size < least - digits - 2 {
        return Rounded { bits: sign, is_exact: false, overflows: false, underflows: true };
    }
    let unit = size.max(least) - digits;
    let (significand, is_exact) = quotient(numerator, denominator, exponent - unit);
    let significand = significand.iter_u64_digits().next().map_or(0, u128::from)
        | significand.iter_u64_digits().nth(1).map_or(0, u128::from) << 64;
    let field = (unit + digits - least) as u128;
    let bits = (field << fraction(format)) + significand;
    if bits >> fraction(format) >= (1 << format.exponent) - 1 {
        return too_large;
    }
    // A number counts as too small if it would be with more digits, too.
    let grows = size == least - 1 && {
        let (wide, _) = quotient(numerator, denominator, exponent - (size - digits));
        wide.bits() > u64::from(format.significand)
    };
    let underflows = !is_exact && size < least && !grows;
    Rounded { bits: bits | sign, is_exact, overflows: false, underflows }
}

/// The exponent of the power of two that is at most as large as a fraction times a power of two.
fn size_of(numerator: &BigUint, denominator: &BigUint, exponent: i64) -> i64 {
    let guess = numerator.bits() as i64 - denominator.bits() as i64;
    let is_less = match guess >= 0 {
        true => *numerator < denominator << guess as u64,
        false => numerator << guess.unsigned_abs() < *denominator,
    };
    guess - i64::from(is_less) + exponent
}

/// A fraction times a power of two, as the nearest integer, and whether it is one.
fn quotient(numerator: &BigUint, denominator: &BigUint, exponent: i64) -> (BigUint, bool) {
    let (above, below) = match exponent >= 0 {
        true => (numerator << exponent as u64, denominator.clone()),
        false => (numerator.clone(), denominator << exponent.unsigned_abs()),
    };
    let whole = &above / &below;
    let rest = above - &whole * &below;
    let is_exact = rest == BigUint::ZERO;
    let twice = rest << 1;
    let is_up = twice > below || twice == below && whole.bit(0);
    (if is_up { whole + 1u32 } else { whole }, is_exact)
}

#[cfg(test)]
mod tests {
    use faultscope_ir::float::parse;

    use super::*;

    #[test]
    fn numbers_keep_their_bits() {
        for format in [FloatFormat::SINGLE, FloatFormat::DOUBLE, FloatFormat::EXTENDED] {
            for text in ["0", "-0", "1", "-1.5", "0.1", "1e30", "1e-40", "1e-44", "3.4028235e38", "inf"] {
                let bits = parse(format, text).expect("a number");
                let found = match decode(format, bits) {
                    Number::Finite(number) => number.rounded(format).bits,
                    Number::Infinite(is_negative) => infinity(format, is_negative),
                    Number::Nan => format.quiet_nan(),
                };
                assert_eq!(found, bits, "{text}");
            }
        }
    }

    #[test]
    fn fractions_are_rounded_to_the_nearest() {
        let one = |n: u32| BigUint::from(n);
        let tenth = round(FloatFormat::DOUBLE, false, &one(1), &one(10), 0);
        assert_eq!((tenth.bits as u64, tenth.is_exact), (0.1f64.to_bits(), false));
        let large = round(FloatFormat::DOUBLE, true, &one(1), &one(1), 1024);
        assert_eq!((large.bits as u64, large.overflows), (f64::NEG_INFINITY.to_bits(), true));
        let most = round(FloatFormat::DOUBLE, false, &((one(1) << 53) - 1u32), &one(1), 971);
        assert_eq!((most.bits as u64, most.is_exact), (f64::MAX.to_bits(), true));
        let small = round(FloatFormat::DOUBLE, false, &one(3), &one(4), -1074);
        assert_eq!((small.bits as u64, small.underflows), (1, true));
        let none = round(FloatFormat::DOUBLE, false, &one(1), &one(2), -1074);
        assert_eq!((none.bits as u64, none.underflows), (0, true));
    }
}
