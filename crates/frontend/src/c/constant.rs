//! Constant expressions.

use faultscope_ir::{Term, Value};

use super::arith;
use super::hir::{Expr, ExprKind, Program, Storage};
use super::types::{Type, Types};

/// The value of an expression that needs no variable, as C's integer and arithmetic constant expressions.
pub(super) fn eval(types: &Types, expr: &Expr) -> Option<Value> {
    term(types, expr)?.as_value().cloned()
}

/// The value of an integer constant expression.
pub(super) fn integer(types: &Types, expr: &Expr) -> Option<i128> {
    if !expr.ty.is_integer() {
        return None;
    }
    arith::number(&eval(types, expr)?, &expr.ty)
}

/// Whether an expression is C's null pointer constant: an integer zero, or that as `void *`.
pub(super) fn is_null(types: &Types, expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Cast(inner) if expr.ty == Type::Void.pointer_to() => integer(types, inner) == Some(0),
        _ => integer(types, expr) == Some(0),
    }
}

/// Whether an expression is what initializes static objects (6.6, 7): a constant, or an address that lasts as long as the program.
pub(super) fn is_initial(program: &Program, types: &Types, expr: &Expr) -> bool {
    let of = |expr: &Expr| is_initial(program, types, expr);
    eval(types, expr).is_some()
        || match &expr.kind {
            ExprKind::Function(_) => true,
            ExprKind::AddressOf(place) | ExprKind::Decay(place) => is_static(program, types, place),
            ExprKind::Cast(inner) => of(inner),
            ExprKind::Offset { pointer, count, .. } => of(pointer) && of(count),
            _ => false,
        }
}

/// Whether a place is static, and where it is needs no variable.
fn is_static(program: &Program, types: &Types, place: &Expr) -> bool {
    match &place.kind {
        ExprKind::Var(var) => !matches!(program.var(*var).storage, Storage::Local(_) | Storage::Parameter(_)),
        ExprKind::Member(base, _) => is_static(program, types, base),
        ExprKind::Index(base, index) => is_static(program, types, base) && eval(types, index).is_some(),
        _ => false,
    }
}

fn term(types: &Types, expr: &Expr) -> Option<Term> {
    let of = |expr: &Expr| term(types, expr);
    let truth = |expr: &Expr| {
        let value = term(types, expr)?;
        arith::is_nonzero(types, value, &expr.ty).as_bool()
    };
    Some(match &expr.kind {
        ExprKind::Const(value) => Term::value(value.clone()),
        ExprKind::Cast(inner) if expr.ty.is_scalar() && inner.ty.is_scalar() => {
            arith::convert(types, of(inner)?, &inner.ty, &expr.ty)
        }
        ExprKind::Negate(inner) => arith::negate(&expr.ty, of(inner)?),
        ExprKind::Complement(inner) => of(inner)?.bv_not(),
        ExprKind::Not(inner) => Term::bool(!truth(inner)?).to_bits(types.width(&expr.ty)),
        ExprKind::Binary(op, left, right) => {
            arith::binary(types, *op, &expr.ty, of(left)?, of(right)?, &right.ty)
        }
        ExprKind::Compare(op, left, right) => {
            arith::compare(types, *op, &left.ty, of(left)?, of(right)?).to_bits(types.width(&expr.ty))
        }
        ExprKind::And(left, right) => {
            Term::bool(truth(left)? && truth(right)?).to_bits(types.width(&expr.ty))
        }
        ExprKind::Or(left, right) => Term::bool(truth(left)? || truth(right)?).to_bits(types.width(&expr.ty)),
        ExprKind::Conditional(condition, then, otherwise) => match (truth(condition)?, then) {
            (true, Some(then)) => of(then)?,
            (true, None) => of(condition)?,
            (false, _) => of(otherwise)?,
        },
        ExprKind::AddressOf(place) | ExprKind::Decay(place) => address(types, place)?,
        ExprKind::Offset { pointer, count, subtract } => {
            let size = types.size(expr.ty.pointee()?)?;
            let width = types.address_width();
            let count = arith::convert(types, of(count)?, &count.ty, &types.difference_type());
            let bytes = count.bv_mul(Term::bits(width, size.into()));
            let base = of(pointer)?;
            base.bv_add_low(if *subtract { bytes.bv_neg() } else { bytes })
        }
        _ => return None,
    })
}

/// Addresses like `&((struct s *)0)->m`.
fn address(types: &Types, place: &Expr) -> Option<Term> {
    let width = types.address_width();
    match &place.kind {
        ExprKind::Deref(pointer) => term(types, pointer),
        ExprKind::Member(base, idx) => {
            let Type::Record(id) = base.ty else { return None };
            let offset = types.fields(id).get(*idx)?.offset;
            Some(address(types, base)?.bv_add_low(Term::bits(width, offset.into())))
        }
        ExprKind::Index(base, index) => {
            let size = types.size(&place.ty)?;
            let index = arith::convert(types, term(types, index)?, &index.ty, &types.difference_type());
            Some(address(types, base)?.bv_add_low(index.bv_mul(Term::bits(width, size.into()))))
        }
        _ => None,
    }
}
