//! Values that nobody wrote: where using one is an error, and where it is none.

use std::collections::BTreeSet;

use faultscope::report::{PatchVerdict, Strength, Verdict};
use faultscope::{CheckRequest, Options, check, input, translate};
use faultscope_ir::Property;
use faultscope_localize::finding::FindingKind;
use faultscope_solver::Limits;
use faultscope_verify as verify;
use faultscope_verify::bmc::{BmcConfig, bounded_model_checking};

/// What all programs have.
const DECLARATIONS: &str = "void *malloc(unsigned); void *calloc(unsigned, unsigned); void *realloc(void *, unsigned);
void free(void *); void exit(int); int printf(const char *, ...); int scanf(const char *, ...);
int sprintf(char *, const char *, ...); void *memcpy(void *, const void *, unsigned); void *memset(void *, int, unsigned);
int memcmp(const void *, const void *, unsigned); unsigned strlen(const char *); int strcmp(const char *, const char *);
char *strcpy(char *, const char *); int nondet(void); int unknown(void *); long time(long *);
int g; struct p { char c; int i; unsigned b1 : 3, b2 : 5; };
";

fn options() -> Options {
    Options { properties: BTreeSet::from([Property::Uninitialized]), ..Options::standard() }
}

/// The error of a program, if it has one. All its loops are short.
#[track_caller]
fn error(text: &str) -> Option<String> {
    let text = format!("{DECLARATIONS}{text}");
    let loaded = input::in_memory("a.c", &text, &options()).expect("a text that can be read");
    let program = translate(&loaded, &options()).expect("a program").program;
    let answer = bounded_model_checking(&program, &BmcConfig::default(), &Limits::unlimited());
    if let verify::Verdict::Open(reason) = &answer.verdict {
        panic!("{reason:?} in\n{text}");
    }
    answer.error().map(|error| program.check(error.trace.check).message.clone())
}

/// In `main` somebody uses a value that nobody wrote.
#[track_caller]
fn used(main: &str) {
    used_with("", main);
}

#[track_caller]
fn used_with(functions: &str, main: &str) {
    let text = format!("{functions}\nint main(void) {{ {main} return 0; }}");
    let message = error(&text).unwrap_or_else(|| panic!("no error in\n{text}"));
    assert!(message.contains("uninitialized"), "{message}");
}

/// Nobody does.
#[track_caller]
fn unused(main: &str) {
    unused_with("", main);
}

#[track_caller]
fn unused_with(functions: &str, main: &str) {
    let text = format!("{functions}\nint main(void) {{ {main} return 0; }}");
    assert_eq!(error(&text), None, "{text}");
}

#[test]
fn written_bytes_are_read_back_from_wider_copies() {
    let functions = "union handle { short fd; void *p; unsigned char bytes[4]; };
void *wrap(short fd) { union handle u; u.fd = fd; return u.p; }
int unwrap(void *p) { union handle u; u.p = p; return u.fd; }
int other(void *p) { union handle u; u.p = p; return u.bytes[3]; }";
    let (unused, used) = (|it| unused_with(functions, it), |it| used_with(functions, it));
    unused("if (unwrap(wrap(3)) == 3) g = 1;");
    unused("void *kept[2]; kept[1] = wrap(3); if (unwrap(kept[1]) == 3) g = 1;");
    unused(
        "void **kept = malloc(2 * sizeof *kept); if (kept) { kept[1] = wrap(3); if (unwrap(kept[1])) g = 1; }",
    );
    used("void *kept[2]; kept[1] = wrap(3); if (unwrap(kept[0]) == 3) g = 1;");
    used("short x; if (unwrap(wrap(x))) g = 1;");
    used("if (wrap(3)) g = 1;");
    used("if (other(wrap(3))) g = 1;");
    // The low bits of a sum do not depend on others.
    unused_with("", "union { unsigned char c; unsigned x; } u; u.c = 1; u.x += 256; if (u.c) g = 1;");
    used_with("", "union { unsigned char c; unsigned x; } u; u.c = 1; u.x += 256; if (u.x >> 8 & 1) g = 1;");
}

