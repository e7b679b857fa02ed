//! What is known at loops.

use expect_test::{Expect, expect};
use faultscope_domains::abstract_interpretation::AbstractInterpretationBounds;
use faultscope_solver::Limits;
use faultscope_testkit::fixture;
use faultscope_verify::settle::with_known;
use faultscope_witness::{Invariant, Location};

use super::{FILE, mark, program};
use crate::correctness::{candidates, joined};

/// Marks loops with what may hold at them.
#[track_caller]
fn check(expect: Expect) {
    let text = fixture::program(expect.data());
    let program = program(&text);
    let bounds = AbstractInterpretationBounds::default();
    let known = with_known(&program, &bounds, &Limits::unlimited(), |known| candidates(&program, known));
    let marks = known.expect("intervals are known").into_iter().map(|it| {
        assert!(it.is_of_loop);
        mark(&it.location, it.value)
    });
    expect.assert_eq(&fixture::annotate(&text, &marks.collect::<Vec<_>>()));
}

#[test]
fn loops_have_bounds_and_orders_of_their_variables() {
    check(expect![[r#"
        int main(void) {
          int n = __VERIFIER_nondet_int();
          if (n < 0 || n > 100) return 0;
          int unused = 3;
          int i = 0;
          while (i < n)
        //^ 0 <= i
        //^ 0 <= n
        //^ i <= 100
        //^ i <= n
        //^ i == n
        //^ n <= 100
        //^ n <= i
            i++;
          return i;
        }
    "#]]);
}

#[test]
fn numbers_without_signs_are_compared_among_themselves() {
    check(expect![[r#"
        int main(void) {
          unsigned n = 7, k = 0;
          int i = 0;
          for (; k < n; k++)
        //^ k <= 7
        //^ k <= n
        //^ k == n
        //^ n <= k
        //^ n == 7
            i = i + 2;
          return i;
        }
    "#]]);
}

#[test]
fn nothing_is_said_of_loops_that_are_not_reached_or_have_no_keyword() {
    check(expect![[r#"
        int main(void) {
          int i = 0;
          do { i++; } while (i < 9);
          if (i < 9)
            while (i > 0) i--;
          return i;
        }
    "#]]);
}

#[test]
fn an_inner_loop_has_its_own() {
    check(expect![[r#"
        int main(void) {
          int sum = 0;
          for (int i = 0; i < 3; i++)
        //^ 0 <= i
        //^ 0 <= sum
        //^ i <= 3
        //^ i <= k
        //^ i <= sum
        //^ i == k
        //^ k <= i
        //^ k <= sum
        //^ sum <= 3
        //^ sum <= i
        //^ sum <= k
        //^ sum == i
        //^ sum == k
            for (int k = 0; k < 4; k++)
        //  ^ 0 <= k
        //  ^ 0 <= sum
        //  ^ k <= 4
        //  ^ k <= sum
        //  ^ sum <= 3
        //  ^ sum <= k
        //  ^ sum == k
              sum = k;
          return sum;
        }
    "#]]);
}

fn at(line: u32, value: &str) -> Invariant {
    let location = Location { file: FILE.to_owned(), line, column: Some(3), function: None };
    Invariant { is_of_loop: true, location, value: value.to_owned(), line: 0 }
}

#[test]
fn invariants_of_one_loop_are_joined() {
    let proved = [at(3, "0 <= i"), at(7, "k == 1"), at(3, "i <= n")];
    assert_eq!(joined(&proved), [at(3, "0 <= i && i <= n"), at(7, "k == 1")]);
    assert_eq!(joined(&[]), []);
}

#[test]
fn what_an_equation_implies_is_left_out_at_its_loop() {
    let proved = [at(3, "i <= n"), at(3, "n <= i"), at(3, "i == n"), at(7, "i <= n")];
    assert_eq!(joined(&proved), [at(3, "i == n"), at(7, "i <= n")]);
}
