//! # Measures of coverage
//! How often tests that fail, and tests that pass, execute a statement says how suspicious it is. Nothing else is looked at.
//!
//! Of the tests that were run to a decision, let `ef` be the number of failing ones that execute a statement, `ep` that of
//! passing ones, `F` and `P` that of all. Where a quotient has no value, it is 0.
//!
//! | measure | score | source |
//! |---|---|---|
//! | [Tarantula](Measure::Tarantula) | `(ef/F) / (ef/F + ep/P)` | Jones, Harrold, Stasko, ICSE 2002 |
//! | [Ochiai](Measure::Ochiai) | `ef / √(F · (ef + ep))` | Abreu, Zoeteweij, van Gemund, PRDC 2006 |
//! | [DStar](Measure::DStar) | `ef² / (ep + F − ef)` | Wong, Debroy, Gao, Li, IEEE Trans. Reliability 2014 |
//! | [Op2](Measure::Op2) | `ef − ep / (P + 1)` | Naish, Lee, Ramamohanarao, TOSEM 2011 |
//! | [Barinel](Measure::Barinel) | `1 − ep / (ep + ef)` | Abreu, Zoeteweij, van Gemund, ASE 2009, for single faults |
//!
//! A branch is executed by what goes either way; a condition has the best score of itself and of its two ways.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use faultscope_ir::{OriginId, OriginKind, Program, Span};

faultscope_ir::listed! {
    /// A measure by its name.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Measure {
        /// How much of the share of tests that execute a statement is failing ones.
        Tarantula,
        /// The cosine of what fails and what executes the statement.
        Ochiai,
        /// As the next, with more weight on failing tests.
        DStar,
        /// Failing tests first, then the fewest passing ones.
        Op2,
        /// How likely a test fails that executes the statement.
        Barinel,
    }
}

/// How many tests execute something.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Failing ones.
    pub failing: usize,
    /// Passing ones.
    pub passing: usize,
}

/// What tests have executed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Spectrum {
    /// All tests that were run to a decision.
    pub all: Counts,
    /// By source statement: where it stands, and by how many tests it is executed.
    pub statements: BTreeMap<(Span, OriginKind), (OriginId, Counts)>,
    /// By condition, how many tests go each way.
    pub ways: BTreeMap<(Span, OriginKind), [Counts; 2]>,
}

impl Measure {
    /// The name, and what it is for the user.
    const fn row(self) -> (&'static str, &'static str) {
        match self {
            Measure::Tarantula => (
                "tarantula",
                "How much of the share of tests that execute a statement is failing ones; needs tests, as those that follow",
            ),
            Measure::Ochiai => ("ochiai", "The cosine of what fails and what executes a statement"),
            Measure::DStar => ("dstar", "Failing tests count double"),
            Measure::Op2 => ("op2", "Failing tests first, then the fewest passing ones"),
            Measure::Barinel => ("barinel", "How likely a test fails that executes a statement"),
        }
    }

    /// The name on the command line and in reports.
    pub const fn name(self) -> &'static str {
        self.row().0
    }

    /// What it is, for the user: a clause without a full stop.
    pub const fn about(self) -> &'static str {
        self.row().1
    }

    /// The score of what is executed so often, of so many tests in all.
    pub fn score(self, counts: Counts, all: Counts) -> f64 {
        let (ef, ep) = (counts.failing as f64, counts.passing as f64);
        let (f, p) = (all.failing as f64, all.passing as f64);
        let quotient = |dividend: f64, divisor: f64| if divisor == 0.0 { 0.0 } else { dividend / divisor };
        match self {
            Measure::Tarantula => {
                let (failing, passing) = (quotient(ef, f), quotient(ep, p));
                quotient(failing, failing + passing)
            }
            Measure::Ochiai => quotient(ef, (f * (ef + ep)).sqrt()),
            Measure::DStar if ef > 0.0 && ep + f - ef == 0.0 => f64::INFINITY,
            Measure::DStar => quotient(ef * ef, ep + f - ef),
            Measure::Op2 => ef - ep / (p + 1.0),
            Measure::Barinel if ef + ep == 0.0 => 0.0,
            Measure::Barinel => 1.0 - ep / (ep + ef),
        }
    }
}

impl Spectrum {
    /// Notes what a test has executed: statements, and conditions with the ways that were gone.
    pub fn add(
        &mut self,
        program: &Program,
        is_failing: bool,
        statements: impl IntoIterator<Item = OriginId>,
        ways: impl IntoIterator<Item = (OriginId, bool)>,
    ) {
        let count = |counts: &mut Counts| match is_failing {
            true => counts.failing += 1,
            false => counts.passing += 1,
        };
        count(&mut self.all);
        let mut seen = std::collections::BTreeSet::new();
        for origin in statements {
            let key = program.sources.statement(origin);
            if seen.insert(key) {
                count(&mut self.statements.entry(key).or_insert((origin, Counts::default())).1);
            }
        }
        let mut seen = std::collections::BTreeSet::new();
        for (origin, way) in ways {
            let key = program.sources.statement(origin);
            if seen.insert((key, way)) {
                count(&mut self.ways.entry(key).or_default()[usize::from(way)]);
            }
        }
    }

    /// The score of a source statement; none where no test executes it.
    pub fn score(&self, measure: Measure, statement: (Span, OriginKind)) -> Option<f64> {
        let (_, counts) = self.statements.get(&statement)?;
        let ways = self.ways.get(&statement).into_iter().flatten();
        let scores = ways.chain([counts]).map(|counts| measure.score(*counts, self.all));
        scores.max_by(f64::total_cmp)
    }

    /// The statements that some failing test executes, the highest score first; those with one score as they stand in the
    /// source.
    pub fn ranked(&self, measure: Measure) -> Vec<(OriginId, f64)> {
        let executed = self.statements.iter().filter(|(_, (_, counts))| counts.failing > 0);
        let mut ranked: Vec<(OriginId, f64)> = executed
            .filter_map(|(statement, (origin, _))| Some((*origin, self.score(measure, *statement)?)))
            .collect();
        ranked.sort_by(|(_, lhs), (_, rhs)| rhs.partial_cmp(lhs).unwrap_or(Ordering::Equal));
        ranked
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of Jones, Harrold and Stasko: six tests, of which one fails.
    #[test]
    fn scores_are_those_of_the_papers() {
        let all = Counts { failing: 1, passing: 5 };
        let score = |measure: Measure, failing, passing| measure.score(Counts { failing, passing }, all);
        let near = |lhs: f64, rhs: f64| assert!((lhs - rhs).abs() < 1e-9, "{lhs} {rhs}");
        near(score(Measure::Tarantula, 1, 1), 1.0 / 1.2);
        near(score(Measure::Tarantula, 1, 5), 0.5);
        near(score(Measure::Tarantula, 0, 3), 0.0);
        near(score(Measure::Ochiai, 1, 1), 1.0 / 2f64.sqrt());
        near(score(Measure::DStar, 1, 2), 0.5);
        assert_eq!(score(Measure::DStar, 1, 0), f64::INFINITY);
        near(score(Measure::Op2, 1, 3), 0.5);
        near(score(Measure::Barinel, 1, 3), 0.25);
        near(score(Measure::Barinel, 0, 0), 0.0);
    }
}
