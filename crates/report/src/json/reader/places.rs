//! Files and places.

use std::cell::RefCell;

use faultscope_ir::{SourceMap, Span};

use super::error::ReadError;
use super::node::{Node, number, string};

/// The files that places name, in the order of the report.
#[derive(Default)]
pub(super) struct Places {
    map: RefCell<SourceMap>,
}

impl Places {
    /// The files, those of places that the report does not list last.
    pub(super) fn into_sources(self) -> SourceMap {
        self.map.into_inner()
    }

    /// Takes the files of the report over.
    pub(super) fn source(&self, node: &Node<'_>) -> Result<(), ReadError> {
        let name = node.get("file", string)?;
        let text = node.maybe("text", string)?;
        self.map.borrow_mut().add_file(&name, text);
        Ok(())
    }

    /// A place, whose fields are those of the object.
    pub(super) fn place(&self, node: &Node<'_>) -> Result<Span, ReadError> {
        let name = node.get("file", string)?;
        let at = |name| node.get(name, number::<u32>);
        Ok(Span {
            line: at("line")?,
            column: at("column")?,
            end_line: at("end_line")?,
            end_column: at("end_column")?,
            file: self.map.borrow_mut().add_file(&name, None),
        })
    }

    /// A place, if the object has one.
    pub(super) fn maybe(&self, node: &Node<'_>) -> Result<Option<Span>, ReadError> {
        node.optional("file").is_some().then(|| self.place(node)).transpose()
    }
}
