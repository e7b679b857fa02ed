//! Live variables: those that some path from a point reads before it assigns them.
//!
//! Procedures are not inlined. A global variable that a procedure may read is read by its calls, none is taken to be assigned by
//! a call, and at the end of a procedure all those are live that are live behind one of its calls.

use std::collections::BTreeSet;

use crate::program::{Block, BlockId, Call, Instruction, ProcId, Procedure, Program, Terminator};
use crate::term::Symbol;

/// The live variables of all procedures.
#[derive(Debug)]
pub struct Liveness {
    /// For each procedure and each block the variables that are live before it.
    blocks: Vec<Vec<BTreeSet<Symbol>>>,
    /// For each procedure the globals that are live behind it.
    behind: Vec<BTreeSet<Symbol>>,
    /// Variables of procedures, other than parameters, that are live where the procedure begins.
    exposed: BTreeSet<Symbol>,
}

impl Liveness {
    /// The live variables of a program.
    pub fn new(program: &Program) -> Liveness {
        let sets = |procedure: &Procedure| vec![BTreeSet::new(); procedure.blocks.len()];
        let mut live = Liveness {
            blocks: program.procedures.iter().map(sets).collect(),
            behind: vec![BTreeSet::new(); program.procedures.len()],
            exposed: BTreeSet::new(),
        };
        while live.pass(program) {}
        for (id, procedure) in program.procedures.iter().enumerate() {
            let Some(entry) = live.blocks[id].first() else { continue };
            let is_exposed = |it: &&Symbol| is_own(program, ProcId(id as u32), procedure, **it);
            live.exposed.extend(entry.iter().filter(is_exposed));
        }
        live
    }

    /// Goes through all blocks once; returns whether a set has grown.
    fn pass(&mut self, program: &Program) -> bool {
        let mut has_changed = false;
        for (id, procedure) in program.procedures.iter().enumerate() {
            for at in (0..procedure.blocks.len()).rev() {
                let block = &procedure.blocks[at];
                let mut symbols = self.at_end(ProcId(id as u32), procedure, block);
                for instruction in block.instructions.iter().rev() {
                    if let Instruction::Call(call) = instruction {
                        let behind = &mut self.behind[call.callee.0 as usize];
                        let n_known = behind.len();
                        let results = &call.results;
                        let is_global = |it: &&Symbol| program.owner(**it).is_none() && !results.contains(it);
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

    fn at_end(&self, id: ProcId, procedure: &Procedure, block: &Block) -> BTreeSet<Symbol> {
        let mut symbols = at_end(procedure, block, &self.blocks[id.0 as usize]);
        if matches!(block.terminator, Terminator::Return) {
            symbols.extend(&self.behind[id.0 as usize]);
        }
        symbols
    }

    fn step_back(&self, program: &Program, instruction: &Instruction, symbols: &mut BTreeSet<Symbol>) {
        step_back(instruction, symbols);
        if let Instruction::Call(Call { callee, .. }) = instruction {
            let entry = self.blocks[callee.0 as usize].first();
            symbols.extend(entry.into_iter().flatten().filter(|it| program.owner(**it).is_none()));
        }
    }

    /// The variables that are live at a point of a procedure: in front of this instruction of a block.
    pub fn before(&self, program: &Program, id: ProcId, block: BlockId, next: usize) -> BTreeSet<Symbol> {
        if next == 0 {
            return self.blocks[id.0 as usize][block.0 as usize].clone();
        }
        let procedure = program.procedure(id);
        let block = procedure.block(block);
        let mut symbols = self.at_end(id, procedure, block);
        for instruction in block.instructions.iter().skip(next).rev() {
            self.step_back(program, instruction, &mut symbols);
        }
        symbols
    }

    /// The variables of procedures, other than parameters, that are read before they are assigned: the value at the end of one
    /// call matters to the next one.
    pub fn exposed(&self) -> &BTreeSet<Symbol> {
        &self.exposed
    }
}

/// The [exposed](Liveness::exposed) variables of one procedure.
pub fn read_unassigned(program: &Program, id: ProcId) -> BTreeSet<Symbol> {
    let procedure = program.procedure(id);
    let mut live = vec![BTreeSet::new(); procedure.blocks.len()];
    let mut has_changed = true;
    while std::mem::take(&mut has_changed) {
        for (at, block) in procedure.blocks.iter().enumerate().rev() {
            let mut symbols = at_end(procedure, block, &live);
            block.instructions.iter().rev().for_each(|it| step_back(it, &mut symbols));
            symbols.retain(|it| is_own(program, id, procedure, *it));
            if symbols.len() > live[at].len() {
                live[at] = symbols;
                has_changed = true;
            }
        }
    }
    live.swap_remove(Procedure::ENTRY.0 as usize)
}

fn is_own(program: &Program, id: ProcId, procedure: &Procedure, symbol: Symbol) -> bool {
    program.owner(symbol) == Some(id) && !procedure.parameters.contains(&symbol)
}

/// The variables that are live before the end of a block; those that callers read left out.
fn at_end(procedure: &Procedure, block: &Block, before: &[BTreeSet<Symbol>]) -> BTreeSet<Symbol> {
    let successors = block.terminator.successors();
    let mut symbols: BTreeSet<Symbol> =
        successors.flat_map(|next| before[next.0 as usize].iter().copied()).collect();
    match &block.terminator {
        Terminator::Branch { condition, .. } => symbols.extend(condition.symbols()),
        Terminator::Return => symbols.extend(&procedure.results),
        _ => {}
    }
    symbols
}

/// From the variables that are live behind an instruction to those before it; those that a callee reads left out.
fn step_back(instruction: &Instruction, symbols: &mut BTreeSet<Symbol>) {
    match instruction {
        Instruction::Call(call) => {
            call.results.iter().for_each(|it| _ = symbols.remove(it));
            symbols.extend(call.arguments.iter().flat_map(|(argument, _)| argument.symbols()));
        }
        Instruction::Statement(statement) => {
            match statement.command.overwritten() {
                Some(variable) => _ = symbols.remove(&variable),
                None => symbols.extend(statement.command.target().map(|target| target.variable)),
            }
            symbols.extend(statement.command.terms().flat_map(|term| term.symbols()));
        }
    }
}
