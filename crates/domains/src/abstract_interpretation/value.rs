//! Abstract values: sets of values of one sort.

use std::rc::Rc;

use faultscope_ir::{Op, Sort, SortKind, Value};

use super::cells::{Cells, Element};
use super::pair::{Pair, Step, Word};
use crate::numbers::Interval;
use crate::numbers::bits::Bits;
use crate::numbers::truth::Truth;

/// A set of values of one sort, not empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Abstract {
    /// Truth values.
    Bool(Truth),
    /// Bit-vectors.
    Bits(Bits),
    /// Wide bit-vectors, in two parts.
    Pair(Rc<Pair>),
    /// Mathematical integers.
    Int(Interval),
    /// One value of another sort that is no array.
    Constant(Value),
    /// Arrays.
    Array(Rc<Cells<Abstract>>),
    /// All values of a sort for which there is nothing better, or all arrays of a sort.
    Any,
}

use Abstract::{Any, Array, Bool, Constant, Int};

impl Abstract {
    /// All values of a sort.
    pub(super) fn any(sort: Sort) -> Abstract {
        match sort.kind() {
            SortKind::Bool => Bool(Truth::ANY),
            SortKind::BitVec(width) => Abstract::Bits(Bits::any(*width)),
            SortKind::Int => Int(Interval::ANY),
            SortKind::Real | SortKind::Float(_) | SortKind::Array(..) | SortKind::Opaque(_) => Any,
        }
    }

    /// One value; for an array, what is known of it.
    pub(super) fn of(value: &Value) -> Abstract {
        match value {
            Value::Bool(truth) => Bool(Truth::of(*truth)),
            Value::Bits(width, bits) => Abstract::Bits(Bits::constant(*width, *bits)),
            Value::Int(number) => Int(Interval::constant(i128::try_from(number).ok())),
            Value::Array(array) => Array(Rc::new(Cells::of(array))),
            value => Constant(value.clone()),
        }
    }

    /// The only value, if there is only one. Arrays are not looked into.
    pub(super) fn as_constant(&self) -> Option<Value> {
        match self {
            Bool(truth) => truth.decided().map(Value::Bool),
            Abstract::Bits(bits) => bits.as_constant().map(|it| Value::bits(bits.width(), it)),
            Int(interval) => interval.as_constant().map(Value::int),
            Constant(value) => Some(value.clone()),
            Abstract::Pair(_) | Array(_) | Any => None,
        }
    }

    /// A set of bit-vectors.
    pub(super) fn word(&self) -> Option<Word> {
        match self {
            Abstract::Bits(bits) => Some(Word::Bits(*bits)),
            Abstract::Pair(pair) => Some(Word::Pair(Rc::clone(pair))),
            _ => None,
        }
    }

    /// A set of bit-vectors as one interval.
    pub(super) fn bits(&self) -> Option<Bits> {
        match self {
            Abstract::Bits(bits) => Some(*bits),
            Abstract::Pair(_) => self.word().map(|word| word.bits()),
            _ => None,
        }
    }

    /// Whether these are bit-vectors that are known in two parts.
    fn is_pair(&self) -> bool {
        matches!(self, Abstract::Pair(_))
    }

    /// Whether these are bit-vectors that may be known in two parts.
    fn is_wide(&self) -> bool {
        match self {
            Abstract::Bits(bits) => bits.width() > 32,
            other => other.is_pair(),
        }
    }

    /// The truth value, if there is only one.
    pub(super) fn decided(&self) -> Option<bool> {
        match self {
            Bool(truth) => truth.decided(),
            _ => None,
        }
    }

    /// The number of values, where that is known and not too large.
    pub(super) fn n_values(&self) -> Option<usize> {
        let (lo, hi) = match self {
            Bool(truth) => (0, i128::from(truth.decided().is_none())),
            Abstract::Bits(bits) => bits.one_range()?,
            Abstract::Pair(_) => return usize::try_from(self.word()?.n_values()?).ok(),
            Int(interval) => interval.ends(),
            Constant(_) => (0, 0),
            Array(_) | Any => return None,
        };
        usize::try_from(hi.checked_sub(lo)?).ok()?.checked_add(1)
    }

    /// What is known of a Boolean.
    pub(super) fn truth(&self) -> Truth {
        match self {
            Bool(truth) => *truth,
            _ => Truth::ANY,
        }
    }

