//! Whether a diff is a repair: the command from outside.

use std::fs;

use crate::folder::{Folder, stderr, stdout};

/// An index that is one too large.
const PROGRAM: &str = "\
int nondet(void);
int main(void) {
    int t[3];
    int n = nondet();
    if (n < 0 || n > 3) return 0;
    t[n] = 1;
    return 0;
}
";

/// A diff of `a.c` with one hunk.
fn diff(hunk: &str) -> String {
    format!("--- a.c\n+++ a.c\n{hunk}")
}

/// What is said of a diff, with this exit code; the files stay as they are.
#[track_caller]
fn check(files: &[(&str, &str)], diff: &str, arguments: &[&str], code: i32) -> String {
    let folder = Folder::with(&[files, &[("fix.diff", diff)]].concat());
    let output = folder.faultscope("verify-patch").arg("fix.diff").args(arguments).output().expect("it runs");
    assert_eq!(output.status.code(), Some(code), "{}{}", stdout(&output), stderr(&output));
    for (name, text) in files {
        assert_eq!(fs::read_to_string(folder.path(name)).expect("it is there"), *text);
    }
    if code == 2 { stderr(&output) } else { stdout(&output) }
}

#[track_caller]
fn check_program(hunk: &str, code: i32, begins: &str) {
    let text = check(&[("a.c", PROGRAM)], &diff(hunk), &["a.c"], code);
    assert!(text.starts_with(begins), "{text}");
}

#[test]
fn a_change_without_which_the_program_fails_is_a_repair() {
    let hunk = "@@ -5,1 +5,1 @@\n-    if (n < 0 || n > 3) return 0;\n+    if (n < 0 || n > 2) return 0;\n";
    check_program(hunk, 0, "a repair: the changed program has no error, which is proved");
    let text = check(&[("a.c", PROGRAM)], &diff(hunk), &["a.c"], 0);
    assert!(text.contains("Assumptions: functions without a body return any value (nondet)"), "{text}");
}

#[test]
fn lines_may_move() {
    let hunk = "@@ -6,1 +6,4 @@\n-    t[n] = 1;\n+    /* Not behind the end. */\n+    if (n < 3) {\n+        t[n] = 1;\n+    }\n";
    check_program(hunk, 0, "a repair");
    let hunk = "@@ -3,3 +3,4 @@\n     int t[3];\n+    int unused = 0;\n     int n = nondet();\n-    if (n < 0 || n > 3) return 0;\n+    if (n < 0 || n > 2) return unused;\n";
    check_program(hunk, 0, "a repair");
}

#[test]
fn a_change_that_moves_the_error_is_none() {
    let hunk = "@@ -6,1 +6,1 @@\n-    t[n] = 1;\n+    t[n - 1] = 1;\n";
    check_program(hunk, 1, "not a repair: the changed program fails");
}

#[test]
fn a_change_that_lets_nothing_pass_is_none() {
    let hunk = "@@ -5,1 +5,1 @@\n-    if (n < 0 || n > 3) return 0;\n+    if (n < 64 || n > 3) return 0;\n";
    check_program(hunk, 1, "not a repair: no execution");
}

#[test]
fn a_change_without_the_check_is_not_decided() {
    check_program("@@ -6,1 +6,0 @@\n-    t[n] = 1;\n", 3, "not decided");
}

#[test]
fn what_does_not_fail_needs_no_repair() {
    let safe = "int main(void) {\n    return 0;\n}\n";
    let hunk = diff("@@ -2,1 +2,1 @@\n-    return 0;\n+    return 1;\n");
    let text = check(&[("a.c", safe)], &hunk, &["a.c"], 1);
    assert!(text.starts_with("not a repair: the program as it was has no error"), "{text}");
}

#[test]
fn a_header_and_a_source() {
    let files = &[
        (
            "a.c",
            "#include \"a.h\"\nint nondet(void);\nint main(void) {\n    int t[2];\n    int n = nondet();\n    if (n < 0 || n > SIZE) return 0;\n    t[n] = 1;\n    return 0;\n}\n",
        ),
        ("a.h", "#define SIZE 3\n"),
    ];
    let header = "--- a/a.h\n+++ b/a.h\n@@ -1,1 +1,1 @@\n-#define SIZE 3\n+#define SIZE 2\n";
    check(files, header, &["a.c"], 1);
    let source = "--- a/a.c\n+++ b/a.c\n@@ -4,1 +4,1 @@\n-    int t[2];\n+    int t[3];\n";
    check(files, &format!("{header}{source}"), &["a.c"], 0);
}

