//! Do the C front end and the interpreter compute what the compiled program computes?

use faultscope_frontend::c::{Config, DataModel, Properties};
use faultscope_frontend::{Input, InputFile, c};
use faultscope_verify::interpreter::{self, End, Zeroes};

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

/// Compares the two on one program.
///
/// Ours runs the program that reaches the error if its checksum is the expected one; so an agreement also says that it
/// got to the end.
///
/// # Errors
/// Where they do not agree.
pub fn cross_check(name: &str, program: &Generated, compiler: &Compiler) -> Result<(), Disagreement> {
    let printed =
        compiler.output(name, &program.printing()).map_err(|it| Disagreement::NoAnswer(it.to_string()))?;
    let expected: u64 = printed.trim().parse().map_err(|_| Disagreement::NoAnswer(printed))?;
    match interpret(name, program.failing_at(expected))? {
        End::Error { .. } => Ok(()),
        end => Err(Disagreement::Different { expected, end: format!("{end:?}") }),
    }
}

fn interpret(name: &str, text: String) -> Result<End, Disagreement> {
    let file = InputFile { name: format!("{name}.c"), text, originals: Vec::new() };
    let config = Config {
        data_model: DataModel::Lp64,
        entry: "main".to_owned(),
        properties: Properties { unreach_call: true, assertions: true },
    };
    let translation = c::translate(&Input { files: vec![file] }, &config);
    match &translation.program {
        Some(program) => Ok(interpreter::run(program, &mut Zeroes, &interpreter::Config::default()).end),
        None => Err(Disagreement::Rejected(format!("{:?}", translation.diagnostics))),
    }
}
