//! Verdicts with a known answer.

mod common;

use common::Trace;
use faultscope_ir::Sort;
use faultscope_localize::relevance::{Config, relevance};
use faultscope_localize::{Finding, Strength};
use faultscope_solver::Limits;

/// Runs on a trace of commands, one per line; `expected` has a line for each assigning command: its first
/// word is the strength, what follows are values and the fix condition: `constant 0, 10 if i == 0 || i >= 10`.
#[track_caller]
fn check(sort: Sort, commands: &str, expected: &str) {
    let trace = Trace::of(&common::parse::commands(commands, sort));
    let config = Config { trace_aberrant: true, irrelevant: true, ..Config::standard() };
    let outcome = relevance(&trace.program, &trace.trace, &config, &Limits::unlimited());
    let mut findings: Vec<&Finding> = outcome.findings.iter().collect();
    findings.sort_by_key(|it| it.step);
    let actual: String = findings.iter().map(|it| describe(&trace, it)).collect();
    let expected: String = expected.trim().lines().map(|line| format!("{}\n", line.trim())).collect();
    assert_eq!(actual, expected, "{}", trace.text());
}

fn describe(trace: &Trace, finding: &Finding) -> String {
    let command = &trace.trace.steps[finding.step].command;
    let name = match finding.strength {
        Strength::Constant => "constant",
        Strength::Expression => "expression",
        Strength::Relevant => "relevant",
        Strength::TraceAberrant => "aberrant",
        Strength::Irrelevant => "irrelevant",
        Strength::Undecided => "undecided",
    };
    let values: Vec<String> = finding.values.iter().map(ToString::to_string).collect();
    let condition = finding.condition.as_ref().map(|it| format!(" if {}", it.text)).unwrap_or_default();
    format!("{command}: {name} {}{condition}\n", values.join(", "))
}

const INT32: fn() -> Sort = || Sort::bits(32);

#[test]
fn debug() {
    for text in [
        "x := 1; y := 2; z := 3; havoc z; assert z > 10",
        "y := 7; havoc x; assert x >= 0 && y >= 0",
        "x := 7; x := 7; assert x > 10",
        "x := 1; y := input - 42; assume y < 0; x := 0; assert x != 0",
        "x := 1; y := 2; z := 3; assert z > 10",
        "y := 42; havoc x; assume x >= 0 && y >= 23",
        "y := 10; havoc x; assume x > 0",
        "p1 := 0; p2 := 0; i := 1; assume i < 10; assume i != 0; assume p1 == 0 || p2 == 0",
        "p1 := 0; p2 := 0; i := 1; assume i < 10; assume i != 0; stop := 0; havoc r; assume r != 0; assume stop == 0; assume p1 == 0 || p2 == 0",
        "p1 := 0; p2 := 0; i := 1; assume i < 10; assume i != 0; stop := 0; havoc r; assume r == 0; assume p1 == 0 || p2 == 0",
        "x := 2; havoc y; assume y < 3; x := 0; assume !(0 < x)",
        "x := x + y; x := x + z; y := y + z; assert x >= 0",
        "x := x + y; havoc z; x := x + z; y := y + z; assert x >= 0",
        "havoc y; x := 0; assume x == y",
        "x := 1; y := 2; z := 3; havoc z",
        "havoc z; x := 0; assert !(z > 0 || x == 0)",
        "havoc n; a[0] := 5; a[1] := n; i := 0; x := a[i]; assume x < 7",
        "havoc n; x := n + 1; y := x + n; assume y < 10; assume x > n",
        "havoc y; z := 0; assume y < 3",
        "havoc n; s := 0; s := s + n; s := s + n; assume s > 10; assume n < 100",
        "havoc n; m := n; x := 1; assume x <= m; havoc k; assume k == x + m",
    ] {
        for sort in [INT32(), Sort::int()] {
            let trace = Trace::of(&common::parse::commands(text, sort));
            let config = Config { trace_aberrant: true, irrelevant: true, ..Config::standard() };
            let outcome = relevance(&trace.program, &trace.trace, &config, &Limits::unlimited());
            let mut findings: Vec<&Finding> = outcome.findings.iter().collect();
            findings.sort_by_key(|it| it.step);
            println!("{text}");
            for finding in findings {
                println!("    {} {:?}", describe(&trace, finding).trim(), finding.undecided);
            }
        }
    }
    panic!();
}
