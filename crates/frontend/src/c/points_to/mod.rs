//! Which pointers may point into the same memory: unification in the manner of Steensgaard.
//!
//! A *region* is a class of objects that some pointer cannot tell apart. Every variable whose address
//! escapes, every string literal and every allocation site starts as a region of its own; assignments, arguments
//! and results unify. What a region's cells point to is kept per field, so that a list node's payload and its
//! `next` stay apart, until a cast mixes the fields up.
//!
//! A region is *mixed* where memory is looked at as two types whose scalars overlap: by casts, unions or
//! bit-fields. Mixed regions are arrays of bytes, the others one array for each scalar type.
//!
//! No flow of an address is left out. Numbers and bytes may be made of an address in any way, so they are not followed:
//! every object whose address becomes a number, or lies in a mixed region, is *exposed*. All exposed objects are one region,
//! and a pointer that is made of a number points into it.
//!
//! # References
//! - B. Steensgaard: _Points-to Analysis in Almost Linear Time_, POPL 1996. **Deviation**: fields, as above;
//!   calls through pointers go to all functions of a fitting type whose address is taken.

mod jumpers;
mod jumps;
mod lifetimes;
mod objects;
mod regions;
mod walk;

use std::collections::BTreeMap;

use faultscope_ir::graph;
use faultscope_ir::index::{IndexMap, IndexSet};

use super::hir::{Expr, ExprKind, FuncId, Program, Storage, VarId};
use jumpers::Jumpers;
pub(super) use objects::RegionObjects;

use super::source::Loc;
use super::types::{FloatKind, FunctionType, RecordId, Type, Types};

/// A region, or a name for one: [`PointsTo::find`] gives the representative.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Region(usize);

/// What distinguishes scalars in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Cell {
    /// An integer of so many bytes.
    Int(u64),
    Float(FloatKind),
    Pointer,
    /// One byte of anything.
    Byte,
}

/// Which content of a region.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Key {
    Plain,
    Field(RecordId, usize),
}

#[derive(Default)]
struct Node {
    parent: Option<usize>,
    contents: BTreeMap<Key, usize>,
    /// Types of objects in the region, and types that casts give to pointers into it.
    objects: IndexSet<Type>,
    casts: IndexSet<Type>,
    /// Contents are no longer kept per field.
    merged: bool,
    mixed: bool,
    /// Whether objects are in it that an allocation makes.
    has_heap: bool,
    /// Whether some of these end with the function that makes them.
    has_stack: bool,
    /// Whether some of these are made with any contents.
    has_any_contents: bool,
}

/// The analysis and its result.
pub(super) struct PointsTo<'a> {
    types: &'a Types,
    program: &'a Program,
    nodes: Vec<Node>,
    vars: IndexMap<VarId, Region>,
    results: IndexMap<FuncId, Region>,
    sites: IndexMap<Loc, Region>,
    /// The calls of `alloca` in each function.
    stack_sites: IndexMap<FuncId, IndexSet<*const Expr>>,
    escaping: IndexSet<VarId>,
    taken: IndexSet<FuncId>,
    reached: IndexSet<FuncId>,
    /// Pairs of caller and callee.
    calls: IndexSet<(FuncId, FuncId)>,
    recursive: IndexSet<FuncId>,
    /// For each function those that may run while an activation of it waits.
    below: IndexMap<FuncId, IndexSet<FuncId>>,
    /// Local variables whose address may be somewhere after their scope has ended.
    outliving: IndexSet<VarId>,
    jumpers: Jumpers,
    current: Option<FuncId>,
    entry: FuncId,
    /// What numbers and bytes that are made of addresses point into.
    exposed: Region,
    /// What pointers that are moved point into, and to what type.
    moved: IndexSet<(Region, Type)>,
    /// What addresses of elements point into, and to what type: that behind the last one is one.
    elements: IndexSet<(Region, Type)>,
    n_unifications: usize,
}

impl<'a> PointsTo<'a> {
    /// The functions that can be reached.
    pub(super) fn reached(&self) -> impl Iterator<Item = FuncId> {
        self.reached.iter().copied()
    }

