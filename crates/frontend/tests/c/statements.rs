//! Control flow.

use expect_test::expect;

use super::{check, check_body};

#[test]
fn loops_test_where_c_tests() {
    check_body(
        "int i = 0; while (i < 3) i++; do i--; while (i); for (int j = 0; j < 2; j++) i += j;",
        expect![[r#"
            procedure main([]) returns ([main()])
            b0:
              i := 0  // Assignment 1
              Goto(BlockId(1))
            b1:
              if (BvSlt i 3) then b2 else b3
            b2:
              i := (BvAdd i 1)  // Assignment 1
              Goto(BlockId(1))
            b3:
              i := (BvAdd i -1)  // Assignment 1
              if (Not (Eq i 0)) then b3 else b4
            b4:
              j := 0  // Assignment 1
              Goto(BlockId(5))
            b5:
              if (BvSlt j 2) then b6 else b7
            b6:
              i := (BvAdd j i)  // Assignment 1
              j := (BvAdd j 1)  // Assignment 1
              Goto(BlockId(5))
            b7:
              main() := 0  // Lowering 1
              Return
        "#]],
    );
}

#[test]
fn a_condition_that_reads_in_vain_stays_a_branch() {
    check_body(
        "int i = 2; if (i & 1 == 0) i = 3; while (1) { if (0 * i) continue; break; }",
        expect![[r#"
            procedure main([]) returns ([main()])
            b0:
              i := 2  // Assignment 1
              if false then b1 else b2
            b1:
              i := 3  // Assignment 1
              Goto(BlockId(2))
            b2:
              if false then b2 else b3
            b3:
              main() := 0  // Lowering 1
              Return
        "#]],
    );
}

#[test]
fn break_and_continue_leave_the_right_loop() {
    check_body(
        "int i = 0; for (;;) { i++; if (i == 2) continue; while (1) { if (i) break; } if (i > 5) break; }",
        expect![[r#"
            procedure main([]) returns ([main()])
            b0:
              i := 0  // Assignment 1
              Goto(BlockId(1))
            b1:
              i := (BvAdd i 1)  // Assignment 1
              if (Eq i 2) then b1 else b3
            b2:
              main() := 0  // Lowering 1
              Return
            b3:
              if (Not (Eq i 0)) then b4 else b3
            b4:
              if (BvSlt 5 i) then b2 else b1
        "#]],
    );
}

#[test]
fn a_switch_falls_through() {
    check_body(
        "int x = 1, y = 0; switch (x) { case 1: y = 1; case 2: y = 2; break; case 5 ... 7: y = 5; default: y = 9; }",
        expect![[r#"
            procedure main([]) returns ([main()])
            b0:
              x := 1  // Assignment 1
              y := 0  // Assignment 1
              if (Eq x 1) then b2 else b6
            b1:
              main() := 0  // Lowering 1
              Return
            b2:
              y := 1  // Assignment 1
              Goto(BlockId(3))
            b3:
              y := 2  // Assignment 1
              Goto(BlockId(1))
            b4:
              y := 5  // Assignment 1
              Goto(BlockId(5))
            b5:
              y := 9  // Assignment 1
              Goto(BlockId(1))
            b6:
              if (Eq x 2) then b3 else b7
            b7:
              if (And (BvSle 5 x) (BvSle x 7)) then b4 else b5
        "#]],
    );
}

#[test]
fn goto_reaches_labels_before_and_behind() {
    check_body(
        "int i = 0; again: i++; if (i < 3) goto again; goto end; i = 9; end: return i;",
        expect![[r#"
            procedure main([]) returns ([main()])
            b0:
              i := 0  // Assignment 1
              Goto(BlockId(1))
            b1:
              i := (BvAdd i 1)  // Assignment 1
              if (BvSlt i 3) then b1 else b2
            b2:
              main() := i  // Return 1
              Return
        "#]],
    );
}

#[test]
fn reaching_an_error_label_or_function_is_the_error() {
    check(
        "void reach_error(void) {} int main(void) { int x = 1; if (x) goto ERROR; reach_error(); ERROR: return 0; }",
        expect![[r#"
            procedure main([]) returns ([main()])
            b0:
              x := 1  // Assignment 1
              if (Not (Eq x 0)) then b2 else b1
            b1:
              error "call of reach_error()"
            b2:
              error "label ERROR is reached"
        "#]],
    );
}

#[test]
fn assertions_are_conditions_in_all_their_forms() {
    check(
        "void __assert_fail(const char *, const char *, unsigned, const char *);
         int main(void) {
           int x = 1;
           ({ if (x > 0) ; else __assert_fail(\"x > 0\", \"a.c\", 3, \"main\"); });
           ((x > 1) ? (void)0 : __assert_fail(\"x > 1\", \"a.c\", 4, \"main\"));
           __VERIFIER_assert(x > 2);
           __VERIFIER_assume(x > 3);
         }",
        expect![[r#"
            procedure main([]) returns ([main()])
            b0:
              x := 1  // Assignment 3
              if (BvSlt 0 x) then b1 else b2
            b1:
              if (BvSlt 1 x) then b3 else b4
            b2:
              error "assertion failed: x > 0"
            b3:
              if (BvSlt 2 x) then b5 else b6
            b4:
              error "assertion failed: x > 1"
            b5:
              assume (BvSlt 3 x)  // Condition 7
              main() := 0  // Lowering 2
              Return
            b6:
              error "assertion failed: x > 2"
        "#]],
    );
}

#[test]
fn what_ends_the_program_ends_the_path() {
    check(
        "void abort(void); int main(void) { int x = 1; if (x) abort(); exit(1); x = 2; }",
        expect![[r#"
        procedure main([]) returns ([main()])
        b0:
          x := 1  // Assignment 1
          if (Not (Eq x 0)) then b1 else b2
        b1:
          Stop
        b2:
          Stop
    "#]],
    );
}

#[test]
fn falling_off_the_end_gives_any_value() {
    check(
        "int f(void) { } int main(void) { int x = f(); }",
        expect![[r#"
        procedure main([]) returns ([main()])
        b0:
          [x] := f[]
          main() := 0  // Lowering 1
          Return
        procedure f([]) returns ([f()])
        b0:
          havoc f()  // Lowering 1
          Return
    "#]],
    );
}

#[test]
fn what_is_not_supported_counts_only_where_it_is_reached() {
    check(
        "int f(int n) { __builtin_va_list l; __builtin_va_start(l, n); return n; }
         int main(void) { int x = 1; if (x) x = f(1); }",
        expect![[r#"
            procedure main([]) returns ([main()])
            b0:
              x := 1  // Assignment 2
              if (Not (Eq x 0)) then b1 else b2
            b1:
              [x] := f[1]
              Goto(BlockId(2))
            b2:
              main() := 0  // Lowering 2
              Return
            procedure f([n]) returns ([f()])
            b0:
              havoc l  // Declaration 1
              unsupported "this use of variable arguments is not supported"
        "#]],
    );
}

#[test]
fn what_is_jumped_past_holds_any_value() {
    check_body(
        "int i = 1; switch (i) { int x; case 0: x = 5; break; int y = 2; case 1: i = x + y; }",
        expect![[r#"
            procedure main([]) returns ([main()])
            b0:
              i := 1  // Assignment 1
              havoc x  // Declaration 1
              havoc y  // Declaration 1
              if (Eq i 0) then b2 else b4
            b1:
              main() := 0  // Lowering 1
              Return
            b2:
              x := 5  // Assignment 1
              Goto(BlockId(1))
            b3:
              i := (BvAdd y x)  // Assignment 1
              Goto(BlockId(1))
            b4:
              if (Eq i 1) then b3 else b1
        "#]],
    );
    check_body(
        "int i = 0; again: if (i) goto inside; { int x = 7; inside: i = x; } if (i < 7) goto again;",
        expect![[r#"
            procedure main([]) returns ([main()])
            b0:
              i := 0  // Assignment 1
              Goto(BlockId(1))
            b1:
              if (Not (Eq i 0)) then b2 else b3
            b2:
              havoc x  // Declaration 1
              Goto(BlockId(4))
            b3:
              x := 7  // Assignment 1
              Goto(BlockId(4))
            b4:
              i := x  // Assignment 1
              if (BvSlt i 7) then b1 else b5
            b5:
              main() := 0  // Lowering 1
              Return
        "#]],
    );
    check_body(
        "int i = 0; if (i) goto end; int x = 7; end: i = x; if (i < 7) goto end;",
        expect![[r#"
        procedure main([]) returns ([main()])
        b0:
          havoc x  // Declaration 1
          i := 0  // Assignment 1
          if (Not (Eq i 0)) then b2 else b1
        b1:
          x := 7  // Assignment 1
          Goto(BlockId(2))
        b2:
          i := x  // Assignment 1
          if (BvSlt i 7) then b2 else b3
        b3:
          main() := 0  // Lowering 1
          Return
    "#]],
    );
    check_body(
        "int i = 0; again: i++; if (i < 7) goto again; int x = 7; i = x;",
        expect![[r#"
        procedure main([]) returns ([main()])
        b0:
          i := 0  // Assignment 1
          Goto(BlockId(1))
        b1:
          i := (BvAdd i 1)  // Assignment 1
          if (BvSlt i 7) then b1 else b2
        b2:
          x := 7  // Assignment 1
          i := x  // Assignment 1
          main() := 0  // Lowering 1
          Return
    "#]],
    );
}

#[test]
fn integers_of_128_bits_have_no_values_on_32_bit_machines() {
    check_body(
        "__int128 wide[2]; unsigned long n = sizeof wide; if (n > 40) wide[0] = n;",
        expect![[r#"
            procedure main([]) returns ([main()])
            b0:
              havoc wide  // Declaration 1
              n := 32  // Assignment 1
              if (BvUlt 40 n) then b1 else b2
            b1:
              unsupported "an integer of 128 bits on a 32-bit machine is not supported"
            b2:
              main() := 0  // Lowering 1
              Return
        "#]],
    );
}
