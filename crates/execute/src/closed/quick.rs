//! Operations on values of at most 128 bits, laid out to be computed fast.
//!
//! Each node of the [code](super::code) has one. It says what the node's operator does to bits, with the widths at hand; what it
//! has no words for is [`Quick::Slow`].

use faultscope_ir::{FloatFormat, Op, RoundingMode, Value};

use super::store::{Address, GLOBAL, Variable};
use super::word::{self, Class};

/// The number of a node.
pub(super) type NodeId = u32;

/// What a node computes. Widths are in bits; results of at most 64 bits are narrow, and those of the variants that are called
/// wide may be wider.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Quick {
    /// By the general way.
    Slow,
    /// Several nodes use it: the number of what it computes among those that are shared.
    Shared(u32),
    Constant(u64),
    /// By its number among the wide constants.
    WideConstant(u32),
    Global(u32),
    Local(Address),
    WideVariable(Address),
    Not(NodeId),
    And(NodeId, NodeId),
    Or(NodeId, NodeId),
    Equal(NodeId, NodeId),
    EqualWide(NodeId, NodeId),
    Choice(NodeId, NodeId, NodeId),
    WideChoice(NodeId, NodeId, NodeId),
    /// The same bits.
    Widened(NodeId),
    Unary(Unary, u8, NodeId),
    Binary(Binary, u8, NodeId, NodeId),
    Less(NodeId, NodeId),
    AtMost(NodeId, NodeId),
    /// Of signed numbers of a width.
    SignedLess(u8, NodeId, NodeId),
    SignedAtMost(u8, NodeId, NodeId),
    LessWide(NodeId, NodeId),
    AtMostWide(NodeId, NodeId),
    /// The width of the second operand, which stands below.
    Concat(u8, NodeId, NodeId),
    WideConcat(u8, NodeId, NodeId),
    /// The width of the second operand, which is added below.
    AddLow(u8, NodeId, NodeId),
    WideAddLow(u8, NodeId, NodeId),
    /// The width of the result, and the lowest bit.
    Extract(u8, u8, NodeId),
    ExtractWide(u8, u8, NodeId),
    WideExtract(u8, u8, NodeId),
    /// The widths of the operand and of the result.
    SignExtended(u8, u8, NodeId),
    WideSignExtended(u8, u8, NodeId),
    WideBinary(WideBinary, u8, NodeId, NodeId),
    Float(FloatBinary, Precision, NodeId, NodeId),
    FloatUnary(FloatUnary, Precision, NodeId),
    /// From a signed integer of a width.
    FromSigned(u8, Precision, NodeId),
    FromUnsigned(Precision, NodeId),
    ToSigned(u8, Precision, NodeId),
    ToUnsigned(u8, Precision, NodeId),
    /// An element of the map in a variable.
    Element(Address, NodeId),
    WideElement(Address, NodeId),
}

/// Unary operators on bit-vectors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unary {
    Negated,
    Inverted,
}

/// Binary operators on bit-vectors of at most 64 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Binary {
    Add,
    Sub,
    Mul,
    Udiv,
    Urem,
    Sdiv,
    Srem,
    And,
    Or,
    Xor,
    Shl,
    Lshr,
    Ashr,
}

/// Binary operators on wider ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WideBinary {
    Add,
    Sub,
    And,
    Or,
    Shl,
    Lshr,
}

/// The formats that the host computes with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Precision {
    Single,
    Double,
}

/// Binary operators on floating-point numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FloatBinary {
    Add,
    Sub,
    Mul,
    Div,
    Less,
    AtMost,
    Equal,
}

/// Unary ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FloatUnary {
    Negated,
    Size,
    Root,
    Rounded(RoundingMode),
    IsNan,
    IsInfinite,
    Canonical,
    ToSingle,
    ToDouble,
}

impl Precision {
    fn of(format: FloatFormat) -> Option<Precision> {
        match format {
            FloatFormat::SINGLE => Some(Precision::Single),
            FloatFormat::DOUBLE => Some(Precision::Double),
            _ => None,
        }
    }
}

