//! Contracts and other annotations of C: what holds, what is violated, and where that is said.

use faultscope::report::{DecidedBy, Property, Report, Verdict};
use faultscope::{Options, check_source};
use faultscope_frontend::c::Annotations;

fn report(program: &str, entry: &str, annotations: Annotations) -> Report {
    let options = Options { entry: Some(entry.to_owned()), annotations, ..Options::standard() };
    check_source("a.c", program, &options).expect("a program")
}

fn small() -> Annotations {
    Annotations { max_array: 4, ..Annotations::default() }
}

#[track_caller]
fn check_safe(program: &str, entry: &str) {
    let report = report(program, entry, small());
    assert_eq!(report.verdict, Verdict::Safe, "{:?}", report.error().map(|error| &error.message));
}

/// The error that is reported, and the text of the line that it stands in.
#[track_caller]
fn check_error(program: &str, entry: &str, message: &str, line: u32) {
    let report = report(program, entry, small());
    let error = report.error().expect("there is an error");
    assert_eq!((error.message.as_str(), error.span.line), (message, line), "{program}");
}

const MAX: &str = "\
/*@ requires n > 0;
    requires \\valid_read(a + (0 .. n - 1));
    assigns \\nothing;
    ensures \\forall integer k; 0 <= k < n ==> \\result >= a[k];
    ensures \\exists integer k; 0 <= k < n && \\result == a[k];
*/
int max(int a[], int n) {
    int i = 1, s = a[0];
    while (i < n) { if (s < a[i]) s = a[i]; i = i + 1; }
    return s;
}
int main(void) { int b[2] = { 3, 4 }; return max(b, 2) - 4; }
";

#[test]
fn arrays_are_made_as_the_precondition_asks_for() {
    check_safe(MAX, "max");
    check_safe(MAX, "main");
    check_error(
        &MAX.replace("s < a[i]", "s > a[i]"),
        "max",
        "postcondition `\\forall integer k; 0 <= k < n ==> \\result >= a[k]` does not hold",
        4,
    );
    check_error(&MAX.replace("i < n", "i <= n"), "max", "access out of bounds: `a[i]`", 9);
    check_error(
        &MAX.replace("i = 1, s = a[0]", "i = 0, s = 0"),
        "max",
        "postcondition `\\exists integer k; 0 <= k < n && \\result == a[k]` does not hold",
        5,
    );
}

#[test]
fn preconditions_are_asked_for_where_functions_are_called() {
    check_error(
        &MAX.replace("max(b, 2) - 4", "max(b, 0)"),
        "main",
        "precondition `n > 0` of `max` does not hold",
        12,
    );
    check_error(
        &MAX.replace("max(b, 2) - 4", "max(b, 3)"),
        "main",
        "precondition `\\valid_read(a + (0 .. n - 1))` of `max` does not hold",
        12,
    );
}

#[test]
fn the_length_of_arrays_is_bounded_and_that_is_said() {
    let report = report(MAX, "max", small());
    let kinds: Vec<&str> = report.assumptions.iter().map(|it| it.kind.name()).collect();
    assert!(kinds.contains(&"array-size") && kinds.contains(&"precondition"), "{kinds:?}");
    assert!(kinds.contains(&"unchecked-annotation"), "{kinds:?}");
}

#[test]
fn old_values_are_those_in_which_the_function_was_called() {
    let swap = "\
/*@ requires \\valid(p) && \\valid(q); assigns *p, *q;
    ensures *p == \\old(*q) && *q == \\old(*p); */
void swap(int *p, int *q) { int t = *p; *p = *q; *q = t; }
int main(void) { int x = 1, y = 2; swap(&x, &y); return x - 2; }
";
    check_safe(swap, "swap");
    check_safe(swap, "main");
    check_error(
        &swap.replace("*q = t", "*q = *p"),
        "swap",
        "postcondition `*q == \\old(*p)` does not hold",
        2,
    );
    // Parameters are what the function was called with, whatever it makes of them.
    check_safe(
        "//@ requires 0 <= n <= 9; ensures \\result == n;\nint f(int n) { int s = 0; while (n > 0) { n--; s++; } return s; }\nint main(void) { return 0; }\n",
        "f",
    );
}

