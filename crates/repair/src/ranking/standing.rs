//! What repair has found about a finding.

use faultscope_ir::compiler::CompilerEvidence;

use crate::patches::Helpfulness;
use crate::suspiciousness::Suspiciousness;

/// What repair has found about a finding.
#[derive(Debug, Clone, Copy, Default)]
pub struct Standing {
    /// How suspicious it is, where that was asked.
    pub suspiciousness: Option<Suspiciousness>,
    /// Whether fixing it is enough to remove every error through it, where that was asked.
    pub is_enough: Option<Enough>,
    /// Whether it belongs to a small set of statements that are proved to be enough together.
    pub is_in_set: bool,
    /// The place among the patches that are proved, best first, where one is its.
    pub patch: Option<usize>,
    /// Whether one of its patches that are proved leaves no other error.
    pub is_enough_by_patch: bool,
    /// The place among those of them that add no learned operand.
    pub rule_patch: Option<usize>,
    /// The same for patches that keep the failing inputs from a check of what somebody states.
    pub avoiding_patch: Option<usize>,
    /// Of the patches there that are proved, the share of executions that worked which the best keeps.
    pub kept: Option<f64>,
    /// The place among the statements whose change lets the failing execution leave its trace, where it is one of them.
    pub leaving: Option<usize>,
    /// What is changed there with which every failing test passes and no other fails, where there are tests.
    pub for_tests: Option<ForTests>,
    /// How suspicious it is by the tests that execute it, or else by the executions around the failing one, where some worked.
    pub ochiai: Option<f64>,
    /// How much some change of it helps, where there are tests and one helps at all.
    pub helpfulness: Option<Helpfulness>,
    /// What connects it with a warning of a compiler, where one is about it.
    pub compiler: Option<CompilerEvidence>,
}

/// What is changed at a statement so that all tests pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ForTests {
    /// In each failing test another value, or another way at a branch, makes it pass; the tests that pass keep theirs.
    Values,
    /// A patch.
    Patch,
    /// A statement is left out or put in, or a block ends later.
    Statement,
}

/// Whether fixing a statement is enough to remove every error through it. Best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Enough {
    /// It is: the statement is must-program-aberrant.
    Proved,
    /// Not decided.
    NotDecided,
    /// It is not, whatever is done there.
    NotEnough,
}

impl Standing {
    /// Whether no change of this place alone helps, nor one of a few others with it, as far as that is known.
    pub(super) fn is_hopeless(&self) -> bool {
        self.is_enough == Some(Enough::NotEnough) && !self.is_in_set
    }
}
