//! Errors about the life of an object: what has happened to it, and the places that are named for it.

use faultscope::report::text::{self, Style};
use faultscope::report::{Finding, InProgram, Report, Rerun};
use faultscope::{Options, Property, check_source};
use faultscope_ir::FindingKind;

const PROTOTYPES: &str = "void *malloc(unsigned long); void free(void *); int nondet(void);\n";

#[track_caller]
fn report(program: &str, properties: &[Property]) -> Report {
    let properties = properties.iter().copied().collect();
    let options = Options { properties, program_level: true, ..Options::standard() };
    check_source("a.c", &format!("{PROTOTYPES}{program}"), &options).expect("a program")
}

/// What stands below the error; lines are counted from the start of the program.
#[track_caller]
fn check_story(program: &str, property: Property, expected: &[&str]) {
    let report = report(program, &[property]);
    let options = text::Options {
        style: Style { width: 200, ..Style::PLAIN },
        details: false,
        full_trace: false,
        show_aberrant: false,
        findings: text::Shown::Promising,
        all_checks: false,
        statistics: false,
    };
    let text = text::render(&report, &options);
    let story: Vec<&str> = text.lines().filter_map(|line| line.trim_start().strip_prefix("= ")).collect();
    let numbered = |line: &&str| {
        let mut parts = line.split('@');
        let mut text = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let end = part.find(|it: char| !it.is_ascii_digit()).unwrap_or(part.len());
            let line: usize = part[..end].parse().expect("a number");
            text += &format!("line {}{}", line + PROTOTYPES.lines().count(), &part[end..]);
        }
        text
    };
    let expected: Vec<String> = expected.iter().map(numbered).collect();
    assert_eq!(story, expected, "{program}\n{text}");
}

/// The place that is named first.
#[track_caller]
fn check_first(program: &str, properties: &[Property], kind: FindingKind, text: &str) -> Finding {
    let report = report(program, properties);
    let first = report.findings.first().unwrap_or_else(|| panic!("no place in {program}"));
    let named: Vec<_> = report.findings.iter().map(|it| (it.kind, it.text.as_str())).collect();
    assert_eq!((first.kind, first.text.as_str()), (kind, text), "{program}\n{named:?}");
    first.clone()
}

/// No place of a kind has this text.
#[track_caller]
fn check_none(program: &str, properties: &[Property], kind: FindingKind, text: &str) {
    let report = report(program, properties);
    assert!(report.error().is_some(), "no error in {program}");
    let is_it = |it: &&Finding| it.kind == kind && it.text == text;
    assert_eq!(report.findings.iter().find(is_it), None, "{program}");
}

const USE_AFTER_FREE: &str = "\
struct item { int value; struct item *next; };
static void drop(struct item *e) {
    free(e);
}
int main(void) {
    struct item *e = malloc(sizeof *e);
    int *other = malloc(4);
    *other = 1;
    free(other);
    e->value = 3;
    drop(e);
    return e->value;
}";

#[test]
fn a_use_after_free_tells_where_the_memory_was_allocated_freed_and_used() {
    check_story(
        USE_AFTER_FREE,
        Property::UseAfterFree,
        &[
            "allocated at @6 in `main`: 8 bytes from `malloc(sizeof *e)`",
            "freed at @3 in `drop`, called from `main` (@11): `free(e)`",
            "used at @12 in `main`: `e->value`; reads bytes 1 to 4",
        ],
    );
}

#[test]
fn of_a_use_after_free_the_free_is_the_first_place() {
    let first = check_first(USE_AFTER_FREE, &[Property::UseAfterFree], FindingKind::Release, "free(e)");
    assert!(matches!(first.in_program, Some(InProgram::Proved(_))), "{:?}", first.in_program);
    // Another object's is none.
    check_none(USE_AFTER_FREE, &[Property::UseAfterFree], FindingKind::Release, "free(other)");
}

#[test]
fn a_free_without_which_the_program_leaks_is_never_enough() {
    let properties = [Property::UseAfterFree, Property::MemoryCleanup];
    let report = report(USE_AFTER_FREE, &properties);
    let free = report.findings.iter().find(|it| it.kind == FindingKind::Release).expect("a place");
    assert_eq!(free.rerun, Some(Rerun::Leaks));
    assert!(!matches!(free.in_program, Some(InProgram::Proved(_) | InProgram::RepairsThrough(_))));
}

const DOUBLE_FREE: &str = "\
int main(void) {
    int *p = malloc(4);
    *p = nondet();
    if (*p > 0)
        free(p);
    free(p);
    return 0;
}";

#[test]
fn of_a_double_free_both_are_places() {
    check_story(
        DOUBLE_FREE,
        Property::InvalidFree,
        &[
            "allocated at @2 in `main`: 4 bytes from `malloc(4)`",
            "freed at @5 in `main`: `free(p)`",
            "freed again at @6 in `main`: `free(p)`",
        ],
    );
    let report = report(DOUBLE_FREE, &[Property::InvalidFree]);
    let places: Vec<(FindingKind, u32)> =
        report.findings.iter().take(2).map(|it| (it.kind, it.span.line)).collect();
    let first = PROTOTYPES.lines().count() as u32;
    assert_eq!(places, [(FindingKind::Release, first + 6), (FindingKind::Release, first + 5)]);
}

