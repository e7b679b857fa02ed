//! Which checks are asked about.

use expect_test::{Expect, expect};
use faultscope_ir::{Property, Terminator};
use faultscope_pipeline::{Options, focus};

use crate::programs::{quick, rejection, translated};

const PROGRAM: &str = "\
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int cells[3];
    int n = __VERIFIER_nondet_int();
    cells[n] = 1;
    cells[n + 1] = 100 / n;
    return 0;
}
";

fn options(asked: Option<&str>) -> Options {
    Options {
        focus: asked.map(|it| it.parse().expect("a check")),
        properties: [Property::OutOfBounds, Property::DivisionByZero].into(),
        ..quick()
    }
}

/// The checks that have errors in a program, by name and line.
fn checks(program: &faultscope_ir::Program) -> Vec<(&'static str, u32)> {
    let blocks = program.procedures.iter().flat_map(|it| &it.blocks);
    let errors = blocks.filter_map(|it| match it.terminator {
        Terminator::Error { check } => Some(program.check(check)),
        _ => None,
    });
    let mut found: Vec<_> =
        errors.map(|it| (it.property.name(), program.sources.origin(it.origin).span.line)).collect();
    found.sort_unstable();
    found.dedup();
    found
}

#[test]
fn a_program_that_is_asked_about_whole_stays_as_it_is() {
    let options = options(None);
    let focused = focus(&translated(PROGRAM, &options).program, &options).expect("nothing is wrong");
    assert!(focused.is_none());
}

#[test]
fn other_checks_have_no_errors() {
    let options = options(Some("division-by-zero:a.c:6"));
    let program = translated(PROGRAM, &options).program;
    assert!(checks(&program).len() > 1, "{:?}", checks(&program));
    let focused = focus(&program, &options).expect("there is such a check").expect("it is asked about");
    assert_eq!(checks(&focused.program), [("division-by-zero", 6)]);
    let asked: Vec<_> = focused.asked.iter().map(|it| program.check(*it).property).collect();
    assert_eq!(asked, [Property::DivisionByZero]);
}

#[track_caller]
fn check_rejected(asked: &str, expect: Expect) {
    let options = options(Some(asked));
    let result = focus(&translated(PROGRAM, &options).program, &options);
    expect.assert_eq(&rejection(result));
}

#[test]
fn what_is_no_check_is_told_with_what_is_near() {
    check_rejected(
        "division-by-zero:a.c:5",
        expect![[r#"
        the program has no check `division-by-zero:a.c:5` (near this place: `out-of-bounds:a.c:5:5`)
    "#]],
    );
    check_rejected(
        "out-of-bounds:b.c:5",
        expect![[r#"
        the program has no check `out-of-bounds:b.c:5` (near this place: `out-of-bounds:a.c:5:5`, `out-of-bounds:a.c:6:5`, `division-by-zero:a.c:6:20`)
    "#]],
    );
    check_rejected(
        "overflow:a.c:6",
        expect![[r#"
        the program has no check `overflow:a.c:6` (this property is not among those that are checked; `--property` selects it)
    "#]],
    );
}

#[test]
fn nothing_is_near_where_there_is_no_check() {
    let options = options(Some("division-by-zero:a.c:1"));
    let program = translated("int main(void) { return 0; }\n", &options).program;
    expect![[r#"
        the program has no check `division-by-zero:a.c:1` (no check is in code that can be called)
    "#]]
    .assert_eq(&rejection(focus(&program, &options)));
}
