//! Control-flow graphs under construction.

use faultscope_ir::edit::Writer;
use faultscope_ir::index::IndexSet;
use faultscope_ir::{
    Assumption, AssumptionKind, Block, BlockId, CheckId, Command, Instruction, OriginId, Procedure, Term,
    Terminator,
};

/// The blocks of a procedure; instructions are added to the current one.
pub(super) struct Graph {
    writer: Writer,
    /// What was taken for granted, at a point of a block: what comes there rests on it.
    noted: Vec<(BlockId, usize, Assumption)>,
}

impl Graph {
    /// One empty block.
    pub(super) fn new() -> Graph {
        let mut graph = Graph { writer: Writer::default(), noted: Vec::new() };
        graph.new_block();
        graph
    }

    /// Adds a block that nothing leads to yet. Until it is given an end it returns.
    pub(super) fn new_block(&mut self) -> BlockId {
        self.writer.add(Terminator::Return)
    }

    /// Goes on in another block.
    pub(super) fn begin(&mut self, block: BlockId) {
        self.writer.go_on(block);
    }

    pub(super) fn push(&mut self, instruction: Instruction) {
        self.writer.push(instruction);
    }

    pub(super) fn command(&mut self, command: Command, origin: OriginId) {
        self.writer.command(command, origin);
    }

    pub(super) fn assume(&mut self, condition: Term, origin: OriginId) {
        self.push(Instruction::assume(condition, origin));
    }

    /// Ends the current block. What is added after that is in a new block that nothing leads to.
    pub(super) fn terminate(&mut self, terminator: Terminator) {
        self.writer.end(terminator);
        let next = self.new_block();
        self.begin(next);
    }

    /// Ends the current block with a jump, and goes on there.
    pub(super) fn goto(&mut self, block: BlockId) {
        self.terminate(Terminator::Goto(block));
        self.begin(block);
    }

    /// Goes on where `condition` holds; elsewhere is an error, or for what is not checked the end.
    pub(super) fn check(&mut self, condition: Term, origin: OriginId, check: Option<CheckId>) {
        let then_block = self.new_block();
        let else_block = self.writer.add(check.map_or(Terminator::Stop, |check| Terminator::Error { check }));
        let branch = Terminator::Branch { condition, then_block, else_block, origin };
        self.writer.end_and_go_on(branch, then_block);
    }

    /// Notes a choice that the next command rests on.
    pub(super) fn note(&mut self, kind: AssumptionKind, subject: &str, message: String) {
        let assumption = Assumption { kind, subject: Some(subject.to_owned()), message, origin: None };
        let current = self.writer.current();
        let n_instructions = self.writer.blocks()[current.0 as usize].instructions.len();
        self.noted.push((current, n_instructions, assumption));
    }

    /// The choices, each with the command that rests on it.
    pub(super) fn assumptions(&mut self) -> Vec<Assumption> {
        let noted = std::mem::take(&mut self.noted);
        let settle = |(block, instruction, assumption): (BlockId, usize, Assumption)| {
            let origin = self.command_at(block, instruction);
            Assumption { origin, ..assumption }
        };
        noted.into_iter().map(settle).collect()
    }

    /// The origin of the first command from a point of a block on; of the last one before it where the path ends there.
    fn command_at(&self, block: BlockId, instruction: usize) -> Option<OriginId> {
        let (mut block, mut from) = (block, instruction);
        // Bounded, since empty loops go in circles.
        for _ in 0..self.writer.n_blocks() {
            let Block { instructions, terminator } = &self.writer.blocks()[block.0 as usize];
            if let Some(next) = instructions.get(from..).and_then(<[Instruction]>::first) {
                return Some(origin(next));
            }
            match terminator {
                Terminator::Goto(next) => (block, from) = (*next, 0),
                Terminator::Branch { origin, .. } | Terminator::Unsupported { origin, .. } => {
                    return Some(*origin);
                }
                _ => return instructions.last().map(origin),
            }
        }
        None
    }

    /// Adds instructions at the very start of the procedure.
    pub(super) fn prepend(&mut self, instructions: Vec<Instruction>) {
        let current = self.writer.current();
        let first = self.writer.reopen(Procedure::ENTRY);
        instructions.into_iter().chain(first.instructions).for_each(|it| self.writer.push(it));
        self.writer.end_and_go_on(first.terminator, current);
    }

    /// The blocks that can be reached, numbered anew.
    pub(super) fn finish(self) -> Vec<Block> {
        in_order(self.writer.into_blocks())
    }
}

/// The blocks that can be reached, in the order of a breadth-first walk.
fn in_order(mut blocks: Vec<Block>) -> Vec<Block> {
    let mut order: IndexSet<BlockId> = IndexSet::from_iter([Procedure::ENTRY]);
    let mut next = 0;
    while let Some(block) = order.get_index(next) {
        next += 1;
        order.extend(blocks[block.0 as usize].terminator.successors());
    }
    let number = |block: BlockId| order.get_index_of(&block).expect("a successor of a reachable block");
    let reachable = order.iter().map(|block| {
        let mut block = std::mem::replace(&mut blocks[block.0 as usize], Block::ending(Terminator::Stop));
        block.terminator.retarget(|target| BlockId(number(target) as u32));
        block
    });
    reachable.collect()
}

fn origin(instruction: &Instruction) -> OriginId {
    match instruction {
        Instruction::Statement(statement) => statement.origin,
        Instruction::Call(call) => call.arguments.first().map_or(call.origin, |(_, origin)| *origin),
    }
}
