//! Files to look through, wherever they are: on the disk, in an archive, in a test.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::place::At;
use crate::problem::Warning;

/// Gives what stands in a file, or why it cannot be read.
type Contents<'a> = Box<dyn Fn(&Path) -> Result<Vec<u8>, String> + 'a>;

/// Files by their path below a root, and their contents on demand.
pub(crate) struct Tree<'a> {
    /// What was named.
    pub(crate) root: PathBuf,
    /// The files, each relative to the root, ordered.
    pub(crate) paths: Vec<PathBuf>,
    /// What could not be looked into.
    pub(crate) warnings: Vec<Warning>,
    contents: Contents<'a>,
}

impl<'a> Tree<'a> {
    /// The files `paths`, of which `contents` gives what stands in them, or why that cannot be read.
    pub(crate) fn new(
        root: impl Into<PathBuf>,
        mut paths: Vec<PathBuf>,
        contents: impl Fn(&Path) -> Result<Vec<u8>, String> + 'a,
    ) -> Self {
        paths.sort();
        Self { root: root.into(), paths, warnings: Vec::new(), contents: Box::new(contents) }
    }

    /// Files that are in memory.
    pub(crate) fn of_contents(root: impl Into<PathBuf>, files: BTreeMap<PathBuf, Vec<u8>>) -> Self {
        let paths = files.keys().cloned().collect();
        Self::new(root, paths, move |path| {
            files.get(path).cloned().ok_or_else(|| "it is not there".to_owned())
        })
    }

    /// The same files, with what could not be looked into.
    pub(crate) fn with_warnings(self, warnings: Vec<Warning>) -> Self {
        Self { warnings, ..self }
    }

    /// The path of a file from where the root was named.
    pub(crate) fn path(&self, relative: &Path) -> PathBuf {
        self.root.join(relative)
    }

    /// A file as a place.
    pub(crate) fn at(&self, relative: &Path) -> At {
        At::file(self.path(relative))
    }

    /// What stands in a file.
    pub(crate) fn read(&self, relative: &Path) -> Result<Vec<u8>, Warning> {
        (self.contents)(relative).map_err(|reason| Warning::Unreadable { at: self.at(relative), reason })
    }
}

/// Whether people do not see the file: `.DS_Store`, `.git`.
pub(crate) fn is_hidden(path: &Path) -> bool {
    path.components().any(|it| {
        let name = it.as_os_str().as_encoded_bytes();
        (name.starts_with(b".") && name != b"." && name != b"..") || name == b"__MACOSX"
    })
}

/// The last part of a path, as bytes.
pub(crate) fn file_name(path: &Path) -> &[u8] {
    path.file_name().map_or(&[], |it| it.as_encoded_bytes())
}

/// Whether a file has this extension, in any case.
pub(crate) fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|it| it.eq_ignore_ascii_case(extension))
}
