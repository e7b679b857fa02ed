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
            a.c:1:18-21: Error: `foo` is not known as a type
              hint: the header that declares it may be missing
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
            a.c:1:45-46: Error: cannot convert `int` to `struct s`
            a.c:1:48-51: Error: `struct s` has no member `y`
            a.c:1:61-62: Error: a value of type `struct s` is not a condition
            a.c:1:71-73: Error: a value of type `struct s` is not a pointer
            a.c:1:82-87: Error: the operator does not apply to `struct s` and `int`
        "#]],
    );
    check(
        "struct t; int main(void) { struct t t; int x[-1]; void v; 3 = 4; return sizeof(struct t); }",
        expect![[r#"
            a.c:1:37-38: Error: variable `t` has an incomplete type
            a.c:1:46-48: Error: the size of the array is negative
            a.c:1:56-57: Error: variable `v` has type void
            a.c:1:59-64: Error: the left side cannot be assigned to
            a.c:1:73-89: Error: the size of `struct t` is not known
        "#]],
    );
}

#[test]
fn arrays_that_are_too_large() {
    check(
        "char t[1 << 30]; int main(void) { return 0; }",
        expect![[r#"
            a.c:1:8-15: Error: an array of 1 GiB or more is not supported
        "#]],
    );
}

#[test]
fn an_entry_that_is_missing() {
    // Names of the compiler's headers are not meant, unless there are no others.
    let with_header = "static int __swap(int n) { return n; } int f(void) { return __swap(1); }";
    for text in ["int f(void) { return 1; }", with_header] {
        check(
            text,
            expect![[r#"
                Error: function `main` is not defined
                  hint: name the function to start with by --entry; there are `f`
            "#]],
        );
    }
    check(
        "int __f(void) { return 1; }",
        expect![[r#"
            Error: function `main` is not defined
              hint: name the function to start with by --entry; there are `__f`
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

#[test]
fn what_is_constant_is_not_assigned() {
    check(
        "struct s { const int a; int b; };\nconst int g = 1;\n\
         void f(const int n, struct s *p, const int *q, struct s s, struct s t) {\n\
         g = 2;\n n += 1;\n p->a = 3;\n *q = 4;\n q[1]++;\n --g;\n s = t;\n}\nint main(void) { return 0; }\n",
        expect![[r#"
            a.c:4:1-6: Error: assignment of read-only variable `g`
            a.c:5:2-8: Error: assignment of read-only parameter `n`
            a.c:6:2-10: Error: assignment of read-only member `a`
            a.c:7:2-8: Error: assignment of read-only location
            a.c:8:2-8: Error: increment of read-only location
            a.c:9:2-5: Error: decrement of read-only variable `g`
            a.c:10:2-7: Error: assignment of read-only parameter `s`
        "#]],
    );
}

#[test]
fn what_is_not_constant_is_assigned() {
    check(
        "typedef const int *to_constant;\nstruct s { const int *a; };\n\
         void f(const int *q, struct s *p, to_constant r) { const int *const *s = &q; int x; q = &x; q++; p->a = q; r = q; *(int *)q = *r; s = &r; }\n\
         int main(void) { const int c[2] = {1, 2}; const struct s s = {c}; return s.a[1] - 2; }\n",
        expect![[r#"
            procedure main([]) returns ([main()])
            b0:
              memory of int[4294967296] := 1  // Assignment 4
              memory of int[4294967300] := 2  // Assignment 4
              s.a := 4294967296  // Assignment 4
              assume (And (BvUle (BvAdd (Extract { hi: 31, lo: 0 } s.a) 4) 4) (Eq (Extract { hi: 63, lo: 32 } s.a) 1))  // Requirement 4
              main() := (BvAdd (Select memory of int (BvAddLow s.a 4)) -2)  // Return 4
              Return
            procedure <start>([]) returns ([])
            b0:
              memory of int := [_: 0]  // Lowering 4
              [result] := main[]
              Return
        "#]],
    );
}

#[test]
fn attributes_that_change_the_meaning_are_no_decoration() {
    check(
        "typedef int v2 __attribute__((vector_size(7))); typedef int v3 __attribute__((vector_size(12)));\n\
         struct s { int i; } __attribute__((vector_size(8))) x; double d __attribute__((ext_vector_type(2)));\n\
         int main(void) { return 0; }",
        expect![[r#"
            a.c:1:31-42: Error: there are no vectors of `int` of this size
            a.c:1:79-90: Error: the number of elements of a vector is a power of two
            a.c:2:36-47: Error: there are no vectors of `struct s` of this size
            a.c:2:80-95: Error: the attribute `ext_vector_type` is not supported
        "#]],
    );
    check(
        "int a; extern int b __attribute__((__alias__(\"a\"), unused));\nint main(void) { return b; }",
        expect![[r#"
            procedure main([]) returns ([main()])
            b0:
              main() := a  // Return 2
              Return
            procedure <start>([]) returns ([])
            b0:
              a := 0  // Lowering 2
              [result] := main[]
              Return
        "#]],
    );
    check(
        "void f(int *p); int main(void) {\n  int x __attribute__((cleanup(f))) = 1;\n  return x; }",
        expect![[r#"
            procedure main([]) returns ([main()])
            b0:
              memory of int[4294967296] := 1  // Assignment 2
              main() := (Select memory of int 4294967296)  // Return 3
              havoc memory of int  // Input 2
              Return
            procedure <start>([]) returns ([])
            b0:
              memory of int := [_: 0]  // Lowering 1
              [result] := main[]
              Return
            assuming: `f` is not defined: it may return any value and write what its arguments lead to and variables that are not static, pointers apart
        "#]],
    );
    check(
        "int x __attribute__((unused, section(\"a\")));\nint main(void) { return x; }",
        expect![[r#"
            procedure main([]) returns ([main()])
            b0:
              main() := x  // Return 2
              Return
            procedure <start>([]) returns ([])
            b0:
              x := 0  // Lowering 2
              [result] := main[]
              Return
        "#]],
    );
}
