//! Answers on small programs, and on random ones against executing them on all inputs.

use faultscope_solver::Limits;

use super::*;
use crate::notation::parse;
use crate::notation::random_programs::{bounded_program, looping_program};
use faultscope_execute::exhaustive::errs;

fn explored(text: &str) -> Found {
    explore(&parse(text), &Limits::unlimited())
}

#[track_caller]
fn check_safe(text: &str) {
    let explored = explored(text);
    assert!(matches!(explored, Ok(None)), "{explored:?}");
}

/// The values of the inputs of the error.
#[track_caller]
fn check_error(text: &str) -> Vec<i128> {
    match explored(text) {
        Ok(Some(found)) => {
            assert!(found.replayed);
            found.inputs.iter().filter_map(|input| input.value.as_signed()).collect()
        }
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn check_open(text: &str) {
    let explored = explored(text);
    assert!(matches!(explored, Err(Undecided)), "{explored:?}");
}

#[test]
fn answers_agree_with_executing_all_inputs() {
    let (mut n_safe, mut n_errors, mut n_open) = (0, 0, 0);
    for seed in 1..=150 {
        let text = bounded_program(seed);
        let program = parse(&text);
        let Some(expected) = errs(&program, &ExecutionBounds::default()) else { continue };
        match explore(&program, &Limits::unlimited()) {
            Ok(None) => {
                assert!(!expected, "seed {seed}: safe, but there is an error in\n{text}");
                n_safe += 1;
            }
            Ok(Some(trace)) => {
                assert!(expected && trace.replayed, "seed {seed}: no such error in\n{text}");
                n_errors += 1;
            }
            Err(Undecided) => n_open += 1,
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

/// What looking at all states says.
fn states(text: &str) -> Found {
    let program = parse(text);
    States::new(&program).go_on(u64::MAX, &Limits::unlimited()).expect("there is no limit")
}

#[track_caller]
fn check_all_seen(text: &str) {
    let explored = states(text);
    assert!(matches!(explored, Ok(None)), "{explored:?}");
}

/// The values of the inputs of the error.
#[track_caller]
fn check_state_with_error(text: &str) -> Vec<i128> {
    match states(text) {
        Ok(Some(found)) => {
            assert!(found.replayed);
            found.inputs.iter().filter_map(|input| input.value.as_signed()).collect()
        }
        other => panic!("{other:?}"),
    }
}

/// A machine that wants 1, 2, 3, ... one after the other, and begins again otherwise.
fn machine(n_wanted: u32, asserted: &str) -> String {
    let step = |it: u32| format!("if (s == {it} && x == {}) {{ s := {}; }} else {{", it + 1, it + 1);
    let steps: String = (0..n_wanted).map(step).collect();
    let ends = "}".repeat(n_wanted as usize);
    format!(
        "var s: 32; var x: 32; var t: bool; proc main() {{ s := 0; t := true;
           while (t) {{ havoc x; {steps} s := 0; {ends} assert {asserted}; }} }}"
    )
}

#[test]
fn a_machine_without_end_has_finitely_many_states() {
    check_all_seen(&machine(5, "s <= 5"));
    assert_eq!(check_state_with_error(&machine(5, "s < 5")), [1, 2, 3, 4, 5]);
}

#[test]
fn what_is_known_of_inputs_is_part_of_the_state() {
    let program = |asserted: &str| {
        format!(
            "var x: 32; var y: 32; var t: bool; proc main() {{ havoc x; assume x > 3; t := true;
               while (t) {{ havoc y; if (y < x) {{ y := x; }} assert {asserted}; }} }}"
        )
    };
    check_all_seen(&program("y >= x && x > 3"));
    // The second input is forgotten, and needed to get to the error once more.
    assert!(check_state_with_error(&program("y != 9")).contains(&9));
    check_state_with_error(
        "var x: 32; var y: 32; var n: 32; var t: bool; proc main() { n := 0; t := true;
           while (t) { havoc x; havoc y; if (x < y && y < 5) { n := n + 1; } assert n != 4; } }",
    );
}