#[test]
fn arguments_of_a_format_that_it_does_not_use() {
    unused("int x; printf(\"a\\n\", x);");
    unused("int x; printf(\"%d\\n\", 1, x);");
    used("int x; printf(\"%d %d\\n\", 1, x);");
    used("double x; printf(\"%f\\n\", x);");
    used("int x; printf(\"%2$d\\n\", 1, x);");
    let functions = "void show(const char *format, int a, int b) { printf(format, a, b); }
void wide(const char *format, int a, int b) { printf(format, a, b); }";
    unused_with(functions, "int x; show(\"%d\", 1, x);");
    used_with(functions, "int x; show(\"%d%d\", 1, x);");
    used_with(functions, "int x; wide(\"%*d\", x, 1);");
    let functions = "int first(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n);
int r = n > 0 ? __builtin_va_arg(l, int) : 0; __builtin_va_end(l); return r; }";
    unused_with(functions, "int x; if (first(1, 5, x) != 5 || first(0, x)) g = 1;");
    used_with(functions, "int x; if (first(1, x, 5)) g = 1;");
}

#[test]
fn branches() {
    used("int x; if (x) g = 1;");
    used("int x; while (x < 3) x++;");
    used("int x; do g++; while (x);");
    used("int i; for (; i < 3; i++) g++;");
    used("int x; switch (x) { case 1: g = 2; }");
    used("int x; g = x ? 1 : 2;");
    used("int x, c = nondet(); g = c && x;");
    used("int x, c = nondet(); if (x && c) g = 1;");
    used("int x = x; if (x) g = 1;");
    used("int x; if (x++) g = 1;");
    // What is volatile may have been written by somebody else.
    unused("static volatile int x; if (x) g = 1;");
    unused("int x, c = nondet(); if (c) x = 1; if (c && x) g = 1;");
    unused("int x, c = nondet(); if (c) x = 1; g = c ? x : 2; if (g) g = 1;");
    unused("int x, n = 0; do x = nondet(); while (x > 3 && n++ < 3);");
    unused("for (int k = 0; k < 2; k++) { int x; if (k == 0) x = 1; else x = 2; if (x) g = 1; }");
}

#[test]
fn jumps_over_initializers() {
    used("goto l; { int x = 5; l: if (x) g = 1; }");
    used("switch (nondet()) { int x = 5; case 1: if (x) g = 1; }");
    unused("int x; goto m; l: if (x) g = 1; return 0; m: x = 1; goto l;");
}

#[test]
fn addresses() {
    used("int *q; g = *q;");
    used("int *q; *q = 3;");
    used("int a[3] = {0}, i; g = a[i];");
    used("int a[3] = {0}, i; a[i] = 1;");
    used("int *q; int *r = q + 1; g = *r;");
    used("struct p *q; int *r = &q->i; g = *r;");
    used("int (*f)(void); f();");
    unused("int x; int *q = &x; if (q == &g) g = 2;");
    unused("int *q, **r = &q, y; *r = &y; y = 1; g = *q; if (g) g = 2;");
    unused("int *q; g = sizeof *q; if (g) g = 2;");
}

#[test]
fn arguments_of_the_library() {
    used("int x; printf(\"%d\", x + 1);");
    used("int x; printf(\"%d\", x++);");
    used("int *q; free(q);");
    used("int n; int *q = malloc(n);");
    used("char b[4]; g = strlen(b);");
    used("char b[4]; b[0] = 1; b[1] = 1; g = strlen(b);");
    used("char b[4]; if (strcmp(b, \"a\")) g = 1;");
    used("char b[4], c[4] = {0}; if (memcmp(b, c, 4)) g = 1;");
    unused("int *q = malloc(4); free(q);");
    unused("char b[9], c[9]; strcpy(b, \"hi\"); strcpy(c, b); if (strcmp(b, c)) g = 1;");
}

#[test]
fn missing_arguments() {
    let old_style =
        "int f(); int use(void) { return f(1); } int f(a, b) int a, b; { return a > 1 ? a : BODY; }";
    used_with(&old_style.replace("BODY", "b"), "if (use()) g = 1;");
    unused_with(&old_style.replace("BODY", "3"), "if (use()) g = 1;");
}

#[test]
fn the_exit_status() {
    used("int x; return x;");
    used("int x; exit(x);");
    unused_with("int f(void) { int x; return x; }", "f();");
}

