//! Accesses that nobody checks and that leave their objects: errors behind them are found, and nobody says "no error".

use std::collections::BTreeSet;

use faultscope::report::{Report, Verdict};
use faultscope::{Options, check_source};
use faultscope_ir::{AssumptionKind, Property};

const DECLARATIONS: &str = "void *malloc(unsigned); void free(void *); void reach_error(void); int get(void);
struct node { struct node *next; int value; };
";

fn report(main: &str, property: Property) -> Report {
    let text = format!("{DECLARATIONS}int main(void) {{ {main} return 0; }}");
    let options = Options { properties: BTreeSet::from([property]), ..Options::standard() };
    check_source("a.c", &text, &options).expect("a program")
}

#[track_caller]
fn check(main: &str, expected: Verdict) {
    let report = report(main, Property::UnreachCall);
    assert_eq!(report.verdict, expected, "{main}");
    let is_named = report.assumptions.iter().any(|it| it.kind == AssumptionKind::AccessBeyond);
    assert_eq!(is_named, expected == Verdict::Unsafe, "{main}");
}

#[test]
fn pointers_that_nobody_wrote_lead_to_any_value() {
    let node = "struct node *n = malloc(sizeof *n);";
    check(&format!("{node} if (n->next->value == 0) reach_error();"), Verdict::Unsafe);
    check(
        &format!("{node} int x = n->next->value; if (x == 7) if (x == 8) reach_error();"),
        Verdict::Unknown,
    );
    check(&format!("{node} n->next->value = 3; if (n->next->value == 3) reach_error();"), Verdict::Unsafe);
    check(&format!("{node} n->next->value = 3; if (n->next->value != 3) reach_error();"), Verdict::Unknown);
    // The one kind of access is checked, and is an error itself.
    let checked = report(&format!("{node} n->next->value = 3;"), Property::OutOfBounds);
    assert_eq!(checked.verdict, Verdict::Unsafe);
    assert!(!checked.assumptions.iter().any(|it| it.kind == AssumptionKind::AccessBeyond));
}

#[test]
fn indices_lead_beyond_arrays() {
    let element = "int a[4] = {1, 2, 3, 4}; unsigned i = get(); if (i > 7) return 0;";
    check(&format!("{element} if (i > 3 && a[i] == 9) reach_error();"), Verdict::Unsafe);
    check(
        &format!("{element} if (i > 3) {{ if (a[i] > 9) if (a[i] < 9) reach_error(); }}"),
        Verdict::Unknown,
    );
    let pointed = "int *p = malloc(8); int i = get(); if (i < 0 || i > 5) return 0; p[0] = p[1] = 1;";
    check(&format!("{pointed} if (p[i] == 0) reach_error();"), Verdict::Unsafe);
}

#[test]
fn nothing_is_behind_null() {
    check("int *p = 0; if (*p == 3) reach_error();", Verdict::Unknown);
    check("int x = 1; int *p = get() ? &x : 0; if (*p != 1) reach_error();", Verdict::Unknown);
    check("struct node *n = 0; n->value = 3; reach_error();", Verdict::Unknown);
}

#[test]
fn an_error_in_what_is_followed_rests_on_nothing_else() {
    let main = "int a[2] = {1, 2}; int i = get(); if (i == 1 && a[i] == 2) reach_error();";
    let report = report(main, Property::UnreachCall);
    assert_eq!(report.verdict, Verdict::Unsafe);
    assert!(!report.assumptions.iter().any(|it| it.kind == AssumptionKind::AccessBeyond));
}