#[test]
fn the_patch_that_a_check_writes_is_a_repair() {
    let folder = Folder::with(&[("a.c", PROGRAM)]);
    assert_eq!(folder.check(&["a.c", "--patch", "fix.diff"]).status.code(), Some(1));
    let output = folder.faultscope("verify-patch").args(["fix.diff", "a.c"]).output().expect("it runs");
    assert_eq!(output.status.code(), Some(0), "{}{}", stdout(&output), stderr(&output));
}

#[test]
fn tests_decide_where_there_are_some() {
    let program = "#include <stdio.h>\nint main(void) {\n    int a;\n    if (scanf(\"%d\", &a) != 1) return 1;\n    printf(\"%d\\n\", a + 2);\n    return 0;\n}\n";
    let files = &[("a.c", program), ("in", "3\n"), ("out", "4\n")];
    let line = |sum: &str| {
        let old = "    printf(\"%d\\n\", a + 2);";
        diff(&format!("@@ -5,1 +5,1 @@\n-{old}\n+{}\n", old.replace("a + 2", sum)))
    };
    let arguments = &["a.c", "--stdin", "in", "--expect", "out"];
    let text = check(files, &line("a + 1"), arguments, 0);
    assert!(text.starts_with("a repair as far as the tests tell"), "{text}");
    check(files, &line("a + 3"), arguments, 1);
}

#[test]
fn what_becomes_undefined_is_none() {
    let program = "int nondet(void);\nvoid reach_error(void) {}\nint main(void) {\n    int t[2] = {1, 1};\n    int n = nondet();\n    if (n < 0 || n > 3) return 0;\n    if (n == 1) reach_error();\n    return t[0];\n}\n";
    let hunk = diff(
        "@@ -6,3 +6,3 @@\n-    if (n < 0 || n > 3) return 0;\n+    if (n < 2 || n > 3) return 0;\n     if (n == 1) reach_error();\n-    return t[0];\n+    return t[n];\n",
    );
    let text = check(&[("a.c", program)], &hunk, &["a.c", "--property", "unreach-call"], 1);
    assert!(text.starts_with("not a repair: the changed program does something undefined"), "{text}");
}

#[test]
fn what_is_not_proved_is_on_known_inputs() {
    let program = "#include <assert.h>\nunsigned nondet(void);\nint main(void) {\n    unsigned n = nondet(), i = 0;\n    while (i < n) i = i + 1;\n    assert(i != n);\n    return 0;\n}\n";
    let hunk = diff(
        "@@ -5,1 +5,1 @@\n-    while (i < n) i = i + 1;\n+    while (i < n || i == n) i = i + 1 + (n == 7);\n",
    );
    let arguments = &["a.c", "--strategy", "bmc", "--unwind", "2"];
    // No execution works, and so none speaks for it.
    let text = check(&[("a.c", program)], &hunk, arguments, 3);
    assert!(text.contains("\nrepairs: on all known inputs; the rest is not decided"), "{text}");
    assert!(text.contains("\nkeeps: nothing else to keep is known"), "{text}");
    let works = program.replace("assert(i", "assert(n == 1 || i").replace("i = i + 1;", "i++;");
    let hunk_of_works = diff(
        "@@ -6,1 +6,1 @@\n-    assert(n == 1 || i != n);\n+    i += n == 1 ? 0 : 1 + (n == 7); assert(n == 1 || i != n);\n",
    );
    let text = check(&[("a.c", &works)], &hunk_of_works, arguments, 0);
    assert!(text.starts_with("a repair as far as it was executed"), "{text}");
    // What was not executed to its end is known on no input.
    let hunk = diff("@@ -5,1 +5,1 @@\n-    while (i < n) i = i + 1;\n+    while (i != n + 1) i = i + 2;\n");
    let text = check(&[("a.c", program)], &hunk, arguments, 3);
    assert!(text.starts_with("not decided"), "{text}");
}

