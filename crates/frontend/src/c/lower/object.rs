//! Objects: their numbers, sizes and lifetimes.
//!
//! Objects that are there as long as the program runs, or can be taken to be, have numbers of their own
//! ([`Home`](super::state::Home)). The others get the next number when they are made, which is never given out again, and
//! are known by two tables: how many bytes can be accessed, none when the object's lifetime has ended, and which kind of
//! object it is or was.

use std::sync::Arc;

use faultscope_ir::program::{Display, Scope};
use faultscope_ir::value::ArrayValue;
use faultscope_ir::{
    AssumptionKind, MemoryObject, ObjectKind, OriginId, OriginKind, Place, Sort, Symbol, Term, Value,
};

use super::state::{Home, Lowerer};
use super::tables::{KIND_BITS, Kind};
use crate::c::hir::{Expr, FuncId, Init, PathStep, Storage, VarId};
use crate::c::pointer::{self, OBJECT_BITS};
use crate::c::points_to::{Region, RegionObjects};
use crate::c::source::Loc;
use crate::c::types::Type;

impl Lowerer<'_> {
    /// Gives an object a number. For an array `element_size` is that of an element, else its own size.
    pub(super) fn new_object(&mut self, name: &str, size: u64, element_size: u64, kind: Kind) -> u32 {
        let number = self.objects.next.max(1);
        self.objects.next = number.saturating_add(pointer::n_numbers(self.types, size));
        let base = pointer::start_of(self.types, number);
        let name = name.to_owned();
        let kind_of_object = kind.object().unwrap_or(ObjectKind::Variable);
        self.objects.known.push(MemoryObject {
            name,
            kind: kind_of_object,
            base,
            size,
            element_size,
            memory: Vec::new(),
            origin: None,
        });
        self.objects.kinds.push((number, kind));
        number
    }

    /// Numbers the variables that take several slots, so that every number that is an address finds them.
    pub(super) fn number_large_objects(&mut self) {
        for idx in 0..self.program.vars.len() {
            let var = VarId(idx);
            let is_large = pointer::n_slots(self.types, self.size_of_variable(var)) > 1;
            if is_large && self.points_to.escapes(var) && !self.points_to.is_renewed(var) {
                self.home(var);
            }
        }
    }

    /// The start of an object with a number.
    pub(super) fn object_start(&self, number: u32) -> Term {
        Term::bits(pointer::width(self.types), pointer::start_of(self.types, number))
    }

    /// The address of a function.
    pub(super) fn function_address(&mut self, func: FuncId) -> Term {
        let number = match self.function_objects.get(&func) {
            Some(number) => *number,
            None => {
                let name = self.program.func(func).name.clone();
                let number = self.new_object(&name, 0, 0, Kind::Function);
                self.function_objects.insert(func, number);
                number
            }
        };
        self.object_start(number)
    }

    /// The objects of a region that have a fixed number: the number, the size, and whether it can be written.
    pub(super) fn fixed_objects(&mut self, objects: &RegionObjects) -> Vec<FixedObject> {
        let mut fixed = Vec::new();
        for var in &objects.fixed {
            let Home::Memory(address) = self.home(*var) else { continue };
            let number = pointer::object(self.types, address);
            let declared = self.program.var(*var);
            let size = self.size_of_variable(*var);
            let is_constant = declared.is_constant();
            fixed.push(FixedObject { number, size, is_constant });
        }
        fixed
    }

    /// What kind of object a variable is.
    pub(super) fn kind_of(&self, var: VarId) -> Kind {
        if self.program.var(var).is_constant() { Kind::Constant } else { Kind::Variable }
    }

    /// The bytes that a variable of a fixed size takes.
    pub(super) fn size_of_variable(&self, var: VarId) -> u64 {
        let declared = self.program.var(var);
        let size = self.types.size(&declared.ty).unwrap_or(0);
        size.max(self.end_of_initial_elements(var))
    }

    /// The bytes that an element of an array takes.
    pub(super) fn size_of_element(&self, var: VarId) -> Option<u64> {
        match &self.program.var(var).ty {
            Type::Array(element, _) => self.types.size(element),
            _ => None,
        }
    }

    pub(super) fn number_sort() -> Sort {
        Sort::bits(OBJECT_BITS)
    }

    pub(super) fn next_symbol(&mut self) -> Symbol {
        match self.objects.next_symbol {
            Some(symbol) => symbol,
            None => {
                let sort = Lowerer::number_sort();
                let symbol = self.variables.declare("next object", sort, Scope::Internal, Display::Unsigned);
                self.objects.next_symbol = Some(symbol);
                symbol
            }
        }
    }

    /// The variable that holds the accessible bytes of each object.
    pub(super) fn limits(&mut self) -> Symbol {
        match self.objects.limits {
            Some(symbol) => symbol,
            None => {
                let sort = Sort::array(Lowerer::number_sort(), Sort::bits(self.types.address_width()));
                let symbol =
                    self.variables.declare("sizes of objects", sort, Scope::Internal, Display::Unsigned);
                self.objects.limits = Some(symbol);
                symbol
            }
        }
    }

    /// The variable that holds the kind of each object.
    pub(super) fn states(&mut self) -> Symbol {
        match self.objects.states {
            Some(symbol) => symbol,
            None => {
                let sort = Sort::array(Lowerer::number_sort(), Sort::bits(KIND_BITS));
                let symbol =
                    self.variables.declare("kinds of objects", sort, Scope::Internal, Display::Unsigned);
                self.objects.states = Some(symbol);
                symbol
            }
        }
    }

    /// Makes an object of a size in bytes; gives the pointer to it.
    pub(super) fn make_object(&mut self, made: Made, size: Term, region: Region, loc: Loc) -> Term {
        let (name, kind) = match made {
            Made::Variable(var) => (self.program.var(var).name.clone(), self.kind_of(var)),
            Made::OnStack => ("alloca".to_owned(), Kind::Variable),
            Made::ByLibrary => ("of the library".to_owned(), Kind::Variable),
            Made::Allocated => ("allocated".to_owned(), Kind::Allocated),
            Made::Foreign => ("from outside".to_owned(), Kind::Foreign),
        };
        let (next, limits, states) = (self.next_symbol(), self.limits(), self.states());
        let origin = match made {
            Made::Variable(var) => {
                let origin = self.declaration(var);
                if let Some(size) = self.size_of_element(var) {
                    self.element_sizes.insert(origin, size);
                }
                origin
            }
            Made::Allocated => self.origin(OriginKind::Allocation, self.asked_at(loc), None),
            Made::OnStack | Made::ByLibrary | Made::Foreign => {
                self.origin(OriginKind::Lowering, self.asked_at(loc), None)
            }
        };
        let number = self.temporary(&name, Lowerer::number_sort(), Display::Unsigned);
        self.emit_assign(Place::variable(number), Term::symbol(next), origin);
        let number = Term::symbol(number);
        self.emit_assign(Place::cell(limits, number), size, origin);
        self.emit_assign(Place::cell(states, number), kind.term(), origin);
        let exposed = self.points_to.is_exposed(region).then_some(size);
        let n_numbers = pointer::n_numbers_term(self.types, exposed);
        self.emit_assign(Place::variable(next), number.bv_add(n_numbers), origin);
        // Memory ends before numbers do.
        self.emit_assume(number.bv_ult(Term::symbol(next)), origin);
        pointer::start(self.types, number)
    }

    /// Where a variable is declared, with what the user calls it: of a compound literal, which has no name, all of it.
    pub(super) fn declaration(&mut self, var: VarId) -> OriginId {
        let declared = self.program.var(var);
        let (name, loc) = (declared.name.clone(), declared.loc);
        let text = self.text(loc);
        let is_nameless = text.starts_with('(') && !text.contains(&name);
        let name = if is_nameless { text } else { name };
        // It stands in the function that can name it, whichever needs it first.
        let function = match declared.storage {
            Storage::Global | Storage::Literal(_) => String::new(),
            Storage::Static(func) | Storage::Local(func) | Storage::Parameter(func) => {
                self.program.func(func).name.clone()
            }
        };
        let outer = std::mem::replace(&mut self.body.name, function);
        let origin = self.named_origin(OriginKind::Lowering, loc, Some(name));
        self.body.name = outer;
        origin
    }

    /// Enters a function that calls `alloca`: nothing is made yet.
    pub(super) fn begin_stack(&mut self, func: FuncId) {
        let loc = self.program.func(func).loc;
        for site in self.points_to.stack_sites_of(func).collect::<Vec<_>>() {
            let origin = self.origin(OriginKind::Lowering, loc, None);
            let last = self.temporary("last from alloca", Lowerer::number_sort(), Display::Unsigned);
            self.emit_assign(Place::variable(last), Term::bits(OBJECT_BITS, 0), origin);
            self.body.on_stack.insert(site, last);
        }
    }

    /// `alloca`: makes an object that ends with the function. Of those that one call makes in a loop only the last is known.
    pub(super) fn make_on_stack(&mut self, size: Term, region: Region, expr: &Expr) -> Term {
        let body = &self.body;
        let is_repeated = body.n_loops > 0 || !body.all_scopes.labels.is_empty() || body.activation.is_some();
        let last = self.body.on_stack.get(&std::ptr::from_ref(expr)).copied();
        if is_repeated || last.is_none() {
            let message = "memory that `alloca` has made before in a loop is there until the program ends";
            self.assume(AssumptionKind::FreedMemory, message);
        }
        let pointer = self.make_object(Made::OnStack, size, region, expr.loc);
        if let Some(last) = last {
            let origin = self.origin(OriginKind::Lowering, expr.loc, None);
            self.emit_assign(Place::variable(last), pointer::object(self.types, pointer), origin);
        }
        pointer
    }

    /// Ends what `alloca` has made in the function.
    pub(super) fn end_stack(&mut self, loc: Loc) {
        let made: Vec<Symbol> = self.body.on_stack.values().copied().collect();
        for number in made.into_iter().map(Term::symbol) {
            let (before, next) = (self.new_block(), self.new_block());
            let origin = self.origin(OriginKind::Lowering, loc, None);
            self.branch(number.equals(Term::bits(OBJECT_BITS, 0)), next, before, origin);
            self.switch_to(before);
            self.end_object(number, Kind::Ended, loc);
            self.continue_at(next);
        }
    }

    /// Says what kind of object a number is that of.
    pub(super) fn emit_kind(&mut self, number: Term, kind: Term, loc: Loc) {
        let states = self.states();
        let origin = self.origin(OriginKind::Lowering, self.asked_at(loc), None);
        self.emit_assign(Place::cell(states, number), kind, origin);
    }

    /// Ends the lifetime of the object of a number.
    pub(super) fn end_object(&mut self, number: Term, kind: Kind, loc: Loc) {
        let (limits, states) = (self.limits(), self.states());
        let origin_kind = if kind == Kind::Freed { OriginKind::Release } else { OriginKind::ScopeEnd };
        let origin = self.origin(origin_kind, self.asked_at(loc), None);
        let nothing = self.address_constant(0);
        self.emit_assign(Place::cell(limits, number), nothing, origin);
        self.emit_assign(Place::cell(states, number), kind.term(), origin);
    }

    /// Sets the tables before anything runs.
    pub(super) fn initial_objects(&mut self, loc: Loc) {
        let origin = self.origin(OriginKind::Lowering, loc, None);
        if let Some(next) = self.objects.next_symbol {
            let first = self.objects.next.max(1);
            self.emit_assign(Place::variable(next), Term::bits(OBJECT_BITS, first.into()), origin);
        }
        if let Some(n_allocated) = self.objects.n_allocated {
            self.emit_assign(Place::variable(n_allocated), Term::bits(OBJECT_BITS, 0), origin);
        }
        let width = self.types.address_width();
        if let Some(limits) = self.objects.limits {
            let sizes = self.objects.known.iter().zip(&self.objects.kinds);
            let sizes = sizes.map(|(object, (number, _))| (*number, Value::bits(width, object.size.into())));
            let table = table(limits.sort(), sizes);
            self.emit_assign(Place::variable(limits), table, origin);
        }
        if let Some(states) = self.objects.states {
            let kinds = self.objects.kinds.iter();
            let kinds = kinds.map(|(number, kind)| (*number, Value::bits(KIND_BITS, *kind as u128)));
            let table = table(states.sort(), kinds);
            self.emit_assign(Place::variable(states), table, origin);
        }
    }

    /// The pointer to what lies at an address.
    pub(super) fn pointer_at(&mut self, address: Term) -> Term {
        let pointer = pointer::at_address(self.types, address);
        let large: Vec<(u32, u32)> = self
            .objects
            .known
            .iter()
            .zip(&self.objects.kinds)
            .map(|(object, (number, _))| (*number, pointer::n_slots(self.types, object.size)))
            .filter(|(_, n_slots)| *n_slots > 1)
            .collect();
        let slot = pointer::object(self.types, pointer);
        large.into_iter().fold(pointer, |otherwise, (number, n_slots)| {
            let number_term = Term::bits(OBJECT_BITS, number.into());
            let in_object = slot.bv_sub(number_term).bv_ult(Term::bits(OBJECT_BITS, n_slots.into()));
            let start = self.object_start(number);
            let offset = address.bv_sub(pointer::address(self.types, start));
            in_object.ite(start.bv_add_low(offset), otherwise)
        })
    }

    /// Where the elements end that a variable is given of an array at its end that has no length.
    fn end_of_initial_elements(&self, var: VarId) -> u64 {
        let declared = self.program.var(var);
        let Type::Record(id) = &declared.ty else { return 0 };
        let Some(last) = self.types.fields(*id).last() else { return 0 };
        let Type::Array(element, None) = &last.ty else { return 0 };
        let initial = self.program.globals.iter().find(|(global, _)| *global == var);
        let Some((_, Init::List(items))) = initial else { return 0 };
        let last_field = PathStep::Field(self.types.fields(*id).len() - 1);
        let idx = items.iter().filter_map(|item| match item.path.as_slice() {
            [field, PathStep::Index(idx), ..] if *field == last_field => Some(*idx),
            _ => None,
        });
        let size = self.types.size(element).unwrap_or(0);
        idx.max().map_or(0, |idx| last.offset + (idx + 1) * size)
    }

    /// A value brought from one scalar type to another; numbers become pointers to what lies there.
    pub(super) fn converted(&mut self, value: Term, from: &Type, to: &Type) -> Term {
        if from.is_integer() && to.is_pointer() {
            let size_type = self.types.size_type();
            let address = crate::c::arith::convert(self.types, value, from, &size_type);
            return self.pointer_at(address);
        }
        crate::c::arith::convert(self.types, value, from, to)
    }
}

/// What makes an object at run time.
#[derive(Debug, Clone, Copy)]
pub(super) enum Made {
    /// A scope that is entered, or the declaration of an array of variable size.
    Variable(VarId),
    /// `alloca`.
    OnStack,
    /// A function of the library, for itself: a stream, or a variable of the environment.
    ByLibrary,
    /// `malloc` and its kin.
    Allocated,
    /// A function of which nothing is known.
    Foreign,
}

/// An object with a fixed number.
#[derive(Debug, Clone, Copy)]
pub(super) struct FixedObject {
    pub(super) number: Term,
    pub(super) size: u64,
    pub(super) is_constant: bool,
}

/// An array that is zero but for some cells.
fn table(sort: Sort, cells: impl Iterator<Item = (u32, Value)>) -> Term {
    let (_, element) = sort.array_sorts().unwrap_or((sort, sort));
    let mut array = ArrayValue { sort, default: Value::zero(element), entries: Default::default() };
    for (number, value) in cells {
        array.set(Value::bits(OBJECT_BITS, number.into()), value);
    }
    Term::value(Value::Array(Arc::new(array)))
}
