//! Tests instead of a search.

use expect_test::{Expect, expect};
use faultscope_ir::Property;
use faultscope_pipeline::execute::for_execution;
use faultscope_pipeline::test::{TestedProgram, test};
use faultscope_pipeline::{Options, Rejection, TestOptions, TestSource, translate};
use faultscope_solver::Limits;
use faultscope_suite::{Comparison, Expected, Suite, Test};
use faultscope_verify::testing::{TestFailure, TestResult};

use crate::programs::{loaded, quick, rejection};

/// Doubles a number from its input, and does something else for some of them.
const PROGRAM: &str = "\
#include <stdio.h>
#include <stdlib.h>
int cells[4];
int main(void) {
    int n;
    if (scanf(\"%d\", &n) != 1)
        return 2;
    if (n == 9)
        abort();
    while (n == 8)
        cells[1]++;
    if (n > 3)
        cells[n] = 1;
    printf(\"%d\\n\", n + n % 3);
    return 0;
}
";

/// A test: its input, its output, and its status.
fn case(stdin: &str, output: Option<&str>, status: Option<i32>) -> Test {
    let expected = Expected { output: output.map(|it| it.as_bytes().to_vec()), status };
    Test { name: format!("test of {stdin:?}"), stdin: stdin.as_bytes().to_vec(), expected, ..Test::default() }
}

fn test_options() -> TestOptions {
    let source = TestSource::Crashes { paths: Vec::new(), arguments: String::new() };
    TestOptions {
        source,
        files: Vec::new(),
        comparison: Comparison::default(),
        max_steps: Some(2_000),
        max_traces: None,
    }
}

fn tested(text: &str, tests: Vec<Test>, own: &TestOptions) -> Result<TestedProgram, Rejection> {
    let properties = [Property::OutOfBounds, Property::Overflow].into();
    let options = for_execution(&Options { properties, ..quick() });
    let loaded = loaded(text, &options);
    let translated = translate(&loaded, &options)?;
    let suite = Suite { tests, ..Suite::default() };
    test(&loaded, translated, &suite, own, &options, &Limits::unlimited())
}

/// Compares how tests went, and which have an error trace.
#[track_caller]
fn check(text: &str, tests: Vec<Test>, own: &TestOptions, expect: Expect) -> TestedProgram {
    let tested = tested(text, tests, own).expect("it is tested");
    let TestedProgram { translated, run, .. } = &tested;
    let program = &translated.program;
    let mut lines = String::new();
    for (idx, (case, it)) in run.cases.iter().zip(&run.tested).enumerate() {
        let result = match &it.result {
            TestResult::Failed(TestFailure::Violated(check)) => {
                format!("violates {}", program.check(*check).property.name())
            }
            TestResult::Failed(TestFailure::Output(_)) => "writes something else".to_owned(),
            result => format!("{result:?}"),
        };
        let undefined = if run.undefined.contains(&idx) { ", after something undefined" } else { "" };
        lines += &format!("{}: {result}{undefined}\n", case.name);
    }
    for (trace, idx) in run.traces.iter().zip(&run.shown) {
        let check = program.check(trace.trace.check);
        let line = program.sources.origin(check.origin).span.line;
        lines += &format!("trace of {}, to line {line}: {}\n", run.cases[*idx].name, check.message);
    }
    lines.extend(translated.warnings.iter().map(|it| format!("warning: {}\n", it.message)));
    expect.assert_eq(&lines);
    tested
}

#[test]
fn a_test_that_does_what_is_expected_passes() {
    let tests = vec![case("3", Some("3\n"), Some(0)), case("", None, Some(2)), case("1", None, None)];
    let tested = check(
        PROGRAM,
        tests,
        &test_options(),
        expect![[r#"
        test of "3": Passed
        test of "": Passed
        test of "1": Passed
    "#]],
    );
    assert_eq!(tested.run.count(TestResult::is_passed), 3);
}

#[test]
fn a_test_fails_by_its_output_or_its_status() {
    let tests = vec![case("3", Some("3\n"), None), case("2", Some("2\n"), None), case("1", None, Some(1))];
    check(
        PROGRAM,
        tests,
        &test_options(),
        expect![[r#"
        test of "3": Passed
        test of "2": writes something else
        test of "1": Failed(Status { expected: 1, got: 0 })
        trace of test of "2", to line 14: wrong output: expected `2`, got `4`
        trace of test of "1", to line 15: wrong exit status: expected 1, got 0
    "#]],
    );
}

#[test]
fn a_test_fails_by_a_crash() {
    check(
        PROGRAM,
        vec![case("3", None, None), case("7", None, None), case("9", None, None)],
        &test_options(),
        expect![[r#"
            test of "3": Passed
            test of "7": violates out-of-bounds
            test of "9": Failed(Aborted)
            trace of test of "9", to line 9: call of abort()
            trace of test of "7", to line 13: index `n` is out of bounds: `cells` has 4 elements
        "#]],
    );
}

#[test]
fn a_test_fails_where_it_runs_on() {
    let tested = check(
        PROGRAM,
        vec![case("8", None, None)],
        &test_options(),
        expect![[r#"
            test of "8": Failed(RanOn)
            trace of test of "8", to line 10: the program does not end
        "#]],
    );
    assert_eq!(tested.run.max_steps, 2_000);
}

#[test]
fn a_test_fails_where_the_stack_overflows() {
    let text = "\
#include <stdio.h>
int is_odd(int n);
int is_even(int n)
{
    return n == 0 ? 1 : is_odd(n - 1);
}
int is_odd(int n)
{
    return n == 0 ? 0 : is_even(n - 1);
}
int main(void) {
    int n;
    scanf(\"%d\", &n);
    printf(\"%d\\n\", is_even(n));
    return 0;
}
";
    let own = TestOptions { max_steps: None, ..test_options() };
    check(
        text,
        vec![case("1000", Some("1"), None), case("-2", Some("1"), None)],
        &own,
        expect![[r#"
        test of "1000": Passed
        test of "-2": Failed(Overflowed)
        trace of test of "-2", to line 9: stack overflow: the recursion of `is_even` does not end within 262144 calls
    "#]],
    );
}

#[test]
fn a_status_that_is_not_known_is_compared_where_one_is_expected() {
    check(
        "#include <stdio.h>\nmain() { printf(\"hi\\n\"); return; }",
        vec![case("", Some("hi"), None), case("", Some("ho"), None), case("", Some("hi"), Some(0))],
        &test_options(),
        expect![[r#"
            test of "": Passed
            test of "": writes something else
            test of "": Undecided(Open)
            trace of test of "", to line 2: wrong output: expected `ho`, got `hi`
        "#]],
    );
}

#[test]
fn as_many_failing_tests_have_traces_as_is_asked_for() {
    let failing = || vec![case("5", None, None), case("6", None, None), case("7", None, None)];
    let shown = |max_traces| {
        let own = TestOptions { max_traces, ..test_options() };
        tested(PROGRAM, failing(), &own).expect("it is tested").run.shown.len()
    };
    assert_eq!((shown(Some(1)), shown(Some(2)), shown(None)), (1, 2, 3));
}

#[test]
fn what_is_expected_may_be_a_regular_expression() {
    let own = TestOptions { comparison: Comparison::Regex, ..test_options() };
    check(
        PROGRAM,
        vec![case("3", Some("[0-9]+\n?"), None), case("2", Some("[a-z]"), None)],
        &own,
        expect![[r#"
            test of "3": Passed
            test of "2": writes something else
            trace of test of "2", to line 14: wrong output: got `4`
        "#]],
    );
    expect![[r#"
        the expected output of `test of "3"` is not a regular expression: not a regular expression that can be used: regex parse error:
            (3
            ^
        error: unclosed group
    "#]].assert_eq(&rejection(tested(PROGRAM, vec![case("3", Some("(3"), None)], &own)));
}

/// Overflows where it reads 3, and writes what it should all the same.
const OVERFLOWS: &str = "\
#include <limits.h>
#include <stdio.h>
int main(void) {
    int n;
    if (scanf(\"%d\", &n) != 1)
        return 2;
    int sum = INT_MAX - 2 + n;
    printf(\"%d\\n\", sum > 0 ? n : -n);
    return 0;
}
";

#[test]
fn what_compiled_code_survives_is_no_failure_where_others_fail() {
    let tests =
        vec![case("1", Some("1\n"), None), case("3", Some("-3\n"), None), case("2", Some("3\n"), None)];
    let tested = check(
        OVERFLOWS,
        tests,
        &test_options(),
        expect![[r#"
        test of "1": Passed
        test of "3": Passed, after something undefined
        test of "2": writes something else
        trace of test of "2", to line 8: wrong output: expected `3`, got `2`
        warning: 1 of the tests that pass do something undefined (signed overflow: `INT_MAX - 2 + n` does not fit into `int`); compiled code goes on, and so do the tests here
    "#]],
    );
    assert!(tested.options.zeroes && !tested.options.properties.contains(&Property::Overflow));
}

#[test]
fn what_compiled_code_survives_is_the_failure_where_no_other_is() {
    let tests = vec![case("1", Some("1\n"), None), case("3", Some("-3\n"), None)];
    let tested = check(
        OVERFLOWS,
        tests,
        &test_options(),
        expect![[r#"
        test of "1": Passed
        test of "3": violates overflow
        trace of test of "3", to line 7: signed overflow: `INT_MAX - 2 + n` does not fit into `int`
    "#]],
    );
    assert!(!tested.options.zeroes && tested.options.properties.contains(&Property::Overflow));
}

#[test]
fn a_wrong_output_comes_before_what_compiled_code_survives() {
    let tests = vec![case("1", Some("1\n"), None), case("3", Some("7\n"), None)];
    let tested = check(
        OVERFLOWS,
        tests,
        &test_options(),
        expect![[r#"
        test of "1": Passed
        test of "3": writes something else
        trace of test of "3", to line 8: wrong output: expected `7`, got `-3`
        warning: 1 of the tests that fail do something undefined (signed overflow: `INT_MAX - 2 + n` does not fit into `int`); compiled code goes on, and so do the tests here
    "#]],
    );
    assert!(tested.options.zeroes);
}

#[test]
fn a_value_that_nobody_has_written_is_the_failure() {
    let text =
        "#include <stdio.h>\nint main(void) {\n    int n;\n    printf(\"%d\\n\", n + 1);\n    return 0;\n}\n";
    let properties = [Property::Uninitialized].into();
    let options = for_execution(&Options { properties, ..quick() });
    let loaded = loaded(text, &options);
    let suite = Suite { tests: vec![case("", Some("5\n"), None)], ..Suite::default() };
    let translated = translate(&loaded, &options).expect("it is a program");
    let tested = test(&loaded, translated, &suite, &test_options(), &options, &Limits::unlimited());
    let tested = tested.expect("it is tested");
    assert!(!tested.options.zeroes);
    let check = tested.run.traces[0].trace.check;
    assert_eq!(tested.translated.program.check(check).property, Property::Uninitialized);
}
