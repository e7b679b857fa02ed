//! What is told while the engines run: by their threads to the one that waits, and by that to the caller.

use super::config::Engine;
use crate::ErrorTrace;

/// What an engine's thread says.
pub(super) enum RaceEvent {
    /// It has passed an effort that is waited for, or ended.
    News,
    Depth(u32),
    Iteration(usize),
    Trace(Box<ErrorTrace>),
}

/// Is told how far the engines are, in the thread that called [`portfolio`](super::portfolio()).
pub(crate) trait Progress {
    /// Bounded model checking goes on with this bound.
    fn depth(&mut self, _unwind: u32) {}

    /// Trace abstraction looks at its `n`-th word.
    fn iteration(&mut self, _n: usize) {}

    /// An engine found an error trace. It need not be among those of the answer.
    fn trace(&mut self, _engine: Engine, _trace: &ErrorTrace) {}
}

/// Nobody is told.
impl Progress for () {}
