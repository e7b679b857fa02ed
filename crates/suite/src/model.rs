//! What a suite is: tests, each with what the program gets and what is expected of it.

use std::path::PathBuf;

use crate::place::At;
use crate::problem::Warning;
use crate::value::Value;

/// Tests of one program.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Suite {
    /// The tests, in the order of their names (`test2` before `test10`), or of the rows of a table.
    pub tests: Vec<Test>,
    /// What a Test-Comp suite says of the program that it is for.
    pub metadata: Option<Metadata>,
    /// What is wrong with parts of it; the rest is in `tests`.
    pub warnings: Vec<Warning>,
    /// The files that lie there and belong to no test.
    pub others: Vec<PathBuf>,
}

impl Suite {
    /// Gives a file to all tests that have none of its name.
    pub fn give(&mut self, name: &[u8], contents: &[u8]) {
        let without = self.tests.iter_mut().filter(|test| test.files.iter().all(|it| it.name != name));
        without.for_each(|test| test.files.push(File { name: name.to_vec(), contents: contents.to_vec() }));
    }
}

/// One run of a program, and what is expected of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Test {
    /// What it is called, unique in its suite.
    pub name: String,
    /// Where its input stands.
    pub at: At,
    /// What the program reads from its standard input.
    pub stdin: Vec<u8>,
    /// The arguments behind the name of the program.
    pub arguments: Vec<Vec<u8>>,
    /// The files that the program finds.
    pub files: Vec<File>,
    /// What the calls of `__VERIFIER_nondet_*` return, in order, where the test says so.
    pub values: Option<Vec<Value>>,
    /// What the program has to do. That it ends, and without failing, is expected of every test.
    pub expected: Expected,
}

/// What is expected of a run. What is not stated is not compared.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Expected {
    /// What is written to the standard output.
    pub output: Option<Vec<u8>>,
    /// The exit status.
    pub status: Option<i32>,
}

/// A file that the program finds when a test runs.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct File {
    /// The name by which the program opens it.
    pub name: Vec<u8>,
    /// What stands in it.
    pub contents: Vec<u8>,
}

/// A file that the program finds, before it is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GivenFile {
    /// The name by which the program opens it.
    pub name: Vec<u8>,
    /// What stands in it stands here.
    pub path: PathBuf,
}

/// What `metadata.xml` of a Test-Comp suite says, as far as it matters for running the tests.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Metadata {
    /// The program that the tests are for, as its producer named it.
    pub program_file: Option<String>,
    /// The function that the tests start.
    pub entry_function: Option<String>,
    /// `32bit` or `64bit`.
    pub architecture: Option<String>,
    /// What the suite is meant to cover.
    pub specification: Option<String>,
}
