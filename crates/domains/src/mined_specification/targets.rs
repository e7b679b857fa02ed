//! What projections start from: states at places of one procedure.

use faultscope_ir::{BlockId, Call, CheckId, Procedure, Term, Terminator};
use rustc_hash::FxHashMap;

/// A place where states are bad: an error location of a check, or a call from which a path leads to one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Target {
    pub(super) block: BlockId,
    /// Before the instruction of this position, or behind all.
    pub(super) position: usize,
    /// The bad states, and perhaps others.
    pub(super) above: Term,
    /// Bad states, perhaps not all of them.
    pub(super) below: Term,
}

/// A check's error locations, in the states that fulfil a condition.
pub(super) fn error_locations(procedure: &Procedure, check: CheckId, states: Term) -> Vec<Target> {
    let is_error =
        |terminator: &Terminator| matches!(terminator, Terminator::Error { check: it } if *it == check);
    let blocks = procedure.blocks.iter().enumerate();
    let errors = blocks.filter(|(_, block)| is_error(&block.terminator));
    let target = |(idx, block): (usize, &faultscope_ir::Block)| Target {
        block: BlockId(idx as u32),
        position: block.instructions.len(),
        above: states,
        below: states,
    };
    errors.map(target).collect()
}

/// A condition on the variables of a procedure at its entry, as one on those of its caller at a call.
pub(super) fn at_call(condition: Term, callee: &Procedure, call: &Call) -> Term {
    let arguments: FxHashMap<_, _> =
        callee.parameters.iter().copied().zip(call.arguments.iter().map(|(value, _)| *value)).collect();
    condition.rewrite(&mut |symbol| arguments.get(&symbol).copied())
}

/// Values that variables have at a check.
#[derive(Debug)]
pub(super) struct Fixed {
    /// That they have them.
    pub(super) values: Term,
    /// For each block the position from which on none of them is assigned on a path to the check.
    pub(super) settled_from: Vec<usize>,
}

impl Fixed {
    /// None.
    pub(super) fn nothing() -> Fixed {
        Fixed { values: Term::bool(true), settled_from: Vec::new() }
    }

    /// Whether the variables have at a point the values that they have at the check.
    pub(super) fn is_settled(&self, block: BlockId, position: usize) -> bool {
        self.settled_from.get(block.0 as usize).is_none_or(|from| *from <= position)
    }
}
