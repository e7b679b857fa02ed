//! What functions of the library give in executions, beside what they give in programs that gcc makes.
//!
//! Each row of [`FUNCTIONS`] is executed for a number of arguments, boundaries first and random ones behind them, and prints
//! what it gives and what `errno` is. Each line has to be that of gcc's program. Where the true result is no number of the
//! format, libraries may differ from it in the last places: [`error_in_units`] says by how many.
//!
//! `FAULTSCOPE_ARGUMENTS=1000` asks for more arguments than the tests have.

use std::fmt::Write;

use faultscope::execute::{Outcome, execute, for_execution};
use faultscope::{Options, input, translate};
use faultscope_frontend::c::DataModel;
use faultscope_solver::Limits;
use faultscope_testkit::compiler::Compiler;
use faultscope_verify::environment::Input;

use crate::library_rows::{FUNCTIONS, GROUPED};

/// So many arguments each function is called with.
const N_ARGUMENTS: usize = 20;

/// What all programs begin with. `D`, `F`, `L`, `I`, `S` and `P` print a result: floating-point numbers by their bits, with one
/// NaN; pointers by how far they are from another one.
const PRELUDE: &str = r#"
#define _GNU_SOURCE
#include <ctype.h>
#include <complex.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <search.h>
#include <malloc.h>
#include <arpa/inet.h>
#include <getopt.h>
#include <signal.h>
#include <stdarg.h>
#include <unistd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <wchar.h>
#include <wctype.h>
#undef I
static const char *name;
static int at;
static void D(double x) {
  unsigned long long bits;
  memcpy(&bits, &x, 8);
  if (x != x) printf("%s %d dnan %d\n", name, at, errno);
  else printf("%s %d d%016llx %d\n", name, at, bits, errno);
}
static void F(float x) {
  unsigned bits;
  memcpy(&bits, &x, 4);
  if (x != x) printf("%s %d fnan %d\n", name, at, errno);
  else printf("%s %d f%08x %d\n", name, at, bits, errno);
}
static void L(long double x) {
  if (x != x) printf("%s %d lnan %d\n", name, at, errno);
  else printf("%s %d l%.20Lg %d\n", name, at, x, errno);
}
static void I(long long x) { printf("%s %d i%lld %d\n", name, at, x, errno); }
static void S(const char *s) {
  printf("%s %d s", name, at);
  for (; s && *s; s++) if (*s > 32 && *s < 127) putchar(*s); else printf("<%d>", *s);
  printf("%s %d\n", s ? "" : "none", errno);
}
static void W(const wchar_t *s) {
  printf("%s %d w", name, at);
  for (; s && *s; s++) printf("<%d>", (int)*s);
  printf("%s %d\n", s ? "" : "none", errno);
}
static void P(const void *p, const void *base) { I(p ? (const char *)p - (const char *)base : -1); }
static int sign(int x) { return x < 0 ? -1 : x > 0; }
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int compare_text(const void *a, const void *b) { return strcmp(a, b); }
static int hits;
static void handle(int number) { hits += number; }
static void last(void) { name = "last"; I(hits); }
static int scan(const char *s, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int n = vsscanf(s, format, list);
  va_end(list);
  return n;
}
static int print(char *s, size_t limit, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int n = vsnprintf(s, limit, format, list);
  va_end(list);
  return n;
}
static unsigned visits;
static void visit(const void *node, VISIT which, int depth) { visits = visits * 7 + **(int *const *)node * 5 + which * 3 + depth; }
"#;

/// Random numbers, the same each time.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 20
    }

    fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }
}

/// Numbers that functions of numbers are called with first.
const NUMBERS: [&str; 20] = [
    "0.0",
    "-0.0",
    "1.0",
    "-1.0",
    "0.5",
    "2.0",
    "10.0",
    "-2.5",
    "3.0",
    "INFINITY",
    "-INFINITY",
    "NAN",
    "1000.0",
    "1e300",
    "5e-324",
    "-8.0",
    "0.125",
    "1e22",
    "-0.75",
    "20.25",
];

const INTEGERS: [&str; 12] = [
    "0",
    "1",
    "-1",
    "2",
    "7",
    "-8",
    "2147483647",
    "-2147483647 - 1",
    "4294967296",
    "9223372036854775807",
    "-9223372036854775807 - 1",
    "100",
];

const TEXTS: [&str; 20] = [
    "",
    "a",
    "b",
    "abc",
    "abd",
    "ABC",
    "hello world",
    "aaa",
    "a-b-c",
    "  x",
    "abcabc",
    "cab",
    "ba",
    "zebra",
    "file10",
    "file9",
    "\\xff\\x80z",
    "A",
    "abcdefghijklmnopqrstuvwxyz",
    "l",
];

