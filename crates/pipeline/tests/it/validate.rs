//! Whether witnesses are right.

use expect_test::{Expect, expect};
use faultscope_pipeline::Options;
use faultscope_pipeline::validate::{Validated, validate};
use faultscope_witness::{
    Choice, Constraint, Content, Invariant, Kind, Location, Matching, Metadata, Segment, Waypoint, Witness,
};

use crate::programs::{FAILS, Folder, HOLDS, quick, rejection};

fn at(line: u32, column: u32) -> Location {
    Location { file: "a.c".to_owned(), line, column: Some(column), function: None }
}

fn waypoint(kind: Kind, (line, column): (u32, u32), constraint: Constraint) -> Segment {
    let follow = Waypoint { kind, location: at(line, column), constraint, line: 0 };
    Segment { avoids: Vec::new(), follow }
}

/// A witness of [`FAILS`]: the number that is read, how the branch goes, and the error.
fn violation(number: i128, holds: bool) -> Witness {
    let result = Constraint::Expression(format!("\\result == {number}"));
    let branch = Constraint::Choice(Choice::Condition(holds));
    witness(vec![
        waypoint(Kind::FunctionReturn, (5, 35), result),
        waypoint(Kind::Branching, (8, 5), branch),
        waypoint(Kind::Target, (9, 9), Constraint::None),
    ])
}

fn witness(segments: Vec<Segment>) -> Witness {
    let content = Content::Violation { segments, matching: Matching::First, lines: Vec::new() };
    Witness { metadata: Metadata::default(), content, n_left_out: 0 }
}

/// A witness of [`HOLDS`], with what holds at its loop or another line.
fn correctness(said: &[(u32, &str)]) -> Witness {
    let invariant = |(line, value): &(u32, &str)| Invariant {
        is_of_loop: true,
        location: at(*line, 5),
        value: (*value).to_owned(),
        line: 0,
    };
    let content = Content::Correctness(said.iter().map(invariant).collect());
    Witness { metadata: Metadata::default(), content, n_left_out: 0 }
}

#[track_caller]
fn check_with(text: &str, witness: &Witness, options: Options, is_right: Option<bool>, expect: Expect) {
    let folder = Folder::with(&[("a.c", text)]);
    let validated = validate(&folder.request(&["a.c"], options), witness).expect("it can be validated");
    let Validated { is_right: found, reason } = validated;
    assert_eq!(found, is_right, "{reason}");
    expect.assert_eq(&reason);
}

#[track_caller]
fn check(text: &str, witness: &Witness, is_right: Option<bool>, expect: Expect) {
    check_with(text, witness, quick(), is_right, expect);
}

#[test]
fn a_violation_sequence_is_right_where_an_execution_passes_it() {
    check(
        FAILS,
        &violation(9, true),
        Some(true),
        expect!["the error that it tells of was found and executed"],
    );
}

#[test]
fn a_violation_sequence_is_wrong_where_no_execution_passes_it() {
    check(FAILS, &violation(9, false), Some(false), expect!["no execution follows it to its target"]);
    check(FAILS, &violation(3, true), Some(false), expect!["no execution follows it to its target"]);
}

#[test]
fn a_violation_sequence_is_wrong_where_there_is_no_error() {
    let mut sequence = violation(9, true);
    sequence.n_left_out = 1;
    let text = FAILS.replace("m > 4", "m > 4 && m < 2");
    check(&text, &sequence, Some(false), expect!["the program has no error"]);
}

#[test]
fn a_violation_sequence_that_was_read_in_part_is_undecided() {
    let mut sequence = violation(9, true);
    sequence.n_left_out = 1;
    check(
        FAILS,
        &sequence,
        None,
        expect![
            "the error that it tells of was found and executed; 1 waypoint left out that cannot be followed"
        ],
    );
    let mut sequence = violation(3, true);
    sequence.n_left_out = 1;
    check(
        FAILS,
        &sequence,
        None,
        expect![
            "it was followed to its waypoint 1 of 3 (a.c:5), and no further; 1 waypoint left out that cannot be followed"
        ],
    );
}

#[test]
fn a_violation_sequence_names_an_error_of_this_program() {
    let folder = Folder::with(&[("a.c", FAILS), ("b.c", FAILS)]);
    let Content::Violation { mut segments, .. } = violation(9, true).content else {
        unreachable!("it is one")
    };
    segments.pop();
    let result = validate(&folder.request(&["a.c"], quick()), &witness(segments));
    expect![[r#"
        the witness names no error: a violation sequence ends with a waypoint `target`
    "#]]
    .assert_eq(&rejection(result));
    let result = validate(&folder.request(&["b.c"], quick()), &violation(9, true));
    expect![[r#"
        this is a witness for another program: no place that the witness names is in the program
    "#]]
    .assert_eq(&rejection(result));
}

#[test]
fn an_invariant_set_is_right_where_all_holds() {
    check(
        HOLDS,
        &correctness(&[(6, "i <= n")]),
        Some(true),
        expect!["the program has no error, and the invariants hold"],
    );
    check(HOLDS, &correctness(&[]), Some(true), expect!["the program has no error"]);
}

#[test]
fn an_invariant_set_is_wrong_where_an_invariant_or_the_program_fails() {
    check(
        HOLDS,
        &correctness(&[(6, "i <= n"), (6, "i < n")]),
        Some(false),
        expect!["the invariant `i < n` does not hold"],
    );
    check(FAILS, &correctness(&[]), Some(false), expect!["the program has an error: call of reach_error()"]);
}

#[test]
fn an_invariant_set_is_undecided_where_something_is_not_checked() {
    check(HOLDS, &correctness(&[(99, "1")]), None, expect!["the place of the invariant `1` is not found"]);
    check(
        HOLDS,
        &correctness(&[(6, "other <= n")]),
        None,
        expect!["the invariant `other <= n` cannot be checked"],
    );
    let mut in_part = correctness(&[(6, "i <= n")]);
    in_part.n_left_out = 1;
    check(
        HOLDS,
        &in_part,
        None,
        expect!["the program has no error, and the invariants hold, but a part of the witness was not read"],
    );
    let options = quick();
    options.limits.cancel();
    check_with(HOLDS, &correctness(&[(6, "i <= n")]), options, None, expect!["stopped by the user"]);
}
