//! What a comparison of programs does not see, noted as what a claim about versions would rest on.
//!
//! Programs are compared where the environment is given. What they do with volatile objects is seen by others and is in no command, and
//! [some functions](crate::c::library) of the library have one of the answers there that they may have.

use std::collections::BTreeSet;

use faultscope_ir::AssumptionKind;

use super::state::Lowerer;
use crate::c::hir::{Access, Callee, ExprKind, Func};
use crate::c::library;

impl Lowerer<'_> {
    /// Notes what the user's functions do that a comparison does not see.
    pub(super) fn note_unseen(&mut self) {
        if !self.config.calls_outside {
            return;
        }
        let program = self.program;
        let (mut is_volatile, mut names) = (false, BTreeSet::new());
        program.each_users_expr(|expr| {
            is_volatile |= matches!(expr.kind, ExprKind::Load(_, Access::Volatile));
            is_volatile |= expr.kind.is_lvalue() && program.qualifiers(self.types, expr).is_volatile;
            if let ExprKind::Call(Callee::Direct(func), _) | ExprKind::Function(func) = &expr.kind
                && is_of_library(program.func(*func))
            {
                names.insert(program.func(*func).name.as_str());
            }
        });
        if is_volatile {
            let message = "no other code reads or changes volatile objects".to_owned();
            self.assume_throughout(AssumptionKind::VolatileMemory, message);
        }
        for name in names.iter().filter(|it| library::is_fixed(it)) {
            let message =
                format!("`{name}` answers as its model in the library does where the environment is given");
            self.assume_throughout(AssumptionKind::LibraryModel, message);
        }
        let is_flushed = names.iter().any(|it| library::flushes(it));
        let is_lost = |it: &&str| library::is_exit(it) || is_flushed && library::is_abrupt(it);
        for name in names.iter().filter(|it| is_lost(it)) {
            let message = format!("what is written has left the program where `{name}` ends it");
            self.assume_throughout(AssumptionKind::OutputArrives, message);
        }
    }

    /// Notes that the result of a call of the user's is used which says whether output arrives.
    pub(super) fn note_asked_result(&mut self, callee: &Callee) {
        let Callee::Direct(func) = callee else { return };
        let function = self.program.func(*func);
        let name = &function.name;
        if self.config.calls_outside && self.is_users() && is_of_library(function) && library::is_writer(name)
        {
            let message = format!("`{name}` succeeds where its result is asked for");
            self.assume_throughout(AssumptionKind::OutputArrives, message);
        }
    }
}

fn is_of_library(function: &Func) -> bool {
    function.trusted || function.body.is_none()
}