const NUMERALS: [&str; 30] = [
    "0",
    "12",
    "-7",
    "+5",
    " 42abc",
    "0x1F",
    "077",
    "99999999999999999999",
    "-9223372036854775808",
    "1e5",
    ".5",
    "inf",
    "-nan(3)x",
    "1e400",
    "1e-320",
    "",
    "abc",
    "0x",
    "1e",
    "-0x1.8p3z",
    "18446744073709551615",
    "2147483648",
    "0.1",
    "123456789012345678901234567890",
    "1e-4950",
    "infinite",
    "0x1p-1074",
    "3.14159265358979323846",
    "-.e1",
    "2.5e-3",
];

/// The elements of an array: those that are there, and others.
fn elements(known: &[&str], n: usize, mut more: impl FnMut() -> String) -> String {
    let mut all: Vec<String> = known.iter().take(n).map(|it| (*it).to_owned()).collect();
    while all.len() < n {
        all.push(more());
    }
    all.join(", ")
}

/// The arrays of arguments, `n` of each.
fn arguments(n: usize) -> String {
    let mut random = Random(40);
    let mut text = String::new();
    let number = |random: &mut Random| {
        let exponent = random.below(12) as i64 - 6;
        format!(
            "{}{}.{}e{exponent}",
            if random.below(2) == 0 { "-" } else { "" },
            random.below(100),
            random.below(1_000_000)
        )
    };
    let turned = |by: usize| {
        let mut numbers = NUMBERS.to_vec();
        numbers.rotate_left(by);
        numbers
    };
    for (ty, array, by) in [
        ("double", "d", 0),
        ("double", "e", 7),
        ("float", "f", 0),
        ("float", "g", 7),
        ("long double", "l", 0),
        ("long double", "m", 7),
    ] {
        let _ = writeln!(
            text,
            "static const {ty} {array}[] = {{{}}};",
            elements(&turned(by), n, || number(&mut random))
        );
    }
    let integer = |random: &mut Random| format!("{}", (random.next() as i64) >> random.below(40));
    let _ = writeln!(
        text,
        "static const long long n[] = {{{}}};",
        elements(&INTEGERS, n, || integer(&mut random))
    );
    let word = |random: &mut Random| {
        (0..random.below(8)).map(|_| char::from(b"abAB z9-"[random.below(8) as usize])).collect::<String>()
    };
    for (array, by) in [("s", 0), ("t", 3)] {
        let mut texts: Vec<String> = TEXTS.iter().map(|it| format!("\"{it}\"")).collect();
        texts.rotate_left(by);
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let found = elements(&texts, n, || format!("\"{}\"", word(&mut random)));
        let _ = writeln!(text, "static const char *const {array}[] = {{{found}}};");
        let wide = found.replace("\"\\xff\\x80z\"", "\"yz\"").replace('"', "\x01");
        let mut opens = true;
        let wide: String = wide
            .chars()
            .map(|it| {
                if it != '\x01' {
                    it.to_string()
                } else {
                    opens = !opens;
                    if opens { "\"".to_owned() } else { "L\"".to_owned() }
                }
            })
            .collect();
        let _ = writeln!(text, "static const wchar_t *const w{array}[] = {{{wide}}};");
    }
    let numerals: Vec<String> = NUMERALS.iter().map(|it| format!("\"{it}\"")).collect();
    let numerals: Vec<&str> = numerals.iter().map(String::as_str).collect();
    let n_numerals = n.max(NUMERALS.len());
    let found = elements(&numerals, n_numerals, || {
        format!("\"{}{}\"", number(&mut random), ["", "x", "L", " "][random.below(4) as usize])
    });
    let _ = writeln!(
        text,
        "static const char *const u[] = {{{found}}};\nstatic const wchar_t *const wu[] = {{{}}};",
        found.replace(", \"", ", L\"").replacen('"', "L\"", 1)
    );
    text
}

/// The program that calls some of the functions.
fn program(rows: &[(&str, &str)], n: usize) -> String {
    let mut text = format!("{PRELUDE}{}", arguments(n));
    for (idx, (name, statement)) in rows.iter().enumerate() {
        let n = if statement.contains("u[i]") { n.max(NUMERALS.len()) } else { n };
        let _ = write!(
            text,
            "static void test{idx}(void) {{\n  name = \"{name}\";\n  for (int i = 0; i < {n}; i++) {{\n    at = i;\n    errno = 0;\n    {statement}\n  }}\n}}\n"
        );
    }
    let _ = writeln!(text, "int main(void) {{");
    for idx in 0..rows.len() {
        let _ = writeln!(text, "  test{idx}();");
    }
    text + "  return 0;\n}\n"
}

