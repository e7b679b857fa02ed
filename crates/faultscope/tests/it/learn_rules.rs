//! Tables of rules that are learned from diffs.

use std::process::{Command, Output};

use crate::folder::{Folder, stderr, stdout};

const PROGRAM: &str =
    "int main(void) {\n  int n = 3, s = 0;\n  for (int i = 0; i < n; i++)\n    s += i;\n  return s;\n}\n";

const DIFF: &str = "--- a/p.c\n+++ b/p.c\n@@ -3,1 +3,1 @@\n-  for (int i = 0; i < n; i++)\n+  for (int i = 0; i <= n; i++)\n";

fn learn(folder: &Folder, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_faultscope"));
    command.arg("learn-rules").args(arguments).current_dir(folder.path("."));
    command.output().expect("the program runs")
}

#[test]
fn a_diff_teaches_how_likely_rules_are() {
    let folder = Folder::with(&[("p.c", PROGRAM), ("fix.diff", DIFF)]);
    let learned = learn(&folder, &["fix.diff"]);
    assert_eq!(learned.status.code(), Some(0), "{}", stderr(&learned));
    let table = stdout(&learned);
    let rule = table.lines().find(|it| it.starts_with("a < b -> a <= b "));
    assert!(rule.is_some_and(|it| it.contains(" : 30 ") && it.ends_with("# 1 of 1")), "{table}");
    assert!(stderr(&learned).starts_with("1 fixed files with 1 hunks\n"), "{}", stderr(&learned));
}

#[test]
fn a_bad_diff_is_told_and_the_others_are_learned_from() {
    let other = DIFF.replace("/p.c", "/none.c");
    let stale = DIFF.replace("i < n", "i < m");
    let files = [
        ("p.c", PROGRAM),
        ("fix.diff", DIFF),
        ("other.diff", &other),
        ("stale.diff", &stale),
        ("no.diff", "x\n"),
    ];
    let folder = Folder::with(&files);
    let learned = learn(&folder, &["fix.diff", "other.diff", "stale.diff", "no.diff"]);
    assert_eq!(learned.status.code(), Some(2));
    assert!(stdout(&learned).contains("# 1 of 1"));
    let told = stderr(&learned);
    for message in [
        "there is no file `a/none.c`, which this diff changes",
        "other.diff:1:1",
        "the diff does not apply to `a/p.c`",
        "there is no change of a file in this diff",
        "`--root`",
    ] {
        assert!(told.contains(message), "{message}\n{told}");
    }
}

#[test]
fn no_fix_teaches_nothing() {
    let folder = Folder::with(&[("fix.diff", DIFF)]);
    let learned = learn(&folder, &["fix.diff"]);
    assert_eq!((learned.status.code(), stdout(&learned).as_str()), (Some(2), ""));
    assert!(stderr(&learned).contains("there is no fix to learn from"), "{}", stderr(&learned));
}
