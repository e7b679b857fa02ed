//! Calls in tail position as jumps.
//!
//! Where nothing comes behind a call of a procedure to itself but that its results are returned, the variables of the
//! caller are not needed any more, and the call is a loop: parameters are assigned, and the procedure begins again. So recursion of
//! that kind has no depth. Where two procedures call each other in this way, a copy of the second is put into the first
//! before.
//!
//! What is executed is the same otherwise, with the same inputs in the same order.

use faultscope_ir::program::{Scope, Variable};
use faultscope_ir::term::Derivation;
use faultscope_ir::{
    Block, BlockId, Command, Instruction, Place, ProcId, Procedure, Program, Statement, Symbol, Term,
    Terminator,
};
use rustc_hash::FxHashMap;

/// Replaces calls in tail position that lead back to the procedure.
pub(super) fn turn_into_jumps(program: &mut Program) {
    for id in (0..program.procedures.len() as u32).map(ProcId) {
        let callees: Vec<(BlockId, ProcId)> = tail_calls(program, id);
        for (number, (block, callee)) in callees.into_iter().enumerate() {
            if callee != id && tail_calls(program, callee).iter().any(|(_, it)| *it == id) {
                inline(program, id, block, callee, number);
            }
        }
        for (block, callee) in tail_calls(program, id) {
            if callee == id {
                jump(program, id, block);
            }
        }
    }
}

/// The blocks whose last call is in tail position, with what they call.
fn tail_calls(program: &Program, id: ProcId) -> Vec<(BlockId, ProcId)> {
    let blocks = (0..program.procedure(id).blocks.len() as u32).map(BlockId);
    blocks.filter_map(|block| Some((block, tail_call(program, id, block)?.callee))).collect()
}

/// A call whose results are those of the procedure.
struct TailCall {
    /// Its position in its block.
    position: usize,
    callee: ProcId,
    /// For each result of the procedure which of the callee's it is.
    results: Vec<usize>,
}

fn tail_call(program: &Program, id: ProcId, block: BlockId) -> Option<TailCall> {
    let procedure = program.procedure(id);
    let is_own = |symbol: Symbol| {
        program.variables.get(&symbol).and_then(|variable| variable.scope.procedure()) == Some(id)
    };
    let is_call = |it: &Instruction| matches!(it, Instruction::Call(_));
    let position = procedure.block(block).instructions.iter().rposition(is_call)?;
    let Instruction::Call(call) = &procedure.block(block).instructions[position] else { return None };
    if !call.results.iter().all(|target| is_own(*target)) {
        return None;
    }
    // Which of the callee's results a variable holds.
    let mut holds: FxHashMap<Symbol, usize> =
        call.results.iter().enumerate().map(|(idx, target)| (*target, idx)).collect();
    let (mut at, mut from) = (block, position + 1);
    for _ in 0..=procedure.blocks.len() {
        for instruction in &procedure.block(at).instructions[from..] {
            let Instruction::Statement(Statement { command: Command::Assign { target, value }, .. }) =
                instruction
            else {
                return None;
            };
            if !target.path.is_empty() || !is_own(target.variable) {
                return None;
            }
            match value.as_symbol().and_then(|it| holds.get(&it).copied()) {
                Some(result) => holds.insert(target.variable, result),
                None => holds.remove(&target.variable),
            };
        }
        match procedure.block(at).terminator {
            Terminator::Goto(next) => (at, from) = (next, 0),
            Terminator::Return => {
                let results: Option<Vec<usize>> =
                    procedure.results.iter().map(|it| holds.get(it).copied()).collect();
                return Some(TailCall { position, callee: call.callee, results: results? });
            }
            _ => return None,
        }
    }
    None
}

/// Assigns arguments to parameters, all at once, behind the first instructions of a block, and leads it to another block.
fn lead(
    program: &mut Program,
    id: ProcId,
    block: BlockId,
    position: usize,
    parameters: &[Symbol],
    to: BlockId,
) {
    let Instruction::Call(call) = program.procedure(id).block(block).instructions[position].clone() else {
        return;
    };
    let mut statements = Vec::new();
    let mut copies = Vec::new();
    for (parameter, (argument, origin)) in parameters.iter().zip(&call.arguments) {
        let copy = parameter.derived(Derivation::Copy(0));
        if let Some(variable) = program.variables.get(parameter).cloned() {
            program.variables.entry(copy).or_insert(variable);
        }
        let assign = |target: Symbol, value: Term| {
            let command = Command::Assign { target: Place::variable(target), value };
            Instruction::Statement(Statement { command, origin: *origin })
        };
        statements.push(assign(copy, *argument));
        copies.push(assign(*parameter, Term::symbol(copy)));
    }
    let block = &mut program.procedures[id.0 as usize].blocks[block.0 as usize];
    block.instructions.truncate(position);
    block.instructions.extend(statements.into_iter().chain(copies));
    block.terminator = Terminator::Goto(to);
}