/// By how many units in the last place what a function gives may be beside the nearest number. These are the errors that the
/// manual of the GNU library knows of on x86-64, and one more where it says none.
fn error_in_units(name: &str) -> u64 {
    let plain = if FUNCTIONS.iter().any(|(it, ..)| *it == name) { name } else { "" };
    let base = plain
        .strip_suffix(['f', 'l'])
        .filter(|it| FUNCTIONS.iter().any(|(other, ..)| other == it))
        .unwrap_or(plain);
    match base {
        "tgamma" => 10,
        "lgamma" => 6,
        "erfc" => 5,
        "sinh" | "cosh" | "tanh" | "asinh" | "acosh" | "atanh" | "cbrt" | "expm1" | "log1p" | "exp10"
        | "log2" | "log10" | "carg" => 4,
        "sin" | "cos" | "tan" | "asin" | "acos" | "atan" | "atan2" | "exp" | "exp2" | "log" | "pow"
        | "hypot" | "erf" | "cabs" => 2,
        _ => 0,
    }
}

/// Whether two results are as near as they have to be.
fn agree(name: &str, ours: &str, theirs: &str) -> bool {
    if ours == theirs {
        return true;
    }
    let allowed = error_in_units(name);
    let (Some((ours, our_error)), Some((theirs, their_error))) =
        (ours.rsplit_once(' '), theirs.rsplit_once(' '))
    else {
        return false;
    };
    if allowed == 0 || our_error != their_error {
        return false;
    }
    let bits = |text: &str, mark: &str| u64::from_str_radix(text.strip_prefix(mark)?, 16).ok();
    for mark in ["d", "f"] {
        if let (Some(left), Some(right)) = (bits(ours, mark), bits(theirs, mark)) {
            return left.abs_diff(right) <= allowed;
        }
    }
    let long = |text: &str| text.strip_prefix('l').and_then(|it| it.parse::<f64>().ok());
    match (long(ours), long(theirs)) {
        // With 20 digits the last ones of a number of 64 bits are seen.
        (Some(left), Some(right)) => {
            left == right && ours.get(..17) == theirs.get(..17)
                || (left - right).abs() <= left.abs() * f64::EPSILON
        }
        _ => false,
    }
}

/// Compares what both print, line by line.
fn check(rows: &[(&str, &str)]) {
    let Some(compiler) = Compiler::find() else { return };
    let n = std::env::var("FAULTSCOPE_ARGUMENTS").ok().and_then(|it| it.parse().ok()).unwrap_or(N_ARGUMENTS);
    let text = program(rows, n);
    let options = for_execution(&Options { data_model: DataModel::Lp64, ..Options::standard() });
    let loaded = input::in_memory("test.c", &text, &options).expect("C");
    let translated = translate(&loaded, &options).expect("a program");
    let executed = execute(&translated.program, Input::default(), 2_000_000_000, &Limits::unlimited());
    let ours = String::from_utf8_lossy(&executed.stdout).into_owned();
    let output = compiler.execution("program", &text, b"").expect("gcc takes it");
    let theirs = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut wrong = String::new();
    let mut lines = ours.lines();
    for line in theirs.lines() {
        let mut words = line.splitn(3, ' ');
        let (name, _, expected) = (words.next().unwrap_or(""), words.next(), words.next().unwrap_or(""));
        let ours = lines.next().unwrap_or("");
        let found = ours.splitn(3, ' ').nth(2).unwrap_or("");
        if !agree(name, found, expected) {
            let _ = writeln!(wrong, "gcc: {line}\nwe:  {ours}");
        }
        if ours.is_empty() {
            break;
        }
    }
    assert!(wrong.is_empty(), "{wrong}\n{:?}", executed.outcome);
    assert_eq!(executed.outcome, Outcome::Status(0), "{:?}", ours.lines().last());
}

/// The rows of a group, with variants for the other floating-point types where there are some.
fn group(wanted: &str) -> Vec<(&'static str, &'static str)> {
    FUNCTIONS
        .iter()
        .filter(|(_, group, _)| *group == wanted)
        .map(|(name, _, statement)| (*name, *statement))
        .collect()
}

#[test]
fn there_are_enough_functions() {
    let mut names: Vec<&str> = FUNCTIONS.iter().map(|(name, ..)| *name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), FUNCTIONS.len(), "each has one row");
    assert!(names.len() >= 150, "{}", names.len());
    for (name, group, _) in FUNCTIONS {
        assert!(GROUPED.contains(group), "{name}");
    }
}

#[test]
fn mathematics() {
    check(&group("double"));
}

#[test]
fn mathematics_of_single_precision() {
    check(&group("float"));
}

#[test]
fn mathematics_of_long_double() {
    check(&group("long double"));
}

#[test]
fn characters_and_strings() {
    check(&group("string"));
}

#[test]
fn wide_strings() {
    check(&group("wide"));
}

#[test]
fn conversions() {
    check(&group("conversion"));
}

#[test]
fn dates() {
    check(&group("time"));
}

#[test]
fn everything_else() {
    check(&group("other"));
}
