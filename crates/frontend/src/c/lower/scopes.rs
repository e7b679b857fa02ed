//! The scopes of a function's body as a tree: which variables each declares, and which are around each label.

use faultscope_ir::index::IndexMap;

use crate::c::hir::{Stmt, StmtKind, VarId};

/// A statement that is a scope, by where it is in the tree.
pub(super) type ScopeKey = *const Stmt;

/// A scope around a place, and what stands in it before that place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Around {
    pub scope: ScopeKey,
    /// So many calls are deferred to its end.
    pub n_deferred: usize,
    /// So many variables are declared in it.
    pub n_variables: usize,
}

/// The scopes of a function's body.
#[derive(Debug, Default)]
pub(super) struct Scopes {
    /// The scopes around each label, outermost first.
    pub(super) labels: IndexMap<String, Vec<Around>>,
    /// The variables that are declared in each.
    pub(super) variables: IndexMap<ScopeKey, Vec<VarId>>,
}

impl Scopes {
    pub(super) fn of(body: &Stmt) -> Scopes {
        let mut scopes = Scopes::default();
        scopes.visit(body, &mut Vec::new());
        scopes
    }

    /// Adds a statement that these scopes are around.
    pub(super) fn visit(&mut self, stmt: &Stmt, around: &mut Vec<Around>) {
        match &stmt.kind {
            StmtKind::Declare(var, _) | StmtKind::DeclareVla(var) | StmtKind::Literal(var) => {
                if let Some(Around { scope, n_variables, .. }) = around.last_mut() {
                    self.variables.entry(*scope).or_default().push(*var);
                    *n_variables += 1;
                }
            }
            StmtKind::Defer(_) => {
                if let Some(Around { n_deferred, .. }) = around.last_mut() {
                    *n_deferred += 1;
                }
            }
            StmtKind::Block(stmts) => {
                self.variables.entry(std::ptr::from_ref(stmt)).or_default();
                around.push(Around { scope: stmt, n_deferred: 0, n_variables: 0 });
                stmts.iter().for_each(|stmt| self.visit(stmt, around));
                around.pop();
            }
            StmtKind::For { init, body, .. } => {
                self.variables.entry(std::ptr::from_ref(stmt)).or_default();
                around.push(Around { scope: stmt, n_deferred: 0, n_variables: 0 });
                init.iter().chain([&**body]).for_each(|stmt| self.visit(stmt, around));
                around.pop();
            }
            StmtKind::If(_, then, otherwise) => {
                self.visit(then, around);
                otherwise.iter().for_each(|otherwise| self.visit(otherwise, around));
            }
            StmtKind::Label(name, body) => {
                self.labels.insert(name.clone(), around.clone());
                self.visit(body, around);
            }
            StmtKind::Switch(_, body)
            | StmtKind::While(_, body)
            | StmtKind::DoWhile(body, _)
            | StmtKind::Case(_, _, body)
            | StmtKind::Default(body) => self.visit(body, around),
            _ => {}
        }
    }
}
