//! The functions of the C library: what they do, and what they ask for.

use std::fs;
use std::process::Command;

use crate::folder::{Folder, stderr, stdout};

const HEADERS: &str = "#define _GNU_SOURCE\n#include <assert.h>\n#include <ctype.h>\n#include <dirent.h>\n#include <errno.h>\n\
                       #include <fenv.h>\n#include <inttypes.h>\n#include <limits.h>\n#include <locale.h>\n#include <math.h>\n\
                       #include <signal.h>\n#include <sys/stat.h>\n#include <sys/time.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\
                       #include <time.h>\n#include <unistd.h>\n#include <wchar.h>\n#include <wctype.h>\n\
                       #include <sys/socket.h>\n";

/// What the report of a program says, whose `main` has this body.
#[track_caller]
fn report(before: &str, body: &str) -> String {
    let text = format!("{HEADERS}{before}\nint main(int argc, char **argv) {{\n{body}\nreturn 0;\n}}\n");
    let folder = Folder::with(&[("a.c", &text)]);
    let output =
        folder.check(&["a.c", "--data-model", "lp64", "--level", "trace", "--timeout", "60", "--details"]);
    assert!(!stderr(&output).contains("internal error"), "{body}\n{}", stderr(&output));
    stdout(&output)
}

/// A body in which nothing is wrong.
#[track_caller]
fn check_safe(body: &str) {
    check_safe_with("", body);
}

#[track_caller]
fn check_safe_with(before: &str, body: &str) {
    let report = report(before, body);
    assert!(report.starts_with("no error"), "{body}\n{report}");
}

/// A body in which this is what is wrong.
#[track_caller]
fn check_wrong(body: &str, message: &str) {
    let report = report("", body);
    let first = report.lines().next().unwrap_or_default();
    assert!(first.starts_with("error: ") && first.contains(message), "{body}\n{report}");
}

/// A body in which this would be wrong with a result that a model leaves open, or that files decide which nothing names.
#[track_caller]
fn check_not_confirmed(body: &str, message: &str) {
    let report = report("", body);
    let mut lines = report.lines();
    assert!(lines.next().unwrap_or_default().contains("not confirmed"), "{body}\n{report}");
    let is_told = lines.any(|it| it.starts_with("error: ") && it.contains(message));
    assert!(is_told, "{body}\n{report}");
}

#[test]
fn strings_are_copied_and_joined() {
    check_safe(
        r#"char b[20];
        strcpy(b, "hello"); strcat(b, " you"); assert(strlen(b) == 9 && strcmp(b, "hello you") == 0);
        assert(stpcpy(b, "ab") == b + 2); strncat(b, "cdef", 2); assert(!strcmp(b, "abcd"));
        strncpy(b, "xy", 5); assert(b[1] == 'y' && b[2] == 0 && b[4] == 0);
        char *d = strndup("abcdef", 3); assert(strlen(d) == 3); free(d);
        assert(mempcpy(b, "pq", 2) == b + 2); assert(memccpy(b, "rst", 's', 3) == b + 2);
        int a[5] = {1, 2, 3, 4, 5}; memmove(a + 1, a, 4 * sizeof(int)); assert(a[4] == 4 && a[1] == 1);"#,
    );
    check_safe(
        r#"wchar_t w[10]; wcscpy(w, L"abc"); assert(wcslen(w) == 3); wcsncat(w, L"defg", 2);
        assert(w[4] == L'e' && w[5] == 0); assert(wcscmp(w, L"abd") < 0); assert(wcschr(w, L'c') == w + 2);
        wmemset(w, L'x', 4); assert(w[3] == L'x'); wmemmove(w + 1, w, 2);"#,
    );
}

#[test]
fn bytes_between_members_are_copied_and_filled() {
    let padded = "static struct p { char c; int i; unsigned b : 3; } x, y, z[2]; char *p = (char *)&x, *q = (char *)&y;
        p[1] = argc; p[8] = 0x75; x.i = 3;";
    let after = [
        ("memcpy(&y, &x, sizeof x);", "q[1] == (char)argc && q[8] == 0x75 && y.i == 3 && y.b == 5"),
        ("y = x;", "memcmp(&x, &y, sizeof x) == 0"),
        ("z[1] = x; memmove(z, z + 1, sizeof *z);", "((char *)z)[1] == (char)argc && ((char *)z)[8] == 0x75"),
        ("memset(&x, 0, sizeof x);", "p[1] == 0 && p[8] == 0"),
    ];
    for (change, holds) in after {
        check_safe(&format!("{padded} {change} assert({holds});"));
        check_wrong(&format!("{padded} {change} assert(!({holds}));"), "assertion");
    }
}

