//! Where something stands.

use faultscope_ir::{SourceMap, Span};
use serde::Serialize;

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
    pub(super) fn new(span: Span, sources: &'a SourceMap) -> Place<'a> {
        let Span { file, line, column, end_line, end_column } = span;
        Place { file: &sources.file(file).name, line, column, end_line, end_column }
    }
}
