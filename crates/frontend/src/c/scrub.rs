//! Preprocessed text made fit for the parser.
//!
//! Comments, line markers, pragmas and GNU spellings that the parser does not know are blanked out; what
//! must be inserted is remembered, so that every offset of the scrubbed text leads back to the text given.

use crate::limits::{MAX_C_NESTING, MAX_PREFIX_OPERATORS};

/// A file after scrubbing.
#[derive(Debug, Default)]
pub(super) struct Scrubbed {
    /// What the parser reads.
    pub text: String,
    /// What the scrubbed text has more than the given one: offset in it and number of bytes.
    insertions: Vec<(usize, usize)>,
    /// For each line of the given text: its start, and the file and line it stands for.
    pub lines: Vec<Line>,
    /// The names of files; the first is the one given.
    pub files: Vec<String>,
    /// Whether there was a line marker.
    pub has_markers: bool,
    /// Things that make parsing pointless: offset and message.
    pub errors: Vec<(usize, String)>,
}

/// Where a line of the given text comes from.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line {
    /// Offset of its first byte.
    pub start: usize,
    /// Index into [`Scrubbed::files`].
    pub file: usize,
    /// 1-based number in that file.
    pub number: u32,
}

/// What stands between `?` and `:` of GNU's `a ?: b` after scrubbing.
pub(super) const ELVIS: &str = "__faultscope_elvis";

/// Declarations of types that the compiler knows without a header.
const PRELUDE: &str = "typedef _Float128 __float128; typedef long long __int128, __int128_t; \
                       typedef unsigned long long __uint128_t;\n";

/// Words that declarations may begin with and that parentheses may follow, other than names of functions.
const NO_NAMES: [&[u8]; 10] = [
    b"__attribute__",
    b"__attribute",
    b"_Static_assert",
    b"__asm__",
    b"__asm",
    b"asm",
    b"__typeof__",
    b"typeof",
    b"_Alignas",
    b"_Atomic",
];

impl Scrubbed {
    /// The offset in the given text of an offset in the scrubbed one.
    pub(super) fn given_offset(&self, offset: usize) -> usize {
        let mut inserted = 0;
        for (start, length) in &self.insertions {
            if offset < start + length {
                return offset.min(*start) - inserted;
            }
            inserted += length;
        }
        offset - inserted
    }

    /// The index of the line that an offset of the given text lies in.
    pub(super) fn line_idx(&self, offset: usize) -> usize {
        self.lines.partition_point(|line| line.start <= offset).saturating_sub(1)
    }
}

/// Scrubs a file.
pub(super) fn scrub(name: &str, text: &str) -> Scrubbed {
    let mut scrubber = Scrubber {
        text: text.as_bytes(),
        at: 0,
        out: Vec::with_capacity(text.len() + PRELUDE.len()),
        result: Scrubbed { files: vec![name.to_owned()], ..Scrubbed::default() },
        file: 0,
        number: 1,
        depth: 0,
        at_start: true,
    };
    scrubber.insert(PRELUDE.as_bytes());
    scrubber.run();
    let Scrubber { out, mut result, .. } = scrubber;
    // Only ASCII was replaced, by ASCII.
    result.text = String::from_utf8(out).unwrap_or_default();
    check_nesting(&mut result);
    result
}

struct Scrubber<'a> {
    text: &'a [u8],
    at: usize,
    out: Vec<u8>,
    result: Scrubbed,
    file: usize,
    number: u32,
    /// Open braces and parentheses.
    depth: usize,
    /// Whether a declaration at file scope begins here.
    at_start: bool,
}

