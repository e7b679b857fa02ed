//! Tests on their way into a suite: named, ordered, and checked against each other.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::compare::{Comparison, Matcher};
use crate::model::{File, Test};
use crate::names::{natural, printable};
use crate::problem::Warning;

/// A test that has no name yet.
pub(crate) struct Found {
    /// The folder that it lies in, or the table.
    pub(crate) folder: PathBuf,
    /// What it is called there.
    pub(crate) name: Vec<u8>,
    /// The row, in a table.
    pub(crate) row: usize,
    pub(crate) test: Test,
}

/// The tests in order and under their names, each of which is given once. A folder that all of them lie in is no part
/// of a name.
pub(crate) fn named(mut found: Vec<Found>) -> Vec<Test> {
    found.sort_by(|a, b| {
        natural_path(&a.folder, &b.folder).then(a.row.cmp(&b.row)).then_with(|| natural(&a.name, &b.name))
    });
    let shared = shared_folders(&found);
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    let mut tests = Vec::new();
    for it in found {
        let name = full_name(&it, shared);
        let n_times = times.entry(name.clone()).or_default();
        *n_times += 1;
        let name = if *n_times == 1 { name } else { format!("{name} ({n_times})") };
        tests.push(Test { name, ..it.test });
    }
    tests
}

/// What a test gives the program: standard input, arguments, and files.
type Given<'a> = (&'a [u8], &'a [Vec<u8>], &'a [File]);

/// The pairs of tests that no program passes: they give it the same, and expect what not even the comparison that
/// overlooks white space takes for equal.
pub(crate) fn contradictions(tests: &[Test]) -> Vec<Warning> {
    let mut first_of: BTreeMap<Given<'_>, &Test> = BTreeMap::new();
    let mut warnings = Vec::new();
    for test in tests.iter().filter(|it| it.values.is_none() && it.expected.output.is_some()) {
        let given = (&*test.stdin, &*test.arguments, &*test.files);
        match first_of.get(&given) {
            None => {
                first_of.insert(given, test);
            }
            Some(first) if same_output(first, test) => {}
            Some(first) => {
                warnings.push(Warning::Contradiction { first: first.name.clone(), second: test.name.clone() })
            }
        }
    }
    warnings
}

fn same_output(a: &Test, b: &Test) -> bool {
    match (&a.expected.output, &b.expected.output) {
        (Some(a), Some(b)) => {
            Matcher::new(a, &Comparison::TrailingWhitespace).is_ok_and(|matcher| matcher.compare(b).is_none())
        }
        _ => true,
    }
}

fn natural_path(a: &Path, b: &Path) -> Ordering {
    natural(a.as_os_str().as_encoded_bytes(), b.as_os_str().as_encoded_bytes())
}

/// How many folders all tests lie in.
fn shared_folders(found: &[Found]) -> usize {
    let Some((first, others)) = found.split_first() else { return 0 };
    let depth = first.folder.components().count();
    others.iter().fold(depth, |shared, it| {
        let same = first.folder.components().zip(it.folder.components()).take_while(|(a, b)| a == b);
        shared.min(same.count())
    })
}

fn full_name(found: &Found, shared: usize) -> String {
    let folders = found.folder.components().skip(shared);
    let mut parts: Vec<String> = folders.map(|it| printable(it.as_os_str().as_encoded_bytes())).collect();
    if !found.name.is_empty() {
        parts.push(printable(&found.name));
    } else if parts.is_empty() {
        parts.push("test".to_owned());
    }
    parts.join("/")
}
