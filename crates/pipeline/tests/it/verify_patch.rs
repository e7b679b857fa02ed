//! What diffs repair, keep and leave.

use expect_test::expect;
use faultscope_ir::Property;
use faultscope_pipeline::report::verification::{Answer, Outcome, Repairs};
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
fn a_change_of_what_is_asserted_is_judged_by_what_was() {
    check(9, "        reach_error();", "        return 1;", Outcome::Fails, Verdict::Unsafe);
    let verification = verified(FAILS, 9, "        reach_error();", "        return 1;", quick());
    assert_eq!(verification.expect("it is a diff").put_back.len(), 1);
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

/// Tests from a source, with nothing else said of them.
fn tests(source: TestSource) -> TestOptions {
    TestOptions {
        source,
        files: Vec::new(),
        comparison: Default::default(),
        max_steps: None,
        max_traces: None,
    }
}

#[test]
fn tests_are_passed_or_not() {
    let text = "int main(void) { int n = 1;\n    n = n + 1;\n    return n - 1;\n}\n";
    let source = TestSource::Single { stdin: None, arguments: String::new(), output: None, status: Some(0) };
    let tests = tests(source);
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
        the diff changes `/other/b.c`, which is not a file of the program
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

/// Two errors that have nothing to do with each other, and what `get` returns is returned.
const TWO: &str = "\
int nondet(void);
int get(int *t, int i) {
    return t[i];
}
int main(void) {
    int t[3] = {1, 2, 3};
    int n = nondet();
    int m = nondet();
    if (n < 0 || n > 3) return 0;
    int a = get(t, n);
    if (m < 0 || m > 5) return 0;
    int d = 12 / (m - 5);
    return a + d;
}
";

/// The answers about a program in which texts are replaced: why, what is repaired, how many of the executions that worked see
/// something else, and the lines of what is left.
fn answers(text: &str, replaced: &[(&str, &str)], options: Options) -> (Outcome, Repairs, usize, Vec<u32>) {
    let changed = replaced.iter().fold(text.to_owned(), |text, (old, new)| {
        assert!(text.contains(old), "{old} is there");
        text.replacen(old, new, 1)
    });
    let folder = Folder::with(&[("a.c", text)]);
    let file = folder.path("a.c").display().to_string();
    let lines =
        |text: &str, sign: char| -> String { text.lines().map(|line| format!("{sign}{line}\n")).collect() };
    let (n_old, n_new) = (text.lines().count(), changed.lines().count());
    let hunk = format!("@@ -1,{n_old} +1,{n_new} @@\n{}{}", lines(text, '-'), lines(&changed, '+'));
    let diff = format!("--- {file}\n+++ {file}\n{hunk}");
    let verification =
        verify_patch(&folder.request(&["a.c"], options), &diff, &Silent).expect("it is a diff");
    let document = verification.document();
    let changes = document.keeps.as_ref().map_or(0, |it| it.tried - it.same);
    let leaves = document.leaves.iter().map(|it| it.place.line).collect();
    (verification.outcome, verification.repairs, changes, leaves)
}

fn memory_and_division() -> Options {
    Options { properties: [Property::OutOfBounds, Property::DivisionByZero].into(), ..quick() }
}

#[track_caller]
fn check_two(replaced: &[(&str, &str)], outcome: Outcome, repairs: Repairs, leaves: &[u32]) {
    let (found, repaired, changes, left) = answers(TWO, replaced, memory_and_division());
    assert_eq!((found, repaired, &left[..]), (outcome, repairs, leaves), "{changes} change");
    let has_to_change = matches!(outcome, Outcome::Changes | Outcome::Differs);
    assert!(if has_to_change { changes > 0 } else { outcome.answer() != Answer::Repair || changes == 0 });
}

#[test]
fn a_patch_repairs_its_error_and_leaves_another() {
    check_two(&[("n > 3", "n > 2")], Outcome::Repair, Repairs::Proved, &[12]);
    // Whichever was found first.
    check_two(&[("m > 5", "m > 4")], Outcome::Repair, Repairs::Proved, &[3]);
    check_two(&[("n > 3", "n > 2"), ("m > 5", "m > 4")], Outcome::Repair, Repairs::Proved, &[]);
}

#[test]
fn a_patch_that_moves_its_error_repairs_nothing() {
    check_two(&[("t, n)", "t, n + 1)")], Outcome::Fails, Repairs::No, &[]);
    // To a line that never failed.
    let moved =
        [("int t[3] = {1, 2, 3};", "int t[4] = {1, 2, 3, 4}, u[3] = {0, 0, 0};"), ("a + d", "a + d + u[n]")];
    check_two(&moved, Outcome::Fails, Repairs::No, &[]);
}

#[test]
fn a_new_error_is_a_reason() {
    // Another divisor is zero now.
    let moved = [("n > 3", "n > 2"), ("12 / (m - 5)", "12 / (m - 3)")];
    check_two(&moved, Outcome::NewError, Repairs::KnownInputs, &[]);
    // A check that is new.
    let added = [("n > 3", "n > 2"), ("a + d", "a + d + t[m]")];
    check_two(&added, Outcome::NewError, Repairs::KnownInputs, &[]);
}

/// The inputs with which a changed program fails.
#[track_caller]
fn check_counterexample(text: &str, (line, old, new): (u32, &str, &str), options: Options, expect: &[&str]) {
    let verification = verified(text, line, old, new, options).expect("it is a diff of the program");
    let report = verification.counterexample().expect("the changed program fails");
    let inputs: Vec<&str> = report.inputs().iter().map(|it| it.value.as_str()).collect();
    assert_eq!(inputs, expect, "{:?}", verification.outcome);
}

#[test]
fn counterexamples_are_small() {
    // The program as it was fails from 4 on, and the changed one from 3.
    check_counterexample(FAILS, (7, COMPUTED, "    int m = n + 2;"), quick(), &["4"]);
    // It fails from 1000 on.
    let text = FAILS.replace("m > 4", "m > 1000");
    check_counterexample(&text, (7, COMPUTED, "    int m = n + 1 + 0;"), quick(), &["1000"]);
    let text = FAILS.replace("m > 4", "m < -70");
    check_counterexample(&text, (7, COMPUTED, "    int m = n + 2 - 1;"), quick(), &["-72"]);
    // A new error, whatever `n` is.
    let text = TWO.replace("n > 3", "n > 2");
    let change = (12, "    int d = 12 / (m - 5);", "    int d = 12 / (m - 3);");
    check_counterexample(&text, change, memory_and_division(), &["0", "3"]);
}

#[test]
fn a_repair_has_no_counterexample() {
    let new = "    int m = n > 3 ? 4 : n;";
    let verification = verified(FAILS, 7, COMPUTED, new, quick()).expect("it is a diff");
    assert!(verification.counterexample().is_none());
    // An error that was there before speaks against nothing.
    let (old, new) = ("    if (n < 0 || n > 3) return 0;", "    if (n < 0 || n > 2) return 0;");
    let verification = verified(TWO, 9, old, new, memory_and_division()).expect("it is a diff");
    assert_eq!((verification.outcome, verification.leaves.len()), (Outcome::Repair, 1));
    assert!(verification.counterexample().is_none());
}

#[test]
fn what_worked_is_not_to_change() {
    check_two(&[("n > 3", "n > 2"), ("a + d", "a - d")], Outcome::Changes, Repairs::Proved, &[12]);
    check_two(&[("n > 3", "n > 2"), ("t[i]", "t[0]")], Outcome::Changes, Repairs::Proved, &[12]);
    // An execution that worked is left out.
    check_two(&[("n > 3", "n > 1")], Outcome::Changes, Repairs::Proved, &[12]);
}

#[test]
fn a_refactoring_keeps_all() {
    let renamed = [
        ("return t[i];", "int *p = t + i;\n    return *p;"),
        ("n > 3", "n >= 3"),
        (
            "    int d = 12 / (m - 5);\n    return a + d;",
            "    int e = 12 / (m - 5);\n    int sum = a + e;\n    return sum;",
        ),
    ];
    check_two(&renamed, Outcome::Repair, Repairs::Proved, &[13]);
}

/// Breaks its contract for 7, and divides by zero for 9.
const CONTRACT: &str = "\
/*@ requires 0 <= x <= 9;
    ensures \\result <= 10; */
int f(int x) {
    int y = x > 6 ? x + 4 : x;
    return y;
}
";

#[test]
fn a_difference_where_a_contract_was_met_is_a_reason() {
    let options =
        || Options { entry: Some("f".to_owned()), properties: [Property::Contracts].into(), ..quick() };
    let (outcome, repairs, changes, _) = answers(CONTRACT, &[("x + 4", "10")], options());
    assert_eq!((outcome, repairs, changes), (Outcome::Repair, Repairs::Proved, 0));
    let (outcome, repairs, changes, _) = answers(CONTRACT, &[("x > 6 ? x + 4 : x", "5")], options());
    assert_eq!((outcome, repairs, changes > 0), (Outcome::Differs, Repairs::Proved, true));
}

#[test]
fn a_changed_contract_is_put_back() {
    let options =
        || Options { entry: Some("f".to_owned()), properties: [Property::Contracts].into(), ..quick() };
    // Alone it repairs nothing.
    let (outcome, ..) = answers(CONTRACT, &[("<= 10;", "<= 20;")], options());
    assert_eq!(outcome, Outcome::Fails);
    // What else the change does is judged by what stood there.
    let (outcome, repairs, ..) = answers(CONTRACT, &[("<= 10;", "<= 20;"), ("x + 4", "10")], options());
    assert_eq!((outcome, repairs), (Outcome::Repair, Repairs::Proved));
}

#[test]
fn a_test_that_passed_has_to_pass() {
    let folder = Folder::with(&[
        (
            "a.c",
            "#include <stdio.h>\nint main(void) {\n    int n = 0;\n    scanf(\"%d\", &n);\n    printf(\"%d\\n\", n + 2);\n    return 0;\n}\n",
        ),
        ("tests/1.in", "1\n"),
        ("tests/1.out", "3\n"),
        ("tests/2.in", "2\n"),
        ("tests/2.out", "5\n"),
    ]);
    let file = folder.path("a.c").display().to_string();
    let source = TestSource::Suite(folder.path("tests"));
    let tests = tests(source);
    let old = "    printf(\"%d\\n\", n + 2);";
    let answers = |new: &str| {
        let diff = diff(&file, 5, old, &old.replace("n + 2", new));
        let options = Options { tests: Some(tests.clone()), ..quick() };
        let verification =
            verify_patch(&folder.request(&["a.c"], options), &diff, &Silent).expect("it is a diff");
        let keeps = verification.document().keeps.map(|it| (it.tried, it.same, it.tests));
        (verification.outcome, verification.repairs, keeps)
    };
    let keeps =
        |same: usize, tests: &[&str]| Some((1, same, tests.iter().map(|it| (*it).to_owned()).collect()));
    assert_eq!(answers("2 * n + 1"), (Outcome::PassesTests, Repairs::Tests, keeps(1, &[])));
    assert_eq!(answers("5"), (Outcome::Differs, Repairs::Tests, keeps(0, &["1"])));
    assert_eq!(answers("n + 1"), (Outcome::Fails, Repairs::No, keeps(0, &["1"])));
}
