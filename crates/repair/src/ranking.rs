//! # The order of findings by suspiciousness
//! It asks about the program; ties are broken by the [order by strength](faultscope_localize::ranking), which asks about the
//! trace.
//!
//! # References
//! - \[1\] _Semantic fault localization and suspiciousness ranking_, TACAS 2019.

use std::cmp::{Ordering, Reverse};

use faultscope_localize::finding::{Finding, FindingKind, Strength};
use faultscope_localize::program::{Constant, ProgramFinding};
use faultscope_localize::ranking::{Closeness, outcome};

use crate::failure::Failure;
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
    /// The same for patches that keep the failing inputs from the check.
    pub avoiding_patch: Option<usize>,
    /// The place among the statements whose change lets the failing execution leave its trace, where it is one of them.
    pub leaving: Option<usize>,
    /// What is changed there with which every failing test passes and no other fails, where there are tests.
    pub for_tests: Option<ForTests>,
    /// How suspicious it is by the tests that execute it, where there are tests.
    pub ochiai: Option<f64>,
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
    fn is_hopeless(&self) -> bool {
        self.is_enough == Some(Enough::NotEnough) && !self.is_in_set
    }
}

/// Sorts findings, named by their indices, by how suspicious they are \[1, section 4\]: code first, what is proved not to be enough
/// last of it, then what a proved patch
/// repairs (a fix that is known outweighs every measure), what matters in more traces, what a proved patch repairs that keeps
/// the failing inputs from the check, how late a change there lets the failing execution leave its trace
/// (`leaving.rs`), whether all tests pass where it is left out or ends later, and what an execution with a change there has shown, then
/// suspiciousness, strength, whether fixing the statement alone is enough, and the last criteria of the order by strength. What
/// has no score comes behind what has one.
pub fn rank_by_suspiciousness(failure: &Failure<'_>, standings: &[Standing], order: &mut [usize]) {
    let key = |idx: &usize| {
        let (it, standing) = (&failure.localized.findings[*idx], &standings[*idx]);
        let finding = it.finding();
        let first = (
            !finding.kind.is_code(),
            standing.is_hopeless(),
            standing.patch.unwrap_or(usize::MAX),
            Reverse(it.n_relevant()),
            standing.avoiding_patch.unwrap_or(usize::MAX),
            standing.leaving.unwrap_or(usize::MAX),
            !passes_all(finding),
            outcome(finding),
            matches!(finding.kind, FindingKind::Extra),
        );
        let ochiai = standing.ochiai.unwrap_or(0.0);
        // What was not asked about stays behind what was.
        let last = (
            strength(it, standing),
            (standing.is_enough.is_none(), standing.is_enough),
            Closeness::of(failure.program, &failure.traces[it.shown].trace, finding, values(it)),
        );
        (first, ochiai, standing.suspiciousness, last)
    };
    let mut keyed: Vec<_> = order.iter().map(|idx| (key(idx), *idx)).collect();
    keyed.sort_by(
        |((first, ochiai, score, last), _), ((other_first, other_ochiai, other_score, other_last), _)| {
            let by_tests = || other_ochiai.total_cmp(ochiai);
            first
                .cmp(other_first)
                .then_with(by_tests)
                .then_with(|| by_score(*score, *other_score))
                .then_with(|| last.cmp(other_last))
        },
    );
    for (at, (_, idx)) in order.iter_mut().zip(keyed) {
        *at = idx;
    }
}

/// Whether all tests pass where a statement is left out, or a block ends later.
fn passes_all(finding: &Finding) -> bool {
    matches!(finding.kind, FindingKind::Extra | FindingKind::BlockEnd)
        && finding.strength == Strength::Constant
}

fn by_score(lhs: Option<Suspiciousness>, rhs: Option<Suspiciousness>) -> Ordering {
    match (lhs, rhs) {
        (Some(lhs), Some(rhs)) => lhs.compare(&rhs),
        (lhs, rhs) => rhs.is_some().cmp(&lhs.is_some()),
    }
}

/// A condition has no rows of its own. If turning it is enough, that is one change for all inputs.
fn strength(finding: &ProgramFinding, standing: &Standing) -> Strength {
    match (finding.finding().kind, standing.is_enough) {
        (FindingKind::Condition, Some(Enough::Proved)) => Strength::Constant,
        _ => finding.strength,
    }
}

fn values(finding: &ProgramFinding) -> &[faultscope_ir::Value] {
    match &finding.constant {
        Constant::Values(values) => values,
        Constant::Undecided | Constant::None => &finding.finding().values,
    }
}
