//! Sets of bit-vectors: one interval among those whose sign bit is clear, one among those whose sign bit is set.
//!
//! Within each half the signed and the unsigned order agree, so that both kinds of comparison refine the same two
//! intervals, and no reduction between a signed and an unsigned interval is needed. Ends are kept as signed numbers.

use super::truth::Truth;
use faultscope_ir::modular::mask;

/// The two ends of an interval, both in it.
pub(crate) type Range = (i128, i128);

/// A set of bit-vectors of one width, not empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Bits {
    width: u32,
    /// Those whose sign bit is clear.
    low: Option<Range>,
    /// Those whose sign bit is set, as negative numbers.
    high: Option<Range>,
}

fn largest(width: u32) -> i128 {
    (mask(width) >> 1) as i128
}

fn hull(lhs: Option<Range>, rhs: Option<Range>) -> Option<Range> {
    match (lhs, rhs) {
        (Some(lhs), Some(rhs)) => Some((lhs.0.min(rhs.0), lhs.1.max(rhs.1))),
        (one, other) => one.or(other),
    }
}

fn intersection(lhs: Option<Range>, rhs: Option<Range>) -> Option<Range> {
    let (lhs, rhs) = (lhs?, rhs?);
    let both = (lhs.0.max(rhs.0), lhs.1.min(rhs.1));
    (both.0 <= both.1).then_some(both)
}

fn within(inner: Option<Range>, outer: Option<Range>) -> bool {
    match (inner, outer) {
        (None, _) => true,
        (Some(_), None) => false,
        (Some(inner), Some(outer)) => outer.0 <= inner.0 && inner.1 <= outer.1,
    }
}

/// The smallest and the largest of some numbers; none if there is none, or if one is missing.
fn extremes(numbers: [Option<i128>; 4]) -> Option<Range> {
    let first = numbers[0]?;
    numbers.iter().try_fold((first, first), |(lo, hi), number| {
        let number = (*number)?;
        Some((lo.min(number), hi.max(number)))
    })
}

impl Bits {
    /// All bit-vectors of a width.
    pub(crate) fn any(width: u32) -> Bits {
        let largest = largest(width);
        Bits { width, low: Some((0, largest)), high: Some((-largest - 1, -1)) }
    }

    /// One bit-vector.
    pub(crate) fn constant(width: u32, bits: u128) -> Bits {
        Bits::unsigned(width, bits & mask(width), bits & mask(width))
    }

    /// The bit-vectors between two, in the unsigned order.
    pub(crate) fn unsigned(width: u32, lo: u128, hi: u128) -> Bits {
        let top = largest(width) as u128;
        let signed = |bits: u128| (bits | !mask(width)) as i128;
        let low = (lo <= top).then(|| (lo as i128, hi.min(top) as i128));
        let high = (hi > top).then(|| (signed(lo.max(top + 1)), signed(hi)));
        Bits { width, low, high }
    }

    /// The numbers of a range, modulo two to the width.
    pub(crate) fn range(width: u32, (lo, hi): Range) -> Bits {
        let fits = hi.checked_sub(lo).is_some_and(|distance| (distance as u128) < mask(width));
        if !fits {
            return Bits::any(width);
        }
        let (lo, hi) = (lo as u128 & mask(width), hi as u128 & mask(width));
        if lo <= hi {
            Bits::unsigned(width, lo, hi)
        } else {
            Bits::unsigned(width, lo, mask(width)).join(Bits::unsigned(width, 0, hi))
        }
    }

    /// The numbers of a range that may not be known, modulo two to the width.
    fn of(width: u32, range: Option<Range>) -> Bits {
        range.map_or_else(|| Bits::any(width), |range| Bits::range(width, range))
    }

    /// The number of bits.
    pub(crate) fn width(self) -> u32 {
        self.width
    }

    fn bits(self, number: i128) -> u128 {
        number as u128 & mask(self.width)
    }

    fn halves(self) -> impl Iterator<Item = Range> {
        self.low.into_iter().chain(self.high)
    }

    /// The halves as ranges of unsigned numbers.
    fn unsigned_halves(self) -> impl Iterator<Item = (u128, u128)> {
        self.halves().map(move |(lo, hi)| (self.bits(lo), self.bits(hi)))
    }

