//! Numbers as `printf` writes them.

use faultscope_ir::FloatFormat;
use faultscope_ir::float::{from_double, to_double};

use super::extended::{Extended, Size};
use crate::limits::MAX_AMOUNT;

/// How a number is written.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Form {
    /// The letter of the conversion.
    kind: char,
    is_left: bool,
    has_plus: bool,
    has_space: bool,
    is_marked: bool,
    has_zeros: bool,
    width: usize,
    precision: Option<usize>,
    /// Whether the number is a `long double` as the program has it, and not one that was widened.
    is_long: bool,
}

impl Form {
    /// From the arguments of the primitives: the form, a width that is negative for the left side, and a precision that is
    /// negative for none.
    pub(crate) fn new(form: i128, width: i128, precision: i128) -> Form {
        let has = |bit: u32| form >> bit & 1 == 1;
        Form {
            kind: char::from(form as u8),
            is_left: has(8) || width < 0,
            has_plus: has(9),
            has_space: has(10),
            is_marked: has(11),
            has_zeros: has(12),
            width: width.unsigned_abs().min(MAX_AMOUNT as u128) as usize,
            precision: (precision >= 0).then(|| precision.min(MAX_AMOUNT) as usize),
            is_long: has(14),
        }
    }

    /// A number of 64 bits.
    pub(crate) fn integer(&self, number: i64) -> String {
        let bits = number as u64;
        let (is_negative, digits) = match self.kind {
            'd' | 'i' => (number < 0, number.unsigned_abs().to_string()),
            'o' => (false, format!("{bits:o}")),
            'x' | 'p' => (false, format!("{bits:x}")),
            'X' => (false, format!("{bits:X}")),
            _ => (false, bits.to_string()),
        };
        if self.kind == 'p' {
            let text = if bits == 0 { "(nil)".to_owned() } else { format!("0x{digits}") };
            return self.padded("", &text, false);
        }
        let mut digits = if self.precision == Some(0) && bits == 0 { String::new() } else { digits };
        if let Some(precision) = self.precision {
            digits = format!("{digits:0>precision$}");
        }
        if self.is_marked && self.kind == 'o' && !digits.starts_with('0') {
            digits.insert(0, '0');
        }
        let prefix = match self.kind {
            'd' | 'i' => self.sign(is_negative),
            'x' if self.is_marked && bits != 0 => "0x",
            'X' if self.is_marked && bits != 0 => "0X",
            _ => "",
        };
        self.padded(prefix, &digits, self.precision.is_none())
    }

    /// A floating-point number.
    pub(crate) fn float(&self, number: f64) -> String {
        let is_negative = number.is_sign_negative() && !number.is_nan();
        match number.is_finite() {
            true => self.number(&number.abs(), is_negative),
            false => self.no_number(number.is_nan(), is_negative),
        }
    }

    /// A `long double`, by its bits.
    pub(crate) fn long_float(&self, bits: u128) -> String {
        let number = to_double(FloatFormat::EXTENDED, bits);
        if !self.is_long && from_double(FloatFormat::EXTENDED, number) == bits {
            return self.float(number);
        }
        let is_negative = bits >> (FloatFormat::EXTENDED.width() - 1) & 1 == 1;
        match Extended::new(bits) {
            Some(size) => self.number(&size, is_negative),
            None => self.no_number(number.is_nan(), is_negative && !number.is_nan()),
        }
    }

    fn no_number(&self, is_nan: bool, is_negative: bool) -> String {
        self.padded(self.sign(is_negative), &self.in_case(if is_nan { "nan" } else { "inf" }), false)
    }

    fn number(&self, size: &dyn Size, is_negative: bool) -> String {
        let text = match self.kind.to_ascii_lowercase() {
            'e' => self.exponential(size, self.precision.unwrap_or(6)),
            'g' => self.general(size),
            'a' => size.hexadecimal(self.precision, self.is_marked),
            _ => self.fixed(size, self.precision.unwrap_or(6)),
        };
        self.padded(self.sign(is_negative), &self.in_case(&text), true)
    }

    fn in_case(&self, text: &str) -> String {
        if self.kind.is_ascii_uppercase() { text.to_ascii_uppercase() } else { text.to_owned() }
    }