#[test]
fn integers_of_annotations_do_not_overflow() {
    let program = "//@ ensures \\result == x + y;\nunsigned add(unsigned x, unsigned y) { return x + y; }\nint main(void) { return 0; }\n";
    check_error(program, "add", "postcondition `\\result == x + y` does not hold", 1);
    check_safe(&program.replace("== x + y;", "== (unsigned)(x + y);"), "add");
    check_safe(
        "//@ requires x > 0; ensures (\\result * \\result) * x >= x;\nint f(int x) { return x; }\nint main(void) { return 0; }\n",
        "f",
    );
}

#[test]
fn behaviors_hold_where_they_apply() {
    let absolute = "\
/*@ requires x > -2147483647;
    behavior pos: assumes x >= 0; ensures \\result == x;
    behavior neg: assumes x < 0; ensures \\result == -x;
    complete behaviors; disjoint behaviors pos, neg; */
int absolute(int x) { return x < 0 ? -x : x; }
int main(void) { return 0; }
";
    check_safe(absolute, "absolute");
    check_error(
        &absolute.replace("? -x", "? x"),
        "absolute",
        "postcondition `\\result == -x` does not hold",
        3,
    );
    check_error(&absolute.replace("x >= 0;", "x > 0;"), "absolute", "`complete behaviors;` does not hold", 4);
    check_error(
        &absolute.replace("assumes x < 0; ensures \\result == -x", "assumes x <= 0; ensures \\result == -x"),
        "absolute",
        "`disjoint behaviors pos, neg;` does not hold",
        4,
    );
}

#[test]
fn invariants_and_variants_are_checked_in_every_round() {
    let program = "\
int main(void) {
  int i = 0, s = 0;
  /*@ loop invariant 0 <= i <= 3;
      loop invariant s == 2 * i;
      loop assigns i, s;
      loop variant 3 - i; */
  while (i < 3) { s = s + 2; i = i + 1; }
  //@ assert s == 6;
  return 0;
}
";
    check_safe(program, "main");
    check_error(
        &program.replace("s = 0;", "s = 1;"),
        "main",
        "loop invariant `s == 2 * i` does not hold at the start",
        4,
    );
    check_error(
        &program.replace("s + 2", "s + 3"),
        "main",
        "loop invariant `s == 2 * i` is not preserved",
        4,
    );
    check_error(
        &program.replace("variant 3 - i", "variant i"),
        "main",
        "the variant `i` does not decrease",
        6,
    );
    check_error(&program.replace("variant 3 - i", "variant -i"), "main", "the variant `-i` is negative", 6);
    check_error(&program.replace("s == 6", "s == 5"), "main", "assertion failed: `s == 5`", 8);
    let entry = program.replace("s == 2 * i", "s - 2 * i == \\at(s - 2 * i, LoopEntry)");
    check_safe(&entry, "main");
}

#[test]
fn labels_name_states() {
    let program = "\
int main(void) {
  int x = 1;
 L: x = 2;
  //@ assert x == \\at(x, L) + 1 && \\at(x, Here) == 2;
  return 0;
}
";
    check_safe(program, "main");
    check_error(&program.replace("x = 2;", "x = 3;"), "main", "assertion failed: `x == \\at(x, L) + 1`", 4);
}

#[test]
fn sums_and_numbers_of_are_written_out() {
    let program = "\
/*@ requires 0 <= n; requires \\valid_read(a + (0 .. n - 1));
    requires \\forall integer k; 0 <= k < n ==> -9 <= a[k] <= 9;
    ensures \\result == \\sum(0, n - 1, \\lambda integer k; a[k]); */
int sum(int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }
/*@ requires 0 <= n; requires \\valid_read(a + (0 .. n - 1));
    ensures \\result == \\numof(0, n - 1, \\lambda integer k; a[k] == x); */
int count(int *a, int n, int x) { int c = 0; for (int i = 0; i < n; i++) if (a[i] == x) c++; return c; }
int main(void) { return 0; }
";
    check_safe(program, "sum");
    check_safe(program, "count");
    check_error(
        &program.replace("a[i] == x) c++", "a[i] == x) c = 1"),
        "count",
        "postcondition `\\result == \\numof(0, n - 1, \\lambda integer k; a[k] == x)` does not hold",
        6,
    );
}