#[test]
fn three_answers_with_their_exit_status() {
    let program = PROGRAM.replace("int t[3];", "int t[3] = {0};");
    let program =
        program.replace("    return 0;\n}", "    if (nondet() == 7) t[n + 3] = 1;\n    return t[0];\n}");
    let files = &[("a.c", program.as_str())];
    let bound = "@@ -5,1 +5,1 @@\n-    if (n < 0 || n > 3) return 0;\n+    if (n < 0 || n > 2) return 0;\n";
    let text = check(files, &diff(bound), &["a.c"], 0);
    assert!(
        text.contains("\nrepairs: proved (index `n` is out of bounds: `t` has 3 elements, a.c:6)\n"),
        "{text}"
    );
    assert!(text.contains("\nkeeps: proved, nothing differs in any run that worked\n"), "{text}");
    assert!(text.contains("\nleaves: a.c:7 (index `n + 3` is out of bounds"), "{text}");
    let result = "@@ -8,1 +8,1 @@\n-    return t[0];\n+    return t[0] + 1;\n";
    let text = check(files, &diff(&format!("{bound}{result}")), &["a.c"], 3);
    assert!(text.contains("\nchanges "), "{text}");
    let new = "@@ -8,1 +8,1 @@\n-    return t[0];\n+    return t[n + 1];\n";
    let text = check(files, &diff(&format!("{bound}{new}")), &["a.c", "--format", "json"], 1);
    let json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(json["schema"], "faultscope-verification/2");
    assert_eq!((&json["reason"], &json["repairs"]), (&"new-error".into(), &"known-inputs".into()));
    assert_eq!(json["about"]["line"], 6);
    assert_eq!(json["report"]["error"]["line"], 8);
}

#[test]
fn json_says_what_still_fails() {
    let hunk = diff("@@ -6,1 +6,1 @@\n-    t[n] = 1;\n+    t[n - 1] = 1;\n");
    let text = check(&[("a.c", PROGRAM)], &hunk, &["a.c", "--format", "json"], 1);
    let json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(json["answer"], "no-repair");
    assert_eq!(json["reason"], "fails");
    assert_eq!(json["report"]["verdict"], "unsafe");
}

#[test]
fn bad_diffs() {
    let files = &[("a.c", PROGRAM)];
    let rejected = |diff: &str, message: &str| {
        let text = check(files, diff, &["a.c"], 2);
        assert!(text.contains(message), "{text}");
    };
    rejected("", "the diff is empty");
    rejected("hello\n", "cannot read the diff");
    rejected(&diff("@@ -6,1 +6,1 @@\n-    t[m] = 1;\n+    t[0] = 1;\n"), "does not apply to `a.c`");
    rejected("--- b.c\n+++ b.c\n@@ -1,1 +1,1 @@\n-1\n+2\n", "not a file of the program");
    rejected("--- /dev/null\n+++ b.c\n@@ -0,0 +1,1 @@\n+1\n", "the diff creates `b.c`");
    rejected(&diff("@@ -6,1 +6,1 @@\n-    t[n] = 1;\n+    t[n = 1;\n"), "error: ");
    check(files, &diff("@@ -1,1 +1,1 @@\n"), &["a.c", "--harness", "h.c"], 2);
}

/// What fails by what the user has asserted.
const ASSERTED: &str = "\
#include <assert.h>
#define LIMIT 10
#define OK(x) ((x) <= LIMIT)
int nondet(void);
static void check_that(int cond) {
    if (!cond) {
        assert(0);
    }
}
int main(void) {
    int x = nondet();
    int y = x > 10 ? 11 : x;
    assert(OK(y));
    if (y > 10) goto ERROR;
    check_that(y <= 10);
    return 0;
ERROR:
    assert(0);
    return 1;
}
";

/// An assertion that does nothing.
const NO_FAILURE: &str =
    "void __assert_fail(const char *a, const char *f, unsigned l, const char *n) { }\nint nondet(void);";

