//! Whether a function that is called as its precondition asks for is called at all.
//!
//! Where the precondition cannot be fulfilled, or only with larger arrays than are looked at, no execution gets to the function, and
//! that none of them goes wrong says nothing.

use faultscope_ir::program::{Instruction, Terminator};
use faultscope_ir::{AssumptionKind, Check, OriginId, OriginKind, Program, Property};
use faultscope_solver::Limits;

use crate::UnknownReason;
use crate::Verdict;
use crate::ask::{Question, ask};
use crate::portfolio::PortfolioConfig;

/// Why a program without errors is not safe, if it calls a function as its precondition asks for, and nothing fulfils that.
pub fn never_called(program: &Program, config: &PortfolioConfig, limits: &Limits) -> Option<UnknownReason> {
    let function = called_by_precondition(program)?;
    let is_entered = is_entered(program, function, config, limits)?;
    (!is_entered).then(|| UnknownReason::NeverCalled { function: function.to_owned() })
}

/// The function that a program calls as its precondition asks for, if it does that.
pub fn called_by_precondition(program: &Program) -> Option<&str> {
    let kind = AssumptionKind::Precondition;
    program.assumptions.iter().find(|it| it.kind == kind).and_then(|it| it.subject.as_deref())
}

/// Whether some execution gets to the call of a function by the program's entry; none where that is not decided.
pub fn is_entered(
    program: &Program,
    function: &str,
    config: &PortfolioConfig,
    limits: &Limits,
) -> Option<bool> {
    let mut asked = program.clone();
    let call = asked_origin(&asked, function)?;
    let origin = asked.sources.derive(call, |origin| origin.kind = OriginKind::Assertion);
    let message = format!("`{function}` is called");
    let check = asked.add_check(Check { property: Property::Assertions, condition: None, origin, message });
    let is_it: Vec<bool> = asked.procedures.iter().map(|it| it.name == function).collect();
    let entry = asked.entry.0 as usize;
    for block in &mut asked.procedures[entry].blocks {
        let call = block
            .instructions
            .iter()
            .position(|it| matches!(it, Instruction::Call(call) if is_it[call.callee.0 as usize]));
        if let Some(call) = call {
            block.end_at(call, Terminator::Error { check });
        }
    }
    match ask(&Question::new(&asked, &config.for_one_trace()), limits, &mut ()).verdict {
        Verdict::Safe => Some(false),
        Verdict::Fails(_) => Some(true),
        Verdict::Open(_) => None,
    }
}

/// Where the call of the function stands.
fn asked_origin(program: &Program, function: &str) -> Option<OriginId> {
    let mut calls = program.procedure(program.entry).calls();
    calls.find(|call| program.procedure(call.callee).name == function).map(|call| call.origin)
}
