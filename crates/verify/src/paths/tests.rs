//! Answers on small programs, and on random ones against executing them on all inputs.

use faultscope_solver::Limits;

use super::*;
use crate::notation::parse;
use crate::random_programs::{bounded_program, errs};

fn explored(text: &str) -> Explored {
    explore(&parse(text), &Limits::unlimited())
}

#[track_caller]
fn check_safe(text: &str) {
    let explored = explored(text);
    assert!(matches!(explored, Explored::Safe), "{explored:?}");
}

/// The values of the inputs of the error.
#[track_caller]
fn check_error(text: &str) -> Vec<i128> {
    match explored(text) {
        Explored::Error(found) => {
            assert!(found.replayed);
            found.inputs.iter().filter_map(|input| input.value.as_signed()).collect()
        }
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn check_open(text: &str) {
    let explored = explored(text);
    assert!(matches!(explored, Explored::Open), "{explored:?}");
}

#[test]
fn answers_agree_with_executing_all_inputs() {
    let (mut n_safe, mut n_errors, mut n_open) = (0, 0, 0);
    for seed in 1..=150 {
        let text = bounded_program(seed);
        let program = parse(&text);
        let Some(expected) = errs(&program, &ExecutionBounds::default()) else { continue };
        match explore(&program, &Limits::unlimited()) {
            Explored::Safe => {
                assert!(!expected, "seed {seed}: safe, but there is an error in\n{text}");
                n_safe += 1;
            }
            Explored::Error(trace) => {
                assert!(expected && trace.replayed, "seed {seed}: no such error in\n{text}");
                n_errors += 1;
            }
            Explored::Open => n_open += 1,
        }
    }
    assert!(n_safe > 15 && n_errors > 15, "{n_safe} safe, {n_errors} errors, {n_open} open");
    assert!(n_open < 15, "{n_safe} safe, {n_errors} errors, {n_open} open");
}

#[test]
fn comparisons_are_followed_both_ways() {
    check_safe("var x: 32; var y: 32; proc main() { havoc x; havoc y; assume x < y; assert !(y < x); }");
    assert_eq!(check_error("var x: 32; proc main() { havoc x; assume x > 7; assert x != 9; }"), [9]);
    check_safe(
        "var x: 32; var y: 32; var z: 32; proc main() {
           havoc x; havoc y; havoc z; assume x <= y && y <= z && z <= x; assert x == z; }",
    );
    check_error("var x: 32; var y: 32; proc main() { havoc x; havoc y; assume x <= y; assert x != y; }");
}

#[test]
fn sums_wrap_around() {
    check_safe("var x: 32; proc main() { havoc x; assume x < 100; assert x + 1 > x; }");
    let largest = check_error("var x: 32; proc main() { havoc x; assert x + 1 > x; }");
    assert_eq!(largest, [i128::from(i32::MAX)]);
    check_safe(
        "var x: 32; var y: 32; proc main() {
           havoc x; havoc y; assume 0 <= x && x < 1000 && 0 <= y && y < 1000;
           assert x + y - x == y; assert x + y < 1999; }",
    );
}

#[test]
fn all_orders_of_an_array_are_looked_at() {
    let sort = |swap: &str| {
        format!(
            "var a: [32]32; var t: 32; proc main() {{
               havoc a[0]; havoc a[1]; havoc a[2];
               if (a[0] > a[1]) {{ t := a[0]; a[0] := a[1]; a[1] := t; }}
               if (a[1] > a[2]) {{ t := a[1]; a[1] := a[2]; a[2] := t; }}
               {swap}
               assert a[0] <= a[1] && a[1] <= a[2];
             }}"
        )
    };
    check_safe(&sort("if (a[0] > a[1]) { t := a[0]; a[0] := a[1]; a[1] := t; }"));
    check_error(&sort(""));
}

#[test]
fn an_index_is_looked_at_value_by_value() {
    check_safe(
        "var a: [32]32; var i: 32; proc main() {
           a[0] := 1; a[1] := 2; a[2] := 3; havoc i; assume 0 <= i && i < 3; assert a[i] == i + 1; }",
    );
    check_open("var a: [32]32; var i: 32; proc main() { havoc i; assert a[i] == a[i]; assert a[i] == 1; }");
}

#[test]
fn what_runs_on_is_not_called_safe() {
    check_open("var x: 32; proc main() { havoc x; while (x != 0) { x := x - 1; } }");
    check_open("var x: 32; proc main() { x := 1; while (x != 0) { x := 1; } assert x == 0; }");
    check_safe("var x: 32; proc main() { havoc x; assume 0 <= x && x < 9; while (x != 0) { x := x - 1; } }");
}

#[test]
fn what_is_no_sum_is_left_to_others() {
    check_open("var x: 32; var y: 32; proc main() { havoc x; havoc y; assert x * y != 6; }");
}