/// The reason that is given for a change of one line, which becomes these.
#[track_caller]
fn check_asserted(line: &str, becomes: &str, reason: &str, code: i32) {
    let number = 1 + ASSERTED.lines().position(|it| it == line).expect("it is there");
    let new: Vec<String> = becomes.lines().map(|it| format!("+{it}\n")).collect();
    let hunk = format!("@@ -{number},1 +{number},{} @@\n-{line}\n{}", new.len(), new.concat());
    let text = check(&[("a.c", ASSERTED)], &diff(&hunk), &["a.c", "--format", "json"], code);
    assert!(text.contains(&format!("\"reason\": \"{reason}\"")), "{text}");
}

#[test]
fn what_is_asserted_has_to_stay() {
    // The program is what may change.
    check_asserted("    int y = x > 10 ? 11 : x;", "    int y = x > 10 ? 10 : x;", "proved", 0);
    check_asserted(
        "    int y = x > 10 ? 11 : x;",
        "    int other = 10, y = x > other ? other : x;",
        "proved",
        0,
    );
    // Macros are expanded.
    check_asserted("#define LIMIT 10", "#define LIMIT 11", "fails", 1);
    check_asserted("#define LIMIT 10", "#define LIMIT 9", "fails", 1);
    // The assertion no longer fails, and the label is reached.
    check_asserted("int nondet(void);", NO_FAILURE, "fails", 1);
    let program = "#include <assert.h>\nint nondet(void);\nint main(void) {\n    assert(nondet() < 10);\n}\n";
    let added: String = NO_FAILURE.lines().map(|it| format!("+{it}\n")).collect();
    let hunk = format!("@@ -2,1 +2,2 @@\n-int nondet(void);\n{added}");
    let text = check(&[("a.c", program)], &diff(&hunk), &["a.c", "--format", "json"], 3);
    assert!(text.contains("\"reason\": \"assertion-changed\""), "{text}");
}

#[test]
fn an_assertion_may_be_a_function() {
    let only = |text: &str| text.replace("    assert(OK(y));\n    if (y > 10) goto ERROR;\n", "");
    let program = only(ASSERTED);
    let reason = |line: &str, becomes: &str, code: i32| {
        let changed = program.replace(line, becomes);
        assert_ne!(changed, program);
        let patch = format!(
            "@@ -1,{} +1,{} @@\n{}{}",
            program.lines().count(),
            changed.lines().count(),
            program.lines().map(|it| format!("-{it}\n")).collect::<String>(),
            changed.lines().map(|it| format!("+{it}\n")).collect::<String>(),
        );
        let text = check(&[("a.c", &program)], &diff(&patch), &["a.c", "--format", "json"], code);
        let value: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
        value["reason"].as_str().expect("there is one").to_owned()
    };
    assert_eq!(reason("x > 10 ? 11 : x", "x > 10 ? 10 : x", 0), "proved");
    assert_eq!(reason("if (!cond)", "if (cond == 7)", 3), "assertion-changed");
    assert_eq!(reason("    if (!cond)", "    cond = 1;\n    if (!cond)", 3), "assertion-changed");
    assert_eq!(reason("    if (!cond)", "    if (!cond) return;\n    if (!cond)", 3), "assertion-changed");
    // What is asserted on a changed line is put back, and nothing is left of the change.
    assert_eq!(reason("check_that(y <= 10)", "check_that(y <= 11)", 1), "fails");
    assert_eq!(
        reason("    check_that(", "    { int y = 0; check_that(y <= 10); }\n    if (0) check_that(", 1),
        "fails"
    );
    assert_eq!(reason("    check_that(", "    if (y <= 10) check_that(", 3), "assertion-avoided");
    assert_eq!(reason("int x = nondet();", "int x = 5;", 3), "inputs-removed");
    assert_eq!(reason("int nondet(void);", "int nondet(void) { return 1; }", 3), "inputs-removed");
}

#[test]
fn what_guards_an_error_is_asserted() {
    let program = ASSERTED.replace("    assert(OK(y));\n", "").replace("    check_that(y <= 10);\n", "");
    let number = 1 + program.lines().position(|it| it.contains("goto ERROR")).expect("it is there");
    let hunk = format!(
        "@@ -{number},1 +{number},1 @@\n-    if (y > 10) goto ERROR;\n+    if (y > 11) goto ERROR;\n"
    );
    let text = check(&[("a.c", &program)], &diff(&hunk), &["a.c"], 3);
    assert!(
        text.starts_with(
            "not decided: the changed program has no error, and what is asserted was changed: a.c:15"
        ),
        "{text}"
    );
}

