//! Whether a program without errors has executions that were not followed because what they do is undefined.
//!
//! Where nobody asks for a check of memory, an execution ends at an access outside of its object, and what would come behind
//! it is not looked at. That is an assumption; where an execution is found that breaks it, that none of the others goes wrong
//! says little. A division by zero ends the execution on the machine, too.

use faultscope_ir::program::{Instruction, Terminator};
use faultscope_ir::{BlockId, Check, Command, Origin, OriginKind, Procedure, Program, Property, Statement};
use faultscope_solver::Limits;

use crate::ask::{Question, ask};
use crate::portfolio::PortfolioConfig;
use crate::{ErrorTrace, UnknownReason};

/// An execution that ends where it does something undefined.
#[derive(Debug, Clone)]
pub struct UndefinedExecution {
    /// The program with an error there, and at all places of the kind.
    pub program: Program,
    /// The execution, which leads to that error.
    pub error: ErrorTrace,
}

/// Why a program without errors is not safe, if an execution is found that ends where it does something undefined.
///
/// One that ends where a division has no result does not count: it ends there on the machine.
pub fn ends_undefined(program: &Program, config: &PortfolioConfig, limits: &Limits) -> Option<UnknownReason> {
    let asked = asking(program, |origin| origin.kind == OriginKind::Requirement)?;
    let UndefinedExecution { program, error } = found(asked, config, limits)?;
    Some(UnknownReason::Undefined { origin: program.check(error.trace.check).origin })
}

/// An execution of a program without errors that ends where it does something undefined, divisions without a result
/// included, if one is found.
pub fn undefined_execution(
    program: &Program,
    config: &PortfolioConfig,
    limits: &Limits,
) -> Option<UndefinedExecution> {
    found(asking(program, Origin::is_requirement)?, config, limits)
}

fn found(asked: Program, config: &PortfolioConfig, limits: &Limits) -> Option<UndefinedExecution> {
    let error = ask(&Question::new(&asked, &config.for_one_trace()), limits, &mut ()).into_error()?;
    Some(UndefinedExecution { program: asked, error })
}

/// The program with an error wherever an execution ends because something does not hold that operations need, and that is
/// asked for; none where there is no such place.
fn asking(program: &Program, is_asked: impl Fn(&Origin) -> bool) -> Option<Program> {
    let requirement = |program: &Program, instruction: &Instruction| match instruction {
        Instruction::Statement(Statement { command: Command::Assume { .. }, origin }) => {
            is_asked(program.sources.origin(*origin)).then_some(*origin)
        }
        _ => None,
    };
    if !program.instructions().any(|it| requirement(program, it).is_some()) {
        return None;
    }
    let mut asked = program.clone();
    let mut procedures = std::mem::take(&mut asked.procedures);
    for procedure in &mut procedures {
        let mut idx = 0;
        while let Some(block) = procedure.blocks.get(idx) {
            let found = block.instructions.iter().position(|it| requirement(&asked, it).is_some());
            if let Some(at) = found
                && let Some(origin) = requirement(&asked, &block.instructions[at])
            {
                let message = "something undefined that is not checked".to_owned();
                let check = Check { property: Property::DefinedOperation, condition: None, origin, message };
                let check = asked.add_check(check);
                ask_at(procedure, idx, at, Terminator::Error { check });
            }
            idx += 1;
        }
    }
    asked.procedures = procedures;
    Some(asked)
}

/// Lets the block at an index lead to a violation where the assumption at a position does not hold, and else to a block
/// with what comes behind it.
pub(crate) fn ask_at(procedure: &mut Procedure, idx: usize, at: usize, violation: Terminator) {
    let removed = procedure.blocks[idx].instructions.remove(at);
    let Instruction::Statement(Statement { command: Command::Assume { condition }, origin }) = removed else {
        unreachable!("an assumption stands there");
    };
    procedure.require(BlockId(idx as u32), at, (condition, origin), violation);
}
