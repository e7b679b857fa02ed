//! What is said of text that is no C, and where.

use expect_test::{Expect, expect};

use super::super::{lex, parse};

fn told(text: &str) -> String {
    let Err(errors) = parse(text, &lex("a.c", text)) else { return "none\n".to_owned() };
    let mut shown = String::new();
    for error in errors {
        let line = text[..error.span.start].matches('\n').count() + 1;
        let place = &text[error.span.start..error.span.end];
        shown.push_str(&format!("{line} `{place}`: {}\n", error.message));
        error.hint.iter().for_each(|hint| shown.push_str(&format!("  {hint}\n")));
    }
    shown
}

#[track_caller]
fn check(text: &str, expect: Expect) {
    expect.assert_eq(&told(text));
}

#[test]
fn several_errors_in_one_file() {
    check(
        "int f(void) {\n  int x = 1\n  int y = (2;\n  return x + ;\n}\nint g(int a {\n  return a;\n}\nint h[3;\nint k(void) { return 1; }\nfoo z;\n",
        expect![[r#"
            2 `1`: syntax error: expected `;`, found `int`
            3 `;`: syntax error: expected `)`, found `;`
            4 `;`: syntax error: expected an expression, found `;`
            6 `{`: syntax error: expected `)`, found `{`
            9 `;`: syntax error: expected `]`, found `;`
            11 `foo`: `foo` is not known as a type
              the header that declares it may be missing
        "#]],
    );
}

#[test]
fn unknown_types() {
    check(
        "foo a;\nstatic bar *b;\nint f(baz x, int y);\nstruct s { qux m; };\nvoid g(void) {\n  quux c;\n  quuz *d = 0;\n  for (size i = 0; i < 3; i++) ;\n  int e = (tt) 1;\n  int h = (uu *) e;\n  foo again;\n}\n",
        expect![[r#"
            1 `foo`: `foo` is not known as a type
              the header that declares it may be missing
            2 `bar`: `bar` is not known as a type
              the header that declares it may be missing
            3 `baz`: `baz` is not known as a type
              the header that declares it may be missing
            4 `qux`: `qux` is not known as a type
              the header that declares it may be missing
            6 `quux`: `quux` is not known as a type
              the header that declares it may be missing
            7 `quuz`: `quuz` is not known as a type
              the header that declares it may be missing
            8 `size`: `size` is not known as a type
              the header that declares it may be missing
            9 `tt`: `tt` is not known as a type
              the header that declares it may be missing
            10 `uu`: `uu` is not known as a type
              the header that declares it may be missing
        "#]],
    );
}

#[test]
fn what_was_expected() {
    check(
        "int f(void) { if (1 return 2; }",
        expect![[r#"
        1 `return`: syntax error: expected `)`, found `return`
    "#]],
    );
    check(
        "int f(void) { return 1 }",
        expect![[r#"
        1 `}`: syntax error: expected `;`, found `}`
    "#]],
    );
    check(
        "int f(void) { x = ); }",
        expect![[r#"
        1 `)`: syntax error: expected an expression, found `)`
    "#]],
    );
    check(
        "int f(void) { do x; (1); }",
        expect![[r#"
        1 `(`: syntax error: expected `while`, found `(`
    "#]],
    );
    check(
        "int f(void) { f(1, 2; }",
        expect![[r#"
        1 `;`: syntax error: expected `,` or `)`, found `;`
    "#]],
    );
    check(
        "int f(void) { else ; }",
        expect![[r#"
        1 `else`: syntax error: there is no `if` that this `else` belongs to
    "#]],
    );
    check(
        "int f(void) { return int; }",
        expect![[r#"
        1 `int`: syntax error: expected an expression, found `int`
    "#]],
    );
    check(
        "typedef int T; int f(void) { return T; }",
        expect![[r#"
        1 `T`: syntax error: expected an expression, found the type `T`
    "#]],
    );
    check(
        "struct { int a } b",
        expect![[r#"
        1 `b`: syntax error: expected `;`, found end of file
    "#]],
    );
    check(
        "struct { int };\nenum { 1 };\nint 3;\n= 4;\n",
        expect![[r#"
        2 `1`: syntax error: expected a name, found `1`
        3 `3`: syntax error: expected a name, found `3`
        4 `=`: syntax error: expected a declaration, found `=`
    "#]],
    );
    check(
        "int a[] = { 1, 2",
        expect![[r#"
        1 `2`: syntax error: expected `}`, found end of file
    "#]],
    );
    check(
        "int f(void) {",
        expect![[r#"
        1 `{`: syntax error: expected `}`, found end of file
    "#]],
    );
    check(
        "int x = 08;\nint y = @;\n",
        expect![[r#"
            1 `08`: `08` is not a number
            2 `@`: syntax error: expected an expression, found `@`
        "#]],
    );
    check(
        "}",
        expect![[r#"
        1 `}`: syntax error: expected a declaration, found `}`
    "#]],
    );
    check(
        "int f(int n; int a[n]) { }",
        expect![[r#"
        1 `;`: forward declarations of parameters are not supported
    "#]],
    );
}

#[test]
fn one_error_does_not_lead_to_others() {
    check(
        "void f(void) {\n  for (int i = 0; i < 3; i++ {\n    f();\n  }\n}\nint g(void) { return 1; }\n",
        expect![[r#"
        2 `{`: syntax error: expected `)`, found `{`
    "#]],
    );
    check(
        "struct s {\n  int a\n  int b;\n};\nint x;\n",
        expect![[r#"
        2 `a`: syntax error: expected `;`, found `int`
    "#]],
    );
    check(
        "void f(void) {\n  int a[] = { 1, 2 3 };\n  { f(; }\n  f();\n}\n",
        expect![[r#"
        2 `3`: syntax error: expected `,` or `}`, found `3`
        3 `;`: syntax error: expected an expression, found `;`
    "#]],
    );
    check(
        "int f(void) {\n  if (1) {\n    return 1;\n}\nint g(void) { return 2; }\n",
        expect![[r#"
        5 `}`: syntax error: expected `}`, found end of file
    "#]],
    );
}

#[test]
fn errors_are_told_up_to_a_number() {
    let text = "int x = ;\n".repeat(100);
    assert_eq!(told(&text).lines().count(), 10);
}

#[test]
fn nesting_without_brackets_has_a_bound() {
    let text = format!("int f(int a) {{ return {}1; }}", "(int)".repeat(3000));
    let told = crate::c::on_large_stack(|| told(&text));
    assert!(told.ends_with("nested too deeply\n"), "{told}");
    for part in ["a = ", "1 ? 1 : ", "sizeof ", "while (1) ", "if (1) ", "do ", "++"] {
        let text = format!("int f(int a) {{ {}1; }}", part.repeat(60_000 / part.len()));
        let unit = crate::c::on_large_stack(|| parse(&text, &lex("a.c", &text)).is_err());
        assert!(unit, "{part}");
    }
}
