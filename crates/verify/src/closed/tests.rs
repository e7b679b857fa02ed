//! Executions of small programs, and of random ones against all of their executions.

use faultscope_ir::CheckId;
use faultscope_solver::Limits;

use super::*;
use crate::interpreter::ExecutionBounds;
use crate::notation::parse;
use crate::random_programs::{bounded_program, errs};

fn progress(program: &Program) -> Progress {
    Closed::new(program).go_on(1_000_000, &Limits::unlimited()).expect("nothing is limited")
}

#[track_caller]
fn check(text: &str, expected: Progress) {
    assert_eq!(progress(&parse(text)), expected);
}

const ERROR: Progress = Progress::Error(CheckId(0));

#[test]
fn a_program_without_inputs_runs_to_its_end() {
    let program = |expected: u32| {
        format!(
            "var x: 8; var i: 8;
             proc main() {{ x := 0; i := 0; while (i < 10) {{ x := x + i; i := i + 1; }} assert x == {expected}; }}"
        )
    };
    check(&program(45), Progress::Ended);
    check(&program(44), ERROR);
}

#[test]
fn activations_have_variables_of_their_own() {
    let program = |expected: u32| {
        format!(
            "var x: 8;
             proc sum(n: 8) returns (r: 8) {{
               r := 0; if (n != 0) {{ r := sum(n - 1); r := r + n; }}
             }}
             proc main() {{ x := sum(5); assert x == {expected}; }}"
        )
    };
    check(&program(15), Progress::Ended);
    check(&program(16), ERROR);
}

#[test]
fn maps_keep_what_was_written() {
    let program = |index: &str, expected: Progress| {
        let text = format!(
            "var a: [8]8; var i: 8;
             proc main() {{ i := 3; a[i] := 7; a[i + 1] := 8; assert a[{index}] == 7; }}"
        );
        check(&text, expected);
    };
    program("3", Progress::Ended);
    program("4", ERROR);
    program("5", Progress::Open);
}

#[test]
fn inputs_may_be_asked_for_but_not_decide() {
    check("var x: 8; proc main() { havoc x; assert 1 == 1; }", Progress::Ended);
    check("var x: 8; proc main() { havoc x; x := 2; assert x == 3; }", ERROR);
    check("var x: 8; proc main() { havoc x; assert x == 3; }", Progress::Open);
    check("var x: 8; proc main() { havoc x; assume x == 3; assert 1 == 2; }", Progress::Open);
    check("var x: 8; proc main() { either { x := 1; } or { x := 2; } assert 1 == 2; }", Progress::Open);
    check("var a: [8]8; var x: 8; proc main() { havoc x; a[x] := 1; assert 1 == 2; }", Progress::Open);
    check("var x: 8; proc main() { assert x == 0; }", Progress::Open);
}

#[test]
fn operands_decide_what_they_decide_alone() {
    check("var x: 8; proc main() { havoc x; assert x == 1 || 1 == 1; }", Progress::Ended);
    check("var x: 8; proc main() { havoc x; assert x == 1 && 1 == 2; }", ERROR);
}

#[test]
fn an_execution_goes_on_where_it_was() {
    let program =
        parse("var x: 16; proc main() { x := 0; while (x < 1000) { x := x + 1; } assert x == 1000; }");
    let mut closed = Closed::new(&program);
    let limits = Limits::unlimited();
    assert_eq!(closed.go_on(100, &limits), Ok(Progress::Unfinished));
    assert_eq!(closed.go_on(100_000, &limits), Ok(Progress::Ended));
}

#[test]
fn verdicts_agree_with_executing_all_inputs() {
    let (mut n_safe, mut n_unsafe) = (0, 0);
    for seed in 1..=2000 {
        let text = bounded_program(seed);
        let program = parse(&text);
        let progress = progress(&program);
        if progress == Progress::Open {
            continue;
        }
        let Some(expected) = errs(&program, &ExecutionBounds::default()) else { continue };
        match progress {
            Progress::Ended => {
                assert!(!expected, "seed {seed}: no error, but there is one in\n{text}");
                n_safe += 1;
            }
            Progress::Error(_) => {
                assert!(expected, "seed {seed}: an error that executing does not find in\n{text}");
                n_unsafe += 1;
            }
            Progress::Unfinished | Progress::Stopped | Progress::Open => {
                panic!("seed {seed}: {progress:?} for\n{text}")
            }
        }
    }
    assert!(n_safe > 10 && n_unsafe > 10, "{n_safe} safe, {n_unsafe} unsafe");
}
