//! From text to tokens (6.4).
//!
//! What is no token is told apart here: comments, line markers and pragmas; what of these has a meaning is kept
//! beside the tokens. Offsets are those of the text.

use super::tokens::{Kind, Token};
use crate::limits::{MAX_C_NESTING, MAX_PREFIX_OPERATORS};

/// A file as tokens.
#[derive(Debug, Default)]
pub(in crate::c) struct Lexed {
    /// The last one is [`Kind::End`].
    pub tokens: Vec<Token>,
    /// For each line of the text: its start, and the file and line it stands for.
    pub lines: Vec<Line>,
    /// The names of files; the first is the one given.
    pub files: Vec<String>,
    /// Whether there was a line marker.
    pub has_markers: bool,
    /// Things that make parsing pointless: offset and message.
    pub errors: Vec<(usize, String)>,
    /// The annotations, in the order of the text.
    pub annotations: Vec<Comment>,
    /// From which token on which number of `#pragma pack` holds.
    pub packs: Vec<(usize, Option<u64>)>,
}

/// An annotation: a comment that begins with an at sign, or a clause in CBMC's spelling.
#[derive(Debug, Clone)]
pub(in crate::c) struct Comment {
    pub spelling: Spelling,
    /// What it says.
    pub text: String,
    /// Where that begins.
    pub start: usize,
    /// Where the token behind it begins.
    pub next: usize,
}

/// How an annotation is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::c) enum Spelling {
    Acsl,
    Cprover,
}

/// What clauses in CBMC's spelling begin with.
const CLAUSES: [&str; 7] = [
    "__CPROVER_requires",
    "__CPROVER_ensures",
    "__CPROVER_assigns",
    "__CPROVER_frees",
    "__CPROVER_loop_invariant",
    "__CPROVER_loop_assigns",
    "__CPROVER_decreases",
];

/// Where a line of the text comes from.
#[derive(Debug, Clone, Copy)]
pub(in crate::c) struct Line {
    /// Offset of its first byte.
    pub start: usize,
    /// Index into [`Lexed::files`].
    pub file: usize,
    /// 1-based number in that file.
    pub number: u32,
}

impl Lexed {
    /// The index of the line that an offset lies in.
    pub(in crate::c) fn line_idx(&self, offset: usize) -> usize {
        self.lines.partition_point(|line| line.start <= offset).saturating_sub(1)
    }
}

/// Reads a file.
pub(in crate::c) fn lex(name: &str, text: &str) -> Lexed {
    let result = Lexed { files: vec![name.to_owned()], ..Lexed::default() };
    let mut lexer = Lexer {
        text,
        bytes: text.as_bytes(),
        at: 0,
        result,
        file: 0,
        number: 1,
        is_first: true,
        n_open: 0,
        n_prefix: 0,
        n_waiting: 0,
        pack: None,
        packs: Vec::new(),
    };
    lexer.start_line();
    while lexer.step() {}
    lexer.push(Kind::End, text.len());
    lexer.result
}

struct Lexer<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    result: Lexed,
    file: usize,
    number: u32,
    /// Whether the next token is the first of its line.
    is_first: bool,
    /// Open parentheses, brackets and braces.
    n_open: usize,
    /// Prefix operators in a row.
    n_prefix: usize,
    /// Annotations behind which no token was read.
    n_waiting: usize,
    /// The number of `#pragma pack`, and those that were pushed.
    pack: Option<u64>,
    packs: Vec<Option<u64>>,
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || !byte.is_ascii()
}