    /// Whether this set is a part of the other, of the same sort.
    pub(super) fn is_within(&self, other: &Abstract) -> bool {
        match (self, other) {
            (Bool(lhs), Bool(rhs)) => lhs.join(*rhs) == *rhs,
            (Abstract::Bits(lhs), Abstract::Bits(rhs)) => lhs.is_within(*rhs),
            (lhs, rhs) if lhs.is_pair() || rhs.is_pair() => match (lhs.word(), rhs.word()) {
                (Some(lhs), Some(rhs)) => lhs.is_within(&rhs),
                (_, rhs) => rhs.is_none(),
            },
            (Int(lhs), Int(rhs)) => lhs.is_within(*rhs),
            (Array(lhs), Array(rhs)) => Rc::ptr_eq(lhs, rhs) || lhs.is_within(rhs),
            (_, Any) => true,
            (lhs, rhs) => lhs == rhs,
        }
    }

    /// A set that has all of both.
    #[must_use]
    pub(super) fn join(&self, other: &Abstract) -> Abstract {
        if self.is_wide()
            && let (Some(lhs), Some(rhs)) = (self.word(), other.word())
        {
            return lhs.join(&rhs).into();
        }
        self.combine(other, Bits::join, Interval::join, Cells::join)
    }

    /// As [`Abstract::join`], where `grown` has all of this set; on an ascending chain of sets it is soon the last.
    #[must_use]
    pub(super) fn widen(&self, grown: &Abstract, thresholds: &[i128]) -> Abstract {
        if self.is_wide()
            && let (Some(lhs), Some(rhs)) = (self.word(), grown.word())
        {
            return lhs.widen(&rhs, thresholds).into();
        }
        self.combine(
            grown,
            |old, new| old.widen(new, thresholds),
            |old, new| old.widen(new, thresholds),
            |old, new| old.widen(new, thresholds),
        )
    }

    fn combine(
        &self,
        other: &Abstract,
        bits: impl Fn(Bits, Bits) -> Bits,
        interval: impl Fn(Interval, Interval) -> Interval,
        cells: impl Fn(&Cells<Abstract>, &Cells<Abstract>) -> Cells<Abstract>,
    ) -> Abstract {
        match (self, other) {
            (Bool(lhs), Bool(rhs)) => Bool(lhs.join(*rhs)),
            (Abstract::Bits(lhs), Abstract::Bits(rhs)) => Abstract::Bits(bits(*lhs, *rhs)),
            (Int(lhs), Int(rhs)) => Int(interval(*lhs, *rhs)),
            (Array(lhs), Array(rhs)) if Rc::ptr_eq(lhs, rhs) => self.clone(),
            (Array(lhs), Array(rhs)) => Array(Rc::new(cells(lhs, rhs))),
            (lhs, rhs) if lhs == rhs => self.clone(),
            _ => Any,
        }
    }

    /// What is in both sets, or a little more; none if nothing is.
    pub(super) fn meet(&self, other: &Abstract) -> Option<Abstract> {
        match (self, other) {
            (Bool(lhs), Bool(rhs)) => lhs.meet(*rhs).map(Bool),
            (Abstract::Bits(lhs), Abstract::Bits(rhs)) => lhs.meet(*rhs).map(Abstract::Bits),
            (lhs, rhs) if lhs.is_pair() || rhs.is_pair() => match (lhs.word(), rhs.word()) {
                (Some(lhs), Some(rhs)) => lhs.meet(&rhs).map(Abstract::from),
                (lhs, _) => Some(if lhs.is_some() { self.clone() } else { other.clone() }),
            },
            (Int(lhs), Int(rhs)) => lhs.meet(*rhs).map(Int),
            (Constant(lhs), Constant(rhs)) => (lhs == rhs).then(|| self.clone()),
            (Any, other) => Some(other.clone()),
            (this, _) => Some(this.clone()),
        }
    }

    /// The results of an operator, of a sort, on operands from these sets. Reads and writes of arrays are done by
    /// [`arrays`](super::arrays).
    pub(super) fn apply(op: Op, operands: &[Abstract], sort: Sort) -> Abstract {
        if operands.iter().any(Abstract::is_pair) || matches!(op, Op::Concat | Op::BvAddLow) {
            if let Some(result) = Abstract::in_parts(op, operands) {
                return result;
            }
            let whole = |it: &Abstract| it.bits().map_or_else(|| it.clone(), Abstract::Bits);
            let operands: Vec<Abstract> = operands.iter().map(whole).collect();
            return Abstract::apply_whole(op, &operands, sort);
        }
        Abstract::apply_whole(op, operands, sort)
    }

