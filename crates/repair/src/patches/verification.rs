//! Verifies what passes the known executions, place by place.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use faultscope_ir::limits::Reached;
use faultscope_ir::{CheckId, OriginId, OriginKind, Program, Property, Span};
use faultscope_localize::parallel::prepared;
use faultscope_solver::Limits;

use super::bundles::Bundles;
use super::contracts::ContractCheck;
use super::hunk::Hunk;
use super::kept::{Around, Extent, Kept, KeptLevel};
use super::patch::{Found, Patch, is_of_boundary};
use super::rank::{ChangeRank, Rank, Usual};
use super::subjects::Place;
use super::trial::{Candidate, Given, Trial};
use super::verdict::PatchVerdict;
use crate::config::Means;
use crate::errors::LeftError;
use crate::failure::Failure;
use crate::limits::reached;
use crate::oracle::{Lemmas, Oracle};
use crate::proposals::{Change, Edit, Subject};
use crate::recording::Ending;
use crate::rules::Likelihood;

/// What is shown of a changed program that was not refuted.
pub(super) struct Verified {
    pub(super) verdict: PatchVerdict,
    /// What its proof was made of.
    pub(super) lemmas: Lemmas,
    /// The errors that it leaves.
    pub(super) left: Vec<LeftError>,
}

impl Verified {
    /// The checks of the original that it still violates.
    pub(super) fn leaves(&self) -> BTreeSet<CheckId> {
        self.left.iter().map(|it| it.check).collect()
    }
}

/// A candidate that passes the known executions.
pub(super) struct Survivor {
    pub(super) candidate: usize,
    pub(super) ending: Ending,
}

/// Whether a change may keep the failed check from being evaluated. Executions that worked have to speak for it: for a likely slip most of
/// them, for what is plausible in a condition all. Any other change that does so takes what the program does away.
fn may_avoid(program: &Program, candidate: &Candidate, place: &Place, kept: &Kept) -> bool {
    let is_condition = program.sources.origin(place.subject.origin).kind == OriginKind::Condition;
    match Likelihood::of(candidate.change.weight) {
        Likelihood::Likely => kept.is_shown(KeptLevel::Most),
        Likelihood::Plausible => is_condition && kept.is_shown(KeptLevel::All),
        Likelihood::LastResort => false,
    }
}

/// Whether a change helps whatever the program is meant to do, and too few executions that worked speak for it.
fn is_unfounded(candidate: &Candidate, kept: &Kept) -> bool {
    Likelihood::of(candidate.change.weight) == Likelihood::LastResort && !kept.is_shown(KeptLevel::Most)
}

/// Candidates, and the programs that choose among them.
#[derive(Clone, Copy)]
pub(super) struct Pool<'a> {
    pub(super) candidates: &'a [Candidate],
    pub(super) bundles: &'a Bundles,
}

/// Verifies what passes, and learns from what does not.
pub(super) struct Verification<'a> {
    pub(super) trial: &'a Trial<'a>,
    /// The executions around the failing one.
    pub(super) around: Option<&'a Around<'a>>,
    pub(super) oracle: &'a mut Oracle,
    pub(super) n_checks: usize,
    pub(super) n_undecided: usize,
    /// How many of them were the last.
    pub(super) n_undecided_last: usize,
    pub(super) reached: &'a mut Reached,
    /// Whether a part of a contract is all that is violated.
    pub(super) is_of_annotation: bool,
    /// Whether an operation fails, and not what the user has written or tested.
    pub(super) is_of_operation: bool,
    /// Whether a test does not end that nothing else is expected of.
    pub(super) hangs: bool,
    /// The operation of which the value does not fit its type, if that is what fails.
    pub(super) overflows: Option<Span>,
}

