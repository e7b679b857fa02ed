//! IEEE 754 arithmetic on bit patterns, by `rustc_apfloat`.
//!
//! Values are kept as interchange bits without an explicit integer bit, as SMT-LIB has them, so that the
//! x87 format of 64 significand bits has 79 bits here.

use rustc_apfloat::ieee::{Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round, Status, StatusAnd};

/// A floating-point format, by the numbers of bits that SMT-LIB names it with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FloatFormat {
    /// Bits of the exponent.
    pub exponent: u32,
    /// Bits of the significand with the hidden bit.
    pub significand: u32,
}

impl FloatFormat {
    /// Half precision.
    pub const HALF: FloatFormat = FloatFormat { exponent: 5, significand: 11 };
    /// C's `float`.
    pub const SINGLE: FloatFormat = FloatFormat { exponent: 8, significand: 24 };
    /// C's `double`.
    pub const DOUBLE: FloatFormat = FloatFormat { exponent: 11, significand: 53 };
    /// C's `long double` on x86.
    pub const EXTENDED: FloatFormat = FloatFormat { exponent: 15, significand: 64 };
    /// Quadruple precision.
    pub const QUAD: FloatFormat = FloatFormat { exponent: 15, significand: 113 };

    /// Number of bits of a value.
    pub fn width(self) -> u32 {
        self.exponent + self.significand
    }

    /// The bits of the one NaN: all exponent bits and the first fraction bit.
    pub fn quiet_nan(self) -> u128 {
        ((1 << (self.exponent + 1)) - 1) << (self.significand - 2)
    }
}

/// How a result that is not representable is rounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RoundingMode {
    /// To the nearest, ties to even; C's default.
    NearestEven,
    /// To the nearest, ties away from zero (`round`).
    NearestAway,
    /// Towards zero (`trunc`, conversions to integers).
    TowardZero,
    /// Up (`ceil`).
    TowardPositive,
    /// Down (`floor`).
    TowardNegative,
}

impl RoundingMode {
    fn round(self) -> Round {
        match self {
            RoundingMode::NearestEven => Round::NearestTiesToEven,
            RoundingMode::NearestAway => Round::NearestTiesToAway,
            RoundingMode::TowardZero => Round::TowardZero,
            RoundingMode::TowardPositive => Round::TowardPositive,
            RoundingMode::TowardNegative => Round::TowardNegative,
        }
    }
}

/// Runs `$body` with `$F` bound to the arithmetic of a format; `None` for formats that have none.
macro_rules! with_format {
    ($format:expr, $F:ident => $body:expr) => {
        match $format {
            FloatFormat::HALF => {
                type $F = Half;
                $body
            }
            FloatFormat::SINGLE => {
                type $F = Single;
                $body
            }
            FloatFormat::DOUBLE => {
                type $F = Double;
                $body
            }
            FloatFormat::EXTENDED => {
                type $F = X87DoubleExtended;
                $body
            }
            FloatFormat::QUAD => {
                type $F = Quad;
                $body
            }
            _ => None,
        }
    };
}

/// A format's values as `rustc_apfloat` has them, converted at the edge.
trait Encoded: Float {
    fn decode(bits: u128) -> Self;
    fn encode(self) -> u128;
}

macro_rules! plain_encoding {
    ($($ty:ty),*) => { $(impl Encoded for $ty {
        fn decode(bits: u128) -> Self { <$ty>::from_bits(bits) }
        fn encode(self) -> u128 { if self.is_nan() { <$ty>::NAN.to_bits() } else { self.to_bits() } }
    })* };
}
plain_encoding!(Half, Single, Double, Quad);

impl Encoded for X87DoubleExtended {
    // Bit 63 is the explicit integer bit: set exactly for normal numbers, infinities and NaN.
    fn decode(bits: u128) -> Self {
        let fraction = bits & ((1 << 63) - 1);
        let exponent = bits >> 63 & 0x7fff;
        let sign = bits >> 78 & 1;
        let integer = u128::from(exponent != 0);
        Self::from_bits(sign << 79 | exponent << 64 | integer << 63 | fraction)
    }

    fn encode(self) -> u128 {
        let bits = if self.is_nan() { Self::NAN.to_bits() } else { self.to_bits() };
        let fraction = bits & ((1 << 63) - 1);
        (bits >> 64) << 63 | fraction
    }
}

/// A binary operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Binary {
    Add,
    Sub,
    Mul,
    Div,
}

pub(crate) fn binary(op: Binary, format: FloatFormat, lhs: u128, rhs: u128) -> Option<u128> {
    with_format!(format, F => {
        let (lhs, rhs) = (F::decode(lhs), F::decode(rhs));
        let StatusAnd { value, .. } = match op {
            Binary::Add => lhs + rhs,
            Binary::Sub => lhs - rhs,
            Binary::Mul => lhs * rhs,
            Binary::Div => lhs / rhs,
        };
        Some(value.encode())
    })
}

