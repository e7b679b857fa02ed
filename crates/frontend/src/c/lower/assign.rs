//! Assignments, and expressions evaluated for their effects.

use faultscope_ir::{OriginKind, Property, Term};

use super::access::Location;
use super::state::Lowerer;
use super::validity::Purpose;
use crate::c::arith;
use crate::c::hir::{Access, Callee, Expr, ExprKind, FuncId};
use crate::c::library::{self, Model, Outside};
use crate::c::source::Loc;
use crate::c::types::{IntKind, Type};

/// A value that comes from outside, under conversions.
pub(super) struct OutsideValue<'e> {
    pub func: FuncId,
    pub arguments: &'e [Expr],
    /// The type that the function gives.
    pub ty: Type,
    /// The types that it is converted to, one after the other, as far as that is not the same as fewer conversions.
    pub through: Vec<Type>,
}

impl Lowerer<'_> {
    /// Evaluates for the effects only.
    pub(super) fn effect(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Assign(target, value) if matches!(target.ty, Type::Record(_)) => {
                self.assign_record(expr, target, value);
            }
            ExprKind::Assign(target, value) => {
                self.assign_place(expr, target, value);
            }
            ExprKind::Update { .. } => {
                self.update(expr, None);
            }
            ExprKind::Call(callee, arguments) => self.call_effect(expr, callee, arguments),
            ExprKind::Comma(left, right) => {
                self.effect(left);
                self.effect(right);
            }
            ExprKind::Conditional(condition, Some(then), otherwise) => {
                self.conditional_effect(condition, then, otherwise);
            }
            ExprKind::And(left, right) | ExprKind::Or(left, right) => {
                let is_and = matches!(expr.kind, ExprKind::And(..));
                if super::expr::is_pure(right) {
                    self.effect(left);
                    return;
                }
                let (more, join) = (self.new_block(), self.new_block());
                let (then_block, else_block) = if is_and { (more, join) } else { (join, more) };
                self.jump(left, then_block, else_block, OriginKind::Condition);
                self.switch_to(more);
                self.effect(right);
                self.continue_at(join);
            }
            ExprKind::Cast(inner) | ExprKind::Not(inner) => self.effect(inner),
            ExprKind::Load(place, Access::Plain) if matches!(place.kind, ExprKind::Var(_)) => {}
            ExprKind::Statements(body) => {
                if let Some(last) = self.statements(body) {
                    self.effect(last);
                }
            }
            // Expressions without effects are not worth a term.
            _ if super::expr::is_pure(expr) && !self.is_asked(expr) => {}
            _ if matches!(expr.ty, Type::Record(_)) => {
                self.record(expr);
            }
            _ => {
                self.value(expr);
            }
        }
    }

    /// Whether an expression whose value is not used must be defined all the same. gcc has no code for it, so it is not
    /// where nothing of the kind is checked. Taking an address does not count.
    fn is_asked(&self, expr: &Expr) -> bool {
        let computes = !matches!(
            expr.kind,
            ExprKind::AddressOf(_) | ExprKind::Decay(_) | ExprKind::Var(_) | ExprKind::Function(_)
        );
        let checks = [Property::DivisionByZero, Property::OutOfBounds, Property::NullDereference];
        computes && self.is_users() && checks.into_iter().any(|property| self.is_checked(property))
    }

    fn conditional_effect(&mut self, condition: &Expr, then: &Expr, otherwise: &Expr) {
        if let Some(message) = self.assertion_failure(otherwise) {
            self.assertion(condition, &message, otherwise.loc);
            self.effect(then);
            return;
        }
        let (then_block, else_block, join) = (self.new_block(), self.new_block(), self.new_block());
        self.jump(condition, then_block, else_block, OriginKind::Condition);
        self.switch_to(then_block);
        self.effect(then);
        self.goto(join);
        self.switch_to(else_block);
        self.effect(otherwise);
        self.continue_at(join);
    }

    /// An assignment; its value is what the place holds then.
    pub(super) fn assign(&mut self, expr: &Expr, target: &Expr, value: &Expr) -> Term {
        let location = self.assign_place(expr, target, value);
        self.load(&location)
    }

    fn assign_place(&mut self, expr: &Expr, target: &Expr, value: &Expr) -> Location {
        let start = self.mark();
        let location = self.location(target, Purpose::Write);
        self.unsequenced_operands(target, value);
        let location = self.steady(location, target.loc);
        let mark = self.mark();
        let place = self.text(target.loc);
        let location = self.define(&location, value, expr.loc, place);
        self.unsequenced_assignment(start, mark);
        location
    }

    /// Gives a scalar place a value written by the user.
    pub(super) fn define(&mut self, location: &Location, value: &Expr, loc: Loc, place: String) -> Location {
        if let Some(outside) = self.outside_value(value) {
            let mark = self.mark();
            self.call_effects_of(outside.arguments, outside.func, loc);
            let location = self.protect_location(location.clone(), mark, loc);
            let name = self.program.func(outside.func).name.clone();
            self.choosing_result(&name, |this| this.define_input(&location, &outside, loc, place));
            return location;
        }
        if let Some(location) = self.define_by_call(location, value, loc, &place) {
            return location;
        }
        let mark = self.mark();
        let is_pure = super::expr::is_pure(value);
        let value = self.value(value);
        let location = self.protect_location(location.clone(), mark, loc);
        if !is_pure {
            // The place may have ended meanwhile.
            self.require_accessible(&location, Purpose::Write, loc);
        }
        let origin = self.named_origin(OriginKind::Assignment, loc, Some(place));
        self.store(&location, value, origin, loc);
        location
    }

    /// `x = f(…)` where `x` is a symbol of the result's type: the call's result is `x`.
    fn define_by_call(
        &mut self,
        location: &Location,
        value: &Expr,
        loc: Loc,
        place: &str,
    ) -> Option<Location> {
        let ExprKind::Call(Callee::Direct(func), arguments) = &value.kind else { return None };
        // What a jump leaves gives nothing.
        if !self.is_defined(*func) || self.points_to.may_be_left(*func) {
            return None;
        }
        let leaf = location.as_symbol()?;
        if leaf.width.is_some() || self.program.func(*func).ty.result != leaf.ty {
            return None;
        }
        let target = leaf.symbol;
        let origin = self.named_origin(OriginKind::Assignment, loc, Some(place.to_owned()));
        self.call_function(*func, arguments, vec![target], origin);
        self.require_value(*func, value.loc);
        Some(location.clone())
    }

    pub(super) fn assign_record(&mut self, expr: &Expr, target: &Expr, value: &Expr) -> Location {
        let location = self.location(target, Purpose::Write);
        let location = self.steady(location, target.loc);
        let mark = self.mark();
        let source = self.record(value);
        self.unsequenced_operands(target, value);
        let location = self.protect_location(location, mark, target.loc);
        let origin = self.origin(OriginKind::Assignment, expr.loc, Some(target.loc));
        self.copy(&location, &source, origin, expr.loc);
        location
    }

    /// A call of a function whose value comes from outside, under conversions.
    pub(super) fn outside_value<'e>(&self, value: &'e Expr) -> Option<OutsideValue<'e>> {
        match &value.kind {
            ExprKind::Cast(inner) if value.ty.is_scalar() => {
                let mut outside = self.outside_value(inner)?;
                if let Some(middle) = outside.through.pop() {
                    let first = outside.through.last().unwrap_or(&outside.ty);
                    if !self.is_one_conversion(first, &middle, &value.ty) {
                        outside.through.push(middle);
                    }
                }
                outside.through.push(value.ty.clone());
                Some(outside)
            }
            ExprKind::Call(Callee::Direct(func), arguments) => {
                let function = self.program.func(*func);
                let from_outside = match library::model(&function.name) {
                    None => !function.ty.result.is_pointer() && self.is_followed(&function.name),
                    Some(model) => match model.facts().outside {
                        Outside::Result(_) | Outside::Random(_) => true,
                        Outside::Nothing | Outside::ByFormat => false,
                    },
                };
                let is_outside =
                    function.body.is_none() && from_outside && value.ty.is_scalar() && !self.is_error(*func);
                is_outside.then(|| OutsideValue {
                    func: *func,
                    arguments,
                    ty: function.ty.result.clone(),
                    through: Vec::new(),
                })
            }
            _ => None,
        }
    }

    /// Whether converting from the first type to the second and on to the third is the same as converting at once.
    fn is_one_conversion(&self, first: &Type, second: &Type, third: &Type) -> bool {
        let bits = |ty: &Type| ty.is_pointer() || ty.has_all_bits();
        let width = |ty: &Type| self.types.width(ty);
        let keeps = match third {
            Type::Int(IntKind::Bool) => width(second) >= width(first),
            third => bits(third) && width(second) >= width(third),
        };
        second == third || keeps && bits(first) && bits(second)
    }

    /// Gives a place a value from outside, converted to its type.
    fn define_input(&mut self, location: &Location, outside: &OutsideValue, loc: Loc, place: String) {
        let input = self.named_origin(OriginKind::Input, loc, Some(place));
        self.note_outside(outside.func, outside.arguments);
        let ty = location.ty().clone();
        let name = self.program.func(outside.func).name.clone();
        self.note_source(&name, input);
        let bounds = library::model(&name).and_then(Model::bounds);
        let is_one = outside.through.len() <= 1;
        // Of a truth value most values that its bits could have are none.
        let narrows = ty.has_all_bits()
            && outside.ty.has_all_bits()
            && self.types.width(&ty) <= self.types.width(&outside.ty);
        let is_kept = ty == outside.ty || ty.is_pointer() && outside.ty.is_pointer();
        if is_one && (is_kept || narrows && bounds.is_none()) {
            self.havoc(location, input, loc);
            if let Some(bounds) = bounds {
                let value = self.load(location);
                self.bound(value, &ty, bounds, loc);
                self.note_reading(&name, outside.arguments, None, value, loc);
            }
            return;
        }
        let lowering = self.origin(OriginKind::Lowering, loc, None);
        let mut value = self.input_value(&outside.ty, input, loc, bounds);
        self.note_reading(&name, outside.arguments, None, value, loc);
        let mut from = &outside.ty;
        for to in outside.through.iter().chain([&ty]) {
            value = self.conversion(value, from, to, loc);
            from = to;
        }
        self.store(location, value, lowering, loc);
    }

    /// A value from outside in a temporary.
    pub(super) fn input_value(
        &mut self,
        ty: &Type,
        origin: faultscope_ir::OriginId,
        loc: Loc,
        bounds: Option<(i128, i128)>,
    ) -> Term {
        let location = self.fresh_location("input", ty);
        self.havoc(&location, origin, loc);
        let value = self.load(&location);
        if let Some(bounds) = bounds {
            self.bound(value, ty, bounds, loc);
        }
        value
    }

    fn bound(&mut self, value: Term, ty: &Type, (low, high): (i128, i128), loc: Loc) {
        if !ty.is_integer() {
            return;
        }
        let lowest = arith::constant(self.types, ty, low).bv_sle(value);
        // The largest number of the type bounds nothing.
        let width = self.types.width(ty);
        let greatest = i128::MAX >> (i128::BITS - width);
        let within = if high == greatest {
            lowest
        } else {
            lowest.and(value.bv_sle(arith::constant(self.types, ty, high)))
        };
        let origin = self.origin(OriginKind::Lowering, loc, None);
        self.emit_assume(within, origin);
    }
}
