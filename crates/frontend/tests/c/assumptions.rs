//! What is taken for granted, at the statements that rest on it.

use faultscope_ir::AssumptionKind::{
    self, AccessInBounds, AddressLayout, AllocationSucceeds, BeyondArray, EvaluationOrder, FreedMemory,
    InputSize, LibraryModel, SignedOverflow, UndefinedFunction, UndefinedOperation, UndefinedVariable,
    UnwrittenMemory,
};

use super::{DataModel, translate};

/// The choices of a kind: the line of each statement that rests on one, and what it is about.
fn lines(text: &str, kind: AssumptionKind) -> Vec<String> {
    let program = translate(&[("a.c", text)], DataModel::Ilp32).program.expect("it is a program");
    let mut lines = Vec::new();
    for assumption in program.assumptions.iter().filter(|it| it.kind == kind) {
        let line = assumption.origin.map_or(0, |origin| program.sources.origin(origin).span.line);
        let subject = assumption.subject.as_deref().map(|it| format!(" {it}")).unwrap_or_default();
        lines.push(format!("{line}{subject}"));
    }
    lines
}

/// The lines of the program on which a statement rests on a choice of a kind.
#[track_caller]
fn check(text: &str, kind: AssumptionKind, expected: &[&str]) {
    assert_eq!(lines(text, kind), expected, "{kind:?} in\n{text}");
}

/// Each statement of `main` is on a line of its own, the first on line 2.
fn body(statements: &[&str]) -> String {
    format!(
        "int n, *p, *q; double d; int f(void); int h(void) {{ return n++; }} int g(int a, int b) {{ return a; }} int main(void) {{\n{}\n}}",
        statements.join("\n")
    )
}

#[test]
fn functions_and_variables_that_are_not_defined() {
    let text =
        "int read(void); extern int limit;\nint main(void) {\n int x = read();\n x = limit;\n return x;\n}";
    check(text, UndefinedFunction, &["3 read"]);
    assert_eq!(lines(text, UndefinedVariable).len(), 1);
    check("int main(void) { return 0; }", UndefinedFunction, &[]);
}

#[test]
fn functions_of_the_library() {
    let text =
        body(&["char s[9];", "n = strlen(s);", "sprintf(s, \"a\");", "n = abs(3);", "printf(\"%d\", n);"]);
    let text = format!(
        "unsigned strlen(const char *); int sprintf(char *, const char *, ...); int printf(const char *, ...); int abs(int); {text}"
    );
    check(&text, LibraryModel, &["3 strlen", "4 sprintf", "5 abs"]);
}

#[test]
fn allocations() {
    let prototypes = "void *malloc(unsigned); void *calloc(unsigned, unsigned); void free(void *);";
    let text =
        format!("{prototypes} {}", body(&["p = malloc(8);", "q = calloc(n, 4);", "free(p);", "n = 1;"]));
    check(&text, AllocationSucceeds, &["2", "3"]);
    check(&text, FreedMemory, &["4"]);
    let text = format!("{prototypes} {}", body(&["if (n)", "free(p);", "n = 1;"]));
    check(&text, FreedMemory, &["3"]);
    check(&body(&["n = 1;"]), AllocationSucceeds, &[]);
    let text = format!("{} {}", "void *realloc(void *, unsigned);", body(&["n = 1;", "p = realloc(p, 8);"]));
    check(&text, FreedMemory, &["3"]);
}

#[test]
fn memory_on_the_stack_in_loops() {
    let once = body(&["p = __builtin_alloca(8);", "if (n)", "q = __builtin_alloca(4);", "while (n) n--;"]);
    check(&once, FreedMemory, &[]);
    let again = body(&[
        "while (n--)",
        "p = __builtin_alloca(8);",
        "while ((q = __builtin_alloca(4)) && n)",
        "n--;",
        "for (; n; q = __builtin_alloca(4))",
        "n--;",
        "do n--;",
        "while (n && __builtin_alloca(n));",
    ]);
    check(&again, FreedMemory, &["3", "4", "6", "9"]);
    check(&body(&["again:", "p = __builtin_alloca(8);", "if (n--) goto again;"]), FreedMemory, &["3"]);
}

