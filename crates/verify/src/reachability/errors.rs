//! Code that is only there to get to the error location.

use std::collections::BTreeSet;

use faultscope_ir::index::IndexMap;
use faultscope_ir::{
    Block, BlockId, Command, Instruction, OriginId, ProcId, Procedure, Program, Terminator, graph,
};

use super::OriginStatement;

/// The statements from which every path of the control-flow graph, through calls and returns, leads to an error
/// location: none of them to the program's end, to a stop or round for ever. To be asked of the program without fixes.
///
/// Code that only comes behind an error location is not among them, as nothing gets there in any case.
pub fn leads_only_to_errors(program: &Program) -> BTreeSet<OriginStatement> {
    let mut graph = Graph::new(program);
    graph.find_returns();
    graph.find_other_ends();
    let reachable = graph.reachable_blocks();
    graph.find_continued(&reachable);
    let mut avoids: IndexMap<OriginStatement, bool> = IndexMap::default();
    for (id, block) in &reachable {
        let mut note = |origin, can_avoid: bool| {
            if let Some(statement) = OriginStatement::of(program, origin) {
                *avoids.entry(statement).or_insert(false) |= can_avoid;
            }
        };
        let code = graph.block(*id, *block);
        let n_executed = graph.n_executed(code);
        for (at, instruction) in code.instructions.iter().enumerate().take(n_executed) {
            let before = graph.avoids(*id, *block, at);
            match instruction {
                Instruction::Statement(statement) => note(statement.origin, before),
                Instruction::Call(call) => {
                    call.arguments.iter().for_each(|(_, origin)| note(*origin, before));
                    if graph.returns(call.callee) {
                        note(call.origin, graph.avoids(*id, *block, at + 1));
                    }
                }
            }
        }
        if n_executed == code.instructions.len()
            && graph.passes(code, 0)
            && let Some(origin) = super::origin_of_terminator(program, &code.terminator)
        {
            note(origin, graph.avoids(*id, *block, n_executed));
        }
    }
    avoids.into_iter().filter(|(_, can_avoid)| !can_avoid).map(|(statement, _)| statement).collect()
}

/// The blocks to whose end a path of the control-flow graph leads, through calls and returns.
pub(crate) fn reachable_ends(program: &Program) -> BTreeSet<(ProcId, BlockId)> {
    let mut graph = Graph::new(program);
    graph.find_returns();
    let reachable = graph.reachable_blocks().into_iter();
    reachable.filter(|(id, block)| graph.passes(graph.block(*id, *block), 0)).collect()
}

/// The origins of what a path of the control-flow graph comes to.
pub(crate) fn reachable_origins(program: &Program) -> Vec<OriginId> {
    let mut graph = Graph::new(program);
    graph.find_returns();
    let blocks = graph.reachable_blocks();
    let origins = blocks.iter().flat_map(|(id, block)| {
        let code = graph.block(*id, *block);
        let instructions = code.instructions.iter().flat_map(super::origins_of_instruction);
        instructions.chain(super::origin_of_terminator(program, &code.terminator))
    });
    origins.collect()
}

/// What paths through each procedure can do, by procedure and block.
struct Graph<'a> {
    program: &'a Program,
    /// Whether a path from the block's beginning returns from the procedure.
    returns: Vec<Vec<bool>>,
    /// Whether a path from the block's beginning ends without an error, or never, before it returns.
    ends: Vec<Vec<bool>>,
    /// Whether a path from some call's end gets by the errors.
    continued: Vec<bool>,
}

impl<'a> Graph<'a> {
    fn new(program: &'a Program) -> Self {
        let all = |value: bool| -> Vec<Vec<bool>> {
            program.procedures.iter().map(|procedure| vec![value; procedure.blocks.len()]).collect()
        };
        let mut continued = vec![false; program.procedures.len()];
        continued[program.entry.0 as usize] = true;
        Graph { program, returns: all(false), ends: all(true), continued }
    }

