//! Statements.

use super::super::ast::*;
use super::{check, check_bodies, check_none};

#[test]
fn statements_of_all_kinds() {
    check_bodies(
        "int a, b; int g(int);\n",
        &[
            ";;; {} a; g(a), b; { int a; { int a; } }",
            "if (a) b; else if (b) ; else { } if (a) if (b) ; else ;",
            "while (a) b--; do a++; while (a < 3); do { } while (0); for (;;) break; for (a = 0; a < 3; a++) continue;",
            "for (int i = 0, j = 1; i < j; i++, j--) { } for (struct { int x; } s = {1}; s.x; s.x--) ;",
            "switch (a) case 1: b; switch (a) { case 1 ... 3: case 'a': b; break; default: case 4: ; }",
            "l: a; m: n: b; goto l; goto *&&m; { __label__ x, y; x: y: ; }",
            "l: int c; m: } void h(void) { switch (a) { default: } if (a) { x: }",
            "return; } int h(void) { return a + b;",
            "_Static_assert(1, \"\"); a; int c = 1; static_assert(1); typedef int T; T d;",
            "asm(\"nop\"); __asm__ __volatile__(\"\" : : : \"memory\"); asm volatile (\"x\" \"y\" : \"=r\"(a), [o] \"+m\"(b) : \"r\"(a) : \"cc\", \"memory\");",
            "asm goto (\"\" : : \"r\"(a) : : l, m); l: ; m: asm inline(\"\" :: \"i\"(1)); asm(\"\" : \"=r\"(a));",
            "int h(int x) { return x; } h(1); int k(x) int x; { return x; }",
        ],
    );
}

#[test]
fn an_else_belongs_to_the_nearest_if() {
    let unit = check("void f(int a) { if (a) if (a) ; else ; }");
    let ExternalDeclaration::FunctionDefinition(function) = &unit.0[0].node else { panic!() };
    let Statement::Compound(items) = &function.node.statement.node else { panic!() };
    let BlockItem::Statement(Node { node: Statement::If(outer), .. }) = &items[0].node else { panic!() };
    let Statement::If(inner) = &outer.then_statement.node else { panic!() };
    assert!(outer.else_statement.is_none() && inner.else_statement.is_some());
}

#[test]
fn an_if_behind_an_else_is_another_statement() {
    let unit = check("void f(int a) { if (a) ; else if (a) ; else { } if (a) ; if (a) ; else ; }");
    let ExternalDeclaration::FunctionDefinition(function) = &unit.0[0].node else { panic!() };
    let Statement::Compound(items) = &function.node.statement.node else { panic!() };
    assert_eq!(items.len(), 3);
}

#[test]
fn long_chains_are_no_nesting() {
    let body = |part: &str, n: usize, end: &str| format!("void f(int a) {{ {}{end} }}", part.repeat(n));
    for text in [
        body("if (a == 1) a = 2; else ", 3000, ";"),
        body("l: ", 3000, ";"),
        body("a = 1; ", 10_000, ""),
        format!("int x = 1{};", " + 1".repeat(10_000)),
        format!("int x[] = {{ {} }};", "1, ".repeat(10_000)),
    ] {
        std::mem::forget(check(&text));
    }
}

#[test]
fn what_is_no_statement_is_refused() {
    let bodies = [
        "void f(void) { if a; }",
        "void f(void) { do ; while (1) }",
        "void f(void) { for (;) ; }",
        "void f(void) { else ; }",
        "void f(void) { case : ; }",
        "void f(void) { goto ; }",
        "void f(void) { int x = ; }",
        "void f(void) { return int; }",
        "void f(void) { 1 + ; }",
        "void f(void) { x. ; }",
        "void f(void) { (x ; }",
        "void f(void) { x[1 ; }",
        "void f(void) { if (1) int x; }",
        "void f(void) { {",
        "void f(void) }",
    ];
    check_none("int x;", &bodies);
}
