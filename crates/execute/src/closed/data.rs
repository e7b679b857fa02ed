//! Values of which not everything need be known: bit-fields lie beside bits that nobody wrote.

use faultscope_ir::{Op, Value};

use faultscope_ir::modular::{mask, sign_extended};

/// What is known of a value.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) enum Data {
    /// Nothing.
    #[default]
    Unknown,
    /// Some bits of a bit-vector, but not all.
    Partly(Partial),
    /// All of it.
    Known(Value),
}

/// A bit-vector with bits that are not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Partial {
    width: u32,
    /// The bits that are known; the others are clear.
    bits: u128,
    /// Which bits are not known.
    unknown: u128,
}

impl Data {
    /// A value, if there is one.
    pub(super) fn of(value: Option<Value>) -> Data {
        value.map_or(Data::Unknown, Data::Known)
    }

    /// The value, where all of it is known.
    pub(super) fn known(&self) -> Option<&Value> {
        match self {
            Data::Known(value) => Some(value),
            Data::Unknown | Data::Partly(_) => None,
        }
    }

    /// A bit-vector; bits above the width are dropped, and so are those that are said to be unknown too.
    pub(super) fn partly(width: u32, bits: u128, unknown: u128) -> Data {
        let unknown = unknown & mask(width);
        let bits = bits & mask(width) & !unknown;
        match unknown {
            0 => Data::Known(Value::bits(width, bits)),
            _ if unknown == mask(width) => Data::Unknown,
            _ => Data::Partly(Partial { width, bits, unknown }),
        }
    }

    /// The truth value, where it is known.
    pub(super) fn truth(&self) -> Option<bool> {
        self.known()?.as_bool()
    }
}

/// The value of a unary operation on a bit-vector of this width; of others nothing is known.
pub(super) fn unary(op: Op, operand: &Data, width: u32) -> Data {
    if let Data::Known(value) = operand {
        return Data::of(op.apply(std::slice::from_ref(value)));
    }
    let Data::Partly(operand) = operand else { return Data::Unknown };
    let Partial { bits, unknown, .. } = *operand;
    match op {
        Op::BvNot => Data::partly(width, !bits, unknown),
        Op::Extract { hi, lo } => Data::partly(hi - lo + 1, bits >> lo, unknown >> lo),
        Op::ZeroExtend(extra) => Data::partly(width + extra, bits, unknown),
        Op::SignExtend(extra) => {
            let extended = |bits| sign_extended(width, bits) as u128;
            Data::partly(width + extra, extended(bits), extended(unknown))
        }
        _ => Data::Unknown,
    }
}

/// The value of a binary operation on operands of these widths, 0 for what is no bit-vector.
pub(super) fn binary(op: Op, lhs: (&Data, u32), rhs: (&Data, u32)) -> Data {
    if let ((Data::Known(lhs), _), (Data::Known(rhs), _)) = (lhs, rhs) {
        return Data::of(op.apply(&[lhs.clone(), rhs.clone()]));
    }
    match (Partial::of(lhs), Partial::of(rhs)) {
        (Some(lhs), Some(rhs)) => on_bits(op, lhs, rhs),
        _ => Data::Unknown,
    }
}

fn on_bits(op: Op, lhs: Partial, rhs: Partial) -> Data {
    let width = lhs.width;
    let either = lhs.unknown | rhs.unknown;
    match op {
        Op::Concat => Data::partly(
            width + rhs.width,
            lhs.bits << rhs.width | rhs.bits,
            lhs.unknown << rhs.width | rhs.unknown,
        ),
        Op::BvAnd => Data::partly(width, lhs.bits & rhs.bits, either & lhs.largest() & rhs.largest()),
        Op::BvOr => Data::partly(width, lhs.bits | rhs.bits, either & !(lhs.bits | rhs.bits)),
        Op::BvXor => Data::partly(width, lhs.bits ^ rhs.bits, either),
        Op::BvShl | Op::BvLshr | Op::BvAshr if rhs.unknown == 0 && rhs.bits < u128::from(width) => {
            let shifted = |bits: u128| match op {
                Op::BvShl => bits << rhs.bits,
                Op::BvLshr => bits >> rhs.bits,
                _ => (sign_extended(width, bits) >> rhs.bits) as u128,
            };
            Data::partly(width, shifted(lhs.bits), shifted(lhs.unknown))
        }
        Op::Eq if (lhs.bits ^ rhs.bits) & !either != 0 => Data::Known(Value::Bool(false)),
        Op::BvUlt if lhs.largest() < rhs.bits => Data::Known(Value::Bool(true)),
        Op::BvUlt if lhs.bits >= rhs.largest() => Data::Known(Value::Bool(false)),
        Op::BvUle if lhs.largest() <= rhs.bits => Data::Known(Value::Bool(true)),
        Op::BvUle if lhs.bits > rhs.largest() => Data::Known(Value::Bool(false)),
        _ => Data::Unknown,
    }
}