#[test]
fn variables_of_procedures_count_where_they_are_read() {
    // What `last` gives is what it was given before, and no other variable holds that.
    let program = |given: u32| {
        format!(
            "var g: 8; var x: 8; var t: bool;
             proc last(n: 8) returns (it: 8) {{ if (n != 0) {{ it := n; }} }}
             proc main() {{ g := last(1); t := true;
               while (t) {{
                 havoc x; if (x == 7) {{ g := last({given}); }} else {{ g := last(0); assert g == 1; }}
                 g := 0; }} }}"
        )
    };
    check_all_seen(&program(1));
    check_state_with_error(&program(2));
    // A global that is read by what is called later on.
    let later = |least: u32| {
        format!(
            "var g: 8; var t: bool; proc check() {{ assert g < {least}; }}
             proc main() {{ g := 0; t := true;
               while (t) {{ if (g < 9) {{ g := g + 1; }} check(); }} }}"
        )
    };
    check_all_seen(&later(10));
    check_state_with_error(&later(9));
}

#[test]
fn states_agree_with_executing_all_inputs() {
    check_with_executions(|program| States::new(program));
}

#[test]
fn walks_agree_with_executing_all_inputs() {
    check_with_executions(|program| States::new(program).walks());
}

fn check_with_executions(states: impl Fn(&Program) -> States<'_>) {
    let bounds = ExecutionBounds { max_steps: 300, ..ExecutionBounds::default() };
    let (mut n_safe, mut n_errors, mut n_open) = (0, 0, 0);
    let programs = (1..=40).map(bounded_program).chain((1..=160).map(looping_program));
    for (number, text) in programs.enumerate() {
        let program = parse(&text);
        let expected = errs(&program, &bounds);
        match states(&program).go_on(50_000, &Limits::unlimited()) {
            Some(Ok(None)) => {
                assert_ne!(expected, Some(true), "{number}: safe, but there is an error in\n{text}");
                n_safe += 1;
            }
            Some(Ok(Some(trace))) => {
                assert_ne!(expected, Some(false), "{number}: an error that is none in\n{text}");
                assert!(trace.replayed, "{number}: not replayed in\n{text}");
                n_errors += 1;
            }
            Some(Err(Undecided)) | None => n_open += 1,
        }
    }
    assert!(n_safe > 20 && n_errors > 100, "{n_safe} safe, {n_errors} errors, {n_open} open");
    assert!(n_open < 40, "{n_safe} safe, {n_errors} errors, {n_open} open");
}

/// All inputs are compared with each other, and what comes behind the rounds of a loop is an error in one of many orders.
fn orders(n_inputs: u32, asserted: &str) -> String {
    let inputs: String = (0..n_inputs).map(|it| format!("var x{it}: 32; ")).collect();
    let havocs: String = (0..n_inputs).map(|it| format!("havoc x{it}; ")).collect();
    let pairs = (0..n_inputs).flat_map(|it| (0..it).map(move |other| (other, it)));
    let compared: String =
        pairs.map(|(it, other)| format!("if (x{it} < x{other}) {{ n := n + 1; }} ")).collect();
    format!(
        "{inputs} var n: 32; proc main() {{ n := 0; {havocs} {compared} n := 0;
           while (n < 12) {{ n := n + 1; }} assert {asserted}; }}"
    )
}

#[test]
fn walks_get_behind_many_states() {
    let program = parse(&orders(8, "x0 <= x1 || x2 <= x3 || x0 <= x2"));
    let states = States::new(&program);
    let mut walks = states.walks();
    let found = walks.go_on(200_000, &Limits::unlimited());
    assert!(matches!(found, Some(Ok(Some(_)))), "{found:?}");
    let mut states = states;
    let found = states.go_on(200_000, &Limits::unlimited());
    assert!(matches!(found, None | Some(Err(Undecided))), "{found:?}");
    // Where there is no error, all orders are needed to say so.
    let program = parse(&orders(3, "n == 12"));
    let found = States::new(&program).walks().go_on(200_000, &Limits::unlimited());
    assert!(matches!(found, Some(Ok(None))), "{found:?}");
    let program = parse(&orders(8, "n == 12"));
    let found = States::new(&program).walks().go_on(200_000, &Limits::unlimited());
    assert!(matches!(found, None | Some(Err(Undecided))), "{found:?}");
}

#[test]
fn calls_without_bound_are_not_called_safe() {
    let program = |asserted: &str| {
        format!(
            "var x: 32; proc down(n: 32) returns (r: 32) {{ r := 0; if (n != 0) {{ r := down(n - 1); r := r + 1; }} }}
             proc main() {{ havoc x; x := down(x); assert {asserted}; }}"
        )
    };
    let explored = states(&program("x != 1000"));
    assert!(matches!(explored, Err(Undecided)), "{explored:?}");
    assert_eq!(check_state_with_error(&program("x != 7")), [7]);
}
