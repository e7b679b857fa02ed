//! Tests that stand in the place of a search.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use faultscope::{TestOptions, TestSource};
use faultscope_suite::compare::Tolerance;
use faultscope_suite::{Comparison, GivenFile};

use super::super::tags::heading;
use super::search::Traces;

/// Tests that stand in the place of a search.
#[derive(Debug, Args)]
#[command(next_help_heading = heading::TESTS)]
pub struct Testing {
    /// Tests that say what the program should do, instead of a search for errors: a folder or a file (docs/tests.md).
    #[arg(long, value_name = "PATH", conflicts_with_all = ["stdin", "expect", "expect_status", "crash_input"])]
    pub tests: Option<PathBuf>,

    /// For one test: what the program reads from its standard input.
    #[arg(long, value_name = "FILE")]
    pub stdin: Option<PathBuf>,

    /// For one test, or for crashing inputs: the arguments of the program, separated as a shell does; `@@` stands for the file
    /// with a crashing input.
    #[arg(long, value_name = "ARGUMENTS", allow_hyphen_values = true)]
    pub args: Option<String>,

    /// For one test: a file with what the program should write to its standard output.
    #[arg(long, value_name = "FILE")]
    pub expect: Option<PathBuf>,

    /// For one test: the status that the program should end with.
    #[arg(long, value_name = "N")]
    pub expect_status: Option<i32>,

    /// Inputs on which the program crashes, as AFL++ and libFuzzer leave them: files, or folders with them; repeatable.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["stdin", "expect", "expect_status"])]
    pub crash_input: Vec<PathBuf>,

    /// A file that the program can open, under the name that it has here, or `NAME=FILE`; repeatable. It finds no others but those
    /// beside a test that its arguments name.
    #[arg(long, value_name = "FILE")]
    pub file: Vec<PathBuf>,

    /// Which outputs of tests are equal.
    #[arg(long, value_name = "HOW", default_value = "trailing-whitespace")]
    pub compare: CompareName,

    /// With `--compare numbers`: how far numbers may lie apart, and by which part of the expected one.
    #[arg(long, value_name = "NUMBER", default_value_t = 1e-6)]
    pub tolerance: f64,

    /// How many instructions and jumps a test may take [default: 100 times the longest test that passes, and a million at least].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
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
    /// The same but for white space at the ends of lines and at the end.
    TrailingWhitespace,
    /// The same words, where numbers are close enough.
    Numbers,
    /// What the expected text, a regular expression, matches as a whole.
    Regex,
}
