//! Functions within functions (GNU): what programs with them print, beside them and compared with gcc's program where there is a
//! gcc, and which errors are found in them.

use crate::beside_gcc;
use expect_test::{Expect, expect};
use faultscope::check_source;
use faultscope_ir::Property;

const PRELUDE: &str = "\
int printf(const char *, ...); extern void reach_error(void); int nondet(void);
void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
";

#[track_caller]
fn check(program: &str, expected: Expect) {
    beside_gcc::check(&format!("{PRELUDE}{program}"), &expected);
}

#[track_caller]
fn fails(program: &str, property: Property) -> bool {
    beside_gcc::fails(&format!("{PRELUDE}{program}"), property)
}

#[test]
fn variables_of_the_outer_function_are_read_and_written() {
    check(
        r#"
int twice(int n, int by) {
  int total = 0;
  int add(int k) { total += k * by; return total; }
  add(n);
  add(n);
  return total;
}
int main(void) { printf("%d %d\n", twice(3, 10), twice(1, 1)); return 0; }
"#,
        expect![[r#"
            60 2
        "#]],
    );
}

#[test]
fn functions_within_nested_functions() {
    check(
        r#"
int main(void) {
  int x = 1;
  int f(int y) {
    int g(int z) { int h(void) { return x * 100 + y * 10 + z; } x++; return h(); }
    return g(y + 1);
  }
  printf("%d ", f(2));
  printf("%d\n", f(5));
  return 0;
}
"#,
        expect![[r#"
            223 356
        "#]],
    );
}

#[test]
fn each_activation_of_a_recursive_function_has_its_own() {
    check(
        r#"
int fact(int n) {
  int acc = n;
  int step(int k) { acc = acc * k; return acc; }
  if (n > 1) { int r = fact(n - 1); return step(r) + 0 * acc; }
  return acc;
}
int walk(int n) {
  int seen = n * 10;
  int into(void) { int r = n > 0 ? walk(n - 1) : 0; return r + seen + n; }
  return into();
}
int nested_recursion(int n) {
  int f(int k) { int here = k; int up(void) { return ++here; } if (k == 0) return up(); int r = f(k - 1); return r * 10 + up(); }
  return f(n);
}
int lengths(int n) {
  int a[n];
  int fill(int v) { for (int i = 0; i < n; i++) a[i] = v; return sizeof a / sizeof *a; }
  if (n > 1) lengths(n - 1);
  int count = fill(n);
  printf("%d:%d ", count, a[n - 1]);
  return count;
}
int main(void) {
  printf("%d %d %d\n", fact(5), walk(2), nested_recursion(3));
  lengths(3);
  return 0;
}
"#,
        expect![[r#"
            120 33 1234
            1:1 2:2 3:3 "#]],
    );
}

#[test]
fn pointers_to_nested_functions() {
    check(
        r#"
static int each(int (*f)(int), int n) { int r = 0; for (int i = 0; i < n; i++) r = f(i); return r; }
static int sum(int n) { int s = 0; int add(int k) { return s += k; } return each(add, n); }
int main(void) {
  int a[] = {3, 1, 2}, n_compared = 0;
  int compare(const void *x, const void *y) { n_compared++; return *(const int *)x - *(const int *)y; }
  qsort(a, 3, sizeof *a, compare);
  printf("%d%d%d %d %d\n", a[0], a[1], a[2], n_compared > 0, sum(5));
  return 0;
}
"#,
        expect![[r#"
            123 1 10
        "#]],
    );
}

#[test]
fn functions_that_are_declared_before_they_are_defined() {
    check(
        r#"
int odd(int n) { return -1; }
int main(void) {
  auto int odd(int);
  int calls = 0;
  int even(int n) { calls++; return n == 0 ? 1 : odd(n - 1); }
  int odd(int n) { calls++; return n == 0 ? 0 : even(n - 1); }
  int r = even(7);
  printf("%d %d\n", r, calls);
  { int even(int n) { return n + 40; } printf("%d ", even(2)); }
  printf("%d\n", even(2));
  return 0;
}
"#,
        expect![[r#"
            0 8
            42 1
        "#]],
    );
}

#[test]
fn names_arguments_and_results_of_nested_functions() {
    check(
        r#"
struct pair { int x, y; };
int main(void) {
  struct pair p = {1, 2};
  static int kept = 5;
  enum { TEN = 10 };
  struct pair swap(struct pair q) { p = q; kept++; return (struct pair){ p.y, p.x }; }
  int old(a, b) int a; char b; { return a + b + TEN; }
  double last(int n, ...) {
    __builtin_va_list ap; double d = 0;
    __builtin_va_start(ap, n);
    while (n--) d = __builtin_va_arg(ap, double);
    __builtin_va_end(ap);
    return d + p.x;
  }
  int abs(int n) { return p.y; }
  struct pair r = swap((struct pair){3, 4});
  printf("%d %d %d %d ", r.x, r.y, p.x, kept);
  printf("%d %.1f %d\n", old(1, 2), last(2, 1.0, 2.5), abs(-7));
  int matrix(int n, int m[n][p.x]) { return m[1][0] + (int)(sizeof *m / sizeof **m); }
  int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
  printf("%d\n", matrix(2, m));
  return 0;
}
"#,
        expect![[r#"
            4 3 3 6 13 5.5 4
            7
        "#]],
    );
}

#[test]
fn errors_in_nested_functions() {
    let program = |value: &str| {
        format!(
            "int main(void) {{ int x = {value}; void f(int y) {{ if (x == y) reach_error(); }} x++; f(5); return 0; }}"
        )
    };
    assert!(fails(&program("4"), Property::UnreachCall));
    assert!(!fails(&program("5"), Property::UnreachCall));
    assert!(fails(&program("nondet()"), Property::UnreachCall));
}

#[test]
fn what_nobody_wrote_is_unwritten_in_nested_functions() {
    let program = |first: &str| {
        format!(
            "int f(void) {{ int x; int g(void) {{ return x; }} {first} if (g()) return 1; return 0; }} int main(void) {{ return f(); }}"
        )
    };
    assert!(fails(&program(""), Property::Uninitialized));
    assert!(!fails(&program("x = 1;"), Property::Uninitialized));
    assert!(!fails(&program("void set(void) { x = 1; } set();"), Property::Uninitialized));
    // Each time it is declared, and each time the function is called.
    assert!(fails(
        "int f(int n) { int x; int g(void) { return x; } if (n) x = 1; if (g()) return 1; return 0; } int main(void) { f(1); return f(0); }",
        Property::Uninitialized
    ));
}

#[test]
fn a_nested_function_is_called_while_the_one_around_it_runs() {
    let program = |inside: &str, outside: &str| {
        format!(
            "static int (*p)(int); static int with(int n) {{ int add(int k) {{ return n + k; }} p = add; {inside} return 0; }}\n\
             int main(void) {{ with(1); {outside} return 0; }}"
        )
    };
    assert!(fails(&program("", "p(2);"), Property::InvalidFunctionPointer));
    assert!(!fails(&program("p(2);", ""), Property::InvalidFunctionPointer));
}

#[test]
fn variables_of_nested_functions_end_with_them() {
    let program = |address: &str| {
        format!(
            "int main(void) {{ int *p, y = 1; void f(void) {{ int x = 1; p = {address}; }} f(); return *p; }}"
        )
    };
    assert!(fails(&program("&x"), Property::UseAfterScope));
    assert!(!fails(&program("&y"), Property::UseAfterScope));
}

#[test]
fn findings_name_the_nested_function() {
    let text = "extern void reach_error(void);\nint main(void) {\n  int x = 1;\n  int g(int y) {\n    int z = x - y;\n    return z;\n  }\n  if (g(2) != 3) reach_error();\n  return 0;\n}\n";
    let options = faultscope::Options { properties: [Property::UnreachCall].into(), ..beside_gcc::options() };
    let report = check_source("a.c", text, &options).expect("a program");
    let found: Vec<(u32, String)> =
        report.findings.iter().map(|it| (it.span.line, it.function.clone())).collect();
    expect![[r#"[(5, "g"), (3, "main"), (6, "g")]"#]].assert_eq(&format!("{found:?}"));
}
