//! The types of terms, interned.

use std::fmt;
use std::sync::{LazyLock, Mutex};

use rustc_hash::FxHashSet;

use crate::float::FloatFormat;

/// What a [`Sort`] is made of.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SortKind {
    /// Truth values.
    Bool,
    /// Mathematical integers.
    Int,
    /// Mathematical reals.
    Real,
    /// Bit-vectors of a width from 1 to 128 bits.
    BitVec(u32),
    /// IEEE 754 floating point.
    Float(FloatFormat),
    /// Total maps from the first sort to the second.
    Array(Sort, Sort),
    /// A type of which nothing is known but its name.
    Opaque(String),
}

/// A type. Interned: copying and comparing cost nothing; interned sorts live as long as the process.
#[derive(Clone, Copy)]
pub struct Sort(&'static SortKind);

static INTERNER: LazyLock<Mutex<FxHashSet<&'static SortKind>>> = LazyLock::new(Default::default);

impl Sort {
    /// Interns a sort.
    ///
    /// # Panics
    /// If a bit-vector's width is 0 or above 128.
    pub fn new(kind: SortKind) -> Sort {
        if let SortKind::BitVec(width) = kind {
            assert!((1..=128).contains(&width), "bit-vector of {width} bits");
        }
        let mut interner = INTERNER.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(known) = interner.get(&kind) {
            return Sort(known);
        }
        let leaked: &'static SortKind = Box::leak(Box::new(kind));
        interner.insert(leaked);
        Sort(leaked)
    }

    /// Truth values.
    pub fn bool() -> Sort {
        static SORT: LazyLock<Sort> = LazyLock::new(|| Sort::new(SortKind::Bool));
        *SORT
    }

    /// Mathematical integers.
    pub fn int() -> Sort {
        static SORT: LazyLock<Sort> = LazyLock::new(|| Sort::new(SortKind::Int));
        *SORT
    }

    /// Mathematical reals.
    pub fn real() -> Sort {
        static SORT: LazyLock<Sort> = LazyLock::new(|| Sort::new(SortKind::Real));
        *SORT
    }

    /// Bit-vectors of `width` bits (1 to 128).
    pub fn bits(width: u32) -> Sort {
        static SORTS: LazyLock<Vec<Sort>> =
            LazyLock::new(|| (1..=128).map(|width| Sort::new(SortKind::BitVec(width))).collect());
        SORTS[width as usize - 1]
    }

    /// Floating point of a format.
    pub fn float(format: FloatFormat) -> Sort {
        Sort::new(SortKind::Float(format))
    }

    /// Maps from `index` to `element`.
    pub fn array(index: Sort, element: Sort) -> Sort {
        Sort::new(SortKind::Array(index, element))
    }

    /// What the sort is made of.
    pub fn kind(self) -> &'static SortKind {
        self.0
    }

    /// The width, if this is a bit-vector sort.
    pub fn bit_width(self) -> Option<u32> {
        match self.0 {
            SortKind::BitVec(width) => Some(*width),
            _ => None,
        }
    }

    /// Index and element sort, if this is an array sort.
    pub fn array_sorts(self) -> Option<(Sort, Sort)> {
        match self.0 {
            SortKind::Array(index, element) => Some((*index, *element)),
            _ => None,
        }
    }

    /// Whether this is [`SortKind::Bool`].
    pub fn is_bool(self) -> bool {
        matches!(self.0, SortKind::Bool)
    }
}

impl PartialEq for Sort {
    fn eq(&self, other: &Sort) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Sort {}

impl std::hash::Hash for Sort {
    // By content and not by address, so that orders derived from hashes are the same in every run.
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl PartialOrd for Sort {
    fn partial_cmp(&self, other: &Sort) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Sort {
    fn cmp(&self, other: &Sort) -> std::cmp::Ordering {
        if self == other { std::cmp::Ordering::Equal } else { self.0.cmp(other.0) }
    }
}

impl fmt::Debug for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            SortKind::Bool => f.write_str("bool"),
            SortKind::Int => f.write_str("int"),
            SortKind::Real => f.write_str("real"),
            SortKind::BitVec(width) => write!(f, "bv{width}"),
            SortKind::Float(format) => write!(f, "float{}e{}", format.significand, format.exponent),
            SortKind::Array(index, element) => write!(f, "[{index}]{element}"),
            SortKind::Opaque(name) => f.write_str(name),
        }
    }
}
