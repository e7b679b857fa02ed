//! Functions that the program does not define: models of the library, and values from outside.

use faultscope_ir::Op;
use faultscope_ir::{
    AssumptionKind, OriginId, OriginKind, Primitive, Property, RoundingMode, Term, Terminator, Value,
};

use super::check::Unselected;
use super::heap::Contents;
use super::leaks::ProgramEnd;
use super::state::Lowerer;
use super::validity::Purpose;
use crate::c::arith;
use crate::c::hir::{Callee, Expr, ExprKind, FuncId, Stmt, StmtKind};
use crate::c::library::{self, Failure, FloatFunction, Handlers, Model, Seen, Usage};
use crate::c::points_to::without_casts;
use crate::c::provenance::Standing;
use crate::c::source::Loc;
use crate::c::start::ARGUMENT_VECTOR;
use crate::c::types::{FloatKind, Type};

/// `EDOM`.
const OUTSIDE_OF_DOMAIN: i128 = 33;

impl Lowerer<'_> {
    /// A call of a function without body, for its effects.
    pub(super) fn external_effect(&mut self, func: FuncId, arguments: &[Expr], expr: &Expr) {
        let name = self.program.func(func).name.clone();
        match library::model(&name) {
            _ if self.is_error(func) => self.error_call(&name, arguments, expr.loc),
            Some(Model::Error) => {
                self.effects(arguments);
                self.terminate(Terminator::Stop);
            }
            Some(Model::AssertionFailure) => {
                let message = arguments.first().and_then(|text| self.literal_text(text));
                self.effects(arguments);
                self.fail(None, message.unwrap_or_default().as_str(), expr.loc);
            }
            Some(Model::Assert) if !arguments.is_empty() => {
                let message = self.text(arguments[0].loc);
                self.assertion(&arguments[0], &message, expr.loc);
            }
            Some(Model::Assume) if !arguments.is_empty() => {
                let condition = self.deciding_condition(&arguments[0]);
                let origin = self.origin(OriginKind::Condition, arguments[0].loc, None);
                self.emit_assume(condition, origin);
            }
            Some(Model::Stop) => {
                self.effects(arguments);
                self.terminate(Terminator::Stop);
            }
            Some(Model::Abort) => {
                self.effects(arguments);
                self.tell(Primitive::Abort, &[], expr.loc);
                self.violation(Property::NoAbort, None, format!("call of {name}()"), expr.loc);
            }
            Some(Model::Exit(handlers)) => {
                if !self.tell(Primitive::Exit, arguments, expr.loc) {
                    self.read_arguments(arguments);
                }
                match handlers {
                    Handlers::Run => self.run_handlers(expr.loc),
                    Handlers::Skip => {}
                }
                self.check_allocated(ProgramEnd::Exit, expr.loc);
                self.terminate(Terminator::Stop);
            }
            Some(Model::Scan) => {
                self.scan_as_modelled(&name, arguments, expr);
            }
            Some(Model::Malloc | Model::Calloc) => {
                self.external_value(func, arguments, expr);
            }
            Some(Model::Free) => self.free(arguments, expr.loc),
            Some(Model::Readable) => self.precondition(Purpose::Read, arguments, expr.loc),
            Some(Model::Writable) => self.precondition(Purpose::Write, arguments, expr.loc),
            Some(Model::Disjoint) => self.disjoint(arguments, expr.loc),
            Some(Model::Require) => self.require_of_call(arguments, Unselected::GoesOn, expr.loc),
            Some(Model::Need) => self.require_of_call(arguments, Unselected::MISUSE_ENDS, expr.loc),
            Some(Model::Unfollowed) => {
                let loc = self.asked_at(expr.loc);
                let what = arguments.first().and_then(|text| self.literal_text(text));
                self.unsupported(what.as_deref().unwrap_or("what comes behind this call"), loc);
            }
            Some(Model::Fits) => self.require_fit_of_call(arguments, expr.loc),
            Some(Model::Forget) => self.forget(arguments, expr.loc),
            Some(Model::Close) => self.close_stream(arguments, expr.loc),
            Some(Model::Jump) => self.long_jump(arguments, expr.loc),
            Some(Model::Fail(failure)) => self.failure(failure, arguments, expr.loc),
            Some(Model::Realloc | Model::AnyOr(_)) => {
                self.external_value(func, arguments, expr);
            }
            Some(Model::Input(..) | Model::Random(..)) => {
                self.call_effects_of(arguments, func, expr.loc);
                self.note_unused_character(&name, arguments, expr.loc);
            }
            Some(Model::Ignored | Model::Output | Model::Hidden | Model::Seed) => {
                self.read_arguments(arguments);
                self.lose_sight(&name, expr.loc);
            }
            Some(
                // Without an argument, `Assert` and `Assume` ask for nothing.
                Model::Assert
                | Model::Assume
                | Model::Nondet
                | Model::Any
                | Model::Sign
                | Model::Truth
                | Model::Written
                | Model::Room
                | Model::LongestText
                | Model::IsLongestText
                | Model::IsLiteral
                | Model::IsOpen
                | Model::Activation
                | Model::Landing
                | Model::Float(_)
                | Model::Pointer(_),
            ) => self.read_arguments(arguments),
            None if self.call_outside(func, arguments, expr).is_some() => {}
            None => {
                self.call_effects_of(arguments, func, expr.loc);
                if !self.cannot_follow(&name, expr.loc) {
                    self.note_outside(func, arguments);
                }
            }
        }
    }

    /// Tells the environment something, if it is given. Says whether it is.
    pub(super) fn tell(&mut self, primitive: Primitive, arguments: &[Expr], loc: Loc) -> bool {
        let is_it = |name: &str| Primitive::named(name) == Some(primitive);
        let Some(func) = self.program.funcs.iter().position(|func| is_it(&func.name) && func.body.is_some())
        else {
            return false;
        };
        let origin = self.origin(OriginKind::Lowering, loc, None);
        let results = self.result_symbols(FuncId(func));
        self.call_function(FuncId(func), arguments, results, origin);
        true
    }

    /// Tells the environment, if it is given, that a function writes what nobody follows: one that is called by a pointer, or
    /// writes wide characters.
    pub(super) fn lose_sight(&mut self, name: &str, loc: Loc) {
        match library::seen(name) {
            None | Some(Seen::Nothing) => {}
            Some(Seen::Hidden) => self.hides_output = true,
            Some(Seen::Output) => {
                let what = Expr::new(ExprKind::Const(Value::bits(32, 3)), Type::INT, loc);
                self.tell(Primitive::Unknown, &[what], loc);
            }
        }
    }

    /// A call of a function without body, for its value.
    pub(super) fn external_value(&mut self, func: FuncId, arguments: &[Expr], expr: &Expr) -> Term {
        let name = self.program.func(func).name.clone();
        match library::model(&name) {
            _ if self.is_error(func) => {
                self.error_call(&name, arguments, expr.loc);
                self.zero(&expr.ty)
            }
            Some(Model::Float(function)) => self.float_function(function, arguments, expr),
            Some(Model::Malloc) => {
                let Some(size) = arguments.first() else { return self.zero(&expr.ty) };
                let size_ty = self.types.size_type();
                let bytes = self.read_argument(size);
                let bytes = arith::convert(self.types, bytes, &size.ty, &size_ty);
                self.effects(&arguments[1..]);
                self.malloc(bytes, expr, Contents::Any)
            }
            Some(Model::Calloc) => {
                let [count, size, ..] = arguments else { return self.zero(&expr.ty) };
                let (count_value, size_value) = self.operands(count, size);
                self.require_written(count_value, count.loc);
                self.require_written(size_value, size.loc);
                let size_ty = self.types.size_type();
                let count_value = arith::convert(self.types, count_value, &count.ty, &size_ty);
                let size_value = arith::convert(self.types, size_value, &size.ty, &size_ty);
                self.calloc(count_value, size_value, expr)
            }
            Some(Model::Scan) => self.scan_as_modelled(&name, arguments, expr),
            Some(Model::Ignored | Model::Output | Model::Hidden | Model::Seed) => {
                self.read_arguments(arguments);
                self.lose_sight(&name, expr.loc);
                let origin = self.origin(OriginKind::Lowering, expr.loc, None);
                self.leaving_open(&name, |this| {
                    let value = this.input_value(&expr.ty, origin, expr.loc, None);
                    this.note_failure(value, expr);
                    value
                })
            }
            None if !self.is_followed(&name) => {
                if let Some(value) = self.call_outside(func, arguments, expr) {
                    return value.unwrap_or_else(|| self.zero(&expr.ty));
                }
                self.effects(arguments);
                self.cannot_follow(&name, expr.loc);
                self.zero(&expr.ty)
            }
            None if expr.ty.is_pointer() => {
                self.note_outside(func, arguments);
                let found = self.foreign_pointer(arguments, expr);
                self.settle_behind(arguments, func, expr.loc);
                found
            }
            Some(Model::Nondet | Model::Input(..) | Model::Random(..)) | None => {
                self.call_effects_of(arguments, func, expr.loc);
                let at = self.asked_at(expr.loc);
                let origin = self.origin(OriginKind::Input, at, None);
                self.note_source(&name, origin);
                self.note_outside(func, arguments);
                let bounds = library::model(&name).and_then(Model::bounds);
                let value = self.choosing_result(&name, |this| {
                    let value = this.input_value(&expr.ty, origin, at, bounds);
                    if bounds.is_some() {
                        this.note_failure(value, expr);
                    }
                    value
                });
                self.note_reading(&name, arguments, None, value, at);
                value
            }
            Some(Model::Realloc) => self.realloc(arguments, expr),
            Some(Model::Any) => self.any_between(arguments, expr),
            Some(Model::AnyOr(failure)) => self.any_or_failure(failure, arguments, expr),
            Some(model @ (Model::Sign | Model::Truth)) => self.any_like(model, arguments, expr),
            Some(Model::Room) => self.room_behind(arguments, expr),
            Some(Model::LongestText) => self.longest_text_of_call(expr),
            Some(Model::IsLongestText) => self.is_longest_text_of_call(expr),
            Some(Model::IsOpen) => self.is_open_stream(arguments, expr),
            Some(model @ (Model::Activation | Model::Landing)) => self.marked_place(model, expr),
            Some(Model::IsLiteral) => self.is_literal(arguments, expr),
            Some(Model::Pointer(fact)) => self.pointer_fact(fact, arguments, expr),
            Some(
                Model::Error
                | Model::AssertionFailure
                | Model::Assert
                | Model::Assume
                | Model::Stop
                | Model::Abort
                | Model::Exit(_)
                | Model::Readable
                | Model::Writable
                | Model::Disjoint
                | Model::Require
                | Model::Need
                | Model::Written
                | Model::Fits
                | Model::Unfollowed
                | Model::Forget
                | Model::Fail(_)
                | Model::Close
                | Model::Jump
                | Model::Free,
            ) => {
                self.external_effect(func, arguments, expr);
                self.zero(&expr.ty)
            }
        }
    }

    /// `scanf` and its kin. What is read from a string is fixed by the string.
    fn scan_as_modelled(&mut self, name: &str, arguments: &[Expr], expr: &Expr) -> Term {
        self.assume_model(name);
        let outer = std::mem::replace(&mut self.body.is_scanning, true);
        let n_items = match library::scans_text(name) {
            true => self.leaving_open(name, |this| this.scan(name, arguments, expr)),
            false => self.scan(name, arguments, expr),
        };
        self.body.is_scanning = outer;
        n_items
    }

    /// A function of the library that gives a negative number may have failed.
    fn note_failure(&mut self, value: Term, expr: &Expr) {
        if expr.ty.is_integer() {
            self.fail_where(value.bv_slt(self.zero(&expr.ty)), Failure::ErrorOrEnd, None, expr.loc);
        }
    }

    /// Evaluates arguments for their effects.
    pub(super) fn effects(&mut self, arguments: &[Expr]) {
        self.unsequenced(arguments);
        arguments.iter().for_each(|argument| self.evaluated(argument));
    }

    /// Evaluates an expression of which only the effects matter, and what must hold for it to have a value.
    pub(super) fn evaluated(&mut self, expr: &Expr) {
        let is_name = matches!(&without_casts(expr).kind, ExprKind::Decay(place) if matches!(place.kind, ExprKind::Var(_)));
        match &expr.ty {
            // An array need not live in memory for this.
            _ if is_name => {}
            Type::Record(_) => {
                self.record(expr);
            }
            ty if ty.is_scalar() && super::expr::is_pure(expr) => {
                self.value(expr);
            }
            _ => self.effect(expr),
        }
    }

    /// The arguments of a function whose value comes from outside.
    pub(super) fn call_effects_of(&mut self, arguments: &[Expr], func: FuncId, loc: Loc) {
        if library::usage(&self.program.func(func).name) == Usage::Unknown {
            self.unsequenced(arguments);
            self.given_pointers(arguments);
        } else {
            self.effects(arguments);
        }
        self.settle_behind(arguments, func, loc);
    }

    /// Evaluates the arguments of a function of which nothing is known; gives the pointers among them, which it may keep.
    pub(super) fn given_pointers(&mut self, arguments: &[Expr]) -> Vec<Term> {
        let mut pointers = Vec::new();
        for argument in arguments {
            if argument.ty.is_pointer() {
                let value = self.value(argument);
                let value = self.save(value, argument.loc);
                pointers.push((value, self.points_to.region_behind(without_casts(argument))));
            } else {
                self.evaluated(argument);
            }
        }
        if let Some(last) = arguments.last() {
            self.give_away(&pointers, last.loc);
        }
        pointers.into_iter().map(|(pointer, _)| pointer).collect()
    }

    /// Says that a function that is not known was taken to return anything.
    pub(super) fn note_outside<'e>(&mut self, func: FuncId, arguments: impl IntoIterator<Item = &'e Expr>) {
        let name = &self.program.func(func).name;
        if library::model(name).is_some_and(|model| model.bounds().is_some()) {
            let name = name.clone();
            self.assume_model(&name);
        } else if self.is_unknown(func) {
            self.note_unknown(func, arguments);
            let function = self.program.func(func);
            if function.annotations.is_unused {
                self.may_be_ruled_out(&function.name.clone(), function.loc);
            }
        }
    }

    /// Says that a command of an origin gives the result of a call of a function that gives any value.
    pub(super) fn note_source(&mut self, name: &str, origin: OriginId) {
        if library::model(name) == Some(Model::Nondet) {
            self.input_functions.insert(origin, name.to_owned());
        }
    }

    /// Says that a function does what its model does.
    pub(super) fn assume_model(&mut self, name: &str) {
        // What a model calls is part of the model.
        if self.body.call_site.is_some() {
            return;
        }
        // The arguments of the program are those that are given.
        if name == ARGUMENT_VECTOR {
            return;
        }
        let name = name.strip_prefix("__fs_").unwrap_or(name);
        let message = format!("`{name}` does what its model in the library does");
        self.assume_of(AssumptionKind::LibraryModel, Some(name), message);
    }

    pub(super) fn error_call(&mut self, name: &str, arguments: &[Expr], loc: Loc) {
        self.effects(arguments);
        self.violation(Property::UnreachCall, None, format!("call of {name}()"), loc);
    }

    /// Ends the path with a violated assertion. `condition` is what must hold, where one term says it, and `text` what the
    /// user calls it.
    fn fail(&mut self, condition: Option<Term>, text: &str, loc: Loc) {
        let message = match text {
            "" => "assertion failed".to_owned(),
            text => format!("assertion failed: {text}"),
        };
        self.violation(Property::Assertions, condition, message, loc);
    }

    /// An assertion of the user's.
    pub(super) fn assertion(&mut self, condition: &Expr, message: &str, loc: Loc) {
        self.note_asserted(condition.loc);
        let (holds, fails) = (self.new_block(), self.new_block());
        let term = self.jump(condition, holds, fails, OriginKind::Assertion);
        self.switch_to(fails);
        let loc = if message.is_empty() { loc } else { condition.loc };
        self.fail(term, message, loc);
        self.switch_to(holds);
    }

    /// Says that an assertion of the user's asks for a condition.
    pub(super) fn note_asserted(&mut self, condition: Loc) {
        if !self.body.trusted {
            let span = self.sources.place(condition, Standing::Written).span;
            self.sources.map.harness.specification.push(span);
        }
    }

    /// The message of a call that reports a violated assertion.
    pub(super) fn assertion_failure(&self, expr: &Expr) -> Option<String> {
        let ExprKind::Call(Callee::Direct(func), arguments) = &without_casts(expr).kind else { return None };
        let function = self.program.func(*func);
        let reports =
            function.body.is_none() && library::model(&function.name) == Some(Model::AssertionFailure);
        reports.then(|| arguments.first().and_then(|text| self.literal_text(text)).unwrap_or_default())
    }

    /// The message of a statement that only reports a violated assertion.
    pub(super) fn assertion_failure_stmt(&self, stmt: &Stmt) -> Option<String> {
        match &stmt.kind {
            StmtKind::Expr(expr) => self.assertion_failure(expr),
            StmtKind::Block(stmts) => match stmts.as_slice() {
                [stmt] => self.assertion_failure_stmt(stmt),
                _ => None,
            },
            _ => None,
        }
    }

    /// The text of a string literal.
    pub(super) fn literal_text(&self, expr: &Expr) -> Option<String> {
        let chars = self.program.literal_chars(expr)?;
        let bytes: Vec<u8> = chars.iter().map(|ch| *ch as u8).collect();
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }

    fn float_function(&mut self, function: FloatFunction, arguments: &[Expr], expr: &Expr) -> Term {
        let float = match (&expr.ty, arguments.first().map(|argument| &argument.ty)) {
            (Type::Float(kind), _) | (_, Some(Type::Float(kind))) => *kind,
            _ => FloatKind::Double,
        };
        let ty = Type::Float(float);
        self.unsequenced(arguments);
        let start = self.mark();
        let mut values = Vec::new();
        for argument in arguments {
            let mark = self.mark();
            let value = self.read_argument(argument);
            self.unsequenced_value(value, start, mark);
            let value = if argument.ty.is_scalar() {
                arith::convert(self.types, value, &argument.ty, &ty)
            } else {
                value
            };
            values = values.into_iter().map(|it| self.protect(it, mark, expr.loc)).collect();
            values.push(value);
        }
        let (Some(x), y) = (values.first().copied(), values.get(1).copied()) else {
            return self.zero(&expr.ty);
        };
        let is_nan = |x: Term| Term::app(Op::FloatIsNan, &[x]);
        let truth = |condition: Term, this: &Self| {
            let number = condition.to_bits(32);
            arith::convert(this.types, number, &Type::INT, &expr.ty)
        };
        let result = match (function, y) {
            (FloatFunction::IsNan, _) => return truth(is_nan(x), self),
            (FloatFunction::IsInfinite, _) => {
                let infinite = Term::app(Op::FloatIsInfinite, &[x]);
                let is_negative = x.float_lt(self.zero(&ty));
                let number = infinite
                    .ite(is_negative.ite(Term::signed_bits(32, -1), Term::bits(32, 1)), Term::bits(32, 0));
                return arith::convert(self.types, number, &Type::INT, &expr.ty);
            }
            (FloatFunction::IsFinite, _) => {
                return truth(is_nan(x).or(Term::app(Op::FloatIsInfinite, &[x])).not(), self);
            }
            (FloatFunction::SignBit, _) => {
                let has_sign = self.has_sign(x, &arguments[0]);
                return truth(has_sign, self);
            }
            (FloatFunction::Fabs, _) => Term::app(Op::FloatAbs, &[x]),
            (FloatFunction::Sqrt, _) => {
                let zero = self.zero(&ty);
                self.fail_where(x.float_lt(zero), Failure::Error, Some(OUTSIDE_OF_DOMAIN), expr.loc);
                Term::app(Op::FloatSqrt, &[x])
            }
            (FloatFunction::Floor, _) => x.float_round(RoundingMode::TowardNegative),
            (FloatFunction::Ceil, _) => x.float_round(RoundingMode::TowardPositive),
            (FloatFunction::Trunc, _) => x.float_round(RoundingMode::TowardZero),
            (FloatFunction::Round, _) => x.float_round(RoundingMode::NearestAway),
            (FloatFunction::Rint, _) => x.float_round(RoundingMode::NearestEven),
            (FloatFunction::Fmin, Some(y)) => is_nan(x).or(y.float_le(x)).ite(y, x),
            (FloatFunction::Fmax, Some(y)) => is_nan(x).or(x.float_le(y)).ite(y, x),
            (FloatFunction::Copysign, Some(y)) => {
                let magnitude = Term::app(Op::FloatAbs, &[x]);
                let has_sign = self.has_sign(y, &arguments[1]);
                has_sign.ite(magnitude.float_neg(), magnitude)
            }
            _ => x,
        };
        arith::convert(self.types, result, &ty, &expr.ty)
    }
}
