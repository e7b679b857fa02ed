//! Changing programs: what every rewriter of control-flow graphs needs, once.
//!
//! Two kinds of rewriters:
//! * Those that change a few places call [`Procedure::split`], [`Procedure::insert`], [`Procedure::require`],
//!   [`Procedure::begin_with`] and [`Block::end_at`]. New blocks are added behind the others, so that blocks that are there
//!   keep their numbers.
//! * Those that write every block anew use a [`Writer`].
//!
//! The first block of a procedure may be the target of a jump; [`Procedure::begin_with`] knows that.
//! Names and origins of what is added: [`Program::declare`], [`Variable::internal`], [`SourceMap::derive`], [`Origin::made`].

mod writer;

pub use writer::Writer;

use crate::command::{Command, Place, Statement};
use crate::program::{Block, BlockId, Display, Instruction, Procedure, Program, Scope, Terminator, Variable};
use crate::source::{FileId, Origin, OriginId, OriginKind, ProgramPart, SourceMap, Span};
use crate::term::{Symbol, Term};

impl Instruction {
    /// A command.
    pub fn command(command: Command, origin: OriginId) -> Instruction {
        Instruction::Statement(Statement { command, origin })
    }

    /// `variable := value`.
    pub fn assign(variable: Symbol, value: Term, origin: OriginId) -> Instruction {
        Instruction::command(Command::Assign { target: Place::variable(variable), value }, origin)
    }

    /// `havoc variable`.
    pub fn havoc(variable: Symbol, origin: OriginId) -> Instruction {
        Instruction::command(Command::Havoc { target: Place::variable(variable) }, origin)
    }

    /// `assume condition`.
    pub fn assume(condition: Term, origin: OriginId) -> Instruction {
        Instruction::command(Command::Assume { condition }, origin)
    }
}

impl Terminator {
    /// Gives the end other targets.
    pub fn retarget(&mut self, mut target: impl FnMut(BlockId) -> BlockId) {
        match self {
            Terminator::Goto(block) => *block = target(*block),
            Terminator::Branch { then_block, else_block, .. } => {
                *then_block = target(*then_block);
                *else_block = target(*else_block);
            }
            Terminator::Choose(blocks) => blocks.iter_mut().for_each(|block| *block = target(*block)),
            Terminator::Return
            | Terminator::Stop
            | Terminator::Error { .. }
            | Terminator::Unsupported { .. } => {}
        }
    }

    /// Takes the end away; a [`Stop`](Terminator::Stop) is left.
    #[must_use]
    pub fn take(&mut self) -> Terminator {
        std::mem::replace(self, Terminator::Stop)
    }
}

impl Block {
    /// A block without instructions.
    pub fn ending(terminator: Terminator) -> Block {
        Block { instructions: Vec::new(), terminator }
    }

    /// Lets the block end in front of an instruction.
    pub fn end_at(&mut self, at: usize, terminator: Terminator) {
        self.instructions.truncate(at);
        self.terminator = terminator;
    }

    /// Puts other instructions in the place of each: those that `write` adds to the list.
    pub fn rewrite(&mut self, mut write: impl FnMut(Instruction, &mut Vec<Instruction>)) {
        let before = std::mem::take(&mut self.instructions);
        self.instructions.reserve(before.len());
        before.into_iter().for_each(|instruction| write(instruction, &mut self.instructions));
    }
}

impl Procedure {
    /// The block of an id of this procedure.
    pub fn block_mut(&mut self, id: BlockId) -> &mut Block {
        &mut self.blocks[id.0 as usize]
    }

    /// Adds a block without instructions, to which nothing leads yet.
    pub fn add_block(&mut self, terminator: Terminator) -> BlockId {
        self.blocks.push(Block::ending(terminator));
        BlockId(self.blocks.len() as u32 - 1)
    }

