//! Changed lines of the user's files.

use std::collections::BTreeSet;
use std::ops::{Range, RangeInclusive};

use faultscope_frontend::Input;
use faultscope_ir::{FileId, SourceMap, Span};
use rustc_hash::FxHashMap;

use crate::alignment::ChangedFile;
use crate::proposals::Edit;
use crate::workspace::original;

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

    /// The numbers of the lines that are other ones with the change, as they would be.
    pub(super) fn other_lines(&self) -> BTreeSet<u32> {
        if n_lines(&self.old) != n_lines(&self.new) {
            return self.new_lines().collect();
        }
        let pairs = self.new_lines().zip(self.old.split('\n').zip(self.new.split('\n')));
        pairs.filter(|(_, (old, new))| old != new).map(|(line, _)| line).collect()
    }

    /// Whether lines behind it have other numbers with it.
    pub(super) fn moves_lines(&self) -> bool {
        n_lines(&self.old) != n_lines(&self.new)
    }

    /// The file with the change. The text that is offered is what is translated: a program may ask for the numbers of its lines.
    pub(super) fn changed_file(&self, input: &Input) -> Option<ChangedFile> {
        let old = original(input, &self.file)?;
        let new = self.applied_to(old)?;
        let behind = |lines: RangeInclusive<u32>| self.line..lines.end() + 1;
        let stretches = vec![(behind(self.old_lines()), behind(self.new_lines()))];
        Some(ChangedFile { name: self.file.clone(), old: old.to_owned(), new, stretches })
    }

    /// The file's text with the change.
    pub(super) fn applied(&self, input: &Input) -> Option<String> {
        self.applied_to(original(input, &self.file)?)
    }

    /// A text of the file with the change.
    pub(super) fn applied_to(&self, text: &str) -> Option<String> {
        let Range { start, end } = lines(text, *self.old_lines().start(), *self.old_lines().end())?;
        Some(format!("{}{}{}", &text[..start], self.new, &text[end..]))
    }
}

/// What makes one text of a file of another.
pub(super) fn difference(name: &str, file: FileId, old: &str, new: &str) -> Option<(Edit, Hunk)> {
    let (old_lines, new_lines): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let n_same = old_lines.iter().zip(&new_lines).take_while(|(old, new)| old == new).count();
    let shortest = old_lines.len().min(new_lines.len());
    // A line stays, so that the change has a place.
    let first = n_same.min(shortest.checked_sub(1)?);
    let ends = old_lines.iter().rev().zip(new_lines.iter().rev()).take(shortest - first - 1);
    let n_behind = ends.take_while(|(old, new)| old == new).count();
    let (old_end, new_end) = (old_lines.len() - n_behind, new_lines.len() - n_behind);
    let (line, end_line) = (first as u32 + 1, old_end as u32);
    let text = |text: &str, last| lines(text, line, last).map(|it| text[it].to_owned());
    let (old, new) = (text(old, end_line)?, text(new, new_end as u32)?);
    let end_column = old_lines[old_end - 1].chars().count() as u32 + 1;
    let span = Span { file, line, column: 1, end_line, end_column };
    let hunk = Hunk { file: name.to_owned(), line, old: old.clone(), new: new.clone() };
    Some((Edit { span, old, new }, hunk))
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
