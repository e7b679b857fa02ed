//! Allocations: `malloc` and its kin, and `free`.

use faultscope_ir::program::Display;
use faultscope_ir::{AssumptionKind, OriginKind, Place, Sort, Term, Value};

use super::access::Location;
use super::object::Made;
use super::state::Lowerer;
use super::tables::Kind;
use crate::c::arith;
use crate::c::hir::Expr;
use crate::c::library::Failure;
use crate::c::pointer;
use crate::c::points_to::Region;
use crate::c::source::Loc;
use crate::c::types::Type;
use crate::limits::MAX_FORGOTTEN_CELLS;

/// `ENOMEM`.
const OUT_OF_MEMORY: i128 = 12;

/// What new memory holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Contents {
    Any,
    Zero,
}

impl Lowerer<'_> {
    /// Memory from the heap; gives the pointer to it.
    pub(super) fn malloc(&mut self, bytes: Term, expr: &Expr, contents: Contents) -> Term {
        let region = self.points_to.region_behind(expr);
        let fits = self.can_be_allocated(bytes);
        let pointer = self.allocated(bytes, fits, region, expr.loc);
        self.set_contents(pointer, bytes, fits, region, contents, expr.loc);
        pointer
    }

    /// A number of elements from the heap, all zero.
    pub(super) fn calloc(&mut self, count: Term, size: Term, expr: &Expr) -> Term {
        let width = self.types.address_width();
        let bytes = count.bv_mul(size);
        let wide = |term: Term| term.zero_extend_to(width * 2);
        let exact = wide(count).bv_mul(wide(size));
        let region = self.points_to.region_behind(expr);
        let fits = exact.equals(wide(bytes)).and(self.can_be_allocated(bytes));
        let pointer = self.allocated(bytes, fits, region, expr.loc);
        self.set_contents(pointer, bytes, fits, region, Contents::Zero, expr.loc);
        pointer
    }

    /// Whether a size is one that allocations may succeed for: none is larger than half of all addresses.
    fn can_be_allocated(&self, bytes: Term) -> Term {
        let largest = (1 << (self.types.address_width() - 1)) - 1;
        bytes.bv_ule(self.address_constant(largest))
    }

    /// A new object, or null where there is no room for it.
    fn allocated(&mut self, bytes: Term, fits: Term, region: Region, loc: Loc) -> Term {
        let mut succeeds = fits;
        if self.config.world.allocation_may_fail {
            let origin = self.origin(OriginKind::Input, loc, None);
            let found = self.temporary("allocation succeeds", Sort::bool(), Display::Boolean);
            self.emit_havoc(Place::variable(found), origin);
            succeeds = succeeds.and(Term::symbol(found));
        } else {
            let message = "allocations find the memory that they are asked for";
            self.assume(AssumptionKind::AllocationSucceeds, message);
        }
        let pointer = self.make_object(Made::Allocated, bytes, region, loc);
        if self.config.world.allocation_may_fail {
            let number = pointer::object(self.types, pointer);
            self.emit_kind(number, succeeds.ite(Kind::Allocated.term(), Kind::Ended.term()), loc);
        }
        let null = self.zero(&Type::Void.pointer_to());
        let pointer = succeeds.ite(pointer, null);
        self.count_allocated(1, succeeds, loc);
        if pointer.as_symbol().is_some() || succeeds.as_bool() == Some(true) {
            return pointer;
        }
        let pointer = self.save(pointer, loc);
        self.fail_where(succeeds.not(), Failure::Error, Some(OUT_OF_MEMORY), loc);
        pointer
    }

    /// Says what new memory holds, cell by cell where these are few, else for the region as a whole or in a loop.
    fn set_contents(
        &mut self,
        pointer: Term,
        bytes: Term,
        fits: Term,
        region: Region,
        contents: Contents,
        loc: Loc,
    ) {
        let size = bytes.as_value().and_then(Value::as_unsigned).and_then(|it| u64::try_from(it).ok());
        let ty = self.points_to.only_type(region);
        let element = ty.as_ref().and_then(|ty| self.types.size(ty)).filter(|size| *size > 0);
        let whole = matches!((size, element), (Some(size), Some(element)) if size.is_multiple_of(element));
        if let (Some(size), Some(ty), Some(element), true) = (size, ty, element, whole) {
            let count = size / element;
            let n_cells = self.n_cells(&ty).saturating_mul(usize::try_from(count).unwrap_or(usize::MAX));
            if n_cells <= MAX_FORGOTTEN_CELLS && fits.as_bool() == Some(true) {
                return self.set_cells(pointer, &ty, count, element, region, contents, loc);
            }
        }
        match contents {
            Contents::Any => self.make_all_arbitrary(region),
            Contents::Zero if self.points_to.has_any_contents(region) => {
                self.clear(pointer, bytes, region, loc);
            }
            // All memory of the region is zero where nobody has written.
            Contents::Zero => {}
        }
    }

    /// Sets memory to zero in a loop.
    pub(super) fn clear(&mut self, pointer: Term, bytes: Term, region: Region, loc: Loc) {
        let ty = self.points_to.cell_type(region);
        let size = self.address_constant(self.types.size(&ty).unwrap_or(1).into());
        let origin = self.origin(OriginKind::Lowering, loc, None);
        let null = self.zero(&Type::Void.pointer_to());
        let count = pointer.equals(null).ite(self.address_constant(0), bytes.bv_udiv(size));
        let count = self.save(count, loc);
        self.repeat(count, loc, |this, idx| {
            let location = Location::memory(pointer.bv_add_low(idx.bv_mul(size)), region, ty.clone());
            this.store_zero(&location, origin, loc);
        });
    }

    #[expect(clippy::too_many_arguments, reason = "what is written and where")]
    fn set_cells(
        &mut self,
        pointer: Term,
        ty: &Type,
        count: u64,
        element: u64,
        region: Region,
        contents: Contents,
        loc: Loc,
    ) {
        let origin = self.origin(OriginKind::Lowering, loc, None);
        self.unwritten.add_open(origin);
        for idx in 0..count {
            let offset = self.address_constant((idx * element).into());
            let location = Location::memory(pointer.bv_add_low(offset), region, ty.clone());
            match contents {
                Contents::Zero => self.store_zero(&location, origin, loc),
                Contents::Any => self.havoc(&location, origin, loc),
            }
        }
    }

    /// `free`.
    pub(super) fn free(&mut self, arguments: &[Expr], loc: Loc) {
        let Some((argument, rest)) = arguments.split_first() else { return };
        let pointer = self.read_argument(argument);
        self.effects(rest);
        let pointer = self.save(pointer, argument.loc);
        self.give_back(pointer, loc);
    }

    /// Gives memory back, if a pointer is not null.
    fn give_back(&mut self, pointer: Term, loc: Loc) {
        self.assume_not_reused();
        let (ends, next) = (self.new_block(), self.new_block());
        let origin = self.origin(OriginKind::Release, self.asked_at(loc), None);
        let null = self.zero(&Type::Void.pointer_to());
        self.branch(pointer.equals(null), next, ends, origin);
        self.switch_to(ends);
        // The other way at the branch leaves all of a `free` out, its check included.
        self.require_free(pointer, loc);
        let number = pointer::object(self.types, pointer);
        self.count_given_back(number, loc);
        self.end_object(number, Kind::Freed, loc);
        self.continue_at(next);
    }

    fn assume_not_reused(&mut self) {
        let message = "freed memory is not allocated again";
        self.assume(AssumptionKind::FreedMemory, message);
    }

    fn count_given_back(&mut self, number: Term, loc: Loc) {
        let counts = self.has_kind(number, Kind::Allocated);
        self.count_allocated(-1, counts, loc);
    }

    /// A pointer that a function gives of which nothing is known: null, what one of its arguments points to, or an object
    /// of its own with any contents that is large enough for what the pointer points to.
    pub(super) fn foreign_pointer(&mut self, arguments: &[Expr], expr: &Expr) -> Term {
        let region = self.points_to.region_behind(expr);
        // Inputs at one place are told apart by name.
        let size = self.named_origin(OriginKind::Input, expr.loc, Some("size".to_owned()));
        let choice_origin = self.named_origin(OriginKind::Input, expr.loc, Some("choice".to_owned()));
        let pointers = self.given_pointers(arguments);
        let size_type = self.types.size_type();
        let least = expr.ty.pointee().and_then(|ty| self.types.size(ty)).unwrap_or(1);
        let most = (1 << (self.types.address_width() - 1)) - 1;
        let bytes = self.input_value(&size_type, size, expr.loc, Some((least.into(), most)));
        self.make_all_arbitrary(region);
        let own = self.make_object(Made::Foreign, bytes, region, expr.loc);
        let null = self.zero(&Type::Void.pointer_to());
        let found = [null].into_iter().chain(pointers).fold(own, |otherwise, pointer| {
            let choice = self.temporary("choice", Sort::bool(), Display::Boolean);
            self.emit_havoc(Place::variable(choice), choice_origin);
            // What cannot be written is given to be read.
            let number = pointer::object(self.types, pointer);
            let writable = self.has_kind(number, Kind::Constant).not();
            Term::symbol(choice).and(writable).ite(pointer, otherwise)
        });
        self.save(found, expr.loc)
    }

    /// `realloc`: new memory with what the old held, as much as there is room for.
    pub(super) fn realloc(&mut self, arguments: &[Expr], expr: &Expr) -> Term {
        let [old, bytes, ..] = arguments else { return self.zero(&expr.ty) };
        let (old_value, bytes_value) = self.operands(old, bytes);
        self.require_written(old_value, old.loc);
        self.require_written(bytes_value, bytes.loc);
        let bytes_value = arith::convert(self.types, bytes_value, &bytes.ty, &self.types.size_type());
        let (old_value, bytes_value) = (self.save(old_value, old.loc), self.save(bytes_value, bytes.loc));
        let ends = old_value.differs(self.zero(&expr.ty)).and(bytes_value.equals(self.address_constant(0)));
        if ends.as_bool() == Some(false) {
            return self.reallocated(old_value, bytes_value, expr);
        }
        // C leaves it open what no bytes are; the GNU C library gives the memory back.
        self.assume_model("realloc");
        let result = self.temporary("reallocated", old_value.sort(), Display::Pointer);
        let origin = self.origin(OriginKind::Lowering, expr.loc, None);
        let (frees, allocates, next) = (self.new_block(), self.new_block(), self.new_block());
        self.branch(ends, frees, allocates, origin);
        self.switch_to(frees);
        self.give_back(old_value, expr.loc);
        let null = self.zero(&expr.ty);
        self.emit_assign(Place::variable(result), null, origin);
        self.goto(next);
        self.switch_to(allocates);
        let new = self.reallocated(old_value, bytes_value, expr);
        self.emit_assign(Place::variable(result), new, origin);
        self.goto(next);
        self.switch_to(next);
        Term::symbol(result)
    }

    /// What `realloc` does where there are bytes to allocate, or nothing to give back.
    fn reallocated(&mut self, old_value: Term, bytes_value: Term, expr: &Expr) -> Term {
        let region = self.points_to.region_behind(expr);
        self.require_free(old_value, expr.loc);
        let new = self.malloc(bytes_value, expr, Contents::Any);
        let new = self.save(new, expr.loc);
        self.assume_not_reused();
        let null = self.zero(&expr.ty);
        let (moves, next) = (self.new_block(), self.new_block());
        let origin = self.origin(OriginKind::Lowering, expr.loc, None);
        let is_moved = old_value.differs(null).and(new.differs(null));
        self.branch(is_moved, moves, next, origin);
        self.switch_to(moves);
        let limits = self.limits();
        let room = Term::symbol(limits).select(pointer::object(self.types, old_value));
        let copied = room.bv_ule(bytes_value).ite(room, bytes_value);
        let copied = self.save(copied, expr.loc);
        self.copy_memory(new, old_value, copied, region, expr.loc);
        let old_number = pointer::object(self.types, old_value);
        self.count_given_back(old_number, expr.loc);
        self.end_object(old_number, Kind::Freed, expr.loc);
        self.continue_at(next);
        new
    }

    /// Copies so many bytes within a region, by the cells that it has.
    fn copy_memory(&mut self, to: Term, from: Term, bytes: Term, region: Region, loc: Loc) {
        let ty = self.points_to.cell_type(region);
        let size = self.address_constant(self.types.size(&ty).unwrap_or(1).into());
        let origin = self.origin(OriginKind::Lowering, loc, None);
        self.repeat(bytes.bv_udiv(size), loc, |this, idx| {
            let offset = idx.bv_mul(size);
            let target = Location::memory(to.bv_add_low(offset), region, ty.clone());
            let source = Location::memory(from.bv_add_low(offset), region, ty.clone());
            this.copy(&target, &source, origin, loc);
        });
    }

    /// A loop with a number for each round, from 0 on.
    pub(super) fn repeat(&mut self, count: Term, loc: Loc, mut round: impl FnMut(&mut Self, Term)) {
        let sort = Sort::bits(self.types.address_width());
        let counter = self.temporary("round", sort, Display::Unsigned);
        let (place, number) = (Place::variable(counter), Term::symbol(counter));
        let origin = self.origin(OriginKind::Lowering, loc, None);
        let (head, inside, after) = (self.new_block(), self.new_block(), self.new_block());
        let zero = self.address_constant(0);
        self.emit_assign(place.clone(), zero, origin);
        self.continue_at(head);
        self.branch(number.bv_ult(count), inside, after, origin);
        self.switch_to(inside);
        round(self, number);
        let one = self.address_constant(1);
        self.emit_assign(place, number.bv_add(one), origin);
        self.goto(head);
        self.switch_to(after);
    }
}
