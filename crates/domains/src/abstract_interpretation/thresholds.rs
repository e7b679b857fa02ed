//! The numbers at which widening stops: constants of the program, and their neighbours.

use crate::limits::MAX_THRESHOLDS;
use faultscope_ir::term::visit_all;
use faultscope_ir::{Command, Instruction, Program, Term, TermKind, Terminator, Value};

/// The thresholds of a program, ascending.
pub(crate) fn thresholds(program: &Program) -> Vec<i128> {
    let mut numbers = vec![0];
    visit_all(&terms(program), &mut |term| {
        let number = match term.kind() {
            TermKind::Const(Value::Bits(width, bits)) => {
                // The offset of a pointer.
                let offset =
                    width.checked_sub(32).filter(|it| *it > 0).map(|width| bits & ((1 << width) - 1));
                numbers.extend(offset.and_then(|offset| i128::try_from(offset).ok()));
                term.as_value().and_then(Value::as_signed)
            }
            TermKind::Const(Value::Int(number)) => i128::try_from(number).ok(),
            _ => None,
        };
        numbers.extend(number);
    });
    numbers.sort_unstable();
    numbers.dedup();
    let step = numbers.len().div_ceil(MAX_THRESHOLDS).max(1);
    let thinned = numbers.into_iter().step_by(step);
    let mut thresholds: Vec<i128> =
        thinned.flat_map(|it| [it.saturating_sub(1), it, it.saturating_add(1)]).collect();
    thresholds.sort_unstable();
    thresholds.dedup();
    thresholds
}

/// All terms that the program evaluates.
fn terms(program: &Program) -> Vec<Term> {
    let mut terms = Vec::new();
    for block in program.blocks() {
        for instruction in &block.instructions {
            match instruction {
                Instruction::Statement(statement) => match &statement.command {
                    Command::Assign { value, .. } => terms.push(*value),
                    Command::Assume { condition } => terms.push(*condition),
                    Command::Havoc { .. } => {}
                },
                Instruction::Call(call) => terms.extend(call.arguments.iter().map(|(argument, _)| *argument)),
            }
        }
        if let Terminator::Branch { condition, .. } = &block.terminator {
            terms.push(*condition);
        }
    }
    terms
}
