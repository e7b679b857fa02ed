//! Which checks are suppressed, and what is said of suppressions that are wrong.

use expect_test::{Expect, expect};

use super::*;
use crate::c::{self, CConfig};
use crate::{Input, InputFile};

fn program(text: &str) -> (Program, BTreeSet<Property>) {
    let file = InputFile { name: "src/a.c".to_owned(), text: text.to_owned(), originals: Vec::new() };
    let properties: BTreeSet<Property> = Property::defaults().collect();
    let config = CConfig { properties: properties.clone(), ..CConfig::default() };
    let program = c::translate(&Input { files: vec![file] }, &config).program.expect("a program");
    (program, properties)
}

/// The suppressed checks and the warnings, one per line.
#[track_caller]
fn check(text: &str, rules: &[Rule], expect: Expect) {
    let (program, properties) = program(text);
    let suppression = Suppression { rules: rules.to_vec(), comments: true, known: None };
    let Suppressions { checks, warnings } = suppressions(&program, &suppression, &properties);
    let mut lines = Vec::new();
    for Suppressed { check, reason, file, line, .. } in checks {
        let line = line.expect("a line");
        let check = program.check(check);
        let at = program.sources.origin(check.origin).span.line;
        lines.push(format!("{} on line {at}: {reason} ({file}:{line})\n", check.property.name()));
    }
    for Diagnostic { span, message, hint, .. } in warnings {
        let place = span.map(|it| format!("{}:{}: ", it.line, it.column)).unwrap_or_default();
        let hint = hint.map(|it| format!("; {it}")).unwrap_or_default();
        lines.push(format!("warning: {place}{message}{hint}\n"));
    }
    expect.assert_eq(&lines.concat());
}

fn rule(file: Option<&str>, function: Option<&str>) -> Rule {
    Rule {
        properties: vec![Property::DivisionByZero],
        file: file.map(str::to_owned),
        function: function.map(str::to_owned),
        reason: "tested".to_owned(),
        place: ("faultscope.toml".to_owned(), 3),
    }
}

const PROGRAM: &str = "\
int ask(void);
int half(int n) { return 10 / n; }
int main(void) {
    return half(ask()) + 20 / ask();
}
";

#[test]
fn comments_count_for_their_line_or_the_next_one_with_code() {
    check(
        "int ask(void);
int main(void) {
    int a = 1 / ask(); // faultscope: ignore division-by-zero: asked before
    /* faultscope: ignore division-by-zero: twice */

    // because of that
    int b = 2 / ask();
    int c = 3 / ask();
    return a + b + c;
}
",
        &[],
        expect![[r#"
            division-by-zero on line 3: asked before (src/a.c:3)
            division-by-zero on line 7: twice (src/a.c:4)
        "#]],
    );
}

#[test]
fn several_properties_and_groups_are_named() {
    check(
        "int main(int n, char **v) {
    int a[2] = {0};
    return a[n] / n; // faultscope:ignore memory-safety , division-by-zero: n is 1
}
",
        &[],
        expect![[r#"
            out-of-bounds on line 3: n is 1 (src/a.c:3)
            division-by-zero on line 3: n is 1 (src/a.c:3)
        "#]],
    );
}

#[test]
fn other_properties_lines_and_literals_are_not_suppressed() {
    check(
        "int ask(void);
int puts(const char *);
int main(void) {
    puts(\"// faultscope: ignore division-by-zero: text\"); int d = 1 / ask();
    // faultscope: ignore out-of-bounds: wrong
    return d + 2 / ask();
}
",
        &[],
        expect![[r#"
            warning: 5:5: nothing to suppress: there is no check of `out-of-bounds` on line 6; this line has checks of `division-by-zero`, `overflow`
        "#]],
    );
}

#[test]
fn wrong_comments_suppress_nothing_and_are_told() {
    check(
        "int ask(void);
int main(void) {
    int d = 1 / ask(); // faultscope: ignore division-by-zero
    d += 1 / ask();    // faultscope: ignore division-by-zer: why
    d += 1 / ask();    // faultscope: ignore
    d += 1 / ask();    // faultscope: ignored division-by-zero: why
    return d;
}
",
        &[],
        expect![[r#"
            warning: 3:24: nothing is suppressed: the reason is missing; write `faultscope: ignore PROPERTY: why`, for example `faultscope: ignore out-of-bounds: n is checked`
            warning: 4:24: nothing is suppressed: there is no property `division-by-zer`; did you mean `division-by-zero`?
            warning: 5:24: nothing is suppressed: the property is missing; write `faultscope: ignore PROPERTY: why`, for example `faultscope: ignore out-of-bounds: n is checked`
            warning: 6:24: this comment says nothing that Faultscope understands; write `faultscope: ignore PROPERTY: why`, for example `faultscope: ignore out-of-bounds: n is checked`
        "#]],
    );
}

#[test]
fn rows_name_files_and_functions() {
    check(
        PROGRAM,
        &[rule(Some("a.c"), Some("ha*"))],
        expect![[r#"
            division-by-zero on line 2: tested (faultscope.toml:3)
        "#]],
    );
    check(
        PROGRAM,
        &[rule(Some("src/*.c"), None)],
        expect![[r#"
            division-by-zero on line 4: tested (faultscope.toml:3)
            division-by-zero on line 2: tested (faultscope.toml:3)
        "#]],
    );
}

#[test]
fn rows_without_a_check_are_told_where_their_file_is_in_the_program() {
    check(
        PROGRAM,
        &[rule(Some("a.c"), Some("third")), rule(Some("b.c"), None)],
        expect![[r#"
            warning: faultscope.toml:3: nothing to suppress: there is no check of `division-by-zero` in function `third` in file `a.c`
        "#]],
    );
}

#[test]
fn what_is_not_checked_needs_no_warning() {
    check("int main(void) { return 0; } // faultscope: ignore memory-cleanup: kept", &[], expect![""]);
}

#[test]
fn known_errors_are_found_where_their_statement_has_moved() {
    let (before, _) = program(PROGRAM);
    let site = |id: CheckId| {
        let origin = before.sources.origin(before.check(id).origin);
        let property = before.check(id).property;
        Site { property, span: origin.span, text: &origin.text, function: &origin.function }
    };
    let of_half = before.check_ids().find(|it| site(*it).function == "half").expect("a check");
    let ids: Vec<CheckId> = before.check_ids().collect();
    let all = fingerprints(&before.sources, ids.iter().map(|it| site(*it)));
    let at = ids.iter().position(|it| *it == of_half).expect("it is one of them");
    let messages = BTreeMap::from([(all[at].clone(), "division by zero".to_owned())]);
    let known = Some(KnownErrors { file: "old.json".to_owned(), messages });
    let lines = |text: &str| {
        let (program, properties) = program(text);
        let suppression = Suppression { rules: Vec::new(), comments: true, known: known.clone() };
        let found = suppressions(&program, &suppression, &properties).checks;
        assert!(found.iter().all(|it| it.by == By::Baseline && it.line.is_none()));
        let line = |it: &Suppressed| program.sources.origin(program.check(it.check).origin).span.line;
        found.iter().map(line).collect::<Vec<_>>()
    };
    assert_eq!(lines(PROGRAM), [2]);
    assert_eq!(
        lines(&format!("\n\n{}", PROGRAM.replace("{ return 10 / n; }", "\n{ return 10 / n; }"))),
        Vec::<u32>::new()
    );
    assert_eq!(lines(&format!("\n\n{PROGRAM}")), [4]);
    assert_eq!(lines(&PROGRAM.replace("10 / n", "11 / n")), Vec::<u32>::new());
}
