//! How a function is left where it cannot go on: as it is elsewhere, or with the null pointer.

use super::{Maker, Texts, constant};
use crate::c::hir::{Expr, ExprKind, Program, Stmt, StmtKind};
use crate::c::source::Loc;
use crate::limits::MAX_LEFT;
use crate::sites::StatementEdit;

impl Maker<'_> {
    /// The jumps that stand nearest which leave the function, or lead to where it ends; each once.
    pub(super) fn left(&self, loc: Loc) -> Vec<(StatementEdit, StmtKind)> {
        let mut near: Vec<&(StmtKind, Loc, String)> = self.leaving.iter().collect();
        near.sort_by_key(|(_, at, _)| at.start.abs_diff(loc.start));
        let mut left: Vec<(StatementEdit, StmtKind)> = near
            .into_iter()
            .take(MAX_LEFT)
            .map(|(kind, _, text)| (StatementEdit::Leave(text.clone()), kind.clone()))
            .collect();
        let gives_null = |(_, kind): &(StatementEdit, StmtKind)| matches!(kind, StmtKind::Return(_));
        if self.result.is_pointer() && !left.iter().any(gives_null) {
            let zero = constant(0, super::LONG, loc);
            let null = Expr::new(ExprKind::Cast(Box::new(zero)), self.result.clone(), loc);
            left.push((StatementEdit::Leave(self.null.to_owned()), StmtKind::Return(Some(null))));
        }
        left
    }

    /// The null pointer is given, whether or not the program has a name for it.
    pub(super) const ZERO: &'static str = "return 0;";

    /// How the user's functions write that they give the null pointer.
    pub(super) fn null_in(program: &Program, texts: &mut dyn Texts) -> &'static str {
        const NAMED: &str = "return NULL;";
        let bodies = program.funcs.iter().filter(|it| !it.trusted).filter_map(|it| it.body.as_ref());
        let mut jumps = Vec::new();
        bodies.for_each(|body| collect(body, &mut jumps));
        let is_named = jumps.into_iter().any(|it| texts.text(it.loc).as_deref() == Some(NAMED));
        if is_named { NAMED } else { Maker::ZERO }
    }

    /// The statements of a body that return a constant, and those that jump to a label of its outermost block; of those that are written
    /// alike the first.
    pub(super) fn leaving_in(body: &Stmt, texts: &mut dyn Texts) -> Vec<(StmtKind, Loc, String)> {
        let mut jumps = Vec::new();
        collect(body, &mut jumps);
        let mut labels = Vec::new();
        collect_labels(body, &mut labels);
        let mut found: Vec<(StmtKind, Loc, String)> = Vec::new();
        for stmt in jumps {
            let is_taken = match &stmt.kind {
                StmtKind::Goto(name) => labels.contains(&name.as_str()),
                StmtKind::Return(Some(value)) => value.is_literal(),
                _ => false,
            };
            let text = is_taken.then(|| texts.text(stmt.loc)).flatten();
            // These two are tried everywhere, and say nothing of how a function fails.
            let is_told = |text: &String| !["return 0;", "return 1;"].contains(&text.as_str());
            let text = text.filter(|text| text.ends_with(';') && !text.contains('\n') && is_told(text));
            if let Some(text) = text
                && found.iter().all(|(_, _, known)| *known != text)
            {
                found.push((stmt.kind.clone(), stmt.loc, text));
            }
        }
        found
    }
}

/// The labels of a body that are in no loop or branch.
fn collect_labels<'a>(stmt: &'a Stmt, found: &mut Vec<&'a str>) {
    match &stmt.kind {
        StmtKind::Block(stmts) => stmts.iter().for_each(|it| collect_labels(it, found)),
        StmtKind::Label(name, body) => {
            found.push(name);
            collect_labels(body, found);
        }
        _ => {}
    }
}

/// The statements in one that return, or jump to a label.
fn collect<'a>(stmt: &'a Stmt, found: &mut Vec<&'a Stmt>) {
    if matches!(stmt.kind, StmtKind::Return(_) | StmtKind::Goto(_)) {
        found.push(stmt);
    }
    stmt.parts().into_iter().for_each(|it| collect(it, found));
}
