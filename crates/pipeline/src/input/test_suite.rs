//! Tests from files.

use std::path::Path;

use faultscope_ir::{Diagnostic, Program};
use faultscope_project::file::bytes;
use faultscope_suite::{At, Expected, Reading, Suite, TableInput, Template, Test, crash_inputs, read};
use faultscope_verify::environment::{takes_arguments, takes_file};

use super::Rejection;
use crate::request::{TestOptions, TestSource};

/// The name of the one test, where there is one run.
const SINGLE: &str = "run";

/// Reads the tests of a program.
///
/// # Errors
/// Where there are none, or they cannot be read.
pub fn tests(options: &TestOptions, program: &Program) -> Result<Suite, Rejection> {
    let mut suite = match &options.source {
        TestSource::Suite(path) => suite(path, program)?,
        TestSource::Single { stdin, arguments, output, status } => {
            let file = |path: &Option<_>| path.as_deref().map(bytes).transpose();
            let test = Test {
                name: SINGLE.to_owned(),
                at: stdin.as_deref().map(At::file).unwrap_or_default(),
                stdin: file(stdin)?.unwrap_or_default(),
                expected: Expected { output: file(output)?, status: *status },
                ..Test::default()
            };
            Suite { tests: vec![template(arguments)?.apply(&test)], ..Suite::default() }
        }
        TestSource::Crashes { paths, arguments } => {
            let arguments = if arguments.is_empty() && takes_file(program) { "@@" } else { arguments };
            template(arguments)?
                .apply_to_all(crash_inputs(paths).map_err(|it| Diagnostic::error(it.to_string()))?)
        }
    };
    options.files.iter().try_for_each(|it| bytes(&it.path).map(|text| suite.give(&it.name, &text)))?;
    Ok(suite)
}

fn suite(path: &Path, program: &Program) -> Result<Suite, Rejection> {
    let table_input = if takes_arguments(program) { TableInput::Arguments } else { TableInput::Stdin };
    let suite = read(path, &Reading { table_input });
    Ok(suite.map_err(|error| {
        let hint = "what can be read is described in docs/tests.md";
        Diagnostic::error(error.to_string()).with_hint(hint)
    })?)
}

fn template(arguments: &str) -> Result<Template, Diagnostic> {
    Template::parse(arguments.as_bytes()).map_err(|error| Diagnostic::error(format!("`--args`: {error}")))
}
