//! Whether memory may be accessed: the checks on pointers that are followed, given back, or called.

use std::ops::Range;

use faultscope_ir::{Access, AccessTarget, AssumptionKind, OriginKind, Property, Term, Usage};

use super::check::{ACCESS_ENDS, Unselected, Violation};
use super::state::{Home, Lowerer};
use super::tables::Kind;
use crate::c::pointer::{self, OBJECT_BITS};
use crate::c::points_to::{Region, RegionObjects};
use crate::c::source::Loc;

/// Up to so many objects of a region are told apart by their numbers; of more, the tables are asked.
const MAX_ENUMERATED: usize = 4;

/// What an access finds that is not checked and leaves its object.
pub(super) const ACCESS_BEYOND: &str = "an access outside of its object finds memory of its own";

/// What is done with memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    Read,
    Write,
    ReadWrite,
    /// Only its address is taken.
    Address,
}

impl Purpose {
    pub(super) fn is_write(self) -> bool {
        matches!(self, Purpose::Write | Purpose::ReadWrite)
    }

    /// What it is for the user.
    pub(super) fn usage(self) -> Usage {
        match self {
            Purpose::Read => Usage::Read,
            Purpose::Write | Purpose::ReadWrite => Usage::Write,
            Purpose::Address => Usage::Point,
        }
    }
}

/// The properties that say when memory may be accessed.
const ACCESS: [Property; 5] = [
    Property::NullDereference,
    Property::UseAfterFree,
    Property::UseAfterScope,
    Property::WriteToConstant,
    Property::OutOfBounds,
];

