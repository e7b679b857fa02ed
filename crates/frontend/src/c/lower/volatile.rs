//! Reads of volatile places.
//!
//! What a volatile object holds may change by itself, so that each read gives any value, which is an input of the program.
//! Any pointer would be one that nothing can be done with: a pointer is read as it was stored, under an assumption. So is an
//! object of a block: nobody outside knows where it lies.

use faultscope_ir::{AssumptionKind, OriginKind, Place, Sort, Term};

use super::access::Location;
use super::state::Lowerer;
use super::validity::Purpose;
use crate::c::hir::{Expr, ExprKind, PathStep, Storage};
use crate::c::qualifiers::Qualifiers;
use crate::c::source::Loc;
use crate::c::types::{IntKind, Type};

impl Lowerer<'_> {
    /// Whether a place is volatile.
    pub(super) fn is_volatile(&self, place: &Expr) -> bool {
        self.program.qualifiers(self.types, place).is_volatile
    }

    /// What a volatile scalar place gives when it is read.
    pub(super) fn read_volatile(&mut self, location: &Location, place: &Expr) -> Term {
        if self.is_as_stored(&place.ty, self.is_of_block(place)) {
            return self.load(location);
        }
        let input = self.origin(OriginKind::Input, place.loc, Some(place.loc));
        match (self.field_width(place), &place.ty) {
            (Some(width), Type::Int(kind)) if *kind != IntKind::Bool => {
                let display = self.types.display(&place.ty);
                let field = self.temporary("input", Sort::bits(width), display);
                self.emit_havoc(Place::variable(field), input);
                let width = self.types.width(&place.ty);
                let field = Term::symbol(field);
                if kind.is_signed() { field.sign_extend_to(width) } else { field.zero_extend_to(width) }
            }
            _ => self.input_value(&place.ty, input, place.loc, None),
        }
    }

    /// What a record gives when it is read of which a part is volatile.
    pub(super) fn read_volatile_record(&mut self, place: &Expr) -> Location {
        let source = self.location(place, Purpose::Read);
        let read = self.fresh_location("temporary", &place.ty);
        let lowering = self.origin(OriginKind::Lowering, place.loc, None);
        self.copy(&read, &source, lowering, place.loc);
        let name = self.text(place.loc);
        let qualifiers = self.program.qualifiers(self.types, place);
        if !self.is_of_block(place) || !self.is_as_stored(&place.ty, true) {
            self.forget_volatile(&read, qualifiers, &name, place.loc);
        }
        read
    }

    /// Gives the volatile scalars of a copy any values.
    fn forget_volatile(&mut self, copy: &Location, qualifiers: Qualifiers, name: &str, loc: Loc) {
        match copy.ty().clone() {
            ty if !qualifiers.is_volatile && !self.types.has_volatile(&ty) => {}
            Type::Record(id) => {
                for idx in 0..self.types.fields(id).len() {
                    let field = &self.types.fields(id)[idx];
                    let dot = if field.name.is_empty() { "" } else { "." };
                    let name = format!("{name}{dot}{}", field.name);
                    let qualifiers = qualifiers.and(field.qualifiers);
                    let part = self.step(copy, PathStep::Field(idx));
                    self.forget_volatile(&part, qualifiers, &name, loc);
                }
            }
            Type::Array(_, count) => {
                for idx in 0..count.unwrap_or(0) {
                    let part = self.step(copy, PathStep::Index(idx));
                    self.forget_volatile(&part, qualifiers, &format!("{name}[{idx}]"), loc);
                }
            }
            ty if self.is_as_stored(&ty, false) => {}
            _ => {
                let input = self.named_origin(OriginKind::Input, loc, Some(name.to_owned()));
                self.havoc(copy, input, loc);
            }
        }
    }

    /// Whether a place is part of a variable that a block declares, and that goes with it.
    fn is_of_block(&self, place: &Expr) -> bool {
        match &place.kind {
            ExprKind::Var(var) | ExprKind::CompoundLiteral(var, _) => {
                let storage = &self.program.var(*var).storage;
                matches!(storage, Storage::Local(_) | Storage::Parameter(_))
            }
            ExprKind::Member(base, _) | ExprKind::Index(base, _) => self.is_of_block(base),
            _ => false,
        }
    }

    /// Whether what is read of a type is what was stored there; notes that this is taken for granted.
    fn is_as_stored(&mut self, ty: &Type, is_of_block: bool) -> bool {
        let what = if self.config.world.volatile_as_stored {
            "object"
        } else if is_of_block {
            "variable of a block"
        } else if ty.is_pointer() {
            "pointer"
        } else {
            return false;
        };
        let message = format!("a volatile {what} holds what the program has stored there");
        self.assume_of(AssumptionKind::VolatileMemory, None, message);
        true
    }

    /// The bits of the bit-field that a place is.
    fn field_width(&self, place: &Expr) -> Option<u32> {
        let ExprKind::Member(base, idx) = &place.kind else { return None };
        let Type::Record(id) = base.ty else { return None };
        self.types.fields(id).get(*idx)?.bits.map(|(_, width)| width)
    }
}
