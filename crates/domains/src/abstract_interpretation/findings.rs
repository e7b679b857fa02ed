//! What the analysis finds out, or why it finds out nothing.

use faultscope_ir::{BlockId, OriginId, ProcId, Procedure, Program};
use faultscope_solver::StopReason;
use rustc_hash::FxHashSet;

/// Why an analysis has no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Interruption {
    /// The bound on commands was reached.
    Budget,
    /// A limit was exceeded.
    Limit(StopReason),
}

/// What executions can do in a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Passage {
    /// Begin it.
    pub(super) begins: bool,
    /// Come to its end.
    pub(super) ends: bool,
    /// Find the condition of the branch at its end true, and false.
    pub(super) branches: [bool; 2],
}

/// What can be executed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Findings {
    pub(super) executed: Vec<bool>,
    /// For each block of each procedure what executions can do there.
    pub(super) blocks: Vec<Vec<Passage>>,
    /// The assumptions that can fail, by procedure, block and position in the block.
    pub(super) failing: FxHashSet<(ProcId, BlockId, usize)>,
    pub(super) can_err: bool,
    pub(super) can_be_unsupported: bool,
}

impl Findings {
    /// Nothing is executed.
    pub(super) fn none(program: &Program) -> Findings {
        let executed = vec![false; program.sources.n_origins()];
        let blocks = |procedure: &Procedure| vec![Passage::default(); procedure.blocks.len()];
        let blocks = program.procedures.iter().map(blocks).collect();
        let failing = FxHashSet::default();
        Findings { executed, blocks, failing, can_err: false, can_be_unsupported: false }
    }

    /// Whether a command (a condition, a call) of this origin can be executed. If not, no execution does, except
    /// perhaps behind a construct that was not translated.
    pub fn can_be_executed(&self, origin: OriginId) -> bool {
        self.executed.get(origin.0 as usize).copied().unwrap_or(true)
    }

    /// Whether an execution can come to the end of a block. If not, none does, except perhaps behind a construct that
    /// was not translated.
    pub fn can_end(&self, procedure: ProcId, block: BlockId) -> bool {
        self.passage(procedure, block).ends
    }

    /// Whether an execution can begin a block.
    pub fn can_begin(&self, procedure: ProcId, block: BlockId) -> bool {
        self.passage(procedure, block).begins
    }

    /// Whether the condition of the branch at the end of a block can be `truth`.
    pub fn can_branch(&self, procedure: ProcId, block: BlockId, truth: bool) -> bool {
        self.passage(procedure, block).branches[usize::from(!truth)]
    }

    /// Whether the assumption at a position in a block can fail.
    pub fn can_fail(&self, procedure: ProcId, block: BlockId, position: usize) -> bool {
        self.failing.contains(&(procedure, block, position))
    }

    fn passage(&self, procedure: ProcId, block: BlockId) -> Passage {
        self.blocks[procedure.0 as usize][block.0 as usize]
    }

    pub(super) fn passage_mut(&mut self, procedure: ProcId, block: BlockId) -> &mut Passage {
        &mut self.blocks[procedure.0 as usize][block.0 as usize]
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