#[test]
fn values_that_are_passed_on() {
    unused("int x, y = x; g = y + 1; struct p a, b; b = a;");
    unused_with("int f(int x) { return x; }", "int y; g = f(y);");
    used("int x; int y = x + 1, z = y * 2; if (z > 3) g = 1;");
    used("int x; int b = x < 3; if (b) g = 1;");
    used("long long l; int i = (int) l; short s = i; if (s) g = 1;");
    used("double d; if (d > 1.0) g = 1;");
    used("_Bool b; if (b) g = 1;");
    used_with("int f(int x) { if (x) return 1; return 2; }", "int y; f(y);");
    used_with("int f(void) { int x; return x; }", "if (f()) g = 1;");
    used_with(
        "int f(int n) { int x; if (n > 2) x = 1; if (n > 0) return f(n - 1) + x; return x; }",
        "if (f(3)) g = 1;",
    );
    unused_with("int f(int n) { int x; x = n; if (n > 0) x = f(n - 1) + x; return x; }", "if (f(3)) g = 1;");
    used_with(
        "int f(int x) { return x; } int h(int x) { return x + 1; }",
        "int (*q)(int) = nondet() ? f : h; int x; if (q(x)) g = 1;",
    );
}

#[test]
fn functions_that_return_nothing() {
    used_with("int f(void) { }", "if (f()) g = 1;");
    used_with("int f(int c) { if (c) return 1; return; }", "if (f(nondet())) g = 1;");
    unused_with("int f(void) { g = 1; }", "f();");
}

#[test]
fn functions_that_write_where_they_are_pointed_to() {
    let may_write = "int f(int *o) { if (nondet()) { *o = 1; return 1; } return 0; }";
    used_with(may_write, "int y; f(&y); if (y) g = 1;");
    unused_with(may_write, "int y; if (f(&y)) if (y) g = 1;");
    unused("int x; if (scanf(\"%d\", &x) == 1) if (x) g = 1;");
    unused("int x; unknown(&x); if (x) g = 1;");
    unused("char b[9]; unknown(b); if (b[3]) g = 1;");
    unused("long t; time(&t); if (t) g = 1;");
    unused("char b[20]; sprintf(b, \"%d\", 3); if (b[0]) g = 1;");
}

#[test]
fn arrays() {
    used(
        "int a[5], s = 0; for (int i = 0; i < 4; i++) a[i] = 1; for (int i = 0; i < 5; i++) s += a[i]; if (s) g = 1;",
    );
    unused("int a[5]; for (int i = 0; i < 5; i++) a[i] = i; if (a[nondet() & 3]) g = 1;");
    unused(
        "int a[2][3]; for (int i = 0; i < 2; i++) for (int j = 0; j < 3; j++) a[i][j] = i; if (a[1][2]) g = 1;",
    );
    used("int n = nondet(); if (n < 2 || n > 4) return 0; int a[n]; a[0] = 1; if (a[1]) g = 1;");
    unused(
        "int n = nondet(); if (n < 2 || n > 4) return 0; int a[n]; for (int i = 0; i < n; i++) a[i] = 1; if (a[1]) g = 1;",
    );
    used_with(
        "int sum(int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }",
        "int a[3]; a[0] = 1; if (sum(a, 3)) g = 1;",
    );
    unused_with(
        "void init(int *a, int n) { for (int i = 0; i < n; i++) a[i] = 0; }",
        "int a[4]; init(a, 4); if (a[2]) g = 1;",
    );
}

#[test]
fn initializers() {
    unused("int d[4] = {[1] = 3}; if (d[3]) g = 1;");
    unused("struct p e = {.i = 1}; if (e.b1) g = 1;");
    unused("int *q = (int[3]){1}; if (q[2]) g = 1;");
    unused("static int s; static int *q; if (s || q) g = 1;");
    unused_with("extern int ext; extern int exta[4];", "if (ext + exta[1]) g = 1;");
}

#[test]
fn structures() {
    used("struct p a; a.i = 1; struct p b = a; if (b.c) g = 1;");
    unused("struct p a; a.i = 1; struct p b = a; if (b.i) g = 1;");
    used("struct p a; a.b1 = 1; if (a.b2) g = 1;");
    unused("struct p a; a.b1 = 1; if (a.b1) g = 1;");
    used_with("int f(struct p a) { return a.i; }", "struct p s; s.c = 1; if (f(s)) g = 1;");
    unused_with("int f(struct p a) { return a.i; }", "struct p s; s.i = 1; if (f(s)) g = 1;");
    let made = "struct p f(void) { struct p a; a.c = 1; return a; }";
    used_with(made, "if (f().i) g = 1;");
    unused_with(made, "if (f().c) g = 1;");
}

