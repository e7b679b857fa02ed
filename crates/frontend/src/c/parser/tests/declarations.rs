//! Declarations, declarators, types and initializers.

use super::super::ast::*;
use super::super::declarators::{declared_function, declared_name};
use super::{check, check_bodies, check_each, check_none};

#[test]
fn declarators_of_all_kinds() {
    check_each(
        "typedef int T; enum { N = 3 };\n",
        &[
            "int a, *b, **c, d[3], e[N][2], *f[3], (*g)[3], h(void), *i(int), (*j)(int, char *), (*k[2])(T), (**l)(void);",
            "int (*m(int a))(int b); int (*(*n)(void))[3]; char *(*(*o[2])(int))(void); int ((p)), ((*q));",
            "const char *const volatile r; int *restrict s; T *const *t, u; unsigned long long int v; long double w;",
            "void f1(T); void f2(T a); void f3(T (a)); void f4(int (T)); void f5(int (*)(T)); void f6(int *[]);",
            "void f7(int a[static 3], int b[const 4], int c[static const 5], int d[const static 6], int n, int e[*], int g[restrict]);",
            "void f8(int, ...); void f9(...); void f10(); int f11(int a, int b[a]); void f12(T, T *), f13(const T);",
            "void f14(int (*)(int, int (*)(void)), char (*x)[3]); void f15(int()); void f16(T()); void f17(T(T));",
            "signed char x1; char unsigned x2; int long unsigned x3; short x4; _Bool x5; float x6; static const int x7 = 1;",
            "_Complex double y1; double _Complex y2; __int128 y3; unsigned __int128 y4; _Float128 y5; _Float64x y6;",
            "__typeof__(int) z1; typeof(z1) z2; typeof(z1 + 1) *z3; __auto_type z4 = 1; _Atomic int z5; _Atomic(int) z6;",
            "extern int e1; static inline int e2(void) { return 0; } _Noreturn void e3(void); _Thread_local int e4; __thread int e5;",
            "_Alignas(16) int al1; _Alignas(double) int al2; int _Alignas(8) al3;",
            "int array[] = {1, 2, 3,}, empty[2] = {}; struct { int a; } nested = {{1}};",
        ],
    );
}

#[test]
fn declarators_say_what_is_a_function() {
    let is_function = |text: &str| {
        let unit = check(text);
        let ExternalDeclaration::Declaration(declaration) = &unit.0[0].node else { panic!("{text}") };
        declared_function(&declaration.node.declarators[0].node.declarator.node).is_some()
    };
    for text in ["int f(void);", "int (f)(void);", "int *((f))(int);", "int (*f(int))(int);", "int f();"] {
        assert!(is_function(text), "{text}");
    }
    for text in [
        "int f;",
        "int (*f)(void);",
        "int *f;",
        "int (*f[2])(int);",
        "int (**f)(void);",
        "int (*(*f)(void))[3];",
    ] {
        assert!(!is_function(text), "{text}");
    }
}

#[test]
fn types_are_left_out_as_in_c89() {
    check_each(
        "",
        &[
            "f(a, b) char *b; { return a; } main() { return f(1, \"\"); }",
            "static n, m[2]; const k = 3; extern x; static f(void); register_(a) { }",
            "*f() { return 0; } x; y = 3; g(); static (*h)();",
            "int f(a, b, c) register a; const char *b; double c; { return 0; }",
            "f(a) T a; {}".replace('T', "int").as_str(),
            "void g(void) { static n; auto i = 1; register r; const c = 2; }",
        ],
    );
}

#[test]
fn names_of_types_are_hidden_and_come_back() {
    check_each(
        "typedef int T; typedef char U;\n",
        &[
            "void f(void) { T T = 1; T = T * T; { T++; } } T g;",
            "void f(int T) { T * T; } T g;",
            "void f(T T) { T = 1; (T) + 1; (T)(1); } T g;",
            "void f(void) { { int T; T * 2; } T * p; } ",
            "void f(void) { enum { T }; int a = T + 1; } T g;",
            "void f(void) { for (T T = 0; T < 3; T++) ; T x; }",
            "struct s { T T; U a, T2; T *p; int U; }; T g;",
            "void f(void) { struct s { T T; } x; x.T = 1; T y; y = x.T; }",
            "void f(void) { T: goto T; U: ; T x; }",
            "int f(T, int T); T g; int h(int (T)); int i(T (U));",
            "f(T) int T; { return T * T; }"
                .replace("f(T)", "f(a)")
                .replace("int T", "int a")
                .replace("T * T", "a")
                .as_str(),
            "typedef T V; typedef T T; V v; void f(void) { typedef char *T; T x; V V; V = 1; }",
            "unsigned T; ".replace("unsigned T", "unsigned x").as_str(),
            "void f(void) { unsigned T; T = 1; long U = T; } T x;",
            "void f(void) { T (x); T (*y); T (*z)(T); T (w)[3]; }",
            "int f(int a) { return sizeof(T) + (T)a + sizeof(int[a]); } T x = (T){1};",
            "void f(T a, T b) { int T = sizeof(T); T = 1; } T h(void) { T x; return x; }",
            "void f(void) { extern T g(T); g((T)1); int g2(T U); U x; }",
            "void f(void) { switch (1) { case 1: T: case 2: ; T x; } }",
        ],
    );
}

