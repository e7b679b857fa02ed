//! Places in the program text, and what is told about them.

use faultscope_ir::{Diagnostic, FileId, Severity, SourceMap, Span};

use crate::InputFile;

/// A stretch of a file in bytes, the end exclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct TextRange {
    /// Index of the file.
    pub(super) file: u32,
    pub(super) start: u32,
    pub(super) end: u32,
}

impl TextRange {
    /// From the start of this range to the end of another one in the same file.
    pub(super) fn to(self, last: TextRange) -> TextRange {
        TextRange { end: last.end.max(self.end), ..self }
    }
}

/// Where a stretch of a text comes from, up to the next one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Moved {
    /// Its first byte.
    pub(super) new: u32,
    /// The byte of the user's text that this is, or the one in front of which it was put in.
    pub(super) old: u32,
    /// Whether it is the user's.
    pub(super) is_kept: bool,
}

/// The files of the program.
pub(super) struct Texts<'a> {
    files: Vec<TextFile<'a>>,
}

struct TextFile<'a> {
    id: FileId,
    text: &'a str,
    /// Byte offsets at which lines start.
    lines: Vec<u32>,
    /// The text that the user wrote, where that is another one, and what of it stands where.
    written: Option<(&'a str, &'a [Moved])>,
}

impl<'a> Texts<'a> {
    pub(super) fn new(files: &'a [InputFile], sources: &mut SourceMap) -> Texts<'a> {
        let files = files.iter().map(|file| {
            let id = sources.add_file(&file.name, Some(file.text.clone()));
            TextFile { id, text: &file.text, lines: lines(&file.text), written: None }
        });
        Texts { files: files.collect() }
    }

    /// The same files, whose places are told as those of the text that the user wrote.
    pub(super) fn moved(
        files: &'a [InputFile],
        written: &'a [InputFile],
        moved: &'a [Vec<Moved>],
        sources: &mut SourceMap,
    ) -> Texts<'a> {
        let files = files.iter().zip(written).zip(moved).map(|((file, written), moved)| {
            let id = sources.add_file(&file.name, Some(written.text.clone()));
            let lines = lines(&written.text);
            TextFile { id, text: &file.text, lines, written: Some((&written.text, moved)) }
        });
        Texts { files: files.collect() }
    }

    /// Lines and columns of a range.
    pub(super) fn span(&self, range: TextRange) -> Span {
        let file = &self.files[range.file as usize];
        let (line, column) = file.position(range.start);
        let (end_line, end_column) = file.position(range.end);
        Span { file: file.id, line, column, end_line, end_column }
    }

    /// The text of a range on one line: without comments, white space folded.
    pub(super) fn snippet(&self, range: TextRange) -> String {
        let text = &self.files[range.file as usize].text[range.start as usize..range.end as usize];
        without_comments(text).split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

impl TextFile<'_> {
    fn position(&self, offset: u32) -> (u32, u32) {
        let (text, offset) = match self.written {
            None => (self.text, offset),
            Some((text, moved)) => (text, written_at(moved, offset)),
        };
        let line = self.lines.partition_point(|start| *start <= offset) - 1;
        let before = &text[self.lines[line] as usize..offset as usize];
        (line as u32 + 1, before.chars().count() as u32 + 1)
    }
}

/// The byte of the user's text that a byte of a text stands for.
fn written_at(moved: &[Moved], offset: u32) -> u32 {
    let of = moved.partition_point(|it| it.new <= offset).checked_sub(1).map(|idx| moved[idx]);
    of.map_or(offset, |it| if it.is_kept { it.old + (offset - it.new) } else { it.old })
}

/// The byte offsets at which lines start.
fn lines(text: &str) -> Vec<u32> {
    let line_ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
    std::iter::once(0).chain(line_ends.map(|(at, _)| at as u32 + 1)).collect()
}

fn without_comments(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find("//").into_iter().chain(rest.find("/*")).min() {
        kept.push_str(&rest[..start]);
        kept.push(' ');
        let comment = &rest[start..];
        let length = if comment.starts_with("//") {
            comment.find('\n').unwrap_or(comment.len())
        } else {
            comment.find("*/").map_or(comment.len(), |end| end + 2)
        };
        rest = &comment[length..];
    }
    kept + rest
}

/// Collects what there is to tell.
pub(super) struct Reporter<'a> {
    pub(super) texts: Texts<'a>,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// How many more errors are worth telling.
    errors_left: u32,
}

/// After this many errors the rest is noise.
const MAX_ERRORS: u32 = 20;

impl<'a> Reporter<'a> {
    pub(super) fn new(texts: Texts<'a>) -> Reporter<'a> {
        Reporter { texts, diagnostics: Vec::new(), errors_left: MAX_ERRORS }
    }

    pub(super) fn error(&mut self, range: TextRange, message: impl Into<String>) {
        self.tell(Severity::Error, Some(range), message.into(), None);
    }

    pub(super) fn error_with_hint(
        &mut self,
        range: TextRange,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) {
        self.tell(Severity::Error, Some(range), message.into(), Some(hint.into()));
    }

    pub(super) fn tell(
        &mut self,
        severity: Severity,
        range: Option<TextRange>,
        message: String,
        hint: Option<String>,
    ) {
        let span = range.map(|range| self.texts.span(range));
        if severity == Severity::Error {
            // What follows from an error often stands at the same place.
            let told = self.diagnostics.iter().any(|it| it.severity == severity && it.span == span);
            if self.errors_left == 0 || told && span.is_some() {
                return;
            }
            self.errors_left -= 1;
        }
        self.diagnostics.push(Diagnostic { severity, message, span, hint });
    }

    /// Tells no more errors: what is left of the text makes no sense any more.
    pub(super) fn silence(&mut self) {
        self.errors_left = 0;
    }

    /// What was told, in the order of the text.
    pub(super) fn into_diagnostics(mut self) -> Vec<Diagnostic> {
        self.take_diagnostics()
    }

    /// What was told so far, in the order of the text.
    pub(super) fn take_diagnostics(&mut self) -> Vec<Diagnostic> {
        self.diagnostics.sort_by_key(|diagnostic| diagnostic.span);
        std::mem::take(&mut self.diagnostics)
    }

    pub(super) fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }
}
