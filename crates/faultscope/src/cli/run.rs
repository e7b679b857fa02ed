//! `faultscope run`.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Read, Write};

use faultscope::execute::{Executed, Outcome, execute, for_execution};
use faultscope::report::text::Style;
use faultscope::report::{Diagnostic, Severity, diagnostic};
use faultscope::{Options, Rejection, input};
use faultscope_ir::{Program, Property};
use faultscope_solver::Limits;
use faultscope_suite::words;
use faultscope_verify::environment::Input;
use faultscope_verify::testing::overflow_message;

use super::arguments::{Run, given_file};
use super::exit::Exit;
use super::streams::{complain, reject_plainly};

/// What a shell says of a program that `abort` ended.
const ABORTED: u8 = 134;

/// What is undefined in C and has a value on x86: it is reported, and the execution goes on.
const DEFINED_BY_THE_MACHINE: [Property; 2] = [Property::Overflow, Property::FloatConversion];

/// Executes the program.
pub(super) fn run(arguments: &Run) -> u8 {
    match executed(arguments) {
        Ok(code) => code,
        Err(rejection) => reject_plainly(&rejection).into(),
    }
}

fn executed(arguments: &Run) -> Result<u8, Rejection> {
    let models = arguments.sources.model.clone();
    let options = Options { models, ..for_execution(&Options::standard()) };
    let mut request = arguments.sources.request(options)?;
    let loaded = input::load(&request)?;
    let input = given(arguments)?;
    let mut is_defined = true;
    loop {
        let translated = faultscope::completed(&loaded, &request.options)?.1;
        if is_defined {
            let warnings = translated.warnings.iter().map(|it| it.clone().with_severity(Severity::Warning));
            for it in warnings {
                complain(&diagnostic::render(&it, &translated.program.sources, &Style::PLAIN));
            }
        }
        let executed = execute(&translated.program, input.clone(), arguments.max_steps, &Limits::unlimited());
        let Executed { stdout, stderr, outcome, .. } = executed;
        let (diagnostic, code) = ending(&outcome, &translated.program, arguments.max_steps);
        if let Some(diagnostic) = diagnostic {
            complain(&diagnostic::render(&diagnostic, &translated.program.sources, &Style::PLAIN));
        }
        if let Outcome::Violated(check) = outcome {
            let property = translated.program.check(check).property;
            // The machine gives a value all the same: once more, without asking for this.
            if DEFINED_BY_THE_MACHINE.contains(&property) && request.options.properties.remove(&property) {
                is_defined = false;
                continue;
            }
        }
        let _ = io::stdout().lock().write_all(&stdout).and_then(|()| io::stdout().flush());
        let _ = io::stderr().lock().write_all(&stderr);
        return Ok(if is_defined { code } else { Exit::ErrorFound.into() });
    }
}

/// What is said of the end of an execution, and the status.
fn ending(outcome: &Outcome, program: &Program, max_steps: u64) -> (Option<Diagnostic>, u8) {
    let (diagnostic, code) = match outcome {
        Outcome::Status(status) => return (None, *status as u8),
        Outcome::Aborted => return (None, ABORTED),
        Outcome::Violated(check) => {
            let check = program.check(*check);
            let span = program.sources.origin(check.origin).span;
            (Diagnostic { span: Some(span), ..Diagnostic::error(check.message.clone()) }, Exit::ErrorFound)
        }
        Outcome::RanOn => {
            let message = format!("the program did not end within {max_steps} steps");
            (Diagnostic::error(message).with_hint("allow more with `--max-steps`"), Exit::Undecided)
        }
        Outcome::Overflowed { call } => {
            let span = call.map(|it| program.sources.origin(it).span);
            (Diagnostic { span, ..Diagnostic::error(overflow_message()) }, Exit::ErrorFound)
        }
        Outcome::UnknownStatus => {
            let message = "`main` returns no value: the exit status is not known";
            (Diagnostic { severity: Severity::Warning, ..Diagnostic::error(message) }, Exit::Undecided)
        }
        Outcome::Unsupported { message, origin } => {
            let span = program.sources.origin(*origin).span;
            let message = format!("the execution cannot be followed: {message}");
            (Diagnostic { span: Some(span), ..Diagnostic::error(message) }, Exit::Undecided)
        }
        Outcome::Open | Outcome::Limit(_) => {
            let message =
                "the execution cannot be followed: what comes next depends on a value that is not known";
            (Diagnostic::error(message), Exit::Undecided)
        }
    };
    (Some(diagnostic), code.into())
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
            return Err(Diagnostic::error(format!("`{variable}` is not a variable"))
                .with_hint("write `--env NAME=VALUE`"));
        };
        variables.insert(name.as_bytes().to_vec(), value.as_bytes().to_vec());
    }
    let mut files = BTreeMap::new();
    for file in arguments.file.iter().map(|it| given_file(it)) {
        files.insert(file.name, input::bytes(&file.path)?);
    }
    let arguments = words::split(arguments.args.as_bytes())
        .map_err(|error| Diagnostic::error(format!("`--args`: {error}")))?;
    Ok(Input { stdin, arguments, variables, files, values: None })
}
