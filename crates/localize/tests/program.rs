//! Findings over several traces with a known answer.

mod common;

use common::Traces;
use faultscope_ir::{Sort, Value};
use faultscope_localize::ProgramFinding;

use faultscope_localize::program::{Constant, InProgram, LocalizedTrace, aggregate};
use faultscope_localize::relevance::{RelevanceConfig, RelevanceOutcome, relevance};
use faultscope_solver::Limits;

/// Runs on traces of commands. `expected` has a line for each statement with a finding, in rank order: in which traces
/// it is relevant, what it is in the program, its program-level constant; and a line for each group of traces.
#[track_caller]
fn check(sort: Sort, traces: &[&str], expected: &str) {
    let traces: Vec<_> = traces.iter().map(|it| common::parse::commands(it, sort)).collect();
    let traces = Traces::of(&traces);
    let outcomes = outcomes(&traces);
    let localized = localized(&traces, &outcomes);
    let outcome = aggregate(&traces.program, &localized, &config(), &Limits::unlimited());
    let mut actual: String = outcome.findings.iter().map(|it| describe(&traces, it)).collect();
    for group in &outcome.groups {
        actual += &format!("group {:?}\n", group.traces());
    }
    let expected: String = expected.trim().lines().map(|line| format!("{}\n", line.trim())).collect();
    assert_eq!(actual, expected, "{}", traces.text());
}

fn config() -> RelevanceConfig {
    RelevanceConfig { irrelevant: true, ..RelevanceConfig::standard() }
}

fn outcomes(traces: &Traces) -> Vec<RelevanceOutcome> {
    let limits = Limits::unlimited();
    traces.traces.iter().map(|it| relevance(&traces.program, it, &config(), &limits)).collect()
}

