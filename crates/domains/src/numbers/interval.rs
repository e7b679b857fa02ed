//! Intervals of mathematical integers.

use super::bits::{Range, next_above, next_below};
use super::truth::Truth;

/// An interval of integers, not empty. An end at the extreme of `i128` stands for infinity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Interval {
    lo: i128,
    hi: i128,
}

const INFINITE: Range = (i128::MIN, i128::MAX);

impl Interval {
    /// All integers.
    pub const ANY: Interval = Interval { lo: INFINITE.0, hi: INFINITE.1 };

    /// The integers between two ends.
    pub fn new(lo: i128, hi: i128) -> Interval {
        // No interval consists of infinity alone.
        Interval { lo: lo.min(INFINITE.1 - 1), hi: hi.max(INFINITE.0 + 1) }
    }

    /// One integer; all where it is too large to be told.
    pub fn constant(number: Option<i128>) -> Interval {
        match number {
            Some(number) if number != INFINITE.0 && number != INFINITE.1 => Interval::new(number, number),
            _ => Interval::ANY,
        }
    }

    /// The two ends.
    pub fn ends(self) -> Range {
        (self.lo, self.hi)
    }

    /// The only integer, if there is only one.
    pub fn as_constant(self) -> Option<i128> {
        (self.lo == self.hi).then_some(self.lo)
    }

    /// Whether this interval is a part of the other.
    pub fn is_within(self, other: Interval) -> bool {
        other.lo <= self.lo && self.hi <= other.hi
    }

    /// An interval that has all of both.
    #[must_use]
    pub fn join(self, other: Interval) -> Interval {
        Interval { lo: self.lo.min(other.lo), hi: self.hi.max(other.hi) }
    }

    /// What is in both intervals; none if nothing is.
    pub fn meet(self, other: Interval) -> Option<Interval> {
        let (lo, hi) = (self.lo.max(other.lo), self.hi.min(other.hi));
        (lo <= hi).then_some(Interval { lo, hi })
    }

    /// The interval without one integer, where that is at an end; none if nothing is left.
    pub(crate) fn without(self, number: i128) -> Option<Interval> {
        match self {
            Interval { lo, hi } if lo == number && hi == number => None,
            Interval { lo, hi } if lo == number => Some(Interval::new(lo + 1, hi)),
            Interval { lo, hi } if hi == number => Some(Interval::new(lo, hi - 1)),
            interval => Some(interval),
        }
    }

    /// What is at most some member of the other interval, or less than it; none if nothing is.
    pub(crate) fn below(self, other: Interval, strictly: bool) -> Option<Interval> {
        let hi = if other.hi == INFINITE.1 { INFINITE.1 } else { other.hi - i128::from(strictly) };
        self.meet(Interval::new(INFINITE.0, hi))
    }

    /// What is at least some member of the other interval, or greater; none if nothing is.
    pub(crate) fn above(self, other: Interval, strictly: bool) -> Option<Interval> {
        let lo = if other.lo == INFINITE.0 { INFINITE.0 } else { other.lo + i128::from(strictly) };
        self.meet(Interval::new(lo, INFINITE.1))
    }

    /// Where the ends of `grown` are beyond those of this interval, they go to the next threshold or to infinity.
    #[must_use]
    pub fn widen(self, grown: Interval, thresholds: &[i128]) -> Interval {
        let lo = if grown.lo < self.lo { next_below(thresholds, grown.lo) } else { self.lo };
        let hi = if grown.hi > self.hi { next_above(thresholds, grown.hi) } else { self.hi };
        Interval { lo, hi }
    }

    /// The negated integers.
    pub(crate) fn neg(self) -> Interval {
        let negated = |end: i128| match end {
            i128::MIN => INFINITE.1,
            i128::MAX => INFINITE.0,
            end => -end,
        };
        Interval::new(negated(self.hi), negated(self.lo))
    }

