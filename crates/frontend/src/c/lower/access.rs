//! Places: reading, writing, copying, forgetting.

use std::rc::Rc;

use faultscope_ir::program::Display;
use faultscope_ir::{Op, OriginId, Place, Sort, Term};

use super::state::{Home, Leaf, Lowerer};
use crate::c::arith;
use crate::c::hir::{Expr, ExprKind, PathStep, VarId};
use crate::c::points_to::{Cell, Region};
use crate::c::source::Loc;
use crate::c::types::{IntKind, Type};
use crate::limits::MAX_WRITTEN_CELLS;

/// A place, found.
#[derive(Debug, Clone)]
pub(super) enum Location {
    /// In the symbols of a variable.
    Symbols { leaves: Rc<Vec<Leaf>>, path: Vec<usize>, indices: Vec<Term>, ty: Type },
    /// At an address. Of a bit-field: first bit in the byte there, and width.
    Memory { address: Term, region: Region, ty: Type, bits: Option<(u32, u32)> },
}

impl Location {
    pub(super) fn ty(&self) -> &Type {
        match self {
            Location::Symbols { ty, .. } | Location::Memory { ty, .. } => ty,
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
    /// Finds a place; effects of the expressions in it happen.
    pub(super) fn location(&mut self, expr: &Expr) -> Location {
        match &expr.kind {
            ExprKind::Var(var) => self.variable_location(*var),
            ExprKind::CompoundLiteral(var, init) => {
                let location = self.variable_location(*var);
                self.initialize(&location, Some(init), expr.loc, expr.loc);
                location
            }
            ExprKind::Deref(pointer) => {
                let address = self.value(pointer);
                self.assume_in_bounds(address, None);
                let region = self.points_to.region_of(expr);
                Location::Memory { address, region, ty: expr.ty.clone(), bits: None }
            }
            ExprKind::Member(base, idx) => {
                let base = if base.kind.is_lvalue() { self.location(base) } else { self.record(base) };
                self.step(&base, PathStep::Field(*idx))
            }
            ExprKind::Index(base, index) => {
                let base = self.location(base);
                let mark = self.mark();
                let value = self.value(index);
                let value = arith::convert(self.types, value, &index.ty, &self.types.difference_type());
                let base = self.protect_location(base, mark, expr.loc);
                let length = match base.ty() {
                    Type::Array(_, length) => *length,
                    _ => None,
                };
                self.assume_in_bounds(value, Some(length.unwrap_or(0)));
                self.element(&base, value)
            }
            _ => {
                // Sema makes no other places; a value stands in where one is asked for all the same.
                let value = self.value(expr);
                self.temporary_location(&expr.ty, value, expr.loc)
            }
        }
    }

    pub(super) fn variable_location(&mut self, var: VarId) -> Location {
        let ty = self.program.var(var).ty.clone();
        match self.home(var) {
            Home::Symbols(leaves) => Location::Symbols { leaves, path: Vec::new(), indices: Vec::new(), ty },
            Home::Memory(address) => {
                let region = self.points_to.region_of_var(var);
                Location::Memory { address, region, ty, bits: None }
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
        let origin = self.origin(faultscope_ir::OriginKind::Lowering, loc, None);
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
            Location::Memory { address, region, .. } => Location::Memory {
                address: address.bv_add(self.address_constant(field.offset.into())),
                region: *region,
                ty: field.ty.clone(),
                bits: field.bits,
            },
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
            Location::Memory { address, region, .. } => {
                let size = self.size_term(&element);
                let address = address.bv_add(index.bv_mul(size));
                Location::Memory { address, region: *region, ty: element, bits: None }
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
        mark: super::body::Mark,
        loc: Loc,
    ) -> Location {
        match location {
            Location::Symbols { leaves, path, indices, ty } => {
                let indices = indices.into_iter().map(|index| self.protect(index, mark, loc)).collect();
                Location::Symbols { leaves, path, indices, ty }
            }
            Location::Memory { address, region, ty, bits } => {
                let address = self.protect(address, mark, loc);
                Location::Memory { address, region, ty, bits }
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
            Location::Memory { address, region, ty, bits: Some((first, width)) } => {
                let bytes = u64::from(first + width).div_ceil(8);
                let all = self.load_bytes(*address, *region, bytes);
                extend_field(all.extract(first + width - 1, *first), ty, self.types.width(ty))
            }
            Location::Memory { address, region, ty, bits: None } => {
                let (memory, cell) = self.memory_of(*region, ty);
                if cell != Cell::Byte {
                    return Term::symbol(memory).select(*address);
                }
                let all = self.load_bytes(*address, *region, self.value_bytes(ty));
                match ty {
                    Type::Float(kind) => {
                        let bits = all.extract(kind.format().width() - 1, 0);
                        Term::app(Op::FloatFromBits(kind.format()), &[bits])
                    }
                    _ => all,
                }
            }
        }
    }

    /// Little-endian bytes of a mixed region.
    fn load_bytes(&mut self, address: Term, region: Region, bytes: u64) -> Term {
        let (memory, _) = self.memory_of(region, &Type::CHAR);
        let byte = |this: &Self, idx: u64| {
            Term::symbol(memory).select(address.bv_add(this.address_constant(idx.into())))
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
            Location::Memory { address, region, bits: Some((first, width)), .. } => {
                let bytes = u64::from(first + width).div_ceil(8);
                let mut all = self.load_bytes(*address, *region, bytes);
                let total = bytes as u32 * 8;
                let field = value.extract(width - 1, 0);
                all = splice(all, field, *first, *width, total);
                self.store_bytes(*address, *region, all, bytes, origin, loc);
            }
            Location::Memory { address, region, ty, bits: None } => {
                let (memory, cell) = self.memory_of(*region, ty);
                if cell != Cell::Byte {
                    self.emit_assign(Place::cell(memory, *address), value, origin);
                    return;
                }
                let bytes = self.value_bytes(ty);
                let bits = super::state::to_bits(value).zero_extend_to(bytes as u32 * 8);
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
            let cell = address.bv_add(self.address_constant(idx.into()));
            self.emit_assign(Place::cell(memory, cell), byte, origin);
        }
    }

    /// A union in a mixed region as its bytes: its members overlap, and each may have padding where another
    /// one has none.
    pub(super) fn in_bytes(&mut self, location: &Location) -> Option<Location> {
        let Location::Memory { address, region, ty: Type::Record(id), bits: None } = location else {
            return None;
        };
        let byte = Type::Int(IntKind::UChar);
        if !self.types.record(*id).is_union || self.points_to.cell(*region, &byte) != Cell::Byte {
            return None;
        }
        let size = self.types.size(location.ty())?;
        let ty = Type::Array(Rc::new(byte), Some(size));
        Some(Location::Memory { address: *address, region: *region, ty, bits: None })
    }

    /// Gives a place any value.
    pub(super) fn havoc(&mut self, location: &Location, origin: OriginId, loc: Loc) {
        if let Some(bytes) = self.in_bytes(location) {
            return self.havoc(&bytes, origin, loc);
        }
        match location.ty().clone() {
            Type::Int(IntKind::Bool) => {
                let symbol = self.temporary("temporary", Sort::bool(), Display::Boolean);
                self.emit_havoc(Place::variable(symbol), origin);
                let lowering = self.origin(faultscope_ir::OriginKind::Lowering, loc, None);
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
            Location::Memory { address, region, bits: None, .. } => {
                let (memory, cell) = self.memory_of(*region, &ty);
                let bytes = if cell == Cell::Byte { self.value_bytes(&ty) } else { 1 };
                for idx in 0..bytes {
                    let cell = address.bv_add(self.address_constant(idx.into()));
                    self.emit_havoc(Place::cell(memory, cell), origin);
                }
                return;
            }
            Location::Memory { .. } => {}
        }
        let symbol = self.temporary_of("temporary", &ty);
        self.emit_havoc(Place::variable(symbol), origin);
        let lowering = self.origin(faultscope_ir::OriginKind::Lowering, loc, None);
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
        match location.clone() {
            Location::Symbols { leaves, path, indices, ty } => {
                let indices = indices.into_iter().map(|index| self.save(index, loc)).collect();
                Location::Symbols { leaves, path, indices, ty }
            }
            Location::Memory { address, region, ty, bits } => {
                let address = self.save(address, loc);
                Location::Memory { address, region, ty, bits }
            }
        }
    }

    fn copy_parts(&mut self, target: &Location, source: &Location, origin: OriginId, loc: Loc) {
        if let (Some(target), Some(source)) = (self.in_bytes(target), self.in_bytes(source)) {
            return self.copy_parts(&target, &source, origin, loc);
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
        match ty {
            Type::Record(id) => self
                .types
                .fields(*id)
                .iter()
                .map(|field| self.n_cells(&field.ty))
                .fold(0, usize::saturating_add),
            Type::Array(element, count) => {
                let count = usize::try_from(count.unwrap_or(0)).unwrap_or(usize::MAX);
                self.n_cells(element).saturating_mul(count)
            }
            _ => 1,
        }
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
