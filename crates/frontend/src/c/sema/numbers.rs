//! Values that are several numbers: complex numbers and vectors (GNU).
//!
//! Each is a record that the user cannot look into. An operator on such values is one on their parts, which are put together
//! again as a compound literal of its own; an operand whose parts are needed and that cannot be evaluated twice is kept in a
//! variable first.

use super::super::hir::{
    Access, BinaryOp, CompareOp, Expr, ExprKind, Init, InitItem, PathStep, UpdateResult,
};
use super::super::layout::Wishes;
use super::super::parser::ast;
use super::super::source::Loc;
use super::super::types::{Numbers, RecordBody, RecordId, Type};
use super::call::is_repeatable;
use super::state::{Sema, make};
use super::variadic::plain;

/// What happens before a value is computed, in this order.
pub(super) type Before = Vec<Expr>;

impl Sema {
    /// The record that holds such numbers; there is one for each kind.
    pub(super) fn numbers_type(&mut self, numbers: Numbers) -> Type {
        let known = self.types.records.iter().position(|it| it.numbers.as_ref() == Some(&numbers));
        if let Some(known) = known {
            return Type::Record(RecordId(known));
        }
        let (name, members) = match &numbers {
            Numbers::Complex(part) => {
                let members = vec![plain("real", part.clone()), plain("imag", part.clone())];
                (format!("{} _Complex", self.types.name(part)), members)
            }
            Numbers::Vector(element, count) => {
                let bytes = self.types.size(element).unwrap_or(1) * count;
                let array = Type::Array(element.clone().into(), Some(*count));
                let name = format!("{} __attribute__((vector_size({bytes})))", self.types.name(element));
                (name, vec![plain("", array)])
            }
        };
        let body = self.types.lay_out(false, Wishes::default(), members);
        let align = if matches!(numbers, Numbers::Vector(..)) { body.size } else { body.align };
        let id = self.new_record(&name, false);
        let record = &mut self.types.records[id.0];
        record.body = Some(RecordBody { align, ..body });
        record.numbers = Some(numbers);
        Type::Record(id)
    }

    /// The paths of the parts of such a type.
    fn number_paths(&self, ty: &Type) -> Vec<Vec<PathStep>> {
        match self.types.numbers(ty) {
            Some(Numbers::Complex(_)) => vec![vec![PathStep::Field(0)], vec![PathStep::Field(1)]],
            Some(Numbers::Vector(_, count)) => {
                (0..*count).map(|idx| vec![PathStep::Field(0), PathStep::Index(idx)]).collect()
            }
            None => Vec::new(),
        }
    }

    /// The value that consists of these parts, after what comes before.
    pub(super) fn compose(&mut self, ty: &Type, parts: Vec<Expr>, before: Before, loc: Loc) -> Expr {
        let paths = self.number_paths(ty);
        let items = paths.into_iter().zip(parts).map(|(path, value)| InitItem { path, value }).collect();
        let var = self.new_hidden_var("value", ty.clone(), loc);
        let literal = ExprKind::CompoundLiteral(var, Box::new(Init::List(items)));
        let literal = make(literal, ty.clone(), loc);
        let value = make(ExprKind::Load(Box::new(literal), Access::Plain), ty.clone(), loc);
        after(before, value)
    }

