//! Signs of floating-point numbers.
//!
//! Terms know one NaN, and machines have many, with signs. So the sign of one is what the expression says it is: `-NAN` has the
//! other sign than `NAN`. Where it says nothing, as of the value of a variable, the sign is left open.

use faultscope_ir::program::Display;
use faultscope_ir::{Op, OriginKind, Place, Sort, SortKind, Term, Value};

use super::state::Lowerer;
use crate::c::constant;
use crate::c::hir::{Callee, Expr, ExprKind};
use crate::c::library::{self, FloatFunction, Model};

impl Lowerer<'_> {
    /// Whether a number has a sign, where `expr` has the value `x`.
    pub(super) fn has_sign(&mut self, x: Term, expr: &Expr) -> Term {
        let SortKind::Float(format) = *x.sort().kind() else { return Term::bool(false) };
        let top = format.width() - 1;
        let sign = Term::app(Op::FloatToBits, &[x]).extract(top, top).equals(Term::bits(1, 1));
        let is_nan = Term::app(Op::FloatIsNan, &[x]);
        if is_nan.as_bool() == Some(false) {
            return sign;
        }
        if let Some(has_sign) = self.nan_has_sign(expr) {
            return is_nan.ite(Term::bool(has_sign), sign);
        }
        let origin = self.origin(OriginKind::Input, expr.loc, None);
        let lowering = self.origin(OriginKind::Lowering, expr.loc, None);
        let found = self.temporary("sign", Sort::bool(), Display::Boolean);
        let (open, next) = (self.new_block(), self.new_block());
        self.emit_assign(Place::variable(found), sign, lowering);
        self.branch(is_nan, open, next, lowering);
        self.switch_to(open);
        self.leaving_open("signbit", |this| this.emit_havoc(Place::variable(found), origin));
        self.continue_at(next);
        Term::symbol(found)
    }

    /// Whether the value of an expression has a sign if it is NaN, as far as the expression says so. A conversion between
    /// floating-point types keeps it.
    fn nan_has_sign(&self, expr: &Expr) -> Option<bool> {
        match &expr.kind {
            ExprKind::Const(_) => Some(false),
            ExprKind::Negate(inner) => self.nan_has_sign(inner).map(|has_sign| !has_sign),
            ExprKind::Cast(inner) if inner.ty.is_float() => self.nan_has_sign(inner),
            ExprKind::Call(Callee::Direct(func), arguments) => {
                let function = self.program.func(*func);
                let model = library::model(&function.name).filter(|_| function.body.is_none())?;
                match (model, arguments.as_slice()) {
                    (Model::Float(FloatFunction::Fabs), _) => Some(false),
                    (Model::Float(FloatFunction::Copysign), [_, sign]) => self.known_sign(sign),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Whether a constant has a sign.
    fn known_sign(&self, expr: &Expr) -> Option<bool> {
        let Some(value) = constant::eval(self.types, expr) else { return self.nan_has_sign(expr) };
        match value {
            Value::Float(format, bits) if bits == format.quiet_nan() => self.nan_has_sign(expr),
            Value::Float(format, bits) => Some(bits >> (format.width() - 1) & 1 == 1),
            _ => None,
        }
    }
}