    /// Analyses what can be reached from the entry.
    pub(super) fn new(types: &'a Types, program: &'a Program, entry: FuncId) -> PointsTo<'a> {
        let mut analysis = PointsTo {
            types,
            program,
            nodes: Vec::new(),
            vars: IndexMap::default(),
            results: IndexMap::default(),
            sites: IndexMap::default(),
            stack_sites: IndexMap::default(),
            escaping: IndexSet::default(),
            taken: IndexSet::default(),
            reached: program.before_entry().into_iter().chain([entry]).chain(program.at_exit()).collect(),
            calls: IndexSet::default(),
            recursive: IndexSet::default(),
            below: IndexMap::default(),
            outliving: IndexSet::default(),
            jumpers: Jumpers::default(),
            current: None,
            entry,
            exposed: Region(0),
            moved: IndexSet::default(),
            elements: IndexSet::default(),
            n_unifications: 0,
        };
        analysis.exposed = analysis.fresh();
        if let ("main", [_, vector, ..]) = (&*program.func(entry).name, &*program.func(entry).parameters) {
            analysis.argument_regions(*vector);
        }
        loop {
            let before = analysis.progress();
            analysis.pass();
            analysis.settle();
            if analysis.progress() == before && !analysis.expose_moved_nulls() {
                break;
            }
        }
        analysis.find_recursion();
        analysis.find_outliving();
        analysis.find_jumps();
        analysis
    }

    fn progress(&self) -> (usize, usize, usize, usize, usize) {
        let n_flags = self.nodes.iter().filter(|node| node.merged).count()
            + self.nodes.iter().filter(|node| node.mixed).count();
        (self.n_unifications, self.taken.len(), self.reached.len(), self.escaping.len(), n_flags)
    }

    fn pass(&mut self) {
        let program = self.program;
        for (var, init) in &program.globals {
            self.init(*var, init);
        }
        let mut idx = 0;
        while let Some(func) = self.reached.get_index(idx).copied() {
            self.current = Some(func);
            if let Some(body) = &program.func(func).body {
                self.stmt(body);
                self.contract(func, func == self.entry);
            }
            idx += 1;
        }
        self.current = None;
    }

    /// The functions that each function calls.
    fn callees_of_each(&self) -> IndexMap<FuncId, Vec<FuncId>> {
        let mut callees: IndexMap<FuncId, Vec<FuncId>> = IndexMap::default();
        for (caller, callee) in &self.calls {
            callees.entry(*caller).or_default().push(*callee);
        }
        callees
    }

    fn find_recursion(&mut self) {
        let callees = self.callees_of_each();
        for func in self.reached.clone() {
            let below = below(func, &callees);
            if below.contains(&func) {
                self.recursive.insert(func);
            }
            self.below.insert(func, below);
        }
    }

    /// Whether a function may run while an activation of another one waits for it.
    fn runs_below(&self, func: FuncId, other: FuncId) -> bool {
        self.below.get(&other).is_some_and(|below| below.contains(&func))
    }

    /// Whether the variable lives in memory.
    pub(super) fn escapes(&self, var: VarId) -> bool {
        self.escaping.contains(&var)
    }

    /// Whether the variable may be pointed to after its scope has ended.
    pub(super) fn outlives(&self, var: VarId) -> bool {
        self.outliving.contains(&var)
    }

    /// Whether an activation of the function may be below another one of it.
    pub(super) fn is_recursive(&self, func: FuncId) -> bool {
        self.recursive.contains(&func)
    }

    /// Whether there may be a pointer to the function.
    pub(super) fn is_taken(&self, func: FuncId) -> bool {
        self.taken.contains(&func)
    }

    /// The functions that a call through a pointer of the type may reach.
    pub(super) fn callees(&self, function: &FunctionType) -> Vec<FuncId> {
        let fits = |func: &&FuncId| self.types.callable(function, &self.program.func(**func).ty);
        self.taken.iter().filter(fits).copied().collect()
    }

    /// The cell that a scalar of the type has in a region.
    pub(super) fn cell(&mut self, region: Region, ty: &Type) -> Cell {
        let region = self.find(region);
        if self.nodes[region.0].mixed { Cell::Byte } else { self.scalar_cell(ty) }
    }

    fn scalar_cell(&self, ty: &Type) -> Cell {
        match ty {
            Type::Int(kind) => Cell::Int(kind.size(self.types.model)),
            Type::Float(kind) => Cell::Float(*kind),
            _ => Cell::Pointer,
        }
    }

    /// The region of the object that a place lies in.
    pub(super) fn region_of(&mut self, place: &Expr) -> Region {
        let region = self.place(place).0;
        self.find(region)
    }

    /// The region of a variable.
    pub(super) fn region_of_var(&mut self, var: VarId) -> Region {
        let region = self.var(var);
        self.find(region)
    }

    /// The region that a pointer value points into.
    pub(super) fn region_behind(&mut self, pointer: &Expr) -> Region {
        let region = self.value(pointer);
        let region = region.unwrap_or_else(|| self.fresh());
        self.find(region)
    }

    /// The only type that the objects of a region are known by, if there is just one.
    pub(super) fn only_type(&mut self, region: Region) -> Option<Type> {
        let region = self.find(region);
        let node = &self.nodes[region.0];
        let mut types = node.casts.iter().chain(&node.objects);
        let first = types.next()?.clone();
        types.all(|ty| *ty == first).then_some(first)
    }

    /// The regions of `main`'s second parameter: of the array, and of the strings. Their objects are no variables, and are
    /// looked up as those of allocations are.
    pub(super) fn argument_regions(&mut self, parameter: VarId) -> (Region, Region) {
        let var = self.var(parameter);
        let vector = self.content(var, Key::Plain);
        let strings = self.content(vector, Key::Plain);
        let (vector, strings) = (self.find(vector), self.find(strings));
        self.nodes[vector.0].has_heap = true;
        self.nodes[strings.0].has_heap = true;
        (vector, strings)
    }

    fn var(&mut self, var: VarId) -> Region {
        if let Some(region) = self.vars.get(&var) {
            return *region;
        }
        let region = self.fresh();
        self.vars.insert(var, region);
        let declared = self.program.var(var);
        // Unions, and what has no fixed size, are better kept in memory. So is what several functions use.
        if self.contains_union(&declared.ty)
            || self.types.is_variable(&declared.ty)
            || self.types.is_flexible(&declared.ty)
            || matches!(declared.storage, Storage::Literal(_))
            || self.program.captured.contains(&var)
        {
            self.escape(var);
        }
        region
    }

    fn contains_union(&self, ty: &Type) -> bool {
        match ty {
            Type::Array(element, _) | Type::Vla(element, _) => self.contains_union(element),
            Type::Record(id) => {
                self.types.record(*id).is_union
                    || self.types.fields(*id).iter().any(|field| self.contains_union(&field.ty))
            }
            _ => false,
        }
    }

    fn escape(&mut self, var: VarId) {
        if self.escaping.insert(var) {
            let region = self.var(var);
            let region = self.find(region);
            let ty = self.program.var(var).ty.clone();
            self.nodes[region.0].objects.insert(ty);
        }
    }

    fn result(&mut self, func: FuncId) -> Region {
        if let Some(region) = self.results.get(&func) {
            return *region;
        }
        let region = self.fresh();
        self.results.insert(func, region);
        region
    }

    fn site(&mut self, loc: Loc) -> Region {
        if let Some(region) = self.sites.get(&loc) {
            return *region;
        }
        let region = self.fresh();
        self.sites.insert(loc, region);
        region
    }

    /// The calls of `alloca` in a function.
    pub(super) fn stack_sites_of(&self, func: FuncId) -> impl Iterator<Item = *const Expr> {
        self.stack_sites.get(&func).into_iter().flatten().copied()
    }

    /// Marks the variable that a place is part of as living in memory.
    fn escape_root(&mut self, place: &Expr) {
        match &place.kind {
            ExprKind::Var(var) | ExprKind::CompoundLiteral(var, _) => self.escape(*var),
            ExprKind::Member(base, _) | ExprKind::Index(base, _) => self.escape_root(base),
            _ => {}
        }
    }
}

/// The functions that a function calls, and those that they call.
fn below(func: FuncId, callees: &IndexMap<FuncId, Vec<FuncId>>) -> IndexSet<FuncId> {
    let called = |func: FuncId| callees.get(&func).into_iter().flatten().copied();
    graph::reached(called(func), called)
}

/// The element type of arrays of arrays.
fn innermost(ty: &Type) -> &Type {
    match ty {
        Type::Array(element, _) | Type::Vla(element, _) => innermost(element),
        other => other,
    }
}

/// The pointer that says where a value that is read goes: without conversions that leave the type there as it is.
pub(super) fn scanned<'e>(types: &Types, argument: &'e Expr) -> &'e Expr {
    let target = without_casts(argument);
    let integer = |ty: &Type| ty.pointee().filter(|ty| ty.is_integer()).and_then(|ty| types.size(ty));
    let is_same = target.ty == argument.ty
        || argument.ty.pointee().is_none_or(Type::is_void)
        || integer(&target.ty).is_some_and(|size| integer(&argument.ty) == Some(size));
    if is_same { target } else { argument }
}

/// An expression without the conversions around it.
pub(super) fn without_casts(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::Cast(inner) => without_casts(inner),
        _ => expr,
    }
}