/// An operand: its node, how it is held, its width if it is a bit-vector, and its format if it is a floating-point number.
#[derive(Debug, Clone, Copy)]
pub(super) struct Operand {
    pub(super) id: NodeId,
    pub(super) class: Class,
    pub(super) width: u32,
    pub(super) format: Option<FloatFormat>,
}

impl Operand {
    fn is_narrow(&self) -> bool {
        self.class == Class::Narrow
    }

    fn precision(&self) -> Option<Precision> {
        Precision::of(self.format?)
    }
}

/// A constant.
pub(super) fn constant(value: &Value, wide: &mut Vec<u128>) -> Quick {
    match (word::bits(value), Class::of(value.sort())) {
        (Some(bits), Class::Narrow) => Quick::Constant(bits as u64),
        (Some(bits), Class::Wide) => {
            wide.push(bits);
            Quick::WideConstant(wide.len() as u32 - 1)
        }
        _ => Quick::Slow,
    }
}

/// A variable.
pub(super) fn variable(variable: &Variable) -> Quick {
    match (variable.class, variable.address) {
        (Class::Narrow, Address { owner: GLOBAL, at }) => Quick::Global(at),
        (Class::Narrow, address) => Quick::Local(address),
        (Class::Wide, address) => Quick::WideVariable(address),
        (Class::Other, _) => Quick::Slow,
    }
}

/// An element of the map in a variable.
pub(super) fn element(map: &Variable, index: Operand, class: Class) -> Quick {
    match (index.class, class) {
        (Class::Narrow | Class::Wide, Class::Narrow) if index.width > 0 => {
            Quick::Element(map.address, index.id)
        }
        (Class::Narrow | Class::Wide, Class::Wide) if index.width > 0 => {
            Quick::WideElement(map.address, index.id)
        }
        _ => Quick::Slow,
    }
}

/// An operation whose value is held in a way, and has a width if it is a bit-vector.
pub(super) fn operation(op: Op, operands: &[Operand], class: Class, width: u32) -> Quick {
    if class == Class::Other || operands.iter().any(|it| it.class == Class::Other) {
        return Quick::Slow;
    }
    let found = match operands {
        [operand] => unary(op, *operand, class, width),
        [lhs, rhs] => binary(op, *lhs, *rhs, class, width),
        [condition, then, otherwise] if op == Op::Ite => Some(match class {
            Class::Narrow => Quick::Choice(condition.id, then.id, otherwise.id),
            _ => Quick::WideChoice(condition.id, then.id, otherwise.id),
        }),
        _ => None,
    };
    found.unwrap_or(Quick::Slow)
}

fn unary(op: Op, operand: Operand, class: Class, width: u32) -> Option<Quick> {
    let id = operand.id;
    let float = |unary| Some(Quick::FloatUnary(unary, operand.precision()?, id));
    let is_narrow = class == Class::Narrow && operand.is_narrow();
    Some(match op {
        Op::Not => Quick::Not(id),
        Op::BvNeg if is_narrow => Quick::Unary(Unary::Negated, width as u8, id),
        Op::BvNot if is_narrow => Quick::Unary(Unary::Inverted, width as u8, id),
        Op::ZeroExtend(_) => Quick::Widened(id),
        Op::SignExtend(_) if is_narrow => Quick::SignExtended(operand.width as u8, width as u8, id),
        Op::SignExtend(_) => Quick::WideSignExtended(operand.width as u8, width as u8, id),
        Op::Extract { lo, .. } if is_narrow => Quick::Extract(width as u8, lo as u8, id),
        Op::Extract { lo, .. } if class == Class::Narrow => Quick::ExtractWide(width as u8, lo as u8, id),
        Op::Extract { lo, .. } => Quick::WideExtract(width as u8, lo as u8, id),
        Op::FloatNeg => return float(FloatUnary::Negated),
        Op::FloatAbs => return float(FloatUnary::Size),
        Op::FloatSqrt => return float(FloatUnary::Root),
        Op::FloatRound(mode) => return float(FloatUnary::Rounded(mode)),
        Op::FloatIsNan => return float(FloatUnary::IsNan),
        Op::FloatIsInfinite => return float(FloatUnary::IsInfinite),
        Op::FloatToFloat(FloatFormat::SINGLE) => return float(FloatUnary::ToSingle),
        Op::FloatToFloat(FloatFormat::DOUBLE) => return float(FloatUnary::ToDouble),
        Op::FloatToBits => Quick::Widened(id),
        Op::FloatFromBits(format) => Quick::FloatUnary(FloatUnary::Canonical, Precision::of(format)?, id),
        Op::SignedToFloat(format) if operand.is_narrow() => {
            Quick::FromSigned(operand.width as u8, Precision::of(format)?, id)
        }
        Op::UnsignedToFloat(format) if operand.is_narrow() => Quick::FromUnsigned(Precision::of(format)?, id),
        Op::FloatToSigned(width) if width <= 64 => Quick::ToSigned(width as u8, operand.precision()?, id),
        Op::FloatToUnsigned(width) if width <= 64 => Quick::ToUnsigned(width as u8, operand.precision()?, id),
        _ => return None,
    })
}

