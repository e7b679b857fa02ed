//! Sets of wide bit-vectors of which an upper and a lower part are known by themselves, as those of pointers.
//!
//! A pointer is the number of an object above an offset. One interval for both says nothing of the offset as soon as
//! there are two objects; two intervals do. Of the lower part it is also known which numbers it is apart from
//! each other (a congruence \[1\]), for a pointer that is moved by whole elements ends where an element ends.
//!
//! # References
//! - \[1\] Philippe Granger: _Static analysis of arithmetical congruences_, International Journal of Computer Mathematics
//!   30, 1989.

use std::rc::Rc;

use crate::numbers::bits::Bits;

/// Bit-vectors of more bits than this are known by parts.
const NARROW: u32 = 32;

/// Numbers that are a residue modulo something; modulo 0, one number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Step {
    modulus: u128,
    residue: i128,
}

impl Step {
    /// All numbers.
    pub(super) const ANY: Step = Step { modulus: 1, residue: 0 };

    fn new(modulus: u128, residue: i128) -> Step {
        match i128::try_from(modulus) {
            Ok(0) => Step { modulus, residue },
            Ok(signed) => Step { modulus, residue: residue.rem_euclid(signed) },
            Err(_) => Step::ANY,
        }
    }

    /// The multiples of a number.
    pub(super) fn multiples(modulus: u128) -> Step {
        Step::new(modulus, 0)
    }

    /// What is known of a set of numbers, read as signed or unsigned ones.
    fn of(bits: Bits, signed: bool) -> Step {
        let constant =
            || if signed { Some(bits.signed_ends().0) } else { i128::try_from(bits.as_constant()?).ok() };
        bits.as_constant().and_then(|_| constant()).map_or(Step::ANY, |number| Step::new(0, number))
    }

    fn join(self, other: Step) -> Step {
        let distance = self.residue.abs_diff(other.residue);
        Step::new(gcd(gcd(self.modulus, other.modulus), distance), self.residue)
    }

    /// Sums; those that do not fit into `width` bits lose their upper bits, unless none of them is so large.
    fn add(self, other: Step, width: u32, wraps: bool) -> Step {
        let modulus = gcd(self.modulus, other.modulus);
        let modulus = if wraps { gcd(modulus, 1 << width) } else { modulus };
        Step::new(modulus, self.residue.saturating_add(other.residue))
    }
}

fn gcd(lhs: u128, rhs: u128) -> u128 {
    if rhs == 0 { lhs } else { gcd(rhs, lhs % rhs) }
}

/// A set of bit-vectors, not empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pair {
    whole: Bits,
    upper: Bits,
    lower: Bits,
    /// Of the lower part, as an unsigned number.
    step: Step,
}

/// A set of bit-vectors as one interval or in two parts, whichever says more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Word {
    /// One interval.
    Bits(Bits),
    /// Two parts.
    Pair(Rc<Pair>),
}

impl Word {
    /// The bit-vectors as one interval.
    pub(super) fn bits(&self) -> Bits {
        match self {
            Word::Bits(bits) => *bits,
            Word::Pair(pair) => pair.whole,
        }
    }

    fn width(&self) -> u32 {
        self.bits().width()
    }

    /// Where the parts meet; for one interval where those of a pointer would.
    fn split(&self) -> Option<u32> {
        match self {
            Word::Pair(pair) => Some(pair.lower.width()),
            Word::Bits(bits) => bits.width().checked_sub(NARROW).filter(|it| *it > 0),
        }
    }

    /// The set in parts that meet at `split`.
    fn parts(&self, split: u32) -> Pair {
        match self {
            Word::Pair(pair) if pair.lower.width() == split => Pair::clone(pair),
            word => {
                let whole = word.bits();
                let lower = whole.extract(split - 1, 0);
                let step = Step::of(lower, false);
                Pair { whole, upper: whole.extract(whole.width() - 1, split), lower, step }
            }
        }
    }

    /// Two words in parts that meet at the same place, where that makes sense.
    fn in_parts(&self, other: &Word) -> Option<(Pair, Pair)> {
        let split = match (self, other) {
            (Word::Bits(_), Word::Pair(_)) => other.split(),
            _ => self.split(),
        };
        split.map(|split| (self.parts(split), other.parts(split)))
    }

    /// Whether this set is a part of the other.
    pub(super) fn is_within(&self, other: &Word) -> bool {
        let whole = self.bits().is_within(other.bits());
        let Word::Pair(outer) = other else { return whole };
        let inner = self.parts(outer.lower.width());
        whole
            && inner.upper.is_within(outer.upper)
            && inner.lower.is_within(outer.lower)
            && inner.step.join(outer.step) == outer.step
    }

    /// A set that has all of both.
    pub(super) fn join(&self, other: &Word) -> Word {
        self.combine(other, Bits::join)
    }

    /// As [`Word::join`], where `grown` has all of this set; on an ascending chain of sets it is soon the last.
    pub(super) fn widen(&self, grown: &Word, thresholds: &[i128]) -> Word {
        self.combine(grown, |old, new| old.widen(new, thresholds))
    }

    fn combine(&self, other: &Word, combine: impl Fn(Bits, Bits) -> Bits) -> Word {
        let whole = combine(self.bits(), other.bits());
        match self.in_parts(other) {
            Some((mine, theirs)) => {
                let (upper, lower) = (combine(mine.upper, theirs.upper), combine(mine.lower, theirs.lower));
                let pair = Pair { whole, upper, lower, step: mine.step.join(theirs.step) };
                pair.reduced().unwrap_or(Word::Bits(whole))
            }
            None => Word::Bits(whole),
        }
    }

