//! The call of an entry that has a contract: with what its precondition asks for.
//!
//! A parameter behind which the precondition asks for elements is an array of its own. The numbers that say how many elements
//! there are can only be small then. Where the entry calls itself, each combination of them is a call of its own, in which
//! they are constants: how deep the recursion goes usually depends on them. Elsewhere that would only make formulas larger.

use faultscope_ir::program::Display;
use faultscope_ir::{AssumptionKind, Call, OriginId, OriginKind, Place, ProcId, Sort, Symbol, Term, Value};
use rustc_hash::FxHashMap;

use super::access::Location;
use super::claims::substituted;
use super::object::Made;
use super::state::{Evaluated, Lowerer};
use crate::c::arith;
use crate::c::hir::logic::{Kind, Places, Term as Logic};
use crate::c::hir::{CompareOp, Expr, ExprKind, FuncId, VarId};
use crate::c::source::Loc;
use crate::c::types::Type;
use crate::limits::{MAX_ENTRY_CASES, MAX_FIXED_LENGTH};

/// An argument that is an array.
struct Asked {
    /// The number of the parameter.
    parameter: usize,
    name: String,
    places: Places,
    /// Whether the precondition asks for it in every case; else the pointer may be null.
    is_required: bool,
    loc: Loc,
}

/// Values of some parameters.
type Case = Vec<(usize, Term)>;

