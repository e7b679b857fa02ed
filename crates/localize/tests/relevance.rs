//! Verdicts with a known answer.

mod common;

use common::Trace;
use faultscope_frontend::print;
use faultscope_ir::Sort;
use faultscope_localize::relevance::{RelevanceConfig, relevance};
use faultscope_localize::{Finding, Strength};
use faultscope_solver::Limits;

/// Runs on a trace of commands, one per line; `expected` has a line for each assigning command: its first
/// word is the strength, what follows are values and the fix condition: `constant 0, 10 if i == 0 || i >= 10`.
#[track_caller]
fn check(sort: Sort, commands: &str, expected: &str) {
    let trace = Trace::of(&common::parse::commands(commands, sort));
    let outcome = relevance(&trace.program, &trace.trace, &config(), &Limits::unlimited());
    let mut findings: Vec<&Finding> = outcome.findings.iter().collect();
    findings.sort_by_key(|it| it.step);
    let actual: String = findings.iter().map(|it| describe(&trace, it)).collect();
    let expected: String = expected.trim().lines().map(|line| format!("{}\n", line.trim())).collect();
    assert_eq!(actual, expected, "{}", trace.text());
}

fn config() -> RelevanceConfig {
    RelevanceConfig {
        trace_aberrant: true,
        irrelevant: true,
        is_expressible: print::is_expressible,
        ..RelevanceConfig::standard()
    }
}

fn describe(trace: &Trace, finding: &Finding) -> String {
    let command = &*trace.trace.steps[finding.step].command;
    let name = match finding.strength {
        Strength::Constant => "constant",
        Strength::Expression => "expression",
        Strength::Relevant => "relevant",
        Strength::TraceAberrant => "aberrant",
        Strength::Irrelevant => "irrelevant",
        Strength::Undecided => "undecided",
    };
    // Of the other values any would do.
    let values: Vec<String> = match finding.strength {
        Strength::Constant => finding.values.iter().map(|value| format!(" {value}")).collect(),
        _ => Vec::new(),
    };
    let condition = finding.condition.as_ref().and_then(|it| {
        let origin = trace.program.sources.origin(finding.origin);
        let variable = command.target()?.variable;
        print::condition_on_place(&trace.program, origin, variable, it.formula, it.place)
    });
    let condition = condition.map(|it| format!(" if {it}")).unwrap_or_default();
    format!("{command}: {name}{}{condition}\n", values.join(","))
}

const INT32: fn() -> Sort = || Sort::bits(32);

/// The same expectation over 32-bit and mathematical integers.
#[track_caller]
fn check_both(commands: &str, expected: &str) {
    check(INT32(), commands, &expected.replace("(+", "(BvAdd"));
    check(Sort::int(), commands, &expected.replace("(+", "(Add"));
}

// The table of techniques.md, section 1.

#[test]
fn only_the_last_havoc_matters() {
    check_both(
        "x := 1; y := 2; z := 3; havoc z; assert z > 10",
        "x := 1: irrelevant
         y := 2: irrelevant
         z := 3: irrelevant
         havoc z: constant 11 if z >= 11",
    );
}

/// `s <= 0` is needed, or a value so large that the sum overflows, which is not suggested.
#[test]
fn a_value_that_helps_by_overflow_alone_is_not_among_the_values() {
    check(
        INT32(),
        "s := 1; t := s + 2; assert t < 3",
        "s := 1: constant 0 if s <= 0
         t := (BvAdd s 2): constant 2 if t <= 2",
    );
}

#[test]
fn a_conjunct_that_holds_anyway_does_not_matter() {
    check_both(
        "y := 7; havoc x; assert x >= 0 && y >= 0",
        "y := 7: irrelevant
         havoc x: constant 0 if x >= 0",
    );
}

#[test]
fn the_first_of_two_equal_assignments_does_not_matter() {
    check_both(
        "x := 7; x := 7; assert x > 10",
        "x := 7: irrelevant
         x := 7: constant 11 if x >= 11",
    );
}

#[test]
fn an_assignment_on_which_the_flow_depends_matters() {
    check(
        INT32(),
        "x := 1; y := input - 42; assume y < 0; x := 0; assert x != 0",
        "x := 1: aberrant
         y := (BvAdd input -42): constant 0 if y >= 0
         x := 0: constant 1, -1 if x != 0",
    );
}

#[test]
fn assignments_that_are_not_read_do_not_matter() {
    check_both(
        "x := 1; y := 2; z := 3; assert z > 10",
        "x := 1: irrelevant
         y := 2: irrelevant
         z := 3: constant 11 if z >= 11",
    );
}

#[test]
fn both_conjuncts_of_an_assumption_matter() {
    check_both(
        "y := 42; havoc x; assume x >= 0 && y >= 23",
        "y := 42: constant 0 if y <= 22
         havoc x: constant -1 if x <= -1",
    );
}

#[test]
fn what_only_makes_other_executions_block_does_not_matter() {
    check_both(
        "y := 10; havoc x; assume x > 0",
        "y := 10: irrelevant
         havoc x: constant 0 if x <= 0",
    );
}

#[test]
fn the_two_pointers_need_another_start() {
    check_both(
        "p1 := 0; p2 := 0; i := 1; assume i < 10; assume i != 0; assume p1 == 0 || p2 == 0",
        "p1 := 0: irrelevant
         p2 := 0: irrelevant
         i := 1: constant 0, 10 if i == 0 || i >= 10",
    );
}

