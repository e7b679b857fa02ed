//! Statements.

use faultscope_ir::{BlockId, OriginKind, Place, Property, Term, Terminator};

use super::state::{Exit, Lowerer, Switch};
use crate::c::arith;
use crate::c::hir::logic::State;
use crate::c::hir::{Expr, Life, Stmt, StmtKind};
use crate::c::source::Loc;
use crate::c::types::Type;

/// A term larger than this is saved before it is compared with each case.
const MAX_SCRUTINEE: u32 = 3;

impl Lowerer<'_> {
    pub(super) fn statement(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Empty => {}
            StmtKind::Expr(expr) => self.effect(expr),
            StmtKind::Declare(var, init) => self.declare(*var, init.as_ref(), stmt.loc),
            StmtKind::DeclareVla(var) => self.declare_variable_array(*var, stmt.loc),
            StmtKind::Defer(call) => match self.body.deferred.last_mut() {
                Some(deferred) => deferred.push(call.clone()),
                None => {
                    self.unsupported("a variable with the attribute `cleanup` outside of blocks", stmt.loc)
                }
            },
            StmtKind::Literal(_) => {}
            StmtKind::Temporary(var, Life::Begins) => self.begin_object(*var),
            StmtKind::Temporary(var, Life::Ends) => self.end_temporary(*var, stmt.loc),
            StmtKind::Block(stmts) => {
                self.in_scope(stmt, |this| {
                    this.enter_block(stmt.loc);
                    stmts.iter().for_each(|stmt| this.statement(stmt));
                });
            }
            StmtKind::If(condition, then, otherwise) => {
                self.if_statement(condition, then, otherwise.as_deref())
            }
            StmtKind::Switch(value, body) => self.switch_statement(value, body, stmt.loc),
            StmtKind::Case(low, high, body) => self.case(*low, *high, body, stmt.loc),
            StmtKind::Default(body) => {
                let (block, arrival) = self.case_block();
                match self.body.switches.last_mut() {
                    Some(switch) => switch.default = Some(arrival),
                    None => return self.unsupported("a default outside of a switch", stmt.loc),
                }
                self.continue_at(block);
                self.statement(body);
            }
            StmtKind::While(condition, body) => {
                self.repeatedly(|this| this.while_statement(condition, body));
            }
            StmtKind::DoWhile(body, condition) => {
                self.repeatedly(|this| this.do_statement(body, condition));
            }
            StmtKind::For { init, condition, step, body } => {
                self.in_scope(stmt, |this| {
                    this.enter_block(stmt.loc);
                    this.repeatedly(|this| {
                        this.for_statement(init, condition.as_ref(), step.as_ref(), body);
                    });
                });
            }
            StmtKind::Goto(label) => {
                self.jump_past(stmt.loc);
                self.change_scopes(label, stmt.loc);
                let block = self.label(label);
                self.goto(block);
            }
            StmtKind::Leave(label) => self.leave_to_label(label, stmt.loc),
            StmtKind::Label(name, body) => self.labeled(name, body, stmt.loc),
            StmtKind::Break => match self.body.breaks.last().copied() {
                Some(exit) => self.leave(exit, stmt.loc),
                None => self.unsupported("a break outside of loops", stmt.loc),
            },
            StmtKind::Continue => match self.body.continues.last().copied() {
                Some(exit) => self.leave(exit, stmt.loc),
                None => self.unsupported("a continue outside of loops", stmt.loc),
            },
            StmtKind::Return(value) => self.return_statement(value.as_ref(), stmt.loc),
            StmtKind::Unsupported(message) => self.unsupported(message, stmt.loc),
        }
    }

    /// Where a block is entered.
    pub(super) fn enter_block(&mut self, loc: Loc) {
        for (var, loc) in self.body.jumps.at_entry(loc) {
            self.declare(var, None, loc);
        }
    }

    /// In front of a jump that may land behind declarations.
    fn jump_past(&mut self, loc: Loc) {
        for (var, loc) in self.body.jumps.at_jump(loc) {
            // What is a new object each time gets it on the way.
            if !self.points_to.escapes(var) || !self.points_to.is_renewed(var) {
                self.declare(var, None, loc);
            }
        }
    }

    fn if_statement(&mut self, condition: &Expr, then: &Stmt, otherwise: Option<&Stmt>) {
        let is_empty = |stmt: &Stmt| match &stmt.kind {
            StmtKind::Empty => true,
            StmtKind::Block(stmts) => stmts.is_empty(),
            _ => false,
        };
        // What `assert` expands to.
        if let Some(otherwise) = otherwise
            && is_empty(then)
            && let Some(message) = self.assertion_failure_stmt(otherwise)
        {
            return self.assertion(condition, &message, otherwise.loc);
        }
        let (then_block, join) = (self.new_block(), self.new_block());
        let else_block = if otherwise.is_some() { self.new_block() } else { join };
        let kind = match self.assertion_failure_stmt(then) {
            Some(_) => {
                self.note_asserted(condition.loc);
                OriginKind::Assertion
            }
            None => OriginKind::Condition,
        };
        self.jump(condition, then_block, else_block, kind);
        self.switch_to(then_block);
        self.statement(then);
        self.goto(join);
        if let Some(otherwise) = otherwise {
            self.switch_to(else_block);
            self.statement(otherwise);
            self.goto(join);
        }
        self.switch_to(join);
    }

    /// Lowers a loop: its condition, its step and its body.
    fn repeatedly(&mut self, lower: impl FnOnce(&mut Self)) {
        self.body.n_loops += 1;
        lower(self);
        self.body.n_loops -= 1;
    }

    fn in_loop(&mut self, on_break: BlockId, on_continue: BlockId, body: &Stmt) {
        let depth = self.body.scopes.len();
        self.body.breaks.push(Exit { block: on_break, depth });
        self.body.continues.push(Exit { block: on_continue, depth });
        self.statement(body);
        self.body.breaks.pop();
        self.body.continues.pop();
    }

    fn while_statement(&mut self, condition: &Expr, body: &Stmt) {
        self.begin_loop(body.loc);
        let (head, inside, after) = (self.new_block(), self.new_block(), self.new_block());
        let next = if self.is_annotated_loop(body.loc) { self.new_block() } else { head };
        self.continue_at(head);
        self.jump(condition, inside, after, OriginKind::Condition);
        self.switch_to(inside);
        let variant = self.begin_round(body.loc);
        self.in_loop(after, next, body);
        if next != head {
            self.continue_at(next);
            self.end_round(body.loc, variant);
        }
        self.goto(head);
        self.switch_to(after);
    }

    fn do_statement(&mut self, body: &Stmt, condition: &Expr) {
        self.begin_loop(body.loc);
        let (inside, test, after) = (self.new_block(), self.new_block(), self.new_block());
        let next = if self.is_annotated_loop(body.loc) { self.new_block() } else { inside };
        self.continue_at(inside);
        let variant = self.begin_round(body.loc);
        self.in_loop(after, test, body);
        self.continue_at(test);
        self.jump(condition, next, after, OriginKind::Condition);
        if next != inside {
            self.switch_to(next);
            self.end_round(body.loc, variant);
            self.goto(inside);
        }
        self.switch_to(after);
    }

    fn for_statement(&mut self, init: &[Stmt], condition: Option<&Expr>, step: Option<&Expr>, body: &Stmt) {
        init.iter().for_each(|stmt| self.statement(stmt));
        self.begin_loop(body.loc);
        let (head, inside) = (self.new_block(), self.new_block());
        let (next, after) = (self.new_block(), self.new_block());
        self.continue_at(head);
        match condition {
            Some(condition) => {
                self.jump(condition, inside, after, OriginKind::Condition);
            }
            None => self.goto(inside),
        }
        self.switch_to(inside);
        let variant = self.begin_round(body.loc);
        self.in_loop(after, next, body);
        self.continue_at(next);
        if let Some(step) = step {
            self.effect(step);
        }
        self.end_round(body.loc, variant);
        self.goto(head);
        self.switch_to(after);
    }

    fn switch_statement(&mut self, scrutinee: &Expr, body: &Stmt, loc: Loc) {
        let value = self.value(scrutinee);
        self.require_written(value, scrutinee.loc);
        let value = if value.size() > MAX_SCRUTINEE { self.save(value, scrutinee.loc) } else { value };
        let (dispatch, unreachable, after) = (self.new_block(), self.new_block(), self.new_block());
        self.goto(dispatch);
        self.switch_to(unreachable);
        let depth = self.body.scopes.len();
        self.body.switches.push(Switch { cases: Vec::new(), default: None, depth });
        self.body.breaks.push(Exit { block: after, depth });
        self.statement(body);
        self.body.breaks.pop();
        self.goto(after);
        let Some(switch) = self.body.switches.pop() else { return };
        self.switch_to(dispatch);
        self.jump_past(loc);
        let origin = self.origin(OriginKind::Condition, scrutinee.loc, None);
        for (low, high, block) in switch.cases {
            let next = self.new_block();
            let condition = self.in_case(value, &scrutinee.ty, low, high);
            self.branch(condition, block, next, origin);
            self.switch_to(next);
        }
        self.goto(switch.default.unwrap_or(after));
        self.switch_to(after);
    }

    fn in_case(&self, value: Term, ty: &Type, low: i128, high: i128) -> Term {
        let (lowest, highest) = (arith::constant(self.types, ty, low), arith::constant(self.types, ty, high));
        if low == high {
            return value.equals(lowest);
        }
        let below = arith::compare(self.types, crate::c::hir::CompareOp::LessOrEqual, ty, lowest, value);
        below.and(arith::compare(self.types, crate::c::hir::CompareOp::LessOrEqual, ty, value, highest))
    }

    fn case(&mut self, low: i128, high: i128, body: &Stmt, loc: Loc) {
        let (block, arrival) = self.case_block();
        match self.body.switches.last_mut() {
            Some(switch) => switch.cases.push((low, high, arrival)),
            None => return self.unsupported("a case outside of a switch", loc),
        }
        self.continue_at(block);
        self.statement(body);
    }

    /// The block of a case, and where the switch leads to get there: the scopes between are entered on the way.
    fn case_block(&mut self) -> (BlockId, BlockId) {
        let block = self.new_block();
        let depth = self.body.switches.last().map_or(0, |switch| switch.depth);
        if !self.scopes_have_objects(depth) {
            return (block, block);
        }
        let (before, arrival) = (self.body.current, self.new_block());
        self.switch_to(arrival);
        self.begin_scopes(depth);
        self.goto(block);
        self.switch_to(BlockId(before as u32));
        (block, arrival)
    }

    /// Leaves a loop or its body.
    fn leave(&mut self, exit: Exit, loc: Loc) {
        self.end_scopes(exit.depth, loc);
        self.goto(exit.block);
    }

    pub(super) fn label(&mut self, name: &str) -> BlockId {
        if let Some(block) = self.body.labels.get(name) {
            return *block;
        }
        let block = self.new_block();
        self.body.labels.insert(name.to_owned(), block);
        block
    }

    fn labeled(&mut self, name: &str, body: &Stmt, loc: Loc) {
        let block = self.label(name);
        self.continue_at(block);
        let func = self.body.function.map(|func| self.program.func(func));
        if func.is_some_and(|func| func.annotations.is_annotated) {
            self.snapshot(State::Label(name.to_owned()));
        }
        if self.is_checked(Property::UnreachCall) && self.config.errors.labels.contains(name) {
            let loc = Loc { end: loc.start + name.len() as u32, ..loc };
            self.violation(Property::UnreachCall, None, format!("label {name} is reached"), loc);
        }
        self.statement(body);
    }

    fn return_statement(&mut self, value: Option<&Expr>, loc: Loc) {
        let function = self.body.function;
        let results = function
            .and_then(|function| self.signatures.get(&function))
            .map_or(Vec::new(), |signature| signature.results.clone());
        let name = self.body.name.clone();
        match value {
            Some(value) if value.ty.is_void() => self.effect(value),
            Some(value) if matches!(value.ty, Type::Record(_)) => {
                let source = self.record(value);
                let target = self.location_over(&results, &value.ty);
                let origin = self.named_origin(OriginKind::Return, loc, Some(name));
                self.copy(&target, &source, origin, loc);
            }
            Some(value) => {
                let term = self.value(value);
                self.require_written_status(term, value.loc);
                let origin = self.named_origin(OriginKind::Return, loc, Some(name));
                match results.first() {
                    Some(result) if result.sort() == term.sort() => {
                        self.emit_assign(Place::variable(*result), term, origin);
                    }
                    _ => {}
                }
            }
            None => {
                let origin = self.origin(OriginKind::Lowering, loc, None);
                self.unwritten.add_open(origin);
                results.iter().for_each(|result| self.emit_havoc(Place::variable(*result), origin));
            }
        }
        self.end_scopes(0, loc);
        self.note_value(value.is_some_and(|value| !value.ty.is_void()), loc);
        self.check_postconditions();
        self.check_allocated_at_return(loc);
        self.end_function(loc);
        self.terminate(Terminator::Return);
    }
}
