//! Where variables live: in symbols of their own, or in memory.
//!
//! A variable whose address never escapes is one symbol for each scalar in it; arrays are array symbols with
//! the element's number as index (several dimensions made one). Everything else has an address. The contents of
//! memory are array symbols indexed by address, one for each region and kind of scalar
//! ([`points_to`](crate::c::points_to)).

use std::collections::BTreeMap;
use std::rc::Rc;

use faultscope_ir::program::{Display, Scope};
use faultscope_ir::{ObjectKind, Sort, Symbol, Term, Value};

use super::representation::to_bits;
use super::state::{Home, Leaf, Lowerer, Memory};
use crate::c::hir::{Storage, VarId};
use crate::c::pointer;
use crate::c::points_to::{Cell, Region};
use crate::c::types::Type;

impl Lowerer<'_> {
    /// Where a variable lives; decided when it is first asked for.
    pub(super) fn home(&mut self, var: VarId) -> Home {
        if let Some(home) = self.homes.get(&var) {
            return home.clone();
        }
        let home = if self.points_to.escapes(var) {
            Home::Memory(self.allocate_variable(var))
        } else {
            let scope = self.scope(var);
            let declared = self.program.var(var);
            Home::Symbols(Rc::new(self.leaves(&declared.name, &declared.ty, scope)))
        };
        self.homes.insert(var, home.clone());
        home
    }

    fn scope(&self, var: VarId) -> Scope {
        match &self.program.var(var).storage {
            Storage::Global | Storage::Static(_) | Storage::Literal(_) => Scope::Global,
            Storage::Local(func) | Storage::Parameter(func) => {
                self.functions.get(func).map_or(Scope::Global, |id| Scope::Local(*id))
            }
        }
    }

    /// Declares the symbols of a variable of this type.
    pub(super) fn leaves(&mut self, name: &str, ty: &Type, scope: Scope) -> Vec<Leaf> {
        let mut leaves = Vec::new();
        self.collect_leaves(name, ty, scope, (Vec::new(), Vec::new()), None, &mut leaves);
        leaves
    }

    fn collect_leaves(
        &mut self,
        name: &str,
        ty: &Type,
        scope: Scope,
        (path, lengths): (Vec<usize>, Vec<u64>),
        width: Option<u32>,
        leaves: &mut Vec<Leaf>,
    ) {
        match ty {
            Type::Record(id) => {
                let types = self.types;
                for (idx, field) in types.fields(*id).iter().enumerate() {
                    let mut path = path.clone();
                    path.push(idx);
                    let name = if field.name.is_empty() {
                        name.to_owned()
                    } else {
                        format!("{name}.{}", field.name)
                    };
                    let width = field.bits.map(|(_, width)| width);
                    self.collect_leaves(&name, &field.ty, scope, (path, lengths.clone()), width, leaves);
                }
            }
            Type::Array(element, length) => {
                let mut lengths = lengths;
                lengths.push(length.unwrap_or(0));
                let of_records = matches!(**element, Type::Record(_));
                let name = if of_records { format!("{name}[]") } else { name.to_owned() };
                self.collect_leaves(&name, element, scope, (path, lengths), None, leaves);
            }
            _ => {
                let scalar = self.types.sort(ty);
                let index = Sort::bits(self.types.address_width());
                let sort = if lengths.is_empty() { scalar } else { Sort::array(index, scalar) };
                let symbol = self.variables.declare(name, sort, scope, self.types.display(ty));
                if let Some(variable) = self.variables.get_mut(symbol) {
                    variable.length = (!lengths.is_empty()).then(|| lengths.iter().product());
                    variable.bits = width;
                }
                leaves.push(Leaf { path, lengths, ty: ty.clone(), width, symbol });
            }
        }
    }

    /// The pointer to a variable that lives in memory.
    fn allocate_variable(&mut self, var: VarId) -> Term {
        let program = self.program;
        let declared = program.var(var);
        if let (true, Some(procedure)) = (self.points_to.is_renewed(var), self.scope(var).procedure()) {
            let is_captured = program.captured.contains(&var);
            let scope = if is_captured { Scope::Internal } else { Scope::Temporary(procedure) };
            let name = format!("&{}", declared.name);
            let sort = pointer::sort(self.types);
            return Term::symbol(self.variables.declare(&name, sort, scope, Display::Pointer));
        }
        let size = self.size_of_variable(var);
        let element = self.size_of_element(var).unwrap_or(size);
        let number = self.new_object(&declared.name, size, element, self.kind_of(var));
        let start = self.object_start(number);
        let origin = self.declaration(var);
        if let Some(object) = self.objects.known.last_mut() {
            object.origin = Some(origin);
            if matches!(declared.storage, Storage::Literal(_)) {
                object.kind = ObjectKind::Literal;
            }
        }
        if let Storage::Literal(chars) = &declared.storage {
            self.literals.insert(var);
            let ty = declared.ty.element().cloned().unwrap_or(Type::CHAR);
            let region = self.points_to.region_of_var(var);
            let size = self.types.size(&ty).unwrap_or(1);
            let base = pointer::start_of(self.types, number);
            for (idx, ch) in chars.iter().enumerate() {
                let value = Value::bits(self.types.width(&ty), (*ch).into());
                self.initially(region, &ty, base + u128::from(size) * idx as u128, &value);
            }
        }
        start
    }

    /// The memory that holds scalars of a type in a region.
    pub(super) fn memory_of(&mut self, region: Region, ty: &Type) -> (Symbol, Cell) {
        let cell = self.points_to.cell(region, ty);
        (self.memory(region, cell).symbol, cell)
    }

    fn memory(&mut self, region: Region, cell: Cell) -> &mut Memory {
        let region = self.points_to.find(region);
        let (name, sort, display) = match cell {
            Cell::Int(1) => ("memory of char", Sort::bits(8), Display::Character),
            Cell::Int(2) => ("memory of short", Sort::bits(16), Display::Signed),
            Cell::Int(4) => ("memory of int", Sort::bits(32), Display::Signed),
            Cell::Int(16) => ("memory of __int128", Sort::bits(128), Display::Signed),
            Cell::Int(bytes) => ("memory of long", Sort::bits(bytes as u32 * 8), Display::Signed),
            Cell::Float(kind) => ("memory of float", Sort::float(kind.format()), Display::Plain),
            Cell::Pointer => ("memory of pointer", pointer::sort(self.types), Display::Pointer),
            Cell::Byte => ("memory of bytes", Sort::bits(8), Display::Unsigned),
        };
        let index = pointer::sort(self.types);
        let variables = &mut self.variables;
        self.memory.entry((region, cell)).or_insert_with(|| Memory {
            symbol: variables.declare(name, Sort::array(index, sort), Scope::Internal, display),
            initial: BTreeMap::new(),
            arbitrary: false,
        })
    }

    /// Memory of a region that nobody has written may hold anything, from now on.
    pub(super) fn make_arbitrary(&mut self, region: Region, ty: &Type) {
        let mut scalars = Vec::new();
        self.scalar_types(ty, &mut scalars);
        for ty in scalars {
            let cell = self.points_to.cell(region, &ty);
            self.memory(region, cell).arbitrary = true;
        }
    }

    /// The different scalar types in a type.
    fn scalar_types(&self, ty: &Type, scalars: &mut Vec<Type>) {
        match ty {
            Type::Record(id) => {
                self.types.fields(*id).iter().for_each(|field| self.scalar_types(&field.ty, scalars));
            }
            Type::Array(element, _) | Type::Vla(element, _) => self.scalar_types(element, scalars),
            Type::Void | Type::Function(_) => {}
            _ if !scalars.contains(ty) => scalars.push(ty.clone()),
            _ => {}
        }
    }

    /// Makes the memory that is not yet known by type arbitrary too: whatever is read from the region.
    pub(super) fn make_all_arbitrary(&mut self, region: Region) {
        if let Some(ty) = self.points_to.only_type(region) {
            self.make_arbitrary(region, &ty);
        }
        let region = self.points_to.find(region);
        self.arbitrary_regions.insert(region);
    }

    /// Sets what is in memory at the start.
    pub(super) fn initially(&mut self, region: Region, ty: &Type, address: u128, value: &Value) {
        let cell = self.points_to.cell(region, ty);
        if cell == Cell::Byte {
            let bits = match ty {
                Type::Pointer(_) => pointer::address(self.types, Term::value(value.clone())),
                _ => to_bits(Term::value(value.clone())),
            };
            let Some(bits) = bits.as_value().and_then(Value::as_unsigned) else { return };
            let bytes = self.value_bytes(ty);
            for idx in 0..bytes {
                let byte = bits >> (8 * idx) & 0xff;
                let initial = &mut self.memory(region, cell).initial;
                initial.insert(address + u128::from(idx), Value::bits(8, byte));
            }
            return;
        }
        self.memory(region, cell).initial.insert(address, value.clone());
    }

    /// Bytes that a scalar of a type takes in memory, without padding.
    pub(super) fn value_bytes(&self, ty: &Type) -> u64 {
        match ty {
            Type::Float(kind) => kind.value_bytes(),
            _ => self.types.size(ty).unwrap_or(1),
        }
    }
}
