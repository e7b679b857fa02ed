//! Texts that are refused, and what is said.

use expect_test::expect;

use super::check;

#[test]
fn a_missing_semicolon() {
    check(
        "int main(void) {\n  int x = 1\n  return x;\n}\n",
        expect![[r#"
        a.c:2:11-12: Error: syntax error: expected `;`, found `return`
    "#]],
    );
}

#[test]
fn a_missing_parenthesis() {
    check(
        "int main(void) { if (1 return 2; }",
        expect![[r#"
        a.c:1:24-30: Error: syntax error: expected `)`, found `return`
    "#]],
    );
}

#[test]
fn an_unknown_type() {
    check(
        "int main(void) { foo x; }",
        expect![[r#"
            a.c:1:22-23: Error: syntax error: expected `;`, found `x`
              hint: `foo` is not known as a type; the header that declares it may be missing
        "#]],
    );
}

#[test]
fn unfinished_text() {
    check(
        "int main(void) { int x = 'a; }",
        expect![[r#"
        a.c:1:26-27: Error: character without closing quote
    "#]],
    );
    check(
        "int main(void) { /* and so on",
        expect![[r#"
        a.c:1:18-19: Error: comment without end
    "#]],
    );
    check(
        "int main(void) {",
        expect![[r#"
            a.c:1:16-17: Error: syntax error: expected `}`, found end of file
        "#]],
    );
    check(
        "",
        expect![[r#"
            Error: function `main` is not defined
              hint: no function is defined
        "#]],
    );
}

#[test]
fn directives_that_are_left() {
    check(
        "#define N 3\nint main(void) { return N; }",
        expect![[r#"
        a.c:1:1-2: Error: directive #define N 3 was not preprocessed
    "#]],
    );
}

#[test]
fn names_that_are_not_declared_are_reported_once() {
    check(
        "int main(void) { a = 1; a = b; return a; }",
        expect![[r#"
            a.c:1:18-19: Error: `a` is not declared
            a.c:1:29-30: Error: `b` is not declared
        "#]],
    );
}

#[test]
fn wrong_uses_of_types() {
    check(
        "struct s { int x; } s; int main(void) { s = 1; s.y = 2; if (s) return *s; return s + 1; }",
        expect![[r#"
            a.c:1:45-46: Error: `int` is no `struct s`
            a.c:1:48-51: Error: `struct s` has no member `y`
            a.c:1:61-62: Error: `struct s` is no condition
            a.c:1:71-73: Error: `struct s` is no pointer
            a.c:1:82-87: Error: the operator does not apply to `struct s` and `int`
        "#]],
    );
    check(
        "struct t; int main(void) { struct t t; int x[-1]; void v; 3 = 4; return sizeof(struct t); }",
        expect![[r#"
            a.c:1:37-38: Error: variable `t` has an incomplete type
            a.c:1:46-48: Error: the size of the array is negative or too large
            a.c:1:56-57: Error: variable `v` has type void
            a.c:1:59-64: Error: the left side is no place that can be assigned
            a.c:1:73-89: Error: the size of `struct t` is not known
        "#]],
    );
}

#[test]
fn an_entry_that_is_missing() {
    check(
        "int f(void) { return 1; }",
        expect![[r#"
            Error: function `main` is not defined
              hint: name the function to start with by --entry; there are `f`
        "#]],
    );
}

#[test]
fn nesting_that_no_parser_stands() {
    check(
        &format!("int main(void) {{ return {}1{}; }}", "(".repeat(1000), ")".repeat(1000)),
        expect![[r#"
        a.c:1:174-175: Error: nested too deeply
    "#]],
    );
}
