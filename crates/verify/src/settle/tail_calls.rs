//! Calls in tail position as jumps.
//!
//! Where nothing comes behind a call of a procedure to itself but that its results are returned, the variables of the
//! caller are not needed any more, and the call is a loop: parameters are assigned, and the procedure begins again. So recursion of
//! that kind has no depth.
//!
//! What is executed is the same otherwise, with the same inputs in the same order.

use faultscope_ir::graph::{self, read_unassigned};
use faultscope_ir::term::Derivation;
use faultscope_ir::{
    BlockId, Command, Instruction, ProcId, Procedure, Program, Statement, Symbol, Term, Terminator,
};
use rustc_hash::FxHashMap;

/// Replaces calls in tail position that lead back to the procedure, if there are no others that do.
pub(super) fn turn_into_jumps(program: &mut Program) {
    for id in (0..program.procedures.len() as u32).map(ProcId) {
        let blocks = (0..program.procedure(id).blocks.len() as u32).map(BlockId);
        let calls: Vec<(BlockId, usize)> =
            blocks.filter_map(|block| Some((block, own_tail_call(program, id, block)?))).collect();
        let is_left = || calls_back(program, id, &calls) || !read_unassigned(program, id).is_empty();
        if calls.is_empty() || is_left() {
            continue;
        }
        for (block, position) in calls {
            jump(program, id, block, position);
        }
    }
}

/// Whether the procedure is called again from other calls in it than these. Its recursion has a depth then in any case, and one
/// activation is easier to tell of if it has no loop.
fn calls_back(program: &Program, id: ProcId, except: &[(BlockId, usize)]) -> bool {
    let procedure = program.procedure(id);
    let instructions = (0..).map(BlockId).zip(&procedure.blocks).flat_map(|(at, block)| {
        block.instructions.iter().enumerate().map(move |(position, it)| ((at, position), it))
    });
    let others = instructions.filter(|(place, _)| !except.contains(place));
    let callees = others.filter_map(|(_, it)| it.as_call()).map(|call| call.callee);
    graph::reached(callees, |id| program.procedure(id).calls().map(|call| call.callee)).contains(&id)
}

/// The position of the last call of a block, if the procedure calls itself there and its results are those of the call.
fn own_tail_call(program: &Program, id: ProcId, block: BlockId) -> Option<usize> {
    let procedure = program.procedure(id);
    let is_own = |symbol: Symbol| program.owner(symbol) == Some(id);
    let is_call = |it: &Instruction| matches!(it, Instruction::Call(_));
    let position = procedure.block(block).instructions.iter().rposition(is_call)?;
    let Instruction::Call(call) = &procedure.block(block).instructions[position] else { return None };
    if call.callee != id || !call.results.iter().all(|target| is_own(*target)) {
        return None;
    }
    // Which of the call's results a variable holds.
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
                let mut results = procedure.results.iter().enumerate();
                return results.all(|(idx, it)| holds.get(it) == Some(&idx)).then_some(position);
            }
            _ => return None,
        }
    }
    None
}

/// Turns a call of the procedure itself into a jump to its beginning: arguments are assigned to parameters, all at once.
fn jump(program: &mut Program, id: ProcId, block: BlockId, position: usize) {
    let procedure = program.procedure(id);
    let Instruction::Call(call) = procedure.block(block).instructions[position].clone() else { return };
    let mut statements = Vec::new();
    let mut copies = Vec::new();
    for (parameter, (argument, origin)) in procedure.parameters.clone().into_iter().zip(&call.arguments) {
        let copy = program.declare_like(parameter.derived(Derivation::Copy(0)), parameter);
        statements.push(Instruction::assign(copy, *argument, *origin));
        copies.push(Instruction::assign(parameter, Term::symbol(copy), *origin));
    }
    let block = program.procedures[id.0 as usize].block_mut(block);
    block.end_at(position, Terminator::Goto(Procedure::ENTRY));
    block.instructions.extend(statements.into_iter().chain(copies));
}
