//! What may happen and no program says: that it makes no error a confirmed one, and that nobody says "no error" for it.

use std::collections::BTreeSet;

use faultscope::report::{Report, Verdict};
use faultscope::{Options, check_source};
use faultscope_frontend::c::World;
use faultscope_ir::Property;

const DECLARATIONS: &str = "void reach_error(void); int get(void); void fill(int *, int); void look(const int *);
struct pair { int *p; int q; }; void take(struct pair *); void given(struct pair);
int printf(const char *, ...); int sprintf(char *, const char *, ...); int vprintf(const char *, __builtin_va_list);
int nondet_int(); int *nondet_pointer(void); int nondet_below(int); int nondet_old(); int nondet_fill(int *);
int nondet_pair(struct pair); int my_nondet_int(void); int nondet(void);
int g; static int h; int table[4]; const int fixed = 5; volatile int status; volatile struct { int a; } device;
int nondet_defined(void) { g = 7; return 4; }
__attribute__((weak)) int defined(void) { return 1; } __attribute__((weak)) int weak;
extern int missing(void) __attribute__((weak)); extern int nowhere __attribute__((weak));
";

fn report(main: &str, options: Options) -> Report {
    let text = format!("{DECLARATIONS}int main(void) {{ {main} return 0; }}");
    let options = Options { properties: BTreeSet::from([Property::UnreachCall]), ..options };
    check_source("a.c", &text, &options).expect("a program")
}

fn verdict(main: &str) -> Verdict {
    let report = report(main, Options::standard());
    // What is not confirmed is shown.
    assert_eq!(report.verdict == Verdict::Safe, report.traces.is_empty(), "{main}");
    report.verdict
}

#[track_caller]
fn is_possible(main: &str) {
    assert_eq!(verdict(main), Verdict::Unknown, "{main}");
}

#[track_caller]
fn is_impossible(main: &str) {
    assert_eq!(verdict(main), Verdict::Safe, "{main}");
}

#[track_caller]
fn is_confirmed(main: &str) {
    assert_eq!(verdict(main), Verdict::Unsafe, "{main}");
}

#[test]
fn unknown_functions_may_write_what_their_arguments_lead_to() {
    is_possible("int a[2] = {1, 2}; fill(a, 2); if (a[1] != 2) reach_error();");
    is_possible("int x = 3; struct pair s = {&x, 4}; take(&s); if (x != 3) reach_error();");
    is_possible("int x = 3; struct pair s = {&x, 4}; take(&s); if (s.q != 4) reach_error();");
    is_possible("int x = 3; struct pair s = {&x, 4}; given(s); if (x != 3) reach_error();");
    is_possible("void (*f)(int *, int) = fill; int x = 1; f(&x, 1); if (x != 1) reach_error();");
    is_impossible("int x = 3; struct pair s = {&x, 4}; given(s); if (s.q != 4) reach_error();");
    is_impossible("int a[2] = {1, 2}; look(a); if (a[1] != 2) reach_error();");
    is_impossible("int x = 3, y = 4; fill(&x, 1); if (y != 4) reach_error();");
}

#[test]
fn unknown_functions_may_write_variables_that_other_files_know() {
    is_possible("g = 1; get(); if (g != 1) reach_error();");
    is_possible("table[2] = 1; get(); if (table[2] != 1) reach_error();");
    is_possible("int *p = table; p[2] = 1; get(); if (p[2] != 1) reach_error();");
    is_impossible("h = 1; get(); if (h != 1) reach_error();");
    is_impossible("get(); if (fixed != 5) reach_error();");
    is_impossible("g = 1; __VERIFIER_atomic_begin(); if (g != 1) reach_error();");
    is_impossible("int x = 1; get(); if (x != 1) reach_error();");
}

#[test]
fn functions_with_names_of_choices_write_nothing() {
    is_impossible("g = 1; nondet_int(); if (g != 1) reach_error();");
    is_impossible("g = 1; int x = nondet_int(); if (g != 1 && x == 3) reach_error();");
    is_impossible("g = 1; int *p = nondet_pointer(); if (g != 1 || p == &g) reach_error();");
    is_impossible("g = 1; nondet_below(g); if (g != 1) reach_error();");
    is_impossible("g = 1; nondet_old(g); if (g != 1) reach_error();");
    is_confirmed("g = 1; if (nondet_int() == 5) reach_error();");
    is_confirmed("g = 1; if (nondet_pointer() == 0) reach_error();");
    // A name is not enough where memory is handed over.
    is_possible("g = 1; int x; nondet_fill(&x); if (g != 1) reach_error();");
    is_possible("int x = 1; nondet_fill(&x); if (x != 1) reach_error();");
    is_possible("int x = 1; nondet_old(&x); if (x != 1) reach_error();");
    is_possible("int x = 1; struct pair s = {&x, 4}; nondet_pair(s); if (x != 1) reach_error();");
    is_possible("g = 1; my_nondet_int(); if (g != 1) reach_error();");
    is_possible("g = 1; nondet(); if (g != 1) reach_error();");
}

