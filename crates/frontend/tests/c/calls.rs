//! Calls, and functions that the program does not define.

use expect_test::expect;
use faultscope_frontend::c::DataModel;

use super::{check, check_body, show, translate};

#[test]
fn arguments_are_converted_and_results_too() {
    check(
        "char f(char c, double d) { return c + d; } int main(void) { int x = f(300, 1); f(1, 2); }",
        expect![[r#"
            procedure main([]) returns ([main()])
            b0:
              [f()] := f[44, 1.0]
              x := (SignExtend(24) f())  // Assignment 1
              [f()#2] := f[1, 2.0]
              main() := 0  // Lowering 1
              Return
            procedure f([c, d]) returns ([f()#1])
            b0:
              f()#1 := (Ite (And (FloatLt (FloatAdd d (SignedToFloat(FloatFormat { exponent: 11, significand: 53 }) (SignExtend(24) c))) 2147483648.0) (FloatLt -2147483649.0 (FloatAdd d (SignedToFloat(FloatFormat { exponent: 11, significand: 53 }) (SignExtend(24) c))))) (Extract { hi: 7, lo: 0 } (FloatToSigned(32) (FloatAdd d (SignedToFloat(FloatFormat { exponent: 11, significand: 53 }) (SignExtend(24) c))))) 0)  // Return 1
              Return
        "#]],
    );
}

#[test]
fn a_call_assigns_a_variable_of_its_type_directly() {
    check(
        "int f(void) { return 1; } int main(void) { int x = f(); char c = f(); x = f() + f(); }",
        expect![[r#"
            procedure main([]) returns ([main()])
            b0:
              [x] := f[]
              [f()#1] := f[]
              c := (Extract { hi: 7, lo: 0 } f()#1)  // Assignment 1
              [f()#2] := f[]
              [f()#3] := f[]
              x := (BvAdd f()#2 f()#3)  // Assignment 1
              main() := 0  // Lowering 1
              Return
            procedure f([]) returns ([f()])
            b0:
              f() := 1  // Return 1
              Return
        "#]],
    );
}

#[test]
fn old_style_definitions_and_implicit_declarations_are_accepted() {
    check(
        "f(a, b) char b; { return a + b; } int main() { return f(1, 'x') + g(2); }",
        expect![[r#"
            procedure main([]) returns ([main()])
            b0:
              [f()] := f[1, 120]
              havoc input  // Input 1
              main() := (BvAdd f() input)  // Return 1
              Return
            procedure f([a, b]) returns ([f()#1])
            b0:
              f()#1 := (BvAdd a (SignExtend(24) b))  // Return 1
              Return
            assuming: `g` is not defined: it may return any value and write what its arguments lead to and variables that are not static, pointers apart
        "#]],
    );
}

#[test]
fn nondeterministic_functions_are_inputs() {
    check_body(
        "int x = __VERIFIER_nondet_int(); char c = __VERIFIER_nondet_int(); long long l = __VERIFIER_nondet_uchar(); \
         x = x + __VERIFIER_nondet_short(); _Bool b = __VERIFIER_nondet_bool(); signed char k = __VERIFIER_nondet_bool(); if (__VERIFIER_nondet_int()) x = 0;",
        expect![[r#"
            procedure main([]) returns ([main()])
            b0:
              havoc x  // Input 1
              havoc c  // Input 1
              havoc input  // Input 1
              l := (ZeroExtend(56) input)  // Lowering 1
              havoc input#1  // Input 1
              x := (BvAdd (SignExtend(16) input#1) x)  // Assignment 1
              havoc temporary  // Input 1
              b := (Ite temporary 1 0)  // Lowering 1
              havoc temporary#1  // Input 1
              input#2 := (Ite temporary#1 1 0)  // Lowering 1
              k := (Ite (Eq input#2 0) 0 1)  // Lowering 1
              havoc input#3  // Input 1
              if (Not (Eq input#3 0)) then b1 else b2
            b1:
              x := 0  // Assignment 1
              Goto(BlockId(2))
            b2:
              main() := 0  // Lowering 1
              Return
        "#]],
    );
}

#[test]
fn a_call_through_a_pointer_is_split_into_cases() {
    check(
        "int a(int x) { return x; } int b(int x) { return -x; } void c(void) {} int (*f)(int) = a; void (*g)(void) = c;
         int main(void) { f = b; return f(3); }",
        expect![[r#"
            procedure main([]) returns ([main()])
            b0:
              f := 4294967296  // Assignment 2
              temporary := f  // Lowering 2
              if (Eq temporary 8589934592) then b2 else b3
            b1:
              main() := result  // Return 2
              Return
            b2:
              [a()] := a[3]
              result := a()  // Lowering 2
              Goto(BlockId(1))
            b3:
              if (Eq temporary 4294967296) then b4 else b5
            b4:
              [b()] := b[3]
              result := b()  // Lowering 2
              Goto(BlockId(1))
            b5:
              assume false  // Requirement 2
              Stop
            procedure a([x]) returns ([a()#1])
            b0:
              a()#1 := x  // Return 1
              Return
            procedure b([x#1]) returns ([b()#1])
            b0:
              b()#1 := (BvNeg x#1)  // Return 1
              Return
            procedure <start>([]) returns ([])
            b0:
              f := 0  // Lowering 2
              f := 8589934592  // Assignment 1
              [result#1] := main[]
              Return
        "#]],
    );
}

#[test]
fn functions_of_the_library_in_c_are_added() {
    check(
        "int strcmp(const char *, const char *); int main(void) { return strcmp(\"a\", \"b\"); }",
        expect![[r#"
            procedure main([]) returns ([main()])
            b0:
              [strcmp()] := strcmp[4294967296, 8589934592]
              main() := strcmp()  // Return 1
              Return
            procedure strcmp([left, right]) returns ([strcmp()#1])
            b0:
              i := 0  // Lowering 2
              Goto(BlockId(1))
            b1:
              assume (And (Eq (Extract { hi: 63, lo: 32 } left) 1) (BvUle (BvAdd (Extract { hi: 31, lo: 0 } left) i) 1))  // Requirement 1
              assume (Or (And (Eq (Extract { hi: 63, lo: 32 } right) 2) (BvUle (BvAdd i (Extract { hi: 31, lo: 0 } right)) 1)) (Eq (Select memory of char (BvAddLow left i)) 0))  // Requirement 1
              if (And (Not (Eq (Select memory of char (BvAddLow left i)) 0)) (Eq (SignExtend(24) (Select memory of char (BvAddLow left i))) (SignExtend(24) (Select memory of char#1 (BvAddLow right i))))) then b2 else b3
            b2:
              i := (BvAdd i 1)  // Lowering 3
              Goto(BlockId(1))
            b3:
              assume (And (Eq (Extract { hi: 63, lo: 32 } left) 1) (BvUle (BvAdd (Extract { hi: 31, lo: 0 } left) i) 1))  // Requirement 1
              a := (Select memory of char (BvAddLow left i))  // Lowering 4
              assume (And (Eq (Extract { hi: 63, lo: 32 } right) 2) (BvUle (BvAdd i (Extract { hi: 31, lo: 0 } right)) 1))  // Requirement 1
              b := (Select memory of char#1 (BvAddLow right i))  // Lowering 4
              havoc input  // Input 1
              assume (Or (Eq (Ite (BvSlt (BvSub (ZeroExtend(24) a) (ZeroExtend(24) b)) 0) -1 (Ite (BvSlt 0 (BvSub (ZeroExtend(24) a) (ZeroExtend(24) b))) 1 0)) input) (Eq (BvSub (ZeroExtend(24) a) (ZeroExtend(24) b)) input))  // Lowering 1
              strcmp()#1 := input  // Lowering 5
              Return
            procedure <start>([]) returns ([])
            b0:
              memory of char := [4294967296: 97, _: 0]  // Lowering 1
              memory of char#1 := [8589934592: 98, _: 0]  // Lowering 1
              [result] := main[]
              Return
        "#]],
    );
}

#[test]
fn the_user_may_define_functions_of_the_library() {
    check(
        "int toupper(int x) { return 7; } int main(void) { return toupper(-1); }",
        expect![[r#"
        procedure main([]) returns ([main()])
        b0:
          [toupper()] := toupper[-1]
          main() := toupper()  // Return 1
          Return
        procedure toupper([x]) returns ([toupper()#1])
        b0:
          toupper()#1 := 7  // Return 1
          Return
    "#]],
    );
}

#[test]
fn printing_evaluates_its_arguments() {
    check(
        "int printf(const char *, ...); int main(void) { int x = 1; printf(\"%d\", x++); int n = printf(\"\"); }",
        expect![[r#"
            procedure main([]) returns ([main()])
            b0:
              x := 1  // Assignment 1
              x := (BvAdd x 1)  // Assignment 1
              [n] := printf[]
              main() := 0  // Lowering 1
              Return
            procedure printf([]) returns ([printf()])
            b0:
              havoc input  // Input 1
              assume (And (BvSle input 0) (BvSle -1 input))  // Lowering 1
              if (BvSlt input 0) then b1 else b2
            b1:
              printf() := -1  // Lowering 2
              Return
            b2:
              printf() := 0  // Lowering 3
              Return
            assuming: `printf` gives any value that its model in the library leaves open
        "#]],
    );
}

#[test]
fn reading_gives_places_any_value() {
    check(
        "int scanf(const char *, ...); int getchar(void); int rand(void);
         int main(void) { int x, a[2]; scanf(\"%d %d\", &x, &a[1]); int c = getchar(); unsigned r = rand() % 6; }",
        expect![[r#"
            procedure main([]) returns ([main()])
            b0:
              havoc x  // Declaration 2
              havoc a  // Declaration 2
              havoc input  // Input 2
              assume (And (BvSle -1 input) (BvSle input 2))  // Lowering 2
              if (And (BvSle 0 input) (Eq what stopped reading 32)) then b1 else b2
            b1:
              havoc goes on  // Lowering 2
              assume goes on  // Lowering 2
              Goto(BlockId(2))
            b2:
              what stopped reading := (Ite (BvSle 0 input) (Ite (Or (Or (Eq input 2) (Eq input 1)) (Eq input 0)) 3 16) 32)  // Lowering 2
              if (BvSle 1 input) then b3 else b4
            b3:
              havoc x  // Input 2
              Goto(BlockId(4))
            b4:
              if (BvSle 2 input) then b5 else b6
            b5:
              havoc a[1]  // Input 2
              Goto(BlockId(6))
            b6:
              havoc c  // Input 2
              assume (And (BvSle c 255) (BvSle -1 c))  // Lowering 2
              if (And (BvSle 0 c) (Ite (BvUle 256 what stopped reading) (Not (Eq c (ZeroExtend(16) (BvAdd what stopped reading -256)))) (Or (And (Not (Eq (BvAnd what stopped reading 8) 0)) (Not (Or (And (BvUle c 13) (BvUle 9 c)) (Eq c 32)))) (Or (And (Not (Eq (BvAnd what stopped reading 4) 0)) (Or (And (BvUle c 13) (BvUle 9 c)) (Eq c 32))) (Or (And (Not (Eq (BvAnd what stopped reading 2) 0)) (And (BvUle 56 c) (BvUle c 57))) (Or (Not (Eq (BvAnd what stopped reading 48) 0)) (And (Not (Eq (BvAnd what stopped reading 1) 0)) (And (BvUle 48 c) (BvUle c 55))))))))) then b7 else b8
            b7:
              havoc goes on#1  // Lowering 2
              assume goes on#1  // Lowering 2
              Goto(BlockId(8))
            b8:
              what stopped reading := (Ite (BvSlt c 0) 32 0)  // Lowering 2
              havoc input#1  // Input 2
              assume (BvSle 0 input#1)  // Lowering 2
              r := (BvSrem input#1 6)  // Assignment 2
              main() := 0  // Lowering 2
              Return
            procedure <start>([]) returns ([])
            b0:
              what stopped reading := 0  // Lowering 2
              [result] := main[]
              Return
            assuming: `scanf` gives any value that its model in the library leaves open
        "#]],
    );
}

#[test]
fn functions_of_several_files_are_linked_and_static_ones_kept_apart() {
    let one =
        "static int f(void) { return 1; } int g(void); int x = 5; int main(void) { return f() + g() + x; }";
    let two = "extern int x; static int f(void) { return 2; } int g(void) { return f() + x; }";
    let shown = show(&translate(&[("one.c", one), ("two.c", two)], DataModel::Ilp32));
    expect![[r#"
        procedure main([]) returns ([main()])
        b0:
          [f()] := f[]
          [g()] := g[]
          main() := (BvAdd (BvAdd f() g()) x)  // Return 1
          Return
        procedure f([]) returns ([f()#1])
        b0:
          f()#1 := 1  // Return 1
          Return
        procedure g([]) returns ([g()#1])
        b0:
          [f()#2] := f[]
          g()#1 := (BvAdd f()#2 x)  // Return 1
          Return
        procedure f([]) returns ([f()#3])
        b0:
          f()#3 := 2  // Return 1
          Return
        procedure <start>([]) returns ([])
        b0:
          x := 0  // Lowering 1
          x := 5  // Assignment 1
          [result] := main[]
          Return
    "#]]
    .assert_eq(&shown);
}

#[test]
fn mathematics_are_operators() {
    check(
        "double fabs(double), floor(double); int main(void) { double d = fabs(floor(-2.5)); int i = isnan(d); }",
        expect![[r#"
            procedure main([]) returns ([main()])
            b0:
              d := 3.0  // Assignment 1
              i := (Ite (FloatIsNan d) 1 0)  // Assignment 1
              main() := 0  // Lowering 1
              Return
        "#]],
    );
}

#[test]
fn arguments_of_main_are_inputs() {
    check(
        "int main(int argc) { return argc; }",
        expect![[r#"
            procedure main([argc]) returns ([main()])
            b0:
              main() := argc  // Return 1
              Return
            procedure <start>([]) returns ([])
            b0:
              havoc argc#1  // Input 1
              assume (BvSle 1 argc#1)  // Lowering 1
              [result] := main[argc#1]
              Return
        "#]],
    );
}

#[test]
fn every_model_of_the_library_is_a_program() {
    let calls = "
        char a[9] = \"ab\", b[9]; int n[3] = {3, 1, 2}; char *p; int x;
        x = strlen(a) + strnlen(a, 3) + strcmp(a, b) + strncmp(a, b, 2) + strcasecmp(a, b);
        strcpy(b, a); stpcpy(b, a); strncpy(b, a, 3); strcat(b, a); strncat(b, a, 2);
        p = strchr(a, 'b'); p = strrchr(a, 'b'); p = strstr(a, \"b\"); p = strpbrk(a, \"b\"); p = strdup(a);
        x = strspn(a, \"a\") + strcspn(a, \"b\"); p = strtok(a, \" \"); memcpy(b, a, x); memmove(b, a, x);
        memset(b, 1, x); x = memcmp(a, b, x); p = memchr(a, 1, x); x = abs(x) + labs(x) + llabs(x);
        x = atoi(a) + atol(a) + strtol(a, &p, 10); p = realloc(p, 20); x = isalpha(x) + isdigit(x) + isalnum(x);
        x = isspace(x) + isupper(x) + islower(x) + isxdigit(x) + iscntrl(x) + isprint(x) + isgraph(x) + isblank(x);
        x = ispunct(x) + toupper(x) + tolower(x) + **(const unsigned short **)__ctype_b_loc();
        x = *(int *)__errno_location() + pow(2, 3) + (int)powl(2, 3) + __builtin_popcount(x) + __builtin_clz(x);
        x = __builtin_ctz(x) + __builtin_bswap16(x) + __builtin_bswap32(x);";
    let text = format!(
        "void qsort(void *, unsigned, unsigned, int (*)(const void *, const void *));
         int order(const void *x, const void *y) {{ return *(int *)x - *(int *)y; }}
         int main(void) {{ {calls} qsort(n, 3, 4, order); bsearch(&x, n, 3, 4, order); }}"
    );
    let shown = show(&translate(&[("a.c", &text)], DataModel::Ilp32));
    assert!(shown.contains("procedure qsort("), "{shown}");
    assert!(!shown.contains("is not defined"), "{shown}");
}