    /// The smallest and the largest in the signed order.
    pub(crate) fn signed_ends(self) -> Range {
        hull(self.low, self.high).unwrap_or((0, 0))
    }

    /// The smallest and the largest in the unsigned order.
    pub(crate) fn unsigned_ends(self) -> (u128, u128) {
        let lo = self.low.or(self.high).map_or(0, |(lo, _)| self.bits(lo));
        let hi = self.high.or(self.low).map_or(0, |(_, hi)| self.bits(hi));
        (lo, hi)
    }

    /// The bit-vectors as one range of signed numbers, if their sign bits agree.
    pub(crate) fn one_range(self) -> Option<Range> {
        match (self.low, self.high) {
            (Some(range), None) | (None, Some(range)) => Some(range),
            _ => None,
        }
    }

    /// The only bit-vector, if there is only one.
    pub(crate) fn as_constant(self) -> Option<u128> {
        let (lo, hi) = self.signed_ends();
        (lo == hi).then(|| self.bits(lo))
    }

    /// Whether a bit-vector is in the set.
    #[cfg(test)]
    pub(crate) fn contains(self, bits: u128) -> bool {
        Bits::constant(self.width, bits).is_within(self)
    }

    /// Whether this set is a part of the other.
    pub(crate) fn is_within(self, other: Bits) -> bool {
        within(self.low, other.low) && within(self.high, other.high)
    }

    /// A set that has all of both.
    pub(crate) fn join(self, other: Bits) -> Bits {
        Bits { low: hull(self.low, other.low), high: hull(self.high, other.high), ..self }
    }

    /// What is in both sets; none if nothing is.
    pub(crate) fn meet(self, other: Bits) -> Option<Bits> {
        let (low, high) = (intersection(self.low, other.low), intersection(self.high, other.high));
        (low.is_some() || high.is_some()).then_some(Bits { low, high, ..self })
    }

    /// The set without one bit-vector, where that is at an end; none if nothing is left.
    pub(crate) fn without(self, bits: u128) -> Option<Bits> {
        let number = Bits::constant(self.width, bits).signed_ends().0;
        let trim = |half: Option<Range>| match half {
            Some((lo, hi)) if lo == number && hi == number => None,
            Some((lo, hi)) if lo == number => Some((lo + 1, hi)),
            Some((lo, hi)) if hi == number => Some((lo, hi - 1)),
            half => half,
        };
        let (low, high) = (trim(self.low), trim(self.high));
        (low.is_some() || high.is_some()).then_some(Bits { low, high, ..self })
    }

    /// The bit-vectors that are a residue modulo something, as unsigned numbers; none if there are none.
    pub(crate) fn aligned(self, modulus: u128, residue: u128) -> Option<Bits> {
        let halves = self.unsigned_halves().filter_map(|(lo, hi)| {
            let ahead = (residue % modulus + modulus - lo % modulus) % modulus;
            let behind = (hi % modulus + modulus - residue % modulus) % modulus;
            let (lo, hi) = (lo.checked_add(ahead)?, hi.checked_sub(behind)?);
            (lo <= hi).then(|| Bits::unsigned(self.width, lo, hi))
        });
        halves.reduce(Bits::join)
    }

    /// What is at most (in the signed order) some member of the other set, or less than it; none if nothing is.
    pub(crate) fn signed_below(self, other: Bits, strictly: bool) -> Option<Bits> {
        let hi = other.signed_ends().1.checked_sub(strictly.into())?;
        let lo = -largest(self.width) - 1;
        if hi < lo { None } else { self.meet(Bits::range(self.width, (lo, hi))) }
    }

    /// What is at least (in the signed order) some member of the other set, or greater; none if nothing is.
    pub(crate) fn signed_above(self, other: Bits, strictly: bool) -> Option<Bits> {
        let lo = other.signed_ends().0.checked_add(strictly.into())?;
        let hi = largest(self.width);
        if lo > hi { None } else { self.meet(Bits::range(self.width, (lo, hi))) }
    }

