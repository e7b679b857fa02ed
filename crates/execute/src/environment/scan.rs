//! Numbers as `scanf` reads them: as many characters as may be the beginning of a number, at most so many as a width says.
//!
//! What is only the beginning of one, as `1e` or `0x`, is no number in C (7.23.6.2), and the GNU library reads what it can of it.
//! That is done here, and said to be uncertain; so is a number that does not fit into its type, of which C says nothing.

use super::literal::Literal;

/// Characters that are read one after the other.
pub(super) trait Source {
    /// The next character, which stays where it is.
    fn peek(&mut self) -> Option<u8>;
    /// Goes on behind the next character.
    fn skip(&mut self);
}

/// What was read, and whether every library reads that.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Scanned<T> {
    pub(super) found: Found<T>,
    pub(super) is_certain: bool,
}

impl<T> From<Found<T>> for Scanned<T> {
    fn from(found: Found<T>) -> Scanned<T> {
        Scanned { found, is_certain: true }
    }
}

impl<T> Scanned<T> {
    /// Keeps a number that was read in a place, and gives how many were: one or none, and below zero at the end of the source.
    pub(super) fn keep_in(self, place: &mut T) -> i128 {
        match self.found {
            Found::Number(number) => {
                *place = number;
                1
            }
            Found::Other => 0,
            Found::End => -1,
        }
    }
}

fn uncertain<T>(found: Found<T>) -> Scanned<T> {
    Scanned { found, is_certain: false }
}

/// What was read.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Found<T> {
    Number(T),
    /// Something else.
    Other,
    /// Nothing.
    End,
}

/// A word that is read up to a width.
struct Word<'a> {
    source: &'a mut dyn Source,
    left: usize,
    text: String,
}

impl<'a> Word<'a> {
    /// Behind white space; none at the end of the source.
    fn new(source: &'a mut dyn Source, width: i128) -> Option<Word<'a>> {
        while source.peek().is_some_and(|it| it == b' ' || (9..=13).contains(&it)) {
            source.skip();
        }
        source.peek()?;
        let left = if width > 0 { usize::try_from(width).unwrap_or(usize::MAX) } else { usize::MAX };
        Some(Word { source, left, text: String::new() })
    }

    fn peek(&mut self) -> Option<u8> {
        if self.left == 0 { None } else { self.source.peek() }
    }

    /// Takes the next character if it is a wanted one.
    fn take(&mut self, is_wanted: impl Fn(u8) -> bool) -> Option<u8> {
        let next = self.peek().filter(|it| is_wanted(*it))?;
        self.source.skip();
        self.left -= 1;
        self.text.push(char::from(next));
        Some(next)
    }

    fn digits(&mut self, base: u32) -> usize {
        let mut n = 0;
        while self.take(|it| char::from(it).is_digit(base)).is_some() {
            n += 1;
        }
        n
    }

    fn letters(&mut self, word: &str) -> bool {
        word.bytes().all(|letter| self.take(|it| it.eq_ignore_ascii_case(&letter)).is_some())
    }
}

/// An integer in a base, 0 for one that says its base itself. It is cut to so many bits as `strtol` and `strtoul` do.
pub(super) fn integer(
    source: &mut dyn Source,
    width: i128,
    base: i128,
    bits: i128,
    is_signed: bool,
) -> Scanned<i128> {
    let Some(mut word) = Word::new(source, width) else { return Found::End.into() };
    let is_negative = word.take(|it| it == b'-' || it == b'+') == Some(b'-');
    let mut base = u32::try_from(base).unwrap_or(10);
    let mut digits = String::new();
    if (base == 0 || base == 16) && word.take(|it| it == b'0').is_some() {
        digits.push('0');
        if word.take(|it| it == b'x' || it == b'X').is_some() {
            base = 16;
            digits.clear();
        } else if base == 0 {
            base = 8;
        }
    }
    let base = if base == 0 { 10 } else { base };
    let before = word.text.len();
    word.digits(base);
    digits.push_str(&word.text[before..]);
    if digits.is_empty() {
        return if base == 16 && word.text.ends_with(['x', 'X']) {
            uncertain(Found::Number(0))
        } else {
            Found::Other.into()
        };
    }
    let size = i128::from_str_radix(&digits, base).unwrap_or(i128::MAX);
    let bits = u32::try_from(bits).unwrap_or(64).clamp(1, 64);
    let most = match is_signed {
        true => (1i128 << (bits - 1)) - i128::from(!is_negative),
        false => (1 << bits) - 1,
    };
    let number = match is_signed {
        true if is_negative => -size.min(most),
        true => size.min(most),
        false if size > most => most,
        false if is_negative => ((1i128 << bits) - size) % (1 << bits),
        false => size,
    };
    Scanned { found: Found::Number(number), is_certain: size <= most }
}

/// A floating-point number as `scanf` reads it: decimal, hexadecimal, `inf` or `nan`.
pub(super) fn float(source: &mut dyn Source, width: i128) -> Scanned<Literal> {
    let Some(mut word) = Word::new(source, width) else { return Found::End.into() };
    let is_negative = word.take(|it| it == b'-' || it == b'+') == Some(b'-');
    match word.peek().map(|it| it.to_ascii_lowercase()) {
        Some(b'i') => {
            if !word.letters("inf") {
                return Found::Other.into();
            }
            if word.peek().is_some_and(|it| it.eq_ignore_ascii_case(&b'i')) && !word.letters("inity") {
                return Found::Other.into();
            }
            return Found::Number(Literal::Infinite(is_negative)).into();
        }
        Some(b'n') => {
            let is_nan = word.letters("nan");
            return if is_nan { Found::Number(Literal::Nan).into() } else { Found::Other.into() };
        }
        _ => {}
    }
    let is_zero = word.take(|it| it == b'0').is_some();
    // The GNU library asks for room for a digit behind the mark.
    let is_cut = is_zero && word.left == 1 && word.peek().is_some_and(|it| it.eq_ignore_ascii_case(&b'x'));
    let is_hexadecimal = is_zero && !is_cut && word.take(|it| it == b'x' || it == b'X').is_some();
    let base = if is_hexadecimal { 16 } else { 10 };
    let start = word.text.len() - usize::from(is_zero && !is_hexadecimal);
    let mut n_digits = usize::from(is_zero && !is_hexadecimal) + word.digits(base);
    if word.take(|it| it == b'.').is_some() {
        n_digits += word.digits(base);
    }
    if n_digits == 0 {
        return Scanned { found: Found::Other, is_certain: !is_hexadecimal };
    }
    let marks = if is_hexadecimal { [b'p', b'P'] } else { [b'e', b'E'] };
    let before = word.text.len();
    let has_exponent = word.take(|it| marks.contains(&it)).is_some() && {
        word.take(|it| it == b'-' || it == b'+');
        word.digits(10) > 0
    };
    let end = if has_exponent { word.text.len() } else { before };
    let is_certain = !is_cut && end == word.text.len();
    Scanned { found: Found::Number(Literal::parse(is_negative, base, &word.text[start..end])), is_certain }
}

#[cfg(test)]
mod tests {
    use faultscope_ir::FloatFormat;

