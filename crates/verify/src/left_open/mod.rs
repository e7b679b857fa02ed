//! Does an error rest on values that the library fixes and its models leave open?
//!
//! A model of the library may allow more results than the function gives ([`AssumptionKind::LeftOpen`]). An error is *confirmed*
//! if it happens whichever of these results are the right ones: with the inputs of its trace, every execution of the program ends
//! in an error.
//!
//! 1. A trace without such a result is confirmed.
//! 2. The program with the inputs [fixed](fixed_inputs) is executed by the [closed machine](crate::closed), to which the open
//!    results are unknown. Where it ends in an error, nothing unknown has decided anything.
//! 3. Where an open result decides something, the verifiers are asked for an execution of that program which ends otherwise: as
//!    it should, at an assumption, or where something is not translated. The error is confirmed if there is none.

mod fixed_inputs;

use faultscope_ir::program::{Instruction, Terminator};
use faultscope_ir::{AssumptionKind, Block, Check, Command, OriginId, ProcId, Program, Property, Statement};
use faultscope_solver::Limits;
use rustc_hash::FxHashSet;

use crate::ErrorTrace;
use crate::ask::{Question, ask};
use crate::closed::{Closed, Progress};
use crate::limits::{LEFT_OPEN_EFFORT, STEPS_OF_A_STEP};
use crate::portfolio::PortfolioConfig;
use crate::undefined::ask_at;
use fixed_inputs::{made_origin, with_inputs_of};

/// Whether models leave something open in a program that its one execution might decide. One that begins with whatever a
/// precondition allows has many.
pub fn leaves_open(program: &Program) -> bool {
    let is_refused = |block: &Block| matches!(block.terminator, Terminator::Unsupported { .. });
    !program.rests_on(AssumptionKind::Precondition)
        && (program.rests_on(AssumptionKind::LeftOpen) || program.blocks().any(is_refused))
}

/// The error traces that are [confirmed](is_confirmed).
pub fn confirmed(
    program: &Program,
    traces: &[ErrorTrace],
    config: &PortfolioConfig,
    limits: &Limits,
) -> Vec<ErrorTrace> {
    traces.iter().filter(|trace| is_confirmed(program, trace, config, limits)).cloned().collect()
}

/// Whether an error happens whatever the values are that models of the library leave open.
pub fn is_confirmed(
    program: &Program,
    error: &ErrorTrace,
    config: &PortfolioConfig,
    limits: &Limits,
) -> bool {
    let open = open_origins(program);
    // Of a long execution only the end is there; the closed machine has found it, to which open values were unknown.
    if error.skipped > 0 || !error.trace.steps.iter().any(|step| open.contains(&step.origin)) {
        return true;
    }
    let Some(fixed) = with_inputs_of(program, error, &open) else { return false };
    if ends_in_error(without_bounds(&fixed, &open), error, limits) {
        return true;
    }
    let Some(otherwise) = ending_otherwise(fixed, &open) else { return false };
    let limits = limits.with_effort(limits.scaled(LEFT_OPEN_EFFORT));
    ask(&Question::new(&otherwise, &config.for_one_trace()), &limits, &mut ()).is_safe()
}

/// The program in which an execution ends where a value is chosen that the library fixes: its errors rest on none.
pub fn without_open_values(program: &Program) -> Program {
    let open = open_origins(program);
    let mut program = program.clone();
    let is_open = |it: &Instruction| match it {
        Instruction::Statement(Statement { command: Command::Havoc { .. }, origin }) => open.contains(origin),
        _ => false,
    };
    for block in program.blocks_mut() {
        if let Some(at) = block.instructions.iter().position(is_open) {
            block.end_at(at, Terminator::Stop);
        }
    }
    program
}

/// The origins of commands that choose values which the library fixes, or bound such values.
fn open_origins(program: &Program) -> FxHashSet<OriginId> {
    let open = program.assumptions.iter().filter(|it| it.kind == AssumptionKind::LeftOpen);
    open.filter_map(|it| it.origin).collect()
}

/// Whether the one execution of a program ends in an error.
fn ends_in_error(program: Program, error: &ErrorTrace, limits: &Limits) -> bool {
    let mut closed = Closed::new(&program);
    let n_steps = 1_000 + STEPS_OF_A_STEP * error.trace.len() as u64;
    matches!(closed.go_on(n_steps, limits), Ok(Progress::Error(_)))
}

/// The program in which open values have no bounds.
fn without_bounds(program: &Program, open: &FxHashSet<OriginId>) -> Program {
    let mut program = program.clone();
    for block in program.blocks_mut() {
        block.instructions.retain(|it| assumed(it).is_none_or(|origin| !open.contains(&origin)));
    }
    program
}

/// The program in which the errors are the ends of executions that lead to no error; none where it cannot be said.
fn ending_otherwise(mut program: Program, open: &FxHashSet<OriginId>) -> Option<Program> {
    let entry = program.entry;
    if program.instructions().filter_map(Instruction::as_call).any(|call| call.callee == entry) {
        return None;
    }
    let origin = made_origin(&mut program)?;
    let message = "an execution without an error".to_owned();
    let check =
        program.add_check(Check { property: Property::UnreachCall, condition: None, origin, message });
    let end = Terminator::Error { check };
    for (number, procedure) in program.procedures.iter_mut().enumerate() {
        let is_entry = ProcId(number as u32) == entry;
        for block in &mut procedure.blocks {
            let is_end = match block.terminator {
                Terminator::Error { .. } => {
                    block.terminator = Terminator::Stop;
                    false
                }
                Terminator::Stop | Terminator::Unsupported { .. } => true,
                Terminator::Return => is_entry,
                Terminator::Goto(_) | Terminator::Branch { .. } | Terminator::Choose(_) => false,
            };
            if is_end {
                block.terminator = end.clone();
            }
        }
        let mut idx = 0;
        while let Some(Block { instructions, .. }) = procedure.blocks.get(idx) {
            let is_asked = |it: &Instruction| assumed(it).is_some_and(|origin| !open.contains(&origin));
            if let Some(at) = instructions.iter().position(is_asked) {
                ask_at(procedure, idx, at, end.clone());
            }
            idx += 1;
        }
    }
    Some(program)
}

/// The origin of an assumption.
fn assumed(instruction: &Instruction) -> Option<OriginId> {
    match instruction {
        Instruction::Statement(Statement { command: Command::Assume { .. }, origin }) => Some(*origin),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
