//! Operators, conversions, and the order of effects.

use expect_test::expect;
use faultscope_frontend::c::DataModel;

use super::{check, check_body, show, translate};

#[test]
fn integers_are_promoted_and_converted() {
    check_body(
        "unsigned char c = 200; int i = c + 1; unsigned u = i; long long l = u * i; c = l;",
        expect![[r#"
            procedure main([]) returns ([main()])
            b0:
              c := -56  // Assignment 1
              i := (BvAdd (ZeroExtend(24) c) 1)  // Assignment 1
              u := i  // Assignment 1
              l := (ZeroExtend(32) (BvMul u i))  // Assignment 1
              c := (Extract { hi: 7, lo: 0 } l)  // Assignment 1
              main() := 0  // Lowering 1
              Return
        "#]],
    );
}

#[test]
fn comparisons_follow_the_signedness_of_the_common_type() {
    check_body(
        "int i = 0; unsigned u = 1; int a = i < u; int b = i < 5; i = -1 < 1u;",
        expect![[r#"
        procedure main([]) returns ([main()])
        b0:
          i := 0  // Assignment 1
          u := 1  // Assignment 1
          a := (Ite (BvUlt i u) 1 0)  // Assignment 1
          b := (Ite (BvSlt i 5) 1 0)  // Assignment 1
          i := 0  // Assignment 1
          main() := 0  // Lowering 1
          Return
    "#]],
    );
}

#[test]
fn a_comparison_of_a_comparison_is_simplified() {
    check_body(
        "int x = 0; if ((x > 0) != 0) x = 1; if (!(x == 2)) x = 3;",
        expect![[r#"
        procedure main([]) returns ([main()])
        b0:
          x := 0  // Assignment 1
          if (BvSlt 0 x) then b1 else b2
        b1:
          x := 1  // Assignment 1
          Goto(BlockId(2))
        b2:
          if (Not (Eq x 2)) then b3 else b4
        b3:
          x := 3  // Assignment 1
          Goto(BlockId(4))
        b4:
          main() := 0  // Lowering 1
          Return
    "#]],
    );
}

#[test]
fn division_and_shifts_follow_the_signedness_of_the_left_operand() {
    check_body(
        "int i = 9; unsigned u = 9; i = i / 2 % 3 >> i; u = u / 2 % 3 >> i;",
        expect![[r#"
            procedure main([]) returns ([main()])
            b0:
              i := 9  // Assignment 1
              u := 9  // Assignment 1
              i := (BvAshr (BvSrem (BvSdiv i 2) 3) (BvAnd i 31))  // Assignment 1
              u := (BvLshr (BvUrem (BvUdiv u 2) 3) (BvAnd i 31))  // Assignment 1
              main() := 0  // Lowering 1
              Return
        "#]],
    );
}

#[test]
fn floats_convert_to_integers_as_x86_does() {
    check_body(
        "double d = 2.5; int i = d; float f = i; d = f * 2;",
        expect![[r#"
        procedure main([]) returns ([main()])
        b0:
          d := 2.5  // Assignment 1
          i := (Ite (And (FloatLt d 2147483648.0) (FloatLt -2147483649.0 d)) (FloatToSigned(32) d) -2147483648)  // Assignment 1
          f := (SignedToFloat(FloatFormat { exponent: 8, significand: 24 }) i)  // Assignment 1
          d := (FloatToFloat(FloatFormat { exponent: 11, significand: 53 }) (FloatMul f 2.0))  // Assignment 1
          main() := 0  // Lowering 1
          Return
    "#]],
    );
}

#[test]
fn the_left_operand_is_as_it_was_before_effects_of_the_right_one() {
    check(
        "int g; int f(void) { g = 2; return 1; } int main(void) { int x = g + f(); int y = x + x++; return y; }",
        expect![[r#"
            procedure main([]) returns ([main()])
            b0:
              temporary := g  // Lowering 1
              [f()] := f[]
              x := (BvAdd f() temporary)  // Assignment 1
              temporary#2 := x  // Lowering 1
              temporary#1 := x  // Lowering 1
              x := (BvAdd x 1)  // Assignment 1
              y := (BvAdd temporary#1 temporary#2)  // Assignment 1
              main() := y  // Return 1
              Return
            procedure f([]) returns ([f()#1])
            b0:
              g := 2  // Assignment 1
              f()#1 := 1  // Return 1
              Return
            procedure <start>([]) returns ([])
            b0:
              g := 0  // Lowering 1
              [result] := main[]
              Return
        "#]],
    );
}

#[test]
fn operands_without_effects_stay_conditions_and_calls_become_control_flow() {
    check(
        "int f(int x) { return x; } int main(void) { int a = 1; a = a && f(a) || a > 3 && a < 5; }",
        expect![[r#"
            procedure main([]) returns ([main()])
            b0:
              a := 1  // Assignment 1
              if (Not (Eq a 0)) then b4 else b2
            b1:
              temporary := true  // Lowering 1
              Goto(BlockId(3))
            b2:
              temporary := false  // Lowering 1
              Goto(BlockId(3))
            b3:
              a := (Ite (Or temporary (And (BvSlt a 5) (BvSlt 3 a))) 1 0)  // Assignment 1
              main() := 0  // Lowering 1
              Return
            b4:
              [f()] := f[a]
              if (Not (Eq f() 0)) then b1 else b2
            procedure f([x]) returns ([f()#1])
            b0:
              f()#1 := x  // Return 1
              Return
        "#]],
    );
}

#[test]
fn a_conditional_is_a_term_unless_it_has_effects() {
    check_body(
        "int a = 1, b; b = a ? 2 : 3; b = a > 1 ? a++ : 4; b = a ?: 7; b = (a, b);",
        expect![[r#"
            procedure main([]) returns ([main()])
            b0:
              a := 1  // Assignment 1
              havoc b  // Declaration 1
              b := (Ite (Eq a 0) 3 2)  // Assignment 1
              if (BvSlt 1 a) then b1 else b2
            b1:
              temporary#1 := a  // Lowering 1
              a := (BvAdd a 1)  // Assignment 1
              temporary := temporary#1  // Lowering 1
              Goto(BlockId(3))
            b2:
              temporary := 4  // Lowering 1
              Goto(BlockId(3))
            b3:
              b := temporary  // Assignment 1
              temporary#2 := a  // Lowering 1
              b := (Ite (Eq temporary#2 0) 7 temporary#2)  // Assignment 1
              b := b  // Assignment 1
              main() := 0  // Lowering 1
              Return
        "#]],
    );
}

#[test]
fn assignments_are_values() {
    check_body(
        "int a, b, c; a = b = c = 1; a += b -= 2; int d = (a = 3) + a;",
        expect![[r#"
        procedure main([]) returns ([main()])
        b0:
          havoc a  // Declaration 1
          havoc b  // Declaration 1
          havoc c  // Declaration 1
          c := 1  // Assignment 1
          b := c  // Assignment 1
          a := b  // Assignment 1
          b := (BvAdd b -2)  // Assignment 1
          a := (BvAdd a b)  // Assignment 1
          a := 3  // Assignment 1
          d := (BvAdd a a)  // Assignment 1
          main() := 0  // Lowering 1
          Return
    "#]],
    );
}

#[test]
fn sizes_are_those_of_the_data_model() {
    let text = "struct s { char c; long l; }; int main(void) { int a = sizeof(long); int b = sizeof(struct s); \
                int c = sizeof(char *) + sizeof(long long); }";
    for (model, expected) in [
        (DataModel::Ilp32, ["a := 4", "b := 8", "c := 12"]),
        (DataModel::Lp64, ["a := 8", "b := 16", "c := 16"]),
    ] {
        let shown = show(&translate(&[("a.c", text)], model));
        for line in expected {
            assert!(shown.contains(line), "{line}: {shown}");
        }
    }
}

#[test]
fn statement_expressions_and_typeof_are_known() {
    check_body(
        "int x = 3; __typeof__(x) y = ({ int t = x; t + 1; });",
        expect![[r#"
        procedure main([]) returns ([main()])
        b0:
          x := 3  // Assignment 1
          t := x  // Assignment 1
          y := (BvAdd t 1)  // Assignment 1
          main() := 0  // Lowering 1
          Return
    "#]],
    );
}
