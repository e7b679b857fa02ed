//! Open files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use gen_lsp_types::{TextDocumentContentChangeEvent as Change, Uri};

use crate::positions::{Encoding, Text};

/// A file that an editor has open.
#[derive(Debug, Clone)]
pub(crate) struct Document {
    /// What the client calls it.
    pub uri: Uri,
    /// The version of its text.
    pub version: i32,
    /// What the editor shows.
    pub text: Text,
}

/// The open files.
#[derive(Debug, Default)]
pub(crate) struct Documents {
    open: BTreeMap<PathBuf, Document>,
}

impl Documents {
    pub(crate) fn get(&self, path: &Path) -> Option<&Document> {
        self.open.get(path)
    }

    pub(crate) fn open(&mut self, path: PathBuf, document: Document) {
        self.open.insert(path, document);
    }

    pub(crate) fn close(&mut self, path: &Path) {
        self.open.remove(path);
    }

    /// Edits a text; whether it is open.
    pub(crate) fn change(
        &mut self,
        path: &Path,
        version: i32,
        changes: &[Change],
        encoding: Encoding,
    ) -> bool {
        let Some(document) = self.open.get_mut(path) else { return false };
        document.version = version;
        for change in changes {
            document.text = match change {
                Change::TextDocumentContentChangePartial(it) => {
                    document.text.replaced(it.range, &it.text, encoding)
                }
                Change::TextDocumentContentChangeWholeDocument(it) => Text::new(it.text.clone()),
            };
        }
        true
    }
}
