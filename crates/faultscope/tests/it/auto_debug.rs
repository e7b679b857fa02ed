//! AutoDebug on failing tests with contracts: the faults of the paper's Table 1 in programs of our own, with the answers that it
//! gives or the originals, and those that it leaves open.

use crate::folder::{Folder, stderr, stdout};
use serde_json::Value;

/// A program whose function has this contract and this body, called on the numbers that it reads, with tests: input and
/// expected output.
fn program(contract: &str, signature: &str, body: &str, call: &str) -> String {
    format!(
        "\
#include <stdio.h>
#include <stdlib.h>
/*@ {contract} */
{signature} {{
{body}
}}
int main(void) {{
    int n, k, *a;
    if (scanf(\"%d\", &n) != 1 || n < 1)
        return 2;
    a = malloc(n * sizeof *a);
    if (a == NULL)
        return 2;
    for (k = 0; k < n; k++)
        if (scanf(\"%d\", &a[k]) != 1)
            return 2;
    {call}
    free(a);
    return 0;
}}
"
    )
}

const SUM: &str = "requires 0 < n <= 100; requires \\valid_read(a + (0 .. n - 1));
    requires \\forall integer k; 0 <= k < n ==> -1000 <= a[k] <= 1000;
    ensures \\result == \\sum(0, n - 1, \\lambda integer k; a[k]);";

fn sum(body: &str) -> String {
    program(SUM, "int sum(int a[], int n)", body, "printf(\"%d\\n\", sum(a, n));")
}

const SUMS: [(&str, &str); 4] = [("1 4", "4"), ("2 1 2", "3"), ("3 5 0 -2", "3"), ("4 1 1 1 7", "10")];

const MAX: &str = "requires n > 0; requires \\valid_read(a + (0 .. n - 1));
    ensures \\forall integer k; 0 <= k < n ==> \\result >= a[k];
    ensures \\exists integer k; 0 <= k < n && \\result == a[k];";

fn max(body: &str) -> String {
    program(MAX, "int max(int a[], int n)", body, "printf(\"%d\\n\", max(a, n));")
}

const MAXIMA: [(&str, &str); 4] = [("3 -2 5 3", "5"), ("1 -4", "-4"), ("2 1 9", "9"), ("3 7 1 2", "7")];

/// A folder with a program and tests.
fn folder(program: &str, tests: &[(&str, &str)]) -> Folder {
    let names: Vec<[String; 2]> =
        (0..tests.len()).map(|n| [format!("tests/{n}.in"), format!("tests/{n}.out")]).collect();
    let mut files = vec![("a.c", program)];
    for ([input, output], (read, written)) in names.iter().zip(tests) {
        files.extend([(input.as_str(), *read), (output.as_str(), *written)]);
    }
    Folder::with(&files)
}

/// The patches with which all tests pass: the changed lines with the evidence that asks for them.
fn patches(program: &str, tests: &[(&str, &str)]) -> Vec<(String, String)> {
    let folder = folder(program, tests);
    let output = folder.check(&["a.c", "--tests", "tests", "--format", "json", "--max-steps", "1000000"]);
    assert_eq!(output.status.code(), Some(1), "{}{}", stdout(&output), stderr(&output));
    let report: Value = serde_json::from_str(&stdout(&output)).expect("the report is JSON");
    let text = |patch: &Value, field: &str| patch[field].as_str().unwrap_or_default().trim().to_owned();
    let patches = report["patches"].as_array().expect("an array").iter();
    let patches =
        patches.filter(|it| it["verdict"] == "passes-tests" && it["contract"]["verdict"] != "violated");
    patches.map(|it| (text(it, "new_line"), text(it, "reason"))).collect()
}

/// Asserts that evidence asks for a change, with which all tests pass, and what it says.
#[track_caller]
fn check(program: &str, tests: &[(&str, &str)], line: &str, reason: &str) {
    let patches = patches(program, tests);
    let found = patches.iter().find(|(new_line, _)| new_line == line);
    assert!(found.is_some_and(|(_, it)| it.contains(reason)), "{patches:#?}");
}

#[test]
fn a_sum_that_starts_too_late_begins_with_the_first_element() {
    let body = "    int i = 1, s;\n    s = 0;\n    while (i < n) {\n        s = s + a[i];\n        i = i + 1;\n    }\n    return s;";
    check(&sum(body), &SUMS, "s = a[0];", "behind it `s == a[0]` would have to hold");
}

#[test]
fn an_assignment_that_forgets_what_was_there_adds_it() {
    let body = "    int i = 0, s = 0;\n    while (i < n) {\n        s = a[i];\n        i = i + 1;\n    }\n    return s;";
    check(&sum(body), &SUMS, "s = a[i] + s;", "behind it `s == a[0] + a[1]` would have to hold");
}

#[test]
fn a_difference_that_should_be_a_sum_is_turned() {
    let body = "    int i = 0, s = 0;\n    while (i < n) {\n        s = s - a[i];\n        i = i + 1;\n    }\n    return s;";
    check(&sum(body), &SUMS, "s = s + a[i];", "would have to hold");
}

#[test]
fn a_loop_that_is_left_too_early_goes_on() {
    let body = "    int i = 0, s = 0;\n    while (i < n - 1) {\n        s = s + a[i];\n        i = i + 1;\n    }\n    return s;";
    check(&sum(body), &SUMS, "while (i <= n - 1) {", "the execution goes on with `n <= i + 1` here");
}

#[test]
fn a_comparison_that_found_the_contrary_is_turned() {
    let body = "    int i = 1, s = a[0];\n    while (i < n) {\n        if (s >= a[i])\n            s = a[i];\n        i = i + 1;\n    }\n    return s;";
    check(&max(body), &MAXIMA, "if (s < a[i])", "`a[1] <= s` would have to hold here");
}

#[test]
fn a_variable_that_should_be_an_element_becomes_it() {
    let body = "    int i = 1, s = a[0];\n    while (i < n) {\n        if (s < a[i])\n            s = i;\n        i = i + 1;\n    }\n    return s;";
    check(&max(body), &MAXIMA, "s = a[i];", "would have to hold");
}

#[test]
fn an_assignment_to_the_wrong_variable_is_to_the_right_one() {
    let body = "    int i = 1, s = a[0], t;\n    while (i < n) {\n        if (s < a[i])\n            t = a[i];\n        i = i + 1;\n    }\n    return s;";
    check(&max(body), &MAXIMA, "s = a[i];", "would have to hold");
}

/// The paper leaves this out: no postcondition is evaluated where an execution does not end.
#[test]
fn a_loop_that_does_not_end_gets_its_progress_back() {
    let body = "    int i = 0, s = 0;\n    while (i < n) {\n        s = s + a[i];\n        i = i;\n    }\n    return s;";
    let patches = patches(&sum(body), &[("1 0", "0"), ("2 1 -1", "0"), ("3 5 0 -2", "3")]);
    assert!(patches.iter().any(|(line, _)| line == "i = i + 1;"), "{patches:#?}");
}

/// The paper leaves this out, too: an access out of bounds.
#[test]
fn a_loop_that_goes_one_too_far_ends_before() {
    let body = "    int i = 0, s = 0;\n    while (i < n + 1) {\n        s = s + a[i];\n        i = i + 1;\n    }\n    return s;";
    let patches = patches(&sum(body), &SUMS);
    assert!(patches.iter().any(|(line, _)| line == "while (i < n) {"), "{patches:#?}");
}

/// Beside the other techniques it names the statement whose change is the first with which all tests pass, or nothing.
#[test]
fn as_a_technique_it_names_the_statement_that_it_changes() {
    let marked = |body: &str, tests: &[(&str, &str)]| -> Vec<u64> {
        let arguments =
            ["a.c", "--tests", "tests", "--format", "json", "--technique", "auto-debug", "--level", "trace"];
        let report: Value =
            serde_json::from_str(&stdout(&folder(&max(body), tests).check(&arguments))).expect("JSON");
        assert_eq!(report["techniques"][0]["name"], "auto-debug");
        let statements = report["techniques"][0]["statements"].as_array().expect("an array").iter();
        statements.filter_map(|it| it["line"].as_u64()).collect()
    };
    let body = "    int i = 1, s = a[0];\n    while (i < n) {\n        if (s > a[i])\n            s = a[i];\n        i = i + 1;\n    }\n    return s;";
    assert_eq!(marked(body, &MAXIMA), [9]);
    // Two faults at a time: no single change helps.
    let body = "    int i = 2, s = 17;\n    while (i > n) {\n        if (s > a[i])\n            s = n;\n        i = i - 1;\n    }\n    return i;";
    assert_eq!(marked(body, &MAXIMA), [0; 0]);
}
