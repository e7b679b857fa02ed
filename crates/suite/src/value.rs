//! A value that a call of `__VERIFIER_nondet_*` returns, as Test-Comp's suites write it: a constant of C.

/// What one call returns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Value {
    /// The number.
    pub number: Number,
    /// The type that the suite gives it (`int`, `unsigned char`), where it does. It need not be that of the call.
    pub ty: Option<String>,
    /// The variable that the suite says it is for.
    pub variable: Option<String>,
    /// The line that it stands in, counted from 1.
    pub line: usize,
}

/// A number, as exact as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Number {
    /// A whole number, a character or a truth value.
    Integer {
        /// Whether it stands behind a minus sign.
        negative: bool,
        /// Its distance from zero.
        magnitude: u128,
    },
    /// A decimal or hexadecimal floating constant of C without its suffix, `inf` or `nan`, perhaps behind a minus
    /// sign. What it is depends on the format of the type that it is read as.
    Real(String),
}

impl Number {
    /// The whole number; of one with a point what stands in front of that.
    pub fn whole(&self) -> i128 {
        match self {
            Number::Integer { negative, magnitude } => {
                let size = i128::try_from(*magnitude).unwrap_or(i128::MAX);
                if *negative { -size } else { size }
            }
            Number::Real(text) => text.parse::<f64>().map_or(0, |number| number as i128),
        }
    }

    /// Reads a constant: in decimal, hexadecimal, octal or binary notation with any suffix, a character, `true` or
    /// `false`, a floating constant, infinity or not-a-number; perhaps in parentheses, or behind signs and casts.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut negative = false;
        let mut rest = text.trim();
        loop {
            if let Some(behind) = rest.strip_prefix('-') {
                negative = !negative;
                rest = behind.trim_start();
            } else if let Some(behind) = rest.strip_prefix('+').or_else(|| without_cast(rest)) {
                rest = behind.trim_start();
            } else if let Some(within) = rest.strip_prefix('(').and_then(|it| it.strip_suffix(')')) {
                rest = within.trim();
            } else {
                break;
            }
        }
        integer(rest).map(|magnitude| Self::Integer { negative, magnitude }).or_else(|| {
            let sign = if negative { "-" } else { "" };
            real(rest).map(|it| Self::Real(format!("{sign}{it}")))
        })
    }
}

/// What stands behind a cast.
fn without_cast(text: &str) -> Option<&str> {
    let (ty, rest) = text.strip_prefix('(')?.split_once(')')?;
    let is_type = ty.trim_start().starts_with(|it: char| it.is_ascii_alphabetic() || it == '_')
        && ty.chars().all(|it| it.is_ascii_alphanumeric() || it == '_' || it == ' ');
    (is_type && !rest.trim().is_empty()).then_some(rest)
}

fn integer(text: &str) -> Option<u128> {
    match text {
        "true" => return Some(1),
        "false" => return Some(0),
        _ => {}
    }
    if let Some(within) = text.strip_prefix('\'').and_then(|it| it.strip_suffix('\'')) {
        return character(within);
    }
    let lower = text.to_ascii_lowercase();
    if let Some(digits) = lower.strip_prefix("0x") {
        return digits_of(digits.trim_end_matches(['u', 'l']), 16);
    }
    if let Some(digits) = lower.strip_prefix("0b") {
        return digits_of(digits.trim_end_matches(['u', 'l']), 2);
    }
    let digits = lower.trim_end_matches(['u', 'l']);
    match digits.strip_prefix('0') {
        Some(octal) if !octal.is_empty() => digits_of(octal, 8),
        _ => digits_of(digits, 10),
    }
}

/// Digits alone: the standard library takes a sign too.
fn digits_of(digits: &str, radix: u32) -> Option<u128> {
    digits.chars().all(|it| it.is_digit(radix)).then(|| u128::from_str_radix(digits, radix).ok()).flatten()
}

