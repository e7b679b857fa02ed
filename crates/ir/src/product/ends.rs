//! Which programs end, and which procedures end them, as the text shows.

use crate::graph::{has_cycle, predecessors, reachable};
use crate::program::{ProcId, Procedure, Program, Terminator};

/// Whether each execution ends, because no procedure that is reached has a loop or calls itself.
///
/// A product says nothing of a changed version that never ends; where the version always ends it shows the same in full.
pub fn always_ends(program: &Program) -> bool {
    let n_procedures = program.procedures.len();
    let callees = |id: ProcId| program.procedure(id).calls().map(|it| it.callee);
    let is_reached = reachable(n_procedures, [program.entry], callees);
    let mut reached = program.procedures.iter().zip(is_reached).filter(|(_, is_reached)| *is_reached);
    !has_cycle(n_procedures, [program.entry], callees) && reached.all(|(procedure, _)| !has_loop(procedure))
}

fn has_loop(procedure: &Procedure) -> bool {
    has_cycle(procedure.blocks.len(), [Procedure::ENTRY], |id| procedure.successors(id))
}

/// The procedures that may return because the program has ended. Primitives do not.
pub(super) fn may_end(program: &Program) -> Vec<bool> {
    let n_procedures = program.procedures.len();
    let is_followed = |id: ProcId| program.procedure(id).primitive.is_none();
    let stops = |it: &Procedure| it.blocks.iter().any(|block| block.terminator == Terminator::Stop);
    let callers = predecessors(n_procedures, |id: ProcId| program.procedure(id).calls().map(|it| it.callee));
    let ids = (0..n_procedures as u32).map(ProcId);
    let ends = ids.filter(|id| is_followed(*id) && stops(program.procedure(*id)));
    let callers_of = |id: ProcId| callers[id.0 as usize].iter().copied().filter(|it| is_followed(*it));
    reachable(n_procedures, ends, callers_of)
}
