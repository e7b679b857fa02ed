//! What is the same, and what is not.

use faultscope_ir::Program;
use faultscope_ir::product::Level;
use faultscope_solver::Limits;

use super::*;
use crate::notation::parse;

/// What a library may look like that is as small as these programs: all numbers have eight bits.
pub(super) const LIBRARY: &str = "
var x: 8; var y: 8; var z: 8; var i: 8; var g: 8; var d: 8;
proc __fs_put(stream: 8, byte: 8) returns (r: 8) { r := byte; }
proc __fs_put_integer(stream: 8, number: 8, form: 8) returns (r: 8) { havoc r; }
proc __fs_put_float(stream: 8, number: 8, form: 8) returns (r: 8) { havoc r; }
proc __fs_get(stream: 8) returns (r: 8) { havoc r; }
proc __fs_at_end(stream: 8) returns (r: 8) { havoc r; }
proc __fs_clock() returns (r: 8) { havoc r; }
proc __fs_exit(status: 8) returns (r: 8) { r := status; }
proc __fs_uncertain() returns (r: 8) { r := 0; }
outside proc f(a: 8) returns (r: 8) { havoc r; }
outside proc h(a: 8) returns (r: 8) { havoc r; }
";

fn program(body: &str) -> Program {
    match body.contains("proc main") {
        true => parse(&format!("{LIBRARY}{body}")),
        false => parse(&format!("{LIBRARY}proc main() returns (result: 8) {{ result := 0; {body} }}")),
    }
}

fn described(comparison: &Comparison) -> String {
    match comparison {
        Comparison::Same { ends: true } => "same".to_owned(),
        Comparison::Same { ends: false } => "same if it ends".to_owned(),
        Comparison::Differ { message, .. } => format!("differs: {message}"),
        Comparison::Open(WhyOpen::Incomparable(message)) => format!("open: {message}"),
        Comparison::Open(reason) => format!("open: {reason:?}"),
    }
}

#[track_caller]
fn check_at(level: Level, original: &str, changed: &str, expected: &str) {
    let (original, changed) = (program(original), program(changed));
    let config = PortfolioConfig::default();
    let answer = compare(&original, &[&changed], level, &config, &Limits::unlimited());
    assert_eq!(described(&answer).replace("the changed program ", ""), expected);
}

#[track_caller]
fn check(original: &str, changed: &str, expected: &str) {
    check_at(Level::Program, original, changed, expected);
    // A program does what it does itself.
    check_at(Level::Program, original, original, "same");
}

#[test]
fn what_is_written_has_to_be_the_same() {
    let show = "havoc x; d := __fs_put(0, x);";
    check(show, "havoc x; y := x + 1; d := __fs_put(0, y - 1);", "same");
    check(show, "havoc x; d := __fs_put(0, x + 1);", "differs: shows something else than the original");
    check(show, "havoc x;", "differs: shows less than the original");
    check(
        show,
        "havoc x; d := __fs_put(0, x); d := __fs_put(0, x);",
        "differs: shows more than the original",
    );
    check(show, "havoc x; if (x != 5) { d := __fs_put(0, x); } else { d := __fs_put(0, 5); }", "same");
    check(show, "havoc x; if (x != 5) { d := __fs_put(0, x); }", "differs: shows less than the original");
}

#[test]
fn the_order_of_what_is_written_counts() {
    let both = "havoc x; havoc y; d := __fs_put(0, x); d := __fs_put(0, y);";
    check(both, "havoc y; havoc x; d := __fs_put(0, x); d := __fs_put(0, y);", "same");
    check(
        both,
        "havoc x; havoc y; d := __fs_put(0, y); d := __fs_put(0, x);",
        "differs: shows something else than the original",
    );
    // Standard error beside standard output.
    check(
        "d := __fs_put(0, 1); d := __fs_put(2, 1);",
        "d := __fs_put(2, 1); d := __fs_put(0, 1);",
        "open: writes in another way than the original",
    );
}

#[test]
fn two_ways_of_writing_may_show_the_same() {
    let way = "open: writes in another way than the original";
    check("d := __fs_put_integer(0, 5, 100);", "d := __fs_put(0, 53);", way);
    check("d := __fs_put_integer(0, 5, 100);", "d := __fs_put_integer(0, 5, 105);", way);
    check("d := __fs_put_float(0, 5, 100);", "d := __fs_put_float(0, 6, 100);", way);
    check("d := __fs_put_float(0, 5, 100);", "d := __fs_put_float(0, 5, 100);", "same");
    check(
        "d := __fs_put_integer(0, 5, 100);",
        "d := __fs_put_integer(0, 6, 100);",
        "differs: shows something else than the original",
    );
}

