//! Places: reading, writing, copying, forgetting.

use std::rc::Rc;

use faultscope_ir::program::Display;
use faultscope_ir::{
    Access, AccessTarget, AssumptionKind, OriginId, OriginKind, Place, Property, Sort, Term, Value,
};

use super::check::{ACCESS_ENDS, Unselected, Violation};
use super::representation::{float_of_bits, to_bits};
use super::state::{Home, Leaf, Lowerer};
use super::validity::{ACCESS_BEYOND, Purpose};
use crate::c::arith;
use crate::c::hir::{Expr, ExprKind, Init, PathStep, Storage, VarId};
use crate::c::pointer;
use crate::c::points_to::{Cell, Region};
use crate::c::source::Loc;
use crate::c::types::{IntKind, Type, Types};
use crate::limits::MAX_WRITTEN_CELLS;

/// A place, found.
#[derive(Debug, Clone)]
pub(super) enum Location {
    /// In the symbols of a variable.
    Symbols { leaves: Rc<Vec<Leaf>>, path: Vec<usize>, indices: Vec<Term>, ty: Type },
    /// At an address.
    Memory(MemoryPlace),
}

/// A place at an address.
#[derive(Debug, Clone)]
pub(super) struct MemoryPlace {
    pub(super) address: Term,
    pub(super) region: Region,
    pub(super) ty: Type,
    /// Of a bit-field: first bit in the byte there, and width.
    pub(super) bits: Option<(u32, u32)>,
    /// Whether it is only as good as the pointer that was followed to it, and not a part of a variable.
    pub(super) is_followed: bool,
}

/// An element of an array that has so many.
struct IndexAccess<'e> {
    array: &'e Expr,
    index: &'e Expr,
    /// The index's value.
    value: Term,
    length: Term,
    purpose: Purpose,
}

/// Bytes of the widest term.
const WORD_BYTES: u64 = 16;

impl MemoryPlace {
    /// How many bytes an access touches; none for what is no object.
    fn n_bytes(&self, types: &Types) -> Option<u64> {
        match (self.bits, &self.ty) {
            (Some((first, width)), _) => Some(u64::from(first + width).div_ceil(8)),
            (None, Type::Void | Type::Function(_)) => None,
            (None, ty) => types.size(ty),
        }
    }
}

impl Location {
    /// A place that is there.
    pub(super) fn memory(address: Term, region: Region, ty: Type) -> Location {
        Location::Memory(MemoryPlace { address, region, ty, bits: None, is_followed: false })
    }

    pub(super) fn ty(&self) -> &Type {
        match self {
            Location::Symbols { ty, .. } | Location::Memory(MemoryPlace { ty, .. }) => ty,
        }
    }

    /// The symbol that is the whole place, if it is one.
    pub(super) fn as_symbol(&self) -> Option<&Leaf> {
        match self {
            Location::Symbols { leaves, path, indices, ty } if ty.is_scalar() && indices.is_empty() => {
                leaves.iter().find(|leaf| leaf.path == *path && leaf.lengths.is_empty())
            }
            _ => None,
        }
    }
}

