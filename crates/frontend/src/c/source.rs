//! From byte ranges of files to spans and texts that the user knows.
//!
//! Where a line went through macro expansion, what its tokens stand for is read off their
//! [provenance](super::provenance). Where that is not known, the line is aligned with the original line, and a
//! token that came out of a macro stands where the macro's use does.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use faultscope_ir::index::IndexMap;
use faultscope_ir::{FileId, SourceMap, Span};

use super::bytes::shown;
use super::macros;
use super::parser::{self, Comment, Lexed, Line, SyntaxError, ast};
use super::provenance::{Item, Provenance, Standing};
use crate::InputFile;
use crate::limits::MAX_ALIGNED_PAIRS;

/// A byte range of a unit's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(super) struct Loc {
    /// Index of the unit.
    pub unit: u32,
    /// First byte.
    pub start: u32,
    /// Byte after the last.
    pub end: u32,
}

impl Loc {
    /// The last byte: of a block the brace that ends it.
    pub(super) fn last(self) -> Loc {
        Loc { start: self.end.saturating_sub(1).max(self.start), ..self }
    }
}

/// Where a text stands.
#[derive(Debug, Clone)]
pub(super) struct Place {
    pub span: Span,
    /// The uses of macros that it comes from, the innermost first.
    pub expansions: Vec<Span>,
    /// The macros that a part of it comes from: their names, and where they are defined.
    pub definitions: Vec<(String, Span)>,
}

/// The texts of all units. Units are shared by all that read them.
#[derive(Default, Clone)]
pub(super) struct Sources {
    pub units: Vec<Arc<Unit>>,
    pub map: SourceMap,
    line_starts: IndexMap<FileId, Vec<usize>>,
}

/// One file given.
pub(super) struct Unit {
    given: String,
    lexed: Lexed,
    /// Whether bytes are characters, in the given text and the originals.
    is_ascii: bool,
    originals: Vec<(String, String)>,
    /// For each file that line markers name: its index among the originals, and where its lines start.
    original_lines: Vec<Option<(usize, Vec<usize>)>>,
    /// Where the lines of the given text start.
    given_lines: OnceLock<Vec<usize>>,
    provenance: OnceLock<Provenance>,
    /// Whether it is a library model.
    pub trusted: bool,
}

impl Sources {
    /// Adds a file; gives the index of its unit.
    pub(super) fn add(&mut self, file: &InputFile, trusted: bool) -> u32 {
        self.add_unit(Arc::new(Unit::new(file, trusted)))
    }

    /// Adds a unit; gives its index.
    pub(super) fn add_unit(&mut self, unit: Arc<Unit>) -> u32 {
        self.map.add_file(&unit.lexed.files[0], unit.first_text().map(shown));
        self.units.push(unit);
        self.units.len() as u32 - 1
    }

    /// Makes all files known whose text is at hand.
    pub(super) fn add_originals(&self, map: &mut SourceMap) {
        for unit in &self.units {
            for file in 0..unit.lexed.files.len() {
                let name = &unit.lexed.files[file];
                let is_known = map.files().any(|(_, known)| known.name == *name && known.text.is_some());
                if let Some(text) = unit.original(file).filter(|_| !is_known) {
                    map.add_file(name, Some(shown(text)));
                }
            }
        }
    }

    /// The syntax tree of a unit, or what is wrong with it.
    pub(super) fn parse(&self, unit: u32) -> Result<ast::TranslationUnit, Vec<SyntaxError>> {
        self.units[unit as usize].parse()
    }

    /// Whether the range lies in a library model.
    pub(super) fn is_trusted(&self, loc: Loc) -> bool {
        self.units[loc.unit as usize].trusted
    }

    /// Whether the range lies in a header of the system.
    pub(super) fn is_of_system(&self, loc: Loc) -> bool {
        self.units[loc.unit as usize].is_of_system(loc.start as usize)
    }

    /// Whether the range lies in a model of the library that is ours.
    pub(super) fn is_library(&self, loc: Loc) -> bool {
        let unit = &self.units[loc.unit as usize];
        unit.trusted && unit.lexed.files[0].starts_with("<library>/")
    }

