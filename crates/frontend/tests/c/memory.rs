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
              memory of int[4294967296] := 1  // Assignment 1
              y := 2  // Assignment 1
              p := 4294967296  // Assignment 1
              assume (And (Eq (Extract { hi: 63, lo: 32 } p) 1) (Eq (Extract { hi: 31, lo: 0 } p) 0))  // Requirement 1
              memory of int[p] := 3  // Assignment 1
              y := (Select memory of int 4294967296)  // Assignment 1
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
              memory of int[4294967296] := 1  // Assignment 1
              memory of int#1[8589934592] := 2  // Assignment 1
              p := 4294967296  // Assignment 1
              q := 8589934592  // Assignment 1
              assume (And (Eq (Extract { hi: 63, lo: 32 } p) 1) (Eq (Extract { hi: 31, lo: 0 } p) 0))  // Requirement 1
              assume (And (Eq (Extract { hi: 63, lo: 32 } q) 2) (Eq (Extract { hi: 31, lo: 0 } q) 0))  // Requirement 1
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
              memory of int[4294967296] := 1  // Assignment 1
              memory of pointer[4294967300] := 0  // Assignment 1
              b.v := 2  // Assignment 1
              b.next := 4294967296  // Assignment 1
              assume (And (Eq (Extract { hi: 63, lo: 32 } b.next) 1) (BvUle (Extract { hi: 31, lo: 0 } b.next) 4))  // Requirement 1
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
              memory of bytes[4294967296] := 2  // Assignment 1
              memory of bytes[4294967297] := 1  // Assignment 1
              memory of bytes[4294967298] := 0  // Assignment 1
              memory of bytes[4294967299] := 0  // Assignment 1
              p := 4294967296  // Assignment 1
              assume (And (Eq (Extract { hi: 63, lo: 32 } p) 1) (BvUle (BvAdd (Extract { hi: 31, lo: 0 } p) 1) 3))  // Requirement 1
              memory of bytes[(BvAddLow p 1)] := 2  // Assignment 1
              main() := (Concat (Select memory of bytes 4294967299) (Concat (Select memory of bytes 4294967298) (Concat (Select memory of bytes 4294967297) (Select memory of bytes 4294967296))))  // Return 1
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
              memory of int[4294967296] := 1  // Assignment 1
              p := 4294967296  // Assignment 1
              assume (And (Eq (Extract { hi: 63, lo: 32 } p) 1) (Eq (Extract { hi: 31, lo: 0 } p) 0))  // Requirement 1
              memory of int[p] := 2  // Assignment 1
              main() := (Select memory of int 4294967296)  // Return 1
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
              havoc memory of int[4294967296]  // Declaration 1
              havoc memory of int[4294967300]  // Declaration 1
              havoc memory of int[4294967304]  // Declaration 1
              p := 4294967300  // Assignment 1
              p := (BvAddLow p 4)  // Assignment 1
              assume (And (Eq (Extract { hi: 63, lo: 32 } p) 1) (BvUle (BvAdd (Extract { hi: 31, lo: 0 } p) -4) 8))  // Requirement 1
              memory of int[(BvAddLow p -4)] := 4  // Assignment 1
              d := (BvSdiv (BvAdd (BvAdd (BvShl (Extract { hi: 63, lo: 32 } p) 16) (Extract { hi: 31, lo: 0 } p)) -65536) 4)  // Assignment 1
              main() := (Ite (BvUlt 65536 (BvAdd (BvShl (Extract { hi: 63, lo: 32 } p) 16) (Extract { hi: 31, lo: 0 } p))) 1 0)  // Return 1
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
              allocated := next object  // Allocation 2
              sizes of objects[allocated] := 8  // Allocation 2
              kinds of objects[allocated] := 4  // Allocation 2
              next object := (BvAdd allocated 1)  // Allocation 2
              assume (BvUlt allocated next object)  // Allocation 2
              havoc memory of int[(Concat allocated 0)]  // Lowering 2
              havoc memory of int[(Concat allocated 4)]  // Lowering 2
              p := (Concat allocated 0)  // Assignment 2
              assume (And (BvUle 4 (Select sizes of objects (Extract { hi: 63, lo: 32 } p))) (BvUle (Extract { hi: 31, lo: 0 } p) (BvAdd (Select sizes of objects (Extract { hi: 63, lo: 32 } p)) -4)))  // Requirement 2
              n := (Select memory of int p)  // Assignment 2
              allocated#1 := next object  // Allocation 2
              sizes of objects[allocated#1] := 8  // Allocation 2
              kinds of objects[allocated#1] := 4  // Allocation 2
              next object := (BvAdd allocated#1 1)  // Allocation 2
              assume (BvUlt allocated#1 next object)  // Allocation 2
              memory of int#1[(Concat allocated#1 0)] := 0  // Lowering 2
              memory of int#1[(Concat allocated#1 4)] := 0  // Lowering 2
              q := (Concat allocated#1 0)  // Assignment 2
              temporary := p  // Lowering 2
              if (Eq temporary 0) then b2 else b1
            b1:
              assume (Or (And (Or (Eq (Select kinds of objects (Extract { hi: 63, lo: 32 } temporary)) 7) (Eq (Select kinds of objects (Extract { hi: 63, lo: 32 } temporary)) 4)) (Eq (Extract { hi: 31, lo: 0 } temporary) 0)) (Eq temporary 0))  // Requirement 2
              sizes of objects[(Extract { hi: 63, lo: 32 } temporary)] := 0  // Release 2
              kinds of objects[(Extract { hi: 63, lo: 32 } temporary)] := 5  // Release 2
              Goto(BlockId(2))
            b2:
              assume (And (BvUle (BvAdd (Extract { hi: 31, lo: 0 } q) 4) (BvAdd (Select sizes of objects (Extract { hi: 63, lo: 32 } q)) -4)) (BvUle 4 (Select sizes of objects (Extract { hi: 63, lo: 32 } q))))  // Requirement 2
              main() := (Select memory of int#1 (BvAddLow q 4))  // Return 2
              Return
            procedure <start>([]) returns ([])
            b0:
              memory of int := [_: 0]  // Lowering 2
              memory of int#1 := [_: 0]  // Lowering 2
              next object := 1  // Lowering 2
              sizes of objects := [_: 0]  // Lowering 2
              kinds of objects := [_: 0]  // Lowering 2
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
              allocated := next object  // Allocation 1
              sizes of objects[allocated] := n  // Allocation 1
              kinds of objects[allocated] := 4  // Allocation 1
              next object := (BvAdd allocated 1)  // Allocation 1
              assume (BvUlt allocated next object)  // Allocation 1
              temporary := (Ite (BvUle n 2147483647) (Concat allocated 0) 0)  // Lowering 1
              p := temporary  // Assignment 1
              assume (And (BvUle 1 (Select sizes of objects (Extract { hi: 63, lo: 32 } p))) (BvUle (BvAdd (BvAdd n (Extract { hi: 31, lo: 0 } p)) -1) (BvAdd (Select sizes of objects (Extract { hi: 63, lo: 32 } p)) -1)))  // Requirement 1
              memory of char[(BvAddLow p (BvAdd n -1))] := 1  // Assignment 1
              main() := 0  // Lowering 1
              Return
            procedure <start>([]) returns ([])
            b0:
              havoc memory of char  // Lowering 1
              next object := 1  // Lowering 1
              sizes of objects := [_: 0]  // Lowering 1
              kinds of objects := [_: 0]  // Lowering 1
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
              x := next object  // Lowering 1
              sizes of objects[x] := 4  // Lowering 1
              kinds of objects[x] := 1  // Lowering 1
              next object := (BvAdd x 1)  // Lowering 1
              assume (BvUlt x next object)  // Lowering 1
              &x := (Concat x 0)  // Lowering 1
              memory of int[&x] := n  // Assignment 1
              p := &x  // Assignment 1
              if (Not (Eq n 0)) then b1 else b2
            b1:
              [f()#2] := f[(BvAdd n -1)]
              Goto(BlockId(2))
            b2:
              assume (And (BvUle 4 (Select sizes of objects (Extract { hi: 63, lo: 32 } p))) (BvUle (Extract { hi: 31, lo: 0 } p) (BvAdd (Select sizes of objects (Extract { hi: 63, lo: 32 } p)) -4)))  // Requirement 1
              f()#1 := (Select memory of int p)  // Return 1
              Return
            procedure <start>([]) returns ([])
            b0:
              memory of int := [_: 0]  // Lowering 1
              next object := 1  // Lowering 1
              sizes of objects := [_: 0]  // Lowering 1
              kinds of objects := [_: 0]  // Lowering 1
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
              s := 4294967296  // Assignment 1
              assume (And (BvUle (BvAdd (Extract { hi: 31, lo: 0 } s) 1) 2) (Eq (Extract { hi: 63, lo: 32 } s) 1))  // Requirement 1
              main() := (SignExtend(24) (Select memory of char (BvAddLow s 1)))  // Return 1
              Return
            procedure <start>([]) returns ([])
            b0:
              memory of char := [4294967296: 97, 4294967297: 98, _: 0]  // Lowering 1
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
              havoc memory of int[4294967296]  // Declaration 1
              havoc memory of pointer[4294967300]  // Declaration 1
              havoc memory of int#1[8589934592]  // Declaration 1
              havoc memory of pointer#1[8589934596]  // Declaration 1
              p := 4294967296  // Assignment 1
              memory of pointer[4294967300] := 8589934592  // Assignment 1
              assume (And (Eq (Extract { hi: 63, lo: 32 } p) 1) (Eq (Extract { hi: 31, lo: 0 } p) 0))  // Requirement 1
              assume (And (BvUle (BvAdd (Extract { hi: 31, lo: 0 } p) 4) 4) (Eq (Extract { hi: 63, lo: 32 } p) 1))  // Requirement 1
              assume (And (Eq (Extract { hi: 63, lo: 32 } (Select memory of pointer (BvAddLow p 4))) 2) (Eq (Extract { hi: 31, lo: 0 } (Select memory of pointer (BvAddLow p 4))) 0))  // Requirement 1
              temporary := p  // Lowering 1
              temporary#1 := (Select memory of pointer (BvAddLow p 4))  // Lowering 1
              memory of int[temporary] := (Select memory of int#1 temporary#1)  // Assignment 1
              memory of pointer[(BvAddLow temporary 4)] := (Select memory of pointer#1 (BvAddLow temporary#1 4))  // Assignment 1
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
              &a := 0  // Lowering 1
              n := 3  // Assignment 1
              length := n  // Assignment 1
              assume (Or (BvUle length 536870911) (BvSlt length 0))  // Lowering 1
              a := next object  // Lowering 1
              sizes of objects[a] := (BvMul length 4)  // Lowering 1
              kinds of objects[a] := 1  // Lowering 1
              next object := (BvAdd a 1)  // Lowering 1
              assume (BvUlt a next object)  // Lowering 1
              &a := (Concat a 0)  // Lowering 1
              assume (BvUlt 1 length)  // Requirement 1
              memory of int[(BvAddLow &a 4)] := 2  // Assignment 1
              main() := (BvAdd (BvMul length 4) (Select memory of int (BvAddLow &a 4)))  // Return 1
              Return
            procedure <start>([]) returns ([])
            b0:
              havoc memory of int  // Lowering 1
              next object := 1  // Lowering 1
              sizes of objects := [_: 0]  // Lowering 1
              kinds of objects := [_: 0]  // Lowering 1
              [result] := main[]
              Return
        "#]],
    );
}
