//! Executions: how they end, and what their traces look like.

use super::*;
use crate::notation::parse;

fn execute(text: &str, havocs: &[i128]) -> Execution {
    let program = parse(text);
    let havocs = havocs.iter().map(|number| Value::signed_bits(8, *number)).collect();
    let mut inputs = Recorded { havocs, ..Recorded::default() };
    run(&program, &mut inputs, &ExecutionBounds { max_steps: 10_000, max_call_depth: 100 })
}

/// The commands with the iterations of their loops and the values they gave.
fn show(execution: &Execution) -> Vec<String> {
    let show = |step: &Step| {
        let value = step.value.as_ref().map_or_else(|| "?".to_owned(), ToString::to_string);
        let command = step.command.to_string();
        match &*step.command {
            Command::Assume { .. } => format!("{}{:?} {command}", step.frame, step.iterations),
            _ => format!("{}{:?} {command} = {value}", step.frame, step.iterations),
        }
    };
    execution.steps.iter().map(show).collect()
}

#[track_caller]
fn check_end(text: &str, havocs: &[i128], expected: &str) {
    let end = execute(text, havocs).end;
    assert!(format!("{end:?}").starts_with(expected), "{end:?}");
}

#[track_caller]
fn check_steps(text: &str, havocs: &[i128], expected: &[&str]) {
    assert_eq!(show(&execute(text, havocs)), expected);
}

#[test]
fn every_end_is_told_apart() {
    let program = "var x: 8; proc main() { havoc x;
        if (x == 0) { assert x != 0; }
        if (x == 1) { stop; }
        assume x != 2;
        if (x == 3) { unsupported; }
        while (x == 4) { x := 4; }
    }";
    check_end(program, &[0], "Error");
    check_end(program, &[1], "Stopped");
    check_end(program, &[2], "AssumeFailed");
    check_end(program, &[3], "Unsupported");
    check_end(program, &[4], "Bound");
    check_end(program, &[5], "Returned");
    check_end(program, &[], "NoInput");
}

#[test]
fn an_open_value_is_undetermined() {
    check_end("var i: int; proc main() { i := 0; i := i / i; }", &[], "Undetermined");
    check_end("var i: int; proc main() { i := 2; i := i / i; assert i == 2; }", &[], "Error");
}

#[test]
fn a_branch_leaves_the_condition_taken() {
    let program = "var x: 8; proc main() { havoc x; if (x < 3) { x := 7; } else { x := 8; } }";
    check_steps(program, &[2], &["0[] havoc x = 2", "0[] assume (BvSlt x 3)", "0[] x := 7 = 7"]);
    check_steps(program, &[3], &["0[] havoc x = 3", "0[] assume (BvSle 3 x)", "0[] x := 8 = 8"]);
}

#[test]
fn iterations_count_in_each_loop() {
    let program = "var x: 8; var y: 8; proc main() {
        x := 0;
        while (x < 2) {
            y := 0;
            while (y < 1) { y := y + 1; }
            x := x + 1;
        }
    }";
    let steps = show(&execute(program, &[]));
    let increments: Vec<&String> = steps.iter().filter(|step| step.contains("y := (BvAdd")).collect();
    assert_eq!(increments, ["0[1, 1] y := (BvAdd y 1) = 1", "0[2, 1] y := (BvAdd y 1) = 1"]);
    assert_eq!(steps.last().map(String::as_str), Some("0[3] assume (BvSle 2 x)"));
}

#[test]
fn calls_assign_parameters_and_results() {
    check_steps(
        "var x: 8; proc twice(p: 8) returns (r: 8) { r := p + p; } proc main() { x := 3; x := twice(x + 1); }",
        &[],
        &["0[] x := 3 = 3", "0[] p := (BvAdd x 1) = 4", "1[] r := (BvAdd p p) = 8", "0[] x := r = 8"],
    );
}

#[test]
fn recursive_activations_have_variables_of_their_own() {
    let program = "var x: 8;
        proc sum(n: 8) returns (r: 8) { r := 0; if (n != 0) { r := sum(n - 1); r := r + n; } }
        proc main() { havoc x; x := sum(x); assert x != 3; }";
    let execution = execute(program, &[2]);
    assert!(matches!(execution.end, End::Error { .. }), "{:?}", execution.end);
    let steps = show(&execution);
    for expected in ["1[] n@1 := (BvAdd n -1) = 1", "2[] n@2 := (BvAdd n@1 -1) = 0", "1[] r := r@1 = 1"] {
        assert!(steps.iter().any(|step| step == expected), "{expected} in {steps:#?}");
    }
    check_end(program, &[100], "Bound");
}

#[test]
fn callers_loops_come_first() {
    let program = "var x: 8;
        proc f() { while (x < 0) { x := x + 1; } }
        proc main() { x := 0; while (x < 2) { x := x - 1; f(); x := x + 2; } }";
    let steps = show(&execute(program, &[]));
    assert!(steps.contains(&"1[1, 1] assume (BvSlt x 0)".to_owned()), "{steps:#?}");
}

#[test]
fn arrays_keep_their_cells() {
    let program = "var a: [8]8; var m: [8][8]8; var x: 8; proc main() {
        a[1] := 5; a[2] := 6; a[1] := a[2] + 1;
        m[3][4] := a[1]; m[3][5] := 1;
        havoc a[x];
        assert !(a[1] == 7 && a[0] == 9 && m[3][4] == 7 && m[4][4] == 0);
    }";
    check_end(program, &[9], "Error");
    check_end(program, &[8], "Returned");
}

#[test]
fn the_steps_run_alone_give_the_same_values() {
    let program = "var x: 8; var a: [8]8;
        proc f(p: 8) returns (r: 8) { if (p <= 0) { return; } r := f(p - 1); a[p] := r + p; r := a[p]; }
        proc main() { var i: 8; i := 0; while (i < 4) { havoc x; x := f(x); i := i + x; } assert x == 0; }";
    let execution = execute(program, &[0, 3, 2]);
    assert!(matches!(execution.end, End::Error { .. }), "{:?}", execution.end);
    let mut store = Store::default();
    let mut inputs = Recorded { initial: execution.initial.clone(), ..Recorded::default() };
    for step in &execution.steps {
        let recorded = step.value.clone();
        let value = match &*step.command {
            Command::Assign { value, .. } => store.eval(*value, &mut inputs),
            Command::Havoc { .. } => recorded.clone(),
            Command::Assume { condition } => store.eval(*condition, &mut inputs),
        };
        assert_eq!(value, recorded, "{}", step.command);
        if let (Some(target), Some(value)) = (step.command.target(), value) {
            let path: Option<Vec<Value>> =
                target.path.iter().map(|index| store.eval(*index, &mut inputs)).collect();
            assert!(store.write(target.variable, &path.unwrap(), value, &mut inputs).is_some());
        }
    }
}