#[test]
fn the_two_pointers_with_a_request_to_stop_first_trace() {
    check(
        INT32(),
        "p1 := 0; p2 := 0; i := 1; assume i < 10; assume i != 0; stopOnRequest := 0; havoc stopRequested;
         assume stopRequested != 0; assume stopOnRequest == 0; assume p1 == 0 || p2 == 0",
        "p1 := 0: irrelevant
         p2 := 0: irrelevant
         i := 1: constant 0, 10 if i == 0 || i >= 10
         stopOnRequest := 0: constant 1, -1 if stopOnRequest != 0
         havoc stopRequested: constant 0 if stopRequested == 0",
    );
}

#[test]
fn the_two_pointers_with_a_request_to_stop_second_trace() {
    check(
        INT32(),
        "p1 := 0; p2 := 0; i := 1; assume i < 10; assume i != 0; stopOnRequest := 0; havoc stopRequested;
         assume stopRequested == 0; assume p1 == 0 || p2 == 0",
        "p1 := 0: irrelevant
         p2 := 0: irrelevant
         i := 1: constant 0, 10 if i == 0 || i >= 10
         stopOnRequest := 0: irrelevant
         havoc stopRequested: constant 1, -1 if stopRequested != 0",
    );
}

#[test]
fn the_running_example_of_aberrance() {
    check_both(
        "x := 2; havoc y; assume y < 3; x := 0; assume !(0 < x)",
        "x := 2: irrelevant
         havoc y: constant 3 if y >= 3
         x := 0: constant 1 if x >= 1",
    );
}

// Dropped definitions, and where the seeds contradict themselves.

#[test]
fn assumptions_that_become_restrictive_are_not_what_counts() {
    check_both(
        "x := 1; y := 2; z := 3; havoc z",
        "x := 1: irrelevant
         y := 2: irrelevant
         z := 3: irrelevant
         havoc z: irrelevant",
    );
}

#[test]
fn of_three_sums_the_first_two_matter() {
    check_both(
        "x := x + y; x := x + z; y := y + z; assert x >= 0",
        "x := (+ y x): expression if x + z >= 0
         x := (+ x z): constant 0 if x >= 0
         y := (+ y z): aberrant",
    );
}

#[test]
fn with_a_havoc_between_only_the_second_sum_matters() {
    check(
        INT32(),
        "x := x + y; havoc z; x := x + z; y := y + z; assert x >= 0",
        "x := (BvAdd y x): irrelevant
         havoc z: expression if z + x >= 0
         x := (BvAdd x z): constant 0 if x >= 0
         y := (BvAdd y z): aberrant",
    );
}

#[test]
fn a_constant_has_to_fix_all_reachable_states() {
    check(
        INT32(),
        "havoc y; x := 0; assume x == y",
        "havoc y: constant 1, -1 if y != 0
         x := 0: expression if x != y",
    );
}

#[test]
fn a_fix_in_some_failing_states_only_is_not_an_expression() {
    check(
        INT32(),
        "havoc z; x := 0; assume z > 0 || x == 0",
        "havoc z: irrelevant
         x := 0: relevant if x != 0 && z <= 0",
    );
}

#[test]
fn an_unrelated_input_makes_anything_aberrant() {
    check_both(
        "havoc y; z := 0; assume y < 3",
        "havoc y: constant 3 if y >= 3
         z := 0: aberrant",
    );
}

// Cells.

#[test]
fn the_replacement_stays_in_the_same_cell() {
    check_both(
        "havoc n; a[0] := 5; a[1] := n; i := 0; x := a[i]; assume x < 7",
        "havoc n: irrelevant
         a[0] := 5: constant 7 if a >= 7
         a[1] := n: irrelevant
         i := 0: relevant
         x := (Select a i): constant 7 if x >= 7",
    );
}

// Changes that must not change a verdict.

/// The strengths by command text, of a trace.
fn strengths(commands: &str) -> Vec<(String, Strength)> {
    let trace = Trace::of(&common::parse::commands(commands, INT32()));
    let outcome = relevance(&trace.program, &trace.trace, &config(), &Limits::unlimited());
    let mut findings: Vec<&Finding> = outcome.findings.iter().collect();
    findings.sort_by_key(|it| it.step);
    findings.iter().map(|it| (trace.trace.steps[it.step].command.to_string(), it.strength)).collect()
}

const PROGRAMS: [&str; 4] = [
    "havoc n; x := 1; y := x + n; assume n < 10; x := y - x; assume x >= 3",
    "havoc n; x := 0; assume x < n; x := x + 1; assume x < n; x := x + 1; assert x < n",
    "havoc n; havoc m; x := n; assume x > m; y := m + 1; havoc k; assume k == x + y; assert k != 7",
    "i := 0; a[i] := 3; a[i + 1] := 4; havoc j; assume j >= 0 && j < 2; x := a[j]; assert x == 3",
];

#[test]
fn names_do_not_matter() {
    for program in PROGRAMS {
        let renamed = program.replace('x', "longer_name").replace("y :=", "q :=").replace(" y", " q");
        let kinds = |text: &str| strengths(text).into_iter().map(|(_, it)| it).collect::<Vec<_>>();
        assert_eq!(kinds(program), kinds(&renamed), "{program}");
    }
}

#[test]
fn dead_code_does_not_matter() {
    for program in PROGRAMS {
        let with_dead_code = program.replacen("; ", "; dead := 17; havoc dead; ", 1);
        let kept: Vec<_> =
            strengths(&with_dead_code).into_iter().filter(|(it, _)| !it.contains("dead")).collect();
        assert_eq!(strengths(program), kept, "{program}");
    }
}

#[test]
fn splitting_an_expression_keeps_the_statement() {
    let whole = strengths("havoc n; x := n + n + 1; assume x > 5");
    let split = strengths("havoc n; t := n + n; x := t + 1; assume x > 5");
    assert_eq!(whole.first().map(|it| it.1), split.first().map(|it| it.1));
    assert_eq!(whole.last().map(|it| it.1), split.last().map(|it| it.1));
}