impl Lexer<'_> {
    /// Reads one token, or something that is none; whether there is more.
    fn step(&mut self) -> bool {
        let Some(&byte) = self.bytes.get(self.at) else { return false };
        let start = self.at;
        match byte {
            b'\n' => {
                self.at += 1;
                self.start_line();
            }
            b' ' | b'\t' | b'\r' | 0x0b | 0x0c => self.at += 1,
            b'#' if self.is_first => self.directive(),
            b'/' if self.next_is(b"/*") => self.block_comment(),
            b'/' if self.next_is(b"//") => self.line_comment(),
            b'\\' if self.next_is(b"\\\n") || self.next_is(b"\\\r\n") => self.at += 1,
            b'"' | b'\'' => self.quoted(start, byte),
            b'0'..=b'9' => self.number(),
            b'.' if self.bytes.get(self.at + 1).is_some_and(u8::is_ascii_digit) => self.number(),
            _ if is_word(byte) => self.word(),
            _ => self.punctuation(),
        }
        true
    }

    fn push(&mut self, kind: Kind, start: usize) {
        let token = Token { kind, start: start as u32, end: self.at as u32, is_first: self.is_first };
        self.result.tokens.push(token);
        self.is_first = false;
        for comment in self.result.annotations.iter_mut().rev().take(self.n_waiting) {
            comment.next = start;
        }
        self.n_waiting = 0;
    }

    fn start_line(&mut self) {
        let line = Line { start: self.at, file: self.file, number: self.number };
        self.result.lines.push(line);
        self.number = self.number.saturating_add(1);
        self.is_first = true;
    }

    fn next_is(&self, prefix: &[u8]) -> bool {
        self.bytes[self.at..].starts_with(prefix)
    }

    /// Goes on to an offset, minding the lines on the way.
    fn skip_to(&mut self, end: usize) {
        let was_first = self.is_first;
        let end = end.min(self.bytes.len());
        while let Some(length) = self.bytes[self.at..end].iter().position(|byte| *byte == b'\n') {
            self.at += length + 1;
            self.start_line();
        }
        self.at = end;
        self.is_first = was_first || self.is_first;
    }

    /// The end of the line, and of those that it is continued on.
    fn line_end(&self) -> usize {
        let mut end = self.at;
        loop {
            let rest = &self.bytes[end..];
            let Some(length) = rest.iter().position(|byte| *byte == b'\n') else { return self.bytes.len() };
            let line = rest[..length].strip_suffix(b"\r").unwrap_or(&rest[..length]);
            if !line.ends_with(b"\\") {
                return end + length;
            }
            end += length + 1;
        }
    }

    fn line_comment(&mut self) {
        let start = self.at;
        self.skip_to(self.line_end());
        self.note_annotation(Spelling::Acsl, start + 3, self.at);
    }

    fn block_comment(&mut self) {
        let start = self.at;
        match self.text[self.at + 2..].find("*/") {
            Some(length) => {
                self.skip_to(start + 2 + length + 2);
                self.note_annotation(Spelling::Acsl, start + 3, start + 2 + length);
            }
            None => {
                self.result.errors.push((start, "comment without end".to_owned()));
                self.skip_to(self.text.len());
            }
        }
    }

    /// Notes what was just read, if it is an annotation.
    fn note_annotation(&mut self, spelling: Spelling, start: usize, end: usize) {
        let is_annotation = spelling == Spelling::Cprover || self.bytes.get(start - 1) == Some(&b'@');
        if let Some(text) = self.text.get(start..end).filter(|_| is_annotation) {
            let next = self.text.len();
            self.result.annotations.push(Comment { spelling, text: text.to_owned(), start, next });
            self.n_waiting += 1;
        }
    }

    /// A character constant or a string (6.4.4.5, 6.4.5), which began with its prefix.
    fn quoted(&mut self, start: usize, quote: u8) {
        let opening = self.at;
        let mut end = self.at + 1;
        while end < self.bytes.len() && self.bytes[end] != quote && self.bytes[end] != b'\n' {
            end += match &self.bytes[end..] {
                [b'\\', b'\r', b'\n', ..] => 3,
                [b'\\', _, ..] => 2,
                _ => 1,
            };
        }
        while !self.text.is_char_boundary(end.min(self.text.len())) {
            end += 1;
        }
        if self.bytes.get(end) == Some(&quote) {
            let was_first = std::mem::take(&mut self.is_first);
            self.skip_to(end + 1);
            self.is_first = was_first;
        } else {
            let what = if quote == b'"' { "string" } else { "character" };
            self.result.errors.push((opening, format!("{what} without closing quote")));
            self.at = end.min(self.bytes.len());
        }
        self.push(if quote == b'"' { Kind::String } else { Kind::Character }, start);
        self.n_prefix = 0;
    }

    /// A preprocessing number (6.4.8): what is no constant among them is found out later.
    fn number(&mut self) {
        let start = self.at;
        let is_hex = self.next_is(b"0x") || self.next_is(b"0X");
        let mut last = 0;
        while let Some(&byte) = self.bytes.get(self.at) {
            let is_exponent = match last {
                b'e' | b'E' => !is_hex,
                b'p' | b'P' => is_hex,
                _ => false,
            };
            let is_separator =
                byte == b'\'' && self.bytes.get(self.at + 1).is_some_and(u8::is_ascii_alphanumeric);
            let is_sign = is_exponent && matches!(byte, b'+' | b'-');
            if !(is_word(byte) || byte == b'.' || is_sign || is_separator) {
                break;
            }
            last = byte;
            self.at += 1;
        }
        self.push(Kind::Number, start);
        self.n_prefix = 0;
    }

    fn word(&mut self) {
        let start = self.at;
        self.at += self.bytes[start..].iter().take_while(|byte| is_word(**byte)).count();
        let word = &self.text[start..self.at];
        if let (Some(&quote @ (b'"' | b'\'')), "L" | "u" | "U" | "u8") = (self.bytes.get(self.at), word) {
            return self.quoted(start, quote);
        }
        match word {
            // It says that what follows is no mistake.
            "__extension__" => return,
            "_Pragma" => return self.pragma_operator(),
            _ if CLAUSES.contains(&word) => {
                self.skip_to(self.behind_parentheses());
                return self.note_annotation(Spelling::Cprover, start, self.at);
            }
            _ => {}
        }
        self.push(Kind::keyword(word).unwrap_or(Kind::Name), start);
        self.n_prefix = 0;
    }

    /// Where the parentheses end that follow; here if there are none.
    fn behind_parentheses(&self) -> usize {
        let mut depth = 0_usize;
        for (offset, byte) in self.bytes[self.at..].iter().enumerate() {
            match byte {
                b'(' => depth += 1,
                b')' => depth = depth.saturating_sub(1),
                byte if depth > 0 || byte.is_ascii_whitespace() => continue,
                _ => return self.at,
            }
            if depth == 0 {
                return self.at + offset + 1;
            }
        }
        self.at
    }

    /// Punctuators (6.4.6), the longest first; `<:` and the like are others for brackets and braces.
    fn punctuation(&mut self) {
        const THREE: [(&[u8], Kind); 3] =
            [(b"...", Kind::Ellipsis), (b"<<=", Kind::ShiftLeftEqual), (b">>=", Kind::ShiftRightEqual)];
        let start = self.at;
        let rest = &self.bytes[start..];
        let three = THREE.iter().find(|(spelling, _)| rest.starts_with(spelling)).map(|it| it.1);
        let two = rest.get(..2).and_then(two_characters);
        let (kind, length) = match (three, two) {
            (Some(kind), _) => (kind, 3),
            (None, Some(kind)) => (kind, 2),
            (None, None) => (one_character(rest[0]), 1),
        };
        self.at += length;
        self.push(kind, start);
        self.check_nesting(kind, start);
    }

    /// Refuses nesting that the parser's recursion could not stand.
    fn check_nesting(&mut self, kind: Kind, start: usize) {
        use Kind as K;
        match kind {
            K::ParenOpen | K::BracketOpen | K::BraceOpen => self.n_open += 1,
            K::ParenClose | K::BracketClose | K::BraceClose => self.n_open = self.n_open.saturating_sub(1),
            _ => {}
        }
        match kind {
            K::Bang | K::Tilde | K::Minus | K::Plus | K::Star | K::Ampersand => self.n_prefix += 1,
            K::MinusMinus | K::PlusPlus | K::AndAnd => self.n_prefix += 2,
            _ => self.n_prefix = 0,
        }
        if self.n_open > MAX_C_NESTING || self.n_prefix > MAX_PREFIX_OPERATORS {
            self.result.errors.push((start, "nested too deeply".to_owned()));
            self.at = self.bytes.len();
        }
    }

    /// `_Pragma ("…")` (6.10.10).
    fn pragma_operator(&mut self) {
        let start = self.at;
        let end = self.behind_parentheses();
        self.skip_to(end);
        let operand = self.text[start..end].trim();
        let operand = operand.strip_prefix('(').and_then(|it| it.strip_suffix(')')).unwrap_or("").trim();
        let operand = operand.strip_prefix('L').unwrap_or(operand).trim_matches('"');
        self.pragma(operand.trim());
    }

    /// `#pragma pack`. Others say nothing of what the program does.
    fn pragma(&mut self, pragma: &str) {
        let Some(rest) = pragma.strip_prefix("pack") else { return };
        let Some(list) = rest.trim().strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) else {
            return;
        };
        let parts: Vec<&str> = list.split(',').map(str::trim).collect();
        let number =
            |text: &str| text.parse().ok().map(|it: u64| matches!(it, 1 | 2 | 4 | 8 | 16).then_some(it));
        match parts[0] {
            "push" => self.packs.push(self.pack),
            "pop" => self.pack = self.packs.pop().flatten(),
            "" => self.pack = None,
            _ => {}
        }
        if let (true, Some(pack)) = (parts[0] != "pop", parts.last().and_then(|text| number(text))) {
            self.pack = pack;
        }
        self.result.packs.push((self.result.tokens.len(), self.pack));
    }

    fn directive(&mut self) {
        let start = self.at;
        let end = self.line_end();
        self.at += 1;
        let first_end = self.text[self.at..end].find('\n').map_or(end, |length| self.at + length);
        let line = self.text[self.at..first_end].trim();
        let marker = line.strip_prefix("line").map_or(line, str::trim_start);
        self.skip_to(end);
        if marker.starts_with(|first: char| first.is_ascii_digit()) {
            self.marker(marker);
        } else if let Some(pragma) = line.strip_prefix("pragma") {
            self.pragma(pragma.trim());
        } else if !line.is_empty() && !self.is_read(line) {
            self.result.errors.push((start, format!("directive #{line} was not preprocessed")));
        }
    }

    /// Whether a directive is none that the preprocessor has left undone. Definitions may be left in its output.
    fn is_read(&self, line: &str) -> bool {
        let is_definition = line.starts_with("define ") || line.starts_with("undef ");
        line.starts_with("ident") || is_definition && self.result.has_markers
    }

    /// `n "file" flags`: the next line is line n of the file.
    fn marker(&mut self, marker: &str) {
        let digits = marker.find(|ch: char| !ch.is_ascii_digit()).unwrap_or(marker.len());
        let Ok(number) = marker[..digits].parse() else { return };
        self.number = number;
        self.result.has_markers = true;
        let rest = marker[digits..].trim_start();
        let Some(rest) = rest.strip_prefix('"') else { return };
        let Some(end) = rest.rfind('"') else { return };
        let name = rest[..end].replace("\\\"", "\"").replace("\\\\", "\\");
        self.file = match self.result.files.iter().position(|file| *file == name) {
            Some(file) => file,
            None => {
                self.result.files.push(name);
                self.result.files.len() - 1
            }
        };
    }
}

