//! Which statements of the user's an execution has covered.

use faultscope_ir::{Instruction, OriginId, OriginKind, Program, Terminator};
use rustc_hash::FxHashSet;

use crate::closed::Covered;

/// What an execution has covered.
#[derive(Debug, Clone, Default)]
pub struct Coverage {
    /// Statements, each perhaps more than once.
    pub statements: Vec<OriginId>,
    /// Conditions, with a way that was gone.
    pub ways: Vec<(OriginId, bool)>,
}

/// What of the user's code is among what was executed. Of a branch into a block that others lead to as well, the way counts as
/// gone if both were executed.
pub fn coverage(program: &Program, covered: &[Covered]) -> Coverage {
    let begun: FxHashSet<_> = covered.iter().map(|it| (it.procedure, it.block)).collect();
    let is_own = |origin: OriginId| {
        let origin = program.sources.origin(origin);
        !origin.trusted && !origin.kind.is_made() && origin.kind != OriginKind::Requirement
    };
    let mut coverage = Coverage::default();
    for Covered { procedure, block: id, n_instructions } in covered {
        let block = program.procedure(*procedure).block(*id);
        for instruction in block.instructions.iter().take(*n_instructions) {
            match instruction {
                Instruction::Statement(statement) => coverage.statements.push(statement.origin),
                Instruction::Call(call) => {
                    coverage.statements.extend(call.arguments.iter().map(|(_, origin)| *origin));
                    coverage.statements.push(call.origin);
                }
            }
        }
        if let Terminator::Branch { then_block, else_block, origin, .. } = &block.terminator
            && *n_instructions > block.instructions.len()
            && is_own(*origin)
        {
            coverage.statements.push(*origin);
            for (target, way) in [(*then_block, true), (*else_block, false)] {
                if begun.contains(&(*procedure, target)) {
                    coverage.ways.push((*origin, way));
                }
            }
        }
    }
    coverage.statements.retain(|origin| is_own(*origin));
    coverage
}