    /// What is in both sets, or a little more; none if nothing is.
    pub(super) fn meet(&self, other: &Word) -> Option<Word> {
        let whole = self.bits().meet(other.bits())?;
        if let (Word::Bits(_), Word::Bits(_)) = (self, other) {
            return Some(Word::Bits(whole));
        }
        let (mine, theirs) = self.in_parts(other)?;
        let (upper, lower) = (mine.upper.meet(theirs.upper)?, mine.lower.meet(theirs.lower)?);
        let step = if mine.step.modulus == 0 || theirs.step.join(mine.step) == theirs.step {
            mine.step
        } else {
            theirs.step
        };
        Pair { whole, upper, lower, step }.reduced()
    }

    /// The set without one bit-vector, where that is at an end; none if nothing is left.
    pub(super) fn without(&self, bits: u128) -> Option<Word> {
        let whole = self.bits().without(bits)?;
        let Word::Pair(pair) = self else { return Some(Word::Bits(whole)) };
        let split = pair.lower.width();
        let (high, low) = (bits >> split, bits & ((1 << split) - 1));
        let mut left = Pair { whole, ..Pair::clone(pair) };
        if pair.lower.as_constant() == Some(low) {
            left.upper = pair.upper.without(high)?;
        }
        if pair.upper.as_constant() == Some(high) {
            left.lower = pair.lower.without(low)?;
        }
        left.reduced()
    }

    /// The bits of one set above those of another.
    pub(super) fn concat(&self, low: &Word) -> Word {
        let (upper, lower) = (self.bits(), low.bits());
        let whole = upper.concat(lower);
        if whole.width() <= NARROW {
            return Word::Bits(whole);
        }
        Pair { whole, upper, lower, step: Step::of(lower, false) }.reduced().unwrap_or(Word::Bits(whole))
    }

    /// Some of the bits.
    pub(super) fn extract(&self, hi: u32, lo: u32) -> Bits {
        let of_whole = self.bits().extract(hi, lo);
        let of_part = match self {
            Word::Pair(pair) if hi < pair.lower.width() => pair.lower.extract(hi, lo),
            Word::Pair(pair) if lo >= pair.lower.width() => {
                let split = pair.lower.width();
                pair.upper.extract(hi - split, lo - split)
            }
            _ => return of_whole,
        };
        of_part.meet(of_whole).unwrap_or(of_part)
    }

    /// The bit-vectors some of whose lowest or highest bits are in a set; none if there are none.
    pub(super) fn with_part(&self, hi: u32, lo: u32, bits: Bits) -> Option<Word> {
        let width = self.width();
        if lo == 0 && hi + 1 < width {
            let pair = self.parts(hi + 1);
            Pair { lower: pair.lower.meet(bits)?, ..pair }.reduced()
        } else if lo > 0 && hi + 1 == width {
            let pair = self.parts(lo);
            Pair { upper: pair.upper.meet(bits)?, ..pair }.reduced()
        } else {
            Some(self.clone())
        }
    }

    /// Sums in the lowest bits, with what is above as it is; `step` is known of the addends, as signed numbers.
    pub(super) fn add_low(&self, addend: Bits, step: Step) -> Word {
        let width = addend.width();
        let Pair { upper, lower, step: before, .. } = self.parts(width);
        let sum = lower.add(addend);
        let ((least, most), (from, to)) = (lower.unsigned_ends(), addend.signed_ends());
        let end = |number: u128, by: i128| i128::try_from(number).ok()?.checked_add(by);
        let fits = |number: Option<i128>| number.is_some_and(|it| it >= 0 && it >> width == 0);
        let wraps = !(fits(end(least, from)) && fits(end(most, to)));
        let step = if addend.as_constant().is_some() { Step::of(addend, true) } else { step };
        let whole = upper.concat(sum);
        let pair = Pair { whole, upper, lower: sum, step: before.add(step, width, wraps) };
        pair.reduced().unwrap_or(Word::Bits(whole))
    }

    /// The number of bit-vectors, where that is known.
    pub(super) fn n_values(&self) -> Option<u128> {
        let count = |bits: Bits| {
            let (lo, hi) = bits.one_range()?;
            u128::try_from(hi.checked_sub(lo)?).ok()
        };
        match self {
            Word::Bits(bits) => count(*bits)?.checked_add(1),
            Word::Pair(pair) => {
                let per_object = count(pair.lower)? / pair.step.modulus.max(1) + 1;
                (count(pair.upper)? + 1).checked_mul(per_object)
            }
        }
    }
}

impl Pair {
    /// What the parts say of each other; none if nothing is in the set.
    fn reduced(self) -> Option<Word> {
        let Pair { whole, upper, lower, step } = self;
        let split = lower.width();
        let lower = lower.meet(whole.extract(split - 1, 0))?;
        let upper = upper.meet(whole.extract(whole.width() - 1, split))?;
        let lower = match (step.modulus, u128::try_from(step.residue)) {
            (2.., Ok(residue)) => lower.aligned(step.modulus, residue)?,
            _ => lower,
        };
        let whole = whole.meet(upper.concat(lower))?;
        if whole.as_constant().is_some() {
            return Some(Word::Bits(whole));
        }
        let step = if lower.as_constant().is_some() { Step::of(lower, false) } else { step };
        let step = if step.modulus == 0 && lower.as_constant().is_none() { Step::ANY } else { step };
        let pair = Pair { whole, upper, lower, step };
        let plain = Word::Bits(whole).parts(split);
        Some(if plain == pair { Word::Bits(whole) } else { Word::Pair(Rc::new(pair)) })
    }
}
