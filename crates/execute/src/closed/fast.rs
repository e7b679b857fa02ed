//! Values of nodes that are known in full, computed on bits.
//!
//! None stands for all that this does not find out: values that are not known, and those that are known in part. Then the
//! [general way](super::evaluate) says what there is to be said. Where a value is found, it is the one that the general way
//! gives.

use faultscope_ir::RoundingMode;

use super::evaluate::Machine;
use super::quick::{Binary, FloatBinary, FloatUnary, NodeId, Precision, Quick, Unary, WideBinary};
use super::store::{Address, Content, GLOBAL};
use super::word;

impl Machine<'_, '_> {
    /// The bits of a narrow node.
    #[inline]
    pub(super) fn narrow(&mut self, id: NodeId) -> Option<u64> {
        match self.code.quick(id) {
            Quick::Constant(bits) => Some(bits),
            Quick::Global(at) => self.store.narrow(Address { owner: GLOBAL, at }).all_known(),
            Quick::Local(address) => self.store.narrow(address).all_known(),
            quick => self.computed(quick, id),
        }
    }

    /// The bits of a node, narrow or wide.
    #[inline]
    pub(super) fn wide(&mut self, id: NodeId) -> Option<u128> {
        match self.code.quick(id) {
            Quick::WideVariable(address) => self.store.wide(address).all_known(),
            quick => self.computed_wide(quick, id),
        }
    }

    fn computed(&mut self, quick: Quick, id: NodeId) -> Option<u64> {
        Some(match quick {
            Quick::Constant(bits) => bits,
            Quick::Global(at) => self.store.narrow(Address { owner: GLOBAL, at }).all_known()?,
            Quick::Local(address) => self.store.narrow(address).all_known()?,
            Quick::Not(a) => self.narrow(a)? ^ 1,
            Quick::And(a, b) => match self.narrow(a) {
                Some(0) => 0,
                Some(_) => self.narrow(b)?,
                None => self.narrow(b).filter(|rhs| *rhs == 0)?,
            },
            Quick::Or(a, b) => match self.narrow(a) {
                Some(0) => self.narrow(b)?,
                Some(_) => 1,
                None => self.narrow(b).filter(|rhs| *rhs == 1)?,
            },
            Quick::Equal(a, b) => u64::from(self.narrow(a)? == self.narrow(b)?),
            Quick::EqualWide(a, b) => u64::from(self.wide(a)? == self.wide(b)?),
            Quick::Choice(condition, a, b) => match self.narrow(condition)? {
                0 => self.narrow(b)?,
                _ => self.narrow(a)?,
            },
            Quick::Widened(a) => self.narrow(a)?,
            Quick::Unary(Unary::Negated, width, a) => masked(width, self.narrow(a)?.wrapping_neg()),
            Quick::Unary(Unary::Inverted, width, a) => masked(width, !self.narrow(a)?),
            Quick::Binary(op, width, a, b) => {
                let lhs = self.narrow(a)?;
                binary(op, width, lhs, self.narrow(b)?)
            }
            Quick::Less(a, b) => u64::from(self.narrow(a)? < self.narrow(b)?),
            Quick::AtMost(a, b) => u64::from(self.narrow(a)? <= self.narrow(b)?),
            Quick::SignedLess(width, a, b) => {
                u64::from(signed(width, self.narrow(a)?) < signed(width, self.narrow(b)?))
            }
            Quick::SignedAtMost(width, a, b) => {
                u64::from(signed(width, self.narrow(a)?) <= signed(width, self.narrow(b)?))
            }
            Quick::LessWide(a, b) => u64::from(self.wide(a)? < self.wide(b)?),
            Quick::AtMostWide(a, b) => u64::from(self.wide(a)? <= self.wide(b)?),
            Quick::Concat(low, a, b) => self.narrow(a)? << low | self.narrow(b)?,
            Quick::AddLow(low, a, b) => {
                let (lhs, rhs) = (self.narrow(a)?, self.narrow(b)?);
                lhs & !masked(low, u64::MAX) | masked(low, lhs.wrapping_add(rhs))
            }
            Quick::Extract(width, lo, a) => masked(width, self.narrow(a)? >> lo),
            Quick::ExtractWide(width, lo, a) => masked(width, (self.wide(a)? >> lo) as u64),
            Quick::SignExtended(from, to, a) => masked(to, signed(from, self.narrow(a)?) as u64),
            Quick::Element(map, index) => {
                let index = self.wide(index)?;
                match self.store.content(map) {
                    Content::Map(map) => map.narrow(index)?,
                    Content::Value(_) => return None,
                }
            }
            Quick::Shared(at) => return self.shared(at, id),
            Quick::Slow => return self.slow(id).map(|bits| bits as u64),
            _ => return self.computed_float(quick),
        })
    }

