//! Functions of the library in executions: what programs that call them print, beside them; and that gcc's programs print the
//! same, where there is a gcc.

use expect_test::{Expect, expect};
use faultscope::execute::{Outcome, execute, for_execution};
use faultscope::{Options, input, translate};
use faultscope_frontend::c::DataModel;
use faultscope_solver::Limits;
use faultscope_testkit::compiler::Compiler;
use faultscope_verify::environment::Input;

const HEADERS: &str = "\
#define _GNU_SOURCE
#include <errno.h>
#include <locale.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
";

/// Compares what a program prints with what is expected, and that with what gcc's program prints.
#[track_caller]
fn check(before: &str, body: &str, expected: Expect) {
    let text = format!("{HEADERS}{before}\nint main(void) {{\n{body}\nreturn 0;\n}}\n");
    let options = for_execution(&Options { data_model: DataModel::Lp64, ..Options::standard() });
    let loaded = input::in_memory("test.c", &text, &options).expect("C");
    let translated = translate(&loaded, &options).expect("a program");
    let executed = execute(&translated.program, Input::default(), 50_000_000, &Limits::unlimited());
    let stdout = String::from_utf8_lossy(&executed.stdout).into_owned();
    assert_eq!(executed.outcome, Outcome::Status(0), "{stdout}");
    expected.assert_eq(&stdout);
    let Some(compiler) = Compiler::find() else { return };
    let output = compiler.execution("program", &text, b"").expect("gcc takes it");
    assert_eq!(String::from_utf8_lossy(&output.stdout), stdout, "what gcc's program prints");
}

