//! Whether a program without errors has executions that were not followed because what they do is undefined.
//!
//! Where nobody asks for a check of memory, an execution ends at an access outside of its object, and what would come behind
//! it is not looked at. That is an assumption; where an execution is found that breaks it, that none of the others goes wrong
//! says little. A division by zero ends the execution on the machine, too.

use faultscope_ir::program::{Instruction, Terminator};
use faultscope_ir::{
    Block, BlockId, Check, Command, OriginId, OriginKind, Procedure, Program, Property, Statement,
};
use faultscope_solver::Limits;

use crate::abstract_interpretation::AbstractInterpretationBounds;
use crate::portfolio::{PortfolioAnswer, PortfolioConfig, portfolio};
use crate::settle::settle;
use crate::{ErrorTrace, UnknownReason};

/// Why a program without errors is not safe, if an execution is found that ends where it does something undefined.
pub fn ends_undefined(program: &Program, config: &PortfolioConfig, limits: &Limits) -> Option<UnknownReason> {
    let (_, origin) = undefined_execution(program, config, limits)?;
    Some(UnknownReason::Undefined { origin })
}

/// An execution of a program without errors that ends where it does something undefined, if one is found, and where that is.
/// The execution ends with a check that the program does not have.
pub fn undefined_execution(
    program: &Program,
    config: &PortfolioConfig,
    limits: &Limits,
) -> Option<(ErrorTrace, OriginId)> {
    let asked = asking(program)?;
    let settled = settle(&asked, &AbstractInterpretationBounds::default(), limits);
    let answer = portfolio(&settled.program, config, limits, &mut ()).answer;
    let PortfolioAnswer::Unsafe { traces, .. } = answer else { return None };
    let execution = traces.into_iter().next()?;
    let origin = asked.check(execution.trace.check).origin;
    Some((execution, origin))
}

/// The program with an error wherever an execution ends because something does not hold that operations need; none where
/// there is no such place.
fn asking(program: &Program) -> Option<Program> {
    let mut asked = program.clone();
    let n_checks = asked.checks.len();
    let mut procedures = std::mem::take(&mut asked.procedures);
    for procedure in &mut procedures {
        let mut idx = 0;
        while let Some(block) = procedure.blocks.get(idx) {
            let found = block.instructions.iter().position(|it| requirement(&asked, it).is_some());
            if let Some(at) = found
                && let Some(origin) = requirement(&asked, &block.instructions[at])
            {
                let message = "what is undefined".to_owned();
                let check = Check { property: Property::DefinedOperation, condition: None, origin, message };
                let check = asked.add_check(check);
                ask_at(procedure, idx, at, Terminator::Error { check });
            }
            idx += 1;
        }
    }
    asked.procedures = procedures;
    (asked.checks.len() > n_checks).then_some(asked)
}

/// The origin of an instruction that ends an execution where an operation is undefined.
fn requirement(program: &Program, instruction: &Instruction) -> Option<OriginId> {
    let Instruction::Statement(Statement { command: Command::Assume { .. }, origin }) = instruction else {
        return None;
    };
    (program.sources.origin(*origin).kind == OriginKind::Requirement).then_some(*origin)
}

/// Lets the block at an index lead to a violation where the assumption at a position does not hold, and else to a block
/// with what comes behind it.
fn ask_at(procedure: &mut Procedure, idx: usize, at: usize, violation: Terminator) {
    let n_blocks = procedure.blocks.len() as u32;
    let (next, fails) = (BlockId(n_blocks), BlockId(n_blocks + 1));
    let block = &mut procedure.blocks[idx];
    let rest = block.instructions.split_off(at + 1);
    let asked = block.instructions.pop();
    let Some(Instruction::Statement(Statement { command: Command::Assume { condition }, origin })) = asked
    else {
        unreachable!("an assumption stands there");
    };
    let branch = Terminator::Branch { condition, then_block: next, else_block: fails, origin };
    let terminator = std::mem::replace(&mut block.terminator, branch);
    procedure.blocks.push(Block { instructions: rest, terminator });
    procedure.blocks.push(Block { instructions: Vec::new(), terminator: violation });
}
