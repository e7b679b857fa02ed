//! Programs in which uninitialized memory is zero.

use faultscope_ir::{
    Assumption, AssumptionKind, Command, Instruction, OriginKind, Program, Statement, Term, Value,
};

use crate::interpreter::place_sort;

/// A program in which variables and memory hold zero before anything is written to them, as is usual where a program has just
/// started; that is an assumption. Inputs stay open.
pub fn zeroed(mut program: Program) -> Program {
    let Program { procedures, sources, assumptions, .. } = &mut program;
    let blocks = procedures.iter_mut().flat_map(|procedure| &mut procedure.blocks);
    for instruction in blocks.flat_map(|block| &mut block.instructions) {
        let Instruction::Statement(Statement { command, origin }) = instruction else { continue };
        let Command::Havoc { target } = command else { continue };
        if sources.origin(*origin).kind != OriginKind::Input {
            let value = Term::value(Value::zero(place_sort(target)));
            *command = Command::Assign { target: target.clone(), value };
        }
    }
    assumptions.push(Assumption {
        kind: AssumptionKind::UnwrittenMemory,
        subject: None,
        message: "uninitialized memory is zero".to_owned(),
        origin: None,
    });
    program
}
