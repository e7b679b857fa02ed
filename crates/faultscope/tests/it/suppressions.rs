//! Checks that are suppressed, errors that are known, and reports against stored ones.

use std::fs;
use std::process::Output;

use serde_json::Value;

use crate::folder::{Folder, stderr, stdout};

/// Two errors, of which the first is met first.
const PROGRAM: &str = "\
int ask(void);
int share(int n) {
    return 100 / n;
}
int main(void) {
    int table[4] = {0};
    int n = ask();
    if (n == 0)
        return share(n);
    if (n < 0 || n > 4)
        return 1;
    return table[n];
}
";

const COMMENT: &str = "// faultscope: ignore division-by-zero: callers ask before";

/// The program with a comment on the line of the first error.
fn commented() -> String {
    PROGRAM.replace("100 / n;", &format!("100 / n; {COMMENT}"))
}

/// The program without the second error.
fn without_second(program: &str) -> String {
    program.replace("n > 4", "n > 3")
}

fn write(folder: &Folder, name: &str, text: &str) {
    fs::write(folder.path(name), text).expect("a file");
}

fn run(folder: &Folder, command: &str, arguments: &[&str]) -> Output {
    folder.faultscope(command).args(arguments).output().expect("the program runs")
}

#[track_caller]
fn check(folder: &Folder, arguments: &[&str], code: i32) -> String {
    let output = folder.check(&[&["a.c"], arguments].concat());
    assert_eq!(output.status.code(), Some(code), "{}{}", stdout(&output), stderr(&output));
    stdout(&output)
}

#[track_caller]
fn json(folder: &Folder, arguments: &[&str], code: i32) -> Value {
    serde_json::from_str(&check(folder, &[arguments, &["--format", "json"]].concat(), code)).expect("JSON")
}

#[test]
fn the_search_goes_on_behind_a_suppressed_check() {
    let folder = Folder::with(&[("a.c", &commented())]);
    let report = json(&folder, &[], 1);
    assert_eq!(report["error"]["property"], "out-of-bounds");
    assert_eq!(report["suppressed"][0]["reason"], "callers ask before");
    assert_eq!(
        (report["suppressed"][0]["by"].as_str(), report["suppressed"][0]["said_on_line"].as_u64()),
        (Some("source"), Some(3))
    );
    // Without the comment it is found.
    let report = json(&folder, &["--ignore-suppressions", "--check", "division-by-zero:a.c:3"], 1);
    assert_eq!(report["error"]["property"], "division-by-zero");
    assert_eq!(report["suppressed"], Value::Null);
}

#[test]
fn no_error_says_what_is_suppressed() {
    let folder = Folder::with(&[("a.c", &without_second(&commented()))]);
    let text = check(&folder, &[], 0);
    assert!(text.contains("1 check is suppressed"), "{text}");
    assert!(text.contains("(division-by-zero at a.c:3)"), "{text}");
    assert!(text.contains("Suppressed: `division-by-zero` on a.c:3 (callers ask before)"), "{text}");
    let report = json(&folder, &[], 0);
    let of_division =
        report["checks"].as_array().expect("checks").iter().find(|it| it["property"] == "division-by-zero");
    assert_eq!(of_division.expect("the check")["status"], "not-asked");
    // A witness is about the whole program.
    let output = folder.check(&["a.c", "--witness", "w.yml"]);
    assert!(stderr(&output).contains("no witness was written: checks are suppressed"), "{}", stderr(&output));
    assert_eq!(json(&folder, &["--check", "division-by-zero:a.c:3"], 1)["verdict"], "unsafe");
}

#[test]
fn wrong_suppressions_are_warnings() {
    let wrong = commented().replace("division-by-zero", "division-by-zer");
    let text = check(&Folder::with(&[("a.c", &without_second(&wrong))]), &[], 1);
    assert!(text.replace('\n', " ").contains("did you mean `division-by-zero`?"), "{text}");
    let without_reason = commented().replace(": callers ask before", "");
    let text = check(&Folder::with(&[("a.c", &without_second(&without_reason))]), &[], 1);
    assert!(text.replace('\n', " ").contains("the reason is missing"), "{text}");
}

