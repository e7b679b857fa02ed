//! The waypoints of an execution, each beside the statement that it is about.

use expect_test::{Expect, expect};
use faultscope_ir::SourceMap;
use faultscope_testkit::fixture;
use faultscope_verify::ErrorTrace;
use faultscope_witness::Matching;

use super::{execution, program, sequence_marks};
use crate::{Problem, replay, violation};

/// Compares the violation sequence of the execution on some numbers, and executes the program again on what it says.
#[track_caller]
fn check(numbers: &[i128], expect: Expect) {
    let text = fixture::program(expect.data());
    let program = program(&text);
    let error = execution(&program, numbers).into_error_trace().expect("it fails");
    let segments = violation(&program, &error).expect("it was executed");
    expect.assert_eq(&fixture::annotate(&text, &sequence_marks(&segments)));
    let replayed = replay(&program, &segments, Matching::First);
    assert!(replayed.is_target);
    assert_eq!(replayed.error.map(|it| it.trace), Some(error.trace), "the values lead to the same execution");
}

#[test]
fn values_and_branches_are_waypoints() {
    check(
        &[7],
        expect![[r#"
            int main(void) {
              int x = __VERIFIER_nondet_int();
              if (x > 3)
            //^ 1 assumption x == 7
            //^ 2 branching true
                reach_error();
            //  ^ 3 target
              return 0;
            }
        "#]],
    );
}

#[test]
fn a_value_is_said_at_the_next_statement_unless_that_declares() {
    check(
        &[0, 0, 7, 8],
        expect![[r#"
            int main(void) {
              int x, y;
              x = __VERIFIER_nondet_int();
            //                          ^ 1 function_return \result == 7
              int z = 1;
              y = __VERIFIER_nondet_int();
              z = 2;
            //^ 2 assumption y == 8
              if (x + y == 15)
            //^ 3 branching true
                reach_error();
            //  ^ 4 target
              return 0;
            }
        "#]],
    );
}

#[test]
fn each_round_of_a_loop_has_waypoints_of_its_own() {
    check(
        &[4, 5],
        expect![[r#"
            int main(void) {
              int sum = 0;
              for (int i = 0; i < 2; i++) {
            //^ 1 branching true
            //^ 3 branching true
            //^ 5 branching false
                sum += __VERIFIER_nondet_int();
            //                               ^ 2 function_return \result == 4
            //                               ^ 4 function_return \result == 5
              }
              if (sum == 9)
            //^ 6 branching true
                reach_error();
            //  ^ 7 target
              return 0;
            }
        "#]],
    );
}

#[test]
fn values_that_nobody_wrote_are_said_behind_their_declarations() {
    check(
        &[3, 4],
        expect![[r#"
            int main(void) {
              int a;
              int b;
              if (a == 3 && b == 4)
            //^ 1 assumption a == 3 && b == 4
            //^ 2 branching true
                reach_error();
            //  ^ 3 target
              return 0;
            }
        "#]],
    );
}

#[test]
fn a_whole_condition_is_one_waypoint() {
    check(
        &[7],
        expect![[r#"
            int main(void) {
              int x = __VERIFIER_nondet_int();
              if (x > 3 && x < 9)
            //^ 1 assumption x == 7
            //^ 2 branching true
                reach_error();
            //  ^ 3 target
              return 0;
            }
        "#]],
    );
}

#[test]
fn what_was_not_executed_from_the_start_has_no_sequence() {
    let program = program(
        "int main(void) {\n  int x = __VERIFIER_nondet_int();\n  if (x > 3)\n    reach_error();\n  return 0;\n}\n",
    );
    let error = execution(&program, &[7]).into_error_trace().expect("it fails");
    let other = ErrorTrace { inputs: Vec::new(), ..error };
    assert_eq!(violation(&program, &other), Err(Problem::NotExecuted));
}

#[test]
fn an_error_without_a_text_has_no_sequence() {
    let mut program = program("int main(void) {\n  reach_error();\n  return 0;\n}\n");
    let error = execution(&program, &[]).into_error_trace().expect("it fails");
    let mut sources = SourceMap::default();
    for (_, file) in program.sources.files() {
        sources.add_file(&file.name, None);
    }
    for origin in program.sources.origins() {
        sources.add_origin(origin.clone());
    }
    program.sources = sources;
    assert_eq!(violation(&program, &error), Err(Problem::NoTarget));
}
