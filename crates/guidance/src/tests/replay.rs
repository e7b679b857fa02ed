//! Executions on the values that a witness gives.

use faultscope_testkit::fixture;
use faultscope_witness::Matching;

use super::{program, segments};
use crate::replay;

/// What comes of an execution: the values that the program reads, whether it ends at the target, and how many values are open.
#[track_caller]
fn check(text: &str, matching: Matching, values: &[i128], is_target: bool, n_open: usize) {
    let program = program(&fixture::program(text));
    let replayed = replay(&program, &segments(text), matching);
    let read = replayed.error.iter().flat_map(|it| &it.inputs);
    let read: Vec<i128> = read.filter_map(|it| it.value.as_signed()).collect();
    assert_eq!((&*read, replayed.is_target, replayed.n_open), (values, is_target, n_open));
}

#[test]
fn a_value_is_what_a_call_returned_or_what_its_variable_holds() {
    let text = "
int main(void) {
  int x = __VERIFIER_nondet_int();
//                              ^ 1 function_return \\result == 7
  int y = 0;
  y = __VERIFIER_nondet_int();
  if (x + y == 9)
//^ 2 assumption y == 2
    reach_error();
//  ^ 3 target
  return 0;
}
";
    check(text, Matching::First, &[7, 2], true, 0);
}

#[test]
fn what_is_not_said_is_zero_and_open() {
    let text = "
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
//                              ^ 1 function_return \\result == 7
  if (x < y)
    reach_error();
//  ^ 2 target
  return 0;
}
";
    check(text, Matching::First, &[0, 7], true, 1);
}

#[test]
fn what_is_said_of_one_place_is_taken_in_its_order() {
    let text = "
int main(void) {
  int sum = 0;
  for (int i = 0; i < 2; i++)
    sum = sum * 10 + __VERIFIER_nondet_int();
//                                         ^ 1 function_return \\result == 4
//                                         ^ 2 function_return \\result == 5
  if (sum == 45)
    reach_error();
//  ^ 3 target
  return 0;
}
";
    check(text, Matching::First, &[4, 5], true, 0);
    let swapped = text.replace("== 4\n", "== 6\n");
    check(&swapped, Matching::First, &[], false, 0);
}

#[test]
fn another_error_is_not_the_target() {
    let text = "
int main(void) {
  int x = __VERIFIER_nondet_int();
//                              ^ 1 function_return \\result == 7
  if (x > 3)
    reach_error();
  if (x > 2)
    reach_error();
//  ^ 2 target
  return 0;
}
";
    check(text, Matching::First, &[7], false, 0);
    // Automata of GraphML name what comes before the error, too.
    check(text, Matching::Any, &[7], true, 0);
    check(&text.replace("== 7", "== 3"), Matching::First, &[3], true, 0);
}

#[test]
fn an_automaton_names_lines_and_variables_of_its_own() {
    let text = "
int main(void) {
  int x = __VERIFIER_nondet_int();
//^ 1 assumption return_value___VERIFIER_nondet_int$1 == 7
  if (x > 3)
    reach_error();
  return 0;
}
";
    check(text, Matching::Any, &[7], true, 0);
    check(text, Matching::First, &[], false, 1);
}