#[test]
fn rows_of_the_configuration_suppress() {
    let row = "[[suppress]]\nproperty = \"division-by-zero\"\nfile = \"a.c\"\nfunction = \"share\"\nreason = \"old\"\n";
    let program = without_second(PROGRAM);
    let folder = Folder::with(&[("a.c", &program), ("faultscope.toml", row)]);
    let report = json(&folder, &[], 0);
    let suppressed = &report["suppressed"][0];
    assert_eq!(
        (suppressed["by"].as_str(), suppressed["reason"].as_str()),
        (Some("configuration"), Some("old"))
    );
    check(&folder, &["--no-config"], 1);
    let refused = |row: &str, message: &str| {
        let output = Folder::with(&[("a.c", &program), ("faultscope.toml", row)]).check(&["a.c"]);
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
    };
    refused(&row.replace("reason = \"old\"\n", ""), "`reason` is missing");
    refused(&row.replace("division-by-zero", "division"), "did you mean `division-by-zero`?");
    refused(&row.replace("function", "func"), "`func` is not a field of `suppress`");
    refused("suppress = 1\n", "`suppress` needs rows");
}

#[test]
fn known_errors_hide_no_new_ones() {
    let folder = Folder::with(&[("a.c", &without_second(PROGRAM))]);
    write(&folder, "old.json", &check(&folder, &["--format", "json"], 1));
    // Lines move, and nothing is new.
    write(&folder, "a.c", &format!("\n\n{}", without_second(PROGRAM)));
    let text = check(&folder, &["--baseline", "old.json"], 0);
    assert!(text.contains("1 error is known"), "{text}");
    write(&folder, "now.json", &check(&folder, &["--baseline", "old.json", "--format", "json"], 0));
    let compared = run(&folder, "baseline", &["now.json", "--against", "old.json"]);
    assert_eq!(compared.status.code(), Some(0), "{}", stdout(&compared));
    // Another error is.
    write(&folder, "a.c", PROGRAM);
    let report = json(&folder, &["--baseline", "old.json"], 1);
    assert_eq!(report["error"]["property"], "out-of-bounds");
    assert_eq!(report["suppressed"][0]["by"], "baseline");
    write(&folder, "now.json", &report.to_string());
    let compared = run(&folder, "baseline", &["now.json", "--against", "old.json", "--format", "json"]);
    assert_eq!(compared.status.code(), Some(1));
    let compared: Value = serde_json::from_str(&stdout(&compared)).expect("JSON");
    assert_eq!(compared["new"][0]["property"], "out-of-bounds");
    assert_eq!(compared["unchanged"][0]["property"], "division-by-zero");
    let log: Value =
        serde_json::from_str(&check(&folder, &["--baseline", "old.json", "--format", "sarif"], 1))
            .expect("JSON");
    let states: Vec<&Value> = log["runs"][0]["results"]
        .as_array()
        .expect("results")
        .iter()
        .map(|it| &it["baselineState"])
        .collect();
    assert_eq!(states, ["new", "unchanged"]);
}

#[test]
fn a_baseline_that_is_no_report_is_refused() {
    let folder = Folder::with(&[("a.c", PROGRAM), ("old.json", "{}")]);
    check(&folder, &["--baseline", "old.json"], 2);
    check(&folder, &["--baseline", "missing.json"], 2);
    let output = run(&folder, "baseline", &["old.json", "--against", "old.json"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("cannot read `old.json`"), "{}", stderr(&output));
}

#[test]
fn no_patch_repairs_by_a_comment() {
    let folder = Folder::with(&[("a.c", &without_second(PROGRAM))]);
    let diff =
        format!("--- a.c\n+++ a.c\n@@ -3 +3 @@\n-    return 100 / n;\n+    return 100 / n; {COMMENT}\n");
    write(&folder, "x.diff", &diff);
    let output = run(&folder, "verify-patch", &["x.diff", "a.c"]);
    assert_eq!(output.status.code(), Some(1), "{}", stdout(&output));
}