    /// The base in which integers are written.
    pub(crate) fn base(&self) -> u32 {
        match self.kind {
            'o' => 8,
            'x' | 'X' | 'p' => 16,
            _ => 10,
        }
    }

    /// What one more in the last digit is that is written of a number.
    pub(crate) fn unit(&self, number: f64) -> f64 {
        let precision = self.precision.unwrap_or(6) as i32;
        let exponent = if number == 0.0 { 0 } else { number.abs().log10().floor() as i32 };
        match self.kind.to_ascii_lowercase() {
            'e' => 10f64.powi(exponent - precision),
            'g' => 10f64.powi(exponent - precision.max(1) + 1),
            _ => 10f64.powi(-precision),
        }
    }

    fn fixed(&self, size: &dyn Size, precision: usize) -> String {
        let point = if self.is_marked && precision == 0 { "." } else { "" };
        format!("{}{point}", size.fixed(precision))
    }

    fn exponential(&self, size: &dyn Size, precision: usize) -> String {
        let text = size.exponential(precision);
        let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let (sign, exponent) = match exponent.strip_prefix('-') {
            Some(exponent) => ('-', exponent),
            None => ('+', exponent),
        };
        let point = if self.is_marked && precision == 0 { "." } else { "" };
        format!("{digits}{point}e{sign}{exponent:0>2}")
    }

    fn general(&self, size: &dyn Size) -> String {
        let precision = self.precision.unwrap_or(6).max(1);
        let rounded = size.exponential(precision - 1);
        let exponent: i64 = rounded.split_once('e').and_then(|(_, it)| it.parse().ok()).unwrap_or(0);
        let text = if exponent < -4 || exponent >= precision as i64 {
            self.exponential(size, precision - 1)
        } else {
            self.fixed(size, (precision as i64 - 1 - exponent).max(0) as usize)
        };
        if self.is_marked {
            return text;
        }
        let (digits, exponent) = match text.find('e') {
            Some(at) => text.split_at(at),
            None => (text.as_str(), ""),
        };
        let digits = match digits.contains('.') {
            true => digits.trim_end_matches('0').trim_end_matches('.'),
            false => digits,
        };
        format!("{digits}{exponent}")
    }

    fn sign(&self, is_negative: bool) -> &'static str {
        match (is_negative, self.has_plus, self.has_space) {
            (true, ..) => "-",
            (false, true, _) => "+",
            (false, false, true) => " ",
            (false, false, false) => "",
        }
    }

    /// Filled up to the width. Zeros come behind the prefix.
    fn padded(&self, prefix: &str, text: &str, may_have_zeros: bool) -> String {
        let n = self.width.saturating_sub(prefix.len() + text.len());
        let (prefix, text) = match text.strip_prefix("0x").or(text.strip_prefix("0X")) {
            Some(digits) if self.kind.eq_ignore_ascii_case(&'a') => {
                (format!("{prefix}{}", &text[..2]), digits)
            }
            _ => (prefix.to_owned(), text),
        };
        match (self.is_left, self.has_zeros && may_have_zeros) {
            (true, _) => format!("{prefix}{text}{}", " ".repeat(n)),
            (false, true) => format!("{prefix}{}{text}", "0".repeat(n)),
            (false, false) => format!("{}{prefix}{text}", " ".repeat(n)),
        }
    }
}

impl Size for f64 {
    fn fixed(&self, precision: usize) -> String {
        format!("{self:.precision$}")
    }

    fn exponential(&self, precision: usize) -> String {
        format!("{self:.precision$e}")
    }

