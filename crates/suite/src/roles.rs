//! What a file is to a test, by its name.
//!
//! There are three ways to say it, and files belong together only where they say it in the same way ([`Style`]).

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::tree::file_name;

/// What stands in a file of a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Role {
    /// The standard input.
    Input,
    /// The output that is expected.
    Output,
    /// The arguments, as a shell splits them.
    Arguments,
    /// The exit status that is expected.
    Status,
}

/// How names say what a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Style {
    /// By the extension: `3.in`, `3.out`.
    Extension,
    /// By a word: `input-pos1`, `output-pos1`.
    Word,
    /// By the folder: `inputs/3.txt`, `outputs/3.txt`.
    Folder,
}

/// What the name of a file says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Named {
    pub(crate) style: Style,
    pub(crate) role: Role,
    /// The folder, without what says the role.
    pub(crate) folder: PathBuf,
    /// The name of the test.
    pub(crate) name: Vec<u8>,
    /// Which of several files of one role counts: that of the lowest rank.
    pub(crate) rank: usize,
    /// Whether the name says it so clearly that the file is missed where it stands alone.
    pub(crate) sure: bool,
}

/// The extensions, the one that counts first for each role. What a program printed is often called `.out`, so what
/// somebody says to be expected counts before it.
const EXTENSIONS: [(&str, Role); 12] = [
    ("in", Role::Input),
    ("input", Role::Input),
    ("stdin", Role::Input),
    ("expected", Role::Output),
    ("exp", Role::Output),
    ("ans", Role::Output),
    ("answer", Role::Output),
    ("out", Role::Output),
    ("output", Role::Output),
    ("stdout", Role::Output),
    ("args", Role::Arguments),
    ("status", Role::Status),
];

/// The words, and whether they are sure.
const WORDS: [(&str, Role, bool); 12] = [
    ("input", Role::Input, true),
    ("inputs", Role::Input, true),
    ("stdin", Role::Input, true),
    ("in", Role::Input, false),
    ("expected", Role::Output, true),
    ("output", Role::Output, true),
    ("outputs", Role::Output, true),
    ("stdout", Role::Output, true),
    ("out", Role::Output, false),
    ("answer", Role::Output, false),
    ("answers", Role::Output, false),
    ("ans", Role::Output, false),
];

/// Extensions that say nothing but that this is text.
const PLAIN: [&str; 3] = ["txt", "dat", "text"];

/// What the names of files say, where they say anything. Only the names of folders depend on the other files.
pub(crate) fn roles(paths: &[PathBuf]) -> Vec<Option<Named>> {
    let mut named: Vec<Option<Named>> = paths.iter().map(|path| role(path)).collect();
    let mut folders: BTreeMap<&Path, Vec<usize>> = BTreeMap::new();
    for (idx, path) in paths.iter().enumerate() {
        folders.entry(path.parent().unwrap_or(Path::new(""))).or_default().push(idx);
    }
    for (folder, files) in folders {
        let Some(role) = folder_role(folder) else { continue };
        if files.iter().all(|&idx| named[idx].as_ref().is_none_or(|it| it.role == role)) {
            for idx in files {
                named[idx] = by_folder(&paths[idx], role);
            }
        }
    }
    named
}

/// What the name of a file alone says.
pub(crate) fn role(path: &Path) -> Option<Named> {
    let folder = path.parent().unwrap_or(Path::new(""));
    by_extension(file_name(path), folder).or_else(|| by_words(file_name(path), folder))
}

fn by_extension(name: &[u8], folder: &Path) -> Option<Named> {
    let (stem, extension) = split_extension(without_plain(name))?;
    let rank = EXTENSIONS.iter().position(|(it, _)| extension.eq_ignore_ascii_case(it.as_bytes()))?;
    let role = EXTENSIONS[rank].1;
    Some(Named {
        style: Style::Extension,
        role,
        folder: folder.to_path_buf(),
        name: stem.to_vec(),
        rank,
        sure: true,
    })
}

fn by_words(name: &[u8], folder: &Path) -> Option<Named> {
    if name.starts_with(b".") {
        return None;
    }
    if let Some((_, extension)) = split_extension(name) {
        let numbered = extension.iter().all(u8::is_ascii_digit);
        if !numbered && without_plain(name) == name {
            return None;
        }
    }
    let mut rest = Vec::new();
    let mut found: Vec<(Role, bool)> = Vec::new();
    for piece in without_plain(name).chunk_by(|a, b| a.is_ascii_alphabetic() == b.is_ascii_alphabetic()) {
        match word(piece) {
            Some(it) => found.push(it),
            None => rest.extend_from_slice(piece),
        }
    }
    // `expected_output` and `output-of-input1` are outputs.
    let role = found.iter().map(|it| it.0).max()?;
    let sure = found.iter().any(|it| it.0 == role && it.1);
    let name = tidied(&rest);
    Some(Named { style: Style::Word, role, folder: folder.to_path_buf(), name, rank: 0, sure })
}

