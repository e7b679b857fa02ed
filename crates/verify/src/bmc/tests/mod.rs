//! Verdicts on small programs.

mod differential;

use super::*;
use crate::Verdict;
use crate::notation::parse;

fn answer(text: &str) -> Answer {
    let config = BmcConfig { max_unwind: 64, tries_values: false, ..BmcConfig::default() };
    bounded_model_checking(&parse(text), &config, &Limits::unlimited())
}

#[track_caller]
fn check_safe(text: &str) {
    let answer = answer(text);
    assert!(answer.is_safe(), "{answer:?}");
}

/// The values of the inputs of the error trace.
#[track_caller]
fn check_unsafe(text: &str) -> Vec<i128> {
    let answer = answer(text);
    let Some(found) = answer.error() else { panic!("{answer:?}") };
    assert!(found.replayed);
    found.inputs.iter().filter_map(|input| input.value.as_signed()).collect()
}

#[track_caller]
fn check_unknown(text: &str, expected: &str) {
    match answer(text).verdict {
        Verdict::Open(reason) => {
            let reason = format!("{reason:?}");
            assert!(reason.starts_with(expected), "{reason}");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn straight_line() {
    check_safe("var x: 8; proc main() { havoc x; assume x < 3; assert x != 3; }");
    assert_eq!(check_unsafe("var x: 8; proc main() { havoc x; assume x < 3; assert x != 2; }"), [2]);
}

#[test]
fn branches_merge() {
    let program = |bound: u32| {
        format!(
            "var x: 8; var y: 8; proc main() {{
               havoc x; y := 0;
               if (x < 5) {{ y := y + 1; }} else {{ y := y + 2; }}
               if (x < 7) {{ y := y + 4; }} else {{ assume x == 9; }}
               assert y != {bound};
             }}"
        )
    };
    check_unsafe(&program(5));
    check_unsafe(&program(6));
    assert_eq!(check_unsafe(&program(2)), [9]);
    check_safe(&program(1));
}

#[test]
fn loops_need_depth() {
    let program = |start: &str| {
        format!(
            "var x: 8; proc main() {{ var n: 8; havoc n; {start} x := 0; while (x < n) {{ x := x + 1; }} assert x != 11; }}"
        )
    };
    assert_eq!(check_unsafe(&program("")), [11]);
    check_safe(&program("assume n < 11;"));
}

#[test]
fn an_execution_on_zeroes_needs_no_depth() {
    let program = |start: &str| {
        format!(
            "var x: 16; proc main() {{
               var n: 16; havoc n; {start} x := n;
               while (x < 300) {{ x := x + 1; }}
               assert x != 300;
             }}"
        )
    };
    assert_eq!(check_unsafe(&program("assume n < 10;")), [0]);
    check_unknown(&program("assume n > 0; assume n < 10;"), "DepthLimit");
    // There is a shorter way.
    assert_eq!(check_unsafe(&program("")), [300]);
}

#[test]
fn a_loop_decided_by_constants_is_free() {
    check_safe("var x: 32; proc main() { x := 0; while (x < 5000) { x := x + 1; } assert x == 5000; }");
}

#[test]
fn a_path_that_was_cut_is_never_safe() {
    check_unknown(
        "var x: 8; proc main() { havoc x; while (x != 0) { havoc x; } assert x == 0; }",
        "DepthLimit",
    );
}

#[test]
fn what_goes_on_for_ever_in_the_same_way_is_safe() {
    check_safe("var x: 8; proc main() { x := 0; while (true) { assert x == 0; } }");
    check_unsafe("var x: 8; proc main() { x := 0; while (true) { assert x < 100; x := x + 1; } }");
}

#[test]
fn rounds_that_change_nothing_are_not_repeated() {
    let program = |body: &str, asserted: &str| {
        format!(
            "var x: 8; var y: 8; var t: bool; proc main() {{
               havoc x; y := 0; t := x < 5; while (t) {{ {body} }} assert {asserted}; }}"
        )
    };
    for body in ["", "y := 0;", "if (x < 3) { y := 0; }"] {
        check_safe(&program(body, "x >= 5"));
        check_unsafe(&program(body, "x >= 6"));
    }
    // Rounds that change something may come to an end.
    assert!(check_unsafe(&program("y := y + 1; if (y == 9) { t := x != 3; }", "x >= 5")).contains(&3));
    check_unsafe(&program("y := 0; if (x == 3) { t := false; }", "x >= 5"));
    check_unknown(&program("havoc y; if (y == 3) { y := 4; }", "x >= 5"), "DepthLimit");
    // What it does on its way counts.
    assert_eq!(check_unsafe(&program("assert x != 2;", "y == 0")), [2]);
}

#[test]
fn recursion_is_followed_and_bounded() {
    let sum =
        "var x: 8; proc sum(n: 8) returns (r: 8) { r := 0; if (n != 0) { r := sum(n - 1); r := r + n; } }";
    let program = |rest: &str| format!("{sum} proc main() {{ {rest} }}");
    check_safe(&program("x := sum(5); assert x == 15;"));
    assert_eq!(check_unsafe(&program("havoc x; assume 0 <= x && x < 6; x := sum(x); assert x != 10;")), [4]);
    check_safe(&program("havoc x; assume 0 <= x && x < 6; x := sum(x); assert x != 11;"));
    check_unknown(
        "var x: 8; proc f() { havoc x; if (x != 0) { f(); } } proc main() { f(); assert x == 0; }",
        "DepthLimit",
    );
}

