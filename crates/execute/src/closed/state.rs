//! Where an execution is.

use super::store::{Entered, Store};

/// A procedure that has been called and has not returned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Running {
    pub(super) entered: Entered,
    /// The translated block.
    pub(super) block: u32,
    /// The next instruction; the number of instructions for the terminator.
    pub(super) next: usize,
}

/// A state to go back to.
pub(super) struct Checkpoint {
    pub(super) store: Store,
    pub(super) stack: Vec<Running>,
    pub(super) n_steps: u64,
    pub(super) n_skipped: u64,
}