impl Lowerer<'_> {
    /// Finds a place for a purpose, and asks that it can be used for it; effects of the expressions in it happen.
    pub(super) fn location(&mut self, expr: &Expr, purpose: Purpose) -> Location {
        let location = self.place(expr, purpose);
        self.require_accessible(&location, purpose, expr.loc);
        location
    }

    /// Asks that a place can be used for a purpose.
    pub(super) fn require_accessible(&mut self, location: &Location, purpose: Purpose, loc: Loc) {
        let Location::Memory(place) = location else { return };
        if place.is_followed
            && let Some(n_bytes) = place.n_bytes(self.types)
        {
            let bytes = self.address_constant(n_bytes.into());
            self.require_access(place.address, bytes, place.region, purpose, loc);
        }
    }

    /// Finds a place for a purpose; effects of the expressions in it happen.
    pub(super) fn place(&mut self, expr: &Expr, purpose: Purpose) -> Location {
        match &expr.kind {
            ExprKind::Var(var) => {
                if purpose.is_write() {
                    self.require_no_literal(*var, expr.loc);
                }
                self.variable_location(*var)
            }
            ExprKind::CompoundLiteral(var, init) => {
                self.begin_object(*var);
                let location = self.variable_location(*var);
                match &**init {
                    Init::List(items) if self.types.is_rows(&expr.ty) => self.pass_rest(&location, items),
                    init => self.initialize(&location, Some(init), expr.loc, expr.loc),
                }
                location
            }
            ExprKind::Deref(pointer) => {
                let address = self.value(pointer);
                if purpose != Purpose::Address {
                    self.require_written(address, pointer.loc);
                }
                let region = self.points_to.region_of(expr);
                let ty = expr.ty.clone();
                if purpose != Purpose::Address {
                    self.assume_within_array(region, &ty);
                }
                Location::Memory(MemoryPlace { address, region, ty, bits: None, is_followed: true })
            }
            ExprKind::Member(base, idx) => {
                let base = if base.kind.is_lvalue() { self.place(base, purpose) } else { self.record(base) };
                self.step(&base, PathStep::Field(*idx))
            }
            ExprKind::Index(base, index) => self.indexed(expr, base, index, purpose),
            _ => {
                // Sema makes no other places; a value stands in where one is asked for all the same.
                let value = self.value(expr);
                self.temporary_location(&expr.ty, value, expr.loc)
            }
        }
    }

    /// Asks that a variable that is written to is no string literal: one is named in its place, without a pointer.
    fn require_no_literal(&mut self, var: VarId, loc: Loc) {
        if !matches!(self.program.var(var).storage, Storage::Literal(_)) {
            return;
        }
        let message = |this: &mut Self| format!("write to a constant: `{}`", this.checked_text(loc));
        let unselected = Unselected::ends_access(ACCESS_ENDS);
        self.require(Property::WriteToConstant, Term::bool(false), message, loc, unselected);
    }

    /// An element of an array. That the index is below the length is asked for where the length is what the array has, and
    /// not only what its type says: the last member of a structure may be longer.
    fn indexed(&mut self, expr: &Expr, array: &Expr, index: &Expr, purpose: Purpose) -> Location {
        let base = self.place(array, purpose);
        let mark = self.mark();
        let value = self.value(index);
        self.unsequenced([array, index]);
        if purpose != Purpose::Address {
            self.require_written(value, index.loc);
        }
        let value = arith::convert(self.types, value, &index.ty, &self.types.difference_type());
        let base = self.protect_location(base, mark, expr.loc);
        let is_followed = matches!(&base, Location::Memory(place) if place.is_followed);
        let length = match base.ty() {
            Type::Array(_, Some(_)) if is_followed && self.is_last_member(array) => None,
            Type::Array(_, Some(length)) => Some(self.address_constant((*length).into())),
            Type::Vla(_, count) => {
                let count = *count;
                let location = self.variable_location(count);
                let count_ty = self.program.var(count).ty.clone();
                let count = self.load(&location);
                Some(arith::convert(self.types, count, &count_ty, &self.types.size_type()))
            }
            _ => None,
        };
        let mut element = self.element(&base, value);
        match length {
            Some(length) => {
                let access = IndexAccess { array, index, value, length, purpose };
                self.require_index(&access, expr.loc);
            }
            None => {
                self.assume_trailing(array, &base, value);
                if let Location::Memory(place) = &mut element {
                    place.is_followed = true;
                }
            }
        }
        element
    }

    /// Asks that an index be below a length; that of an element whose address is taken may be the length.
    fn require_index(&mut self, access: &IndexAccess<'_>, loc: Loc) {
        let IndexAccess { value, length, purpose, .. } = *access;
        if purpose == Purpose::Address {
            if self.is_users() {
                let message = |this: &mut Self| this.wrong_address(access);
                self.require(Property::Pointer, value.bv_ule(length), message, loc, Unselected::GoesOn);
            }
            return;
        }
        let condition = value.bv_ult(length);
        let is_open = condition.as_bool() != Some(true) && !self.is_checked(Property::OutOfBounds);
        if is_open && self.config.world.beyond_objects {
            return self.assume(AssumptionKind::AccessBeyond, ACCESS_BEYOND);
        }
        let message = |this: &mut Self| this.wrong_index(access);
        self.require(Property::OutOfBounds, condition, message, loc, Unselected::ends_access(ACCESS_ENDS));
    }

    fn wrong_index(&mut self, access: &IndexAccess<'_>) -> Violation {
        let (array, index) = (self.text(access.array.loc), self.text(access.index.loc));
        let message = match access.length.as_value().and_then(Value::as_unsigned) {
            Some(length) => format!("index `{index}` is out of bounds: `{array}` has {length} elements"),
            None => format!("index `{index}` is out of bounds of `{array}`"),
        };
        Violation { message, access: Some(self.accessed_element(access)) }
    }

    fn wrong_address(&mut self, access: &IndexAccess<'_>) -> Violation {
        let (array, index) = (self.text(access.array.loc), self.text(access.index.loc));
        let message = format!("pointer beyond the end of its object: `&{array}[{index}]`");
        Violation { message, access: Some(self.accessed_element(access)) }
    }

    /// The bytes of an element of an array.
    fn accessed_element(&mut self, access: &IndexAccess<'_>) -> Access {
        let n_bytes = match access.array.ty.element() {
            Some(element) => self.size_term(element),
            None => self.address_constant(1),
        };
        let name = self.text(access.array.loc);
        let origin = root(access.array).map(|var| self.declaration(var));
        let (size, offset) = (access.length.bv_mul(n_bytes), access.value.bv_mul(n_bytes));
        let target = AccessTarget::Array { name, size, offset, origin };
        let n_bytes = if access.purpose == Purpose::Address { self.address_constant(0) } else { n_bytes };
        Access { target, n_bytes, usage: access.purpose.usage() }
    }

    /// Whether an array is the last member of a structure, which may go on behind its end where memory is allocated for it.
    pub(super) fn is_last_member(&self, array: &Expr) -> bool {
        let ExprKind::Member(base, idx) = &array.kind else { return false };
        let Type::Record(id) = base.ty else { return false };
        !self.types.record(id).is_union && idx + 1 == self.types.fields(id).len()
    }

    pub(super) fn variable_location(&mut self, var: VarId) -> Location {
        let ty = self.program.var(var).ty.clone();
        let formal = self.logic.formals.get(&var).cloned();
        match formal.map_or_else(|| self.home(var), Home::Symbols) {
            Home::Symbols(leaves) => Location::Symbols { leaves, path: Vec::new(), indices: Vec::new(), ty },
            Home::Memory(address) => {
                let region = self.points_to.region_of_var(var);
                Location::memory(address, region, ty)
            }
        }
    }

    /// A new variable of a type, without a value.
    pub(super) fn fresh_location(&mut self, name: &str, ty: &Type) -> Location {
        let scope = faultscope_ir::program::Scope::Temporary(self.proc_id());
        let leaves = Rc::new(self.leaves(name, ty, scope));
        Location::Symbols { leaves, path: Vec::new(), indices: Vec::new(), ty: ty.clone() }
    }

    fn temporary_location(&mut self, ty: &Type, value: Term, loc: Loc) -> Location {
        let location = self.fresh_location("temporary", ty);
        let origin = self.origin(OriginKind::Lowering, loc, None);
        if ty.is_scalar() {
            self.store(&location, value, origin, loc);
        }
        location
    }

    /// A part of a place.
    pub(super) fn step(&mut self, base: &Location, step: PathStep) -> Location {
        match step {
            PathStep::Field(idx) => self.field(base, idx),
            PathStep::Index(idx) => {
                let index = self.address_constant(idx.into());
                self.element(base, index)
            }
        }
    }

    fn field(&mut self, base: &Location, idx: usize) -> Location {
        let Type::Record(id) = base.ty() else { return base.clone() };
        let Some(field) = self.types.fields(*id).get(idx) else { return base.clone() };
        match base {
            Location::Symbols { leaves, path, indices, .. } => {
                let mut path = path.clone();
                path.push(idx);
                let (leaves, indices) = (leaves.clone(), indices.clone());
                Location::Symbols { leaves, path, indices, ty: field.ty.clone() }
            }
            Location::Memory(place) => Location::Memory(MemoryPlace {
                address: place.address.bv_add_low(self.address_constant(field.offset.into())),
                ty: field.ty.clone(),
                bits: field.bits,
                ..place.clone()
            }),
        }
    }

    /// The element of an array; the index has pointer width.
    fn element(&mut self, base: &Location, index: Term) -> Location {
        let Some(element) = base.ty().element().cloned() else { return base.clone() };
        match base {
            Location::Symbols { leaves, path, indices, .. } => {
                let mut indices = indices.clone();
                indices.push(index);
                Location::Symbols { leaves: leaves.clone(), path: path.clone(), indices, ty: element }
            }
            Location::Memory(place) => {
                let size = self.size_term(&element);
                let address = place.address.bv_add_low(index.bv_mul(size));
                Location::Memory(MemoryPlace { address, ty: element, bits: None, ..place.clone() })
            }
        }
    }

    /// The size of a type in bytes, also where it depends on a variable.
    pub(super) fn size_term(&mut self, ty: &Type) -> Term {
        if let Some(size) = self.types.size(ty) {
            return self.address_constant(size.into());
        }
        match ty {
            Type::Vla(element, count) => {
                let location = self.variable_location(*count);
                self.load(&location).bv_mul(self.size_term(element))
            }
            Type::Array(element, Some(count)) => {
                self.size_term(element).bv_mul(self.address_constant((*count).into()))
            }
            _ => self.address_constant(1),
        }
    }

    /// A place as it was at a mark.
    pub(super) fn protect_location(
        &mut self,
        location: Location,
        mark: super::state::Mark,
        loc: Loc,
    ) -> Location {
        match location {
            Location::Symbols { leaves, path, indices, ty } => {
                let indices = indices.into_iter().map(|index| self.protect(index, mark, loc)).collect();
                Location::Symbols { leaves, path, indices, ty }
            }
            Location::Memory(place) => {
                let address = self.protect(place.address, mark, loc);
                Location::Memory(MemoryPlace { address, ..place })
            }
        }
    }

    /// The variable and, inside an array, the index of a scalar that lives in symbols.
    fn symbol_place(&self, leaves: &[Leaf], path: &[usize], indices: &[Term]) -> Option<(Leaf, Place)> {
        let leaf = leaves.iter().find(|leaf| leaf.path == path)?;
        if leaf.lengths.is_empty() {
            return Some((leaf.clone(), Place::variable(leaf.symbol)));
        }
        let mut flat = self.address_constant(0);
        for (position, length) in leaf.lengths.iter().enumerate() {
            let index = indices.get(position).copied().unwrap_or_else(|| self.address_constant(0));
            flat = flat.bv_mul(self.address_constant((*length).into())).bv_add(index);
        }
        Some((leaf.clone(), Place::cell(leaf.symbol, flat)))
    }

    /// Reads a scalar.
    pub(super) fn load(&mut self, location: &Location) -> Term {
        match location {
            Location::Symbols { leaves, path, indices, ty } => match self.symbol_place(leaves, path, indices)
            {
                Some((_, place)) => place.read(),
                None => self.zero(ty),
            },
            Location::Memory(MemoryPlace { address, region, ty, bits: Some((first, width)), .. }) => {
                let field = self.load_field((*address, *region), *first, *width);
                extend_field(field, ty, self.types.width(ty))
            }
            Location::Memory(MemoryPlace { address, region, ty, bits: None, .. }) => {
                let (memory, cell) = self.memory_of(*region, ty);
                if cell != Cell::Byte {
                    return Term::symbol(memory).select(*address);
                }
                let all = self.load_bytes(*address, *region, self.value_bytes(ty));
                match ty {
                    Type::Float(kind) => float_of_bits(kind.format(), all),
                    Type::Pointer(_) => self.pointer_at(all),
                    _ => all,
                }
            }
        }
    }

    /// The bits of a bit-field. In a packed structure one of 128 bits may lie in a byte more than a term has.
    fn load_field(&mut self, (address, region): (Term, Region), first: u32, width: u32) -> Term {
        let end = first + width;
        if end <= u128::BITS {
            let all = self.load_bytes(address, region, u64::from(end).div_ceil(8));
            return all.extract(end - 1, first);
        }
        let low = self.load_bytes(address, region, WORD_BYTES).extract(u128::BITS - 1, first);
        let last = address.bv_add_low(self.address_constant(WORD_BYTES.into()));
        self.load_field((last, region), 0, end - u128::BITS).concat(low)
    }

    fn store_field(
        &mut self,
        (address, region): (Term, Region),
        field: Term,
        (first, width): (u32, u32),
        origin: OriginId,
        loc: Loc,
    ) {
        let end = first + width;
        if end <= u128::BITS {
            let bytes = u64::from(end).div_ceil(8);
            let all = self.load_bytes(address, region, bytes);
            let all = splice(all, field, first, width, bytes as u32 * 8);
            return self.store_bytes(address, region, all, bytes, origin, loc);
        }
        let (address, field) = (self.save(address, loc), self.save(field, loc));
        let n_low = u128::BITS - first;
        let low = field.extract(n_low - 1, 0);
        self.store_field((address, region), low, (first, n_low), origin, loc);
        let last = address.bv_add_low(self.address_constant(WORD_BYTES.into()));
        let high = field.extract(width - 1, n_low);
        self.store_field((last, region), high, (0, width - n_low), origin, loc);
    }

    /// Little-endian bytes of a mixed region.
    fn load_bytes(&mut self, address: Term, region: Region, bytes: u64) -> Term {
        let (memory, _) = self.memory_of(region, &Type::CHAR);
        let byte = |this: &Self, idx: u64| {
            Term::symbol(memory).select(address.bv_add_low(this.address_constant(idx.into())))
        };
        (1..bytes).fold(byte(self, 0), |low, idx| byte(self, idx).concat(low))
    }

    /// Writes a scalar.
    pub(super) fn store(&mut self, location: &Location, value: Term, origin: OriginId, loc: Loc) {
        match location {
            Location::Symbols { leaves, path, indices, .. } => {
                let Some((leaf, place)) = self.symbol_place(leaves, path, indices) else { return };
                let value = match leaf.width {
                    Some(0) => return,
                    Some(width) => {
                        extend_field(value.extract(width - 1, 0), &leaf.ty, self.types.width(&leaf.ty))
                    }
                    None => value,
                };
                self.emit_assign(place, value, origin);
            }
            Location::Memory(MemoryPlace { address, region, bits: Some((first, width)), .. }) => {
                let field = value.extract(width - 1, 0);
                self.store_field((*address, *region), field, (*first, *width), origin, loc);
            }
            Location::Memory(MemoryPlace { address, region, ty, bits: None, .. }) => {
                let (memory, cell) = self.memory_of(*region, ty);
                if cell != Cell::Byte {
                    self.emit_assign(Place::cell(memory, *address), value, origin);
                    return;
                }
                let bytes = self.value_bytes(ty);
                let bits = match ty {
                    Type::Pointer(_) => pointer::address(self.types, value),
                    _ => to_bits(value),
                };
                let bits = bits.zero_extend_to(bytes as u32 * 8);
                self.store_bytes(*address, *region, bits, bytes, origin, loc);
            }
        }
    }

    fn store_bytes(
        &mut self,
        address: Term,
        region: Region,
        bits: Term,
        bytes: u64,
        origin: OriginId,
        loc: Loc,
    ) {
        let (memory, _) = self.memory_of(region, &Type::CHAR);
        let (mut address, mut bits) = (address, bits);
        if bytes > 1 {
            // Each byte written changes what the next terms would read.
            if address.mentions(memory) {
                address = self.save(address, loc);
            }
            if bits.mentions(memory) {
                bits = self.save(bits, loc);
            }
        }
        for idx in 0..bytes {
            let byte = bits.extract(idx as u32 * 8 + 7, idx as u32 * 8);
            let cell = address.bv_add_low(self.address_constant(idx.into()));
            self.emit_assign(Place::cell(memory, cell), byte, origin);
        }
    }

    /// A union in a mixed region as its bytes: its members overlap, and each may have padding where another
    /// one has none.
    fn union_in_bytes(&mut self, location: &Location) -> Option<Location> {
        let Type::Record(id) = *location.ty() else { return None };
        if self.types.record(id).is_union { self.as_bytes(location) } else { None }
    }

    /// A structure or union in a mixed region as its bytes, if there are any between its members: whoever copies or
    /// clears the object does so with them.
    pub(super) fn in_bytes(&mut self, location: &Location) -> Option<Location> {
        let Type::Record(id) = *location.ty() else { return None };
        let has_more = self.types.record(id).is_union || self.types.has_padding(location.ty());
        if has_more { self.as_bytes(location) } else { None }
    }

    /// The bytes of a place in a mixed region.
    pub(super) fn as_bytes(&mut self, location: &Location) -> Option<Location> {
        let Location::Memory(place) = location else { return None };
        let byte = Type::Int(IntKind::UChar);
        if self.points_to.cell(place.region, &byte) != Cell::Byte {
            return None;
        }
        let size = self.types.size(location.ty())?;
        let ty = Type::Array(byte.into(), Some(size));
        Some(Location::Memory(MemoryPlace { ty, bits: None, ..place.clone() }))
    }

    /// Gives a place any value.
    pub(super) fn havoc(&mut self, location: &Location, origin: OriginId, loc: Loc) {
        if let Some(bytes) = self.union_in_bytes(location) {
            return self.havoc(&bytes, origin, loc);
        }
        match location.ty().clone() {
            Type::Int(IntKind::Bool) => {
                let symbol = self.temporary("temporary", Sort::bool(), Display::Boolean);
                self.emit_havoc(Place::variable(symbol), origin);
                let lowering = self.origin(OriginKind::Lowering, loc, None);
                self.store(location, Term::symbol(symbol).to_bits(8), lowering, loc);
            }
            ty if ty.is_scalar() => self.havoc_scalar(location, origin, loc),
            Type::Record(id) => {
                for idx in 0..self.types.fields(id).len() {
                    let part = self.step(location, PathStep::Field(idx));
                    self.havoc(&part, origin, loc);
                }
            }
            Type::Array(_, count) => {
                if let Location::Symbols { leaves, path, indices, .. } = location
                    && indices.is_empty()
                {
                    for leaf in leaves.iter().filter(|leaf| leaf.path.starts_with(path)) {
                        self.emit_havoc(Place::variable(leaf.symbol), origin);
                    }
                    return;
                }
                for idx in 0..count.unwrap_or(0) {
                    let part = self.step(location, PathStep::Index(idx));
                    self.havoc(&part, origin, loc);
                }
            }
            _ => {}
        }
    }

    fn havoc_scalar(&mut self, location: &Location, origin: OriginId, loc: Loc) {
        let ty = location.ty().clone();
        match location {
            Location::Symbols { leaves, path, indices, .. } => {
                let Some((leaf, place)) = self.symbol_place(leaves, path, indices) else { return };
                if leaf.width.is_none() {
                    self.emit_havoc(place, origin);
                    return;
                }
            }
            Location::Memory(MemoryPlace { address, region, bits: None, .. }) => {
                let (memory, cell) = self.memory_of(*region, &ty);
                let bytes = if cell == Cell::Byte { self.value_bytes(&ty) } else { 1 };
                for idx in 0..bytes {
                    let cell = address.bv_add_low(self.address_constant(idx.into()));
                    self.emit_havoc(Place::cell(memory, cell), origin);
                }
                return;
            }
            Location::Memory(_) => {}
        }
        let symbol = self.temporary_of("temporary", &ty);
        self.emit_havoc(Place::variable(symbol), origin);
        let lowering = self.origin(OriginKind::Lowering, loc, None);
        self.store(location, Term::symbol(symbol), lowering, loc);
    }

    /// Copies a value of any type between places.
    pub(super) fn copy(&mut self, target: &Location, source: &Location, origin: OriginId, loc: Loc) {
        let (target, source) = (self.pinned(target, loc), self.pinned(source, loc));
        self.copy_parts(&target, &source, origin, loc);
    }

    /// A place that writing other places does not move.
    fn pinned(&mut self, location: &Location, loc: Loc) -> Location {
        if location.ty().is_scalar() {
            return location.clone();
        }
        self.held(location, loc)
    }

    /// A place as it is now, whatever happens to what it was found with.
    pub(super) fn held(&mut self, location: &Location, loc: Loc) -> Location {
        match location.clone() {
            Location::Symbols { leaves, path, indices, ty } => {
                let indices = indices.into_iter().map(|index| self.save(index, loc)).collect();
                Location::Symbols { leaves, path, indices, ty }
            }
            Location::Memory(place) => {
                let address = self.save(place.address, loc);
                Location::Memory(MemoryPlace { address, ..place })
            }
        }
    }

    fn copy_parts(&mut self, target: &Location, source: &Location, origin: OriginId, loc: Loc) {
        match (self.in_bytes(target), self.in_bytes(source)) {
            (Some(target), Some(source)) => return self.copy_parts(&target, &source, origin, loc),
            // What has no bytes has none between its members, which are any then.
            (Some(bytes), None) => {
                let lowering = self.origin(OriginKind::Lowering, loc, None);
                self.havoc(&bytes, lowering, loc);
            }
            (None, _) => {}
        }
        match target.ty().clone() {
            Type::Record(id) => {
                for idx in 0..self.types.fields(id).len() {
                    let (target, source) =
                        (self.step(target, PathStep::Field(idx)), self.step(source, PathStep::Field(idx)));
                    self.copy_parts(&target, &source, origin, loc);
                }
            }
            Type::Array(_, count) => {
                if self.copy_symbols(target, source, origin) {
                    return;
                }
                if self.n_cells(target.ty()) > MAX_WRITTEN_CELLS {
                    return self.unsupported("copying so large an object", loc);
                }
                for idx in 0..count.unwrap_or(0) {
                    let (target, source) =
                        (self.step(target, PathStep::Index(idx)), self.step(source, PathStep::Index(idx)));
                    self.copy_parts(&target, &source, origin, loc);
                }
            }
            _ => {
                let value = self.load(source);
                self.store(target, value, origin, loc);
            }
        }
    }

    /// Copies arrays that are symbols as a whole.
    fn copy_symbols(&mut self, target: &Location, source: &Location, origin: OriginId) -> bool {
        let (
            Location::Symbols { leaves, path, indices, .. },
            Location::Symbols { leaves: from, path: from_path, indices: from_indices, .. },
        ) = (target, source)
        else {
            return false;
        };
        if !indices.is_empty() || !from_indices.is_empty() {
            return false;
        }
        let targets: Vec<&Leaf> = leaves.iter().filter(|leaf| leaf.path.starts_with(path)).collect();
        let sources: Vec<&Leaf> = from.iter().filter(|leaf| leaf.path.starts_with(from_path)).collect();
        for (target, source) in targets.into_iter().zip(sources) {
            self.emit_assign(Place::variable(target.symbol), Term::symbol(source.symbol), origin);
        }
        true
    }

    /// The number of scalar cells of a type; memory's cells are bytes in mixed regions.
    pub(super) fn n_cells(&self, ty: &Type) -> usize {
        self.points_to.n_scalars(ty)
    }
}

/// The variable that a place is a part of.
pub(super) fn root(place: &Expr) -> Option<VarId> {
    match &place.kind {
        ExprKind::Var(var) | ExprKind::CompoundLiteral(var, _) => Some(*var),
        ExprKind::Member(base, _) | ExprKind::Index(base, _) => root(base),
        _ => None,
    }
}

/// The value of a bit-field from its bits.
fn extend_field(bits: Term, ty: &Type, width: u32) -> Term {
    match ty {
        Type::Int(kind) if kind.is_signed() => bits.sign_extend_to(width),
        _ => bits.zero_extend_to(width),
    }
}

/// `all` with `width` bits from `first` on replaced.
fn splice(all: Term, field: Term, first: u32, width: u32, total: u32) -> Term {
    let mut result = field;
    if first > 0 {
        result = result.concat(all.extract(first - 1, 0));
    }
    if first + width < total {
        result = all.extract(total - 1, first + width).concat(result);
    }
    result
}