impl Lowerer<'_> {
    /// Asks that so many bytes from a pointer on may be accessed.
    pub(super) fn require_access(
        &mut self,
        pointer: Term,
        bytes: Term,
        region: Region,
        purpose: Purpose,
        loc: Loc,
    ) {
        if purpose == Purpose::Address || self.body.has_contract {
            return;
        }
        let loc = self.asked_at(loc);
        let objects = self.points_to.objects(region);
        let accessible = self.accessible(pointer, bytes, &objects);
        let writable =
            if purpose.is_write() { self.is_writable(pointer, bytes, &objects) } else { Term::bool(true) };
        let valid = accessible.and(writable);
        let holds = self.where_evaluated(valid);
        if holds.as_bool() == Some(true) || self.is_known(valid) || self.is_known(holds) {
            return;
        }
        if ACCESS.iter().any(|property| self.is_checked(self.asked_property(*property))) {
            let access =
                Access { target: AccessTarget::Pointer(pointer), n_bytes: bytes, usage: purpose.usage() };
            self.branch_on_access((pointer, &access), (accessible, valid), holds, &objects, loc);
        } else if self.config.world.beyond_objects {
            let is_null = pointer::object(self.types, pointer).equals(Term::bits(OBJECT_BITS, 0));
            let holds = self.where_evaluated(is_null.not().and(accessible.not().or(writable)));
            self.assume(AssumptionKind::AccessBeyond, ACCESS_BEYOND);
            let origin = self.origin(OriginKind::Requirement, loc, None);
            return self.emit_assume(holds, origin);
        } else {
            self.assume(AssumptionKind::AccessInBounds, ACCESS_ENDS);
            let origin = self.origin(OriginKind::Requirement, loc, None);
            self.emit_assume(holds, origin);
        }
        self.note_known(holds);
    }

    /// Whether so many bytes from a pointer on can be accessed.
    pub(super) fn is_accessible(
        &mut self,
        pointer: Term,
        bytes: Term,
        region: Region,
        is_write: bool,
    ) -> Term {
        let objects = self.points_to.objects(region);
        let accessible = self.accessible(pointer, bytes, &objects);
        if is_write { accessible.and(self.is_writable(pointer, bytes, &objects)) } else { accessible }
    }

    /// Goes on where an access is valid, and finds out what is wrong where it is not.
    fn branch_on_access(
        &mut self,
        (pointer, access): (Term, &Access),
        (accessible, valid): (Term, Term),
        holds: Term,
        objects: &RegionObjects,
        loc: Loc,
    ) {
        let known = std::mem::take(&mut self.body.known);
        let (next, fails) = (self.new_block(), self.new_block());
        let origin = self.origin(OriginKind::Requirement, loc, None);
        self.branch(holds, next, fails, origin);
        self.switch_to(fails);
        let text = self.text(loc);
        let wrong = |message: String| Violation { message, access: Some(access.clone()) };
        let number = pointer::object(self.types, pointer);
        let null = Term::bits(OBJECT_BITS, 0);
        self.fail_if(
            number.equals(null),
            Property::NullDereference,
            format!("null pointer dereference: `{text}`"),
            loc,
        );
        if objects.has_heap {
            let freed = self.has_kind(number, Kind::Freed);
            let message = wrong(format!("use after free: `{text}`"));
            self.fail_if(freed, Property::UseAfterFree, message, loc);
        }
        if objects.has_locals {
            let ended = self.has_kind(number, Kind::Ended);
            let message = wrong(format!("use of a variable after its scope has ended: `{text}`"));
            self.fail_if(ended, Property::UseAfterScope, message, loc);
        }
        if valid != accessible {
            let message = wrong(format!("write to a constant: `{text}`"));
            self.fail_if(accessible, Property::WriteToConstant, message, loc);
        }
        let message = wrong(format!("access out of bounds: `{text}`"));
        let property = self.asked_property(Property::OutOfBounds);
        self.violation(property, Some(valid), message, loc);
        self.switch_to(next);
        self.body.known = known;
    }

    /// Ends the path where a condition holds that must not.
    fn fail_if(&mut self, condition: Term, property: Property, message: impl Into<Violation>, loc: Loc) {
        if condition.as_bool() == Some(false) {
            return;
        }
        let (fails, next) = (self.new_block(), self.new_block());
        let origin = self.origin(OriginKind::Lowering, loc, None);
        self.branch(condition, fails, next, origin);
        self.switch_to(fails);
        let property = self.asked_property(property);
        self.violation(property, Some(condition.not()), message, loc);
        self.switch_to(next);
    }

    pub(super) fn has_kind(&mut self, number: Term, kind: Kind) -> Term {
        let states = self.states();
        Term::symbol(states).select(number).equals(kind.term())
    }

    /// Whether so many bytes from a pointer on are there.
    fn accessible(&mut self, pointer: Term, bytes: Term, objects: &RegionObjects) -> Term {
        let (number, offset) = (pointer::object(self.types, pointer), pointer::offset(self.types, pointer));
        let is_dynamic = objects.has_heap || objects.has_locals;
        if !is_dynamic && objects.fixed.len() <= MAX_ENUMERATED {
            let fixed = self.fixed_objects(objects);
            let within = fixed.iter().map(|object| {
                let size = self.address_constant(object.size.into());
                number.equals(object.number).and(fits(offset, bytes, size))
            });
            return Term::any(within.collect::<Vec<_>>());
        }
        // A variable itself is looked up only where its address was.
        self.fixed_objects(objects);
        let known = self.objects.size_of(number);
        let size = match known {
            Some(size) => self.address_constant(size.into()),
            None => Term::symbol(self.limits()).select(number),
        };
        fits(offset, bytes, size)
    }

    /// Asks that a pointer that was moved points into its object, or one past the end.
    pub(super) fn require_within(&mut self, pointer: Term, region: Region, loc: Loc) {
        if !self.is_checked(Property::Pointer) || !self.is_users() {
            return;
        }
        let objects = self.points_to.objects(region);
        let none = self.address_constant(0);
        let within = self.accessible(pointer, none, &objects);
        let null = Term::bits(pointer::width(self.types), 0);
        let message = |this: &mut Self| {
            let message = format!("pointer beyond the end of its object: `{}`", this.checked_text(loc));
            let target = AccessTarget::Pointer(pointer);
            Violation { message, access: Some(Access { target, n_bytes: none, usage: Usage::Point }) }
        };
        self.require(Property::Pointer, within.or(pointer.equals(null)), message, loc, Unselected::GoesOn);
    }

    /// Asks that two pointers that are compared or subtracted point into one object.
    pub(super) fn require_one_object(&mut self, left: Term, right: Term, loc: Loc) {
        if !self.is_users() {
            return;
        }
        let same = pointer::object(self.types, left).equals(pointer::object(self.types, right));
        let message =
            |this: &mut Self| format!("pointers into different objects: `{}`", this.checked_text(loc));
        self.require(Property::Pointer, same, message, loc, Unselected::GoesOn);
    }

    /// The size of the object that a pointer into a region points to.
    pub(super) fn size_behind(&mut self, pointer: Term, region: Region) -> Term {
        let number = pointer::object(self.types, pointer);
        let objects = self.points_to.objects(region);
        let fixed = self.fixed_objects(&objects);
        if !objects.has_heap && !objects.has_locals && fixed.len() <= MAX_ENUMERATED {
            return fixed.iter().fold(self.address_constant(0), |otherwise, object| {
                number.equals(object.number).ite(self.address_constant(object.size.into()), otherwise)
            });
        }
        match self.objects.size_of(number) {
            Some(size) => self.address_constant(size.into()),
            None => Term::symbol(self.limits()).select(number),
        }
    }

    /// Whether what so many bytes behind a pointer lie in is no constant, and no constant member of a variable.
    fn is_writable(&mut self, pointer: Term, bytes: Term, objects: &RegionObjects) -> Term {
        let number = pointer::object(self.types, pointer);
        let fixed = self.fixed_objects(objects);
        let constants: Vec<Term> =
            fixed.iter().filter(|object| object.is_constant).map(|object| object.number).collect();
        let is_no_constant = match objects.has_constant_locals || constants.len() > MAX_ENUMERATED {
            true => self.has_kind(number, Kind::Constant).not(),
            false => Term::all(constants.into_iter().map(|constant| number.differs(constant))),
        };
        let members = self.constant_members(objects);
        let offset = pointer::offset(self.types, pointer);
        let outside = members.into_iter().map(|(object, range)| {
            let (start, end) =
                (self.address_constant(range.start.into()), self.address_constant(range.end.into()));
            let before = bytes.bv_ule(start).and(offset.bv_ule(start.bv_sub(bytes)));
            number.differs(object).or(before).or(end.bv_ule(offset))
        });
        Term::all(outside.collect::<Vec<_>>()).and(is_no_constant)
    }

    /// The constant members of the variables of a region that have fixed numbers: the variable's number, and its bytes.
    fn constant_members(&mut self, objects: &RegionObjects) -> Vec<(Term, Range<u64>)> {
        let mut members = Vec::new();
        for var in &objects.fixed {
            let declared = self.program.var(*var);
            let parts = match declared.is_constant() {
                true => Vec::new(),
                false => self.types.constant_parts(&declared.ty),
            };
            if let (false, Home::Memory(address)) = (parts.is_empty(), self.home(*var)) {
                let number = pointer::object(self.types, address);
                members.extend(parts.into_iter().map(|part| (number, part)));
            }
        }
        members
    }

    /// Asks that a pointer can be given back.
    pub(super) fn require_free(&mut self, pointer: Term, loc: Loc) {
        let number = pointer::object(self.types, pointer);
        let null = Term::bits(pointer::width(self.types), 0);
        let is_null = pointer.equals(null);
        let is_start = pointer::offset(self.types, pointer).equals(self.address_constant(0));
        let can_end = self.has_kind(number, Kind::Allocated).or(self.has_kind(number, Kind::Foreign));
        let allocated = can_end.and(is_start);
        let valid = is_null.or(allocated);
        if valid.as_bool() == Some(true) {
            return;
        }
        let origin = self.origin(OriginKind::Requirement, loc, None);
        if !self.is_checked(Property::InvalidFree) {
            self.assume(AssumptionKind::AccessInBounds, "an invalid `free` ends the execution");
            return self.emit_assume(valid, origin);
        }
        let (next, fails) = (self.new_block(), self.new_block());
        self.branch(valid, next, fails, origin);
        self.switch_to(fails);
        let text = self.text(loc);
        let target = AccessTarget::Pointer(pointer);
        let access = Access { target, n_bytes: self.address_constant(0), usage: Usage::Free };
        let wrong = |message: String| Violation { message, access: Some(access.clone()) };
        let freed = self.has_kind(number, Kind::Freed);
        let message = wrong(format!("double free: `{text}`"));
        self.fail_if(freed, Property::InvalidFree, message, loc);
        let message = wrong(format!("free of a pointer that was not allocated: `{text}`"));
        self.violation(Property::InvalidFree, Some(valid), message, loc);
        self.switch_to(next);
    }
}

/// Whether so many bytes from an offset on are within a size.
fn fits(offset: Term, bytes: Term, size: Term) -> Term {
    bytes.bv_ule(size).and(offset.bv_ule(size.bv_sub(bytes)))
}
