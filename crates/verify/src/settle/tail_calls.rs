//! Calls in tail position as jumps.
//!
//! Where nothing comes behind a call of a procedure to itself but that its results are returned, the variables of the
//! caller are not needed any more, and the call is a loop: parameters are assigned, and the procedure begins again. So recursion of
//! that kind has no depth.
//!
//! What is executed is the same otherwise, with the same inputs in the same order.

use faultscope_ir::term::Derivation;
use faultscope_ir::{
    BlockId, Command, Instruction, Place, ProcId, Procedure, Program, Statement, Symbol, Term, Terminator,
};
use rustc_hash::{FxHashMap, FxHashSet};

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
    let callees = |id: ProcId| {
        let blocks = program.procedure(id).blocks.iter().enumerate();
        blocks.flat_map(|(at, block)| {
            let calls = block.instructions.iter().enumerate().filter_map(|(position, it)| match it {
                Instruction::Call(call) => Some((position, call.callee)),
                Instruction::Statement(_) => None,
            });
            calls.map(move |(position, callee)| (BlockId(at as u32), position, callee))
        })
    };
    let others = callees(id).filter(|(block, position, _)| !except.contains(&(*block, *position)));
    let mut open: Vec<ProcId> = others.map(|(_, _, callee)| callee).collect();
    let mut seen: FxHashSet<ProcId> = open.iter().copied().collect();
    while let Some(at) = open.pop() {
        if at == id {
            return true;
        }
        open.extend(callees(at).map(|(_, _, callee)| callee).filter(|callee| seen.insert(*callee)));
    }
    false
}

/// The position of the last call of a block, if the procedure calls itself there and its results are those of the call.
fn own_tail_call(program: &Program, id: ProcId, block: BlockId) -> Option<usize> {
    let procedure = program.procedure(id);
    let is_own = |symbol: Symbol| {
        program.variables.get(&symbol).and_then(|variable| variable.scope.procedure()) == Some(id)
    };
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
        let copy = parameter.derived(Derivation::Copy(0));
        if let Some(variable) = program.variables.get(&parameter).cloned() {
            program.variables.entry(copy).or_insert(variable);
        }
        let assign = |target: Symbol, value: Term| {
            let command = Command::Assign { target: Place::variable(target), value };
            Instruction::Statement(Statement { command, origin: *origin })
        };
        statements.push(assign(copy, *argument));
        copies.push(assign(parameter, Term::symbol(copy)));
    }
    let block = &mut program.procedures[id.0 as usize].blocks[block.0 as usize];
    block.instructions.truncate(position);
    block.instructions.extend(statements.into_iter().chain(copies));
    block.terminator = Terminator::Goto(Procedure::ENTRY);
}

/// The variables of the procedure's own, other than parameters, that may be read before they are assigned. A call begins with
/// others, which may hold any value; behind a jump they would hold what they held.
pub(crate) fn read_unassigned(program: &Program, id: ProcId) -> FxHashSet<Symbol> {
    let procedure = program.procedure(id);
    let is_own = |symbol: Symbol| {
        let scope = program.variables.get(&symbol).and_then(|variable| variable.scope.procedure());
        scope == Some(id) && !procedure.parameters.contains(&symbol)
    };
    let mut live: Vec<FxHashSet<Symbol>> = vec![FxHashSet::default(); procedure.blocks.len()];
    loop {
        let mut has_changed = false;
        for at in (0..procedure.blocks.len()).rev() {
            let block = &procedure.blocks[at];
            let mut symbols: FxHashSet<Symbol> = match &block.terminator {
                Terminator::Goto(next) => live[next.0 as usize].clone(),
                Terminator::Branch { condition, then_block, else_block, .. } => {
                    let ways = [then_block, else_block].map(|it| live[it.0 as usize].iter().copied());
                    ways.into_iter().flatten().chain(condition.symbols()).collect()
                }
                Terminator::Choose(targets) => {
                    targets.iter().flat_map(|it| live[it.0 as usize].iter().copied()).collect()
                }
                Terminator::Return => procedure.results.iter().copied().collect(),
                Terminator::Stop | Terminator::Error { .. } | Terminator::Unsupported { .. } => {
                    FxHashSet::default()
                }
            };
            for instruction in block.instructions.iter().rev() {
                match instruction {
                    Instruction::Call(call) => {
                        call.results.iter().for_each(|it| _ = symbols.remove(it));
                        symbols.extend(call.arguments.iter().flat_map(|(argument, _)| argument.symbols()));
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
            symbols.retain(|it| is_own(*it));
            if symbols.len() > live[at].len() {
                live[at] = symbols;
                has_changed = true;
            }
        }
        if !has_changed {
            return live.swap_remove(Procedure::ENTRY.0 as usize);
        }
    }
}
