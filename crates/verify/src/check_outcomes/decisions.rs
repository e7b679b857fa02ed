//! Where it is decided whether an execution comes to an error location.

use faultscope_ir::{BlockId, Instruction, ProcId, Procedure, Program};
use rustc_hash::FxHashSet;

/// A block of a procedure.
pub(super) type Point = (ProcId, BlockId);

/// The ways into every block and procedure.
pub(super) struct Decisions<'a> {
    program: &'a Program,
    /// For each block of each procedure those that may come before it.
    predecessors: Vec<Vec<Vec<BlockId>>>,
    /// For each procedure the blocks that call it.
    callers: Vec<Vec<Point>>,
}

impl<'a> Decisions<'a> {
    pub(super) fn new(program: &'a Program) -> Decisions<'a> {
        let predecessors = program.procedures.iter().map(Procedure::predecessors).collect();
        let mut callers = vec![Vec::new(); program.procedures.len()];
        for (id, procedure) in (0..).map(ProcId).zip(&program.procedures) {
            for (here, block) in (0..).map(BlockId).zip(&procedure.blocks) {
                for call in block.instructions.iter().filter_map(Instruction::as_call) {
                    callers[call.callee.0 as usize].push((id, here));
                }
            }
        }
        Decisions { program, predecessors, callers }
    }

    /// The blocks at whose end it is decided whether an execution comes to one of the error locations of a check: one
    /// way on leads there and nowhere else, another does not. Where all executions come there, the program's start.
    pub(super) fn about(&self, errors: &[Point]) -> Vec<Point> {
        let mut only: FxHashSet<Point> = FxHashSet::default();
        let mut candidates: Vec<Point> = Vec::new();
        let mut open: Vec<Point> = errors.to_vec();
        while let Some(point @ (procedure, block)) = open.pop() {
            if !only.insert(point) {
                continue;
            }
            if block == Procedure::ENTRY {
                open.extend(self.callers[procedure.0 as usize].iter().copied());
                candidates.extend((procedure == self.program.entry).then_some(point));
            }
            for before in &self.predecessors[procedure.0 as usize][block.0 as usize] {
                let mut successors = self.program.procedure(procedure).successors(*before);
                if successors.all(|it| only.contains(&(procedure, it))) {
                    open.push((procedure, *before));
                } else {
                    candidates.push((procedure, *before));
                }
            }
        }
        let start = (self.program.entry, Procedure::ENTRY);
        candidates.retain(|it| *it == start || !only.contains(it));
        candidates.sort_unstable();
        candidates.dedup();
        candidates
    }
}
