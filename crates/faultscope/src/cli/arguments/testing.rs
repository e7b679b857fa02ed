//! Tests that stand in the place of a search.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use faultscope::{TestOptions, TestSource};
use faultscope_suite::compare::Tolerance;
use faultscope_suite::{Comparison, GivenFile};

use super::super::numbers::{status, whole};
use super::super::tags::heading;
use super::search::Traces;

/// Tests that stand in the place of a search.
#[derive(Debug, Args)]
#[command(next_help_heading = heading::TESTS)]
pub struct Testing {
    /// Run tests instead of looking for errors: a folder or a file (docs/tests.md).
    #[arg(long, value_name = "PATH", conflicts_with_all = ["stdin", "expect", "expect_status", "crash_input"])]
    pub tests: Option<PathBuf>,

    /// For one test: its standard input.
    #[arg(long, value_name = "FILE")]
    pub stdin: Option<PathBuf>,

    /// For one test, or for crashing inputs: the arguments of the program, separated as in a shell; `@@` stands for
    /// the file with a crashing input.
    #[arg(long, value_name = "ARGUMENTS", allow_hyphen_values = true)]
    pub args: Option<String>,

    /// For one test: a file with the expected standard output.
    #[arg(long, value_name = "FILE")]
    pub expect: Option<PathBuf>,

    /// For one test: the expected exit status.
    #[arg(long, value_name = "N", value_parser = status, allow_negative_numbers = true)]
    pub expect_status: Option<i32>,

    /// Inputs that crash the program, as AFL++ and libFuzzer store them: files, or folders of files; repeatable.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["stdin", "expect", "expect_status"])]
    pub crash_input: Vec<PathBuf>,

    /// A file that the program can open, under the same name or as `NAME=FILE`; repeatable. It can open no others,
    /// except files beside a test that the arguments of the test name.
    #[arg(long, value_name = "FILE")]
    pub file: Vec<PathBuf>,

    /// How to compare outputs of tests.
    #[arg(long, value_name = "HOW", default_value = "trailing-whitespace")]
    pub compare: CompareName,

    /// With `--compare numbers`: the difference that is allowed, absolute and relative to the expected number.
    #[arg(long, value_name = "NUMBER", default_value_t = 1e-6)]
    pub tolerance: f64,

    /// Maximum number of instructions and jumps of a test [default: 100 times the longest test that passes, and at
    /// least a million].
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..))]
    pub max_steps: Option<u64>,
}

impl Testing {
    /// Whether there are tests.
    pub fn is_asked(&self) -> bool {
        self.source().is_some()
    }

    /// The tests, if there are any.
    pub(super) fn options(&self, traces: Option<Traces>) -> Option<TestOptions> {
        let tolerance = Tolerance { absolute: self.tolerance, relative: self.tolerance };
        Some(TestOptions {
            source: self.source()?,
            files: self.file.iter().map(|it| given_file(it)).collect(),
            comparison: match self.compare {
                CompareName::Exact => Comparison::Exact,
                CompareName::TrailingWhitespace => Comparison::TrailingWhitespace,
                CompareName::Numbers => Comparison::Numbers(tolerance),
                CompareName::Regex => Comparison::Regex,
            },
            max_steps: self.max_steps,
            max_traces: traces.map(|it| it.0.unwrap_or(usize::MAX)),
        })
    }

    fn source(&self) -> Option<TestSource> {
        let Testing { tests, stdin, args, expect, expect_status, crash_input, file, .. } = self;
        let arguments = args.clone().unwrap_or_default();
        if let Some(path) = tests {
            return Some(TestSource::Suite(path.clone()));
        }
        if !crash_input.is_empty() {
            return Some(TestSource::Crashes { paths: crash_input.clone(), arguments });
        }
        let is_given = stdin.is_some() || args.is_some() || !file.is_empty();
        let is_one = is_given || expect.is_some() || expect_status.is_some();
        is_one.then(|| TestSource::Single {
            stdin: stdin.clone(),
            arguments,
            output: expect.clone(),
            status: *expect_status,
        })
    }
}

/// A file that a program finds, from `FILE` or `NAME=FILE`. A name with `=` in it can only stand before another one: of several
/// ways to read `A=B=C`, the first counts whose file is there.
pub fn given_file(argument: &Path) -> GivenFile {
    let text = argument.to_str().unwrap_or_default();
    let ways: Vec<(&str, &str)> =
        text.match_indices('=').map(|(at, _)| (&text[..at], &text[at + 1..])).collect();
    let found = ways.iter().find(|(_, path)| Path::new(path).is_file()).or(ways.first());
    match found {
        Some((name, path)) => GivenFile { name: name.as_bytes().to_vec(), path: PathBuf::from(path) },
        None => {
            GivenFile { name: argument.as_os_str().as_encoded_bytes().to_vec(), path: argument.to_path_buf() }
        }
    }
}

/// Which outputs are equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CompareName {
    /// The same bytes.
    Exact,
    /// The same except for white space at the ends of lines and at the end.
    TrailingWhitespace,
    /// The same words; numbers may differ by `--tolerance`.
    Numbers,
    /// The expected output is a regular expression that matches the whole output.
    Regex,
}
