//! The blocks of a procedure that is being written.

use crate::check::CheckId;
use crate::command::{Command, Place, Statement};
use crate::program::{Block, BlockId, Instruction, Terminator};
use crate::source::OriginId;
use crate::term::{Symbol, Term};

/// Blocks, one of which is open.
pub(super) struct Blocks {
    done: Vec<Block>,
    current: BlockId,
    open: Vec<Instruction>,
    /// The origin of what is put in.
    origin: OriginId,
}

impl Blocks {
    /// So many blocks, of which the first is open.
    pub(super) fn new(n_blocks: usize, origin: OriginId) -> Blocks {
        let done = (0..n_blocks).map(|_| placeholder()).collect();
        Blocks { done, current: BlockId(0), open: Vec::new(), origin }
    }

    /// A further block, to be written later.
    pub(super) fn reserve(&mut self) -> BlockId {
        self.done.push(placeholder());
        BlockId(self.done.len() as u32 - 1)
    }

    /// Opens a block. The one before it was closed.
    pub(super) fn begin(&mut self, block: BlockId) {
        self.current = block;
    }

    /// Adds an instruction to the open block.
    pub(super) fn push(&mut self, instruction: Instruction) {
        self.open.push(instruction);
    }

    /// Adds a command.
    pub(super) fn command(&mut self, command: Command, origin: OriginId) {
        self.push(Instruction::Statement(Statement { command, origin }));
    }

    /// Adds an assignment that the construction needs.
    pub(super) fn assign(&mut self, target: Place, value: Term) {
        self.command(Command::Assign { target, value }, self.origin);
    }

    /// Adds an assignment of a variable that the construction needs.
    pub(super) fn set(&mut self, variable: Symbol, value: Term) {
        self.assign(Place::variable(variable), value);
    }

    /// Closes the open block.
    pub(super) fn close(&mut self, terminator: Terminator) {
        let instructions = std::mem::take(&mut self.open);
        self.done[self.current.0 as usize] = Block { instructions, terminator };
    }

    /// Closes the open block by a branch that the construction needs.
    pub(super) fn branch(&mut self, condition: Term, then_block: BlockId, else_block: BlockId) {
        let origin = self.origin;
        self.close(match condition.as_bool() {
            Some(true) => Terminator::Goto(then_block),
            Some(false) => Terminator::Goto(else_block),
            None => Terminator::Branch { condition, then_block, else_block, origin },
        });
    }

    /// Goes on only where a condition holds; leaves by a terminator elsewhere.
    pub(super) fn leave_unless(&mut self, condition: Term, terminator: Terminator) {
        if condition.as_bool() == Some(true) {
            return;
        }
        let (goes_on, leaves) = (self.reserve(), self.reserve());
        self.branch(condition, goes_on, leaves);
        self.begin(leaves);
        self.close(terminator);
        self.begin(goes_on);
    }

    /// Violates a check where a condition does not hold.
    pub(super) fn require(&mut self, condition: Term, check: CheckId) {
        self.leave_unless(condition, Terminator::Error { check });
    }

    /// The blocks. All were closed.
    pub(super) fn finish(self) -> Vec<Block> {
        self.done
    }
}

/// What stands in the place of a block that was not written yet.
fn placeholder() -> Block {
    Block { instructions: Vec::new(), terminator: Terminator::Stop }
}