#[test]
fn bits_and_bytes() {
    used("struct p *a = malloc(sizeof *a); a->b1 = 1; if (a->b2) g = 1;");
    unused("struct p *a = malloc(sizeof *a); a->b1 = 1; a->b2 = 3; if (a->b1 + a->b2) g = 1;");
    let copy = "struct p a, b; a.b1 = 1; char *s = (char *) &a, *t = (char *) &b; for (int i = 0; i < sizeof a; i++) { char c = s[i]; t[i] = c; }";
    used(&format!("{copy} if (b.b2) g = 1;"));
    unused(&format!("{copy} if (b.b1) g = 1;"));
    unused_with(
        "struct q { unsigned n : 9; }; int f(struct q *t) { int w = t->n; return w > 3; }",
        "struct q a; a.n = 5; if (f(&a)) g = 1;",
    );
    used("union { int i; char c[4]; } u; u.c[0] = 1; if (u.i) g = 1;");
    unused("union { int i; char c[4]; } u; u.i = 3; if (u.c[2]) g = 1;");
    used("unsigned x; if (x & 4) g = 1;");
    unused(
        "struct { unsigned a; } s; unsigned char *c = (unsigned char *) &s; c[0] = 1; if ((s.a & 0xff) == 1) g = 1;",
    );
}

#[test]
fn the_heap() {
    used("int *a = malloc(8); a[0] = 1; if (a[1]) g = 1;");
    unused("int *a = calloc(2, 4); if (a[1]) g = 1;");
    used("int x, *a = calloc(2, 4); a[0] = x; if (a[0]) g = 1;");
    let moved = "int *a = malloc(4); a[0] = 1; a = realloc(a, 8);";
    used(&format!("{moved} if (a[1]) g = 1;"));
    unused(&format!("{moved} if (a[0]) g = 1;"));
    used("int *a = __builtin_alloca(8); a[0] = 1; if (a[1]) g = 1;");
    let list = "struct n { struct n *next; int v; };";
    let made =
        "struct n *h = 0; for (int i = 0; i < 2; i++) { struct n *e = malloc(sizeof *e); e->next = h; h = e;";
    used_with(list, &format!("{made} }} if (h->next->v) g = 1;"));
    unused_with(list, &format!("{made} e->v = i; }} if (h->next->v) g = 1;"));
}

#[test]
fn copies_and_fills() {
    used("int a[2], b[2]; a[0] = 1; memcpy(b, a, sizeof a); if (b[1]) g = 1;");
    unused("int a[2], b[2]; a[0] = 1; memcpy(b, a, sizeof a); if (b[0]) g = 1;");
    used("struct p a, b; a.i = 3; memcpy(&b, &a, sizeof a); if (b.c) g = 1;");
    unused("struct p a; memset(&a, 0, sizeof a); if (a.i || a.b1) g = 1;");
    unused("int n = nondet() & 7; char *s = malloc(8); memset(s, 0, 8); if (s[n]) g = 1;");
}

#[test]
fn bytes_between_members_are_cleared_and_copied() {
    used("struct p a = {1, 2, 3, 4}; if (((char *)&a)[1]) g = 1;");
    unused("struct p a = {1}; if (((char *)&a)[1]) g = 1;");
    used("struct p a; a.c = 1; a.i = 2; if (((char *)&a)[1]) g = 1;");
    unused(
        "struct p a; memset(&a, 0, sizeof a); a.c = 1; a.b1 = 2; if (((char *)&a)[1] || ((char *)&a)[9]) g = 1;",
    );
    unused("struct p a, b; memset(&a, 0, sizeof a); b = a; if (memcmp(&a, &b, sizeof a)) g = 1;");
    used(
        "struct p a, b; memset(&b, 0, sizeof a); a.c = a.i = a.b1 = a.b2 = 1; memcpy(&b, &a, sizeof a); if (((char *)&b)[1]) g = 1;",
    );
}

