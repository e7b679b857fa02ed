//! Floating-point numbers as text, known exactly.

use faultscope_ir::FloatFormat;
use num_bigint::BigUint;

use super::math::{Rounded, infinity, round};

/// What a text says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Literal {
    Nan,
    /// Infinity, perhaps below zero.
    Infinite(bool),
    /// A fraction times a power of two, perhaps below zero.
    Finite {
        is_negative: bool,
        numerator: BigUint,
        denominator: BigUint,
        exponent: i64,
    },
}

/// Numbers with so many digits before the point, or so many zeros behind it, are infinite or zero in every format.
const MAX_DIGITS: i64 = 20_000;

impl Literal {
    /// Zero.
    pub(super) fn zero() -> Literal {
        Literal::parse(false, 10, "0")
    }

    /// From digits, a point, and an exponent behind its letter.
    pub(super) fn parse(is_negative: bool, base: u32, text: &str) -> Literal {
        let marks: &[char] = if base == 16 { &['p', 'P'] } else { &['e', 'E'] };
        let (digits, exponent) = text.split_once(marks).unwrap_or((text, "0"));
        let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
        let all = format!("{whole}{part}");
        let numerator = BigUint::parse_bytes(all.as_bytes(), base).unwrap_or_default();
        // What does not fit into the type is as good as the largest number.
        let most = if exponent.starts_with('-') { -i64::from(i32::MAX) } else { i64::from(i32::MAX) };
        let exponent = exponent.parse::<i64>().unwrap_or(most).clamp(-i64::from(i32::MAX), i32::MAX.into());
        let finite = |numerator, denominator, exponent| Literal::Finite {
            is_negative,
            numerator,
            denominator,
            exponent,
        };
        let one = || BigUint::from(1u32);
        if numerator == BigUint::ZERO {
            return finite(numerator, one(), 0);
        }
        if base == 16 {
            return finite(numerator, one(), exponent - 4 * part.len() as i64);
        }
        let power = exponent - part.len() as i64;
        let size = power + all.trim_start_matches('0').len() as i64;
        if size.abs() > MAX_DIGITS {
            return finite(one(), one(), 4 * size);
        }
        let ten = BigUint::from(10u32).pow(power.unsigned_abs() as u32);
        if power >= 0 { finite(numerator * ten, one(), 0) } else { finite(numerator, ten, 0) }
    }

    /// The beginning of a text that `strtod` takes, behind white space, and how many bytes that is; none where there is no number.
    pub(super) fn beginning(text: &[u8]) -> Option<(Literal, usize)> {
        let is_space = |it: &u8| *it == b' ' || (9..=13).contains(it);
        let mut at = text.iter().take_while(|it| is_space(it)).count();
        let is_negative = text.get(at) == Some(&b'-');
        at += usize::from(matches!(text.get(at), Some(b'-' | b'+')));
        let rest = &text[at..];
        let has =
            |word: &str| rest.get(..word.len()).is_some_and(|it| it.eq_ignore_ascii_case(word.as_bytes()));
        if has("infinity") {
            return Some((Literal::Infinite(is_negative), at + 8));
        }
        if has("inf") {
            return Some((Literal::Infinite(is_negative), at + 3));
        }
        if has("nan") {
            return Some((Literal::Nan, at + 3 + characters_of_nan(&rest[3..])));
        }
        if has("0x")
            && let Some(length) = length_of_number(&rest[2..], 16)
        {
            let text = String::from_utf8_lossy(&rest[2..2 + length]);
            return Some((Literal::parse(is_negative, 16, &text), at + 2 + length));
        }
        let length = length_of_number(rest, 10)?;
        Some((Literal::parse(is_negative, 10, &String::from_utf8_lossy(&rest[..length])), at + length))
    }

    /// The number of a format that is nearest.
    pub(super) fn rounded(&self, format: FloatFormat) -> Rounded {
        let exact = |bits| Rounded { bits, is_exact: true, overflows: false, underflows: false };
        match self {
            Literal::Nan => exact(format.quiet_nan()),
            Literal::Infinite(is_negative) => exact(infinity(format, *is_negative)),
            Literal::Finite { is_negative, numerator, denominator, exponent } => {
                round(format, *is_negative, numerator, denominator, *exponent)
            }
        }
    }
}

/// How many bytes behind `nan` belong to it: those in parentheses.
fn characters_of_nan(text: &[u8]) -> usize {
    let is_of_it = |it: &u8| it.is_ascii_alphanumeric() || *it == b'_';
    if text.first() != Some(&b'(') {
        return 0;
    }
    let n = text[1..].iter().take_while(|it| is_of_it(it)).count();
    if text.get(1 + n) == Some(&b')') { n + 2 } else { 0 }
}

/// How many bytes make a number in a base; none where there is no digit.
fn length_of_number(text: &[u8], base: u32) -> Option<usize> {
    let digits = |from: usize, base: u32| {
        text[from.min(text.len())..].iter().take_while(|it| char::from(**it).is_digit(base)).count()
    };
    let mut length = digits(0, base);
    let mut n_digits = length;
    if text.get(length) == Some(&b'.') {
        let part = digits(length + 1, base);
        n_digits += part;
        length += 1 + part;
    }
    if n_digits == 0 {
        return None;
    }
    let mark = if base == 16 { b'p' } else { b'e' };
    if text.get(length).is_some_and(|it| it.eq_ignore_ascii_case(&mark)) {
        let sign = usize::from(matches!(text.get(length + 1), Some(b'-' | b'+')));
        let n = digits(length + 1 + sign, 10);
        if n > 0 {
            length += 1 + sign + n;
        }
    }
    Some(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<(f64, usize)>) {
        let found = Literal::beginning(text.as_bytes());
        let found = found.map(|(it, n)| (f64::from_bits(it.rounded(FloatFormat::DOUBLE).bits as u64), n));
        assert_eq!(format!("{found:?}"), format!("{expected:?}"), "{text}");
    }

    #[test]
    fn the_longest_beginning_is_taken() {
        check("1e", Some((1.0, 1)));
        check("1e+x", Some((1.0, 1)));
        check(" -1.5e3z", Some((-1500.0, 7)));
        check(".5", Some((0.5, 2)));
        check("5.", Some((5.0, 2)));
        check(".", None);
        check("x", None);
        check("", None);
        check("0x1.8p1z", Some((3.0, 7)));
        check("0x", Some((0.0, 1)));
        check("0x.", Some((0.0, 1)));
        check("0xg", Some((0.0, 1)));
        check("infinit", Some((f64::INFINITY, 3)));
        check("-INFINITY", Some((f64::NEG_INFINITY, 9)));
        check("nan(12)x", Some((f64::NAN, 7)));
        check("nan(", Some((f64::NAN, 3)));
        check("1e999999999999999999999", Some((f64::INFINITY, 23)));
        check("1e-999999999999999999999", Some((0.0, 24)));
        check("-0", Some((-0.0, 2)));
        check("0.1", Some((0.1, 3)));
        check("123456789012345678901234567890", Some((123456789012345678901234567890.0, 30)));
    }

    #[test]
    fn what_is_too_small_underflows() {
        let small = |text: &str| {
            let (literal, _) = Literal::beginning(text.as_bytes()).expect("a number");
            let rounded = literal.rounded(FloatFormat::DOUBLE);
            (rounded.underflows, rounded.overflows)
        };
        assert_eq!(small("1e-320"), (true, false));
        assert_eq!(small("0x1p-1074"), (false, false));
        assert_eq!(small("1e-400"), (true, false));
        assert_eq!(small("1e400"), (false, true));
        assert_eq!(small("0"), (false, false));
    }
}