    /// The parts of a value that was put together, and can be put together again.
    pub(super) fn composed<'e>(&self, value: &'e Expr) -> Option<&'e [InitItem]> {
        let ExprKind::Load(place, Access::Plain) = &value.kind else { return None };
        let ExprKind::CompoundLiteral(_, init) = &place.kind else { return None };
        let Init::List(items) = &**init else { return None };
        let is_whole = items.iter().map(|item| &item.path).eq(self.number_paths(&value.ty).iter());
        (is_whole && !items.is_empty() && items.iter().all(|item| is_steady(&item.value))).then_some(items)
    }

    /// A value that can be used more than once.
    pub(super) fn kept(&mut self, value: Expr, before: &mut Before) -> Expr {
        if is_repeatable(&value) { value } else { self.saved(value, before) }
    }

    /// A value in a variable of its own.
    pub(super) fn saved(&mut self, value: Expr, before: &mut Before) -> Expr {
        let (ty, loc) = (value.ty.clone(), value.loc);
        let var = self.new_hidden_var("operand", ty.clone(), loc);
        let place = make(ExprKind::Var(var), ty.clone(), loc);
        let keep = ExprKind::Assign(Box::new(place.clone()), Box::new(value));
        before.push(make(keep, ty, loc));
        self.rvalue(place)
    }

    /// Operands that can be used more than once, as they were before the effects of those behind them.
    pub(super) fn all_kept<const N: usize>(&mut self, values: [Expr; N], before: &mut Before) -> [Expr; N] {
        let is_calm = |value: &Expr| is_repeatable(value) || self.composed(value).is_some();
        if values.iter().all(is_calm) {
            return values;
        }
        values.map(|value| {
            let is_constant = matches!(value.kind, ExprKind::Const(_)) || self.composed_of_constants(&value);
            if is_constant { value } else { self.saved(value, before) }
        })
    }

    fn composed_of_constants(&self, value: &Expr) -> bool {
        let is_constant = |item: &InitItem| matches!(item.value.kind, ExprKind::Const(_));
        self.composed(value).is_some_and(|items| items.iter().all(is_constant))
    }

    /// The parts of a value that can be used more than once. A part of what was put together may be large.
    pub(super) fn number_parts(&mut self, value: &Expr) -> Vec<Expr> {
        if let Some(items) = self.composed(value) {
            return items.iter().map(|item| item.value.clone()).collect();
        }
        let loc = value.loc;
        let place = match &value.kind {
            ExprKind::Load(place, Access::Plain) => (**place).clone(),
            _ => value.clone(),
        };
        let count = match self.types.numbers(&value.ty) {
            Some(Numbers::Complex(_)) => {
                let parts = [self.field(place.clone(), 0, loc), self.field(place, 1, loc)];
                return parts.into_iter().map(|part| self.rvalue(part)).collect();
            }
            Some(Numbers::Vector(_, count)) => *count,
            None => return vec![value.clone()],
        };
        let element = |this: &mut Self, idx: u64| {
            let idx = this.constant(idx.into(), Type::INT, loc);
            let element = this.vector_element(place.clone(), idx, loc);
            this.rvalue(element)
        };
        (0..count).map(|idx| element(self, idx)).collect()
    }

    /// A conversion to or from numbers that are one value; the expression as it is where it is none.
    pub(super) fn numbers_converted(&mut self, expr: Expr, ty: &Type) -> Result<Expr, Box<Expr>> {
        let is_one = |this: &Self, ty: &Type, numbers: fn(&Numbers) -> bool| {
            this.types.numbers(ty).is_some_and(numbers)
        };
        let is_complex = |numbers: &Numbers| matches!(numbers, Numbers::Complex(_));
        let is_vector = |numbers: &Numbers| matches!(numbers, Numbers::Vector(..));
        if ty.is_void() {
            return Err(Box::new(expr));
        }
        if is_one(self, ty, is_vector) || is_one(self, &expr.ty, is_vector) {
            return self.vector_converted(expr, ty);
        }
        if is_one(self, ty, is_complex) || is_one(self, &expr.ty, is_complex) {
            return self.complex_converted(expr, ty);
        }
        Err(Box::new(expr))
    }

    /// An operator where an operand is several numbers.
    pub(super) fn numbers_binary(&mut self, op: BinaryOp, left: Expr, right: Expr, loc: Loc) -> Expr {
        if self.types.vector_elements(&left.ty).or(self.types.vector_elements(&right.ty)).is_some() {
            return self.vector_binary(op, left, right, loc);
        }
        self.complex_binary(op, left, right, loc)
    }

    /// A comparison where an operand is several numbers.
    pub(super) fn numbers_compare(&mut self, op: CompareOp, left: Expr, right: Expr, loc: Loc) -> Expr {
        if self.types.vector_elements(&left.ty).or(self.types.vector_elements(&right.ty)).is_some() {
            return self.vector_compare(op, left, right, loc);
        }
        self.complex_compare(op, left, right, loc)
    }

    /// `+`, `-` and `~` of several numbers.
    pub(super) fn numbers_unary(&mut self, operator: ast::UnaryOperator, operand: Expr, loc: Loc) -> Expr {
        use ast::UnaryOperator as U;
        match operator {
            U::Plus => operand,
            _ if self.types.complex_part(&operand.ty).is_some() => {
                self.complex_unary(operator == U::Complement, operand, loc)
            }
            _ => self.vector_unary(operator == U::Complement, operand, loc),
        }
    }

    /// `target op= value` where one of them is several numbers.
    pub(super) fn numbers_update(
        &mut self,
        op: BinaryOp,
        target: Expr,
        value: Expr,
        result: UpdateResult,
        loc: Loc,
    ) -> Expr {
        let (ty, mut before) = (target.ty.clone(), Before::new());
        let target = if is_repeatable(&target) {
            target
        } else {
            let address = self.address_of(target, loc);
            let address = self.kept(address, &mut before);
            self.deref(address, loc)
        };
        let mut old = self.rvalue(target.clone());
        if result == UpdateResult::Old {
            // What the place holds now, whatever it holds then.
            old = self.saved(old, &mut before);
        }
        let new = self.binary(op, old.clone(), value, loc);
        let new = self.convert(new, &ty);
        let assign = make(ExprKind::Assign(Box::new(target), Box::new(new)), ty, loc);
        match result {
            UpdateResult::New => after(before, assign),
            UpdateResult::Old => {
                before.push(assign);
                after(before, old)
            }
        }
    }
}

/// A value, after what comes before.
pub(super) fn after(before: Before, value: Expr) -> Expr {
    before.into_iter().rev().fold(value, |value, first| {
        let (ty, loc) = (value.ty.clone(), value.loc);
        make(ExprKind::Comma(Box::new(first), Box::new(value)), ty, loc)
    })
}

/// Whether evaluating a part has no effect.
fn is_steady(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Negate(inner) | ExprKind::Complement(inner) | ExprKind::Cast(inner) => is_steady(inner),
        ExprKind::Binary(_, left, right) | ExprKind::Compare(_, left, right) => {
            is_steady(left) && is_steady(right)
        }
        ExprKind::Conditional(condition, Some(then), otherwise) => {
            is_steady(condition) && is_steady(then) && is_steady(otherwise)
        }
        _ => is_repeatable(expr),
    }
}
