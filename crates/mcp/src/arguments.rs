//! From the arguments of a call to what is asked of the pipeline.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use faultscope_frontend::c::DataModel;
use faultscope_ir::{Diagnostic, selection};
use faultscope_pipeline::{CheckRequest, Options, Preprocessor, Rejection, TestOptions, TestSource};
use faultscope_suite::Comparison;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::schema::mistakes;

/// How many seconds a call takes at most where nothing is said: less than the minute after which many clients give up.
const DEFAULT_TIMEOUT: f64 = 45.0;

/// How many findings an answer has where nothing is said.
const DEFAULT_FINDINGS: usize = 3;

/// How many patches are proposed where nothing is said.
const DEFAULT_PATCHES: usize = 3;

/// The arguments of all tools; a tool has some of them. Their comments are what agents are told of them.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct Arguments {
    /// The C files of the program (all that have to be linked; headers are found by `#include`). Either this or `source`.
    files: Vec<String>,
    /// The program as text, instead of `files`.
    source: Option<String>,
    /// With `source`: what its file is called in answers and diffs (default: `program.c`).
    name: Option<String>,
    /// The folder that paths are relative to (default: that of the server).
    folder: Option<PathBuf>,
    /// Folders with headers, as with `-I`.
    include: Vec<String>,
    /// Macros, as with `-D`: `NAME` or `NAME=VALUE`.
    define: Vec<String>,
    /// The function where execution starts (default: `main`). With a contract in ACSL it is called as that allows, otherwise with
    /// any arguments.
    entry: Option<String>,
    #[schemars(extend("description" = about_properties()))]
    properties: Vec<String>,
    /// 32 or 64 bits for `long` and pointers (default: as on this machine).
    #[schemars(extend("enum" = ["ilp32", "lp64"]))]
    data_model: Option<String>,
    /// A folder or file with tests (inputs and expected outputs): instead of any error, look for why tests fail.
    tests: Option<String>,
    /// One test: its standard input, as text. Give `expected_output` or `expected_status`, too, unless it crashes.
    stdin: Option<String>,
    /// One test: the text that the program should write.
    expected_output: Option<String>,
    /// One test: the exit status that the program should have.
    expected_status: Option<i64>,
    /// One test: the arguments of the program, as on a command line.
    program_arguments: Option<String>,
    /// Files on which the program crashes, as fuzzers leave them; `@@` in `program_arguments` stands for the file, which is
    /// standard input otherwise.
    crash_inputs: Vec<String>,
    #[schemars(range(min = 0, max = 86400), extend("description" = about_timeout()))]
    timeout: Option<f64>,
    /// How hard to try, in percent of the usual (default: 100). Answers depend on this and not on the machine's speed.
    #[schemars(range(min = 1, max = 1_000_000))]
    effort: Option<u32>,
    /// `program` asks what repairs the program, with patches (default); `trace` only what matters on the failing execution, which
    /// is faster.
    #[schemars(extend("enum" = ["program", "trace"]))]
    level: Option<String>,
    #[schemars(range(min = 1, max = 1000), extend("description" = about_findings()))]
    pub max_findings: Option<usize>,
    /// The unified diff, as `diff -u` and `git diff` print it: `--- a.c`, `+++ a.c`, `@@ -1,3 +1,3 @@` and lines. Paths are
    /// relative to `folder`, or to a folder above it.
    pub diff: String,
    /// The name that a call has given its report, `report-1`, or the path of what `faultscope check --format json` has printed
    /// (default: the last report).
    pub report: Option<PathBuf>,
    #[schemars(range(min = 1, max = 100), extend("description" = about_limit()))]
    limit: Option<usize>,
    /// The rank of a finding.
    #[schemars(range(min = 1))]
    pub finding: Option<usize>,
    /// Without `finding`: `screen` the short answer (default), `details` everything in words, `trace` every step of the failing
    /// execution, `checks` what became of each check, `json` the whole report, which is large.
    #[schemars(extend("enum" = ["screen", "details", "trace", "checks", "json"]))]
    pub show: Option<String>,
}

