//! What is told while engines look for an answer.

use crate::ErrorTrace;

/// Is told how far an answer is.
pub trait Watch {
    /// Bounded model checking goes on with this bound on loops.
    fn depth(&mut self, _unwind: u32) {}

    /// Trace abstraction looks at its `n`-th path.
    fn iteration(&mut self, _n: usize) {}

    /// A trace was found; these are known by now.
    fn found(&mut self, _traces: &[ErrorTrace]) {}
}

/// Nobody is told.
impl Watch for () {}
