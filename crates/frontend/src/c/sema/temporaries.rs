//! Objects of values: a record with arrays that is no variable has an object as long as the full expression is evaluated that it
//! is in (6.2.4, 8).

use super::super::hir::{Life, Stmt, StmtKind, VarId};
use super::super::source::Loc;
use super::state::Sema;

impl Sema {
    /// Reads something, and gives the objects of values in its own expressions.
    pub(super) fn with_temporaries<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> (T, Vec<VarId>) {
        let outer = std::mem::take(&mut self.temporaries);
        let result = read(self);
        (result, std::mem::replace(&mut self.temporaries, outer))
    }

    /// A statement with the objects of values in its expressions: they begin in front of it, and end behind the expression.
    pub(super) fn around_temporaries(
        &mut self,
        kind: StmtKind,
        temporaries: Vec<VarId>,
        loc: Loc,
    ) -> StmtKind {
        // The value of a block that is an expression is used behind its last statement; nothing is behind a return.
        let is_value = self.is_in_expression && matches!(kind, StmtKind::Expr(_));
        if temporaries.is_empty() || is_value || matches!(kind, StmtKind::Return(_)) {
            self.compounds.extend(temporaries);
            return kind;
        }
        let ended = |body: Box<Stmt>| {
            let loc = body.loc;
            let stmts = lives(&temporaries, Life::Ends, loc).chain([*body]).collect();
            Box::new(Stmt { kind: StmtKind::Block(stmts), loc })
        };
        let kind = match kind {
            // What an assertion expands to stays as it is.
            StmtKind::If(condition, then, otherwise) if !matches!(then.kind, StmtKind::Empty) => {
                let otherwise = otherwise.unwrap_or_else(|| Box::new(Stmt { kind: StmtKind::Empty, loc }));
                StmtKind::If(condition, ended(then), Some(ended(otherwise)))
            }
            StmtKind::While(condition, body) => StmtKind::While(condition, ended(body)),
            StmtKind::DoWhile(body, condition) => StmtKind::DoWhile(ended(body), condition),
            StmtKind::For { init, condition, step, body } => {
                StmtKind::For { init, condition, step, body: ended(body) }
            }
            kind => kind,
        };
        let begun = lives(&temporaries, Life::Begins, loc);
        StmtKind::Block(
            begun.chain([Stmt { kind, loc }]).chain(lives(&temporaries, Life::Ends, loc)).collect(),
        )
    }

    /// Puts the objects of values in an initializer around the statements of a declaration, from a number of them on.
    pub(super) fn around_declaration(
        &self,
        stmts: &mut Vec<Stmt>,
        n_before: usize,
        temporaries: &[VarId],
        loc: Loc,
    ) {
        stmts.splice(n_before..n_before, lives(temporaries, Life::Begins, loc));
        stmts.extend(lives(temporaries, Life::Ends, loc));
    }
}

fn lives(vars: &[VarId], life: Life, loc: Loc) -> impl Iterator<Item = Stmt> {
    vars.iter().map(move |var| Stmt { kind: StmtKind::Temporary(*var, life), loc })
}
