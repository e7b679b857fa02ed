//! Qualifiers: what a program says of a place beside its type.
//!
//! They matter where a place is read or written, and nowhere else: types that differ in qualifiers are one type here, as
//! they are for what values can be.

/// Which qualifiers a place has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Qualifiers {
    pub is_const: bool,
    pub is_volatile: bool,
}

impl Qualifiers {
    /// Those of both.
    pub(super) fn and(self, other: Qualifiers) -> Qualifiers {
        Qualifiers {
            is_const: self.is_const || other.is_const,
            is_volatile: self.is_volatile || other.is_volatile,
        }
    }
}
