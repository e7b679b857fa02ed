//! Changed lines of the user's files.

use faultscope_frontend::{Input, InputFile};
use faultscope_ir::{FileId, SourceMap};
use rustc_hash::FxHashMap;

use crate::proposals::Edit;

/// A change of one line of one file.
#[derive(Debug, Clone)]
pub struct LineChange {
    /// The name of the file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The line as it is, without its end.
    pub old: String,
    /// The line as it would be.
    pub new: String,
}

/// The lines that were looked for, as the user wrote them.
pub(super) struct Lines<'a> {
    input: &'a Input,
    sources: &'a SourceMap,
    known: FxHashMap<(FileId, u32), Option<&'a str>>,
}

impl<'a> Lines<'a> {
    /// Of a program's files.
    pub(super) fn new(input: &'a Input, sources: &'a SourceMap) -> Lines<'a> {
        Lines { input, sources, known: FxHashMap::default() }
    }

    /// The change of an edit; none where the edited file is none of the user's.
    pub(super) fn change(&mut self, edit: &Edit) -> Option<LineChange> {
        let (file, line) = (edit.span.file, edit.span.line);
        let name = &self.sources.file(file).name;
        let find = || original(self.input, name)?.lines().nth((line as usize).checked_sub(1)?);
        let old = (*self.known.entry((file, line)).or_insert_with(find))?;
        Some(LineChange { file: name.clone(), line, old: old.to_owned(), new: edit.apply(old)? })
    }
}

/// File, number and text of a line as it would be: changes of a program with the same are the same.
pub(super) type ChangedLine = (String, u32, String);

impl LineChange {
    /// What is there with the change.
    pub(super) fn changed(&self) -> ChangedLine {
        (self.file.clone(), self.line, self.new.clone())
    }

    /// The file's text with the change.
    pub(super) fn applied(&self, input: &Input) -> Option<String> {
        let line = |(idx, line): (usize, &str)| {
            if idx + 1 != self.line as usize {
                return line.to_owned();
            }
            let end = &line[line.trim_end_matches(['\n', '\r']).len()..];
            format!("{}{end}", self.new)
        };
        let text = original(input, &self.file)?;
        Some(text.split_inclusive('\n').enumerate().map(line).collect())
    }
}

/// The text of a file as the user wrote it.
fn original<'a>(input: &'a Input, name: &str) -> Option<&'a str> {
    let original = |file: &'a InputFile| {
        let known = file.originals.iter().find(|(known, _)| known == name);
        known.map(|(_, text)| text.as_str()).or((file.name == name).then_some(file.text.as_str()))
    };
    input.files.iter().find_map(original)
}
