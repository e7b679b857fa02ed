//! Changes of whole statements: one that goes, one that comes, a condition around one, a block that ends further down.
//!
//! They were found by executions of a program in which inputs choose among them ([`statements`](crate::statements)). Here each is
//! written into the file, and what comes of that is translated and verified like any other patch.

use std::sync::Arc;

use faultscope_ir::Program;

use super::contracts::ContractCheck;
use super::hunk::{Hunk, Lines};
use super::patch::{Found, Patch};
use super::rank::Usual;
use super::subjects::Place;
use super::trial::{Given, each};
use super::verification::{Verification, Verified};
use crate::failure::Failure;
use crate::proposals::MAIN;
use crate::recording::Ending;
use crate::rules::Likelihood;
use crate::statements::edits::StatementRepair;

impl Verification<'_> {
    /// Those of these changes that repair the program. Their places are among `places` where they are findings.
    pub(super) fn statements(&mut self, failure: &Failure<'_>, places: &[Place]) -> Vec<Found> {
        let trial = self.trial;
        let findings = &failure.localized.findings;
        let finding_at =
            |it: &StatementRepair| findings.iter().position(|finding| finding.finding().origin == it.origin);
        let statements = failure.statements.iter().filter(|it| self.is_tried(failure, it));
        let mut lines = Lines::new(trial.workspace.input(), &trial.base.program.sources);
        let hunks: Vec<(&StatementRepair, Hunk)> =
            statements.filter_map(|it| Some((it, lines.change(&it.edit)?))).collect();
        let programs =
            each(hunks.len(), trial.means, |at, means| super::Trial { means, ..*trial }.with(&hunks[at].1));
        let mut found: Vec<Found> = Vec::new();
        for (at, program) in programs {
            let (repair, hunk) = &hunks[at];
            let Some((verified, contract, ending)) = self.verified(&program) else { continue };
            let finding = finding_at(repair);
            let place = places.iter().position(|it| finding.is_some() && it.finding == finding);
            let place = place.unwrap_or(places.len());
            let patch = Patch {
                origin: repair.origin,
                finding,
                edit: repair.edit.clone(),
                weight: repair.weight,
                is_shared: false,
                change: hunk.clone(),
                reason: None,
                verdict: verified.verdict,
                leaves: verified.leaves(),
                reaches_check: ending == Ending::Passes,
                is_learned: false,
                is_usual: repair.is_usual,
                takes_away: false,
                kept: self.kept(&program, hunk, repair.origin),
                contract,
                differs: None,
                shows_the_same: 0,
            };
            let number = found.iter().filter(|it| it.place == place).count();
            let is_likely = Likelihood::of(patch.weight) == Likelihood::Likely;
            let usual = match self.usual((&patch.edit, patch.weight), is_likely) {
                Usual::Repair if repair.checks_null => Usual::NullCheck,
                other => other,
            };
            let (program, is_of_crash) = (Arc::new(program), self.is_of_crash());
            found.push(Found { patch, program, place, number, usual, is_of_crash });
        }
        found
    }

    /// Whether a change is tried. To leave a statement out, or to put it elsewhere, is a repair where a test says that too much is
    /// written or computed: where the program crashes it takes away what crashes, and in a `main` that is given nothing it takes away
    /// what the program works on.
    fn is_tried(&self, failure: &Failure<'_>, it: &StatementRepair) -> bool {
        let is_given =
            self.trial.given == Given::Tests || failure.program.sources.origin(it.origin).function != MAIN;
        !it.adds_nothing || failure.only_fails_tests() && is_given
    }

    /// What is shown of a changed program and of its contract, and how it ends where the program fails; none where it is no repair.
    fn verified(&mut self, program: &Program) -> Option<(Verified, Option<ContractCheck>, Ending)> {
        let limits = self.trial.means.limits;
        let ending = self.oracle.replay(program, limits)?;
        if ending == Ending::Avoids && !self.oracle.can_reach_checks(program, limits) {
            return None;
        }
        match self.trial.verify(program, self.oracle, self.n_undecided_last) {
            Ok(verified) if self.fails_around(program, &verified) => None,
            Ok(mut verified) => {
                let contract = self.trial.contract_by(&verified);
                self.oracle.learn_left(&verified.left);
                self.oracle.learn_proof(std::mem::take(&mut verified.lemmas));
                Some((verified, contract, ending))
            }
            Err(error) => {
                self.oracle.learn_own(self.trial.base.program, program, &error, limits);
                None
            }
        }
    }
}
