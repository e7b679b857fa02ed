//! Verdicts on small programs, and on random ones against all of their executions.

mod apart;
mod differential;
mod invariants;
mod merging;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use faultscope_certificate::Conclusion;
use faultscope_ir::{Program, Sort, Term};
use faultscope_solver::{Limits, StopReason};

use super::{TraceAbstractionConfig, trace_abstraction};
use crate::TraceAbstractionStatistics;
use crate::UnknownReason;
use crate::answer::{Answer, End, Verdict};
use crate::limits::{MAX_CANONICAL_TRACES, MAX_TOLD_APART};
use crate::notation::parse;

fn analyse(text: &str, max_traces: Option<usize>) -> Answer {
    let config = TraceAbstractionConfig { max_traces, ..TraceAbstractionConfig::default() };
    trace_abstraction(&parse(text), &config, &Limits::unlimited(), &mut ())
}

/// Why there are no more traces.
fn end_of(answer: &Answer) -> End {
    match &answer.verdict {
        Verdict::Safe => End::Empty,
        Verdict::Fails(end) => end.clone(),
        Verdict::Open(reason) => End::Stopped(reason.clone()),
    }
}

fn statistics(answer: &Answer) -> &TraceAbstractionStatistics {
    answer.statistics.trace_abstraction.as_ref().expect("it was asked")
}

#[track_caller]
fn check_safe(text: &str) {
    let outcome = analyse(text, None);
    assert_eq!(end_of(&outcome), End::Empty);
    assert_eq!(outcome.traces.len(), 0);
}

#[track_caller]
fn check_unsafe(text: &str) {
    let outcome = analyse(text, Some(1));
    assert_eq!(end_of(&outcome), End::Enough);
    assert!(outcome.traces[0].replayed);
}

#[test]
fn an_unbounded_loop_is_proved_safe() {
    check_safe(
        "var x: 32; var y: 32; proc main() { x := 0; havoc y;
           while (y != 0) { if (x == 0) { x := 1; } else { x := 0; } havoc y; }
           assert x == 0 || x == 1; }",
    );
}

#[test]
fn an_invariant_of_two_variables_is_found() {
    check_safe(
        "var x: 8; var y: 8; var z: 8; proc main() { havoc x; y := x; havoc z;
           while (z != 0) { x := x + 1; y := y + 1; havoc z; }
           assert x == y; }",
    );
}

/// A loop, and a check behind it.
fn loop_and(step: &str, check: &str) -> String {
    format!(
        "var x: 8; var y: 8; var z: 8; proc main() {{ havoc x; y := x; havoc z;
           while (z != 0) {{ {step} havoc z; }} assert {check}; }}"
    )
}

/// Analyses the first program, and then the second with the predicates of the first.
fn analyse_with_those_of(first: &str, second: &str) -> Answer {
    let learnt = analyse(first, Some(1)).predicates;
    assert!(!learnt.is_empty());
    let config = TraceAbstractionConfig { learnt, max_traces: Some(1), ..TraceAbstractionConfig::default() };
    trace_abstraction(&parse(second), &config, &Limits::unlimited(), &mut ())
}

#[test]
fn predicates_of_one_proof_prove_another_program() {
    let first = loop_and("x := x + 1; y := y + 1;", "x == y");
    for step in ["x := x + 2; y := y + 2;", "y := y + 1; x := x + 1;", "x := y;"] {
        let outcome = analyse_with_those_of(&first, &loop_and(step, "x == y"));
        assert_eq!((end_of(&outcome), statistics(&outcome).n_iterations), (End::Empty, 0), "{step}");
        assert!(!outcome.predicates.is_empty(), "{step}: the next one may need them");
    }
}

#[test]
fn predicates_of_one_proof_prove_nothing_that_is_not_so() {
    let first = loop_and("x := x + 1; y := y + 1;", "x == y");
    for (step, check) in
        [("x := x + 1; y := y + 2;", "x == y"), ("x := x + 1;", "x == y"), ("x := y;", "x != y")]
    {
        let outcome = analyse_with_those_of(&first, &loop_and(step, check));
        assert_eq!(end_of(&outcome), End::Enough, "{step} {check}");
        assert!(outcome.traces[0].replayed);
    }
}

/// Analyses the second program with predicates and triples of the first, and then with its predicates alone.
fn analyse_with_triples_of(first: &Program, second: &Program) -> [Answer; 2] {
    let analyse = |program: &Program, learnt: Vec<Term>, decided| {
        let config = TraceAbstractionConfig {
            learnt,
            decided,
            max_traces: Some(1),
            ..TraceAbstractionConfig::default()
        };
        trace_abstraction(program, &config, &Limits::unlimited(), &mut ())
    };
    let Answer { predicates, triples, .. } = analyse(first, Vec::new(), Arc::default());
    assert!(!triples.is_empty());
    [Arc::new(triples), Arc::default()].map(|decided| analyse(second, predicates.clone(), decided))
}