fn two_characters(spelling: &[u8]) -> Option<Kind> {
    use Kind as K;
    Some(match spelling {
        b"->" => K::Arrow,
        b"++" => K::PlusPlus,
        b"--" => K::MinusMinus,
        b"<<" => K::ShiftLeft,
        b">>" => K::ShiftRight,
        b"<=" => K::LessEqual,
        b">=" => K::GreaterEqual,
        b"==" => K::EqualEqual,
        b"!=" => K::BangEqual,
        b"&&" => K::AndAnd,
        b"||" => K::OrOr,
        b"+=" => K::PlusEqual,
        b"-=" => K::MinusEqual,
        b"*=" => K::StarEqual,
        b"/=" => K::SlashEqual,
        b"%=" => K::PercentEqual,
        b"&=" => K::AmpersandEqual,
        b"|=" => K::PipeEqual,
        b"^=" => K::CaretEqual,
        b"<:" => K::BracketOpen,
        b":>" => K::BracketClose,
        b"<%" => K::BraceOpen,
        b"%>" => K::BraceClose,
        _ => return None,
    })
}

fn one_character(byte: u8) -> Kind {
    use Kind as K;
    match byte {
        b'(' => K::ParenOpen,
        b')' => K::ParenClose,
        b'[' => K::BracketOpen,
        b']' => K::BracketClose,
        b'{' => K::BraceOpen,
        b'}' => K::BraceClose,
        b';' => K::Semicolon,
        b',' => K::Comma,
        b':' => K::Colon,
        b'?' => K::Question,
        b'.' => K::Dot,
        b'+' => K::Plus,
        b'-' => K::Minus,
        b'*' => K::Star,
        b'/' => K::Slash,
        b'%' => K::Percent,
        b'&' => K::Ampersand,
        b'|' => K::Pipe,
        b'^' => K::Caret,
        b'~' => K::Tilde,
        b'!' => K::Bang,
        b'<' => K::Less,
        b'>' => K::Greater,
        b'=' => K::Equal,
        _ => K::Unknown,
    }
}
