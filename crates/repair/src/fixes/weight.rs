//! How likely rules are, by what was observed.
//!
//! A candidate of a rule at a statement that a fix changes is the fix with some probability. It is estimated by the share of the rule's
//! candidates that were, and where those were few, by that of the rules that weigh the same in the table so far, and by that of all
//! rules: with `t` candidates of which `s` were fixes, and a share `q` of the others,
//!
//! ```text
//! p = (s + K q) / (t + K)
//! ```
//!
//! so that a rule that was seen and never right gets a small probability, and not none. Its weight counts tenths of powers of ten of
//! the odds (decibans) below the likeliest rule, which has the highest weight of the table:
//!
//! ```text
//! weight = highest + 10 log10(odds(p) / highest odds)
//! ```
//!
//! That is what the levels of weights are for: what is likely is within a factor of ten of the likeliest, what is plausible within a
//! factor of a hundred. A rule that had no candidate keeps its weight.

use std::collections::{BTreeMap, BTreeSet};

use super::observed::Observed;
use crate::rules::Rules;

/// How many candidates the share of others counts for. With 5 or 20 the first rank is learned less well from suites that are left out,
/// for most rules are seen too seldom.
const K: f64 = 200.0;

/// The share of fixes among candidates where nothing is known, which [`K`] candidates speak for.
const FIRST_SHARE: f64 = 0.01;

/// Rules that the table lacks are right in so many programs at least, and at least as often as rules are on average.
const MIN_PROGRAMS: usize = 2;

/// The least weight of a rule that was tried.
const LEAST_WEIGHT: f64 = 1.0;

/// How often a rule had candidates, and the fix.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally {
    /// Candidates at the statements in the lines of hunks.
    pub n_candidates: usize,
    /// Hunks whose fix was one of them.
    pub n_fixes: usize,
    /// Their programs.
    pub programs: BTreeSet<usize>,
}

/// The tallies of so many rules.
pub fn tallies(observed: &[&Observed], n_rules: usize) -> Vec<Tally> {
    let mut tallies = vec![Tally::default(); n_rules];
    for hunk in observed {
        let mut fixing = BTreeSet::new();
        for seen in hunk.places.iter().flatten() {
            tallies[seen.rule].n_candidates += 1;
            if seen.is_fix {
                fixing.insert(seen.rule);
            }
        }
        for rule in fixing {
            tallies[rule].n_fixes += 1;
            tallies[rule].programs.insert(hunk.program);
        }
    }
    tallies
}

/// The learned weight of each rule; none for a new one that too few programs speak for.
pub fn weigh(rules: &Rules, n_known: usize, tallies: &[Tally]) -> Vec<Option<u32>> {
    let sum = |is_meant: &dyn Fn(usize) -> bool| {
        let meant = tallies.iter().enumerate().filter(|(at, _)| *at < n_known && is_meant(*at));
        meant.fold((0, 0), |(fixes, all), (_, it)| (fixes + it.n_fixes, all + it.n_candidates))
    };
    let share =
        |(fixes, all): (usize, usize), of_others: f64| (fixes as f64 + K * of_others) / (all as f64 + K);
    let of_all = share(sum(&|_| true), FIRST_SHARE);
    let of_weight: BTreeMap<u32, f64> = rules.rules[..n_known]
        .iter()
        .map(|it| (it.weight, share(sum(&|at| rules.rules[at].weight == it.weight), of_all)))
        .collect();
    let probability = |at: usize| {
        let tally = &tallies[at];
        let of_others = if at < n_known { of_weight[&rules.rules[at].weight] } else { of_all };
        share((tally.n_fixes, tally.n_candidates), of_others)
    };
    let odds = |at: usize| probability(at) / (1.0 - probability(at)).max(f64::EPSILON);
    let is_used: Vec<bool> = (0..rules.rules.len())
        .map(|at| at < n_known || tallies[at].programs.len() >= MIN_PROGRAMS && probability(at) >= of_all)
        .collect();
    let tried = || (0..rules.rules.len()).filter(|at| is_used[*at] && tallies[*at].n_candidates > 0);
    let highest = tried().map(odds).fold(f64::MIN_POSITIVE, f64::max);
    let most = rules.rules.iter().map(|it| it.weight).max().unwrap_or(0);
    let mut weights: Vec<Option<u32>> =
        rules.rules.iter().zip(&is_used).map(|(it, is_used)| is_used.then_some(it.weight)).collect();
    for at in tried() {
        let weight = f64::from(most) + 10.0 * (odds(at) / highest).log10();
        weights[at] = Some(weight.max(LEAST_WEIGHT).round() as u32);
    }
    weights
}

/// A table with learned weights, the likeliest rules first, with how often each was right.
pub fn learned_table(rules: &Rules, weights: &[Option<u32>], tallies: &[Tally]) -> String {
    let mut lines: Vec<(u32, String)> = Vec::new();
    for ((rule, weight), tally) in rules.rules.iter().zip(weights).zip(tallies) {
        let Some(weight) = *weight else { continue };
        let rule = format!("{} -> {}", rule.pattern, rule.alternative);
        let seen = match tally.n_candidates {
            0 => "not tried".to_owned(),
            n => format!("{} of {n}", tally.n_fixes),
        };
        lines.push((weight, format!("{rule:<40} : {weight:<3} # {seen}\n")));
    }
    lines.sort_by_key(|(weight, _)| std::cmp::Reverse(*weight));
    lines.into_iter().map(|(_, line)| line).collect()
}
