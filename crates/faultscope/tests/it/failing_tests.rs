//! Tests as input: small programs with tests beside them, what comes of each test, which lines matter, and what mends them.

use crate::folder::{Folder, stderr, stdout};
use expect_test::{Expect, expect};
use serde_json::Value;

/// The report about a program with tests: name of a file, and its text.
fn report(files: &[(&str, &str)], arguments: &[&str], code: i32) -> Value {
    let folder = Folder::with(files);
    let output = folder.check(&[&["a.c", "--format", "json"], arguments].concat());
    assert_eq!(output.status.code(), Some(code), "{}{}", stdout(&output), stderr(&output));
    serde_json::from_str(&stdout(&output)).expect("the report is JSON")
}

fn texts<'a>(array: &'a Value, field: &str) -> Vec<&'a str> {
    array.as_array().expect("an array").iter().map(|it| it[field].as_str().expect("a text")).collect()
}

fn statuses(report: &Value) -> Vec<String> {
    let pairs = texts(&report["tests"], "name").into_iter().zip(texts(&report["tests"], "status"));
    pairs.map(|(name, status)| format!("{name} {status}")).collect()
}

/// The lines of the findings, best first, each once.
fn lines(report: &Value) -> Vec<u64> {
    let mut lines = Vec::new();
    for finding in report["findings"].as_array().expect("an array") {
        let line = finding["line"].as_u64().expect("a number");
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines
}

const MAXIMUM: &str = "\
#include <stdio.h>
int main(void) {
    int n, max = 0;
    while (scanf(\"%d\", &n) == 1)
        if (n < max)
            max = n;
    printf(\"%d\\n\", max);
    return 0;
}
";

#[test]
fn a_wrong_number_is_followed_to_the_line_and_mended() {
    let files = [
        ("a.c", MAXIMUM),
        ("tests/1.in", "3 7 5"),
        ("tests/1.out", "7\n"),
        ("tests/2.in", "0"),
        ("tests/2.out", "0\n"),
    ];
    let report = report(&files, &["--tests", "tests"], 1);
    assert_eq!(report["verdict"], "unsafe");
    assert_eq!(statuses(&report), ["1 failed", "2 passed"]);
    assert_eq!(report["tests"][0]["expected"]["text"], "7");
    assert_eq!(report["tests"][0]["got"]["text"], "0");
    assert_eq!(report["error"]["property"], "expected-output");
    assert_eq!(report["error"]["line"], 7);
    assert_eq!(lines(&report)[0], 5);
    assert_eq!(report["patches"][0]["verdict"], "passes-tests");
    assert_eq!(report["patches"][0]["new_line"], "        if (n > max)");
}

#[test]
fn tests_that_pass_are_the_verdict() {
    let program = MAXIMUM.replace("n < max", "n > max");
    let files = [("a.c", &*program), ("tests/1.in", "3 7 5"), ("tests/1.out", "7")];
    let report = report(&files, &["--tests", "tests"], 0);
    assert_eq!(report["verdict"], "tests-pass");
    let folder = Folder::with(&files);
    assert!(stdout(&folder.check(&["a.c", "--tests", "tests"])).starts_with("the test passes\n"));
}

#[test]
fn one_run_has_an_input_an_output_and_a_status() {
    let program = "\
#include <stdio.h>
int main(int argc, char **argv) {
    int c, n = 0;
    while ((c = getchar()) != EOF) n += c == argv[1][0];
    printf(\"%d of %s\\n\", n, argv[1]);
    return n;
}
";
    let files = [("a.c", program), ("in", "banana"), ("right", "3 of a"), ("wrong", "2 of a")];
    let run = |expected: &str, status: &str, code: i32| {
        let arguments = ["--stdin", "in", "--args", "a", "--expect", expected, "--expect-status", status];
        report(&files, &arguments, code)
    };
    assert_eq!(run("right", "3", 0)["verdict"], "tests-pass");
    assert_eq!(run("wrong", "3", 1)["error"]["line"], 5);
    let status = run("right", "4", 1);
    assert_eq!(status["tests"][0]["message"], "expected status 4, got 3");
}

#[test]
fn what_is_undefined_crashes_and_what_goes_on_ran_on() {
    let program = "\
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    int n, a[4] = {0};
    if (scanf(\"%d\", &n) != 1) abort();
    while (n < 0) n = n < -100 ? n : n - 1;
    a[n] = 1;
    printf(\"%d\\n\", a[3]);
}
";
    let files = [
        ("a.c", program),
        ("tests/1.in", "3"),
        ("tests/1.out", "1"),
        ("tests/2.in", "4"),
        ("tests/2.out", "0"),
        ("tests/3.in", "-1"),
        ("tests/3.out", "0"),
        ("tests/4.in", "x"),
        ("tests/4.out", "0"),
    ];
    let report = report(&files, &["--tests", "tests"], 1);
    assert_eq!(statuses(&report), ["1 passed", "2 crashed", "3 ran-on", "4 crashed"]);
}

#[test]
fn a_crash_file_is_an_input() {
    let program = "\
#include <stdio.h>
int main(int argc, char **argv) {
    char name[4];
    FILE *file = fopen(argv[1], \"r\");
    if (!file) return 1;
    int c, n = 0;
    while ((c = fgetc(file)) != EOF) {
        if (n <= 4) name[n] = c;
        n++;
    }
    fclose(file);
    return n > 9;
}
";
    let files = [("a.c", program), ("crashes/id:000000,sig:06", "abcdefgh"), ("crashes/README.txt", "")];
    let report = report(&files, &["--crash-input", "crashes", "--args", "@@"], 1);
    assert_eq!(statuses(&report), ["id:000000,sig:06 crashed"]);
    assert_eq!(report["error"]["property"], "out-of-bounds");
    assert!(
        texts(&report["patches"], "new_line").iter().any(|it| it.contains("n < 4")),
        "{}",
        report["patches"]
    );
}

#[test]
fn inputs_around_a_crash_file_say_what_a_patch_has_to_keep() {
    let program = "\
#include <stdio.h>
int main(void) {
    char word[4] = {0};
    int c, n = 0;
    while ((c = getchar()) != EOF && c != '\\n') {
        if (n <= 4)
            word[n++] = c;
    }
    printf(\"%d %c\\n\", n, word[0]);
    return 0;
}
";
    let report = report(&[("a.c", program), ("crash", "abcdef\n")], &["--stdin", "crash"], 1);
    assert_eq!(report["error"]["line"], 7);
    let patches = report["patches"].as_array().expect("an array");
    assert!(texts(&report["patches"], "new_line").iter().any(|it| it.contains("n < 4")), "{patches:?}");
    // What the program prints where it worked is kept.
    for patch in patches {
        assert!(patch["shows_the_same"].as_u64().is_some_and(|it| it > 0), "{patch}");
        assert!(patch["line"] != 9, "{patch}");
    }
}

/// A loop that ends in front of one that does not.
#[test]
fn a_program_that_does_not_end_is_at_the_loop_whose_state_comes_back() {
    let program = "\
#include <stdio.h>
int main(void) {
    int c = getchar(), n = 0;
    for (int i = 0; i < 300; i++)
        n += i % 3;
    while (c != EOF) {
        if (c == '#')
            continue;
        n += c;
        c = getchar();
    }
    return n == 0;
}
";
    let report = report(&[("a.c", program), ("in", "ab#c")], &["--stdin", "in"], 1);
    assert_eq!(statuses(&report), ["run ran-on"]);
    assert_eq!(report["error"]["line"], 6);
    assert_eq!(report["error"]["message"], "the program does not end: a state of this loop comes back");
    // What never ends is not left out as a whole.
    assert!(lines(&report).iter().all(|it| ![2, 6].contains(it) || report["findings"][0]["kind"] != "extra"));
}

#[test]
fn of_an_execution_that_takes_long_the_end_is_looked_into() {
    let program = "\
#include <stdio.h>
int main(void) {
    static unsigned char table[256];
    int c = getchar();
    unsigned x = 1;
    for (int i = 0; i < 200000; i++)
        x = (x + 7) % 200;
    table[x + c * 3] = 1;
    return 0;
}
";
    let report = report(&[("a.c", program), ("in", "z")], &["--stdin", "in", "--timeout", "60"], 1);
    assert_eq!(report["error"]["line"], 8);
    assert!(!lines(&report).is_empty(), "{}", report["findings"]);
    assert_eq!(report["traces"].as_array().map(Vec::len), Some(1));
}

#[test]
fn libfuzzer_calls_its_entry_with_the_bytes() {
    let program = "\
#include <stddef.h>
#include <stdint.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size > 2 && data[0] == 'F' && data[1] == 'U' && data[2] == 'Z')
        return data[size];
    return 0;
}
";
    let files = [("a.c", program), ("crash-1", "FUZZ"), ("crash-2", "FU")];
    let arguments =
        ["--entry", "LLVMFuzzerTestOneInput", "--crash-input", "crash-1", "--crash-input", "crash-2"];
    let report = report(&files, &arguments, 1);
    assert_eq!(statuses(&report), ["crash-1 crashed", "crash-2 passed"]);
    assert_eq!(report["error"]["line"], 5);
}

#[test]
fn outputs_are_compared_as_is_asked_for() {
    let program = "\
#include <stdio.h>
int main(void) { printf(\"%.3f  \\n\", 2.0 / 3); return 0; }
";
    let verdict = |expected: &str, arguments: &[&str], code: i32| {
        let files = [("a.c", program), ("out", expected)];
        report(&files, &[&["--expect", "out"], arguments].concat(), code)
    };
    verdict("0.667", &[], 0);
    verdict("0.667", &["--compare", "exact"], 1);
    verdict("0.66667", &["--compare", "numbers", "--tolerance", "0.001"], 0);
    verdict("0.66667", &["--compare", "numbers"], 1);
    verdict("0\\.6+7\\s*", &["--compare", "regex"], 0);
}

#[test]
fn measures_of_coverage_stand_beside_other_techniques() {
    let files = [
        ("a.c", MAXIMUM),
        ("tests/1.in", "3 7 5"),
        ("tests/1.out", "7\n"),
        ("tests/2.in", ""),
        ("tests/2.out", "0\n"),
    ];
    let report = report(&files, &["--tests", "tests", "--technique", "ochiai,tarantula,backward-slice"], 1);
    assert_eq!(texts(&report["techniques"], "name"), ["backward-slice", "ochiai", "tarantula"]);
    // Only the failing test gets into the loop.
    let scores = report["techniques"][1]["statements"].as_array().expect("an array").iter();
    let scores: Vec<(u64, f64)> =
        scores.map(|it| (it["line"].as_u64().unwrap_or(0), it["score"].as_f64().unwrap_or(0.0))).collect();
    assert!(scores.contains(&(5, 1.0)), "{scores:?}");
    assert!(scores.iter().any(|(line, score)| *line == 7 && *score < 1.0), "{scores:?}");
}

#[track_caller]
fn check_rejected(files: &[(&str, &str)], arguments: &[&str], message: Expect) {
    let output = Folder::with(files).check(&[&["a.c"], arguments].concat());
    message.assert_eq(&stderr(&output));
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_suite_that_is_none_is_named() {
    let files = [("a.c", MAXIMUM), ("notes/readme.md", "nothing")];
    check_rejected(
        &files,
        &["--tests", "nowhere"],
        expect![[r#"
            error: cannot read `nowhere`: No such file or directory (os error 2)
            help: what can be read is described in docs/tests.md
        "#]],
    );
    check_rejected(
        &files,
        &["--tests", "notes"],
        expect![[r#"
        error: no test in `notes`: the name of the only file there does not say that it belongs to a test
        help: what can be read is described in docs/tests.md
    "#]],
    );
    check_rejected(
        &files,
        &["--expect", "nowhere"],
        expect![[r#"
        error: cannot read `nowhere`: there is no such file
    "#]],
    );
}

#[test]
fn a_program_is_run_as_it_would_run() {
    let program = "\
#include <stdio.h>
#include <stdlib.h>
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static void last(void) { puts(\"bye\"); }
int main(int argc, char **argv) {
    int n, a[16], k = 0;
    atexit(last);
    while (k < 16 && scanf(\"%d\", &n) == 1) a[k++] = n;
    qsort(a, k, sizeof *a, compare);
    for (int i = 0; i < k; i++) printf(\"%d%c\", a[i], i + 1 < k ? ' ' : '\\n');
    char text[32];
    snprintf(text, sizeof text, \"%05.1f|%-4s|%x\", 3.14159, argv[1], 255u);
    puts(text);
    fprintf(stderr, \"%s\\n\", getenv(\"HOME\") ? getenv(\"HOME\") : \"nowhere\");
    exit(3);
}
";
    let folder = Folder::with(&[("a.c", program), ("in", "3 1 2")]);
    let run =
        |arguments: &[&str]| folder.faultscope("run").arg("a.c").args(arguments).output().expect("it starts");
    let output = run(&["--stdin", "in", "--args", "ab"]);
    assert_eq!(stdout(&output), "1 2 3\n003.1|ab  |ff\nbye\n");
    assert_eq!(stderr(&output), "nowhere\n");
    assert_eq!(output.status.code(), Some(3));
    let output = run(&["--stdin", "in", "--args", "ab", "--env", "HOME=here"]);
    assert_eq!(stderr(&output), "here\n");
    let output = run(&["--stdin", "in", "--args", "ab", "--max-steps", "10"]);
    assert_eq!(output.status.code(), Some(3));
}

/// The findings of a kind: line, strength, text and what may be missing.
fn of_kind(report: &Value, kind: &str) -> Vec<String> {
    let findings = report["findings"].as_array().expect("an array").iter();
    let findings = findings.filter(|it| it["kind"] == kind).map(|it| {
        let text = |field: &str| it[field].as_str().unwrap_or_default().to_owned();
        format!("{} {}: {} {}", it["line"], text("strength"), text("text"), text("missing"))
    });
    findings.map(|it| it.trim_end().to_owned()).collect()
}

#[test]
fn a_function_without_its_return_is_told_what_may_be_missing() {
    let program = "\
#include <stdio.h>
int square(int n) {
    int r = n * n;
}
int main(void) {
    int n;
    scanf(\"%d\", &n);
    printf(\"%d\\n\", square(n));
    return 0;
}
";
    let files = [
        ("a.c", program),
        ("tests/1.in", "3"),
        ("tests/1.out", "9\n"),
        ("tests/2.in", "5"),
        ("tests/2.out", "25\n"),
    ];
    let report = report(&files, &["--tests", "tests"], 1);
    assert_eq!(of_kind(&report, "missing"), ["3 constant: r = n * n return r;"]);
}

#[test]
fn an_assignment_that_is_missing_is_found_by_passing_tests_too() {
    let program = "\
#include <stdio.h>
int main(void) {
    int n, first = 1;
    while (scanf(\"%d\", &n) == 1) {
        if (!first)
            printf(\",\");
        printf(\"%d\", n);
    }
    printf(\"\\n\");
    return 0;
}
";
    let files = [
        ("a.c", program),
        ("tests/1.in", "3 7 5"),
        ("tests/1.out", "3,7,5\n"),
        ("tests/2.in", "4"),
        ("tests/2.out", "4\n"),
    ];
    let report = report(&files, &["--tests", "tests"], 1);
    let missing = of_kind(&report, "missing");
    assert!(
        missing.iter().any(|it| it.starts_with("7 constant") && it.contains("first = 0;")),
        "{missing:?}"
    );
}

#[test]
fn a_jump_that_is_one_too_many_is_a_finding() {
    let program = "\
#include <stdio.h>
int main(void) {
    int n, largest = 0;
    while (scanf(\"%d\", &n) == 1) {
        if (n > largest) {
            largest = n;
            break;
        }
    }
    printf(\"%d\\n\", largest);
    return 0;
}
";
    let files = [
        ("a.c", program),
        ("tests/1.in", "3 7 5"),
        ("tests/1.out", "7\n"),
        ("tests/2.in", "4 2"),
        ("tests/2.out", "4\n"),
    ];
    let report = report(&files, &["--tests", "tests"], 1);
    assert_eq!(of_kind(&report, "extra")[0], "7 constant: break;");
}

#[test]
fn an_else_that_lacks_its_condition_is_left_out_in_some_executions() {
    let program = "\
#include <stdio.h>
int main(void) {
    int a[4], i;
    for (i = 0; i < 4; i++)
        scanf(\"%d\", &a[i]);
    for (i = 0; i < 2; i++) {
        if (a[i] > a[i + 2]) {
            printf(\"first\\n\");
            return 0;
        } else {
            printf(\"second\\n\");
            return 0;
        }
    }
    printf(\"equal\\n\");
    return 0;
}
";
    let files = [
        ("a.c", program),
        ("tests/1.in", "1 3 1 2"),
        ("tests/1.out", "first\n"),
        ("tests/2.in", "1 2 2 2"),
        ("tests/2.out", "second\n"),
    ];
    let report = report(&files, &["--tests", "tests"], 1);
    let extra = of_kind(&report, "extra");
    assert!(extra.iter().any(|it| it.starts_with("10 relevant: {")), "{extra:?}");
}

#[test]
fn output_that_is_missing_may_be_that_of_a_variable() {
    let program = "\
#include <stdio.h>
int main(void) {
    int c, n = 0;
    while ((c = getchar()) != EOF) {
        if (c == '#') {
            c = getchar();
        } else {
            putchar(c);
            n++;
        }
    }
    return n < 0;
}
";
    let files = [
        ("a.c", program),
        ("tests/1.in", "a#bc#d\n"),
        ("tests/1.out", "abcd\n"),
        ("tests/2.in", "xyz\n"),
        ("tests/2.out", "xyz\n"),
    ];
    let report = report(&files, &["--tests", "tests"], 1);
    let missing = of_kind(&report, "missing");
    assert!(missing.contains(&"6 constant: c = getchar(); putchar(c);".to_owned()), "{missing:?}");
}

#[test]
fn a_block_that_ends_too_early_is_found_at_its_end() {
    let program = "\
#include <stdio.h>
int main(void) {
    int n, s = 0, k = 0;
    scanf(\"%d\", &n);
    for (int i = 1; i <= n; i++)
        s += i;
        k += s;
    printf(\"%d %d\\n\", s, k);
    return 0;
}
";
    let files = [
        ("a.c", program),
        ("tests/1.in", "3"),
        ("tests/1.out", "6 10\n"),
        ("tests/2.in", "1"),
        ("tests/2.out", "1 1\n"),
    ];
    let report = report(&files, &["--tests", "tests"], 1);
    assert_eq!(of_kind(&report, "block-end"), ["6 constant: s += i; the statement behind it"]);
    // Nothing that passes only the failing test counts.
    let files = [&files[..4], &[("tests/2.out", "1 0\n")]].concat();
    let report = self::report(&files, &["--tests", "tests"], 1);
    assert_eq!(of_kind(&report, "block-end"), [""; 0]);
}

const LARGER: &str = "\
#include <stdio.h>
/*@ ensures \\result >= x && \\result >= y;
    ensures \\result == x || \\result == y; */
int larger(int x, int y) {
    return x < y ? x : y;
}
int main(void) {
    int x, y;
    if (scanf(\"%d %d\", &x, &y) != 2) return 2;
    printf(\"%d\\n\", larger(x, y));
    return 0;
}
";

#[test]
fn a_patch_with_which_tests_pass_is_checked_against_the_contract() {
    let files = [
        ("a.c", LARGER),
        ("tests/1.in", "3 7"),
        ("tests/1.out", "7"),
        ("tests/2.in", "5 2"),
        ("tests/2.out", "5"),
    ];
    let report = report(&files, &["--tests", "tests"], 1);
    let patch = &report["patches"][0];
    assert_eq!(patch["verdict"], "passes-tests");
    assert_eq!(patch["contract"]["functions"][0], "larger");
    assert_eq!(patch["contract"]["verdict"], "met");
    assert_eq!(patch["contract"]["max_array"], Value::Null);
    let text = stdout(&Folder::with(&files).check(&["a.c", "--tests", "tests"]));
    assert!(text.contains("passes all 2 tests; meets the contract of `larger`"), "{text}");
}

const NEXT: &str = "\
#include <stdio.h>
/*@ requires 0 <= x <= 1000;
    ensures \\result <= 500; */
int next(int x) {
    return x - 1;
}
int main(void) {
    int x;
    if (scanf(\"%d\", &x) != 1) return 2;
    printf(\"%d\\n\", next(x));
    return 0;
}
";

#[test]
fn a_patch_that_violates_the_contract_is_shown_as_such() {
    let files =
        [("a.c", NEXT), ("tests/1.in", "3"), ("tests/1.out", "4"), ("tests/2.in", "7"), ("tests/2.out", "8")];
    let report = report(&files, &["--tests", "tests"], 1);
    let patch = &report["patches"][0];
    assert_eq!(patch["new_line"], "    return x + 1;");
    assert_eq!(patch["contract"]["verdict"], "violated");
    assert_eq!(patch["contract"]["message"], "postcondition `\\result <= 500` does not hold");
    assert_eq!(patch["contract"]["values"][0]["name"], "x");
    let x: i64 =
        patch["contract"]["values"][0]["value"].as_str().and_then(|it| it.parse().ok()).expect("a number");
    assert!((500..=1000).contains(&x), "{x}");
    let files = [files[0], files[1], files[2], files[3], files[4]];
    let text = stdout(&Folder::with(&files).check(&["a.c", "--tests", "tests"]));
    assert!(text.contains("violates the contract of `next`"), "{text}");
}

const OPERATOR: &str = "\
#include <stdio.h>
int main(void) {
    int x, y;
    if (scanf(\"%d %d\", &x, &y) != 2) return 2;
    printf(\"%d\\n\", x - y);
    return 0;
}
";

const OPERATOR_TESTS: [(&str, &str); 5] = [
    ("a.c", OPERATOR),
    ("tests/1.in", "2 2"),
    ("tests/1.out", "4"),
    ("tests/2.in", "0 0"),
    ("tests/2.out", "0"),
];

#[test]
fn an_input_on_which_two_patches_differ_is_given() {
    let report = report(&OPERATOR_TESTS, &["--tests", "tests"], 1);
    let patches = report["patches"].as_array().expect("an array");
    assert_eq!(texts(&report["patches"], "new"), ["+", "*"]);
    assert_eq!(patches[0].get("differs"), None);
    let differs = &patches[1]["differs"];
    for (patch, kind) in [(&patches[0], "first"), (&patches[1], "this")] {
        let line = patch["new_line"].as_str().expect("a text");
        let program = OPERATOR.replace("    printf(\"%d\\n\", x - y);", line);
        let stdin = differs["stdin"].as_str().expect("a text");
        let folder = Folder::with(&[("b.c", &program), ("in", stdin)]);
        let run = folder.faultscope("run").args(["b.c", "--stdin", "in"]).output().expect("it runs");
        assert_eq!(differs[kind]["kind"], "ends");
        assert_eq!(differs[kind]["output"], stdout(&run));
    }
    assert_ne!(differs["first"]["output"], differs["this"]["output"]);
    let text = stdout(&Folder::with(&OPERATOR_TESTS).check(&["a.c", "--tests", "tests", "--details"]));
    assert!(text.contains("with the input `3 2` the first patch prints `5`, this one prints `6`"), "{text}");
}

const GREATER: &str = "\
#include <stdio.h>
int main(void) {
    int a, b, max;
    if (scanf(\"%d %d\", &a, &b) != 2) return 2;
    if (a < b)
        max = a;
    if (b > a)
        max = b;
    printf(\"%d\\n\", max);
    return 0;
}
";

#[test]
fn what_only_one_of_two_patches_leaves_undefined_tells_them_apart() {
    let files = [
        ("a.c", GREATER),
        ("tests/1.in", "5 2"),
        ("tests/1.out", "5"),
        ("tests/2.in", "2 7"),
        ("tests/2.out", "7"),
    ];
    let report = report(&files, &["--tests", "tests"], 1);
    assert_eq!(texts(&report["patches"], "new"), [">=", ">", "\n    max = a;", "\n    if (b <= 2) max = a;"]);
    let differs = &report["patches"][1]["differs"];
    assert_eq!(differs["stdin"], "2 2");
    assert_eq!((&differs["first"]["kind"], &differs["first"]["output"]), (&"ends".into(), &"2\n".into()));
    assert_eq!(differs["this"]["kind"], "undefined");
    assert_eq!(differs["this"]["message"], "use of uninitialized variable `max`");
    let text = stdout(&Folder::with(&files).check(&["a.c", "--tests", "tests", "--details"]));
    assert!(text.contains("this one has undefined behaviour (use of uninitialized variable `max`"), "{text}");
}

/// Both failing tests are looked into: the statement that adds too little matters in both, and a value there is enough.
#[test]
fn findings_say_in_how_many_failing_tests_they_matter() {
    let program = "\
#include <stdio.h>
int main(void) {
    int n, sum = 0, extra = 0;
    scanf(\"%d\", &n);
    if (n > 10)
        extra = 5;
    sum = n + extra;
    printf(\"%d\\n\", sum * 3);
    return 0;
}
";
    let files = [
        ("a.c", program),
        ("tests/1.in", "11"),
        ("tests/1.out", "51\n"),
        ("tests/2.in", "2"),
        ("tests/2.out", "9\n"),
        ("tests/3.in", "0"),
        ("tests/3.out", "0\n"),
    ];
    let over = |report: &Value, line: u64| {
        let findings = report["findings"].as_array().expect("an array");
        let finding = findings.iter().find(|it| it["line"] == line && it["kind"] == "assignment");
        let finding = finding.unwrap_or_else(|| panic!("nothing on line {line}: {findings:?}"));
        (finding["over_traces"].clone(), finding["in_program"].clone())
    };
    let report = report(&files, &["--tests", "tests"], 1);
    let (traces, in_program) = over(&report, 7);
    assert_eq!((&traces["relevant"], &traces["traces"]), (&2.into(), &2.into()));
    assert_eq!((&in_program["answer"], &in_program["fix"]), (&"passes-tests".into(), &"values".into()));
    // `extra = 5` is executed by one of them.
    let (traces, in_program) = over(&report, 6);
    assert_eq!((&traces["relevant"], &traces["traces"]), (&1.into(), &2.into()));
    assert_eq!(in_program, Value::Null);
    let one = self::report(&files, &["--tests", "tests", "--traces", "1"], 1);
    assert_eq!(over(&one, 7).0, Value::Null);
}

/// A test that passes after some million steps has an end, and so has the one that fails.
#[test]
fn a_long_test_is_not_taken_for_an_endless_one() {
    let program = "\
#include <stdio.h>
int main(void) {
    int n;
    unsigned sum = 0;
    scanf(\"%d\", &n);
    for (int i = 0; i < n; i++)
        sum += i % 7;
    printf(\"%d\\n\", sum % 10 + (n < 5));
    return 0;
}
";
    let files = [
        ("a.c", program),
        ("tests/1.in", "400000"),
        ("tests/1.out", "7\n"),
        ("tests/2.in", "3"),
        ("tests/2.out", "3\n"),
    ];
    let report = report(&files, &["--tests", "tests"], 1);
    let statuses: Vec<&str> =
        report["tests"].as_array().expect("an array").iter().filter_map(|it| it["status"].as_str()).collect();
    assert_eq!(statuses, ["passed", "failed"]);
}

/// A feature of the best finding of a line.
fn feature(report: &Value, line: u64, name: &str) -> f64 {
    let findings = report["findings"].as_array().expect("an array").iter();
    let of_line = findings.filter(|it| it["line"] == line);
    of_line.map(|it| it["features"][name].as_f64().unwrap_or(0.0)).fold(0.0, f64::max)
}

/// Two faults, on lines 6 and 7: a sum that is a difference, and a product that is a sum.
const TWO_FAULTS: &str = "\
#include <stdio.h>
int main(void) {
    int mode, a, b;
    if (scanf(\"%d %d %d\", &mode, &a, &b) != 3)
        return 1;
    int sum = a - b;
    int product = a + b;
    int rest = b == 0 ? 0 : a % b;
    printf(\"%d\\n\", mode == 0 ? rest : mode == 1 ? sum : product);
    return 0;
}
";

#[test]
fn a_change_that_helps_some_tests_is_evidence_for_its_place() {
    let files = [
        ("a.c", TWO_FAULTS),
        ("tests/1.in", "0 7 2"),
        ("tests/1.out", "1\n"),
        ("tests/2.in", "1 7 2"),
        ("tests/2.out", "9\n"),
        ("tests/3.in", "1 4 1"),
        ("tests/3.out", "5\n"),
        ("tests/4.in", "2 7 2"),
        ("tests/4.out", "14\n"),
        ("tests/5.in", "2 4 1"),
        ("tests/5.out", "4\n"),
    ];
    let report = report(&files, &["--tests", "tests", "--all-findings"], 1);
    assert_eq!(statuses(&report), ["1 passed", "2 failed", "3 failed", "4 failed", "5 failed"]);
    // Each repairs two of the four, and keeps the one that passes.
    assert_eq!(feature(&report, 6, "change-helps"), 0.5);
    assert_eq!(feature(&report, 7, "change-helps"), 0.5);
    assert_eq!(feature(&report, 8, "change-helps"), 0.0);
    let first: Vec<u64> = lines(&report).into_iter().take(3).collect();
    assert!(first.contains(&6) && first.contains(&7), "{first:?}");
}

#[test]
fn a_statement_that_failing_tests_execute_is_a_place_though_no_value_of_it_matters() {
    let program = "\
#include <stdio.h>
int main(void) {
    int n, seen = 0, other = 0;
    while (scanf(\"%d\", &n) == 1)
        if (n == 7)
            other = 1;
    printf(\"%d\\n\", seen);
    return 0;
}
";
    let files = [
        ("a.c", program),
        ("tests/1.in", "3 7 5"),
        ("tests/1.out", "1\n"),
        ("tests/2.in", "0 3"),
        ("tests/2.out", "0\n"),
    ];
    let report = report(&files, &["--tests", "tests"], 1);
    assert!(lines(&report)[..3].contains(&6), "{:?}", lines(&report));
}
