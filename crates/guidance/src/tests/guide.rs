//! What comes of a witness.

use faultscope_solver::Limits;
use faultscope_testkit::fixture;
use faultscope_witness::{Content, Invariant, Location, Matching, Metadata, Witness};

use super::{annotated, line, program, segments};
use crate::guide::OfAnotherProgram;
use crate::{Demand, Guidance, Guided, Outcome, guide};

fn guidance(text: &str, matching: Matching, lines: Vec<Location>) -> Guidance {
    Guidance { segments: segments(text), matching, lines, n_left_out: 0 }
}

fn guided(text: &str, guidance: &Guidance, demand: Demand) -> Result<Guided, OfAnotherProgram> {
    let source = fixture::program(text);
    let program = program(&source);
    guide(
        &program,
        &|insertions| Some(annotated(&source, insertions)),
        guidance,
        demand,
        &Limits::unlimited(),
    )
}

/// What comes of the waypoints in a text: the outcome, the sentence, and the numbers that the error trace reads.
#[track_caller]
fn check(text: &str, demand: Demand, outcome: Outcome, sentence: &str, numbers: &[i128]) -> Guided {
    let guided =
        guided(text, &guidance(text, Matching::First, Vec::new()), demand).expect("places are in it");
    assert_eq!((guided.outcome, &*guided.describe()), (outcome, sentence));
    assert_eq!(guided.trace.is_some(), outcome == Outcome::Confirmed);
    assert_eq!(read(&guided), numbers);
    guided
}

fn read(guided: &Guided) -> Vec<i128> {
    let inputs = guided.trace.iter().flat_map(|it| &it.inputs);
    inputs.filter_map(|it| it.value.as_signed()).collect()
}

const FOUND: &str = "the error that it tells of was found and executed";

const VALUES: &str = "
int main(void) {
  int x = __VERIFIER_nondet_int();
//                              ^ 1 function_return \\result == 7
  if (x > 3)
//^ 2 branching true
    reach_error();
//  ^ 3 target
  return 0;
}
";

#[test]
fn values_lead_to_an_error() {
    for demand in [Demand::Error, Demand::Waypoints] {
        let guided = check(VALUES, demand, Outcome::Confirmed, FOUND, &[7]);
        assert_eq!((guided.n_segments, guided.reached), (3, Some(3)));
    }
}

#[test]
fn values_are_enough_for_an_error_and_not_for_its_waypoints() {
    let wrong = VALUES.replace("branching true", "branching false");
    check(&wrong, Demand::Error, Outcome::Confirmed, FOUND, &[7]);
    check(&wrong, Demand::Waypoints, Outcome::Refuted, "no execution follows it to its target", &[]);
}

#[test]
fn an_execution_along_the_waypoints_is_searched() {
    let text = "
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = x;
  y = y * 3;
//^ 1 assumption x > 20 && x < 22
  if (y != 0)
//^ 2 branching true
    reach_error();
//  ^ 3 target
  return 0;
}
";
    for demand in [Demand::Error, Demand::Waypoints] {
        check(text, demand, Outcome::Confirmed, FOUND, &[21]);
    }
}

#[test]
fn the_error_is_that_of_the_target() {
    let text = "
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x != 5)
    reach_error();
  if (x == 5)
    reach_error();
//  ^ 1 target
  return 0;
}
";
    check(text, Demand::Error, Outcome::Confirmed, FOUND, &[5]);
}

/// The second branch contradicts the first.
const CONTRADICTION: &str = "
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 3)
//^ 1 branching true
    x = 3;
  if (x > 3)
//^ 2 branching true
    reach_error();
//  ^ 3 target
  return 0;
}
";

#[test]
fn what_no_execution_follows_is_refuted() {
    let guided =
        check(CONTRADICTION, Demand::Error, Outcome::Refuted, "no execution follows it to its target", &[]);
    assert_eq!(guided.reached, Some(1));
}

#[test]
fn what_cannot_be_followed_whole_is_not_refuted() {
    let target = "//  ^ 3 target";
    let left_out = CONTRADICTION.replace(target, "//     ^ 3 branching true\n//  ^ 4 target");
    let sentence = "it was followed to its waypoint 1 of 4 (a.c:4), and no further; 1 waypoint left out that cannot be followed";
    check(&left_out, Demand::Error, Outcome::Followed, sentence, &[]);
}

#[test]
fn nothing_may_be_followed() {
    let text = "
int main(void) {
  int x = 5;
  if (x > 5)
//^ 1 branching true
    reach_error();
//  ^ 3 target
//     ^ 2 branching true
  return 0;
}
";
    let sentence = "no execution was found that follows it; 1 waypoint left out that cannot be followed";
    check(text, Demand::Error, Outcome::NotConfirmed, sentence, &[]);
}

#[test]
fn a_part_that_was_not_read_is_left_out() {
    let mut read_in_part = guidance(CONTRADICTION, Matching::First, Vec::new());
    read_in_part.n_left_out = 2;
    let guided = guided(CONTRADICTION, &read_in_part, Demand::Error).expect("places are in it");
    assert_eq!((guided.outcome, guided.n_left_out), (Outcome::Followed, 2));
}

#[test]
fn a_witness_of_another_program_is_none() {
    let mut other = guidance(VALUES, Matching::First, Vec::new());
    for segment in &mut other.segments {
        segment.follow.location.file = "b.c".to_owned();
    }
    assert_eq!(guided(VALUES, &other, Demand::Error).map(|it| it.outcome), Err(OfAnotherProgram));
    other.segments[0].follow.location.file = "there/a.c".to_owned();
    assert!(guided(VALUES, &other, Demand::Error).is_ok(), "one place is in the program");
}

#[test]
fn an_automaton_with_other_values_is_followed_along_its_lines() {
    let text = "
int main(void) {
  int x = __VERIFIER_nondet_int();
//^ 1 assumption x == 2
  if (x > 3)
    reach_error();
  return 0;
}
";
    let lines = vec![line(2), line(3)];
    let along = |demand| guided(text, &guidance(text, Matching::Any, lines.clone()), demand).expect("it is");
    let found = along(Demand::Error);
    assert!(found.is_along_lines && found.trace.is_some());
    assert_eq!(found.describe(), format!("{FOUND} along its lines; its values lead elsewhere"));
    assert_eq!(along(Demand::Waypoints).outcome, Outcome::Refuted);
}

#[test]
fn only_a_violation_sequence_is_guidance() {
    let witness = |content| Witness { metadata: Metadata::default(), content, n_left_out: 3 };
    let content =
        Content::Violation { segments: segments(VALUES), matching: Matching::Any, lines: Vec::new() };
    let expected = Guidance { n_left_out: 3, ..guidance(VALUES, Matching::Any, Vec::new()) };
    assert_eq!(Guidance::of(witness(content)), Some(expected));
    let invariant = Invariant { is_of_loop: true, location: line(1), value: "1".to_owned(), line: 0 };
    assert_eq!(Guidance::of(witness(Content::Correctness(vec![invariant]))), None);
}