    /// Whether what stands there comes from another file than the unit itself.
    pub(super) fn is_included(&mut self, loc: Loc) -> bool {
        let file = self.span(loc).file;
        self.map.file(file).name != self.units[loc.unit as usize].lexed.files[0]
    }

    /// The span of a byte range, in no macro's definition.
    pub(super) fn span(&mut self, loc: Loc) -> Span {
        self.place(loc, Standing::Outside).span
    }

    /// Where a byte range stands.
    pub(super) fn place(&mut self, loc: Loc, standing: Standing) -> Place {
        let unit = self.units[loc.unit as usize].clone();
        let given = unit.given_range(loc);
        if unit.has_originals()
            && let Some(place) = self.spelled(loc.unit, &unit, &given, standing)
        {
            return place;
        }
        let span = self.given_span(loc.unit, given.start, given.end);
        Place { span, expansions: Vec::new(), definitions: Vec::new() }
    }

    /// Where a byte range of the given text is spelled, if its tokens are known.
    fn spelled(
        &mut self,
        number: u32,
        unit: &Unit,
        given: &Range<usize>,
        standing: Standing,
    ) -> Option<Place> {
        let provenance = unit.provenance();
        let tokens = provenance.within(given.start, given.end);
        if tokens.is_empty() || provenance.tokens[tokens.clone()].iter().any(|token| token.item.is_none()) {
            return None;
        }
        let cover = provenance.standing(&tokens, standing)?;
        let span = self.item_span(number, unit, cover.item)?;
        let expansions = provenance.expansions(cover.item);
        let expansions =
            expansions.into_iter().filter_map(|item| self.item_span(number, unit, item)).collect();
        let macros = provenance.macros_below(&tokens, cover.item.level);
        let definition = |idx: u32| {
            let definition = &provenance.macros[idx as usize];
            let span = self.range_span(number, unit, definition.file? as usize, &definition.range)?;
            Some((definition.name.clone(), span))
        };
        let definitions = macros.into_iter().filter_map(definition).collect();
        Some(Place { span, expansions, definitions })
    }

    /// The span of a level's text.
    pub(super) fn item_span(&mut self, number: u32, unit: &Unit, item: Item) -> Option<Span> {
        let file = unit.provenance().levels[item.level as usize].file?;
        self.range_span(number, unit, file as usize, &(item.start..item.end))
    }

    /// The span of a byte range of an original.
    pub(super) fn range_span(
        &mut self,
        number: u32,
        unit: &Unit,
        file: usize,
        range: &Range<u32>,
    ) -> Option<Span> {
        let (line, column) = unit.line_and_column(file, range.start as usize)?;
        let (end_line, end_column) = unit.line_and_column(file, range.end as usize)?;
        Some(Span { file: self.file(number, file), line, column, end_line, end_column })
    }

    fn given_span(&mut self, unit: u32, start: usize, end: usize) -> Span {
        let data = self.units[unit as usize].clone();
        let first_idx = data.lexed.line_idx(start);
        let last_idx = data.lexed.line_idx(end.saturating_sub(1).max(start));
        let first = data.lexed.lines[first_idx];
        let last = data.lexed.lines[last_idx];
        let (column, same_line_end) = data.columns(first_idx, start, end);
        let (end_line, end_column) = if first_idx == last_idx {
            (first.number, same_line_end)
        } else if last.file == first.file && last.number >= first.number {
            (last.number, data.columns(last_idx, last.start, end).1)
        } else {
            // A range whose end lies in another file is cut to its first line.
            (first.number, column)
        };
        let (end_line, end_column) = (end_line, end_column).max((first.number, column));
        let file = self.file(unit, first.file);
        Span { file, line: first.number, column, end_line, end_column }
    }

