//! Tokens of a source file, C or Boogie, as far as changing expressions needs them.

use std::ops::Range;

use faultscope_ir::program::Language;

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A name or a keyword.
    Word,
    /// A number, its suffix included.
    Number,
    /// A character or a string in quotes.
    Quoted,
    /// An operator or a bracket.
    Sign,
}

/// A token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    /// Its bytes in the file.
    pub(super) range: Range<usize>,
    /// Whether it stands in a preprocessor directive.
    pub(super) in_directive: bool,
}

/// A file and its tokens.
#[derive(Debug)]
pub(super) struct Lexed<'a> {
    pub(super) language: Language,
    pub(super) text: &'a str,
    pub(super) tokens: Vec<Token>,
    line_starts: Vec<usize>,
}

/// Longest first.
const C_SIGNS: [&str; 22] = [
    "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=",
    "/=", "%=", "&=", "|=", "^=",
];

/// Longest first.
const BOOGIE_SIGNS: [&str; 12] = ["<==>", "==>", "<==", ":=", "==", "!=", "<=", ">=", "&&", "||", "++", "::"];

impl<'a> Lexed<'a> {
    pub(super) fn new(language: Language, text: &'a str) -> Lexed<'a> {
        let line_starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        let mut lexed = Lexed { language, text, tokens: Vec::new(), line_starts };
        lexed.run();
        lexed
    }

    fn run(&mut self) {
        let (mut at, mut in_directive) = (0, false);
        while let Some(first) = self.text[at..].chars().next() {
            let rest = &self.text[at..];
            let (length, kind) = match first {
                '\n' => {
                    in_directive &= self.text[..at].trim_end_matches('\r').ends_with('\\');
                    (1, None)
                }
                _ if first.is_whitespace() => (first.len_utf8(), None),
                _ if rest.starts_with("//") => (rest.find('\n').unwrap_or(rest.len()), None),
                _ if rest.starts_with("/*") => (rest[2..].find("*/").map_or(rest.len(), |end| end + 4), None),
                '#' if self.language == Language::C && self.is_first_of_line(at) => {
                    in_directive = true;
                    (1, Some(TokenKind::Sign))
                }
                '"' | '\'' if first == '"' || self.language == Language::C => {
                    (quoted_length(rest), Some(TokenKind::Quoted))
                }
                _ if first.is_ascii_digit() => (number_length(rest), Some(TokenKind::Number)),
                _ if is_word(first, self.language) => {
                    let end = rest.find(|c: char| !is_word(c, self.language) && !c.is_ascii_digit());
                    (end.unwrap_or(rest.len()), Some(TokenKind::Word))
                }
                _ => (self.sign_length(rest), Some(TokenKind::Sign)),
            };
            if let Some(kind) = kind {
                self.tokens.push(Token { kind, range: at..at + length, in_directive });
            }
            at += length;
        }
    }

    fn is_first_of_line(&self, at: usize) -> bool {
        self.text[..at].rsplit('\n').next().is_none_or(|before| before.trim().is_empty())
    }

    fn sign_length(&self, rest: &str) -> usize {
        let signs: &[&str] = if self.language == Language::C { &C_SIGNS } else { &BOOGIE_SIGNS };
        let known = signs.iter().find(|sign| rest.starts_with(**sign)).map(|sign| sign.len());
        known.unwrap_or_else(|| rest.chars().next().map_or(1, char::len_utf8))
    }

    /// The text of a token.
    pub(super) fn token(&self, idx: usize) -> &'a str {
        self.text.get(self.tokens[idx].range.clone()).unwrap_or("")
    }

    /// Whether a token is this sign or word.
    pub(super) fn is(&self, idx: usize, text: &str) -> bool {
        idx < self.tokens.len() && self.token(idx) == text
    }

    /// The bytes of a range of tokens.
    pub(super) fn bytes(&self, tokens: &Range<usize>) -> Range<usize> {
        if tokens.is_empty() {
            return 0..0;
        }
        self.tokens[tokens.start].range.start..self.tokens[tokens.end - 1].range.end
    }

    /// The offset of a line and column, both from 1, columns in characters.
    pub(super) fn offset(&self, line: u32, column: u32) -> Option<usize> {
        let start = *self.line_starts.get((line as usize).checked_sub(1)?)?;
        let skipped = (column as usize).checked_sub(1)?;
        let line = self.text[start..].split('\n').next()?;
        let within = line.char_indices().map(|(at, _)| at).chain([line.len()]).nth(skipped)?;
        Some(start + within)
    }

    /// The line and column of an offset.
    pub(super) fn place(&self, offset: usize) -> (u32, u32) {
        let line = self.line_starts.partition_point(|start| *start <= offset);
        let start = self.line_starts[line - 1];
        (line as u32, self.text[start..offset].chars().count() as u32 + 1)
    }

