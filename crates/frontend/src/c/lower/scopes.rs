//! The scopes of a function's body as a tree: which variables each declares, and which are around each label.

use indexmap::IndexMap;

use crate::c::hir::{Stmt, StmtKind, VarId};

/// A statement that is a scope, by where it is in the tree.
pub(super) type ScopeKey = *const Stmt;

/// The scopes of a function's body.
#[derive(Debug, Default)]
pub(super) struct Scopes {
    /// The scopes around each label, outermost first.
    pub(super) labels: IndexMap<String, Vec<ScopeKey>>,
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
    pub(super) fn visit(&mut self, stmt: &Stmt, around: &mut Vec<ScopeKey>) {
        match &stmt.kind {
            StmtKind::Declare(var, _) | StmtKind::DeclareVla(var) | StmtKind::Literal(var) => {
                if let Some(scope) = around.last() {
                    self.variables.entry(*scope).or_default().push(*var);
                }
            }
            StmtKind::Block(stmts) => {
                self.variables.entry(std::ptr::from_ref(stmt)).or_default();
                around.push(stmt);
                stmts.iter().for_each(|stmt| self.visit(stmt, around));
                around.pop();
            }
            StmtKind::For { init, body, .. } => {
                self.variables.entry(std::ptr::from_ref(stmt)).or_default();
                around.push(stmt);
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