    fn file(&mut self, unit: u32, file: usize) -> FileId {
        let data = &self.units[unit as usize];
        let name = &data.lexed.files[file];
        let known = self.map.files().find(|(_, known)| known.name == *name && known.text.is_some());
        if let Some((file, _)) = known {
            return file;
        }
        let text = data.originals.iter().find(|(original, _)| original == name).map(|(_, text)| shown(text));
        self.map.add_file(name, text)
    }

    /// The source text of a span on one line, white space folded and comments left out.
    pub(super) fn text_of(&mut self, loc: Loc, span: Span) -> String {
        let text = self.map.file(span.file).text.as_deref();
        let original = text.and_then(|text| {
            let starts = self.line_starts.entry(span.file).or_insert_with(|| line_starts(text));
            cut(text, starts, span)
        });
        if let Some(original) = original.map(fold).filter(|text| !text.is_empty()) {
            return original;
        }
        let text = &self.units[loc.unit as usize].given;
        let text = text.get(loc.start as usize..loc.end as usize).unwrap_or("");
        // Line markers can stand in the middle of a statement.
        let lines = text.split_inclusive('\n').filter(|line| !line.trim_start().starts_with('#'));
        fold(lines.collect::<String>())
    }
}

impl Unit {
    pub(super) fn new(file: &InputFile, trusted: bool) -> Unit {
        let lexed = parser::lex(&file.name, &file.text);
        let find = |name: &String| {
            let idx = file.originals.iter().position(|(original, _)| original == name)?;
            lexed.has_markers.then(|| (idx, line_starts(&file.originals[idx].1)))
        };
        Unit {
            given: file.text.clone(),
            is_ascii: file.text.is_ascii() && file.originals.iter().all(|(_, text)| text.is_ascii()),
            original_lines: lexed.files.iter().map(find).collect(),
            lexed,
            originals: file.originals.clone(),
            given_lines: OnceLock::new(),
            provenance: OnceLock::new(),
            trusted,
        }
    }

    /// The syntax tree, or what is wrong with the text.
    pub(super) fn parse(&self) -> Result<ast::TranslationUnit, Vec<SyntaxError>> {
        parser::parse(&self.given, &self.lexed)
    }

    /// The text of the file itself, if it is at hand.
    fn first_text(&self) -> Option<&str> {
        let original = self.originals.iter().find(|(name, _)| *name == self.lexed.files[0]);
        match original {
            Some((_, text)) => Some(text),
            None => (!self.lexed.has_markers).then_some(self.given.as_str()),
        }
    }

    /// Whether the text came out of a preprocessor.
    pub(super) fn is_preprocessed(&self) -> bool {
        self.lexed.has_markers
    }

    /// Whether what stands at an offset comes from a header that is not at hand: one of the system's.
    pub(super) fn is_of_system(&self, offset: usize) -> bool {
        let line = self.lexed.lines.get(self.lexed.line_idx(offset));
        let is_at_hand = |line: &Line| self.original_lines.get(line.file).is_some_and(Option::is_some);
        self.has_originals() && line.is_some_and(|it| !is_at_hand(it))
    }

    /// Whether files are at hand that the text was made of.
    fn has_originals(&self) -> bool {
        self.lexed.has_markers && self.original_lines.iter().any(Option::is_some)
    }

    /// The bytes of the given text that a place means.
    pub(super) fn given_range(&self, loc: Loc) -> Range<usize> {
        let end = (loc.end as usize).min(self.given.len());
        (loc.start as usize).min(end)..end
    }

    /// The annotations in it.
    pub(super) fn annotations(&self) -> &[Comment] {
        &self.lexed.annotations
    }

    /// Where the tokens of the text are spelled.
    pub(super) fn provenance(&self) -> &Provenance {
        self.provenance.get_or_init(|| {
            if !self.lexed.has_markers {
                return macros::plain(&self.given);
            }
            let original = |file| self.original(file);
            let originals: Vec<Option<&str>> = (0..self.lexed.files.len()).map(original).collect();
            macros::preprocessed(&self.given, &self.lexed.lines, &originals)
        })
    }

    /// The text that was given.
    pub(super) fn given(&self) -> &str {
        &self.given
    }

