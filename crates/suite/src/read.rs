//! A suite from a path, whatever form it has.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::archive;
use crate::collect::{Found, contradictions, named};
use crate::disk::{self, Kind};
use crate::model::{Metadata, Suite};
use crate::pairs::{Wanted, pairs};
use crate::place::At;
use crate::problem::{Error, Warning};
use crate::roles::{Named, Role, Style, role};
use crate::table::{self, TableInput};
use crate::testcomp::{self, Content};
use crate::tree::{Tree, file_name, has_extension};

/// What the files of a suite do not say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reading {
    /// What a column of a table is that is only called `input`, or not at all.
    pub table_input: TableInput,
}

/// Reads the suite at a path: a folder, an archive, a table, a Test-Comp document, or one input with what lies beside
/// it. What cannot be used of it is in [`Suite::warnings`].
///
/// # Errors
/// Where the path cannot be read, or nothing there is a test that can be used.
pub fn read(path: &Path, reading: &Reading) -> Result<Suite, Error> {
    match disk::kind(path)? {
        Kind::Folder => Collection::of_tree(&disk::folder(path)?, reading).suite(path),
        Kind::File if has_extension(path, "zip") => {
            let tree = archive::unpack(path, &disk::contents(path)?)?;
            Collection::of_tree(&tree, reading).suite(path)
        }
        Kind::File if has_extension(path, "tsv") => {
            let mut collection = Collection::default();
            collection.table(path, Path::new(""), &disk::contents(path)?, reading);
            collection.suite(path)
        }
        Kind::File if has_extension(path, "xml") => {
            let mut collection = Collection::default();
            let name = path.file_stem().unwrap_or_default().as_encoded_bytes();
            if !collection.document(path, Path::new(""), name, &disk::contents(path)?) {
                return Err(Error::UnknownForm { path: path.to_path_buf() });
            }
            collection.suite(path)
        }
        Kind::File => match role(Path::new(file_name_of(path))) {
            Some(named) => one_test(path, &Wanted::Of(named)),
            None => Err(Error::UnknownForm { path: path.to_path_buf() }),
        },
    }
}

/// The test that lies beside a program, if there is one: `a.c.expected` or `a.expected`, with `.in`, `.args` and
/// `.status` of the same name.
///
/// # Errors
/// Where the folder of the program cannot be read, or the test cannot.
pub fn beside(program: &Path) -> Result<Option<Suite>, Error> {
    let folder = program.parent().unwrap_or(Path::new(""));
    let tree = disk::files_beside(folder)?;
    let stem = program.file_stem().unwrap_or_default().as_encoded_bytes();
    for name in [file_name(program), stem] {
        // The output of a compiler may be called `a.out`.
        let is_expected = |it: &PathBuf| {
            role(it).is_some_and(|named| named.name == name && named.role == Role::Output)
                && has_extension(it, "expected")
        };
        if tree.paths.iter().any(is_expected) {
            let named = Named {
                style: Style::Extension,
                role: Role::Output,
                folder: PathBuf::new(),
                name: name.to_vec(),
                rank: 0,
                sure: true,
            };
            let collection = Collection::of_pairs(&tree, &Wanted::BesideProgram(named));
            return collection.suite(program).map(Some);
        }
    }
    Ok(None)
}

/// The name of a file as a path of its own.
fn file_name_of(path: &Path) -> &std::ffi::OsStr {
    path.file_name().unwrap_or_default()
}

/// The test that a file belongs to.
fn one_test(path: &Path, wanted: &Wanted) -> Result<Suite, Error> {
    let tree = disk::files_beside(path.parent().unwrap_or(Path::new("")))?;
    Collection::of_pairs(&tree, wanted).suite(path)
}

/// What was found on the way to a suite.
#[derive(Default)]
struct Collection {
    found: Vec<Found>,
    metadata: Option<Metadata>,
    warnings: Vec<Warning>,
    others: Vec<PathBuf>,
}

impl Collection {
    /// What is in a tree, in all forms.
    fn of_tree(tree: &Tree<'_>, reading: &Reading) -> Self {
        let pairs = pairs(tree, &Wanted::All);
        let mut collection = Self { found: pairs.found, ..Self::default() };
        collection.warnings.extend(tree.warnings.iter().cloned());
        collection.warnings.extend(pairs.warnings);
        for path in &tree.paths {
            if !pairs.used.contains(path) && !collection.file(tree, path, reading) {
                collection.others.push(tree.path(path));
            }
        }
        collection
    }

    /// What some files beside each other make.
    fn of_pairs(tree: &Tree<'_>, wanted: &Wanted) -> Self {
        let pairs = pairs(tree, wanted);
        Self { found: pairs.found, warnings: pairs.warnings, ..Self::default() }
    }

    /// Reads a file that stands for itself. Whether it belongs to the suite.
    fn file(&mut self, tree: &Tree<'_>, path: &Path, reading: &Reading) -> bool {
        let is_document = has_extension(path, "xml");
        if !is_document && !has_extension(path, "tsv") {
            return false;
        }
        let bytes = match tree.read(path) {
            Ok(bytes) => bytes,
            Err(warning) => {
                self.warnings.push(warning);
                return true;
            }
        };
        let folder = path.parent().unwrap_or(Path::new(""));
        if is_document {
            let name = path.file_stem().unwrap_or_default().as_encoded_bytes();
            return self.document(&tree.path(path), folder, name, &bytes);
        }
        // Tables are kept for many things. One among other files is a table of tests if its first line says so.
        if !table::has_header(&bytes) {
            return false;
        }
        self.table(&tree.path(path), &path.with_extension(""), &bytes, reading);
        true
    }

    fn table(&mut self, path: &Path, folder: &Path, bytes: &[u8], reading: &Reading) {
        let table = table::read(path, folder, bytes, reading.table_input);
        self.found.extend(table.found);
        self.warnings.extend(table.warnings);
    }

    /// Reads a document. Whether it belongs to the suite.
    fn document(&mut self, path: &Path, folder: &Path, name: &[u8], bytes: &[u8]) -> bool {
        match testcomp::read(&At::file(path), bytes) {
            Ok(Content::Test(test)) => {
                let (folder, name) = (folder.to_path_buf(), name.to_vec());
                self.found.push(Found { folder, name, row: 0, test });
            }
            Ok(Content::Metadata(metadata)) => {
                self.metadata.get_or_insert(metadata);
            }
            Ok(Content::Other) => return false,
            Err(warning) => self.warnings.push(warning),
        }
        true
    }

    fn suite(self, path: &Path) -> Result<Suite, Error> {
        let Self { found, metadata, mut warnings, others } = self;
        let tests = named(found);
        if tests.is_empty() {
            return Err(Error::NoTests { path: path.to_path_buf(), warnings, n_others: others.len() });
        }
        warnings.extend(contradictions(&tests));
        // What is wrong with one file is said once, however many ways lead to it.
        let mut seen = BTreeSet::new();
        warnings.retain(|it| seen.insert(it.to_string()));
        Ok(Suite { tests, metadata, warnings, others })
    }
}
