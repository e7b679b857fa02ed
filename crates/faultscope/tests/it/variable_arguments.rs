//! Functions with variable arguments: what is passed is what is read, and what is read otherwise is an error.

use crate::folder::{Folder, stderr, stdout};

const PRELUDE: &str = "#include <assert.h>\n#include <stdarg.h>\nint vprintf(const char *, va_list); int vasprintf(char **, const char *, va_list); int __vprintf_chk(int, const char *, va_list);\n\
    struct pair { int x; double y; }; struct other { int x; double y; };\n\
    int first(int n, ...) { va_list ap; va_start(ap, n); int it = va_arg(ap, int); va_end(ap); return it; }\n\
    int next(va_list ap) { return va_arg(ap, int); }\n\
    int next_behind(va_list *ap) { return va_arg(*ap, int); }\n";

/// What the report of a program says first.
#[track_caller]
fn verdict(program: &str, options: &[&str]) -> String {
    let folder = Folder::with(&[("a.c", &format!("{PRELUDE}{program}\n"))]);
    let arguments: Vec<&str> =
        ["a.c", "--level", "trace", "--details"].iter().chain(options).copied().collect();
    let output = folder.check(&arguments);
    assert!(!stderr(&output).contains("internal error"), "{program}\n{}", stderr(&output));
    let report = format!("{}{}", stdout(&output), stderr(&output));
    report.lines().next().unwrap_or_default().to_owned()
}

/// A program with this verdict on both data models.
#[track_caller]
fn check(program: &str, expected: &str) {
    for model in ["lp64", "ilp32"] {
        check_on(model, program, expected);
    }
}

#[track_caller]
fn check_on(model: &str, program: &str, expected: &str) {
    let found = verdict(program, &["--data-model", model]);
    assert!(found.starts_with(expected), "{model}: {program}\n{found}");
}

const SAFE: &str = "no error";

#[test]
fn arguments_are_read_as_they_were_passed() {
    let read = "int read(int n, ...) { va_list ap; va_start(ap, n); \
        int i = va_arg(ap, int); unsigned u = va_arg(ap, unsigned); long l = va_arg(ap, long); \
        unsigned long long w = va_arg(ap, unsigned long long); double d = va_arg(ap, double); \
        long double e = va_arg(ap, long double); char *s = va_arg(ap, char *); \
        struct pair p = va_arg(ap, struct pair); va_end(ap); \
        return i == 1 && u == 2 && l == 3 && w == 4 && d == 0.5 && e == 0.25L && s[1] == 'b' && p.x == 4 && p.y == 0.5; }";
    let main = "int main(void) { struct pair p = { 4, 0.5 }; \
        assert(WHAT read(8, (char)1, 2u, 3L, 4ULL, 0.5f, 0.25L, \"ab\", p)); return 0; }";
    check(&format!("{read} {}", main.replace("WHAT", "")), SAFE);
    check(&format!("{read} {}", main.replace("WHAT", "!")), "error: assertion ");
}

#[test]
fn a_list_has_only_what_was_passed() {
    check("int main(void) { return first(1, 2); }", SAFE);
    check("int main(void) { return first(1); }", "error: there is no argument left");
    let two = "int two(int n, ...) { va_list ap; va_start(ap, n); int i = va_arg(ap, int); return i + va_arg(ap, int); }";
    check(&format!("{two} int main(void) {{ return two(1, 2, 3); }}"), SAFE);
    check(&format!("{two} int main(void) {{ return two(1, 2); }}"), "error: there is no argument left");
}

#[test]
fn arguments_have_the_type_that_is_read() {
    let wrong = "error: the next argument is not passed as ";
    check("int main(void) { return first(1, 'a') + first(2, (_Bool)1); }", SAFE);
    check("int main(void) { return first(1, 2.0); }", &format!("{wrong}`int`"));
    check("int main(void) { return first(1, 2LL); }", &format!("{wrong}`int`"));
    check("int main(void) { return first(1, \"a\"); }", &format!("{wrong}`int`"));
    check("int main(void) { return first(1, 2u); }", SAFE);
    check("int main(void) { return first(1, 4000000000u); }", &format!("{wrong}`int`"));
    let read = |ty: &str| {
        format!("int f(int n, ...) {{ va_list ap; va_start(ap, n); {ty} it = va_arg(ap, {ty}); return 0; }}")
    };
    check(&format!("{} int main(void) {{ return f(1, 'a'); }}", read("char")), &format!("{wrong}`char`"));
    check(&format!("{} int main(void) {{ return f(1, 1.f); }}", read("float")), &format!("{wrong}`float`"));
    let voids = "int main(void) { char c = 0; void *p = &c; return f(1, p); }";
    check(&format!("{} {voids}", read("char *")), SAFE);
    check(&format!("{} int main(void) {{ return f(1, 0); }}", read("char *")), &format!("{wrong}`char *`"));
    let pair = read("struct pair");
    check(&format!("{pair} int main(void) {{ struct pair p = {{ 0 }}; return f(1, p); }}"), SAFE);
    let other = format!("{pair} int main(void) {{ struct other p = {{ 0 }}; return f(1, p); }}");
    check(&other, &format!("{wrong}`struct pair`"));
}