impl Scrubber<'_> {
    fn run(&mut self) {
        self.start_line();
        let mut line_is_blank = true;
        while let Some(&byte) = self.text.get(self.at) {
            match byte {
                b'\n' => {
                    self.copy(1);
                    self.start_line();
                    line_is_blank = true;
                    continue;
                }
                b'#' if line_is_blank => self.directive(),
                b'/' if self.next_is(b"/*") => self.block_comment(),
                b'/' if self.next_is(b"//") => self.blank_line(),
                b'"' | b'\'' => self.quoted(byte),
                b'\\' if self.next_is(b"\\\n") || self.next_is(b"\\\r\n") => self.blank(1),
                b'\r' | b'\x0c' => self.blank(1),
                b'?' => self.question_mark(),
                b'a'..=b'z' | b'A'..=b'Z' | b'_' => self.word(),
                b'0'..=b'9' => self.number(),
                _ => {
                    self.punctuation(byte);
                    self.copy(1);
                }
            }
            line_is_blank &= byte.is_ascii_whitespace() || (byte == b'/' && self.out.ends_with(b" "));
        }
    }

    fn punctuation(&mut self, byte: u8) {
        match byte {
            b'{' | b'(' => self.depth += 1,
            b'}' | b')' => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        if !byte.is_ascii_whitespace() {
            self.at_start = self.depth == 0 && matches!(byte, b';' | b'}');
        }
    }

    fn start_line(&mut self) {
        let line = Line { start: self.at, file: self.file, number: self.number };
        self.result.lines.push(line);
        self.number = self.number.saturating_add(1);
    }

    fn next_is(&self, prefix: &[u8]) -> bool {
        self.text[self.at..].starts_with(prefix)
    }

    fn copy(&mut self, n: usize) {
        let end = (self.at + n).min(self.text.len());
        self.out.extend_from_slice(&self.text[self.at..end]);
        self.at = end;
    }

    /// Skips bytes of one line.
    fn blank(&mut self, n: usize) {
        let end = (self.at + n).min(self.text.len());
        self.out.resize(self.out.len() + (end - self.at), b' ');
        self.at = end;
    }

    /// Skips bytes, keeping line ends.
    fn blank_lines(&mut self, end: usize) {
        while self.at < end {
            if self.text[self.at] == b'\n' {
                self.copy(1);
                self.start_line();
            } else {
                self.blank(1);
            }
        }
    }

    fn blank_line(&mut self) {
        loop {
            let rest = &self.text[self.at..];
            let length = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
            let continued = rest[..length].ends_with(b"\\") && length < rest.len();
            self.blank(length);
            if !continued {
                return;
            }
            self.copy(1);
            self.start_line();
        }
    }

    fn insert(&mut self, text: &[u8]) {
        self.result.insertions.push((self.out.len(), text.len()));
        self.out.extend_from_slice(text);
    }

    fn block_comment(&mut self) {
        let rest = &self.text[self.at + 2..];
        match rest.windows(2).position(|pair| pair == b"*/") {
            Some(length) => self.blank_lines(self.at + 2 + length + 2),
            None => {
                self.result.errors.push((self.at, "comment without end".to_owned()));
                self.blank_lines(self.text.len());
            }
        }
    }

    fn quoted(&mut self, quote: u8) {
        let start = self.at;
        let mut end = self.at + 1;
        while end < self.text.len() && self.text[end] != quote && self.text[end] != b'\n' {
            end += if self.text[end] == b'\\' { 2 } else { 1 };
        }
        if end >= self.text.len() || self.text[end] != quote {
            let what = if quote == b'"' { "string" } else { "character" };
            self.result.errors.push((start, format!("{what} without closing quote")));
            end = end.min(self.text.len()).saturating_sub(1);
        }
        while self.at <= end && self.at < self.text.len() {
            let line_end = self.text[self.at] == b'\n';
            self.copy(1);
            if line_end {
                self.start_line();
            }
        }
    }

    fn question_mark(&mut self) {
        self.copy(1);
        let rest = &self.text[self.at..];
        let space = rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        if rest.get(space) == Some(&b':') {
            self.insert(ELVIS.as_bytes());
        }
    }

    fn number(&mut self) {
        let rest = &self.text[self.at..];
        let length = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'.').count();
        self.copy(length);
    }

    fn word(&mut self) {
        let rest = &self.text[self.at..];
        let length = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
        if self.at_start && begins_definition(rest, length) && !NO_NAMES.contains(&&rest[..length]) {
            // `f(a) { … }`: without a type, which the parser insists on, it is `int`.
            self.insert(b"int ");
        }
        self.at_start &= rest[..length] == *b"__extension__";
        match &rest[..length] {
            b"__extension__" => self.blank(length),
            b"__attribute__" | b"__attribute" => self.attribute(length),
            b"__label__" => {
                let end = rest.iter().position(|byte| *byte == b';').map_or(length, |end| end + 1);
                self.blank_lines(self.at + end);
            }
            b"unsigned" => self.unsigned(length),
            _ => self.copy(length),
        }
    }

    /// `unsigned __int128` is one word to the parser.
    fn unsigned(&mut self, length: usize) {
        let rest = &self.text[self.at + length..];
        let space = rest.iter().take_while(|byte| **byte == b' ').count();
        if rest[space..].starts_with(b"__int128") {
            self.out.extend_from_slice(b"__uint128_t");
            let total = length + space + b"__int128".len();
            self.out.resize(self.out.len() + total - b"__uint128_t".len(), b' ');
            self.at += total;
        } else {
            self.copy(length);
        }
    }

    /// Attributes matter where they change the layout of a type only.
    fn attribute(&mut self, length: usize) {
        let rest = &self.text[self.at..];
        let mut depth = 0_usize;
        let mut end = length;
        for (idx, byte) in rest.iter().enumerate().skip(length) {
            match byte {
                b'(' => depth += 1,
                b')' => depth = depth.saturating_sub(1),
                byte if byte.is_ascii_whitespace() => continue,
                _ => {}
            }
            if depth == 0 {
                end = idx + usize::from(*byte == b')');
                break;
            }
        }
        let body = &rest[..end];
        let contains = |word: &[u8]| body.windows(word.len()).any(|window| window == word);
        let packed = contains(b"packed");
        let start = self.at;
        self.blank_lines(start + end);
        if packed {
            let attribute = b"__attribute__((packed))";
            let from = self.out.len() - end;
            if end >= attribute.len() && !self.out[from..].contains(&b'\n') {
                self.out[from..from + attribute.len()].copy_from_slice(attribute);
            }
        }
    }

    fn directive(&mut self) {
        let rest = &self.text[self.at + 1..];
        let length = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
        let line = String::from_utf8_lossy(&rest[..length]).into_owned();
        let start = self.at;
        self.blank_line();
        let line = line.trim();
        let marker = line.strip_prefix("line").map_or(line, str::trim_start);
        if marker.starts_with(|first: char| first.is_ascii_digit()) {
            self.marker(marker);
        } else if !line.is_empty() && !self.is_read(line) {
            self.result.errors.push((start, format!("directive #{line} was not preprocessed")));
        }
    }

    /// Whether a directive is none that the preprocessor has left undone. Definitions may be left in its output.
    fn is_read(&self, line: &str) -> bool {
        let is_definition = line.starts_with("define ") || line.starts_with("undef ");
        line.starts_with("pragma") || line.starts_with("ident") || is_definition && self.result.has_markers
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

/// Whether the word at the start of a declaration is the name of a function that is defined here: parentheses
/// follow, and behind them the body or declarations of old-style parameters.
fn begins_definition(rest: &[u8], length: usize) -> bool {
    let mut depth = 0_usize;
    for (idx, byte) in rest.iter().enumerate().skip(length) {
        match byte {
            b'(' => depth += 1,
            b')' if depth == 1 => {
                let next = rest[idx + 1..].iter().find(|byte| !byte.is_ascii_whitespace());
                return next.is_some_and(|next| *next == b'{' || next.is_ascii_alphabetic() || *next == b'_');
            }
            b')' => depth = depth.saturating_sub(1),
            b'{' | b';' => return false,
            _ if depth == 0 && !byte.is_ascii_whitespace() => return false,
            _ => {}
        }
    }
    false
}

/// Refuses nesting that the parser's recursion could not stand.
fn check_nesting(scrubbed: &mut Scrubbed) {
    let (mut depth, mut prefix, mut quote) = (0_usize, 0_usize, None);
    let mut escaped = false;
    for (offset, byte) in scrubbed.text.bytes().enumerate() {
        if let Some(open) = quote {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b'\n' => quote = None,
                _ if byte == open => quote = None,
                _ => {}
            }
            continue;
        }
        match byte {
            b'"' | b'\'' => quote = Some(byte),
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        match byte {
            b'!' | b'~' | b'-' | b'+' | b'*' | b'&' => prefix += 1,
            _ if byte.is_ascii_whitespace() => {}
            _ => prefix = 0,
        }
        if depth > MAX_C_NESTING || prefix > MAX_PREFIX_OPERATORS {
            let offset = scrubbed.given_offset(offset);
            scrubbed.errors.push((offset, "nested too deeply".to_owned()));
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let scrubbed = scrub("a.c", text);
        assert_eq!(scrubbed.text.strip_prefix(PRELUDE), Some(expected));
        for (offset, _) in scrubbed.text.char_indices().skip(PRELUDE.len()) {
            let given = scrubbed.given_offset(offset);
            assert!(given <= text.len());
        }
    }

    #[test]
    fn comments_and_markers_are_blanked_in_place() {
        check("a /* b\n c */ d // e\nf", "a     \n      d     \nf");
        check("# 1 \"x.c\"\nint a;", "         \nint a;");
        check("\"/* no */\" '\"' x", "\"/* no */\" '\"' x");
    }

    #[test]
    fn gnu_words_are_blanked_and_attributes_kept_where_they_count() {
        check("__extension__ int a __attribute__((unused));", "              int a                        ;");
        check("struct s {} __attribute__((packed)) a;", "struct s {} __attribute__((packed)) a;");
    }

    #[test]
    fn functions_without_a_type_are_given_one() {
        check("f(a) int a; { g(a); }", "int f(a) int a; { g(a); }");
        check("int x; main() {}", "int x; int main() {}");
        check("_Static_assert(1, \"\");", "_Static_assert(1, \"\");");
        check("int (*f)(int); t (*g)(void); t (h);", "int (*f)(int); t (*g)(void); t (h);");
    }

    #[test]
    fn offsets_lead_back_over_insertions() {
        let scrubbed = scrub("a.c", "a ?: b");
        let offset = scrubbed.text.rfind('b').unwrap();
        assert_eq!(scrubbed.given_offset(offset), 5);
        assert_eq!(scrubbed.given_offset(scrubbed.text.find("a ?").unwrap()), 0);
    }

    #[test]
    fn markers_name_file_and_line() {
        let scrubbed = scrub("a.i", "int x;\n# 7 \"b.c\" 2\nint y;\n");
        let line = scrubbed.lines[scrubbed.line_idx(19)];
        assert_eq!((scrubbed.files[line.file].as_str(), line.number), ("b.c", 7));
    }
}
