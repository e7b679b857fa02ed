//! Results of the library that are fixed: no error rests on another one, and the one execution of a program uses them.

use faultscope::report::{Report, Verdict};
use faultscope::{Options, check_source};
use faultscope_frontend::c::DataModel;
use faultscope_ir::AssumptionKind;

fn report(main: &str) -> Report {
    let declarations = "#include <assert.h>\n#include <errno.h>\n#include <math.h>\n#include <stdio.h>\n#include <stdlib.h>\n\
        #include <string.h>\n#include <time.h>\n#include <unistd.h>\n#include <fcntl.h>\nint nondet_int(void);\n";
    let text = format!("{declarations}int main(void) {{ {main} return 0; }}");
    let data_model = DataModel::Lp64;
    let options = Options { data_model, program_level: false, patches: false, ..Options::standard() };
    check_source("a.c", &text, &options).expect("a program")
}

#[track_caller]
fn check(main: &str, expected: Verdict) {
    let report = report(main);
    assert_eq!(report.verdict, expected, "{main}: {:?}", report.reason);
}

/// A condition holds, and its contrary is an error.
#[track_caller]
fn is_fixed(start: &str, condition: &str) {
    check(&format!("{start} assert({condition});"), Verdict::Safe);
    check(&format!("{start} assert(!({condition}));"), Verdict::Unsafe);
}

/// Neither that a condition holds nor that it does not is known.
#[track_caller]
fn is_open(start: &str, condition: &str) {
    check(&format!("{start} assert({condition});"), Verdict::Unknown);
    check(&format!("{start} assert(!({condition}));"), Verdict::Unknown);
}

