//! The examples that ship with the project, whose faults are known.

use std::fs;
use std::path::Path;

use faultscope::report::{Finding, Verdict};
use faultscope::{Options, Ranking, check_source};
use faultscope_ir::Property;

/// What the programs of this file ask.
const REACHABILITY: [Property; 2] = [Property::UnreachCall, Property::Assertions];

/// The lines of an example's findings in code, in rank order.
#[track_caller]
fn lines(name: &str, ranking: Ranking) -> Vec<u32> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let text = fs::read_to_string(folder.join(name)).expect("the example is there");
    let options = Options { ranking, properties: REACHABILITY.into(), ..Options::standard() };
    let report = check_source(name, &text, &options).expect("it is a program");
    assert_eq!(report.verdict, Verdict::Unsafe);
    let code = |it: &&Finding| it.kind.is_code();
    report.findings.iter().filter(code).map(|it| it.span.line).collect()
}

/// The fault is among the first findings.
#[track_caller]
fn check(name: &str, faulty_line: u32, among_first: usize) {
    let lines = lines(name, Ranking::Suspiciousness);
    let rank = lines.iter().position(|line| *line == faulty_line);
    assert!(rank.is_some_and(|rank| rank < among_first), "line {faulty_line} among {lines:?}");
}

#[test]
fn the_discount_can_be_more_than_the_price() {
    check("demo.c", 58, 3);
}

#[test]
fn the_queue_wraps_around_too_early() {
    check("queue.c", 24, 3);
}

#[test]
fn the_buffers_are_never_filled() {
    check("fill.c", 10, 2);
}

#[test]
fn the_account_pays_more_than_it_has() {
    check("account.bpl", 17, 3);
}

#[test]
fn by_strength_alone_the_first_difference_comes_first() {
    // Many lines can avoid the error on the trace; a patch of who gets the discount is proved to repair the program and to keep what
    // worked.
    assert_eq!(lines("demo.c", Ranking::Strength)[0], 34);
    assert_eq!(lines("demo.c", Ranking::Suspiciousness)[0], 57);
}
