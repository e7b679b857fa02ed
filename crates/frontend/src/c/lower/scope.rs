//! Scopes: local variables that are a new object whenever their scope is entered.
//!
//! Wherever control gets from one scope to another, the objects of the scopes that are left end, and those of the scopes
//! that are entered begin: also where a jump leads into the middle of a block.

use faultscope_ir::{OriginKind, Place, Term};

use super::object::Made;
use super::scopes::{Around, ScopeKey, Scopes};
use super::state::{Home, Lowerer};
use super::tables::Kind;
use crate::c::hir::{FuncId, Stmt, Storage, VarId};
use crate::c::pointer;
use crate::c::source::Loc;

impl Lowerer<'_> {
    /// Enters a function: its parameters begin.
    pub(super) fn enter_function(&mut self, func: FuncId) {
        let function = self.program.func(func);
        let (body, parameters) = (function.body.clone(), function.parameters.clone());
        self.body.all_scopes = body.map(|body| Scopes::of(&body)).unwrap_or_default();
        self.enter_captured(func);
        self.begin_stack(func);
        self.begin_activation(func);
        for parameter in parameters {
            self.begin_object(parameter);
        }
    }

    /// Runs what a scope holds.
    pub(super) fn in_scope(&mut self, scope: &Stmt, run: impl FnOnce(&mut Self)) {
        // The scopes of statements in expressions are found when they are entered.
        if !self.body.all_scopes.variables.contains_key(&std::ptr::from_ref(scope)) {
            let mut around = self.scopes_around();
            self.body.all_scopes.visit(scope, &mut around);
        }
        self.begin_scope(scope);
        self.body.scopes.push(scope);
        self.body.deferred.push(Vec::new());
        run(self);
        let depth = self.body.scopes.len() - 1;
        self.end_scopes(depth, scope.loc.last());
        self.body.scopes.truncate(depth);
        self.body.deferred.truncate(depth);
    }

    fn begin_scope(&mut self, scope: ScopeKey) {
        for var in self.renewed(scope) {
            self.begin_object(var);
        }
    }

    /// The variables of a scope that are new objects when it is entered.
    fn renewed(&mut self, scope: ScopeKey) -> Vec<VarId> {
        let vars = self.body.all_scopes.variables.get(&scope).cloned().unwrap_or_default();
        vars.into_iter()
            .filter(|var| self.points_to.escapes(*var) && self.points_to.is_renewed(*var))
            .collect()
    }

    /// Makes the object of a variable, if it is one that gets a new one each time. That of an array of variable size is made
    /// at its declaration.
    pub(super) fn begin_object(&mut self, var: VarId) {
        if !self.points_to.escapes(var) || !self.points_to.is_renewed(var) {
            return;
        }
        let Home::Memory(home) = self.home(var) else { return };
        let declared = self.program.var(var);
        let loc = declared.loc;
        let pointer = match self.types.size(&declared.ty) {
            Some(size) => {
                let region = self.points_to.region_of_var(var);
                let size = self.address_constant(size.into());
                let pointer = self.make_object(Made::Variable(var), size, region, loc);
                self.forget_at_start(var);
                pointer
            }
            None => Term::bits(pointer::width(self.types), 0),
        };
        self.set_address(home, pointer, loc);
    }

    /// The contents of a new object are any.
    fn forget_at_start(&mut self, var: VarId) {
        let ty = self.program.var(var).ty.clone();
        if self.n_cells(&ty) > crate::limits::MAX_FORGOTTEN_CELLS {
            let region = self.points_to.region_of_var(var);
            self.make_arbitrary(region, &ty);
        }
    }

    /// Gives the variable that holds an address its value.
    pub(super) fn set_address(&mut self, home: Term, address: Term, loc: Loc) {
        if let Some(symbol) = home.as_symbol() {
            let origin = self.origin(OriginKind::Lowering, loc, None);
            self.emit_assign(Place::variable(symbol), address, origin);
        }
    }

    /// Ends the scopes from a depth on, innermost first: what is deferred to the end of each is called, and its objects end.
    pub(super) fn end_scopes(&mut self, depth: usize, loc: Loc) {
        for idx in (depth..self.body.scopes.len()).rev() {
            self.call_deferred(idx, 0);
            self.end_scope(self.body.scopes[idx], loc);
        }
    }

    /// Ends the objects of a scope.
    fn end_scope(&mut self, scope: ScopeKey, loc: Loc) {
        for var in self.renewed(scope) {
            self.end_variable(var, loc);
        }
    }

    /// Calls what is deferred to the end of the scope at a depth, the last first, but for the first `kept`.
    fn call_deferred(&mut self, depth: usize, kept: usize) {
        let deferred = self.body.deferred.get(depth).and_then(|calls| calls.get(kept..)).unwrap_or(&[]);
        for call in deferred.to_vec().iter().rev() {
            self.effect(call);
        }
    }

    /// Calls what is deferred to the end of the innermost scope, which ends here.
    pub(super) fn settle_deferred(&mut self) {
        if let Some(depth) = self.body.scopes.len().checked_sub(1) {
            self.call_deferred(depth, 0);
            self.body.deferred[depth].clear();
        }
    }

    /// The scopes that are open.
    fn scopes_around(&self) -> Vec<Around> {
        let open = self.body.scopes.iter().zip(&self.body.deferred);
        let around = |(scope, deferred): (&ScopeKey, &Vec<_>)| {
            let n_variables = self.body.all_scopes.variables.get(scope).map_or(0, Vec::len);
            Around { scope: *scope, n_deferred: deferred.len(), n_variables }
        };
        open.map(around).collect()
    }

    /// Ends the objects of an activation that are in no scope within it.
    pub(super) fn end_function(&mut self, loc: Loc) {
        let Some(func) = self.body.function else { return };
        for parameter in self.program.func(func).parameters.clone() {
            if self.points_to.escapes(parameter) && self.points_to.is_renewed(parameter) {
                self.end_variable(parameter, loc);
            }
        }
        self.end_stack(loc);
        self.end_activation(loc);
        self.leave_captured(loc);
    }

    /// Ends the object of a value behind the expression that it is a value in.
    pub(super) fn end_temporary(&mut self, var: VarId, loc: Loc) {
        if self.points_to.escapes(var) && self.points_to.is_renewed(var) {
            self.end_variable(var, loc);
        }
    }

    /// Ends the object of a variable, where somebody may point to it.
    fn end_variable(&mut self, var: VarId, loc: Loc) {
        debug_assert!(matches!(self.program.var(var).storage, Storage::Local(_) | Storage::Parameter(_)));
        if self.points_to.outlives(var)
            && let Home::Memory(home) = self.home(var)
        {
            let number = pointer::object(self.types, home);
            self.end_object(number, Kind::Ended, loc);
        }
    }

    /// Begins the objects of the scopes from a depth on: control arrives in them from outside.
    pub(super) fn begin_scopes(&mut self, depth: usize) {
        let entered: Vec<ScopeKey> = self.body.scopes.get(depth..).unwrap_or(&[]).to_vec();
        entered.into_iter().for_each(|scope| self.arrive_in(scope));
    }

    /// Enters a scope in its middle: its variables hold anything, wherever they are declared.
    fn arrive_in(&mut self, scope: ScopeKey) {
        self.begin_scope(scope);
        for var in self.renewed(scope) {
            let declared = self.program.var(var);
            if self.types.size(&declared.ty).is_some() {
                self.declare(var, None, declared.loc);
            }
        }
    }

    /// Whether control that arrives in the scopes from a depth on makes objects.
    pub(super) fn scopes_have_objects(&mut self, depth: usize) -> bool {
        let entered: Vec<ScopeKey> = self.body.scopes.get(depth..).unwrap_or(&[]).to_vec();
        entered.into_iter().any(|scope| !self.renewed(scope).is_empty())
    }

    /// Leaves scopes and enters others on the way to a label.
    pub(super) fn change_scopes(&mut self, label: &str, loc: Loc) {
        let Some(target) = self.body.all_scopes.labels.get(label) else { return };
        let target = target.clone();
        let scopes: Vec<ScopeKey> = target.iter().map(|it| it.scope).collect();
        let n_common = self.n_open(&scopes);
        self.end_scopes(n_common, loc);
        // What is declared behind the label, or deferred to the end of its scope, is left by a jump back.
        if let Some(innermost) = n_common.checked_sub(1) {
            self.call_deferred(innermost, target[innermost].n_deferred);
            self.end_arrays_behind(target[innermost], loc);
        }
        scopes[n_common..].iter().for_each(|scope| self.arrive_in(*scope));
    }

    /// Ends the arrays of variable size that are declared between a label and a jump back to it (C11, 6.2.4, 7).
    fn end_arrays_behind(&mut self, label: Around, loc: Loc) {
        let declared = self.body.all_scopes.variables.get(&label.scope).cloned().unwrap_or_default();
        let Some(behind) = declared.get(label.n_variables..) else { return };
        for var in behind.iter().copied() {
            let declared = self.program.var(var);
            let is_left = self.types.is_variable(&declared.ty) && declared.loc.start < loc.start;
            if is_left
                && self.points_to.escapes(var)
                && let Home::Memory(home) = self.home(var)
            {
                self.end_object(pointer::object(self.types, home), Kind::Ended, loc);
            }
        }
    }

    /// Leaves scopes and enters others on the way to where these are open.
    pub(super) fn change_scopes_to(&mut self, target: &[ScopeKey], loc: Loc) {
        let n_common = self.n_open(target);
        self.end_scopes(n_common, loc);
        target[n_common..].iter().for_each(|scope| self.arrive_in(*scope));
    }

    /// How many of these scopes are open, from the outermost on.
    fn n_open(&self, target: &[ScopeKey]) -> usize {
        target.iter().zip(&self.body.scopes).take_while(|(left, right)| left == right).count()
    }
}