#[test]
fn triples_of_one_proof_are_not_asked_again() {
    let first = parse(&loop_and("x := x + 1; y := y + 1;", "x == y"));
    for (step, check, end) in [
        ("x := x + 1; y := y + 1;", "x == y", End::Empty),
        ("x := x + 2; y := y + 2;", "x == y", End::Empty),
        ("x := x + 1; y := y + 2;", "x == y", End::Enough),
        ("x := x + 1; y := y + 1;", "x != y", End::Enough),
    ] {
        let [with, without] = analyse_with_triples_of(&first, &parse(&loop_and(step, check)));
        assert_eq!((&end_of(&with), &end_of(&without)), (&end, &end), "{step} {check}");
        let n_queries = [&with, &without].map(|it| statistics(it).n_queries);
        assert!(n_queries[0] < n_queries[1], "{step} {check}: {n_queries:?}");
    }
}

#[test]
fn triples_hold_under_their_axioms_alone() {
    let text = format!("var c: 8; {}", loop_and("x := x + c; y := y + 1;", "x == y"));
    let program = |c: u128| {
        let mut program = parse(&text);
        program.axioms.push(Term::var("c", Sort::bits(8)).equals(Term::bits(8, c)));
        program
    };
    let [with, without] = analyse_with_triples_of(&program(1), &program(1));
    assert_eq!((end_of(&with), end_of(&without)), (End::Empty, End::Empty));
    let [with, without] = analyse_with_triples_of(&program(1), &program(2));
    assert_eq!((end_of(&with), end_of(&without)), (End::Enough, End::Enough));
}

#[test]
fn an_error_behind_a_loop_is_found() {
    check_unsafe("var x: 8; proc main() { x := 0; while (x < 3) { x := x + 1; } assert x == 2; }");
}

#[test]
fn the_shortest_error_comes_first() {
    let outcome = analyse(
        "var x: 8; var y: 8; proc main() { havoc x; y := 0;
           while (y < 5) { y := y + 1; } assert x != 3; }",
        Some(1),
    );
    let shorter = analyse("var x: 8; proc main() { havoc x; assert x != 3; }", Some(1));
    assert!(shorter.traces[0].trace.len() < outcome.traces[0].trace.len());
    let either = analyse(
        "var x: 8; var y: 8; proc main() { havoc x; y := 0;
           either { while (y < 5) { y := y + 1; } assert x != 3; } or { assert x != 4; } }",
        Some(1),
    );
    assert!(either.traces[0].trace.len() < outcome.traces[0].trace.len());
}

#[test]
fn calls_and_recursion_keep_their_variables_apart() {
    check_safe(
        "var g: 8;
         proc twice(p: 8) returns (r: 8) { var t: 8; t := p + p; r := t; }
         proc main() { var t: 8; t := 3; g := twice(t); g := twice(g); assert g == 12 && t == 3; }",
    );
    let sum = "proc sum(n: 8) returns (r: 8) { var rest: 8;
             if (n == 0) { r := 0; } else { rest := sum(n - 1); r := rest + n; } }
         proc main() { var total: 8; total := sum(3); assert total == ";
    check_safe(&format!("{sum} 6; }}"));
    check_unsafe(&format!("{sum} 7; }}"));
}

#[test]
fn recursion_beyond_the_bound_is_not_called_safe() {
    let outcome = analyse(
        "var x: 8;
         proc down(n: 8) { if (n != 0) { down(n - 1); } }
         proc main() { havoc x; down(x); assert true; assert x != x + 1; }",
        None,
    );
    let bound = TraceAbstractionConfig::default().inlining.max_recursion;
    assert_eq!(end_of(&outcome), End::Stopped(UnknownReason::DepthLimit { unwind: bound }));
}

#[test]
fn errors_are_found_beside_what_cannot_be_decided() {
    let outcome = analyse(
        "var x: 8; proc main() { havoc x; if (x == 1) { unsupported; } if (x == 2) { assert false; } }",
        None,
    );
    assert_eq!(outcome.traces.len(), 1);
    assert!(matches!(end_of(&outcome), End::Stopped(UnknownReason::Unsupported { .. })));
    // Nobody gets there.
    check_safe("var x: 8; proc main() { x := 2; if (x == 1) { unsupported; } assert x == 2; }");
}

