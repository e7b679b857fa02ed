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
mod standing;
mod weights;

use std::collections::BTreeMap;

use faultscope_ir::FileId;
use faultscope_localize::ranking::Closeness;

use crate::failure::Failure;
use faultscope_localize::finding::{Finding, FindingKind};
pub(crate) use features::is_guard;
pub use features::{Feature, Features};
use features::{Most, values};
pub use standing::{Enough, ForTests, Standing};

/// What the order of findings looks at, for each.
pub fn features(failure: &Failure<'_>, standings: &[Standing]) -> Vec<Features> {
    let most = |of: fn(&Standing) -> Option<f64>| standings.iter().filter_map(of).fold(0.0, f64::max);
    let count =
        |of: fn(&Finding) -> bool| failure.localized.findings.iter().filter(|it| of(it.finding())).count();
    let most = Most {
        ochiai: most(|it| it.ochiai),
        helpfulness: most(|it| Some(it.helpfulness?.score())),
        guards: count(is_guard),
    };
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
    let is_cause = finding.is_cause() && !is_given_elsewhere(finding, standings, idx);
    (!finding.kind.is_code(), !is_cause, standings[idx].is_hopeless())
}

/// Whether a variable that nobody has given a value may well be given one elsewhere: there is a patch, and none at its declaration.
fn is_given_elsewhere(finding: &Finding, standings: &[Standing], idx: usize) -> bool {
    let is_repaired = |it: &Standing| it.patch.is_some();
    finding.kind == FindingKind::Uninitialized
        && !is_repaired(&standings[idx])
        && standings.iter().any(is_repaired)
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