#[test]
fn functions_of_the_logic_are_written_out() {
    let program = "\
//@ logic integer fac(integer n) = n <= 0 ? 1 : n * fac(n - 1);
//@ predicate small(integer n) = 0 <= n <= 4;
//@ requires small(n); ensures \\result == fac(n);
int factorial(int n) { int r = 1; for (int i = 2; i <= n; i++) r *= i; return r; }
int main(void) { return 0; }
";
    check_safe(program, "factorial");
    check_error(
        &program.replace("i <= n", "i < n"),
        "factorial",
        "postcondition `\\result == fac(n)` does not hold",
        3,
    );
}

#[test]
fn calls_may_be_what_contracts_allow() {
    let program = "\
/*@ requires \\valid(p); assigns *p; ensures *p > \\old(*p); */
void more(int *p);
/*@ assigns \\nothing; ensures \\result > x; */
int next(int x) { return x == 2147483647 ? x : x + 1; }
int main(void) { int y = next(3); /*@ assert y > 3; */ /*@ assert y == 4; */ return 0; }
";
    let inlined = report(program, "main", small());
    assert_eq!(inlined.verdict, Verdict::Safe);
    let modular = report(program, "main", Annotations { are_modular: true, ..small() });
    assert_eq!(modular.error().expect("the contract allows more").message, "assertion failed: `y == 4`");
}

#[track_caller]
fn check_modular(program: &str, verdict: Verdict) {
    // Whether calls of functions that are defined are what their contracts allow makes no difference.
    for are_modular in [true, false] {
        let report = report(program, "main", Annotations { are_modular, ..small() });
        let error = report.error().map(|error| &error.message);
        assert_eq!(report.verdict, verdict, "{program}: {error:?}");
    }
}

/// A function that nobody defines does what its contract allows, and leaves the rest alone.
#[test]
fn a_contract_stands_for_a_body_that_nobody_defines() {
    let array = "\
/*@ requires \\valid(a + (0 .. n - 1)) && n >= 0; assigns a[0 .. n - 1]; ensures n > 0 ==> a[0] == 1; */
void f(int *a, int n);
int main(void) { int a[4] = { 5, 6, 7, 8 }; f(a + 1, 2); /*@ assert GOAL; */ return 0; }
";
    check_modular(&array.replace("GOAL", "a[0] == 5 && a[3] == 8 && a[1] == 1"), Verdict::Safe);
    check_modular(&array.replace("GOAL", "a[2] == 7"), Verdict::Unsafe);
    check_modular(&array.replace("GOAL", "a[0] == 5").replace("a + 1, 2", "a + 3, 2"), Verdict::Unsafe);
    let global = "\
int g = 3, h = 4;
/*@ requires x > 0; assigns g; ensures g == \\old(g) + x && \\result == \\old(g); */
int add(int x);
int main(void) { int r = add(2); /*@ assert GOAL; */ return 0; }
";
    check_modular(&global.replace("GOAL", "r == 3 && g == 5 && h == 4"), Verdict::Safe);
    check_modular(&global.replace("GOAL", "g == 4"), Verdict::Unsafe);
    check_modular(&global.replace("GOAL", "g == 5").replace("add(2)", "add(0)"), Verdict::Unsafe);
    let behaviors = "\
/*@ assigns \\nothing; behavior a: assumes x > 0; ensures \\result == 1; behavior b: assumes x <= 0; ensures \\result == 0; */
int f(int x);
int main(void) { if (f(0) != 0) return 1 / 0; if (f(5) == 1) { int *p = 0; GOAL } return 0; }
";
    check_modular(&behaviors.replace("GOAL", ""), Verdict::Safe);
    check_modular(&behaviors.replace("GOAL", "*p = 1;"), Verdict::Unsafe);
    // What the contract does not say may be anything.
    let silent = "/*@ assigns \\nothing; */ int f(int x);\nint main(void) { int x = f(1); /*@ assert x GOAL; */ return 0; }";
    check_modular(&silent.replace("GOAL", "== x"), Verdict::Safe);
    check_modular(&silent.replace("GOAL", "== 1"), Verdict::Unsafe);
    // Without addresses there is nothing to say of what it changes.
    let short = "/*@ requires x > 0; ensures \\result >= x; */ int f(int x);\nint main(void) { int x = f(GOAL); /*@ assert x > 2; */ return 0; }";
    check_modular(&short.replace("GOAL", "3"), Verdict::Safe);
    check_modular(&short.replace("GOAL", "2"), Verdict::Unsafe);
    check_modular(&short.replace("GOAL", "0"), Verdict::Unsafe);
}

