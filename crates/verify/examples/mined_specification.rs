//! Mines the specification of preprocessed C files, and prints the statements that proofs rest on, and how long that took.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program for developers")]
#![expect(clippy::disallowed_methods, reason = "it reads files")]

use std::time::Instant;

use faultscope_frontend::c::{self, CConfig};
use faultscope_frontend::{Input, InputFile};
use faultscope_ir::Program;
use faultscope_solver::Limits;
use faultscope_verify::abstract_interpretation::{AbstractInterpretationBounds, invariants};
use faultscope_verify::mined_specification::mined_specification;

/// Abstract interpretation follows the program's calls.
const STACK_BYTES: usize = 1 << 28;

fn main() {
    for name in std::env::args().skip(1) {
        let Ok(bytes) = std::fs::read(&name) else {
            eprintln!("{name}: cannot be read");
            continue;
        };
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let n_lines = text.lines().count();
        let input = Input { files: vec![InputFile { name: name.clone(), text, originals: Vec::new() }] };
        let Some(program) = c::translate(&input, &CConfig::default()).program else {
            eprintln!("{name}: cannot be translated");
            continue;
        };
        std::thread::scope(|scope| {
            let mining = || mine(&name, n_lines, &program);
            let builder = std::thread::Builder::new().stack_size(STACK_BYTES);
            builder.spawn_scoped(scope, mining).expect("a thread starts");
        });
    }
}

fn mine(name: &str, n_lines: usize, program: &Program) {
    let limits = Limits::unlimited();
    let start = Instant::now();
    let Ok(known) = invariants(program, &AbstractInterpretationBounds::default(), &limits) else {
        println!("{name}: the analysis does not come to an end");
        return;
    };
    let intervals = start.elapsed();
    let mined = mined_specification(program, &known, &limits);
    let (n_checks, n_proved) = (program.checks.len(), mined.proved().len());
    let trusted = mined.trusted();
    println!(
        "{name}: {n_lines} lines, {n_checks} checks, {n_proved} proved, {} trusted, {intervals:?} and {:?}",
        trusted.len(),
        start.elapsed() - intervals
    );
    for (origin, checks) in trusted {
        let origin = program.sources.origin(origin);
        let messages: Vec<&str> = checks.iter().map(|(it, _)| program.check(*it).message.as_str()).collect();
        println!("  line {}: {}  {messages:?}", origin.span.line, origin.text);
    }
}
