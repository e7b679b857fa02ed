//! Values of a fixed number of bits, side by side with which of the bits are known.

use faultscope_ir::{Sort, SortKind, Value};

use super::data::Data;

/// How values of a sort are held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    /// In 64 bits: truth values, bit-vectors and floating-point numbers.
    Narrow,
    /// In 128 bits.
    Wide,
    /// As [`Value`]s, or as maps.
    Other,
}

impl Class {
    /// That of a sort.
    pub(super) fn of(sort: Sort) -> Class {
        let width = match sort.kind() {
            SortKind::Bool => 1,
            SortKind::BitVec(width) => *width,
            SortKind::Float(format) => format.width(),
            SortKind::Int | SortKind::Real | SortKind::Array(..) | SortKind::Opaque(_) => {
                return Class::Other;
            }
        };
        if width <= u64::BITS { Class::Narrow } else { Class::Wide }
    }
}

/// A number of bits.
pub(super) trait Bits: Copy + Eq + Default {
    /// All bits are set.
    const ALL: Self;
    /// The lowest bits of a number.
    fn low(bits: u128) -> Self;
    /// The number.
    fn all(self) -> u128;
}

impl Bits for u64 {
    const ALL: u64 = u64::MAX;
    fn low(bits: u128) -> u64 {
        bits as u64
    }
    fn all(self) -> u128 {
        self.into()
    }
}

impl Bits for u128 {
    const ALL: u128 = u128::MAX;
    fn low(bits: u128) -> u128 {
        bits
    }
    fn all(self) -> u128 {
        self
    }
}

/// What is known of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Word<T> {
    /// The bits; of those that are not known nothing is said.
    pub(super) bits: T,
    /// Which bits are not known, those above the width of the value counting for nothing unless others are unknown.
    pub(super) unknown: T,
}

impl<T: Bits> Word<T> {
    /// Nothing is known.
    pub(super) const UNKNOWN: Word<T> = Word { bits: T::ALL, unknown: T::ALL };

    /// All bits are known.
    #[inline]
    pub(super) fn known(bits: T) -> Word<T> {
        Word { bits, unknown: T::default() }
    }

    /// All bits, where they are known.
    #[inline]
    pub(super) fn all_known(self) -> Option<T> {
        if self.unknown == T::default() { Some(self.bits) } else { None }
    }

    /// From data of a value that fits.
    pub(super) fn of(data: &Data) -> Word<T> {
        match data {
            Data::Known(value) => bits(value).map_or(Word::UNKNOWN, |bits| Word::known(T::low(bits))),
            Data::Partly(partial) => {
                Word { bits: T::low(partial.bits()), unknown: T::low(partial.unknown()) }
            }
            Data::Unknown => Word::UNKNOWN,
        }
    }

    /// As data of a value of a sort.
    pub(super) fn data(self, sort: Sort) -> Data {
        match (self.all_known(), sort.kind()) {
            (Some(bits), _) => Data::of(value(sort, bits.all())),
            (None, SortKind::BitVec(width)) => Data::partly(*width, self.bits.all(), self.unknown.all()),
            (None, _) => Data::Unknown,
        }
    }
}

/// The bits of a value.
pub(super) fn bits(value: &Value) -> Option<u128> {
    match value {
        Value::Bool(truth) => Some(u128::from(*truth)),
        Value::Bits(_, bits) | Value::Float(_, bits) => Some(*bits),
        Value::Int(_) | Value::Real(_) | Value::Array(_) | Value::Opaque(..) => None,
    }
}

/// The value that has these bits.
pub(super) fn value(sort: Sort, bits: u128) -> Option<Value> {
    match sort.kind() {
        SortKind::Bool => Some(Value::Bool(bits != 0)),
        SortKind::BitVec(width) => Some(Value::Bits(*width, bits)),
        SortKind::Float(format) => Some(Value::Float(*format, bits)),
        SortKind::Int | SortKind::Real | SortKind::Array(..) | SortKind::Opaque(_) => None,
    }
}
