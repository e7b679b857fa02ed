//! What is trusted without being named: drivers, functions of test frameworks, arguments of assertions, data that they compare with.

use crate::folder::{Folder, stderr, stdout};
use serde_json::Value;

const LIBRARY: [(&str, &str); 3] = [
    ("twice.h", "int twice(int x);\n"),
    ("twice.c", "#include \"twice.h\"\nint twice(int x) {\n    int r = x + 3;\n    return r;\n}\n"),
    (
        "main.c",
        "\
#include <assert.h>
#include \"twice.h\"
int main(void) {
    int x = 4;
    int y = twice(x);
    assert(y == 8);
    return 0;
}
",
    ),
];

/// A program whose own file writes past the end of its array, whatever the other one does.
const APPLICATION: [(&str, &str); 3] = [
    ("one.h", "int one(void);\n"),
    ("one.c", "#include \"one.h\"\nint one(void) { return 1; }\n"),
    (
        "main.c",
        "\
#include <stdio.h>
#include \"one.h\"
int main(void) {
    int a[4] = { 0 };
    int n = one();
    for (int i = 0; i <= 4; i++)
        a[i] = i;
    printf(\"%d\\n\", n);
    return 0;
}
",
    ),
];

/// The report about files with these arguments, which has an error.
fn report(files: &[(&str, &str)], arguments: &[&str]) -> Value {
    let output = Folder::with(files).check(&[arguments, &["--format", "json"]].concat());
    assert_eq!(output.status.code(), Some(1), "{}{}", stdout(&output), stderr(&output));
    serde_json::from_str(&stdout(&output)).expect("the report is JSON")
}

/// The report about one file.
fn report_of(text: &str, arguments: &[&str]) -> Value {
    report(&[("a.c", text)], &[&["a.c"], arguments].concat())
}

/// Where the findings are, and whether they are in the driver; best first, each place once.
fn places(report: &Value) -> Vec<(String, bool)> {
    let mut places = Vec::new();
    for it in report["findings"].as_array().expect("an array") {
        let place =
            format!("{}:{}", it["file"].as_str().expect("a file").trim_start_matches("./"), it["line"]);
        let place = (place, it["in_driver"] == true);
        if !places.contains(&place) {
            places.push(place);
        }
    }
    places
}

/// Where the patches are, best first, each place once.
fn patches(report: &Value) -> Vec<String> {
    let mut places: Vec<String> = Vec::new();
    for it in report["patches"].as_array().expect("an array") {
        let place =
            format!("{}:{}", it["file"].as_str().expect("a file").trim_start_matches("./"), it["line"]);
        if !places.contains(&place) {
            places.push(place);
        }
    }
    places
}

/// Whether a finding or a patch is at a place.
fn has(report: &Value, place: &str) -> bool {
    places(report).iter().any(|it| it.0 == place) || patches(report).iter().any(|it| it == place)
}

fn is_all_in(report: &Value, file: &str) -> bool {
    let of_findings = places(report).into_iter().map(|it| it.0);
    of_findings.chain(patches(report)).all(|it| it.starts_with(file))
}

#[test]
fn a_driver_is_trusted_and_the_library_is_at_fault() {
    let report = report(&LIBRARY, &["main.c", "twice.c"]);
    assert_eq!(places(&report)[0], ("twice.c:3".to_owned(), false));
    assert!(!patches(&report).is_empty() && is_all_in(&report, "twice.c"), "{report}");
    assert_eq!(report["driver"], serde_json::json!({ "name": "main.c", "suspected": false }));
    let text = stdout(&Folder::with(&LIBRARY).check(&["main.c", "twice.c"]));
    assert!(text.contains("Driver: `main.c` is trusted; `--trust none` undoes this"), "{text}");
}

#[test]
fn a_library_that_stands_beside_its_header_has_a_driver_too() {
    let report = report(&LIBRARY, &["main.c"]);
    assert_eq!(places(&report)[0].0, "twice.c:3");
    assert!(!has(&report, "main.c:4"), "{report}");
}

#[test]
fn trust_none_suspects_the_driver() {
    let report = report(&LIBRARY, &["main.c", "twice.c", "--trust", "none"]);
    assert!(has(&report, "main.c:4") && has(&report, "twice.c:3"), "{report}");
    assert_eq!(report["driver"], Value::Null);
    assert!(places(&report).iter().all(|it| !it.1));
}

#[test]
fn what_the_user_names_is_trusted_besides() {
    // Nothing outside the driver is left, and no value in it was named.
    for pattern in ["twice", "tw*", "twice.c", "lib/*", "*/twice.c", "t*.c", "twice.c:1-5"] {
        let [header, library, main] = LIBRARY;
        let files = [("lib/twice.h", header.1), ("lib/twice.c", library.1), main];
        let report = report(&files, &["main.c", "lib/twice.c", "-I", "lib", "--trust", pattern]);
        assert!(!has(&report, "lib/twice.c:3"), "{pattern}: {report}");
    }
    let none = report(&LIBRARY, &["main.c", "twice.c", "--trust", "none", "--trust", "main.c"]);
    assert!(is_all_in(&none, "twice.c") && has(&none, "twice.c:3"), "{none}");
}

#[test]
fn an_error_of_the_driver_alone_is_shown_in_the_driver() {
    let report = report(&APPLICATION, &["main.c", "one.c"]);
    assert!(places(&report).contains(&("main.c:6".to_owned(), true)), "{report}");
    assert!(places(&report).iter().all(|it| it.1), "{report}");
    assert!(patches(&report).contains(&"main.c:6".to_owned()), "{report}");
    assert_eq!(report["driver"], serde_json::json!({ "name": "main.c", "suspected": true }));
    let text = stdout(&Folder::with(&APPLICATION).check(&["main.c", "one.c"]));
    assert!(text.contains("Where to fix it, in the driver (most likely first)"), "{text}");
    assert!(text.contains("Driver: `main.c` is suspected"), "{text}");
}

#[test]
fn a_file_that_others_use_is_no_driver() {
    let called = [
        ("lib.c", "int limit(void);\nint twice(int x) { int r = x + limit(); return r; }\n"),
        (
            "main.c",
            "#include <assert.h>\nint twice(int);\nint limit(void) { return 3; }\nint main(void) {\n    int x = 4;\n    assert(twice(x) == 8);\n}\n",
        ),
    ];
    let report_of_called = report(&called, &["main.c", "lib.c"]);
    assert!(has(&report_of_called, "main.c:3") && has(&report_of_called, "main.c:5"), "{report_of_called}");
    let pointed = [
        (
            "lib.c",
            "int limit(void);\nint (*limits[])(void) = { limit };\nint twice(int x) { int r = x + limits[0](); return r; }\n",
        ),
        called[1],
    ];
    assert!(has(&report(&pointed, &["main.c", "lib.c"]), "main.c:5"));
}

/// The entry calls what stands beside it, which uses what a header defines: that is what is asked about.
#[test]
fn what_the_entry_calls_in_its_own_file_is_suspected() {
    let files = [
        ("copy.h", "static void copy(char *to, const char *from) {\n    while ((*to++ = *from++));\n}\n"),
        (
            "a.c",
            "\
#include \"copy.h\"
static void keep(const char *word) {
    char room[4];
    copy(room, word);
}
int main(void) {
    keep(\"longer\");
    return 0;
}
",
        ),
    ];
    let report = report(&files, &["a.c"]);
    assert!(report["driver"].is_null(), "{}", report["driver"]);
    assert!(has(&report, "a.c:4"), "{:?}", places(&report));
}

#[test]
fn a_driver_may_hand_its_own_functions_over() {
    let files = [
        ("apply.c", "int apply(int (*f)(int), int x) {\n    int r = f(x);\n    return r;\n}\n"),
        (
            "main.c",
            "#include <assert.h>\nint apply(int (*f)(int), int x);\nstatic int half(int x) { return x / 2; }\nint main(void) {\n    int y = apply(half, 8);\n    assert(y == 5);\n    return 0;\n}\n",
        ),
    ];
    let report = report(&files, &["main.c", "apply.c"]);
    assert!(has(&report, "apply.c:2") && is_all_in(&report, "apply.c"), "{report}");
}

#[test]
fn a_driver_may_use_macros_with_parameters_only() {
    let files = |header: &'static str, statement: &str| {
        let text = format!(
            "#include <assert.h>\n#include \"square.h\"\nint main(void) {{\n    int x = 3;\n    int y = 0;\n    {statement}\n    assert(y == 9);\n}}\n"
        );
        [("square.h".to_owned(), header.to_owned()), ("main.c".to_owned(), text)]
    };
    let check = |files: [(String, String); 2]| {
        report(&files.each_ref().map(|(name, text)| (name.as_str(), text.as_str())), &["main.c"])
    };
    let of_macro = check(files("#define SQUARE(to, x) do { to = (x) + (x); } while (0)\n", "SQUARE(y, x);"));
    assert!(has(&of_macro, "square.h:1") && is_all_in(&of_macro, "square.h"), "{of_macro}");
    // A constant is no code that could be driven.
    let of_constant = check(files("#define FACTOR 2\n", "y = x * FACTOR;"));
    assert!(has(&of_constant, "main.c:6"), "{of_constant}");
    assert_eq!(of_constant["driver"], Value::Null);
}

#[test]
fn main_of_one_file_is_suspected() {
    let text = "#include <assert.h>\nint twice(int x) { int r = x + 3; return r; }\nint main(void) {\n    int x = 4;\n    int y = twice(x);\n    assert(y == 8);\n}\n";
    let report = report_of(text, &[]);
    assert!(has(&report, "a.c:4") && has(&report, "a.c:2"), "{report}");
    assert_eq!(report["driver"], Value::Null);
}

const ASSERTED: &str = "\
#include <assert.h>
static const int want[] = { 1, 4, 10 };
int square(int x) { int r = x * x; return r; }
int main(void) {
    for (int i = 0; i < 3; i++)
        assert(square(i + 1) == want[i]);
}
";

#[test]
fn arguments_of_assertions_and_what_they_compare_with_are_trusted() {
    let report = report_of(ASSERTED, &[]);
    assert!(has(&report, "a.c:3") && !has(&report, "a.c:2") && !has(&report, "a.c:6"), "{report}");
    let report = report_of(ASSERTED, &["--trust", "none"]);
    assert!(has(&report, "a.c:2") && has(&report, "a.c:6"), "{report}");
}

#[test]
fn functions_that_only_check_are_assertions() {
    let text = "\
void reach_error(void);
void __VERIFIER_assert(int cond) { if (!cond) { reach_error(); } }
int twice(int x) { int r = x + 3; return r; }
int main(void) {
    int expected = 8;
    int x = 4;
    __VERIFIER_assert(twice(x) == expected);
}
";
    let report = report_of(text, &[]);
    assert!(has(&report, "a.c:3") && has(&report, "a.c:6"), "{report}");
    assert!(!has(&report, "a.c:5") && !has(&report, "a.c:7"), "{report}");
}

#[test]
fn what_is_not_only_compared_is_suspected() {
    // The only value there is, a bound, something that is written, and something that is used elsewhere.
    let rows = [
        "int x = 3;\n    assert(x == 4);",
        "int x = 3;\n    int y = 4;\n    assert(x == y);",
        "int x = 3;\n    int y = twice(2);\n    assert(y < x);",
        "int x = 3;\n    int y = twice(2);\n    if (y > 100) x = y;\n    assert(y == x);",
        "int x = 3;\n    int y = twice(x);\n    assert(y == x);",
    ];
    for row in rows {
        let text = format!(
            "#include <assert.h>\nint twice(int x) {{ return x + x; }}\nint main(void) {{\n    {row}\n}}\n"
        );
        assert!(has(&report_of(&text, &[]), "a.c:4"), "{row}");
    }
}

#[test]
fn a_fuzz_target_is_trusted_as_long_as_something_else_can_be_at_fault() {
    let target = |body: &str| {
        format!(
            "#include <stddef.h>\n#include <stdint.h>\nstatic int parse(const uint8_t *data, size_t size) {{\n    size_t n = size;\n    return data[n];\n}}\nint LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {{\n    {body}\n    return 0;\n}}\n"
        )
    };
    let check = |body: &str| {
        let text = target(body);
        let files = [("a.c", text.as_str()), ("crash-1", "FU")];
        report(&files, &["a.c", "--entry", "LLVMFuzzerTestOneInput", "--crash-input", "crash-1"])
    };
    let of_parser = check("parse(data, size);");
    assert!(
        has(&of_parser, "a.c:4") && !has(&of_parser, "a.c:8") && !has(&of_parser, "a.c:9"),
        "{of_parser}"
    );
    let of_target = check("size_t n = size; if (data[n] > 2) return 1;");
    assert!(has(&of_target, "a.c:8"), "{of_target}");
    assert_eq!(of_target["driver"]["name"], "LLVMFuzzerTestOneInput");
    assert!(places(&of_target).iter().all(|it| it.1), "{of_target}");
}

#[test]
fn nothing_is_missing_in_a_driver_that_tests_run() {
    let files = |body: &'static str| {
        [
            ("largest.h", "int largest(const int *, int);\n"),
            ("largest.c", body),
            (
                "main.c",
                "\
#include <stdio.h>
#include \"largest.h\"
int main(void) {
    int a[10], n = 0;
    while (n < 10 && scanf(\"%d\", &a[n]) == 1)
        n++;
    printf(\"%d\\n\", largest(a, n));
    return 0;
}
",
            ),
            ("tests/1.in", "3 9 5"),
            ("tests/1.out", "9\n"),
            ("tests/2.in", "1"),
            ("tests/2.out", "1\n"),
        ]
    };
    let wrong = files(
        "#include \"largest.h\"\nint largest(const int *a, int n) {\n    int max = a[0];\n    for (int i = 1; i < n; i++)\n        if (a[i] < max)\n            max = a[i];\n    return max;\n}\n",
    );
    let report_of_wrong = report(&wrong, &["main.c", "largest.c", "--tests", "tests"]);
    assert!(
        has(&report_of_wrong, "largest.c:5") && is_all_in(&report_of_wrong, "largest.c"),
        "{report_of_wrong}"
    );
    let suspected = report(&wrong, &["main.c", "largest.c", "--tests", "tests", "--trust", "none"]);
    assert!(places(&suspected).iter().any(|it| it.0.starts_with("main.c")), "{suspected}");
}