#[test]
fn what_printing_gives_is_the_same_where_it_prints_the_same() {
    let show = "havoc x; y := __fs_put_integer(0, x, 100); result := y;";
    check(show, "havoc x; y := __fs_put_integer(0, x, 100); result := y + 0;", "same");
    check(
        show,
        "havoc x; y := __fs_put_integer(0, x, 100); result := y + 1;",
        "differs: returns something else than the original",
    );
}

#[test]
fn input_is_the_same_in_all_versions() {
    let read = "x := __fs_get(0); d := __fs_put(0, x);";
    check(read, "y := __fs_get(0); d := __fs_put(0, y);", "same");
    check(
        read,
        "y := __fs_get(0); y := __fs_get(0); d := __fs_put(0, y);",
        "differs: shows something else than the original",
    );
    // More is taken, and what is shown is the same.
    check(
        read,
        "x := __fs_get(0); d := __fs_put(0, x); y := __fs_get(0);",
        "differs: takes more or less of its input than the original",
    );
    check(read, "d := __fs_put(0, 3);", "differs: shows something else than the original");
    check("x := __fs_get(0);", "d := 1;", "differs: takes more or less of its input than the original");
    // Asking for the end takes nothing.
    check("x := __fs_get(0);", "x := __fs_get(0); y := __fs_at_end(0);", "same");
    check(
        "y := __fs_at_end(0); x := __fs_get(0); d := __fs_put(0, x);",
        "x := __fs_get(0); d := __fs_put(0, x);",
        "open: asks its environment for something else than the original",
    );
}

#[test]
fn sources_are_independent() {
    let read = "x := __fs_get(0); y := __fs_clock(); d := __fs_put(0, x); d := __fs_put(0, y);";
    check(read, "y := __fs_clock(); x := __fs_get(0); d := __fs_put(0, x); d := __fs_put(0, y);", "same");
    check(
        read,
        "x := __fs_clock(); y := __fs_get(0); d := __fs_put(0, x); d := __fs_put(0, y);",
        "differs: shows something else than the original",
    );
}

#[test]
fn the_status_and_the_way_of_ending_count() {
    let end = "havoc x; if (x == 3) { d := __fs_exit(1); stop; } d := __fs_put(0, x);";
    check(end, "havoc x; if (x == 3) { d := __fs_exit(1); stop; } else { d := __fs_put(0, x); }", "same");
    check(
        end,
        "havoc x; if (x == 3) { d := __fs_exit(2); stop; } d := __fs_put(0, x);",
        "differs: ends with another status than the original",
    );
    check(
        end,
        "havoc x; if (x == 4) { d := __fs_exit(1); stop; } d := __fs_put(0, x);",
        "differs: does something else than the original",
    );
    check("d := __fs_exit(0); stop;", "d := 0;", "differs: shows less than the original");
    check("d := 0;", "d := __fs_exit(0); stop;", "differs: ends in another way than the original");
    check("havoc result;", "havoc x; result := x;", "differs: returns something else than the original");
    check("havoc x; result := x;", "havoc x; result := x - 1 + 1;", "same");
}

#[test]
fn an_exit_deep_in_calls_ends_the_version() {
    let leave = "proc leave(s: 8) returns (r: 8) { r := 0; if (s > 3) { d := __fs_exit(s); stop; } }
        proc main() returns (result: 8) { havoc x; y := leave(x); y := leave(x + 1); d := __fs_put(0, y); result := 0; }";
    check(leave, &leave.replace("s > 3", "3 < s"), "same");
    check(
        leave,
        &leave.replace("leave(x + 1)", "leave(x + 2)"),
        "differs: does something else than the original",
    );
}

#[test]
fn what_runs_at_the_exit_counts() {
    let at_exit = "proc bye(s: 8) returns (r: 8) { r := s; d := __fs_put(0, s); if (s > 100) { stop; } d := __fs_put(0, 1); }
        proc main() returns (result: 8) { havoc x; result := 0; d := __fs_exit(1); y := bye(x); d := __fs_put(0, y); stop; }";
    check(at_exit, &at_exit.replace("s > 100", "100 < s"), "same");
    check(
        at_exit,
        &at_exit.replace("__fs_put(0, y)", "__fs_put(0, y + 1)"),
        "differs: shows something else than the original",
    );
    check(at_exit, &at_exit.replace("s > 100", "s > 99"), "differs: shows less than the original");
}

#[test]
fn undefined_functions_return_the_same_after_the_same_history() {
    let call = "havoc x; y := f(x); d := __fs_put(0, y);";
    check(call, "havoc x; y := f(x); z := y; d := __fs_put(0, y);", "same");
    check(
        call,
        "havoc x; y := f(x + 1); d := __fs_put(0, y);",
        "differs: shows something else than the original",
    );
    check(call, "havoc x; y := h(x); d := __fs_put(0, y);", "differs: does something else than the original");
    check(
        call,
        "havoc x; y := f(x); y := f(x); d := __fs_put(0, y);",
        "differs: does something else than the original",
    );
    // It may read what the program has stored.
    check(
        "g := 1; y := f(3); d := __fs_put(0, y);",
        "g := 2; y := f(3); d := __fs_put(0, y);",
        "open: writes in another way than the original",
    );
}

