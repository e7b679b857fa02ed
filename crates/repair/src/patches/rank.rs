//! The order of patches.

use std::cmp::Reverse;

use super::kept::KeptLevel;
use super::verdict::PatchVerdict;
use crate::rules::Likelihood;

/// Where a patch stands; what comes first is smaller, and what is named first counts most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rank {
    /// What is proved comes first; of what is only executed, as the passing tests.
    pub(super) verdict: PatchVerdict,
    /// What meets contracts, then that of which it is not known, then what violates one.
    pub(super) contract: u8,
    /// What keeps all that worked around the failing execution, then what keeps at least half of it.
    pub(super) kept: KeptLevel,
    pub(super) leaves_errors: bool,
    pub(super) change: ChangeRank,
    /// What is proved comes first.
    pub(super) is_open: PatchVerdict,
    pub(super) is_shared: bool,
    /// Where a contract alone says what is right, the likelier change.
    pub(super) by_contract: Reverse<u32>,
    /// The best of each place, in the order of the places.
    pub(super) number: usize,
    pub(super) place: usize,
}

/// How usual a change is where an operation fails, or a loop does not end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Usual {
    /// A slip at a boundary.
    Slip,
    /// What leaves the function where the pointer is null that is dereferenced.
    NullCheck,
    /// Another guard of what fails, a step that the loop lacks.
    Repair,
    /// Another one.
    Other,
}

/// How likely a change is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ChangeRank {
    /// What fails is never executed again, even where it should be.
    avoids: bool,
    /// Likely slips that avoid what fails are before what takes something away.
    likelihood: (Likelihood, Likelihood),
    /// An operand was learned from the executions that the patch is judged by.
    is_learned: bool,
    /// Where an operation fails, or a loop does not end.
    usual: Usual,
}

impl ChangeRank {
    pub(super) fn new(weight: u32, reaches_check: bool, is_learned: bool, usual: Usual) -> ChangeRank {
        let likelihood = Likelihood::of(weight);
        let if_reached = if reaches_check { likelihood } else { Likelihood::LastResort };
        ChangeRank { avoids: !reaches_check, likelihood: (if_reached, likelihood), is_learned, usual }
    }
}
