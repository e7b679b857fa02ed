//! Programs that ask what constructs of C mean: initializers, literals, and declarations in several files.
//!
//! A program asks for the values of expressions. Compiled by gcc it prints them; with the answers of that it reaches the error
//! where one is another.

pub mod initializers;
pub mod linkage;
pub mod literals;

use std::fmt::Write;

use faultscope_frontend::c::{self, CConfig, DataModel};
use faultscope_frontend::{Input, InputFile};
use faultscope_ir::{Program, Property, Severity};
use faultscope_verify::interpreter::{self, End, ExecutionBounds, Zeroes};

use crate::compiler::Compiler;

/// A piece of a file.
#[derive(Debug, Clone)]
pub enum Piece {
    /// Text of the program.
    Text(String),
    /// A statement that asks for the value of an expression of integer type.
    Ask(String),
}

/// A program of one or more files.
#[derive(Debug, Clone, Default)]
pub struct Asking {
    /// The files.
    pub files: Vec<Vec<Piece>>,
}

impl Asking {
    /// The files of the program that prints a number and an answer for each question.
    pub fn printing(&self) -> Vec<String> {
        self.written("#include <stdio.h>\n", |number, asked| {
            Some(format!("printf(\"%d %lld\\n\", {number}, (long long)({asked}));"))
        })
    }

    /// The files of the program that reaches the error where an answer is another one.
    pub fn checking(&self, answers: &[(usize, i64)]) -> Vec<String> {
        self.written("extern void reach_error(void);\n", |number, asked| {
            let (_, answer) = answers.iter().find(|(it, _)| *it == number)?;
            // The least number has no literal.
            let answer = match *answer {
                i64::MIN => "(-9223372036854775807LL - 1)".to_owned(),
                answer => format!("{answer}LL"),
            };
            Some(format!("if ((long long)({asked}) != {answer}) reach_error();"))
        })
    }

    fn written(&self, head: &str, ask: impl Fn(usize, &str) -> Option<String>) -> Vec<String> {
        let mut n_asked = 0;
        let mut write = |pieces: &Vec<Piece>| {
            let mut text = head.to_owned();
            for piece in pieces {
                let line = match piece {
                    Piece::Text(text) => Some(text.clone()),
                    Piece::Ask(asked) => {
                        n_asked += 1;
                        ask(n_asked - 1, asked)
                    }
                };
                let _ = writeln!(text, "{}", line.unwrap_or_default());
            }
            text
        };
        self.files.iter().map(&mut write).collect()
    }

    /// What gcc's program answers; none where gcc makes no program of it, with what it says.
    ///
    /// # Errors
    /// Where gcc does not take the program.
    pub fn answers(
        &self,
        name: &str,
        compiler: &Compiler,
        arguments: &[&str],
    ) -> Result<Vec<(usize, i64)>, String> {
        let output = compiler.linked(name, &self.printing(), arguments).map_err(|error| error.to_string())?;
        let answer = |line: &str| {
            let (number, answer) = line.split_once(' ')?;
            Some((number.parse().ok()?, answer.parse().ok()?))
        };
        output.lines().map(|line| answer(line).ok_or_else(|| format!("no answer: {line}"))).collect()
    }

    /// The first answer that ours gives otherwise; none where all are right.
    pub fn wrong_answer(&self, answers: &[(usize, i64)]) -> Option<String> {
        let files = self.checking(answers);
        match translated(&files) {
            Err(message) => Some(message),
            Ok(program) => match interpreter::run(&program, &mut Zeroes, &ExecutionBounds::default()).end {
                End::Returned => None,
                End::Error { check, .. } => {
                    let check = &program.checks[check.0 as usize];
                    let span = program.sources.origin(check.origin).span;
                    let text = files.get(span.file.0 as usize).map_or("", String::as_str);
                    let line = text.lines().nth((span.line as usize).saturating_sub(1)).unwrap_or_default();
                    Some(format!("{}: {line}", check.message))
                }
                end => Some(format!("{end:?}")),
            },
        }
    }
}

/// The program of files; or what is wrong with it.
///
/// # Errors
/// Where ours does not take the program.
pub fn translated(files: &[String]) -> Result<Program, String> {
    let file = |(idx, text): (usize, &String)| InputFile {
        name: format!("f{idx}.c"),
        text: text.clone(),
        originals: Vec::new(),
    };
    let files = files.iter().enumerate().map(file).collect();
    let properties = [Property::UnreachCall, Property::Declarations].into();
    let config = CConfig { data_model: DataModel::Lp64, properties, ..CConfig::default() };
    let translation = c::translate(&Input { files }, &config);
    translation.program.ok_or_else(|| {
        let errors = translation.diagnostics.iter().filter(|it| it.severity == Severity::Error);
        errors.map(|it| it.message.as_str()).collect::<Vec<_>>().join("; ")
    })
}
