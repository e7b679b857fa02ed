//! Calls that are what a contract allows, and not what the function does.

use faultscope_ir::program::{Display, Scope};
use faultscope_ir::{AssumptionKind, OriginKind, Place, ProcId, Symbol, Term, Terminator};

use super::access::Location;
use super::state::Lowerer;
use crate::c::hir::FuncId;
use crate::c::hir::logic::{Contract, Places, State};
use crate::c::source::Loc;
use crate::c::types::Type;

impl Lowerer<'_> {
    /// The procedure that does what the contract of a function allows, if calls are to be that or nobody defines the function,
    /// and the contract says what the function may change.
    pub(super) fn contract_procedure(&mut self, func: FuncId) -> Option<ProcId> {
        let annotations = &self.program.func(func).annotations;
        if !self.config.annotations.are_modular && !annotations.is_instead_of_body {
            return None;
        }
        let contract = annotations.contract.clone()?;
        let assigns = contract.assigns.clone()?;
        if let Some(id) = self.contract_procedures.get(&func) {
            return Some(*id);
        }
        let name = self.program.func(func).name.clone();
        let id = self.new_procedure(&name, false);
        self.contract_procedures.insert(func, id);
        let formals = std::mem::take(&mut self.logic.formals);
        let outer = std::mem::take(&mut self.body);
        self.start_body(id, Some(func), &name);
        self.allowed(func, &contract, &assigns);
        self.finish_body(id);
        self.body = outer;
        self.logic.formals = formals;
        Some(id)
    }

    /// Changes what a function may change to anything that its postcondition allows.
    fn allowed(&mut self, func: FuncId, contract: &Contract, assigns: &[Places]) {
        let function = self.program.func(func);
        let (loc, id) = (function.loc, self.proc_id());
        let mut parameters = Vec::new();
        for parameter in &function.parameters {
            let declared = self.program.var(*parameter);
            let (name, ty) = (declared.name.clone(), declared.ty.clone());
            let leaves = self.leaves(&name, &ty, Scope::Local(id));
            let symbols: Vec<Symbol> = leaves.into_iter().map(|leaf| leaf.symbol).collect();
            let leaves = self.leaves_over(&symbols, &ty);
            self.logic.formals.insert(*parameter, leaves);
            parameters.extend(symbols);
        }
        let result = function.ty.result.clone();
        let results: Vec<Symbol> = match &result {
            Type::Void => Vec::new(),
            ty => {
                let leaves = self.leaves(&format!("{}()", function.name), ty, Scope::Local(id));
                leaves.into_iter().map(|leaf| leaf.symbol).collect()
            }
        };
        self.procedures[id.0 as usize].parameters = parameters;
        self.procedures[id.0 as usize].results = results.clone();
        self.snapshot(State::Entry);
        let message =
            format!("`{}` does what its contract allows, and changes only what it says", function.name);
        self.assume_of(AssumptionKind::ContractOnly, Some(&function.name), message);
        for places in assigns {
            self.forget_places(places, loc);
        }
        if contract.has_unknown_assigns {
            self.overwrite_what_is_seen(func, loc);
        }
        let origin = self.origin(OriginKind::Input, loc, None);
        for symbol in &results {
            self.emit_havoc(Place::variable(*symbol), origin);
        }
        if let Some(var) = contract.result {
            let leaves = self.leaves_over(&results, &result);
            self.logic.formals.insert(var, leaves);
        }
        for part in contract.ensures.iter().flat_map(|claim| &claim.parts) {
            let Some(evaluated) = self.predicate_here(part) else {
                let name = self.program.func(func).name.clone();
                self.may_be_ruled_out(&name, part.loc);
                continue;
            };
            self.take_as_complete(evaluated.complete, part.loc);
            let origin = self.origin(OriginKind::Lowering, part.loc, None);
            self.emit_assume(evaluated.holds, origin);
        }
        self.logic.formals.clear();
        self.terminate(Terminator::Return);
    }

    /// Any values in places.
    fn forget_places(&mut self, places: &Places, loc: Loc) {
        let Some(element) = places.pointer.ty.pointee().cloned() else { return };
        let region = self.points_to.region_behind(&places.pointer);
        let origin = self.origin(OriginKind::Input, loc, None);
        self.logic.is_call = true;
        let (elements, complete) = self.elements_of(places);
        self.logic.is_call = false;
        self.take_as_complete(complete, loc);
        let lowering = self.origin(OriginKind::Lowering, loc, None);
        for (pointer, within) in elements {
            let location = Location::memory(pointer, region, element.clone());
            if within.as_bool() == Some(true) || !element.is_scalar() {
                self.havoc(&location, origin, loc);
                continue;
            }
            let value = self.temporary("changed", self.types.sort(&element), Display::Signed);
            self.emit_havoc(Place::variable(value), origin);
            let kept = self.load(&location);
            let value = within.ite(Term::symbol(value), kept);
            self.store(&location, value, lowering, loc);
        }
    }
}
