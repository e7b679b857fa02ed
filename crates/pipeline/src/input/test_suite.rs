//! Tests from files.

use std::path::Path;

use faultscope_ir::{Diagnostic, Program};
use faultscope_project::file::bytes;
use faultscope_suite::{At, Expected, Reading, Suite, TableInput, Template, Test, crash_inputs, read};

use super::Rejection;
use crate::request::{TestOptions, TestSource};

/// The name of the one test, where there is one run.
const SINGLE: &str = "run";

/// Reads the tests of a program.
///
/// # Errors
/// Where there are none, or they cannot be read.
pub fn tests(options: &TestOptions, program: &Program) -> Result<Suite, Rejection> {
    match &options.source {
        TestSource::Suite(path) => suite(path, program),
        TestSource::Single { stdin, arguments, output, status } => {
            let template = template(arguments)?;
            let file = |path: &Option<_>| path.as_deref().map(bytes).transpose();
            let test = Test {
                name: SINGLE.to_owned(),
                at: stdin.as_deref().map(At::file).unwrap_or_default(),
                stdin: file(stdin)?.unwrap_or_default(),
                expected: Expected { output: file(output)?, status: *status },
                ..Test::default()
            };
            Ok(Suite { tests: vec![template.apply(&test)], ..Suite::default() })
        }
        TestSource::Crashes { paths, arguments } => {
            let template = template(arguments)?;
            let mut suite = crash_inputs(paths).map_err(|error| Diagnostic::error(error.to_string()))?;
            suite.tests = suite.tests.iter().map(|test| template.apply(test)).collect();
            Ok(suite)
        }
    }
}

fn suite(path: &Path, program: &Program) -> Result<Suite, Rejection> {
    let main = program.procedures.iter().find(|procedure| procedure.name == "main");
    let takes_arguments = main.is_some_and(|main| main.parameters.len() > 1);
    let table_input = if takes_arguments { TableInput::Arguments } else { TableInput::Stdin };
    let suite = read(path, &Reading { table_input });
    Ok(suite.map_err(|error| {
        let hint = "what can be read is described in docs/tests.md";
        Diagnostic::error(error.to_string()).with_hint(hint)
    })?)
}

fn template(arguments: &str) -> Result<Template, Diagnostic> {
    Template::parse(arguments.as_bytes()).map_err(|error| Diagnostic::error(format!("`--args`: {error}")))
}
