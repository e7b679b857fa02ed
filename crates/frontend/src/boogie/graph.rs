//! Control-flow graphs under construction.

use faultscope_ir::{
    Assumption, AssumptionKind, Block, BlockId, CheckId, Command, Instruction, OriginId, Statement, Term,
    Terminator,
};

/// The blocks of a procedure; instructions are added to the current one.
pub(super) struct Graph {
    blocks: Vec<Block>,
    current: BlockId,
    /// What was taken for granted, at a point of a block: what comes there rests on it.
    noted: Vec<(BlockId, usize, Assumption)>,
}

impl Graph {
    /// One empty block.
    pub(super) fn new() -> Graph {
        let mut graph = Graph { blocks: Vec::new(), current: BlockId(0), noted: Vec::new() };
        graph.new_block();
        graph
    }

    /// Adds a block that nothing leads to yet. Until it is given an end it returns.
    pub(super) fn new_block(&mut self) -> BlockId {
        self.blocks.push(Block { instructions: Vec::new(), terminator: Terminator::Return });
        BlockId(self.blocks.len() as u32 - 1)
    }

    /// Goes on in another block.
    pub(super) fn begin(&mut self, block: BlockId) {
        self.current = block;
    }

    pub(super) fn push(&mut self, instruction: Instruction) {
        self.current_block().instructions.push(instruction);
    }

    pub(super) fn command(&mut self, command: Command, origin: OriginId) {
        self.push(Instruction::Statement(Statement { command, origin }));
    }

    pub(super) fn assume(&mut self, condition: Term, origin: OriginId) {
        self.command(Command::Assume { condition }, origin);
    }

    /// Ends the current block. What is added after that is in a new block that nothing leads to.
    pub(super) fn terminate(&mut self, terminator: Terminator) {
        self.current_block().terminator = terminator;
        self.current = self.new_block();
    }

    /// Ends the current block with a jump, and goes on there.
    pub(super) fn goto(&mut self, block: BlockId) {
        self.terminate(Terminator::Goto(block));
        self.begin(block);
    }

    /// Goes on where `condition` holds; elsewhere is an error, or for what is not checked the end.
    pub(super) fn check(&mut self, condition: Term, origin: OriginId, check: Option<CheckId>) {
        let (then_block, else_block) = (self.new_block(), self.new_block());
        self.terminate(Terminator::Branch { condition, then_block, else_block, origin });
        self.begin(else_block);
        self.terminate(check.map_or(Terminator::Stop, |check| Terminator::Error { check }));
        self.begin(then_block);
    }

    /// Notes a choice that the next command rests on.
    pub(super) fn note(&mut self, kind: AssumptionKind, subject: &str, message: String) {
        let assumption = Assumption { kind, subject: Some(subject.to_owned()), message, origin: None };
        let n_instructions = self.current_block().instructions.len();
        self.noted.push((self.current, n_instructions, assumption));
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
        for _ in 0..self.blocks.len() {
            let Block { instructions, terminator } = &self.blocks[block.0 as usize];
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

    fn current_block(&mut self) -> &mut Block {
        &mut self.blocks[self.current.0 as usize]
    }

    /// Adds instructions at the very start of the procedure.
    pub(super) fn prepend(&mut self, instructions: Vec<Instruction>) {
        self.blocks[0].instructions.splice(0..0, instructions);
    }

    /// The blocks that can be reached, numbered anew.
    pub(super) fn finish(self) -> Vec<Block> {
        let mut order = vec![BlockId(0)];
        let mut renamed = vec![None; self.blocks.len()];
        renamed[0] = Some(BlockId(0));
        let mut next = 0;
        while let Some(block) = order.get(next).copied() {
            next += 1;
            for successor in self.blocks[block.0 as usize].terminator.successors() {
                let known = &mut renamed[successor.0 as usize];
                if known.is_none() {
                    *known = Some(BlockId(order.len() as u32));
                    order.push(successor);
                }
            }
        }
        let mut blocks: Vec<Option<Block>> = self.blocks.into_iter().map(Some).collect();
        let rename = |block: BlockId| renamed[block.0 as usize].expect("a successor of a reachable block");
        let reachable = order.iter().filter_map(|block| blocks[block.0 as usize].take());
        reachable.map(|block| Block { terminator: renumber(block.terminator, &rename), ..block }).collect()
    }
}

fn origin(instruction: &Instruction) -> OriginId {
    match instruction {
        Instruction::Statement(statement) => statement.origin,
        Instruction::Call(call) => call.arguments.first().map_or(call.origin, |(_, origin)| *origin),
    }
}

fn renumber(terminator: Terminator, rename: &dyn Fn(BlockId) -> BlockId) -> Terminator {
    match terminator {
        Terminator::Goto(block) => Terminator::Goto(rename(block)),
        Terminator::Branch { condition, then_block, else_block, origin } => Terminator::Branch {
            condition,
            then_block: rename(then_block),
            else_block: rename(else_block),
            origin,
        },
        Terminator::Choose(blocks) => Terminator::Choose(blocks.into_iter().map(rename).collect()),
        end => end,
    }
}
