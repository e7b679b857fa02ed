//! Patches: those that are proposed, those of agents, and that both are judged alike.

use std::fs;

use serde_json::{Value, json};
use tempfile::{TempDir, tempdir};

use crate::client::{Client, text};

/// An index that is one too large, and a divisor that is zero.
const PROGRAM: &str = "\
int nondet(void);
int main(void) {
    int t[3] = {1, 2, 3};
    int n = nondet();
    if (n < 0 || n > 3) return 0;
    int a = t[n];
    int m = nondet();
    if (m < 0 || m > 5) return 0;
    return a + 12 / (m - 5);
}
";

/// Fails for many numbers, and not for a few.
const LARGE: &str = "\
#include <assert.h>
int nondet(void);
int main(void) {
    int n = nondet();
    if (n < 0) return 0;
    assert(n < 100);
    return 0;
}
";

fn session(program: &str) -> (TempDir, Client) {
    let folder = tempdir().expect("there is room");
    fs::write(folder.path().join("a.c"), program).expect("there is room");
    let client = Client::introduced(folder.path());
    (folder, client)
}

/// A diff of one line of `a.c`.
fn diff(program: &str, line: usize, new: &str) -> String {
    let old = program.lines().nth(line - 1).expect("it is there");
    format!("--- a.c\n+++ a.c\n@@ -{line},1 +{line},1 @@\n-{old}\n+{new}\n")
}

fn patches(answer: &Value) -> &Vec<Value> {
    answer["structuredContent"]["patches"].as_array().expect("there are patches")
}

/// What both tools say of a change.
fn evidence(answer: &Value) -> Vec<Value> {
    let fields = ["answer", "reason", "message", "about", "repairs", "keeps", "changes", "leaves"];
    fields.iter().map(|it| answer[it].clone()).collect()
}

#[test]
fn patches_are_judged_as_diffs_are() {
    let (_folder, mut client) = session(PROGRAM);
    let found = client.call("check", json!({ "files": ["a.c"] }));
    let proposed = client.call("propose", json!({ "limit": 2 }));
    assert_eq!(proposed["structuredContent"]["report"], found["structuredContent"]["report"]);
    assert_eq!(patches(&proposed).len(), 2, "{proposed}");
    assert!(proposed["structuredContent"]["more_patches"].as_u64().is_some_and(|it| it > 0), "{proposed}");
    for (patch, number) in patches(&proposed).iter().zip(1..) {
        assert_eq!(patch["number"], number);
        let verified = client.call("verify_patch", json!({ "files": ["a.c"], "diff": patch["diff"] }));
        assert_eq!(evidence(patch), evidence(&verified["structuredContent"]), "{patch}");
        assert!(text(&proposed).contains(patch["diff"].as_str().expect("it is a text")), "{proposed}");
    }
    // A program is checked first.
    let checked = client.call("propose", json!({ "files": ["a.c"], "limit": 1 }));
    assert_eq!(patches(&checked)[0], patches(&proposed)[0]);
}

#[test]
fn numbers_stay_between_calls() {
    let (_folder, mut client) = session(PROGRAM);
    let all = client.call("check", json!({ "files": ["a.c"], "max_findings": 100 }));
    let few = client.call("check", json!({ "files": ["a.c"], "max_findings": 1 }));
    let (all, few) = (&all["structuredContent"], &few["structuredContent"]);
    assert_eq!((&all["findings"][0], &all["patches"]), (&few["findings"][0], &few["patches"]));
    let proposed = client.call("propose", json!({ "report": all["report"], "limit": 100 }));
    let again = client.call("propose", json!({ "report": few["report"], "limit": 100 }));
    assert_eq!(patches(&proposed), patches(&again));
    assert_eq!(patches(&proposed)[0]["diff"], all["patches"][0]["diff"]);
    for finding in all["findings"].as_array().expect("there are findings") {
        let rank = &finding["rank"];
        let explained = client.call("explain", json!({ "report": few["report"], "finding": rank }));
        assert_eq!(explained["structuredContent"]["finding"]["text"], finding["text"]);
        for patch in patches(&explained) {
            let mut same = patches(&proposed).iter().filter(|it| it["number"] == patch["number"]);
            let same = same.next().expect("it is proposed");
            assert_eq!(same["diff"], patch["diff"]);
        }
    }
}

#[test]
fn a_repair_says_what_it_keeps_and_leaves() {
    let (_folder, mut client) = session(PROGRAM);
    let change = diff(PROGRAM, 5, "    if (n < 0 || n > 2) return 0;");
    let result = client.call("verify_patch", json!({ "files": ["a.c"], "diff": change }));
    let answer = &result["structuredContent"];
    assert_eq!((&answer["answer"], &answer["repairs"]), (&json!("repair"), &json!("proved")), "{result}");
    assert_eq!(answer["about"]["line"], 6, "{result}");
    assert_eq!(answer["keeps"]["level"], "nothing-differs", "{result}");
    assert_eq!(answer["leaves"][0]["property"], "division-by-zero", "{result}");
    assert_eq!(answer["leaves"][0]["line"], 9, "{result}");
    assert_eq!(answer.get("counterexample"), None, "{result}");
    assert!(text(&result).contains("repairs: proved (index `n` is out of bounds"), "{result}");
    assert!(!text(&result).contains("counterexample"), "{result}");
}

