//! What a report says of the object that an error is about: which it is, how large, where it was made and where it ended,
//! and which of its bytes are meant.

use faultscope::report::text::{self, Style};
use faultscope::report::{Report, StepKind};
use faultscope::{Options, Property, check_source};
use faultscope_frontend::c::World;

const PROTOTYPES: &str = "\
void *malloc(unsigned); void *calloc(unsigned, unsigned); void *realloc(void *, unsigned); void free(void *);
void *memcpy(void *, const void *, unsigned); char *strcpy(char *, const char *); char *strdup(const char *);
int nondet(void); void *alloca(unsigned); struct s { int a, b[2]; int c; };
";

#[track_caller]
fn report(program: &str, property: Property) -> Report {
    // Whether allocations may fail is what the programs say.
    let allocation_may_fail = program.starts_with("/* may fail */");
    let world = World { allocation_may_fail, ..World::default() };
    let options = Options { properties: [property].into(), world, ..Options::standard() };
    check_source("a.c", &format!("{PROTOTYPES}{program}"), &options).expect("a program")
}

/// What is said of the object, below the error and at the last step of the trace; `@` in front of a line's number counts from
/// the start of the program.
#[track_caller]
fn check(property: Property, program: &str, expected: &str) {
    let report = report(program, property);
    let error = report.error().expect("there is an error");
    assert!(error.object.is_some(), "no object in {:?} of {program}", error.message);
    let last = report.traces[0].steps.last().filter(|step| step.kind == StepKind::Assertion);
    assert!(last.is_none_or(|step| step.object.as_deref() == error.object.as_ref()), "{program}");
    let style = Style { width: 200, ..Style::PLAIN };
    let options = text::Options {
        style,
        details: true,
        full_trace: false,
        show_aberrant: false,
        findings: text::Shown::Promising,
        all_checks: false,
        statistics: false,
    };
    let text = text::render(&report, &options);
    let notes = text.lines().map(|line| line.trim_start().strip_prefix("= "));
    let notes: Vec<&str> = notes.skip_while(Option::is_none).map_while(|it| it).collect();
    // What has happened to an object takes a line for each event.
    let has_story = notes.first().is_some_and(|it| it.contains(" at line "));
    let line =
        if has_story { notes.join("; ") } else { notes.first().copied().unwrap_or_default().to_owned() };
    let first = PROTOTYPES.lines().count();
    let numbered = |word: &str| match word.split_once('@') {
        Some((before, rest)) => {
            let end = rest.find(|it: char| !it.is_ascii_digit()).unwrap_or(rest.len());
            let line: usize = rest[..end].parse().expect("a number");
            format!("{before}line {}{}", line + first, &rest[end..])
        }
        None => word.to_owned(),
    };
    let expected = expected.split(' ').map(numbered).collect::<Vec<_>>().join(" ");
    assert_eq!(line, expected, "{program}\n{text}");
}

#[track_caller]
fn check_none(property: Property, program: &str) {
    let report = report(program, property);
    assert_eq!(report.error().expect("there is an error").object, None, "{program}");
}

#[test]
fn arrays() {
    check(
        Property::OutOfBounds,
        "int main(void) {\n char buf[4]; int i = 4;\n buf[i] = 0; return buf[0]; }",
        "`buf`, 4 bytes, @2; writes byte 5",
    );
    check(
        Property::OutOfBounds,
        "int a[3];\nint main(void) {\n int i = -2;\n return a[i]; }",
        "`a`, 12 bytes, @1; reads 8 bytes before it",
    );
    check(
        Property::OutOfBounds,
        "struct s s;\nint main(void) {\n int i = 2; return s.b[i]; }",
        "`s.b`, 8 bytes, @1; reads bytes 9 to 12",
    );
    check(
        Property::OutOfBounds,
        "int f(int n) { int a[n];\n a[n] = 1; return 0; }\nint main(void) { return f(2); }",
        "`a`, 8 bytes, @1; writes bytes 9 to 12",
    );
}

#[test]
fn variables_behind_pointers() {
    check(
        Property::OutOfBounds,
        "static int a[3];\nint f(int *p) { return p[3]; }\nint main(void) {\n return f(a); }",
        "`a`, 12 bytes, @1; reads bytes 13 to 16",
    );
    check(
        Property::OutOfBounds,
        "int main(void) {\n int x = 1;\n int *p = &x; p--; *p = 2;\n return x; }",
        "`x`, 4 bytes, @2; writes 4 bytes before it",
    );
    check(
        Property::OutOfBounds,
        "int main(void) {\n struct s *p = (struct s *)(int[2]){1, 2};\n return p->c; }",
        "`(int[2]){1, 2}`, 8 bytes, @2; reads bytes 13 to 16",
    );
    // Of several activations the one that has failed.
    check(
        Property::OutOfBounds,
        "int f(int n) {\n char a[8]; char *p = a + 1; if (n) { f(n - 1); return p[n * 8]; } return *p = 0; }\nint main(void) { return f(2); }",
        "`a`, 8 bytes, @2; reads byte 10",
    );
}