    /// The tokens that lie in a range of bytes.
    pub(super) fn tokens_in(&self, bytes: &Range<usize>) -> Range<usize> {
        let start = self.tokens.partition_point(|token| token.range.start < bytes.start);
        let end = self.tokens.partition_point(|token| token.range.end <= bytes.end);
        start..end.max(start)
    }

    /// The bracket that belongs to an opening or closing one.
    pub(super) fn partner(&self, idx: usize) -> Option<usize> {
        let depth = |idx: usize| match self.token(idx) {
            "(" | "[" | "{" => 1_i32,
            ")" | "]" | "}" => -1,
            _ => 0,
        };
        let mut level = depth(idx);
        let forward = level > 0;
        let mut at = idx;
        while level != 0 {
            at = if forward { at + 1 } else { at.checked_sub(1)? };
            if at >= self.tokens.len() {
                return None;
            }
            level += depth(at);
        }
        (at != idx).then_some(at)
    }
}

fn is_word(c: char, language: Language) -> bool {
    c.is_alphabetic() || c == '_' || language == Language::Boogie && "'~#$^.?`\\".contains(c)
}

fn quoted_length(text: &str) -> usize {
    let mut chars = text.char_indices();
    let quote = chars.next().map(|(_, quote)| quote);
    let mut escaped = false;
    for (at, c) in chars {
        match c {
            '\n' => return at,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if Some(c) == quote => return at + c.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

fn number_length(text: &str) -> usize {
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        let is_exponent_sign = (c == '+' || c == '-')
            && (matches!(before, 'p' | 'P')
                || matches!(before, 'e' | 'E') && !text.starts_with("0x") && !text.starts_with("0X"));
        if !(c.is_ascii_alphanumeric() || c == '.' || c == '_' || is_exponent_sign) {
            return at;
        }
        before = c;
    }
    text.len()
}

/// An integer as written: its value, and the suffix behind its digits.
pub(super) fn integer(text: &str) -> Option<(i128, &str)> {
    let (radix, digits) = match text.as_bytes() {
        [b'0', b'x' | b'X', ..] => (16, &text[2..]),
        [b'0', b'0'..=b'7', ..] => (8, &text[1..]),
        _ => (10, text),
    };
    let n_digits = digits.find(|c: char| !c.is_digit(radix)).unwrap_or(digits.len());
    let (digits, suffix) = digits.split_at(n_digits);
    let known = suffix.chars().all(|c| "uUlL".contains(c))
        || suffix.strip_prefix("bv").is_some_and(|width| width.parse::<u32>().is_ok());
    if !known {
        return None;
    }
    Some((i128::from_str_radix(digits, radix).ok()?, suffix))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(language: Language, text: &str, expected: &[&str]) {
        let lexed = Lexed::new(language, text);
        let tokens: Vec<&str> = (0..lexed.tokens.len()).map(|idx| lexed.token(idx)).collect();
        assert_eq!(tokens, expected);
    }

    #[test]
    fn tokens_are_those_of_the_language() {
        check(
            Language::C,
            "x+=a->b<=0x1FuL /* < */ && 'a' != \"\\\"b\"; // c\ny = 1e-3",
            &[
                "x",
                "+=",
                "a",
                "->",
                "b",
                "<=",
                "0x1FuL",
                "&&",
                "'a'",
                "!=",
                "\"\\\"b\"",
                ";",
                "y",
                "=",
                "1e-3",
            ],
        );
        check(
            Language::Boogie,
            "x' := y.z <==> 5bv8 == a mod 2 ==> !b",
            &["x'", ":=", "y.z", "<==>", "5bv8", "==", "a", "mod", "2", "==>", "!", "b"],
        );
    }

    #[test]
    fn integers_have_a_value_and_a_suffix() {
        assert_eq!(integer("0x1FuL"), Some((31, "uL")));
        assert_eq!(integer("010"), Some((8, "")));
        assert_eq!(integer("0"), Some((0, "")));
        assert_eq!(integer("5bv8"), Some((5, "bv8")));
        assert_eq!(integer("1.5"), None);
    }

    #[test]
    fn places_count_characters() {
        let lexed = Lexed::new(Language::C, "a;\n/*ä*/ b = c;\n");
        let offset = lexed.offset(2, 11).expect("it is there");
        assert_eq!(&lexed.text[offset..=offset], "c");
        assert_eq!(lexed.place(offset), (2, 11));
        assert_eq!(lexed.offset(9, 1), None);
    }

    #[test]
    fn directives_reach_over_continued_lines() {
        let lexed = Lexed::new(Language::C, "#define A \\\n 3\nx");
        let inside: Vec<bool> = lexed.tokens.iter().map(|token| token.in_directive).collect();
        assert_eq!(inside, [true, true, true, true, true, false]);
    }
}