#[test]
fn memory_is_followed() {
    let text = "var a: [8]8 length 4; var i: 8; proc main() { i := 0;
           while (i < 4) { a[i] := i; i := i + 1; }
           havoc i; assume 0 <= i && i < 4; assert a[i] == ";
    check_safe(&format!("{text} i; }}"));
    check_unsafe(&format!("{text} 2; }}"));
}

#[test]
fn mathematical_integers_have_no_largest() {
    check_safe("var x: int; var y: int; proc main() { havoc x; havoc y; assume x < y; assert x + 1 <= y; }");
    check_unsafe("var x: int; var y: int; proc main() { havoc x; y := x * x; assert y != 4; }");
}

#[test]
fn choices_are_replayed() {
    check_unsafe(
        "var x: 8; proc main() { x := 0;
           either { x := 1; } or { x := 2; } or { x := 3; }
           either { x := x + 10; } or { x := x + 20; }
           assert x != 22; }",
    );
}

#[test]
fn a_limit_is_a_reason() {
    let program = parse("var x: 8; proc main() { havoc x; assert x != 3; }");
    let limits = Limits::unlimited().with_timeout(Duration::ZERO);
    let outcome = trace_abstraction(&program, &TraceAbstractionConfig::default(), &limits, &mut ());
    let expected = UnknownReason::Limit { reason: StopReason::TimeLimit, completed: 0 };
    assert_eq!(end_of(&outcome), End::Stopped(expected));
}

#[test]
fn a_program_that_never_ends_is_safe() {
    check_safe("var x: 8; proc main() { x := 1; while (x == x) { x := x + 2; } assert false; }");
    check_safe("var x: 8; proc main() { x := 1; while (x != 0) { x := x + 2; } assert false; }");
}

#[test]
fn all_errors_of_a_program_without_loops_come_to_an_end() {
    let outcome = analyse(
        "var x: 8; var y: 8; proc main() { havoc x; y := 0;
           if (x < 10) { y := 1; } else { if (x > 20) { y := 2; } }
           assert y == 0; }",
        None,
    );
    assert_eq!(end_of(&outcome), End::Empty);
    assert!((1..=2).contains(&outcome.traces.len()));
}

/// Whoever violates neither the first nor the second check violates the third, so that each may stand for the next ones.
#[test]
fn each_check_has_an_error_trace_of_its_own() {
    let outcome =
        analyse("var x: 8; proc main() { havoc x; assert x > 5; assert x > 10; assert false; }", None);
    assert_eq!(end_of(&outcome), End::Empty);
    let checks: BTreeSet<u32> = outcome.traces.iter().map(|it| it.trace.check.0).collect();
    assert_eq!(checks.into_iter().collect::<Vec<_>>(), [0, 1, 2]);
}

#[test]
fn conditions_that_do_not_matter_do_not_multiply_error_traces() {
    let mut text = "var x: 8; ".to_owned();
    (0..10).for_each(|idx| text.push_str(&format!("var c{idx}: bool; var y{idx}: 8; ")));
    text.push_str("proc main() { havoc x; ");
    (0..10).for_each(|idx| {
        text.push_str(&format!("if (c{idx}) {{ y{idx} := 1; }} else {{ y{idx} := 2; havoc y{idx}; }} "));
    });
    text.push_str("assert x != 3; }");
    // Of 1024 paths.
    check_all_errors(&text, MAX_CANONICAL_TRACES + MAX_TOLD_APART + 6);
}

#[test]
fn error_traces_of_all_numbers_of_rounds_come_to_an_end() {
    check_all_errors(
        "var n: 8; var x: 8; var y: 8; proc main() { havoc n; x := n; y := 0;
           while (x != 0) { x := x - 1; y := y + 1; }
           assert y != n; }",
        MAX_CANONICAL_TRACES + MAX_TOLD_APART + 6,
    );
}

/// Checks that the error traces come to an end with so many at most, and what the checker says of it.
#[track_caller]
fn check_all_errors(text: &str, max_traces: usize) {
    let program = parse(text);
    let config =
        TraceAbstractionConfig { max_traces: None, keep_proof: true, ..TraceAbstractionConfig::default() };
    let outcome = trace_abstraction(&program, &config, &Limits::unlimited(), &mut ());
    assert!(end_of(&outcome).is_complete(), "{:?}", end_of(&outcome));
    assert!((1..=max_traces).contains(&outcome.traces.len()), "{}", outcome.traces.len());
    let certificate = outcome.certificate.expect("it was asked for");
    let checked = faultscope_certificate::check(&program, &certificate, &Limits::unlimited());
    let conclusion = checked.expect("the steps are right").conclusion;
    assert!(matches!(conclusion, Conclusion::AllErrorsCovered { .. }), "{conclusion:?}");
}
