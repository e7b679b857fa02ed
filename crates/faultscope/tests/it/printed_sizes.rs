//! What is printed into memory needs room for as many characters as it may have, and texts from outside may be long.
//!
//! An array of the size that is given here is large enough, and one of one element less is not.

use faultscope::report::{Report, Verdict};
use faultscope::{Options, check_source};
use faultscope_frontend::c::DataModel;

fn report(main: &str) -> Report {
    let declarations = "#include <assert.h>\n#include <stdarg.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>\n\
        #include <dirent.h>\n#include <time.h>\nint nondet_int(void);\ndouble nondet_double(void);\n\
        static int put(char *to, size_t n, const char *format, ...) { va_list list; va_start(list, format);\n\
        int all = n ? vsnprintf(to, n, format, list) : vsprintf(to, format, list); va_end(list); return all; }\n";
    let text =
        format!("{declarations}int main(int argc, char **argv) {{ int i = nondet_int(); {main} return 0; }}");
    let data_model = DataModel::Lp64;
    let options = Options { data_model, program_level: false, patches: false, ..Options::standard() };
    check_source("a.c", &text, &options).expect("a program")
}

#[track_caller]
fn check(main: &str, expected: Verdict) {
    let report = report(main);
    assert_eq!(report.verdict, expected, "{main}: {:?}", report.reason);
}

/// What is printed needs so much room.
#[track_caller]
fn needs(size: usize, call: &str) {
    check(&format!("char b[{size}]; {call}"), Verdict::Safe);
    check(&format!("char b[{}]; {call}", size - 1), Verdict::Unsafe);
}

