//! Random octagons over three variables in a small box, with all their points.

use std::collections::BTreeSet;

use crate::numbers::Interval;
use crate::octagon::{Linear, Literal, Octagon, Widening};

const N_VARIABLES: usize = 3;
/// Points are between the negation of this and this.
const SIDE: i128 = 3;

type Point = [i128; N_VARIABLES];
type Points = BTreeSet<Point>;

/// A small generator of numbers (xorshift), the same everywhere.
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    fn below(&mut self, bound: u64) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 16) % bound) as usize
    }

    fn number(&mut self, size: i128) -> i128 {
        self.below(2 * size as u64 + 1) as i128 - size
    }

    fn variable(&mut self) -> usize {
        self.below(N_VARIABLES as u64)
    }

    fn literal(&mut self) -> Literal {
        if self.below(2) == 0 { Literal::plus(self.variable()) } else { Literal::minus(self.variable()) }
    }

    fn interval(&mut self) -> Interval {
        let (one, other) = (self.number(3), self.number(3));
        if self.below(2) == 0 {
            Interval::new(one, one)
        } else {
            Interval::new(one.min(other), one.max(other))
        }
    }

    /// A form of up to `n_terms` terms with coefficients up to `size`.
    fn form(&mut self, n_terms: u64, size: i128) -> Linear {
        let mut form = Linear::interval(self.interval());
        for _ in 0..self.below(n_terms + 1) {
            let term = Linear::variable(self.variable()).times(self.number(size)).expect("small");
            form = form.plus(&term).expect("small");
        }
        form
    }

    /// Constraints, and the octagon of them in the box.
    fn octagon(&mut self) -> (Vec<(Literal, Literal, i128)>, Option<Octagon>) {
        let mut constraints = Vec::new();
        for _ in 0..self.below(6) {
            let (one, other) = (self.literal(), self.literal());
            let size = if one == other { 2 * SIDE } else { SIDE };
            constraints.push((one, other, self.number(size)));
        }
        let mut octagon = Some(boxed());
        for (one, other, bound) in &constraints {
            octagon = octagon.and_then(|it| it.at_most(*one, *other, *bound));
        }
        (constraints, octagon)
    }

    fn some_octagon(&mut self) -> Octagon {
        loop {
            if let (_, Some(octagon)) = self.octagon() {
                return octagon;
            }
        }
    }
}

fn boxed() -> Octagon {
    let interval = Interval::new(-SIDE, SIDE);
    (0..N_VARIABLES).fold(Octagon::top(N_VARIABLES), |octagon, variable| {
        octagon.within(variable, interval).expect("a box")
    })
}

/// All points with coordinates up to a size.
fn grid(size: i128) -> impl Iterator<Item = Point> {
    let side = move || -size..=size;
    side().flat_map(move |x| side().flat_map(move |y| side().map(move |z| [x, y, z])))
}

fn points(octagon: &Octagon) -> Points {
    grid(SIDE).filter(|point| octagon.contains(point)).collect()
}

fn value(literal: Literal, point: &Point) -> i128 {
    let value = point[literal.variable()];
    if literal.is_negative() { -value } else { value }
}

fn sums() -> Vec<(Literal, Literal)> {
    let literals: Vec<Literal> =
        (0..N_VARIABLES).flat_map(|it| [Literal::plus(it), Literal::minus(it)]).collect();
    let pairs = literals.iter().flat_map(|one| literals.iter().map(|other| (*one, *other)));
    pairs.filter(|(one, other)| *one != other.negated()).collect()
}

/// That an octagon is the smallest one of some points: each bound is attained.
#[track_caller]
fn check_smallest(octagon: &Octagon, points: &Points) {
    for (one, other) in sums() {
        let largest = points.iter().map(|point| value(one, point) + value(other, point)).max();
        assert_eq!(octagon.largest_sum(one, other), largest, "{one:?} {other:?} in {octagon:?}");
    }
}

