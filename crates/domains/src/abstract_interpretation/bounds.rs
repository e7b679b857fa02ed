//! How far the analysis goes.

/// Bounds of the analysis.
#[derive(Debug, Clone)]
pub struct AbstractInterpretationBounds {
    /// Commands that are looked at, all rounds of all loops together, before the analysis gives up.
    pub max_commands: u64,
    /// Terms that are evaluated and variables that are compared or joined, before the analysis gives up.
    pub max_looks: u64,
    /// Nested activations of one procedure that are followed.
    pub max_recursion: u32,
    /// Nested activations altogether that are followed.
    pub max_calls: usize,
}

impl Default for AbstractInterpretationBounds {
    fn default() -> AbstractInterpretationBounds {
        AbstractInterpretationBounds {
            max_commands: 200_000,
            max_looks: 5_000_000,
            max_recursion: 2,
            max_calls: 60,
        }
    }
}
