//! What a report calls the pointers of an execution: in terms of the program, and never by the numbers of objects.

use faultscope::report::StepKind;
use faultscope::{Options, Property, check_source};

const PROTOTYPES: &str =
    "void *malloc(unsigned); void free(void *); int nondet(void); struct pair { int a, b; };";

/// The places that the trace of the error assigns pointers to, with what is said of them; the program stands on one line.
#[track_caller]
fn check(property: Property, program: &str, expected: &[&str]) {
    let options = Options { properties: [property].into(), ..Options::standard() };
    let report = check_source("a.c", &format!("{PROTOTYPES}\n{program}"), &options).expect("a program");
    let steps = &report.traces.first().expect("there is an error").steps;
    let is_pointer = |text: &str| text.parse::<i64>().is_err();
    let assigned = steps.iter().filter(|step| step.kind != StepKind::Return).filter_map(|step| {
        let value = step.value.as_deref().filter(|it| is_pointer(it))?;
        Some(format!("{} = {value}", step.place.as_deref().unwrap_or_default()))
    });
    assert_eq!(assigned.collect::<Vec<_>>(), expected, "{program}");
    // Whatever else the report says of values is as little a number.
    let said = report.findings.iter().flat_map(|it| it.values.iter().chain(&it.value).chain(&it.condition));
    for text in said.chain(report.traces[0].inputs.iter().map(|it| &it.value)) {
        assert!(!text.contains("0x"), "{text} in {program}");
    }
}

#[test]
fn variables_and_elements() {
    let program = "int a[3]; int main(void) { int *p = a; int *q = p + 2; ++q; return *q; }";
    check(Property::OutOfBounds, program, &["p = &a[0]", "q = &a[2]", "q = &a[3]"]);
    let program = "int x; int main(void) { int *p = &x; p = p - 1; return *p; }";
    check(Property::OutOfBounds, program, &["p = &x", "p = (char *) &x - 4, outside of it"]);
    let program = "struct pair s; int main(void) { int *p = &s.b; int *q = 0; p = p + 1; return *p; }";
    check(Property::OutOfBounds, program, &["p = (char *) &s + 4", "q = NULL", "p = (char *) &s + 8"]);
}

#[test]
fn numbers_as_pointers() {
    let program = "int main(void) { int *p = (int *) 16; int *q = p; q = 0; return *q; }";
    check(Property::NullDereference, program, &["p = (void *) 0x10", "q = (void *) 0x10", "q = NULL"]);
}

#[test]
fn functions_and_string_literals() {
    let program =
        "int f(void) { return 1; } int main(void) { int (*g)(void) = f; char *s = \"ab\"; s[0] = g(); }";
    check(Property::WriteToConstant, program, &["g = f", "s = \"ab\""]);
}

#[test]
fn memory_from_the_heap() {
    let program = "int main(void) { char *p = malloc(4); char *q = p + 1; free(p); char *r = q; return *r; }";
    let q = "the object of malloc(4), line 2 + 1 byte";
    check(
        Property::UseAfterFree,
        program,
        &["p = the object of malloc(4), line 2", &format!("q = {q}"), &format!("r = {q}, freed")],
    );
}

#[test]
fn what_is_made_several_times() {
    let program = "int main(void) { char *p = 0; for (int i = 0; i < 2; i++) p = malloc(4); return p[4]; }";
    check(
        Property::OutOfBounds,
        program,
        &[
            "p = NULL",
            "p = the first object of malloc(4), line 2",
            "p = the second object of malloc(4), line 2",
        ],
    );
    let program = "int f(int *up, int n) { int a[2]; if (n == 0) return up[2]; return f(a, n - 1); } \
                   int main(void) { return f(0, 2); }";
    check(
        Property::OutOfBounds,
        program,
        &["up = NULL", "up = &a[0] (the first a)", "up = &a[0] (the second a)"],
    );
}

#[test]
fn variables_whose_scope_has_ended() {
    let program =
        "int *f(void) { int x = 1; int *r = &x; return r; } int main(void) { int *p = f(); return *p; }";
    check(Property::UseAfterScope, program, &["r = &x", "p = &x, whose scope has ended"]);
}
