//! Linear forms: sums of variables with coefficients, and an interval.

use crate::limits::MAX_PAIRED_TERMS;
use crate::numbers::Interval;

use super::matrix::{Literal, Octagon};

/// Coefficients are not greater than this, so that they can be multiplied with values.
const MAX_COEFFICIENT: i128 = 1 << 64;

/// A sum of variables with coefficients, and of any number of an interval.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Linear {
    /// By variable, none of them zero.
    terms: Vec<(usize, i128)>,
    rest: Interval,
}

impl Linear {
    /// Any number of an interval.
    pub fn interval(rest: Interval) -> Linear {
        Linear { terms: Vec::new(), rest }
    }

    /// A number.
    pub fn number(number: i128) -> Linear {
        Linear::interval(Interval::constant(Some(number)))
    }

    /// A variable.
    pub fn variable(variable: usize) -> Linear {
        Linear { terms: vec![(variable, 1)], rest: Interval::new(0, 0) }
    }

    /// The variables with their coefficients, none of which is zero.
    pub fn terms(&self) -> &[(usize, i128)] {
        &self.terms
    }

    /// The interval.
    pub fn rest(&self) -> Interval {
        self.rest
    }

    /// The coefficient of a variable.
    pub fn coefficient(&self, variable: usize) -> i128 {
        self.terms.iter().find(|(it, _)| *it == variable).map_or(0, |(_, coefficient)| *coefficient)
    }

    /// A multiple; none if its coefficients are too large.
    pub fn times(&self, factor: i128) -> Option<Linear> {
        if factor == 0 {
            return Some(Linear::number(0));
        }
        let multiple = |(variable, coefficient): &(usize, i128)| {
            let product = coefficient.checked_mul(factor)?;
            (product.unsigned_abs() <= MAX_COEFFICIENT.unsigned_abs()).then_some((*variable, product))
        };
        let terms = self.terms.iter().map(multiple).collect::<Option<Vec<_>>>()?;
        Some(Linear { terms, rest: self.rest.mul(Interval::constant(Some(factor))) })
    }

    /// The sum; none if its coefficients are too large.
    pub fn plus(&self, other: &Linear) -> Option<Linear> {
        let mut terms = self.terms.clone();
        for (variable, coefficient) in &other.terms {
            match terms.iter_mut().find(|(it, _)| it == variable) {
                Some((_, sum)) => *sum += coefficient,
                None => terms.push((*variable, *coefficient)),
            }
        }
        terms.retain(|(_, coefficient)| *coefficient != 0);
        terms.sort_unstable();
        let is_small = terms.iter().all(|(_, coefficient)| coefficient.abs() <= MAX_COEFFICIENT);
        is_small.then(|| Linear { terms, rest: self.rest.add(other.rest) })
    }

    /// The difference; none if its coefficients are too large.
    pub fn minus(&self, other: &Linear) -> Option<Linear> {
        self.plus(&other.times(-1)?)
    }

    /// The form with a number added.
    #[must_use]
    pub fn shifted(&self, number: i128) -> Linear {
        Linear { terms: self.terms.clone(), rest: self.rest.add(Interval::constant(Some(number))) }
    }

    /// Whether `form <= 0` can be said in an octagon: at most two variables, whose coefficients are the same but for their
    /// sign, and a number.
    pub fn is_octagonal(&self) -> bool {
        let same = match self.terms[..] {
            [] | [_] => true,
            [(_, one), (_, other)] => one.abs() == other.abs(),
            _ => false,
        };
        same && self.rest.as_constant().is_some()
    }

    /// The literal of a term's sign, and its coefficient without the sign.
    pub(super) fn literal((variable, coefficient): (usize, i128)) -> (Literal, i128) {
        let literal = if coefficient < 0 { Literal::minus(variable) } else { Literal::plus(variable) };
        (literal, coefficient.abs())
    }
}

impl Octagon {
    /// What a linear form is in the points of the set. Exact for octagonal forms.
    pub fn eval(&self, form: &Linear) -> Interval {
        let hi = self.largest(form.terms());
        let negated: Vec<(usize, i128)> = form.terms().iter().map(|(it, factor)| (*it, -factor)).collect();
        let lo = self.largest(&negated);
        let ends = Interval::new(lo.map_or(i128::MIN, |it| -it), hi.unwrap_or(i128::MAX));
        ends.add(form.rest())
    }

    /// An upper bound of a sum, from those of its parts of one and two variables.
    pub(super) fn largest(&self, terms: &[(usize, i128)]) -> Option<i128> {
        let single = |term: (usize, i128)| {
            let (literal, factor) = Linear::literal(term);
            (self.largest_sum(literal, literal)? / 2).checked_mul(factor)
        };
        let singles = |terms: &[(usize, i128)]| {
            terms.iter().try_fold(0_i128, |sum, term| sum.checked_add(single(*term)?))
        };
        let apart = singles(terms);
        let [first, rest @ ..] = terms else { return apart };
        if terms.len() > MAX_PAIRED_TERMS {
            return apart;
        }
        // The first with each of the others, as often as both stand there, and what is left by itself.
        let paired = rest.iter().enumerate().filter_map(|(idx, second)| {
            let ((one, times), (other, other_times)) = (Linear::literal(*first), Linear::literal(*second));
            let common = times.min(other_times);
            let both = self.largest_sum(one, other)?.checked_mul(common)?;
            let mut left: Vec<(usize, i128)> = rest.to_vec();
            left.remove(idx);
            let sum = self.largest(&left)?.checked_add(both)?;
            let more = |term: (usize, i128), times: i128| match times - common {
                0 => Some(0),
                extra => single((term.0, extra * term.1.signum())),
            };
            sum.checked_add(more(*first, times)?)?.checked_add(more(*second, other_times)?)
        });
        let alone = single(*first).zip(self.largest(rest)).and_then(|(one, other)| one.checked_add(other));
        paired.chain(apart).chain(alone).min()
    }
}