    /// Moves the instructions from a position on, with the end, to a new block, to which the old one jumps. Jumps to the
    /// block still lead to its beginning.
    pub fn split(&mut self, id: BlockId, at: usize) -> BlockId {
        let rest = BlockId(self.blocks.len() as u32);
        let block = self.block_mut(id);
        let instructions = block.instructions.split_off(at);
        let terminator = std::mem::replace(&mut block.terminator, Terminator::Goto(rest));
        self.blocks.push(Block { instructions, terminator });
        rest
    }

    /// Puts instructions in front of an instruction.
    pub fn insert(&mut self, id: BlockId, at: usize, instructions: impl IntoIterator<Item = Instruction>) {
        self.block_mut(id).instructions.splice(at..at, instructions);
    }

    /// Lets execution go on in front of an instruction only where a condition holds, and else end in another way. What comes
    /// behind stands in the block that is returned.
    pub fn require(
        &mut self,
        id: BlockId,
        at: usize,
        (condition, origin): (Term, OriginId),
        otherwise: Terminator,
    ) -> BlockId {
        let rest = self.split(id, at);
        let fails = self.add_block(otherwise);
        self.block_mut(id).terminator =
            Terminator::Branch { condition, then_block: rest, else_block: fails, origin };
        rest
    }

    /// Puts instructions at the very beginning, in a block of their own: jumps that led back to the first block do not
    /// execute them again.
    pub fn begin_with(&mut self, instructions: Vec<Instruction>) {
        if instructions.is_empty() {
            return;
        }
        let moved = self.split(Procedure::ENTRY, 0);
        for block in &mut self.blocks[1..] {
            block.terminator.retarget(|it| if it == Procedure::ENTRY { moved } else { it });
        }
        self.block_mut(Procedure::ENTRY).instructions = instructions;
    }
}

impl Program {
    /// The blocks of all procedures.
    pub fn blocks(&self) -> impl Iterator<Item = &Block> {
        self.procedures.iter().flat_map(|procedure| &procedure.blocks)
    }

    /// The blocks of all procedures, to be changed.
    pub fn blocks_mut(&mut self) -> impl Iterator<Item = &mut Block> {
        self.procedures.iter_mut().flat_map(|procedure| &mut procedure.blocks)
    }

    /// The instructions of all procedures.
    pub fn instructions(&self) -> impl Iterator<Item = &Instruction> {
        self.blocks().flat_map(|block| &block.instructions)
    }

    /// Makes a variable known, if it is not known yet.
    pub fn declare(&mut self, symbol: Symbol, variable: Variable) -> Symbol {
        self.variables.entry(symbol).or_insert(variable);
        symbol
    }

    /// Makes a variable known that is like another one in everything but its symbol.
    pub fn declare_like(&mut self, symbol: Symbol, like: Symbol) -> Symbol {
        match self.variables.get(&like).cloned() {
            Some(variable) => self.declare(symbol, variable),
            None => symbol,
        }
    }
}

impl Variable {
    /// A global variable that a rewriter adds.
    pub fn internal(name: impl Into<String>, display: Display) -> Variable {
        Variable { name: name.into(), scope: Scope::Internal, display, length: None, bits: None }
    }
}

impl SourceMap {
    /// Adds an origin that is like another one but for what `change` changes.
    pub fn derive(&mut self, id: OriginId, change: impl FnOnce(&mut Origin)) -> OriginId {
        let mut origin = self.origin(id).clone();
        change(&mut origin);
        self.add_origin(origin)
    }
}

impl Origin {
    /// An origin of commands that stand nowhere in the source and are never a finding.
    pub fn made(file: FileId, function: impl Into<String>) -> Origin {
        Origin {
            kind: OriginKind::Lowering,
            span: Span { file, line: 1, column: 1, end_line: 1, end_column: 1 },
            expansions: Vec::new(),
            definitions: Vec::new(),
            text: String::new(),
            function: function.into(),
            place: None,
            trusted: true,
            part: ProgramPart::default(),
        }
    }
}
