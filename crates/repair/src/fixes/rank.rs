//! What weights are worth: the rank of the fix among the candidates of its statement.

use std::collections::BTreeSet;

use super::observed::{Observed, Seen};
use super::weight::{tallies, weigh};
use crate::proposals::Standing;
use crate::rules::Rules;

/// The ranks of fixes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ranks {
    /// How many hunks there are.
    pub n_hunks: usize,
    /// The ranks of those that are a candidate at a statement of theirs, from 1, in order.
    pub ranks: Vec<usize>,
}

impl Ranks {
    /// Those of several.
    pub fn merged<'a>(all: impl Iterator<Item = &'a Ranks>) -> Ranks {
        let mut merged = Ranks::default();
        for it in all {
            merged.n_hunks += it.n_hunks;
            merged.ranks.extend(&it.ranks);
        }
        merged.ranks.sort_unstable();
        merged
    }

    /// How many are among the first.
    pub fn n_among(&self, first: usize) -> usize {
        self.ranks.partition_point(|it| *it <= first)
    }

    /// The rank in the middle.
    pub fn median(&self) -> Option<usize> {
        self.ranks.get(self.ranks.len().checked_sub(1)? / 2).copied()
    }

    /// The mean of the ranks.
    pub fn mean(&self) -> f64 {
        self.ranks.iter().sum::<usize>() as f64 / self.ranks.len().max(1) as f64
    }
}

/// A group of fixes that nothing was learned from, ranked by the table so far and by what the other groups say.
#[derive(Debug, Clone)]
pub struct LeftOut {
    /// The name of the group.
    pub group: String,
    /// By the table so far.
    pub before: Ranks,
    /// By the weights and rules that were learned from the others.
    pub learned: Ranks,
}

/// What weights and new rules are worth for each group, learned from the others. The first rules are those of the table so far.
pub fn left_out(observed: &[Observed], rules: &Rules, n_known: usize) -> Vec<LeftOut> {
    let groups: BTreeSet<&str> = observed.iter().map(|it| it.group.as_str()).collect();
    let before: Vec<Option<u32>> =
        rules.rules.iter().enumerate().map(|(at, it)| (at < n_known).then_some(it.weight)).collect();
    let of_group = |group: &str| {
        let (own, others): (Vec<&Observed>, Vec<&Observed>) =
            observed.iter().partition(|it| it.group == group);
        let learned = weigh(rules, n_known, &tallies(&others, rules.rules.len()));
        LeftOut { group: group.to_owned(), before: ranks(&own, &before), learned: ranks(&own, &learned) }
    };
    groups.into_iter().map(of_group).collect()
}

/// The ranks of fixes by weights of rules; rules without one do not count.
pub fn ranks(observed: &[&Observed], weights: &[Option<u32>]) -> Ranks {
    let rank_of = |hunk: &&Observed| hunk.places.iter().filter_map(|it| rank(it, weights)).min();
    let mut ranks: Vec<usize> = observed.iter().filter_map(rank_of).collect();
    ranks.sort_unstable();
    Ranks { n_hunks: observed.len(), ranks }
}

/// The rank of the fix among the candidates of a statement, each text once.
fn rank(place: &[Seen], weights: &[Option<u32>]) -> Option<usize> {
    if !place.iter().any(|it| it.is_fix) {
        return None;
    }
    let standing = |it: &Seen| Some(Standing::new(weights[it.rule]?.min(it.most), it.is_in_macro));
    let mut candidates: Vec<(Standing, &Seen)> =
        place.iter().filter_map(|it| Some((standing(it)?, it))).collect();
    candidates.sort_by_key(|(standing, _)| *standing);
    let mut seen = BTreeSet::new();
    let mut in_order = candidates.into_iter().map(|(_, it)| it).filter(|it| seen.insert(it.result));
    in_order.position(|it| it.is_fix).map(|at| at + 1)
}
