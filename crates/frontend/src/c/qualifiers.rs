//! Qualifiers: what a program says of a place beside its type.
//!
//! They matter where a place is read or written, and nowhere else: types that differ in qualifiers are one type here, as
//! they are for what values can be.

use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::rc::Rc;

use super::types::Type;

/// Which qualifiers a place has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Qualifiers {
    pub is_const: bool,
    pub is_volatile: bool,
}

/// The type of what has these qualifiers. Qualifiers do not count when such types are compared.
#[derive(Debug, Clone)]
pub(super) struct Qualified {
    ty: Rc<Type>,
    pub qualifiers: Qualifiers,
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

impl Qualified {
    /// With more qualifiers. What is said of an array is said of its elements.
    pub(super) fn and(self, qualifiers: Qualifiers) -> Qualified {
        let ty = match &*self.ty {
            _ if qualifiers == Qualifiers::default() => self.ty,
            Type::Array(element, count) => Rc::new(Type::Array(element.clone().and(qualifiers), *count)),
            Type::Vla(element, count) => Rc::new(Type::Vla(element.clone().and(qualifiers), *count)),
            _ => self.ty,
        };
        Qualified { ty, qualifiers: self.qualifiers.and(qualifiers) }
    }

    /// The type alone.
    pub(super) fn to_type(&self) -> Type {
        (*self.ty).clone()
    }

    /// Whether it is the same type with the same qualifiers, also of what it leads to.
    pub(super) fn is_identical(&self, other: &Qualified) -> bool {
        self.qualifiers == other.qualifiers && are_identical(self, other)
    }
}

/// Whether types are the same, and what they lead to has the same qualifiers.
pub(super) fn are_identical(left: &Type, right: &Type) -> bool {
    match (left, right) {
        (Type::Pointer(left), Type::Pointer(right)) => left.is_identical(right),
        (Type::Array(left, n_left), Type::Array(right, n_right)) => {
            n_left == n_right && left.is_identical(right)
        }
        _ => left == right,
    }
}

impl From<Type> for Qualified {
    fn from(ty: Type) -> Qualified {
        // An array is as its elements are.
        let qualifiers = match &ty {
            Type::Array(element, _) | Type::Vla(element, _) => element.qualifiers,
            _ => Qualifiers::default(),
        };
        Qualified { ty: Rc::new(ty), qualifiers }
    }
}

impl Deref for Qualified {
    type Target = Type;

    fn deref(&self) -> &Type {
        &self.ty
    }
}

impl PartialEq for Qualified {
    fn eq(&self, other: &Qualified) -> bool {
        self.ty == other.ty
    }
}

impl Eq for Qualified {}

impl Hash for Qualified {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.ty.hash(state);
    }
}
