//! The blocks of a procedure of a product, while they are written.

use crate::check::CheckId;
use crate::command::{Command, Place};
use crate::edit::Writer;
use crate::program::{Block, BlockId, Instruction, Terminator};
use crate::source::OriginId;
use crate::term::{Symbol, Term};

/// A [`Writer`] that knows the origin of what the construction adds.
pub(super) struct Blocks {
    writer: Writer,
    origin: OriginId,
}

impl Blocks {
    /// Reserves so many blocks, and opens the first.
    pub(super) fn new(n_blocks: usize, origin: OriginId) -> Blocks {
        let blocks = (0..n_blocks).map(|_| Block::ending(Terminator::Stop)).collect();
        Blocks { writer: Writer::new(blocks), origin }
    }

    /// Reserves a further block, to be written later.
    pub(super) fn reserve(&mut self) -> BlockId {
        self.writer.add(Terminator::Stop)
    }

    /// Opens a block. The one before it was closed.
    pub(super) fn begin(&mut self, block: BlockId) {
        self.writer.go_on(block);
    }

    /// Adds an instruction to the open block.
    pub(super) fn push(&mut self, instruction: Instruction) {
        self.writer.push(instruction);
    }

    /// Adds a command.
    pub(super) fn command(&mut self, command: Command, origin: OriginId) {
        self.writer.command(command, origin);
    }

    /// Adds an assignment that the construction needs.
    pub(super) fn assign(&mut self, target: Place, value: Term) {
        self.command(Command::Assign { target, value }, self.origin);
    }

    /// Adds an assignment of a variable that the construction needs.
    pub(super) fn set(&mut self, variable: Symbol, value: Term) {
        self.writer.assign(variable, value, self.origin);
    }

    /// Closes the open block.
    pub(super) fn close(&mut self, terminator: Terminator) {
        self.writer.end(terminator);
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

    /// Goes on only where a condition holds, and leaves by a terminator elsewhere.
    pub(super) fn leave_unless(&mut self, condition: Term, terminator: Terminator) {
        self.writer.require(condition, self.origin, || terminator);
    }

    /// Violates a check where a condition does not hold.
    pub(super) fn require(&mut self, condition: Term, check: CheckId) {
        self.leave_unless(condition, Terminator::Error { check });
    }

    /// Returns the blocks. All were closed.
    pub(super) fn finish(self) -> Vec<Block> {
        self.writer.into_blocks()
    }
}