#[test]
fn a_number_needs_room_for_its_longest_digits() {
    needs(12, r#"sprintf(b, "%d", i);"#);
    needs(318, r#"double d = nondet_double(); sprintf(b, "%f", d);"#);
}

#[test]
fn how_long_a_number_is_at_least_and_at_most_depends_on_its_size() {
    let bounded = "double d = nondet_double(); if (!(d >= 0 && d < 1000)) return 0;";
    // 1000.00 is what the largest of them is rounded to.
    check(&format!("char b[8]; {bounded} sprintf(b, \"%.2f\", d);"), Verdict::Safe);
    check(&format!("char b[6]; {bounded} sprintf(b, \"%.2f\", d);"), Verdict::Unsafe);
    // The longest is a small one, such as 1.23457e-310.
    check(&format!("char b[13]; {bounded} sprintf(b, \"%g\", d);"), Verdict::Safe);
    check(&format!("char b[3]; {bounded} sprintf(b, \"%g\", d);"), Verdict::Unsafe);
}

#[test]
fn what_is_not_known_to_fit_is_not_decided() {
    check(r#"char b[10]; double d = i ? 0.5 : 0.25; sprintf(b, "%g", d);"#, Verdict::Unknown);
    check(r#"char b[16]; sprintf(b, "%p", (void *)&i);"#, Verdict::Unknown);
    check(r#"char b[3]; sprintf(b, "%p", (void *)&i);"#, Verdict::Unsafe);
    check(r#"char b[19]; sprintf(b, "%p", (void *)&i);"#, Verdict::Safe);
}

#[test]
fn a_list_of_arguments_is_printed_as_its_format_says() {
    needs(12, r#"put(b, 0, "%d", i);"#);
    needs(8, r#"put(b, 0, "%s-%c", "hello", 'x');"#);
    check(r#"put(0, 0, "%d", 1.5);"#, Verdict::Unsafe);
    check(r#"char b[40]; put(b, 40, "%d", 1.5);"#, Verdict::Unsafe);
    check(r#"char b[40]; put(b, 40, "%d %s", 1);"#, Verdict::Unsafe);
    check(
        r#"char b[40]; int n = put(b, 5, "%d", 123456); assert(n == 6 && strcmp(b, "1234") == 0);"#,
        Verdict::Safe,
    );
    check(r#"char b[40]; int n = put(b, 5, "%d", 123456); assert(n != 6);"#, Verdict::Unsafe);
}

#[test]
fn a_format_that_is_chosen_is_followed() {
    let format = "const char *f = i ? \"%200d\" : \"%199d\"; char b[300];";
    check(&format!("{format} int n = snprintf(b, 300, f, 5); assert(n < 300);"), Verdict::Safe);
    check(&format!("{format} int n = snprintf(b, 300, f, 5); assert(n < 200);"), Verdict::Unsafe);
    check(r#"if (argc > 1) printf(argv[1]);"#, Verdict::Unsafe);
}

#[test]
fn texts_from_outside_may_be_long() {
    check(r#"char *p = getenv("HOME"); if (p) assert(strlen(p) < 64);"#, Verdict::Unsafe);
    check(r#"char b[200]; char *p = getenv("HOME"); if (p) strcpy(b, p);"#, Verdict::Unsafe);
    check(r#"char b[200]; char *p = getenv("HOME"); if (p && strlen(p) < 200) strcpy(b, p);"#, Verdict::Safe);
    check(
        r#"char b[100]; char *l = 0; size_t n = 0; if (getline(&l, &n, stdin) > 0) strcpy(b, l); free(l);"#,
        Verdict::Unsafe,
    );
    check(r#"char b[100]; if (argc > 1) strcpy(b, argv[1]);"#, Verdict::Unsafe);
    check(r#"char b[100]; if (argc > 1) snprintf(b, sizeof b, "%s", argv[1]);"#, Verdict::Safe);
    check(r#"char b[100]; scanf("%s", b);"#, Verdict::Unsafe);
    check(r#"char b[100]; if (scanf("%99s", b) == 1) return b[0];"#, Verdict::Safe);
}

/// What the system itself gives is bounded: names of files, of hosts, paths.
#[test]
fn names_of_the_system_are_as_long_as_they_may_be() {
    let entry = "DIR *d = opendir(\".\"); if (!d) return 0; struct dirent *e = readdir(d); if (e)";
    check(&format!("char b[256]; {entry} strcpy(b, e->d_name); closedir(d);"), Verdict::Safe);
    check(&format!("char b[200]; {entry} strcpy(b, e->d_name); closedir(d);"), Verdict::Unsafe);
    check("char b[100]; if (!gethostname(b, 100)) assert(strlen(b) <= 64);", Verdict::Safe);
    check("char b[100]; if (!gethostname(b, 100)) assert(strlen(b) < 64);", Verdict::Unsafe);
    check("char b[200]; char *p = realpath(\"a\", 0); if (p) strcpy(b, p); free(p);", Verdict::Unsafe);
}

#[test]
fn a_date_needs_room() {
    let date = "struct tm t = {0}; t.tm_mday = 1;";
    check(&format!("char d[3]; {date} strftime(d, 3, \"%d\", &t);"), Verdict::Safe);
    check(&format!("char d[2]; {date} strftime(d, 3, \"%d\", &t);"), Verdict::Unsafe);
    // What stands there is not known where it does not fit.
    check(
        &format!("char d[2] = \"x\"; {date} if (!strftime(d, 2, \"abcd\", &t)) puts(d);"),
        Verdict::Unknown,
    );
}

#[test]
fn a_format_that_is_read_at_execution_counts_characters() {
    for (ty, conversion) in
        [("signed char", "%hhn"), ("short", "%hn"), ("int", "%n"), ("long", "%ln"), ("long long", "%lln")]
    {
        let text = format!("char f[] = \"abc{conversion}\"; {ty} n = 0; printf(f, &n);");
        check(&format!("{text} assert(n == 3);"), Verdict::Safe);
        check(&format!("{text} assert(n != 3);"), Verdict::Unsafe);
    }
}

#[test]
fn an_octal_number_has_its_mark_once() {
    check(r##"char b[9]; sprintf(b, "%#.0o", 0); assert(!strcmp(b, "0"));"##, Verdict::Safe);
    check(r##"char b[9]; sprintf(b, "%#o", 0); assert(!strcmp(b, "0"));"##, Verdict::Safe);
    check(r##"char b[9]; sprintf(b, "%#.0o", 8); assert(!strcmp(b, "010"));"##, Verdict::Safe);
    check(r##"char b[9]; sprintf(b, "%.0o", 0); assert(!strcmp(b, ""));"##, Verdict::Safe);
}
