//! Where something stands.

use std::cell::RefCell;
use std::collections::BTreeSet;

use faultscope_ir::{FileId, SourceMap, Span};
use serde::Serialize;

/// The files of a report, and which of them places are in.
pub(super) struct Files<'a> {
    pub(super) map: &'a SourceMap,
    named: RefCell<BTreeSet<FileId>>,
}

impl<'a> Files<'a> {
    pub(super) fn new(map: &'a SourceMap) -> Files<'a> {
        // The first one is what the report is called after, whatever is in it.
        let first = map.files().map(|(id, _)| id).take(1);
        Files { map, named: RefCell::new(first.collect()) }
    }

    /// Those of the places that there are so far.
    pub(super) fn named(&self) -> Vec<JsonSource<'a>> {
        let source = |id: &FileId| {
            let file = self.map.file(*id);
            JsonSource { file: &file.name, text: file.text.as_deref() }
        };
        self.named.borrow().iter().map(source).collect()
    }
}

/// A file, as it was when the program was checked.
#[derive(Serialize)]
pub(super) struct JsonSource<'a> {
    file: &'a str,
    text: Option<&'a str>,
}

/// A place; its fields are those of the object it is in.
#[derive(Serialize)]
pub(super) struct Place<'a> {
    file: &'a str,
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
}

impl<'a> Place<'a> {
    pub(super) fn new(span: Span, sources: &Files<'a>) -> Place<'a> {
        sources.named.borrow_mut().insert(span.file);
        let Span { file, line, column, end_line, end_column } = span;
        Place { file: &sources.map.file(file).name, line, column, end_line, end_column }
    }
}
