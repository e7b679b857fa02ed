//! Reads of volatile objects: any value each time, which is an input; and what only looks like one.

use faultscope::{Options, input, translate};
use faultscope_frontend::c::World;
use faultscope_ir::{AssumptionKind, OriginKind, Program, Property};
use faultscope_solver::Limits;
use faultscope_verify::ErrorTrace;
use faultscope_verify::bmc::{BmcConfig, bounded_model_checking};

const PROTOTYPES: &str = "extern void reach_error(void); void *malloc(unsigned);\n";

#[track_caller]
fn translated(program: &str, options: &Options) -> Program {
    let text = format!("{PROTOTYPES}{program}");
    let loaded = input::in_memory("test.c", &text, options).expect("a text that can be read");
    translate(&loaded, options).expect("a program").program
}

/// The error of a program, if it has one.
#[track_caller]
fn error(program: &Program) -> Option<ErrorTrace> {
    let answer = bounded_model_checking(program, &BmcConfig::default(), &Limits::unlimited());
    assert!(answer.is_complete() || answer.error().is_some(), "{:?}", answer.verdict);
    answer.into_error()
}

fn options(properties: &[Property]) -> Options {
    Options { properties: properties.iter().copied().collect(), ..Options::standard() }
}

/// The error can be reached, by an input that is the read of this place; and not where volatile objects hold what was stored,
/// nor where nothing is volatile.
#[track_caller]
fn check_any(program: &str, place: &str) {
    let options = options(&[Property::UnreachCall]);
    let any = translated(program, &options);
    let error_trace = error(&any).expect(program);
    let places = error_trace.inputs.iter().map(|input| any.sources.origin(input.origin));
    let places: Vec<_> = places
        .filter(|origin| origin.kind == OriginKind::Input)
        .map(|origin| origin.place.clone().unwrap_or_default())
        .collect();
    assert!(places.iter().any(|it| it == place), "{places:?} in {program}");
    assert!(error_trace.replayed, "{program}");
    let stored =
        translated(program, &options.in_world(World { volatile_as_stored: true, ..World::default() }));
    assert!(error(&stored).is_none(), "as stored: {program}");
    let plain = translated(&program.replace("volatile", ""), &options);
    assert!(error(&plain).is_none(), "not volatile: {program}");
}

/// The error cannot be reached.
#[track_caller]
fn check_known(program: &str) {
    let options = options(&[Property::UnreachCall]);
    assert!(error(&translated(program, &options)).is_none(), "{program}");
}

#[test]
fn variables() {
    check_any("volatile int g; int main(void) { g = 0; if (g != 0) reach_error(); return 0; }", "g");
    check_any("int main(void) { static volatile _Bool b; if (b) reach_error(); return 0; }", "b");
    check_any("double volatile d; int main(void) { d = 1; if (d > 2) reach_error(); return 0; }", "d");
    // Each read gives a value of its own.
    check_any("volatile int g; int main(void) { if (g != g) reach_error(); return 0; }", "g");
}

#[test]
fn variables_of_blocks_are_as_stored_under_an_assumption() {
    let as_stored = |text: &str| {
        let program = translated(text, &options(&[Property::UnreachCall]));
        assert!(error(&program).is_none(), "{text}");
        assert!(program.assumptions.iter().any(|it| it.kind == AssumptionKind::VolatileMemory), "{text}");
    };
    as_stored("int main(void) { volatile int x = 5; if (x != 5) reach_error(); return 0; }");
    as_stored("int f(volatile int x) { return x; } int main(void) { if (f(1) != 1) reach_error(); }");
    as_stored("int main(void) { volatile int a[2] = {1, 2}; if (a[0] > a[1]) reach_error(); return 0; }");
    as_stored(
        "struct s { int n; volatile int flag; }; int main(void) {\n\
         struct s s = {1, 2}, t = s; if (t.flag != 2 || s.flag != 2) reach_error(); return 0; }",
    );
    // What a pointer points to may be known elsewhere, and a static variable lives as long as the program.
    check_any("int main(void) { volatile int x = 0, *p = &x; if (*p) reach_error(); return 0; }", "*p");
    check_any("int main(void) { static volatile int x; if (x) reach_error(); return 0; }", "x");
}

#[test]
fn names_of_types() {
    check_any("typedef volatile int flag; flag g; int main(void) { if (g) reach_error(); return 0; }", "g");
    check_any(
        "typedef int row[2]; volatile row a; int main(void) { if (a[1]) reach_error(); return 0; }",
        "a[1]",
    );
    check_any(
        "volatile int g; __typeof__(g) x; int main(void) { x = 1; if (x != 1) reach_error(); return 0; }",
        "x",
    );
}

