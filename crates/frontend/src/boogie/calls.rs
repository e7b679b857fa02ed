//! Calls.
//!
//! A procedure with implementations is called; one without is its contract: its preconditions are checked, what
//! it may change gets any value, and its postconditions are assumed.

use faultscope_ir::program::Scope as Lifetime;
use faultscope_ir::source::OriginKind;
use faultscope_ir::{
    AssumptionKind, Call, Command, Instruction, OriginId, Place, ProcId, Symbol, Term, Terminator,
};

use super::ast::{self, ExprId, Name};
use super::scope::{Binding, Role, Scope};
use super::statements::Body;
use super::text::TextRange;
use super::translator::SignatureTypes;
use super::types::{Stop, Type};
use crate::sites;

/// A call and what is known of its procedure.
struct Callee<'a> {
    decl: &'a ast::Procedure,
    types: SignatureTypes,
    implementations: Vec<ProcId>,
    /// The call in the text.
    range: TextRange,
}

/// A variable that takes a result.
struct ResultPlace {
    symbol: Symbol,
    name: String,
    is_global: bool,
}

impl<'a> Body<'_, 'a> {
    /// `call results := procedure(arguments)`.
    pub(super) fn call(
        &mut self,
        procedure: &Name,
        arguments: &[ExprId],
        results: &[Name],
        range: TextRange,
    ) -> Result<(), Stop> {
        let callee = self.callee(procedure, range)?;
        let signature = &callee.decl.signature;
        self.check_count("argument", signature.parameters.len(), arguments.len(), range)?;
        self.check_count("result", signature.results.len(), results.len(), range)?;
        let values = self.cx.all_typed(&mut self.scope, arguments, &callee.types.parameters)?;
        let results = self.result_places(results, &callee.types.results)?;
        if callee.implementations.is_empty() {
            self.call_contract(&callee, values, arguments, &results)
        } else {
            self.call_implementations(&callee, values, arguments, &results)
        }
    }

    fn callee(&mut self, name: &Name, range: TextRange) -> Result<Callee<'a>, Stop> {
        let Some(procedure) = self.cx.procedures.get(name.text.as_str()) else {
            let message = format!("unknown procedure `{}`", name.text);
            if self.cx.functions.contains_key(name.text.as_str()) {
                let hint = "this is a function; apply it in an expression";
                self.cx.reporter.error_with_hint(name.range, message, hint);
            } else {
                self.cx.reporter.error(name.range, message);
            }
            return Err(Stop::Reported);
        };
        let implementations = procedure.implementations.clone();
        match procedure.types.clone() {
            Ok(types) => Ok(Callee { decl: procedure.decl, types, implementations, range }),
            Err(Stop::Unsupported(it)) => Stop::unsupported(it.what, range),
            Err(Stop::Reported) => Err(Stop::Reported),
        }
    }

    fn check_count(
        &mut self,
        what: &str,
        expected: usize,
        found: usize,
        range: TextRange,
    ) -> Result<(), Stop> {
        if expected == found {
            return Ok(());
        }
        let plural = if expected == 1 { "" } else { "s" };
        self.cx.reporter.error(range, format!("expected {expected} {what}{plural}, found {found}"));
        Err(Stop::Reported)
    }

    fn result_places(&mut self, names: &[Name], types: &[Type]) -> Result<Vec<ResultPlace>, Stop> {
        let mut places = Vec::with_capacity(names.len());
        for (name, ty) in names.iter().zip(types) {
            let (symbol, found) = self.assignable(name)?;
            if found != *ty {
                let message = format!("a result of type `{ty}` for `{}` of type `{found}`", name.text);
                self.cx.reporter.error(name.range, message);
                return Err(Stop::Reported);
            }
            let is_global = self.scope.get(&name.text).is_none();
            places.push(ResultPlace { symbol, name: name.text.clone(), is_global });
        }
        self.check_distinct(names.iter())?;
        Ok(places)
    }

    /// The call of a procedure that is implemented. Its preconditions are checked here, where the call is wrong.
    fn call_implementations(
        &mut self,
        callee: &Callee<'a>,
        values: Vec<Term>,
        exprs: &[ExprId],
        results: &[ResultPlace],
    ) -> Result<(), Stop> {
        let parameters = &callee.decl.signature.parameters;
        let mut kinds = vec![OriginKind::Argument; values.len()];
        let mut values = values;
        if callee.decl.requires.iter().any(|clause| !clause.free) {
            // The arguments have to be steps of the trace before the check that blames them.
            values = self.pass(callee, values, exprs);
            kinds.fill(OriginKind::Lowering);
            self.check_requires(callee, &values)?;
        }
        let arguments: Vec<_> = values
            .into_iter()
            .zip(kinds)
            .zip(parameters.iter().zip(exprs))
            .map(|((value, kind), (parameter, expr))| {
                (value, self.argument(kind, *expr, &parameter.name.text))
            })
            .collect();
        let kind = if results.is_empty() { OriginKind::Lowering } else { OriginKind::Assignment };
        let names: Vec<&str> = results.iter().map(|it| it.name.as_str()).collect();
        let place = (!names.is_empty()).then(|| names.join(", "));
        let origin = self.cx.origin_of_place(kind, callee.range, self.function, place);
        let results: Vec<Symbol> = results.iter().map(|it| it.symbol).collect();
        self.call_one_of(&callee.implementations, &arguments, &results, origin);
        Ok(())
    }

    /// The call of a procedure with one or more implementations.
    pub(super) fn call_one_of(
        &mut self,
        implementations: &[ProcId],
        arguments: &[(Term, OriginId)],
        results: &[Symbol],
        origin: OriginId,
    ) {
        let call = |callee: ProcId| {
            let (arguments, results) = (arguments.to_vec(), results.to_vec());
            Instruction::Call(Call { callee, arguments, results, origin })
        };
        if let [only] = implementations {
            return self.graph.push(call(*only));
        }
        let after = self.graph.new_block();
        let choices: Vec<_> = implementations.iter().map(|_| self.graph.new_block()).collect();
        self.graph.terminate(Terminator::Choose(choices.clone()));
        for (block, callee) in choices.into_iter().zip(implementations) {
            self.graph.begin(block);
            self.graph.push(call(*callee));
            self.graph.terminate(Terminator::Goto(after));
        }
        self.graph.begin(after);
    }

    /// Assigns arguments to variables that are named like the parameters, and gives those.
    fn pass(&mut self, callee: &Callee<'a>, values: Vec<Term>, exprs: &[ExprId]) -> Vec<Term> {
        let signature = &callee.decl.signature;
        let types = &callee.types.parameters;
        let mut passed = Vec::with_capacity(values.len());
        for (((value, expr), parameter), ty) in
            values.into_iter().zip(exprs).zip(&signature.parameters).zip(types)
        {
            let name = &parameter.name.text;
            let symbol = self.cx.new_variable(name, ty, Lifetime::Temporary(self.id));
            let origin = self.argument(OriginKind::Argument, *expr, name);
            self.graph.command(Command::Assign { target: Place::variable(symbol), value }, origin);
            passed.push(Term::symbol(symbol));
        }
        passed
    }

    /// The origin of passing an argument.
    fn argument(&mut self, kind: OriginKind, expr: ExprId, parameter: &str) -> OriginId {
        let range = self.cx.ast.exprs.range(expr);
        let origin = self.cx.origin_of_place(kind, range, self.function, Some(parameter.to_owned()));
        if kind == OriginKind::Argument {
            self.cx.record.regions.push((origin, expr, sites::Role::Value));
        }
        origin
    }

    /// The names of the contract: parameters mean the passed values.
    fn contract_scope(&self, callee: &Callee<'a>, passed: &[Term], scope: Scope) -> Scope {
        let mut scope = scope;
        let parameters = callee.decl.signature.parameters.iter();
        for ((parameter, value), ty) in parameters.zip(passed).zip(&callee.types.parameters) {
            let value = Ok((*value, ty.clone()));
            scope.bind(&parameter.name.text, Binding { role: Role::Parameter, value });
        }
        scope
    }

    fn check_requires(&mut self, callee: &Callee<'a>, passed: &[Term]) -> Result<(), Stop> {
        let mut scope = self.contract_scope(callee, passed, Scope::of_state());
        for clause in callee.decl.requires.iter().filter(|clause| !clause.free) {
            let checked = self.cx.condition(&mut scope, clause.condition)?;
            let text = self.cx.reporter.texts.snippet(self.cx.ast.exprs.range(clause.condition));
            let message = format!("precondition {text} of {} does not hold", callee.decl.signature.name.text);
            let origin = self.origin(OriginKind::Assertion, callee.range);
            self.check_assertion(checked, origin, message);
        }
        Ok(())
    }

    /// The call of a procedure of which only the contract is known.
    fn call_contract(
        &mut self,
        callee: &Callee<'a>,
        values: Vec<Term>,
        exprs: &[ExprId],
        results: &[ResultPlace],
    ) -> Result<(), Stop> {
        self.assume_contract_only(callee);
        let passed = self.pass(callee, values, exprs);
        self.check_requires(callee, &passed)?;

        let targets = self.result_targets(callee, results);
        let mut scope = self.contract_scope(callee, &passed, Scope::of_two_states(Some(self.id)));
        let result_names = &callee.decl.signature.results;
        for ((result, symbol), ty) in result_names.iter().zip(&targets).zip(&callee.types.results) {
            let value = Ok((Term::symbol(*symbol), ty.clone()));
            scope.bind(&result.name.text, Binding { role: Role::Local, value });
        }
        let ensured = self.postconditions(callee, &mut scope)?;

        let origin = self.origin(OriginKind::Lowering, callee.range);
        for (global, snapshot) in scope.old.take().into_iter().flat_map(|old| old.symbols) {
            self.copy(global, snapshot, origin);
        }
        for global in &callee.decl.modifies {
            if let Some(symbol) = self.modified_global(global) {
                self.havoc_variable(symbol, OriginKind::Input, callee.range, &global.text);
            }
        }
        for (place, target) in results.iter().zip(&targets) {
            self.havoc_variable(*target, OriginKind::Input, callee.range, &place.name);
        }
        for (condition, assumed) in ensured {
            self.assume_clause(assumed, condition);
        }
        for (place, target) in results.iter().zip(&targets).filter(|(place, _)| place.is_global) {
            self.copy(*target, place.symbol, origin);
        }
        Ok(())
    }

    /// The variables that get the results. A global variable takes its result last, from another one: the
    /// postcondition may speak of what it was.
    fn result_targets(&mut self, callee: &Callee<'a>, results: &[ResultPlace]) -> Vec<Symbol> {
        let name = format!("result of {}", callee.decl.signature.name.text);
        let lifetime = Lifetime::Temporary(self.id);
        let target = |(place, ty): (&ResultPlace, &Type)| match place.is_global {
            true => self.cx.new_variable(&name, ty, lifetime),
            false => place.symbol,
        };
        results.iter().zip(&callee.types.results).map(target).collect()
    }

    fn copy(&mut self, from: Symbol, to: Symbol, origin: OriginId) {
        let command = Command::Assign { target: Place::variable(to), value: Term::symbol(from) };
        self.graph.command(command, origin);
    }

    fn assume_contract_only(&mut self, callee: &Callee<'a>) {
        let name = &callee.decl.signature.name.text;
        let message = format!("`{name}` has no implementation: it may do whatever its contract allows");
        self.graph.note(AssumptionKind::ContractOnly, name, message);
    }

    /// A global variable of a `modifies` clause, where it is one that we know.
    fn modified_global(&self, name: &Name) -> Option<Symbol> {
        self.cx.globals.get(name.text.as_str())?.symbol()
    }

    /// What holds after a call: `where` clauses of what it changed, and the postconditions.
    fn postconditions(
        &mut self,
        callee: &Callee<'a>,
        scope: &mut Scope,
    ) -> Result<Vec<(ExprId, Term)>, Stop> {
        let results = callee.decl.signature.results.iter().filter_map(|it| it.condition);
        let modified = callee.decl.modifies.iter().filter_map(|name| {
            let mut globals = self.cx.global_variables.iter();
            globals.find(|it| it.name.text == name.text)?.condition
        });
        let mut terms = Vec::new();
        for condition in modified.collect::<Vec<_>>() {
            terms.push((condition, self.cx.condition(&mut Scope::of_state(), condition)?));
        }
        for condition in results.chain(callee.decl.ensures.iter().map(|clause| clause.condition)) {
            terms.push((condition, self.cx.condition(scope, condition)?));
        }
        Ok(terms)
    }
}