/// Turns a call of the procedure itself into a jump to its beginning.
fn jump(program: &mut Program, id: ProcId, block: BlockId) {
    let Some(call) = tail_call(program, id, block) else { return };
    if !call.results.iter().enumerate().all(|(idx, result)| idx == *result) {
        return;
    }
    let parameters = program.procedure(id).parameters.clone();
    lead(program, id, block, call.position, &parameters, Procedure::ENTRY);
}

/// Puts a copy of the callee in the place of a call in tail position.
fn inline(program: &mut Program, id: ProcId, block: BlockId, callee: ProcId, number: usize) {
    let Some(call) = tail_call(program, id, block) else { return };
    // Variables of the copy are variables of the caller.
    let mut copies: FxHashMap<Symbol, Symbol> = FxHashMap::default();
    let own: Vec<Symbol> = program.variables.keys().copied().collect();
    for symbol in own {
        let variable = &program.variables[&symbol];
        let scope = match variable.scope {
            Scope::Local(it) if it == callee => Scope::Local(id),
            Scope::Temporary(it) if it == callee => Scope::Temporary(id),
            _ => continue,
        };
        let copy = symbol.derived(Derivation::Copy(number + 1));
        let variable = Variable { scope, ..variable.clone() };
        program.variables.insert(copy, variable);
        copies.insert(symbol, copy);
    }
    let symbol = |it: Symbol| copies.get(&it).copied().unwrap_or(it);
    let term = |it: Term| it.rewrite(&mut |it| copies.get(&it).map(|copy| Term::symbol(*copy)));
    let place = |it: &Place| Place {
        variable: symbol(it.variable),
        path: it.path.iter().map(|index| term(*index)).collect(),
    };
    let offset = program.procedure(id).blocks.len() as u32;
    let target = |it: BlockId| BlockId(it.0 + offset);
    let procedure = program.procedure(callee).clone();
    let results = program.procedure(id).results.clone();
    let call_origin = match &program.procedure(id).block(block).instructions[call.position] {
        Instruction::Call(call) => call.origin,
        Instruction::Statement(statement) => statement.origin,
    };
    let blocks = procedure.blocks.iter().map(|block| {
        let mut instructions: Vec<Instruction> = block
            .instructions
            .iter()
            .map(|instruction| match instruction {
                Instruction::Statement(statement) => {
                    let command = match &statement.command {
                        Command::Assign { target, value } => {
                            Command::Assign { target: place(target), value: term(*value) }
                        }
                        Command::Havoc { target } => Command::Havoc { target: place(target) },
                        Command::Assume { condition } => Command::Assume { condition: term(*condition) },
                    };
                    Instruction::Statement(Statement { command, origin: statement.origin })
                }
                Instruction::Call(call) => {
                    let mut call = call.clone();
                    for (argument, _) in &mut call.arguments {
                        *argument = term(*argument);
                    }
                    for result in &mut call.results {
                        *result = symbol(*result);
                    }
                    Instruction::Call(call)
                }
            })
            .collect();
        let terminator = match &block.terminator {
            Terminator::Goto(next) => Terminator::Goto(target(*next)),
            Terminator::Branch { condition, then_block, else_block, origin } => Terminator::Branch {
                condition: term(*condition),
                then_block: target(*then_block),
                else_block: target(*else_block),
                origin: *origin,
            },
            Terminator::Choose(targets) => Terminator::Choose(targets.iter().map(|it| target(*it)).collect()),
            Terminator::Return => {
                for (result, from) in results.iter().zip(&call.results) {
                    let value = Term::symbol(symbol(procedure.results[*from]));
                    let command = Command::Assign { target: Place::variable(*result), value };
                    instructions.push(Instruction::Statement(Statement { command, origin: call_origin }));
                }
                Terminator::Return
            }
            other => other.clone(),
        };
        Block { instructions, terminator }
    });
    let blocks: Vec<Block> = blocks.collect();
    let parameters: Vec<Symbol> = procedure.parameters.iter().map(|it| symbol(*it)).collect();
    program.procedures[id.0 as usize].blocks.extend(blocks);
    lead(program, id, block, call.position, &parameters, target(Procedure::ENTRY));
}
