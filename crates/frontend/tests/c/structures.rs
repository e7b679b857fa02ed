//! Structures, unions, bit-fields, arrays in variables of their own.

use expect_test::expect;

use super::{check, check_body};

#[test]
fn fields_are_variables_where_no_address_is_taken() {
    check(
        "struct p { int x; char y; }; struct l { struct p a, b; };
         int main(void) { struct l l; l.a.x = 1; l.b = l.a; struct p q = l.b; q.y++; }",
        expect![[r#"
            procedure main([]) returns ([main()])
            b0:
              havoc l.a.x  // Declaration 2
              havoc l.a.y  // Declaration 2
              havoc l.b.x  // Declaration 2
              havoc l.b.y  // Declaration 2
              l.a.x := 1  // Assignment 2
              l.b.x := l.a.x  // Assignment 2
              l.b.y := l.a.y  // Assignment 2
              q.x := l.b.x  // Assignment 2
              q.y := l.b.y  // Assignment 2
              q.y := (BvAdd q.y 1)  // Assignment 2
              main() := 0  // Lowering 2
              Return
        "#]],
    );
}

#[test]
fn arrays_are_indexed_by_element_and_dimensions_are_made_one() {
    check_body(
        "int a[2][3]; int i = 1; a[i][2] = 5; i = a[1][i]; *a[0] = 7;",
        expect![[r#"
            procedure main([]) returns ([main()])
            b0:
              havoc a  // Declaration 1
              i := 1  // Assignment 1
              assume (BvUlt i 2)  // Requirement 1
              a[(BvAdd (BvMul i 3) 2)] := 5  // Assignment 1
              assume (BvUlt i 3)  // Requirement 1
              i := (Select a (BvAdd i 3))  // Assignment 1
              a[0] := 7  // Assignment 1
              main() := 0  // Lowering 1
              Return
        "#]],
    );
}

#[test]
fn arrays_of_structures_are_arrays_of_fields() {
    check(
        "struct p { int x, y; }; int main(void) { struct p a[3]; int i = 2; a[i].y = 4; a[0] = a[i]; }",
        expect![[r#"
            procedure main([]) returns ([main()])
            b0:
              havoc a[].x  // Declaration 1
              havoc a[].y  // Declaration 1
              i := 2  // Assignment 1
              assume (BvUlt i 3)  // Requirement 1
              a[].y[i] := 4  // Assignment 1
              temporary := i  // Lowering 1
              a[].x[0] := (Select a[].x temporary)  // Assignment 1
              a[].y[0] := (Select a[].y temporary)  // Assignment 1
              main() := 0  // Lowering 1
              Return
        "#]],
    );
}

#[test]
fn structures_are_passed_and_returned_field_by_field() {
    check(
        "struct p { int x, y; }; struct p mk(int x) { struct p p = {x, 2}; return p; }
         int sum(struct p p) { return p.x + p.y; } int main(void) { return sum(mk(1)) + mk(3).y; }",
        expect![[r#"
            procedure main([]) returns ([main()])
            b0:
              [mk().x, mk().y] := mk[1]
              [sum()] := sum[mk().x, mk().y]
              [mk().x#2, mk().y#2] := mk[3]
              main() := (BvAdd mk().y#2 sum())  // Return 2
              Return
            procedure mk([x]) returns ([mk().x#1, mk().y#1])
            b0:
              p.x#1 := x  // Assignment 1
              p.y#1 := 2  // Assignment 1
              mk().x#1 := p.x#1  // Return 1
              mk().y#1 := p.y#1  // Return 1
              Return
            procedure sum([p.x, p.y]) returns ([sum()#1])
            b0:
              sum()#1 := (BvAdd p.y p.x)  // Return 2
              Return
        "#]],
    );
}

#[test]
fn bit_fields_are_cut_to_their_width() {
    check(
        "struct b { unsigned a : 3; int b : 4; }; int main(void) { struct b b; b.a = 9; b.b = 12; int x = b.a + b.b; }",
        expect![[r#"
            procedure main([]) returns ([main()])
            b0:
              havoc temporary  // Declaration 1
              b.a := (ZeroExtend(29) (Extract { hi: 2, lo: 0 } temporary))  // Lowering 1
              havoc temporary#1  // Declaration 1
              b.b := (SignExtend(28) (Extract { hi: 3, lo: 0 } temporary#1))  // Lowering 1
              b.a := 1  // Assignment 1
              b.b := -4  // Assignment 1
              x := (BvAdd b.b b.a)  // Assignment 1
              main() := 0  // Lowering 1
              Return
        "#]],
    );
}

#[test]
fn unions_are_bytes() {
    check(
        "union u { short s; char c[2]; }; int main(void) { union u u; u.s = 258; int x = u.c[1]; }",
        expect![[r#"
            procedure main([]) returns ([main()])
            b0:
              havoc memory of bytes[4294967296]  // Declaration 1
              havoc memory of bytes[4294967297]  // Declaration 1
              memory of bytes[4294967296] := 2  // Assignment 1
              memory of bytes[4294967297] := 1  // Assignment 1
              x := (SignExtend(24) (Select memory of bytes 4294967297))  // Assignment 1
              main() := 0  // Lowering 1
              Return
            procedure <start>([]) returns ([])
            b0:
              memory of bytes := [_: 0]  // Lowering 1
              [result] := main[]
              Return
        "#]],
    );
}
