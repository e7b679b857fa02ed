//! Calls of undefined functions, as calls of a primitive.
//!
//! A comparison of programs has to see such calls, their arguments and their results. The body of the primitive does what any function
//! may do: it returns any value, and writes the variables that other files know by name. Calls that pass memory or return a pointer are
//! not supported.

use faultscope_ir::program::Scope;
use faultscope_ir::{Call, OriginId, OriginKind, Place, Primitive, ProcId, Sort, Symbol, Term, Terminator};

use super::call::Argument;
use super::state::Lowerer;
use crate::c::config::Environment;
use crate::c::hir::{Expr, FuncId};
use crate::c::library;
use crate::c::source::Loc;
use crate::c::types::Type;

impl Lowerer<'_> {
    /// Lowers a call of an undefined function to one of a primitive, where [`CConfig::calls_outside`](crate::c::CConfig) asks for it;
    /// returns its value, if it has one.
    pub(super) fn call_outside(
        &mut self,
        func: FuncId,
        arguments: &[Expr],
        expr: &Expr,
    ) -> Option<Option<Term>> {
        let function = self.program.func(func);
        let is_number = |ty: &Type| ty.is_scalar() && !ty.is_pointer();
        let is_seen = self.config.calls_outside
            && self.config.world.environment == Environment::Given
            && self.is_unknown(func)
            && library::leads_elsewhere(&function.name).is_none()
            && !library::scans_into_list(&function.name)
            && arguments.iter().all(|it| is_number(&it.ty))
            && (function.ty.result.is_void() || is_number(&function.ty.result));
        if !is_seen {
            return None;
        }
        self.unsequenced(arguments);
        let start = self.mark();
        let mut given = Vec::new();
        for (value, argument) in self.arguments(arguments, start) {
            let Argument::Scalar(term) = value else { return None };
            given.push((term, self.origin(OriginKind::Argument, argument.loc, None)));
        }
        let sorts = given.iter().map(|(term, _)| term.sort()).collect();
        let callee = self.outside_procedure(func, sorts, expr.loc);
        let results = self.result_symbols(func);
        let origin: OriginId = self.origin(OriginKind::Input, expr.loc, None);
        self.note_outside(func, arguments);
        self.emit_call(Call { callee, arguments: given, results: results.clone(), origin });
        Some(results.first().map(|result| Term::symbol(*result)))
    }

    /// The procedure that stands for an undefined function.
    fn outside_procedure(&mut self, func: FuncId, sorts: Vec<Sort>, loc: Loc) -> ProcId {
        if let Some(id) = self.outside_procedures.get(&(func, sorts.clone())) {
            return *id;
        }
        let function = self.program.func(func);
        let (name, result) = (function.name.clone(), function.ty.result.clone());
        let id = self.new_procedure(&name, true);
        self.procedures[id.0 as usize].primitive = Some(Primitive::Outside);
        self.outside_procedures.insert((func, sorts.clone()), id);
        let outer = std::mem::take(&mut self.body);
        self.start_body(id, None, &name);
        let parameters = sorts
            .into_iter()
            .map(|sort| self.temporary("argument", sort, faultscope_ir::program::Display::Signed));
        let parameters: Vec<Symbol> = parameters.collect();
        let results: Vec<Symbol> = match result.is_void() {
            true => Vec::new(),
            false => self
                .leaves(&format!("{name}()"), &result, Scope::Local(id))
                .into_iter()
                .map(|it| it.symbol)
                .collect(),
        };
        let origin = self.origin(OriginKind::Input, loc, None);
        for symbol in &results {
            self.emit_havoc(Place::variable(*symbol), origin);
        }
        self.overwrite_what_is_seen(func, loc);
        self.terminate(Terminator::Return);
        self.finish_body(id);
        self.body = outer;
        let procedure = &mut self.procedures[id.0 as usize];
        (procedure.parameters, procedure.results) = (parameters, results);
        id
    }
}