    fn hexadecimal(&self, precision: Option<usize>, is_marked: bool) -> String {
        let bits = self.to_bits();
        let (mut fraction, exponent) = (bits & ((1 << 52) - 1), (bits >> 52) as i64 & 0x7ff);
        let (mut leading, exponent) = match (exponent, fraction) {
            (0, 0) => (0, 0),
            (0, _) => (0, -1022),
            (exponent, _) => (1, exponent - 1023),
        };
        let n_digits = match precision {
            Some(precision) if precision < 13 => {
                let dropped = 4 * (13 - precision as u32);
                let all = leading << 52 | fraction;
                let (half, rest) = (1 << (dropped - 1), all & ((1 << dropped) - 1));
                let kept = all >> dropped;
                let kept = kept + u64::from(rest > half || rest == half && kept & 1 == 1);
                (leading, fraction) = (kept >> (52 - dropped), (kept << dropped) & ((1 << 52) - 1));
                precision
            }
            Some(precision) => precision,
            None => 13 - (fraction.trailing_zeros() / 4).min(13) as usize,
        };
        let digits = format!("{fraction:013x}");
        let digits =
            if n_digits <= 13 { digits[..n_digits].to_owned() } else { format!("{digits:0<n_digits$}") };
        let point = if n_digits > 0 || is_marked { "." } else { "" };
        format!("0x{leading}{point}{digits}p{exponent:+}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEFT: i128 = 1 << 8;
    const PLUS: i128 = 1 << 9;
    const SPACE: i128 = 1 << 10;
    const MARK: i128 = 1 << 11;
    const ZEROS: i128 = 1 << 12;

    fn form(kind: char, flags: i128, width: i128, precision: i128) -> Form {
        Form::new(i128::from(u32::from(kind)) | flags, width, precision)
    }

    #[test]
    fn integers() {
        let check = |(kind, flags, width, precision), number: i64, expected: &str| {
            assert_eq!(form(kind, flags, width, precision).integer(number), expected);
        };
        check(('d', 0, 0, -1), -42, "-42");
        check(('d', ZEROS, 6, -1), -42, "-00042");
        check(('d', LEFT, 6, -1), 42, "42    ");
        check(('d', 0, -6, -1), 42, "42    ");
        check(('d', ZEROS, 6, 3), 42, "   042");
        check(('d', PLUS, 0, -1), 42, "+42");
        check(('d', SPACE, 0, -1), 42, " 42");
        check(('d', 0, 0, 0), 0, "");
        check(('d', 0, 0, -1), i64::MIN, "-9223372036854775808");
        check(('u', 0, 0, -1), -1, "18446744073709551615");
        check(('x', MARK, 8, -1), 255, "    0xff");
        check(('X', MARK | ZEROS, 8, -1), 255, "0X0000FF");
        check(('o', MARK, 0, -1), 8, "010");
        check(('o', MARK, 0, 0), 0, "0");
        check(('p', 0, 0, -1), 0, "(nil)");
    }

    #[test]
    fn floating_point_numbers() {
        let check = |(kind, flags, width, precision), number: f64, expected: &str| {
            assert_eq!(form(kind, flags, width, precision).float(number), expected);
        };
        check(('f', 0, 0, -1), 3.5, "3.500000");
        check(('f', 0, 0, 2), 2.675, "2.67");
        check(('f', 0, 0, 0), 0.5, "0");
        check(('f', 0, 0, 0), 1.5, "2");
        check(('f', MARK, 0, 0), 3.0, "3.");
        check(('f', ZEROS, 8, 2), -1.5, "-0001.50");
        check(('f', ZEROS, 8, 2), f64::INFINITY, "     inf");
        check(('F', 0, 0, -1), f64::NAN, "NAN");
        check(('e', 0, 0, -1), 12345.678, "1.234568e+04");
        check(('E', 0, 0, 1), 1e-10, "1.0E-10");
        check(('e', 0, 0, 0), 1e100, "1e+100");
        check(('g', 0, 0, -1), 100_000.0, "100000");
        check(('g', 0, 0, -1), 1_000_000.0, "1e+06");
        check(('g', 0, 0, -1), 0.0001, "0.0001");
        check(('g', 0, 0, -1), 0.00001, "1e-05");
        check(('g', 0, 0, 3), 999.9, "1e+03");
        check(('g', MARK, 0, -1), 1.5, "1.50000");
        check(('g', 0, 0, -1), 0.0, "0");
        check(('f', 0, 0, -1), -0.0, "-0.000000");
        check(('a', 0, 0, -1), 1.0, "0x1p+0");
        check(('a', 0, 0, -1), 0.1, "0x1.999999999999ap-4");
        check(('a', 0, 0, 1), 0.1, "0x1.ap-4");
        check(('a', ZEROS, 10, -1), 1.0, "0x00001p+0");
    }
}