#[test]
fn a_choice_with_a_body_does_what_that_says() {
    is_confirmed("g = 1; nondet_defined(); if (g != 1) reach_error();");
    is_impossible("if (nondet_defined() != 4) reach_error();");
}

#[test]
fn volatile_objects_may_change_by_themselves() {
    is_possible("status = 0; if (status != 0) reach_error();");
    is_possible("device.a = 0; if (device.a != 0) reach_error();");
    is_impossible("status = 0; if (status != status + 0 && 0) reach_error();");
}

#[test]
fn output_may_fail() {
    is_possible(r#"if (printf("%d %s%c\n", -5, "abc", 'x') != 8) reach_error();"#);
    is_possible(r#"int n = ({ printf("a"); }); if (n != 1) reach_error();"#);
    is_impossible(
        r#"int n = printf("%5d|%-7s|%#x", g, "abc", 255u); if (n != 18 && n >= 0 && g == 1) reach_error();"#,
    );
    is_confirmed(r#"if (printf("%d %s%c\n", -5, "abc", 'x') != 7) reach_error();"#);
    is_confirmed(r#"char text[40]; sprintf(text, "%d %f", 7, 1.5); if (text[2] != '2') reach_error();"#);
    is_impossible(r#"char text[40]; sprintf(text, "%d %f", 7, 1.5); if (text[2] != '1') reach_error();"#);
    is_possible(
        r#"char text[40]; sprintf(text, "%d %f", get(), 1.5 * get()); if (text[1] == ' ' && text[2] == '1') reach_error();"#,
    );
    is_impossible(r#"char text[40]; sprintf(text, "%d %f", 7, 1.5); if (text[0] != '7') reach_error();"#);
    is_confirmed(r#"(void)printf("%d", 1); printf("%s", "a"); if (get()) reach_error();"#);
}

#[test]
fn what_is_weak_may_be_missing() {
    is_confirmed("if (defined && &weak) reach_error();");
    is_impossible("if (!defined || !&weak) reach_error();");
    for condition in ["missing", "!missing", "&nowhere", "!&nowhere"] {
        let report = report(&format!("if ({condition}) reach_error();"), Options::standard());
        assert_eq!(report.verdict, Verdict::Unknown, "{condition}");
    }
}

#[test]
fn errors_that_need_neither_are_confirmed() {
    is_confirmed("if (get() == 7) reach_error();");
    is_confirmed("int a[2] = {1, 2}; fill(a, 2); if (a[1] == 2) reach_error();");
    is_confirmed("g = 1; get(); if (g == 1) reach_error();");
    is_confirmed("status = 3; if (status == 3) reach_error();");
}

#[test]
fn it_can_be_said_that_nothing_happens() {
    let pure = |pattern: &str| {
        Options::standard().in_world(World { pure: vec![pattern.to_owned()], ..World::default() })
    };
    let main = "int a[2] = {1, 2}; fill(a, 2); if (a[1] != 2) reach_error();";
    assert_eq!(report(main, pure("fi*")).verdict, Verdict::Safe);
    assert_eq!(report(main, pure("get")).verdict, Verdict::Unknown);
    let stored = Options::standard().in_world(World { volatile_as_stored: true, ..World::default() });
    assert_eq!(report("status = 0; if (status != 0) reach_error();", stored).verdict, Verdict::Safe);
}

#[test]
fn executions_that_end_where_they_are_undefined_are_found() {
    // What is read beyond an array is followed where that leads to an error.
    is_confirmed("int a[2] = {0, 0}; if (a[get()] != 0) reach_error();");
    is_ended("int x; int *p = &x + get(); *p = 1; if (h) reach_error();");
    is_ended("int *p = get() ? &g : 0; *p = 1; if (h) reach_error();");
    // This ends on the machine, too.
    is_impossible("int x = 6 / get(); if (x > 6) reach_error();");
    is_impossible("int a[2] = {0, 0}, i = get(); if (i >= 0 && i < 2 && a[i] != 0) reach_error();");
    is_confirmed("int a[2] = {0, 0}, i = get(); if (i == 1) reach_error(); a[i] = 1;");
}

/// No error is found, and executions that are not followed.
#[track_caller]
fn is_ended(main: &str) {
    let report = report(main, Options::standard());
    assert_eq!((report.verdict, report.traces.len()), (Verdict::Unknown, 0), "{main}");
    let reason = report.reason.expect("a reason");
    assert!(reason.message.contains("undefined") && reason.span.is_some(), "{main}: {reason:?}");
}
