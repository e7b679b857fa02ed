//! What GNU and later standards have added to C.

use expect_test::expect;

use super::{check, check_body};

#[test]
fn computed_goto_leads_to_the_labels_whose_addresses_are_taken() {
    check(
        "int f(int n) {\n  static void *const table[] = { &&zero, &&one };\n  goto *table[n];\nzero:\n  return 10;\none:\n  return 11;\n}\n\
         int main(void) { return f(1); }",
        expect![[r#"
            procedure main([]) returns ([main()])
            b0:
              [f()] := f[1]
              main() := f()  // Return 9
              Return
            procedure f([n]) returns ([f()#1])
            b0:
              assume (BvUlt n 2)  // Requirement 3
              target := (Select table n)  // Assignment 3
              if (Eq target 4294967296) then b2 else b1
            b1:
              if (Eq target 4294967297) then b4 else b3
            b2:
              f()#1 := 10  // Return 5
              Return
            b3:
              unsupported "a computed goto that leads to no label of its function is not supported"
            b4:
              f()#1 := 11  // Return 7
              Return
            procedure <start>([]) returns ([])
            b0:
              table := [_: 0]  // Lowering 9
              table[0] := 4294967296  // Assignment 2
              table[1] := 4294967297  // Assignment 2
              [result] := main[]
              Return
        "#]],
    );
}

#[test]
fn labels_of_blocks_are_apart() {
    check_body(
        "int x = 1; { __label__ end; if (x) goto end; x = 2; end: ; } { __label__ end; if (x) goto end; x = 3; end: } return x;",
        expect![[r#"
            procedure main([]) returns ([main()])
            b0:
              x := 1  // Assignment 1
              if (Not (Eq x 0)) then b2 else b1
            b1:
              x := 2  // Assignment 1
              Goto(BlockId(2))
            b2:
              if (Not (Eq x 0)) then b4 else b3
            b3:
              x := 3  // Assignment 1
              Goto(BlockId(4))
            b4:
              main() := x  // Return 1
              Return
        "#]],
    );
}

#[test]
fn initializers_in_all_their_forms() {
    check_body(
        "struct s { int a, b; } x = { b: 2, a: 1 }, y = {}; int z[3] = { [1 ... 2] = 4 }; return x.a + y.b + z[2];",
        expect![[r#"
            procedure main([]) returns ([main()])
            b0:
              x.b := 2  // Assignment 1
              x.a := 1  // Assignment 1
              y.a := 0  // Lowering 1
              y.b := 0  // Lowering 1
              z := [_: 0]  // Lowering 1
              z[1] := 4  // Assignment 1
              z[2] := 4  // Assignment 1
              main() := (BvAdd (Select z 2) (BvAdd y.b x.a))  // Return 1
              Return
        "#]],
    );
    check_body(
        "union u { int i; char c; } x; x = (union u) 5; return x.i;",
        expect![[r#"
            procedure main([]) returns ([main()])
            b0:
              havoc memory of bytes[4294967296]  // Declaration 1
              havoc memory of bytes[4294967297]  // Declaration 1
              havoc memory of bytes[4294967298]  // Declaration 1
              havoc memory of bytes[4294967299]  // Declaration 1
              memory of bytes#1[8589934592] := 0  // Lowering 1
              memory of bytes#1[8589934593] := 0  // Lowering 1
              memory of bytes#1[8589934594] := 0  // Lowering 1
              memory of bytes#1[8589934595] := 0  // Lowering 1
              memory of bytes#1[8589934592] := 5  // Assignment 1
              memory of bytes#1[8589934593] := 0  // Assignment 1
              memory of bytes#1[8589934594] := 0  // Assignment 1
              memory of bytes#1[8589934595] := 0  // Assignment 1
              memory of bytes[4294967296] := (Select memory of bytes#1 8589934592)  // Assignment 1
              memory of bytes[4294967297] := (Select memory of bytes#1 8589934593)  // Assignment 1
              memory of bytes[4294967298] := (Select memory of bytes#1 8589934594)  // Assignment 1
              memory of bytes[4294967299] := (Select memory of bytes#1 8589934595)  // Assignment 1
              main() := (Concat (Select memory of bytes 4294967299) (Concat (Select memory of bytes 4294967298) (Concat (Select memory of bytes 4294967297) (Select memory of bytes 4294967296))))  // Return 1
              Return
            procedure <start>([]) returns ([])
            b0:
              memory of bytes := [_: 0]  // Lowering 1
              memory of bytes#1 := [_: 0]  // Lowering 1
              [result] := main[]
              Return
        "#]],
    );
}

#[test]
fn types_are_found_out() {
    check_body(
        "__auto_type x = 1.5f; typeof(x) y = x; typeof_unqual(x) z = y; return z;",
        expect![[r#"
        procedure main([]) returns ([main()])
        b0:
          x := 1.5  // Assignment 1
          y := x  // Assignment 1
          z := y  // Assignment 1
          main() := (Ite (And (FloatLe -2147483600.0 z) (FloatLt z 2147483600.0)) (FloatToSigned(32) z) -2147483648)  // Return 1
          Return
    "#]],
    );
    check_body(
        "return __builtin_types_compatible_p(int, const int) + 2 * __builtin_types_compatible_p(int, long) + __builtin_choose_expr(1, 4, undeclared);",
        expect![[r#"
            procedure main([]) returns ([main()])
            b0:
              main() := 5  // Return 1
              Return
        "#]],
    );
    check_body(
        "auto x = 1.5; return x;",
        expect![[r#"
        a.c:1:23-24: Error: it depends on the standard what `auto` without a type means here
    "#]],
    );
    check_body(
        "struct { __auto_type x; } s; return 0;",
        expect![[r#"
        a.c:1:27-38: Error: `__auto_type` is not supported here
    "#]],
    );
}

#[test]
fn what_later_standards_added() {
    check(
        "enum e : unsigned char { A = 1'0, B = 0b11 }; constexpr int n = 3;\n\
         int main(void) { bool b = true; int *p = nullptr; l: int x = sizeof(enum e) + A; if (p == nullptr && b == false) goto l; return x + n; }",
        expect![[r#"
            procedure main([]) returns ([main()])
            b0:
              b := 1  // Assignment 2
              p := 0  // Assignment 2
              Goto(BlockId(1))
            b1:
              x := 11  // Assignment 2
              if (And (Eq p 0) (Eq b 0)) then b1 else b2
            b2:
              main() := (BvAdd n x)  // Return 2
              Return
            procedure <start>([]) returns ([])
            b0:
              n := 0  // Lowering 2
              n := 3  // Assignment 1
              [result] := main[]
              Return
        "#]],
    );
    check(
        "typedef enum { false, true } bool; int main(void) { bool b = true; int nullptr = 3; return b + nullptr; }",
        expect![[r#"
            procedure main([]) returns ([main()])
            b0:
              b := 1  // Assignment 1
              nullptr := 3  // Assignment 1
              main() := (BvAdd nullptr b)  // Return 1
              Return
        "#]],
    );
    check(
        "static _Alignas(8) char c; int main(void) { return _Alignof(c) + __alignof__(double) + _Alignof(double); }",
        expect![[r#"
        procedure main([]) returns ([main()])
        b0:
          main() := 20  // Return 1
          Return
    "#]],
    );
}

#[test]
fn what_is_not_supported_is_named() {
    check(
        "int main(void) { int f(int x) { return x; } return f(1); }",
        expect![[r#"
        a.c:1:22-30: Error: nested functions are not supported
    "#]],
    );
    check(
        "int main(void) { double _Complex c = 1.0i; return __real__ c; }",
        expect![[r#"
        a.c:1:25-33: Error: complex numbers are not supported
        a.c:1:38-42: Error: complex numbers are not supported
        a.c:1:51-61: Error: complex numbers are not supported
    "#]],
    );
    check(
        "_Decimal64 d; _BitInt(7) b; asm(\".globl x\"); int main(void) { return 0; }",
        expect![[r#"
        a.c:1:1-11: Error: this floating type is not supported
        a.c:1:15-25: Error: the type `_BitInt` is not supported
        a.c:1:29-45: Error: assembly outside of functions is not supported
    "#]],
    );
    check(
        "int main(void) { asm goto (\"\" : : : : l); l: return 0; }",
        expect![[r#"
        procedure main([]) returns ([main()])
        b0:
          unsupported "`asm goto` is not supported"
    "#]],
    );
}
