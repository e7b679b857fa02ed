//! Programs whose verdicts the literature and theory state, in C. See `techniques_boogie.rs`.
//!
//! An assignment of a nondeterministic value is one input.

use crate::marks;
use expect_test::{Expect, expect};

const PRELUDE: &str = "\
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int condition);
extern void __VERIFIER_assert(int condition);
extern void *malloc(unsigned int size);
";

#[track_caller]
fn check(expect: Expect) {
    marks::check("test.c", PRELUDE, &expect);
}

mod relevance {
    use super::*;

    #[test]
    fn only_the_last_value_is_read() {
        check(expect![[r#"
            int main(void) {
              int x = 1;
            //    ^^^^^ irrelevant
              int y = 2;
            //    ^^^^^ irrelevant
              int z = 3;
            //    ^^^^^ irrelevant
              z = __VERIFIER_nondet_int();
            //^^^^^^^^^^^^^^^^^^^^^^^^^^^ constant (input)
              __VERIFIER_assert(z > 10);
              return 0;
            }
        "#]]);
    }

    #[test]
    fn a_conjunct_that_holds_anyway() {
        check(expect![[r#"
            int main(void) {
              int x, y;
              y = 7;
            //^^^^^ irrelevant
              x = __VERIFIER_nondet_int();
            //^^^^^^^^^^^^^^^^^^^^^^^^^^^ constant (input)
              __VERIFIER_assert(x >= 0 && y >= 0);
              return 0;
            }
        "#]]);
    }

    #[test]
    fn the_second_of_two_equal_assignments() {
        check(expect![[r#"
            int main(void) {
              int x;
              x = 7;
            //^^^^^ irrelevant
              x = 7;
            //^^^^^ constant
              __VERIFIER_assert(x > 10);
              return 0;
            }
        "#]]);
    }

    #[test]
    fn an_assignment_in_a_branch_and_what_leads_there() {
        check(expect![[r#"
            int main(void) {
              int input = __VERIFIER_nondet_int();
            //    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ constant (input)
              int x = 1;
            //    ^^^^^ aberrant
              int y = input - 42;
            //    ^^^^^^^^^^^^^^ constant
              if (y < 0)
                x = 0;
            //  ^^^^^ constant
              __VERIFIER_assert(x != 0);
              return 0;
            }
        "#]]);
    }

    #[test]
    fn assignments_that_nobody_reads() {
        check(expect![[r#"
            int main(void) {
              int x, y, z;
              x = 1;
            //^^^^^ irrelevant
              y = 2;
            //^^^^^ irrelevant
              z = 3;
            //^^^^^ constant
              __VERIFIER_assert(z > 10);
              return 0;
            }
        "#]]);
    }

    #[test]
    fn both_conjuncts_of_an_assumption() {
        check(expect![[r#"
            int main(void) {
              int x, y;
              y = 42;
            //^^^^^^ constant
              x = __VERIFIER_nondet_int();
            //^^^^^^^^^^^^^^^^^^^^^^^^^^^ constant (input)
              __VERIFIER_assume(x >= 0 && y >= 23);
              __VERIFIER_assert(0);
              return 0;
            }
        "#]]);
    }

    #[test]
    fn an_assumption_about_something_else() {
        check(expect![[r#"
            int main(void) {
              int x, y;
              y = 10;
            //^^^^^^ irrelevant
              x = __VERIFIER_nondet_int();
            //^^^^^^^^^^^^^^^^^^^^^^^^^^^ constant (input)
              __VERIFIER_assume(x > 0);
              __VERIFIER_assert(0);
              return 0;
            }
        "#]]);
    }
}

/// The examples of the paper on several traces, told anew: two buffers that the first round of a loop is to
/// allocate, but the loop starts with the second round.
mod buffers {
    use super::*;

    #[test]
    fn one_error_trace() {
        check(expect![[r#"
            int main(void) {
              int *left, *right, round;
              left = 0;
            //^^^^^^^^ irrelevant
              right = 0;
            //^^^^^^^^^ irrelevant
              round = 1;
            //^^^^^^^^^ constant
              while (round < 10) {
                if (round == 0) {
                  left = malloc(sizeof(int));
                  right = malloc(sizeof(int));
                }
                __VERIFIER_assert(left != 0 && right != 0);
                round = round + 1;
              }
              return 0;
            }
        "#]]);
    }

    #[test]
    fn a_request_that_is_ignored() {
        check(expect![[r#"
            int main(void) {
              int *left = 0, *right = 0;
            //    ^^^^^^^^^ irrelevant
            //               ^^^^^^^^^^ irrelevant
              _Bool requested, respected;
              for (int round = 1; round < 10; round++) {
            //         ^^^^^^^^^ constant
                if (round == 0) {
                  left = malloc(sizeof(int));
                  right = malloc(sizeof(int));
                }
                respected = 0;
            //  ^^^^^^^^^^^^^ constant
                requested = __VERIFIER_nondet_bool();
            //  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ constant (input)
                if (requested) {
                  if (respected)
                    return 0;
                } else {
                  __VERIFIER_assume(0);
                }
                __VERIFIER_assert(left != 0 && right != 0);
              }
              return 0;
            }
        "#]]);
    }

    #[test]
    fn no_request() {
        check(expect![[r#"
            int main(void) {
              int *left = 0, *right = 0;
            //    ^^^^^^^^^ irrelevant
            //               ^^^^^^^^^^ irrelevant
              _Bool requested, respected;
              for (int round = 1; round < 10; round++) {
            //         ^^^^^^^^^ constant
                if (round == 0) {
                  left = malloc(sizeof(int));
                  right = malloc(sizeof(int));
                }
                respected = 0;
            //  ^^^^^^^^^^^^^ irrelevant
                requested = __VERIFIER_nondet_bool();
            //  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ constant (input)
                if (requested) {
                  if (respected)
                    return 0;
                  __VERIFIER_assume(0);
                }
                __VERIFIER_assert(left != 0 && right != 0);
              }
              return 0;
            }
        "#]]);
    }
}

mod discrepancies {
    use super::*;

    #[test]
    fn the_first_of_two_sums() {
        check(expect![[r#"
            int main(void) {
              int x, y, z;
            //          ^ expression (declaration)
              x = x + y;
            //^^^^^^^^^ expression
              x = x + z;
            //^^^^^^^^^ constant
              y = y + z;
            //^^^^^^^^^ aberrant
              __VERIFIER_assert(x >= 0);
              return 0;
            }
        "#]]);
    }

    #[test]
    fn the_first_of_two_sums_with_an_input_between() {
        check(expect![[r#"
            int main(void) {
              int x, y, z;
              x = x + y;
            //^^^^^^^^^ irrelevant
              z = __VERIFIER_nondet_int();
            //^^^^^^^^^^^^^^^^^^^^^^^^^^^ expression (input)
              x = x + z;
            //^^^^^^^^^ constant
              y = y + z;
            //^^^^^^^^^ aberrant
              __VERIFIER_assert(x >= 0);
              return 0;
            }
        "#]]);
    }
}

mod strengths {
    use super::*;

    #[test]
    fn an_expression_where_no_constant_helps() {
        check(expect![[r#"
            int main(void) {
              int y = __VERIFIER_nondet_int();
            //    ^^^^^^^^^^^^^^^^^^^^^^^^^^^ constant (input)
              int x = 0;
            //    ^^^^^ expression
              __VERIFIER_assume(x == y);
              __VERIFIER_assert(0);
              return 0;
            }
        "#]]);
    }

    #[test]
    fn relevant_where_some_failing_executions_cannot_be_helped() {
        check(expect![[r#"
            int main(void) {
              int z = __VERIFIER_nondet_int();
            //    ^^^^^^^^^^^^^^^^^^^^^^^^^^^ irrelevant (input)
              int x = 1;
            //    ^^^^^ relevant
              __VERIFIER_assert(!(z > 0 | x == 1));
              return 0;
            }
        "#]]);
    }

    #[test]
    fn what_is_relevant_is_aberrant() {
        check(expect![[r#"
            int main(void) {
              int x = 2;
            //    ^^^^^ irrelevant
              int y = __VERIFIER_nondet_int();
            //    ^^^^^^^^^^^^^^^^^^^^^^^^^^^ constant (input)
              if (y < 3)
                x = 0;
            //  ^^^^^ constant
              else
                x = 1;
              __VERIFIER_assert(0 < x);
              return 0;
            }
        "#]]);
    }

    #[test]
    fn one_element_of_an_array() {
        check(expect![[r#"
            int main(void) {
              int a[3];
              int i;
              a[0] = 1;
            //^^^^^^^^ irrelevant
              i = 1;
            //^^^^^ relevant
              a[i] = 2;
            //^^^^^^^^ constant
              a[2] = 3;
            //^^^^^^^^ constant
              __VERIFIER_assert(a[1] == a[2]);
              return 0;
            }
        "#]]);
    }

    #[test]
    fn a_member_through_a_pointer() {
        check(expect![[r#"
            struct pair { int first, second; };
            int main(void) {
              struct pair p;
              struct pair *q = &p;
            //            ^^^^^^^ irrelevant
              p.first = 1;
            //^^^^^^^^^^^ irrelevant
              q->second = 2;
            //^^^^^^^^^^^^^ constant
              p.first = 3;
            //^^^^^^^^^^^ constant
              __VERIFIER_assert(p.first + q->second == 4);
              return 0;
            }
        "#]]);
    }

    #[test]
    fn an_argument_and_a_result() {
        check(expect![[r#"
            int half(int a) {
              return a / 2;
            //^^^^^^^^^^^^^ constant (return)
            }
            int main(void) {
              int x = half(5);
            //    ^^^^^^^^^^^ constant
            //             ^ constant (argument)
              __VERIFIER_assert(x == 3);
              return 0;
            }
        "#]]);
    }
}

mod classics {
    use super::*;

    #[test]
    fn related_disjuncts() {
        check(expect![[r#"
            int main(void) {
              int a = 3;
            //    ^^^^^ constant
              int b = 4;
            //    ^^^^^ constant
              __VERIFIER_assume(a < b || b < a);
              __VERIFIER_assert(0);
              return 0;
            }
        "#]]);
    }

    #[test]
    fn unrelated_disjuncts() {
        check(expect![[r#"
            int main(void) {
              int a = 3;
            //    ^^^^^ irrelevant
              int b = 4;
            //    ^^^^^ irrelevant
              __VERIFIER_assume(a == 3 || b == 4);
              __VERIFIER_assert(0);
              return 0;
            }
        "#]]);
    }

    #[test]
    fn related_inputs() {
        check(expect![[r#"
            int main(void) {
              int a = __VERIFIER_nondet_int();
            //    ^^^^^^^^^^^^^^^^^^^^^^^^^^^ irrelevant (input)
              int b = __VERIFIER_nondet_int();
            //    ^^^^^^^^^^^^^^^^^^^^^^^^^^^ expression (input)
              __VERIFIER_assume(a != b);
              __VERIFIER_assert(0);
              return 0;
            }
        "#]]);
    }

    #[test]
    fn the_wrong_branch() {
        check(expect![[r#"
            int main(void) {
              int state = 0, level = 0;
            //    ^^^^^^^^^ irrelevant
            //               ^^^^^^^^^ constant
              if (level == 0) {
                state = 1;
            //  ^^^^^^^^^ constant
              } else {
                level = 2;
              }
              __VERIFIER_assert(state == 0);
              return 0;
            }
        "#]]);
    }

    #[test]
    fn a_branch_that_is_not_taken() {
        check(expect![[r#"
            int main(void) {
              int x = 1, y = 0;
            //    ^^^^^ constant
            //           ^^^^^ constant
              if (y)
                y = 2;
              __VERIFIER_assert(x != 1);
              return y;
            }
        "#]]);
    }

    #[test]
    fn a_copy_that_is_one_round_late() {
        check(expect![[r#"
            int main(void) {
              int last = 0, next = 0, unused = 0;
            //    ^^^^^^^^ irrelevant
            //              ^^^^^^^^ constant
            //                        ^^^^^^^^^^ irrelevant
              for (int i = 0; i < 3; i++) {
            //         ^^^^^ constant
            //                       ^^^ constant
                last = next;
            //  ^^^^^^^^^^^ constant
                next++;
            //  ^^^^^^ constant
              }
              __VERIFIER_assert(last == 3);
              return unused;
            }
        "#]]);
    }
}
