//! What repairs a trace.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use faultscope_ir::OriginId;

/// A set of statements whose change avoids the error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RepairSolution {
    /// What is changed, in the order of the first steps.
    pub changes: Vec<Repair>,
    /// The step of the trace at whose condition the execution leaves it, or that of the failing check.
    pub exit: usize,
    /// The bound on changes with which it was found.
    pub bound: usize,
    /// The sum of the weights of the alternatives; 0 without a library.
    pub weight: u32,
    /// How many of the statements are in no loop.
    pub n_outside_loops: usize,
    /// How many of the statements only pass on the value of a variable.
    pub n_copies: usize,
}

/// A changed statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Repair {
    /// The statement, by the origin of its last step.
    pub statement: OriginId,
    /// With a library: which of its alternatives, from 0.
    pub alternative: Option<usize>,
    /// Its last step.
    pub last_step: usize,
}

impl RepairSolution {
    /// The statements.
    pub fn statements(&self) -> BTreeSet<OriginId> {
        self.changes.iter().map(|it| it.statement).collect()
    }

    /// What comes first is smaller (\[1\] section 5). Ties are broken by weight, then
    /// what computes comes before what only passes a value on, then what is nearer to the error comes first.
    pub fn rank(&self) -> impl Ord + use<> {
        let last_step = self.changes.iter().map(|it| it.last_step).max();
        (
            Reverse(self.exit),
            self.changes.len(),
            Reverse(self.n_outside_loops),
            Reverse(self.weight),
            self.n_copies,
            Reverse(last_step),
        )
    }
}
