//! C programs and changed versions of them: what they print, read, return and call is compared.

use faultscope_frontend::c::{self, CConfig, DataModel, Environment, World};
use faultscope_frontend::{Input, InputFile};
use faultscope_ir::Program;
use faultscope_ir::product::Level;
use faultscope_solver::Limits;
use faultscope_verify::portfolio::PortfolioConfig;
use faultscope_verify::versions::{Comparison, WhyOpen, compare, differs_at_change};

const DECLARATIONS: &str = "
int printf(const char *, ...); int puts(const char *); int putchar(int); int getchar(void); void exit(int);
int scanf(const char *, ...); void *malloc(unsigned long); void free(void *); void abort(void);
int __VERIFIER_nondet_int(void); void assert(int); void __VERIFIER_assume(int);
int read_clock(void); _Bool read_button(int); void tell(int);
";

fn translated(text: &str) -> Program {
    let text = match text.contains("main(") {
        true => format!("{DECLARATIONS}{text}"),
        false => format!("{DECLARATIONS}int main(void) {{ {text} }}"),
    };
    let file = InputFile { name: "versions.c".to_owned(), text, originals: Vec::new() };
    let config = CConfig {
        data_model: DataModel::Lp64,
        world: World { environment: Environment::Given, output_may_fail: false, ..World::default() },
        calls_outside: true,
        ..CConfig::default()
    };
    let translation = c::translate(&Input { files: vec![file] }, &config);
    translation.program.unwrap_or_else(|| panic!("{:?}", translation.diagnostics))
}

fn described(comparison: Comparison) -> String {
    match comparison {
        // Whether it ends has tests of its own.
        Comparison::Same { .. } => "same".to_owned(),
        Comparison::Differ { message, .. } => format!("differs: {message}"),
        Comparison::Open(WhyOpen::Incomparable(message)) => format!("open: {message}"),
        Comparison::Open(reason) => format!("open: {reason:?}"),
    }
}

#[track_caller]
fn check(original: &str, changed: &str, expected: &str) {
    let (original, changed) = (translated(original), translated(changed));
    let config = PortfolioConfig::default();
    let answer = compare(&original, &[&changed], Level::Program, &config, &Limits::unlimited());
    assert_eq!(described(answer).replace("the changed program ", ""), expected);
}

#[track_caller]
fn check_flag(original: &str, changed: &str, expected: &str) {
    let (original, changed) = (translated(original), translated(changed));
    let answer = differs_at_change(&original, &changed, &PortfolioConfig::default(), &Limits::unlimited());
    let answer = match described(answer) {
        answer if answer.starts_with("differs") => "differs".to_owned(),
        answer if answer.starts_with("same") => "nothing differs".to_owned(),
        answer => answer,
    };
    assert_eq!(answer, expected);
}

#[test]
fn formats_and_their_arguments_are_compared() {
    let show = "int x = __VERIFIER_nondet_int(); printf(\"x is %d\\n\", x); return 0;";
    check(show, &show.replace("int x =", "int y = 0, x ="), "same");
    check(show, &show.replace("n\", x)", "n\", x & ~0)"), "same");
    check(show, &show.replace("n\", x)", "n\", x | 1)"), "differs: shows something else than the original");
    check(show, &show.replace("x is", "y is"), "differs: shows something else than the original");
    check(show, &show.replace("%d", "%i"), "open: writes in another way than the original");
    check(show, &show.replace("return 0", "return 1"), "differs: ends with another status than the original");
    check(show, &show.replace("return 0", "exit(0)"), "same");
}

#[test]
fn texts_are_compared_byte_by_byte() {
    check("printf(\"%s\\n\", \"ab\"); return 0;", "puts(\"ab\"); return 0;", "same");
    check("puts(\"ab\"); return 0;", "putchar('a'); putchar('b'); putchar('\\n'); return 0;", "same");
    check(
        "puts(\"ab\"); return 0;",
        "putchar('b'); putchar('a'); putchar('\\n'); return 0;",
        "differs: shows something else than the original",
    );
}

#[test]
fn numbers_with_a_point_are_the_same_or_undecided() {
    let show = "int n = __VERIFIER_nondet_int(); double x = n ? 1.5 : 2.5; printf(\"%f\\n\", x); return 0;";
    check(show, &show.replace("n ? 1.5 : 2.5", "!n ? 2.5 : 1.5"), "same");
    check(show, &show.replace("2.5", "3.5"), "open: writes in another way than the original");
}