    /// The sums.
    pub(crate) fn add(self, other: Interval) -> Interval {
        let end = |lhs: i128, rhs: i128, infinite: i128| {
            let sum = if lhs == infinite || rhs == infinite { None } else { lhs.checked_add(rhs) };
            sum.filter(|sum| is_finite(*sum)).unwrap_or(infinite)
        };
        Interval::new(end(self.lo, other.lo, INFINITE.0), end(self.hi, other.hi, INFINITE.1))
    }

    /// The differences.
    pub(crate) fn sub(self, other: Interval) -> Interval {
        self.add(other.neg())
    }

    /// The products.
    pub(crate) fn mul(self, other: Interval) -> Interval {
        let corners = [(self.lo, other.lo), (self.lo, other.hi), (self.hi, other.lo), (self.hi, other.hi)];
        let products = corners.map(|(lhs, rhs)| product(lhs, rhs));
        let (lo, hi) =
            products.iter().fold((INFINITE.1, INFINITE.0), |(lo, hi), it| (lo.min(*it), hi.max(*it)));
        Interval::new(lo, hi)
    }

    /// Euclidean division; anything where the divisor can be zero.
    pub(crate) fn div(self, other: Interval) -> Interval {
        match other.as_constant() {
            Some(divisor) if divisor > 0 => {
                let quotient = |end: i128| if is_finite(end) { end.div_euclid(divisor) } else { end };
                Interval { lo: quotient(self.lo), hi: quotient(self.hi) }
            }
            Some(divisor) if divisor < 0 => match divisor.checked_neg() {
                Some(divisor) => self.div(Interval::new(divisor, divisor)).neg(),
                None => Interval::ANY,
            },
            _ => Interval::ANY,
        }
    }

    /// The remainder of Euclidean division; anything where the divisor can be zero.
    pub(crate) fn rem(self, other: Interval) -> Interval {
        if other.lo <= 0 && other.hi >= 0 {
            return Interval::ANY;
        }
        let ends = [other.lo, other.hi];
        let smallest = ends.iter().map(|end| end.unsigned_abs()).min().unwrap_or(0);
        if self.lo >= 0 && self.hi.unsigned_abs() < smallest {
            return self;
        }
        let largest = ends.iter().all(|end| is_finite(*end)).then(|| ends[0].abs().max(ends[1].abs()) - 1);
        Interval { lo: 0, hi: largest.unwrap_or(INFINITE.1) }
    }

    pub(crate) fn less(self, other: Interval) -> Truth {
        // Infinite ends are no numbers, and compare as they should with the numbers there are.
        let (lhs, rhs) = (self.ends(), other.ends());
        let unbounded = lhs.0 == INFINITE.0 || rhs.1 == INFINITE.1;
        let open = lhs.1 == INFINITE.1 || rhs.0 == INFINITE.0;
        let truth = Truth::less(lhs, rhs);
        Truth { can_hold: truth.can_hold || unbounded, can_fail: truth.can_fail || open }
    }

    pub(crate) fn less_or_equal(self, other: Interval) -> Truth {
        other.less(self).not()
    }

    pub(crate) fn equals(self, other: Interval) -> Truth {
        let constants = self.as_constant().is_some() && self == other;
        Truth { can_hold: self.meet(other).is_some(), can_fail: !constants }
    }
}

fn is_finite(end: i128) -> bool {
    end != INFINITE.0 && end != INFINITE.1
}

/// The product of two ends; zero times infinity is zero, as the products of the numbers up to there are.
fn product(lhs: i128, rhs: i128) -> i128 {
    if lhs == 0 || rhs == 0 {
        return 0;
    }
    let infinite = if (lhs < 0) == (rhs < 0) { INFINITE.1 } else { INFINITE.0 };
    if is_finite(lhs) && is_finite(rhs) { lhs.checked_mul(rhs).unwrap_or(infinite) } else { infinite }
}
