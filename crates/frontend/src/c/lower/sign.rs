//! The sign of floating-point numbers. A NaN has one, too, which terms do not keep: it is known by how the number is written down,
//! or not at all.

use faultscope_ir::{Op, Term, Value};

use super::expr::is_pure;
use super::state::Lowerer;
use crate::c::hir::{Callee, Expr, ExprKind};
use crate::c::library::{self, FloatFunction, Model};
use crate::c::types::Type;

impl Lowerer<'_> {
    /// Whether the sign of an expression with a value is that of negative numbers. An execution in which that is open, as that of
    /// a NaN from somewhere else, is not followed.
    pub(super) fn sign_of(&mut self, expr: &Expr, value: Term) -> Term {
        if let Some(sign) = self.written_sign(expr) {
            return sign;
        }
        let is_nan = Term::app(Op::FloatIsNan, &[value]);
        self.follow_only(is_nan.not(), "the sign of a NaN", expr.loc);
        of_value(value)
    }

    /// The sign that an expression has by what it is.
    fn written_sign(&mut self, expr: &Expr) -> Option<Term> {
        match &expr.kind {
            ExprKind::Const(Value::Float(format, bits)) => {
                Some(Term::bool(bits >> (format.width() - 1) & 1 == 1))
            }
            ExprKind::Cast(inner) if matches!((&expr.ty, &inner.ty), (Type::Float(_), Type::Float(_))) => {
                self.written_sign(inner)
            }
            ExprKind::Negate(inner) => Some(self.written_sign(inner)?.not()),
            ExprKind::Call(Callee::Direct(func), arguments) => {
                let function = self.program.func(*func);
                let Some(Model::Float(model)) = library::model(&function.name) else { return None };
                match (model, arguments.as_slice()) {
                    _ if function.body.is_some() => None,
                    (FloatFunction::Fabs, [_]) => Some(Term::bool(false)),
                    (FloatFunction::Copysign, [_, from]) => match self.written_sign(from) {
                        Some(sign) => Some(sign),
                        // Its sign was asked for where the call was evaluated.
                        None if is_pure(from) => {
                            let value = self.value(from);
                            Some(of_value(value))
                        }
                        None => None,
                    },
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

/// The sign of a number that is no NaN.
pub(super) fn of_value(value: Term) -> Term {
    let bits = Term::app(Op::FloatToBits, &[value]);
    let top = bits.sort().bit_width().map_or(0, |width| width - 1);
    bits.extract(top, top).equals(Term::bits(1, 1))
}
