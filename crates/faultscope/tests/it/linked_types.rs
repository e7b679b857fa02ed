//! Types across files and without prototypes: records that one file completes, arrays without a size, functions of old style.

use crate::folder::{Folder, stderr, stdout};

/// What is said first of a program in two files, whichever of them comes first.
fn first_lines(a: &str, b: &str) -> [String; 2] {
    let folder = Folder::with(&[("a.c", a), ("b.c", b)]);
    [["a.c", "b.c"], ["b.c", "a.c"]].map(|files| {
        let arguments = ["--data-model", "lp64", "--level", "trace"];
        let output = folder.check(&[&files[..], &arguments[..]].concat());
        let text = stdout(&output);
        assert!(output.status.code() != Some(2), "{a}\n{b}\n{}", stderr(&output));
        text.lines().next().unwrap_or_default().to_owned()
    })
}

#[track_caller]
fn check_linked(a: &str, b: &str, begins: &str) {
    for line in first_lines(a, b) {
        assert!(line.starts_with(begins), "{a}\n{b}\n{line}");
    }
}

/// What is said first of a program in one file.
#[track_caller]
fn check(text: &str, begins: &str) {
    let folder = Folder::with(&[("a.c", text)]);
    let output = folder.check(&["a.c", "--data-model", "lp64", "--level", "trace"]);
    assert!(stdout(&output).starts_with(begins), "{text}\n{}{}", stdout(&output), stderr(&output));
}

#[test]
fn a_record_is_completed_by_another_file() {
    let opaque = "struct S; extern struct S g; int f(struct S *); int main(void) { return f(&g) - 3; }";
    check_linked(opaque, "struct S { int a; } g = { 3 }; int f(struct S *s) { return s->a; }", "no error");
    check_linked(
        opaque,
        "struct S { int a; } g = { 3 }; int f(struct S *s) { return 6 / (s->a - 3); }",
        "error: ",
    );
    let pointer =
        "struct S; struct S *p; void init(void); int v(void); int main(void) { init(); return v() - 2; }";
    let owner = "struct S { int v; }; struct S s = { 2 }; extern struct S *p; void init(void) { p = &s; } int v(void) { return p->v; }";
    check_linked(pointer, owner, "no error");
    let list = "typedef struct N N; extern N head; int len(N *); int main(void) { return len(&head) - 2; }";
    let nodes = "typedef struct N { struct N *n; } N; static N t; N head = { &t }; int len(N *h) { int k = 0; for (; h; h = h->n) k++; return k; }";
    check_linked(list, nodes, "no error");
}

#[test]
fn members_of_a_union_have_no_order() {
    let user = "union U { int a; float b; }; union U g; int f(void); int main(void) { g.a = 0; return f(); }";
    check_linked(
        user,
        "union U { float b; int a; }; extern union U g; int f(void) { return g.a; }",
        "no error",
    );
    check_linked(
        user,
        "union U { double b; int a; }; extern union U g; int f(void) { return g.a; }",
        "error: conflicting",
    );
}

#[test]
fn a_tentative_array_without_a_size_has_one_element() {
    check("int a[]; int main(void) { a[0] = 3; return a[0] - 3; }", "no error");
    check("int a[]; int main(void) { a[1] = 3; return 0; }", "error: index `1` is out of bounds");
    check("int a[]; int a[2]; int main(void) { a[1] = 3; return 0; }", "no error");
    check_linked("extern int a[]; int main(void) { a[1] = 3; return 0; }", "int a[2];", "no error");
}

#[test]
fn arguments_fit_what_a_function_without_a_prototype_takes() {
    let program = |call: &str| {
        format!(
            "int f(); int main(void) {{ return {call} == 7 ? 1 : 0; }} int f(n, x) int n; long x; {{ return n + (int)x; }}"
        )
    };
    check(&program("f(1, 2L)"), "no error");
    check(&program("f(1, 2)"), "no error");
    check(&program("f(1, -2)"), "error: `-2` is of type `int`, and `f` takes `long`");
    check(&program("f(1.0, 2L)"), "error: `1.0` is of type `double`, and `f` takes `int`");
    let through = |ty: &str| {
        format!(
            "float f(x) float x; {{ return x; }} int main(void) {{ float (*p)({ty}) = (float (*)({ty}))f; return p(1) == 1 ? 0 : 1 / (int)(p(1) - p(1)); }}"
        )
    };
    check(&through("double"), "no error");
    check(&through("float"), "error: `p` does not point to a function of a fitting type");
}

#[test]
fn a_prototype_agrees_with_a_definition_of_old_style() {
    let caller = |prototype: &str| format!("{prototype} int main(void) {{ return f(1.5) == 1 ? 0 : 1; }}");
    let old = "int f(x) float x; { return (int)x; }";
    check_linked(&caller("int f(double);"), old, "no error");
    check_linked(&caller("int f(float);"), old, "error: conflicting types for `f`");
    check_linked(&caller("int f();"), "int f(double x) { return (int)x; }", "no error");
    check_linked(
        &caller("int f();"),
        "int f(float x) { return (int)x; }",
        "error: conflicting types for `f`",
    );
}
