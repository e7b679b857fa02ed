//! Numbers of C's `long double` in decimal, computed with integers of any size.

use faultscope_ir::FloatFormat;
use num_bigint::BigUint;

/// A number that is not negative, and finite.
pub(super) trait Size {
    /// With so many digits behind the point.
    fn fixed(&self, precision: usize) -> String;
    /// With one digit before the point, so many behind it, and an exponent behind an `e`.
    fn exponential(&self, precision: usize) -> String;
    /// As `%a` writes it, with so many digits behind the point; with a point even before no digits.
    fn hexadecimal(&self, precision: Option<usize>, is_marked: bool) -> String;
}

/// A number that is not negative: an integer times a power of two.
#[derive(Debug, Clone, Copy)]
pub(super) struct Extended {
    significand: u64,
    exponent: i32,
}

/// Bits of the significand behind the first.
const FRACTION: u32 = FloatFormat::EXTENDED.significand - 1;

/// The exponent of a significand that is an integer, from that of the encoding.
const BIAS: i32 = 16_383 + FRACTION as i32;

impl Extended {
    /// From the bits of a number, whatever its sign; none for what is no finite number.
    pub(super) fn new(bits: u128) -> Option<Extended> {
        let fraction = bits as u64 & ((1 << FRACTION) - 1);
        match (bits >> FRACTION) as i32 & 0x7fff {
            0x7fff => None,
            0 => Some(Extended { significand: fraction, exponent: 1 - BIAS }),
            exponent => Some(Extended { significand: 1 << FRACTION | fraction, exponent: exponent - BIAS }),
        }
    }

    /// The number times a power of ten, rounded to the nearest integer, the even one of two.
    fn scaled(self, power: i64) -> BigUint {
        let ten = |power: i64| BigUint::from(10u32).pow(power.unsigned_abs() as u32);
        let mut above = BigUint::from(self.significand);
        let mut below = BigUint::from(1u32);
        if power >= 0 {
            above *= ten(power);
        } else {
            below *= ten(power);
        }
        if self.exponent >= 0 {
            above <<= self.exponent;
        } else {
            below <<= -self.exponent;
        }
        let quotient = &above / &below;
        let twice = (above - &quotient * &below) << 1;
        let is_up = twice > below || twice == below && quotient.bit(0);
        if is_up { quotient + 1u32 } else { quotient }
    }
}

impl Size for Extended {
    fn fixed(&self, precision: usize) -> String {
        let digits = format!("{:0>1$}", self.scaled(precision as i64).to_string(), precision + 1);
        let (whole, fraction) = digits.split_at(digits.len() - precision);
        if precision == 0 { whole.to_owned() } else { format!("{whole}.{fraction}") }
    }

    fn exponential(&self, precision: usize) -> String {
        let n_digits = precision + 1;
        let size = f64::from(self.exponent) + f64::from(u64::BITS - self.significand.leading_zeros());
        let mut exponent = if self.significand == 0 { 0 } else { (size * 2f64.log10()).floor() as i64 - 1 };
        // The exponent is this or one of the next two: there is a digit too many as long as it is too small.
        let mut digits = self.scaled(precision as i64 - exponent).to_string();
        while digits.len() > n_digits {
            exponent += 1;
            digits = self.scaled(precision as i64 - exponent).to_string();
        }
        let digits = format!("{digits:0<n_digits$}");
        let (first, rest) = digits.split_at(1);
        let point = if rest.is_empty() { "" } else { "." };
        format!("{first}{point}{rest}e{exponent}")
    }

    fn hexadecimal(&self, precision: Option<usize>, is_marked: bool) -> String {
        // Four bits stand before the point.
        const DIGITS: usize = 15;
        let mut significand = u128::from(self.significand);
        let mut exponent = if significand == 0 { 0 } else { self.exponent + 60 };
        if let Some(precision) = precision.filter(|precision| *precision < DIGITS) {
            let dropped = 4 * (DIGITS - precision) as u32;
            let (half, rest) = (1 << (dropped - 1), significand & ((1 << dropped) - 1));
            let kept = significand >> dropped;
            let is_up = rest > half || rest == half && kept & 1 == 1;
            significand = (kept + u128::from(is_up)) << dropped;
            if significand >> 64 != 0 {
                (significand, exponent) = (significand >> 4, exponent + 4);
            }
        }
        let zeros = if significand == 0 { DIGITS } else { significand.trailing_zeros() as usize / 4 };
        let n_digits = precision.unwrap_or(DIGITS - zeros.min(DIGITS));
        let fraction = format!("{:015x}", significand & ((1 << 60) - 1));
        let fraction = match fraction.get(..n_digits) {
            Some(fraction) => fraction.to_owned(),
            None => format!("{fraction:0<n_digits$}"),
        };
        let point = if n_digits > 0 || is_marked { "." } else { "" };
        format!("0x{:x}{point}{fraction}p{exponent:+}", significand >> 60)
    }
}

#[cfg(test)]
mod tests {
    use faultscope_ir::float::{from_double, parse};

    use super::*;

    fn extended(literal: &str) -> Extended {
        Extended::new(parse(FloatFormat::EXTENDED, literal).expect("a literal")).expect("a number")
    }

    #[test]
    fn digits_are_those_of_the_number() {
        assert_eq!(extended("0.1").fixed(25), "0.1000000000000000000013553");
        assert_eq!(extended("2.5").fixed(0), "2");
        assert_eq!(extended("0").exponential(3), "0.000e0");
        assert_eq!(extended("9.9996").exponential(3), "1.000e1");
        assert_eq!(extended("6.95e-318").exponential(0), "7e-318");
        assert_eq!(extended("1e4000").exponential(2), "1.00e4000");
        assert_eq!(extended("1e-4900").exponential(0), "1e-4900");
        assert_eq!(extended("0.1").hexadecimal(None, false), "0xc.ccccccccccccccdp-7");
        assert_eq!(extended("1").hexadecimal(Some(2), false), "0x8.00p-3");
        assert_eq!(extended("0").hexadecimal(None, false), "0x0p+0");
    }

    #[test]
    fn numbers_of_double_precision_have_the_same_digits() {
        for number in [1.0, 0.5, 123.456, 1e22, 1e-7, 5e-324, f64::MAX, 9.5, 0.999_999_9] {
            let extended = Extended::new(from_double(FloatFormat::EXTENDED, number)).expect("a number");
            for precision in [0, 1, 6, 20] {
                assert_eq!(extended.fixed(precision), Size::fixed(&number, precision), "{number}");
                assert_eq!(
                    extended.exponential(precision),
                    Size::exponential(&number, precision),
                    "{number}"
                );
            }
        }
    }
}
