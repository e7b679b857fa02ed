//! What small changes of a place do to the tests, which says something of the place even where none of them is a repair.
//!
//! The changes are those that are tried as patches. A place where a change makes failing tests pass and keeps those that pass
//! is likely the faulty one: hardly any change of another place does that. And so is a place whose changes alter what failing
//! tests do, and not what passing ones do.
//!
//! # References
//! - Moon, Kim, Kim, Yoo: _Ask the mutants: mutating faulty programs for fault localization_, ICST 2014, whose measure is a mean
//!   over all changes of a statement. Here it is the best of them, for the changes are few and chosen.
//! - Papadakis, Le Traon: _Metallaxis-FL: mutation-based fault localization_, STVR 2015, for what changes alter.

use std::collections::BTreeMap;

use faultscope_ir::Program;
use faultscope_localize::Measure;
use faultscope_localize::spectrum::Counts;
use faultscope_solver::Limits;
use faultscope_verify::testing::Tester;

use super::bundles::Bundles;
use super::subjects::Place;
use super::trial::{Candidate, Trial, each};
use crate::limits::{MAX_MUTANT_STEPS, MAX_MUTANT_TESTS};
use crate::tests::{Outcome, Tests};

/// What changes of a place do to the tests.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Helpfulness {
    /// Of the change that helps most: the share of failing tests that pass with it.
    pub repaired: f64,
    /// Of the same: the share of passing tests that pass with it, too; 1 where there are none.
    pub kept: f64,
    /// How far what a change alters is failing tests: Ochiai's measure, of the change where it is highest.
    pub altered: f64,
}

impl Helpfulness {
    /// How much the most helpful change helps, from 0 to 1.
    pub fn score(self) -> f64 {
        self.repaired * self.kept
    }
}

/// What changes do to the tests, by finding; where no change alters a failing test there is nothing.
pub(super) fn helpfulness(
    trial: &Trial<'_>,
    places: &[Place],
    candidates: &[Candidate],
    bundles: &Bundles,
    tests: &Tests,
) -> BTreeMap<usize, Helpfulness> {
    let (failing, passing) = tests.split();
    let (failing, passing) = (first(&failing), first(&passing));
    let mut of_places: Vec<Vec<&Candidate>> = vec![Vec::new(); places.len()];
    for candidate in candidates {
        of_places[candidate.place].push(candidate);
    }
    let share = MAX_MUTANT_STEPS / places.len().max(1) as u64;
    let tried = each(places.len(), trial.means, |at, means| {
        let finding = places[at].finding?;
        let limits = means.limits;
        let mut changes = Changes { tests, failing, passing, n_left: share, tester: None, limits };
        Some((finding, changes.helpfulness(&of_places[at], bundles)?))
    });
    tried.into_iter().map(|(_, it)| it).filter(|(_, it)| it.altered > 0.0 || it.repaired > 0.0).collect()
}

fn first(cases: &[usize]) -> &[usize] {
    &cases[..cases.len().min(MAX_MUTANT_TESTS)]
}

/// The changes of one place.
struct Changes<'a> {
    tests: &'a Tests,
    failing: &'a [usize],
    passing: &'a [usize],
    /// How many steps may still be executed.
    n_left: u64,
    /// What executes the program of the last change.
    tester: Option<(&'a Program, Tester<'a>)>,
    limits: &'a Limits,
}

impl<'a> Changes<'a> {
    /// None where a limit is exceeded.
    fn helpfulness(&mut self, candidates: &[&Candidate], bundles: &'a Bundles) -> Option<Helpfulness> {
        let mut best = Helpfulness::default();
        for candidate in candidates {
            if self.n_left == 0 {
                break;
            }
            let Some((program, number)) = bundles.of(candidate) else { continue };
            let of_failing = self.outcomes(self.failing, program, number)?;
            let (repaired, altered) =
                (count(&of_failing, Outcome::Passes), count(&of_failing, Outcome::FailsOtherwise));
            if repaired + altered == 0 {
                continue;
            }
            let of_passing = self.outcomes(self.passing, program, number)?;
            let kept = count(&of_passing, Outcome::Passes);
            let all = Counts { failing: self.failing.len(), passing: self.passing.len() };
            let changed = Counts { failing: repaired + altered, passing: all.passing - kept };
            let share = |n: usize, of: usize| if of == 0 { 1.0 } else { n as f64 / of as f64 };
            let own = Helpfulness {
                repaired: share(repaired, all.failing),
                kept: share(kept, all.passing),
                ..best
            };
            if own.score() > best.score() {
                best = own;
            }
            best.altered = best.altered.max(Measure::Ochiai.score(changed, all));
        }
        Some(best)
    }

    fn outcomes(&mut self, cases: &[usize], program: &'a Program, number: usize) -> Option<Vec<Outcome>> {
        let tester = match &mut self.tester {
            Some((of, tester)) if std::ptr::eq(*of, program) => tester,
            last => &mut last.insert((program, Tester::new(program))).1,
        };
        self.tests.outcomes(cases, tester, (program, number), &mut self.n_left, self.limits)
    }
}

fn count(outcomes: &[Outcome], outcome: Outcome) -> usize {
    outcomes.iter().filter(|it| **it == outcome).count()
}
