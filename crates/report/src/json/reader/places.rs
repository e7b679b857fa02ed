//! Files and places.

use std::cell::RefCell;

use faultscope_ir::{SourceMap, Span};
use faultscope_json as document;

/// The files that places name, in the order of the report.
#[derive(Default)]
pub(super) struct Places {
    map: RefCell<SourceMap>,
}

impl Places {
    /// The files of a report.
    pub(super) fn new(sources: Vec<document::Source>) -> Places {
        let mut map = SourceMap::default();
        for source in sources {
            map.add_file(&source.file, source.text);
        }
        Places { map: RefCell::new(map) }
    }

    /// The files, those of places that the report does not list last.
    pub(super) fn into_sources(self) -> SourceMap {
        self.map.into_inner()
    }

    /// The span of a place.
    pub(super) fn span(&self, place: &document::Place) -> Span {
        let document::Place { file, line, column, end_line, end_column } = place;
        Span {
            file: self.map.borrow_mut().add_file(file, None),
            line: *line,
            column: *column,
            end_line: *end_line,
            end_column: *end_column,
        }
    }
}