impl Arguments {
    /// Reads the arguments of a tool with this schema.
    ///
    /// # Errors
    /// Where they are not what the schema says.
    pub(crate) fn read(mut arguments: Map<String, Value>, schema: &Value) -> Result<Arguments, Rejection> {
        let mistakes = mistakes(&arguments, schema);
        if !mistakes.is_empty() {
            let diagnostics = mistakes.into_iter().map(Diagnostic::error).collect();
            return Err(Rejection { diagnostics, sources: Default::default() });
        }
        arguments.retain(|_, value| !value.is_null());
        serde_json::from_value(Value::Object(arguments))
            .map_err(|error| Diagnostic::error(format!("the arguments cannot be read: {error}")).into())
    }

    /// The arguments of a call that was made before, to ask for patches of its program.
    ///
    /// # Errors
    /// Where they cannot be read.
    pub(crate) fn of_call(mut arguments: Map<String, Value>) -> Result<Arguments, Rejection> {
        arguments.retain(|_, value| !value.is_null());
        let read: Result<Arguments, _> = serde_json::from_value(Value::Object(arguments));
        let cannot = |error| Diagnostic::error(format!("the arguments of that call cannot be read: {error}"));
        Ok(read.map_err(cannot)?)
    }

    /// Whether there is a program.
    pub(crate) fn has_program(&self) -> bool {
        self.source.is_some() || !self.files.is_empty()
    }

    /// The same, to look for patches, within the time limit of `other` if that has one.
    pub(crate) fn for_patches(self, other: &Arguments) -> Arguments {
        Arguments { level: None, max_findings: None, timeout: other.timeout.or(self.timeout), ..self }
    }

    /// How many patches the answer has at most.
    pub(crate) fn limit(&self) -> usize {
        self.limit.unwrap_or(DEFAULT_PATCHES)
    }

    /// The program, and what is asked of it. The working directory becomes the one that its paths are relative to; what has to be
    /// in files and is in none is written to `scratch`.
    ///
    /// # Errors
    /// Where there is no program, and where arguments do not go together.
    pub(crate) fn request(&self, scratch: &Path) -> Result<CheckRequest, Diagnostic> {
        let mut includes = self.include.clone();
        let folder = self.folder()?;
        let (files, base) = match (&self.source, self.files.is_empty()) {
            (Some(_), false) => {
                return Err(Diagnostic::error("`files` and `source` are both given")
                    .with_hint("give the program as one or the other"));
            }
            (None, true) => {
                return Err(Diagnostic::error("there is no program")
                    .with_hint("give `files`, or the text of the program as `source`"));
            }
            (None, false) => (self.files.iter().map(PathBuf::from).collect(), folder.clone()),
            (Some(source), true) => {
                let name = self.name()?;
                let base = scratch.join("source");
                fs::create_dir_all(&base)
                    .and_then(|()| fs::write(base.join(&name), source))
                    .map_err(|error| Diagnostic::error(format!("the source cannot be written: {error}")))?;
                includes = includes.iter().map(|it| folder.join(it).display().to_string()).collect();
                includes.push(folder.display().to_string());
                (vec![name], base)
            }
        };
        if self.name.is_some() && self.source.is_none() {
            return Err(Diagnostic::error("`name` is that of a program given as `source`"));
        }
        let request = CheckRequest {
            files,
            preprocessor: self.preprocessor(&includes),
            options: self.options(&folder, scratch)?,
        };
        env::set_current_dir(&base)
            .map_err(|error| Diagnostic::error(format!("cannot work in `{}`: {error}", base.display())))?;
        Ok(request)
    }

