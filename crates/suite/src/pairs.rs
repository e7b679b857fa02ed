//! Tests that are files beside each other: an input, the output that is expected, perhaps arguments and a status.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

use crate::collect::Found;
use crate::model::{Expected, File, Test};
use crate::place::At;
use crate::problem::Warning;
use crate::roles::{Named, Role, Style, roles};
use crate::tree::{Tree, has_extension};
use crate::words::split;

/// The tests among some files.
#[derive(Default)]
pub(crate) struct Pairs {
    pub(crate) found: Vec<Found>,
    pub(crate) warnings: Vec<Warning>,
    /// The files that belong to a test, or should.
    pub(crate) used: BTreeSet<PathBuf>,
}

/// Which files are looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// All of them. An expected output that lies beside a program (`a.c.expected`) is of that program, and no test of
    /// any other.
    All,
    /// Those of the test that a name belongs to.
    Of(Named),
    /// Those of a program: an expected output suffices for a test.
    BesideProgram(Named),
}

type Key = (Style, PathBuf, Vec<u8>);

/// The tests that the files of a tree make together.
pub(crate) fn pairs(tree: &Tree<'_>, wanted: &Wanted) -> Pairs {
    let mut groups: BTreeMap<Key, Vec<(Named, &Path)>> = BTreeMap::new();
    let mut of_programs = Vec::new();
    for (named, path) in roles(&tree.paths).into_iter().zip(&tree.paths) {
        let Some(named) = named else { continue };
        let key = (named.style, named.folder.clone(), named.name.clone());
        let asked = match wanted {
            Wanted::All if named.role == Role::Output && lies_beside_program(tree, path) => {
                of_programs.push(path);
                false
            }
            Wanted::All => true,
            Wanted::Of(it) | Wanted::BesideProgram(it) => {
                (it.style, &it.folder, &it.name) == (key.0, &key.1, &key.2)
            }
        };
        if asked {
            groups.entry(key).or_default().push((named, path));
        }
    }
    let mut pairs = Pairs::default();
    if let Some((first, more)) = of_programs.split_first() {
        let at = tree.at(first);
        pairs.warnings.push(Warning::OfPrograms { at, n_more: more.len() });
    }
    let output_suffices = matches!(wanted, Wanted::BesideProgram(_));
    let clear = clear_places(&groups);
    for (key, mut files) in groups {
        files.sort_by_key(|(named, _)| (named.role, named.rank));
        let is_clear = clear.contains(&(key.0, key.1.clone())) || files.iter().any(|(named, _)| named.sure);
        Group { tree, files, output_suffices, pairs: &mut pairs }.add(&key, is_clear);
    }
    pairs
}

/// The folders in which names of a style are meant as such, for some test has both an input and an output of it.
fn clear_places(groups: &BTreeMap<Key, Vec<(Named, &Path)>>) -> BTreeSet<(Style, PathBuf)> {
    let whole = groups.iter().filter(|(_, files)| {
        let has = |role| files.iter().any(|(named, _)| named.role == role);
        has(Role::Input) && has(Role::Output)
    });
    whole.map(|(key, _)| (key.0, key.1.clone())).collect()
}

fn lies_beside_program(tree: &Tree<'_>, path: &Path) -> bool {
    let program = path.with_extension("");
    ["c", "i", "bpl"].iter().any(|it| has_extension(&program, it))
        && tree.paths.binary_search(&program).is_ok()
}

/// The files of one test, those that count first for each role.
struct Group<'a, 'p> {
    tree: &'a Tree<'a>,
    files: Vec<(Named, &'a Path)>,
    output_suffices: bool,
    pairs: &'p mut Pairs,
}

impl Group<'_, '_> {
    /// Adds the test, or says what is missing of it, unless it is not clear that the files are meant as one.
    fn add(mut self, (_, folder, name): &Key, is_clear: bool) {
        let has = |role| self.files.iter().any(|(named, _)| named.role == role);
        let has_output = has(Role::Output) || has(Role::Status);
        let is_test = has(Role::Input) || has(Role::Arguments) || (self.output_suffices && has_output);
        if !is_clear {
            return;
        }
        self.pairs.used.extend(self.files.iter().map(|(_, path)| path.to_path_buf()));
        if !is_test {
            self.pairs.warnings.push(Warning::NoTest { at: self.tree.at(self.files[0].1) });
            return;
        }
        let Some(test) = self.test() else { return };
        if test.expected == Expected::default() && !has_output {
            self.pairs.warnings.push(Warning::NoExpectation { at: test.at.clone() });
        }
        self.pairs.found.push(Found { folder: folder.clone(), name: name.clone(), row: 0, test });
    }