/// The values of a form in a point.
fn values(form: &Linear, point: &Point) -> impl Iterator<Item = i128> + use<> {
    let sum: i128 = form.terms().iter().map(|(variable, factor)| point[*variable] * factor).sum();
    let (lo, hi) = form.rest().ends();
    (lo..=hi).map(move |rest| sum + rest)
}

fn has_unit_form(form: &Linear) -> bool {
    matches!(form.terms(), [] | [(_, 1 | -1)])
}

#[test]
fn closure_is_canonical() {
    let mut n_empty = 0;
    for seed in 1..=300 {
        let (constraints, octagon) = Random::new(seed).octagon();
        let holds = |point: &Point| {
            constraints.iter().all(|(one, other, bound)| value(*one, point) + value(*other, point) <= *bound)
        };
        let expected: Points = grid(SIDE).filter(holds).collect();
        // One after the other, in another order, and all at once.
        let mut reversed = Some(boxed());
        for (one, other, bound) in constraints.iter().rev() {
            reversed = reversed.and_then(|it| it.at_most(*one, *other, *bound));
        }
        let at_once =
            constraints.iter().try_fold(Octagon::top(N_VARIABLES), |octagon, (one, other, bound)| {
                octagon.at_most(*one, *other, *bound)
            });
        let at_once = at_once.and_then(|it| it.meet(&boxed()));
        assert_eq!(octagon, reversed, "seed {seed}");
        assert_eq!(octagon, at_once, "seed {seed}");
        match octagon {
            Some(octagon) => {
                assert_eq!(points(&octagon), expected, "seed {seed}");
                check_smallest(&octagon, &expected);
            }
            None => {
                n_empty += 1;
                assert_eq!(expected, Points::new(), "seed {seed}");
            }
        }
    }
    assert!(n_empty > 50, "{n_empty} are empty");
}

#[test]
fn lattice_operations_are_exact() {
    for seed in 1..=400 {
        let mut random = Random::new(seed);
        let (one, other) = (random.some_octagon(), random.some_octagon());
        let (one_points, other_points) = (points(&one), points(&other));
        assert_eq!(one.is_within(&other), one_points.is_subset(&other_points), "seed {seed}");
        check_smallest(&one.join(&other), &one_points.union(&other_points).copied().collect());
        let common: Points = one_points.intersection(&other_points).copied().collect();
        match one.meet(&other) {
            Some(met) => check_smallest(&met, &common),
            None => assert_eq!(common, Points::new(), "seed {seed}"),
        }
        let narrowed = one.join(&other).narrow(&one);
        assert!(one.is_within(&narrowed) && narrowed.is_within(&one.join(&other)), "seed {seed}");
        let variable = random.variable();
        let forgotten = one.forget(variable);
        for point in grid(SIDE) {
            let mut others = (-SIDE..=SIDE).map(|value| {
                let mut other = point;
                other[variable] = value;
                other
            });
            assert_eq!(forgotten.contains(&point), others.any(|it| one_points.contains(&it)), "seed {seed}");
        }
        let kept = [2, 0];
        let projected = one.project(&kept);
        for point in grid(SIDE) {
            let is_seen = one_points.iter().any(|it| it[2] == point[0] && it[0] == point[1]);
            assert_eq!(projected.contains(&point[..2]), is_seen, "seed {seed}");
        }
    }
}

#[test]
fn widening_grows_and_comes_to_an_end() {
    for seed in 1..=200 {
        let mut random = Random::new(seed);
        let first = random.some_octagon();
        let mut chain = Widening::new(&first);
        let thresholds = if seed % 2 == 0 { vec![-2, 0, 3] } else { Vec::new() };
        let mut n_changes = 0;
        for _ in 0..200 {
            let before = chain.octagon();
            // What a loop does with the set so far.
            let form = random.form(2, 1);
            let grown = before.join(&before.assign(random.variable(), &form));
            chain.widen(&grown, &thresholds);
            let after = chain.octagon();
            assert!(first.is_within(&after) && before.is_within(&after), "seed {seed}");
            assert!(grown.is_within(&after), "seed {seed}");
            n_changes += usize::from(before != after);
        }
        // A bound changes at most once for each threshold, and once more.
        assert!(n_changes <= sums().len() * (thresholds.len() + 1), "seed {seed}: {n_changes}");
    }
}