    fn block(&self, id: ProcId, block: BlockId) -> &'a Block {
        let program = self.program;
        program.procedure(id).block(block)
    }

    fn returns(&self, callee: ProcId) -> bool {
        self.returns[callee.0 as usize].first().copied().unwrap_or(false)
    }

    fn ends(&self, callee: ProcId) -> bool {
        self.ends[callee.0 as usize].first().copied().unwrap_or(false)
    }

    /// The number of instructions that are executed at most, those behind a call that does not return being none.
    fn n_executed(&self, block: &Block) -> usize {
        let is_last = |instruction: &Instruction| match instruction {
            Instruction::Call(call) => !self.returns(call.callee),
            Instruction::Statement(statement) => is_false(&statement.command),
        };
        let last = block.instructions.iter().position(is_last);
        last.map_or(block.instructions.len(), |last| last + 1)
    }

    /// Whether a path goes on from an instruction to the block's end.
    fn passes(&self, block: &Block, from: usize) -> bool {
        block.instructions[from..].iter().all(|instruction| match instruction {
            Instruction::Call(call) => self.returns(call.callee),
            Instruction::Statement(statement) => !is_false(&statement.command),
        })
    }

    fn returns_from(&self, id: ProcId, block: BlockId, from: usize) -> bool {
        let code = self.block(id, block);
        let known = &self.returns[id.0 as usize];
        self.passes(code, from)
            && (matches!(code.terminator, Terminator::Return)
                || successors(&code.terminator).iter().any(|next| known[next.0 as usize]))
    }

    fn ends_from(&self, id: ProcId, block: BlockId, from: usize) -> bool {
        let code = self.block(id, block);
        for instruction in &code.instructions[from..] {
            match instruction {
                Instruction::Call(call) if self.ends(call.callee) => return true,
                Instruction::Call(call) if !self.returns(call.callee) => return false,
                Instruction::Statement(statement) if is_false(&statement.command) => return true,
                Instruction::Call(_) | Instruction::Statement(_) => {}
            }
        }
        match &code.terminator {
            Terminator::Stop | Terminator::Unsupported { .. } => true,
            Terminator::Error { .. } | Terminator::Return => false,
            other => successors(other).iter().any(|next| self.ends[id.0 as usize][next.0 as usize]),
        }
    }

    /// Whether a path from an instruction gets by the errors.
    fn avoids(&self, id: ProcId, block: BlockId, from: usize) -> bool {
        self.ends_from(id, block, from)
            || (self.continued[id.0 as usize] && self.returns_from(id, block, from))
    }

    fn blocks(&self) -> Vec<(ProcId, BlockId)> {
        let procedures = self.program.procedures.iter().enumerate();
        let blocks = procedures.flat_map(|(id, procedure)| {
            // Later blocks tend to come later in paths, and answers spread backwards.
            (0..procedure.blocks.len()).rev().map(move |block| (ProcId(id as u32), BlockId(block as u32)))
        });
        blocks.collect()
    }

    /// The least fixpoint.
    fn find_returns(&mut self) {
        let blocks = self.blocks();
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for (id, block) in &blocks {
                let known = self.returns[id.0 as usize][block.0 as usize];
                if !known && self.returns_from(*id, *block, 0) {
                    self.returns[id.0 as usize][block.0 as usize] = true;
                    changed = true;
                }
            }
        }
    }

    /// The greatest fixpoint, since going round for ever is no error.
    fn find_other_ends(&mut self) {
        let blocks = self.blocks();
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for (id, block) in &blocks {
                let known = self.ends[id.0 as usize][block.0 as usize];
                if known && !self.ends_from(*id, *block, 0) {
                    self.ends[id.0 as usize][block.0 as usize] = false;
                    changed = true;
                }
            }
        }
    }

    /// The blocks on paths from the program's entry.
    fn reachable_blocks(&self) -> Vec<(ProcId, BlockId)> {
        let first = |id: ProcId| {
            let is_there = !self.program.procedure(id).blocks.is_empty();
            is_there.then_some((id, Procedure::ENTRY))
        };
        let reached = graph::reached(first(self.program.entry), |(id, block)| {
            let code = self.block(id, block);
            let executed = &code.instructions[..self.n_executed(code)];
            let calls = executed.iter().filter_map(Instruction::as_call);
            let next = if self.passes(code, 0) { successors(&code.terminator) } else { Vec::new() };
            let next = next.into_iter().map(move |next| (id, next));
            calls.filter_map(move |call| first(call.callee)).chain(next)
        });
        let mut reached: Vec<(ProcId, BlockId)> = reached.into_iter().collect();
        reached.sort_unstable();
        reached
    }

    /// Finds the procedures from whose return a path gets by the errors.
    fn find_continued(&mut self, reachable: &[(ProcId, BlockId)]) {
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for (id, block) in reachable {
                let code = self.block(*id, *block);
                for (at, instruction) in code.instructions.iter().enumerate().take(self.n_executed(code)) {
                    if let Instruction::Call(call) = instruction
                        && !self.continued[call.callee.0 as usize]
                        && self.avoids(*id, *block, at + 1)
                    {
                        self.continued[call.callee.0 as usize] = true;
                        changed = true;
                    }
                }
            }
        }
    }
}

fn is_false(command: &Command) -> bool {
    matches!(command, Command::Assume { condition } if condition.as_bool() == Some(false))
}

/// The blocks that can come next, where constants do not decide otherwise.
fn successors(terminator: &Terminator) -> Vec<BlockId> {
    match terminator {
        Terminator::Branch { condition, then_block, else_block, .. } => match condition.as_bool() {
            Some(true) => vec![*then_block],
            Some(false) => vec![*else_block],
            None => vec![*then_block, *else_block],
        },
        other => other.successors().collect(),
    }
}
