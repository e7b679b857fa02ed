//! Random structures and unions lie in memory as gcc lays them out, for 64-bit and for 32-bit machines.
//!
//! `RUN_SLOW_TESTS=1` goes through thousands.

#![expect(clippy::print_stderr, reason = "says why it did not run")]

use std::collections::HashMap;
use std::fmt::Write;
use std::ops::Range;

use faultscope_frontend::c::{self, CConfig, DataModel};
use faultscope_frontend::{Input, InputFile};
use faultscope_ir::Property;
use faultscope_testkit::assembly;
use faultscope_testkit::compiler::Compiler;
use faultscope_testkit::layouts::{Layouts, layouts};
use faultscope_verify::interpreter::{self, End, ExecutionBounds, Zeroes};

/// The text whose data answers all questions: the constants in an array, and for each bit-field an object in which all its
/// bits are set.
fn asking(layouts: &Layouts) -> String {
    let mut text = layouts.declarations.clone();
    let _ = writeln!(text, "unsigned constants[] = {{ {} }};", layouts.constants.join(", "));
    for (idx, field) in layouts.bit_fields.iter().enumerate() {
        let _ = writeln!(text, "{} image{idx} = {{ {} = {} }};", field.record, field.path, field.ones);
    }
    text
}

/// The program that fails in the first line with a wrong answer.
fn checking(layouts: &Layouts, answers: &HashMap<String, Vec<u8>>) -> String {
    let mut text = format!("extern void reach_error(void);\n{}", layouts.declarations);
    let mut checks = String::new();
    let numbers = answers["constants"].chunks(4).map(|it| u32::from_le_bytes([it[0], it[1], it[2], it[3]]));
    for (question, number) in layouts.constants.iter().zip(numbers) {
        let _ = writeln!(checks, "  if ({question} != {number}) reach_error();");
    }
    for (idx, field) in layouts.bit_fields.iter().enumerate() {
        let image = &answers[&format!("image{idx}")];
        let _ = writeln!(
            text,
            "union {{ {} object; unsigned char bytes[{}]; }} image{idx};",
            field.record,
            image.len()
        );
        let _ = writeln!(checks, "  image{idx}.object{} = {};", field.path, field.ones);
        // The bytes that have bits of it, and the next ones.
        let first = image.iter().position(|byte| *byte != 0).unwrap_or(0).saturating_sub(1);
        let last = image.iter().rposition(|byte| *byte != 0).unwrap_or(0) + 1;
        for (at, byte) in image.iter().enumerate().take(last + 1).skip(first) {
            let _ = writeln!(
                checks,
                "  if (image{idx}.bytes[{at}] != {byte}) reach_error(); // {}{}",
                field.record, field.path
            );
        }
    }
    text + "int main(void) {\n" + &checks + "  return 0;\n}\n"
}

/// The line of the first wrong answer, with the declarations; none where all are right.
fn wrong(seed: u64, compiler: &Compiler, data_model: DataModel) -> Option<String> {
    let layouts = layouts(seed);
    let assembly = compiler.assembly(&format!("layouts_{seed}"), &asking(&layouts), data_model);
    let answers = assembly::data(&assembly.expect("what is generated compiles"));
    let text = checking(&layouts, &answers);
    let file = InputFile { name: "a.c".to_owned(), text: text.clone(), originals: Vec::new() };
    let properties = [Property::UnreachCall].into();
    let config = CConfig { data_model, properties, ..CConfig::default() };
    let translation = c::translate(&Input { files: vec![file] }, &config);
    let Some(program) = &translation.program else {
        return Some(format!("{:?}\n{text}", translation.diagnostics));
    };
    match interpreter::run(program, &mut Zeroes, &ExecutionBounds::default()).end {
        End::Returned => None,
        End::Error { check, .. } => {
            let origin = program.checks[check.0 as usize].origin;
            let line = program.sources.origin(origin).span.line as usize;
            Some(format!("{}\n{}", text.lines().nth(line - 1).unwrap_or_default(), layouts.declarations))
        }
        end => Some(format!("{end:?}\n{text}")),
    }
}

#[track_caller]
fn check(seeds: Range<u64>) {
    let Some(compiler) = Compiler::find() else {
        eprintln!("skipped: no gcc for x86-64 here");
        return;
    };
    for data_model in [DataModel::Lp64, DataModel::Ilp32] {
        if compiler.assembly("empty", "int x;", data_model).is_err() {
            eprintln!("skipped {data_model:?}: gcc does not compile for it here");
            continue;
        }
        for seed in seeds.clone() {
            if let Some(wrong) = wrong(seed, &compiler, data_model) {
                panic!("seed {seed}, {data_model:?}: gcc disagrees on\n{wrong}");
            }
        }
    }
}

#[test]
fn a_few_are_laid_out_as_by_gcc() {
    check(0..40);
}

#[test]
fn many_are_laid_out_as_by_gcc() {
    if std::env::var_os("RUN_SLOW_TESTS").is_some() {
        check(1000..4000);
    }
}