    /// The results of operators that have to do with parts of bit-vectors.
    fn in_parts(op: Op, operands: &[Abstract]) -> Option<Abstract> {
        Some(match (op, operands) {
            (Op::Extract { hi, lo }, [operand]) => Abstract::Bits(operand.word()?.extract(hi, lo)),
            (Op::Concat, [high, low]) => high.word()?.concat(&low.word()?).into(),
            (Op::BvAddLow, [base, addend]) => base.add_low(addend, Step::ANY)?,
            (Op::Eq, [lhs, rhs]) => {
                Bool(Truth { can_hold: lhs.word()?.meet(&rhs.word()?).is_some(), can_fail: true })
            }
            _ => return None,
        })
    }

    /// Sums in the lowest bits; `step` is known of the addends.
    pub(super) fn add_low(&self, addend: &Abstract, step: Step) -> Option<Abstract> {
        Some(self.word()?.add_low(addend.bits()?, step).into())
    }

    fn apply_whole(op: Op, operands: &[Abstract], sort: Sort) -> Abstract {
        let known = match operands {
            [Abstract::Bits(operand)] => Abstract::bits_unary(op, *operand),
            [Abstract::Bits(lhs), Abstract::Bits(rhs)] => Abstract::bits_binary(op, *lhs, *rhs),
            [Int(operand)] if op == Op::Neg => Some(Int(operand.neg())),
            [Int(lhs), Int(rhs)] => Abstract::int_binary(op, *lhs, *rhs),
            [Bool(operand)] if op == Op::Not => Some(Bool(operand.not())),
            [Bool(lhs), Bool(rhs)] => match op {
                Op::And => Some(Bool(lhs.and(*rhs))),
                Op::Or => Some(Bool(lhs.or(*rhs))),
                Op::Eq => match (lhs.decided(), rhs.decided()) {
                    (Some(lhs), _) => Some(Bool(if lhs { *rhs } else { rhs.not() })),
                    (None, Some(rhs)) => Some(Bool(if rhs { *lhs } else { lhs.not() })),
                    (None, None) => None,
                },
                _ => None,
            },
            _ => None,
        };
        known.or_else(|| Abstract::fold(op, operands)).unwrap_or_else(|| Abstract::any(sort))
    }

    /// The result on constants.
    fn fold(op: Op, operands: &[Abstract]) -> Option<Abstract> {
        let values: Option<Vec<Value>> = operands.iter().map(Abstract::as_constant).collect();
        op.apply(&values?).map(|value| Abstract::of(&value))
    }

    fn bits_unary(op: Op, operand: Bits) -> Option<Abstract> {
        Some(Abstract::Bits(match op {
            Op::BvNeg => operand.neg(),
            Op::BvNot => operand.not(),
            Op::Extract { hi, lo } => operand.extract(hi, lo),
            Op::ZeroExtend(extra) => operand.zero_extend(extra),
            Op::SignExtend(extra) => operand.sign_extend(extra),
            _ => return None,
        }))
    }

    fn bits_binary(op: Op, lhs: Bits, rhs: Bits) -> Option<Abstract> {
        Some(match op {
            Op::BvAdd => Abstract::Bits(lhs.add(rhs)),
            Op::BvSub => Abstract::Bits(lhs.sub(rhs)),
            Op::BvMul => Abstract::Bits(lhs.mul(rhs)),
            Op::BvUdiv => Abstract::Bits(lhs.udiv(rhs)),
            Op::BvUrem => Abstract::Bits(lhs.urem(rhs)),
            Op::BvSdiv => Abstract::Bits(lhs.sdiv(rhs)),
            Op::BvSrem => Abstract::Bits(lhs.srem(rhs)),
            Op::BvAnd => Abstract::Bits(lhs.and(rhs)),
            Op::BvOr => Abstract::Bits(lhs.or(rhs)),
            Op::BvXor => Abstract::Bits(lhs.xor(rhs)),
            Op::BvShl => Abstract::Bits(lhs.shl(rhs)),
            Op::BvLshr => Abstract::Bits(lhs.lshr(rhs)),
            Op::BvAshr => Abstract::Bits(lhs.ashr(rhs)),
            Op::Eq => Bool(lhs.equals(rhs)),
            Op::BvUlt => Bool(lhs.ult(rhs)),
            Op::BvUle => Bool(lhs.ule(rhs)),
            Op::BvSlt => Bool(lhs.slt(rhs)),
            Op::BvSle => Bool(lhs.sle(rhs)),
            _ => return None,
        })
    }

    fn int_binary(op: Op, lhs: Interval, rhs: Interval) -> Option<Abstract> {
        Some(match op {
            Op::Add => Int(lhs.add(rhs)),
            Op::Sub => Int(lhs.sub(rhs)),
            Op::Mul => Int(lhs.mul(rhs)),
            Op::IntDiv => Int(lhs.div(rhs)),
            Op::IntMod => Int(lhs.rem(rhs)),
            Op::Eq => Bool(lhs.equals(rhs)),
            Op::Lt => Bool(lhs.less(rhs)),
            Op::Le => Bool(lhs.less_or_equal(rhs)),
            _ => return None,
        })
    }

