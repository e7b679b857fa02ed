//! Checks of memory that intervals settle before any search, and what the search says of the others.

use faultscope::report::{Report, Verdict};
use faultscope::{Options, Property, check_source};
use faultscope_ir::{CheckStatus, DecidedBy};

fn report(body: &str) -> Report {
    let text = format!(
        "typedef unsigned size_t; void *malloc(size_t); void free(void *); int __VERIFIER_nondet_int(void);\n{body}"
    );
    let options = Options {
        properties: [
            Property::NullDereference,
            Property::UseAfterFree,
            Property::UseAfterScope,
            Property::OutOfBounds,
            Property::InvalidFree,
        ]
        .into(),
        patches: false,
        program_level: false,
        ..Options::standard()
    };
    check_source("a.c", &text, &options).expect("a program")
}

/// Intervals settle every check.
#[track_caller]
fn check_settled(body: &str) {
    let report = report(body);
    assert_eq!(report.verdict, Verdict::Safe, "{body}");
    assert!(!report.checks.is_empty(), "{body}");
    let by_search: Vec<String> = report
        .checks
        .iter()
        .filter(|it| {
            !matches!(it.decided_by, Some(DecidedBy::AbstractInterpretation | DecidedBy::ControlFlow))
        })
        .map(|it| it.message.clone())
        .collect();
    assert!(by_search.is_empty(), "{by_search:?} in {body}");
    assert_eq!(report.statistics.search_queries, 0, "{body}");
}

/// A check is violated by an access to this text.
#[track_caller]
fn check_violated(body: &str, text: &str) {
    let report = report(body);
    assert_eq!(report.verdict, Verdict::Unsafe, "{body}");
    let violated =
        report.checks.iter().any(|it| it.status == CheckStatus::Violated && it.message.contains(text));
    assert!(violated, "{body}");
}

#[test]
fn loops_over_arrays() {
    let text = |bound: &str| {
        format!(
            "int a[10]; int main(void) {{
              int i, j, n = __VERIFIER_nondet_int(); int b[4][5];
              for (i = 0; i < 10; i++) a[i] = i;
              if (n > {bound}) n = {bound};
              for (i = 0; i < n; i++) a[i] = i;
              for (i = 0; i < 4; i++) for (j = 0; j < 5; j++) b[i][j] = 0;
              return 0;
            }}"
        )
    };
    check_settled(&text("10"));
    check_violated(&text("11"), "a");
}

#[test]
fn pointers_that_walk() {
    let text = |comparison: &str| {
        format!(
            "int main(void) {{ int a[10]; int *p; for (p = a; p {comparison} a + 10; p++) *p = 0; return 0; }}"
        )
    };
    check_settled(&text("<"));
    check_settled(&text("!="));
    check_violated(&text("<="), "*p");
}

#[test]
fn pointers_to_what_the_caller_has() {
    let text = |argument: &str| {
        format!(
            "struct s {{ int x; int y[3]; }};
            void set(int *p) {{ *p = 3; }}
            void clear(struct s *s) {{ s->x = 0; s->y[2] = 1; }}
            int main(void) {{ int x; struct s s; set(&x); set(&s.y[1]); clear(&s); set({argument}); return x; }}"
        )
    };
    check_settled(&text("&s.x"));
    check_violated(&text("s.y + 3"), "*p");
}

#[test]
fn objects_from_the_heap() {
    let text = |index: &str, behind: &str| {
        format!(
            "struct s {{ int x; int *next; }};
            int main(void) {{
              int i; int *p = malloc(40); struct s *s = malloc(sizeof(struct s));
              for (i = 0; i < {index}; i++) p[i] = i;
              s->x = 1; s->next = p;
              free(p); {behind} free(s);
              return 0;
            }}"
        )
    };
    check_settled(&text("10", ""));
    check_violated(&text("11", ""), "p[i]");
    check_violated(&text("10", "p[2] = 1;"), "use after free");
    check_violated(&text("10", "free(p);"), "double free");
}

#[test]
fn what_is_violated_behind_the_first_error_is_found_too() {
    let report = report(
        "int main(void) {
          int a[4]; int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
          if (i == 1) a[j] = 1;
          if (i == 2) { int *p = 0; *p = 1; }
          if (i == 3 && j == 2) a[i + j] = 1;
          if (i == 4 && j == 0) a[j] = 1;
          return 0;
        }",
    );
    assert_eq!((report.verdict, report.traces.len()), (Verdict::Unsafe, 1));
    let status = |line: u32, text: &str| {
        let here = report.checks.iter().filter(|it| it.span.line == line + 1 && it.message.contains(text));
        here.map(|it| it.status).min()
    };
    assert_eq!(status(3, "out of bounds"), Some(CheckStatus::Violated));
    assert_eq!(status(4, "null"), Some(CheckStatus::Violated));
    assert_eq!(status(5, "out of bounds"), Some(CheckStatus::Violated));
    assert_eq!(status(6, "out of bounds"), Some(CheckStatus::Proved));
}