/// What a contract says of a pointer that is returned is not used: it may rule out what comes behind the call.
#[test]
fn a_contract_that_is_not_used_confirms_no_error() {
    let program = "\
/*@ assigns \\nothing; ensures \\result == p; */
int *same(int *p);
int g; /*@ assigns \\nothing; ensures \\result == &g; */ int *place(void);
int main(void) { int x = 1; FIRST int *p = same(&x), *q = place(); if (GOAL) return 1 / 0; return 0; }
";
    let check = |first: &str, goal: &str, verdict| {
        check_modular(&program.replace("FIRST", first).replace("GOAL", goal), verdict);
    };
    check("", "p != &x", Verdict::Unknown);
    check("", "q != &g", Verdict::Unknown);
    check("", "x != 1", Verdict::Unknown);
    check("if (x == 1) return 1 / (x - 1);", "x != 1", Verdict::Unsafe);
}

/// A range that is too large to be written out is named where it is asked for, and confirms nothing where it is taken for granted.
#[test]
fn ranges_that_are_too_large_are_named() {
    let range = "\\forall integer k; 0 <= k < 5000 ==> k != x";
    let claim = format!("int main(void) {{ int x = 7; /*@ assert {range}; */ return 0; }}");
    let report = report(&claim, "main", small());
    assert_eq!(report.verdict, Verdict::Safe);
    let kinds: Vec<&str> = report.assumptions.iter().map(|it| it.kind.name()).collect();
    assert!(kinds.contains(&"annotation-bounds"), "{kinds:?}");
    let function = format!("/*@ requires {range}; */ void f(int x) {{ int y = 1 / (x - 3); }}");
    assert_eq!(self::report(&function, "f", small()).verdict, Verdict::Unknown);
    let admitted = format!(
        "int nondet(void); int main(void) {{ int x = nondet(); /*@ admit {range}; */ return 1 / (x - 3); }}"
    );
    assert_eq!(self::report(&admitted, "main", small()).verdict, Verdict::Unknown);
}

/// A function of C in an annotation is not asked: what stands there is neither checked nor used.
#[test]
fn functions_of_c_in_annotations_are_not_supported() {
    let program =
        "int f(int x) { return x; }\nint main(void) { /*@ assert f(0) == 1; */ int z = 0; return 1 / z; }";
    assert_eq!(report(program, "main", small()).verdict, Verdict::Unsafe);
}

#[test]
fn measures_get_smaller_in_recursive_calls() {
    let program = "\
/*@ requires 0 <= n <= 3; decreases n; ensures \\result == n; */
int count(int n) { return n == 0 ? 0 : 1 + count(n - 1); }
int main(void) { return count(3) - 3; }
";
    check_safe(program, "main");
    check_error(
        &program.replace("decreases n;", "decreases 3 - n;"),
        "main",
        "the measure `3 - n` does not decrease",
        2,
    );
}

#[test]
fn the_spelling_of_cbmc_means_the_same() {
    let program = "\
int sum(int *a, int n)
  __CPROVER_requires(0 <= n && n <= 4 && __CPROVER_is_fresh(a, n * sizeof(int)))
  __CPROVER_requires(__CPROVER_forall { int k; (0 <= k && k < n) ==> (0 <= a[k] && a[k] <= 5) })
  __CPROVER_assigns()
  __CPROVER_ensures(0 <= __CPROVER_return_value && __CPROVER_return_value <= 5 * n)
{
  int s = 0, i = 0;
  while (i < n)
    __CPROVER_loop_invariant(0 <= i && i <= n)
    __CPROVER_decreases(n - i)
  { s += a[i]; i++; }
  return s;
}
int main(void) { return 0; }
";
    check_safe(program, "sum");
    check_error(
        &program.replace("5 * n", "4 * n"),
        "sum",
        "postcondition `__CPROVER_return_value <= 4 * n` does not hold",
        5,
    );
}

#[test]
fn annotations_are_found_behind_the_preprocessor() {
    let program = "\
#define LIMIT 3
#include <limits.h>
/*@ requires x < LIMIT && x > INT_MIN; ensures \\result < LIMIT; */
int f(int x) { return x; }
int main(void) { return f(2); }
";
    check_safe(program, "f");
    check_error(
        &program.replace("return x;", "return x + 1;"),
        "f",
        "postcondition `\\result < LIMIT` does not hold",
        3,
    );
}

