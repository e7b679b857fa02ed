//! Evidence that no choice at a statement avoids every error.
//!
//! That one fix leaves an error says nothing of others. What counts are finitely many paths from one execution of the statement to
//! an error on which every choice loses (theory.md, *Repairs all through it and enough alone*). Two cases of these are recognized:
//! the paths of the error traces that were seen, with all positions of the statement, where an execution comes to it for the first
//! time in a state in which each value stays on one of them; and for a branch the two paths behind one state.

use faultscope_ir::eval::eval;
use faultscope_ir::{OriginKind, Program, Span, Step, Symbol, Terminator, Trace, Value};
use faultscope_solver::Limits;
use faultscope_verify::ErrorTrace;
use rustc_hash::{FxHashMap, FxHashSet};

use super::instrument::{is_at_statement, passes};
use crate::recording::Recording;

/// An execution of a changed program that still fails.
#[derive(Debug, Clone)]
pub struct RemainingError {
    /// The changed program.
    pub program: Program,
    /// The execution.
    pub error: ErrorTrace,
}

/// Whether an execution of an instrumented program goes through its changed statement, or comes to where no value repairs.
pub(super) fn is_through(program: &Program, trace: &Trace) -> bool {
    passes(trace) > 0 || is_at_statement(program, trace)
}

/// Whether an execution that comes to where no value repairs has not executed the statement before.
pub(super) fn is_first_execution(trace: &Trace) -> bool {
    passes(trace) == 0
}

/// What variables hold at the end of an execution, as far as it says; none where one name stands for variables of several
/// activations.
pub(super) fn last_state(error: &ErrorTrace) -> Option<FxHashMap<Symbol, Value>> {
    let mut procedures = FxHashSet::default();
    if !error.trace.frames.iter().all(|frame| procedures.insert(frame.procedure)) {
        return None;
    }
    let mut state: FxHashMap<Symbol, Value> = error.initial.iter().cloned().collect();
    for step in error.trace.steps.iter() {
        let Some(target) = step.command.target() else { continue };
        let path = target.path.iter().map(|index| eval(*index, &mut |symbol| state.get(&symbol).cloned()));
        let path: Option<Vec<Value>> = path.collect();
        let known = step.value.clone().zip(path);
        let is_known = known.is_some_and(|(value, path)| match state.get_mut(&target.variable) {
            Some(whole) => whole.write(&path, value).is_some(),
            None => path.is_empty() && state.insert(target.variable, value).is_none(),
        });
        if !is_known {
            state.remove(&target.variable);
        }
    }
    Some(state)
}

/// Whether the program fails as it is, too, on what comes from outside in an execution of it with a branch turned, and both come
/// to the branch once: then neither way out of that state avoids the error.
pub(super) fn fails_both_ways(
    program: &Program,
    turned: &RemainingError,
    branch: Span,
    limits: &Limits,
) -> bool {
    let chooses = |program: &Program| {
        let mut blocks = program.procedures.iter().flat_map(|it| &it.blocks);
        blocks.any(|block| matches!(block.terminator, Terminator::Choose(_)))
    };
    // The same values lead to the same state where nothing else is chosen.
    if chooses(program) || passes(&turned.error.trace) != 1 || !turned.error.replayed {
        return false;
    }
    let Some(own) = Recording::new(&turned.program, &turned.error).error(program, limits) else {
        return false;
    };
    let is_branch = |step: &&Step| {
        let origin = program.sources.origin(step.origin);
        origin.kind == OriginKind::Condition && origin.span == branch && !origin.trusted
    };
    own.replayed && own.trace.steps.iter().filter(is_branch).count() == 1
}
