//! Programs whose verdicts the literature and theory state, in Boogie.
//!
//! Every assigning statement of the error trace has its verdict below it: `constant`, `expression` and `relevant` are
//! the rows of relevance, `aberrant` statements make a difference only in executions that do not fail, the rest is
//! `irrelevant`. What starts with any value because nobody gave it one is marked where that matters.

use crate::marks;
use crate::verdicts;
use expect_test::{Expect, expect};
use faultscope_frontend::print;

#[track_caller]
fn check(expect: Expect) {
    marks::check("test.bpl", "", &expect);
}

/// What the papers on relevance state: \[1\] section 3 and 4, \[2\] section 1 and 3.
mod relevance {
    use super::*;

    #[test]
    fn only_the_last_value_is_read() {
        check(expect![[r#"
            procedure main() {
              var x, y, z: int;
              x := 1;
            //^^^^^^ irrelevant
              y := 2;
            //^^^^^^ irrelevant
              z := 3;
            //^^^^^^ irrelevant
              havoc z;
            //^^^^^^^ constant (input)
              assert z > 10;
            }
        "#]]);
    }

    #[test]
    fn a_conjunct_that_holds_anyway() {
        check(expect![[r#"
            procedure main() {
              var x, y: int;
              y := 7;
            //^^^^^^ irrelevant
              havoc x;
            //^^^^^^^ constant (input)
              assert x >= 0 && y >= 0;
            }
        "#]]);
    }

    #[test]
    fn the_second_of_two_equal_assignments() {
        check(expect![[r#"
            procedure main() {
              var x: int;
              x := 7;
            //^^^^^^ irrelevant
              x := 7;
            //^^^^^^ constant
              assert x > 10;
            }
        "#]]);
    }

    #[test]
    fn an_assignment_in_a_branch_and_what_leads_there() {
        check(expect![[r#"
            procedure main() {
              var x, y, input: int;
            //          ^^^^^ constant (declaration)
              x := 1;
            //^^^^^^ aberrant
              y := input - 42;
            //^^^^^^^^^^^^^^^ constant
              if (y < 0) {
                x := 0;
            //  ^^^^^^ constant
              }
              assert x != 0;
            }
        "#]]);
    }

    #[test]
    fn assignments_that_nobody_reads() {
        check(expect![[r#"
            procedure main() {
              var x, y, z: int;
              x := 1;
            //^^^^^^ irrelevant
              y := 2;
            //^^^^^^ irrelevant
              z := 3;
            //^^^^^^ constant
              assert z > 10;
            }
        "#]]);
    }

    #[test]
    fn both_conjuncts_of_an_assumption() {
        check(expect![[r#"
            procedure main() {
              var x, y: int;
              y := 42;
            //^^^^^^^ constant
              havoc x;
            //^^^^^^^ constant (input)
              assume x >= 0 && y >= 23;
              assert false;
            }
        "#]]);
    }

    #[test]
    fn an_assumption_about_something_else() {
        check(expect![[r#"
            procedure main() {
              var x, y: int;
              y := 10;
            //^^^^^^^ irrelevant
              havoc x;
            //^^^^^^^ constant (input)
              assume x > 0;
              assert false;
            }
        "#]]);
    }
}

/// The examples of \[2\], told anew: two handles that the first round of a loop is to fill, but the loop starts with
/// the second round.
mod handles {
    use super::*;

    #[test]
    fn one_error_trace() {
        check(expect![[r#"
            procedure main() {
              var left, right, round: int;
              left := 0;
            //^^^^^^^^^ irrelevant
              right := 0;
            //^^^^^^^^^^ irrelevant
              round := 1;
            //^^^^^^^^^^ constant
              while (round < 10) {
                if (round == 0) {
                  havoc left;
                  assume left != 0;
                  havoc right;
                  assume right != 0;
                }
                assert left != 0 && right != 0;
                round := round + 1;
              }
            }
        "#]]);
    }

    /// The values that \[2\] names, and no other one in between.
    #[test]
    fn what_the_counter_has_to_be() {
        let text = "
procedure main() {
  var left, right, round: int;
  left := 0;
  right := 0;
  round := 1;
  while (round < 10) {
    if (round == 0) { havoc left; assume left != 0; havoc right; assume right != 0; }
    assert left != 0 && right != 0;
    round := round + 1;
  }
}";
        let found = verdicts::localize("test.bpl", text);
        let relevant = &found.findings[0];
        let origin = found.program.sources.origin(relevant.origin);
        assert_eq!(origin.text, "round := 1");
        let condition = relevant.condition.as_ref().expect("a condition");
        let round = found.program.variables.keys().find(|it| it.name() == "round").expect("it is declared");
        let text =
            print::condition_on_place(&found.program, origin, *round, condition.formula, condition.place);
        expect!["round == 0 || round >= 10"].assert_eq(&text.expect("a condition that can be said"));
    }

    /// The first of two error traces: the request is made and the flag is off.
    #[test]
    fn a_request_that_is_ignored() {
        check(expect![[r#"
            procedure main() {
              var left, right, round: int;
              var requested, respected: bool;
              left := 0;
            //^^^^^^^^^ irrelevant
              right := 0;
            //^^^^^^^^^^ irrelevant
              round := 1;
            //^^^^^^^^^^ constant
              while (round < 10) {
                if (round == 0) {
                  havoc left, right;
                  assume left != 0 && right != 0;
                }
                respected := false;
            //  ^^^^^^^^^^^^^^^^^^ constant
                havoc requested;
            //  ^^^^^^^^^^^^^^^ constant (input)
                if (requested) {
                  if (respected) {
                    return;
                  }
                } else {
                  assume false;
                }
                assert left != 0 && right != 0;
                round := round + 1;
              }
            }
        "#]]);
    }

    /// The second one: no request is made.
    #[test]
    fn no_request() {
        check(expect![[r#"
            procedure main() {
              var left, right, round: int;
              var requested, respected: bool;
              left := 0;
            //^^^^^^^^^ irrelevant
              right := 0;
            //^^^^^^^^^^ irrelevant
              round := 1;
            //^^^^^^^^^^ constant
              while (round < 10) {
                if (round == 0) {
                  havoc left, right;
                  assume left != 0 && right != 0;
                }
                respected := false;
            //  ^^^^^^^^^^^^^^^^^^ irrelevant
                havoc requested;
            //  ^^^^^^^^^^^^^^^ constant (input)
                if (requested) {
                  if (respected) {
                    return;
                  }
                  assume false;
                }
                assert left != 0 && right != 0;
                round := round + 1;
              }
            }
        "#]]);
    }
}

/// Where a text and its own definition disagree, the definition wins.
mod discrepancies {
    use super::*;

    /// \[1\] section 3.1 calls only the second assignment relevant; from a state with another `z` the first one is too.
    #[test]
    fn the_first_of_two_sums() {
        check(expect![[r#"
            procedure main() {
              var x, y, z: int;
            //          ^ expression (declaration)
              x := x + y;
            //^^^^^^^^^^ expression
              x := x + z;
            //^^^^^^^^^^ constant
              y := y + z;
            //^^^^^^^^^^ aberrant
              assert x >= 0;
            }
        "#]]);
    }

    /// With a new `z` in between the first assignment cannot know what to make up for.
    #[test]
    fn the_first_of_two_sums_with_an_input_between() {
        check(expect![[r#"
            procedure main() {
              var x, y, z: int;
              x := x + y;
            //^^^^^^^^^^ irrelevant
              havoc z;
            //^^^^^^^ expression (input)
              x := x + z;
            //^^^^^^^^^^ constant
              y := y + z;
            //^^^^^^^^^^ aberrant
              assert x >= 0;
            }
        "#]]);
    }

    /// The same with the input behind everything that reads it.
    #[test]
    fn an_input_behind_its_readers() {
        check(expect![[r#"
            procedure main() {
              var x, y, z: int;
            //          ^ expression (declaration)
              x := x + y;
            //^^^^^^^^^^ expression
              x := x + z;
            //^^^^^^^^^^ constant
              y := y + z;
            //^^^^^^^^^^ aberrant
              havoc z;
            //^^^^^^^ aberrant (input)
              assert x >= 0;
            }
        "#]]);
    }
}

/// One program for each row of the table of strengths.
mod strengths {
    use super::*;

    /// 1 rescues the execution with `y == 0` and makes the one with `y == 1` fail; `y + 1` rescues all.
    #[test]
    fn an_expression_where_no_constant_helps() {
        check(expect![[r#"
            procedure main() {
              var x, y: int;
              havoc y;
            //^^^^^^^ constant (input)
              x := 0;
            //^^^^^^ expression
              assume x == y;
              assert false;
            }
        "#]]);
    }

    #[test]
    fn relevant_where_some_failing_executions_cannot_be_helped() {
        check(expect![[r#"
            procedure main() {
              var x, z: int;
              havoc z;
            //^^^^^^^ irrelevant (input)
              x := 1;
            //^^^^^^ relevant
              assert !(z > 0 || x == 1);
            }
        "#]]);
    }

    /// The running example of trace-aberrance: its two culprits are relevant, and the first assignment is nothing.
    #[test]
    fn what_is_relevant_is_aberrant() {
        check(expect![[r#"
            procedure main() {
              var x, y: int;
              x := 2;
            //^^^^^^ irrelevant
              havoc y;
            //^^^^^^^ constant (input)
              if (y < 3) {
                x := 0;
            //  ^^^^^^ constant
              } else {
                x := 1;
              }
              assert 0 < x;
            }
        "#]]);
    }

    #[test]
    fn one_cell_of_a_map() {
        check(expect![[r#"
            procedure main() {
              var m: [int]int;
              var i: int;
              m[0] := 1;
            //^^^^^^^^^ irrelevant
              i := 1;
            //^^^^^^ relevant
              m[i] := 2;
            //^^^^^^^^^ constant
              m[2] := 3;
            //^^^^^^^^^ constant
              assert m[1] == m[2];
            }
        "#]]);
    }

    #[test]
    fn an_argument_and_a_result() {
        check(expect![[r#"
            procedure half(a: int) returns (b: int) {
              b := a div 2;
            //^^^^^^^^^^^^ constant
            }
            procedure main() {
              var x: int;
              call x := half(5);
            //^^^^^^^^^^^^^^^^^ constant
            //               ^ constant (argument)
              assert x == 3;
            }
        "#]]);
    }

    #[test]
    fn a_precondition_blames_the_argument() {
        check(expect![[r#"
            procedure positive(a: int)
              requires a > 0;
            {
            }
            procedure main() {
              var x: int;
              x := 0;
            //^^^^^^ constant
              call positive(x);
            //              ^ constant (argument)
            }
        "#]]);
    }

    #[test]
    fn a_contract_gives_inputs() {
        check(expect![[r#"
            procedure read() returns (r: int);
              ensures r >= 0;
            procedure main() {
              var x, y: int;
              call x := read();
            //^^^^^^^^^^^^^^^^ constant (input)
              y := x + 1;
            //^^^^^^^^^^ constant
              assert y != 1;
            }
        "#]]);
    }
}

/// Definitions that \[1\] section 4 tried and dropped would give other answers here.
mod dropped_definitions {
    use super::*;

    /// "Some later assumption becomes restrictive" would mark all four.
    #[test]
    fn values_that_are_overwritten() {
        check(expect![[r#"
            procedure main() {
              var x, y, z: int;
              x := 1;
            //^^^^^^ irrelevant
              y := 2;
            //^^^^^^ irrelevant
              z := 3;
            //^^^^^^ irrelevant
              havoc z;
            //^^^^^^^ constant (input)
              assert z > 10;
            }
        "#]]);
    }

    /// The same definition would miss `y := 42`: the assumption restricts already because of `x`.
    #[test]
    fn an_assumption_that_restricts_already() {
        check(expect![[r#"
            procedure main() {
              var x, y: int;
              y := 42;
            //^^^^^^^ constant
              havoc x;
            //^^^^^^^ constant (input)
              assume x >= 0 && y >= 23;
              assert false;
            }
        "#]]);
    }

    /// "Strictly more executions block" would mark `y := 10`: with any value for `y` there are more executions.
    #[test]
    fn more_executions_that_block() {
        check(expect![[r#"
            procedure main() {
              var x, y: int;
              y := 10;
            //^^^^^^^ irrelevant
              havoc x;
            //^^^^^^^ constant (input)
              assume x > 0;
              assert false;
            }
        "#]]);
    }

    /// The check of trace-aberrance counts executions that do not fail too, and would mark `x := 1`.
    #[test]
    fn executions_that_do_not_fail() {
        check(expect![[r#"
            procedure main() {
              var x, y, input: int;
            //          ^^^^^ constant (declaration)
              x := 1;
            //^^^^^^ aberrant
              y := input - 42;
            //^^^^^^^^^^^^^^^ constant
              if (y < 0) {
                x := 0;
            //  ^^^^^^ constant
              }
              assert x != 0;
            }
        "#]]);
    }
}

/// Small questions that tools of this kind were tried on.
mod classics {
    use super::*;

    #[test]
    fn related_disjuncts() {
        check(expect![[r#"
            procedure main() {
              var a, b: int;
              a := 3;
            //^^^^^^ constant
              b := 4;
            //^^^^^^ constant
              assume a < b || b < a;
              assert false;
            }
        "#]]);
    }

    #[test]
    fn unrelated_disjuncts() {
        check(expect![[r#"
            procedure main() {
              var a, b: int;
              a := 3;
            //^^^^^^ irrelevant
              b := 4;
            //^^^^^^ irrelevant
              assume a == 3 || b == 4;
              assert false;
            }
        "#]]);
    }

    #[test]
    fn related_inputs() {
        check(expect![[r#"
            procedure main() {
              var a, b: int;
              havoc a;
            //^^^^^^^ irrelevant (input)
              havoc b;
            //^^^^^^^ expression (input)
              assume a != b;
              assert false;
            }
        "#]]);
    }

    /// `second` is read only in a disjunction that `first` decides already.
    #[test]
    fn a_disjunction_that_is_decided_already() {
        check(expect![[r#"
            procedure main() {
              var first, second, third: int;
              first := 1;
            //^^^^^^^^^^ irrelevant
              second := 1;
            //^^^^^^^^^^^ constant
              third := 1;
            //^^^^^^^^^^ irrelevant
              assume second == 1;
              assume first == 1 || third == 1;
              assert false;
            }
        "#]]);
    }

    #[test]
    fn a_value_that_is_overwritten_on_this_path() {
        check(expect![[r#"
            procedure main() {
              var n, value, other: int;
            //              ^^^^^ constant (declaration)
              n := 1;
            //^^^^^^ constant
              havoc value;
            //^^^^^^^^^^^ aberrant (input)
              if (0 < n) {
                value := other;
            //  ^^^^^^^^^^^^^^ constant
              }
              assert value > 23;
            }
        "#]]);
    }

    #[test]
    fn both_branches_assign_the_same() {
        check(expect![[r#"
            procedure main() {
              var x: int;
            //    ^ constant (declaration)
              if (x > 0) {
                x := 0;
              } else {
                x := 0;
            //  ^^^^^^ irrelevant
              }
              assert false;
            }
        "#]]);
    }

    #[test]
    fn the_wrong_branch() {
        check(expect![[r#"
            procedure main() {
              var state, level: int;
              state := 0;
            //^^^^^^^^^^ irrelevant
              level := 0;
            //^^^^^^^^^^ constant
              if (level == 0) {
                state := 1;
            //  ^^^^^^^^^^ constant
              } else {
                level := 2;
                level := 3;
              }
              assert state == 0;
            }
        "#]]);
    }

    #[test]
    fn another_cell_is_written_last() {
        check(expect![[r#"
            procedure main() {
              var cells: [int]int;
              var i, j: int;
              i := j + 1;
            //^^^^^^^^^^ irrelevant
              cells[i] := 5;
            //^^^^^^^^^^^^^ constant
              cells[j] := 7;
            //^^^^^^^^^^^^^ irrelevant
              assert cells[i] == 8;
            }
        "#]]);
    }

    #[test]
    fn a_copy_that_is_one_round_late() {
        check(expect![[r#"
            procedure main() {
              var last, next, unused, i: int;
              next := 0;
            //^^^^^^^^^ constant
              unused := 0;
            //^^^^^^^^^^^ irrelevant
              i := 0;
            //^^^^^^ constant
              while (i < 3) {
                last := next;
            //  ^^^^^^^^^^^^ constant
                next := next + 1;
            //  ^^^^^^^^^^^^^^^^ constant
                i := i + 1;
            //  ^^^^^^^^^^ constant
              }
              assert last == 3;
            }
        "#]]);
    }

    #[test]
    fn a_loop_that_nothing_bounds() {
        check(expect![[r#"
            procedure main() {
              var x: int;
            //    ^ constant (declaration)
              while (*) {
              }
              assert x == 0;
            }
        "#]]);
    }

    #[test]
    fn an_assertion_at_the_head_of_a_loop() {
        check(expect![[r#"
            procedure main() {
              var x: int;
              x := 0;
            //^^^^^^ constant
              while (x < 2) {
                assert x == 1;
                x := x + 1;
              }
            }
        "#]]);
    }

    #[test]
    fn the_shorter_of_two_paths() {
        check(expect![[r#"
            procedure main() {
              var x: int;
              if (*) {
                x := 0;
                assert x == 0;
              }
              assert false;
            }
        "#]]);
    }

    #[test]
    fn an_environment_and_a_wrong_constant() {
        check(expect![[r#"
            var cells: [int]int;
            procedure main()
              modifies cells;
            {
              call ask();
              call put(0);
            //         ^ constant (argument)
            }
            procedure ask()
              modifies cells;
            {
              var w: int;
              call w := environment();
            //^^^^^^^^^^^^^^^^^^^^^^^ irrelevant (input)
              cells[w] := 2;
            //^^^^^^^^^^^^^ irrelevant
            }
            procedure put(z: int)
              modifies cells;
            {
              assert z > 0;
              cells[z] := 4;
            }
            procedure environment() returns (r: int);
        "#]]);
    }
}

/// What only Boogie can say.
mod specifications {
    use super::*;

    /// The interpreter has the solver say whether a quantified formula holds.
    #[test]
    fn a_quantified_assertion() {
        check(expect![[r#"
            procedure main() {
              var n, unused: int;
              unused := 1;
            //^^^^^^^^^^^ irrelevant
              n := 7;
            //^^^^^^ constant
              assert (exists k: int :: k + k == n);
            }
        "#]]);
    }

    /// That is no bug to report: the solver's map has no finite description.
    #[test]
    fn a_quantified_assumption_for_which_no_map_is_computed() {
        let text = "
const n: int;
axiom n > 3;
procedure main() {
  var a: [int]int;
  assume (forall k: int :: 0 <= k && k < n ==> a[k] > 0);
  assert a[n] > 0;
}";
        let report = faultscope::check_source("test.bpl", text, &faultscope::Options::standard());
        let report = report.unwrap_or_else(|rejection| panic!("{:?}", rejection.diagnostics));
        if report.verdict == faultscope::report::Verdict::Unknown {
            let reason = report.reason.map(|it| it.message).unwrap_or_default();
            let expected = expect![
                "the solver gave up: no state that fulfils the quantified formulas could be computed"
            ];
            expected.assert_eq(&reason);
        }
    }

    #[test]
    fn a_postcondition_that_a_recursion_breaks() {
        check(expect![[r#"
            var steps: int;
            procedure down(n: int) returns (r: int)
              modifies steps;
              ensures steps >= old(steps);
            {
              if (n <= 0) {
                r := 0;
            //  ^^^^^^ irrelevant
                return;
              }
              call r := down(n - 1);
            //^^^^^^^^^^^^^^^^^^^^^ irrelevant
            //               ^^^^^ constant (argument)
              steps := steps + 1;
            //^^^^^^^^^^^^^^^^^^ expression
              if (n == 2) {
                steps := steps - 5;
            //  ^^^^^^^^^^^^^^^^^^ expression
              }
            }
            procedure main()
              modifies steps;
            {
              var s: int;
              call s := down(2);
            //               ^ constant (argument)
            }
        "#]]);
    }

    #[test]
    fn an_invariant_that_does_not_last() {
        check(expect![[r#"
            procedure main() {
              var i, sum: int;
              i := 0;
            //^^^^^^ constant
              sum := 0;
            //^^^^^^^^ constant
              while (i < 5)
                invariant sum <= 2;
              {
                sum := sum + i;
            //  ^^^^^^^^^^^^^^ constant
                i := i + 1;
            //  ^^^^^^^^^^ constant
              }
            }
        "#]]);
    }

    #[test]
    fn bits_and_fractions() {
        check(expect![[r#"
            function {:bvbuiltin "bvadd"} add(bv8, bv8): bv8;
            function {:bvbuiltin "bvult"} below(bv8, bv8): bool;
            procedure main(a: bv8)
            //             ^ constant (input)
              requires below(a, 250bv8);
            {
              var b: bv8;
            //    ^ aberrant (declaration)
              var r: real;
            //    ^ aberrant (declaration)
              b := add(a, 10bv8);
            //^^^^^^^^^^^^^^^^^^ constant
              r := if below(a, b) then 1.5 else 0.5;
            //^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ constant
              assert r > 1.0;
            }
        "#]]);
    }

    #[test]
    fn a_parallel_assignment_is_one_statement() {
        check(expect![[r#"
            procedure main() {
              var x, y: int;
              x, y := 1, 2;
            //^^^^^^^^^^^^ constant
              x, y := y, x;
            //^^^^^^^^^^^^ constant
              assert x < y;
            }
        "#]]);
    }
}