#[test]
fn annotations_that_are_left_out_say_nothing() {
    let program = "//@ ensures \\result == 2;\nint f(void) { return 1; }\nint main(void) { return f(); }\n";
    check_error(program, "main", "postcondition `\\result == 2` does not hold", 1);
    let ignored = Annotations { are_read: false, ..Annotations::default() };
    assert_eq!(report(program, "main", ignored).verdict, Verdict::Safe);
}

const SORT: &str = "\
/*@ requires 0 <= n;
    requires \\valid(a + (0 .. n - 1));
    assigns a[0 .. n - 1];
    ensures \\forall integer k; 0 <= k < n - 1 ==> a[k] <= a[k + 1];
    ensures \\forall integer k; 0 <= k < n ==>
              \\numof(0, n - 1, \\lambda integer m; a[m] == a[k])
              == \\numof(0, n - 1, \\lambda integer m; \\old(a[m]) == a[k]); */
void sort(int a[], int n) {
    if (n < 2)
        return;
    int least = 0;
    for (int i = 1; i < n; i++)
        if (a[i] < a[least])
            least = i;
    int first = a[least];
    a[least] = a[0];
    a[0] = first;
    sort(a + 1, n - 1);
}
int main(void) { return 0; }
";

/// Who decides where a function that calls itself is called with arrays of up to so many elements.
fn decided_by(program: &str, max_array: u64) -> (Verdict, Option<DecidedBy>) {
    let report = report(program, "sort", Annotations { max_array, ..Annotations::default() });
    let of_contract = report.checks.iter().find(|it| it.property == Property::Contracts);
    (report.verdict, of_contract.and_then(|it| it.decided_by))
}

#[test]
fn what_sorts_is_decided_by_the_order_of_the_elements() {
    assert_eq!(decided_by(SORT, 5), (Verdict::Safe, Some(DecidedBy::Paths)));
    let unsorted = SORT.replace("a[i] < a[least]", "a[i] < a[0]");
    assert_eq!(decided_by(&unsorted, 5).0, Verdict::Unsafe);
    let lost = SORT.replace("a[least] = a[0]", "a[least] = first");
    let report = report(&lost, "sort", small());
    let error = report.error().expect("an element is lost");
    assert!(error.message.contains("numof"), "{}", error.message);
}

#[test]
fn sums_of_elements_are_decided_without_a_solver() {
    let program = "\
/*@ requires 0 < n <= 100;
    requires \\valid_read(a + (0 .. n - 1));
    requires \\forall integer k; 0 <= k < n ==> -1000 <= a[k] <= 1000;
    ensures \\result == \\sum(0, n - 1, \\lambda integer k; a[k]); */
int sort(int a[], int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s += a[i];
    return s;
}
int main(void) { return 0; }
";
    assert_eq!(decided_by(program, 30), (Verdict::Safe, Some(DecidedBy::Paths)));
    assert_eq!(decided_by(&program.replace("i = 0", "i = 1"), 8).0, Verdict::Unsafe);
}

#[test]
fn globals_hold_any_values_where_a_function_with_a_contract_is_called() {
    let program = "int g;\n/*@ requires g < 1000;\n    ensures \\result == g; */\nint f(void) {\n    static int n;\n    return n > 5 ? 0 : g;\n}\n";
    check_error(program, "f", "postcondition `\\result == g` does not hold", 3);
    check_safe(&program.replace("n > 5 ? 0 : g", "g"), "f");
    // Constants stay what they are, and so does everything where the program starts.
    check_safe(
        &program
            .replace("int g", "const int g = 1")
            .replace("static int", "int")
            .replace("int n;", "int n = 0;"),
        "f",
    );
    let main = "int g;\n/*@ ensures \\result == 0; */\nint main(void) { return g; }\n";
    check_safe(main, "main");
}

#[test]
fn what_no_call_can_fulfil_is_not_safe() {
    let program = "/*@ requires n == 9;\n    requires \\valid(a + (0 .. n));\n    ensures \\result == 1; */\nint f(int *a, int n) { return 1; }\n";
    let report = report(program, "f", small());
    assert_eq!(report.verdict, Verdict::Unknown);
    check_safe(&program.replace("n == 9", "n == 2"), "f");
}

