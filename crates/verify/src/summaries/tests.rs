//! What summaries prove, and that they prove nothing of a program with an error.

use faultscope_solver::Limits;

use super::prove;
use crate::interpreter::ExecutionBounds;
use crate::notation::parse;
use crate::notation::random_programs::recursive_program;
use crate::trace_abstraction::TraceAbstractionConfig;
use faultscope_execute::exhaustive::errs;

fn is_proved(text: &str) -> bool {
    prove(&parse(text), &TraceAbstractionConfig::default(), &Limits::unlimited()).is_some()
}

/// Checks a program in which `ASSERTION` holds with one condition, and does not hold with another one.
#[track_caller]
fn check(text: &str, holds: &str, fails: &str) {
    assert!(is_proved(&text.replace("ASSERTION", holds)), "{holds} is not proved");
    assert!(!is_proved(&text.replace("ASSERTION", fails)), "{fails} is proved");
}

#[test]
fn results_are_sums_of_parameters() {
    check(
        "var x: 32; var y: 32; var z: 32;
        proc sum(n: 32, m: 32) returns (r: 32) {
          if (m == 0) { r := n; return; }
          r := sum(n, m - 1);
          r := r + 1;
        }
        proc main() { havoc x; havoc y; z := sum(x, y); assert ASSERTION; }",
        "z == x + y",
        "z != 77",
    );
}

#[test]
fn procedures_may_call_each_other() {
    let text = "var x: 32; var y: 32;
        proc odd(n: 32) returns (r: 32) { if (n == 0) { r := 0; } else { r := even(n - 1); } }
        proc even(n: 32) returns (r: 32) { if (n == 0) { r := 1; } else { r := odd(n - 1); } }
        proc main() { havoc x; y := even(x); assert ASSERTION; }";
    check(text, "y == 1 - (x & 1)", "y == (x & 1)");
    check(text, "y == 0 || y == 1", "y == 1");
}

#[test]
fn nothing_is_said_of_loops_that_are_entered_in_the_middle() {
    // What comes to the middle first has begun no round: from there `r` is 101.
    let text = |jump: &str, other: &str| {
        format!(
            "var x: 32; var y: 32;
            proc f(n: 32) returns (r: 32) {{
              if (n == 0) {{ r := 0; return; }}
              if (n == 5) {{ r := 100; goto {jump}; }}
              r := f(n - 1);
              r := 0;
              goto {other};
              head: if (r > 6) {{ return; }}
              r := r + 1;
              middle: r := r + 1;
              goto head;
            }}
            proc main() {{ havoc x; y := f(x); assert y <= 8 || y == 100 || x != 5; }}"
        )
    };
    for program in [text("middle", "head"), text("middle", "middle")] {
        assert!(!is_proved(&program), "{program}");
    }
}

#[test]
fn cases_are_told_apart_by_constants() {
    let text = "var x: 32; var y: 32;
        proc f(n: 32) returns (r: 32) {
          if (n > 100) { r := n - 10; return; }
          r := f(n + 11);
          r := f(r);
        }
        proc main() { havoc x; y := f(x); assert ASSERTION; }";
    check(text, "y == 91 || x > 101 && y == x - 10", "y != 91");
    check(text, "x > 100 || y == 91", "x > 101 || y != 91");
}

#[test]
fn one_case_may_rest_on_another() {
    let text = "var x: 32; var y: 32; var z: 32;
        proc a(m: 32, n: 32) returns (r: 32) {
          if (m == 0) { r := n + 1; return; }
          if (n == 0) { r := a(m - 1, 1); return; }
          r := a(m, n - 1);
          r := a(m - 1, r);
        }
        proc main() { havoc x; assume 0 <= x && x <= 2; havoc y; z := a(x, y); assert x != 2 || ASSERTION; }";
    check(text, "z == y + y + 3", "z == y + 2");
}

#[test]
fn errors_may_be_behind_calls_that_do_not_return() {
    let text = "var x: 32; var depth: 32;
        proc f(n: 32) {
          assert ASSERTION;
          if (n <= 0) { return; }
          depth := depth + 1;
          g(n - 1);
          depth := depth - 1;
        }
        proc g(n: 32) { if (n > 1) { f(n - 1); } f(n - n); }
        proc main() { havoc x; assume x < 1000; depth := 0; f(x); assert depth == 0; }";
    check(text, "n < 1000", "n != 5");
    check(text, "n < 1000", "depth != 3");
}

#[test]
fn what_is_changed_beside_results_is_known() {
    let text = "var x: 32; var total: 32; var before: 32;
        proc add(n: 32) { if (n != 0) { total := total + 2; add(n - 1); total := total - 1; } }
        proc main() { havoc x; havoc total; before := total; add(x); assert ASSERTION; }";
    check(text, "total == before + x", "total != before + 3");
}

#[test]
fn procedures_without_recursion_are_followed() {
    let text = "var x: 32; var y: 32;
        proc half(n: 32) returns (r: 32) { var k: 32; k := n - 2; r := k; }
        proc f(n: 32) returns (r: 32) {
          if (n <= 0) { r := 0; return; }
          r := half(n);
          r := f(r);
          r := half(r);
          r := r + 2;
        }
        proc main() { havoc x; y := f(x); assert ASSERTION; }";
    check(text, "y == 0", "x < 9");
}

#[test]
fn variables_begin_anew_with_each_call() {
    // Both procedures begin with any value of `k`.
    let text = "var x: 32; var y: 32;
        proc f(n: 32) returns (r: 32) {
          var k: 32;
          if (n == 0) { r := 0; return; }
          assert k != 5 || ASSERTION;
          k := 0;
          r := f(n - 1);
        }
        proc main() { havoc x; assume 0 <= x && x < 9; y := f(x); }";
    check(text, "n != 0", "n == 8");
}

#[test]
fn behind_loops_nothing_is_known_of_what_they_assign() {
    let text = "var x: 32; var y: 32;
        proc f(n: 32) returns (r: 32) {
          var k: 32;
          k := 0;
          while (k < n) { k := k + 1; }
          if (k <= 1) { r := 1; return; }
          r := f(k - 1);
        }
        proc main() { havoc x; y := f(x); assert ASSERTION; }";
    check(text, "y == 1", "y == 0");
}

#[test]
fn nothing_is_proved_beyond_what_was_not_translated() {
    let text = |construct: &str| {
        format!(
            "var x: 32; var y: 32;
            proc f(n: 32) returns (r: 32) {{ if (n == 0) {{ r := 0; return; }} {construct} r := f(n - 1); }}
            proc main() {{ havoc x; y := f(x); assert y == 0; }}"
        )
    };
    assert!(is_proved(&text("")));
    assert!(!is_proved(&text("if (n == 3) { unsupported; }")));
}

#[test]
fn no_random_program_with_an_error_is_proved() {
    let bounds = ExecutionBounds { max_steps: 20_000, ..ExecutionBounds::default() };
    let (mut n_proved, mut n_errors) = (0, 0);
    for seed in 1..=60 {
        let text = recursive_program(seed);
        let program = parse(&text);
        let limits = Limits::unlimited().with_effort_percent(20);
        let is_proved = prove(&program, &TraceAbstractionConfig::default(), &limits).is_some();
        let errs = errs(&program, &bounds);
        assert!(!is_proved || errs != Some(true), "seed {seed}: proved, but there is an error in\n{text}");
        n_proved += usize::from(is_proved && errs == Some(false));
        n_errors += usize::from(errs == Some(true));
    }
    assert!(n_proved > 0 && n_errors > 5, "{n_proved} proved, {n_errors} with errors");
}
