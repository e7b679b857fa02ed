//! Concrete values: the elements of a [`Sort`].

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use num_bigint::BigInt;
use num_rational::BigRational;

use crate::float::{self, FloatFormat};
use crate::sort::{Sort, SortKind};

/// A value of some sort.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// A mathematical integer.
    Int(BigInt),
    /// A mathematical real.
    Real(BigRational),
    /// A bit-vector: width and bits, those above the width being zero.
    Bits(u32, u128),
    /// A floating-point number: format and its IEEE 754 interchange bits (no explicit integer bit, for x87 too).
    /// There is one NaN, the quiet positive one, as in SMT-LIB.
    Float(FloatFormat, u128),
    /// A map.
    Array(Arc<ArrayValue>),
    /// The n-th element of an opaque sort.
    Opaque(Sort, u64),
}

/// A map that differs from a default value in finitely many places.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ArrayValue {
    /// The map's sort.
    pub sort: Sort,
    /// The value at every index not in `entries`.
    pub default: Value,
    /// The other places. Never holds the default.
    pub entries: BTreeMap<Value, Value>,
}

impl Value {
    /// A bit-vector value; bits above the width are dropped.
    pub fn bits(width: u32, bits: u128) -> Value {
        Value::Bits(width, bits & mask(width))
    }

    /// A bit-vector value from a signed number, in two's complement.
    pub fn signed_bits(width: u32, number: i128) -> Value {
        Value::bits(width, number as u128)
    }

    /// A mathematical integer.
    pub fn int(number: impl Into<BigInt>) -> Value {
        Value::Int(number.into())
    }

    /// Puts a value at a path of indices into maps of maps, in place where nobody else holds them. None where the path leads to no
    /// cell.
    pub fn write(&mut self, path: &[Value], value: Value) -> Option<()> {
        let Some((index, rest)) = path.split_first() else {
            *self = value;
            return Some(());
        };
        let Value::Array(array) = self else { return None };
        let array = Arc::make_mut(array);
        if rest.is_empty() {
            array.set(index.clone(), value);
            return Some(());
        }
        let mut inner = array.entries.remove(index).unwrap_or_else(|| array.default.clone());
        inner.write(rest, value)?;
        array.set(index.clone(), inner);
        Some(())
    }

    /// The sort of the value.
    pub fn sort(&self) -> Sort {
        match self {
            Value::Bool(_) => Sort::bool(),
            Value::Int(_) => Sort::int(),
            Value::Real(_) => Sort::real(),
            Value::Bits(width, _) => Sort::bits(*width),
            Value::Float(format, _) => Sort::float(*format),
            Value::Array(array) => array.sort,
            Value::Opaque(sort, _) => *sort,
        }
    }

    /// A value of the sort, the one closest to zero: false, 0, +0.0, the map to such values.
    pub fn zero(sort: Sort) -> Value {
        match sort.kind() {
            SortKind::Bool => Value::Bool(false),
            SortKind::Int => Value::int(0),
            SortKind::Real => Value::Real(BigRational::from_integer(0.into())),
            SortKind::BitVec(width) => Value::Bits(*width, 0),
            SortKind::Float(format) => Value::Float(*format, 0),
            SortKind::Array(_, element) => Value::constant_array(sort, Value::zero(*element)),
            SortKind::Opaque(_) => Value::Opaque(sort, 0),
        }
    }

    /// The map of array sort `sort` that is `default` everywhere.
    pub fn constant_array(sort: Sort, default: Value) -> Value {
        Value::Array(Arc::new(ArrayValue { sort, default, entries: BTreeMap::new() }))
    }

    /// The truth value, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(truth) => Some(*truth),
            _ => None,
        }
    }

    /// The bits as an unsigned number, if this is a bit-vector.
    pub fn as_unsigned(&self) -> Option<u128> {
        match self {
            Value::Bits(_, bits) => Some(*bits),
            _ => None,
        }
    }

    /// The bits as a number in two's complement, if this is a bit-vector.
    pub fn as_signed(&self) -> Option<i128> {
        match self {
            Value::Bits(width, bits) => Some(sign_extend(*width, *bits)),
            _ => None,
        }
    }

    /// The array, if it is one.
    pub fn as_array(&self) -> Option<&ArrayValue> {
        match self {
            Value::Array(array) => Some(array),
            _ => None,
        }
    }
}

impl ArrayValue {
    /// The value at an index.
    pub fn get(&self, index: &Value) -> &Value {
        self.entries.get(index).unwrap_or(&self.default)
    }

    /// Whether the other map of the same sort has the same value at every index. Maps over a small sort can
    /// be written in several ways; equality of `ArrayValue`s is about the way.
    pub fn same_map(&self, other: &ArrayValue) -> bool {
        let same = |lhs: &Value, rhs: &Value| match (lhs, rhs) {
            (Value::Array(lhs), Value::Array(rhs)) => lhs.same_map(rhs),
            _ => lhs == rhs,
        };
        let written: BTreeSet<&Value> = self.entries.keys().chain(other.entries.keys()).collect();
        let n_indices = self.sort.array_sorts().and_then(|(index, _)| match index.kind() {
            SortKind::Bool => Some(2),
            SortKind::BitVec(width) => 1_usize.checked_shl(*width),
            _ => None,
        });
        written.iter().all(|index| same(self.get(index), other.get(index)))
            && (n_indices == Some(written.len()) || same(&self.default, &other.default))
    }

    /// The map that differs from this one at `index` only.
    #[must_use]
    pub fn with(&self, index: Value, element: Value) -> ArrayValue {
        let mut changed = self.clone();
        changed.set(index, element);
        changed
    }

    /// Changes the map in place.
    pub fn set(&mut self, index: Value, element: Value) {
        if element == self.default {
            self.entries.remove(&index);
        } else {
            self.entries.insert(index, element);
        }
    }
}

/// The bits of a `width`-bit number, all set.
pub(crate) fn mask(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

/// Reads `width` bits in two's complement.
pub(crate) fn sign_extend(width: u32, bits: u128) -> i128 {
    let shift = 128 - width;
    ((bits << shift) as i128) >> shift
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Value {
    /// Bit-vectors print as signed numbers; `{:#}` adds their width.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(truth) => write!(f, "{truth}"),
            Value::Int(number) => write!(f, "{number}"),
            Value::Real(number) => write!(f, "{number}"),
            Value::Bits(width, bits) => {
                write!(f, "{}", sign_extend(*width, *bits))?;
                if f.alternate() { write!(f, "bv{width}") } else { Ok(()) }
            }
            Value::Float(format, bits) => f.write_str(&float::display(*format, *bits)),
            Value::Array(array) => {
                f.write_str("[")?;
                for (index, element) in &array.entries {
                    write!(f, "{index}: {element}, ")?;
                }
                write!(f, "_: {}]", array.default)
            }
            Value::Opaque(sort, index) => write!(f, "{sort}!{index}"),
        }
    }
}