#[test]
fn addresses_as_numbers() {
    let text = body(&[
        "n = (int)p;",
        "p = (int *)n;",
        "p = 0;",
        "n = p == q;",
        "n = p < q;",
        "n = p - q;",
        "n = (int)d;",
    ]);
    check(&text, AddressLayout, &["2", "3", "6", "7"]);
}

#[test]
fn bytes_of_pointers_as_numbers() {
    let types = "union u { int *p; int n; char c[4]; }; struct s { int n; int *p; char c[4]; }; ";
    let text = types.to_owned()
        + &body(&["int a; union u u;", "u.p = &a;", "n = u.n;", "n = u.c[1];", "p = u.p;", "n = a;"]);
    check(&text, AddressLayout, &["4", "5"]);
    // What is copied byte by byte.
    let copy = |statements: &[&str]| {
        let copy = "void *memcpy(void *, const void *, unsigned); ";
        copy.to_owned() + types + &body(statements)
    };
    check(
        &copy(&["int a, b; p = &a;", "memcpy(&b, &p, sizeof b);", "n = b;", "n = a;"]),
        AddressLayout,
        &["4"],
    );
    // A structure has pointers and numbers in places of their own, except behind its end.
    let text = copy(&[
        "int a; struct s t, *r = &t; char *c = (char *)r;",
        "t.p = &a; *c = 0;",
        "n = t.n;",
        "n = r->n;",
        "n = r->c[n];",
        "n = c[n];",
    ]);
    check(&text, AddressLayout, &["6", "7"]);
}

#[test]
fn arrays_at_the_end_of_structures() {
    let at = |types: &str, statements: &[&str]| format!("{types} {}", body(statements));
    // A pointer lies behind the array of numbers.
    let within = "struct s { int n; int v[3]; }; struct t { struct s s; int *p; };";
    let text = at(
        within,
        &["struct t t; struct s *r = &t.s;", "n = r->v[n];", "r->v[n] = 1;", "n = r->v[2];", "n = t.s.v[n];"],
    );
    check(&text, BeyondArray, &["3", "4"]);
    // So it does in an array of such structures, and nothing does where the structure is all of an object.
    let with_pointer = "struct s { int *p; int v[3]; };";
    check(&at(with_pointer, &["struct s s, *r = &s;", "n = r->v[n];"]), BeyondArray, &[]);
    check(&at(with_pointer, &["struct s s[2], *r = s;", "n = r->v[n];"]), BeyondArray, &["3"]);
    // Numbers of one size have the same cells, and bytes have those of all.
    let numbers = "struct s { unsigned n; int v[3]; }; struct t { struct s s; int m; };";
    check(&at(numbers, &["struct t t; struct s *r = &t.s;", "n = r->v[n];"]), BeyondArray, &[]);
    let bytes = ["struct t t; struct s *r = &t.s; char *c = (char *)r;", "n = r->v[n] + *c;"];
    check(&at(within, &bytes), BeyondArray, &[]);
    // An array without a length is the end of its object.
    let flexible = "struct s { int *p; int n; int v[]; }; struct s *f(void);";
    check(&at(flexible, &["struct s *r = f();", "n = r[n].v[n];"]), BeyondArray, &[]);
}

#[test]
fn pointers_beyond_arrays_of_structures() {
    let at = |types: &str, statements: &[&str]| format!("{types} {}", body(statements));
    let types = "struct s { int v[2]; short k; };";
    let text = at(types, &["struct s s; int *q = s.v;", "q[2] = 5;", "n = s.k;", "n = *q;", "q++;"]);
    check(&text, BeyondArray, &["3", "5"]);
    let text = at(types, &["struct s s; int *q = &s.v[n];", "n = *q;"]);
    check(&text, BeyondArray, &["3"]);
    let rows = "struct s { int v[2][3]; short k; };";
    check(&at(rows, &["struct s s; int (*q)[3] = s.v;", "n = q[2][0];"]), BeyondArray, &["3"]);
    let structures = "struct e { int i; char c; }; struct s { struct e v[2]; short k; };";
    check(&at(structures, &["struct s s; struct e *q = s.v;", "n = q[2].i;"]), BeyondArray, &["3"]);
    // Nothing else lies there, nobody moves, and what is moved points to whole structures.
    check(&at("", &["int v[2]; int *q = v;", "n = q[n];"]), BeyondArray, &[]);
    let numbers = "struct s { int v[2]; unsigned k; };";
    check(&at(numbers, &["struct s s; int *q = s.v;", "n = q[n];"]), BeyondArray, &[]);
    check(&at(types, &["struct s s; short *q = &s.k;", "n = *q;"]), BeyondArray, &[]);
    check(&at(types, &["struct s s[3], *q = s + n;", "n = q->k;"]), BeyondArray, &[]);
}

