//! What annotations claim: contracts, assertions, invariants and variants, as checks.

use faultscope_ir::program::Display;
use faultscope_ir::{AssumptionKind, OriginId, OriginKind, Place, Property, Symbol, Term};
use rustc_hash::FxHashMap;

use super::state::{Evaluated, Lowerer};
use crate::acsl::ast::Use;
use crate::c::config::Environment;
use crate::c::hir::FuncId;
use crate::c::hir::logic::{Claim, Contract, Kind, Loop, State, Term as Logic};
use crate::c::source::Loc;
use std::rc::Rc;

/// What is taken for granted where a term is written out for some values only.
const FEW_VALUES: &str = "quantified variables of annotations take no more values, recursive functions of the logic are \
                          followed no deeper, and integers have no more bits than the bounds say";

impl Lowerer<'_> {
    /// Whether annotations have to hold.
    fn claims_are_checked(&self) -> bool {
        self.is_checked(Property::Contracts)
    }

    /// An assertion in an annotation.
    pub(super) fn assert_claim(&mut self, claim: &Claim) {
        self.claim(claim, |text| format!("assertion failed: `{text}`"));
    }

    /// Asks that a claim hold here.
    fn claim(&mut self, claim: &Claim, message: impl Fn(String) -> String) {
        for part in &claim.parts {
            let Some(evaluated) = self.predicate_here(part) else {
                self.leave_unchecked(part.loc);
                if let Some(func) = self.body.function.filter(|_| claim.usage == Use::Admit) {
                    let name = self.program.func(func).name.clone();
                    self.may_be_ruled_out(&name, part.loc);
                }
                continue;
            };
            let text = self.text(part.loc);
            self.claim_term(&evaluated, claim.usage, message(text), part.loc);
        }
    }

    pub(super) fn leave_unchecked(&mut self, loc: Loc) {
        let text = self.text(loc);
        let message = format!("`{text}` is not checked");
        self.assume_of(AssumptionKind::UncheckedAnnotation, Some(&text), message);
    }

    fn claim_term(&mut self, evaluated: &Evaluated, usage: Use, message: String, loc: Loc) {
        let Evaluated { mut holds, complete } = *evaluated;
        match (self.config.world.environment, usage) {
            (Environment::Any, Use::Admit) => self.take_as_complete(complete, loc),
            // What does not fit the bounds is not checked, and the execution goes on.
            _ => {
                self.assume_few_values(complete);
                holds = complete.implies(holds);
            }
        }
        if holds.as_bool() == Some(true) {
            return;
        }
        if usage == Use::Admit {
            let text = self.text(loc);
            self.assume_of(AssumptionKind::Admitted, Some(&text), format!("`{text}` is admitted"));
            let origin = self.origin(OriginKind::Lowering, loc, None);
            return self.emit_assume(holds, origin);
        }
        if !self.claims_are_checked() {
            return;
        }
        let (next, fails) = (self.new_block(), self.new_block());
        let origin = self.origin(OriginKind::Assertion, loc, None);
        self.branch(holds, next, fails, origin);
        self.switch_to(fails);
        self.violation(Property::Contracts, Some(holds), message, loc);
        self.switch_to(next);
    }

    pub(super) fn assume_few_values(&mut self, complete: Term) {
        if complete.as_bool() != Some(true) {
            self.assume(AssumptionKind::AnnotationBounds, FEW_VALUES);
        }
    }

    pub(super) fn take_as_complete(&mut self, complete: Term, loc: Loc) {
        if complete.as_bool() == Some(true) {
            return;
        }
        self.assume_few_values(complete);
        let origin = self.origin(OriginKind::Lowering, loc, None);
        self.emit_assume(complete, origin);
    }

    pub(super) fn contract_of(&self, func: FuncId) -> Option<Rc<Contract>> {
        self.program.func(func).annotations.contract.clone()
    }

    /// What is known and asked where a function begins.
    pub(super) fn begin_annotated(&mut self, func: FuncId) {
        if !self.program.func(func).annotations.is_annotated {
            return;
        }
        self.snapshot(State::Entry);
        let Some(contract) = self.contract_of(func) else { return };
        for (what, loc) in &contract.unchecked {
            let name = self.program.func(func).name.clone();
            let message = format!("the `{what}` clause of `{name}` is not checked");
            let _ = loc;
            self.assume_of(AssumptionKind::UncheckedAnnotation, Some(what), message);
        }
        for claim in &contract.consistent {
            self.logic.is_call = true;
            self.claim(claim, |text| format!("`{text}` does not hold"));
            self.logic.is_call = false;
        }
    }

    /// Asks for what a function promises, where it returns.
    pub(super) fn check_postconditions(&mut self) {
        let Some(func) = self.body.function else { return };
        let Some(contract) = self.contract_of(func) else { return };
        self.enter_postcondition(func, &contract);
        for claim in &contract.ensures {
            self.claim(claim, |text| format!("postcondition `{text}` does not hold"));
        }
        self.logic.formals.clear();
    }

    /// In postconditions parameters are what the function was called with.
    fn enter_postcondition(&mut self, func: FuncId, contract: &Contract) {
        let Some(signature) = self.signatures.get(&func).cloned() else { return };
        let parameters = self.program.func(func).parameters.clone();
        for (parameter, symbols) in parameters.into_iter().zip(&signature.parameters) {
            let copies: Vec<Symbol> =
                symbols.iter().filter_map(|symbol| self.copy_in(&State::Entry, *symbol)).collect();
            let ty = self.program.var(parameter).ty.clone();
            let leaves = self.leaves_over(&copies, &ty);
            self.logic.formals.insert(parameter, leaves);
        }
        if let Some(result) = contract.result {
            let ty = self.program.var(result).ty.clone();
            let leaves = self.leaves_over(&signature.results, &ty);
            self.logic.formals.insert(result, leaves);
        }
    }

    /// In preconditions parameters are what stands for them in calls.
    pub(super) fn enter_precondition(&mut self, func: FuncId) {
        let Some(signature) = self.signatures.get(&func).cloned() else { return };
        let parameters = self.program.func(func).parameters.clone();
        for (parameter, symbols) in parameters.into_iter().zip(&signature.parameters) {
            let ty = self.program.var(parameter).ty.clone();
            let leaves = self.leaves_over(symbols, &ty);
            self.logic.formals.insert(parameter, leaves);
        }
        self.logic.is_call = true;
    }

    pub(super) fn leave_contract(&mut self) {
        self.logic.formals.clear();
        self.logic.is_call = false;
    }

    /// What parameters stand for in a call.
    pub(super) fn given(&self, func: FuncId, arguments: &[(Term, OriginId)]) -> FxHashMap<Symbol, Term> {
        let signature = self.signatures.get(&func);
        let symbols = signature.map(|signature| signature.parameters.concat()).unwrap_or_default();
        symbols.into_iter().zip(arguments.iter().map(|(term, _)| *term)).collect()
    }

    /// Asks for what a function requires, where it is called.
    pub(super) fn check_preconditions(
        &mut self,
        func: FuncId,
        arguments: &[(Term, OriginId)],
        origin: OriginId,
    ) {
        let Some(contract) = self.contract_of(func).filter(|_| self.claims_are_checked()) else { return };
        let loc = self.origins.iter().find(|(_, id)| **id == origin).map(|(key, _)| key.1);
        let loc = loc.unwrap_or_default();
        let given = self.given(func, arguments);
        let name = self.program.func(func).name.clone();
        self.enter_precondition(func);
        let parts: Vec<(Use, Logic)> = contract
            .requires
            .iter()
            .flat_map(|claim| claim.parts.iter().map(|part| (claim.usage, part.clone())))
            .collect();
        for (usage, part) in parts {
            let text = self.text(part.loc);
            match self.predicate_here(&part) {
                Some(evaluated) => {
                    let evaluated = substituted(&evaluated, &given);
                    let message = format!("precondition `{text}` of `{name}` does not hold");
                    self.claim_term(&evaluated, usage, message, loc);
                }
                None => self.leave_unchecked(part.loc),
            }
        }
        let measure = contract.decreases.as_ref().filter(|_| self.body.function == Some(func));
        let measured = measure.and_then(|measure| Some((measure, self.integer_here(measure)?)));
        self.leave_contract();
        if let Some((measure, called)) = measured {
            let called = substituted(&called, &given);
            self.check_decreases(func, measure, &called, &contract, loc);
        }
    }

    /// That the measure of a recursive call is smaller.
    fn check_decreases(
        &mut self,
        func: FuncId,
        measure: &Logic,
        called: &Evaluated,
        contract: &Contract,
        loc: Loc,
    ) {
        self.enter_postcondition(func, contract);
        let at_entry = Kind::At(State::Entry, Box::new(measure.clone()));
        let at_entry = Logic { kind: at_entry, sort: measure.sort.clone(), loc: measure.loc };
        let own = self.integer_here(&at_entry);
        self.leave_contract();
        let text = self.text(measure.loc);
        let Some(own) = own else { return self.leave_unchecked(measure.loc) };
        self.check_smaller(&own, called, &format!("the measure `{text}`"), loc);
    }

    fn check_smaller(&mut self, before: &Evaluated, after: &Evaluated, what: &str, loc: Loc) {
        let bits = |term: Term| term.sort().bit_width().unwrap_or(1);
        let width = bits(before.holds).max(bits(after.holds));
        let (old, new) = (before.holds.sign_extend_to(width), after.holds.sign_extend_to(width));
        let complete = before.complete.and(after.complete);
        let is_natural = Term::bits(width, 0).bv_sle(old);
        let natural = Evaluated { holds: is_natural, complete };
        self.claim_term(&natural, Use::Claim, format!("{what} is negative"), loc);
        let smaller = Evaluated { holds: new.bv_slt(old), complete: Term::bool(true) };
        self.claim_term(&smaller, Use::Claim, format!("{what} does not decrease"), loc);
    }

    fn loop_of(&self, body: Loc) -> Option<Rc<Loop>> {
        let func = self.body.function?;
        self.program.func(func).annotations.loops.get(&body).cloned()
    }

    /// Whether annotations say something of a loop.
    pub(super) fn is_annotated_loop(&self, body: Loc) -> bool {
        self.loop_of(body).is_some()
    }

    /// In front of a loop, where its condition is evaluated for the first time.
    pub(super) fn begin_loop(&mut self, body: Loc) {
        let Some(said) = self.loop_of(body) else { return };
        self.snapshot(State::Loop(body));
        for (what, _) in &said.unchecked {
            let message = format!("`{what}` is not checked");
            self.assume_of(AssumptionKind::UncheckedAnnotation, Some(what), message);
        }
        for invariant in &said.invariants {
            self.claim(invariant, |text| format!("loop invariant `{text}` does not hold at the start"));
        }
    }

    /// Where a round begins; gives what the variant is.
    pub(super) fn begin_round(&mut self, body: Loc) -> Option<Symbol> {
        let said = self.loop_of(body).filter(|_| self.claims_are_checked())?;
        let variant = said.variant.as_ref()?;
        let Some(evaluated) = self.integer_here(variant) else {
            self.leave_unchecked(variant.loc);
            return None;
        };
        self.take_as_complete(evaluated.complete, variant.loc);
        let symbol = self.temporary("variant", evaluated.holds.sort(), Display::Signed);
        let origin = self.origin(OriginKind::Lowering, variant.loc, None);
        self.emit_assign(Place::variable(symbol), evaluated.holds, origin);
        Some(symbol)
    }

    /// Where a round has ended and another one may begin.
    pub(super) fn end_round(&mut self, body: Loc, before: Option<Symbol>) {
        let Some(said) = self.loop_of(body) else { return };
        for invariant in &said.invariants {
            self.claim(invariant, |text| format!("loop invariant `{text}` is not preserved"));
        }
        if let (Some(variant), Some(before)) = (&said.variant, before)
            && let Some(after) = self.integer_here(variant)
        {
            let before = Evaluated { holds: Term::symbol(before), complete: Term::bool(true) };
            let text = self.text(variant.loc);
            self.check_smaller(&before, &after, &format!("the variant `{text}`"), variant.loc);
        }
    }
}

/// With arguments for parameters.
pub(super) fn substituted(evaluated: &Evaluated, given: &FxHashMap<Symbol, Term>) -> Evaluated {
    Evaluated { holds: evaluated.holds.substitute(given), complete: evaluated.complete.substitute(given) }
}