#[test]
fn only_executions_of_the_original_that_work_count() {
    let checked = "havoc x; assert x != 3; d := __fs_put(0, 10 / x);";
    check(checked, "havoc x; if (x == 3) { x := 4; } d := __fs_put(0, 10 / x);", "same");
    check(
        "havoc x; assume x != 3; d := __fs_put(0, x);",
        "havoc x; if (x == 3) { x := 4; } d := __fs_put(0, x);",
        "same",
    );
    check("havoc x; if (x == 3) { stop; } d := __fs_put(0, x);", "havoc x; d := __fs_put(0, x);", "same");
}

#[test]
fn a_changed_version_has_to_work_where_the_original_does() {
    check("havoc x;", "havoc x; assert x != 3;", "differs: fails: assertion failed");
    check("havoc x; assert x != 3;", "havoc x; assert x != 3 || y == y;", "same");
    check("havoc x;", "havoc x; assume x != 3;", "open: assumes something that does not hold");
    check("havoc x;", "havoc x; if (x == 3) { stop; }", "open: stops without having ended");
    check("havoc x;", "havoc x; d := __fs_uncertain();", "open: does something that cannot be followed");
    let unclear = "havoc x; d := __fs_uncertain(); d := __fs_put(0, x);";
    check_at(Level::Program, unclear, unclear, "open: the original does something that cannot be followed");
}

#[test]
fn that_a_changed_version_ends_is_not_asked() {
    check(
        "havoc x; d := __fs_put(0, x);",
        "havoc x; while (x == 3) { y := 1; } d := __fs_put(0, x);",
        "same if it ends",
    );
    check(
        "havoc x; if (x > 3) { d := __fs_put(0, x); }",
        "havoc x; if (3 < x) { d := __fs_put(0, x); }",
        "same",
    );
}

#[test]
fn loops_write_as_often() {
    let count = "i := 0; while (i < 3) { d := __fs_put(0, i); i := i + 1; }";
    let same = "i := 0; while (i != 3) { d := __fs_put(0, i); i := i + 1; }";
    let fewer = "i := 0; while (i < 2) { d := __fs_put(0, i); i := i + 1; }";
    check_at(Level::Program, count, same, "same if it ends");
    check_at(Level::Program, count, fewer, "differs: shows less than the original");
}

#[test]
fn callers_see_global_variables() {
    check_at(Level::Program, "g := 1;", "g := 2;", "same");
    check_at(Level::Callers, "g := 1;", "g := 2;", "differs: leaves something else in `g` than the original");
    check_at(Level::Callers, "havoc x; g := x + x;", "havoc x; y := y; g := x * 2;", "same");
}

#[test]
fn what_is_hidden_is_never_the_same() {
    let mut hidden = program("x := 1;");
    hidden.surroundings.hides_output = true;
    let config = PortfolioConfig::default();
    let answer = compare(&hidden, &[&hidden], Level::Program, &config, &Limits::unlimited());
    assert_eq!(described(&answer), "open: what the versions write is not in the program");
    let answer = differs_at_change(&hidden, &hidden, &config, &Limits::unlimited());
    assert!(matches!(answer, Comparison::Open(WhyOpen::NotAligned)), "{answer:?}");
}

#[test]
fn several_versions_are_compared_with_the_original() {
    let original = program("havoc x; d := __fs_put(0, x);");
    let same = program("havoc x; y := x; d := __fs_put(0, y);");
    let other = program("havoc x; d := __fs_put(0, x + 1);");
    let config = PortfolioConfig::default();
    let compared = |changed: &[&Program]| {
        described(&compare(&original, changed, Level::Program, &config, &Limits::unlimited()))
    };
    assert_eq!(compared(&[&same, &same]), "same");
    assert_eq!(compared(&[&same, &other]), "differs: version 3 shows something else than the original");
}

#[track_caller]
fn check_flag(original: &str, changed: &str, expected: &str) {
    let (original, changed) = (program(original), program(changed));
    let answer = differs_at_change(&original, &changed, &PortfolioConfig::default(), &Limits::unlimited());
    let answer = match answer {
        Comparison::Same { .. } => "nothing differs",
        Comparison::Differ { .. } => "differs",
        Comparison::Open(reason) => panic!("{reason:?}"),
    };
    assert_eq!(answer, expected);
}

