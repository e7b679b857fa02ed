//! Known answers.

use crate::numbers::Interval;
use crate::octagon::{Linear, Literal, Octagon, Widening};

const X: usize = 0;
const Y: usize = 1;

fn x_minus_y(octagon: &Octagon) -> Option<i128> {
    octagon.largest_sum(Literal::plus(X), Literal::minus(Y))
}

#[test]
fn tight_closure_rounds_twice_a_variable_to_even_numbers() {
    // x + y <= 5, x - y <= 0: over the rationals x <= 5/2.
    let octagon = Octagon::top(2).at_most(Literal::plus(X), Literal::plus(Y), 5);
    let octagon = octagon.and_then(|it| it.at_most(Literal::plus(X), Literal::minus(Y), 0)).expect("points");
    assert_eq!(octagon.range(X).ends().1, 2);
    // x + y = 5 and x = y have a rational point only.
    let octagon = Octagon::top(2).at_most(Literal::plus(X), Literal::plus(Y), 5);
    let octagon = octagon.and_then(|it| it.at_most(Literal::minus(X), Literal::minus(Y), -5));
    let octagon = octagon.and_then(|it| it.at_most(Literal::plus(X), Literal::minus(Y), 0)).expect("points");
    assert_eq!(octagon.at_most(Literal::minus(X), Literal::plus(Y), 0), None);
}

#[test]
fn a_counter_and_its_bound_stay_related() {
    // y in [0, 10]; x := 0; x < y; x := x + 1.
    let octagon = Octagon::top(2).within(Y, Interval::new(0, 10)).expect("points");
    let octagon = octagon.assign(X, &Linear::number(0));
    let below = Linear::variable(X).minus(&Linear::variable(Y)).expect("small").shifted(1);
    let octagon = octagon.assume(&below).expect("points");
    assert_eq!(octagon.range(Y).ends(), (1, 10));
    let octagon = octagon.assign(X, &Linear::variable(X).shifted(1));
    assert_eq!((x_minus_y(&octagon), octagon.range(X).ends()), (Some(0), (1, 1)));
}

#[test]
fn widening_stops_at_thresholds_and_then_at_nothing() {
    let at = |number: i128| Octagon::top(1).within(X, Interval::new(0, number)).expect("points");
    let mut chain = Widening::new(&at(0));
    chain.widen(&at(1), &[-1, 0, 7, 9]);
    assert_eq!(chain.octagon().range(X).ends(), (0, 7));
    chain.widen(&at(8), &[-1, 0, 7, 9]);
    assert_eq!(chain.octagon().range(X).ends(), (0, 9));
    chain.widen(&at(10), &[-1, 0, 7, 9]);
    assert_eq!(chain.octagon().range(X).ends(), (0, i128::MAX));
    assert_eq!(chain.octagon().narrow(&at(20)).range(X).ends(), (0, 20));
}

#[test]
fn large_numbers_become_no_bounds_instead_of_wrapping() {
    let large = 1_i128 << 119;
    let interval = Interval::new(large, large);
    let mut octagon =
        Octagon::top(2).within(X, interval).expect("points").within(Y, interval).expect("points");
    for _ in 0..4 {
        octagon = octagon.assign(X, &Linear::variable(X).shifted(large));
        octagon = octagon.assign(Y, &Linear::variable(Y).shifted(-large));
    }
    let (lo, hi) = octagon.range(X).ends();
    assert!(lo <= 5 * large && hi == i128::MAX, "{lo} {hi}");
    assert!(octagon.range(Y).ends().1 >= -3 * large);
    assert!(!octagon.is_exact());
}