    /// As [`Bits::signed_below`], in the unsigned order.
    pub(crate) fn unsigned_below(self, other: Bits, strictly: bool) -> Option<Bits> {
        let hi = other.unsigned_ends().1.checked_sub(strictly.into())?;
        self.meet(Bits::unsigned(self.width, 0, hi))
    }

    /// As [`Bits::signed_above`], in the unsigned order.
    pub(crate) fn unsigned_above(self, other: Bits, strictly: bool) -> Option<Bits> {
        let lo = other.unsigned_ends().0.checked_add(strictly.into())?;
        if lo > mask(self.width) { None } else { self.meet(Bits::unsigned(self.width, lo, mask(self.width))) }
    }

    /// Where the ends of `grown` are beyond those of this set, they go to the next of the thresholds (ascending
    /// signed numbers) or as far as they can.
    pub(crate) fn widen(self, grown: Bits, thresholds: &[i128]) -> Bits {
        let largest = largest(self.width);
        let half = |old: Option<Range>, new: Option<Range>, limit: Range| {
            let (Some(old), Some(new)) = (old, new) else { return new };
            let lo = if new.0 < old.0 { next_below(thresholds, new.0).max(limit.0) } else { old.0 };
            let hi = if new.1 > old.1 { next_above(thresholds, new.1).min(limit.1) } else { old.1 };
            Some((lo, hi))
        };
        let low = half(self.low, grown.low, (0, largest));
        let high = half(self.high, grown.high, (-largest - 1, -1));
        Bits { low, high, ..self }
    }

    /// Applies an operation half by half.
    fn map(self, width: u32, operation: impl Fn(Range) -> Bits) -> Bits {
        let results = self.halves().map(operation);
        results.reduce(Bits::join).unwrap_or_else(|| Bits::any(width))
    }

    /// Applies an operation to the halves of two sets of the same width.
    fn map2(self, other: Bits, operation: impl Fn(Range, Range) -> Bits) -> Bits {
        self.map(self.width, |lhs| other.map(self.width, |rhs| operation(lhs, rhs)))
    }

    /// As [`Bits::map2`], on unsigned numbers.
    fn map2_unsigned(self, other: Bits, operation: impl Fn((u128, u128), (u128, u128)) -> Bits) -> Bits {
        let unsigned = |(lo, hi): Range| (self.bits(lo), self.bits(hi));
        self.map2(other, |lhs, rhs| operation(unsigned(lhs), unsigned(rhs)))
    }

    pub(crate) fn neg(self) -> Bits {
        self.map(self.width, |(lo, hi)| Bits::of(self.width, hi.checked_neg().zip(lo.checked_neg())))
    }

    pub(crate) fn not(self) -> Bits {
        self.map(self.width, |(lo, hi)| Bits::range(self.width, (!hi, !lo)))
    }

    pub(crate) fn add(self, other: Bits) -> Bits {
        self.map2(other, |a, b| Bits::of(self.width, a.0.checked_add(b.0).zip(a.1.checked_add(b.1))))
    }

    pub(crate) fn sub(self, other: Bits) -> Bits {
        self.map2(other, |a, b| Bits::of(self.width, a.0.checked_sub(b.1).zip(a.1.checked_sub(b.0))))
    }

    pub(crate) fn mul(self, other: Bits) -> Bits {
        self.map2(other, |a, b| {
            let corners = [(a.0, b.0), (a.0, b.1), (a.1, b.0), (a.1, b.1)];
            Bits::of(self.width, extremes(corners.map(|(lhs, rhs)| lhs.checked_mul(rhs))))
        })
    }

    pub(crate) fn udiv(self, other: Bits) -> Bits {
        let all = Bits::constant(self.width, mask(self.width));
        self.map2_unsigned(other, |a, b| {
            if b.1 == 0 {
                return all;
            }
            let quotient = Bits::unsigned(self.width, a.0 / b.1, a.1 / b.0.max(1));
            if b.0 == 0 { quotient.join(all) } else { quotient }
        })
    }