#[test]
fn what_a_wrong_argument_gives_is_not_followed() {
    let only = ["--property", "no-abort"];
    let undecided = "warning: not decided: an execution reaches what cannot be analysed: \
        what a wrong use of variable arguments gives is not supported";
    assert_eq!(verdict("int main(void) { return first(1); }", &only), undecided);
    assert_eq!(verdict("int main(void) { return first(1, 2.0); }", &only), undecided);
    assert!(verdict("int main(void) { return first(1, 2); }", &only).starts_with(SAFE));
}

#[test]
fn lists_are_passed_by_reference_where_they_are_arrays() {
    let twice = |expected: i32| {
        format!(
            "int twice(int n, ...) {{ va_list ap; va_start(ap, n); int i = next(ap); i = 10 * i + next(ap); \
             va_end(ap); return i; }} int main(void) {{ assert(twice(0, 1, 2) == {expected}); return 0; }}"
        )
    };
    check_on("lp64", &twice(12), SAFE);
    check_on("lp64", &twice(11), "error: assertion ");
    check_on("ilp32", &twice(11), SAFE);
    check_on("ilp32", &twice(12), "error: assertion ");
    check(&twice(12).replace("next(ap)", "next_behind(&ap)"), SAFE);
    check(&twice(11).replace("next(ap)", "next_behind(&ap)"), "error: assertion ");
}

#[test]
fn copies_go_on_by_themselves() {
    let copied = |expected: i32| {
        format!(
            "struct held {{ int n; va_list ap; }} held; int f(int n, ...) {{ va_list ap; va_start(ap, n); \
             int i = va_arg(ap, int); va_copy(held.ap, ap); i = 10 * i + va_arg(ap, int); va_end(ap); \
             i = 10 * i + va_arg(held.ap, int); va_end(held.ap); return i; }} \
             int main(void) {{ assert(f(0, 1, 2) == {expected}); return 0; }}"
        )
    };
    check(&copied(122), SAFE);
    check(&copied(123), "error: assertion ");
}

#[test]
fn lists_are_started_and_not_ended() {
    let list = |body: &str| {
        format!("int f(int n, ...) {{ va_list ap; {body} }} int main(void) {{ return f(1, 2, 3); }}")
    };
    check(&list("va_start(ap, n); int i = va_arg(ap, int); va_end(ap); return i;"), SAFE);
    check(&list("return va_arg(ap, int);"), "error: `va_arg(ap, int)` uses an uninitialized value");
    let ended = "va_start(ap, n); va_end(ap); return va_arg(ap, int);";
    check(&list(ended), "error: null pointer dereference: `va_arg(ap, int)`");
    let spent = "va_start(ap, n); vprintf(\"%d\", ap); int i = va_arg(ap, int); va_end(ap); return i;";
    check_on("lp64", &list(spent), "error: null pointer dereference: `va_arg(ap, int)`");
    let fortified = spent.replace("vprintf(", "__vprintf_chk(1, ");
    check_on("lp64", &list(&fortified), "error: null pointer dereference: `va_arg(ap, int)`");
    let printed = "char *s; va_start(ap, n); vasprintf(&s, \"%d\", ap); return va_arg(ap, int);";
    check_on("lp64", &list(printed), "error: null pointer dereference: `va_arg(ap, int)`");
    let restarted =
        "va_start(ap, n); vprintf(\"%d\", ap); va_end(ap); va_start(ap, n); return va_arg(ap, int);";
    check(&list(restarted), SAFE);
}

#[test]
fn functions_are_called_through_pointers_and_by_themselves() {
    let pointed = |expected: i32| {
        format!(
            "int second(int n, ...) {{ va_list ap; va_start(ap, n); va_arg(ap, int); return va_arg(ap, int); }} \
             int main(int argc, char **argv) {{ int (*f)(int, ...) = argc > 1 ? first : second; \
             assert(f(1, 2, argc > 1 ? 3 : 2) == {expected}); return 0; }}"
        )
    };
    check(&pointed(2), SAFE);
    check(&pointed(3), "error: assertion ");
    let deep = |expected: i32| {
        format!(
            "int f(int n, ...) {{ va_list ap; va_start(ap, n); int i = va_arg(ap, int); \
             int deep = n ? f(n - 1, 1, 11) : 0; i += va_arg(ap, int); return i + deep; }} \
             int main(void) {{ assert(f(1, 10, 20) == {expected}); return 0; }}"
        )
    };
    check(&deep(42), SAFE);
    check(&deep(24), "error: assertion ");
    let undeclared = "int main(void) { int f(); return f(1, 2); } int f(int n, ...) { return n; }";
    check(
        undeclared,
        "warning: not decided: an execution reaches what cannot be analysed: a call without the prototype",
    );
}
