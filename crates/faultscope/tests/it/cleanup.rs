//! The attribute `cleanup` (GNU): what is called at the end of a block, however control leaves it.

use crate::beside_gcc;
use expect_test::{Expect, expect};
use faultscope_ir::Property;

const PRELUDE: &str = "\
int printf(const char *, ...); void *malloc(unsigned long); void free(void *); extern void reach_error(void); int nondet(void);
static void say(int *it) { printf(\"<%d>\", *it); }
static void release(char **it) { free(*it); }
#define SAID __attribute__((cleanup(say)))
#define OWNED __attribute__((__cleanup__(release)))
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
fn the_last_declared_comes_first_and_the_value_is_that_at_the_end() {
    check(
        r#"
static int f(int n) { SAID int a = n, b = n + 1; { SAID int c = 7; a = 9; } b = 5; return a + b; }
int main(void) {
  printf("%d\n", f(1));
  for (SAID int i = 0; i < 2; i++) { SAID int twice = 2 * i; printf("."); }
  SAID int last = 3;
  printf("|");
}"#,
        expect![[r#"
            <7><5><9>14
            .<0>.<2><2>|<3>"#]],
    );
}

#[test]
fn jumps_out_of_blocks() {
    check(
        r#"
static int f(int n) {
  for (int i = 0; i < 4; i++) {
    SAID int a = i;
    if (i == n) break;
    if (i == 1) continue;
    SAID int b = 10 + i;
    if (i == n + 1) return i;
    switch (i) { case 2: { SAID int c = 20; goto out; } default: break; }
  }
out:
  printf("out");
  return 0;
}
static void again(void) {
  int n = 0;
back:;
  SAID int a = n;
  if (n < 2) { n++; SAID int inner = -n; goto back; }
  a = 8;
}
int main(void) { for (int i = -2; i < 4; i++) printf("=%d\n", f(i)); again(); return 0; }"#,
        expect![[r#"
            <10><0><1><20><12><2>out=0
            <10><0>=0
            <0>out=0
            <10><0><1>out=0
            <10><0><1><2>out=0
            <10><0><1><20><12><2>out=0
            <-1><0><-2><1><8>"#]],
    );
}

#[test]
fn jumps_out_of_functions_call_nothing() {
    check(
        r#"
#include <setjmp.h>
static jmp_buf env;
static void f(int n) { SAID int a = n; if (n == 2) longjmp(env, 5); f(n + 1); }
int main(void) {
  __label__ out;
  SAID int outer = 9;
  int r = setjmp(env);
  printf("%d ", r);
  { SAID int inner = r; if (r == 0) f(0); }
  void leave(void) { SAID int b = 6; goto out; }
  leave();
  printf("not here");
out:
  printf("out ");
  return 0;
}"#,
        expect!["0 5 <5>out <9>"],
    );
}

#[test]
fn the_value_of_an_expression_is_taken_before() {
    check(
        r#"
struct pair { int a, b; };
static void clear(struct pair *it) { it->a = it->b = 0; }
static struct pair get(void) { __attribute__((cleanup(clear))) struct pair it = {1, 2}; return it; }
int main(void) {
  int x = ({ SAID int t = 4; t += 1; t; });
  struct pair p = ({ __attribute__((cleanup(clear))) struct pair it = {3, 4}; it; }), q = get();
  ({ SAID int t = x; printf("void"); });
  printf(" %d %d %d %d %d\n", x, p.a, p.b, q.a, q.b);
  return 0;
}"#,
        expect![[r#"
            <5>void<5> 5 3 4 1 2
        "#]],
    );
}

#[test]
fn memory_is_freed() {
    let leaks = |body: &str| fails(&format!("int main(void) {{ {body} }}"), Property::MemoryCleanup);
    assert!(!leaks("OWNED char *p = malloc(3); if (nondet()) return 1; return 0;"));
    assert!(!leaks("OWNED char *p = malloc(3); p[0] = 1;"));
    assert!(!leaks("for (int i = 0; i < 3; i++) { OWNED char *p = malloc(3); if (nondet()) break; }"));
    assert!(leaks("char *p = malloc(3); if (p) { OWNED char *q = p; if (nondet()) return 1; q = 0; }"));
}

#[test]
fn what_is_called_sees_what_is_there() {
    let reaches = |body: &str| fails(body, Property::UnreachCall);
    let stop = "static void stop(int *it) { if (*it) reach_error(); }\n#define STOPS __attribute__((cleanup(stop)))\n";
    assert!(reaches(&format!("{stop}int main(void) {{ STOPS int a = 0; if (nondet()) a = 1; }}")));
    assert!(!reaches(&format!(
        "{stop}int main(void) {{ STOPS int a = 1; if (nondet()) {{ a = 0; return 1; }} a = 0; }}"
    )));
    // It is not declared yet where the first jump leaves the block.
    assert!(!reaches(&format!(
        "{stop}int main(void) {{ {{ if (nondet()) goto end; STOPS int a = 1; a = 0; }} end: return 0; }}"
    )));
    let ended = "static int *kept; static void use(int *it) { *it = *kept; }\n#define USES __attribute__((cleanup(use)))\n";
    let dangling =
        format!("{ended}int main(void) {{ USES int a = 1; {{ int b = 2; kept = &b; return 0; }} }}");
    assert!(fails(&dangling, Property::UseAfterScope));
    let there = format!("{ended}int main(void) {{ int b = 2; USES int a = 1; {{ kept = &b; return 0; }} }}");
    assert!(!fails(&there, Property::UseAfterScope));
}
