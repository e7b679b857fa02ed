//! Who is told how far a check is.

use crate::stages::Stages;

/// What is being done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Reading, preprocessing and translating.
    Translating,
    /// Running tests.
    Testing,
    /// Looking for an error.
    Searching,
    /// Asking which statements matter.
    Localizing,
    /// Looking for patches.
    Patching,
    /// Checking a proof again.
    CheckingProof,
}

impl Phase {
    /// The same in words.
    pub const fn doing(self) -> &'static str {
        match self {
            Phase::Translating => "reading the program",
            Phase::Testing => "running tests",
            Phase::Searching => "looking for errors",
            Phase::Localizing => "asking which statements matter",
            Phase::Patching => "looking for patches",
            Phase::CheckingProof => "checking the proof",
        }
    }
}

/// Is told how far a check is. Called from the thread of the check.
pub trait Progress: Sync {
    /// A phase begins.
    fn phase(&self, _phase: Phase) {}

    /// Bounded model checking goes on with this bound on loops.
    fn depth(&self, _unwind: u32) {}

    /// Trace abstraction looks at its `n`-th path.
    fn iteration(&self, _n: usize) {}

    /// This many error traces are known.
    fn traces(&self, _n: usize) {}

    /// This much is known by now; what comes later says more.
    fn preliminary(&self, _stages: &Stages) {}
}

/// Tells nobody.
#[derive(Debug, Clone, Copy)]
pub struct Silent;

impl Progress for Silent {}
