//! Preprocessed text made fit for the parser.
//!
//! Comments, line markers, pragmas and GNU spellings that the parser does not know are blanked out; what
//! must be inserted is remembered, so that every offset of the scrubbed text leads back to the text given.
//!
//! What decides about the layout of types is brought to the places where the parser takes attributes: those behind
//! `struct` go behind the closing brace, where `#pragma pack` leaves one, too; `_Alignas` becomes one.

mod attributes;
mod implied;

use crate::limits::{MAX_C_NESTING, MAX_PREFIX_OPERATORS};
use attributes::{attribute_end, kept_attributes};
use implied::{SPECIFIERS, begins_empty_literal, has_no_type};

pub(super) use attributes::{ALIGNAS, PACK, UNSUPPORTED, plain};

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
    /// The annotations that were blanked out, in the order of the text.
    pub annotations: Vec<Comment>,
}

/// An annotation: a comment that begins with an at sign, or a clause in CBMC's spelling.
#[derive(Debug, Clone)]
pub(super) struct Comment {
    pub spelling: Spelling,
    /// What it says.
    pub text: String,
    /// Where that begins in the scrubbed text.
    pub start: usize,
    /// Where the token behind it begins in the scrubbed text.
    pub next: usize,
}

/// How an annotation is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Spelling {
    Acsl,
    Cprover,
}

/// What clauses in CBMC's spelling begin with.
const CLAUSES: [&[u8]; 7] = [
    b"__CPROVER_requires",
    b"__CPROVER_ensures",
    b"__CPROVER_assigns",
    b"__CPROVER_frees",
    b"__CPROVER_loop_invariant",
    b"__CPROVER_loop_assigns",
    b"__CPROVER_decreases",
];

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

/// Declarations of types that the compiler knows without a header. Those of 128 bits get their meaning later.
const PRELUDE: &str = "typedef _Float128 __float128; typedef long long __int128, __int128_t; \
                       typedef unsigned long long __uint128_t;\n";

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
        in_body: false,
        is_specified: false,
        head: None,
        closers: Vec::new(),
        blanks: Vec::new(),
        pack: None,
        packs: Vec::new(),
    };
    scrubber.insert(PRELUDE.as_bytes());
    scrubber.run();
    let Scrubber { out, mut result, .. } = scrubber;
    // Only ASCII was replaced, by ASCII.
    result.text = String::from_utf8(out).unwrap_or_default();
    for annotation in &mut result.annotations {
        let rest = result.text.get(annotation.next..).unwrap_or("");
        annotation.next += rest.len() - rest.trim_start().len();
    }
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
    /// Whether the braces at file scope that were opened last are a function's.
    in_body: bool,
    /// Whether nothing but specifiers without a type was read of the declaration, and one at least.
    is_specified: bool,
    /// The structure, union or enumeration whose keyword was read, and no brace yet.
    head: Option<Head>,
    /// What to insert behind closing braces and parentheses, innermost last.
    closers: Vec<Closer>,
    /// Stretches of the given text that are to be blanked out when they are come to, the next one last.
    blanks: Vec<(usize, usize)>,
    /// The number of `#pragma pack`, and those that were pushed.
    pack: Option<u64>,
    packs: Vec<Option<u64>>,
}

/// What was read of a structure, union or enumeration in front of its body.
struct Head {
    is_enum: bool,
    has_tag: bool,
    /// The attributes that matter.
    attributes: Vec<u8>,
}

/// Something to insert behind a closing brace or parenthesis.
struct Closer {
    /// How many are open around it.
    depth: usize,
    text: Vec<u8>,
    /// Whether `#pragma pack` counts there.
    is_record: bool,
}

