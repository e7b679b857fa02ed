//! Initializers of locals and globals.

use expect_test::expect;

use super::{check, check_body};

#[test]
fn what_is_not_mentioned_is_zero() {
    check_body(
        "int a[4] = {1, [2] = 3}; struct { int x, y; } s = {.y = 5};",
        expect![[r#"
        procedure main([]) returns ([main()])
        b0:
          a := [_: 0]  // Lowering 1
          a[0] := 1  // Assignment 1
          a[2] := 3  // Assignment 1
          s.x := 0  // Lowering 1
          s.y := 0  // Lowering 1
          s.y := 5  // Assignment 1
          main() := 0  // Lowering 1
          Return
    "#]],
    );
}

#[test]
fn braces_may_be_left_out_and_ranges_given() {
    check_body(
        "int a[2][2] = {1, 2, 3}; int b[] = {[1 ... 2] = 7, 8};",
        expect![[r#"
        procedure main([]) returns ([main()])
        b0:
          a := [_: 0]  // Lowering 1
          a[0] := 1  // Assignment 1
          a[1] := 2  // Assignment 1
          a[2] := 3  // Assignment 1
          b := [_: 0]  // Lowering 1
          b[1] := 7  // Assignment 1
          b[2] := 7  // Assignment 1
          b[3] := 8  // Assignment 1
          main() := 0  // Lowering 1
          Return
    "#]],
    );
}

#[test]
fn strings_initialize_arrays() {
    check_body(
        "char s[] = \"ab\", t[4] = {\"c\"};",
        expect![[r#"
        procedure main([]) returns ([main()])
        b0:
          s[0] := 97  // Assignment 1
          s[1] := 98  // Assignment 1
          s[2] := 0  // Assignment 1
          t := [_: 0]  // Lowering 1
          t[0] := 99  // Assignment 1
          t[1] := 0  // Assignment 1
          main() := 0  // Lowering 1
          Return
    "#]],
    );
}

#[test]
fn globals_start_at_zero_and_are_initialized_before_main() {
    check(
        "int a, b = 5, *p = &b, c[2] = {1}; static int unused = 3; int main(void) { return a + *p + c[0]; }",
        expect![[r#"
            procedure main([]) returns ([main()])
            b0:
              assume (And (Eq (Extract { hi: 63, lo: 32 } p) 1) (Eq (Extract { hi: 31, lo: 0 } p) 0))  // Requirement 1
              main() := (BvAdd (BvAdd a (Select memory of int p)) (Select c 0))  // Return 1
              Return
            procedure <start>([]) returns ([])
            b0:
              memory of int := [_: 0]  // Lowering 1
              a := 0  // Lowering 1
              p := 0  // Lowering 1
              c := [_: 0]  // Lowering 1
              memory of int[4294967296] := 5  // Assignment 1
              p := 4294967296  // Assignment 1
              c[0] := 1  // Assignment 1
              [result] := main[]
              Return
        "#]],
    );
}

#[test]
fn static_locals_keep_their_values() {
    check(
        "int next(void) { static int n = 3; return n++; } int main(void) { next(); return next(); }",
        expect![[r#"
            procedure main([]) returns ([main()])
            b0:
              [next()] := next[]
              [next()#2] := next[]
              main() := next()#2  // Return 1
              Return
            procedure next([]) returns ([next()#1])
            b0:
              temporary := n  // Lowering 1
              n := (BvAdd n 1)  // Assignment 1
              next()#1 := temporary  // Return 1
              Return
            procedure <start>([]) returns ([])
            b0:
              n := 0  // Lowering 1
              n := 3  // Assignment 1
              [result] := main[]
              Return
        "#]],
    );
}

#[test]
fn compound_literals_have_a_place() {
    check(
        "struct p { int x, y; }; int main(void) { struct p p = (struct p){1, 2}; int *q = (int[]){3, 4}; return q[1]; }",
        expect![[r#"
            procedure main([]) returns ([main()])
            b0:
              literal.x := 1  // Assignment 1
              literal.y := 2  // Assignment 1
              p.x := literal.x  // Assignment 1
              p.y := literal.y  // Assignment 1
              memory of int[4294967296] := 3  // Assignment 1
              memory of int[4294967300] := 4  // Assignment 1
              q := 4294967296  // Assignment 1
              assume (And (BvUle (BvAdd (Extract { hi: 31, lo: 0 } q) 4) 4) (Eq (Extract { hi: 63, lo: 32 } q) 1))  // Requirement 1
              main() := (Select memory of int (BvAddLow q 4))  // Return 1
              Return
            procedure <start>([]) returns ([])
            b0:
              memory of int := [_: 0]  // Lowering 1
              [result] := main[]
              Return
        "#]],
    );
}

#[test]
fn a_long_table_is_one_command() {
    let elements: Vec<String> = (0..70).map(|idx| (idx % 3).to_string()).collect();
    check_body(
        &format!("int a[70] = {{{}}};", elements.join(",")),
        expect![[r#"
        procedure main([]) returns ([main()])
        b0:
          a := [1: 1, 2: 2, 4: 1, 5: 2, 7: 1, 8: 2, 10: 1, 11: 2, 13: 1, 14: 2, 16: 1, 17: 2, 19: 1, 20: 2, 22: 1, 23: 2, 25: 1, 26: 2, 28: 1, 29: 2, 31: 1, 32: 2, 34: 1, 35: 2, 37: 1, 38: 2, 40: 1, 41: 2, 43: 1, 44: 2, 46: 1, 47: 2, 49: 1, 50: 2, 52: 1, 53: 2, 55: 1, 56: 2, 58: 1, 59: 2, 61: 1, 62: 2, 64: 1, 65: 2, 67: 1, 68: 2, _: 0]  // Assignment 1
          main() := 0  // Lowering 1
          Return
    "#]],
    );
}

/// To gcc a list with computed values that a range gives is one value, of which no part is left beside a later one.
#[test]
fn a_part_of_a_range_takes_the_place_of_its_list() {
    check_body(
        "int x = 3; struct { int a, b; } s[2] = { [0 ... 1] = { x, 2 }, [1].b = 5 };",
        expect![[r#"
            procedure main([]) returns ([main()])
            b0:
              x := 3  // Assignment 1
              s[].a := [_: 0]  // Lowering 1
              s[].b := [_: 0]  // Lowering 1
              s[].a[0] := x  // Assignment 1
              s[].b[0] := 2  // Assignment 1
              s[].b[1] := 5  // Assignment 1
              main() := 0  // Lowering 1
              Return
        "#]],
    );
    check_body(
        "struct { int a, b; } s[2] = { [0 ... 1] = { -3, 2 }, [1].b = 5 };",
        expect![[r#"
        procedure main([]) returns ([main()])
        b0:
          s[].a[0] := -3  // Assignment 1
          s[].b[0] := 2  // Assignment 1
          s[].a[1] := -3  // Assignment 1
          s[].b[1] := 5  // Assignment 1
          main() := 0  // Lowering 1
          Return
    "#]],
    );
    check_body(
        "int x = 3; struct { int a, b; } s[2] = { [1] = { x, 2 }, [0 ... 1].b = 5 };",
        expect![[r#"
            procedure main([]) returns ([main()])
            b0:
              x := 3  // Assignment 1
              s[].a := [_: 0]  // Lowering 1
              s[].b := [_: 0]  // Lowering 1
              s[].a[1] := x  // Assignment 1
              s[].b[0] := 5  // Assignment 1
              s[].b[1] := 5  // Assignment 1
              main() := 0  // Lowering 1
              Return
        "#]],
    );
}
