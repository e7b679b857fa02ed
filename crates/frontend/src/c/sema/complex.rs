//! Complex numbers.
//!
//! Products and quotients of two complex floating-point numbers are what gcc's library computes, by models; what is constant is
//! computed here.

use super::super::constant;
use super::super::hir::{BinaryOp, CompareOp, Expr, ExprKind};
use super::super::source::Loc;
use super::super::types::{FloatKind, IntKind, Numbers, Type};
use super::call::is_repeatable;
use super::numbers::{Before, after};
use super::state::{Sema, make};

impl Sema {
    /// The type of the complex numbers with parts of a type.
    pub(super) fn complex_type(&mut self, part: Type) -> Type {
        self.numbers_type(Numbers::Complex(part))
    }

    /// An imaginary number.
    pub(super) fn imaginary(&mut self, value: Expr) -> Expr {
        let (part, loc) = (value.ty.clone(), value.loc);
        let zero = self.constant(0, part.clone(), loc);
        let ty = self.complex_type(part);
        self.compose(&ty, vec![zero, value], Before::new(), loc)
    }

    /// `__real__` or `__imag__` of an expression, perhaps a place.
    pub(super) fn complex_part(&mut self, operand: Expr, is_imaginary: bool, loc: Loc) -> Expr {
        if self.types.complex_part(&operand.ty).is_some() {
            let idx = usize::from(is_imaginary);
            if let Some(items) = self.composed(&operand) {
                return items[idx].value.clone();
            }
            return self.field(operand, idx, loc);
        }
        if let (false, ExprKind::Unsupported(_)) = (operand.ty.is_arithmetic(), &operand.kind) {
            return operand;
        }
        if !operand.ty.is_arithmetic() {
            let message = format!("`{}` has no real and imaginary part", self.types.name(&operand.ty));
            self.error(loc, message, None);
            return self.unsupported("a part of no complex number", Type::INT, loc);
        }
        if !is_imaginary {
            return operand;
        }
        let ty = operand.ty.clone();
        let zero = self.constant(0, ty.clone(), loc);
        if is_repeatable(&operand) {
            return zero;
        }
        make(ExprKind::Comma(Box::new(operand), Box::new(zero)), ty, loc)
    }

    /// The common type of operands of which one is complex.
    pub(super) fn common_complex(&mut self, left: &Type, right: &Type) -> Option<Type> {
        let part = |this: &Self, ty: &Type| match this.types.complex_part(ty) {
            Some(part) => Some(part.clone()),
            None => ty.is_arithmetic().then(|| ty.clone()),
        };
        let (left, right) = (part(self, left)?, part(self, right)?);
        let part = self.common_type(&left, &right);
        Some(self.complex_type(part))
    }

    pub(super) fn complex_converted(&mut self, expr: Expr, ty: &Type) -> Result<Expr, Box<Expr>> {
        let loc = expr.loc;
        match (self.types.complex_part(&expr.ty).cloned(), self.types.complex_part(ty).cloned()) {
            (Some(_), Some(to)) => {
                let mut before = Before::new();
                let [value] = self.all_kept([expr], &mut before);
                let parts = self.number_parts(&value);
                let parts = parts.into_iter().map(|part| self.convert(part, &to)).collect();
                Ok(self.compose(ty, parts, before, loc))
            }
            (None, Some(to)) if expr.ty.is_arithmetic() => {
                let real = self.convert(expr, &to);
                let zero = self.constant(0, to, loc);
                Ok(self.compose(ty, vec![real, zero], Before::new(), loc))
            }
            (Some(_), None) if *ty == Type::Int(IntKind::Bool) => {
                let truth = self.complex_truth(expr);
                Ok(self.convert(truth, ty))
            }
            (Some(_), None) if ty.is_arithmetic() => {
                let real = self.complex_part(expr, false, loc);
                let real = self.rvalue(real);
                Ok(self.convert(real, ty))
            }
            _ => Err(Box::new(expr)),
        }
    }

