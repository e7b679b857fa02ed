//! What of an execution gets into a report: values as they are written, ways that were taken, calls, what is shown.

use faultscope::report::{Report, Step, StepKind, Verdict};
use faultscope::{Options, check_source};
use faultscope_ir::Property;

/// What the programs of this file ask.
const REACHABILITY: [Property; 2] = [Property::UnreachCall, Property::Assertions];

#[track_caller]
fn report(program: &str) -> Report {
    let report =
        check_source("a.c", program, &Options { properties: REACHABILITY.into(), ..Options::standard() })
            .expect("it is a program");
    assert_eq!(report.verdict, Verdict::Unsafe, "{:?}", report.reason);
    report
}

fn steps(report: &Report) -> &[Step] {
    &report.traces[0].steps
}

/// The value that an assignment to a place gives last.
#[track_caller]
fn check_value(program: &str, place: &str, expect: &str) {
    let report = report(program);
    let step = steps(&report).iter().rev().find(|step| step.place.as_deref() == Some(place));
    let value = step.unwrap_or_else(|| panic!("no assignment of {place}")).value.as_deref();
    assert_eq!(value, Some(expect));
}

fn with_body(body: &str) -> String {
    format!("void reach_error(void);\nint main(void) {{\n{body}\nreach_error();\n}}\n")
}

#[test]
fn numbers_have_the_sign_of_their_type() {
    check_value(&with_body("int x; x = -1;"), "x", "-1");
    check_value(&with_body("unsigned x; x = -1;"), "x", "4294967295");
    check_value(&with_body("signed char x; x = 200;"), "x", "-56");
    check_value(&with_body("unsigned long long x; x = -2;"), "x", "18446744073709551614");
    check_value(&with_body("_Bool x; x = 7;"), "x", "1");
    check_value(&with_body("double x; x = 1; x = x / 4;"), "x", "0.25");
}

#[test]
fn characters_are_quoted() {
    check_value(&with_body("char x; x = 'a';"), "x", "'a'");
    check_value(&with_body("char x; x = '\\n';"), "x", "'\\n'");
    check_value(&with_body("char x; x = 0;"), "x", "'\\0'");
    check_value(&with_body("char x; x = -3;"), "x", "-3");
}

#[test]
fn pointers_name_what_they_point_to() {
    check_value(&with_body("int x = 0; int *p; p = &x; *p = 1;"), "p", "&x");
    check_value(&with_body("int a[4] = {0}; int *p; p = a + 2; *p = 1;"), "p", "&a[2]");
    check_value(&with_body("int *p; p = 0;"), "p", "NULL");
    let function = "void reach_error(void);\nvoid f(void) {}\n\
                    int main(void) { void (*p)(void); p = f; p(); reach_error(); }\n";
    check_value(function, "p", "f");
}

/// How the condition with this text came out, each time.
#[track_caller]
fn check_outcomes(program: &str, text: &str, expect: &[bool]) {
    let report = report(program);
    let conditions =
        steps(&report).iter().filter(|step| step.kind == StepKind::Condition && *step.text == *text);
    let outcomes: Vec<Option<bool>> = conditions.map(|step| step.outcome).collect();
    assert_eq!(outcomes, expect.iter().map(|it| Some(*it)).collect::<Vec<_>>());
}

#[test]
fn conditions_came_out_as_they_are_written() {
    let read = "int read(void);\n";
    let program = |body| format!("{read}{}", with_body(body));
    check_outcomes(&program("int x = read(); if (x > 3) return 0;"), "x > 3", &[false]);
    check_outcomes(&program("int x = read(); if (!(x > 3)) return 0;"), "!(x > 3)", &[false]);
    check_outcomes(&program("int x = read(); if (x) {} else return 0;"), "x", &[true]);
    check_outcomes(&program("int x = read(); if (!x) {} else return 0;"), "!x", &[true]);
    check_outcomes(&program("for (int i = 0; i < 2; i++) ;"), "i < 2", &[true, true, false]);
    check_outcomes(&program("int i = 0; do i++; while (i != 2);"), "i != 2", &[true, false]);
    check_outcomes(&program("int x = read(); if (x != 1 || x == 2) return 0;"), "x != 1 || x == 2", &[false]);
}

