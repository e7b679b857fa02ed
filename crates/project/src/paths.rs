//! Paths as build files write them.

use std::path::{Component, Path, PathBuf};

/// Where a file is that is named in a folder.
pub(crate) fn place(folder: &Path, name: &str) -> PathBuf {
    plain(&folder.join(name))
}

/// A path without `.` and `..`.
pub(crate) fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => drop(plain.pop()),
            other => plain.push(other),
        }
    }
    plain
}

/// Whether a file is a header by its name.
pub(crate) fn is_header(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "h")
}
