//! Which executions of a program pass the waypoints of a witness.

use faultscope_testkit::fixture;
use faultscope_witness::{Matching, Segment};

use super::{annotated, execution, line, program, segments};
use crate::product::{Product, Visits, insertions};

fn product_of(text: &str, segments: &[Segment], matching: Matching) -> Product {
    let source = fixture::program(text);
    let insertions = insertions(segments, matching);
    let program = if insertions.is_empty() { program(&source) } else { annotated(&source, &insertions) };
    Product::new(program, segments, matching)
}

/// Checks which executions pass all waypoints of a text and end at the target, by the numbers that they read; no waypoint is left out.
#[track_caller]
fn check(text: &str, matching: Matching, passing: &[&[i128]], others: &[&[i128]]) {
    let product = product_of(text, &segments(text), matching);
    assert_eq!(product.n_left_out, 0);
    let target = product.to_target(product.followed.len(), Visits::Each);
    let passes = |numbers: &[i128]| execution(&target, numbers).into_error_trace().is_some();
    for numbers in passing {
        assert!(passes(numbers), "{numbers:?} passes all waypoints");
    }
    for numbers in others {
        assert!(!passes(numbers), "{numbers:?} does not");
    }
}

const BRANCHES: &str = "
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 3)
//^ 1 branching true
    x = 3 * x;
  if (x > 20)
//^ 2 branching false
    x = 0;
  if (x != 0)
    reach_error();
//  ^ 3 target
  return 0;
}
";

#[test]
fn branches_go_as_is_said() {
    check(BRANCHES, Matching::First, &[&[4], &[6]], &[&[3], &[7], &[0]]);
    check(&BRANCHES.replace("branching true", "branching"), Matching::First, &[&[4], &[3]], &[&[7]]);
}

#[test]
fn what_is_avoided_is_not_passed() {
    let avoided = BRANCHES.replace("2 branching false", "3 avoid branching true");
    check(&avoided, Matching::First, &[&[4], &[6]], &[&[7], &[3]]);
}

#[test]
fn calls_return_what_is_said() {
    let text = "
int main(void) {
  int x = __VERIFIER_nondet_int();
//                              ^ 1 function_return \\result > 3 && \\result != 7
  if (x != 0)
    reach_error();
//  ^ 2 target
  return 0;
}
";
    check(text, Matching::First, &[&[4], &[8]], &[&[3], &[7]]);
    let without = text.replace(" \\result > 3 && \\result != 7", "");
    check(&without, Matching::First, &[&[3], &[7]], &[&[0]]);
}

#[test]
fn functions_are_entered() {
    let text = "
int next(int n) { return n + 1; }
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 3)
    x = next(x);
//            ^ 1 function_enter
  if (x != 0)
    reach_error();
//  ^ 2 target
  return 0;
}
";
    check(text, Matching::First, &[&[4]], &[&[3], &[0]]);
}

#[test]
fn expressions_hold_in_front_of_their_statements() {
    let text = "
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = x + 1;
  y = 2 * y;
//^ 1 assumption x < y && y < 7
  if (x != 0)
    reach_error();
//  ^ 2 target
  return 0;
}
";
    check(text, Matching::First, &[&[5], &[-1]], &[&[6], &[0]]);
}

const ROUNDS: &str = "
int main(void) {
  int sum = 0;
  for (int i = 0; i < 2; i++) {
    int x = __VERIFIER_nondet_int();
    sum = sum + x;
//  ^ 1 assumption x == 4
//  ^ 2 assumption sum == 4
  }
  if (sum != 0)
    reach_error();
//  ^ 3 target
  return 0;
}
";

#[test]
fn waypoints_are_passed_at_visits_of_their_own() {
    check(ROUNDS, Matching::First, &[&[4, 5]], &[&[5, 4], &[0, 4]]);
}

#[test]
fn several_assumptions_of_a_statement_may_be_about_one_visit() {
    let text = ROUNDS.replace("2 assumption sum == 4", "2 assumption sum == 0");
    let product = product_of(&text, &segments(&text), Matching::First);
    assert!(product.has_shared());
    let to_target = |visits| product.to_target(product.followed.len(), visits);
    let passes = |visits| execution(&to_target(visits), &[4, 5]).into_error_trace().is_some();
    assert_eq!((passes(Visits::Each), passes(Visits::Shared)), (false, true));
    assert!(!product_of(BRANCHES, &segments(BRANCHES), Matching::First).has_shared());
}

#[test]
fn errors_elsewhere_are_none() {
    let text = "
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 5)
    reach_error();
  if (x > 3)
    reach_error();
//  ^ 1 target
  return 0;
}
";
    check(text, Matching::First, &[&[4]], &[&[5], &[3]]);
    check(text, Matching::Any, &[&[4], &[5]], &[&[3]]);
}

#[test]
fn an_automaton_is_passed_at_any_time_behind_its_lines() {
    let text = "
int main(void) {
  int sum = 0;
  for (int i = 0; i < 2; i++)
    sum = sum + __VERIFIER_nondet_int();
//  ^ 1 assumption sum == 9
  if (sum != 0)
    reach_error();
  return 0;
}
";
    check(text, Matching::Any, &[&[9, 5], &[4, 5]], &[&[4, 4]]);
}

#[test]
fn a_waypoint_that_is_not_in_the_program_is_left_out() {
    let text = BRANCHES.replace("//^ 1 branching true", "//  ^ 1 branching true");
    let product = product_of(&text, &segments(&text), Matching::First);
    assert_eq!((product.n_left_out, &*product.followed), (1, &[1][..]));
    let target = product.to_target(product.followed.len(), Visits::Each);
    assert!(execution(&target, &[3]).into_error_trace().is_some(), "what is left passes");
    assert!(execution(&target, &[7]).into_error_trace().is_none(), "what is left does not pass");
}

#[test]
fn a_target_that_is_not_in_the_program_is_any_error() {
    let text = BRANCHES.replace("//  ^ 3 target\n  return 0;\n", "  return 0;\n//^ 3 target\n");
    let product = product_of(&text, &segments(&text), Matching::First);
    assert_eq!((product.n_left_out, &*product.followed), (1, &[0, 1][..]));
    let target = product.to_target(product.followed.len(), Visits::Each);
    assert!(execution(&target, &[4]).into_error_trace().is_some());
}

#[test]
fn a_segment_is_an_error_of_its_own() {
    let product = product_of(BRANCHES, &segments(BRANCHES), Matching::First);
    let reached =
        |number, value| execution(&product.to_segment(number), &[value]).into_error_trace().is_some();
    assert!(reached(1, 7) && !reached(1, 3), "the first branch");
    assert!(reached(2, 4) && !reached(2, 7), "the second behind it");
}

#[test]
fn lines_are_gone_along() {
    let source = fixture::program(BRANCHES);
    // The last is an empty line behind the program.
    let product = Product::along(program(&source), &[line(2), line(4), line(6), line(99)]);
    assert_eq!((product.n_left_out, &*product.followed), (1, &[0, 1, 2][..]));
    let target = product.to_target(product.followed.len(), Visits::Each);
    assert!(execution(&target, &[7]).into_error_trace().is_none(), "no error is behind the lines");
    let product = Product::along(program(&source), &[line(2), line(4)]);
    let target = product.to_target(product.followed.len(), Visits::Each);
    assert!(execution(&target, &[4]).into_error_trace().is_some(), "lines 2 and 4");
    assert!(execution(&target, &[3]).into_error_trace().is_none(), "line 4 is not executed");
}
