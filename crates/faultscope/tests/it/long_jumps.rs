//! Jumps out of functions, by `longjmp` and by `goto` from nested functions: what programs with them print, beside them and
//! compared with gcc's program where there is a gcc, and which errors are found in them.

use crate::beside_gcc;
use expect_test::{Expect, expect};
use faultscope::{Options, check_source};
use faultscope_ir::{AssumptionKind, Property};
use faultscope_report::Verdict;

/// What glibc's `<setjmp.h>` declares.
const PRELUDE: &str = "\
typedef struct __jmp_buf_tag { long registers[8]; int saved; struct { unsigned long bits[16]; } mask; } jmp_buf[1], sigjmp_buf[1];
int _setjmp(jmp_buf); int __sigsetjmp(jmp_buf, int); void longjmp(jmp_buf, int); void siglongjmp(jmp_buf, int);
#define nondet() __VERIFIER_nondet_int()
#define setjmp(env) _setjmp(env)
#define sigsetjmp(env, saves) __sigsetjmp(env, saves)
int printf(const char *, ...); extern void reach_error(void); int __VERIFIER_nondet_int(void); void *malloc(unsigned long); void free(void *);
void *memcpy(void *, const void *, unsigned long); void exit(int); int atexit(void (*)(void));
void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
";

fn text_of(program: &str) -> String {
    format!("{PRELUDE}{program}")
}

#[track_caller]
fn check(program: &str, expected: Expect) {
    beside_gcc::check(&text_of(program), &expected);
}

#[track_caller]
fn fails(program: &str, property: Property) -> bool {
    beside_gcc::fails(&text_of(program), property)
}

/// What cannot be done is said, and there is no answer.
#[track_caller]
fn check_refused(program: &str, expected: &str) {
    let properties = [Property::UnreachCall].into();
    let report = check_source("a.c", &text_of(program), &Options { properties, ..beside_gcc::options() })
        .expect("a report");
    assert_eq!(report.verdict, Verdict::Unknown);
    assert!(report.reason.as_ref().is_some_and(|it| it.message.contains(expected)), "{:?}", report.reason);
}

/// Both verdicts of a program in which `CHECK` stands for a condition that holds, and for one that does not.
#[track_caller]
fn check_both(program: &str, holds: &str, may_fail: &str) {
    let with = |condition: &str| program.replace("CHECK", &format!("if (!({condition})) reach_error()"));
    assert!(!fails(&with(holds), Property::UnreachCall), "{holds} in\n{program}");
    assert!(fails(&with(may_fail), Property::UnreachCall), "{may_fail} in\n{program}");
}

#[test]
fn a_jump_within_one_function() {
    check_both(
        "jmp_buf env;
         int main(void) { volatile int n = 0; int r = setjmp(env); n++; if (n < 3) longjmp(env, n + 4); CHECK; return 0; }",
        "n == 3 && r == 6",
        "r != 6",
    );
}

#[test]
fn setjmp_gives_one_where_longjmp_is_given_zero() {
    check_both(
        "jmp_buf env; void f(int v) { longjmp(env, v); }
         int main(void) { int r = setjmp(env); if (r == 0) f(nondet()); CHECK; return 0; }",
        "r != 0",
        "r != 1",
    );
}

#[test]
fn a_jump_through_several_functions() {
    check_both(
        "jmp_buf env; int n;
         void h(int k) { n = k; if (k > 3) longjmp(env, k); }
         int g(int k) { h(k); n = 100; return 7; }
         int f(int k) { return g(k) + 1; }
         int main(void) { int r, s = 0; r = setjmp(env); if (r == 0) s = f(nondet()); CHECK; return 0; }",
        "(r == 0 && s == 8 && n == 100) || (r > 3 && r == n && s == 0)",
        "r == 0",
    );
}