    fn computed_float(&mut self, quick: Quick) -> Option<u64> {
        Some(match quick {
            Quick::Float(op, Precision::Double, a, b) => {
                let (lhs, rhs) = (f64::from_bits(self.narrow(a)?), f64::from_bits(self.narrow(b)?));
                doubles(op, lhs, rhs)
            }
            Quick::Float(op, Precision::Single, a, b) => {
                let (lhs, rhs) = (single(self.narrow(a)?), single(self.narrow(b)?));
                singles(op, lhs, rhs)
            }
            Quick::FloatUnary(op, precision, a) => float_unary(op, precision, self.narrow(a)?),
            Quick::FromSigned(width, Precision::Double, a) => {
                (signed(width, self.narrow(a)?) as f64).to_bits()
            }
            Quick::FromSigned(width, Precision::Single, a) => {
                (signed(width, self.narrow(a)?) as f32).to_bits().into()
            }
            Quick::FromUnsigned(Precision::Double, a) => (self.narrow(a)? as f64).to_bits(),
            Quick::FromUnsigned(Precision::Single, a) => (self.narrow(a)? as f32).to_bits().into(),
            Quick::ToSigned(width, precision, a) => {
                let number = to_double(precision, self.narrow(a)?).trunc();
                let limit = (f64::from(width) - 1.0).exp2();
                if !(-limit <= number && number < limit) {
                    return None;
                }
                masked(width, number as i64 as u64)
            }
            Quick::ToUnsigned(width, precision, a) => {
                let number = to_double(precision, self.narrow(a)?).trunc();
                if !(0.0 <= number && number < f64::from(width).exp2()) {
                    return None;
                }
                number as u64
            }
            _ => return None,
        })
    }

    fn computed_wide(&mut self, quick: Quick, id: NodeId) -> Option<u128> {
        Some(match quick {
            Quick::WideConstant(at) => self.code.wide_constant(at),
            Quick::WideVariable(address) => self.store.wide(address).all_known()?,
            Quick::WideChoice(condition, a, b) => match self.narrow(condition)? {
                0 => self.wide(b)?,
                _ => self.wide(a)?,
            },
            Quick::Widened(a) => self.wide(a)?,
            Quick::WideConcat(low, a, b) => self.wide(a)? << low | self.wide(b)?,
            Quick::WideAddLow(low, a, b) => {
                let (lhs, rhs) = (self.wide(a)?, self.wide(b)?);
                let low = mask(low);
                lhs & !low | lhs.wrapping_add(rhs) & low
            }
            Quick::WideExtract(width, lo, a) => self.wide(a)? >> lo & mask(width),
            Quick::WideSignExtended(from, to, a) => {
                let shift = 128 - u32::from(from);
                ((self.wide(a)? << shift) as i128 >> shift) as u128 & mask(to)
            }
            Quick::WideBinary(op, width, a, b) => {
                let (lhs, rhs) = (self.wide(a)?, self.wide(b)?);
                wide_binary(op, width, lhs, rhs)
            }
            Quick::WideElement(map, index) => {
                let index = self.wide(index)?;
                match self.store.content(map) {
                    Content::Map(map) => map.wide(index)?,
                    Content::Value(_) => return None,
                }
            }
            Quick::Shared(at) => return self.shared_wide(at, id),
            Quick::Slow => return self.slow(id),
            _ => return self.computed(quick, id).map(u128::from),
        })
    }

    /// The value of a node, by the general way.
    fn slow(&mut self, id: NodeId) -> Option<u128> {
        word::bits(self.value(id).known()?)
    }

