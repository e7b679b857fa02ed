//! What the steps of a certificate prove together.

use crate::certificate::Letter;

/// What follows from the steps of a certificate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Conclusion {
    /// No execution reaches an exit of the control flow: the program is safe.
    Safe,
    /// Every path on which an execution reaches an error is accepted by the danger automaton of one of the traces, or
    /// is one of them.
    AllErrorsCovered {
        /// The number of traces.
        traces: usize,
    },
    /// Some paths are open.
    Partial {
        /// The number of traces.
        traces: usize,
        /// One of the open paths.
        gap: Gap,
    },
}

/// Why a certificate does not speak of all paths.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Gap {
    /// This word is left.
    Remaining(Vec<Letter>),
    /// A step subtracts words that end where the analysis does, and not in an error: what comes after them was not
    /// looked at.
    Beyond {
        /// The index of the step.
        step: usize,
        /// One such word.
        word: Vec<Letter>,
    },
}
