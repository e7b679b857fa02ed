//! Inputs that made a program fail, as fuzzers leave them: files or folders of AFL++, libFuzzer and honggfuzz.

use std::path::{Path, PathBuf};

use crate::collect::{Found, named};
use crate::disk::{self, Kind};
use crate::model::{Suite, Test};
use crate::place::At;
use crate::problem::Error;
use crate::tree::file_name;

/// How libFuzzer's names start.
const LIBFUZZER: [&[u8]; 6] = [b"crash-", b"timeout-", b"oom-", b"leak-", b"slow-unit-", b"minimized-from-"];

/// The inputs in some files and folders, each as a test whose standard input it is and that expects nothing but that
/// the program does not fail. A [`Template`](crate::Template) puts them into a file.
///
/// A file that is named is an input, whatever it is called. Of a folder the files are taken that fuzzers call so
/// (`id:000000,sig:06,…`, `crash-…`), in folders below it too but not in `queue`; if there is none, all that lie in the
/// folder itself but the `README.txt`.
///
/// # Errors
/// Where a path cannot be read, or no input is found.
pub fn crash_inputs(paths: &[PathBuf]) -> Result<Suite, Error> {
    let mut found = Vec::new();
    let mut warnings = Vec::new();
    let mut others = Vec::new();
    for path in paths {
        match disk::kind(path)? {
            Kind::File => found.push(input(path.clone(), Path::new(""), disk::contents(path)?)),
            Kind::Folder => {
                let tree = disk::folder(path)?;
                warnings.extend(tree.warnings.iter().cloned());
                let inputs = chosen(&tree.paths);
                others.extend(tree.paths.iter().filter(|it| !inputs.contains(it)).map(|it| tree.path(it)));
                for it in inputs {
                    match tree.read(it) {
                        Ok(contents) => {
                            found.push(input(tree.path(it), it.parent().unwrap_or(Path::new("")), contents));
                        }
                        Err(warning) => warnings.push(warning),
                    }
                }
            }
        }
    }
    let tests = named(found);
    if tests.is_empty() {
        let path = paths.first().cloned().unwrap_or_default();
        return Err(Error::NoTests { path, warnings, n_others: others.len() });
    }
    Ok(Suite { tests, metadata: None, warnings, others })
}

fn input(path: PathBuf, folder: &Path, stdin: Vec<u8>) -> Found {
    let name = file_name(&path).to_vec();
    let test = Test { at: At::file(path), stdin, ..Test::default() };
    Found { folder: folder.to_path_buf(), name, row: 0, test }
}

/// The inputs among the files of a folder.
fn chosen(paths: &[PathBuf]) -> Vec<&PathBuf> {
    let called_so: Vec<&PathBuf> =
        paths.iter().filter(|it| is_crash(file_name(it)) && !is_queued(it)).collect();
    if !called_so.is_empty() {
        return called_so;
    }
    let is_readme = |it: &Path| file_name(it).to_ascii_lowercase().starts_with(b"readme");
    let lies_there = |it: &Path| it.components().count() == 1;
    paths.iter().filter(|it| lies_there(it) && !is_readme(it)).collect()
}

fn is_crash(name: &[u8]) -> bool {
    let afl = name.starts_with(b"id:") || name.starts_with(b"id_");
    let honggfuzz = name.starts_with(b"SIG") && name.ends_with(b".fuzz");
    afl || honggfuzz || LIBFUZZER.iter().any(|it| name.starts_with(it))
}

/// Whether a file is one that AFL++ goes on from, which need not fail.
fn is_queued(path: &Path) -> bool {
    path.components().any(|it| it.as_os_str() == "queue")
}
