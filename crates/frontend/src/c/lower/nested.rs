//! Functions within functions: which activation's variables they use.
//!
//! A variable that a nested function uses lies where everybody knows ([`home`](super::memory)): at a fixed place, or, where its
//! function has a new object each time, at the place that a variable of the whole program holds. That is the place for the last
//! activation of the function that has not returned: a function that calls itself keeps the place for the activation before
//! while it runs.
//!
//! A nested function that is called by its name belongs to the last activation of the functions around it. One that is called
//! through a pointer may belong to one before, so that no such pointer is made where several activations have variables of
//! their own.

use faultscope_ir::program::{Display, Scope};
use faultscope_ir::{OriginKind, Place, Property, Sort, Symbol, Term};

use super::check::Unselected;
use super::state::{Home, Lowerer};
use crate::c::hir::{FuncId, VarId};
use crate::c::source::Loc;

impl Lowerer<'_> {
    /// Begins the variables of a function that others within it use, and keeps those of the activation before.
    pub(super) fn enter_captured(&mut self, func: FuncId) {
        let program = self.program;
        let captured: Vec<VarId> = program.captured_of(func).collect();
        self.note_running(func, true, program.func(func).loc);
        for var in captured {
            if !self.points_to.escapes(var) || !self.points_to.is_renewed(var) {
                continue;
            }
            let loc = program.var(var).loc;
            if self.points_to.is_recursive(func)
                && let Home::Memory(home) = self.home(var)
            {
                let kept = self.save(home, loc);
                self.body.outer_captured.push((home, kept));
            }
            // The others begin with their scopes, and parameters behind this.
            let is_parameter = program.func(func).parameters.contains(&var);
            if !is_parameter && !self.body.all_scopes.variables.values().any(|vars| vars.contains(&var)) {
                self.begin_object(var);
            }
        }
    }

    /// Goes back to the variables of the activation before.
    pub(super) fn leave_captured(&mut self, loc: Loc) {
        for (home, kept) in self.body.outer_captured.clone() {
            self.set_address(home, kept, loc);
        }
        if let Some(func) = self.body.function {
            self.note_running(func, false, loc);
        }
    }

    /// Notes whether a function runs whose variables and labels are used through pointers to functions within it.
    fn note_running(&mut self, func: FuncId, runs: bool, loc: Loc) {
        let program = self.program;
        let is_within = |it: &usize| program.around(FuncId(*it)).any(|outer| outer == func);
        let is_pointed_to = |it: usize| self.points_to.is_taken(FuncId(it));
        if program.has_dependents(func) && (0..program.funcs.len()).filter(is_within).any(is_pointed_to) {
            let symbol = self.running(func);
            let origin = self.origin(OriginKind::Lowering, loc, None);
            self.emit_assign(Place::variable(symbol), Term::bool(runs), origin);
        }
    }

    /// The variable that says whether a function runs.
    fn running(&mut self, func: FuncId) -> Symbol {
        if let Some(symbol) = self.running.get(&func) {
            return *symbol;
        }
        let name = format!("{} runs", self.program.func(func).name);
        let symbol = self.variables.declare(&name, Sort::bool(), Scope::Internal, Display::Boolean);
        self.running.insert(func, symbol);
        symbol
    }

    /// Asks, where a nested function is called through a pointer, that the functions run whose variables and labels are used
    /// within.
    pub(super) fn require_running(&mut self, func: FuncId, loc: Loc) {
        let program = self.program;
        let around: Vec<FuncId> =
            program.around(func).filter(|outer| program.has_dependents(*outer)).collect();
        for outer in around {
            let runs = Term::symbol(self.running(outer));
            let [func, outer] = [func, outer].map(|it| program.func(it).name.clone());
            let message = |_: &mut Self| {
                format!("`{func}` is called after `{outer}`, which it is nested in, has returned")
            };
            let unselected =
                Unselected::ends_access("a nested function is called while the function around it runs");
            self.require(Property::InvalidFunctionPointer, runs, message, loc, unselected);
        }
    }

    /// A pointer to a function.
    pub(super) fn function_value(&mut self, func: FuncId, loc: Loc) -> Term {
        let program = self.program;
        let has_several = |outer: FuncId| self.points_to.is_recursive(outer) && program.has_dependents(outer);
        if program.around(func).any(has_several) {
            let what = "a pointer to a nested function of a recursive function whose variables or labels are used within it";
            self.unsupported(what, loc);
        }
        if program.func(func).is_weak && program.func(func).body.is_none() {
            self.unsupported("the address of an undefined weak function", loc);
        }
        self.function_address(func)
    }
}