    fn shared(&mut self, at: u32, id: NodeId) -> Option<u64> {
        if let Some(found) = self.memo.found(at) {
            return found.map(|bits| bits as u64);
        }
        let found = self.computed(self.code.shared(at), id);
        self.memo.find(at, found.map(u128::from));
        found
    }

    fn shared_wide(&mut self, at: u32, id: NodeId) -> Option<u128> {
        if let Some(found) = self.memo.found(at) {
            return found;
        }
        let found = self.computed_wide(self.code.shared(at), id);
        self.memo.find(at, found);
        found
    }
}

/// The lowest bits.
#[inline]
fn masked(width: u8, bits: u64) -> u64 {
    bits & u64::MAX >> (64 - width)
}

#[inline]
fn mask(width: u8) -> u128 {
    u128::MAX >> (128 - width)
}

#[inline]
fn signed(width: u8, bits: u64) -> i64 {
    let shift = 64 - width;
    (bits << shift) as i64 >> shift
}

#[inline]
fn binary(op: Binary, width: u8, lhs: u64, rhs: u64) -> u64 {
    let is_within = rhs < u64::from(width);
    match op {
        Binary::Add => masked(width, lhs.wrapping_add(rhs)),
        Binary::Sub => masked(width, lhs.wrapping_sub(rhs)),
        Binary::Mul => masked(width, lhs.wrapping_mul(rhs)),
        Binary::Udiv => lhs.checked_div(rhs).unwrap_or(masked(width, u64::MAX)),
        Binary::Urem => lhs.checked_rem(rhs).unwrap_or(lhs),
        Binary::Sdiv if rhs == 0 => masked(width, if signed(width, lhs) < 0 { 1 } else { u64::MAX }),
        Binary::Sdiv => masked(width, signed(width, lhs).wrapping_div(signed(width, rhs)) as u64),
        Binary::Srem if rhs == 0 => lhs,
        Binary::Srem => masked(width, signed(width, lhs).wrapping_rem(signed(width, rhs)) as u64),
        Binary::And => lhs & rhs,
        Binary::Or => lhs | rhs,
        Binary::Xor => lhs ^ rhs,
        Binary::Shl => masked(width, if is_within { lhs << rhs } else { 0 }),
        Binary::Lshr => {
            if is_within {
                lhs >> rhs
            } else {
                0
            }
        }
        Binary::Ashr => {
            let amount = if is_within { rhs } else { u64::from(width) - 1 };
            masked(width, (signed(width, lhs) >> amount) as u64)
        }
    }
}

fn wide_binary(op: WideBinary, width: u8, lhs: u128, rhs: u128) -> u128 {
    let is_within = rhs < u128::from(width);
    let bits = match op {
        WideBinary::Add => lhs.wrapping_add(rhs),
        WideBinary::Sub => lhs.wrapping_sub(rhs),
        WideBinary::And => lhs & rhs,
        WideBinary::Or => lhs | rhs,
        WideBinary::Shl | WideBinary::Lshr if !is_within => 0,
        WideBinary::Shl => lhs << rhs,
        WideBinary::Lshr => lhs >> rhs,
    };
    bits & mask(width)
}

fn single(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}

/// There is one NaN.
const NAN: u64 = 0x7ff8_0000_0000_0000;
const SINGLE_NAN: u64 = 0x7fc0_0000;

#[inline]
fn bits_of(number: f64) -> u64 {
    if number.is_nan() { NAN } else { number.to_bits() }
}

#[inline]
fn bits_of_single(number: f32) -> u64 {
    if number.is_nan() { SINGLE_NAN } else { number.to_bits().into() }
}

fn to_double(precision: Precision, bits: u64) -> f64 {
    match precision {
        Precision::Single => single(bits).into(),
        Precision::Double => f64::from_bits(bits),
    }
}

fn doubles(op: FloatBinary, lhs: f64, rhs: f64) -> u64 {
    match op {
        FloatBinary::Add => bits_of(lhs + rhs),
        FloatBinary::Sub => bits_of(lhs - rhs),
        FloatBinary::Mul => bits_of(lhs * rhs),
        FloatBinary::Div => bits_of(lhs / rhs),
        FloatBinary::Less => u64::from(lhs < rhs),
        FloatBinary::AtMost => u64::from(lhs <= rhs),
        FloatBinary::Equal => u64::from(lhs == rhs),
    }
}

