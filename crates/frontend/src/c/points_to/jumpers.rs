//! The functions that have to do with jumps out of functions.

use faultscope_ir::index::IndexSet;

use crate::c::hir::FuncId;
use crate::c::library::{self, Model};

/// What jumps, and where to.
#[derive(Default)]
pub(super) struct Jumpers {
    /// The functions that jump themselves: to where a buffer says, or to a label around them.
    pub(super) jumping: IndexSet<FuncId>,
    /// The models of `setjmp`.
    pub(super) marking: IndexSet<FuncId>,
    /// The functions that end the program, so that others run.
    pub(super) ending: IndexSet<FuncId>,
    /// The functions that a jump may leave.
    pub(super) leaving: IndexSet<FuncId>,
}

impl Jumpers {
    /// A function calls one without a body.
    pub(super) fn external(&mut self, caller: Option<FuncId>, name: &str) {
        match library::model(name) {
            Some(Model::Jump) => self.jumping.extend(caller),
            Some(Model::Activation) => self.marking.extend(caller),
            Some(Model::Exit(_)) => self.ending.extend(caller),
            _ => {}
        }
    }

    /// A function jumps to a label of a function around it.
    pub(super) fn leave(&mut self, func: Option<FuncId>) {
        self.jumping.extend(func);
    }
}
