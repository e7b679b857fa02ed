//! Declarations and initializers.

use faultscope_ir::index::IndexMap;
use faultscope_ir::{OriginKind, Place, Property, Term, Value};

use super::access::Location;
use super::check::Unselected;
use super::object::Made;
use super::state::{Home, Lowerer};
use crate::c::hir::{ExprKind, Init, InitItem, PathStep, VarId};
use crate::c::source::Loc;
use crate::c::types::Type;
use crate::limits::{MAX_FORGOTTEN_CELLS, MAX_WRITTEN_CELLS};

/// An array with more constant elements than this is given its value as a whole.
const MAX_SINGLE_ELEMENTS: usize = 64;

impl Lowerer<'_> {
    /// A declaration of a local variable.
    pub(super) fn declare(&mut self, var: VarId, init: Option<&Init>, loc: Loc) {
        let location = self.variable_location(var);
        let declared = self.program.var(var);
        let (ty, name) = (declared.ty.clone(), declared.name.clone());
        if init.is_some() {
            self.initialize_named(&location, init, loc, &name);
            return;
        }
        // A large variable in memory is a new object each time, with any contents.
        if matches!(location, Location::Memory(_)) && self.n_cells(&ty) > MAX_FORGOTTEN_CELLS {
            let origin = self.origin(OriginKind::Lowering, loc, None);
            return self.emit_nothing(origin);
        }
        self.forget_padding(&location, loc);
        let origin = self.named_origin(OriginKind::Declaration, loc, Some(name));
        self.unwritten.add_open(origin);
        self.havoc(&location, origin, loc);
    }

    /// Where a variable is looked at byte by byte, what lies between its members holds anything, too.
    fn forget_padding(&mut self, location: &Location, loc: Loc) {
        if !self.types.has_padding(location.ty()) {
            return;
        }
        let Some(bytes) = self.as_bytes(location) else { return };
        let origin = self.origin(OriginKind::Lowering, loc, None);
        self.unwritten.add_open(origin);
        self.havoc(&bytes, origin, loc);
    }

    /// Makes the object of an array of variable size.
    pub(super) fn declare_variable_array(&mut self, var: VarId, loc: Loc) {
        let Home::Memory(home) = self.home(var) else { return };
        let declared = self.program.var(var);
        let ty = declared.ty.clone();
        let size = self.size_term(&ty);
        self.require_written(size, loc);
        self.require_elements(&ty, loc);
        let region = self.points_to.region_of_var(var);
        let pointer = self.make_object(Made::Variable(var), size, region, loc);
        self.set_address(home, pointer, loc);
        self.make_arbitrary(region, &ty);
    }

    /// Asks that an array of variable size has elements, and not more than memory has room for.
    fn require_elements(&mut self, ty: &Type, loc: Loc) {
        let Type::Vla(element, count) = ty else { return };
        let location = self.variable_location(*count);
        let count = self.load(&location);
        let size = self.types.size(element).unwrap_or(1).max(1);
        let most = ((1_u128 << (self.types.address_width() - 1)) - 1) / u128::from(size);
        let fits = self.address_constant(1).bv_ule(count).and(count.bv_ule(self.address_constant(most)));
        let message =
            |this: &mut Self| format!("the number of elements of `{}` is not positive", this.text(loc));
        self.require(Property::OutOfBounds, fits, message, loc, Unselected::GoesOn);
        // The stack has room for it, if its length is one.
        let width = self.types.address_width();
        let has_length = Term::bits(width, 0).bv_sle(count);
        let origin = self.origin(OriginKind::Lowering, loc, None);
        self.emit_assume(has_length.implies(count.bv_ule(self.address_constant(most))), origin);
    }

    /// Gives a place the value of an initializer.
    pub(super) fn initialize(&mut self, location: &Location, init: Option<&Init>, loc: Loc, name: Loc) {
        let name = self.text(name);
        self.initialize_named(location, init, loc, &name);
    }

    pub(super) fn initialize_named(
        &mut self,
        location: &Location,
        init: Option<&Init>,
        loc: Loc,
        name: &str,
    ) {
        match init {
            None => {}
            Some(Init::Value(value)) if matches!(value.ty, Type::Record(_)) => {
                let source = self.record(value);
                let origin = self.named_origin(OriginKind::Assignment, loc, Some(name.to_owned()));
                self.copy(location, &source, origin, loc);
            }
            Some(Init::Value(value)) => {
                self.define(location, value, loc, name.to_owned());
            }
            Some(Init::List(items)) => self.initialize_parts(location, items, loc, name),
        }
    }

    fn initialize_parts(&mut self, location: &Location, items: &[InitItem], loc: Loc, name: &str) {
        let scalar = location.ty().is_scalar();
        // Globals are zero already.
        let is_global = self.body.function.is_none();
        if !scalar && !is_global {
            if self.covers(location.ty(), items) {
                self.forget_padding(location, loc);
            } else {
                let origin = self.origin(OriginKind::Lowering, loc, None);
                self.store_zero(location, origin, loc);
            }
        }
        if scalar && items.is_empty() {
            let origin = self.named_origin(OriginKind::Assignment, loc, Some(name.to_owned()));
            self.store_zero(location, origin, loc);
        }
        if self.initialize_as_whole(location, items, loc, name) {
            return;
        }
        if items.len() > MAX_WRITTEN_CELLS {
            return self.unsupported("initializing so large an object", loc);
        }
        self.in_any_order(items.iter().map(|item| &item.value));
        for item in items {
            let part = item.path.iter().fold(location.clone(), |part, step| self.step(&part, *step));
            let place = self.part_name(name, location.ty(), &item.path);
            // A single value stands for its declaration; parts of lists stand for themselves.
            let item_loc = if scalar { loc } else { item.value.loc };
            if matches!(item.value.ty, Type::Record(_)) {
                let source = self.record(&item.value);
                let origin = self.named_origin(OriginKind::Assignment, item_loc, Some(place));
                self.copy(&part, &source, origin, item_loc);
            } else {
                self.define(&part, &item.value, item_loc, place);
            }
        }
    }

    /// Whether the items give every scalar of the type a value.
    fn covers(&self, ty: &Type, items: &[InitItem]) -> bool {
        items.len() == self.n_cells(ty) && items.iter().all(|item| item.value.ty.is_scalar())
    }

    /// Tables: one command for an array symbol whose elements are all constant.
    fn initialize_as_whole(&mut self, location: &Location, items: &[InitItem], loc: Loc, name: &str) -> bool {
        let Location::Symbols { leaves, ty: Type::Array(..), .. } = location else { return false };
        let [leaf] = leaves.as_slice() else { return false };
        if items.len() <= MAX_SINGLE_ELEMENTS {
            return false;
        }
        let (lengths, symbol) = (leaf.lengths.clone(), leaf.symbol);
        let width = self.types.address_width();
        let mut array = match Value::zero(symbol.sort()) {
            Value::Array(array) => (*array).clone(),
            _ => return false,
        };
        for item in items {
            let ExprKind::Const(value) = &item.value.kind else { return false };
            let mut flat = 0_u128;
            for (step, length) in item.path.iter().zip(&lengths) {
                let PathStep::Index(idx) = step else { return false };
                flat = flat * u128::from(*length) + u128::from(*idx);
            }
            array.set(Value::bits(width, flat), value.clone());
        }
        let origin = self.named_origin(OriginKind::Assignment, loc, Some(name.to_owned()));
        self.emit_assign(Place::variable(symbol), Term::value(Value::Array(array.into())), origin);
        true
    }

    /// `a[1].x` of a name and a path.
    fn part_name(&self, name: &str, ty: &Type, path: &[PathStep]) -> String {
        let (mut name, mut ty) = (name.to_owned(), ty);
        for step in path {
            match (step, ty) {
                (PathStep::Field(idx), Type::Record(id)) => {
                    let field = &self.types.fields(*id)[*idx];
                    if !field.name.is_empty() {
                        name = format!("{name}.{}", field.name);
                    }
                    ty = &field.ty;
                }
                (PathStep::Index(idx), Type::Array(element, _)) => {
                    name = format!("{name}[{idx}]");
                    ty = element;
                }
                _ => {}
            }
        }
        name
    }

    /// Sets every scalar of a place to zero.
    pub(super) fn store_zero(&mut self, location: &Location, origin: faultscope_ir::OriginId, loc: Loc) {
        if let Some(bytes) = self.in_bytes(location) {
            return self.store_zero(&bytes, origin, loc);
        }
        match location.ty().clone() {
            Type::Record(id) => {
                for idx in 0..self.types.fields(id).len() {
                    let part = self.step(location, PathStep::Field(idx));
                    self.store_zero(&part, origin, loc);
                }
            }
            Type::Array(_, count) => {
                if let Location::Symbols { leaves, path, indices, .. } = location
                    && indices.is_empty()
                {
                    let mut whole = IndexMap::default();
                    for leaf in leaves.iter().filter(|leaf| leaf.path.starts_with(path)) {
                        whole.insert(leaf.symbol, Value::zero(leaf.symbol.sort()));
                    }
                    for (symbol, zero) in whole {
                        self.emit_assign(Place::variable(symbol), Term::value(zero), origin);
                    }
                    return;
                }
                if self.n_cells(location.ty()) > MAX_WRITTEN_CELLS {
                    return self.unsupported("clearing so large an object", loc);
                }
                for idx in 0..count.unwrap_or(0) {
                    let part = self.step(location, PathStep::Index(idx));
                    self.store_zero(&part, origin, loc);
                }
            }
            Type::Void | Type::Function(_) | Type::Vla(..) => {}
            ty => {
                let zero = self.zero(&ty);
                self.store(location, zero, origin, loc);
            }
        }
    }
}
