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
fn an_operator_on_vectors_is_one_on_elements_that_are_read_once() {
    check(
        "typedef int v2 __attribute__((vector_size(8))); v2 f(void);\n\
         v2 main(v2 a, int i) { a += f(); a[i] = 3; return a < i; }",
        expect![[r#"
            procedure main([a, i]) returns ([main()])
            b0:
              operand := a  // Assignment 2
              havoc input  // Input 2
              operand#1 := input  // Assignment 2
              value[0] := (BvAdd (Select operand#1 0) (Select operand 0))  // Assignment 2
              value[1] := (BvAdd (Select operand#1 1) (Select operand 1))  // Assignment 2
              a := value  // Assignment 2
              assume (BvUlt i 2)  // Requirement 2
              a[i] := 3  // Assignment 2
              value#1[0] := (Ite (BvSlt (Select a 0) i) -1 0)  // Assignment 2
              value#1[1] := (Ite (BvSlt (Select a 1) i) -1 0)  // Assignment 2
              main() := value#1  // Return 2
              Return
            procedure <start>([]) returns ([])
            b0:
              havoc a#1  // Input 2
              havoc i#1  // Input 2
              [result] := main[a#1, i#1]
              Return
            assuming: `f` is not defined: it may return any value and write what its arguments lead to and variables that are not static, pointers apart
        "#]],
    );
}

#[test]
fn a_complex_number_has_two_parts() {
    check(
        "float _Complex g = 1 + 2.0if; float _Complex main(float _Complex z, float x) { __imag__ z = x; return z * x + g; }",
        expect![[r#"
            procedure main([z.real, z.imag, x]) returns ([main().real, main().imag])
            b0:
              z.imag := x  // Assignment 1
              value.real := (FloatAdd (FloatMul x z.real) g.real)  // Assignment 1
              value.imag := (FloatAdd (FloatMul z.imag x) g.imag)  // Assignment 1
              main().real := value.real  // Return 1
              main().imag := value.imag  // Return 1
              Return
            procedure <start>([]) returns ([])
            b0:
              g.real := 0.0  // Lowering 1
              g.imag := 0.0  // Lowering 1
              g.real := 1.0  // Assignment 1
              g.imag := 2.0  // Assignment 1
              havoc z  // Input 1
              havoc z#1  // Input 1
              havoc x#1  // Input 1
              [result, result#1] := main[z, z#1, x#1]
              Return
        "#]],
    );
}

#[test]
fn what_is_not_supported_is_named() {
    check(
        "typedef int v4 __attribute__((vector_size(16))); typedef float f4 __attribute__((vector_size(16)));\n\
         v4 v; f4 f; double _Complex c; char *p;\n\
         void of_parts(void) { v.x = 1; c.real = 1; __imag__ p; }\n\
         void of_operands(void) { v + f; f % f; c < 1; v + p; c % 2; ~f; }\n\
         void of_conversions(void) { v = 1; c = v; p = c; f = c; if (v) return; }",
        expect![[r#"
            a.c:3:23-26: Error: `int __attribute__((vector_size(16)))` has no member `x`
            a.c:3:32-38: Error: `double _Complex` has no member `real`
            a.c:3:44-54: Error: `char *` has no real and imaginary part
            a.c:4:26-31: Error: the operator does not apply to `int __attribute__((vector_size(16)))` and `float __attribute__((vector_size(16)))`
            a.c:4:33-38: Error: the operator does not apply to `float` and `float`
            a.c:4:40-45: Error: the operator does not apply to `double _Complex` and `int`
            a.c:4:47-52: Error: the operator does not apply to `int __attribute__((vector_size(16)))` and `char *`
            a.c:4:54-59: Error: the operator does not apply to `double _Complex` and `int`
            a.c:4:61-63: Error: the operator does not apply to `float`
            a.c:5:33-34: Error: cannot convert `int` to `int __attribute__((vector_size(16)))`
            a.c:5:40-41: Error: cannot convert `int __attribute__((vector_size(16)))` to `double _Complex`
            a.c:5:47-48: Error: cannot convert `double _Complex` to `char *`
            a.c:5:54-55: Error: cannot convert `double _Complex` to `float __attribute__((vector_size(16)))`
            a.c:5:61-62: Error: a value of type `int __attribute__((vector_size(16)))` is not a condition
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

#[test]
fn nested_functions_share_the_variables_of_the_function_around_them() {
    check(
        "int main(void) { int x = 1; int f(int y) { x = y; return x; } return f(2); }",
        expect![[r#"
            procedure main([]) returns ([main()])
            b0:
              memory of int[4294967296] := 1  // Assignment 1
              [f()] := f[2]
              main() := f()  // Return 1
              Return
            procedure f([y]) returns ([f()#1])
            b0:
              memory of int[4294967296] := y  // Assignment 1
              f()#1 := (Select memory of int 4294967296)  // Return 1
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
fn callers_look_whether_a_jump_has_left_a_nested_function() {
    check(
        "int main(void) { __label__ out; void f(void) { goto out; } f(); out: return 0; }",
        expect![[r#"
            procedure main([]) returns ([main()])
            b0:
              activation := next activation  // Lowering 1
              next activation := (BvAdd activation 1)  // Lowering 1
              places of activations[activation] := 1  // Lowering 1
              last activation of main := activation  // Lowering 1
              [] := f[]
              if a jump is under way then b2 else b1
            b1:
              main() := 0  // Return 1
              places of activations[activation] := 0  // Lowering 1
              Return
            b2:
              a jump is under way := false  // Lowering 1
              Goto(BlockId(1))
            procedure f([]) returns ([])
            b0:
              activation to jump to := last activation of main  // Lowering 1
              place to jump to := 0  // Lowering 1
              value of the jump := 0  // Lowering 1
              a jump is under way := true  // Lowering 1
              Return
            procedure <start>([]) returns ([])
            b0:
              a jump is under way := false  // Lowering 1
              activation to jump to := 0  // Lowering 1
              place to jump to := 0  // Lowering 1
              value of the jump := 0  // Lowering 1
              places of activations := [_: 0]  // Lowering 1
              last activation of main := 0  // Lowering 1
              next activation := 1785556992  // Lowering 1
              [result] := main[]
              Return
        "#]],
    );
}

#[test]
fn what_nested_functions_cannot_do_is_unsupported_where_it_stands() {
    check(
        "int call(int (*f)(void)) { return f(); } \
         int down(int n) { int f(void) { return n; } return n ? down(n - 1) + call(f) : 0; } int main(void) { return down(2); }",
        expect![[r#"
            procedure main([]) returns ([main()])
            b0:
              [down()] := down[2]
              main() := down()  // Return 1
              Return
            procedure down([n]) returns ([down()#1])
            b0:
              down runs := true  // Lowering 1
              temporary := &n  // Lowering 1
              n#1 := next object  // Lowering 1
              sizes of objects[n#1] := 4  // Lowering 1
              kinds of objects[n#1] := 1  // Lowering 1
              next object := (BvAdd n#1 1)  // Lowering 1
              assume (BvUlt n#1 next object)  // Lowering 1
              &n := (Concat n#1 0)  // Lowering 1
              memory of int[&n] := n  // Lowering 1
              if (Not (Eq (Select memory of int &n) 0)) then b1 else b2
            b1:
              [down()#2] := down[(BvAdd (Select memory of int &n) -1)]
              unsupported "a pointer to a nested function of a recursive function whose variables or labels are used within it is not supported"
            b2:
              temporary#1 := 0  // Lowering 1
              down()#1 := temporary#1  // Return 1
              &n := temporary  // Lowering 1
              down runs := false  // Lowering 1
              Return
            procedure call([f]) returns ([call()#1])
            b0:
              temporary#2 := f  // Lowering 1
              if (Eq temporary#2 4294967296) then b1 else b2
            b1:
              assume down runs  // Requirement 1
              [f()] := f[]
              result := f()  // Lowering 1
              call()#1 := result  // Return 1
              Return
            b2:
              assume false  // Requirement 1
              Stop
            procedure f([]) returns ([f()#1])
            b0:
              f()#1 := (Select memory of int &n)  // Return 1
              Return
            procedure <start>([]) returns ([])
            b0:
              memory of int := [_: 0]  // Lowering 1
              next object := 2  // Lowering 1
              sizes of objects := [_: 0]  // Lowering 1
              kinds of objects := [1: 3, _: 0]  // Lowering 1
              [result#1] := main[]
              Return
        "#]],
    );
    check(
        "int f(int n) { struct { int a[n]; } s; s.a[0] = 1; return sizeof s; } int main(void) { return f(1); }",
        expect![[r#"
            procedure main([]) returns ([main()])
            b0:
              [f()] := f[1]
              main() := f()  // Return 1
              Return
            procedure f([n]) returns ([f()#1])
            b0:
              length := n  // Assignment 1
              unsupported "a structure with a member of variable size is not supported"
        "#]],
    );
    check(
        "int f(int n) { return sizeof (struct { int a[n]; }) + n; } int main(void) { return f(1); }",
        expect![[r#"
            procedure main([]) returns ([main()])
            b0:
              [f()] := f[1]
              main() := f()  // Return 1
              Return
            procedure f([n]) returns ([f()#1])
            b0:
              length := n  // Assignment 1
              unsupported "a structure with a member of variable size is not supported"
        "#]],
    );
}

#[test]
fn modes_of_types() {
    check(
        "typedef unsigned UQ __attribute__((mode(QI))); typedef int DI __attribute__((__mode__(__DI__)));\n\
         typedef float F __attribute__((mode(DF))); struct s { int a __attribute__((mode(HI))), b; };\n\
         int f(int x __attribute__((mode(QI)))) { return x; }\n\
         int main(void) { UQ u = 255; u++; DI big = 1; big <<= 40; int __attribute__((mode(word))) w = 1;\n\
         return u + sizeof(DI) * 100 + sizeof(F) * 1000 + sizeof(struct s) * 10000 + (big >> 38) + f(257) + sizeof w; }",
        expect![[r#"
            procedure main([]) returns ([main()])
            b0:
              u := -1  // Assignment 4
              u := (BvAdd u 1)  // Assignment 4
              big := 1  // Assignment 4
              big := (BvShl big 40)  // Assignment 4
              w := 1  // Assignment 4
              [f()] := f[1]
              main() := (BvAdd (BvAdd f() (BvAdd (Extract { hi: 31, lo: 0 } (BvAshr big 38)) (ZeroExtend(24) u))) 88804)  // Return 5
              Return
            procedure f([x]) returns ([f()#1])
            b0:
              f()#1 := (SignExtend(24) x)  // Return 3
              Return
        "#]],
    );
    check(
        "typedef int V __attribute__((mode(V4SI))); typedef int *P __attribute__((mode(SI))); int main(void) { return 0; }",
        expect![[r#"
            a.c:1:30-34: Error: the mode `V4SI` is not supported
            a.c:1:74-78: Error: the attribute `mode` is not supported for this type
        "#]],
    );
}

#[test]
fn second_names() {
    check(
        "int a = 1; extern int b __attribute__((alias(\"a\"))); static int f(int x) { return x; }\n\
         int g(int) __attribute__((alias(\"f\"))); int main(void) { b = 2; return g(a); }",
        expect![[r#"
            procedure main([]) returns ([main()])
            b0:
              a := 2  // Assignment 2
              [f()] := f[a]
              main() := f()  // Return 2
              Return
            procedure f([x]) returns ([f()#1])
            b0:
              f()#1 := x  // Return 1
              Return
            procedure <start>([]) returns ([])
            b0:
              a := 0  // Lowering 2
              a := 1  // Assignment 1
              [result] := main[]
              Return
        "#]],
    );
    check(
        "extern int b __attribute__((alias(\"a\"))); int a; short s; extern int t __attribute__((alias(\"s\")));\n\
         int main(void) { return 0; }",
        expect![[r#"
            a.c:1:29-34: Error: the attribute `alias` is supported for new names of what is declared before
            a.c:1:87-92: Error: the attribute `alias` is supported for new names of what is declared before
        "#]],
    );
}