    /// Whether a complex number is not zero.
    pub(super) fn complex_truth(&mut self, expr: Expr) -> Expr {
        let loc = expr.loc;
        let zero = self.constant(0, Type::INT, loc);
        self.complex_compare(CompareOp::NotEqual, expr, zero, loc)
    }

    pub(super) fn complex_compare(&mut self, op: CompareOp, left: Expr, right: Expr, loc: Loc) -> Expr {
        let is_equality = matches!(op, CompareOp::Equal | CompareOp::NotEqual);
        let Some(ty) = self.common_complex(&left.ty, &right.ty).filter(|_| is_equality) else {
            return self.bad_operands(&left, &right, loc);
        };
        let mut before = Before::new();
        let (left, right) = (self.convert(left, &ty), self.convert(right, &ty));
        let [left, right] = self.all_kept([left, right], &mut before);
        let (left, right) = (self.number_parts(&left), self.number_parts(&right));
        let parts: Vec<Expr> =
            left.into_iter().zip(right).map(|(left, right)| self.compare(op, left, right, loc)).collect();
        let Ok([real, imaginary]) = <[Expr; 2]>::try_from(parts) else {
            return self.unsupported("a comparison of complex numbers", Type::INT, loc);
        };
        let (real, imaginary) = (Box::new(real), Box::new(imaginary));
        let both = match op {
            CompareOp::Equal => ExprKind::And(real, imaginary),
            _ => ExprKind::Or(real, imaginary),
        };
        after(before, make(both, Type::INT, loc))
    }

    pub(super) fn complex_unary(&mut self, is_conjugate: bool, operand: Expr, loc: Loc) -> Expr {
        let (ty, mut before) = (operand.ty.clone(), Before::new());
        let [operand] = self.all_kept([operand], &mut before);
        let mut parts = self.number_parts(&operand);
        for (idx, part) in parts.iter_mut().enumerate() {
            if idx == 1 || !is_conjugate {
                *part = self.negated_part(part.clone(), loc);
            }
        }
        self.compose(&ty, parts, before, loc)
    }

    fn negated_part(&mut self, part: Expr, loc: Loc) -> Expr {
        let ty = part.ty.clone();
        let part = self.promoted(part);
        let promoted = part.ty.clone();
        let negated = make(ExprKind::Negate(Box::new(part)), promoted, loc);
        let negated = self.convert(negated, &ty);
        self.folded(negated)
    }

    pub(super) fn complex_binary(&mut self, op: BinaryOp, left: Expr, right: Expr, loc: Loc) -> Expr {
        let is_known =
            matches!(op, BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply | BinaryOp::Divide);
        let Some(ty) = self.common_complex(&left.ty, &right.ty).filter(|_| is_known) else {
            return self.bad_operands(&left, &right, loc);
        };
        let part = self.types.complex_part(&ty).cloned().unwrap_or(Type::INT);
        // What is real stays so: the sign of a zero, and what is infinite, may depend on it.
        let in_common = |this: &mut Self, operand: Expr| match this.types.complex_part(&operand.ty) {
            Some(_) => this.convert(operand, &ty),
            None => this.convert(operand, &part),
        };
        let (left, right) = (in_common(self, left), in_common(self, right));
        let mut before = Before::new();
        let [left, right] = self.all_kept([left, right], &mut before);
        let is_product = matches!(op, BinaryOp::Multiply | BinaryOp::Divide);
        let [left, right] = [left, right].map(|it| match is_product && !self.is_small(&it) {
            true => self.kept(it, &mut before),
            false => it,
        });
        let (left, right) = (self.number_parts(&left), self.number_parts(&right));
        let parts = match (left.as_slice(), right.as_slice(), op) {
            ([a, b], [c, d], BinaryOp::Add | BinaryOp::Subtract) => {
                vec![self.on_parts(op, a, c, loc), self.on_parts(op, b, d, loc)]
            }
            ([a, b], [c], BinaryOp::Add | BinaryOp::Subtract) => {
                vec![self.on_parts(op, a, c, loc), b.clone()]
            }
            ([a], [c, d], BinaryOp::Add) => vec![self.on_parts(op, a, c, loc), d.clone()],
            ([a], [c, d], BinaryOp::Subtract) => {
                vec![self.on_parts(op, a, c, loc), self.negated_part(d.clone(), loc)]
            }
            ([a, b], [c], _) => vec![self.on_parts(op, a, c, loc), self.on_parts(op, b, c, loc)],
            ([a], [c, d], BinaryOp::Multiply) => {
                vec![self.on_parts(op, a, c, loc), self.on_parts(op, a, d, loc)]
            }
            ([a, rest @ ..], [c, d], _) => {
                let zero = self.constant(0, part.clone(), loc);
                let b = rest.first().unwrap_or(&zero);
                return self.product(op, &ty, [a, b, c, d], before, loc);
            }
            _ => return self.unsupported("this operation on complex numbers", ty, loc),
        };
        self.compose(&ty, parts, before, loc)
    }