#[test]
fn memory_from_the_heap() {
    check(
        Property::OutOfBounds,
        "int main(void) { int n = 4;\n char *p = malloc(n);\n p[n] = 0; free(p); return 0; }",
        "4 bytes from `malloc(n)`, @2; writes byte 5",
    );
    check(
        Property::OutOfBounds,
        "int main(void) { char *p = malloc(1); p[0] = 0;\n char *q = malloc(2);\n p = nondet() ? p : q; q = p; q[1] = 0;\n return 0; }",
        "1 byte from `malloc(1)`, @1; writes byte 2",
    );
    check(
        Property::OutOfBounds,
        "int main(void) {\n char *p = strdup(\"ab\");\n return p[3]; }",
        "3 bytes from `strdup(\"ab\")`, @2; reads byte 4",
    );
    check(
        Property::OutOfBounds,
        "int main(void) {\n char *p = alloca(2);\n p[2] = 0; return 0; }",
        "2 bytes from `alloca(2)`, @2; writes byte 3",
    );
    check(
        Property::OutOfBounds,
        "int main(void) { char from[8] = {0};\n char *p = malloc(4);\n memcpy(p, from, 8); return 0; }",
        "4 bytes from `malloc(4)`, @2; writes bytes 1 to 8",
    );
}

#[test]
fn memory_that_was_given_back() {
    check(
        Property::UseAfterFree,
        "int main(void) {\n int *p = malloc(8);\n *p = 1;\n free(p);\n return p[1]; }",
        "allocated at @2 in `main`: 8 bytes from `malloc(8)`; freed at @4 in `main`: `free(p)`; used at @5 in `main`: `p[1]`; reads bytes 5 to 8",
    );
    check(
        Property::UseAfterFree,
        "int main(void) {\n int *p = malloc(4), *q = p;\n p = realloc(p, 8);\n *q = 1; return 0; }",
        "allocated at @2 in `main`: 4 bytes from `malloc(4)`; freed at @3 in `main`: `realloc(p, 8)`; used at @4 in `main`: `*q`; writes bytes 1 to 4",
    );
    check(
        Property::InvalidFree,
        "void end(void *p) { free(p); }\nint main(void) {\n char *p = malloc(4);\n end(p); free(p); return 0; }",
        "allocated at @3 in `main`: 4 bytes from `malloc(4)`; freed at @1 in `end`, called from `main` (@4): `free(p)`; freed again at @4 in `main`: `free(p)`",
    );
}

#[test]
fn memory_that_is_not_given_back() {
    check(
        Property::MemoryCleanup,
        "int main(void) { free(malloc(8));\n char *p = malloc(3);\n p[0] = 0; return 0; }",
        "3 bytes from `malloc(3)`, @2",
    );
    // What was not allocated is not lost.
    check(
        Property::MemoryCleanup,
        "/* may fail */ int main(void) { char *p = malloc(2);\n char *q = malloc(1);\n if (p || !q) { free(p); free(q); }\n return 0; }",
        "1 byte from `malloc(1)`, @2",
    );
    // What a variable leads to is not lost.
    check(
        Property::MemoryLeak,
        "int **kept;\nint main(void) {\n kept = malloc(4);\n *kept = malloc(8);\n int *p = malloc(12); p = *kept;\n return *p > 0; }",
        "allocated at @5 in `main`: 12 bytes from `malloc(12)`; last pointer lost at @5 in `main`: `p = *kept`; never freed",
    );
}

#[test]
fn what_cannot_be_given_back() {
    check(Property::InvalidFree, "int main(void) {\n char a[3]; free(a); return 0; }", "`a`, 3 bytes, @2");
    check(
        Property::InvalidFree,
        "int main(void) {\n char *p = malloc(3); free(p + 1); return 0; }",
        "3 bytes from `malloc(3)`, @2; points to byte 2",
    );
    check(
        Property::InvalidFree,
        "void f(void) {}\nint main(void) { free((void *)f); return 0; }",
        "the function `f`",
    );
}

#[test]
fn variables_whose_scope_has_ended() {
    check(
        Property::UseAfterScope,
        "int *p;\nvoid f(void) {\n int x = 1; p = &x; }\nint main(void) { f(); return *p; }",
        "declared at @3 in `f`, called from `main` (@4): `x`, 4 bytes; its address is kept at @3 in `f`, called from `main` (@4): `p = &x`; scope ended at @3 in `f`, called from `main` (@4): `}`; used at @4 in `main`: `*p`; reads bytes 1 to 4",
    );
    check(
        Property::UseAfterScope,
        "char *f(void) {\n char *p = alloca(2); p[0] = 1; return p; }\nint main(void) { return *f(); }",
        "allocated at @2 in `f`, called from `main` (@3): 2 bytes from `alloca(2)`; its address is kept at @2 in `f`, called from `main` (@3): `return p;`; scope ended at @2 in `f`, called from `main` (@3): `return p;`; used at @3 in `main`: `*f()`; reads byte 1",
    );
}

#[test]
fn constants() {
    check(
        Property::WriteToConstant,
        "int main(void) {\n char *s = \"abc\"; s[1] = 'x'; return 0; }",
        "the string literal `\"abc\"`, 4 bytes, @2; writes byte 2",
    );
    check(
        Property::WriteToConstant,
        "const int c = 1;\nint main(void) {\n *(int *)&c = 2; return 0; }",
        "the constant `c`, 4 bytes, @1; writes bytes 1 to 4",
    );
}

#[test]
fn pointers_beyond_their_object() {
    check(
        Property::Pointer,
        "int main(void) {\n char a[4]; char *p = a; p += 5; return p != 0; }",
        "`a`, 4 bytes, @2; points to byte 6",
    );
}

#[test]
fn where_there_is_no_object() {
    check_none(Property::NullDereference, "int main(void) { int *p = 0; return *p; }");
    check_none(Property::DivisionByZero, "int main(void) { int x = 0; return 1 / x; }");
}