#[test]
fn a_jump_to_an_activation_of_a_recursive_function() {
    check_both(
        "jmp_buf outer; int landed = -1;
         int f(int n, jmp_buf *target) {
           jmp_buf own;
           if (setjmp(own)) { landed = n; return n; }
           if (n == 0) longjmp(*target, 1);
           return f(n - 1, n == 2 ? &own : target) + 1;
         }
         int main(void) { int r = f(3, 0); CHECK; return 0; }",
        "landed == 2 && r == 3",
        "landed != 2",
    );
}

#[test]
fn every_use_that_the_standard_allows() {
    check(
        r#"
jmp_buf env; int n;
int main(void) {
  if (setjmp(env)) printf("if %d\n", n); else { n++; longjmp(env, 1); }
  if (!setjmp(env)) { n++; longjmp(env, 1); } else printf("not %d\n", n);
  if (setjmp(env) == 0) { n++; longjmp(env, 5); } else printf("equal %d\n", n);
  if (2 > setjmp(env)) { n++; longjmp(env, 2); } else printf("greater %d\n", n);
  switch (setjmp(env)) {
    case 0: longjmp(env, 1);
    case 1: printf("one\n"); longjmp(env, 4);
    case 4: printf("four\n"); break;
    default: printf("other\n");
  }
  n = 0;
  while (setjmp(env) < 3) { n++; longjmp(env, n); }
  printf("while %d\n", n);
  n = 0;
  setjmp(env);
  if (n++ < 2) longjmp(env, 1);
  (void)setjmp(env);
  if (n++ < 5) longjmp(env, 1);
  printf("statement %d\n", n);
  int r;
  if ((r = setjmp(env)) == 0) longjmp(env, 6);
  printf("assigned %d\n", r);
  int s = setjmp(env);
  if (s == 0) longjmp(env, -6);
  printf("initial %d\n", s);
  for (n = 0; setjmp(env) == 0 && n < 3; n++) if (n == 2) longjmp(env, 1);
  printf("for %d\n", n);
  sigjmp_buf other;
  printf(sigsetjmp(other, 1) ? "back\n" : "set\n");
  if (n++ < 5) siglongjmp(other, 1);
  return 0;
}
"#,
        expect![[r#"
            if 1
            not 2
            equal 3
            greater 4
            one
            four
            while 3
            statement 6
            assigned 6
            initial -6
            for 2
            set
            back
            back
            back
        "#]],
    );
}

#[test]
fn exceptions_made_of_macros() {
    check(
        r#"
struct frame { int code; jmp_buf env; struct frame *prev; };
struct frame *top;
#define TRY do { struct frame f__; f__.prev = top; top = &f__; switch (f__.code = setjmp(f__.env)) { case 0: {
#define CATCH(x) } break; case x: { top = f__.prev;
#define END } break; default: top = f__.prev; throw(f__.code); } top = f__.prev; } while (0)
void throw(int code) { if (!top) { printf("nobody catches %d\n", code); exit(0); } longjmp(top->env, code); }
int half(int n) { if (n % 2) throw(n == 1 ? 1 : 2); return n / 2; }
void count(int n) { for (;;) { n = half(n); printf("half %d\n", n); } }
void middle(int n) { TRY { count(n); } CATCH(1) { printf("one\n"); } END; }
int main(void) {
  middle(4);
  TRY { middle(12); } CATCH(2) { printf("two\n"); } END;
  TRY { TRY { throw(3); } CATCH(3) { printf("three\n"); throw(4); } END; } CATCH(4) { printf("four\n"); } END;
  middle(6);
  return 1;
}
"#,
        expect![[r#"
            half 2
            half 1
            one
            half 6
            half 3
            two
            three
            four
            half 3
            nobody catches 2
        "#]],
    );
}

#[test]
fn buffers_anywhere_and_copies_of_them() {
    check(
        r#"
struct context { int depth; jmp_buf envs[3]; };
void leave(struct context *context) { longjmp(context->envs[context->depth], context->depth + 1); }
int main(void) {
  struct context c = { 0 };
  volatile int i = 0;
  for (i = 0; i < 3; i++) {
    int r = setjmp(c.envs[i]);
    if (r) { printf("%d: %d\n", i, r); break; }
  }
  c.depth++;
  if (c.depth < 3) leave(&c);
  jmp_buf *heap = malloc(sizeof(jmp_buf)), copy;
  if (setjmp(*heap) == 0) {
    memcpy(copy, *heap, sizeof copy);
    free(heap);
    longjmp(copy, 2);
  }
  struct context d;
  if (setjmp(c.envs[0]) == 0) { d = c; longjmp(d.envs[0], 1); }
  printf("copied\n");
  return 0;
}
"#,
        expect![[r#"
            3: 2
            3: 3
            copied
        "#]],
    );
}

#[test]
fn a_second_setjmp_overwrites_the_buffer() {
    check_both(
        "jmp_buf env; int place;
         int main(void) {
           if (setjmp(env)) { place = 1; goto out; }
           if (nondet()) if (setjmp(env)) { place = 2; goto out; }
           longjmp(env, 1);
           out: CHECK; return 0;
         }",
        "place == 1 || place == 2",
        "place == 1",
    );
}

#[test]
fn a_buffer_that_nobody_has_set_is_an_error() {
    let program = |set: &str| {
        format!("jmp_buf env; int main(void) {{ {set} if (setjmp(env)) return 0; SET longjmp(env, 1); }}")
            .replace("if (setjmp(env)) return 0; SET", set)
    };
    assert!(fails(&program(""), Property::Library));
    assert!(!fails(&program("if (setjmp(env)) return 0;"), Property::Library));
    let local = "int main(void) { jmp_buf env; if (nondet()) if (setjmp(env)) return 0; longjmp(env, 1); }";
    assert!(fails(local, Property::Library));
    assert!(fails(local, Property::Uninitialized));
}

#[test]
fn a_jump_to_a_function_that_has_returned_is_an_error() {
    let program = |call: &str| {
        format!(
            "jmp_buf env; int set(void) {{ if (setjmp(env)) return 1; return 0; }}
             int again(void) {{ int r = setjmp(env); if (r == 0) longjmp(env, 1); return r; }}
             int main(void) {{ {call} return 0; }}"
        )
    };
    assert!(fails(&program("set(); longjmp(env, 1);"), Property::Library));
    assert!(fails(&program("again(); again(); longjmp(env, 1);"), Property::Library));
    assert!(!fails(&program("set(); again(); if (setjmp(env) == 0) longjmp(env, 1);"), Property::Library));
    // Another activation of the same function is none of the one that has returned.
    let twice =
        "jmp_buf env; void f(int n) { if (n == 0) { if (setjmp(env)) return; } else longjmp(env, 1); }
                 int main(void) { f(0); f(1); return 0; }";
    assert!(fails(twice, Property::Library));
}

#[test]
fn variables_of_functions_that_were_left_are_gone() {
    let program = |read: &str| {
        format!(
            "jmp_buf env; int *p, n;
             void f(int k) {{ int own[2] = {{ k, k }}; p = k ? own : &n; longjmp(env, 1); }}
             int main(void) {{ if (setjmp(env) == 0) f(1); {read}; return 0; }}"
        )
    };
    assert!(fails(&program("return p[1]"), Property::UseAfterScope));
    assert!(!fails(&program("p = &n; return *p"), Property::UseAfterScope));
}

#[test]
fn jumps_out_of_functions_that_the_library_calls() {
    check(
        r#"
jmp_buf env;
int compare(const void *left, const void *right) {
  int x = *(const int *)left, y = *(const int *)right;
  if (x == 3 || y == 3) longjmp(env, x + y);
  return x - y;
}
int main(void) {
  int v[] = { 7, 5, 3, 4 };
  int r = setjmp(env);
  if (r == 0) { qsort(v, 2, sizeof *v, compare); qsort(v, 4, sizeof *v, compare); }
  printf("%d %d\n", r > 3, v[0]);
  return 0;
}
"#,
        expect![[r#"
            1 5
        "#]],
    );
}

#[test]
fn jumps_through_pointers_to_functions() {
    check_both(
        "jmp_buf env; int n;
         void one(int k) { n = k; longjmp(env, 1); } void two(int k) { n = -k; }
         int main(void) {
           void (*f)(int) = nondet() ? one : two; int r = setjmp(env);
           if (r == 0) { f(4); n *= 10; }
           CHECK; return 0;
         }",
        "r == 1 ? n == 4 : n == -40",
        "n == 4",
    );
}

#[test]
fn what_a_function_would_have_given_is_not_assigned() {
    check_both(
        "jmp_buf env; struct two { int a, b; } t;
         int f(int k) { if (k) longjmp(env, 1); return 5; }
         struct two g(int k) { struct two two = { f(k), 6 }; return two; }
         int main(void) {
           static int s, i, a[2]; volatile int k = nondet();
           if (setjmp(env) == 0) { s = f(k & 1); a[i] = f(k & 2); t = g(k & 4); i += f(k & 8); }
           CHECK; return 0;
         }",
        "(s == 5 || (s == 0 && a[0] == 0)) && (a[0] == 5 || t.a == 0) && t.a + 1 >= t.b && (i == 0 || i == 5)",
        "i == 5",
    );
}

#[test]
fn a_jump_into_a_loop_and_into_a_block_that_was_left() {
    check_both(
        "jmp_buf env; int count;
         void back(int n) { if (count < n) longjmp(env, count + 1); }
         int main(void) {
           volatile int i, sum = 0;
           for (i = 0; i < 2; i++) { int r = setjmp(env); sum += r; count++; }
           back(4);
           CHECK; return 0;
         }",
        "i == 4 && count == 4 && sum == 7",
        "sum == 5",
    );
}

#[test]
fn several_buffers_of_one_place() {
    check_both(
        "jmp_buf envs[3];
         int main(void) {
           static int i, last; int r = 0;
           for (i = 0; i < 3; i++) if ((r = setjmp(envs[i])) != 0) break;
           if (last++ == 0) { int k = nondet(); if (k >= 0 && k < 3) longjmp(envs[k], k + 7); }
           CHECK; return 0;
         }",
        "r == 0 ? i == 3 : r >= 7 && r <= 9 && i == 3",
        "r != 8",
    );
}

#[test]
fn setjmp_in_a_function_that_is_called_meanwhile() {
    check_both(
        "jmp_buf a, b; int log;
         void g(int k) { longjmp(k ? a : b, 1); }
         void f(int k) { if (setjmp(b)) { log += 1; longjmp(a, 2); } g(k); }
         int main(void) { int k = nondet() != 0; int r = setjmp(a); if (r == 0) f(k); CHECK; return 0; }",
        "r == 1 ? log == 0 : r == 2 && log == 1",
        "r == 1",
    );
}

#[test]
fn the_builtins_of_gcc() {
    check(
        r#"
void *env[5]; int n;
__attribute__((noinline)) void jump(void) { n = 4; __builtin_longjmp(env, 1); }
int main(void) {
  if (__builtin_setjmp(env)) printf("back %d\n", n); else jump();
  return 0;
}
"#,
        expect![[r#"
            back 4
        "#]],
    );
}

#[test]
fn setjmp_without_longjmp_is_a_call_that_gives_zero() {
    check_both(
        "jmp_buf env; int main(void) { int x = 1 + setjmp(env); CHECK; return 0; }",
        "x == 1",
        "x == 2",
    );
}

#[test]
fn goto_out_of_nested_functions() {
    check(
        r#"
int search(int *values, int n, int wanted) {
  __label__ found;
  int at = -1;
  void look(int from) {
    if (from == n) return;
    if (values[from] == wanted) { at = from; goto found; }
    look(from + 1);
  }
  look(0);
  printf("not there\n");
found:
  return at;
}
int twice(int n) {
  __label__ out;
  int k = 0;
  int inner(int m) {
    __label__ again;
    void deepest(int way) { k++; if (way) goto again; goto out; }
    deepest(m);
    return 1;
  again:
    k += 10;
    return 2;
  }
  if (n > 2) return twice(n - 1) + 100;
  int r = inner(1);
  k += 1000 * r;
  inner(0);
  return -1;
out:
  return k;
}
int main(void) {
  int values[] = { 4, 8, 15 };
  printf("%d %d\n", search(values, 3, 8), search(values, 3, 9));
  printf("%d\n", twice(3));
  int compare(const void *left, const void *right) { __label__ nothing; nothing: return *(int *)left - *(int *)right; }
  qsort(values, 3, sizeof *values, compare);
  return 0;
}
"#,
        expect![[r#"
            not there
            1 -1
            2112
        "#]],
    );
}

#[test]
fn labels_of_the_activation_that_has_called() {
    check_both(
        "int f(int n) {
           __label__ out;
           void leave(int k) { if (k == 0) goto out; }
           if (n > 0) { int r = f(n - 1); leave(r == 5 ? 0 : 1); return 1; }
           leave(0); return 2;
           out: return n + 5;
         }
         int main(void) { int r = f(2); CHECK; return 0; }",
        "r == 1",
        "r == 5",
    );
}

#[test]
fn variables_whose_declarations_a_jump_passes_hold_anything() {
    check_both(
        "int main(void) {
           __label__ past;
           void jump(int k) { if (k) goto past; }
           jump(nondet());
           int x = 3;
           past: CHECK; return 0;
         }",
        "x == x",
        "x == 3",
    );
}

#[test]
fn a_label_of_a_function_that_has_returned() {
    let program = |keep: &str| {
        format!(
            "void (*kept)(void);
             void outer(void) {{ __label__ out; void jump(void) {{ goto out; }} kept = jump; {keep} out: return; }}
             int main(void) {{ outer(); {} return 0; }}",
            if keep.is_empty() { "kept();" } else { "" }
        )
    };
    assert!(fails(&program(""), Property::InvalidFunctionPointer));
    assert!(!fails(&program("kept();"), Property::InvalidFunctionPointer));
}

#[test]
fn functions_without_a_body_leave_buffers_alone() {
    let program = "jmp_buf env; int n; void unknown(int *); void f(void) { unknown(&n); longjmp(env, 1); }
                   int main(void) { if (setjmp(env) == 0) f(); return 0; }";
    assert!(!fails(program, Property::Library));
}

#[test]
fn what_is_refused() {
    check_refused(
        "jmp_buf env; int main(void) { int x = 1; x = x + setjmp(env); if (x == 1) longjmp(env, 1); reach_error(); }",
        "`_setjmp` within an expression is not supported",
    );
    check_refused(
        "jmp_buf env; int main(void) { int (*f)(jmp_buf) = _setjmp; if (f(env) == 0) longjmp(env, 1); reach_error(); }",
        "a call of `_setjmp` through a pointer is not supported",
    );
    check_refused(
        "jmp_buf env; void last(void) { longjmp(env, 1); }
         int main(void) { atexit(last); if (setjmp(env) == 0) exit(0); reach_error(); }",
        "a jump out of a function that runs when the program ends is not supported",
    );
}

#[test]
fn what_is_taken_for_granted() {
    let text = text_of(
        "jmp_buf env; void f(void) { longjmp(env, 1); }
         int main(void) { int n = 0; if (setjmp(env) == 0) { n = 1; f(); } if (n != 1) reach_error(); return 0; }",
    );
    let properties = [Property::UnreachCall].into();
    let report =
        check_source("a.c", &text, &Options { properties, ..beside_gcc::options() }).expect("a report");
    assert_eq!(report.verdict, Verdict::Safe);
    assert!(report.assumptions.iter().any(|it| it.kind == AssumptionKind::LongJump));
}
