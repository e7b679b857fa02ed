//! Constants (6.4.4) and strings (6.4.5).

use super::ast::{
    Constant, Float, FloatFormat, FloatType, Integer, IntegerBase, IntegerSize, IntegerSuffix, Node,
    StringLiteral,
};
use super::errors::Parsed;
use super::state::Parser;
use super::tokens::Kind;

impl Parser<'_> {
    /// ```text
    /// constant = integer-constant | floating-constant
    /// ```
    pub(super) fn number(&mut self) -> Parsed<Node<Constant>> {
        let start = self.start();
        let text = self.text();
        let Some(constant) = number(text) else {
            return Err(self.error_here(format!("`{text}` is not a number")));
        };
        self.bump();
        Ok(self.node(start, constant))
    }

    /// ```text
    /// string-literals = string-literal +
    /// ```
    pub(super) fn strings(&mut self) -> Parsed<Node<StringLiteral>> {
        let start = self.start();
        let first = self.expect(Kind::String)?;
        let mut parts = vec![self.text_of(first).to_owned()];
        while self.is(Kind::String) {
            let next = self.bump();
            parts.push(self.text_of(next).to_owned());
        }
        Ok(self.node(start, parts))
    }
}

/// A preprocessing number that is a constant.
fn number(text: &str) -> Option<Constant> {
    let plain = text.replace('\'', "");
    let is_hex = plain.starts_with("0x") || plain.starts_with("0X");
    let is_float = match is_hex {
        true => plain.contains(['.', 'p', 'P']),
        false => plain.contains('.') || plain.contains(['e', 'E']) && !plain.starts_with("0b"),
    };
    if is_float { float(&plain, is_hex).map(Constant::Float) } else { integer(&plain).map(Constant::Integer) }
}

/// 6.4.4.2
fn integer(text: &str) -> Option<Integer> {
    let (base, rest) = match text.as_bytes() {
        [b'0', b'x' | b'X', ..] => (IntegerBase::Hexadecimal, &text[2..]),
        [b'0', b'b' | b'B', ..] => (IntegerBase::Binary, &text[2..]),
        [b'0', ..] => (IntegerBase::Octal, &text[1..]),
        _ => (IntegerBase::Decimal, text),
    };
    let radix = match base {
        IntegerBase::Decimal => 10,
        IntegerBase::Octal => 8,
        IntegerBase::Hexadecimal => 16,
        IntegerBase::Binary => 2,
    };
    let length = rest.find(|c: char| !c.is_digit(radix)).unwrap_or(rest.len());
    let (number, suffix) = rest.split_at(length);
    let has_digits = !number.is_empty() || base == IntegerBase::Octal;
    let suffix = integer_suffix(suffix)?;
    has_digits.then(|| Integer { base, number: number.into(), suffix })
}

/// Unsigned, long, long long, of many bits, and GNU's imaginary, in any order.
fn integer_suffix(mut text: &str) -> Option<IntegerSuffix> {
    let mut suffix = IntegerSuffix { size: IntegerSize::Int, is_unsigned: false, is_imaginary: false };
    while !text.is_empty() {
        let size = match text.as_bytes() {
            [b'l', b'l', ..] | [b'L', b'L', ..] => Some((IntegerSize::LongLong, 2)),
            [b'l' | b'L', ..] => Some((IntegerSize::Long, 1)),
            [b'w', b'b', ..] | [b'W', b'B', ..] => Some((IntegerSize::BitInt, 2)),
            _ => None,
        };
        let flag = match text.as_bytes()[0] {
            b'u' | b'U' => Some(&mut suffix.is_unsigned),
            b'i' | b'I' | b'j' | b'J' => Some(&mut suffix.is_imaginary),
            _ => None,
        };
        match (size, flag) {
            (Some((size, length)), _) if suffix.size == IntegerSize::Int => {
                suffix.size = size;
                text = &text[length..];
            }
            (None, Some(flag)) if !*flag => {
                *flag = true;
                text = &text[1..];
            }
            _ => return None,
        }
    }
    Some(suffix)
}

/// 6.4.4.3
fn float(text: &str, is_hex: bool) -> Option<Float> {
    let (prefix, rest) = text.split_at(if is_hex { 2 } else { 0 });
    let radix = if is_hex { 16 } else { 10 };
    let digits_end = rest.find(|c: char| !c.is_digit(radix) && c != '.').unwrap_or(rest.len());
    let (digits, tail) = rest.split_at(digits_end);
    let is_number = digits.matches('.').count() <= 1 && digits.len() > digits.matches('.').count();
    let has_exponent = tail.starts_with(if is_hex { ['p', 'P'] } else { ['e', 'E'] });
    let exponent_end = match has_exponent {
        true => {
            let sign = usize::from(tail[1..].starts_with(['+', '-']));
            let length =
                tail[1 + sign..].find(|c: char| !c.is_ascii_digit()).unwrap_or(tail.len() - 1 - sign);
            if length == 0 {
                return None;
            }
            1 + sign + length
        }
        // A hexadecimal one has an exponent.
        false if is_hex => return None,
        false => 0,
    };
    let (exponent, suffix) = tail.split_at(exponent_end);
    let (format, is_imaginary) = float_suffix(suffix)?;
    let number = format!("{}{digits}{exponent}", prefix.to_ascii_lowercase()).into();
    is_number.then_some(Float { number, format, is_imaginary })
}

fn float_suffix(text: &str) -> Option<(FloatFormat, bool)> {
    let lower = text.to_ascii_lowercase();
    let plain = lower.trim_matches(['i', 'j']);
    let is_imaginary = plain.len() + 1 == lower.len();
    if !is_imaginary && plain.len() != lower.len() {
        return None;
    }
    let other =
        |width, is_extended, is_decimal| FloatFormat::Other(FloatType { width, is_extended, is_decimal });
    let format = match plain {
        "" | "d" => FloatFormat::Double,
        "f" => FloatFormat::Float,
        "l" => FloatFormat::LongDouble,
        "w" => other(80, false, false),
        "q" | "f128" => other(128, false, false),
        "f16" | "f32" | "f64" => other(plain[1..].parse().ok()?, false, false),
        "f32x" | "f64x" | "f128x" => other(plain[1..plain.len() - 1].parse().ok()?, true, false),
        "df" => other(32, false, true),
        "dd" => other(64, false, true),
        "dl" => other(128, false, true),
        _ => return None,
    };
    Some((format, is_imaginary))
}