    /// How many files line markers name.
    pub(super) fn n_files(&self) -> usize {
        self.lexed.files.len()
    }

    /// The name of a file that line markers name.
    pub(super) fn file_name(&self, file: usize) -> &str {
        &self.lexed.files[file]
    }

    /// The text of a file as the user wrote it, if it is at hand.
    pub(super) fn original(&self, file: usize) -> Option<&str> {
        if !self.lexed.has_markers {
            return (file == 0).then_some(self.given.as_str());
        }
        let (idx, _) = self.original_lines.get(file)?.as_ref()?;
        Some(&self.originals[*idx].1)
    }

    /// Where the lines of a file start.
    fn starts(&self, file: usize) -> Option<&[usize]> {
        match self.original_lines.get(file)? {
            Some((_, starts)) => Some(starts),
            None => Some(self.given_lines.get_or_init(|| line_starts(&self.given))),
        }
    }

    fn line_and_column(&self, file: usize, offset: usize) -> Option<(u32, u32)> {
        let text = self.original(file)?;
        let starts = self.starts(file)?;
        let line = starts.partition_point(|start| *start <= offset);
        let start = *starts.get(line.checked_sub(1)?)?;
        let column = match self.is_ascii {
            true => offset - start,
            false => text.get(start..offset)?.chars().count(),
        };
        Some((line as u32, column as u32 + 1))
    }

    /// The columns that a range stands for, as far as it lies on a line.
    fn columns(&self, line_idx: usize, start: usize, end: usize) -> (u32, u32) {
        let line = self.lexed.lines[line_idx];
        let next = self.lexed.lines.get(line_idx + 1).map_or(self.given.len(), |next| next.start);
        let given = self.given.get(line.start..next).unwrap_or("").trim_end_matches(['\n', '\r']);
        let within = |offset: usize| offset.saturating_sub(line.start).min(given.len());
        let (start, end) = (within(start), within(end));
        let column = |text: &str, bytes: usize| match self.is_ascii {
            true => bytes as u32 + 1,
            false => text.get(..bytes).unwrap_or(text).chars().count() as u32 + 1,
        };
        match self.original_line(line).filter(|original| *original != given) {
            Some(original) => {
                let from = align(given, original, start, false);
                let to = align(given, original, end, true).max(from);
                let (from, to) = balance(original, from, to);
                (column(original, from), column(original, to))
            }
            None => (column(given, start), column(given, end)),
        }
    }

    /// The line before preprocessing, where it is at hand.
    fn original_line(&self, line: Line) -> Option<&str> {
        let (text, starts) = self.original_lines.get(line.file)?.as_ref()?;
        let idx = (line.number as usize).checked_sub(1)?;
        let end = starts.get(idx + 1).copied().unwrap_or(self.originals[*text].1.len());
        let line = self.originals[*text].1.get(*starts.get(idx)?..end)?;
        Some(line.trim_end_matches(['\n', '\r']))
    }
}

fn line_starts(text: &str) -> Vec<usize> {
    std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect()
}

/// A range grown to hold both of every pair of parentheses that it holds one of: a macro's use is shown with
/// its arguments.
fn balance(text: &str, from: usize, to: usize) -> (usize, usize) {
    let inside = text.get(from..to).unwrap_or("");
    let (mut open, mut missing) = (0_usize, 0_usize);
    for byte in inside.bytes() {
        match byte {
            b'(' => open += 1,
            b')' if open > 0 => open -= 1,
            b')' => missing += 1,
            _ => {}
        }
    }
    let (mut start, mut end) = (from, to);
    for (offset, byte) in text.bytes().enumerate().skip(to) {
        match byte {
            _ if open == 0 => break,
            b'(' => open += 1,
            b')' => open -= 1,
            _ => {}
        }
        end = offset + 1;
    }
    for (offset, byte) in text.bytes().enumerate().take(from).collect::<Vec<_>>().into_iter().rev() {
        match byte {
            _ if missing == 0 => break,
            b')' => missing += 1,
            b'(' => missing -= 1,
            _ => {}
        }
        start = offset;
    }
    if open > 0 || missing > 0 || !text.is_char_boundary(start) || !text.is_char_boundary(end) {
        return (from, to);
    }
    if start < from {
        let is_word = |ch: char| ch.is_alphanumeric() || ch == '_';
        start = text[..start].trim_end_matches(is_word).len();
    }
    (start, end)
}