impl Partial {
    fn of((data, width): (&Data, u32)) -> Option<Partial> {
        match data {
            Data::Known(Value::Bits(width, bits)) => Some(Partial { width: *width, bits: *bits, unknown: 0 }),
            Data::Partly(partial) => Some(*partial),
            Data::Unknown if width > 0 => Some(Partial { width, bits: 0, unknown: mask(width) }),
            Data::Known(_) | Data::Unknown => None,
        }
    }

    /// The value in which the bits are clear that are not known.
    pub(super) fn filled(self) -> Value {
        Value::bits(self.width, self.bits)
    }

    /// The bits that are known; the others are clear.
    pub(super) fn bits(self) -> u128 {
        self.bits
    }

    /// Which bits are not known.
    pub(super) fn unknown(self) -> u128 {
        self.unknown
    }

    /// The largest number that it can be.
    fn largest(self) -> u128 {
        self.bits | self.unknown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values of eight bits that `x` stands for the unknown ones of.
    fn data(text: &str) -> Data {
        let read = |digit: char| text.chars().fold(0, |bits, it| bits << 1 | u128::from(it == digit));
        Data::partly(text.len() as u32, read('1'), read('x'))
    }

    #[track_caller]
    fn check(op: Op, lhs: &str, rhs: &str, expected: &str) {
        let (width, other) = (lhs.len() as u32, rhs.len() as u32);
        assert_eq!(
            binary(op, (&data(lhs), width), (&data(rhs), other)),
            data(expected),
            "{lhs} {op:?} {rhs}"
        );
    }

    #[test]
    fn bits_that_the_other_operand_decides_are_known() {
        check(Op::BvAnd, "1x0x", "11x0", "1x00");
        check(Op::BvOr, "1x0x", "0x11", "1x11");
        check(Op::BvXor, "1x0x", "1100", "0x0x");
        check(Op::BvAnd, "xxxx", "0000", "0000");
        check(Op::Concat, "1x", "xx", "1xxx");
    }

    #[test]
    fn shifts_move_what_is_unknown() {
        check(Op::BvShl, "1x0x", "0001", "x0x0");
        check(Op::BvLshr, "1x0x", "0010", "001x");
        check(Op::BvAshr, "x00x", "0001", "xx00");
        check(Op::BvAshr, "1x00", "0001", "11x0");
        check(Op::BvShl, "1x0x", "00x1", "xxxx");
        assert_eq!(unary(Op::SignExtend(2), &data("x1"), 2), data("xxx1"));
        assert_eq!(unary(Op::ZeroExtend(2), &data("x1"), 2), data("00x1"));
        assert_eq!(unary(Op::Extract { hi: 2, lo: 1 }, &data("x01x"), 4), data("01"));
        assert_eq!(unary(Op::BvNot, &data("x01x"), 4), data("x10x"));
    }

    #[test]
    fn comparisons_are_decided_by_the_bits_that_are_known() {
        let check = |op, lhs, rhs, expected: Option<bool>| {
            let found = binary(op, (&data(lhs), 4), (&data(rhs), 4)).truth();
            assert_eq!(found, expected, "{lhs} {op:?} {rhs}");
        };
        check(Op::Eq, "1xxx", "0xxx", Some(false));
        check(Op::Eq, "1xxx", "1xxx", None);
        check(Op::BvUlt, "0xxx", "1000", Some(true));
        check(Op::BvUlt, "1xxx", "1000", Some(false));
        check(Op::BvUlt, "x000", "1000", None);
        check(Op::BvUle, "0xxx", "0111", Some(true));
        check(Op::BvUle, "1x01", "1000", Some(false));
        check(Op::BvAdd, "1xxx", "0001", None);
    }
}
