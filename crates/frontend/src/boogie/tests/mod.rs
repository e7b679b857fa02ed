//! Tests of the Boogie front end: what is refused and how it is said ([`errors`]), and what programs become
//! ([`lowering`]).

mod errors;
mod lowering;
mod sites;

use expect_test::Expect;
use faultscope_ir::{self as ir, Severity};

use super::{BoogieConfig, translate};
use crate::{Input, InputFile, Translation};

fn translation(text: &str) -> Translation {
    translation_with(text, &BoogieConfig::default())
}

fn translation_with(text: &str, config: &BoogieConfig) -> Translation {
    let file = InputFile { name: "test.bpl".to_owned(), text: text.to_owned(), originals: Vec::new() };
    translate(&Input { files: vec![file] }, config)
}

/// What is told about a text: `line:column-end message`, and the hint below.
fn told(translation: &Translation) -> String {
    let mut text = String::new();
    for diagnostic in &translation.diagnostics {
        let place = diagnostic.span.map_or(String::new(), |span| {
            let end = if span.line == span.end_line { "" } else { "…" };
            format!("{}:{}-{}{end} ", span.line, span.column, span.end_column)
        });
        let severity = match diagnostic.severity {
            Severity::Error => "",
            Severity::Warning => "warning: ",
            Severity::Note => "note: ",
        };
        text += &format!("{place}{severity}{}\n", diagnostic.message);
        if let Some(hint) = &diagnostic.hint {
            text += &format!("    {hint}\n");
        }
    }
    text
}

/// Compares what is told about a text.
#[track_caller]
fn check_told(text: &str, expect: Expect) {
    expect.assert_eq(&told(&translation(text)));
}

/// The program of a text about which there is nothing to tell.
#[track_caller]
fn program(text: &str) -> ir::Program {
    program_with(text, &BoogieConfig::default())
}

#[track_caller]
fn program_with(text: &str, config: &BoogieConfig) -> ir::Program {
    let translation = translation_with(text, config);
    assert_eq!(told(&translation), "");
    translation.program.expect("a program without errors")
}

/// Compares the procedures of a program, without the start.
#[track_caller]
fn check_procedures(text: &str, expect: Expect) {
    let mut program = program(text);
    program.procedures.pop();
    expect.assert_eq(&ir::print::program(&program));
}

/// Compares the body of `main` with these statements. The variables `x`, `y`, `z` (`int`), `p`, `q` (`bool`) and
/// `m` (`[int]int`) are there, with any value.
#[track_caller]
fn check_body(statements: &str, expect: Expect) {
    let locals = "var x, y, z: int; var p, q: bool; var m: [int]int;";
    let mut program = program(&format!("procedure main() {{ {locals}\n{statements} }}"));
    program.procedures.pop();
    let text = ir::print::program(&program);
    let declared = |line: &&str| !line.contains("// Declaration") && !line.starts_with("procedure");
    let lines: Vec<&str> = text.lines().filter(declared).collect();
    expect.assert_eq(&(lines.join("\n") + "\n"));
}

/// Compares the start of a program.
#[track_caller]
fn check_start(text: &str, expect: Expect) {
    let mut program = program(text);
    program.procedures.drain(..program.procedures.len() - 1);
    let ir::Program { procedures, .. } = &program;
    let blocks = procedures[0].blocks.iter().flat_map(|block| &block.instructions);
    let mut text = String::new();
    for instruction in blocks {
        match instruction {
            ir::Instruction::Statement(it) => {
                let origin = program.sources.origin(it.origin);
                text += &format!("{}  // {:?} {}\n", it.command, origin.kind, origin.span.line);
            }
            ir::Instruction::Call(call) => {
                let arguments: Vec<_> = call.arguments.iter().map(|(value, _)| value).collect();
                text += &format!("{:?} := #{}{arguments:?}\n", call.results, call.callee.0);
            }
        }
    }
    expect.assert_eq(&text);
}
