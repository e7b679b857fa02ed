//! `faultscope run`.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Read, Write};
use std::process::ExitCode;

use faultscope::execute::{Executed, Outcome, execute, for_execution};
use faultscope::report::text::Style;
use faultscope::report::{Diagnostic, diagnostic};
use faultscope::{CheckRequest, Options, Rejection, input};
use faultscope_solver::Limits;
use faultscope_suite::words;
use faultscope_verify::environment::Input;

use super::arguments::Run;
use super::compile_flags;
use super::exit::Exit;
use super::streams::complain;

/// What a shell says of a program that `abort` ended.
const ABORTED: u8 = 134;

/// Executes the program.
pub(super) fn run(arguments: &Run) -> ExitCode {
    match executed(arguments) {
        Ok(code) => code,
        Err(rejection) => {
            for it in &rejection.diagnostics {
                complain(&diagnostic::render(it, &rejection.sources, &Style::PLAIN));
            }
            Exit::BadInput.into()
        }
    }
}

fn executed(arguments: &Run) -> Result<ExitCode, Rejection> {
    let options = Options {
        data_model: arguments.sources.data_model(),
        wraps: compile_flags::wraps(&arguments.sources.flags)?,
        ..for_execution(&Options::standard())
    };
    let files = arguments.sources.files.clone();
    let request = CheckRequest { files, preprocessor: arguments.sources.preprocessor(), options };
    let loaded = input::load(&request)?;
    let translated = faultscope::translate(&loaded, &request.options)?;
    let input = given(arguments)?;
    let executed = execute(&translated.program, input, arguments.max_steps, &Limits::unlimited());
    let Executed { stdout, stderr, outcome, .. } = executed;
    let _ = io::stdout().lock().write_all(&stdout).and_then(|()| io::stdout().flush());
    let _ = io::stderr().lock().write_all(&stderr);
    let (diagnostic, code) = match outcome {
        Outcome::Status(status) => return Ok(ExitCode::from(status as u8)),
        Outcome::Aborted => return Ok(ExitCode::from(ABORTED)),
        Outcome::Violated(check) => {
            let check = translated.program.check(check);
            let span = translated.program.sources.origin(check.origin).span;
            (Diagnostic { span: Some(span), ..Diagnostic::error(check.message.clone()) }, Exit::ErrorFound)
        }
        Outcome::RanOn => {
            let message = format!("the program did not end within {} steps", arguments.max_steps);
            (Diagnostic::error(message).with_hint("allow more with `--max-steps`"), Exit::Undecided)
        }
        Outcome::Unsupported { message, origin } => {
            let span = translated.program.sources.origin(origin).span;
            let message = format!("the execution cannot be followed: {message}");
            (Diagnostic { span: Some(span), ..Diagnostic::error(message) }, Exit::Undecided)
        }
        Outcome::Open | Outcome::Limit(_) => {
            let message =
                "the execution cannot be followed: what comes next depends on a value that is not known";
            (Diagnostic::error(message), Exit::Undecided)
        }
    };
    complain(&diagnostic::render(&diagnostic, &translated.program.sources, &Style::PLAIN));
    Ok(code.into())
}

/// What the program is given.
fn given(arguments: &Run) -> Result<Input, Diagnostic> {
    let mut stdin = Vec::new();
    match &arguments.stdin {
        Some(file) => stdin = input::bytes(file)?,
        None if io::stdin().is_terminal() => {}
        None => {
            // What cannot be read is not there.
            let _ = io::stdin().lock().read_to_end(&mut stdin);
        }
    }
    let mut variables = BTreeMap::new();
    for variable in &arguments.env {
        let Some((name, value)) = variable.split_once('=') else {
            return Err(Diagnostic::error(format!("`{variable}` is no variable"))
                .with_hint("write `--env NAME=VALUE`"));
        };
        variables.insert(name.as_bytes().to_vec(), value.as_bytes().to_vec());
    }
    let mut files = BTreeMap::new();
    for file in &arguments.file {
        files.insert(file.display().to_string().into_bytes(), input::bytes(file)?);
    }
    let arguments = words::split(arguments.args.as_bytes())
        .map_err(|error| Diagnostic::error(format!("`--args`: {error}")))?;
    Ok(Input { stdin, arguments, variables, files, values: None })
}