    pub(crate) fn urem(self, other: Bits) -> Bits {
        self.map2_unsigned(other, |a, b| {
            let whole = Bits::unsigned(self.width, a.0, a.1);
            if b.1 == 0 || a.1 < b.0 {
                return whole;
            }
            if b.0 == b.1 && a.0 / b.0 == a.1 / b.0 {
                return Bits::unsigned(self.width, a.0 % b.0, a.1 % b.0);
            }
            let remainder = Bits::unsigned(self.width, 0, a.1.min(b.1 - 1));
            if b.0 == 0 { remainder.join(whole) } else { remainder }
        })
    }

    pub(crate) fn sdiv(self, other: Bits) -> Bits {
        self.map2(other, |a, b| {
            let by_zero = Bits::range(self.width, if a.0 < 0 { (1, 1) } else { (-1, -1) });
            if b == (0, 0) {
                return by_zero;
            }
            let first = if b.0 == 0 { 1 } else { b.0 };
            let corners = [(a.0, first), (a.0, b.1), (a.1, first), (a.1, b.1)];
            let quotients = extremes(corners.map(|(lhs, rhs)| lhs.checked_div(rhs)));
            let quotient = Bits::of(self.width, quotients);
            if b.0 == 0 { quotient.join(by_zero) } else { quotient }
        })
    }

    pub(crate) fn srem(self, other: Bits) -> Bits {
        self.map2(other, |a, b| {
            let whole = Bits::range(self.width, a);
            let sizes = |range: Range| (range.0.unsigned_abs(), range.1.unsigned_abs());
            let (size, smallest) = (sizes(b).0.max(sizes(b).1), sizes(b).0.min(sizes(b).1));
            let largest = sizes(a).0.max(sizes(a).1);
            if size == 0 || largest < smallest {
                return whole;
            }
            let bound = (size - 1).min(largest) as i128;
            let remainder = Bits::range(self.width, if a.0 < 0 { (-bound, 0) } else { (0, bound) });
            if b.0 == 0 { remainder.join(whole) } else { remainder }
        })
    }

    pub(crate) fn and(self, other: Bits) -> Bits {
        self.map2_unsigned(other, |a, b| {
            let (a_known, b_known) = (Known::of(a), Known::of(b));
            let known = Known { ones: a_known.ones & b_known.ones, zeros: a_known.zeros | b_known.zeros };
            let (lo, hi) = known.ends(self.width);
            Bits::unsigned(self.width, lo, hi.min(a.1).min(b.1))
        })
    }

    pub(crate) fn or(self, other: Bits) -> Bits {
        self.map2_unsigned(other, |a, b| {
            let (a_known, b_known) = (Known::of(a), Known::of(b));
            let known = Known { ones: a_known.ones | b_known.ones, zeros: a_known.zeros & b_known.zeros };
            let (lo, hi) = known.ends(self.width);
            Bits::unsigned(self.width, lo.max(a.0).max(b.0), hi)
        })
    }

    pub(crate) fn xor(self, other: Bits) -> Bits {
        self.map2_unsigned(other, |a, b| {
            let (a, b) = (Known::of(a), Known::of(b));
            let ones = a.ones & b.zeros | a.zeros & b.ones;
            let zeros = a.ones & b.ones | a.zeros & b.zeros;
            let (lo, hi) = Known { ones, zeros }.ends(self.width);
            Bits::unsigned(self.width, lo, hi)
        })
    }

    pub(crate) fn shl(self, amount: Bits) -> Bits {
        self.shift(amount, Bits::constant(self.width, 0), |amount| {
            self.map(self.width, |(lo, hi)| {
                let factor = 1_i128.checked_shl(amount).filter(|factor| *factor > 0);
                let ends = factor.and_then(|factor| lo.checked_mul(factor).zip(hi.checked_mul(factor)));
                Bits::of(self.width, ends)
            })
        })
    }

    pub(crate) fn lshr(self, amount: Bits) -> Bits {
        self.shift(amount, Bits::constant(self.width, 0), |amount| {
            let halves = self.unsigned_halves();
            let shifted = halves.map(|(lo, hi)| Bits::unsigned(self.width, lo >> amount, hi >> amount));
            shifted.reduce(Bits::join).unwrap_or(self)
        })
    }