fn binary(op: Op, lhs: Operand, rhs: Operand, class: Class, width: u32) -> Option<Quick> {
    let (a, b) = (lhs.id, rhs.id);
    let are_narrow = lhs.is_narrow() && rhs.is_narrow();
    let float = |binary| Some(Quick::Float(binary, lhs.precision()?, a, b));
    Some(match op {
        Op::And => Quick::And(a, b),
        Op::Or => Quick::Or(a, b),
        Op::Eq if are_narrow => Quick::Equal(a, b),
        Op::Eq => Quick::EqualWide(a, b),
        Op::BvUlt if are_narrow => Quick::Less(a, b),
        Op::BvUle if are_narrow => Quick::AtMost(a, b),
        Op::BvUlt => Quick::LessWide(a, b),
        Op::BvUle => Quick::AtMostWide(a, b),
        Op::BvSlt if are_narrow => Quick::SignedLess(lhs.width as u8, a, b),
        Op::BvSle if are_narrow => Quick::SignedAtMost(lhs.width as u8, a, b),
        Op::Concat if class == Class::Narrow => Quick::Concat(rhs.width as u8, a, b),
        Op::Concat => Quick::WideConcat(rhs.width as u8, a, b),
        Op::BvAddLow if class == Class::Narrow => Quick::AddLow(rhs.width as u8, a, b),
        Op::BvAddLow => Quick::WideAddLow(rhs.width as u8, a, b),
        Op::FloatAdd => return float(FloatBinary::Add),
        Op::FloatSub => return float(FloatBinary::Sub),
        Op::FloatMul => return float(FloatBinary::Mul),
        Op::FloatDiv => return float(FloatBinary::Div),
        Op::FloatLt => return float(FloatBinary::Less),
        Op::FloatLe => return float(FloatBinary::AtMost),
        Op::FloatEq => return float(FloatBinary::Equal),
        _ if are_narrow && class == Class::Narrow => Quick::Binary(narrow(op)?, width as u8, a, b),
        _ => Quick::WideBinary(wide(op)?, width as u8, a, b),
    })
}

fn narrow(op: Op) -> Option<Binary> {
    Some(match op {
        Op::BvAdd => Binary::Add,
        Op::BvSub => Binary::Sub,
        Op::BvMul => Binary::Mul,
        Op::BvUdiv => Binary::Udiv,
        Op::BvUrem => Binary::Urem,
        Op::BvSdiv => Binary::Sdiv,
        Op::BvSrem => Binary::Srem,
        Op::BvAnd => Binary::And,
        Op::BvOr => Binary::Or,
        Op::BvXor => Binary::Xor,
        Op::BvShl => Binary::Shl,
        Op::BvLshr => Binary::Lshr,
        Op::BvAshr => Binary::Ashr,
        _ => return None,
    })
}

fn wide(op: Op) -> Option<WideBinary> {
    Some(match op {
        Op::BvAdd => WideBinary::Add,
        Op::BvSub => WideBinary::Sub,
        Op::BvAnd => WideBinary::And,
        Op::BvOr => WideBinary::Or,
        Op::BvShl => WideBinary::Shl,
        Op::BvLshr => WideBinary::Lshr,
        _ => return None,
    })
}