#[test]
fn what_the_library_fixes_is_computed() {
    is_fixed("", r#"atof("1.5") == 1.5"#);
    is_fixed("char *end; double d = strtod(\"0x1.8p1z\", &end);", "d == 3 && *end == 'z'");
    is_fixed("int n = 0; int k = sscanf(\"17 x\", \"%d\", &n);", "k == 1 && n == 17");
    is_fixed("srand(1);", "rand() == 1804289383");
    is_fixed("char t[9]; sprintf(t, \"%.1f\", 2.25);", "strcmp(t, \"2.2\") == 0");
}

#[test]
fn what_the_library_fixes_and_a_model_leaves_open_confirms_no_error() {
    // An input is read, so that there are many executions.
    is_open("int x = nondet_int();", r#"atof(x ? "1.5" : "2.5") > 1"#);
    is_open("int x = nondet_int(); (void)x; if (x == 3) return 0; srand(1);", "rand() == 1804289383");
}

#[test]
fn an_error_that_does_not_rest_on_what_is_open_is_confirmed() {
    check(r#"int x = nondet_int(); double d = atof("1.5"); (void)d; assert(x != 3);"#, Verdict::Unsafe);
    check(
        r#"double d = atof("1.5"); int a[2] = {0, 0}; int x = nondet_int(); if (d > 1) a[1] = 1; assert(x != 3);"#,
        Verdict::Unsafe,
    );
}

#[test]
fn what_the_environment_is_free_to_choose_confirms_errors() {
    check(r#"assert(getenv("HOME") != 0);"#, Verdict::Unsafe);
    check("assert(getchar() != 'x');", Verdict::Unsafe);
    check("srand((unsigned)time(0)); assert(rand() != 5);", Verdict::Unsafe);
    check("assert(rand() != 5);", Verdict::Unsafe);
    check(r#"FILE *f = fopen("a", "r"); assert(f != 0);"#, Verdict::Unsafe);
}

#[test]
fn what_an_operation_on_a_file_gives_confirms_none() {
    check(r#"assert(remove("nothing") == -1);"#, Verdict::Unknown);
    check(r#"assert(system("true") == 0);"#, Verdict::Unknown);
}

#[test]
fn a_program_with_a_precondition_has_more_than_one_execution() {
    let text = "#include <stdio.h>\n/*@ requires g == 5; */ int main(void);\n";
    let text = format!(
        "int g = 0;\n{text}int main(void) {{ char b[9]; sprintf(b, \"%.1f\", 2.25); return g - 5; }}"
    );
    let data_model = DataModel::Lp64;
    let options = Options { data_model, program_level: false, patches: false, ..Options::standard() };
    let report = check_source("a.c", &text, &options).expect("a program");
    assert_ne!(report.verdict, Verdict::Unsafe, "{:?}", report.error().map(|error| &error.message));
}

#[test]
fn output_that_arrives_is_named() {
    let report = report(r#"assert(puts("x") > 0);"#);
    assert_eq!(report.verdict, Verdict::Safe);
    assert!(
        report.assumptions.iter().any(|it| it.kind == AssumptionKind::OutputArrives),
        "{:?}",
        report.assumptions
    );
}

#[test]
fn a_descriptor_that_nobody_has_opened_is_one_of_the_parents_or_none() {
    is_fixed("char c; errno = 0;", "read(-1, &c, 1) == -1 && errno == EBADF");
    is_fixed("errno = 0;", "close(-1) == -1 && errno == EBADF");
    is_fixed("errno = 0;", "write(-1, \"a\", 1) == -1 && errno == EBADF");
    is_open("char c;", "read(99, &c, 1) == -1");
    is_open("", "isatty(99) == 0");
    // What is read from the standard input, or from a file that was opened, is an input.
    check("char c; assert(read(0, &c, 1) != 1 || c != 7);", Verdict::Unsafe);
    check(
        "char c; int f = open(\"a\", O_RDONLY); if (f < 0) return 0; assert(read(f, &c, 1) != 1 || c != 7);",
        Verdict::Unsafe,
    );
}

#[test]
fn a_character_that_was_pushed_back_is_read_first() {
    let start = "int c = getchar(); if (c == EOF) return 0; int p = ungetc(c, stdin);";
    is_fixed(start, "p == c");
    is_fixed(start, "getchar() == c");
    is_fixed(start, "fgetc(stdin) == c");
    is_fixed(start, "!feof(stdin)");
    is_fixed(&format!("{start} char b[4];"), "fgets(b, 4, stdin) == b && (unsigned char)b[0] == c");
    is_fixed(&format!("{start} unsigned char b;"), "fread(&b, 1, 1, stdin) == 1 && b == c");
    is_fixed(&format!("{start} rewind(stdin);"), "ungetc(EOF, stdin) == EOF");
    // Behind it comes what comes from outside.
    check(&format!("{start} getchar(); assert(getchar() == c);"), Verdict::Unsafe);
    check(
        &format!("{start} FILE *f = fopen(\"a\", \"r\"); if (!f) return 0; assert(getc(f) == c);"),
        Verdict::Unsafe,
    );
}

/// What no text gives is read by no conversion.
#[test]
fn a_conversion_reads_what_its_width_and_its_set_allow() {
    check("int x = 0; scanf(\"%3d\", &x); assert(x < 1000 && x > -100);", Verdict::Safe);
    check("int x = 0; scanf(\"%3d\", &x); assert(x != 999);", Verdict::Unsafe);
    check("int x = 0; scanf(\"%3d\", &x); assert(x != -99);", Verdict::Unsafe);
    check("unsigned x = 0; scanf(\"%2x\", &x); assert(x <= 255 || x > 0xfffffff0);", Verdict::Safe);
    check("unsigned x = 0; scanf(\"%2x\", &x); assert(x != 0xfffffff1);", Verdict::Unsafe);
    check("short x = 0; scanf(\"%2ho\", &x); assert(x < 64);", Verdict::Safe);
    check("int x = 0; scanf(\"%4i\", &x); assert(x <= 9999);", Verdict::Safe);
    check("int n = 0, x; scanf(\"%d%n\", &x, &n); assert(n >= 0);", Verdict::Safe);
    check("char c[2]; if (scanf(\"%1[a-c]\", c) == 1) assert(c[0] >= 'a' && c[0] <= 'c');", Verdict::Safe);
    check("char c[2]; if (scanf(\"%1[a-c]\", c) == 1) assert(c[0] != 'c');", Verdict::Unsafe);
    check("char c[2]; if (scanf(\"%1[^a-c]\", c) == 1) assert(c[0] != 'b');", Verdict::Safe);
    check(
        "char c[3] = \"\"; if (scanf(\"%2s\", c) == 1) assert(c[0] != ' ' && c[1] != '\\n');",
        Verdict::Safe,
    );
    check("char c[3] = \"\"; if (scanf(\"%2s\", c) == 1) assert(c[1] != '!');", Verdict::Unsafe);
    // Any character is read by `%c`, and there is one, or the input has ended.
    check("char c; assert(scanf(\"%c\", &c) != 0);", Verdict::Safe);
    check("char c; assert(scanf(\" %c\", &c) != 0);", Verdict::Safe);
    check("char c; assert(scanf(\"x%c\", &c) != 0);", Verdict::Unsafe);
    check("int x; assert(scanf(\"%d\", &x) != 0);", Verdict::Unsafe);
    check("char c = 'x'; if (scanf(\"%c\", &c) == 1) assert(c != ' ');", Verdict::Unsafe);
}

/// A conversion ends at a character that it cannot take, which comes next.
#[test]
fn what_stops_a_format_is_read_next() {
    let digit = "int x, r = scanf(\"%d\", &x); int c = getchar();";
    check(&format!("{digit} if (r == 1) assert(c != '7');"), Verdict::Unknown);
    check(&format!("{digit} if (r == 1) assert(c != 'x');"), Verdict::Unsafe);
    check(&format!("{digit} if (r == 0) assert(c != '7');"), Verdict::Unknown);
    check(&format!("{digit} if (r == 0) assert(c != 'x');"), Verdict::Unsafe);
    check(&format!("{digit} if (r == -1) assert(c == EOF);"), Verdict::Unknown);
    check(&format!("{digit} if (r == 1) assert(getchar() != '7');"), Verdict::Unsafe);
    check("int x; scanf(\"%d\", &x); getchar(); assert(getchar() != '7');", Verdict::Unsafe);
    // `08` is a zero, and `8` comes next.
    check("int x; if (scanf(\"%i\", &x) == 1) assert(getchar() != '8');", Verdict::Unsafe);
    check("int x; if (scanf(\"%i\", &x) == 1) assert(getchar() != '7');", Verdict::Unknown);
    check("int x; if (scanf(\"%2d\", &x) == 1) assert(getchar() != '7');", Verdict::Unsafe);
    check("int x; if (scanf(\"%d%*c\", &x) == 1) assert(getchar() != '7');", Verdict::Unsafe);
    check("int x; if (scanf(\"%d \", &x) == 1) assert(getchar() != '7');", Verdict::Unsafe);
    check("int x; if (scanf(\"%d \", &x) == 1) assert(getchar() != '\\n');", Verdict::Unknown);
    check("int x, y; if (scanf(\"%d,%d\", &x, &y) == 1) assert(getchar() != '7');", Verdict::Unknown);
    check("if (scanf(\"%*s\") == 0) assert(getchar() != 'x');", Verdict::Unknown);
    check("if (scanf(\"%*s\") == 0) assert(getchar() != ' ');", Verdict::Unknown);
    let word = "char w[9]; if (scanf(\"%8s\", w) != 1) return 0;";
    check(&format!("{word} assert(getchar() != 'x');"), Verdict::Unsafe);
    let line = "char w[3]; if (scanf(\"%2[^\\n]%*[^\\n]\", w) != 1) return 0;";
    check(&format!("{line} assert(getchar() != 'x');"), Verdict::Unknown);
    check(&format!("{line} assert(getchar() != '\\n');"), Verdict::Unsafe);
    check(
        "int x; char w[4]; if (fscanf(stdin, \"%d\", &x) == 1 && fgets(w, 4, stdin)) assert(w[0] != '7');",
        Verdict::Unknown,
    );
    check(
        "int x; char w[4]; if (fscanf(stdin, \"%d\", &x) == 1 && fgets(w, 4, stdin)) assert(w[0] != 'x');",
        Verdict::Unsafe,
    );
    check(
        "int x; char w[4]; if (scanf(\"%d\", &x) == 1 && fread(w, 1, 4, stdin)) assert(w[0] != '7');",
        Verdict::Unknown,
    );
    // Another stream has characters of its own.
    check(
        "int x; FILE *f = fopen(\"a\", \"r\"); if (f && fscanf(f, \"%d\", &x) == 1) assert(getchar() != '7');",
        Verdict::Unsafe,
    );
    // What was put back is read first.
    check("int x; ungetc('7', stdin); assert(scanf(\"%d\", &x) == 1);", Verdict::Unknown);
}

#[test]
fn behind_the_end_of_the_input_there_is_nothing() {
    check("while (getchar() != EOF); if (feof(stdin)) assert(getchar() == EOF);", Verdict::Unknown);
    check("int x; if (feof(stdin)) assert(scanf(\"%d\", &x) == -1);", Verdict::Unknown);
    check("int x; if (!feof(stdin)) assert(scanf(\"%d\", &x) == -1);", Verdict::Unsafe);
    check("int x; if (scanf(\"%d\", &x) == 0) assert(scanf(\"%d\", &x) == -1);", Verdict::Unsafe);
}

#[test]
fn a_line_has_one_end() {
    let line = "char w[6]; if (!fgets(w, 6, stdin)) return 0;";
    check(&format!("{line} char *p = strchr(w, '\\n'); if (p) assert(p[1] == 0);"), Verdict::Safe);
    check(&format!("{line} char *p = strchr(w, ';'); if (p) assert(p[1] == 0);"), Verdict::Unsafe);
    check(&format!("{line} assert(w[0] != '\\n');"), Verdict::Unsafe);
    check(&format!("{line} assert(w[4] != '\\n');"), Verdict::Unsafe);
    let line = "char *w = 0; size_t n = 0; if (getdelim(&w, &n, ';', stdin) < 1) return 0;";
    check(&format!("{line} if (w[0] == ';') assert(w[1] == 0);"), Verdict::Safe);
    check(&format!("{line} if (w[0] == '\\n') assert(w[1] == 0);"), Verdict::Unsafe);
}

#[test]
fn what_a_format_reads_is_what_glibc_reads() {
    is_fixed("int a, n = 0; sscanf(\"50 %\", \"%d%%%n\", &a, &n);", "n == 4");
    is_fixed(
        "char s[8] = \"\"; int r = sscanf(\"c-ab\", \"%7[c-a]\", s);",
        "r == 1 && strcmp(s, \"c-a\") == 0",
    );
    // How many characters were read is fixed by them.
    is_open("int x, n = 5; if (scanf(\"%d%n\", &x, &n) != 1) return 0;", "n == 1");
    check("double d = 0; scanf(\"%2lf\", &d); assert(d == d);", Verdict::Safe);
    check("double d = 0; scanf(\"%3lf\", &d); assert(d == d);", Verdict::Unsafe);
    // glibc allocates what `%m` stores.
    check("char *p = 0; if (scanf(\"%ms\", &p) == 1) assert(p == 0);", Verdict::Unknown);
    // As many as there are, or as many as are said.
    check("struct { char b[4]; int n; } s; scanf(\"%8c\", s.b);", Verdict::Unsafe);
    check("struct { char b[4]; int n; } s; scanf(\"%7s\", s.b);", Verdict::Unsafe);
    check("struct { char b[4]; int n; } s; scanf(\"%3s\", s.b); scanf(\"%4c\", s.b);", Verdict::Safe);
    // White space in front is skipped, and what has ended a conversion comes next.
    check("char c; if (scanf(\" %c\", &c) == 1) assert(c != ' ');", Verdict::Safe);
    check("char c; if (scanf(\" %c\", &c) == 1) assert(c != 'x');", Verdict::Unsafe);
    check("char s[9]; if (scanf(\" %5[^,]\", s) == 1) assert(s[0] != ' ');", Verdict::Safe);
    check("char s[9]; if (scanf(\" %5[^,]\", s) == 1) assert(s[0] != 'x');", Verdict::Unsafe);
    check("int n; char c; if (scanf(\"%d%c\", &n, &c) == 2) assert(c != '7');", Verdict::Unknown);
    check(
        "int n; char c; if (scanf(\"%d\", &n) == 1 && scanf(\"%c\", &c) == 1) assert(c != '7');",
        Verdict::Unknown,
    );
    check("int n; char c; if (scanf(\"%d %c\", &n, &c) == 2) assert(c != '7');", Verdict::Unsafe);
    // Ranges as glibc has them.
    is_fixed("char s[8] = \"q\"; int r = sscanf(\"-xb\", \"%[a-b-c]\", s);", "r == 0");
    // The length of the first word is known.
    is_fixed("char s[8]; int r = sscanf(\" ab cd\", \"%s\", s);", "r == 1 && s[2] == 0");
    check("char s[3]; sscanf(\"abc d\", \"%s\", s);", Verdict::Unsafe);
    check("char s[3]; sscanf(\"ab cd\", \"%s\", s);", Verdict::Safe);
    // One character has no room for a text, and what a text is read into is a place like any other.
    check("char c = 0; scanf(\"%s\", &c);", Verdict::Unsafe);
    check("char c = 0; if (scanf(\"%1c\", &c) == 1) assert(c == 0);", Verdict::Unsafe);
    check("char c = 7; if (scanf(\"%1c\", &c) != 1) assert(c == 7);", Verdict::Safe);
}

#[test]
fn the_sign_of_what_is_no_number_is_open() {
    is_open("char b[9]; double z = 0; snprintf(b, 9, \"%f\", z / z);", "strcmp(b, \"nan\") == 0");
    is_fixed("char b[9]; double z = 0; snprintf(b, 9, \"%f\", 1 / z);", "strcmp(b, \"inf\") == 0");
}

#[test]
fn a_signal_of_its_own_reaches_the_program() {
    let main = |statements: &str| {
        format!(
            "#include <assert.h>\n#include <signal.h>\n#include <stdlib.h>\n#include <unistd.h>\nint n, a[2];\n\
             static void keep(int s) {{ n = s; }}\nstatic void fail(int s) {{ assert(s != SIGABRT); }}\n\
             static void leave(int s) {{ _exit(0); }}\nstatic void reach(int s) {{ a[n + 2] = 1; }}\n\
             int main(void) {{ {statements} return 0; }}\n"
        )
    };
    let verdict = |statements: &str| {
        let options = Options { program_level: false, patches: false, ..Options::standard() };
        check_source("a.c", &main(statements), &options).expect("a program").verdict
    };
    assert_eq!(verdict("signal(SIGABRT, fail); abort();"), Verdict::Unsafe);
    assert_eq!(verdict("signal(SIGABRT, reach); abort();"), Verdict::Unsafe);
    assert_eq!(verdict("signal(SIGABRT, leave); abort();"), Verdict::Safe);
    assert_eq!(verdict("abort(); assert(0);"), Verdict::Safe);
    assert_eq!(verdict("assert(raise(0) == 0);"), Verdict::Safe);
    assert_eq!(
        verdict("signal(SIGUSR2, keep); kill(getpid(), SIGUSR2); assert(n == SIGUSR2);"),
        Verdict::Safe
    );
    assert_eq!(verdict("signal(SIGUSR2, keep); kill(getpid(), SIGUSR2); assert(n == 0);"), Verdict::Unsafe);
    assert_eq!(verdict("assert(getpid() == getpid());"), Verdict::Safe);
}