#[test]
fn an_array_of_a_fixed_length_is_as_long_as_the_precondition_says() {
    let program = "/*@ requires \\valid(a + (0 .. 9));\n    ensures \\result == a[9]; */\nint f(int *a) { return a[9]; }\n";
    check_safe(program, "f");
    check_error(
        &program.replace("return a[9]", "return a[8]"),
        "f",
        "postcondition `\\result == a[9]` does not hold",
        2,
    );
}

#[test]
fn a_pointer_that_may_be_null_is_null_too() {
    let program = "/*@ requires p == \\null || \\valid(p);\n    ensures \\result == 1; */\nint f(int *p) { return p ? 1 : 0; }\n";
    check_error(program, "f", "postcondition `\\result == 1` does not hold", 2);
    check_safe(&program.replace("p ? 1 : 0", "p ? 1 : 1"), "f");
}

#[test]
fn parameters_that_may_be_the_same_are_not_decided() {
    let program = "/*@ requires \\valid(a) && b == a;\n    ensures \\result == 1; */\nint f(int *a, int *b) { *a = 1; *b = 2; return *a; }\n";
    assert_eq!(report(program, "f", small()).verdict, Verdict::Unknown);
}

/// A contract of a declaration counts for the definition in front of it, too.
#[test]
fn a_contract_may_stand_behind_the_definition() {
    let program = "int step(int x) { return x + 1; }\n/*@ requires y < 100; ensures \\result == y + 1; */ int step(int y);\nint main(void) { return step(GOAL) > 500; }\n";
    check_safe(&program.replace("GOAL", "20"), "main");
    check_error(&program.replace("GOAL", "200"), "main", "precondition `y < 100` of `step` does not hold", 3);
    check_error(
        &program.replace("GOAL", "20").replace("== y + 1", "== y + 2"),
        "main",
        "postcondition `\\result == y + 2` does not hold",
        2,
    );
}

/// Without `assigns` a function may change what others know.
#[test]
fn a_contract_without_assigns_leaves_open_what_changes() {
    let program = "int h; /*@ requires x > 0; */ int f(int x);\nint main(void) { h = 5; int r = f(GOAL); /*@ assert CLAIM; */ return 0; }\n";
    let open = report(&program.replace("GOAL", "1").replace("CLAIM", "h == 5"), "main", small());
    assert_eq!(open.verdict, Verdict::Unknown);
    let known = program.replace("requires x > 0;", "requires x > 0; assigns \\result \\from x;");
    check_safe(&known.replace("GOAL", "1").replace("CLAIM", "h == 5"), "main");
    check_error(
        &known.replace("GOAL", "0").replace("CLAIM", "h == 5"),
        "main",
        "precondition `x > 0` of `f` does not hold",
        2,
    );
}

/// What needs larger values than are looked at is not said to be right.
#[test]
fn executions_that_end_at_a_bound_of_annotations_prove_nothing() {
    let program = "int a[100];\n/*@ requires 0 <= n <= 100; assigns a[0 .. n - 1]; ensures \\forall integer k; 0 <= k < n ==> a[k] == 0; */\nvoid clear(int n) { for (int i = 0; i < n; i++) a[i] = 0; }\nint main(void) { clear(GOAL); /*@ assert a[1] == 1; */ return 0; }\n";
    let beyond = |are_modular| {
        report(&program.replace("GOAL", "60"), "main", Annotations { are_modular, ..small() }).verdict
    };
    assert_eq!(beyond(true), Verdict::Unknown);
    // What is checked in no more than some elements does not end the function.
    assert_eq!(beyond(false), Verdict::Unsafe);
    let recursive = "/*@ logic integer sum(integer n) = n <= 0 ? 0 : n + sum(n - 1); */\n/*@ requires n >= 0; ensures \\result == sum(n); */\nint add(int n) { int s = 0; for (int i = 0; i <= n; i++) s += i; return s; }\nint main(void) { int s = add(30); /*@ assert s == 465 GOAL; */ return 0; }\n";
    assert_eq!(report(&recursive.replace("GOAL", ""), "main", small()).verdict, Verdict::Safe);
    assert_eq!(report(&recursive.replace("GOAL", "+ 1"), "main", small()).verdict, Verdict::Unsafe);
    check_error(&program.replace("GOAL", "2"), "main", "assertion failed: `a[1] == 1`", 4);
}
