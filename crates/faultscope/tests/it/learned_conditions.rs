//! Conditions that are missing, learned from tests: an operand, a condition around a statement, a jump in front of one.

use crate::folder::{Folder, stderr, stdout};
use serde_json::Value;

/// The report about a program and its tests, each an input and what is expected.
fn report(program: &str, tests: &[(&str, &str)]) -> Value {
    let mut files = vec![("a.c".to_owned(), program.to_owned())];
    for (at, (input, expected)) in tests.iter().enumerate() {
        files.push((format!("tests/{at}.in"), (*input).to_owned()));
        files.push((format!("tests/{at}.out"), (*expected).to_owned()));
    }
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let output =
        Folder::with(&files).check(&["a.c", "--tests", "tests", "--format", "json", "--all-findings"]);
    assert_eq!(output.status.code(), Some(1), "{}{}", stdout(&output), stderr(&output));
    serde_json::from_str(&stdout(&output)).expect("the report is JSON")
}

/// Line, strength and what is missing, of the findings of a kind.
fn missing(report: &Value, kind: &str) -> Vec<String> {
    let findings = report["findings"].as_array().expect("an array").iter().filter(|it| it["kind"] == kind);
    let told = findings.filter_map(|it| {
        Some(format!("{} {} {}", it["line"], it["strength"].as_str()?, it["missing"].as_str()?))
    });
    told.collect()
}

fn patches(report: &Value) -> Vec<&str> {
    let patches = report["patches"].as_array().expect("an array").iter();
    patches.filter_map(|it| it["new"].as_str()).map(str::trim).collect()
}

const SUM: &str = "\
#include <stdio.h>
int main(void) {
    int n, x, sum = 0;
    scanf(\"%d\", &n);
    for (int i = 0; i < n; i++) {
        scanf(\"%d\", &x);
        sum += x;
    }
    printf(\"%d\\n\", sum);
    return 0;
}
";

#[test]
fn a_guard_that_is_missing_is_learned() {
    let report =
        report(SUM, &[("3 1 3 5", "9\n"), ("3 1 -2 3", "4\n"), ("4 -1 -2 3 7", "10\n"), ("0", "0\n")]);
    assert_eq!(missing(&report, "extra"), ["7 constant x > 0"]);
    let first: Vec<&Value> = (0..3).map(|at| &report["findings"][at]["line"]).collect();
    assert!(first.contains(&&Value::from(7)), "{first:?}");
    let jumps = missing(&report, "missing");
    assert!(jumps.contains(&"6 constant if (x < 0) continue;".to_owned()), "{jumps:?}");
}

#[test]
fn a_guard_that_alters_what_passes_is_none() {
    // No condition over what is seen tells the 2 that is left out from the one that is not.
    let report = report(SUM, &[("2 2 1", "3\n"), ("2 1 2", "3\n"), ("3 2 1 2", "3\n")]);
    let told = missing(&report, "extra");
    assert!(told.iter().all(|it| !it.contains('x')), "{told:?}");
}

#[test]
fn an_operand_that_is_missing_is_a_patch() {
    let program = "\
#include <stdio.h>
int main(void) {
    int c, words = 0, in = 0;
    while ((c = getchar()) != EOF) {
        if (c == ' ') {
            in = 0;
        } else if (!in) {
            in = 1;
            words++;
        }
    }
    printf(\"%d\\n\", words);
    return 0;
}
";
    let report = report(program, &[("a b", "2\n"), ("a\nb c\n", "3\n"), ("a\tb", "1\n"), ("x y\nz", "3\n")]);
    let patches = patches(&report);
    assert!(patches.contains(&"c == ' ' || c == '\\n'"), "{patches:?}");
}

#[test]
fn a_pointer_that_is_null_lacks_a_jump_in_front() {
    let program = "\
#include <stdio.h>
#include <stdlib.h>
struct node { int value; struct node *next; };
static struct node *push(struct node *list, int value) {
    struct node *new = malloc(sizeof *new);
    if (!new) exit(1);
    new->value = value;
    new->next = list;
    return new;
}
static int second(struct node *list) {
    return list->next->value;
}
int main(void) {
    int x;
    struct node *list = NULL;
    while (scanf(\"%d\", &x) == 1)
        list = push(list, x);
    printf(\"%d\\n\", second(list));
    return 0;
}
";
    let report = report(program, &[("1 2", "1\n"), ("1", "-1\n"), ("3 4 5", "4\n")]);
    assert_eq!(missing(&report, "missing")[0], "12 constant if (!list->next) return -1;");
    assert_eq!(report["findings"][0]["line"], 12);
}