    pub(crate) fn ashr(self, amount: Bits) -> Bits {
        let by = |amount: u32| {
            self.map(self.width, |(lo, hi)| Bits::range(self.width, (lo >> amount, hi >> amount)))
        };
        self.shift(amount, by(self.width - 1), by)
    }

    /// Shifts by every amount; by those of the width and above the result is `beyond`.
    fn shift(self, amount: Bits, beyond: Bits, by: impl Fn(u32) -> Bits) -> Bits {
        let (lo, hi) = amount.unsigned_ends();
        let width = u128::from(self.width);
        let amounts = lo..=hi.min(width - 1);
        let shifted = amounts.map(|amount| by(amount as u32));
        shifted.chain((hi >= width).then_some(beyond)).reduce(Bits::join).unwrap_or(beyond)
    }

    /// The bits of this set above those of the other.
    pub(crate) fn concat(self, other: Bits) -> Bits {
        let width = self.width + other.width;
        let mut result: Option<Bits> = None;
        for (high_lo, high_hi) in self.unsigned_halves() {
            for (low_lo, low_hi) in other.unsigned_halves() {
                let ends = (high_lo << other.width | low_lo, high_hi << other.width | low_hi);
                let part = Bits::unsigned(width, ends.0, ends.1);
                result = Some(result.map_or(part, |result| result.join(part)));
            }
        }
        result.unwrap_or_else(|| Bits::any(width))
    }

    pub(crate) fn extract(self, hi: u32, lo: u32) -> Bits {
        let width = hi - lo + 1;
        self.map(width, |half| Bits::range(width, (half.0 >> lo, half.1 >> lo)))
    }

    pub(crate) fn zero_extend(self, extra: u32) -> Bits {
        let (width, halves) = (self.width + extra, self.unsigned_halves());
        let extended = halves.map(|(lo, hi)| Bits::unsigned(width, lo, hi));
        extended.reduce(Bits::join).unwrap_or_else(|| Bits::any(width))
    }

    pub(crate) fn sign_extend(self, extra: u32) -> Bits {
        let width = self.width + extra;
        self.map(width, |half| Bits::range(width, half))
    }

    pub(crate) fn ult(self, other: Bits) -> Truth {
        let (lhs, rhs) = (self.unsigned_ends(), other.unsigned_ends());
        Truth { can_hold: lhs.0 < rhs.1, can_fail: lhs.1 >= rhs.0 }
    }

    pub(crate) fn ule(self, other: Bits) -> Truth {
        other.ult(self).not()
    }

    pub(crate) fn slt(self, other: Bits) -> Truth {
        Truth::less(self.signed_ends(), other.signed_ends())
    }

    pub(crate) fn sle(self, other: Bits) -> Truth {
        Truth::less_or_equal(self.signed_ends(), other.signed_ends())
    }

    pub(crate) fn equals(self, other: Bits) -> Truth {
        let constants = self.as_constant().is_some() && self == other;
        Truth { can_hold: self.meet(other).is_some(), can_fail: !constants }
    }
}

/// The largest threshold that is not above a number, if there is one.
pub(crate) fn next_below(thresholds: &[i128], number: i128) -> i128 {
    let n_below = thresholds.partition_point(|threshold| *threshold <= number);
    n_below.checked_sub(1).map_or(i128::MIN, |idx| thresholds[idx])
}

/// The smallest threshold that is not below a number, if there is one.
pub(crate) fn next_above(thresholds: &[i128], number: i128) -> i128 {
    let n_below = thresholds.partition_point(|threshold| *threshold < number);
    thresholds.get(n_below).copied().unwrap_or(i128::MAX)
}

/// Bits that are the same in all numbers of a range.
struct Known {
    ones: u128,
    zeros: u128,
}

impl Known {
    /// Those above the highest bit in which the ends differ.
    fn of((lo, hi): (u128, u128)) -> Known {
        let known = !(u128::MAX.checked_shr((lo ^ hi).leading_zeros()).unwrap_or(0));
        Known { ones: lo & known, zeros: !lo & known }
    }

    /// The smallest and the largest number that has these bits.
    fn ends(&self, width: u32) -> (u128, u128) {
        (self.ones & mask(width), !self.zeros & mask(width))
    }
}
