//! Where something stands.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::Arc;

use faultscope_ir::{FileId, SourceMap, Span};
use faultscope_json as document;

/// The files of a report, and which of them places are in.
pub(crate) struct Files<'a> {
    pub(super) map: &'a SourceMap,
    names: Vec<Arc<str>>,
    named: RefCell<BTreeSet<FileId>>,
}

impl<'a> Files<'a> {
    pub(crate) fn new(map: &'a SourceMap) -> Files<'a> {
        // The first one is what the report is called after, whatever is in it.
        let first = map.files().map(|(id, _)| id).take(1);
        let names = map.files().map(|(_, file)| Arc::from(file.name.as_str())).collect();
        Files { map, names, named: RefCell::new(first.collect()) }
    }

    /// The place of a span, whose file is named from then on.
    pub(crate) fn place(&self, span: Span) -> document::Place {
        self.name(span);
        let Span { file, line, column, end_line, end_column } = span;
        document::Place { file: self.names[file.0 as usize].clone(), line, column, end_line, end_column }
    }

    /// Notes that a place is in a file.
    pub(super) fn name(&self, span: Span) {
        self.named.borrow_mut().insert(span.file);
    }

    /// The files of the places that there are so far.
    pub(super) fn named(&self) -> Vec<document::Source> {
        let source = |id: &FileId| {
            let file = self.map.file(*id);
            document::Source { file: file.name.clone(), text: file.text.clone() }
        };
        self.named.borrow().iter().map(source).collect()
    }
}
