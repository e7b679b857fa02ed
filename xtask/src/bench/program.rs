//! Programs of suites.

use std::path::PathBuf;

use anyhow::Result;

use super::expected::Expected;
use super::fault_lines::FaultLines;

/// A program to run, or to skip with a reason.
#[derive(Debug, Clone)]
pub struct Program {
    /// The folder that the manifest is in, by its last name.
    pub suite: String,
    /// What it is called in that suite, as no other program: its path in the folder, and the options that others of the
    /// same path do not have.
    pub path: String,
    /// The folder that the manifest is in, where the program is run.
    pub folder: PathBuf,
    /// Its files, in that folder.
    pub files: Vec<String>,
    /// What is known of the verdict.
    pub expected: Expected,
    /// What is known of the fault.
    pub faults: FaultLines,
    /// What the property asks for on the command line, or why the program cannot be run.
    pub plan: Result<Vec<String>, String>,
    /// The options that its row states, whatever its property.
    pub options: Vec<String>,
    /// The functions whose call is the error, as far as the property names them.
    pub error_functions: Vec<String>,
    /// How its tests are run, where it is faulty and has some.
    pub tests: Option<TestPlan>,
    /// Its command and the right answer in words, where it is a case of its own and no row of a manifest.
    pub case: Option<Case>,
}

/// Tests of a program that is faulty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestPlan {
    /// The suite of tests, in the folder of the manifest.
    pub path: String,
    /// What is asked for on the command line.
    pub options: Vec<String>,
}

impl Program {
    /// The first of its files.
    pub fn file(&self) -> PathBuf {
        self.folder.join(self.files.first().map_or("", String::as_str))
    }

    /// Whether it is in C.
    pub fn is_c(&self) -> bool {
        self.file().extension().is_some_and(|it| it == "c" || it == "i")
    }
}

/// What a program that is no row of a manifest is run with.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Case {
    /// `check` or `run`.
    pub command: String,
    /// The right answer in words.
    pub right: Option<String>,
    /// Where the fault shows; an error elsewhere is about something else.
    pub shows: FaultLines,
}