/// A program with what is assumed, read and promised, which returns more than it promises.
const SPECIFIED: &str = "\
#include <assert.h>
int nondet(void);
void __VERIFIER_assume(int);
/*@ requires x >= 0;
  @ ensures \\result <= 10; */
int limited(int x) { return x > 11 ? 10 : x; }
int main(void) {
    int x = nondet();
    __VERIFIER_assume(x < 1000);
    int y = x < 0 ? 0 : limited(x);
    assert(y <= 10);
    return 0;
}
";

#[track_caller]
fn check_specified(line: &str, becomes: &str, reason: &str, code: i32) {
    let number = 1 + SPECIFIED.lines().position(|it| it == line).expect("it is there");
    let hunk = format!("@@ -{number},1 +{number},1 @@\n-{line}\n+{becomes}\n");
    let text = check(&[("a.c", SPECIFIED)], &diff(&hunk), &["a.c", "--format", "json"], code);
    assert!(text.contains(&format!("\"reason\": \"{reason}\"")), "{becomes}: {text}");
}

#[test]
fn a_change_of_the_specification_is_no_repair() {
    let line = "int limited(int x) { return x > 11 ? 10 : x; }";
    check_specified(line, "int limited(int x) { return x > 10 ? 10 : x; }", "proved", 0);
    let line = "    int x = nondet();";
    check_specified(line, "    int x = nondet() % 8;", "specification-changed", 3);
    check_specified(line, "    signed char x = nondet(); if (x > 10) return 0;", "specification-changed", 3);
    // Into which variable it goes, and with what else on the line, is up to the program.
    check_specified(line, "    int other = 3, x = nondet(); if (x == 11) x = other;", "proved", 0);
    let line = "    __VERIFIER_assume(x < 1000);";
    check_specified(line, "    __VERIFIER_assume(x < 11);", "fails", 1);
}

#[test]
fn a_smaller_input_is_another_specification() {
    let program = "#include <assert.h>\nint nondet(void);\nint main(void) {\n    int x = nondet();\n    assert(x < 1000);\n    return 0;\n}\n";
    let becomes = |new: &str| diff(&format!("@@ -4,1 +4,1 @@\n-    int x = nondet();\n+    {new}\n"));
    let arguments = ["a.c", "--format", "json"];
    let text = check(&[("a.c", program)], &becomes("unsigned char x = nondet();"), &arguments, 3);
    assert!(text.contains("\"reason\": \"specification-changed\""), "{text}");
    // Reading until the value is right assumes that it is.
    let text = check(
        &[("a.c", program)],
        &becomes("int x = nondet(); while (x > 999) x = nondet();"),
        &arguments,
        3,
    );
    assert!(text.contains("\"reason\": \"specification-changed\""), "{text}");
    let program = &program.replace("int nondet", "unsigned char nondet").replace("< 1000", "< 100");
    let text = check(&[("a.c", program)], &becomes("int x = nondet() & 63;"), &arguments, 3);
    assert!(text.contains("\"reason\": \"specification-changed\""), "{text}");
    let text = check(&[("a.c", program)], &becomes("int x = nondet(); if (x > 99) x = 99;"), &arguments, 0);
    assert!(text.contains("\"reason\": \"proved\""), "{text}");
    let program = &program.replace("unsigned char nondet", "int nondet").replace("< 100", "< 1000");
    let text = check(&[("a.c", program)], &becomes("int x = nondet(); if (x > 999) x = 999;"), &arguments, 0);
    assert!(text.contains("\"reason\": \"proved\""), "{text}");
}

/// A wrapper of what is read, called twice.
const WRAPPED: &str = "\
int nondet(void);
int get(void) {
    int v = nondet();
    return v;
}
int main(void) {
    int t[4];
    int a = get();
    int b = get();
    if (a < 0 || a > 3 || b < 0 || b > 4) return 0;
    t[b] = a;
    return 0;
}
";