fn character(within: &str) -> Option<u128> {
    let mut chars = within.chars();
    let first = chars.next()?;
    let rest = chars.as_str();
    if first != '\\' {
        return (rest.is_empty() && first.is_ascii()).then_some(u128::from(u32::from(first)));
    }
    let simple = match rest {
        "n" => b'\n',
        "t" => b'\t',
        "r" => b'\r',
        "a" => 7,
        "b" => 8,
        "f" => 12,
        "v" => 11,
        "e" => 27,
        "\\" => b'\\',
        "'" => b'\'',
        "\"" => b'"',
        "?" => b'?',
        _ => {
            return match rest.strip_prefix('x') {
                Some(digits) => digits_of(digits, 16),
                None => digits_of(rest, 8),
            };
        }
    };
    Some(u128::from(simple))
}

/// The floating constant without its suffix.
fn real(text: &str) -> Option<String> {
    let lower = text.to_ascii_lowercase();
    match &*lower {
        "inf" | "infinity" => return Some("inf".to_owned()),
        "nan" => return Some("nan".to_owned()),
        _ => {}
    }
    let (digits, hexadecimal) = match lower.strip_prefix("0x") {
        Some(digits) => (digits, true),
        None => (&*lower, false),
    };
    let (mantissa, exponent) = match digits.split_once(if hexadecimal { 'p' } else { 'e' }) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent.trim_end_matches(['f', 'l']))),
        None if hexadecimal => return None,
        None => (digits.trim_end_matches(['f', 'l']), None),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let is_digit = |it: char| if hexadecimal { it.is_ascii_hexdigit() } else { it.is_ascii_digit() };
    let digits_only = |it: &str| it.chars().all(is_digit);
    if whole.len() + fraction.len() == 0 || !digits_only(whole) || !digits_only(fraction) {
        return None;
    }
    let prefix = if hexadecimal { "0x" } else { "" };
    match exponent {
        // Digits alone are a whole number, if any.
        None => mantissa.contains('.').then(|| mantissa.to_owned()),
        Some(exponent) => {
            let digits = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
            let well_formed = !digits.is_empty() && digits.chars().all(|it| it.is_ascii_digit());
            let letter = if hexadecimal { 'p' } else { 'e' };
            well_formed.then(|| format!("{prefix}{mantissa}{letter}{exponent}"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_integer(text: &str, expect: i128) {
        let number = Number::Integer { negative: expect < 0, magnitude: expect.unsigned_abs() };
        assert_eq!(Number::parse(text), Some(number), "{text}");
    }

    #[track_caller]
    fn check_real(text: &str, expect: &str) {
        assert_eq!(Number::parse(text), Some(Number::Real(expect.to_owned())), "{text}");
    }

    #[test]
    fn whole_numbers_in_every_notation() {
        check_integer("3", 3);
        check_integer(" -3\n", -3);
        check_integer("+0", 0);
        check_integer("0xfFuLL", 255);
        check_integer("010", 8);
        check_integer("0b101", 5);
        check_integer("-2147483648", -2_147_483_648);
        check_integer("18446744073709551615ULL", i128::from(u64::MAX));
        check_integer("true", 1);
    }

    #[test]
    fn characters() {
        check_integer("'a'", 97);
        check_integer("'\\n'", 10);
        check_integer("'\\''", 39);
        check_integer("'\\0'", 0);
        check_integer("'\\x7f'", 127);
    }

    #[test]
    fn casts_and_parentheses_are_looked_through() {
        check_integer("(int) 3", 3);
        check_integer("(unsigned char)'a'", 97);
        check_integer("(-5)", -5);
        check_integer("((long long) (-5))", -5);
    }

    #[test]
    fn floating_constants() {
        check_real("1.5", "1.5");
        check_real("-1e10f", "-1e10");
        check_real(".5L", ".5");
        check_real("2.", "2.");
        check_real("0x1.8p+3", "0x1.8p+3");
        check_real("-INFINITY", "-inf");
        check_real("nan", "nan");
    }

    #[test]
    fn what_is_no_constant_is_refused() {
        for text in
            ["", "x", "-", "3 4", "0x", "08", "1e", "0x1.8", "''", "'ab'", "\"a\"", "(int)", "1u1", "--", "."]
        {
            assert_eq!(Number::parse(text), None, "{text}");
        }
    }
}