#[test]
fn arguments_of_the_program_are_written() {
    let text = "int main(int argc, char **argv) { char *m = malloc(4); m[0] = 1; char *s = argc > 1 ? argv[1] : m; if (s[0]) g = 1; return 0; }";
    assert_eq!(error(text), None);
}

#[test]
fn an_error_names_what_is_unwritten() {
    let message = |main: &str| error(&format!("int main(void) {{ {main} return 0; }}")).expect("an error");
    assert_eq!(message("int x; if (x) g = 1;"), "use of uninitialized variable `x`");
    assert_eq!(message("int x; if (x > 3) g = 1;"), "use of uninitialized variable `x` in `x > 3`");
    assert_eq!(message("int *q = malloc(4); if (*q) g = 1;"), "`*q` uses an uninitialized value");
    assert_eq!(message("char b[4]; strlen(b);"), "`strlen(b)` uses an uninitialized value");
}

/// The statements through which the value comes matter, the declaration among them, and an initializer is a patch.
#[test]
fn what_matters_is_how_the_value_gets_there() {
    let folder = tempfile::tempdir().expect("there is room");
    let file = folder.path().join("a.c");
    let text = "int nondet(void);\nint main(void) {\n  int x;\n  if (nondet() > 5)\n    x = 1;\n  int y = x;\n  if (y > 3)\n    return 1;\n  return 0;\n}\n";
    std::fs::write(&file, text).expect("there is room");
    let request = CheckRequest {
        files: vec![file],
        preprocessor: faultscope::Preprocessor::default(),
        options: options(),
    };
    let report = check(&request, &faultscope::Silent).unwrap_or_else(|it| panic!("{:?}", it.diagnostics));
    assert_eq!(report.verdict, Verdict::Unsafe);
    let strength = |line: u32, kind: FindingKind| {
        let is_it = |it: &&faultscope::report::Finding| it.span.line == line && it.kind == kind;
        report.findings.iter().find(is_it).map(|it| it.strength)
    };
    assert_eq!(strength(3, FindingKind::Uninitialized), Some(Strength::Constant));
    assert_eq!(strength(6, FindingKind::Assignment), Some(Strength::Constant));
    let proved = report.patches.iter().filter(|it| it.verdict == PatchVerdict::Proved);
    let lines: BTreeSet<u32> = proved.map(|it| it.span.line).collect();
    assert!(lines.contains(&3), "{lines:?}");
}

#[test]
fn what_is_read_may_be_less_than_what_is_asked_for() {
    let declarations = "long read(int, void *, unsigned); char *fgets(char *, int, void *);
        unsigned fread(void *, unsigned, unsigned, void *); long getline(char **, unsigned *, void *); extern void *in;";
    for found in [
        "char b[9]; int n = read(0, b, 9); if (n > 0) g = b[8] == 'x';",
        "char b[9]; if (in && fgets(b, 9, in)) g = b[7] == 'x';",
        "int b[9]; if (in && fread(b, 4, 9, in)) g = b[1] == 1;",
        "char *l = 0; unsigned n = 0; if (in && getline(&l, &n, in) > 0) g = l[5] == 'x';",
        "char b[9]; if (scanf(\"%8s\", b) == 1) g = b[3] == 'x';",
        "int x; scanf(\"%d\", &x); g = x > 3;",
        "int x, y; if (scanf(\"%d %d\", &x, &y) == 1) g = y > 3;",
    ] {
        used_with(declarations, &format!("{found} if (g) g = 2;"));
    }
    for found in [
        "char b[9]; int n = read(0, b, 9); if (n > 0) g = b[n - 1] == 'x';",
        "char b[9] = {0}; int n = read(0, b, 9); if (n > 0) g = b[8] == 'x';",
        "char b[9]; if (in && fgets(b, 9, in)) g = strlen(b);",
        "int b[9]; if (in && fread(b, 4, 9, in) > 1) g = b[1] == 1;",
        "char *l = 0; unsigned n = 0; if (in && getline(&l, &n, in) > 0) g = strlen(l) > 5;",
        "char b[9]; if (scanf(\"%8s\", b) == 1) g = b[1] == 'x';",
        "int x = 0; scanf(\"%d\", &x); g = x > 3;",
        "int x, y; if (scanf(\"%d %d\", &x, &y) == 2) g = y > 3;",
    ] {
        unused_with(declarations, &format!("{found} if (g) g = 2;"));
    }
}
