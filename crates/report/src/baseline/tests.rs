//! What is new, fixed, unchanged, and not decided.

use expect_test::{Expect, expect};
use faultscope_ir::{SourceMap, Span};

use super::*;
use crate::{Suppressed, Test, fixtures};

/// A report on a program with a check `a[i]` on each line that has a status behind `//`.
fn report(verdict: Verdict, program: &str) -> Report {
    let mut sources = SourceMap::default();
    let file = sources.add_file("a.c", Some(program.to_owned()));
    let check = |(line, number): (&str, u32)| {
        let status = match line.split_once("//")?.1.trim() {
            "violated" => CheckStatus::Violated,
            "holds" => CheckStatus::Proved,
            "not-asked" => CheckStatus::NotAsked,
            _ => CheckStatus::Undecided,
        };
        let span = Span { file, line: number, column: 1, end_line: number, end_column: 1 };
        Some(Check {
            property: Property::OutOfBounds,
            message: "`a[i]` is out of bounds".to_owned(),
            span,
            text: "a[i]".to_owned(),
            function: "f".to_owned(),
            status,
            decided_by: None,
        })
    };
    let checks = program.lines().zip(1..).filter_map(check).collect();
    Report { verdict, sources, checks, traces: Vec::new(), ..fixtures::safe() }
}

fn failing(program: &str) -> Report {
    report(Verdict::Unsafe, program)
}

#[track_caller]
fn check(reports: &[Report], stored: &[Report], expect: Expect) {
    expect.assert_eq(&Baseline::of(reports, stored).text());
}

#[test]
fn moved_errors_are_unchanged_and_others_are_new() {
    check(
        &[failing("\n\n x =  a[i]; // violated\ny = a[i]; // violated\n")],
        &[failing("x = a[i]; // violated\ny = a[i]; // open\n")],
        expect![[r#"
            1 new error; 0 fixed, 1 unchanged

            new
              a.c:4: `a[i]` is out of bounds [out-of-bounds]

            unchanged
              a.c:3: `a[i]` is out of bounds [out-of-bounds]
        "#]],
    );
}

#[test]
fn errors_are_fixed_where_that_is_proved_or_the_statement_is_gone() {
    check(
        &[report(Verdict::Safe, "x = a[i]; // holds\n")],
        &[failing("x = a[i]; // violated\ny = a[i]; // violated\n")],
        expect![[r#"
            no new error; 2 fixed, 0 unchanged

            fixed
              a.c:1: `a[i]` is out of bounds [out-of-bounds] (proved)
              a.c:2: `a[i]` is out of bounds [out-of-bounds] (the statement was changed or removed)
        "#]],
    );
}

#[test]
fn open_checks_leave_the_answer_open() {
    let stored = [failing("x = a[i]; // violated\n")];
    check(
        &[report(Verdict::Unknown, "x = a[i]; // open\n")],
        &stored,
        expect![[r#"
            not decided: no new error is known, 1 check is open; 0 fixed, 0 unchanged

            not decided whether fixed
              a.c:1: `a[i]` is out of bounds [out-of-bounds]
        "#]],
    );
    // An error that is not confirmed is none.
    let unconfirmed = [report(Verdict::Unknown, "y = a[i]; // violated\n")];
    assert_eq!(Baseline::of(&unconfirmed, &stored).answer(), BaselineAnswer::NotDecided);
    let found_first = [failing("x = a[i]; // violated\ny = a[i]; // open\n")];
    assert_eq!(Baseline::of(&found_first, &stored).answer(), BaselineAnswer::NotDecided);
    let all = [failing("x = a[i]; // violated\ny = a[i]; // holds\n")];
    assert_eq!(Baseline::of(&all, &stored).answer(), BaselineAnswer::NothingNew);
}

#[test]
fn alike_errors_are_counted() {
    let one = || failing("x = a[i]; // violated\n");
    let two = failing("x = a[i]; // violated\nx = a[i]; // violated\n");
    let new = |reports: &[Report], stored: &[Report]| Baseline::of(reports, stored).new.len();
    assert_eq!(new(std::slice::from_ref(&two), &[one()]), 1);
    assert_eq!(new(&[one()], std::slice::from_ref(&two)), 0);
    // Two programs have one each.
    assert_eq!(new(&[one(), one()], &[one()]), 1);
    assert_eq!(new(&[one(), one()], &[one(), one()]), 0);
}

/// A report in which the first check is suppressed.
fn suppressed(by: SuppressedBy) -> Report {
    let mut report = report(Verdict::Safe, "x = a[i]; // not-asked\n");
    let (reason, file) = ("why".to_owned(), "a.c".to_owned());
    report.suppressed = vec![Suppressed { check: 0, by, reason, file, line: Some(1) }];
    report
}

#[test]
fn known_errors_are_unchanged_and_suppressed_ones_are_neither() {
    let stored = [failing("x = a[i]; // violated\n")];
    let known = Baseline::of(&[suppressed(SuppressedBy::Baseline)], &stored);
    assert_eq!((known.unchanged.len(), known.answer()), (1, BaselineAnswer::NothingNew));
    let in_source = Baseline::of(&[suppressed(SuppressedBy::Source)], &stored);
    assert_eq!((in_source.unchanged.len(), in_source.fixed.len(), in_source.suppressed.len()), (0, 0, 1));
    // What is known stays known when the report becomes the baseline.
    assert_eq!(known_errors(&suppressed(SuppressedBy::Baseline)).len(), 1);
    assert_eq!(known_errors(&suppressed(SuppressedBy::Source)).len(), 0);
}

#[test]
fn tests_are_known_by_their_names() {
    let with = |status: TestStatus, verdict: Verdict| {
        let (message, expected, got) = (None, None, None);
        let test = Test { name: "t1".to_owned(), status, message, expected, got, trace: None };
        Report { tests: vec![test], verdict, ..report(verdict, "x = a[i]; // open\n") }
    };
    let fails = || [with(TestStatus::Failed, Verdict::Unsafe)];
    let passes = || [with(TestStatus::Passed, Verdict::TestsPass)];
    assert_eq!(Baseline::of(&fails(), &passes()).answer(), BaselineAnswer::New);
    assert_eq!(Baseline::of(&fails(), &fails()).answer(), BaselineAnswer::NothingNew);
    let fixed = Baseline::of(&passes(), &fails());
    assert_eq!((fixed.answer(), fixed.fixed[0].1), (BaselineAnswer::NothingNew, Fixed::Passes));
    let undecided = [with(TestStatus::Undecided, Verdict::Unknown)];
    assert_eq!(Baseline::of(&undecided, &fails()).answer(), BaselineAnswer::NotDecided);
}

#[test]
fn the_document_names_the_answer_and_the_places() {
    let of = [failing("x = a[i]; // violated\n")];
    let document: serde_json::Value = serde_json::from_str(&Baseline::of(&of, &[]).json()).expect("JSON");
    assert_eq!(document["schema"], "faultscope-baseline/1");
    assert_eq!(document["answer"], "new");
    assert_eq!(document["new"][0]["line"], 1);
    assert_eq!(document["new"][0]["fingerprint"], of_checks(&of[0])[0]);
}