#[test]
fn what_a_wrapper_reads_is_read_where_it_is_called() {
    let check_line = |line: &str, becomes: &str, reason: &str, code: i32| {
        let number = 1 + WRAPPED.lines().position(|it| it == line).expect("it is there");
        let hunk = format!("@@ -{number},1 +{number},1 @@\n-{line}\n+{becomes}\n");
        let text = check(&[("a.c", WRAPPED)], &diff(&hunk), &["a.c", "--format", "json"], code);
        assert!(text.contains(&format!("\"reason\": \"{reason}\"")), "{becomes}: {text}");
    };
    check_line("    int b = get();", "    int b = a;", "specification-changed", 3);
    check_line("    return v;", "    return v & 3;", "specification-changed", 3);
    check_line("    int b = get();", "    int b = get() & 3;", "specification-changed", 3);
    // What was too large is left out before, and written now.
    check_line("    int b = get();", "    int b = get(); if (b > 3) b = 3;", "changes", 3);
    let line = "    if (a < 0 || a > 3 || b < 0 || b > 4) return 0;";
    check_line(line, "    if (a < 0 || a > 3 || b < 0 || b > 3) return 0;", "proved", 0);
}

#[test]
fn a_changed_contract_is_another_specification() {
    let arguments = ["a.c", "--format", "json"];
    let hunk = "@@ -4,3 +4,3 @@\n-/*@ requires x >= 0;\n-  @ ensures \\result <= 10; */\n-int limited(int x) { return x > 11 ? 10 : x; }\n+/*@ requires x >= 0 && x < 1000;\n+  @ ensures \\result <= 10; */\n+int limited(int x) { return x > 10 ? 10 : x; }\n";
    // The contract is put back, and what is computed meets it.
    let text = check(&[("a.c", SPECIFIED)], &diff(hunk), &arguments, 0);
    assert!(text.contains("\"reason\": \"proved\""), "{text}");
    assert!(text.contains("judged by the original specification"), "{text}");
}

/// A program that shows what it does, with an index that is too large.
const SHOWING: &str = "\
#include <stdio.h>
#include <stdlib.h>
extern int input(void);
static int t[4];
int main(void) {
    int n = input();
    if (n < 0 || n > 9)
        return 1;
    printf(\"%d\\n\", n);
    t[n] = n;
    return 0;
}
";

/// Checks what is said of the guard of the index, with another line besides.
#[track_caller]
fn check_showing(line: &str, becomes: &str, reason: &str, code: i32) {
    let new = SHOWING.replace("    t[n] = n;", "    if (n < 4) t[n] = n;").replace(line, becomes);
    let lines = |text: &str, sign: char| text.lines().map(|it| format!("{sign}{it}\n")).collect::<String>();
    let sizes = format!("@@ -1,{} +1,{} @@\n", SHOWING.lines().count(), new.lines().count());
    let diff = diff(&format!("{sizes}{}{}", lines(SHOWING, '-'), lines(&new, '+')));
    let json = check(&[("a.c", SHOWING)], &diff, &["a.c", "--format", "json"], code);
    assert!(json.contains(&format!("\"reason\": \"{reason}\"")), "{becomes}: {json}");
}

#[test]
fn what_is_printed_and_the_status_are_kept() {
    check_showing("", "", "proved", 0);
    check_showing("\"%d", "\"<%d", "changes", 3);
    check_showing("printf(", "fprintf(stderr, ", "changes", 3);
    check_showing("    return 0;", "    if (n == 2) return 7;\n    return 0;", "changes", 3);
    check_showing("    return 0;", "    if (n == 2) abort();\n    return 0;", "changes", 3);
    check_showing("    return 0;", "    if (n > 9) return 7;\n    return 0;", "proved", 0);
}

#[test]
fn a_program_that_goes_on_for_ever_is_no_repair() {
    check_showing("    return 0;", "    while (n == 2) { }\n    return 0;", "changes", 3);
    check_showing("    return 0;", "    while (n == 7) { }\n    return 0;", "does-not-end", 3);
    check_showing("    return 0;", "    while (n == 12) { }\n    return 0;", "proved", 0);
}
