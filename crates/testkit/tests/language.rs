//! Random initializers, literals, and declarations in several files mean what gcc's compiled program prints.
//!
//! `RUN_SLOW_TESTS=1` goes through thousands; `LANGUAGE_SEEDS=from..to` through those.

#![expect(clippy::print_stderr, reason = "says why it did not run")]

use std::ops::Range;

use faultscope_ir::Property;
use faultscope_testkit::compiler::Compiler;
use faultscope_testkit::language::{Asking, initializers, linkage, literals, translated};
use faultscope_verify::interpreter::{self, End, ExecutionBounds, Zeroes};

/// So many programs in each run.
const FEW: u64 = 40;

fn seeds() -> Range<u64> {
    let given = std::env::var("LANGUAGE_SEEDS").ok();
    let given = given.as_deref().and_then(|it| it.split_once(".."));
    match given.and_then(|(from, to)| Some((from.parse().ok()?, to.parse().ok()?))) {
        Some((from, to)) => from..to,
        None if std::env::var_os("RUN_SLOW_TESTS").is_some() => 0..2000,
        None => 0..FEW,
    }
}

fn compiler() -> Option<Compiler> {
    let compiler = Compiler::find();
    if compiler.is_none() {
        eprintln!("skipped: no gcc for x86-64 here");
    }
    compiler
}

/// What is wrong with the answers to a program. What gcc does not take is a fault of the generator.
fn compared(name: &str, program: &Asking, compiler: &Compiler) -> Option<String> {
    match program.answers(name, compiler, &[]) {
        Err(message) => Some(format!("gcc: {message}")),
        Ok(answers) => program.wrong_answer(&answers),
    }
}

/// Asserts that all programs agree; all that do not are listed.
#[track_caller]
fn check(name: &str, program: impl Fn(u64, &Compiler) -> Option<(String, Vec<String>)>) {
    let Some(compiler) = compiler() else { return };
    let mut wrong = String::new();
    for seed in seeds() {
        if let Some((message, files)) = program(seed, &compiler) {
            wrong += &format!("--- {name} {seed}: {message}\n");
            if std::env::var_os("LANGUAGE_TEXTS").is_some() {
                files.iter().for_each(|text| wrong += &format!("{text}\n// next file\n"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn initializers_give_parts_the_values_that_gcc_gives_them() {
    check("initializers", |seed, compiler| {
        let program = initializers::initializers(seed);
        let message = compared(&format!("initializers_{seed}"), &program, compiler)?;
        Some((message, program.printing()))
    });
}

#[test]
fn literals_have_the_types_and_values_that_gcc_gives_them() {
    check("literals", |seed, compiler| {
        let program = literals::literals(seed);
        let message = compared(&format!("literals_{seed}"), &program, compiler)?;
        Some((message, program.printing()))
    });
}

#[test]
fn symbols_of_several_files_are_those_that_gcc_links() {
    check("linkage", |seed, compiler| {
        let linkage::Linked { program, clash } = linkage::linked(seed);
        let message = match clash {
            Some(symbol) => without_error(&symbol, &program),
            None => compared(&format!("linkage_{seed}"), &program, compiler),
        };
        Some((message?, program.printing()))
    });
}

/// What is wrong where conflicting types of a symbol are no error of the program.
fn without_error(symbol: &str, program: &Asking) -> Option<String> {
    let program = match translated(&program.checking(&[])) {
        Ok(program) => program,
        Err(message) => return Some(message),
    };
    match interpreter::run(&program, &mut Zeroes, &ExecutionBounds::default()).end {
        End::Error { check, .. } => {
            let check = &program.checks[check.0 as usize];
            let is_told =
                check.property == Property::Declarations && check.message.contains(&format!("`{symbol}`"));
            (!is_told).then(|| check.message.clone())
        }
        end => Some(format!("no error of {symbol}: {end:?}")),
    }
}