impl Lowerer<'_> {
    /// Notes whether the precondition of the entry asks for arrays.
    pub(super) fn note_asked(&mut self, entry: FuncId) {
        let parameters = &self.program.func(entry).parameters;
        let has_array = |parameter: &VarId| {
            self.asked_behind(entry, *parameter).is_some_and(|places| places.bounds.is_some())
        };
        self.logic.asked_by = parameters.iter().any(has_array).then_some(entry);
    }

    /// Calls the entry. Arguments that are arrays which the precondition asks for are made here.
    pub(super) fn call_entry(
        &mut self,
        entry: FuncId,
        callee: ProcId,
        mut arguments: Vec<(Term, OriginId)>,
        results: Vec<Symbol>,
        loc: Loc,
    ) {
        let origin = self.origin(OriginKind::Lowering, loc, None);
        self.any_globals(entry, loc);
        if let Some(at) = self.relating_parameters(entry) {
            self.unsupported("a precondition by which parameters may point to the same memory", at);
            let next = self.new_block();
            self.switch_to(next);
        }
        let asked = self.asked(entry, loc);
        let Some(cases) = self.cases(entry, &asked, &arguments) else {
            self.make_arguments(entry, &asked, &mut arguments, loc);
            return self.emit_call(Call { callee, arguments, results, origin });
        };
        let most = self.config.annotations.max_array;
        for (idx, _) in cases.first().into_iter().flatten() {
            let name = self.program.var(self.program.func(entry).parameters[*idx]).name.clone();
            let message = format!("`{name}`, which says how long an array is, is from -1 to {most}");
            self.assume_of(AssumptionKind::ArraySize, Some(&name), message);
        }
        let holds = |case: &Case| Term::all(case.iter().map(|(idx, value)| arguments[*idx].0.equals(*value)));
        let any = Term::any(cases.iter().map(holds).collect::<Vec<_>>());
        self.emit_assume(any, origin);
        let join = self.new_block();
        for (number, case) in cases.iter().enumerate() {
            let (own, next) = (self.new_block(), self.new_block());
            match number + 1 == cases.len() {
                true => self.goto(own),
                false => self.branch(holds(case), own, next, origin),
            }
            self.switch_to(own);
            let mut arguments = arguments.clone();
            case.iter().for_each(|(idx, value)| arguments[*idx].0 = *value);
            self.make_arguments(entry, &asked, &mut arguments, loc);
            self.emit_call(Call { callee, arguments, results: results.clone(), origin });
            self.goto(join);
            self.switch_to(next);
        }
        self.switch_to(join);
    }

    /// Where the precondition speaks of parameters that point to the same memory. What they point to is made apart, and what is
    /// known of pointers rests on that.
    fn relating_parameters(&self, entry: FuncId) -> Option<Loc> {
        let contract = self.contract_of(entry).filter(|_| self.program.func(entry).name != "main")?;
        let parameters = &self.program.func(entry).parameters;
        let parts = contract.requires.iter().flat_map(|claim| &claim.parts);
        parts.into_iter().find(|part| relates_parameters(part, parameters)).map(|part| part.loc)
    }

    fn make_arguments(
        &mut self,
        entry: FuncId,
        asked: &[Asked],
        arguments: &mut [(Term, OriginId)],
        loc: Loc,
    ) {
        for it in asked {
            if let Some(pointer) = self.asked_array(entry, it, arguments) {
                arguments[it.parameter].0 = pointer;
            }
        }
        self.assume_preconditions(entry, arguments, loc);
    }

    /// The combinations of values of the parameters that say how long arrays are; none where there are too many.
    fn cases(&mut self, entry: FuncId, asked: &[Asked], arguments: &[(Term, OriginId)]) -> Option<Vec<Case>> {
        if !self.points_to.is_recursive(entry) {
            return None;
        }
        let parameters = self.sizing_parameters(entry, asked)?;
        let most = i128::from(self.config.annotations.max_array);
        let mut cases: Vec<Case> = vec![Vec::new()];
        for idx in parameters {
            let ty = self.program.var(self.program.func(entry).parameters[idx]).ty.clone();
            let is_signed = matches!(&ty, Type::Int(kind) if kind.is_signed());
            let least = if is_signed { -1 } else { 0 };
            let mut next = Vec::new();
            for case in &cases {
                for value in least..=most {
                    let value = (idx, arith::constant(self.types, &ty, value));
                    let case: Case = case.iter().copied().chain([value]).collect();
                    if self.may_be_called(entry, asked, arguments, &case) {
                        next.push(case);
                    }
                }
            }
            if next.len() > MAX_ENTRY_CASES {
                return None;
            }
            cases = next;
        }
        Some(cases).filter(|cases| !cases.is_empty() && !cases[0].is_empty())
    }

    /// The integer parameters that the lengths of arrays depend on; none where they depend on something else.
    fn sizing_parameters(&mut self, entry: FuncId, asked: &[Asked]) -> Option<Vec<usize>> {
        let signature = self.signatures.get(&entry)?.clone();
        let mut found = Vec::new();
        for it in asked {
            let Some((low, high)) = it.places.bounds.as_deref() else { continue };
            self.enter_precondition(entry);
            let bounds = [self.integer_here(low), self.integer_here(high)];
            self.leave_contract();
            for bound in bounds {
                for symbol in bound?.holds.symbols() {
                    let idx =
                        signature.parameters.iter().position(|symbols| symbols.as_slice() == [symbol])?;
                    let ty = &self.program.var(self.program.func(entry).parameters[idx]).ty;
                    if !ty.is_integer() {
                        return None;
                    }
                    if !found.contains(&idx) {
                        found.push(idx);
                    }
                }
            }
        }
        found.sort_unstable();
        Some(found)
    }

    /// Whether a combination of values is not excluded at sight.
    fn may_be_called(
        &mut self,
        entry: FuncId,
        asked: &[Asked],
        arguments: &[(Term, OriginId)],
        case: &Case,
    ) -> bool {
        let Some(contract) = self.contract_of(entry) else { return true };
        let mut arguments = arguments.to_vec();
        case.iter().for_each(|(idx, value)| arguments[*idx].0 = *value);
        let given = self.given(entry, &arguments);
        self.enter_precondition(entry);
        let mut conditions = Vec::new();
        for part in contract.requires.iter().flat_map(|claim| &claim.parts) {
            // What is behind pointers is not there yet.
            let mut has_memory = false;
            part.visit(&mut |expr| has_memory |= !expr.ty.is_integer() || !is_variable(expr));
            if !has_memory {
                conditions.extend(self.predicate_here(part).map(|it| it.holds));
            }
        }
        for it in asked {
            if let Some((_, high)) = it.places.bounds.as_deref()
                && let Some(high) = self.integer_here(high)
            {
                conditions.push(self.is_short(high.holds));
            }
        }
        self.leave_contract();
        conditions.iter().all(|condition| condition.substitute(&given).as_bool() != Some(false))
    }

    /// The length of an array with a last element.
    fn length(&self, high: Term) -> Term {
        let bits = high.sort().bit_width().unwrap_or(1).max(self.types.address_width()) + 2;
        let count = high.sign_extend_to(bits).bv_add(Term::bits(bits, 1));
        let none = Term::bits(bits, 0);
        count.bv_slt(none).ite(none, count)
    }

    /// Whether an array is no longer than arrays may be; one of a fixed length is.
    fn is_short(&self, high: Term) -> Term {
        let length = self.length(high);
        if length.as_value().and_then(Value::as_unsigned).is_some_and(|it| it <= MAX_FIXED_LENGTH.into()) {
            return Term::bool(true);
        }
        let bits = length.sort().bit_width().unwrap_or(1);
        length.bv_sle(Term::bits(bits, self.config.annotations.max_array.into()))
    }

    /// What the entry is called with fulfils its precondition.
    fn assume_preconditions(&mut self, entry: FuncId, arguments: &[(Term, OriginId)], loc: Loc) {
        let Some(contract) = self.contract_of(entry) else { return };
        let given = self.given(entry, arguments);
        let name = self.program.func(entry).name.clone();
        let message = format!("`{name}` is called as its precondition asks for");
        self.assume_of(AssumptionKind::Precondition, Some(&name), message);
        self.enter_precondition(entry);
        for part in contract.requires.iter().flat_map(|claim| &claim.parts) {
            let Some(evaluated) = self.predicate_here(part) else {
                self.leave_unchecked(part.loc);
                self.may_be_ruled_out(&name, part.loc);
                continue;
            };
            let evaluated = substituted(&evaluated, &given);
            self.take_as_complete(evaluated.complete, part.loc);
            let origin = self.origin(OriginKind::Lowering, loc, None);
            self.emit_assume(evaluated.holds, origin);
        }
        self.leave_contract();
    }

    /// The parameters of the entry behind which its precondition asks for elements.
    fn asked(&self, entry: FuncId, loc: Loc) -> Vec<Asked> {
        let parameters = self.program.func(entry).parameters.iter().enumerate();
        parameters
            .filter_map(|(parameter, var)| {
                let places = self.asked_behind(entry, *var)?;
                let declared = self.program.var(*var);
                let loc = if declared.loc == Loc::default() { loc } else { declared.loc };
                let is_required = self.is_required(entry, *var);
                Some(Asked { parameter, name: declared.name.clone(), places, is_required, loc })
            })
            .collect()
    }

    /// Whether the precondition asks in every case that what a parameter points to can be accessed.
    fn is_required(&self, entry: FuncId, parameter: VarId) -> bool {
        let contract = self.contract_of(entry);
        let parts = contract.iter().flat_map(|it| &it.requires).flat_map(|claim| &claim.parts);
        parts.into_iter().any(|part| requires_valid(part, parameter))
    }

    /// The elements that a precondition asks for behind a parameter of the entry.
    pub(super) fn asked_behind(&self, entry: FuncId, parameter: VarId) -> Option<Places> {
        // The arguments of `main` are strings, and come from outside.
        let contract = self.contract_of(entry).filter(|_| self.program.func(entry).name != "main")?;
        let parts = contract.requires.iter().flat_map(|claim| &claim.parts);
        let mut found = None;
        for part in parts {
            find_valid(part, parameter, &mut found);
        }
        found
    }

    /// An array as a precondition asks for: the pointer to its first element.
    fn asked_array(&mut self, entry: FuncId, asked: &Asked, arguments: &[(Term, OriginId)]) -> Option<Term> {
        let Asked { name, places, is_required, loc, .. } = asked;
        let element = places.pointer.ty.pointee()?.clone();
        let size = self.types.size(&element)?;
        let given: FxHashMap<Symbol, Term> = self.given(entry, arguments);
        self.enter_precondition(entry);
        let high = match places.bounds.as_deref() {
            Some((_, high)) => self.integer_here(high).map(|it| substituted(&it, &given)),
            None => Some(Evaluated { holds: Term::bits(2, 0), complete: Term::bool(true) }),
        };
        self.leave_contract();
        let high = high?;
        self.take_as_complete(high.complete, *loc);
        let most = self.config.annotations.max_array;
        let length = self.length(high.holds);
        let fixed =
            length.as_value().and_then(Value::as_unsigned).filter(|it| *it <= MAX_FIXED_LENGTH.into());
        let size_of_it = match fixed {
            Some(length) => format!("{length}"),
            None => format!("at most {most}"),
        };
        let message = format!(
            "what `{name}` points to is an array of its own of {size_of_it} elements, as many as the precondition asks for"
        );
        self.assume_of(AssumptionKind::ArraySize, Some(name), message);
        let origin = self.origin(OriginKind::Lowering, *loc, None);
        let is_short = self.is_short(high.holds);
        self.emit_assume(is_short, origin);
        let bits = length.sort().bit_width().unwrap_or(1);
        let bytes = length.bv_mul(Term::bits(bits, size.into())).extract(self.types.address_width() - 1, 0);
        let region = self.points_to.region_behind(&places.pointer);
        let pointer = self.make_object(Made::Foreign, bytes, region, *loc);
        let n_elements = fixed.map_or(most, |length| u64::try_from(length).unwrap_or(most));
        for idx in 0..n_elements {
            let offset = self.address_constant((idx * size).into());
            let location = Location::memory(pointer.bv_add_low(offset), region, element.clone());
            let place = if places.bounds.is_some() { format!("{name}[{idx}]") } else { format!("*{name}") };
            let input = self.named_origin(OriginKind::Input, *loc, Some(place));
            self.havoc(&location, input, *loc);
        }
        if *is_required {
            return Some(pointer);
        }
        let is_given = self.temporary("temporary", Sort::bool(), Display::Boolean);
        let input = self.named_origin(OriginKind::Input, *loc, Some(name.clone()));
        self.emit_havoc(Place::variable(is_given), input);
        Some(Term::symbol(is_given).ite(pointer, Term::bits(pointer.sort().bit_width()?, 0)))
    }
}