#[test]
fn numbers_are_taken_apart_as_glibc_does() {
    check(
        "",
        r#"double v[] = {0, -0.0, 1.5, -2.5, 1e300, 5e-324, INFINITY, 4503599627370497.5};
for (int i = 0; i < 8; i++) {
  int e = 0, q = 0;
  double x = v[i], ip, m = frexp(x, &e), f = modf(x, &ip);
  printf("%a %d %a %a|", m, x - x == 0 ? e : 0, f, ip);
  errno = 0;
  double scaled = ldexp(x, -1070);
  printf("%a %d|", scaled, errno);
  printf("%a %a %a|", logb(x), x - x == 0 ? remquo(x, 0.75, &q) : 0, fma(x, x, -1));
  errno = 0;
  double next = nextafter(x, 1e308);
  printf("%a %d\n", next, errno);
}
printf("%ld %lld %d %g %g\n", lround(-2.5), llrint(2.5), ilogb(0.0), fmin(0.0, -0.0), remainderf(5.5f, 2));
printf("%d %d %d\n", div(-17, 5).quot, div(-17, 5).rem, (int)ldiv(17, -5).rem);"#,
        expect![[r#"
            0x0p+0 0 0x0p+0 0x0p+0|0x0p+0 0|-inf 0x0p+0 -0x1p+0|0x0.0000000000001p-1022 0
            -0x0p+0 0 -0x0p+0 -0x0p+0|-0x0p+0 0|-inf -0x0p+0 -0x1p+0|0x0.0000000000001p-1022 0
            0x1.8p-1 1 0x1p-1 0x1p+0|0x0.0000000000018p-1022 0|0x0p+0 0x0p+0 0x1.4p+0|0x1.8000000000001p+0 0
            -0x1.4p-1 2 -0x1p-1 -0x1p+1|-0x0.0000000000028p-1022 0|0x1p+0 -0x1p-2 0x1.5p+2|-0x1.3ffffffffffffp+1 0
            0x1.7e43c8800759cp-1 997 0x0p+0 0x1.7e43c8800759cp+996|0x1.7e43c8800759cp-74 0|0x1.f2p+9 0x0p+0 inf|0x1.7e43c8800759dp+996 0
            0x1p-1 -1073 0x0.0000000000001p-1022 0x0p+0|0x0p+0 34|-0x1.0c8p+10 0x0.0000000000001p-1022 -0x1p+0|0x0.0000000000002p-1022 34
            inf 0 0x0p+0 inf|inf 0|inf 0x0p+0 inf|0x1.fffffffffffffp+1023 0
            0x1.0000000000002p-1 53 0x0p+0 0x1.0000000000002p+52|0x1.0000000000002p-1018 0|0x1.ap+5 0x0p+0 0x1.0000000000004p+104|0x1.0000000000003p+52 0
            -3 2 -2147483648 -0 -0.5
            -3 -2 2
        "#]],
    );
}

#[test]
fn functions_of_mathematics_set_errno() {
    check(
        "",
        r#"double v[] = {0, -1, 2, 1000, INFINITY};
for (int i = 0; i < 5; i++) {
  double (*f[])(double) = {sin, asin, exp, log};
  for (int j = 0; j < 4; j++) {
    errno = 0;
    double y = f[j](v[i]);
    printf("%.4f/%d ", y == y ? y : 0, errno);
  }
  errno = 0;
  double y = pow(v[i], -1000.5);
  printf("%.4f/%d\n", y == y ? y : 0, errno);
}"#,
        expect![[r#"
            0.0000/0 0.0000/0 1.0000/0 -inf/34 inf/34
            -0.8415/0 -1.5708/0 0.3679/0 0.0000/33 0.0000/33
            0.9093/0 0.0000/33 7.3891/0 0.6931/0 0.0000/0
            0.8269/0 0.0000/33 inf/34 6.9078/0 0.0000/34
            0.0000/33 0.0000/33 inf/0 inf/0 0.0000/0
        "#]],
    );
}

#[test]
fn dates_are_those_of_the_calendar() {
    check(
        "",
        r#"long times[] = {0, -1, 951782400, 4102444800};
for (int i = 0; i < 4; i++) {
  time_t t = times[i];
  struct tm *date = gmtime(&t), later;
  char text[100];
  strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %a %B %j %p %I %e", date);
  printf("%s %s", text, asctime(date));
  gmtime_r(&t, &later);
  later.tm_mon += 14;
  later.tm_mday -= 40;
  later.tm_sec += 100000;
  printf("%ld ", (long)timegm(&later));
  printf("%d %d %d %d\n", later.tm_mon, later.tm_mday, later.tm_year, later.tm_yday);
}"#,
        expect![[r#"
            1970-01-01 00:00:00 Thu January 001 AM 12  1 Thu Jan  1 00:00:00 1970
            33277600 0 21 71 20
            1969-12-31 23:59:59 Wed December 365 PM 11 31 Wed Dec 31 23:59:59 1969
            33536799 0 24 71 23
            2000-02-29 00:00:00 Tue February 060 AM 12 29 Tue Feb 29 00:00:00 2000
            985146400 2 21 101 79
            2100-01-01 00:00:00 Fri January 001 AM 12  1 Fri Jan  1 00:00:00 2100
            4135722400 0 21 201 20
        "#]],
    );
}

#[test]
fn options_are_taken_from_arguments_in_any_order() {
    check(
        "",
        r#"char a[] = "prog", b[] = "x", c[] = "-ab", d[] = "value", e[] = "y", f[] = "-bw", g[] = "--", h[] = "-a";
char *arguments[] = {a, b, c, d, e, f, g, h, 0};
int option;
while ((option = getopt(8, arguments, "ab:")) != -1) printf("%c %s %d\n", option, optarg ? optarg : "-", optind);
for (int i = optind; i < 8; i++) printf("%s|", arguments[i]);
optind = 0;
opterr = 0;
char *others[] = {a, f + 2, c, 0};
while ((option = getopt(3, others, "z")) != -1) printf("%c%c|", option, optopt);
puts("");"#,
        expect![[r#"
            a - 2
            b value 4
            b w 6
            x|y|-a|?a|?b|
        "#]],
    );
}

#[test]
fn arguments_of_formats_may_have_numbers() {
    check(
        "",
        r#"printf("%2$s %1$d %2$s|%3$*1$d|%1$#x\n", 4, "two", 7);
char *text;
int n = asprintf(&text, "%d-%s", 5, "z");
printf("%d %s\n", n, text);
free(text);"#,
        expect![[r#"
            two 4 two|   7|0x4
            3 5-z
        "#]],
    );
}

#[test]
fn signals_and_wide_characters() {
    check(
        "static int n; static void handle(int s) { n += s; }",
        r#"printf("%d\n", signal(SIGINT, handle) == SIG_DFL);
raise(SIGINT);
int same = signal(SIGINT, SIG_IGN) == handle;
printf("%d %d %s\n", n, same, localeconv()->decimal_point);
wchar_t wide[8];
char narrow[8];
size_t m = mbstowcs(wide, "abc", 8), k = wcstombs(narrow, wide, 8);
printf("%zu %zu %s %ld\n", m, k, narrow, wcstol(L"42", 0, 10));
srand48(42);
long x = lrand48(), y = mrand48();
printf("%ld %ld\n", x, y);"#,
        expect![[r#"
            1
            2 1 .
            3 3 abc 42
            1598855263 1471891643
        "#]],
    );
}