#[test]
fn records_and_enumerations() {
    check_each(
        "typedef int T;\n",
        &[
            "struct s { int a : 3, : 2, b : 1; unsigned : 0; T c, *d; struct { int e; }; union { int f; } g; int h[]; };",
            "union u { int a; char b[4] } ; struct e {}; struct f { ; int a;; };",
            "struct s; struct s *p; enum e { A, B = 3, C = B + 1, }; enum e x; enum { D };",
            "enum f : unsigned char { E }; enum g : long; struct h { enum e a : 3; enum f : 2; };",
            "struct { _Static_assert(1, \"\"); int a; static_assert(1); } a;",
            "struct __attribute__((packed)) p1 { int x; } __attribute__((aligned(4))) q1;",
            "struct p2 { int x __attribute__((packed)), y : 3 __attribute__((packed)); } const q2, *q3;",
            "enum __attribute__((packed)) p3 { P __attribute__((deprecated)), Q [[deprecated]] = 3 };",
            "struct [[deprecated]] p4 { [[maybe_unused]] int a; _Alignas(8) char b; };",
            "typedef struct t t; struct t { t *next; }; typedef enum { false, true } bool; bool b = true;",
            "typedef unsigned char bool; struct { bool a; bool bool; } x; bool y;",
        ],
    );
}

#[test]
fn attributes_anywhere() {
    check_each(
        "",
        &[
            "int a __attribute__((unused)), b __attribute__((aligned(8), section(\"x\"))) = 1, __attribute__((unused)) c;",
            "__attribute__((constructor(101))) static void f(void) {} __attribute__((noreturn, format(printf, 1, 2))) void g(char *, ...);",
            "void h(int a __attribute__((unused)), [[maybe_unused]] int b, __attribute__((unused)) int c);",
            "int __attribute__((noinline)) i(void) { return 0; } void *__attribute__((malloc)) j(void); int (__attribute__((x)) *k)(void);",
            "[[nodiscard, gnu::pure]] int l(void); [[gnu::packed]] int m; int n [[maybe_unused]] = 1; int o[3] [[x]];",
            "extern int p(int) __asm__(\"q\") __attribute__((nothrow)); int r asm(\"s\") = 1; int t(void) __attribute__((alias(\"u\")));",
            "typedef int v __attribute__((vector_size(16))); typedef int w __attribute__((__mode__(__DI__)));",
            "__attribute__(()) int x; __attribute__((,,unused,)) int y; __attribute__((availability(macos,introduced=10.4))) int z;",
        ],
    );
    check_bodies(
        "",
        &[
            "int a __attribute__((cleanup(f))); __attribute__((unused)) int b; [[maybe_unused]] int c;",
            "switch (1) { case 1: __attribute__((fallthrough)); case 2: [[fallthrough]]; default: ; }",
            "l: __attribute__((unused)) ; [[likely]] if (1) ; goto l;",
        ],
    );
}

#[test]
fn initializers_of_all_kinds() {
    check_each(
        "struct s { int a, b[3]; struct { int c; } d; };\n",
        &[
            "struct s x = {1, {2, 3}, {4}}, y = {.a = 1, .b[1] = 2, .d.c = 3, .b = {[0] = 1, [1 ... 2] = 5}}, z = {};",
            "struct s x = {a: 1, b: {1, 2}}; int a[] = {[2] 5, [0 ... 1] = 3, 4, [5][0] = 1}, b[2] = {1, };",
            "char c[] = \"a\" \"b\", d[] = {\"e\"}, *e[] = {\"f\", \"g\"}; int f = {1}; int *g = (int[]){1, 2};",
        ],
    );
    check_none("int a[] = ", &["{,};", "{1 2};", "{.a 3};", "{1, 2;", "{[1 = 2};"]);
}

#[test]
fn external_declarations() {
    check_each(
        "",
        &[
            "; int a;; _Static_assert(1, \"x\"); _Static_assert(1); static_assert(sizeof(int) == 4, \"y\");",
            "asm(\"\"); __asm__(\".globl x\"); typedef int T, *P; T; struct s; int;",
            "constexpr int n = 3; thread_local int t; int constexpr = 1, thread_local = 2;",
            "void f(void) {} void g(void) { int h(int x) { return x; } auto int k(void); h(1); }",
            "#pragma pack(1)\nstruct { char a; int b; } x;\n#pragma pack()\nint y;",
        ],
    );
}

#[test]
fn names_are_found_in_declarators() {
    let unit = check("int (*(*f)(int a))[3];");
    let ExternalDeclaration::Declaration(declaration) = &unit.0[0].node else { panic!() };
    let name = declared_name(&declaration.node.declarators[0].node.declarator.node);
    assert_eq!(name.map(|name| name.node.name.as_str()), Some("f"));
}
