//! Which variables matter at a point of a program: those that some path from there reads before it assigns them.
//!
//! Procedures are not inlined. A global variable that a procedure may read is read by its calls, none is taken to be assigned by
//! a call, and at the end of a procedure all those matter that matter behind one of its calls.

use std::collections::BTreeSet;

use faultscope_ir::{Block, BlockId, Command, Instruction, ProcId, Procedure, Program, Symbol, Terminator};
use rustc_hash::FxHashSet;

/// What matters where, for all procedures.
pub(super) struct Live {
    /// For each procedure and each block what matters before it.
    blocks: Vec<Vec<BTreeSet<Symbol>>>,
    /// For each procedure the globals that matter behind it.
    behind: Vec<BTreeSet<Symbol>>,
    /// Variables of procedures that are read before they are assigned. What they held at the end of an earlier call matters
    /// everywhere.
    exposed: FxHashSet<Symbol>,
}

impl Live {
    pub(super) fn new(program: &Program) -> Live {
        let sets = |procedure: &Procedure| vec![BTreeSet::new(); procedure.blocks.len()];
        let mut live = Live {
            blocks: program.procedures.iter().map(sets).collect(),
            behind: vec![BTreeSet::new(); program.procedures.len()],
            exposed: FxHashSet::default(),
        };
        while live.pass(program) {}
        for (id, procedure) in program.procedures.iter().enumerate() {
            let Some(entry) = live.blocks[id].first() else { continue };
            let is_exposed = |it: &&Symbol| {
                owner(program, **it) == Some(ProcId(id as u32)) && !procedure.parameters.contains(it)
            };
            live.exposed.extend(entry.iter().filter(is_exposed));
        }
        live
    }

    /// Goes through all blocks once; whether something new was found out.
    fn pass(&mut self, program: &Program) -> bool {
        let mut has_changed = false;
        for (id, procedure) in program.procedures.iter().enumerate() {
            for at in (0..procedure.blocks.len()).rev() {
                let block = &procedure.blocks[at];
                let mut symbols = self.at_end(program, ProcId(id as u32), block);
                for instruction in block.instructions.iter().rev() {
                    if let Instruction::Call(call) = instruction {
                        let behind = &mut self.behind[call.callee.0 as usize];
                        let n_known = behind.len();
                        let results = &call.results;
                        let is_global =
                            |it: &&Symbol| owner(program, **it).is_none() && !results.contains(it);
                        behind.extend(symbols.iter().filter(is_global));
                        has_changed |= behind.len() > n_known;
                    }
                    self.step_back(program, instruction, &mut symbols);
                }
                if symbols.len() > self.blocks[id][at].len() {
                    self.blocks[id][at] = symbols;
                    has_changed = true;
                }
            }
        }
        has_changed
    }

    /// What matters before the end of a block.
    fn at_end(&self, program: &Program, id: ProcId, block: &Block) -> BTreeSet<Symbol> {
        let before = |it: &BlockId| self.blocks[id.0 as usize][it.0 as usize].iter().copied();
        match &block.terminator {
            Terminator::Goto(next) => before(next).collect(),
            Terminator::Branch { condition, then_block, else_block, .. } => {
                before(then_block).chain(before(else_block)).chain(condition.symbols()).collect()
            }
            Terminator::Choose(targets) => targets.iter().flat_map(before).collect(),
            Terminator::Return => {
                let results = program.procedure(id).results.iter().copied();
                results.chain(self.behind[id.0 as usize].iter().copied()).collect()
            }
            Terminator::Stop | Terminator::Error { .. } | Terminator::Unsupported { .. } => BTreeSet::new(),
        }
    }

    /// From what matters behind an instruction to what matters before it.
    fn step_back(&self, program: &Program, instruction: &Instruction, symbols: &mut BTreeSet<Symbol>) {
        match instruction {
            Instruction::Call(call) => {
                call.results.iter().for_each(|it| _ = symbols.remove(it));
                symbols.extend(call.arguments.iter().flat_map(|(argument, _)| argument.symbols()));
                let entry = self.blocks[call.callee.0 as usize].first();
                symbols.extend(entry.into_iter().flatten().filter(|it| owner(program, **it).is_none()));
            }
            Instruction::Statement(statement) => {
                if let Some(target) = statement.command.target() {
                    if target.path.is_empty() {
                        symbols.remove(&target.variable);
                    } else {
                        symbols.insert(target.variable);
                        symbols.extend(target.path.iter().flat_map(|it| it.symbols()));
                    }
                }
                match &statement.command {
                    Command::Assign { value: read, .. } | Command::Assume { condition: read } => {
                        symbols.extend(read.symbols());
                    }
                    Command::Havoc { .. } => {}
                }
            }
        }
    }

    /// What matters at a point of a procedure: in front of this instruction of a block.
    pub(super) fn before(
        &self,
        program: &Program,
        id: ProcId,
        block: BlockId,
        next: usize,
    ) -> BTreeSet<Symbol> {
        if next == 0 {
            return self.blocks[id.0 as usize][block.0 as usize].clone();
        }
        let block = program.procedure(id).block(block);
        let mut symbols = self.at_end(program, id, block);
        for instruction in block.instructions.iter().skip(next).rev() {
            self.step_back(program, instruction, &mut symbols);
        }
        symbols
    }

    /// Variables of procedures whose values outlive their call.
    pub(super) fn exposed(&self) -> &FxHashSet<Symbol> {
        &self.exposed
    }
}

/// The procedure that a variable belongs to; none if it is global.
pub(super) fn owner(program: &Program, symbol: Symbol) -> Option<ProcId> {
    program.variables.get(&symbol).and_then(|variable| variable.scope.procedure())
}