#[test]
fn choices_are_inputs() {
    let program = "var x: 8; proc main() {
        x := 0;
        while (x < 9) { either { x := x + 2; } or { x := x + 3; } or { x := x + 5; } }
        assert x != 13;
    }";
    check_unsafe(program);
    check_safe(&program.replace("x != 13", "x != 14"));
}

#[test]
fn arrays_are_resolved() {
    let program = |condition: &str| {
        format!(
            "var a: [8]8 length 4; var i: 8; proc main() {{
               a[0] := 1; a[1] := 2; a[2] := 3; a[3] := 4;
               havoc i; assume 0 <= i && i < 4;
               a[i] := a[i] + 4;
               assert {condition};
             }}"
        )
    };
    check_safe(&program("a[0] + a[1] + a[2] + a[3] == 14"));
    assert_eq!(check_unsafe(&program("a[2] == 3")), [2]);
    assert_eq!(check_unsafe(&program("a[i] != 8")), [3]);
    check_safe(&program("a[i] != 9"));
}

#[test]
fn an_index_outside_is_exact() {
    let program = "var a: [32]8 length 4; var i: 32; var x: 8; proc main() {
        havoc i; a[2] := 5; a[i] := 7; x := a[77]; assume x == 7; a[77] := 1; x := a[i]; assert x != 1;
    }";
    assert_eq!(check_unsafe(program), [77]);
    check_safe(&program.replace("x != 1", "x == 1 || x == 7"));
}

#[test]
fn uninitialized_cells_are_inputs() {
    let program = "var a: [32]8; var i: 32; var x: 8; proc main() {
        havoc i; x := a[5]; assume x == 3; x := a[i]; assert x != 4;
    }";
    check_unsafe(program);
    check_safe("var a: [32]8; var x: 8; var y: 8; proc main() { x := a[5]; y := a[5]; assert x == y; }");
}

#[test]
fn untranslated_constructs_make_unknown() {
    check_unknown("var x: 8; proc main() { havoc x; if (x == 3) { unsupported; } }", "Unsupported");
    check_safe("var x: 8; proc main() { havoc x; assume x < 3; if (x == 3) { unsupported; } }");
    check_unsafe("var x: 8; proc main() { havoc x; if (x == 3) { unsupported; } assert x != 4; }");
}

#[test]
fn mathematical_integers() {
    check_safe("var x: int; proc main() { havoc x; if (x > 5) { x := x * x; assert x > 30; } }");
    check_unsafe("var x: int; proc main() { havoc x; if (x > 5) { x := x * x; assert x > 40; } }");
}

/// The answer for a program whose map `f` is negative nowhere.
fn answer_with_axiom(text: &str) -> Answer {
    use faultscope_ir::term::Quantifier;
    use faultscope_ir::{Sort, Symbol};
    let mut program = parse(text);
    let map = Symbol::new("f", Sort::array(Sort::int(), Sort::int()));
    let bound = Symbol::new("bound", Sort::int());
    let holds = Term::int(0).le(Term::symbol(map).select(Term::symbol(bound)));
    program.axioms.push(Term::quantified(Quantifier::Forall, &[bound], holds));
    bounded_model_checking(&program, &BmcConfig::default(), &Limits::unlimited())
}

#[test]
fn axioms_hold() {
    let program = "var f: [int]int; var x: int; proc main() { havoc x; assert f[x] != 0 - 1; }";
    let answer = answer_with_axiom(program);
    assert!(answer.is_safe(), "{answer:?}");
    let answer = answer_with_axiom(&program.replace("f[x] != 0 - 1", "f[x] != 1"));
    assert!(answer.error().is_some(), "{answer:?}");
}

#[test]
fn an_open_value_is_the_models() {
    let program = "var x: int; proc main() { havoc x; x := 7 / x; assert x != 3; }";
    let answer = answer(program);
    let Some(found) = answer.error() else { panic!("{answer:?}") };
    assert!(found.trace.steps.iter().all(|step| step.value.is_some()));
}

#[test]
fn recursion_by_constants_is_deep() {
    check_safe(
        "var x: 32;
         proc sum(n: 32) returns (r: 32) { r := 0; if (n != 0) { r := sum(n - 1); r := r + 1; } }
         proc main() { x := 1500; x := sum(x); assert x == 1500; }",
    );
}

#[test]
fn goto_into_a_loop() {
    let program = "var x: 8; proc main() {
        havoc x; if (x == 5) { goto inside; }
        x := 0;
        while (x < 3) { x := x + 1; inside: x := x + 1; }
        assert x != 6;
    }";
    assert_eq!(check_unsafe(program), [5]);
    check_safe(&program.replace("x != 6", "x == 4 || x == 6"));
}

#[test]
fn the_shorter_trace_is_preferred() {
    let program = "var x: 8; var n: 8; proc main() {
        n := 0; havoc x;
        while (n < 6) { n := n + 1; havoc x; assert x != 3; }
    }";
    assert_eq!(check_unsafe(program).len(), 2);
}

#[test]
fn limits_are_reasons() {
    let program = parse("var x: 8; proc main() { havoc x; assert x != 3; }");
    let limits = Limits::unlimited();
    limits.cancel();
    let outcome = bounded_model_checking(&program, &BmcConfig::default(), &limits);
    let expected = UnknownReason::Limit { reason: StopReason::Cancelled, completed: 0 };
    assert_eq!(outcome.verdict, Verdict::Open(expected));
}