fn localized<'a>(traces: &'a Traces, outcomes: &'a [RelevanceOutcome]) -> Vec<LocalizedTrace<'a>> {
    let localized =
        |(trace, outcome): (_, &'a RelevanceOutcome)| LocalizedTrace { trace, findings: &outcome.findings };
    traces.traces.iter().zip(outcomes).map(localized).collect()
}

fn describe(traces: &Traces, finding: &ProgramFinding) -> String {
    let relevant: Vec<String> = finding.relevant_in().map(|it| it.to_string()).collect();
    let place = match finding.in_program() {
        InProgram::Relevant => "in the program",
        InProgram::NotRelevant => "not in the program",
        InProgram::Undecided => "perhaps in the program",
    };
    let constant = match &finding.constant {
        Constant::Values(values) => values.iter().map(Value::to_string).collect::<Vec<_>>().join(", "),
        Constant::None => "none".to_owned(),
        Constant::Undecided => "undecided".to_owned(),
    };
    let statement = traces.statement(finding.finding().origin);
    format!("{statement}: in {} {place}, constant {constant}\n", relevant.join(" "))
}

/// The same expectation over 32-bit and mathematical integers.
#[track_caller]
fn check_both(traces: &[&str], expected: &str) {
    check(INT32(), traces, &expected.replace("(+", "(BvAdd"));
    check(Sort::int(), traces, &expected.replace("(+", "(Add"));
}

const INT32: fn() -> Sort = || Sort::bits(32);

/// [002] Fig. 2: the two pointers with a request to stop, which is made on the first trace only.
#[test]
fn the_request_to_stop() {
    let start =
        "p1 := 0; p2 := 0; i := 1; assume i < 10; assume i != 0; stopOnRequest := 0; havoc stopRequested";
    let requested =
        format!("{start}; assume stopRequested != 0; assume stopOnRequest == 0; assume p1 == 0 || p2 == 0");
    let not = format!("{start}; assume stopRequested == 0; assume p1 == 0 || p2 == 0");
    for sort in [INT32(), Sort::int()] {
        check(
            sort,
            &[&requested, &not],
            "i := 1: in 0 1 in the program, constant 0, 10
             stopOnRequest := 0: in 0 not in the program, constant none
             p2 := 0: in  not in the program, constant none
             p1 := 0: in  not in the program, constant none
             havoc stopRequested: in 0 1 in the program, constant none
             group [1]
             group [0]",
        );
    }
}

/// With one trace the answers are that trace's, and in its order.
#[test]
fn a_single_trace() {
    check(
        INT32(),
        &["x := 1; y := input; assume y < 0; x := 0; assert x != 0"],
        "x := 0: in 0 in the program, constant 1, -1
         y := input: in 0 in the program, constant 0
         x := 1: in  not in the program, constant none
         group [0]",
    );
}

/// Neither trace's own nearest value fixes the other one.
#[test]
fn a_constant_that_no_trace_names() {
    check_both(
        &["x := 5; havoc b; assume b == 1; assume x < 10", "x := 5; havoc b; assume b == 2; assume x != 17"],
        "x := 5: in 0 1 in the program, constant 17
         havoc b: in 0 1 in the program, constant 0, 3
         group [0, 1]",
    );
}

/// Each trace has its constants; only in the first case they have some in common.
#[test]
fn constants_that_exclude_each_other() {
    check_both(
        &["x := 5; assume b == 1; assume x < 10", "x := 5; assume b == 2; assume x >= 0 && x < 20"],
        "x := 5: in 0 1 in the program, constant 20
         group [0, 1]",
    );
    check_both(
        &["x := 5; assume b == 1; assume x < 10", "x := 5; assume b == 2; assume x > 0"],
        "x := 5: in 0 1 in the program, constant none
         group [0, 1]",
    );
}

/// The value has to keep clear of what inputs make of both traces.
#[test]
fn a_constant_for_all_inputs_of_all_traces() {
    check_both(
        &[
            "assume y >= 0; assume y < 4; x := 0; assume x == y || x < 0",
            "assume y >= 0; assume y < 4; x := 0; assume x == y || x == y + 4",
            "assume y >= 0; assume y < 4; x := 0; assume x == y || x == y + 9",
        ],
        "x := 0: in 0 1 2 in the program, constant 8
         group [0, 1, 2]",
    );
}

/// In a loop each trace is fixed at an occurrence of its own; a value there is not one for every occurrence.
#[test]
fn occurrences_in_a_loop() {
    check_both(
        &[
            "i := 0; assume i < 3; i := i + 1; assume i < 3; i := i + 1; assume i >= 2",
            "i := 0; assume i < 3; i := i + 1; assume i >= 1",
        ],
        "i := (+ i 1): in 0 1 in the program, constant 0
         i := 0: in 0 1 in the program, constant -1, 3
         group [1, 0]",
    );
}

/// What is replaced is the value put into the cell, whichever cell that is on a trace.
#[test]
fn an_array_cell_is_a_place() {
    check_both(
        &["a[i] := 1; assume i == 0; assume a[0] == 1", "a[i] := 1; assume i == 2; assume a[2] < 7"],
        "a[i] := 1: in 0 1 in the program, constant 7
         group [0, 1]",
    );
}

#[test]
fn out_of_budget_is_undecided() {
    let traces = ["x := 5; assume b == 1; assume x < 10", "x := 5; assume b == 2; assume x > 0"];
    let traces = Traces::of(&traces.map(|it| common::parse::commands(it, Sort::int())));
    let outcomes = outcomes(&traces);
    let localized = localized(&traces, &outcomes);
    let no_rounds = RelevanceConfig { rounds: 0, ..config() };
    let outcome = aggregate(&traces.program, &localized, &no_rounds, &Limits::unlimited());
    assert_eq!(outcome.findings[0].in_program(), InProgram::Relevant);
    assert_eq!(outcome.findings[0].constant, Constant::Undecided);
}

/// What is relevant is the same, but to the user these are two errors.
#[test]
fn traces_to_different_errors_are_not_alike() {
    let traces = ["x := 5; assume x < 10", "x := 5; y := 1; assume x < 9", "x := 5; assume x < 8"];
    let mut traces = Traces::of(&traces.map(|it| common::parse::commands(it, Sort::int())));
    let elsewhere = traces.program.check(traces.traces[2].check).clone();
    traces.traces[2].check =
        traces.program.add_check(faultscope_ir::Check { origin: faultscope_ir::OriginId(0), ..elsewhere });
    let outcomes = outcomes(&traces);
    let localized = localized(&traces, &outcomes);
    let outcome = aggregate(&traces.program, &localized, &config(), &Limits::unlimited());
    let groups: Vec<&[usize]> = outcome.groups.iter().map(|it| it.traces()).collect();
    assert_eq!(groups, [&[0, 1][..], &[2]]);
}