#[test]
fn pointers_behind_an_object() {
    // Another object may begin there.
    let text = body(&["int a[2], b[2];", "n = a + 2 != b;", "n = p == 0;", "n = a + 1 == a;"]);
    check(&text, AddressLayout, &["3"]);
    check(&body(&["n = p == q;", "n = p != q + 1;"]), AddressLayout, &["2", "3"]);
    check(&body(&["int a;", "p = &a;", "n = p != q;"]), AddressLayout, &[]);
}

#[test]
fn accesses_that_may_be_outside() {
    let text = body(&["int a[3];", "p = &n;", "a[2] = 1;", "a[n] = 1;", "n = *p;", "n = n;", "a[3] = 1;"]);
    check(&text, AccessInBounds, &["5", "6", "8"]);
}

#[test]
fn orders_of_evaluation() {
    let text = body(&[
        "n = f() + f();",
        "n = f() + 1;",
        "g(n++, n++);",
        "g(n, h());",
        "n = n++ + 1;",
        "f(), f();",
        "f() && f();",
        "n = 1 + 2;",
        "n = n + n++;",
        "g(h(), n);",
        "p[n = 1] = n;",
        "p[h()] = n;",
        "p[n] = h();",
        "n += h();",
        "n = h();",
        "n += f();",
        "p[1] = n++;",
    ]);
    check(
        &text,
        EvaluationOrder,
        &["2", "4", "5", "6", "10", "10", "11", "12", "13", "13", "14", "15", "17"],
    );
}

#[test]
fn signed_arithmetic() {
    let text = body(&[
        "unsigned u = 1;",
        "u = u + 1;",
        "n = n + 1;",
        "n = 1 + 2;",
        "n = -n;",
        "n += 2;",
        "n++;",
        "u = -u;",
        "n = n / -1;",
        "n = n % u;",
        "n = n / n;",
        "n = n / 3;",
        "n = n << 1;",
        "u = u << 1;",
    ]);
    check(&text, SignedOverflow, &["4", "6", "7", "8", "10", "14"]);
}

#[test]
fn operations_that_may_have_no_value() {
    let text = body(&[
        "n = n / 2;",
        "n = 2 / n;",
        "n %= n;",
        "n = n << 3;",
        "n = 3 << n;",
        "n = n >> 32;",
        "n = d;",
        "d = d / d;",
    ]);
    check(&text, UndefinedOperation, &["3", "4", "4", "6", "7", "8"]);
}

#[test]
fn sizes_of_what_comes_from_outside() {
    let text = "int main(int argc, char **argv) {\n return argv[0][0];\n}";
    assert_eq!(lines(text, InputSize).len(), 1);
    check("int main(void) { return 0; }", InputSize, &[]);
}

#[test]
fn memory_that_keeps_its_contents() {
    let text = "void g(int *p);\nint main(void) {\n for (;;) {\n int a[100];\n g(a);\n }\n}";
    check(text, UnwrittenMemory, &[]);
    let text = "void g(int *p);\nint main(void) {\n for (;;) {\n int a[10];\n g(a);\n }\n}";
    check(text, UnwrittenMemory, &[]);
}

#[test]
fn models_of_the_library_rest_on_nothing_else() {
    let text = "unsigned strlen(const char *);\nint main(void) {\n return strlen(\"abc\");\n}";
    for kind in [SignedOverflow, EvaluationOrder] {
        check(text, kind, &[]);
    }
    // What they are given must be there all the same.
    check(text, AccessInBounds, &["3"]);
}