#[test]
fn a_value_that_is_the_same_raises_no_flag() {
    let show = "havoc x; y := x + x; d := __fs_put(0, y);";
    check_flag(show, show, "nothing differs");
    check_flag(show, "havoc x; y := x * 2; d := __fs_put(0, y);", "nothing differs");
    check_flag(show, "havoc x; y := x * 3; d := __fs_put(0, y);", "differs");
    // It does not matter whether the value does.
    check_flag(
        "havoc x; y := x; d := __fs_put(0, x);",
        "havoc x; y := x + 1; d := __fs_put(0, x);",
        "differs",
    );
    check_flag(show, "havoc x; y := x + x; d := __fs_put(0, y + 1);", "differs");
}

#[test]
fn a_condition_that_decides_alike_raises_no_flag() {
    let branch = "havoc x; if (x < 3) { d := __fs_put(0, x); }";
    check_flag(branch, "havoc x; if (x <= 2) { d := __fs_put(0, x); }", "nothing differs");
    check_flag(branch, "havoc x; if (x <= 3) { d := __fs_put(0, x); }", "differs");
    let looped = "havoc x; i := 0; while (i < 3) { i := i + 1; } assert x < 5;";
    check_flag(looped, &looped.replace("i < 3", "i != 3"), "nothing differs");
    check_flag(looped, &looped.replace("i < 3", "i < 4"), "differs");
}

#[test]
fn a_guard_that_fires_only_where_the_original_fails_raises_no_flag() {
    let price = "proc price_of(p: 8, m: 8) returns (r: 8) { r := p; if (m != 0) { r := p - 25; } }
        proc main() returns (result: 8) { havoc x; havoc y; assume x >= 0 && x < 60; x := price_of(x, y);
        assert x >= 0; result := 0; }";
    check_flag(price, &price.replace("r := p - 25;", "r := p - 20;"), "differs");
    check_flag(price, &price.replace("m != 0)", "m != 0 && p >= 25)"), "nothing differs");
    check_flag(price, &price.replace("m != 0)", "m != 0 && p >= 26)"), "differs");
    check_flag(
        price,
        &price.replace("r := p - 25;", "r := p - 25; if (r < 0) { r := 0; }"),
        "nothing differs",
    );
    check_flag(
        price,
        &price.replace("r := p - 25;", "if (p < 25) { r := 0; return; } r := p - 25;"),
        "nothing differs",
    );
    check_flag(
        price,
        &price.replace("r := p - 25;", "if (p < 30) { r := 0; return; } r := p - 25;"),
        "differs",
    );
    let by_way = price.replace("{ r := p;", "{ var q: 8; r := p;");
    check_flag(price, &by_way.replace("r := p - 25;", "q := p - 25; r := q;"), "nothing differs");
    check_flag(price, &by_way.replace("r := p - 25;", "q := p - 24; r := q;"), "differs");
}

#[test]
fn a_statement_put_in_or_left_out_raises_the_flag_where_it_would_change_something() {
    let show = "havoc x; y := 0; d := __fs_put(0, x); z := x;";
    check_flag(show, "havoc x; y := 0; y := 0; d := __fs_put(0, x); z := x;", "nothing differs");
    check_flag(show, "havoc x; y := 0; y := x; d := __fs_put(0, x); z := x;", "differs");
    check_flag(show, "havoc x; y := 0; d := __fs_put(0, x);", "differs");
    check_flag(&show.replace("z := x", "x := x"), "havoc x; y := 0; d := __fs_put(0, x);", "nothing differs");
    check_flag(show, "havoc x; y := 0; z := x;", "differs");
    check_flag(show, "havoc x; y := 0; havoc g; d := __fs_put(0, x); z := x;", "differs");
}

#[test]
fn what_ends_by_an_error_is_not_asked() {
    let checked = "havoc x; y := 1; if (x == 3) { y := 2; } assert x != 3;";
    check_flag(checked, &checked.replace("y := 2", "y := 4"), "nothing differs");
    check_flag(checked, &checked.replace("y := 1", "y := 4"), "differs");
    let ended = "havoc x; y := 1; if (x == 3) { y := 2; d := __fs_exit(0); stop; }";
    check_flag(ended, &ended.replace("y := 2", "y := 4"), "differs");
    let left_out = "havoc x; y := 1; if (x == 3) { y := 2; stop; }";
    check_flag(left_out, &left_out.replace("y := 2", "y := 4"), "nothing differs");
}

#[test]
fn an_operation_without_a_value_raises_the_flag() {
    let divided = "var n: int; var m: int; proc main() { havoc n; m := n; }";
    check_flag(divided, &divided.replace("m := n", "m := n / 1"), "nothing differs");
    check_flag(divided, &divided.replace("m := n", "m := n + (0 / n)"), "differs");
}

mod mutants;
mod random;
