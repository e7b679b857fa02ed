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
//! # References
//! - B. Steensgaard: _Points-to Analysis in Almost Linear Time_, POPL 1996. **Deviation**: fields, as above;
//!   calls through pointers go to all functions of a fitting type whose address is taken.

use std::collections::BTreeMap;

use indexmap::{IndexMap, IndexSet};

use super::constant;
use super::hir::{
    Builtin, Callee, Expr, ExprKind, FuncId, Init, PathStep, Program, Stmt, StmtKind, Storage, VarId,
};
use super::library;
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
}

/// The analysis and its result.
pub(super) struct PointsTo<'a> {
    types: &'a Types,
    program: &'a Program,
    nodes: Vec<Node>,
    vars: IndexMap<VarId, Region>,
    results: IndexMap<FuncId, Region>,
    sites: IndexMap<Loc, Region>,
    escaping: IndexSet<VarId>,
    taken: IndexSet<FuncId>,
    reached: IndexSet<FuncId>,
    /// Pairs of caller and callee.
    calls: IndexSet<(FuncId, FuncId)>,
    recursive: IndexSet<FuncId>,
    current: Option<FuncId>,
    n_unifications: usize,
}

impl<'a> PointsTo<'a> {
    /// Analyses what can be reached from the entry.
    pub(super) fn new(types: &'a Types, program: &'a Program, entry: FuncId) -> PointsTo<'a> {
        let mut analysis = PointsTo {
            types,
            program,
            nodes: Vec::new(),
            vars: IndexMap::new(),
            results: IndexMap::new(),
            sites: IndexMap::new(),
            escaping: IndexSet::new(),
            taken: IndexSet::new(),
            reached: IndexSet::from_iter([entry]),
            calls: IndexSet::new(),
            recursive: IndexSet::new(),
            current: None,
            n_unifications: 0,
        };
        loop {
            let before = analysis.progress();
            analysis.pass();
            analysis.settle();
            if analysis.progress() == before {
                break;
            }
        }
        analysis.find_recursion();
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
            }
            idx += 1;
        }
        self.current = None;
    }

    fn find_recursion(&mut self) {
        for func in self.reached.clone() {
            let mut seen = IndexSet::new();
            let mut work = vec![func];
            while let Some(at) = work.pop() {
                for (caller, callee) in &self.calls {
                    if *caller == at && seen.insert(*callee) {
                        work.push(*callee);
                    }
                }
            }
            if seen.contains(&func) {
                self.recursive.insert(func);
            }
        }
    }

    /// Whether the variable lives in memory.
    pub(super) fn escapes(&self, var: VarId) -> bool {
        self.escaping.contains(&var)
    }

    /// Whether an activation of the function may be below another one of it.
    pub(super) fn is_recursive(&self, func: FuncId) -> bool {
        self.recursive.contains(&func)
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

    /// The regions of `main`'s second parameter: of the array, and of the strings.
    pub(super) fn argument_regions(&mut self, parameter: VarId) -> (Region, Region) {
        let var = self.var(parameter);
        let vector = self.content(var, Key::Plain);
        let strings = self.content(vector, Key::Plain);
        (self.find(vector), self.find(strings))
    }

    // The regions.

    fn fresh(&mut self) -> Region {
        self.nodes.push(Node::default());
        Region(self.nodes.len() - 1)
    }

    /// The representative of a region.
    pub(super) fn find(&mut self, region: Region) -> Region {
        let mut root = region.0;
        while let Some(parent) = self.nodes[root].parent {
            root = parent;
        }
        let mut at = region.0;
        while let Some(parent) = self.nodes[at].parent {
            self.nodes[at].parent = Some(root);
            at = parent;
        }
        Region(root)
    }

    fn unify(&mut self, left: Region, right: Region) {
        let mut work = vec![(left, right)];
        while let Some((left, right)) = work.pop() {
            let (left, right) = (self.find(left), self.find(right));
            if left == right {
                continue;
            }
            self.n_unifications += 1;
            let (left, right) = (left.min(right), left.max(right));
            let absorbed = std::mem::take(&mut self.nodes[right.0]);
            self.nodes[right.0].parent = Some(left.0);
            let node = &mut self.nodes[left.0];
            node.objects.extend(absorbed.objects);
            node.casts.extend(absorbed.casts);
            node.merged |= absorbed.merged;
            node.mixed |= absorbed.mixed;
            for (key, content) in absorbed.contents {
                match node.contents.get(&key) {
                    Some(own) => work.push((Region(*own), Region(content))),
                    None => {
                        node.contents.insert(key, content);
                    }
                }
            }
            if node.merged {
                let all: Vec<usize> = std::mem::take(&mut node.contents).into_values().collect();
                if let Some((first, rest)) = all.split_first() {
                    node.contents.insert(Key::Plain, *first);
                    work.extend(rest.iter().map(|other| (Region(*first), Region(*other))));
                }
            }
        }
    }

    fn join(&mut self, left: Option<Region>, right: Option<Region>) -> Option<Region> {
        if let (Some(left), Some(right)) = (left, right) {
            self.unify(left, right);
        }
        left.or(right)
    }

    fn content(&mut self, region: Region, key: Key) -> Region {
        let region = self.find(region);
        let key = if self.nodes[region.0].merged { Key::Plain } else { key };
        if let Some(content) = self.nodes[region.0].contents.get(&key) {
            return Region(*content);
        }
        let content = self.fresh();
        self.nodes[region.0].contents.insert(key, content.0);
        content
    }

    fn merge(&mut self, region: Region) {
        let region = self.find(region);
        let node = &mut self.nodes[region.0];
        node.merged = true;
        let all: Vec<usize> = std::mem::take(&mut node.contents).into_values().collect();
        if let Some((first, rest)) = all.split_first() {
            node.contents.insert(Key::Plain, *first);
            for other in rest {
                self.unify(Region(*first), Region(*other));
            }
        }
    }

    /// Decides which regions are merged or mixed by what is known now.
    fn settle(&mut self) {
        for idx in 0..self.nodes.len() {
            let node = &self.nodes[idx];
            if node.parent.is_some() {
                continue;
            }
            let all = || node.casts.iter().chain(&node.objects);
            let several = all().any(|ty| Some(ty) != all().next());
            let merged = node.merged || (!node.casts.is_empty() && several);
            let mixed = node.mixed
                || all().any(|ty| self.overlaps_itself(ty))
                || node.casts.iter().any(|cast| all().any(|ty| !self.overlay(cast, ty)));
            self.nodes[idx].mixed |= mixed;
            if (merged || mixed) && !self.nodes[idx].merged {
                self.merge(Region(idx));
            }
        }
    }

    /// Whether a type looks at a byte in two ways: through a union, or through bit-fields.
    fn overlaps_itself(&self, ty: &Type) -> bool {
        match ty {
            Type::Array(element, _) | Type::Vla(element, _) => self.overlaps_itself(element),
            Type::Record(id) => {
                let fields = self.types.fields(*id);
                let is_union = self.types.record(*id).is_union;
                let clash = is_union && fields.iter().any(|field| !self.overlay(&field.ty, &fields[0].ty));
                clash || fields.iter().any(|field| field.bits.is_some() || self.overlaps_itself(&field.ty))
            }
            _ => false,
        }
    }

    /// Whether objects of two types may lie at the same address without a scalar overlapping another kind.
    fn overlay(&self, left: &Type, right: &Type) -> bool {
        let (left, right) = (innermost(left), innermost(right));
        if left == right {
            return true;
        }
        let (Some(left_cells), Some(right_cells)) = (self.cells(left), self.cells(right)) else {
            return false;
        };
        match (left_cells.as_slice(), right_cells.as_slice()) {
            // A pointer to a scalar may walk over everything.
            ([(_, _, cell)], others) | (others, [(_, _, cell)]) => {
                others.iter().all(|(_, _, other)| other == cell)
            }
            (left, right) => left.iter().all(|(start, end, cell)| {
                let overlapping = right.iter().filter(|(from, to, _)| from < end && start < to);
                overlapping.into_iter().all(|other| *other == (*start, *end, *cell))
            }),
        }
    }

    /// The scalars of a type: first byte, byte after the last, kind. None for what has too many.
    fn cells(&self, ty: &Type) -> Option<Vec<(u64, u64, Cell)>> {
        let mut cells = Vec::new();
        self.collect_cells(ty, 0, &mut cells)?;
        cells.sort_unstable();
        cells.dedup();
        Some(cells)
    }

    fn collect_cells(&self, ty: &Type, at: u64, cells: &mut Vec<(u64, u64, Cell)>) -> Option<()> {
        const MAX_CELLS: usize = 2000;
        match ty {
            Type::Record(id) => {
                for field in self.types.fields(*id) {
                    self.collect_cells(&field.ty, at + field.offset, cells)?;
                }
            }
            Type::Array(element, count) => {
                let size = self.types.size(element)?;
                for idx in 0..count.unwrap_or(1) {
                    self.collect_cells(element, at + idx * size, cells)?;
                }
            }
            Type::Void | Type::Function(_) | Type::Vla(..) => return None,
            _ => cells.push((at, at + self.types.size(ty)?, self.scalar_cell(ty))),
        }
        (cells.len() <= MAX_CELLS).then_some(())
    }

    // Variables and functions.

    fn var(&mut self, var: VarId) -> Region {
        if let Some(region) = self.vars.get(&var) {
            return *region;
        }
        let region = self.fresh();
        self.vars.insert(var, region);
        let declared = self.program.var(var);
        // Unions, and what has no fixed size, are better kept in memory.
        if self.contains_union(&declared.ty)
            || self.types.is_variable(&declared.ty)
            || matches!(declared.storage, Storage::Literal(_))
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

    /// Marks the variable that a place is part of as living in memory.
    fn escape_root(&mut self, place: &Expr) {
        match &place.kind {
            ExprKind::Var(var) | ExprKind::CompoundLiteral(var, _) => self.escape(*var),
            ExprKind::Member(base, _) | ExprKind::Index(base, _) => self.escape_root(base),
            _ => {}
        }
    }

    // Expressions.

    fn place(&mut self, expr: &Expr) -> (Region, Key) {
        match &expr.kind {
            ExprKind::Var(var) => (self.var(*var), Key::Plain),
            ExprKind::CompoundLiteral(var, init) => {
                self.init(*var, init);
                (self.var(*var), Key::Plain)
            }
            ExprKind::Deref(pointer) => {
                let region = self.value(pointer);
                (region.unwrap_or_else(|| self.site(expr.loc)), Key::Plain)
            }
            ExprKind::Member(base, idx) => {
                let region = match base.kind.is_lvalue() {
                    true => self.place(base).0,
                    false => self.record(base),
                };
                let Type::Record(id) = base.ty else { return (region, Key::Plain) };
                if self.types.record(id).is_union
                    || self.types.fields(id).get(*idx).is_some_and(|field| field.bits.is_some())
                {
                    let region = self.find(region);
                    self.nodes[region.0].objects.insert(base.ty.clone());
                }
                (region, Key::Field(id, *idx))
            }
            ExprKind::Index(base, index) => {
                self.value(index);
                self.place(base)
            }
            _ => (self.fresh(), Key::Plain),
        }
    }

    /// The region that a scalar value may point into; none for what is no address.
    fn value(&mut self, expr: &Expr) -> Option<Region> {
        match &expr.kind {
            ExprKind::Load(place) => {
                let (region, key) = self.place(place);
                self.may_hold_address(&expr.ty).then(|| self.content(region, key))
            }
            ExprKind::AddressOf(place) | ExprKind::Decay(place) => {
                let (region, key) = self.place(place);
                self.escape_root(place);
                if key != Key::Plain {
                    let (content, plain) = (self.content(region, key), self.content(region, Key::Plain));
                    self.unify(content, plain);
                }
                Some(region)
            }
            ExprKind::Function(func) => {
                self.taken.insert(*func);
                self.reach(*func);
                None
            }
            ExprKind::Cast(inner) => self.cast(expr, inner),
            ExprKind::Negate(inner) | ExprKind::Complement(inner) => self.value(inner),
            ExprKind::Not(inner) => {
                self.value(inner);
                None
            }
            ExprKind::Binary(_, left, right) => {
                let (left, right) = (self.value(left), self.value(right));
                if self.may_hold_address(&expr.ty) { self.join(left, right) } else { None }
            }
            ExprKind::Compare(_, left, right)
            | ExprKind::Difference(left, right)
            | ExprKind::And(left, right)
            | ExprKind::Or(left, right) => {
                self.value(left);
                self.value(right);
                None
            }
            ExprKind::Offset { pointer, count, .. } => {
                self.value(count);
                self.value(pointer)
            }
            ExprKind::Conditional(condition, then, otherwise) => {
                let condition = self.value(condition);
                let then = then.as_ref().map_or(condition, |then| self.value(then));
                let otherwise = self.value(otherwise);
                self.join(then, otherwise)
            }
            ExprKind::Comma(left, right) => {
                self.value(left);
                self.value(right)
            }
            ExprKind::Assign(target, value) => self.assign(target, value),
            ExprKind::Update { target, value, .. } => {
                self.value(value);
                let (region, key) = self.place(target);
                self.may_hold_address(&expr.ty).then(|| self.content(region, key))
            }
            ExprKind::Call(callee, arguments) => self.call(callee, arguments, &expr.ty, expr.loc),
            ExprKind::Builtin(builtin, operands) => self.builtin(builtin, operands, expr.loc),
            ExprKind::Statements(body) => self.statements(body),
            ExprKind::Member(base, idx) if !base.kind.is_lvalue() => {
                let region = self.record(base);
                let Type::Record(id) = base.ty else { return None };
                Some(self.content(region, Key::Field(id, *idx)))
            }
            ExprKind::Const(_) | ExprKind::SizeOf(_) | ExprKind::Unsupported(_) => None,
            // Places are read by loads; here they stand for themselves, in discarded expressions.
            _ => {
                self.place(expr);
                None
            }
        }
    }

    fn may_hold_address(&self, ty: &Type) -> bool {
        match ty {
            Type::Pointer(_) => true,
            Type::Int(_) => self.types.width(ty) >= self.types.pointer_width(),
            _ => false,
        }
    }

    fn cast(&mut self, expr: &Expr, inner: &Expr) -> Option<Region> {
        if matches!(inner.ty, Type::Record(_)) {
            let region = self.record(inner);
            return Some(region);
        }
        let region = self.value(inner);
        if !self.may_hold_address(&expr.ty) {
            return None;
        }
        let Some(pointee) = expr.ty.pointee() else { return region };
        if constant::is_null(self.types, inner) {
            return None;
        }
        let region = region.unwrap_or_else(|| self.site(expr.loc));
        let region = self.find(region);
        let before = inner.ty.pointee();
        if before != Some(pointee) {
            for ty in [Some(pointee), before].into_iter().flatten() {
                if !ty.is_void() && !matches!(ty, Type::Function(_)) && self.types.size(ty).is_some() {
                    self.nodes[region.0].casts.insert(innermost(ty).clone());
                }
            }
        }
        Some(region)
    }

    fn assign(&mut self, target: &Expr, value: &Expr) -> Option<Region> {
        let (region, key) = self.place(target);
        if matches!(target.ty, Type::Record(_)) {
            let source = self.record(value);
            self.copy(&target.ty, region, source);
            return None;
        }
        let value = self.value(value);
        if !self.may_hold_address(&target.ty) {
            return None;
        }
        let content = self.content(region, key);
        self.join(Some(content), value)
    }

    /// The region whose contents are the fields of a record value.
    fn record(&mut self, expr: &Expr) -> Region {
        match &expr.kind {
            ExprKind::Load(place) => self.place(place).0,
            ExprKind::Cast(inner) => self.record(inner),
            ExprKind::Call(callee, arguments) => {
                self.call(callee, arguments, &expr.ty, expr.loc);
                let object = self.site(expr.loc);
                for func in self.targets(callee) {
                    let result = self.result(func);
                    self.copy(&expr.ty, object, result);
                }
                object
            }
            ExprKind::Conditional(condition, then, otherwise) => {
                self.value(condition);
                let otherwise = self.record(otherwise);
                if let Some(then) = then {
                    let then = self.record(then);
                    self.copy(&expr.ty, then, otherwise);
                }
                otherwise
            }
            ExprKind::Comma(left, right) => {
                self.value(left);
                self.record(right)
            }
            ExprKind::Assign(target, value) => {
                self.assign(target, value);
                self.place(target).0
            }
            ExprKind::Statements(body) => {
                if let StmtKind::Block(stmts) = &body.kind
                    && let Some((last, init)) = stmts.split_last()
                {
                    init.iter().for_each(|stmt| self.stmt(stmt));
                    if let StmtKind::Expr(value) = &last.kind {
                        return self.record(value);
                    }
                }
                self.site(expr.loc)
            }
            ExprKind::Member(base, _) if !base.kind.is_lvalue() => self.record(base),
            _ if expr.kind.is_lvalue() => self.place(expr).0,
            _ => self.site(expr.loc),
        }
    }

    /// Unifies what two records of a type hold.
    fn copy(&mut self, ty: &Type, left: Region, right: Region) {
        match ty {
            Type::Record(id) => {
                for idx in 0..self.types.fields(*id).len() {
                    let field = self.types.fields(*id)[idx].ty.clone();
                    if self.may_hold_address(innermost(&field)) {
                        let key = Key::Field(*id, idx);
                        let (left, right) = (self.content(left, key), self.content(right, key));
                        self.unify(left, right);
                    }
                    self.copy(&field, left, right);
                }
            }
            Type::Array(element, _) => {
                if self.may_hold_address(innermost(element)) {
                    let (left, right) = (self.content(left, Key::Plain), self.content(right, Key::Plain));
                    self.unify(left, right);
                }
                self.copy(element, left, right);
            }
            _ => {}
        }
    }

    fn targets(&self, callee: &Callee) -> Vec<FuncId> {
        match callee {
            Callee::Direct(func) => vec![*func],
            Callee::Indirect(pointer) => pointer.ty.as_function().map_or(Vec::new(), |ty| self.callees(ty)),
        }
    }

    fn reach(&mut self, func: FuncId) {
        if let Some(caller) = self.current {
            self.calls.insert((caller, func));
        }
        self.reached.insert(func);
    }

    fn call(&mut self, callee: &Callee, arguments: &[Expr], ty: &Type, loc: Loc) -> Option<Region> {
        if let Callee::Indirect(pointer) = callee {
            self.value(pointer);
        }
        let mut result = None;
        for func in self.targets(callee) {
            let function = self.program.func(func);
            if function.body.is_none() {
                let value = self.external(&function.name, arguments, ty, loc);
                result = self.join(result, value);
                continue;
            }
            self.reach(func);
            for (idx, argument) in arguments.iter().enumerate() {
                match function.parameters.get(idx) {
                    Some(parameter) => self.pass_argument(*parameter, argument),
                    None => self.visit(argument),
                }
            }
            if self.may_hold_address(ty) {
                let object = self.result(func);
                let value = self.content(object, Key::Plain);
                result = self.join(result, Some(value));
            }
        }
        if matches!(callee, Callee::Indirect(_)) {
            arguments.iter().for_each(|argument| self.visit(argument));
        }
        result
    }

    fn pass_argument(&mut self, parameter: VarId, argument: &Expr) {
        let region = self.var(parameter);
        if matches!(argument.ty, Type::Record(_)) {
            let source = self.record(argument);
            self.copy(&argument.ty, region, source);
            return;
        }
        let value = self.value(argument);
        if self.may_hold_address(&self.program.var(parameter).ty) {
            let content = self.content(region, Key::Plain);
            self.join(Some(content), value);
        }
    }

    fn visit(&mut self, expr: &Expr) {
        if matches!(expr.ty, Type::Record(_)) {
            self.record(expr);
        } else {
            self.value(expr);
        }
    }

    /// A call of a function without body.
    fn external(&mut self, name: &str, arguments: &[Expr], ty: &Type, loc: Loc) -> Option<Region> {
        for argument in arguments {
            match library::usage(name) {
                // The address is only used to write a value there: the variable need not live in memory.
                library::Usage::Targets => {
                    if let ExprKind::AddressOf(place) = &without_casts(argument).kind {
                        self.place(place);
                        continue;
                    }
                    if let ExprKind::Decay(place) = &without_casts(argument).kind
                        && matches!(place.kind, ExprKind::Var(var)
                            if matches!(self.program.var(var).storage, Storage::Literal(_)))
                    {
                        continue;
                    }
                    self.visit(argument);
                }
                library::Usage::Nothing => {
                    if !matches!(&without_casts(argument).kind, ExprKind::Decay(place) if matches!(place.kind, ExprKind::Var(_)))
                    {
                        self.visit(argument);
                    }
                }
                library::Usage::Unknown => self.visit(argument),
            }
        }
        self.may_hold_address(ty).then(|| self.site(loc))
    }

    fn builtin(&mut self, builtin: &Builtin, operands: &[Expr], loc: Loc) -> Option<Region> {
        let values: Vec<Option<Region>> = operands.iter().map(|operand| self.value(operand)).collect();
        match (builtin, values.as_slice()) {
            (Builtin::Copy(ty, _), [Some(target), Some(source)]) => {
                if self.may_hold_address(innermost(ty)) {
                    let (left, right) =
                        (self.content(*target, Key::Plain), self.content(*source, Key::Plain));
                    self.unify(left, right);
                }
                self.copy(ty, *target, *source);
                Some(*target)
            }
            (Builtin::Copy(..) | Builtin::Zero(..), [target, ..]) => *target,
            (Builtin::Alloca, _) => Some(self.site(loc)),
            _ => None,
        }
    }

    // Statements.

    fn statements(&mut self, body: &Stmt) -> Option<Region> {
        let StmtKind::Block(stmts) = &body.kind else {
            self.stmt(body);
            return None;
        };
        let (last, init) = stmts.split_last()?;
        init.iter().for_each(|stmt| self.stmt(stmt));
        match &last.kind {
            StmtKind::Expr(value) if !matches!(value.ty, Type::Record(_)) => self.value(value),
            _ => {
                self.stmt(last);
                None
            }
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Expr(expr) => self.visit(expr),
            StmtKind::Declare(var, init) => {
                self.var(*var);
                if let Some(init) = init {
                    self.init(*var, init);
                }
            }
            StmtKind::DeclareVla(var) => {
                self.var(*var);
            }
            StmtKind::Block(stmts) => stmts.iter().for_each(|stmt| self.stmt(stmt)),
            StmtKind::If(condition, then, otherwise) => {
                self.visit(condition);
                self.stmt(then);
                otherwise.iter().for_each(|otherwise| self.stmt(otherwise));
            }
            StmtKind::Switch(value, body) | StmtKind::While(value, body) => {
                self.visit(value);
                self.stmt(body);
            }
            StmtKind::DoWhile(body, value) => {
                self.stmt(body);
                self.visit(value);
            }
            StmtKind::Case(_, _, body) | StmtKind::Default(body) | StmtKind::Label(_, body) => {
                self.stmt(body)
            }
            StmtKind::For { init, condition, step, body } => {
                init.iter().for_each(|stmt| self.stmt(stmt));
                condition.iter().for_each(|condition| self.visit(condition));
                self.stmt(body);
                step.iter().for_each(|step| self.visit(step));
            }
            StmtKind::Return(Some(value)) => self.return_value(value),
            StmtKind::Return(None)
            | StmtKind::Empty
            | StmtKind::Goto(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Unsupported(_) => {}
        }
    }

    fn return_value(&mut self, value: &Expr) {
        let Some(func) = self.current else { return };
        let object = self.result(func);
        if matches!(value.ty, Type::Record(_)) {
            let source = self.record(value);
            self.copy(&value.ty, object, source);
            return;
        }
        let region = self.value(value);
        if self.may_hold_address(&value.ty) {
            let content = self.content(object, Key::Plain);
            self.join(Some(content), region);
        }
    }

    fn init(&mut self, var: VarId, init: &Init) {
        let region = self.var(var);
        match init {
            Init::Value(value) if matches!(value.ty, Type::Record(_)) => {
                let source = self.record(value);
                self.copy(&value.ty, region, source);
            }
            Init::Value(value) => {
                let value = self.value(value);
                let content = self.content(region, Key::Plain);
                self.join(Some(content), value);
            }
            Init::List(items) => {
                for item in items {
                    if matches!(item.value.kind, ExprKind::Const(_)) {
                        continue;
                    }
                    if matches!(item.value.ty, Type::Record(_)) {
                        let source = self.record(&item.value);
                        self.copy(&item.value.ty, region, source);
                        continue;
                    }
                    let value = self.value(&item.value);
                    let key = self.key_of_path(var, &item.path);
                    let content = self.content(region, key);
                    self.join(Some(content), value);
                }
            }
        }
    }

    /// The content that an initializer's path leads to: that of its last field.
    fn key_of_path(&self, var: VarId, path: &[PathStep]) -> Key {
        let mut ty = &self.program.var(var).ty;
        let mut key = Key::Plain;
        for step in path {
            match (step, ty) {
                (PathStep::Field(idx), Type::Record(id)) => {
                    key = Key::Field(*id, *idx);
                    ty = &self.types.fields(*id)[*idx].ty;
                }
                (PathStep::Index(_), Type::Array(element, _)) => ty = element,
                _ => return key,
            }
        }
        key
    }
}

/// The element type of arrays of arrays.
fn innermost(ty: &Type) -> &Type {
    match ty {
        Type::Array(element, _) | Type::Vla(element, _) => innermost(element),
        other => other,
    }
}

/// An expression without the conversions around it.
pub(super) fn without_casts(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::Cast(inner) => without_casts(inner),
        _ => expr,
    }
}
