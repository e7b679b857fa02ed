//! What a submission is and what it is checked with, as one hash: where that is the same, its result is.

use std::ffi::OsString;
use std::fs;
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::glob::{entries, is_hidden};
use crate::submission::Submission;

/// The hash of what all submissions of a batch have in common.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Common(Vec<u8>);

impl Common {
    /// The program by its version, the options, and what stands in the files and folders that they name.
    pub fn new(version: &str, arguments: &[OsString], tests: Option<&Path>) -> Common {
        let mut hash = Sha256::new();
        add(&mut hash, version.as_bytes());
        for argument in arguments {
            let bytes = argument.as_encoded_bytes();
            add(&mut hash, bytes);
            // `--rules=FILE`, `-IDIR`: from each place on at which a path may begin.
            let text = argument.to_string_lossy();
            let value = text.split_once('=').map_or(&text[text.len().min(2)..], |it| it.1);
            add_path(&mut hash, Path::new(value));
        }
        if let Some(tests) = tests {
            add(&mut hash, tests.as_os_str().as_encoded_bytes());
            add_path(&mut hash, tests);
        }
        Common(hash.finalize().to_vec())
    }

    /// The hash of a submission that is checked so.
    pub fn of(&self, submission: &Submission) -> String {
        let mut hash = Sha256::new();
        add(&mut hash, &self.0);
        for path in submission.files.iter().chain(&submission.beside).chain(&submission.tests) {
            add(&mut hash, path.as_os_str().as_encoded_bytes());
            add_path(&mut hash, path);
        }
        hash.finalize().iter().map(|it| format!("{it:02x}")).collect()
    }
}

/// A part, with its length, so that no two rows of parts are the same bytes.
fn add(hash: &mut Sha256, part: &[u8]) {
    hash.update((part.len() as u64).to_le_bytes());
    hash.update(part);
}

/// What stands in a file, or in the files of a folder; nothing where there is neither.
fn add_path(hash: &mut Sha256, path: &Path) {
    if path.as_os_str().is_empty() {
        return;
    }
    if path.is_dir() {
        for entry in entries(path).iter().filter(|it| !(is_hidden(it) || it.is_symlink() && it.is_dir())) {
            add(hash, entry.file_name().unwrap_or_default().as_encoded_bytes());
            add_path(hash, entry);
        }
    } else if path.is_file() {
        add(hash, &fs::read(path).unwrap_or_default());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_anywhere_is_another_hash() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = |name: &str| folder.path().join(name);
        let write = |name: &str, text: &str| fs::write(path(name), text).expect("a file");
        fs::create_dir(path("t")).expect("a folder");
        for name in ["a.c", "a.h", "t/1.in", "rules"] {
            write(name, "x");
        }
        let rules = OsString::from(format!("--rules={}", path("rules").display()));
        let hash = |version: &str, option: &str| {
            let common = Common::new(version, &[rules.clone(), option.into()], Some(&path("t")));
            common.of(&Submission {
                name: "a".to_owned(),
                files: vec![path("a.c")],
                tests: None,
                beside: vec![path("a.h")],
            })
        };
        let first = hash("1", "--effort=1");
        assert_eq!(first, hash("1", "--effort=1"));
        assert_ne!(first, hash("2", "--effort=1"));
        assert_ne!(first, hash("1", "--effort=2"));
        let mut seen = vec![first];
        for name in ["a.c", "a.h", "t/1.in", "t/1.out", "rules"] {
            write(name, "y");
            let now = hash("1", "--effort=1");
            assert!(!seen.contains(&now), "{name}");
            seen.push(now);
        }
    }
}