fn by_folder(path: &Path, role: Role) -> Option<Named> {
    let name = without_plain(file_name(path));
    let folder = path.parent().and_then(Path::parent).unwrap_or(Path::new("")).to_path_buf();
    let stem = match split_extension(name) {
        Some((stem, extension))
            if EXTENSIONS.iter().any(|(it, _)| extension.eq_ignore_ascii_case(it.as_bytes())) =>
        {
            stem.to_vec()
        }
        _ => by_words(name, Path::new("")).map_or_else(|| name.to_vec(), |it| it.name),
    };
    Some(Named { style: Style::Folder, role, folder, name: stem, rank: 0, sure: false })
}

fn folder_role(folder: &Path) -> Option<Role> {
    word(file_name(folder)).map(|it| it.0)
}

fn word(piece: &[u8]) -> Option<(Role, bool)> {
    let (_, role, sure) = WORDS.iter().find(|(it, ..)| piece.eq_ignore_ascii_case(it.as_bytes()))?;
    Some((*role, *sure))
}

/// A name without the separators that a word has left at its ends, and two in a row.
fn tidied(name: &[u8]) -> Vec<u8> {
    let is_separator = |it: u8| matches!(it, b'-' | b'_' | b'.' | b' ');
    let mut tidied: Vec<u8> = Vec::new();
    for &byte in name {
        if !is_separator(byte) || tidied.last().is_some_and(|&last| !is_separator(last)) {
            tidied.push(byte);
        }
    }
    while tidied.last().is_some_and(|&last| is_separator(last)) {
        tidied.pop();
    }
    tidied
}

fn without_plain(name: &[u8]) -> &[u8] {
    match split_extension(name) {
        Some((stem, extension)) if PLAIN.iter().any(|it| extension.eq_ignore_ascii_case(it.as_bytes())) => {
            stem
        }
        _ => name,
    }
}

/// What stands before the last dot and behind it. A name that starts with its only dot has no extension.
fn split_extension(name: &[u8]) -> Option<(&[u8], &[u8])> {
    let dot = name.iter().rposition(|&it| it == b'.')?;
    (dot > 0).then(|| (&name[..dot], &name[dot + 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names::printable;

    #[track_caller]
    fn check(path: &str, expect: Option<(Role, &str)>) {
        let named = role(Path::new(path));
        let named = named.as_ref().map(|it| (it.role, printable(&it.name)));
        assert_eq!(named, expect.map(|(role, name)| (role, name.to_owned())), "{path}");
    }

    #[test]
    fn extensions() {
        check("t/3.in", Some((Role::Input, "3")));
        check("t/ex01_0.OUT", Some((Role::Output, "ex01_0")));
        check("1.in.txt", Some((Role::Input, "1")));
        check("a.b.expected", Some((Role::Output, "a.b")));
        check("3.args", Some((Role::Arguments, "3")));
        check("3.status", Some((Role::Status, "3")));
    }

    #[test]
    fn words() {
        check("input-pos1", Some((Role::Input, "pos1")));
        check("output-neg12", Some((Role::Output, "neg12")));
        check("heldout-output-pos1", Some((Role::Output, "heldout-pos1")));
        check("input1", Some((Role::Input, "1")));
        check("output.7", Some((Role::Output, "7")));
        check("test_input_3.txt", Some((Role::Input, "test_3")));
        check("expected_output.txt", Some((Role::Output, "")));
        check("in07.dat", Some((Role::Input, "07")));
    }

    #[test]
    fn names_that_say_nothing() {
        for path in
            ["README.md", "buggy.c", "input.c", "inputs.py", "3", "pass1.txt", ".in", "check.h", "v1.txt"]
        {
            check(path, None);
        }
    }

    #[test]
    fn folders_say_what_is_in_them() {
        let paths =
            ["input/input00.txt", "output/output00.txt", "expected/b", "in/1.in", "in/1.out", "x/1.txt"];
        let named = roles(&paths.map(PathBuf::from));
        let shown: Vec<_> = named
            .iter()
            .map(|it| it.as_ref().map(|it| (it.style, it.role, &*it.folder, printable(&it.name))))
            .collect();
        let top = Path::new("");
        let mixed = Path::new("in");
        let of = |style, role, folder, name: &str| Some((style, role, folder, name.to_owned()));
        assert_eq!(
            shown,
            [
                of(Style::Folder, Role::Input, top, "00"),
                of(Style::Folder, Role::Output, top, "00"),
                of(Style::Folder, Role::Output, top, "b"),
                of(Style::Extension, Role::Input, mixed, "1"),
                of(Style::Extension, Role::Output, mixed, "1"),
                None,
            ]
        );
    }
}