fn singles(op: FloatBinary, lhs: f32, rhs: f32) -> u64 {
    match op {
        FloatBinary::Add => bits_of_single(lhs + rhs),
        FloatBinary::Sub => bits_of_single(lhs - rhs),
        FloatBinary::Mul => bits_of_single(lhs * rhs),
        FloatBinary::Div => bits_of_single(lhs / rhs),
        FloatBinary::Less => u64::from(lhs < rhs),
        FloatBinary::AtMost => u64::from(lhs <= rhs),
        FloatBinary::Equal => u64::from(lhs == rhs),
    }
}

fn float_unary(op: FloatUnary, precision: Precision, bits: u64) -> u64 {
    // What is computed in double precision of a number of single precision is a number of single precision, but for
    // the root, which is rounded twice to the same number: double precision has more than twice as many bits.
    let number = to_double(precision, bits);
    let result = match op {
        FloatUnary::IsNan => return u64::from(number.is_nan()),
        FloatUnary::IsInfinite => return u64::from(number.is_infinite()),
        FloatUnary::ToDouble => return bits_of(number),
        FloatUnary::ToSingle => return bits_of_single(number as f32),
        FloatUnary::Canonical => number,
        FloatUnary::Negated => -number,
        FloatUnary::Size => number.abs(),
        FloatUnary::Root => number.sqrt(),
        FloatUnary::Rounded(RoundingMode::NearestEven) => number.round_ties_even(),
        FloatUnary::Rounded(RoundingMode::NearestAway) => number.round(),
        FloatUnary::Rounded(RoundingMode::TowardZero) => number.trunc(),
        FloatUnary::Rounded(RoundingMode::TowardPositive) => number.ceil(),
        FloatUnary::Rounded(RoundingMode::TowardNegative) => number.floor(),
    };
    match precision {
        Precision::Single => bits_of_single(result as f32),
        Precision::Double => bits_of(result),
    }
}

#[cfg(test)]
mod tests {
    use faultscope_ir::{FloatFormat, Op, Program, Sort, SortKind, Term, Value, eval::eval};

    use super::super::code::Code;
    use super::super::data::Data;
    use super::super::evaluate::Memo;
    use super::super::store::Store;
    use super::super::word::{self, Word};
    use super::*;
    use crate::notation::parse;

    /// A small generator of numbers (xorshift), the same everywhere.
    struct Random(u64);

    impl Random {
        fn next(&mut self) -> u64 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            self.0
        }

        fn below(&mut self, bound: usize) -> usize {
            (self.next() >> 20) as usize % bound
        }

        fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
            choices[self.below(choices.len())]
        }

        /// Bits of a number, often one at an edge.
        fn bits(&mut self) -> u128 {
            let any = u128::from(self.next()) << 64 | u128::from(self.next());
            match self.below(6) {
                0 => any,
                1 => any >> 120,
                2 => 1 << self.below(128),
                3 => u128::MAX >> self.below(128),
                4 => (any >> 124).wrapping_neg(),
                _ => 0,
            }
        }

        fn value(&mut self, sort: Sort) -> Value {
            let bits = self.bits();
            match sort.kind() {
                SortKind::Bool => Value::Bool(bits & 1 == 1),
                SortKind::BitVec(width) => Value::bits(*width, bits),
                SortKind::Float(format) => {
                    let numbers = [
                        0.0,
                        -0.0,
                        1.0,
                        -1.5,
                        0.1,
                        3e9,
                        -2_147_483_648.5,
                        1e300,
                        5e-324,
                        f64::INFINITY,
                        f64::NAN,
                    ];
                    let number = self.pick(&numbers);
                    let number = if self.below(2) == 0 { number } else { number * (bits as i64 as f64) };
                    Value::Float(*format, faultscope_ir::float::from_double(*format, number))
                }
                _ => unreachable!("no such sort is asked for"),
            }
        }

        fn sort(&mut self) -> Sort {
            let widths = [1, 7, 8, 32, 33, 63, 64, 65, 96, 128];
            match self.below(8) {
                0 => Sort::bool(),
                1 => Sort::float(self.pick(&[FloatFormat::SINGLE, FloatFormat::DOUBLE])),
                2 => Sort::float(self.pick(&[FloatFormat::DOUBLE, FloatFormat::EXTENDED])),
                _ => Sort::bits(self.pick(&widths)),
            }
        }

        /// A term of a sort over variables that are called after sorts.
        fn term(&mut self, sort: Sort, depth: usize) -> Term {
            if depth == 0 || self.below(12) == 0 {
                return match self.below(5) {
                    0 => Term::value(self.value(sort)),
                    number => Term::var(&format!("{sort}_{number}"), sort),
                };
            }
            let mut operand = |sort: Sort| self.term(sort, depth - 1);
            if operand(Sort::bits(3)) == Term::var("bv3_1", Sort::bits(3)) {
                let condition = operand(Sort::bool());
                return Term::app(Op::Ite, &[condition, operand(sort), operand(sort)]);
            }
            match sort.kind() {
                SortKind::Bool => self.truth(depth - 1),
                SortKind::Float(format) => self.float(*format, depth - 1),
                SortKind::BitVec(width) => self.vector(*width, depth - 1),
                _ => unreachable!("no such sort is asked for"),
            }
        }

        fn truth(&mut self, depth: usize) -> Term {
            let bits = Sort::bits(self.pick(&[1, 8, 32, 64, 96, 128]));
            let float =
                Sort::float(self.pick(&[FloatFormat::SINGLE, FloatFormat::DOUBLE, FloatFormat::EXTENDED]));
            let (op, sort) = match self.below(4) {
                0 => (self.pick(&[Op::And, Op::Or]), Sort::bool()),
                1 => (self.pick(&[Op::FloatLt, Op::FloatLe, Op::FloatEq, Op::Eq]), float),
                2 => (self.pick(&[Op::BvUlt, Op::BvUle, Op::BvSlt, Op::BvSle]), bits),
                _ if self.below(3) > 0 => (Op::Eq, bits),
                _ => {
                    let (op, sort) = self.pick(&[
                        (Op::Not, Sort::bool()),
                        (Op::FloatIsNan, float),
                        (Op::FloatIsInfinite, float),
                    ]);
                    return Term::app(op, &[self.term(sort, depth)]);
                }
            };
            Term::app(op, &[self.term(sort, depth), self.term(sort, depth)])
        }

        fn float(&mut self, format: FloatFormat, depth: usize) -> Term {
            let sort = Sort::float(format);
            let mode = self.pick(&[
                RoundingMode::NearestEven,
                RoundingMode::NearestAway,
                RoundingMode::TowardZero,
                RoundingMode::TowardPositive,
                RoundingMode::TowardNegative,
            ]);
            match self.below(4) {
                0 => {
                    let op = self.pick(&[Op::FloatNeg, Op::FloatAbs, Op::FloatSqrt, Op::FloatRound(mode)]);
                    Term::app(op, &[self.term(sort, depth)])
                }
                1 => {
                    let bits = Sort::bits(self.pick(&[8, 32, 64, 96]));
                    let op = self.pick(&[Op::SignedToFloat(format), Op::UnsignedToFloat(format)]);
                    Term::app(op, &[self.term(bits, depth)])
                }
                2 if self.below(2) == 0 => {
                    let bits = Sort::bits(format.width());
                    Term::app(Op::FloatFromBits(format), &[self.term(bits, depth)])
                }
                2 => {
                    let from = self.pick(&[FloatFormat::SINGLE, FloatFormat::DOUBLE, FloatFormat::EXTENDED]);
                    Term::app(Op::FloatToFloat(format), &[self.term(Sort::float(from), depth)])
                }
                _ => {
                    let op = self.pick(&[Op::FloatAdd, Op::FloatSub, Op::FloatMul, Op::FloatDiv]);
                    Term::app(op, &[self.term(sort, depth), self.term(sort, depth)])
                }
            }
        }

        fn vector(&mut self, width: u32, depth: usize) -> Term {
            let sort = Sort::bits(width);
            let part = width - (width / 3).max(1);
            match self.below(9) {
                0 => Term::app(self.pick(&[Op::BvNeg, Op::BvNot]), &[self.term(sort, depth)]),
                1 if part > 0 => {
                    let op = self.pick(&[Op::ZeroExtend(width - part), Op::SignExtend(width - part)]);
                    Term::app(op, &[self.term(Sort::bits(part), depth)])
                }
                2 if part > 0 => {
                    let (high, low) = (Sort::bits(width - part), Sort::bits(part));
                    Term::app(Op::Concat, &[self.term(high, depth), self.term(low, depth)])
                }
                3 if part > 0 => {
                    Term::app(Op::BvAddLow, &[self.term(sort, depth), self.term(Sort::bits(part), depth)])
                }
                4 if width < 128 => {
                    let whole = (width + 30).min(128);
                    let lo = self.below((whole - width) as usize + 1) as u32;
                    let op = Op::Extract { hi: lo + width - 1, lo };
                    Term::app(op, &[self.term(Sort::bits(whole), depth)])
                }
                5 if width > 1 => {
                    let format =
                        self.pick(&[FloatFormat::SINGLE, FloatFormat::DOUBLE, FloatFormat::EXTENDED]);
                    let op = self.pick(&[Op::FloatToSigned(width), Op::FloatToUnsigned(width)]);
                    Term::app(op, &[self.term(Sort::float(format), depth)])
                }
                _ => {
                    let op = self.pick(&[
                        Op::BvAdd,
                        Op::BvSub,
                        Op::BvMul,
                        Op::BvUdiv,
                        Op::BvUrem,
                        Op::BvSdiv,
                        Op::BvSrem,
                        Op::BvAnd,
                        Op::BvOr,
                        Op::BvXor,
                        Op::BvShl,
                        Op::BvLshr,
                        Op::BvAshr,
                    ]);
                    Term::app(op, &[self.term(sort, depth), self.term(sort, depth)])
                }
            }
        }
    }

    /// What is put into the variables of a term, and what its value then is, in the three ways that there are.
    fn check(random: &mut Random, program: &Program) -> Option<()> {
        let sort = random.sort();
        let depth = 1 + random.below(4);
        let term = random.term(sort, depth);
        let mut code = Code::new(program);
        let id = code.term(term);
        let mut store = Store::new(program.procedures.len(), code.globals());
        let mut known = Vec::new();
        let all_are_known = random.below(3) > 0;
        for symbol in term.symbols() {
            let value = random.value(symbol.sort());
            let data = match (all_are_known, random.below(4), &value) {
                (false, 0, _) => Data::Unknown,
                (false, 1, Value::Bits(width, bits)) => Data::partly(*width, *bits, random.bits()),
                _ => Data::Known(value),
            };
            if let Data::Known(value) = &data {
                known.push((symbol, value.clone()));
            }
            store.set(code.variable(symbol), Content::Value(data));
        }
        let mut memo = Memo::default();
        let mut machine = Machine { code: &code, store: &mut store, memo: &mut memo };
        let fast = machine.wide(id);
        let general = machine.value(id);
        let mut lookup = |symbol| known.iter().find(|(it, _)| *it == symbol).map(|(_, value)| value.clone());
        let expected = eval(term, &mut lookup);
        if let Some(bits) = fast {
            assert_eq!(general, Data::of(word::value(sort, bits)), "{term}");
            assert_eq!(Word::known(bits), Word::of(&general), "{term}");
        }
        if let Some(expected) = expected {
            assert_eq!(general, Data::Known(expected.clone()), "{term}");
            assert_eq!(fast, word::bits(&expected), "{term}");
            return Some(());
        }
        None
    }

    #[test]
    fn values_are_those_of_the_general_way_and_of_evaluation() {
        let program = parse("var unused: 8; proc main() { unused := 0; }");
        let mut random = Random(0x9E37_79B9_7F4A_7C15);
        let n_known = (0..20_000).filter_map(|_| check(&mut random, &program)).count();
        assert!(n_known > 5_000, "only {n_known} terms have values");
    }
}
