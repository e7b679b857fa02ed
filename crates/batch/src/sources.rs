//! The files of a program.

use std::path::{Path, PathBuf};

use crate::glob::{entries, is_hidden};

/// Whether a file is a source by its extension.
pub fn is_source(path: &Path) -> bool {
    path.extension().is_some_and(|it| ["c", "i", "bpl"].iter().any(|source| it.eq_ignore_ascii_case(source)))
}

/// The files of a program that is files and folders, and what else it is read from.
///
/// # Errors
/// What is wrong, where something is not there or has no files.
pub(crate) fn files_of(paths: &[PathBuf]) -> Result<(Vec<PathBuf>, Vec<PathBuf>), String> {
    let (mut files, mut beside) = (Vec::new(), Vec::new());
    for path in paths {
        if path.is_dir() {
            let found = sources_below(path);
            if found.is_empty() {
                return Err(format!("`{}` has no C files", path.display()));
            }
            files.extend(found);
            beside.push(path.clone());
        } else if path.is_file() {
            let headers = entries(path.parent().unwrap_or(Path::new("")));
            beside.extend(headers.into_iter().filter(|it| it.extension().is_some_and(|it| it == "h")));
            files.push(path.clone());
        } else {
            return Err(format!("there is no `{}`", path.display()));
        }
    }
    beside.sort();
    beside.dedup();
    Ok((files, beside))
}

/// The sources in a folder and in those in it, sorted; none of what is hidden.
pub(crate) fn sources_below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for path in entries(folder).into_iter().filter(|it| !is_hidden(it) && !it.is_symlink()) {
        if path.is_dir() {
            found.extend(sources_below(&path));
        } else if is_source(&path) {
            found.push(path);
        }
    }
    found
}