/// The offset in `original` that an offset in its expansion `given` stands for.
fn align(given: &str, original: &str, offset: usize, is_end: bool) -> usize {
    let (given_tokens, original_tokens) = (tokens(given), tokens(original));
    let pairs = common(given, &given_tokens, original, &original_tokens);
    let probe = if is_end { offset.saturating_sub(1) } else { offset };
    let token = given_tokens.partition_point(|(start, _)| *start <= probe).saturating_sub(1);
    if let Some((_, matched)) = pairs.iter().find(|(idx, _)| *idx == token) {
        let (start, end) = original_tokens[*matched];
        let shift = offset.saturating_sub(given_tokens[token].0);
        return (start + shift).min(end);
    }
    // Between the aligned tokens on both sides.
    let before = pairs.iter().rev().find(|(idx, _)| *idx < token).map(|(_, matched)| *matched);
    let after = pairs.iter().find(|(idx, _)| *idx > token).map(|(_, matched)| *matched);
    let first = before.map_or(0, |idx| idx + 1);
    let last = after.unwrap_or(original_tokens.len()).max(first + 1);
    if is_end {
        original_tokens.get(last - 1).map_or(original.len(), |(_, end)| *end)
    } else {
        original_tokens.get(first).map_or(original.len(), |(start, _)| *start)
    }
}

/// The byte ranges of a line's tokens, roughly: words, quoted texts, single characters.
fn tokens(line: &str) -> Vec<(usize, usize)> {
    let bytes = line.as_bytes();
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || !byte.is_ascii();
        match bytes[at] {
            byte if byte.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            b'/' if line[at..].starts_with("//") => break,
            b'/' if line[at..].starts_with("/*") => {
                at = line[at + 2..].find("*/").map_or(bytes.len(), |end| at + 2 + end + 2);
                continue;
            }
            quote @ (b'"' | b'\'') => {
                at += 1;
                while at < bytes.len() && bytes[at] != quote {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                at = (at + 1).min(bytes.len());
                while !line.is_char_boundary(at) {
                    at += 1;
                }
            }
            byte if is_word(&byte) => at += bytes[at..].iter().take_while(|byte| is_word(byte)).count(),
            _ => at += 1,
        }
        tokens.push((start, at));
    }
    tokens
}

/// Longest common subsequence of the tokens, as pairs of indices; only the common ends for very long lines.
fn common(
    given: &str,
    given_tokens: &[(usize, usize)],
    original: &str,
    original_tokens: &[(usize, usize)],
) -> Vec<(usize, usize)> {
    let same = |i: usize, j: usize| {
        let ((a, b), (c, d)) = (given_tokens[i], original_tokens[j]);
        given[a..b] == original[c..d]
    };
    let (n, m) = (given_tokens.len(), original_tokens.len());
    let prefix = (0..n.min(m)).take_while(|idx| same(*idx, *idx)).count();
    let rest = n.min(m) - prefix;
    let suffix = (0..rest).take_while(|idx| same(n - 1 - idx, m - 1 - idx)).count();
    let (rows, columns) = (n - prefix - suffix, m - prefix - suffix);
    let mut pairs: Vec<(usize, usize)> = (0..prefix).map(|idx| (idx, idx)).collect();
    if rows * columns <= MAX_ALIGNED_PAIRS {
        let mut length = vec![vec![0_u32; columns + 1]; rows + 1];
        for i in (0..rows).rev() {
            for j in (0..columns).rev() {
                length[i][j] = if same(prefix + i, prefix + j) {
                    length[i + 1][j + 1] + 1
                } else {
                    length[i + 1][j].max(length[i][j + 1])
                };
            }
        }
        let (mut i, mut j) = (0, 0);
        while i < rows && j < columns {
            if same(prefix + i, prefix + j) {
                pairs.push((prefix + i, prefix + j));
                (i, j) = (i + 1, j + 1);
            } else if length[i + 1][j] >= length[i][j + 1] {
                i += 1;
            } else {
                j += 1;
            }
        }
    }
    pairs.extend((0..suffix).rev().map(|idx| (n - 1 - idx, m - 1 - idx)));
    pairs
}