#[test]
fn characters_that_are_read_are_the_same() {
    let read = "int c = getchar(); if (c == 'a') puts(\"yes\"); return 0;";
    check(read, &read.replace("c == 'a'", "c <= 'a' && c > 96"), "same");
    check(
        read,
        &read.replace("c == 'a'", "c == 'a' || c == 'b'"),
        "differs: does something else than the original",
    );
    check(
        read,
        &read.replace("return 0", "getchar(); return 0"),
        "differs: takes more or less of its input than the original",
    );
}

#[test]
fn calls_of_undefined_functions_are_compared() {
    let call = "int t = read_clock(); if (read_button(1)) tell(t); return 0;";
    check(call, &call.replace("int t = read_clock();", "int s = read_clock(), t = s;"), "same");
    check(
        call,
        &call.replace("tell(t)", "tell(t > 7 ? 0 : t)"),
        "differs: shows something else than the original",
    );
    check(
        call,
        &call.replace("read_button(1)", "read_button(2)"),
        "differs: shows something else than the original",
    );
    check(
        call,
        "_Bool b = read_button(1); int t = read_clock(); if (b) tell(t); return 0;",
        "differs: does something else than the original",
    );
}

#[test]
fn executions_that_fail_do_not_count() {
    let divided =
        "int x = __VERIFIER_nondet_int(); assert(x != 3); printf(\"%d\", x == 3 ? 1 : 0); return 0;";
    check(divided, &divided.replace("? 1", "? 2"), "same");
    check(divided, &divided.replace(": 0", ": 2"), "differs: shows something else than the original");
    check(
        "int x = __VERIFIER_nondet_int(); printf(\"%d\", x); return 0;",
        "int x = __VERIFIER_nondet_int(); assert(x != 3); printf(\"%d\", x); return 0;",
        "differs: fails: assertion failed: x != 3",
    );
}

#[test]
fn memory_from_the_heap_is_equal_where_it_is_made_in_the_same_order() {
    let heap =
        "int *p = malloc(4), x = __VERIFIER_nondet_int(); *p = x; printf(\"%d\", *p); free(p); return 0;";
    check(heap, &heap.replace("*p = x;", "p[0] = x + 0;"), "same");
    check(heap, &heap.replace("*p = x;", "*p = x / 2;"), "differs: shows something else than the original");
}

/// The price of parking.
const PRICE: &str = "
static int price_of_time(int minutes) {
  int price = 1500;
  if (minutes <= 30) price = 0;
  else if (minutes <= 120) price = 200;
  else if (minutes <= 720) price = 600;
  return price;
}
static int price_of(int minutes, int is_member) {
  int price = price_of_time(minutes);
  if (is_member && price > 0)
    price = price - 250;
  return price;
}
int main(void) {
  int entered = read_clock(), left = read_clock();
  _Bool is_member = read_button(2);
  if (entered < 0 || entered >= 1440 || left < 0 || left >= 1440) return 1;
  int minutes = left - entered;
  if (minutes < 0) minutes = minutes + 1440;
  int price = price_of(minutes, is_member);
  assert(price >= 0);
  printf(\"%d\\n\", price);
  return 0;
}";

#[test]
fn a_repair_of_the_price_keeps_what_members_pay_or_not() {
    let guard = PRICE.replace("is_member && price > 0", "is_member && price >= 250");
    let least =
        PRICE.replace("return price;\n}\nint main", "if (price < 0) price = 0; return price;\n}\nint main");
    let other = PRICE.replace("price - 250", "price - 200");
    for keeps in [&guard, &least] {
        check_flag(PRICE, keeps, "nothing differs");
        check(PRICE, keeps, "same");
    }
    check_flag(PRICE, &other, "differs");
    check(PRICE, &other, "differs: shows something else than the original");
}

#[test]
fn a_change_in_a_loop_is_seen_at_each_round() {
    let sum = "int n = __VERIFIER_nondet_int(), s = 0; if (n < 0 || n > 9) return 1; \
        for (int i = 0; i < n; i++) s += i; printf(\"%d\", s); return 0;";
    check_flag(sum, &sum.replace("i < n", "i != n"), "nothing differs");
    check_flag(sum, &sum.replace("i < n", "i <= n"), "differs");
    check_flag(sum, &sum.replace("s += i", "s += i + (i == 8)"), "differs");
    check_flag(sum, &sum.replace("s += i", "s += i + (i == 9)"), "nothing differs");
}
