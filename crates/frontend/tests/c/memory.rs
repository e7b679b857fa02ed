//! Pointers: regions, addresses, the heap.

use expect_test::expect;

use super::{check, check_body};

#[test]
fn a_variable_whose_address_is_taken_lives_in_memory() {
    check_body(
        "int x = 1, y = 2, *p = &x; *p = 3; y = x;",
        expect![[r#"
        procedure main([]) returns ([main()])
        b0:
          memory of int[4096] := 1  // Assignment 1
          y := 2  // Assignment 1
          p := 4096  // Assignment 1
          memory of int[p] := 3  // Assignment 1
          y := (Select memory of int 4096)  // Assignment 1
          main() := 0  // Lowering 1
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
fn objects_that_pointers_cannot_confuse_have_memory_of_their_own() {
    check_body(
        "int x = 1, y = 2, *p = &x, *q = &y; *p = *q;",
        expect![[r#"
        procedure main([]) returns ([main()])
        b0:
          memory of int[4096] := 1  // Assignment 1
          memory of int#1[4128] := 2  // Assignment 1
          p := 4096  // Assignment 1
          q := 4128  // Assignment 1
          memory of int[p] := (Select memory of int#1 q)  // Assignment 1
          main() := 0  // Lowering 1
          Return
        procedure <start>([]) returns ([])
        b0:
          memory of int := [_: 0]  // Lowering 1
          memory of int#1 := [_: 0]  // Lowering 1
          [result] := main[]
          Return
    "#]],
    );
}

#[test]
fn fields_of_an_object_are_kept_apart_by_type() {
    check(
        "struct n { int v; struct n *next; }; int main(void) { struct n a = {1, 0}, b = {2, &a}; return b.next->v; }",
        expect![[r#"
            procedure main([]) returns ([main()])
            b0:
              memory of int[4096] := 1  // Assignment 1
              memory of pointer[4100] := 0  // Assignment 1
              b.v := 2  // Assignment 1
              b.next := 4096  // Assignment 1
              main() := (Select memory of int b.next)  // Return 1
              Return
            procedure <start>([]) returns ([])
            b0:
              memory of int := [_: 0]  // Lowering 1
              memory of pointer := [_: 0]  // Lowering 1
              [result] := main[]
              Return
        "#]],
    );
}

#[test]
fn memory_that_is_looked_at_as_two_types_is_bytes() {
    check_body(
        "int x = 258; char *p = (char *)&x; p[1] = 2; return x;",
        expect![[r#"
        procedure main([]) returns ([main()])
        b0:
          memory of bytes[4096] := 2  // Assignment 1
          memory of bytes[4097] := 1  // Assignment 1
          memory of bytes[4098] := 0  // Assignment 1
          memory of bytes[4099] := 0  // Assignment 1
          p := 4096  // Assignment 1
          memory of bytes[(BvAdd p 1)] := 2  // Assignment 1
          main() := (Concat (Select memory of bytes 4099) (Concat (Select memory of bytes 4098) (Concat (Select memory of bytes 4097) (Select memory of bytes 4096))))  // Return 1
          Return
        procedure <start>([]) returns ([])
        b0:
          memory of bytes := [_: 0]  // Lowering 1
          [result] := main[]
          Return
    "#]],
    );
}

#[test]
fn signed_and_unsigned_views_are_no_two_types() {
    check_body(
        "int x = 1; unsigned *p = (unsigned *)&x; *p = 2; return x;",
        expect![[r#"
        procedure main([]) returns ([main()])
        b0:
          memory of int[4096] := 1  // Assignment 1
          p := 4096  // Assignment 1
          memory of int[p] := 2  // Assignment 1
          main() := (Select memory of int 4096)  // Return 1
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
fn pointer_arithmetic_counts_elements() {
    check_body(
        "int a[3]; int *p = a + 1; p++; p[-1] = 4; int d = p - a; return p > a;",
        expect![[r#"
        procedure main([]) returns ([main()])
        b0:
          havoc memory of int[4096]  // Declaration 1
          havoc memory of int[4100]  // Declaration 1
          havoc memory of int[4104]  // Declaration 1
          p := 4100  // Assignment 1
          p := (BvAdd p 4)  // Assignment 1
          memory of int[(BvAdd p -4)] := 4  // Assignment 1
          d := (BvSdiv (BvAdd p -4096) 4)  // Assignment 1
          main() := (Ite (BvUlt 4096 p) 1 0)  // Return 1
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
fn the_heap_is_a_pointer_that_moves() {
    check(
        "typedef unsigned size_t; void *malloc(size_t); void *calloc(size_t, size_t); void free(void *);
         int main(void) { int *p = malloc(2 * sizeof(int)), n = *p; int *q = calloc(2, sizeof(int)); free(p); return q[1]; }",
        expect![[r#"
            procedure main([]) returns ([main()])
            b0:
              allocated := heap  // Lowering 2
              heap := (BvAdd heap 32)  // Lowering 2
              havoc memory of int[allocated]  // Lowering 2
              havoc memory of int[(BvAdd allocated 4)]  // Lowering 2
              p := allocated  // Assignment 2
              n := (Select memory of int p)  // Assignment 2
              allocated#1 := heap  // Lowering 2
              heap := (BvAdd heap 32)  // Lowering 2
              memory of int#1[allocated#1] := 0  // Lowering 2
              memory of int#1[(BvAdd allocated#1 4)] := 0  // Lowering 2
              q := allocated#1  // Assignment 2
              assume true  // Lowering 2
              main() := (Select memory of int#1 (BvAdd q 4))  // Return 2
              Return
            procedure <start>([]) returns ([])
            b0:
              memory of int := [_: 0]  // Lowering 2
              memory of int#1 := [_: 0]  // Lowering 2
              heap := 1073741824  // Lowering 2
              [result] := main[]
              Return
        "#]],
    );
}

#[test]
fn an_allocation_of_unknown_size_takes_a_slot() {
    check(
        "void *malloc(unsigned); int main(void) { int n; char *p = malloc(n); p[n - 1] = 1; }",
        expect![[r#"
            procedure main([]) returns ([main()])
            b0:
              havoc n  // Declaration 1
              allocated := heap  // Lowering 1
              heap := (BvAdd heap 1048576)  // Lowering 1
              p := (Ite (BvUle n 1048560) allocated 0)  // Assignment 1
              memory of char[(BvAdd (BvAdd n p) -1)] := 1  // Assignment 1
              main() := 0  // Lowering 1
              Return
            procedure <start>([]) returns ([])
            b0:
              havoc memory of char  // Lowering 1
              heap := 1073741824  // Lowering 1
              [result] := main[]
              Return
        "#]],
    );
}

#[test]
fn locals_of_recursive_functions_do_not_share_storage() {
    check(
        "int f(int n) { int x = n, *p = &x; if (n) f(n - 1); return *p; } int main(void) { return f(2); }",
        expect![[r#"
            procedure main([]) returns ([main()])
            b0:
              [f()] := f[2]
              main() := f()  // Return 1
              Return
            procedure f([n]) returns ([f()#1])
            b0:
              allocated := heap  // Lowering 1
              heap := (BvAdd heap 32)  // Lowering 1
              &x := allocated  // Lowering 1
              memory of int[&x] := n  // Assignment 1
              p := &x  // Assignment 1
              if (Not (Eq n 0)) then b1 else b2
            b1:
              [f()#2] := f[(BvAdd n -1)]
              Goto(BlockId(2))
            b2:
              f()#1 := (Select memory of int p)  // Return 1
              Return
            procedure <start>([]) returns ([])
            b0:
              memory of int := [_: 0]  // Lowering 1
              heap := 1073741824  // Lowering 1
              [result] := main[]
              Return
        "#]],
    );
}

#[test]
fn string_literals_are_there_from_the_start() {
    check_body(
        "char *s = \"ab\"; return s[1];",
        expect![[r#"
        procedure main([]) returns ([main()])
        b0:
          s := 4096  // Assignment 1
          main() := (SignExtend(24) (Select memory of char (BvAdd s 1)))  // Return 1
          Return
        procedure <start>([]) returns ([])
        b0:
          memory of char := [4096: 97, 4097: 98, _: 0]  // Lowering 1
          [result] := main[]
          Return
    "#]],
    );
}

#[test]
fn a_structure_copy_through_a_pointer_into_itself_reads_first() {
    check(
        "struct n { int v; struct n *next; }; int main(void) { struct n a, b, *p = &a; a.next = &b; *p = *p->next; }",
        expect![[r#"
            procedure main([]) returns ([main()])
            b0:
              havoc memory of int[4096]  // Declaration 1
              havoc memory of pointer[4100]  // Declaration 1
              havoc memory of int#1[4128]  // Declaration 1
              havoc memory of pointer#1[4132]  // Declaration 1
              p := 4096  // Assignment 1
              memory of pointer[4100] := 4128  // Assignment 1
              temporary := p  // Lowering 1
              temporary#1 := (Select memory of pointer (BvAdd p 4))  // Lowering 1
              memory of int[temporary] := (Select memory of int#1 temporary#1)  // Assignment 1
              memory of pointer[(BvAdd temporary 4)] := (Select memory of pointer#1 (BvAdd temporary#1 4))  // Assignment 1
              main() := 0  // Lowering 1
              Return
            procedure <start>([]) returns ([])
            b0:
              memory of int := [_: 0]  // Lowering 1
              memory of pointer := [_: 0]  // Lowering 1
              memory of int#1 := [_: 0]  // Lowering 1
              memory of pointer#1 := [_: 0]  // Lowering 1
              [result] := main[]
              Return
        "#]],
    );
}

#[test]
fn arrays_of_variable_size_are_allocated() {
    check_body(
        "int n = 3; int a[n]; a[1] = 2; return sizeof a + a[1];",
        expect![[r#"
        procedure main([]) returns ([main()])
        b0:
          n := 3  // Assignment 1
          length := n  // Assignment 1
          allocated := heap  // Lowering 1
          heap := (BvAdd heap 1048576)  // Lowering 1
          &a := (Ite (BvUle (BvMul length 4) 1048560) allocated 0)  // Lowering 1
          memory of int[(BvAdd &a 4)] := 2  // Assignment 1
          main() := (BvAdd (BvMul length 4) (Select memory of int (BvAdd &a 4)))  // Return 1
          Return
        procedure <start>([]) returns ([])
        b0:
          havoc memory of int  // Lowering 1
          heap := 1073741824  // Lowering 1
          [result] := main[]
          Return
    "#]],
    );
}