#[test]
fn forms_are_bounded_from_above() {
    for seed in 1..=300 {
        let mut random = Random::new(seed);
        let octagon = random.some_octagon();
        let form = random.form(4, 3);
        let all: BTreeSet<i128> = points(&octagon).iter().flat_map(|point| values(&form, point)).collect();
        let (lo, hi) = octagon.eval(&form).ends();
        let (first, last) = (*all.first().expect("points"), *all.last().expect("points"));
        assert!(lo <= first && last <= hi, "seed {seed}: {form:?} in {octagon:?}");
        if form.is_octagonal() && form.terms().iter().all(|(_, factor)| factor.abs() == 1) {
            assert_eq!((lo, hi), (first, last), "seed {seed}");
        }
    }
}

#[test]
fn tests_keep_the_points_that_pass() {
    let mut n_exact = 0;
    for seed in 1..=400 {
        let mut random = Random::new(seed);
        let octagon = random.some_octagon();
        let form = random.form(3, 2);
        let passes = |point: &Point| values(&form, point).any(|value| value <= 0);
        let expected: Points = points(&octagon).into_iter().filter(passes).collect();
        let tested = octagon.assume(&form);
        let kept = tested.as_ref().map(points).unwrap_or_default();
        assert!(expected.is_subset(&kept), "seed {seed}: {form:?} in {octagon:?}");
        if form.is_octagonal() {
            n_exact += 1;
            assert_eq!(kept, expected, "seed {seed}");
        }
        if let Some(tested) = tested {
            // Closed again.
            check_smallest(&tested, &kept);
        }
    }
    assert!(n_exact > 80);
}

#[test]
fn assignments_have_all_their_results() {
    let (mut n_unit, mut n_tight) = (0, 0);
    for seed in 1..=400 {
        let mut random = Random::new(seed);
        let octagon = random.some_octagon();
        let (variable, form) = (random.variable(), random.form(3, 2));
        let mut results = Points::new();
        for point in points(&octagon) {
            for value in values(&form, &point) {
                let mut result = point;
                result[variable] = value;
                results.insert(result);
            }
        }
        let assigned = octagon.assign(variable, &form);
        assert!(results.iter().all(|point| assigned.contains(point)), "seed {seed}: {form:?} in {octagon:?}");
        let mut wide = Points::new();
        for mut point in grid(SIDE).filter(|point| point[variable] == 0) {
            for value in -40..=40 {
                point[variable] = value;
                if assigned.contains(&point) {
                    wide.insert(point);
                }
            }
        }
        check_smallest(&assigned, &wide);
        if has_unit_form(&form) {
            n_unit += 1;
            check_smallest(&assigned, &results);
        } else {
            n_tight += usize::from(wide == results);
        }
    }
    assert!(n_unit > 80 && n_tight > 0, "{n_unit} {n_tight}");
}

#[test]
fn preconditions_have_all_points_that_lead_into_the_set() {
    let mut n_exact = 0;
    for seed in 1..=300 {
        let mut random = Random::new(seed);
        let octagon = random.some_octagon();
        let (variable, form) = (random.variable(), random.form(3, 2));
        let leads = |point: &Point| {
            values(&form, point).any(|value| {
                let mut result = *point;
                result[variable] = value;
                octagon.contains(&result)
            })
        };
        let expected: Points = grid(SIDE + 2).filter(leads).collect();
        let before = octagon.pre_assign(variable, &form);
        let found: Points = match &before {
            Some(before) => grid(SIDE + 2).filter(|point| before.contains(point)).collect(),
            None => Points::new(),
        };
        assert!(expected.is_subset(&found), "seed {seed}: {variable} := {form:?} to {octagon:?}");
        if has_unit_form(&form) {
            n_exact += 1;
            assert_eq!(found, expected, "seed {seed}: {variable} := {form:?} to {octagon:?}");
        }
    }
    assert!(n_exact > 60);
}
