//! Random C programs: the interpreter and the model checker compute what gcc's compiled program prints.
//!
//! `RUN_SLOW_TESTS=1` runs thousands; `cargo run --package faultscope-testkit --example cross_check -- 1 1000` any
//! range of seeds.

#![expect(clippy::print_stderr, reason = "says why it did not run")]

use std::ops::Range;
use std::time::Duration;

use faultscope_testkit::compiler::Compiler;
use faultscope_testkit::cross_check::{Disagreement, interpreter_agrees, model_checker_agrees};
use faultscope_testkit::generate::{Generated, program};

#[track_caller]
fn check(seeds: Range<u64>, agrees: impl Fn(&str, &Generated, &Compiler) -> Result<(), Disagreement>) {
    let Some(compiler) = Compiler::find() else {
        eprintln!("skipped: no gcc for x86-64 here");
        return;
    };
    for seed in seeds {
        if let Err(disagreement) = agrees(&format!("seed_{seed}"), &program(seed), &compiler) {
            panic!("seed {seed}: {disagreement:?}");
        }
    }
}

fn search(name: &str, program: &Generated, compiler: &Compiler) -> Result<(), Disagreement> {
    model_checker_agrees(name, program, compiler, Duration::from_secs(10))
}

#[test]
fn the_interpreter_agrees_on_a_few_programs() {
    check(1..40, interpreter_agrees);
}

#[test]
fn the_model_checker_agrees_on_a_few_programs() {
    check(1..6, search);
}

#[test]
fn both_agree_on_many_programs() {
    if std::env::var_os("RUN_SLOW_TESTS").is_some() {
        check(1000..5000, interpreter_agrees);
        check(1000..1200, search);
    }
}
