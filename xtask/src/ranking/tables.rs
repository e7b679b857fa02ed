//! What was fitted, as a page and as a file of the program.

use std::collections::BTreeMap;
use std::fmt::Write;

use anyhow::{Context, Result};

use super::data::{Example, Line};
use super::features::Described;
use super::model::{LeftOut, score};

/// How many programs have their fault among the first lines.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Ranks {
    n: usize,
    first: usize,
    among_three: usize,
    among_ten: usize,
}

impl Ranks {
    fn add(&mut self, rank: Option<usize>) {
        self.n += 1;
        let is_within = |most: usize| usize::from(rank.is_some_and(|it| it <= most));
        self.first += is_within(1);
        self.among_three += is_within(3);
        self.among_ten += is_within(10);
    }

    fn plus(self, other: Ranks) -> Ranks {
        Ranks {
            n: self.n + other.n,
            first: self.first + other.first,
            among_three: self.among_three + other.among_three,
            among_ten: self.among_ten + other.among_ten,
        }
    }

    fn shares(self) -> String {
        let share = |n: usize| (100 * n + self.n / 2) / self.n.max(1);
        format!("{} {} {} %", share(self.first), share(self.among_three), share(self.among_ten))
    }
}

/// The rank of the first faulty line with these weights: lines are in the order of the sum of the exponentials of the scores of their
/// findings, which is that of their probabilities.
fn rank(example: &Example, weights: &[f64]) -> Option<usize> {
    let mut lines: BTreeMap<(u8, &Line), (f64, bool)> = BTreeMap::new();
    for finding in &example.findings {
        let (sum, is_faulty) = lines.entry((finding.tier, &finding.line)).or_default();
        *sum += score(weights, finding).exp();
        *is_faulty |= finding.is_faulty;
    }
    let mut in_order: Vec<_> = lines.into_iter().collect();
    in_order.sort_by(|((tier, _), (sum, _)), ((other_tier, _), (other_sum, _))| {
        tier.cmp(other_tier).then_with(|| other_sum.total_cmp(sum))
    });
    let mut seen = Vec::new();
    for ((_, line), (_, is_faulty)) in in_order {
        if !seen.contains(&line) {
            seen.push(line);
        }
        if is_faulty {
            return Some(seen.len());
        }
    }
    None
}

fn ranks<'a>(examples: impl Iterator<Item = &'a Example>, weights: &[f64]) -> Ranks {
    let mut ranks = Ranks::default();
    examples.for_each(|it| ranks.add(rank(it, weights)));
    ranks
}

/// The tables: weights with what each feature is worth, and suites.
pub(super) fn page(
    features: &[Described],
    weights: &[f64],
    examples: &[Example],
    left_out: &LeftOut<'_>,
    without: &[LeftOut<'_>],
) -> String {
    let mut page = String::new();
    let unseen = |left_out: &LeftOut<'_>| {
        let of_suite = |(suite, weights): &(&str, Vec<f64>)| {
            ranks(examples.iter().filter(|it| it.suite == *suite), weights)
        };
        left_out.iter().map(of_suite).fold(Ranks::default(), Ranks::plus)
    };
    let all = unseen(left_out);
    page.push_str("| feature | weight | without it | meaning |\n|---|---|---|---|\n");
    for (at, feature) in features.iter().enumerate() {
        let fewer = unseen(&without[at]);
        let change = |now: usize, then: usize| format!("{:+}", then as i64 - now as i64);
        let changes = [
            (all.first, fewer.first),
            (all.among_three, fewer.among_three),
            (all.among_ten, fewer.among_ten),
        ];
        let changes = changes.map(|(now, then)| change(now, then)).join(" ");
        writeln!(page, "| `{}` | {:.2} | {changes} | {} |", feature.name, weights[at], feature.meaning)
            .unwrap();
    }
    page.push_str(
        "\n| suite | programs | top-1, top-3, listed | left out of the fitting | of them with one faulty line | top-1, top-3, listed | left out |\n|---|---|---|---|---|---|---|\n",
    );
    let mut sums: BTreeMap<(bool, bool), Ranks> = BTreeMap::new();
    for (suite, others) in left_out {
        write!(page, "| `{suite}`").unwrap();
        for only_single in [false, true] {
            let own = || examples.iter().filter(|it| it.suite == **suite && (it.is_single || !only_single));
            let [fitted, left_out] = [weights, others].map(|it| ranks(own(), it));
            for (is_left_out, ranks) in [(false, fitted), (true, left_out)] {
                let sum = sums.entry((only_single, is_left_out)).or_default();
                *sum = sum.plus(ranks);
            }
            let figures = |it: Ranks| format!("{} {} {}", it.first, it.among_three, it.among_ten);
            write!(page, " | {} | {} | {}", fitted.n, figures(fitted), figures(left_out)).unwrap();
        }
        page.push_str(" |\n");
    }
    page.push_str("| all");
    for only_single in [false, true] {
        let [fitted, left_out] =
            [false, true].map(|it| sums.get(&(only_single, it)).copied().unwrap_or_default());
        write!(page, " | {} | {} | {}", fitted.n, fitted.shares(), left_out.shares()).unwrap();
    }
    page.push_str(" |\n");
    page
}

/// The file of the program that has the weights.
pub(super) fn source(features: &[Described], weights: &[f64]) -> String {
    let mut source = String::from(
        "//! How much each feature weighs, as `cargo xtask fit-ranking` has fitted it.\n\n\
         use super::features::Feature;\n\n\
         /// The weight of a feature: by how much the score of a finding grows where the feature grows by 1.\n\
         pub(super) const fn weight(feature: Feature) -> f64 {\n    match feature {\n",
    );
    for (feature, weight) in features.iter().zip(weights) {
        // No `-0.00`.
        let weight = if weight.abs() < 0.005 { 0.0 } else { *weight };
        writeln!(source, "        Feature::{} => {weight:.2},", feature.case).unwrap();
    }
    source.push_str("    }\n}\n");
    source
}

/// Where the page has its tables.
const BEGIN: &str = "<!-- fitted -->\n";
const END: &str = "<!-- end -->\n";

/// A page with these tables instead of those that it has.
pub(super) fn put_in(before: &str, tables: &str) -> Result<String> {
    let (head, rest) = before.split_once(BEGIN).context("docs/ranking.md has no place for the tables")?;
    let (_, tail) = rest.split_once(END).context("docs/ranking.md has no end of the tables")?;
    Ok(format!("{head}{BEGIN}\n{tables}\n{END}{tail}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ranking::data::Candidate;

    fn candidate(line: u64, tier: u8, is_faulty: bool, feature: f64) -> Candidate {
        Candidate { line: ("a.c".to_owned(), line), is_faulty, tier, features: vec![feature] }
    }

    #[test]
    fn a_rank_counts_each_line_once_and_tiers_first() {
        let findings = vec![
            candidate(3, 0, false, 2.0),
            candidate(3, 0, false, 3.0),
            candidate(5, 1, false, 9.0),
            candidate(4, 0, true, 1.0),
        ];
        let example = Example { suite: "s".to_owned(), share: 1.0, is_single: true, findings };
        assert_eq!(rank(&example, &[1.0]), Some(2));
        assert_eq!(rank(&example, &[-1.0]), Some(1));
    }

    #[test]
    fn tables_are_replaced() {
        let page = "a\n<!-- fitted -->\nold\n<!-- end -->\nb\n";
        assert_eq!(put_in(page, "new").unwrap(), "a\n<!-- fitted -->\n\nnew\n<!-- end -->\nb\n");
        assert!(put_in("a", "new").is_err());
    }
}
