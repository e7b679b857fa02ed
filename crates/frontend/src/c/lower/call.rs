//! Calls of functions that the program defines, directly and through pointers.

use faultscope_ir::program::{Display, Scope};
use faultscope_ir::{
    AssumptionKind, Call, OriginId, OriginKind, Place, Primitive, ProcId, Property, Symbol, Term, Terminator,
};

use super::access::Location;
use super::check::Unselected;
use super::expr::has_no_effect;
use super::state::{Home, Lowerer, Mark, Signature};
use crate::c::arith;
use crate::c::hir::{Callee, Expr, ExprKind, FuncId, Init, InitItem, PathStep, Stmt, StmtKind};
use crate::c::library::{self, Model};
use crate::c::points_to::without_casts;
use crate::c::source::Loc;
use crate::c::types::Type;
use std::rc::Rc;

impl Lowerer<'_> {
    /// Declares the symbols through which a function is called.
    pub(super) fn signature(&mut self, func: FuncId, id: ProcId) -> Signature {
        let program = self.program;
        let function = program.func(func);
        let mut parameters = Vec::new();
        for parameter in &function.parameters {
            let var = program.var(*parameter);
            let leaves = if self.points_to.escapes(*parameter) {
                self.leaves(&var.name, &var.ty, Scope::Local(id))
            } else {
                match self.home(*parameter) {
                    Home::Symbols(leaves) => leaves.to_vec(),
                    Home::Memory(_) => Vec::new(),
                }
            };
            parameters.push(leaves.into_iter().map(|leaf| leaf.symbol).collect());
        }
        let results = match &function.ty.result {
            Type::Void => Vec::new(),
            ty => {
                let name = format!("{}()", function.name);
                self.leaves(&name, ty, Scope::Local(id)).into_iter().map(|leaf| leaf.symbol).collect()
            }
        };
        Signature { parameters, results }
    }

    /// Whether a call of the function runs its body. Reaching an error function is the error, whatever it does.
    pub(super) fn is_defined(&self, func: FuncId) -> bool {
        self.program.func(func).body.is_some() && !self.is_error(func)
    }

    /// Whether a call of the function is the error. What a model calls of the library is part of the model.
    pub(super) fn is_error(&self, func: FuncId) -> bool {
        let name = &self.program.func(func).name;
        let is_of_library =
            || library::source(name).is_some() || library::model(name).is_some_and(|it| it != Model::Error);
        self.is_checked(Property::UnreachCall)
            && self.config.errors.functions.contains(name)
            && (self.body.call_site.is_none() || !is_of_library())
    }

    /// A call whose value is not used.
    pub(super) fn call_effect(&mut self, expr: &Expr, callee: &Callee, arguments: &[Expr]) {
        match callee {
            Callee::Direct(func) if self.is_defined(*func) => {
                let results = self.result_symbols(*func);
                let origin = self.origin(OriginKind::Lowering, expr.loc, None);
                self.call_function(*func, arguments, results, origin);
            }
            Callee::Direct(func) => self.external_effect(*func, arguments, expr),
            Callee::Indirect(pointer) => {
                self.call_indirect(expr, pointer, arguments);
            }
        }
    }

    /// The scalar value of a call.
    pub(super) fn call_value(&mut self, expr: &Expr, callee: &Callee, arguments: &[Expr]) -> Term {
        if !expr.ty.is_scalar() {
            self.call_effect(expr, callee, arguments);
            return self.address_constant(0);
        }
        self.note_asked_result(callee);
        match callee {
            Callee::Direct(func) if self.is_defined(*func) => {
                let results = self.result_symbols(*func);
                let origin = self.origin(OriginKind::Lowering, expr.loc, None);
                self.call_function(*func, arguments, results.clone(), origin);
                self.require_value(*func, expr.loc);
                let given = self.program.func(*func).ty.result.clone();
                match results.first() {
                    Some(result) if given.is_scalar() => {
                        arith::convert(self.types, Term::symbol(*result), &given, &expr.ty)
                    }
                    _ => self.zero(&expr.ty),
                }
            }
            Callee::Direct(func) => self.external_value(*func, arguments, expr),
            Callee::Indirect(pointer) => {
                let location = self.call_indirect(expr, pointer, arguments);
                self.load(&location)
            }
        }
    }

    /// The record that a call gives, in temporaries.
    pub(super) fn call_record(&mut self, expr: &Expr, callee: &Callee, arguments: &[Expr]) -> Location {
        match callee {
            Callee::Direct(func) if self.is_defined(*func) => {
                let name = format!("{}()", self.program.func(*func).name);
                let location = self.fresh_location(&name, &expr.ty);
                let results = symbols(&location);
                let origin = self.origin(OriginKind::Lowering, expr.loc, None);
                self.call_function(*func, arguments, results, origin);
                self.require_value(*func, expr.loc);
                location
            }
            Callee::Direct(func) => {
                self.external_effect(*func, arguments, expr);
                let location = self.fresh_location("input", &expr.ty);
                let origin = self.origin(OriginKind::Input, expr.loc, None);
                self.note_outside(*func, arguments);
                self.havoc(&location, origin, expr.loc);
                location
            }
            Callee::Indirect(pointer) => self.call_indirect(expr, pointer, arguments),
        }
    }

    /// Temporaries for a function's results.
    pub(super) fn result_symbols(&mut self, func: FuncId) -> Vec<Symbol> {
        let function = self.program.func(func);
        let ty = function.ty.result.clone();
        if ty.is_void() {
            return Vec::new();
        }
        let name = format!("{}()", function.name);
        let location = self.fresh_location(&name, &ty);
        symbols(&location)
    }

    /// Calls a function with a body.
    pub(super) fn call_function(
        &mut self,
        func: FuncId,
        arguments: &[Expr],
        results: Vec<Symbol>,
        origin: OriginId,
    ) {
        let function = self.program.func(func);
        if function.trusted && Primitive::named(&function.name).is_none() {
            let name = function.name.clone();
            self.assume_model(&name);
        }
        let is_library = function.call_site.is_some() && self.body.call_site.is_none();
        self.unsequenced_arguments(arguments, None);
        let start = self.mark();
        let values = self.arguments(arguments, start);
        if is_library {
            for (idx, (value, argument)) in values.iter().enumerate() {
                if let Argument::Scalar(value) = value
                    && self.reads_parameter(func, idx)
                {
                    self.require_written(*value, argument.loc);
                }
            }
        }
        let result = results.first().copied().filter(|_| is_library);
        self.call_with(func, &values, results, origin);
        if let (Some(result), Some(last)) = (result, arguments.last()) {
            let first = match values.first() {
                Some((Argument::Scalar(value), _)) => Some(*value),
                _ => None,
            };
            let name = self.program.func(func).name.clone();
            self.note_reading(&name, arguments, first, Term::symbol(result), last.loc);
        }
    }

    /// Whether a function of the library reads a parameter whatever happens in it, and does not itself ask that the value has been
    /// written where it does.
    fn reads_parameter(&self, func: FuncId, idx: usize) -> bool {
        let function = self.program.func(func);
        let (Some(parameter), Some(body)) = (function.parameters.get(idx), &function.body) else {
            return true;
        };
        let is_named = |expr: &Expr| matches!(expr.kind, ExprKind::Var(var) if var == *parameter);
        let is_asked_for = |expr: &Expr| match &expr.kind {
            ExprKind::Call(Callee::Direct(callee), arguments) => {
                let is_asking = library::model(&self.program.func(*callee).name) == Some(Model::Written);
                is_asking && arguments.iter().any(|it| it.has(&mut |it| is_named(it)))
            }
            _ => false,
        };
        !body.has(&mut |it| is_asked_for(it))
    }

    /// The values of arguments from left to right, each as it was then; what is evaluated with them began at `start`.
    pub(super) fn arguments<'e>(&mut self, arguments: &'e [Expr], start: Mark) -> Vec<(Argument, &'e Expr)> {
        let mut values = Vec::new();
        for argument in arguments {
            let mark = self.mark();
            let value = match &argument.ty {
                Type::Record(_) => Argument::Record(self.record(argument)),
                Type::Void => {
                    self.effect(argument);
                    continue;
                }
                _ => Argument::Scalar(self.value(argument)),
            };
            self.protect_arguments(&mut values, mark, argument);
            if let Argument::Scalar(value) = &value {
                self.unsequenced_value(*value, start, mark);
            }
            values.push((value, argument));
        }
        values
    }

    fn protect_arguments(&mut self, values: &mut [(Argument, &Expr)], mark: Mark, argument: &Expr) {
        for (value, _) in values {
            *value = match value {
                Argument::Scalar(term) => Argument::Scalar(self.protect(*term, mark, argument.loc)),
                Argument::Record(location) => {
                    Argument::Record(self.protect_location(location.clone(), mark, argument.loc))
                }
            };
        }
    }

    /// Asks that an argument that no prototype has converted is of the type that the function takes (6.5.2.2, 6).
    fn require_fitting_argument(&mut self, func: FuncId, (value, argument): (Term, &Expr), parameter: &Type) {
        let (given, taken) = (argument.ty.clone(), self.types.default_promoted(parameter));
        if given == *parameter || given == taken || !self.is_users() {
            return;
        }
        let fits = match (&given, &taken) {
            (Type::Float(_), _) | (_, Type::Float(_)) => Term::bool(false),
            // As on machines: what is not negative has zeros in front, and what is too long is cut.
            (Type::Int(kind), _) if kind.is_signed() && self.types.size(&given) < self.types.size(&taken) => {
                self.zero(&given).bv_sle(value)
            }
            _ => return,
        };
        let name = self.program.func(func).name.clone();
        let (given, taken) = (self.types.name(&given), self.types.name(&taken));
        let message = |this: &mut Self| {
            format!("`{}` is of type `{given}`, and `{name}` takes `{taken}`", this.text(argument.loc))
        };
        let unselected = Unselected::ends_access(
            "a call with an argument of another type than the function takes ends the execution",
        );
        self.require(Property::InvalidFunctionPointer, fits, message, argument.loc, unselected);
    }

    fn call_with(
        &mut self,
        func: FuncId,
        values: &[(Argument, &Expr)],
        results: Vec<Symbol>,
        origin: OriginId,
    ) {
        if !self.passes_rest(func, values) {
            let loc = values.last().map_or(self.program.func(func).loc, |(_, argument)| argument.loc);
            return self.unsupported("a call without the prototype of the function", loc);
        }
        let replaced = self.contract_procedure(func);
        let callee = self.procedure_of(func);
        let Some(signature) = self.signatures.get(&func).cloned() else { return };
        let callee = replaced.unwrap_or(callee);
        let program = self.program;
        let mut arguments = Vec::new();
        for (idx, symbols) in signature.parameters.iter().enumerate() {
            let parameter = program.var(program.func(func).parameters[idx]);
            let Some((value, argument)) = values.get(idx) else {
                // Too few arguments leave the rest unwritten.
                let lowering = self.origin(OriginKind::Lowering, parameter.loc, None);
                self.unwritten.add_open(lowering);
                for symbol in symbols {
                    let missing = self.temporary("missing", symbol.sort(), Display::Signed);
                    self.emit_havoc(Place::variable(missing), lowering);
                    arguments.push((Term::symbol(missing), lowering));
                }
                continue;
            };
            let is_hidden = self.types.leads_to_rows(&parameter.ty) || self.types.leads_to_rows(&argument.ty);
            let kind = if is_hidden { OriginKind::Lowering } else { OriginKind::Argument };
            // The parameters of the library's functions have names that the user has never seen.
            let is_library = program.func(func).trusted;
            let place = if is_library { self.text(argument.loc) } else { parameter.name.clone() };
            let origin = self.named_origin(kind, argument.loc, Some(place));
            match value {
                Argument::Scalar(term) if parameter.ty.is_scalar() => {
                    self.require_fitting_argument(func, (*term, argument), &parameter.ty);
                    let term = self.converted(*term, &argument.ty, &parameter.ty);
                    arguments.push((term, origin));
                }
                Argument::Record(location) => {
                    let terms = self.flatten(location, argument.loc);
                    let fits = terms.len() == symbols.len()
                        && terms.iter().zip(symbols).all(|(term, symbol)| term.sort() == symbol.sort());
                    if !fits {
                        self.unsupported("an argument of another structure type", argument.loc);
                        return;
                    }
                    arguments.extend(terms.into_iter().map(|term| (term, origin)));
                }
                Argument::Scalar(_) => {
                    self.unsupported("an argument of another type", argument.loc);
                    return;
                }
            }
        }
        let expected = signature.results.iter().map(|symbol| symbol.sort());
        let fits = results.len() == signature.results.len()
            && results.iter().zip(expected).all(|(symbol, sort)| symbol.sort() == sort);
        let results = if fits { results } else { self.result_symbols(func) };
        self.check_preconditions(func, &arguments, origin);
        let loc = values.last().map_or(program.func(func).loc, |(_, argument)| argument.loc);
        if replaced.is_some() && self.points_to.may_be_left(func) {
            let name = &program.func(func).name;
            return self.unsupported(&format!("a contract of `{name}`, which a jump may leave,"), loc);
        }
        let mark = self.points_to.marks(func).then(|| self.mark_place(func, loc));
        let result = results.first().map(|result| (*result, origin));
        self.emit_call(Call { callee, arguments, results, origin });
        if let Some(Some(idx)) = mark {
            self.land_here(idx, result);
        }
        self.follow_jump(func, loc);
    }

    /// Arguments are evaluated in some order, also those that have no parameter, and with the pointer to the function.
    fn unsequenced_arguments(&mut self, arguments: &[Expr], pointer: Option<&Expr>) {
        let mut parts = Vec::new();
        arguments.iter().for_each(|argument| add_parts(argument, &mut parts));
        self.unsequenced(parts.iter().copied().chain(pointer));
        let is_constant = |it: &&&Expr| matches!(without_casts(it).kind, ExprKind::Const(_));
        let n_changing = parts.iter().filter(|it| !is_constant(it)).count();
        let has_rest = parts.len() > arguments.len();
        if has_rest && n_changing > 1 && parts.iter().any(|it| !has_no_effect(it)) {
            self.assume_order();
        }
    }

    /// Puts arguments that have no parameter into their array. What a row says of one is none of the user's values.
    pub(super) fn pass_rest(&mut self, rows: &Location, items: &[InitItem]) {
        for InitItem { path, value } in items {
            let loc = value.loc;
            let part = path.iter().fold(rows.clone(), |part, step| self.step(&part, *step));
            let is_own = matches!(path.last(), Some(PathStep::Field(0)));
            let mark = self.mark();
            let value = self.value(value);
            let part = self.protect_location(part, mark, loc);
            let kind = if is_own { OriginKind::Lowering } else { OriginKind::Argument };
            let origin = self.named_origin(kind, loc, Some("...".to_owned()));
            self.store(&part, value, origin, loc);
        }
    }

    /// Whether arguments without parameters are passed as the function takes them.
    fn passes_rest(&self, func: FuncId, values: &[(Argument, &Expr)]) -> bool {
        let is_rest = |(_, argument): &(Argument, &Expr)| self.types.is_rest(&argument.ty);
        let function = self.program.func(func);
        match function.rest() {
            Some(_) => values.get(function.named().len()).is_some_and(is_rest),
            None => !values.iter().any(is_rest),
        }
    }

    /// The scalars of a record, arrays as wholes.
    fn flatten(&mut self, location: &Location, loc: Loc) -> Vec<Term> {
        let is_whole = matches!(location, Location::Symbols { indices, .. } if indices.is_empty());
        let location = match is_whole {
            true => location.clone(),
            false => {
                let copy = self.fresh_location("temporary", location.ty());
                let lowering = self.origin(OriginKind::Lowering, loc, None);
                self.copy(&copy, location, lowering, loc);
                copy
            }
        };
        symbols(&location).into_iter().map(Term::symbol).collect()
    }

    /// A call through a pointer: one case for each function that it may point to.
    fn call_indirect(&mut self, expr: &Expr, pointer: &Expr, arguments: &[Expr]) -> Location {
        let result = self.fresh_location("result", &expr.ty);
        let start = self.mark();
        let address = self.value(pointer);
        self.require_written(address, pointer.loc);
        let mark = self.mark();
        self.unsequenced_arguments(arguments, Some(pointer));
        let values = self.arguments(arguments, start);
        let address = self.protect(address, mark, pointer.loc);
        let address = self.save(address, pointer.loc);
        let callees = pointer.ty.as_function().map_or(Vec::new(), |ty| self.points_to.callees(ty));
        let join = self.new_block();
        let lowering = self.origin(OriginKind::Lowering, pointer.loc, None);
        for func in callees {
            let (hit, next) = (self.new_block(), self.new_block());
            let target = self.function_address(func);
            self.branch(address.equals(target), hit, next, lowering);
            self.switch_to(hit);
            self.call_candidate(func, &values, expr, &result);
            self.goto(join);
            self.switch_to(next);
        }
        let text = self.text(pointer.loc);
        if !self.is_checked(Property::InvalidFunctionPointer) {
            self.assume(
                AssumptionKind::AccessInBounds,
                "a call through an invalid pointer ends the execution",
            );
        }
        let message = format!("`{text}` does not point to a function of a fitting type");
        let loc = self.asked_at(pointer.loc);
        self.violation(Property::InvalidFunctionPointer, None, message, loc);
        self.switch_to(join);
        result
    }

    fn call_candidate(&mut self, func: FuncId, values: &[(Argument, &Expr)], expr: &Expr, result: &Location) {
        let function = self.program.func(func);
        if !self.is_defined(func) {
            if self.is_error(func) {
                return self.error_call(&function.name, &[], expr.loc);
            }
            let name = self.program.func(func).name.clone();
            if library::acts(&name) && self.cannot_follow(&name, expr.loc) {
                return;
            }
            let is_value = match library::model(&name) {
                None | Some(Model::Nondet) => true,
                Some(model) => model.facts().seen.is_some(),
            };
            if library::writes_by_format(&name) || !is_value || name.starts_with(library::POINTED) {
                // What it does is followed where it is called by its name.
                return self.unsupported(&format!("a call of `{name}` through a pointer"), expr.loc);
            }
            let origin = self.origin(OriginKind::Input, expr.loc, None);
            let arguments = values.iter().map(|(_, argument)| *argument);
            self.note_outside(func, arguments.clone());
            self.lose_sight(&name, expr.loc);
            self.overwrite(func, arguments, expr.loc);
            if !expr.ty.is_void() {
                self.havoc(result, origin, expr.loc);
            }
            return;
        }
        if self.points_to.marks(func) {
            let name = function.name.clone();
            return self.unsupported(&format!("a call of `{name}` through a pointer"), expr.loc);
        }
        self.require_running(func, expr.loc);
        let origin = self.origin(OriginKind::Lowering, expr.loc, None);
        let given = function.ty.result.clone();
        let results = self.result_symbols(func);
        self.call_with(func, values, results.clone(), origin);
        if let (true, true, Some(symbol)) = (expr.ty.is_scalar(), given.is_scalar(), results.first()) {
            let value = arith::convert(self.types, Term::symbol(*symbol), &given, &expr.ty);
            self.store(result, value, origin, expr.loc);
        } else if let Location::Symbols { leaves, .. } = result {
            let targets = leaves.clone();
            for (leaf, symbol) in targets.iter().zip(results) {
                if leaf.symbol.sort() == symbol.sort() {
                    let place = Place::variable(leaf.symbol);
                    self.emit_assign(place, Term::symbol(symbol), origin);
                }
            }
        }
    }

    /// Lowers a function.
    pub(super) fn function(&mut self, func: FuncId, id: ProcId) {
        let program = self.program;
        let function = program.func(func);
        let outer = std::mem::take(&mut self.body);
        self.start_body(id, Some(func), &function.name);
        self.enter_function(func);
        let signature = self.signatures.get(&func).cloned();
        for (idx, parameter) in function.parameters.iter().enumerate() {
            if self.points_to.escapes(*parameter)
                && let Some(symbols) = signature.as_ref().and_then(|signature| signature.parameters.get(idx))
            {
                self.receive(*parameter, symbols);
            }
        }
        // What stands for a body that nobody defines is not entered.
        if let Some(body) = function.body.as_ref().filter(|it| matches!(it.kind, StmtKind::Unsupported(_))) {
            self.statement(body);
            self.finish_body(id);
            self.body = outer;
            return;
        }
        self.begin_annotated(func);
        if let Some(body) = &function.body {
            self.body_of_function(body);
            self.fall_off_the_end(func, body.loc);
            self.finish_jumps(func);
        }
        self.finish_body(id);
        self.body = outer;
    }

    /// Puts a parameter that lives in memory there.
    fn receive(&mut self, parameter: crate::c::hir::VarId, symbols: &[Symbol]) {
        let declared = self.program.var(parameter);
        let (ty, loc) = (declared.ty.clone(), declared.loc);
        let target = self.variable_location(parameter);
        let origin = self.origin(OriginKind::Lowering, loc, None);
        if ty.is_scalar() {
            if let Some(symbol) = symbols.first() {
                self.store(&target, Term::symbol(*symbol), origin, loc);
            }
            return;
        }
        let source = self.location_over(symbols, &ty);
        self.copy(&target, &source, origin, loc);
    }

    /// A place of a type made of given symbols.
    pub(super) fn location_over(&mut self, symbols: &[Symbol], ty: &Type) -> Location {
        let fresh = self.fresh_location("temporary", ty);
        let Location::Symbols { leaves, path, indices, ty } = fresh else { return fresh };
        let leaves = leaves
            .iter()
            .zip(symbols)
            .map(|(leaf, symbol)| super::state::Leaf { symbol: *symbol, ..leaf.clone() })
            .collect();
        Location::Symbols { leaves: Rc::new(leaves), path, indices, ty }
    }

    /// What a function does up to its end, where its variables are there for the last time.
    fn body_of_function(&mut self, body: &Stmt) {
        let end = Loc { start: body.loc.end.saturating_sub(1), ..body.loc };
        match &body.kind {
            StmtKind::Block(stmts) => self.in_scope(body, |this| {
                this.enter_block(body.loc);
                match stmts.as_slice() {
                    // The braces of the function within the scope of its parameters.
                    [inner] if matches!(inner.kind, StmtKind::Block(_)) => this.body_of_function(inner),
                    stmts => {
                        stmts.iter().for_each(|stmt| this.statement(stmt));
                        this.settle_deferred();
                        this.check_allocated_at_return(end);
                    }
                }
            }),
            _ => {
                self.statement(body);
                self.check_allocated_at_return(end);
            }
        }
    }

    /// The end of a function without `return`.
    fn fall_off_the_end(&mut self, func: FuncId, loc: Loc) {
        let function = self.program.func(func);
        let results = self.signatures.get(&func).map_or(Vec::new(), |signature| signature.results.clone());
        let origin = self.origin(OriginKind::Lowering, loc, None);
        self.note_value(false, loc);
        self.unwritten.add_open(origin);
        for result in results {
            let place = Place::variable(result);
            if function.name == "main" && function.ty.result.is_integer() {
                let zero = self.zero(&function.ty.result);
                self.emit_assign(place, zero, origin);
            } else {
                self.emit_havoc(place, origin);
            }
        }
        if function.body.as_ref().is_some_and(|body| self.falls_through(body)) {
            self.check_postconditions();
        }
        self.end_function(loc.last());
        self.terminate(Terminator::Return);
    }
}

/// A value that is passed.
pub(super) enum Argument {
    Scalar(Term),
    Record(Location),
}

/// The symbols of a place that lives in symbols as a whole.
pub(super) fn symbols(location: &Location) -> Vec<Symbol> {
    match location {
        Location::Symbols { leaves, path, .. } => {
            leaves.iter().filter(|leaf| leaf.path.starts_with(path)).map(|leaf| leaf.symbol).collect()
        }
        Location::Memory(_) => Vec::new(),
    }
}

/// The expressions that are evaluated for an argument: for those that have no parameter, all of them.
fn add_parts<'e>(argument: &'e Expr, parts: &mut Vec<&'e Expr>) {
    let literal = match &without_casts(argument).kind {
        ExprKind::AddressOf(place) => match &place.kind {
            ExprKind::CompoundLiteral(_, init) => Some(&**init),
            _ => None,
        },
        _ => None,
    };
    match literal {
        Some(Init::List(items)) => items.iter().for_each(|item| add_parts(&item.value, parts)),
        Some(Init::Value(value)) => parts.push(value),
        None => parts.push(argument),
    }
}
