//! Whether diffs are repairs.

use expect_test::expect;
use faultscope_pipeline::report::verification::Outcome;
use faultscope_pipeline::report::{Verdict, Verification};
use faultscope_pipeline::{Options, Rejection, Silent, TestOptions, TestSource, verify_patch};

use crate::programs::{FAILS, Folder, quick, rejection};

/// A diff of one line.
fn diff(file: &str, line: u32, old: &str, new: &str) -> String {
    format!("--- {file}\n+++ {file}\n@@ -{line},1 +{line},1 @@\n-{old}\n+{new}\n")
}

fn verified(
    text: &str,
    line: u32,
    old: &str,
    new: &str,
    options: Options,
) -> Result<Verification, Rejection> {
    let folder = Folder::with(&[("a.c", text)]);
    let file = folder.path("a.c").display().to_string();
    verify_patch(&folder.request(&["a.c"], options), &diff(&file, line, old, new), &Silent)
}

#[track_caller]
fn check(line: u32, old: &str, new: &str, outcome: Outcome, verdict: Verdict) {
    let verification = verified(FAILS, line, old, new, quick()).expect("it is a diff of the program");
    assert_eq!(verification.outcome, outcome, "{:?}", verification.details);
    assert_eq!(verification.report.map(|it| it.verdict), Some(verdict));
}

const COMPUTED: &str = "    int m = n + 1;";

#[test]
fn a_change_without_an_error_is_a_repair() {
    check(7, COMPUTED, "    int m = n > 3 ? 4 : n;", Outcome::Repair, Verdict::Safe);
}

#[test]
fn a_change_with_an_error_is_none() {
    check(7, COMPUTED, "    int m = n + 2;", Outcome::Fails, Verdict::Unsafe);
}

#[test]
fn a_change_without_what_is_asserted_is_undecided() {
    check(9, "        reach_error();", "        return 1;", Outcome::Unasserted, Verdict::Safe);
}

#[test]
fn what_has_no_error_needs_no_repair() {
    let text = FAILS.replace("m > 4", "m > 4 && m < 2");
    let verification = verified(&text, 7, COMPUTED, "    int m = n + 2;", quick()).expect("it is a diff");
    assert_eq!(verification.outcome, Outcome::NoError);
    let options = quick();
    options.limits.cancel();
    let verification = verified(&text, 7, COMPUTED, "    int m = n + 2;", options).expect("it is a diff");
    assert_eq!(verification.outcome, Outcome::NoErrorKnown);
}

#[test]
fn tests_are_passed_or_not() {
    let text = "int main(void) { int n = 1;\n    n = n + 1;\n    return n - 1;\n}\n";
    let source = TestSource::Single { stdin: None, arguments: String::new(), output: None, status: Some(0) };
    let tests = TestOptions { source, comparison: Default::default(), max_steps: None, max_traces: None };
    let options = || Options { tests: Some(tests.clone()), ..quick() };
    let outcome = |text: &str, new: &str| {
        verified(text, 2, "    n = n + 1;", new, options()).expect("it is a diff").outcome
    };
    assert_eq!(outcome(text, "    n = n;"), Outcome::PassesTests);
    assert_eq!(outcome(text, "    n = n + 3;"), Outcome::Fails);
    assert_eq!(outcome(&text.replace("n - 1", "n - 2"), "    n = n;"), Outcome::NoError);
}

#[test]
fn a_diff_of_something_else_is_rejected() {
    let result = verified(FAILS, 7, "    int m = n + 7;", "    int m = n;", quick());
    let message = rejection(result);
    assert!(message.starts_with("the diff does not apply to"), "{message}");
    let folder = Folder::with(&[("a.c", FAILS)]);
    let verify = |diff: &str| rejection(verify_patch(&folder.request(&["a.c"], quick()), diff, &Silent));
    expect![[r#"
        the diff changes `/other/b.c`, which is no file of the program
    "#]]
    .assert_eq(&verify(&diff("/other/b.c", 7, COMPUTED, "")));
    expect![[r#"
        the diff is empty
    "#]]
    .assert_eq(&verify("\n"));
}

#[test]
fn a_change_that_is_no_program_is_rejected() {
    let message = rejection(verified(FAILS, 7, COMPUTED, "    int m = n +;", quick()));
    assert!(message.contains(":7: "), "{message}");
}