#[test]
fn pointees() {
    check_any("int g; int main(void) { volatile int *p = &g; if (*p) reach_error(); return 0; }", "*p");
    check_any(
        "int main(void) { int x = 1; if (*(volatile int *)&x != 1) reach_error(); return 0; }",
        "*(volatile int *)&x",
    );
    check_any(
        "int g[3]; int f(int const volatile *p) { return p[1]; } int main(void) { if (f(g)) reach_error(); }",
        "p[1]",
    );
    check_any(
        "int main(void) { int a[2] = {1, 2}; if (((volatile int *)a)[1] != 2) reach_error(); return 0; }",
        "((volatile int *)a)[1]",
    );
    check_any(
        "int g, h; int main(int n, char **v) { if (*(n > 1 ? (volatile int *)&g : &h)) reach_error(); }",
        "*(n > 1 ? (volatile int *)&g : &h)",
    );
    // The pointer is volatile, or points to one, and not what it points to.
    check_known("int main(void) { int x = 1; int *volatile p = &x; if (*p != 1) reach_error(); return 0; }");
    check_known(
        "int main(void) { volatile int x = 1; int y = 2; int *p = &y; if (*p != 2) reach_error(); return 0; }",
    );
    check_known(
        "volatile int g; int main(void) { volatile int *p = &g; if (p != &g) reach_error(); return 0; }",
    );
}

#[test]
fn members() {
    let declared = "struct s { int plain; volatile int flag; unsigned wide : 3; } ";
    check_any(&format!("{declared} s; int main(void) {{ if (s.flag) reach_error(); return 0; }}"), "s.flag");
    check_known(&format!("{declared} s; int main(void) {{ if (s.plain) reach_error(); return 0; }}"));
    check_any(
        &format!("volatile {declared} s; int main(void) {{ if (s.plain) reach_error(); return 0; }}"),
        "s.plain",
    );
    check_any(
        &format!(
            "{declared} s; int f(volatile struct s *p) {{ return p->wide; }} int main(void) {{ if (f(&s)) reach_error(); }}"
        ),
        "p->wide",
    );
    // A bit-field has no more bits for it.
    check_known(&format!(
        "volatile {declared} s; int main(void) {{ if (s.wide > 7) reach_error(); return 0; }}"
    ));
}

#[test]
fn structures_as_wholes() {
    let declared = "struct s { int plain; volatile int flag; } s; struct s f(void) { return s; } ";
    check_any(&format!("{declared} int main(void) {{ if (f().flag) reach_error(); return 0; }}"), "s.flag");
    check_known(&format!("{declared} int main(void) {{ if (f().plain) reach_error(); return 0; }}"));
    check_any(
        "struct s { int a[2]; } volatile s; int main(void) { struct s t; t = s; if (t.a[1]) reach_error(); return 0; }",
        "s.a[1]",
    );
}

#[test]
fn updates() {
    check_any("volatile int g; int main(void) { int x = g++; if (x) reach_error(); return 0; }", "g");
    check_any("volatile unsigned g; int main(void) { if ((g += 2) == 1) reach_error(); return 0; }", "g");
    // What is written is not read again where the value of the assignment is used.
    check_known("volatile int g; int main(void) { int x = g = 3; if (x != 3) reach_error(); return 0; }");
}

#[test]
fn reads_that_are_not_evaluated_are_no_inputs() {
    let options = options(&[Property::UnreachCall]);
    let text = "volatile int g; int main(int n, char **v) { if (n > 1 && g) return 1; if (n == 1) reach_error(); return 0; }";
    let program = translated(text, &options);
    let error = error(&program).expect(text);
    let is_read =
        |origin: faultscope_ir::OriginId| program.sources.origin(origin).place.as_deref() == Some("g");
    assert!(!error.inputs.iter().any(|input| is_read(input.origin)), "{:?}", error.inputs);
}

#[test]
fn pointers_are_as_stored_under_an_assumption() {
    let options = options(&[Property::NullDereference]);
    let assumes = |text: &str| {
        let program = translated(text, &options);
        assert!(error(&program).is_none(), "{text}");
        program.assumptions.iter().any(|it| it.kind == AssumptionKind::VolatileMemory)
    };
    assert!(assumes("int x; int *volatile p = &x; int main(void) { return *p; }"));
    assert!(assumes("struct { int *volatile p; } s, t; int main(void) { t = s; return 0; }"));
    assert!(!assumes("int x; volatile int *p = &x; int main(void) { return *p; }"));
}

#[test]
fn a_read_value_is_written() {
    let options = options(&[Property::Uninitialized]);
    assert!(
        error(&translated("int main(void) { static volatile int x; if (x) return 1; return 0; }", &options))
            .is_none()
    );
    assert!(
        error(&translated("int main(void) { volatile int x; if (x) return 1; return 0; }", &options))
            .is_some()
    );
    assert!(error(&translated("int main(void) { int x; if (x) return 1; return 0; }", &options)).is_some());
}

#[test]
fn qualifiers_choose_in_generic_selections() {
    check_known(
        "int main(void) { const int *p = 0; int *q = 0; volatile int v = 1;\n\
         if (_Generic(p, int *: 1, const int *: 2) != 2) reach_error();\n\
         if (_Generic(q, const int *: 1, int *: 2) != 2) reach_error();\n\
         if (_Generic(v, volatile int: 1, int: 2) != 2) reach_error();\n\
         if (_Generic(p, int *: 1, default: 2) != 2) reach_error(); return 0; }",
    );
}