impl<'a> Verification<'a> {
    /// Of changes of a failing program, beside the executions around the failing one.
    pub(super) fn new(
        trial: &'a Trial<'a>,
        failure: &Failure<'_>,
        around: Option<&'a Around<'a>>,
        (oracle, reached): (&'a mut Oracle, &'a mut Reached),
    ) -> Verification<'a> {
        Verification {
            trial,
            around,
            oracle,
            n_checks: 0,
            n_undecided: 0,
            n_undecided_last: 0,
            reached,
            is_of_annotation: failure.violated().all(|it| it == Property::Contracts),
            is_of_operation: !failure.violated().any(Property::is_written),
            hangs: failure.tests.is_some_and(|it| it.hangs()),
            overflows: failure.overflows(),
        }
    }

    /// Place by place. What is found at one decides what is asked at the next; the programs are made ahead.
    pub(super) fn run(
        &mut self,
        places: &[Place],
        pool: Pool<'_>,
        mut survivors: Vec<Survivor>,
    ) -> Vec<Found> {
        let (trial, candidates) = (self.trial, pool.candidates);
        let place = |survivor: &Survivor| candidates[survivor.candidate].place;
        // Stable: the likeliest change first among those that end alike. What avoids the check takes executions away: the
        // fewest where a number is the least further on.
        let distance = |survivor: &Survivor| match survivor.ending {
            Ending::Avoids => candidates[survivor.candidate].change.edit.distance().unwrap_or(u128::MAX),
            _ => 0,
        };
        // Where tests decide, the best come first, wherever they are: nothing is learned from one for the next.
        let mut best: BTreeMap<usize, Rank> = BTreeMap::new();
        for survivor in survivors.iter().filter(|_| self.oracle.has_tests()) {
            let at = place(survivor);
            let rank = self.best_rank(pool, survivor, (at, &places[at].subject), &[]);
            best.entry(at).and_modify(|best| *best = rank.min(*best)).or_insert(rank);
        }
        let is_other =
            |it: &Survivor| !self.is_usual(&places[place(it)].subject, &candidates[it.candidate].change);
        survivors.sort_by_key(|it| {
            (best.get(&place(it)).copied(), place(it), is_other(it), it.ending, distance(it))
        });
        let knows_shown = self.oracle.clone();
        let passing = |survivor: &Survivor, limits: &Limits| {
            let trial = Trial { means: &Means { limits, ..*trial.means }, ..*trial };
            let program = trial.program(&candidates[survivor.candidate])?;
            let ending = knows_shown.replay(&program, limits)?;
            Some((program, ending))
        };
        let (n_jobs, limits) = (trial.means.config.jobs, trial.means.limits);
        prepared(n_jobs, &survivors, limits, passing, |passing| {
            let mut found = Vec::new();
            let mut first = 0;
            for of_place in survivors.chunk_by(|left, right| place(left) == place(right)) {
                let (idx, end) = (place(&of_place[0]), first + of_place.len());
                let patches =
                    self.place((idx, &places[idx]), pool, of_place.iter().zip(first..end), passing, &found);
                first = end;
                let as_found = |(number, (patch, program)): (usize, (Patch, Arc<Program>))| {
                    let usual = self.usual((&patch.edit, patch.weight), patch.is_usual);
                    let is_of_crash = self.is_of_crash();
                    Found { patch, program, place: idx, number, usual, is_of_crash }
                };
                found.extend(patches.into_iter().enumerate().map(as_found));
            }
            found
        })
    }

    /// The patches of a place, of survivors with their indices. `passing` gives the program of the one with an index, and
    /// `found` are the patches of earlier places.
    pub(super) fn place<'b>(
        &mut self,
        (at, place): (usize, &Place),
        pool: Pool<'_>,
        survivors: impl Iterator<Item = (&'b Survivor, usize)>,
        passing: &mut dyn FnMut(usize) -> Option<(Program, Ending)>,
        found: &[Found],
    ) -> Vec<(Patch, Arc<Program>)> {
        let budgets = self.trial.means.budgets;
        let mut patches: Vec<(Patch, Arc<Program>)> = Vec::new();
        let mut n_checks = 0;
        for (survivor, idx) in survivors {
            let n_repairs = patches.iter().filter(|(it, _)| it.verdict.is_repair()).count();
            let is_wanted = |it: &Patch| it.verdict.is_repair() && it.kept_level() != KeptLevel::Few;
            let n_proved = patches.iter().filter(|(it, _)| is_wanted(it)).count();
            let n_undecided = patches.len() - n_repairs;
            let spent = [
                (&reached::MAX_CHECKS_OF_A_PLACE, n_checks >= budgets.max_checks_of_a_place),
                (&reached::MAX_CHECKS, self.n_checks >= budgets.max_checks),
                (&reached::MAX_UNDECIDED_CHECKS, self.n_undecided >= budgets.max_undecided),
                (
                    &reached::MAX_PATCHES_OF_A_PLACE,
                    n_proved.max(n_undecided) >= budgets.max_patches_of_a_place,
                ),
            ];
            spent.iter().for_each(|(limit, is_spent)| self.reached.note(limit, *is_spent));
            let limits = self.trial.means.limits;
            if spent.iter().any(|(_, is_spent)| *is_spent) || limits.exceeded().is_some() {
                break;
            }
            if self.is_behind(found, self.best_rank(pool, survivor, (at, &place.subject), &patches)) {
                self.reached.note(&reached::MAX_PATCHES, true);
                continue;
            }
            if !self.may_pass(pool, survivor) {
                continue;
            }
            let Some((program, ending)) = passing(idx) else { continue };
            if !self.oracle.passes_learned(&program, limits) {
                continue;
            }
            // Other words for a change that is there: `-1` and `4294967295` may be the same.
            let is_there = patches.iter().any(|(_, other)| other.executes_like(&program));
            if is_there || ending == Ending::Avoids && !self.oracle.can_reach_checks(&program, limits) {
                continue;
            }
            if self.trial.given == Given::Contract && self.around.is_some_and(|it| it.fails(&program, limits))
            {
                continue;
            }
            n_checks += 1;
            self.n_checks += 1;
            match self.trial.verify(&program, self.oracle, self.n_undecided_last) {
                Ok(verified) if self.fails_around(&program, &verified) => {}
                Ok(verified) => {
                    let (verdict, leaves) = (verified.verdict, verified.leaves());
                    let contract = self.trial.contract_by(&verified);
                    self.oracle.learn_left(&verified.left);
                    let is_of_use = self.oracle.learn_proof(verified.lemmas);
                    if !verdict.is_repair() {
                        self.n_undecided += 1;
                        self.n_undecided_last += 1;
                    } else if is_of_use {
                        // What bounded model checking sees at once says nothing of what nobody could decide.
                        self.n_undecided_last = 0;
                    }
                    let candidate = &pool.candidates[survivor.candidate];
                    let kept = self.kept(&program, &candidate.hunk, place.subject.origin);
                    let is_usual = self.is_usual(&place.subject, &candidate.change);
                    let patch = Patch {
                        origin: place.subject.origin,
                        finding: place.finding,
                        edit: candidate.change.edit.clone(),
                        weight: candidate.change.weight,
                        is_shared: candidate.change.is_shared,
                        change: candidate.hunk.clone(),
                        reason: candidate.reason.clone(),
                        verdict,
                        leaves,
                        reaches_check: ending == Ending::Passes,
                        is_learned: place.subject.is_learned(&candidate.change.tree),
                        is_usual,
                        takes_away: match ending {
                            _ if is_usual => false,
                            Ending::Avoids if !self.is_judged_otherwise(&program) => {
                                !may_avoid(self.trial.base.program, candidate, place, &kept)
                            }
                            _ => !self.oracle.has_tests() && is_unfounded(candidate, &kept),
                        },
                        kept,
                        contract,
                        differs: None,
                        shows_the_same: 0,
                    };
                    patches.push((patch, Arc::new(program)));
                }
                Err(error) => self.oracle.learn_own(self.trial.base.program, &program, &error, limits),
            }
        }
        patches.sort_by_key(|(it, _)| (it.verdict, it.kept_level(), !it.reaches()));
        patches.truncate(budgets.max_patches_of_a_place);
        patches
    }

    /// Whether an execution around the failing one fails in a changed program: one that fails as well where nothing is proved, one
    /// that worked where the change leaves an error.
    pub(super) fn fails_around(&self, program: &Program, verified: &Verified) -> bool {
        let limits = self.trial.means.limits;
        let is_proved = verified.verdict != PatchVerdict::RepairsShownTraces;
        self.around.is_some_and(|it| {
            !is_proved && it.still_failing(program, limits).is_some()
                || !(is_proved && verified.left.is_empty()) && it.newly_failing(program, limits).is_some()
        })
    }

    /// Whether a program that does not evaluate the annotation which failed is judged by another part of the contract on the failing
    /// inputs: a loop that is no longer entered has no round with a variant, and what the function returns is checked.
    pub(super) fn is_judged_otherwise(&self, program: &Program) -> bool {
        self.is_of_annotation && self.oracle.evaluates_contract(program, self.trial.means.limits)
    }

    /// What of what worked a program keeps that is changed at a statement.
    pub(super) fn kept(&self, program: &Program, hunk: &Hunk, origin: OriginId) -> Kept {
        if let Some(tests) = self.oracle.tests().filter(|it| it.n_around() > 0) {
            let kept = tests.n_kept_around(program, self.trial.means.limits);
            let worked = tests.n_around();
            return Kept { worked, same_elsewhere: kept, same_to_callers: kept, ..Kept::default() };
        }
        let function = &self.trial.base.program.sources.origin(origin).function;
        let extent = Extent::of_lines(&hunk.file, hunk.old_lines(), function);
        let kept = |it: &Around<'_>| it.kept(program, &extent, self.trial.means.limits);
        self.around.map_or_else(Kept::default, kept)
    }

    /// Whether what has this rank at best is not reported in any case.
    pub(super) fn is_behind(&self, found: &[Found], best: Rank) -> bool {
        let max_patches = self.trial.means.budgets.max_patches;
        let is_before = |it: &&Found| it.rank() < best;
        found.iter().filter(is_before).take(max_patches).count() == max_patches
    }

    /// The rank of a candidate if it is proved, or passes tests where these decide, beside what is found at its place.
    pub(super) fn best_rank(
        &self,
        pool: Pool<'_>,
        survivor: &Survivor,
        (place, subject): (usize, &Subject),
        patches: &[(Patch, Arc<Program>)],
    ) -> Rank {
        let change = &pool.candidates[survivor.candidate].change;
        let reaches_check = survivor.ending == Ending::Passes;
        let is_usual = self.is_usual(subject, change);
        let verdict = if self.oracle.has_tests() { PatchVerdict::PassesTests } else { PatchVerdict::Proved };
        let is_before = |it: &Patch| it.verdict == verdict && it.reaches_check >= reaches_check;
        let contract = self.trial.contract_of(true, true);
        Rank {
            verdict,
            contract: ContractCheck::rank(contract.as_ref()),
            kept: KeptLevel::All,
            leaves_errors: false,
            change: ChangeRank::new(
                change.weight,
                reaches_check || is_usual,
                false,
                self.usual((&change.edit, change.weight), is_usual),
            ),
            is_open: verdict,
            is_shared: change.is_shared,
            by_contract: Reverse(if contract.is_some() { change.weight } else { 0 }),
            number: patches.iter().filter(|(it, _)| is_before(it)).count(),
            place,
        }
    }

    /// Whether an operation fails in a test.
    pub(super) fn is_of_crash(&self) -> bool {
        self.is_of_operation && self.oracle.has_tests()
    }

    /// Whether what fails is mostly repaired so: by a condition in front of it; where bits are shifted into the sign, by bits without one.
    pub(super) fn is_usual(&self, subject: &Subject, change: &Change) -> bool {
        let is_within = |span: Span| span.contains(change.edit.span);
        subject.is_guarded(&change.tree) || self.overflows.is_some_and(is_within) && change.drops_sign()
    }

    /// How usual a change is; where tests or assertions fail, none is more than others.
    pub(super) fn usual(&self, (edit, weight): (&Edit, u32), is_usual: bool) -> Usual {
        match self.is_of_operation || self.hangs {
            true if is_usual => Usual::Repair,
            true if is_of_boundary(edit, weight) => Usual::Slip,
            _ => Usual::Other,
        }
    }

    /// Whether a candidate passes what was learned, as far as its bundle can say so.
    pub(super) fn may_pass(&self, pool: Pool<'_>, survivor: &Survivor) -> bool {
        let candidate = &pool.candidates[survivor.candidate];
        let ending = pool.bundles.ending_learned(candidate, self.oracle, self.trial.means.limits);
        ending.is_none_or(Ending::is_accepted)
    }
}
