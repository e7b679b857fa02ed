//! Preprocessing tokens, roughly: names, numbers, quoted texts, and single characters.
//!
//! An operator of several characters is several tokens. That is enough to compare texts and to find the ends of what a
//! parser has understood.

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TokenKind {
    Name,
    Number,
    Quoted,
    Sign,
}

/// A token of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Token {
    pub kind: TokenKind,
    /// Offset of its first byte.
    pub start: u32,
    /// Offset behind its last byte.
    pub end: u32,
    /// The line of the text that it begins on, from 0.
    pub line: u32,
    /// Whether it is part of a directive, continuation lines included.
    pub in_directive: bool,
}

impl Token {
    pub(super) fn text<'a>(&self, text: &'a str) -> &'a str {
        text.get(self.start as usize..self.end as usize).unwrap_or("")
    }
}

/// The tokens of a text without its comments.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut lexer =
        Lexer { text, bytes: text.as_bytes(), at: 0, line: 0, at_line_start: true, in_directive: false };
    let mut tokens = Vec::new();
    while let Some(token) = lexer.next() {
        tokens.push(token);
    }
    tokens
}

struct Lexer<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    line: u32,
    at_line_start: bool,
    in_directive: bool,
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || !byte.is_ascii()
}

impl Lexer<'_> {
    fn next(&mut self) -> Option<Token> {
        self.skip_blanks();
        let byte = *self.bytes.get(self.at)?;
        let (start, line) = (self.at, self.line);
        let kind = match byte {
            b'"' | b'\'' => self.quoted(byte),
            b'0'..=b'9' => self.number(),
            b'.' if self.bytes.get(self.at + 1).is_some_and(u8::is_ascii_digit) => self.number(),
            _ if is_word(byte) => {
                self.at += self.bytes[self.at..].iter().take_while(|byte| is_word(**byte)).count();
                TokenKind::Name
            }
            _ => {
                self.at += 1;
                TokenKind::Sign
            }
        };
        if self.at_line_start {
            self.in_directive = byte == b'#';
            self.at_line_start = false;
        }
        let (start, end) = (start as u32, self.at as u32);
        Some(Token { kind, start, end, line, in_directive: self.in_directive })
    }

    fn skip_blanks(&mut self) {
        while let Some(byte) = self.bytes.get(self.at) {
            let rest = &self.bytes[self.at..];
            match byte {
                b'\n' => {
                    (self.at_line_start, self.in_directive) = (true, false);
                    self.skip(1);
                }
                b'\\' if rest.starts_with(b"\\\n") => self.skip(2),
                b'\\' if rest.starts_with(b"\\\r\n") => self.skip(3),
                b'/' if rest.starts_with(b"//") => {
                    let length = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
                    self.skip(length);
                }
                b'/' if rest.starts_with(b"/*") => {
                    let end = self.text.get(self.at + 2..).and_then(|rest| rest.find("*/"));
                    self.skip(end.map_or(rest.len(), |end| end + 4));
                }
                byte if byte.is_ascii_whitespace() => self.skip(1),
                _ => return,
            }
        }
    }

    /// Goes on by so many bytes, counting lines.
    fn skip(&mut self, n: usize) {
        let end = (self.at + n).min(self.bytes.len());
        self.line += self.bytes[self.at..end].iter().filter(|byte| **byte == b'\n').count() as u32;
        self.at = end;
    }

    fn quoted(&mut self, quote: u8) -> TokenKind {
        self.at += 1;
        while let Some(byte) = self.bytes.get(self.at) {
            match byte {
                b'\n' => return TokenKind::Quoted,
                b'\\' => self.skip(2),
                _ => self.at += 1,
            }
            if *byte == quote {
                return TokenKind::Quoted;
            }
        }
        TokenKind::Quoted
    }

    fn number(&mut self) -> TokenKind {
        let mut last = b'0';
        while let Some(byte) = self.bytes.get(self.at) {
            let is_exponent = matches!(last, b'e' | b'E' | b'p' | b'P') && matches!(byte, b'+' | b'-');
            // `0xe+1` is one token to the preprocessor, too.
            if !(is_word(*byte) || *byte == b'.' || is_exponent) {
                break;
            }
            last = *byte;
            self.at += 1;
        }
        TokenKind::Number
    }
}

/// The value and the suffix of an integer, as C and Boogie's integers are written in C.
pub(super) fn integer(text: &str) -> Option<(i128, &str)> {
    let (digits, radix) = match text.as_bytes() {
        [b'0', b'x' | b'X', ..] => (&text[2..], 16),
        [b'0', b'b' | b'B', ..] => (&text[2..], 2),
        [b'0', _, ..] => (&text[1..], 8),
        _ => (text, 10),
    };
    let is_digit = |c: char| c.is_digit(if radix == 8 { 10 } else { radix });
    let length = digits.find(|c| !is_digit(c)).unwrap_or(digits.len());
    let (digits, suffix) = digits.split_at(length);
    let is_suffix = suffix.chars().all(|c| matches!(c, 'u' | 'U' | 'l' | 'L'));
    let value = match (digits, radix) {
        ("", 8) => 0,
        _ => i128::from_str_radix(digits, radix).ok()?,
    };
    is_suffix.then_some((value, suffix))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let found: Vec<&str> = tokens(text).iter().map(|token| token.text(text)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn comments_and_continuations_are_blanks() {
        check("a+b /* c */ \\\n// d\n1.5e+3 .5", &["a", "+", "b", "1.5e+3", ".5"]);
        check("f(\"/* \\\" */\", '\\'')", &["f", "(", "\"/* \\\" */\"", ",", "'\\''", ")"]);
    }

    #[test]
    fn directives_reach_over_continuation_lines() {
        let text = "a\n # define b \\\n c\nd";
        let found: Vec<(u32, bool)> = tokens(text).iter().map(|it| (it.line, it.in_directive)).collect();
        assert_eq!(found, [(0, false), (1, true), (1, true), (1, true), (2, true), (3, false)]);
    }

    #[test]
    fn integers_have_values_and_suffixes() {
        assert_eq!(integer("0x1Ful"), Some((31, "ul")));
        assert_eq!(integer("010"), Some((8, "")));
        assert_eq!(integer("0"), Some((0, "")));
        assert_eq!(integer("0u"), Some((0, "u")));
        assert_eq!(integer("1.5"), None);
        assert_eq!(integer("1e3"), None);
    }
}
