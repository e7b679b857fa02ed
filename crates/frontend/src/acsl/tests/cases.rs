//! Small programs with every construct of annotations, and whether Frama-C takes them.
//!
//! The table is read by the tests of the parser, and by those of the translation, which also compare with Frama-C where that
//! is installed.

/// A program.
pub struct Case {
    /// What is in it.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
    /// What becomes of it.
    pub expect: Expect,
}

/// What becomes of a program.
pub enum Expect {
    /// All of it has a meaning.
    Read,
    /// It is read, and this is named as not supported.
    Named(&'static str),
    /// It is wrong, with this message. Frama-C rejects it, too.
    Wrong(&'static str),
}

use Expect::{Named, Read, Wrong};

/// The programs.
pub const CASES: &[Case] = &[
    Case {
        name: "requires, ensures and result",
        text: "/*@ requires x > -1000; requires x < 1000; ensures \\result == x + 1; */\nint inc(int x) { return x + 1; }\nint main(void) { return inc(3); }\n",
        expect: Read,
    },
    Case {
        name: "one-line annotations and assigns",
        text: "int g;\n//@ assigns g; \nvoid set(int x) { g = x; }\n//@ assigns \\nothing;\nint get(void) { return g; }\nint main(void) { set(1); return get(); }\n",
        expect: Read,
    },
    Case {
        name: "behaviors, complete and disjoint",
        text: "/*@ requires x > -2147483647;\n    assigns \\nothing;\n    behavior pos: assumes x >= 0; ensures \\result == x;\n    behavior neg: assumes x < 0; ensures \\result == -x;\n    complete behaviors pos, neg; disjoint behaviors; */\nint absolute(int x) { return x < 0 ? -x : x; }\nint main(void) { return absolute(-3); }\n",
        expect: Read,
    },
    Case {
        name: "requires in a behavior",
        text: "/*@ behavior b: assumes y != 0; requires x >= 0; ensures \\result >= 0 || y < 0;\n    complete behaviors b; */\nint f(int x, int y) { return y ? x / y : 0; }\nint main(void) { return f(4, 2); }\n",
        expect: Read,
    },
    Case {
        name: "old values, of places and of terms",
        text: "/*@ requires \\valid(p); requires *p < 100; assigns *p; ensures *p == \\old(*p) + 1;\n    ensures \\old(*p + 1) == *p; */\nvoid inc(int *p) { *p = *p + 1; }\nint main(void) { int x = 1; inc(&x); return x; }\n",
        expect: Read,
    },
    Case {
        name: "states by label",
        text: "/*@ requires \\valid(p); requires -1000 < *p < 1000; ensures *p == \\at(*p, Pre) + 2; */\nvoid twice(int *p) {\n  *p += 1;\n L: *p += 1;\n  //@ assert \\at(*p, L) == \\at(*p, Pre) + 1;\n  //@ assert *p == \\at(*p, Here);\n}\nint main(void) { int x = 1; twice(&x); return x; }\n",
        expect: Read,
    },
    Case {
        name: "quantifiers with ranges",
        text: "/*@ requires 0 <= n <= 10; requires \\valid(a + (0 .. n - 1)); assigns a[0 .. n - 1];\n    ensures \\forall integer k; 0 <= k < n ==> a[k] == 0; */\nvoid clear(int *a, int n) { for (int i = 0; i < n; i++) a[i] = 0; }\nint main(void) { int b[3]; clear(b, 3); return b[2]; }\n",
        expect: Read,
    },
    Case {
        name: "quantifiers over two variables, and nested ones",
        text: "/*@ requires 0 <= n <= 4; requires \\valid_read(a + (0 .. n - 1));\n    ensures \\result != 0 <==> (\\exists integer i, j; 0 <= i < j < n && a[i] == a[j]);\n    ensures \\result == 0 ==> (\\forall integer i; 0 <= i < n ==> \\forall integer j; 0 <= j < i ==> a[i] != a[j]); */\nint twins(const int a[], int n) {\n  for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) if (a[i] == a[j]) return 1;\n  return 0;\n}\nint main(void) { int b[] = { 1, 2, 1 }; return twins(b, 3); }\n",
        expect: Read,
    },
    Case {
        name: "connectives",
        text: "//@ ensures ((x > 0 ==> y > 0) && !(x < 0 || y < 0)) <==> (x > 0 ^^ y == 0) || \\true || \\result == 0;\nint f(int x, int y) { return x & y; }\nint main(void) { return f(1, 2); }\n",
        expect: Read,
    },
    Case {
        name: "conditional terms, and a conditional predicate",
        text: "//@ ensures \\result == (x > y ? x : y); ensures x > y ? \\result == x : \\result == y;\nint max(int x, int y) { return x > y ? x : y; }\nint main(void) { return max(1, 2); }\n",
        expect: Read,
    },
    Case {
        name: "chains of comparisons",
        text: "//@ requires 0 <= x < 10 && 20 > y >= 0; ensures 0 <= \\result == x + y <= 30;\nint add(int x, int y) { return x + y; }\nint main(void) { return add(1, 2); }\n",
        expect: Read,
    },
    Case {
        name: "a chain that turns",
        text: "//@ requires 0 < x > y;\nint f(int x, int y) { return x + y; }\nint main(void) { return f(2, 1); }\n",
        expect: Wrong("these comparisons do not make a chain"),
    },
    Case {
        name: "sums and numbers of",
        text: "/*@ requires 0 <= n <= 5; requires \\valid_read(a + (0 .. n - 1));\n    requires \\forall integer k; 0 <= k < n ==> 0 <= a[k] <= 100;\n    ensures \\result == \\sum(0, n - 1, \\lambda integer k; a[k]); */\nint sum(int *a, int n) { int s = 0, i = 0; while (i < n) { s += a[i]; i++; } return s; }\n/*@ requires 0 <= n <= 5; requires \\valid_read(a + (0 .. n - 1));\n    ensures \\result == \\numof(0, n - 1, \\lambda integer k; a[k] == x); */\nint count(int *a, int n, int x) { int c = 0; for (int i = 0; i < n; i++) if (a[i] == x) c++; return c; }\nint main(void) { int b[] = { 1, 2, 3 }; return sum(b, 3) + count(b, 3, 2); }\n",
        expect: Read,
    },
    Case {
        name: "minimum, maximum and product",
        text: "/*@ requires 1 <= n <= 4; requires \\valid_read(a + (0 .. n - 1));\n    ensures \\result == \\max(0, n - 1, \\lambda integer k; a[k]);\n    ensures \\min(0, n - 1, \\lambda integer k; a[k]) <= \\result;\n    ensures \\product(1, 3, \\lambda integer k; k) == 6; */\nint max(int *a, int n) { int m = a[0]; for (int i = 1; i < n; i++) if (a[i] > m) m = a[i]; return m; }\nint main(void) { int b[] = { 1, 5, 3 }; return max(b, 3); }\n",
        expect: Read,
    },
    Case {
        name: "validity, separation and initialization",
        text: "/*@ requires \\valid(p) && \\valid_read(q) && \\separated(p, q); requires \\initialized(q);\n    assigns *p; ensures *p == *q == \\old(*q); */\nvoid copy(int *p, const int *q) { *p = *q; }\nint main(void) { int x, y = 2; copy(&x, &y); return x; }\n",
        expect: Named("`\\initialized`"),
    },
    Case {
        name: "places in assigns",
        text: "struct s { int x; int a[4]; };\n/*@ requires \\valid(s) && \\valid(b + (0 .. 3)); assigns s->x, s->a[0 .. 3], *(b + (0 .. 3)) \\from s->x; */\nvoid f(struct s *s, int *b) { s->x = 1; s->a[2] = 2; b[3] = 3; }\nint main(void) { struct s t; int c[4]; f(&t, c); return t.x; }\n",
        expect: Read,
    },
    Case {
        name: "annotations of loops",
        text: "/*@ requires 0 <= n <= 6; requires \\valid(a + (0 .. n - 1)); */\nvoid fill(int *a, int n) {\n  int i = 0;\n  /*@ loop invariant 0 <= i <= n;\n      loop invariant \\forall integer k; 0 <= k < i ==> a[k] == k;\n      loop assigns i, a[0 .. n - 1];\n      loop variant n - i; */\n  while (i < n) { a[i] = i; i++; }\n  //@ assert i == n;\n  /*@ check i >= 0; */\n  i = 0;\n  //@ loop variant 3 - i;\n  do i++; while (i < 3);\n  /*@ loop invariant 0 <= j <= 2; loop assigns j; */\n  for (int j = 0; j < 2; j++) ;\n}\nint main(void) { int b[2]; fill(b, 2); return b[1]; }\n",
        expect: Read,
    },
    Case {
        name: "the state in front of a loop",
        text: "int main(void) {\n  int n = 5, s = 0;\n  /*@ loop invariant s + n == \\at(s + n, LoopEntry); loop assigns s, n; loop variant n; */\n  while (n > 0) { n--; s++; }\n  return s;\n}\n",
        expect: Read,
    },
    Case {
        name: "predicates and logic functions",
        text: "//@ predicate in_range(integer x, integer lo, integer hi) = lo <= x <= hi;\n/*@ logic integer square(integer x) = x * x;\n    logic integer seven = 7; */\n//@ requires in_range(x, -100, 100); ensures \\result == square(x) && seven > 0;\nint sq(int x) { return x * x; }\nint main(void) { return sq(3); }\n",
        expect: Read,
    },
    Case {
        name: "recursive logic functions",
        text: "//@ logic integer fac(integer n) = n <= 0 ? 1 : n * fac(n - 1);\n//@ requires 0 <= n <= 5; ensures \\result == fac(n);\nint factorial(int n) { int r = 1; for (int i = 2; i <= n; i++) r *= i; return r; }\nint main(void) { return factorial(4); }\n",
        expect: Read,
    },
    Case {
        name: "predicates over memory, with labels",
        text: "/*@ predicate sorted{L}(int *a, integer n) = \\forall integer i; 0 <= i < n - 1 ==> a[i] <= a[i + 1];\n    predicate same{A, B}(int *a, integer n) = \\forall integer i; 0 <= i < n ==> \\at(a[i], A) == \\at(a[i], B); */\n/*@ requires 0 <= n <= 3 && \\valid_read(a + (0 .. n - 1)) && sorted{Here}(a, n);\n    ensures same{Pre, Here}(a, n); */\nint first(int *a, int n) { return n > 0 ? a[0] : 0; }\nint main(void) { int b[] = { 1, 2, 3 }; return first(b, 3); }\n",
        expect: Read,
    },
    Case {
        name: "an axiomatic definition",
        text: "/*@ axiomatic Count { logic integer count(int *a, integer n) reads a[0 .. n - 1];\n      axiom none: \\forall int *a, integer n; n <= 0 ==> count(a, n) == 0; } */\nint main(void) { return 0; }\n",
        expect: Named("an axiom"),
    },
    Case {
        name: "lemmas",
        text: "/*@ lemma squares: \\forall integer x; x * x >= 0; */\nint main(void) { return 0; }\n",
        expect: Named("a lemma"),
    },
    Case {
        name: "inductive predicates and types",
        text: "/*@ inductive even(integer n) { case zero: even(0); case next: \\forall integer n; even(n) ==> even(n + 2); } */\n//@ type t;\nint main(void) { return 0; }\n",
        expect: Named("an inductive predicate"),
    },
    Case {
        name: "let, casts, sizes and names of predicates",
        text: "typedef unsigned char byte;\n/*@ requires small: 0 <= x <= 300;\n    ensures \\let y = x * 2; \\result == y;\n    ensures byte: (byte)x == x % 256 && sizeof(byte) == 1 && sizeof(x) == sizeof(int); */\nint f(int x) { return x + x; }\nint main(void) { return f(2); }\n",
        expect: Read,
    },
    Case {
        name: "bits",
        text: "//@ requires 0 <= x < 256; ensures \\result == (x & 15) | (x >> 4) && (x ^ x) == 0 && ~x == -x - 1 && (1 << 4) == 16;\nint f(int x) { return (x & 15) | (x >> 4); }\nint main(void) { return f(2) & 0; }\n",
        expect: Wrong("a predicate stands where a number is expected"),
    },
    Case {
        name: "bits in parentheses",
        text: "//@ requires 0 <= x < 256; ensures \\result == ((x & 15) | (x >> 4)) && (x ^ x) == 0 && ~x == -x - 1 && (1 << 4) == 16;\nint f(int x) { return (x & 15) | (x >> 4); }\nint main(void) { return f(2) & 0; }\n",
        expect: Read,
    },
    Case {
        name: "members and pointers to structures",
        text: "struct point { int x, y; struct point *next; };\n/*@ requires \\valid(p) && p->x < 1000 && (*p).y < 1000 && p->x > -1000 && p->y > -1000;\n    requires p->next == \\null || \\valid(p->next);\n    assigns p->x; ensures p->x == \\old(p->x) + p->y; */\nvoid move(struct point *p) { p->x += p->y; }\nint main(void) { struct point q = { 1, 2, 0 }; move(&q); return q.x; }\n",
        expect: Read,
    },
    Case {
        name: "recursion with a measure, and termination",
        text: "/*@ requires 0 <= n <= 5; terminates \\true; decreases n; ensures \\result == n; */\nint count(int n) { return n == 0 ? 0 : 1 + count(n - 1); }\nint main(void) { return count(3); }\n",
        expect: Read,
    },
    Case {
        name: "characters, numbers and constants",
        text: "enum { LIMIT = 0x1F };\n/*@ requires 'a' <= c <= 'z'; requires LIMIT == 31 && 010 == 8 && 0b11 == 3 && 5u > 4L;\n    ensures \\result == c - 'a'; */\nint letter(char c) { return c - 'a'; }\nint main(void) { return letter('c'); }\n",
        expect: Read,
    },
    Case {
        name: "floating point",
        text: "//@ requires 0.0 <= x <= 1.5; ensures \\result >= x;\ndouble f(double x) { return x > 1.0 ? x : 1.5; }\nint main(void) { return f(1.0) > 2.0; }\n",
        expect: Read,
    },
    Case {
        name: "contracts of declarations",
        text: "//@ requires x > 0; ensures \\result > 0;\nint f(int x);\nint main(void) { return f(3); }\nint f(int x) { return x; }\n",
        expect: Read,
    },
    Case {
        name: "assertions for behaviors, and assumptions",
        text: "/*@ behavior b: assumes x > 0; ensures \\result > 0; */\nint f(int x) {\n  //@ for b: assert x > 0;\n  //@ admit x < 1000;\n  return x;\n}\nint main(void) { return f(3); }\n",
        expect: Read,
    },
    Case {
        name: "ghost code",
        text: "int main(void) {\n  //@ ghost int g = 1;\n  return 0;\n}\n",
        expect: Named("ghost code"),
    },
    Case {
        name: "other comments that begin with an at sign",
        text: "int f(/*@null@*/ int *p) { /*@ -nullpass @*/ return p ? 1 : 0; }\nint main(void) { return f(0); }\n",
        expect: Named("not read as an annotation"),
    },
    Case {
        name: "statement contracts",
        text: "int main(void) {\n  int x = 1;\n  /*@ requires x == 1; ensures x == 2; */\n  x++;\n  return x;\n}\n",
        expect: Named("the contract of a statement"),
    },
    Case {
        name: "a missing semicolon",
        text: "/*@ requires x > 0\n    ensures \\result > 0; */\nint f(int x) { return x; }\nint main(void) { return f(3); }\n",
        expect: Wrong("expected `;` after the `requires` clause, found `ensures`"),
    },
    Case {
        name: "a missing operand",
        text: "//@ requires x > ;\nint f(int x) { return x; }\nint main(void) { return f(3); }\n",
        expect: Wrong("expected a term or a predicate, found `;`"),
    },
    Case {
        name: "a missing backslash",
        text: "//@ ensures forall integer k; k == k;\nint f(int x) { return x; }\nint main(void) { return f(3); }\n",
        expect: Wrong("expected `;` after the `ensures` clause, found `integer`"),
    },
    Case {
        name: "an unknown name",
        text: "//@ requires y > 0;\nint f(int x) { return x; }\nint main(void) { return f(3); }\n",
        expect: Wrong("`y` is not declared"),
    },
    Case {
        name: "an unknown word of the logic",
        text: "//@ ensures \\resutl > 0;\nint f(int x) { return x; }\nint main(void) { return f(3); }\n",
        expect: Wrong("there is no `\\resutl`"),
    },
    Case {
        name: "a result of nothing",
        text: "//@ ensures \\result > 0;\nvoid f(int x) { }\nint main(void) { f(3); return 0; }\n",
        expect: Wrong("returns nothing"),
    },
    Case {
        name: "assumes outside of a behavior",
        text: "//@ assumes x > 0;\nint f(int x) { return x; }\nint main(void) { return f(3); }\n",
        expect: Wrong("`assumes` stands in a behavior only"),
    },
    Case {
        name: "an unknown behavior",
        text: "/*@ behavior b: assumes x > 0; ensures \\result > 0; complete behaviors c; */\nint f(int x) { return x; }\nint main(void) { return f(3); }\n",
        expect: Wrong("there is no behavior `c`"),
    },
    Case {
        name: "an integer where a pointer belongs",
        text: "//@ requires \\valid(x);\nint f(int x) { return x; }\nint main(void) { return f(3); }\n",
        expect: Wrong("is not a pointer"),
    },
];