pub(crate) fn negate(format: FloatFormat, bits: u128) -> Option<u128> {
    with_format!(format, F => Some((-F::decode(bits)).encode()))
}

pub(crate) fn abs(format: FloatFormat, bits: u128) -> Option<u128> {
    with_format!(format, F => Some(F::decode(bits).abs().encode()))
}

/// Square root. Only of up to 80 bits: in single and double precision the host's is correctly rounded.
pub(crate) fn sqrt(format: FloatFormat, bits: u128) -> Option<u128> {
    match format {
        FloatFormat::SINGLE => {
            let root = f32::from_bits(bits as u32).sqrt();
            Some(Single::decode(root.to_bits().into()).encode())
        }
        FloatFormat::DOUBLE => {
            let root = f64::from_bits(bits as u64).sqrt();
            Some(Double::decode(root.to_bits().into()).encode())
        }
        FloatFormat::EXTENDED => Some(extended_sqrt(bits)),
        _ => None,
    }
}

/// Square root of an 80-bit number, by that of its significand as an integer.
fn extended_sqrt(bits: u128) -> u128 {
    const BIAS: i32 = 16_383;
    let number = X87DoubleExtended::decode(bits);
    if number.is_zero() || number.is_nan() || number.is_infinite() && !number.is_negative() {
        return number.encode();
    }
    if number.is_negative() {
        return X87DoubleExtended::NAN.encode();
    }
    // A number of 64 digits and an even power of two.
    let exponent = number.ilogb();
    let digits = number.scalbn(63 - exponent).to_u128(128).value;
    let is_odd = exponent.rem_euclid(2) == 1;
    let square = digits << (63 + u32::from(is_odd));
    let root = square.isqrt();
    // It is never halfway between two numbers.
    let root = root + u128::from(square - root * root > root);
    let half = exponent.div_euclid(2);
    match root >> 64 {
        0 => ((half + BIAS) as u128) << 63 | root & ((1 << 63) - 1),
        _ => ((half + 1 + BIAS) as u128) << 63,
    }
}

pub(crate) fn round_to_integral(format: FloatFormat, bits: u128, mode: RoundingMode) -> Option<u128> {
    with_format!(format, F => Some(F::decode(bits).round_to_integral(mode.round()).value.encode()))
}

pub(crate) fn less(format: FloatFormat, lhs: u128, rhs: u128) -> Option<bool> {
    with_format!(format, F => Some(F::decode(lhs) < F::decode(rhs)))
}

pub(crate) fn less_or_equal(format: FloatFormat, lhs: u128, rhs: u128) -> Option<bool> {
    with_format!(format, F => Some(F::decode(lhs) <= F::decode(rhs)))
}

/// IEEE equality: NaN differs from itself, the two zeroes are equal.
pub(crate) fn equal(format: FloatFormat, lhs: u128, rhs: u128) -> Option<bool> {
    with_format!(format, F => Some(F::decode(lhs) == F::decode(rhs)))
}

pub(crate) fn is_nan(format: FloatFormat, bits: u128) -> Option<bool> {
    with_format!(format, F => Some(F::decode(bits).is_nan()))
}

pub(crate) fn is_infinite(format: FloatFormat, bits: u128) -> Option<bool> {
    with_format!(format, F => Some(F::decode(bits).is_infinite()))
}

/// Brings any NaN to the one there is.
pub(crate) fn canonical(format: FloatFormat, bits: u128) -> Option<u128> {
    with_format!(format, F => Some(F::decode(bits).encode()))
}

pub(crate) fn convert(from: FloatFormat, bits: u128, to: FloatFormat) -> Option<u128> {
    if from == to {
        return Some(bits);
    }
    fn to_format<F>(value: F, to: FloatFormat) -> Option<u128>
    where
        F: FloatConvert<Half>
            + FloatConvert<Single>
            + FloatConvert<Double>
            + FloatConvert<X87DoubleExtended>
            + FloatConvert<Quad>,
    {
        with_format!(to, T => {
            let StatusAnd { value, .. } = FloatConvert::<T>::convert(value, &mut false);
            Some(value.encode())
        })
    }
    with_format!(from, F => to_format(F::decode(bits), to))
}

/// From an integer, to the nearest.
/// The number of a format that is nearest to a double-precision one. Formats that nobody computes with have zero for all.
pub fn from_double(format: FloatFormat, number: f64) -> u128 {
    convert(FloatFormat::DOUBLE, number.to_bits().into(), format).unwrap_or_default()
}

