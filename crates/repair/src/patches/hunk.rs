//! Changed lines of the user's files.

use std::ops::{Range, RangeInclusive};

use faultscope_frontend::{Input, InputFile};
use faultscope_ir::{FileId, SourceMap};
use rustc_hash::FxHashMap;

use crate::proposals::Edit;

/// A change of consecutive lines of one file.
#[derive(Debug, Clone)]
pub struct Hunk {
    /// The name of the file.
    pub file: String,
    /// The first of the lines, from 1.
    pub line: u32,
    /// The lines as they are, without the end of the last.
    pub old: String,
    /// The lines as they would be.
    pub new: String,
}

/// The lines that were looked for, as the user wrote them.
pub(super) struct Lines<'a> {
    input: &'a Input,
    sources: &'a SourceMap,
    known: FxHashMap<(FileId, u32, u32), Option<&'a str>>,
}

impl<'a> Lines<'a> {
    /// Of a program's files.
    pub(super) fn new(input: &'a Input, sources: &'a SourceMap) -> Lines<'a> {
        Lines { input, sources, known: FxHashMap::default() }
    }

    /// The change of an edit; none where the edited file is none of the user's.
    pub(super) fn change(&mut self, edit: &Edit) -> Option<Hunk> {
        let (file, line, end_line) = (edit.span.file, edit.span.line, edit.span.end_line);
        let name = &self.sources.file(file).name;
        let find = || {
            let text = original(self.input, name)?;
            text.get(lines(text, line, end_line)?)
        };
        let old = (*self.known.entry((file, line, end_line)).or_insert_with(find))?;
        Some(Hunk { file: name.clone(), line, old: old.to_owned(), new: edit.apply(old)? })
    }
}

/// File, number and texts of lines as they are and would be: changes of a program with the same are the same.
pub(super) type ChangedLines = (String, u32, usize, String);

impl Hunk {
    /// What is there with the change.
    pub(super) fn changed(&self) -> ChangedLines {
        (self.file.clone(), self.line, n_lines(&self.old), self.new.clone())
    }

    /// The numbers of the lines as they are.
    pub(super) fn old_lines(&self) -> RangeInclusive<u32> {
        self.line..=self.line + n_lines(&self.old) as u32 - 1
    }

    /// The numbers of the lines as they would be.
    pub(super) fn new_lines(&self) -> RangeInclusive<u32> {
        self.line..=self.line + n_lines(&self.new) as u32 - 1
    }

    /// The file's text with the change.
    pub(super) fn applied(&self, input: &Input) -> Option<String> {
        let text = original(input, &self.file)?;
        let Range { start, end } = lines(text, *self.old_lines().start(), *self.old_lines().end())?;
        Some(format!("{}{}{}", &text[..start], self.new, &text[end..]))
    }
}

fn n_lines(text: &str) -> usize {
    text.matches('\n').count() + 1
}

/// Where the lines of a text with these numbers are, from 1, without the end of the last.
fn lines(text: &str, first: u32, last: u32) -> Option<Range<usize>> {
    let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1));
    let mut starts = starts.filter(|at| *at < text.len()).skip((first as usize).checked_sub(1)?);
    let start = starts.next()?;
    let last_start = match last.checked_sub(first)? {
        0 => start,
        n => starts.nth(n as usize - 1)?,
    };
    let line = text[last_start..].lines().next()?;
    Some(start..last_start + line.len())
}

/// The text of a file as the user wrote it.
fn original<'a>(input: &'a Input, name: &str) -> Option<&'a str> {
    let original = |file: &'a InputFile| {
        let known = file.originals.iter().find(|(known, _)| known == name);
        known.map(|(_, text)| text.as_str()).or((file.name == name).then_some(file.text.as_str()))
    };
    input.files.iter().find_map(original)
}

#[cfg(test)]
mod tests {
    #[test]
    fn lines_are_without_the_end_of_the_last() {
        let lines = |text: &'static str, first, last| super::lines(text, first, last).map(|it| &text[it]);
        let text = "a\r\nb\r\n\r\nc";
        assert_eq!(lines(text, 1, 1), Some("a"));
        assert_eq!(lines(text, 1, 2), Some("a\r\nb"));
        assert_eq!(lines(text, 3, 3), Some(""));
        assert_eq!(lines(text, 3, 4), Some("\r\nc"));
        assert_eq!((lines(text, 5, 5), lines(text, 0, 1), lines("a\n", 2, 2)), (None, None, None));
    }
}