    /// The test, unless what it gives the program cannot be read.
    fn test(&mut self) -> Option<Test> {
        let at = self.tree.at(self.files[0].1);
        let stdin = self.role(Role::Input)?.unwrap_or_default();
        let words = self.role(Role::Arguments)?.unwrap_or_default();
        let arguments = match split(&words) {
            Ok(arguments) => arguments,
            Err(reason) => {
                let at = self.place(Role::Arguments);
                self.pairs.warnings.push(Warning::Words { at, reason });
                return None;
            }
        };
        // An expectation that cannot be read is none; the test is kept.
        let output = self.role(Role::Output).flatten();
        let status = self.role(Role::Status).flatten().and_then(|it| self.status(&it));
        let files = self.named_files(&arguments);
        Some(Test { at, stdin, arguments, files, expected: Expected { output, status }, ..Test::default() })
    }

    /// The files beside the test, or in the folder of the suite, that arguments name: as a whole, or behind `=`.
    fn named_files(&mut self, arguments: &[Vec<u8>]) -> Vec<File> {
        let folder = self.files[0].1.parent().unwrap_or(Path::new("")).to_path_buf();
        let mut found: Vec<File> = Vec::new();
        for argument in arguments {
            let behind = argument.iter().position(|it| *it == b'=').map(|at| &argument[at + 1..]);
            let names = [Some(argument.as_slice()), behind].into_iter().flatten();
            for name in names.filter_map(|it| str::from_utf8(it).ok()) {
                let paths = [folder.join(name), PathBuf::from(name)];
                // `./a` is `a`, and what leads out of the suite is not in it.
                let plain = paths
                    .map(|it| it.components().filter(|it| *it != Component::CurDir).collect::<PathBuf>());
                let Some(path) = plain.iter().find(|it| self.tree.paths.binary_search(it).is_ok()) else {
                    continue;
                };
                match self.tree.read(path) {
                    Ok(contents) if found.iter().all(|it| it.name != name.as_bytes()) => {
                        found.push(File { name: name.as_bytes().to_vec(), contents });
                    }
                    Ok(_) => {}
                    Err(warning) => self.pairs.warnings.push(warning),
                }
                self.pairs.used.insert(path.clone());
            }
        }
        found
    }

    /// What stands in the file of a role, if there is one; nothing at all if it cannot be read.
    fn role(&mut self, role: Role) -> Option<Option<Vec<u8>>> {
        let mut files = self.files.iter().filter(|(named, _)| named.role == role).map(|(_, path)| *path);
        let Some(path) = files.next() else { return Some(None) };
        let others: Vec<&Path> = files.collect();
        let contents = match self.tree.read(path) {
            Ok(contents) => contents,
            Err(warning) => {
                self.pairs.warnings.push(warning);
                return None;
            }
        };
        for other in others {
            if self.tree.read(other).is_ok_and(|it| it != contents) {
                let (used, unused) = (self.tree.path(path), self.tree.path(other));
                self.pairs.warnings.push(Warning::Twice { used, unused });
            }
        }
        Some(Some(contents))
    }

    fn status(&mut self, text: &[u8]) -> Option<i32> {
        let status = str::from_utf8(text).ok().and_then(|it| it.trim().parse().ok());
        if status.is_none() {
            let at = self.place(Role::Status);
            self.pairs
                .warnings
                .push(Warning::Malformed { at, reason: "an exit status is a number".to_owned() });
        }
        status
    }

    fn place(&self, role: Role) -> At {
        let file = self.files.iter().find(|(named, _)| named.role == role);
        file.map(|(_, path)| self.tree.at(path)).unwrap_or_default()
    }
}