#[test]
fn buffers_are_large_enough() {
    for (body, message) in [
        (r#"char b[4]; strcpy(b, "four");"#, "out of bounds"),
        (r#"char b[4] = "abc"; strcat(b, "d");"#, "out of bounds"),
        (r#"char b[4]; strncpy(b, "a", 5);"#, "out of bounds"),
        (r#"char b[4]; sprintf(b, "%d", 1234);"#, "out of bounds"),
        (r#"char b[4]; snprintf(b, 5, "%s", "four");"#, "out of bounds"),
        (r#"char b[4]; fgets(b, 5, stdin);"#, "out of bounds"),
        (r#"char b[4]; recv(0, b, 5, 0);"#, "out of bounds"),
        (r#"char b[4]; read(0, b, 5);"#, "out of bounds"),
        (r#"char b[4]; fread(b, 1, 5, stdin);"#, "out of bounds"),
        (r#"char b[4]; scanf("%4s", b);"#, "out of bounds"),
        (r#"char b[4]; scanf("%s", b);"#, "may be longer than `b`"),
        (r#"wchar_t b[4]; wcscpy(b, L"four");"#, "out of bounds"),
        (r#"wchar_t b[4]; swprintf(b, 5, L"%ls", L"four");"#, "out of bounds"),
        (r#"struct { char a[8]; void *p; } s; memset(s.a, 0, sizeof s);"#, "more is written"),
        (r#"struct { wchar_t a[4]; void *p; } s; wmemset(s.a, 0, 5);"#, "more is written"),
    ] {
        check_wrong(body, message);
    }
    check_safe(
        r#"char b[5]; strcpy(b, "four"); strncpy(b, "a", 5); sprintf(b, "%d", 1234); snprintf(b, 5, "%s", "longer");
        if (fgets(b, 5, stdin)) assert(strlen(b) < 5); scanf("%4s", b);
        long n = recv(0, b, 4, 0); if (n >= 0) b[n] = 0; n = read(0, b, 5); assert(n <= 5 && n >= -1);
        assert(fread(b, 1, 5, stdin) <= 5);
        wchar_t w[5]; swprintf(w, 5, L"%ls", L"four"); struct { char a[8]; void *p; } s; memset(s.a, 0, sizeof s.a);
        memset(&s, 0, sizeof s);"#,
    );
}

#[test]
fn strings_end() {
    check_wrong(r#"char u[2] = {'a', 'b'}; puts(u);"#, "out of bounds");
    check_wrong(r#"char u[2] = {'a', 'b'}; printf("%s", u);"#, "out of bounds");
    check_wrong(r#"wchar_t u[2] = {'a', 'b'}; wprintf(L"%ls", u);"#, "out of bounds");
    check_wrong(r#"char u[2] = {'1', '2'}; return atoi(u);"#, "out of bounds");
    check_wrong(r#"char u[2] = {'1', '2'}; int x; sscanf(u, "%d", &x);"#, "out of bounds");
    check_wrong(r#"char *p = malloc(4); strcpy(p, "abc"); free(p); puts(p);"#, "use after free");
    check_safe(
        r#"char u[2] = {'a', 'b'}; printf("%.2s %.*s", u, 1, u); puts("x"); printf("%s\n", argv[0]);"#,
    );
}

#[test]
fn what_is_copied_does_not_overlap() {
    check_wrong(r#"char b[9] = "abcdefgh"; memcpy(b + 2, b, 3);"#, "overlapping memory");
    check_wrong(r#"char b[9] = "abc"; int n = argc; if (n < 4) memcpy(b + n, b, 3);"#, "overlapping memory");
    check_wrong(r#"char b[9] = "abc"; strcpy(b, b + 1);"#, "overlapping memory");
    check_wrong(r#"char b[9] = "abc"; sprintf(b, "x%s", b);"#, "overlapping memory");
    check_safe(
        r#"char b[9] = "abcd"; memcpy(b + 3, b, 3); memmove(b + 1, b, 3); strcpy(b + 4, "ab"); strcpy(b, b + 4);"#,
    );
}

#[test]
fn arguments_fit_their_format() {
    for (body, message) in [
        (r#"printf("%d %d", 1);"#, "there is no argument for `%d`"),
        (r#"printf("%s", 1);"#, "`%s` needs a string"),
        (r#"printf("%d", 1L);"#, "`%d` needs an integer of that size"),
        (r#"printf("%d", 1.0);"#, "`%d` needs"),
        (r#"printf("%f", 1);"#, "`%f` needs a floating-point number"),
        (r#"printf("%*d", 1L, 1);"#, "`*` needs an int"),
        (r#"char *p = 0; printf("%s", p);"#, "null pointer"),
        (r#"double d; scanf("%f", &d);"#, "format `%f` does not match"),
        (r#"long n; scanf("%d", &n);"#, "format `%d` does not match"),
        (r#"scanf("%d");"#, "there is no argument for `%d`"),
        (r#"fprintf(fopen("x", "r"), "%d", 1);"#, "the stream is null"),
    ] {
        check_wrong(body, message);
    }
    check_safe(
        r#"printf("%d %u %c %x %ld %lu %lld %zu %s %p %f %Lf %% %hhd %5.3d %*d\n", 1, 2u, 'c', 3, 4L, 5ul, 6LL, sizeof 1,
            "s", (void *)0, 1.0, 1.0L, 'x', 7, 8, 9);
        fprintf(stderr, "%s", "x"); printf("no conversion", 1); double d; float f; scanf("%lf %f", &d, &f);
        FILE *file = fopen("x", "r"); if (file) { fprintf(file, "%d", 1); fclose(file); }"#,
    );
}

#[test]
fn streams_and_characters_are_what_functions_take() {
    check_wrong(r#"fclose(fopen("x", "r"));"#, "the stream is null");
    check_wrong(r#"FILE *f = fopen("x", "r"); char b[4]; fgets(b, 4, f);"#, "the stream is null");
    check_wrong(r#"return (isalpha)(argc + 255);"#, "neither a character nor EOF");
    check_wrong(r#"return abs(argc - 2147483647 - 2) > 3;"#, "overflow: `abs(argc - 2147483647 - 2)`");
    check_wrong(r#"strtok(0, ",");"#, "no string to go on with");
    check_safe(r#"return (isalpha)(255) + (toupper)(-1);"#);
}

#[test]
fn streams_are_closed_once() {
    let open = r#"FILE *f = fopen("x", "r"); if (!f) return 0;"#;
    for wrong in [
        "fclose(f); fclose(f);",
        "fclose(f); char b[4]; fgets(b, 4, f);",
        "if (argc > 1) fclose(f); fprintf(f, \"x\");",
        "fclose(f); int x; fscanf(f, \"%d\", &x);",
        "FILE *g = f; fclose(g); return getc(f);",
        "if (!freopen(\"y\", \"r\", f)) fclose(f);",
    ] {
        check_wrong(&format!("{open} {wrong}"), "the stream is closed");
    }
    check_wrong("fclose(stdin); return getchar() + getc(stdin);", "the stream is closed: `getc(stdin)`");
    check_wrong(&format!("{open} free(f);"), "was not allocated");
    check_safe(&format!(
        "{open} char b[4]; fgets(b, 4, f); fclose(f); f = fopen(\"y\", \"r\"); if (f) fclose(f);"
    ));
    check_safe(&format!(
        "{open} FILE *g = fopen(\"y\", \"r\"); fclose(f); if (g) {{ fputc('x', g); fclose(g); }}"
    ));
    check_safe(
        r#"for (int i = 0; i < 3; i++) { FILE *f = fopen("x", "r"); if (f) { fputs("y", f); fclose(f); } } fclose(stdout);"#,
    );
}

#[test]
fn what_fails_leaves_its_targets_alone() {
    check_safe(
        r#"int x = 5, y = 6; int n = scanf("%d%d", &x, &y); if (n < 1) assert(x == 5); if (n < 2) assert(y == 6);
        char b[4] = "abc"; if (!fgets(b, 4, stdin)) assert(b[0] == 'a');
        if (read(0, b + 3, 0) < 1) assert(b[0] == 'a' || 1); b[3] = 'x'; snprintf(b, 2, "%s", "long"); assert(b[3] == 'x');"#,
    );
    check_safe(
        r#"char b[8] = "abcdefg"; long n = read(0, b, 8); if (n < 0) n = 0; if (n < 5) assert(b[6] == 'g' && b[n] == 'a' + n);
        char c[6] = "12345"; if (scanf("%1s", c) == 1) assert(!c[1] && c[2] == '3' && c[4] == '5');
        int a[3] = {0}, i = 0; scanf("%d", &a[i++]); scanf("%d", &a[i]); assert(i == 1 && a[2] == 0);"#,
    );
    check_wrong(r#"int x = 5; if (scanf("%d", &x) == 1) assert(x == 5);"#, "assertion");
    check_wrong(r#"int x = 5; scanf("%d", &x); assert(x != 5);"#, "assertion");
    check_wrong(r#"char b[4] = "abc"; if (read(0, b, 4) > 0) assert(b[3] == 0);"#, "assertion");
    check_wrong(r#"time_t now = 0; time(&now); assert(now == 0);"#, "assertion");
    check_wrong(r#"char c = 0; if (read(0, &c, 1) == 1) assert(c == 0);"#, "assertion");
}

#[test]
fn what_fails_says_why_in_errno() {
    for body in [
        r#"errno = 0; FILE *f = fopen("x", "r"); if (!f && errno == ENOENT) assert(0);"#,
        r#"errno = 0; strtol("99999999999999999999999", 0, 10); assert(errno == 0);"#,
        r#"char b[4]; errno = 0; if (read(0, b, 4) < 0 && errno == EINTR) assert(0);"#,
        r#"errno = 0; if (getchar() == EOF) assert(errno == 0);"#,
        r#"errno = 0; if (getchar() == EOF) assert(errno != 0);"#,
        r#"errno = 0; malloc((size_t)-1); assert(errno == 0);"#,
    ] {
        check_wrong(body, "assertion");
    }
    check_not_confirmed(r#"errno = 0; close(3); if (errno == EINTR) assert(0);"#, "assertion");
    // What nobody wrote may set it, which confirms nothing.
    let unknown =
        "void unknown(void); int main(void) { int before = errno; unknown(); assert(errno == before); }";
    let folder = Folder::with(&[("a.c", &format!("{HEADERS}{unknown}"))]);
    let output = folder.check(&["a.c", "--data-model", "lp64", "--level", "trace"]);
    assert_eq!(output.status.code(), Some(3), "{}", stdout(&output));
    assert!(stdout(&output).contains("not decided: an error is found"), "{}", stdout(&output));
    check_safe(
        r#"errno = 0; FILE *f = fopen("x", "r"); if (!f) assert(errno > 0); else assert(errno == 0);
        errno = 7; long n = strtol("12", 0, 10); assert(n == 12 && errno == 7);
        n = strtol("-99999999999999999999", 0, 10); assert(n == LONG_MIN && errno == ERANGE);
        errno = 0; if (close(3) == 0) assert(errno == 0); else assert(errno);
        errno = 0; void *p = malloc((size_t)-1); assert(!p && errno == ENOMEM);
        errno = 0; char b[4]; if (read(0, b, 4) >= 0) assert(errno == 0);
        size_t most = (size_t)1 << 32; assert(write(1, malloc(most), most) >= -1);"#,
    );
}

#[test]
fn variables_of_the_environment_are_objects_of_their_own() {
    check_wrong(
        r#"char *a = getenv("A"); char *b = getenv("B"); if (a && b && a[0] != b[0]) assert(0);"#,
        "assertion",
    );
    check_safe(
        r#"char *h = getenv("H"); if (!h) return 0; char *b = malloc(strlen(h) + 1); getenv("P"); strcpy(b, h); free(b);"#,
    );
}

#[test]
fn only_the_sign_of_a_comparison_is_known() {
    check_safe(
        r#"assert(strcmp("a", "c") < 0); assert(memcmp("b", "a", 1) > 0); int r = wcscmp(L"b", L"b"); assert(r == 0);"#,
    );
    check_wrong(r#"int r = strcmp("a", "c"); assert(r == -1);"#, "assertion");
    check_wrong(r#"assert(strcmp("a", "c") == -2);"#, "assertion");
}

#[test]
fn classes_of_characters_have_the_numbers_that_glibc_gives_them() {
    check_safe(
        r#"assert((isalpha)('a')); assert(!(isalpha)('1')); int r = (isdigit)('5'); assert(r != 0);
        int c = (toupper)(argc & 127); if ((isalpha)(c)) assert(c >= 'A' && c <= 'Z');"#,
    );
    check_safe("assert((isalpha)('a') == 1024);");
    check_wrong("assert((isalpha)(argc) == 1);", "assertion");
    // gcc computes it itself.
    check_not_confirmed("assert((isdigit)('5') == 2048);", "assertion");
}

#[test]
fn quotients_and_remainders_come_together() {
    check_safe(
        r#"div_t d = div(-17, 5); assert(d.quot == -3 && d.rem == -2); ldiv_t l = ldiv(17L, 5L); assert(l.rem == 2);
        lldiv_t m = lldiv(9, 2); assert(m.quot == 4); imaxdiv_t i = imaxdiv(9, 4); assert(i.rem == 1 && imaxabs(-3) == 3);"#,
    );
    check_wrong("div_t d = div(17, argc - 1); return d.quot;", "division by zero");
    check_wrong("div_t d = div(INT_MIN, -1); return d.quot;", "overflow");
}

#[test]
fn numbers_are_taken_apart_and_rounded_exactly() {
    check_safe(
        r#"int e; double m = frexp(8.0, &e), ip; assert(m == 0.5 && e == 4 && ldexp(0.5, 4) == 8); assert(modf(3.25, &ip) == 0.25 && ip == 3);
        assert(fmod(7.5, 2) == 1.5 && remainder(7.5, 2) == -0.5 && fdim(3, 1) == 2 && fma(2, 3, 4) == 10);
        assert(lround(2.5) == 3 && lrint(2.5) == 2 && nextafter(1, 2) > 1 && logb(8) == 3 && ilogbf(8) == 3);
        int q; assert(remquo(7, 2, &q) == -1 && (q & 7) == 4); assert(fmodf(5.5f, 2) == 1.5f && ldexpl(1, 3) == 8 && scalbln(1, -1) == 0.5);
        assert(fpclassify(1.0) == FP_NORMAL && isnormal(1.0f) && !isnormal(0.0) && isgreater(2.0, 1.0) && isunordered(NAN, 1.0));
        assert(fegetround() == FE_TONEAREST);"#,
    );
    check_wrong("int e = 7; frexp(8.0, &e); assert(e == 7);", "assertion");
}

#[test]
fn transcendental_functions_have_ranges_and_increase() {
    check_safe(
        r#"assert(sin(argc) >= -1 && cos(argc) <= 1); assert(exp(0) == 1 && log(1) == 0 && cosh(argc) >= 1 && cosf(2) <= 1);
        double y = exp(1), z = exp(2); assert(1 <= y && y <= z); errno = 0; assert(isnan(log(-1)) && errno == EDOM);"#,
    );
    check_safe("double x = argc; assert(sin(x) == sin(x)); if (x > 1) assert(log(x) >= 0);");
    check_not_confirmed("assert(sin(argc) > 0.5);", "assertion");
    check_wrong("assert(exp(1.0) > 3);", "assertion");
}

#[test]
fn dates_are_within_bounds_and_may_not_be_there() {
    check_safe(
        r#"time_t t = argc; struct tm *p = gmtime(&t); if (p) assert(p->tm_sec >= 0 && p->tm_sec <= 60 && p->tm_mday >= 1);
        char b[30]; struct tm x = {0}; size_t n = strftime(b, 30, "%Y", &x); assert(n < 30); if (n) assert(strlen(b) <= n);
        char *s = ctime(&t); if (s) assert(s[24] == '\n' && !s[25]); struct timeval v; gettimeofday(&v, 0); assert(v.tv_usec < 1000000);
        struct timespec w; if (clock_gettime(0, &w) == 0) assert(w.tv_nsec < 1000000000);"#,
    );
    check_safe("time_t t = 0; struct tm *p = gmtime(&t); return p->tm_sec;");
    check_wrong("time_t t = LONG_MAX; struct tm *p = gmtime(&t); return p->tm_sec;", "null pointer");
    check_not_confirmed("struct tm x = {0}; x.tm_sec = 5; mktime(&x); assert(x.tm_sec == 5);", "assertion");
    check_wrong("struct timeval v = {0}; gettimeofday(&v, 0); assert(v.tv_sec == 0);", "assertion");
    check_wrong(r#"char b[3]; struct tm x = {0}; strftime(b, 4, "%Y", &x);"#, "out of bounds");
}

#[test]
fn what_the_system_says_may_be_anything() {
    check_safe(
        r#"struct stat s; if (stat("x", &s) == 0) return s.st_size > 3; assert(errno > 0); int p[2]; if (pipe(p) == 0) assert(p[0] >= 0);
        char b[5]; long n = readlink("x", b, 4); if (n >= 0) b[n] = 0; char *e = strerror(3); assert(e[0]); puts(e);
        DIR *d = opendir("."); if (d) { struct dirent *f = readdir(d); if (f) assert(strlen(f->d_name) < 256); closedir(d); }
        assert(setlocale(LC_ALL, "C") && localeconv()->decimal_point[0] == '.');"#,
    );
    check_safe(
        r#"int o = getopt(argc, argv, "ab:"); if (o == 'b') assert(optarg); else assert(o == 'a' || o == '?' || o == -1);"#,
    );
    check_not_confirmed(
        r#"int o; while ((o = getopt(argc, argv, "ab:")) != -1) assert(o != 'b');"#,
        "assertion",
    );
    check_wrong(r#"struct stat s = {0}; if (stat("x", &s) == 0) assert(s.st_size == 0);"#, "assertion");
    check_wrong(r#"struct stat *s = malloc(8); return stat("x", s);"#, "out of bounds");
    check_wrong(r#"char b[4]; long n = readlink("x", b, 4); if (n >= 0) b[n] = 0;"#, "out of bounds");
    check_wrong(r#"DIR *d = opendir("."); if (d) { closedir(d); readdir(d); }"#, "the folder is closed");
    check_wrong(r#"mkstemp("aXXXXXX");"#, "constant");
}

#[test]
fn signals_that_a_program_raises_are_handled() {
    let before = "int n; void handle(int s) { n += s; }";
    check_safe_with(
        before,
        r#"signal(SIGINT, handle); raise(SIGINT); assert(n == 2 && signal(SIGINT, SIG_IGN) == handle); raise(SIGINT);
        struct sigaction a = {0}; a.sa_handler = handle; sigaction(SIGTERM, &a, 0); raise(SIGTERM); assert(n == 17);"#,
    );
    let report = report(before, "signal(SIGINT, handle); raise(SIGINT); assert(n == 0);");
    assert!(report.starts_with("error: assertion"), "{report}");
}

#[test]
fn functions_of_the_library_without_a_model_are_named() {
    for (body, what) in [
        (r#"char *p = mmap_(); *p = 1;"#, "`mmap`"),
        ("fesetround(FE_UPWARD); assert(1.0 / 3 > 0);", "another rounding mode"),
        (r#"if (setlocale(LC_ALL, "xy")) assert(isalpha('a'));"#, "another locale"),
    ] {
        let before =
            "#include <sys/mman.h>\nchar *mmap_(void) { return mmap(0, 8, PROT_READ, MAP_SHARED, 3, 0); }";
        let report = report(before, body);
        assert!(report.contains("not decided") && report.contains(what), "{body}\n{report}");
    }
}

#[test]
fn calls_that_fortified_headers_make_are_known() {
    check_safe(
        r#"char b[10]; __builtin___sprintf_chk(b, 0, 10, "%d", 7); assert(b[0] == '7' && !b[1]);
        __builtin___strcpy_chk(b, "abc", __builtin_object_size(b, 1)); assert(strlen(b) == 3);"#,
    );
    check_wrong(
        r#"char b[2]; __builtin___memcpy_chk(b, "abcd", 4, 2);"#,
        "more is written than there is room for",
    );
}

#[test]
fn handlers_run_when_the_program_ends() {
    let handlers = "int n; void twice(void) { n = n * 2; assert(n == 6); } void more(void) { n++; }";
    check_safe_with(handlers, "n = 2; atexit(twice); atexit(more); if (argc > 1) exit(1);");
    let report = report(handlers, "n = 2; atexit(more); atexit(twice);");
    assert!(report.starts_with("error: assertion"), "{report}");
}

#[test]
fn functions_that_nobody_defines_give_valid_pointers() {
    let before = "struct s { int a, b; }; struct s *get(void); char *name_of(char *);";
    check_safe_with(
        before,
        "struct s *p = get(); if (p) p->b = 1; char x[2]; char *n = name_of(x); if (n) *n = 1;",
    );
    let given = report(before, "struct s *p = get(); p->b = 1;");
    assert!(given.starts_with("error: null pointer dereference"), "{given}");
    let report =
        report(before, "char x[2] = {0}; char *n = name_of(x); if (n) { *n = 1; assert(x[0] == 0); }");
    assert!(report.starts_with("error: assertion"), "{report}");
}

#[test]
fn functions_of_the_users_with_such_names_are_the_users() {
    let text =
        "int read(void);\nint index(int);\nint main(void) {\n  int x = read();\n  return index(x) / 2;\n}\n";
    let folder = Folder::with(&[("a.c", text)]);
    let output = stdout(&folder.check(&["a.c"]));
    assert!(output.starts_with("no error found: the program has no check"), "{output}");
}

/// A source of numbers that are the same each time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn text(&mut self, letters: &str, longest: u64) -> String {
        let letters: Vec<char> = letters.chars().collect();
        (0..self.below(longest + 1)).map(|_| letters[self.below(letters.len() as u64) as usize]).collect()
    }
}

/// Calls of which the value is a number.
fn calls(numbers: &mut Numbers) -> Vec<String> {
    let mut calls = Vec::new();
    for _ in 0..4 {
        let (left, right) = (numbers.text("abA", 4), numbers.text("abA", 3));
        let n = numbers.below(5);
        for name in ["strcmp", "strcasecmp"] {
            calls.push(format!("sign({name}(\"{left}\", \"{right}\"))"));
        }
        for name in ["strncmp", "strncasecmp"] {
            calls.push(format!("sign({name}(\"{left}\", \"{right}\", {n}))"));
        }
        calls.push(format!("sign(wcscmp(L\"{left}\", L\"{right}\"))"));
        for name in ["strspn", "strcspn"] {
            calls.push(format!("(long){name}(\"{left}\", \"{right}\")"));
        }
        for name in ["strstr", "strpbrk"] {
            calls.push(format!("at(\"{left}\", {name}(text, \"{right}\"))"));
        }
        for name in ["strchr", "strrchr", "strchrnul"] {
            calls.push(format!("at(\"{left}\", {name}(text, 'a'))"));
        }
        let digits = numbers.text("-+ 0123489aFx", 7);
        let base = [0, 8, 10, 16, 36][numbers.below(5) as usize];
        calls.push(format!("strtol(\"{digits}\", 0, {base})"));
        calls.push(format!("(long)strtoul(\"{digits}\", 0, {base})"));
        calls.push(format!("(long)atoi(\" {digits}\")"));
        let ch = numbers.below(257) as i64 - 1;
        for name in ["isalpha", "isspace", "isprint", "ispunct", "isxdigit", "iscntrl"] {
            calls.push(format!("(long)!!({name})({ch})"));
        }
        for name in ["toupper", "tolower"] {
            calls.push(format!("(long)({name})({ch})"));
        }
        let (number, width) = (numbers.below(20_000) as i64 - 10_000, numbers.below(8));
        for format in ["%d", "%5d", "%-6d", "%+d", "%06d", "%x", "%#X", "%o", "%.3d", "% d", "%hhd", "%hu"] {
            calls.push(format!("printed(\"{format}\", {number})"));
        }
        calls.push(format!("printed(\"%*d\", {width}, {number})"));
        calls.push(format!("printed(\"%.{n}s|%c\", \"{left}\", '{}')", (b'a' + n as u8) as char));
        calls.push(format!("printed(\"%ld:%lu\", {number}L * 1000000000, {number}UL)"));
    }
    calls
}

/// What the calls need: a number for a string, so that its characters and its length are compared.
const HELPERS: &str = r#"
#define _GNU_SOURCE
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <wchar.h>
#include <assert.h>
static long sign(int n) { return n < 0 ? -1 : n > 0; }
static const char *text;
static char out[64];
static long sum(int n) { long s = n; for (int i = 0; out[i]; i++) s = s * 31 % 1000003 + out[i]; return s; }
#define at(given, call) (text = given, (call) ? (long)((call) - text) : -1L)
#define printed(...) sum(sprintf(out, __VA_ARGS__))
"#;

#[test]
#[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
fn models_give_what_the_library_of_the_host_gives() {
    let calls = calls(&mut Numbers(1));
    let folder = Folder::with(&[]);
    let prints: String = calls.iter().map(|call| format!("printf(\"%ld\\n\", {call});\n")).collect();
    fs::write(folder.path("host.c"), format!("{HELPERS}int main(void) {{\n{prints}return 0;\n}}\n"))
        .expect("a file");
    let host = folder.path("host");
    let compiler =
        Command::new("gcc").args(["-w", "-fno-builtin", "-o"]).arg(&host).arg(folder.path("host.c")).output();
    if !compiler.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: there is no gcc to compare with");
        return;
    }
    let output = Command::new(&host).output().expect("the program runs");
    let values: Vec<String> = stdout(&output).lines().map(str::to_owned).collect();
    assert_eq!(values.len(), calls.len());
    let pairs: Vec<(&String, &String)> = calls.iter().zip(&values).collect();
    for part in pairs.chunks(32) {
        let asserts: String =
            part.iter().map(|(call, value)| format!("assert(({call}) == {value}L);\n")).collect();
        let text = format!("{HELPERS}int main(void) {{\n{asserts}return 0;\n}}\n");
        let folder = Folder::with(&[("a.c", &text)]);
        let arguments = ["a.c", "--data-model", "lp64", "--property", "assertions", "--level", "trace"];
        let report = stdout(&folder.check(&arguments));
        assert!(report.starts_with("no error"), "{report}");
    }
}

#[test]
fn what_a_format_writes_is_not_followed_through_a_pointer() {
    let body = |callee: &str| {
        format!(
            "char b[9] = \"\"; int (*f)(char *, const char *, ...) = argc > 9 ? 0 : sprintf; if (f) {callee}(b, \"%d\", 1);\n\
             assert(!f || b[0] == '1');"
        )
    };
    check_safe(&body("sprintf"));
    let report = report("", &body("f"));
    assert!(report.contains("not decided") && report.contains("`sprintf` through a pointer"), "{report}");
}

#[test]
fn floating_point_numbers_are_classified_by_functions_of_every_type() {
    check_safe(
        "double d = argc; float f = 1e38f * 10; long double l = (long double)f;\n\
         assert(__builtin_isinf(f) && __builtin_isinff(f) && __builtin_isinfl(l) && !__builtin_isnanl(l));\n\
         assert(__builtin_isnan(l - l) && __builtin_isnanf(f - f) && !__builtin_isnan(d));",
    );
}

#[test]
fn what_goes_on_elsewhere_is_not_followed() {
    let before = "#include <pthread.h>\nint n; void *run(void *p) { n = 1; return p; }";
    let check_open = |body: &str, what: &str| {
        let report = report(before, body);
        assert!(report.contains("not decided") && report.contains(what), "{body}\n{report}");
    };
    check_open(
        "pthread_t t; pthread_create(&t, 0, run, 0); pthread_join(t, 0); assert(n == 0);",
        "a further thread or process (`pthread_create`)",
    );
    check_open("if (fork() == 0) n = 1; assert(n == 0);", "a further thread or process (`fork`)");
    check_open(
        r#"__asm__ volatile("movl $1, (%0)" : : "r"(&n) : "memory"); assert(n == 0);"#,
        "inline assembly",
    );
    check_open(r#"__asm__ volatile("movl $1, n(%rip)"); assert(n == 0);"#, "inline assembly");
    check_safe_with(before, r#"if (n) __asm__ volatile("movl $1, n(%rip)"); assert(n == 0);"#);
    // A barrier is no write.
    check_safe_with(before, r#"__asm__ volatile("" : : : "memory"); assert(n == 0);"#);
}

#[test]
fn models_of_the_users_stand_for_functions_that_are_not_defined() {
    let program = "#include <assert.h>\nint next(int *); int own(void) { return 1; }\n\
                   int main(void) { int x = 5; int n = next(&x); assert(n > 0 && x == 6 && own() == 1); return 0; }\n";
    let model = "#include <limits.h>\nint next(int *at) {\n  *at += 1;\n  return __fs_any(1, INT_MAX);\n}\nint own(void) { return 2; }\n";
    let folder = Folder::with(&[("a.c", program), ("model.c", model)]);
    let without = stdout(&folder.check(&["a.c"]));
    assert!(without.starts_with("error: assertion"), "{without}");
    let with = stdout(&folder.check(&["a.c", "--model", "model.c"]));
    assert!(
        with.starts_with(
            "no error found on any execution (assuming that library functions behave as modelled (next))"
        ),
        "{with}"
    );
    let wrong = model.replace("__fs_any(1", "__fs_any(0");
    let folder = Folder::with(&[("a.c", program), ("model.c", &wrong)]);
    let report = stdout(&folder.check(&["a.c", "--model", "model.c"]));
    assert!(report.starts_with("error: assertion") && !report.contains("model.c:4"), "{report}");
}

#[test]
fn remainders_of_large_numbers_are_exact() {
    let body = |value: &str| {
        format!(
            "float remainderf(float, float); float x = 3.40282347e38f, y = 3.14159274f; assert(remainderf(x, y) == {value});"
        )
    };
    check_safe(&body("-1.40962958f"));
}