    /// The values on both sides of a comparison that holds, or that does not; none if there are none.
    pub(super) fn compare(
        op: Op,
        lhs: &Abstract,
        rhs: &Abstract,
        truth: bool,
    ) -> Option<(Abstract, Abstract)> {
        let unchanged = || Some((lhs.clone(), rhs.clone()));
        match (op, truth) {
            (Op::Eq, true) => lhs.meet(rhs).zip(rhs.meet(lhs)),
            (Op::Eq, false) => Some((lhs.without(rhs)?, rhs.without(lhs)?)),
            // A comparison that does not hold is another one with the sides swapped.
            (Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle | Op::Lt | Op::Le, false) => {
                let opposite = match op {
                    Op::BvUlt => Op::BvUle,
                    Op::BvUle => Op::BvUlt,
                    Op::BvSlt => Op::BvSle,
                    Op::BvSle => Op::BvSlt,
                    Op::Lt => Op::Le,
                    _ => Op::Lt,
                };
                Abstract::compare(opposite, rhs, lhs, true).map(|(rhs, lhs)| (lhs, rhs))
            }
            _ => match (lhs, rhs) {
                (lhs, rhs) if lhs.bits().is_some() && rhs.bits().is_some() => {
                    let (lhs, rhs) = lhs.bits().zip(rhs.bits())?;
                    let strictly = matches!(op, Op::BvUlt | Op::BvSlt);
                    let (less, greater) = match op {
                        Op::BvSlt | Op::BvSle => {
                            (lhs.signed_below(rhs, strictly)?, rhs.signed_above(lhs, strictly)?)
                        }
                        Op::BvUlt | Op::BvUle => {
                            (lhs.unsigned_below(rhs, strictly)?, rhs.unsigned_above(lhs, strictly)?)
                        }
                        _ => return unchanged(),
                    };
                    Some((Abstract::Bits(less), Abstract::Bits(greater)))
                }
                (Int(lhs), Int(rhs)) => {
                    let strictly = op == Op::Lt;
                    Some((Int(lhs.below(*rhs, strictly)?), Int(rhs.above(*lhs, strictly)?)))
                }
                _ => unchanged(),
            },
        }
    }

    /// The values that differ from the only value of the other set; none if there are none.
    fn without(&self, other: &Abstract) -> Option<Abstract> {
        match (self, other) {
            (Bool(lhs), Bool(rhs)) => match rhs.decided() {
                Some(rhs) => lhs.meet(Truth::of(!rhs)).map(Bool),
                None => Some(self.clone()),
            },
            (Abstract::Bits(lhs), Abstract::Bits(rhs)) => match rhs.as_constant() {
                Some(constant) => lhs.without(constant).map(Abstract::Bits),
                None => Some(self.clone()),
            },
            (Abstract::Pair(_), Abstract::Bits(rhs)) => match rhs.as_constant() {
                Some(constant) => self.word()?.without(constant).map(Abstract::from),
                None => Some(self.clone()),
            },
            (Int(lhs), Int(rhs)) => match rhs.as_constant() {
                Some(constant) => lhs.without(constant).map(Int),
                None => Some(self.clone()),
            },
            (Constant(lhs), Constant(rhs)) => (lhs != rhs).then(|| self.clone()),
            _ => Some(self.clone()),
        }
    }
}

impl From<Word> for Abstract {
    fn from(word: Word) -> Abstract {
        match word {
            Word::Bits(bits) => Abstract::Bits(bits),
            Word::Pair(pair) => Abstract::Pair(pair),
        }
    }
}

/// What stands in the cells of arrays, and in their indices.
impl Element for Abstract {
    fn of(value: &Value) -> Abstract {
        Abstract::of(value)
    }

    fn as_constant(&self) -> Option<Value> {
        self.as_constant()
    }

    fn n_values(&self) -> Option<usize> {
        self.n_values()
    }

    fn can_be(&self, value: &Value) -> bool {
        self.meet(&Abstract::of(value)).is_some()
    }

    fn is_within(&self, other: &Abstract) -> bool {
        self.is_within(other)
    }

    fn join(&self, other: &Abstract) -> Abstract {
        self.join(other)
    }

    fn widen(&self, grown: &Abstract, thresholds: &[i128]) -> Abstract {
        self.widen(grown, thresholds)
    }
}