#[test]
fn conditions_in_recursion_came_out_as_they_are_written() {
    let program = "void reach_error(void);\n\
        int f(int n) {\nif (n <= 0)\nreturn 0;\nreturn f(n - 1) + 1;\n}\n\
        int main(void) {\nint n = f(2);\nif (n == 2)\nreach_error();\n}\n";
    check_outcomes(program, "n <= 0", &[false, false, true]);
    check_outcomes(program, "n == 2", &[true]);
}

#[test]
fn the_error_has_its_calls() {
    let program = "void reach_error(void);\n\
        void check(int x) {\nif (x)\nreach_error();\n}\n\
        void middle(int x) {\ncheck(x + 1);\n}\n\
        int main(void) {\nmiddle(0);\n}\n";
    let report = report(program);
    let calls = &report.error().expect("an error").calls;
    let calls: Vec<(&str, u32)> = calls.iter().map(|call| (call.caller.as_str(), call.span.line)).collect();
    assert_eq!(calls, [("main", 10), ("middle", 7)]);
}

/// The lines of the reduced trace, without repetitions.
#[track_caller]
fn check_reduced(program: &str, expect: &[u32]) {
    let report = report(program);
    let mut lines: Vec<u32> = steps(&report).iter().filter(|it| it.relevant).map(|it| it.span.line).collect();
    lines.dedup();
    assert_eq!(lines, expect);
}

#[test]
fn what_has_nothing_to_do_with_the_error_is_left_out() {
    let program = "void reach_error(void);\n\
        int main(void) {\n\
        int x = 1;\n\
        int unrelated = 2;\n\
        unrelated = unrelated + 1;\n\
        if (unrelated == 3)\n\
        unrelated = 4;\n\
        int y = x + 1;\n\
        if (y == 2)\n\
        reach_error();\n}\n";
    check_reduced(program, &[3, 8, 9]);
}

#[test]
fn only_the_cell_that_is_read_matters() {
    let program = "void reach_error(void);\n\
        int a[3];\n\
        int main(void) {\n\
        a[0] = 5;\n\
        a[1] = 6;\n\
        a[2] = 7;\n\
        int *p = &a[1];\n\
        if (*p == 6)\n\
        reach_error();\n}\n";
    check_reduced(program, &[5, 7, 8]);
}

#[test]
fn a_finding_says_which_condition_it_changes() {
    let program = "#include <assert.h>\n\
        int read(void);\n\
        int main(void) {\n\
        int limit = 5;\n\
        int x = read();\n\
        int y = 0;\n\
        if (x > limit)\n\
        y = 1;\n\
        assert(y == 0);\n}\n";
    let report = report(program);
    let influence = |line: u32| {
        let finding = report.findings.iter().find(|it| it.span.line == line).expect("a finding");
        let influence = finding.influence.clone().expect("it changes a condition");
        (influence.span.line, influence.outcome, influence.is_error)
    };
    assert_eq!(influence(4), (7, Some(true), false));
    assert_eq!(influence(8), (9, Some(false), true));
}

#[test]
fn inputs_come_after_all_code() {
    let program = "#include <assert.h>\n\
        int read(void);\n\
        int main(void) {\n\
        int x = read();\n\
        int y = x + 1;\n\
        assert(y != 8);\n}\n";
    let report = report(program);
    let kinds: Vec<bool> = report.findings.iter().map(|it| it.kind.is_code()).collect();
    assert_eq!(kinds, [true, false]);
    assert_eq!(report.findings[1].rank, 2);
    assert!(report.inputs()[0].matters);
    assert_eq!(report.inputs()[0].value, "7");
}

#[test]
fn initial_values_are_given_in_the_entry() {
    let program = "void reach_error(void);\nint x = 3;\nint main(void) {\nif (x == 3)\nreach_error();\n}\n";
    let report = report(program);
    let frames: Vec<&str> = report.traces[0].frames.iter().map(|it| it.function.as_str()).collect();
    assert_eq!(frames, ["initial values", "main"]);
    assert_eq!(steps(&report)[0].value.as_deref(), Some("3"));
    assert_eq!(steps(&report)[0].frame, 1);
}

#[test]
fn maps_are_written_out() {
    let program = "procedure main()\n{\n  var m: [int]int;\n  m[2] := 7;\n  m := m[3 := 8];\n\
                   assert m[2] == 8;\n}\n";
    let report = check_source("a.bpl", program, &Options::standard()).expect("it is a program");
    let value =
        steps(&report).iter().rev().find(|it| it.place.as_deref() == Some("m")).expect("it is assigned");
    assert_eq!(value.value.as_deref(), Some("{[2] = 7, [3] = 8, [...] = 0}"));
}