/// The text of a span.
fn cut(text: &str, starts: &[usize], span: Span) -> Option<String> {
    let mut result = String::new();
    for number in span.line..=span.end_line {
        let idx = number.checked_sub(1)? as usize;
        let end = starts.get(idx + 1).copied().unwrap_or(text.len());
        let line = text.get(*starts.get(idx)?..end)?;
        let from = if number == span.line { byte_of(line, span.column) } else { 0 };
        let to = if number == span.end_line { byte_of(line, span.end_column) } else { line.len() };
        result.push_str(line.get(from..to.max(from))?);
        result.push('\n');
    }
    Some(result)
}

/// The offset of a column.
fn byte_of(line: &str, column: u32) -> usize {
    let skipped = column as usize - 1;
    match line.get(..skipped) {
        Some(before) if before.is_ascii() => skipped,
        _ => line.char_indices().nth(skipped).map_or(line.len(), |(offset, _)| offset),
    }
}

/// White space folded, comments left out.
fn fold(text: impl AsRef<str>) -> String {
    let mut rest = text.as_ref();
    if is_folded(rest) {
        return rest.to_owned();
    }
    let mut plain = String::new();
    while let Some(next) = rest.find(['/', '"', '\'']) {
        plain.push_str(&rest[..next]);
        rest = &rest[next..];
        let length = if rest.starts_with("/*") {
            plain.push(' ');
            let end = rest.find("*/").map_or(rest.len(), |end| end + 2);
            rest = &rest[end..];
            continue;
        } else if rest.starts_with("//") {
            let end = rest.find('\n').unwrap_or(rest.len());
            rest = &rest[end..];
            continue;
        } else if rest.starts_with('/') {
            1
        } else {
            quoted_length(rest)
        };
        plain.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    plain.push_str(rest);
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether folding a text leaves it as it is, as far as that is seen soon.
fn is_folded(text: &str) -> bool {
    let is_plain = |it: u8| matches!(it, b' '..=b'~') && !matches!(it, b'/' | b'"' | b'\'');
    text.trim().len() == text.len() && !text.contains("  ") && text.bytes().all(is_plain)
}

fn quoted_length(text: &str) -> usize {
    let mut chars = text.char_indices();
    let quote = chars.next().map(|(_, quote)| quote);
    let mut escaped = false;
    for (offset, ch) in chars {
        match ch {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if Some(ch) == quote => return offset + ch.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(given: &str, original: &str, cut: &str, expected: &str) {
        let start = given.find(cut).unwrap();
        let from = align(given, original, start, false);
        let to = align(given, original, start + cut.len(), true);
        let (from, to) = balance(original, from, to);
        assert_eq!(&original[from..to], expected);
    }

    #[test]
    fn expanded_tokens_stand_where_the_macro_is_used() {
        check("  if (x > 600 && y > 2)", "\tif (x  > MAX && y > MIN)", "x > 600", "x  > MAX");
        check("  if (x > 600 && y > 2)", "\tif (x  > MAX && y > MIN)", "y > 2", "y > MIN");
        check("do { y = 1; x = 2; } while (0);", "SET(x, 2);", "y = 1", "SET(x, 2)");
        check("a = f(b);", "a = f(b); /* c */", "f(b)", "f(b)");
    }

    #[test]
    fn text_is_folded_and_comments_are_left_out() {
        assert_eq!(fold("x =  /* a */ 'a' \n + \"/* b */\" // c\n;"), "x = 'a' + \"/* b */\" ;");
    }
}
