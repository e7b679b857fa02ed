//! Compares the interpreter with gcc's compiled programs; with `--search` in front, the model checker.
//!
//! * `cross_check FROM TO`: the programs of these seeds; prints each that differs, and a count.
//! * `cross_check FILE`: a program whose last statements are those of [`Generated::printing`], to cut it down.

#![expect(clippy::print_stdout, reason = "an example prints")]

use std::process::ExitCode;
use std::time::Duration;

use faultscope_testkit::compiler::Compiler;
use faultscope_testkit::cross_check::{interpreter_agrees, model_checker_agrees};
use faultscope_testkit::generate::{Generated, program};

fn main() -> ExitCode {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let search = arguments.first().is_some_and(|it| it == "--search");
    if search {
        arguments.remove(0);
    }
    let Some(compiler) = Compiler::find() else {
        println!("no gcc for x86-64 here");
        return ExitCode::FAILURE;
    };
    let programs: Vec<(String, Generated)> = match arguments.as_slice() {
        [file] => {
            let text = std::fs::read_to_string(file).expect("the file can be read");
            vec![("file".to_owned(), Generated::from_printing(&text).expect("it prints its checksum"))]
        }
        [from, to] => {
            let bound = |it: &String| it.parse::<u64>().expect("a seed is a number");
            (bound(from)..bound(to)).map(|seed| (format!("seed_{seed}"), program(seed))).collect()
        }
        _ => {
            println!("cross_check FROM TO | FILE");
            return ExitCode::FAILURE;
        }
    };
    let mut n_different = 0;
    for (name, program) in &programs {
        let outcome = match search {
            true => model_checker_agrees(name, program, &compiler, Duration::from_secs(20)),
            false => interpreter_agrees(name, program, &compiler),
        };
        if let Err(disagreement) = outcome {
            n_different += 1;
            println!("{name}: {disagreement:?}");
        }
    }
    println!("{} programs, {n_different} differ", programs.len());
    if n_different == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
