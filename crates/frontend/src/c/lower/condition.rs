//! Conditions: as terms, and as control flow where an operand has effects.

use faultscope_ir::program::Display;
use faultscope_ir::{BlockId, OriginKind, Place, Sort, Term, Terminator};

use super::expr::is_pure;
use super::state::Lowerer;
use crate::c::arith;
use crate::c::hir::{CompareOp, Expr, ExprKind};

impl Lowerer<'_> {
    /// The condition that a value is not zero.
    pub(super) fn condition(&mut self, expr: &Expr) -> Term {
        match &expr.kind {
            ExprKind::Not(inner) => self.condition(inner).not(),
            ExprKind::Compare(op, left, right) => {
                let (left_value, right_value) = self.operands(left, right);
                if left.ty.is_pointer() {
                    if !matches!(op, CompareOp::Equal | CompareOp::NotEqual) {
                        self.assume_difference(left_value, right_value);
                        self.require_one_object(left_value, right_value, expr.loc);
                    } else if self.may_be_behind(left, right) {
                        self.assume_difference(left_value, right_value);
                    }
                }
                arith::compare(self.types, *op, &left.ty, left_value, right_value)
            }
            ExprKind::And(left, right) | ExprKind::Or(left, right) => {
                if !is_pure(right) {
                    return self.condition_by_flow(expr);
                }
                let is_and = matches!(expr.kind, ExprKind::And(..));
                let left = self.deciding_condition(left);
                let evaluated = if is_and { left } else { left.not() };
                let right = self.guarded(evaluated, |this| this.deciding_condition(right));
                if is_and { left.and(right) } else { left.or(right) }
            }
            // The truth of a wider or equally wide integer is that of the original.
            ExprKind::Cast(inner)
                if expr.ty.is_integer()
                    && inner.ty.is_integer()
                    && self.types.width(&expr.ty) >= self.types.width(&inner.ty) =>
            {
                self.condition(inner)
            }
            _ => {
                let value = self.value(expr);
                if expr.ty.is_scalar() {
                    arith::is_nonzero(self.types, value, &expr.ty)
                } else {
                    Term::bool(false)
                }
            }
        }
    }

    /// A condition whose evaluation has effects that depend on its parts.
    fn condition_by_flow(&mut self, expr: &Expr) -> Term {
        let result = self.temporary("temporary", Sort::bool(), Display::Boolean);
        let (then_block, else_block, join) = (self.new_block(), self.new_block(), self.new_block());
        self.jump(expr, then_block, else_block, OriginKind::Condition);
        let lowering = self.origin(OriginKind::Lowering, expr.loc, None);
        for (block, truth) in [(then_block, true), (else_block, false)] {
            self.switch_to(block);
            self.emit_assign(Place::variable(result), Term::bool(truth), lowering);
            self.goto(join);
        }
        self.switch_to(join);
        Term::symbol(result)
    }

    /// Goes to one of two blocks by a condition. Nothing is current afterwards. Gives the condition where it is
    /// evaluated as one term.
    pub(super) fn jump(
        &mut self,
        expr: &Expr,
        then_block: BlockId,
        else_block: BlockId,
        kind: OriginKind,
    ) -> Option<Term> {
        match &expr.kind {
            ExprKind::Not(inner) if !is_pure(inner) => {
                self.jump(inner, else_block, then_block, kind).map(Term::not)
            }
            ExprKind::And(left, right) if !is_pure(right) => {
                let middle = self.new_block();
                self.jump(left, middle, else_block, kind);
                self.switch_to(middle);
                self.jump(right, then_block, else_block, kind);
                None
            }
            ExprKind::Or(left, right) if !is_pure(right) => {
                let middle = self.new_block();
                self.jump(left, then_block, middle, kind);
                self.switch_to(middle);
                self.jump(right, then_block, else_block, kind);
                None
            }
            _ => {
                let condition = self.deciding_condition(expr);
                let origin = self.origin(kind, expr.loc, None);
                // What is read and decides nothing, as in `x & 1 == 0`, is likely a mistake; the decision stays a step.
                let is_kept = kind == OriginKind::Condition && self.is_users() && reads(expr);
                match condition.as_bool() {
                    Some(_) if is_kept => {
                        self.terminate(Terminator::Branch { condition, then_block, else_block, origin });
                    }
                    _ => self.branch(condition, then_block, else_block, origin),
                }
                Some(condition)
            }
        }
    }
}

/// Whether an expression reads what the program has put somewhere.
fn reads(expr: &Expr) -> bool {
    expr.has(&mut |it| matches!(it.kind, ExprKind::Load(..)))
}
