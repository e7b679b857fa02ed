//! Do the C front end and the engines behind it compute what the compiled program computes?

use std::time::{Duration, Instant};

use faultscope_frontend::c::{CConfig, DataModel, World};
use faultscope_frontend::{Input, InputFile, c};
use faultscope_ir::{Program, Property};
use faultscope_solver::Limits;
use faultscope_verify::bmc::{BmcConfig, bounded_model_checking};
use faultscope_verify::interpreter::{self, End, ExecutionBounds, Zeroes};
use faultscope_verify::{Answer, UnknownReason, Verdict};

use crate::compiler::Compiler;
use crate::generate::Generated;

/// What a comparison gave, if the two do not agree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Disagreement {
    /// The program has no valid checksum: gcc does not compile it, or it crashes. A fault of the generator.
    NoAnswer(String),
    /// Our front end does not take it.
    Rejected(String),
    /// Ours does not get to the end with the same checksum.
    Different {
        /// The compiled program's checksum.
        expected: u64,
        /// How ours ended.
        end: String,
    },
}

/// Compares the interpreter and the compiled program.
///
/// Ours runs the program that reaches the error if its checksum is the expected one; so an agreement also says that it
/// got to the end.
///
/// # Errors
/// Where they do not agree.
pub fn interpreter_agrees(name: &str, program: &Generated, compiler: &Compiler) -> Result<(), Disagreement> {
    let expected = checksum(name, program, compiler)?;
    let program = translate(name, program.failing_at(expected))?;
    match interpreter::run(&program, &mut Zeroes, &ExecutionBounds::default()).end {
        End::Error { .. } => Ok(()),
        end => Err(Disagreement::Different { expected, end: format!("{end:?}") }),
    }
}

/// Compares bounded model checking and the compiled program: the error is found at the checksum that is computed,
/// and at another there is none. Running out of time is no disagreement.
///
/// # Errors
/// Where they do not agree.
pub fn model_checker_agrees(
    name: &str,
    program: &Generated,
    compiler: &Compiler,
    time: Duration,
) -> Result<(), Disagreement> {
    let expected = checksum(name, program, compiler)?;
    for (checksum, has_error) in [(expected, true), (expected.wrapping_add(1), false)] {
        let program = translate(name, program.failing_at(checksum))?;
        let limits = Limits::new(Some(Instant::now() + time), None);
        let answer = bounded_model_checking(&program, &BmcConfig::default(), &limits);
        let agrees = match (&answer.verdict, answer.error()) {
            (Verdict::Fails(_), Some(error)) => has_error && error.replayed,
            (Verdict::Open(UnknownReason::Limit { .. }), _) => true,
            _ => answer.is_safe() && !has_error,
        };
        if !agrees {
            let end = format!("error at {checksum}: {}", describe(&answer));
            return Err(Disagreement::Different { expected, end });
        }
    }
    Ok(())
}

fn describe(answer: &Answer) -> String {
    match (&answer.verdict, answer.error()) {
        (Verdict::Open(reason), _) => format!("{reason:?}"),
        (_, Some(trace)) if trace.replayed => "unsafe".to_owned(),
        (_, Some(_)) => "unsafe, but the trace does not replay".to_owned(),
        (_, None) => "safe".to_owned(),
    }
}

fn checksum(name: &str, program: &Generated, compiler: &Compiler) -> Result<u64, Disagreement> {
    let printed =
        compiler.output(name, &program.printing()).map_err(|it| Disagreement::NoAnswer(it.to_string()))?;
    printed.trim().parse().map_err(|_| Disagreement::NoAnswer(printed))
}

fn translate(name: &str, text: String) -> Result<Program, Disagreement> {
    let file = InputFile { name: format!("{name}.c"), text, originals: Vec::new() };
    let config = CConfig {
        data_model: DataModel::Lp64,
        properties: [Property::UnreachCall].into(),
        // Nobody changes them while the compiled program runs.
        world: World { volatile_as_stored: true, ..World::default() },
        ..CConfig::default()
    };
    let translation = c::translate(&Input { files: vec![file] }, &config);
    translation.program.ok_or_else(|| Disagreement::Rejected(format!("{:?}", translation.diagnostics)))
}
