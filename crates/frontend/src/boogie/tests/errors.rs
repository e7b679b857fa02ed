//! What is refused, and how that is said.

use expect_test::expect;

use super::check_told;
use crate::boogie::BoogieConfig;

#[test]
fn a_missing_semicolon() {
    check_told(
        "procedure main() {\n  var x: int;\n  x := 1\n  x := 2;\n}",
        expect![[r#"
            3:9-9 expected `;` after the statement, found `x`
        "#]],
    );
}

#[test]
fn an_equals_sign_for_an_assignment() {
    check_told(
        "procedure main() {\n  var x: int;\n  x = 1;\n}",
        expect![[r#"
        3:5-6 expected `:=`, found `=`
            an assignment is written `x := e`
    "#]],
    );
    check_told(
        "procedure main() {\n  var x: int;\n  x == 1;\n}",
        expect![[r#"
            3:5-7 expected `:=`, found `==`
                an assignment is written `x := e`
        "#]],
    );
    check_told(
        "procedure main() {\n  assume 1 = 1;\n}",
        expect![[r#"
        2:12-13 expected `;` after the statement, found `=`
            equality is written `==`, an assignment `:=`
    "#]],
    );
}

#[test]
fn several_errors_in_one_run() {
    check_told(
        "procedure main() {
  var x: int;
  x := ;
  if (x > ) { x := 1; }
  x := 2;
  havoc 3;
}
procedure p( {}
var y int;
axiom true;",
        expect![[r#"
            3:8-9 expected an expression, found `;`
            4:11-12 expected an expression, found `)`
            6:9-10 expected the name of a variable, found `3`
            8:14-15 expected a name for the variable, found `{`
                a keyword cannot be a name; a backslash in front makes it one: `\int`
            9:7-10 expected `:` and a type, found the keyword `int`
        "#]],
    );
}

#[test]
fn words_of_other_languages() {
    check_told(
        "procedure main() { var x: int; x := 5 % 2; }",
        expect![[r#"
            1:39-40 unexpected character `%`
                the remainder is written `mod`
        "#]],
    );
    check_told(
        "procedure main() { assume true & false; }",
        expect![[r#"
            1:32-33 unexpected character `&`
                connectives are written `&&` and `||`
        "#]],
    );
    check_told(
        "procedure main() { main(); }",
        expect![[r#"
        1:24-25 expected `:=`, found `(`
            a procedure is called with `call`
    "#]],
    );
    check_told(
        "procedure main() { var x: int; x := *; }",
        expect![[r#"
        1:37-38 expected an expression, found `*`
            any value is assigned by `havoc`
    "#]],
    );
    check_told(
        "int main() { }",
        expect![[r#"
        1:1-4 expected a declaration (`procedure`, `var`, `const`, `type`, `function`, `axiom`), found the keyword `int`
    "#]],
    );
    check_told(
        "procedure main() { skip; }",
        expect![[r#"
        1:24-25 expected `:=`, found `;`
    "#]],
    );
}

#[test]
fn keywords_as_names() {
    check_told(
        "var int: int;",
        expect![[r#"
        1:5-8 expected a name for the variable, found the keyword `int`
            a keyword cannot be a name; a backslash in front makes it one: `\int`
    "#]],
    );
    check_told("procedure main() { var \\int: int; \\int := 1; }", expect![[""]]);
}

#[test]
fn ends_in_the_middle() {
    check_told(
        "procedure main() { var x: int; if (x > 0) {",
        expect![[r#"
        1:44-44 expected a statement or `}`, found the end of the file
    "#]],
    );
    check_told(
        "procedure main() { /* }",
        expect![[r#"
            1:20-22 this comment does not end
                close it with `*/`
        "#]],
    );
    check_told(
        "procedure main()",
        expect![[r#"
        1:17-17 expected `{` and the body, or `;`, found the end of the file
    "#]],
    );
    check_told(
        "procedure main() { assert {:msg \"",
        expect![[r#"
            1:33-34 this string does not end
                close it with `"` on the same line
            1:34-34 expected a statement or `}`, found the end of the file
        "#]],
    );
    check_told(
        "",
        expect![[r#"
        there is no procedure with an implementation
    "#]],
    );
}

#[test]
fn too_many_brackets() {
    check_told(
        "procedure main() { } }\nvar x: int;",
        expect![[r#"
        1:22-23 this `}` closes nothing
    "#]],
    );
    let deep = format!("procedure main() {{ assume {}true{}; }}", "(".repeat(500), ")".repeat(500));
    check_told(
        &deep,
        expect![[r#"
            1:226-227 more than 200 levels of nesting
        "#]],
    );
}

#[test]
fn operators_that_do_not_mix() {
    check_told(
        "axiom 1 < 2 < 3;",
        expect![[r#"
        1:13-14 `<` after `<` needs parentheses
            say which of them comes first
    "#]],
    );
    check_told(
        "axiom true ==> true <== true;",
        expect![[r#"
        1:21-24 `<==` after `==>` needs parentheses
            say which of them comes first
    "#]],
    );
    check_told("axiom true && false || true ==> true <==> false; procedure main() {}", expect![[""]]);
}

#[test]
fn unknown_names() {
    check_told(
        "function f(int): int; procedure p();
procedure main() {
  var a: T;
  x := y;
  assume f;
  assume p() == g(1);
  call f();
  call q();
  goto L;
  break;
}",
        expect![[r#"
            3:10-11 unknown type `T`
            4:3-4 unknown variable `x`
                declare it with `var`
            5:10-11 unknown name `f`
                `f` is a function; apply it: `f(…)`
            6:10-11 unknown function `p`
                this is a procedure; it is called with `call`
            6:17-18 unknown function `g`
            7:8-9 unknown procedure `f`
                this is a function; apply it in an expression
            8:8-9 unknown procedure `q`
            9:8-9 unknown label `L`
            10:3-8 `break` outside of a loop
        "#]],
    );
}

#[test]
fn wrong_types() {
    check_told(
        "function f(x: int): bool;
procedure main() {
  var x: int; var b: bool; var r: real; var v: bv8; var m: [int, bool]int;
  x := b;
  b := x;
  r := x;
  x := r;
  v := 5;
  x := x + r;
  v := v + 1bv8;
  b := !x;
  x := -b;
  assume x;
  assume x == b;
  x := m[1];
  x := m[1, 2];
  m[1, true] := false;
  x := x[1];
  b := f(b);
  b := f(1, 2);
  v := 256bv8;
  assume v[9:0] == v;
  b := v[4:0] == v;
}",
        expect![[r#"
            4:8-9 expected a value of type `int`, found `bool`
            5:8-9 expected a value of type `bool`, found `int`
                a number is not a condition; compare it: `e != 0`
            6:8-9 expected a value of type `real`, found `int`
                convert it with `real(…)`
            7:8-9 expected a value of type `int`, found `real`
                convert it with `int(…)`, which rounds down
            8:8-9 expected a value of type `bv8`, found `int`
                a constant of n bits is written `5bv8`
            9:8-13 `+` does not apply to `int` and `real`
                convert with `real(…)` or `int(…)`
            10:8-16 `+` does not apply to `bv8` and `bv8`
                arithmetic on bit-vectors needs functions: `function {:bvbuiltin "bvadd"} …`
            11:9-10 `!` is for `bool`, not for `int`
            12:9-10 `-` is for `int` or `real`, not for `bool`
            13:10-11 expected a value of type `bool`, found `int`
                a number is not a condition; compare it: `e != 0`
            14:10-16 `==` does not apply to `int` and `bool`
            15:8-12 this map has 2 indices, not 1
            16:13-14 expected a value of type `bool`, found `int`
                a number is not a condition; compare it: `e != 0`
            17:17-22 expected a value of type `int`, found `bool`
            18:8-12 a value of type `int` has no elements
            19:10-11 expected a value of type `int`, found `bool`
            20:8-15 `f` has 1 parameter, not 2
            21:8-14 256 does not fit 8 bits
            22:10-16 `bv8` has no bits 9:0
                `e[m:n]` has the bits below m down to n
            23:8-19 `==` does not apply to `bv4` and `bv8`
        "#]],
    );
}

#[test]
fn wrong_declarations() {
    check_told(
        "type T; type T; type P a; type A = B; type B = A;
var x: int; var x: bool; const c: P;
function f(int): int; function f(int): bool;
procedure p(a: int, a: int); procedure p();
implementation p(a: bool, b: int) {}
implementation q() {}
procedure main() { var y: int; var y: int; L: L: y := 1; }",
        expect![[r#"
            1:14-15 the type `T` is declared twice
            1:36-37 the type `B` is defined by itself
            1:48-49 the type `A` is defined by itself
            2:17-18 the global name `x` is declared twice
            2:35-36 the type `P` has 1 argument, not 0
            3:32-33 the function `f` is declared twice
            4:40-41 the procedure `p` is declared twice
            5:16-17 the types differ from those of the procedure `p`
            6:16-17 there is no procedure `q` to implement
                declare it: `procedure q(…);`
            7:36-37 the variable `y` is declared twice
            7:47-48 the label `L` is declared twice
        "#]],
    );
}

#[test]
fn wrong_assignments() {
    check_told(
        "const c: int; var g: int;
procedure p(a: int) returns (r: int, s: int);
procedure main(a: int) {
  var x, y: int; var b: bool;
  c := 1;
  a := 1;
  g := 1;
  x, y := 1;
  x, x := 1, 2;
  call x := p(1);
  call x, y := p(1, 2);
  call x, b := p(1);
  call x, x := p(1);
}",
        expect![[r#"
            5:3-4 `c` is a constant and cannot be assigned
                declare it with `var`
            6:3-4 `a` is a parameter and cannot be assigned
                copy it to a local variable, and assign that
            7:3-4 warning: `g` is not in the `modifies` clause of `main`
                add `modifies g;`
            8:3-12 2 places and 1 values
            9:6-7 `x` is assigned twice at once
            10:3-17 expected 2 results, found 1
            11:3-23 expected 1 argument, found 2
            12:11-12 a result of type `int` for `b` of type `bool`
            13:11-12 `x` is assigned twice at once
        "#]],
    );
}

#[test]
fn old_needs_an_earlier_state() {
    check_told(
        "var g: int;
procedure p() requires old(g) > 0; ensures old(g) == g; {}
function f(): int { g }
axiom old(1) == 1;",
        expect![[r#"
            2:24-30 `old` where there is no earlier state
                only postconditions and bodies of procedures have an earlier state
            3:21-22 a global variable (`g`) in an axiom or a function
                axioms and functions hold in every state; pass the value as an argument
            4:7-13 `old` where there is no earlier state
                only postconditions and bodies of procedures have an earlier state
        "#]],
    );
}

#[test]
fn an_entry_that_is_not_there() {
    let config = |name: &str| BoogieConfig { entry: Some(name.to_owned()), ..BoogieConfig::default() };
    let text = "procedure p() {} procedure q(); procedure r() { call p(); }";
    let file = crate::InputFile { name: "a.bpl".to_owned(), text: text.to_owned(), originals: Vec::new() };
    let input = crate::Input { files: vec![file] };
    let told = |name| super::told(&crate::boogie::translate(&input, &config(name)));
    expect![[r#"
        there is no procedure `s`
            procedures to start with: `p`, `r`
    "#]]
    .assert_eq(&told("s"));
    expect![[r#"
        there is no implementation of the procedure `q`
            procedures to start with: `p`, `r`
    "#]]
    .assert_eq(&told("q"));
    expect![[""]].assert_eq(&told("p"));
    check_told(
        "procedure q();",
        expect![[r#"
        there is no procedure with an implementation
    "#]],
    );
}

#[test]
fn columns_count_characters() {
    check_told(
        "axiom /* ⇒ äöü */ ∀x: int • x ≤ y;",
        expect![[r#"
        1:33-34 unknown name `y`
            declare it with `var` or `const`
    "#]],
    );
}

#[test]
fn an_error_is_told_once() {
    check_told(
        "procedure main() {\n  assume x > 0 && x < 10 && f(x);\n}",
        expect![[r#"
        2:10-11 unknown name `x`
            declare it with `var` or `const`
        2:19-20 unknown name `x`
            declare it with `var` or `const`
        2:29-30 unknown function `f`
    "#]],
    );
    check_told(
        "function f(x: int): bool { x }\nprocedure main() { assume f(1) && f(2); }",
        expect![[r#"
        1:28-29 expected a value of type `bool`, found `int`
            a number is not a condition; compare it: `e != 0`
    "#]],
    );
}
