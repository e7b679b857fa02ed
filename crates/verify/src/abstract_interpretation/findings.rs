//! What the analysis finds out, or why it finds out nothing.

use faultscope_ir::{BlockId, OriginId, ProcId, Procedure, Program};
use faultscope_solver::StopReason;

/// Why an analysis has no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Interruption {
    /// The bound on commands was reached.
    Budget,
    /// A limit was exceeded.
    Limit(StopReason),
}

/// What can be executed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Findings {
    pub(super) executed: Vec<bool>,
    /// For each block of each procedure whether an execution can come to its end.
    pub(super) ended: Vec<Vec<bool>>,
    pub(super) can_err: bool,
    pub(super) can_be_unsupported: bool,
}

impl Findings {
    /// Nothing is executed.
    pub(super) fn none(program: &Program) -> Findings {
        let executed = vec![false; program.sources.n_origins()];
        let blocks = |procedure: &Procedure| vec![false; procedure.blocks.len()];
        let ended = program.procedures.iter().map(blocks).collect();
        Findings { executed, ended, can_err: false, can_be_unsupported: false }
    }

    /// Whether a command (a condition, a call) of this origin can be executed. If not, no execution does, except
    /// perhaps behind a construct that was not translated.
    pub fn can_be_executed(&self, origin: OriginId) -> bool {
        self.executed.get(origin.0 as usize).copied().unwrap_or(true)
    }

    /// Whether an execution can come to the end of a block. If not, none does, except perhaps behind a construct that
    /// was not translated.
    pub fn can_end(&self, procedure: ProcId, block: BlockId) -> bool {
        self.ended[procedure.0 as usize][block.0 as usize]
    }

    /// Whether an error location can be reached. If not, no execution gets to one, except perhaps behind a construct
    /// that was not translated.
    pub fn can_err(&self) -> bool {
        self.can_err
    }

    /// Whether a construct that was not translated can be reached.
    pub fn can_be_unsupported(&self) -> bool {
        self.can_be_unsupported
    }

    /// Whether the program is proved to be free of errors.
    pub fn is_safe(&self) -> bool {
        !self.can_err && !self.can_be_unsupported
    }
}
