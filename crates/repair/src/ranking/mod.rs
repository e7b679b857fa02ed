//! # The order of findings
//! A weighted sum of named [features](Feature). What is proved not to be enough comes behind all of code, whatever else is said
//! for it, and inputs and declarations come behind code; in front of it comes what the error comes from (an object that ends, a
//! variable without a value); ties are broken by the
//! [order by strength](faultscope_localize::ranking), which asks about the trace.
//!
//! The [weights] are those with which the known fault of a program comes first as likely as can be (a conditional logit model),
//! over suites of programs whose faults are known. `cargo xtask fit-ranking` fits them, and says what becomes of each suite
//! where they are fitted without it; `docs/ranking.md` has both.

mod features;
mod weights;

use std::collections::BTreeMap;

use faultscope_ir::FileId;
use faultscope_ir::compiler::CompilerEvidence;
use faultscope_localize::ranking::Closeness;

use crate::failure::Failure;
use crate::patches::Helpfulness;
use crate::suspiciousness::Suspiciousness;
pub use features::{Feature, Features};
use features::{Most, values};

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
    fn is_hopeless(&self) -> bool {
        self.is_enough == Some(Enough::NotEnough) && !self.is_in_set
    }
}

/// What the order of findings looks at, for each.
pub fn features(failure: &Failure<'_>, standings: &[Standing]) -> Vec<Features> {
    let most = |of: fn(&Standing) -> Option<f64>| standings.iter().filter_map(of).fold(0.0, f64::max);
    let most = Most { ochiai: most(|it| it.ochiai), helpfulness: most(|it| Some(it.helpfulness?.score())) };
    let findings = failure.localized.findings.iter().zip(standings);
    findings.map(|(it, standing)| Features::of(failure, it, standing, &most)).collect()
}

/// The score of a finding: the sum of its features, weighted.
pub fn score(features: &Features) -> f64 {
    Feature::ALL.iter().map(|it| weights::weight(*it) * features.get(*it)).sum()
}

/// Sorts findings, named by their indices, the likeliest fault first.
///
/// What is most likely is the line: as the faults of a line exclude each other, its probability is the sum of those of its findings.
/// Its best finding has the score of the line, and each of the others its own, less [`SAME_LINE`].
pub fn rank(failure: &Failure<'_>, standings: &[Standing], order: &mut [usize]) {
    let scores = line_scores(failure, standings, order);
    let closeness = |idx: usize| {
        let it = &failure.localized.findings[idx];
        Closeness::of(failure.program, &failure.traces[it.shown].trace, it.finding(), values(it))
    };
    let mut keyed: Vec<_> = order
        .iter()
        .map(|idx| (tier(failure, standings, *idx), scores[idx], closeness(*idx), *idx))
        .collect();
    keyed.sort_by(|(tier, score, close, _), (other_tier, other_score, other_close, _)| {
        tier.cmp(other_tier).then_with(|| other_score.total_cmp(score)).then_with(|| close.cmp(other_close))
    });
    for (at, (_, _, _, idx)) in order.iter_mut().zip(keyed) {
        *at = idx;
    }
}

/// By how much another finding of a line that has one in front ranks lower.
const SAME_LINE: f64 = 1.0;

/// What comes before all scores.
type Tier = (bool, bool, bool);

fn tier(failure: &Failure<'_>, standings: &[Standing], idx: usize) -> Tier {
    let finding = failure.localized.findings[idx].finding();
    (!finding.kind.is_code(), !finding.is_cause(), standings[idx].is_hopeless())
}

/// The scores by which findings are compared within a tier, by their indices.
fn line_scores(failure: &Failure<'_>, standings: &[Standing], order: &[usize]) -> BTreeMap<usize, f64> {
    let own: Vec<f64> = features(failure, standings).iter().map(score).collect();
    let mut lines: BTreeMap<(Tier, FileId, u32), Vec<usize>> = BTreeMap::new();
    for idx in order {
        let span = failure.program.sources.origin(failure.localized.findings[*idx].finding().origin).span;
        lines.entry((tier(failure, standings, *idx), span.file, span.line)).or_default().push(*idx);
    }
    let mut scores = BTreeMap::new();
    for findings in lines.into_values() {
        let best = findings.iter().copied().reduce(|best, it| if own[it] > own[best] { it } else { best });
        for idx in &findings {
            let score = match best {
                Some(best) if best == *idx => {
                    own[best] + findings.iter().map(|it| (own[*it] - own[best]).exp()).sum::<f64>().ln()
                }
                _ => own[*idx] - SAME_LINE,
            };
            scores.insert(*idx, score);
        }
    }
    scores
}
