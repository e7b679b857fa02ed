//! What a report says that an index, a size, a pointer or a divisor would have to be.

use faultscope::report::text::{self, Style};
use faultscope::report::{Finding, Report};
use faultscope::{Options, check_source};

const PROTOTYPES: &str = "\
typedef unsigned size_t; void *malloc(size_t); void free(void *); void *memcpy(void *, const void *, size_t);
char *strcpy(char *, const char *); size_t strlen(const char *); int nondet(void); struct node { int v; struct node *next; };
typedef struct file FILE; extern FILE *stdin; char *fgets(char *, int, FILE *); int snprintf(char *, size_t, const char *, ...);
";

#[track_caller]
fn report(program: &str) -> Report {
    let report = check_source("a.c", &format!("{PROTOTYPES}{program}"), &Options::standard());
    report.expect("a program")
}

/// A report in the terminal, on wide lines.
fn page(report: &Report) -> String {
    let style = Style { width: 200, ..Style::PLAIN };
    let options = text::Options {
        style,
        details: true,
        full_trace: false,
        show_aberrant: false,
        findings: text::Shown::All,
        all_checks: false,
        statistics: false,
    };
    text::render(report, &options)
}

/// The finding whose source text this is.
#[track_caller]
fn finding<'a>(report: &'a Report, text: &str) -> &'a Finding {
    let found = report.findings.iter().find(|it| it.text == text);
    found.unwrap_or_else(|| panic!("no finding {text} in {:?}", report.findings))
}

/// The condition that a finding is given.
#[track_caller]
fn check_condition(program: &str, text: &str, expected: &str) {
    let report = report(program);
    assert_eq!(finding(&report, text).condition.as_deref(), Some(expected), "{program}");
}

/// Lines of the page, in this order.
#[track_caller]
fn check_page(program: &str, expected: &[&str]) {
    let page = page(&report(program));
    let mut lines = page.lines();
    for line in expected {
        assert!(lines.any(|it| it.contains(line)), "no {line} in\n{page}");
    }
}

#[test]
fn an_index_is_below_the_number_of_elements() {
    let program = "int a[10]; int get(int i) { return a[i]; } \
                   int main(void) { int n = nondet(); if (n < 0 || n > 10) return 0; int j = n; return get(j); }";
    check_condition(program, "j = n", "0 <= j && j < 10");
    check_condition(program, "j", "0 <= i && i < 10");
}

#[test]
fn a_size_is_that_of_the_object() {
    let program = "char src[64]; char buf[16]; \
                   int main(void) { size_t n = 20; memcpy(buf, src, n); return buf[0]; }";
    check_condition(program, "n = 20", "n <= sizeof buf");
    let program = "int main(void) { char buf[8]; int n = 10; snprintf(buf, n, \"%s\", \"0123456789\"); return buf[0]; }";
    check_condition(program, "n = 10", "0 <= n && n <= sizeof buf");
}

#[test]
fn a_size_is_a_number_where_the_object_has_no_name() {
    let program = "char src[64]; void put(char *to, size_t n) { memcpy(to, src, n); } \
                   int main(void) { char buf[16]; size_t k = 20; put(buf, k); return buf[0]; }";
    check_condition(program, "n", "n <= 16");
    check_condition(program, "k = 20", "k <= sizeof buf");
}

#[test]
fn a_signed_number_is_compared_with_a_signed_size() {
    let program = "char src[64]; char buf[16]; int main(void) { int n = nondet(); if (n > 20) return 0; \
                   int k = n; if (k >= 0) memcpy(buf, src, k); return buf[0]; }";
    check_condition(program, "k = n", "k <= (int) sizeof buf");
}

#[test]
fn a_divisor_and_a_shift_count() {
    let program = "int main(void) { int n = nondet(); int d = n; return 100 / d; }";
    check_condition(program, "d = n", "d != 0");
    let program = "int main(void) { int n = nondet(); int s = n; unsigned m = 1u << s; return m == 7; }";
    check_condition(program, "s = n", "0 <= s && s <= 31");
}

#[test]
fn what_a_pointer_has_to_point_to() {
    let program = "int value(struct node *n) { return n->v; } \
                   int main(void) { struct node *p = 0; return value(p); }";
    check_page(program, &["assign a non-null pointer"]);
    let program = "int main(void) { char name[4]; char *to = name; strcpy(to, \"hello\"); return name[0]; }";
    check_page(program, &["pass a pointer to at least 6 bytes"]);
    let program =
        "int *f(void) { int x = 1; int *r = &x; return r; } int main(void) { int *p = f(); return *p; }";
    check_page(program, &["assign a pointer to a live object"]);
}

#[test]
fn objects_have_no_order() {
    let program = "char *dup(const char *s) { size_t n = strlen(s); char *p = malloc(n); strcpy(p, s); return p; } \
                   int main(void) { char *d = dup(\"hello\"); free(d); return 0; }";
    let report = report(program);
    for condition in report.findings.iter().filter_map(|it| it.condition.as_deref()) {
        assert!(!condition.contains('"') || condition.contains("!="), "{condition}");
    }
}

#[test]
fn why_a_value_helps_is_said_in_words() {
    let program =
        "char src[64]; int main(void) { char buf[16]; size_t n = 20; memcpy(buf, src, n); return buf[0]; }";
    check_page(program, &["`memcpy(buf, src, n)` on line 4 stays inside `buf`"]);
    let program = "int main(void) { int n = 0; int d = n; return 100 / d; }";
    check_page(program, &["`100 / d` on line 4 does not divide by zero"]);
    let program = "int main(void) { int n = 4; int *p = malloc(n * 4); p[4] = 1; free(p); return 0; }";
    check_page(program, &["`p[4]` on line 4 stays inside the memory from `malloc(n * 4)`"]);
    // Conditions that somebody wrote are as they were.
    let program = "int main(void) { int x = 1; int y = 0; if (x) y = 10 / y; return y; }";
    check_page(program, &["with `0`, the test `x` on line 4 fails"]);
}

#[test]
fn what_one_call_reads_is_one_input() {
    let program = "int main(void) { char line[16]; char name[4]; if (!fgets(line, sizeof line, stdin)) return 1; \
                   strcpy(name, line); return name[0]; }";
    let report = report(program);
    let n_characters =
        report.inputs().iter().filter(|it| it.byte.is_some() && it.text.starts_with("fgets")).count();
    assert!(n_characters > 4, "all of them are in the report");
    let page = page(&report);
    let lines: Vec<&str> = page.lines().filter(|it| it.starts_with("  line 4  returned \"")).collect();
    assert_eq!(lines.len(), 1, "{page}");
    assert!(!page.contains("contents = "), "{page}");
}
