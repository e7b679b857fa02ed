//! What is reachable in small programs.

use faultscope_solver::{Limits, StopReason};

use crate::abstract_interpretation::{AbstractInterpretationBounds, Interruption, abstract_interpretation};
use crate::notation::parse;

/// Analyses a program in which a line has `// unreachable` behind it iff that is what should be found. Lines without
/// commands are left out.
#[track_caller]
fn check(text: &str) {
    let program = parse(text);
    let findings =
        abstract_interpretation(&program, &AbstractInterpretationBounds::default(), &Limits::unlimited())
            .expect("an answer");
    for (line, content) in text.lines().enumerate() {
        let stands_here = |id: &u32| {
            let origin = program.sources.origin(faultscope_ir::OriginId(*id));
            origin.span.line == line as u32 + 1
        };
        let mut origins = (0..program.sources.n_origins() as u32).filter(stands_here).peekable();
        if origins.peek().is_none() || content.contains("assert ") {
            continue;
        }
        let reachable = origins.any(|id| findings.can_be_executed(faultscope_ir::OriginId(id)));
        assert_eq!(!reachable, content.contains("// unreachable"), "line {}: {content}", line + 1);
    }
}

/// Whether the program is proved safe by intervals alone.
fn is_safe(text: &str) -> bool {
    let findings =
        abstract_interpretation(&parse(text), &AbstractInterpretationBounds::default(), &Limits::unlimited());
    findings.expect("an answer").is_safe()
}

#[test]
fn conditions_restrict_variables() {
    check(
        "var x: 8; var y: 8; proc main() {
           havoc x; assume x < 3;
           if (x > 5) {
             y := 1; // unreachable
           }
           if (x == 2 || x == 1 && y > 4) {
             if (x < 1) {
               y := 2; // unreachable
             }
             y := 3;
           }
         }",
    );
}

#[test]
fn equations_restrict_operands() {
    check(
        "var x: 8; var y: 8; var z: int; proc main() {
           havoc x; havoc y; havoc z;
           assume 0 <= x && x < 10;
           assume x + y == 20 && y < 100;
           if (y < 11) {
             x := 1; // unreachable
           }
           if (x + y == 17 && y == 14) {
             if (x != 3) {
               x := 2; // unreachable
             }
           }
           assume z - 5 > 0;
           if (z <= 5) {
             z := 1; // unreachable
           }
           if (z == 6) { z := 2; }
         }",
    );
}

#[test]
fn truth_values_stand_for_conditions() {
    check(
        "var x: 8; var low: bool; var both: bool; proc main() {
           havoc x; havoc both; low := x < 3; both := low && both;
           if (low) {
             if (x > 3) {
               x := 1; // unreachable
             }
           } else {
             if (x == 2) {
               x := 2; // unreachable
             }
             if (x == 3) { x := 3; }
           }
           low := x < 100;
           havoc x;
           if (low) {
             if (x > 100) { x := 4; }
           }
         }",
    );
}

#[test]
fn a_condition_set_before_a_loop_is_not_about_its_rounds() {
    check(
        "var x: 8; var low: bool; proc main() {
           havoc x; low := x < 3;
           while (x != 50) {
             if (low) {
               if (x > 3) { x := x + 2; }
             }
             x := x + 1;
           }
         }",
    );
}

#[test]
fn counting_loops_have_their_bounds() {
    check(
        "var i: 32; var n: 32; proc main() {
           i := 0; n := 0;
           while (i < 10) {
             if (i > 9) {
               n := 1; // unreachable
             }
             if (i == 9) { n := 2; }
             i := i + 1;
           }
           if (i != 10) {
             n := 3; // unreachable
           }
           n := 4;
         }",
    );
}

#[test]
fn nested_loops_and_integers_have_their_bounds() {
    check(
        "var i: int; var j: int; var n: int; proc main() {
           i := 0;
           while (i < 100) {
             j := i;
             while (j > 0) {
               if (j >= 100) {
                 n := 1; // unreachable
               }
               j := j - 1;
             }
             if (j > 0) {
               n := 2; // unreachable
             }
             if (j < 0) {
               n := 3; // unreachable
             }
             i := i + 1;
           }
           if (i == 100) { n := 4; }
         }",
    );
}

#[test]
fn what_follows_an_endless_loop_is_not_reached() {
    check(
        "var x: 8; proc main() {
           x := 1;
           while (x > 0) {
             if (x > 100) { x := 1; }
             x := x + 1;
           }
           x := 2; // unreachable
         }",
    );
}

