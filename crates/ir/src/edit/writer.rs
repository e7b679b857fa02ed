//! Writing all blocks of a procedure.

use crate::command::Command;
use crate::program::{Block, BlockId, Instruction, Terminator};
use crate::source::OriginId;
use crate::term::{Symbol, Term};

/// The blocks of a procedure while they are written: instructions are added to the current block. What was one block may become
/// several; those that are there keep their numbers.
#[derive(Debug, Clone, Default)]
pub struct Writer {
    blocks: Vec<Block>,
    current: usize,
}

impl Writer {
    /// Blocks to be written anew, one after the other.
    pub fn new(blocks: Vec<Block>) -> Writer {
        Writer { blocks, current: 0 }
    }

    /// The number of blocks.
    pub fn n_blocks(&self) -> usize {
        self.blocks.len()
    }

    /// The blocks that were written.
    pub fn into_blocks(self) -> Vec<Block> {
        self.blocks
    }

    /// The blocks that were written so far.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// The block that is being written.
    pub fn current(&self) -> BlockId {
        BlockId(self.current as u32)
    }

    /// Takes out a block and goes on writing in its place.
    pub fn reopen(&mut self, id: BlockId) -> Block {
        self.go_on(id);
        std::mem::replace(&mut self.blocks[self.current], Block::ending(Terminator::Stop))
    }

    /// Goes on writing at the end of a block.
    pub fn go_on(&mut self, id: BlockId) {
        self.current = id.0 as usize;
    }

    /// Adds a block without instructions.
    pub fn add(&mut self, terminator: Terminator) -> BlockId {
        self.blocks.push(Block::ending(terminator));
        BlockId(self.blocks.len() as u32 - 1)
    }

    /// Adds an instruction to the current block.
    pub fn push(&mut self, instruction: Instruction) {
        self.blocks[self.current].instructions.push(instruction);
    }

    /// Adds a command to the current block.
    pub fn command(&mut self, command: Command, origin: OriginId) {
        self.push(Instruction::command(command, origin));
    }

    /// Adds an assignment to the current block.
    pub fn assign(&mut self, variable: Symbol, value: Term, origin: OriginId) {
        self.push(Instruction::assign(variable, value, origin));
    }

    /// Ends the current block.
    pub fn end(&mut self, terminator: Terminator) {
        self.blocks[self.current].terminator = terminator;
    }

    /// Ends the current block and goes on in another one.
    pub fn end_and_go_on(&mut self, terminator: Terminator, next: BlockId) {
        self.end(terminator);
        self.go_on(next);
    }

    /// Goes on, in a new block, only where a condition holds, and else ends in another way. A condition that always holds
    /// needs no block.
    pub fn require(&mut self, condition: Term, origin: OriginId, otherwise: impl FnOnce() -> Terminator) {
        if condition.as_bool() == Some(true) {
            return;
        }
        let then_block = self.add(Terminator::Stop);
        let else_block = self.add(otherwise());
        self.end_and_go_on(Terminator::Branch { condition, then_block, else_block, origin }, then_block);
    }
}