    /// The folder that paths are relative to, from the root.
    pub(crate) fn folder(&self) -> Result<PathBuf, Diagnostic> {
        let given = self.folder.as_deref().unwrap_or(Path::new("."));
        let cannot = |reason: &str| Diagnostic::error(format!("cannot use `{}`: {reason}", given.display()));
        let folder = fs::canonicalize(given).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => cannot("there is no such folder"),
            _ => cannot(&error.to_string()),
        })?;
        if folder.is_dir() { Ok(folder) } else { Err(cannot("it is not a folder")) }
    }

    /// What the file of a program given as text is called.
    fn name(&self) -> Result<PathBuf, Diagnostic> {
        let name = self.name.as_deref().unwrap_or("program.c");
        match Path::new(name).file_name() {
            Some(own) if own == name => Ok(PathBuf::from(name)),
            _ => Err(Diagnostic::error(format!("`{name}` is not a file name"))
                .with_hint("give it without a folder, as in `program.c`")),
        }
    }

    fn preprocessor(&self, includes: &[String]) -> Preprocessor {
        let includes = includes.iter().map(|folder| format!("-I{folder}"));
        let definitions = self.define.iter().map(|definition| format!("-D{definition}"));
        Preprocessor { common: includes.chain(definitions).collect(), ..Preprocessor::default() }
    }

    fn options(&self, folder: &Path, scratch: &Path) -> Result<Options, Diagnostic> {
        let usual = Options::standard();
        let names = if self.properties.is_empty() { &["default".to_owned()][..] } else { &self.properties };
        let properties = selection::selection(names.iter().map(|it| it.trim()))
            .map_err(|error| Diagnostic::error(format!("invalid value for `properties`: {error}")))?;
        let tests = self.tests(folder, scratch)?;
        let is_program_level = self.level.as_deref() != Some("trace");
        let timeout = self.timeout.unwrap_or(DEFAULT_TIMEOUT);
        let max_findings = usual.max_findings.map(|usual| usual.max(self.max_findings()));
        Ok(Options {
            entry: self.entry.clone(),
            data_model: match self.data_model.as_deref() {
                Some("ilp32") => DataModel::Ilp32,
                Some(_) => DataModel::Lp64,
                None => DataModel::host(),
            },
            tests,
            properties,
            program_level: is_program_level,
            patches: is_program_level,
            max_findings,
            effort: self.effort.unwrap_or(usual.effort),
            timeout: (timeout > 0.0).then(|| Duration::from_secs_f64(timeout)),
            ..usual
        })
    }

    /// How many findings the answer has.
    pub(crate) fn max_findings(&self) -> usize {
        self.max_findings.unwrap_or(DEFAULT_FINDINGS)
    }

    /// The tests, if there are any.
    fn tests(&self, folder: &Path, scratch: &Path) -> Result<Option<TestOptions>, Diagnostic> {
        let is_single =
            self.stdin.is_some() || self.expected_output.is_some() || self.expected_status.is_some();
        let n_kinds = [self.tests.is_some(), !self.crash_inputs.is_empty(), is_single];
        if n_kinds.iter().filter(|it| **it).count() > 1 {
            let message =
                "`tests`, `crash_inputs`, and one test by `stdin` and `expected_…` do not go together";
            return Err(Diagnostic::error(message).with_hint("give one of them"));
        }
        let arguments = self.program_arguments.clone().unwrap_or_default();
        let written = |name: &str, text: &Option<String>| -> Result<Option<PathBuf>, Diagnostic> {
            let Some(text) = text else { return Ok(None) };
            let path = scratch.join(name);
            fs::write(&path, text)
                .map_err(|error| Diagnostic::error(format!("`{name}` cannot be written: {error}")))?;
            Ok(Some(path))
        };
        let source = if let Some(path) = &self.tests {
            TestSource::Suite(folder.join(path))
        } else if !self.crash_inputs.is_empty() {
            let paths = self.crash_inputs.iter().map(|it| folder.join(it)).collect();
            TestSource::Crashes { paths, arguments }
        } else if is_single || self.program_arguments.is_some() {
            let status = self.expected_status.map(i32::try_from).transpose();
            TestSource::Single {
                stdin: written("stdin", &self.stdin)?,
                arguments,
                output: written("expected_output", &self.expected_output)?,
                status: status.map_err(|_| Diagnostic::error("`expected_status` is not an exit status"))?,
            }
        } else {
            return Ok(None);
        };
        Ok(Some(TestOptions {
            source,
            files: Vec::new(),
            comparison: Comparison::TrailingWhitespace,
            max_steps: None,
            max_traces: None,
        }))
    }
}

/// What an agent is told of `properties`.
fn about_properties() -> String {
    let names: Vec<&str> = selection::names().collect();
    format!(
        "What counts as an error (default: `default`, which is what crashes a program or is undefined, and assertions). A name with \
         `-` in front is left out. Names: {}.",
        names.join(", ")
    )
}

/// What an agent is told of `timeout`.
fn about_timeout() -> String {
    format!("Seconds; 0 for any number (default: {DEFAULT_TIMEOUT}). What is known by then is the answer.")
}

/// What an agent is told of `limit`.
fn about_limit() -> String {
    format!("How many patches to answer at most, the best ones (default: {DEFAULT_PATCHES}).")
}

/// What an agent is told of `max_findings`.
fn about_findings() -> String {
    format!("How many statements to report at most, the most promising ones (default: {DEFAULT_FINDINGS}).")
}
