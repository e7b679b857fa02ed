//! Functions that end without a value although they should give one: no error until somebody uses the value.

use faultscope_ir::program::{Display, Scope};
use faultscope_ir::{OriginKind, Place, Property, Sort, Symbol, Term};

use super::check::Unselected;
use super::state::Lowerer;
use crate::c::hir::{Callee, Expr, ExprKind, FuncId, Stmt, StmtKind};
use crate::c::library;
use crate::c::source::Loc;
use crate::c::types::Type;

impl Lowerer<'_> {
    /// Whether a function that should give a value may end without one, as far as its statements show.
    fn may_lack_value(&self, func: FuncId) -> bool {
        let function = self.program.func(func);
        let gives_value =
            !function.ty.result.is_void() && function.name != self.config.entry && !function.trusted;
        gives_value
            && function.body.as_ref().is_some_and(|body| self.falls_through(body) || has_bare_return(body))
    }

    /// The variable that says whether the last function that could have, ended without a value.
    fn lacks_value(&mut self) -> Symbol {
        match self.lacks_value {
            Some(symbol) => symbol,
            None => {
                let symbol = self.variables.declare(
                    "no value returned",
                    Sort::bool(),
                    Scope::Internal,
                    Display::Boolean,
                );
                self.lacks_value = Some(symbol);
                symbol
            }
        }
    }

    /// Notes at the end of a function whether it gives a value.
    pub(super) fn note_value(&mut self, has_value: bool, loc: Loc) {
        let Some(func) = self.body.function else { return };
        if self.is_checked(Property::MissingReturn) && self.may_lack_value(func) {
            let symbol = self.lacks_value();
            let origin = self.origin(OriginKind::Lowering, loc, None);
            self.emit_assign(Place::variable(symbol), Term::bool(!has_value), origin);
        }
    }

    /// Asks that a function that was just called has given the value that is used.
    pub(super) fn require_value(&mut self, func: FuncId, loc: Loc) {
        if self.is_checked(Property::MissingReturn) && self.may_lack_value(func) {
            let symbol = self.lacks_value();
            let name = self.program.func(func).name.clone();
            let message =
                |_: &mut Self| format!("the value of `{name}` is used, which ended without `return`");
            let has_value = Term::symbol(symbol).not();
            self.require(Property::MissingReturn, has_value, message, loc, Unselected::GoesOn);
        }
    }

    /// Whether control may get to the end of a statement.
    pub(super) fn falls_through(&self, stmt: &Stmt) -> bool {
        match &stmt.kind {
            StmtKind::Return(_) | StmtKind::Goto(_) | StmtKind::Leave(_) | StmtKind::Unsupported(_) => false,
            StmtKind::Block(stmts) => stmts.last().is_none_or(|last| self.falls_through(last)),
            StmtKind::If(_, then, Some(otherwise)) => {
                self.falls_through(then) || self.falls_through(otherwise)
            }
            StmtKind::Label(_, body) | StmtKind::Case(_, _, body) | StmtKind::Default(body) => {
                self.falls_through(body)
            }
            StmtKind::Expr(expr) => !self.never_returns(expr),
            _ => true,
        }
    }

    fn never_returns(&self, expr: &Expr) -> bool {
        let ExprKind::Call(Callee::Direct(func), _) = &expr.kind else { return false };
        let function = self.program.func(*func);
        let ends = library::model(&function.name).is_some_and(|model| model.facts().ends);
        function.body.is_none() && ends
    }
}

/// Whether a function that should give a value has a `return` without one.
fn has_bare_return(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Return(value) => value.as_ref().is_none_or(|value| value.ty == Type::Void),
        StmtKind::Block(stmts) => stmts.iter().any(has_bare_return),
        StmtKind::If(_, then, otherwise) => {
            has_bare_return(then) || otherwise.iter().any(|otherwise| has_bare_return(otherwise))
        }
        StmtKind::Switch(_, body)
        | StmtKind::Case(_, _, body)
        | StmtKind::Default(body)
        | StmtKind::While(_, body)
        | StmtKind::DoWhile(body, _)
        | StmtKind::For { body, .. }
        | StmtKind::Label(_, body) => has_bare_return(body),
        _ => false,
    }
}
