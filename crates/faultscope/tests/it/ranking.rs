//! What the order of places looks at, as the JSON report says it.

use serde_json::Value;

use crate::folder::{Folder, stderr, stdout};

/// The report about a program that fails.
fn report(text: &str, arguments: &[&str]) -> Value {
    let folder = Folder::with(&[("a.c", text)]);
    let output = folder.check(&[&["a.c", "--format", "json"], arguments].concat());
    assert_eq!(output.status.code(), Some(1), "{}{}", stdout(&output), stderr(&output));
    serde_json::from_str(&stdout(&output)).expect("the report is JSON")
}

/// A feature of the best finding of a line; none where the line has no finding.
fn feature(report: &Value, line: u64, name: &str) -> Option<f64> {
    let findings = report["findings"].as_array().expect("an array").iter();
    let of_line = findings.filter(|it| it["line"] == line);
    of_line.map(|it| it["features"][name].as_f64().unwrap_or(0.0)).reduce(f64::max)
}

const GUARDED: &str = "\
#include <assert.h>
extern int input(void);
int main(void) {
    int x = input();
    int y = 1;
    if (x == 7)
        y = 0;
    assert(y == 1);
    return 0;
}
";

#[test]
fn what_only_failing_executions_around_the_error_do_is_evidence() {
    let report = report(GUARDED, &[]);
    assert_eq!(feature(&report, 7, "most-ochiai"), Some(1.0));
    // All executions get there.
    assert!(feature(&report, 5, "most-ochiai").is_none_or(|it| it == 0.0));
    let first = report["findings"][0]["line"].as_u64();
    assert!(first.is_some_and(|it| it == 6 || it == 7), "{first:?}");
}

#[test]
fn where_no_execution_around_the_error_works_nothing_is_said_of_them() {
    let text = GUARDED.replace("x == 7", "x == x");
    let report = report(&text, &[]);
    assert_eq!(feature(&report, 7, "ochiai"), Some(0.0));
}

#[test]
fn features_are_numbers_between_0_and_1_and_those_that_are_0_are_left_out() {
    let report = report(GUARDED, &["--all-findings"]);
    let features = report["findings"].as_array().expect("an array").iter();
    let features = features.flat_map(|it| it["features"].as_object().expect("an object").values());
    let values: Vec<f64> = features.map(|it| it.as_f64().expect("a number")).collect();
    assert!(values.len() > 10, "{values:?}");
    assert!(values.iter().all(|it| (0.0..=1.0).contains(it) && *it != 0.0), "{values:?}");
}
