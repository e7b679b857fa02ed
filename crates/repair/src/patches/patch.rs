//! Patches, and where they stand.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::Arc;

use faultscope_ir::{CheckId, OriginId, Program};

use super::contracts::ContractCheck;
use super::distinguish::Differs;
use super::hunk::Hunk;
use super::kept::{Kept, KeptLevel};
use super::rank::{ChangeRank, Rank, Usual};
use super::verdict::PatchVerdict;
use crate::proposals::Edit;
use crate::rules::BOUNDARY_WEIGHT;

/// A checked change of a source text.
#[derive(Debug, Clone)]
pub struct Patch {
    /// The statement or condition that it changes.
    pub origin: OriginId,
    /// The finding that it is of, by its index; none for a condition that is no finding.
    pub finding: Option<usize>,
    /// The change.
    pub edit: Edit,
    /// The weight of its rule.
    pub weight: u32,
    /// Whether it is in the body of a macro that is used more than once, and changes all the uses.
    pub is_shared: bool,
    /// The lines with it.
    pub change: Hunk,
    /// The evidence that asks for it, in words, where there is some.
    pub reason: Option<String>,
    /// What was shown of it.
    pub verdict: PatchVerdict,
    /// The other checks that the program still violates with it, and violated before.
    pub leaves: BTreeSet<CheckId>,
    /// Whether the check that failed is still evaluated on the failing inputs.
    pub reaches_check: bool,
    /// Whether it adds an operand that was learned: executions work with many such operands, at many places.
    pub is_learned: bool,
    /// Whether such failures are mostly repaired so: by a condition in front of what fails, by a step that a loop lacks which does not
    /// end.
    pub is_usual: bool,
    /// Whether it takes away what the program does, to avoid the check that failed or to meet it: that says something of the place, and
    /// is no patch to show.
    pub takes_away: bool,
    /// What it keeps of the executions around the failing one that worked, where no tests say what has to work.
    pub kept: Kept,
    /// With how many inputs around that of the test, where it worked, the program shows the same.
    pub shows_the_same: usize,
    /// What is known of it and of contracts, where it was asked.
    pub contract: Option<ContractCheck>,
    /// An input on which it differs from the best patch, where all tests pass with both and one was found.
    pub differs: Option<Box<Differs>>,
}

impl Patch {
    /// Whether it is proved, if only for arrays that are smaller than those with which the program fails: its contract says how large.
    pub fn is_proved_for_some(&self) -> bool {
        let is_met = self.contract.as_ref().is_some_and(ContractCheck::is_met);
        self.verdict == PatchVerdict::Proved || self.is_by_contract() && is_met
    }

    /// How much it keeps of what worked: for the callers, where a contract says what these need.
    pub(super) fn kept_level(&self) -> KeptLevel {
        if self.is_by_contract() { self.kept.level_to_callers() } else { self.kept.level() }
    }

    /// Whether a contract alone says what is right.
    pub(super) fn is_by_contract(&self) -> bool {
        self.verdict != PatchVerdict::PassesTests && self.contract.is_some()
    }

    /// Whether what fails is still executed where it should be.
    pub(super) fn reaches(&self) -> bool {
        self.reaches_check || self.is_usual
    }

    /// What it replaces, and by what.
    pub(super) fn texts(&self) -> Vec<&str> {
        vec![&self.edit.old, &self.edit.new, &self.change.new]
    }
}

/// A patch and where it stands.
#[derive(Debug, Clone)]
pub(super) struct Found {
    pub(super) patch: Patch,
    /// The program of which its verdict speaks.
    pub(super) program: Arc<Program>,
    /// The index of its place.
    pub(super) place: usize,
    /// Its number among those of its place.
    pub(super) number: usize,
    /// How usual it is.
    pub(super) usual: Usual,
    /// Whether an operation fails in a test: then what fewer executions get through is proved all the easier.
    pub(super) is_of_crash: bool,
}

impl Found {
    pub(super) fn rank(&self) -> Rank {
        let patch = &self.patch;
        Rank {
            verdict: match self.is_of_crash {
                true => patch.verdict.max(PatchVerdict::PassesTests),
                false => patch.verdict,
            },
            contract: ContractCheck::rank(patch.contract.as_ref()),
            kept: patch.kept_level(),
            leaves_errors: !patch.leaves.is_empty(),
            change: ChangeRank::new(patch.weight, patch.reaches(), patch.is_learned, self.usual),
            is_open: patch.verdict,
            is_shared: patch.is_shared,
            by_contract: Reverse(if patch.is_by_contract() { patch.weight } else { 0 }),
            number: self.number,
            place: self.place,
        }
    }
}

/// Whether a change is of a comparison at its boundary.
pub(super) fn is_of_boundary(edit: &Edit, weight: u32) -> bool {
    let is_comparison =
        |text: &str| text.contains(['<', '>']) && !text.contains("<<") && !text.contains(">>");
    weight >= BOUNDARY_WEIGHT && is_comparison(&edit.old) && is_comparison(&edit.new)
}
