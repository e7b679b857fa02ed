//! Conditions whose evaluation fails: what may be decided in front of it.
//!
//! In `while (s[n - 1] == ' ')` it is the condition itself that reads outside of `s`: no decision behind it helps, but `n > 0 && …` does.

use super::{INT, LONG, Maker, compare, constant};
use crate::c::hir::{CompareOp, Expr, ExprKind};
use crate::sites::{Side, StatementEdit};

/// The number of the edit with which a condition holds and is not evaluated; with the one before it does not hold.
const HOLDS: i128 = 2;

impl Maker<'_> {
    /// A condition of which the operands in which something fails may be decided without being evaluated.
    pub(super) fn decided(&mut self, condition: &Expr) -> Expr {
        if !self.texts.fails(condition.loc) {
            return condition.clone();
        }
        // The same operands as those that are branches of their own.
        let kind = match &condition.kind {
            ExprKind::Not(inner) if !inner.is_pure() => ExprKind::Not(Box::new(self.decided(inner))),
            ExprKind::And(left, right) if !right.is_pure() => {
                ExprKind::And(Box::new(self.decided(left)), Box::new(self.decided(right)))
            }
            ExprKind::Or(left, right) if !right.is_pure() => {
                ExprKind::Or(Box::new(self.decided(left)), Box::new(self.decided(right)))
            }
            _ => return self.decided_in_front(condition),
        };
        Expr::new(kind, condition.ty.clone(), condition.loc)
    }

    fn decided_in_front(&mut self, condition: &Expr) -> Expr {
        let loc = condition.loc;
        let edits = vec![StatementEdit::ConditionFails, StatementEdit::ConditionHolds];
        let number = self.place(self.edited(loc, Side::InBlock, edits));
        let is_chosen = self.is(self.inputs.place, number, loc);
        let holds = self.is(self.inputs.edit, HOLDS, loc);
        // An assignment is done by a branch of its own: nothing of the condition is evaluated there.
        let holds = self.assignment(self.lvalue(self.inputs.sum, loc), holds, loc);
        let holds = compare(CompareOp::NotEqual, holds, constant(0, LONG, loc), loc);
        let fails = Expr::new(ExprKind::Not(Box::new(condition.clone())), INT, loc);
        let truth = Expr::new(ExprKind::Not(Box::new(fails)), INT, loc);
        let kind = ExprKind::Conditional(Box::new(is_chosen), Some(Box::new(holds)), Box::new(truth));
        Expr::new(kind, INT, loc)
    }
}