    /// Whether the parts of a value may be written out several times.
    fn is_small(&self, value: &Expr) -> bool {
        match self.composed(value) {
            Some(items) => items.iter().all(|item| matches!(item.value.kind, ExprKind::Const(_))),
            None => is_repeatable(value),
        }
    }

    /// The product or the quotient of two complex numbers.
    fn product(&mut self, op: BinaryOp, ty: &Type, parts: [&Expr; 4], before: Before, loc: Loc) -> Expr {
        let [a, b, c, d] = parts;
        let are_constant = parts.iter().all(|part| matches!(part.kind, ExprKind::Const(_)));
        if op == BinaryOp::Multiply && (are_constant || a.ty.is_integer()) {
            let (ac, bd) = (self.on_parts(op, a, c, loc), self.on_parts(op, b, d, loc));
            let (ad, bc) = (self.on_parts(op, a, d, loc), self.on_parts(op, b, c, loc));
            let real = self.on_parts(BinaryOp::Subtract, &ac, &bd, loc);
            let imaginary = self.on_parts(BinaryOp::Add, &ad, &bc, loc);
            return self.compose(ty, vec![real, imaginary], before, loc);
        }
        let suffix = match a.ty {
            Type::Float(FloatKind::Float) => "f",
            Type::Float(FloatKind::Double) => "",
            Type::Float(FloatKind::LongDouble) => "l",
            _ => {
                let message = format!("a division of `{}`", self.types.name(ty));
                return self.unsupported(message, ty.clone(), loc);
            }
        };
        let name = if op == BinaryOp::Multiply { "product" } else { "quotient" };
        let arguments = parts.map(Clone::clone).to_vec();
        let call = self.call_of_model(&format!("__fs_complex_{name}{suffix}"), arguments, ty, loc);
        after(before, call)
    }

    /// An operator on parts, whose result is a part.
    fn on_parts(&mut self, op: BinaryOp, left: &Expr, right: &Expr, loc: Loc) -> Expr {
        let ty = left.ty.clone();
        let value = self.binary(op, left.clone(), right.clone(), loc);
        let value = self.convert(value, &ty);
        self.folded(value)
    }

    /// A number that is constant as a constant.
    pub(super) fn folded(&self, value: Expr) -> Expr {
        let is_constant = |it: &Expr| matches!(it.kind, ExprKind::Const(_));
        let of_constants = match &value.kind {
            ExprKind::Negate(inner) | ExprKind::Cast(inner) => is_constant(inner),
            ExprKind::Binary(_, left, right) => {
                value.ty.is_float() && is_constant(left) && is_constant(right)
            }
            _ => false,
        };
        match constant::eval(&self.types, &value).filter(|_| of_constants) {
            Some(number) => make(ExprKind::Const(number), value.ty, value.loc),
            None => value,
        }
    }

    /// `__builtin_complex`.
    pub(super) fn complex_of(&mut self, real: Expr, imaginary: Expr, loc: Loc) -> Option<Expr> {
        if !real.ty.is_float() || real.ty != imaginary.ty {
            return None;
        }
        let ty = self.complex_type(real.ty.clone());
        Some(self.compose(&ty, vec![real, imaginary], Before::new(), loc))
    }
}
