//! Variables that hold one constant from the beginning to the end.
//!
//! A variable that is assigned by the first block of the entry alone, which is executed once, and read only behind the last of these
//! assignments, holds the same wherever it is read. `int n = 1000;` at the top of a file is mostly such a one; words about an unknown
//! `n` are much harder than those about a number.

use faultscope_ir::{Command, Instruction, Procedure, Program, Symbol, Term, Terminator};
use rustc_hash::{FxHashMap, FxHashSet};

/// Puts constants in the place of variables that hold one.
pub(super) fn propagate(program: &mut Program) {
    let constants = constants(program);
    if constants.is_empty() {
        return;
    }
    for block in program.blocks_mut() {
        for instruction in &mut block.instructions {
            match instruction {
                Instruction::Statement(statement) => {
                    statement.command = substituted(&statement.command, &constants);
                }
                Instruction::Call(call) => {
                    for (argument, _) in &mut call.arguments {
                        *argument = argument.substitute(&constants);
                    }
                }
            }
        }
        if let Terminator::Branch { condition, .. } = &mut block.terminator {
            *condition = condition.substitute(&constants);
        }
        if let Terminator::Branch { condition, then_block, else_block, .. } = block.terminator
            && let Some(holds) = condition.as_bool()
        {
            block.terminator = Terminator::Goto(if holds { then_block } else { else_block });
        }
    }
}

fn substituted(command: &Command, constants: &FxHashMap<Symbol, Term>) -> Command {
    let mut command = command.clone();
    match &mut command {
        Command::Assign { target, value } => {
            *value = value.substitute(constants);
            target.path.iter_mut().for_each(|index| *index = index.substitute(constants));
        }
        Command::Havoc { target } => {
            target.path.iter_mut().for_each(|index| *index = index.substitute(constants));
        }
        Command::Assume { condition } => *condition = condition.substitute(constants),
    }
    command
}

/// The variables, and what they hold.
fn constants(program: &Program) -> FxHashMap<Symbol, Term> {
    let mut constants = FxHashMap::default();
    if !is_begun_once(program) || !program.axioms.is_empty() {
        return constants;
    }
    let n_assigned = n_assigned(program);
    let mut n_before: FxHashMap<Symbol, u32> = FxHashMap::default();
    let mut read: FxHashSet<Symbol> = FxHashSet::default();
    for instruction in &program.procedure(program.entry).block(Procedure::ENTRY).instructions {
        // What is called may read anything.
        let Instruction::Statement(statement) = instruction else { break };
        match &statement.command {
            Command::Assign { target, value } => {
                read.extend(value.symbols());
                read.extend(target.path.iter().flat_map(|index| index.symbols()));
                let n_before = n_before.entry(target.variable).or_default();
                *n_before += 1;
                let is_last = n_assigned.get(&target.variable) == Some(n_before);
                let is_known = is_last && target.path.is_empty() && value.as_value().is_some();
                if is_known && !read.contains(&target.variable) {
                    constants.insert(target.variable, *value);
                }
            }
            Command::Havoc { target } => read.extend(target.path.iter().flat_map(|index| index.symbols())),
            Command::Assume { condition } => read.extend(condition.symbols()),
        }
    }
    constants.retain(|symbol, _| symbol.sort().array_sorts().is_none());
    constants
}

/// Whether the first block of the entry is executed once.
fn is_begun_once(program: &Program) -> bool {
    let blocks = &program.procedure(program.entry).blocks;
    let comes_back = blocks.iter().any(|block| block.terminator.leads_to(Procedure::ENTRY));
    let mut calls = program.instructions().filter_map(Instruction::as_call);
    !comes_back && !calls.any(|call| call.callee == program.entry)
}

/// How often variables are assigned in the text of a program. Parameters are whenever somebody calls.
fn n_assigned(program: &Program) -> FxHashMap<Symbol, u32> {
    let mut n_assigned: FxHashMap<Symbol, u32> = FxHashMap::default();
    let mut note = |symbol: Symbol| *n_assigned.entry(symbol).or_default() += 1;
    for procedure in &program.procedures {
        procedure.parameters.iter().for_each(|symbol| note(*symbol));
        for instruction in procedure.instructions() {
            match instruction {
                Instruction::Statement(statement) => {
                    statement.command.target().into_iter().for_each(|target| note(target.variable));
                }
                Instruction::Call(call) => call.results.iter().for_each(|symbol| note(*symbol)),
            }
        }
    }
    n_assigned
}
