//! Statements that stand elsewhere: in the block before, in an `else` that is not there, behind those that follow, out of their block.
//!
//! Such a statement is executed at both places, at each where that is chosen.

use super::{INT, LONG, Maker, Place, compare, constant, is_movable, is_simple, leaves};
use crate::c::hir::{CompareOp, Expr, ExprKind, Stmt, StmtKind};
use crate::c::source::Loc;
use crate::limits::{MAX_DRAWN_IN, MAX_MOVED};
use crate::sites::{Side, StatementEdit};

impl Maker<'_> {
    /// A place where a simple statement may stand behind some of those behind it; its number.
    pub(super) fn move_behind(&mut self, stmt: &Stmt, behind: &[Stmt]) -> Option<i128> {
        if !is_simple(stmt) || !self.is_executed(stmt.loc) {
            return None;
        }
        let passed: Vec<Loc> = behind
            .iter()
            .take(MAX_MOVED)
            .take_while(|it| is_movable(it) && !leaves(it))
            .map(|it| it.loc)
            .collect();
        if passed.is_empty() {
            return None;
        }
        let edits = (1..=passed.len()).map(StatementEdit::MoveBehind).collect();
        Some(self.place(Place { behind: passed, ..self.edited(stmt.loc, Side::InBlock, edits) }))
    }

    /// A place where what ends a block may stand behind the statement around that; its number.
    pub(super) fn move_out(&mut self, stmt: &Stmt) -> Option<i128> {
        let is_moved = is_simple(stmt) || leaves(stmt) && is_movable(stmt);
        let is_moved = is_moved && (leaves(stmt) || self.is_executed(stmt.loc));
        is_moved.then(|| self.place(self.edited(stmt.loc, Side::InBlock, vec![StatementEdit::MoveOut])))
    }

    /// A statement that is executed here where it is moved so far.
    pub(super) fn where_moved(&self, number: i128, nth: usize, stmt: &Stmt) -> Stmt {
        let loc = stmt.loc;
        let here = self.is(self.inputs.place, number, loc);
        let so_far = self.is(self.inputs.edit, nth as i128, loc);
        let is_here = Expr::new(ExprKind::And(Box::new(here), Box::new(so_far)), INT, loc);
        Stmt { kind: StmtKind::If(is_here, Box::new(stmt.clone()), None), loc }
    }

    /// Puts the statements behind a block at the end of its last body, too, where that is chosen. That end is a new place; its
    /// number.
    pub(super) fn draw_in(&mut self, stmt: &mut Stmt, behind: &[Stmt]) -> Option<i128> {
        let is_executed = self.is_executed(stmt.loc);
        let movable = movable(behind);
        let body = last_body(stmt).filter(|_| is_executed && !movable.is_empty())?;
        let edits = (1..=movable.len()).map(StatementEdit::EndLater).collect();
        let place = self.edited(body.loc, Side::Body, edits);
        Some(self.drawn_in(place, body, &movable))
    }

    /// The same of the statements behind a condition that has no `else`, and of that.
    pub(super) fn draw_into_else(&mut self, stmt: &Stmt, new: &mut Stmt, behind: &[Stmt]) -> Option<i128> {
        let (StmtKind::If(_, _, None), StmtKind::If(_, _, Some(otherwise))) = (&stmt.kind, &mut new.kind)
        else {
            return None;
        };
        let movable = movable(behind);
        if movable.is_empty() {
            return None;
        }
        let edits = (1..=movable.len()).map(StatementEdit::IntoElse).collect();
        Some(self.drawn_in(self.edited(stmt.loc, Side::Else, edits), otherwise, &movable))
    }

    /// Executes these statements at the end of a body where that is chosen at a place; its number.
    fn drawn_in(&mut self, place: Place, body: &mut Stmt, movable: &[&Stmt]) -> i128 {
        let loc = body.loc;
        let behind = movable.iter().map(|it| it.loc).collect();
        let number = self.place(Place { behind, ..place });
        let mut stmts = vec![std::mem::replace(body, Stmt { kind: StmtKind::Empty, loc })];
        for (at, drawn) in movable.iter().enumerate() {
            let is_drawn = self.is_drawn_in(number, at + 1, drawn.loc);
            let kind = StmtKind::If(is_drawn, Box::new((*drawn).clone()), None);
            stmts.push(Stmt { kind, loc: drawn.loc });
        }
        body.kind = StmtKind::Block(stmts);
        number
    }

    /// The `nth` statement behind a block, which is not executed there where it is in the block.
    pub(super) fn unless_drawn_in(&self, stmt: Stmt, number: i128, nth: usize) -> Stmt {
        let loc = stmt.loc;
        let is_drawn = self.is_drawn_in(number, nth, loc);
        let otherwise = Some(Box::new(stmt));
        let nothing = Box::new(Stmt { kind: StmtKind::Empty, loc });
        Stmt { kind: StmtKind::If(is_drawn, nothing, otherwise), loc }
    }

    fn is_drawn_in(&self, number: i128, nth: usize, loc: Loc) -> Expr {
        let here = self.is(self.inputs.place, number, loc);
        let edit = self.input(self.inputs.edit, loc);
        let far_enough = compare(CompareOp::GreaterOrEqual, edit, constant(nth as i128, LONG, loc), loc);
        Expr::new(ExprKind::And(Box::new(here), Box::new(far_enough)), INT, loc)
    }

    /// Whether a jump has something to leave or to go on with here.
    pub(super) fn can_jump_here(&self, stmt: &Stmt) -> bool {
        match stmt.kind {
            StmtKind::Break => self.n_exits > 0,
            StmtKind::Continue => self.n_loops > 0,
            _ => true,
        }
    }
}

/// The statements behind another one that may belong into a block of it.
fn movable(behind: &[Stmt]) -> Vec<&Stmt> {
    behind.iter().take(MAX_DRAWN_IN).take_while(|it| is_movable(it)).collect()
}

/// The body that is written last in a statement, which more may belong to.
fn last_body(stmt: &mut Stmt) -> Option<&mut Stmt> {
    let loc = stmt.loc;
    match &mut stmt.kind {
        // An `else` that is not written has the place of the statement.
        StmtKind::If(_, _, Some(body)) if body.loc != loc => Some(body),
        StmtKind::If(_, body, _) | StmtKind::While(_, body) | StmtKind::For { body, .. } => Some(body),
        _ => None,
    }
}