#[test]
fn a_free_of_what_was_not_allocated_is_a_place() {
    let program = "int main(void) {\n int a[2]; int *p = nondet() ? a : a + 1;\n free(p);\n return 0; }";
    check_first(program, &[Property::InvalidFree], FindingKind::Release, "free(p)");
    // Where the pointer is not the start of what was allocated, the pointer is wrong, and not the `free`.
    let program = "int main(void) {\n char *p = malloc(4);\n p = p + 1;\n free(p);\n return 0; }";
    check_none(program, &[Property::InvalidFree], FindingKind::Release, "free(p)");
    // What is freed as it should be is none.
    let program = "int main(void) {\n int a[2]; int *p = nondet() ? a : a + 1; int *q = malloc(4);\n free(q);\n free(p);\n return 0; }";
    check_none(program, &[Property::InvalidFree], FindingKind::Release, "free(q)");
}

const RETURNED_LOCAL: &str = "\
static int *make(int n) {
    int x = n;
    return &x;
}
int main(void) {
    int *p = make(3);
    return *p;
}";

#[test]
fn of_a_returned_local_the_return_is_the_first_place() {
    check_story(
        RETURNED_LOCAL,
        Property::UseAfterScope,
        &[
            "declared at @2 in `make`, called from `main` (@6): `x`, 4 bytes",
            "its address is kept at @3 in `make`, called from `main` (@6): `return &x;`",
            "scope ended at @3 in `make`, called from `main` (@6): `return &x;`",
            "used at @7 in `main`: `*p`; reads bytes 1 to 4",
        ],
    );
    let first = check_first(RETURNED_LOCAL, &[Property::UseAfterScope], FindingKind::ScopeEnd, "return &x;");
    assert!(matches!(first.rerun, None | Some(Rerun::Avoids(_))));
    let program = "int *kept;\nstatic void keep(void) {\n int x = 1;\n kept = &x;\n}\nint main(void) { keep(); return *kept; }";
    check_first(program, &[Property::UseAfterScope], FindingKind::ScopeEnd, "kept = &x");
}

#[test]
fn a_variable_that_is_still_there_has_no_scope_that_ends() {
    let program = "static int get(int *a) { return a[3]; }\nint main(void) {\n int a[3] = {1, 2, 3};\n return get(a); }";
    let report = report(program, &[Property::OutOfBounds]);
    assert!(report.findings.iter().all(|it| it.kind != FindingKind::ScopeEnd));
}

const LEAK: &str = "\
static int work(int n) {
    int *p = malloc(4);
    p[0] = n;
    if (n < 0)
        return 2;
    free(p);
    return 0;
}
int main(void) {
    return work(-1);
}";

#[test]
fn of_a_leak_the_place_where_the_last_pointer_is_lost_is_the_first_place() {
    check_story(
        LEAK,
        Property::MemoryLeak,
        &[
            "allocated at @2 in `work`, called from `main` (@10): 4 bytes from `malloc(4)`",
            "last pointer lost at @5 in `work`, called from `main` (@10): `return 2;`",
            "never freed",
        ],
    );
    let first = check_first(LEAK, &[Property::MemoryLeak], FindingKind::PointerLost, "return 2;");
    assert_eq!(first.missing.as_deref(), Some("free(p);"));
    // The pointer that is overwritten is not always the last one.
    let program = "int main(void) {\n int *p = malloc(4), *q = p;\n p = malloc(8);\n free(p);\n q = 0;\n return q != 0; }";
    check_first(program, &[Property::MemoryLeak], FindingKind::PointerLost, "q = 0");
    // What was allocated goes with the memory that alone leads to it.
    let program = "int main(void) {\n int **list = malloc(sizeof *list);\n *list = malloc(4);\n free(list);\n return 0; }";
    check_first(program, &[Property::MemoryLeak], FindingKind::PointerLost, "free(list)");
}

#[test]
fn memory_that_is_still_within_reach_has_no_last_pointer() {
    let program =
        "int *kept;\nint main(void) {\n int *p = malloc(4);\n kept = p;\n p = 0;\n return p != 0; }";
    check_none(program, &[Property::MemoryCleanup], FindingKind::PointerLost, "p = 0");
    let properties = [Property::MemoryLeak].into();
    let text = format!("{PROTOTYPES}{program}");
    let report =
        check_source("a.c", &text, &Options { properties, ..Options::standard() }).expect("a program");
    assert_eq!(report.error(), None);
}

#[test]
fn of_a_variable_without_a_value_the_declaration_is_the_first_place() {
    let program = "int main(void) {\n int v[3] = {1, 2, 3};\n int s;\n int i;\n for (i = 0; i < 3; i++)\n  s += v[i];\n if (s == 6)\n  return 1;\n return 0; }";
    let first = check_first(program, &[Property::Uninitialized], FindingKind::Uninitialized, "s");
    assert!(matches!(first.in_program, Some(InProgram::Proved(_))), "{:?}", first.in_program);
    // A declaration whose variable has another value where the error is.
    let program =
        "int main(void) {\n int s;\n int d = 0;\n s = 6;\n if (s == 6)\n  return 1 / d;\n return 0; }";
    check_none(program, &[Property::DivisionByZero], FindingKind::Uninitialized, "s");
}

#[test]
fn a_library_call_that_writes_too_much_is_a_place() {
    let program = "int scanf(const char *, ...);\nint main(void) {\n char word[4];\n if (scanf(\"%8s\", word) != 1)\n  return 1;\n return word[0]; }";
    check_first(program, &[Property::OutOfBounds], FindingKind::Call, "word");
    // Where the program itself writes, what it does there is a place already.
    let program =
        "int main(void) {\n char word[4];\n int i = nondet() ? 4 : 5;\n word[i] = 0;\n return word[0]; }";
    check_none(program, &[Property::OutOfBounds], FindingKind::Call, "word[i]");
}