impl Scrubber<'_> {
    fn run(&mut self) {
        self.start_line();
        let mut line_is_blank = true;
        while let Some(&byte) = self.text.get(self.at) {
            if let Some((start, end)) = self.blanks.last().copied()
                && start <= self.at
            {
                self.blanks.pop();
                self.blank_lines(end);
                continue;
            }
            match byte {
                b'\n' => {
                    self.copy(1);
                    self.start_line();
                    line_is_blank = true;
                    continue;
                }
                b'#' if line_is_blank => self.directive(),
                b'/' if self.next_is(b"/*") => self.block_comment(),
                b'/' if self.next_is(b"//") => self.line_comment(),
                b'"' | b'\'' => self.quoted(byte),
                b'\\' if self.next_is(b"\\\n") || self.next_is(b"\\\r\n") => self.blank(1),
                b'\r' | b'\x0c' => self.blank(1),
                b'?' => self.question_mark(),
                b'a'..=b'z' | b'A'..=b'Z' | b'_' => self.word(),
                b'0'..=b'9' => self.number(),
                _ => {
                    let is_empty_literal = byte == b'{'
                        && begins_empty_literal(&self.out, &self.text[self.at + 1..], self.depth);
                    self.punctuation(byte);
                    self.copy(1);
                    if is_empty_literal {
                        // `(type){}`, where the parser wants something.
                        self.insert(b"{}");
                    }
                    self.close(byte);
                }
            }
            line_is_blank &= byte.is_ascii_whitespace() || (byte == b'/' && self.out.ends_with(b" "));
        }
    }

    fn punctuation(&mut self, byte: u8) {
        if !byte.is_ascii_whitespace()
            && let Some(head) = self.head.take()
            && byte == b'{'
        {
            let is_record = !head.is_enum;
            self.closers.push(Closer { depth: self.depth, text: head.attributes, is_record });
        }
        if byte == b'{' && self.depth == 0 {
            // Behind parameters, or declarations of old-style ones; else it is a type, or an initializer.
            let last = self.out.iter().rfind(|byte| !byte.is_ascii_whitespace());
            self.in_body = matches!(last, Some(b')' | b';'));
        }
        match byte {
            b'{' | b'(' => self.depth += 1,
            b'}' | b')' => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        if byte == b'}' {
            self.end_last_member();
        }
        if !byte.is_ascii_whitespace() {
            self.at_start = self.depth == 0 && (byte == b';' || byte == b'}' && self.in_body);
        }
    }

    /// GNU C lets the last member of a structure end without a semicolon.
    fn end_last_member(&mut self) {
        let is_record = self.closers.last().is_some_and(|it| it.is_record && it.depth == self.depth);
        let last = self.out.iter().rfind(|byte| !byte.is_ascii_whitespace());
        if is_record && !matches!(last, Some(b';' | b'{')) {
            self.insert(b";");
        }
    }

    /// Inserts what belongs behind a closing brace or parenthesis that was just copied.
    fn close(&mut self, byte: u8) {
        if !matches!(byte, b'}' | b')') {
            return;
        }
        while let Some(closer) = self.closers.pop_if(|closer| closer.depth >= self.depth) {
            let mut text = closer.text;
            if let (true, Some(pack)) = (closer.is_record, self.pack) {
                text.extend_from_slice(format!(" __attribute__(({PACK}({pack})))").as_bytes());
            }
            if !text.is_empty() {
                self.insert(&text);
            }
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

    fn line_comment(&mut self) {
        let (start, out) = (self.at, self.out.len());
        self.blank_line();
        self.note_annotation(Spelling::Acsl, start + 3, self.at, out + 3);
    }

    /// Notes an annotation that was just blanked out, if it is one.
    fn note_annotation(&mut self, spelling: Spelling, start: usize, end: usize, out: usize) {
        let is_annotation = spelling == Spelling::Cprover || self.text.get(start - 1) == Some(&b'@');
        if let Some(text) = self.text.get(start..end).filter(|_| is_annotation) {
            let text = String::from_utf8_lossy(text).into_owned();
            let next = self.out.len();
            self.result.annotations.push(Comment { spelling, text, start: out, next });
        }
    }

    fn block_comment(&mut self) {
        let (start, out) = (self.at, self.out.len());
        let rest = &self.text[self.at + 2..];
        match rest.windows(2).position(|pair| pair == b"*/") {
            Some(length) => {
                self.blank_lines(self.at + 2 + length + 2);
                self.note_annotation(Spelling::Acsl, start + 3, start + 2 + length, out + 3);
            }
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
        let word = &rest[..length];
        let is_specifier = SPECIFIERS.contains(&word);
        if self.at_start && has_no_type(rest, length, self.is_specified) {
            // `f(a) { … }`, `static n;`: without a type, which the parser insists on, it is `int`.
            self.insert(b"int ");
        }
        self.at_start &= is_specifier || matches!(word, b"__extension__" | b"__attribute__" | b"__attribute");
        self.is_specified = self.at_start && (self.is_specified || is_specifier);
        if !matches!(&rest[..length], b"__attribute__" | b"__attribute" | b"__extension__") {
            // Behind the tag there may be a body; behind another word there is none.
            self.head = self.head.take().filter(|head| !head.has_tag);
            if let Some(head) = &mut self.head {
                head.has_tag = true;
            }
        }
        match &rest[..length] {
            b"__extension__" => self.blank(length),
            b"__attribute__" | b"__attribute" => self.attribute(length),
            b"struct" | b"union" | b"enum" => {
                let is_enum = &rest[..length] == b"enum";
                self.head = Some(Head { is_enum, has_tag: false, attributes: Vec::new() });
                self.copy(length);
            }
            b"_Alignas" | b"_Alignof" | b"__alignof__" | b"__alignof" => self.alignment(length),
            b"__label__" => {
                let end = rest.iter().position(|byte| *byte == b';').map_or(length, |end| end + 1);
                self.blank_lines(self.at + end);
            }
            b"unsigned" => self.unsigned(length),
            word if CLAUSES.contains(&word) => {
                let (start, out) = (self.at, self.out.len());
                let end = start + attribute_end(rest, length);
                self.blank_lines(end);
                self.note_annotation(Spelling::Cprover, start, end, out);
            }
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
        let start = self.at;
        let end = start + attribute_end(&self.text[start..], length);
        let kept = kept_attributes(&self.text[start..end]);
        if let Some(head) = self.head.as_mut().filter(|head| !head.has_tag) {
            for (from, to) in &kept {
                head.attributes.extend_from_slice(b" __attribute__((");
                let text = &self.text[start + from..start + to];
                head.attributes.extend(text.iter().map(|it| if *it == b'\n' { b' ' } else { *it }));
                head.attributes.extend_from_slice(b"))");
            }
            return self.blank_lines(end);
        }
        let (Some((first, _)), Some((_, last))) = (kept.first(), kept.last()) else {
            return self.blank_lines(end);
        };
        // The parentheses stay, and so does one comma between two that are kept.
        let text = &self.text[start..end];
        let parentheses = |byte: u8| text.iter().enumerate().filter(move |it| *it.1 == byte).map(|it| it.0);
        let list = parentheses(b'(').nth(1).map_or(*first, |at| at + 1);
        let list_end = parentheses(b')').rev().nth(1).unwrap_or(*last);
        let mut blanks = vec![(list, *first)];
        for pair in kept.windows(2) {
            let (from, to) = (pair[0].1, pair[1].0);
            let comma = text[from..to].iter().rposition(|byte| *byte == b',').map_or(from, |at| from + at);
            blanks.extend([(from, comma), (comma + 1, to)]);
        }
        blanks.push((*last, list_end));
        let blanks = blanks.into_iter().map(|(from, to)| (start + from, start + to));
        let mut blanks: Vec<(usize, usize)> = blanks.collect();
        blanks.retain(|(from, to)| from < to);
        self.blanks.extend(blanks.into_iter().rev());
        self.copy(length);
    }

    /// `_Alignas(x)` as an attribute, and the operators that ask for an alignment. They take types and expressions,
    /// which only the parser can tell apart. `volatile` tells the operator of GNU from that of the standard, which
    /// differ on 32-bit x86.
    fn alignment(&mut self, length: usize) {
        let rest = &self.text[self.at..];
        if rest[length..].iter().find(|byte| !byte.is_ascii_whitespace()) != Some(&b'(') {
            return self.copy(length);
        }
        let (before, behind) = match &rest[..length] {
            b"_Alignas" => (format!("__attribute__(({ALIGNAS}(_Alignof(__typeof__"), "))))"),
            b"_Alignof" => ("_Alignof(__typeof__".to_owned(), ")"),
            _ => ("_Alignof(volatile __typeof__".to_owned(), ")"),
        };
        self.insert(before.as_bytes());
        self.closers.push(Closer { depth: self.depth, text: behind.into(), is_record: false });
        self.blank(length);
    }

    /// `#pragma pack`.
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
    fn the_last_member_of_a_structure_has_a_semicolon() {
        check(
            "union {\n int a : 3 /* b */\n} b; enum e { A } c;",
            "union {\n int a : 3        \n;} b; enum e { A } c;",
        );
        check(
            "struct s { struct { int a } b } c; struct t {} d;",
            "struct s { struct { int a ;} b ;} c; struct t {} d;",
        );
    }

    #[test]
    fn gnu_words_are_blanked_and_attributes_kept_where_they_count() {
        check("__extension__ int a __attribute__((unused));", "              int a                        ;");
        check("struct s {} __attribute__((packed)) a;", "struct s {} __attribute__((packed)) a;");
        check(
            "int a __attribute__((unused, aligned(8), weak,__packed__ , x(1))), b;",
            "int a __attribute__((        aligned(8)      ,__packed__       )), b;",
        );
    }

    #[test]
    fn attributes_in_front_of_a_body_go_behind_it() {
        check(
            "struct __attribute__((packed, weak)) s { int x; } a;",
            "struct                               s { int x; } __attribute__((packed)) a;",
        );
        check("struct __attribute__((packed)) s a;", "struct                         s a;");
        check(
            "enum __attribute__((packed)) { A };",
            "enum                         { A } __attribute__((packed));",
        );
        check("struct s __attribute__((packed)) a;", "struct s __attribute__((packed)) a;");
    }

    #[test]
    fn structures_end_with_the_packing_that_holds_there() {
        let packed = |n: u32| format!(" __attribute__(({PACK}({n})))");
        check(
            "#pragma pack(push, 2)\nstruct { enum { A } e; union { int x; } u; };\n#pragma pack(pop)\nstruct { int x; };",
            &format!(
                "                     \nstruct {{ enum {{ A }} e; union {{ int x; }}{} u; }}{};\n                 \nstruct {{ int x; }};",
                packed(2),
                packed(2)
            ),
        );
        check(
            "#pragma pack(4)\n#pragma pack()\nunion { int x; };",
            "               \n              \nunion { int x; };",
        );
    }

    #[test]
    fn alignments_of_types_and_expressions_are_written_alike() {
        check("_Alignof(int)", "_Alignof(__typeof__        (int))");
        check("__alignof__ (x)", "_Alignof(volatile __typeof__            (x))");
        check(
            "_Alignas(8) int x;",
            &format!("__attribute__(({ALIGNAS}(_Alignof(__typeof__        (8))))) int x;"),
        );
    }

    #[test]
    fn functions_without_a_type_are_given_one() {
        check("f(a) int a; { g(a); }", "int f(a) int a; { g(a); }");
        check("int x; main() {}", "int x; int main() {}");
        check("static f(int a) {}", "static int f(int a) {}");
        check("f(a) int a; {} g() {}", "int f(a) int a; {} int g() {}");
        check(
            "struct s {int a;} volatile s; enum e {A} f(int a) {}",
            "struct s {int a;} volatile s; enum e {A} f(int a) {}",
        );
        check("static n, m[2]; const k = 3;", "static int n, m[2]; const int k = 3;");
        check(
            "static int n; extern t x; static t (*f)(void);",
            "static int n; extern t x; static t (*f)(void);",
        );
        check("_Static_assert(1, \"\");", "_Static_assert(1, \"\");");
        check("int (*f)(int); t (*g)(void); t (h);", "int (*f)(int); t (*g)(void); t (h);");
    }

    #[test]
    fn empty_literals_have_something_in_them() {
        check("t x = (t){};", "t x = (t){{}};");
        check("int f(t a) { return (t){ }; }", "int f(t a) { return (t){{} }; }");
        check("int f() { g((t){}, (int)(t){}); }", "int f() { g((t){{}}, (int)(t){{}}); }");
        check("int f() {} int (*g(void))(int) {}", "int f() {} int (*g(void))(int) {}");
        check(
            "int f() { if (a) {} for (;;) {} x = (t){1}; }",
            "int f() { if (a) {} for (;;) {} x = (t){1}; }",
        );
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