#[test]
fn a_jump_into_a_loop_is_followed() {
    check(
        "var x: 8; var y: 8; proc main() {
           havoc x; assume x == 5 || x == 0;
           if (x == 5) { goto inside; }
           while (x < 3) {
             x := x + 1;
             inside: y := x;
             if (y == 5) { x := 7; }
             if (y == 6) {
               x := 8; // unreachable
             }
           }
         }",
    );
}

#[test]
fn calls_are_followed_in_their_context() {
    check(
        "var x: 8; var y: 8;
         proc limit(n: 8) returns (r: 8) {
           if (n > 5) {
             r := 5;
           } else {
             r := n;
           }
         }
         proc unused() {
           x := 1; // unreachable
         }
         proc stops() { stop; }
         proc main() {
           havoc y; x := limit(y);
           if (x > 5) {
             y := 1; // unreachable
           }
           x := limit(3);
           if (x != 3) {
             y := 2; // unreachable
           }
           if (x == y) { stops();
             y := 3; // unreachable
           }
           y := 4;
         }",
    );
}

#[test]
fn an_argument_says_what_its_parameter_says() {
    check(
        "var x: 8; var y: 8; var b: bool;
         proc positive(n: 8) returns (r: bool) { r := 0 < n; }
         proc main() {
           havoc x; b := positive(x + 1);
           if (b) {
             if (x < 0) {
               y := 1; // unreachable
             }
           }
         }",
    );
}

#[test]
fn recursion_is_followed_to_a_bound_and_then_anything_is_possible() {
    check(
        "var x: 8; var y: 8; var z: 8;
         proc sum(n: 8) returns (r: 8) { r := 0; x := 7;
           if (n != 0) { r := sum(n - 1); r := r + n; } }
         proc main() {
           x := 1; z := 1;
           y := sum(0);
           if (y != 0) {
             z := 2; // unreachable
           }
           y := sum(5);
           if (y != 3) { y := 0; }
           if (z != 1) {
             y := 1; // unreachable
           }
           if (x != 7) { y := 2; }
         }",
    );
}

#[test]
fn cells_at_constant_indices_are_told_apart() {
    check(
        "var a: [8]8; var i: 8; var x: 8; proc main() {
           a[0] := 1; a[1] := 2; a[2] := 3;
           if (a[1] != 2) {
             x := 1; // unreachable
           }
           if (a[7] == 9) { x := 2; }
           havoc i; assume 0 <= i && i < 3;
           x := a[i];
           if (x > 3) {
             x := 3; // unreachable
           }
           a[i] := 5;
           if (a[1] == 2) { x := 4; }
           if (a[1] == 5) { x := 5; }
           if (a[1] == 4) { x := 6; }
           assume a[7] > 3;
           if (a[7] < 3) {
             x := 7; // unreachable
           }
         }",
    );
}

#[test]
fn choices_and_stops_are_followed() {
    check(
        "var x: 8; proc main() {
           either { x := 1; } or { x := 3; } or { stop; }
           if (x > 3) {
             x := 1; // unreachable
           }
           if (x == 2) { x := 2; }
           assume x > 3;
           x := 4; // unreachable
         }",
    );
}

#[test]
fn safety_is_a_result_too() {
    assert!(is_safe("var x: 8; proc main() { x := 0; while (x < 9) { x := x + 1; } assert x == 9; }"));
    assert!(!is_safe("var x: 8; proc main() { x := 0; while (x < 9) { x := x + 1; } assert x == 8; }"));
    assert!(!is_safe("var x: 8; proc main() { havoc x; if (x == 3) { unsupported; } }"));
}

#[test]
fn budgets_and_limits_leave_everything_open() {
    let program = parse("var x: 8; proc main() { x := 0; while (x < 9) { x := x + 1; } }");
    let config = AbstractInterpretationBounds { max_commands: 5, ..AbstractInterpretationBounds::default() };
    let findings = abstract_interpretation(&program, &config, &Limits::unlimited());
    assert_eq!(findings, Err(Interruption::Budget));
    let limits = Limits::unlimited();
    limits.cancel();
    let text = format!("var x: 8; proc main() {{ {} }}", "x := 1; ".repeat(100));
    let findings = abstract_interpretation(&parse(&text), &AbstractInterpretationBounds::default(), &limits);
    assert_eq!(findings, Err(Interruption::Limit(StopReason::Cancelled)));
}
