//! A path up to some point: where it is, what variables hold there, and what came from outside.

use faultscope_ir::BlockId;

use super::bounds::InputBounds;
use super::cell::Cell;
use super::evaluate::Values;
use crate::interpreter::Activation;

/// A procedure that has been called and has not returned.
#[derive(Debug, Clone)]
pub(super) struct Running {
    pub(super) activation: Activation,
    pub(super) block: BlockId,
    pub(super) next: usize,
}

/// A path up to some point.
#[derive(Debug, Clone)]
pub(super) struct Path {
    pub(super) values: Values,
    pub(super) bounds: InputBounds,
    pub(super) stack: Vec<Running>,
    /// The last of its events.
    pub(super) last: Option<EventId>,
    pub(super) n_steps: u64,
}

/// What came from outside on a path, and what was known of it.
#[derive(Debug, Clone)]
pub(super) enum PathEvent {
    /// A `havoc` gave this.
    Havoc(Cell),
    /// One of several blocks.
    Choice(usize),
    /// From here on nothing is kept of some inputs; what was known of all of them.
    Forgotten(InputBounds),
}

/// The number of an event among those of all paths.
#[derive(Debug, Clone, Copy)]
pub(super) struct EventId(pub(super) usize);

impl Path {
    /// Puts the next instruction behind the one that was next.
    pub(super) fn advance(&mut self) {
        if let Some(running) = self.stack.last_mut() {
            running.next += 1;
        }
    }

    /// Goes on at the beginning of a block.
    pub(super) fn jump(&mut self, target: BlockId) {
        if let Some(running) = self.stack.last_mut() {
            (running.block, running.next) = (target, 0);
        }
    }
}
