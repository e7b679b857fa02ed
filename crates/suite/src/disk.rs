//! Files on the disk.
#![expect(
    clippy::disallowed_methods,
    reason = "which files belong to a suite shows only in what lies beside them, so they are looked for here"
)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::place::At;
use crate::problem::{Error, Warning};
use crate::tree::{Tree, is_hidden};

/// How many files are looked at. A suite that is named by mistake (a home directory) is found out here.
const MAX_FILES: usize = 200_000;

/// What a path names.
pub(crate) enum Kind {
    Folder,
    File,
}

/// Whether a path names a folder or a file.
pub(crate) fn kind(path: &Path) -> Result<Kind, Error> {
    match fs::metadata(path) {
        Ok(it) if it.is_dir() => Ok(Kind::Folder),
        Ok(_) => Ok(Kind::File),
        Err(error) => Err(unreadable(path, &error)),
    }
}

/// What stands in a file.
pub(crate) fn contents(path: &Path) -> Result<Vec<u8>, Error> {
    fs::read(path).map_err(|error| unreadable(path, &error))
}

/// All files of a folder and of the folders in it, without hidden ones.
pub(crate) fn folder(root: &Path) -> Result<Tree<'static>, Error> {
    let mut walk = Walk { root, entered: BTreeSet::new(), paths: Vec::new(), warnings: Vec::new() };
    walk.enter(Path::new(""))?;
    let Walk { paths, warnings, .. } = walk;
    Ok(tree(root, paths).with_warnings(warnings))
}

/// The files of a folder itself.
pub(crate) fn files_beside(root: &Path) -> Result<Tree<'static>, Error> {
    // A file that is named without a folder lies in the current one, whose name is not repeated in messages.
    let listed = if root.as_os_str().is_empty() { Path::new(".") } else { root };
    let mut paths = Vec::new();
    for entry in fs::read_dir(listed).map_err(|error| unreadable(listed, &error))?.flatten() {
        let name = PathBuf::from(entry.file_name());
        if !root.join(&name).is_dir() {
            paths.push(name);
        }
    }
    Ok(tree(root, paths))
}

fn tree(root: &Path, paths: Vec<PathBuf>) -> Tree<'static> {
    let root = root.to_path_buf();
    let folder = root.clone();
    Tree::new(root, paths, move |path| fs::read(folder.join(path)).map_err(|error| error.to_string()))
}

fn unreadable(path: &Path, error: &std::io::Error) -> Error {
    Error::Unreadable { path: path.to_path_buf(), reason: error.to_string() }
}

struct Walk<'a> {
    root: &'a Path,
    /// The folders that were looked into, each under the name that it has without links.
    entered: BTreeSet<PathBuf>,
    paths: Vec<PathBuf>,
    warnings: Vec<Warning>,
}

impl Walk<'_> {
    fn enter(&mut self, relative: &Path) -> Result<(), Error> {
        let folder = self.root.join(relative);
        let entries = fs::canonicalize(&folder).and_then(|real| {
            let is_new = self.entered.insert(real);
            // A link that leads to a folder once more, perhaps upwards, leads to nothing new.
            if is_new { fs::read_dir(&folder).map(Some) } else { Ok(None) }
        });
        match entries {
            Ok(None) => {}
            Ok(Some(entries)) => {
                for entry in entries {
                    match entry {
                        Ok(entry) => self.entry(relative.join(entry.file_name()))?,
                        Err(error) => self.warn(&folder, &error),
                    }
                }
            }
            Err(error) if self.entered.len() <= 1 => return Err(unreadable(&folder, &error)),
            Err(error) => self.warn(&folder, &error),
        }
        Ok(())
    }

    fn entry(&mut self, relative: PathBuf) -> Result<(), Error> {
        if relative.file_name().is_some_and(|it| is_hidden(Path::new(it))) {
            return Ok(());
        }
        match fs::metadata(self.root.join(&relative)) {
            Ok(it) if it.is_dir() => return self.enter(&relative),
            // A pipe or a device is no file of a suite, and reading it need not end.
            Ok(it) if !it.is_file() => return Ok(()),
            // What cannot be looked at is missed when it is read.
            _ => {}
        }
        if self.paths.len() == MAX_FILES {
            let limit = format!("{MAX_FILES} files");
            return Err(Error::TooMuch { path: self.root.to_path_buf(), limit });
        }
        self.paths.push(relative);
        Ok(())
    }

    fn warn(&mut self, path: &Path, error: &std::io::Error) {
        self.warnings.push(Warning::Unreadable { at: At::file(path), reason: error.to_string() });
    }
}