#[test]
fn what_is_no_repair_has_a_small_counterexample() {
    let (_folder, mut client) = session(LARGE);
    let change = diff(LARGE, 5, "    if (n < 0 || n > 5000) return 0;");
    let result = client.call("verify_patch", json!({ "files": ["a.c"], "diff": change }));
    let answer = &result["structuredContent"];
    assert_eq!((&answer["answer"], &answer["reason"]), (&json!("no-repair"), &json!("fails")), "{result}");
    assert_eq!(answer["counterexample"]["inputs"][0]["value"], "100", "{result}");
    assert_eq!(answer["counterexample"]["error"]["line"], 6, "{result}");
    assert!(text(&result).contains("counterexample:\n  a.c:4: n = 100\n  a.c:6: error: "), "{result}");
}

#[test]
fn a_change_of_what_worked_is_shown() {
    let (_folder, mut client) = session(PROGRAM);
    let change = diff(PROGRAM, 5, "    if (n < 1 || n > 2) return 0;");
    let result = client.call("verify_patch", json!({ "files": ["a.c"], "diff": change }));
    let answer = &result["structuredContent"];
    assert_eq!((&answer["answer"], &answer["reason"]), (&json!("undecided"), &json!("changes")), "{result}");
    assert_eq!(answer["keeps"]["level"], "changes", "{result}");
    assert_eq!(answer["changes"]["inputs"][0], json!({ "name": "n", "value": "0" }), "{result}");
}

#[test]
fn tests_speak_against_a_change() {
    let source = "#include <stdio.h>\nint main(void) {\n    int n;\n    scanf(\"%d\", &n);\n    printf(\"%d\\n\", n + 2);\n    return 0;\n}\n";
    let (_folder, mut client) = session(source);
    let mut verify = |new: &str| {
        let change = diff(source, 5, new);
        let arguments = json!({ "files": ["a.c"], "diff": change, "stdin": "3\n", "expected_output": "4\n" });
        client.call("verify_patch", arguments)["structuredContent"].clone()
    };
    let answer = verify("    printf(\"%d\\n\", n + 1);");
    assert_eq!((&answer["answer"], &answer["repairs"]), (&json!("repair"), &json!("tests")), "{answer}");
    assert_eq!(answer["tests"]["failed"], 0, "{answer}");
    let answer = verify("    printf(\"%d\\n\", n + 3);");
    assert_eq!((&answer["answer"], &answer["repairs"]), (&json!("no-repair"), &json!("no")), "{answer}");
    assert_eq!(answer["tests"]["failing"][0]["name"], "run", "{answer}");
    let message = &answer["counterexample"]["error"]["message"];
    assert_eq!(message, "wrong output: expected `4`, got `6`", "{answer}");
}

#[test]
fn values_that_were_tried_are_in_the_answer() {
    let (_folder, mut client) =
        session("int main(void) {\n    int t[3] = {0};\n    int n = 3;\n    return t[n];\n}\n");
    let result = client.call("check", json!({ "files": ["a.c"] }));
    let finding = &result["structuredContent"]["findings"][0];
    assert_eq!(finding["rerun"], json!({ "outcome": "avoids", "value": "2" }), "{result}");
}

#[test]
fn a_check_of_the_trace_alone_has_its_patches_looked_for() {
    let (_folder, mut client) = session(PROGRAM);
    client.call("check", json!({ "files": ["a.c"], "level": "trace" }));
    let proposed = client.call("propose", json!({ "report": "report-1", "limit": 1 }));
    assert_eq!(patches(&proposed)[0]["answer"], "repair", "{proposed}");
    assert_eq!(proposed["structuredContent"]["report"], "report-2", "{proposed}");
    client.call("explain", json!({ "report": "report-2" }));
}

#[test]
fn where_there_is_nothing_to_repair_there_are_no_patches() {
    let (_folder, mut client) = session("int main(void) { return 0; }\n");
    let proposed = client.call("propose", json!({ "files": ["a.c"] }));
    assert_eq!(patches(&proposed).len(), 0);
    assert_eq!(proposed["structuredContent"]["verdict"], "safe");
    assert!(text(&proposed).starts_with("no patches: no error was found"), "{proposed}");
}

#[test]
fn proposals_need_a_report_of_the_program() {
    let (folder, mut client) = session(PROGRAM);
    let says = client.failure("propose", json!({}));
    assert!(says.contains("call `check` first"), "{says}");
    client.call("check", json!({ "files": ["a.c"] }));
    let change = diff(PROGRAM, 5, "    if (n < 0 || n > 2) return 0;");
    client.call("verify_patch", json!({ "files": ["a.c"], "diff": change }));
    // The last report of the program, and not that of the changed one.
    assert_eq!(client.call("propose", json!({ "limit": 1 }))["structuredContent"]["report"], "report-1");
    let mut says = |arguments, expect: &str| {
        let says = client.failure("propose", arguments);
        assert!(says.contains(expect), "{says}");
    };
    says(json!({ "report": "report-2" }), "is the report of a changed program");
    says(json!({ "report": "report-77" }), "those that are kept are `report-1`, `report-2`");
    says(json!({ "report": "a.json" }), "there is no report `a.json`");
    says(json!({ "report": "report-1", "files": ["a.c"] }), "are both given");
    says(json!({ "limit": 0 }), "an integer from 1 to 100");
    says(json!({ "diff": "" }), "there is no argument `diff`");
    fs::write(folder.path().join("a.c"), PROGRAM.replace("t[n]", "t[n + 0]")).expect("there is room");
    says(json!({ "report": "report-1" }), "the program may have changed");
}
