//! Programs that need an invariant that no few words tell, and ones that lack it by little.

use faultscope_certificate::check;
use faultscope_solver::Limits;

use super::{TraceAbstractionConfig, end_of, trace_abstraction};
use crate::notation::parse;
use crate::{Answer, End};

/// Looks for a proof with a bounded effort.
fn analyse(text: &str) -> Answer {
    let config = TraceAbstractionConfig { keep_proof: true, ..TraceAbstractionConfig::default() };
    trace_abstraction(&parse(text), &config, &Limits::unlimited().with_effort(4_000_000), &mut ())
}

#[track_caller]
fn check_proved(text: &str) {
    let outcome = analyse(text);
    assert_eq!(end_of(&outcome), End::Empty);
    assert_eq!(outcome.traces.len(), 0);
    let certificate = outcome.certificate.expect("it was to be kept");
    let checked = check(&parse(text), &certificate, &Limits::unlimited());
    assert!(checked.is_ok(), "{checked:?}");
}

#[track_caller]
fn check_refuted(text: &str) {
    let outcome = analyse(text);
    assert_eq!(end_of(&outcome), End::Enough);
    assert!(outcome.traces[0].replayed);
}

#[test]
fn a_linear_equation_of_three_variables() {
    let program = |step: &str| {
        format!(
            "var i: 32; var x: 32; var y: 32; var z: 32; proc main() {{
               havoc i; havoc y; x := i; z := y;
               while (x != 0) {{ x := x - 1; y := y - 2; {step} }}
               assert z - y == 2 * i; }}"
        )
    };
    check_proved(&program(""));
    check_refuted(&program("if (x == 0) { y := y - 1; }"));
}

#[test]
fn a_parity_that_wrapping_around_keeps() {
    let program = |step: u32| {
        format!(
            "var x: 16; var n: 16; proc main() {{ x := 0; havoc n;
               while (n != 0) {{ x := x + {step}; havoc n; }} assert x != 21; }}"
        )
    };
    check_proved(&program(6));
    check_refuted(&program(7));
}

#[test]
fn an_equation_of_products() {
    let program = |step: &str| {
        format!(
            "var a: 32; var b: 32; var k: 32; var r: 32; var n: 32; proc main() {{
               havoc a; havoc b; k := 0; r := a; havoc n;
               while (n != 0) {{ r := r - b; {step} havoc n; }}
               n := k * b + r; assert a == n; }}"
        )
    };
    check_proved(&program("k := k + 1;"));
    check_refuted(&program("if (r != 5) { k := k + 1; }"));
}

#[test]
fn what_a_loop_has_written_into_all_cells() {
    let program = |value: &str| {
        format!(
            "var a: [32]32; var i: 32; var n: 32; proc main() {{
               havoc n; i := 0;
               while (i < n) {{ a[i] := {value}; i := i + 1; }}
               i := 0;
               while (i < n) {{ assert a[i] == 42; i := i + 1; }} }}"
        )
    };
    check_proved(&program("42"));
    check_refuted(&program("i"));
}

#[test]
fn a_remainder_that_steps_of_two_lengths_keep() {
    let program = |step: u32| {
        format!(
            "var x: 32; var y: 32; var n: 8; proc main() {{
               x := 0; havoc n;
               while (n != 0 && 0 <= x && x < 1000000) {{
                 havoc n;
                 if (n < 9) {{ x := x + 3; }} else {{ x := x + {step}; }}
               }}
               y := x; assert y != 20; }}"
        )
    };
    check_proved(&program(6));
    check_refuted(&program(7));
}

/// The branch that changes the sign is never taken, since `y <= 50 * x` and `z == 20 * w`: these invariants are more than the
/// first look comes to an end with.
#[test]
fn variables_that_grow_together_in_three_ways() {
    let program = |factor: u32| {
        format!(
            "var x: 32; var y: 32; var z: 32; var w: 32; var n: 8; proc main() {{
               x := 0; y := 0; z := 0; w := 0; havoc n;
               while (n != 0 && y < 8000) {{
                 havoc n;
                 if (n == 1) {{ x := x + 1; y := y + 50; }}
                 else {{
                   if (n == 2) {{ if (3 <= x) {{ x := x + 1; y := y + 2; }} }}
                   else {{ if (20 * w < y && {factor} * x <= z) {{ y := 0 - y; }} }}
                 }}
                 w := w + 1; z := z + 20; havoc n;
               }}
               assert 0 <= y; }}"
        )
    };
    check_proved(&program(50));
    check_refuted(&program(20));
}

#[test]
fn the_contrary_of_an_error_many_times() {
    let program = |locked: u32| {
        let names: Vec<String> = (0..8).map(|it| it.to_string()).collect();
        let all = |make: &dyn Fn(&String) -> String| names.iter().map(make).collect::<String>();
        format!(
            "{} var c: 8; proc main() {{ havoc c; while (c != 0) {{ {} {} {} havoc c; }} }}",
            all(&|it| format!("var p{it}: 8; var l{it}: 8;")),
            all(&|it| format!("havoc p{it}; l{it} := 0;")),
            all(&|it| format!("if (p{it} != 0) {{ l{it} := 1; }}")),
            all(&|it| format!(
                "if (p{it} != 0) {{ assert l{it} == {}; }}",
                if it == "6" { locked } else { 1 }
            )),
        )
    };
    check_proved(&program(1));
    check_refuted(&program(0));
}

#[test]
fn an_equation_of_products_that_cannot_be_solved_for_a_variable() {
    let program = |step: &str| {
        format!(
            "var t: 32; var n: 32; var m: 32; proc main() {{ t := 0; n := 0; m := 0;
               while (m != 7) {{ t := t + n + 1; n := n + 1; {step} havoc m; }}
               assert 2 * t == n * n + n; }}"
        )
    };
    check_proved(&program(""));
    check_refuted(&program("if (n == 3) { t := t + 1; }"));
}