fn is_variable(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Load(place, _) if matches!(place.kind, ExprKind::Var(_)))
}

/// Finds a claim that what a parameter points to can be accessed; the largest if there are several, as far as that can be
/// told: the one that was found last, with bounds before one without.
fn find_valid(term: &Logic, parameter: VarId, found: &mut Option<Places>) {
    match &term.kind {
        Kind::And(parts) => parts.iter().for_each(|part| find_valid(part, parameter, found)),
        Kind::Implies(_, inner) | Kind::At(_, inner) => find_valid(inner, parameter, found),
        Kind::Or(parts) => parts.iter().for_each(|part| find_valid(part, parameter, found)),
        Kind::Valid { places, .. } if is_parameter(&places.pointer, parameter) => {
            let has_bounds = found.as_ref().is_some_and(|known| known.bounds.is_some());
            if places.bounds.is_some() || !has_bounds {
                *found = Some(places.clone());
            }
        }
        _ => {}
    }
}

/// Whether a predicate compares pointers that are parameters, so that they may be equal.
fn relates_parameters(term: &Logic, parameters: &[VarId]) -> bool {
    let is_pointer = |term: &Logic| match &term.kind {
        Kind::Value(expr) => parameters.iter().any(|parameter| is_parameter(expr, *parameter)),
        _ => false,
    };
    let relates = |term: &Logic| relates_parameters(term, parameters);
    match &term.kind {
        Kind::Compare(CompareOp::NotEqual, ..) => false,
        Kind::Compare(_, left, right) => {
            let is_address = |term: &Logic| matches!(&term.kind, Kind::Value(expr) if expr.ty.is_pointer());
            is_address(left) && is_address(right) && is_pointer(left) && is_pointer(right)
        }
        Kind::And(parts) | Kind::Or(parts) => parts.iter().any(relates),
        Kind::Implies(left, right) | Kind::Iff(left, right) => relates(left) || relates(right),
        Kind::Not(inner) | Kind::At(_, inner) => relates(inner),
        _ => false,
    }
}

fn requires_valid(term: &Logic, parameter: VarId) -> bool {
    match &term.kind {
        Kind::And(parts) => parts.iter().any(|part| requires_valid(part, parameter)),
        Kind::At(_, inner) => requires_valid(inner, parameter),
        Kind::Valid { places, .. } => is_parameter(&places.pointer, parameter),
        _ => false,
    }
}

fn is_parameter(pointer: &Expr, parameter: VarId) -> bool {
    match &pointer.kind {
        ExprKind::Load(place, _) => matches!(place.kind, ExprKind::Var(var) if var == parameter),
        ExprKind::Cast(inner) if matches!(inner.ty, Type::Pointer(_)) => is_parameter(inner, parameter),
        _ => false,
    }
}
