//! What is shown of a patch.

/// What was shown of a patch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum PatchVerdict {
    /// The patched program has no error, but for those that the patch leaves.
    Proved,
    /// The patched program passes all tests.
    PassesTests,
    /// The inputs of all known error traces no longer lead to an error; the rest is not decided.
    RepairsShownTraces,
}

impl PatchVerdict {
    /// Whether everything that is asked of a program was shown.
    pub fn is_repair(self) -> bool {
        matches!(self, PatchVerdict::Proved | PatchVerdict::PassesTests)
    }
}