/// The double-precision number that is nearest to a number of a format.
pub fn to_double(format: FloatFormat, bits: u128) -> f64 {
    convert(format, bits, FloatFormat::DOUBLE).map_or(f64::NAN, |bits| f64::from_bits(bits as u64))
}

pub(crate) fn from_signed(format: FloatFormat, number: i128) -> Option<u128> {
    with_format!(format, F => Some(F::from_i128(number).value.encode()))
}

/// From an unsigned integer, to the nearest.
pub(crate) fn from_unsigned(format: FloatFormat, number: u128) -> Option<u128> {
    with_format!(format, F => Some(F::from_u128(number).value.encode()))
}

/// Truncates to a signed integer of `width` bits; `None` where that is out of range or not a number.
pub(crate) fn to_signed(format: FloatFormat, bits: u128, width: u32) -> Option<i128> {
    with_format!(format, F => {
        let StatusAnd { status, value } = F::decode(bits).to_i128_r(width as usize, Round::TowardZero, &mut false);
        (!status.intersects(Status::INVALID_OP)).then_some(value)
    })
}

/// Truncates to an unsigned integer of `width` bits; `None` where that is out of range or not a number.
pub(crate) fn to_unsigned(format: FloatFormat, bits: u128, width: u32) -> Option<u128> {
    with_format!(format, F => {
        let StatusAnd { status, value } = F::decode(bits).to_u128_r(width as usize, Round::TowardZero, &mut false);
        (!status.intersects(Status::INVALID_OP)).then_some(value)
    })
}

/// Reads a decimal or hexadecimal literal without suffix; `None` if it is none.
pub fn parse(format: FloatFormat, literal: &str) -> Option<u128> {
    with_format!(format, F => {
        F::from_str_r(literal, Round::NearestTiesToEven).ok().map(|parsed| parsed.value.encode())
    })
}

/// The shortest decimal notation that `rustc_apfloat` finds to round-trip.
pub(crate) fn display(format: FloatFormat, bits: u128) -> String {
    let text = match format {
        // The standard library prints the shortest round-tripping digits.
        FloatFormat::SINGLE => Some(format!("{:?}", f32::from_bits(bits as u32))),
        FloatFormat::DOUBLE => Some(format!("{:?}", f64::from_bits(bits as u64))),
        _ => with_format!(format, F => Some(F::decode(bits).to_string())),
    };
    text.unwrap_or_else(|| format!("{bits:#x}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn double(number: f64) -> u128 {
        number.to_bits().into()
    }

    #[test]
    fn double_arithmetic_is_the_hosts() {
        for (lhs, rhs) in [(0.1, 0.2), (1e308, 1e308), (-0.0, 0.0), (3.0, -7.5), (f64::INFINITY, 1.0)] {
            let check = |op, expected: f64| {
                assert_eq!(binary(op, FloatFormat::DOUBLE, double(lhs), double(rhs)), Some(double(expected)));
            };
            check(Binary::Add, lhs + rhs);
            check(Binary::Sub, lhs - rhs);
            check(Binary::Mul, lhs * rhs);
        }
    }

    #[test]
    fn extended_bits_survive_the_round_trip() {
        for number in [0.0, -0.0, 1.0, -1.5, 1e300, 5e-324, f64::INFINITY, f64::NEG_INFINITY] {
            let extended = convert(FloatFormat::DOUBLE, double(number), FloatFormat::EXTENDED).unwrap();
            assert!(extended >> FloatFormat::EXTENDED.width() == 0);
            assert_eq!(
                convert(FloatFormat::EXTENDED, extended, FloatFormat::DOUBLE),
                Some(double(number)),
                "{number}"
            );
        }
    }

    #[test]
    fn conversion_to_integers_truncates_and_knows_its_range() {
        assert_eq!(to_signed(FloatFormat::DOUBLE, double(-2.9), 32), Some(-2));
        assert_eq!(to_signed(FloatFormat::DOUBLE, double(3e9), 32), None);
        assert_eq!(to_unsigned(FloatFormat::DOUBLE, double(3e9), 32), Some(3_000_000_000));
        assert_eq!(to_unsigned(FloatFormat::DOUBLE, double(f64::NAN), 32), None);
    }

    #[test]
    fn literals_parse() {
        assert_eq!(parse(FloatFormat::DOUBLE, "0.1"), Some(double(0.1)));
        assert_eq!(parse(FloatFormat::DOUBLE, "0x1.8p3"), Some(double(12.0)));
        assert_eq!(parse(FloatFormat::SINGLE, "1e-3"), Some(1e-3_f32.to_bits().into()));
        assert_eq!(parse(FloatFormat::DOUBLE, "x"), None);
    }
}