    use super::*;

    struct Text<'a>(&'a [u8]);

    impl Source for Text<'_> {
        fn peek(&mut self) -> Option<u8> {
            self.0.first().copied()
        }

        fn skip(&mut self) {
            self.0 = &self.0[1..];
        }
    }

    #[test]
    fn integers() {
        let check = |text: &str, (width, base, bits, is_signed), expected, rest: &str| {
            let mut source = Text(text.as_bytes());
            assert_eq!(integer(&mut source, width, base, bits, is_signed).found, expected, "{text}");
            assert_eq!(source.0, rest.as_bytes(), "{text}");
        };
        let int = (0, 10, 32, true);
        check(" 12,", int, Found::Number(12), ",");
        check("-7", int, Found::Number(-7), "");
        check("+7x", int, Found::Number(7), "x");
        check("x", int, Found::Other, "x");
        check("-x", int, Found::Other, "x");
        check(" \n", int, Found::End, "");
        check("123", (2, 10, 32, true), Found::Number(12), "3");
        check("99999999999", int, Found::Number(i32::MAX.into()), "");
        check("-99999999999", int, Found::Number(i32::MIN.into()), "");
        check("-1", (0, 10, 64, false), Found::Number(u64::MAX.into()), "");
        check("0x1F", (0, 0, 32, true), Found::Number(31), "");
        check("017", (0, 0, 32, true), Found::Number(15), "");
        check("1f", (0, 16, 32, false), Found::Number(31), "");
        check("0", (0, 0, 32, true), Found::Number(0), "");
        check("0xg", (0, 0, 32, true), Found::Number(0), "g");
        let is_certain = |text: &str| integer(&mut Text(text.as_bytes()), 0, 0, 32, true).is_certain;
        assert!(is_certain("0x1") && is_certain("2147483647") && is_certain("-2147483648"));
        assert!(!is_certain("0xg") && !is_certain("2147483648") && !is_certain("-2147483649"));
    }

    #[test]
    fn floating_point_numbers() {
        let check_in = |width, text: &str, expected: Found<f64>, rest: &str| {
            let mut source = Text(text.as_bytes());
            let found = match float(&mut source, width).found {
                Found::Number(literal) => {
                    Found::Number(f64::from_bits(literal.rounded(FloatFormat::DOUBLE).bits as u64))
                }
                Found::Other => Found::Other,
                Found::End => Found::End,
            };
            assert_eq!(found, expected, "{text}");
            assert_eq!(source.0, rest.as_bytes(), "{text}");
        };
        let check = |text: &str, expected, rest: &str| check_in(0, text, expected, rest);
        check(" 1.5 ", Found::Number(1.5), " ");
        check("-.5e2x", Found::Number(-50.0), "x");
        check("7", Found::Number(7.0), "");
        check("0.25", Found::Number(0.25), "");
        check("1e", Found::Number(1.0), "");
        check_in(3, "1e-320", Found::Number(1.0), "320");
        check_in(3, "-0x1.8", Found::Number(0.0), "x1.8");
        check_in(4, "-0x1.8", Found::Number(-1.0), ".8");
        check(".", Found::Other, "");
        check("inf", Found::Number(f64::INFINITY), "");
        check("0x1.8p1", Found::Number(3.0), "");
        check("abc", Found::Other, "abc");
        let is_certain = |text: &str| float(&mut Text(text.as_bytes()), 0).is_certain;
        assert!(is_certain("1e5") && is_certain("0x1p3") && is_certain("x"));
        assert!(!is_certain("1e") && !is_certain("0xg") && !is_certain("0x1p"));
    }
}
