//! Patches: candidates for a fix, executed and verified.
//!
//! [`proposals`](crate::proposals) says what can be changed at a place. The program with a change is translated; what is no
//! program, or needs other assumptions than before, is dropped. Then
//!
//! 1. it is executed on all failing inputs that are known ([`recording`](crate::recording)): those of the error traces, and those that the
//!    verifier found for earlier candidates. A failing execution of one candidate refutes many others, so that the verifier
//!    is asked rarely;
//! 2. the verifier looks for an error within a budget. None: the patch is [`Proved`](PatchVerdict::Proved). Not decided: it
//!    [`RepairsShownTraces`](PatchVerdict::RepairsShownTraces).
//!
//! **What counts as a repair.** A program that hangs, or stops before it gets to the failed check, has no error and is no
//! repair. So on every known failing input the changed program has to come to its end within a bound that depends on
//! the length of the error trace. An execution that returns from the entry is at its end; one that stops at an assumption
//! or a call of `exit` is only where it has evaluated the check that failed. Whether the check is still evaluated on the
//! inputs of the traces is kept: a patch that avoids it ranks behind those that pass it. Where intervals show that no execution
//! at all gets to the check any more, nothing is repaired: `n < 64 || n > 10` instead of `n < 0 || n > 10` lets nothing pass.
//!
//! **One error at a time.** A patch repairs its error, that of the error traces. Other errors that the program [had
//! before](crate::errors) are no reason against it, and are named; a new one is. *Proved* is then said of its error alone.
//!
//! **Tests and contracts.** Where tests decide, what passes them is no more than that. The best patches are checked against
//! the [contracts](contracts) of the functions that they change, in order, until one meets them; one that violates them
//! ranks behind all others. Tests do not tell the patches apart that pass them; an input that does is [looked
//! for](distinguish), so that the user can say which is meant.

mod bundles;
mod contracts;
mod definedness;
mod distinguish;
mod everywhere;
mod hunk;
mod keeping;
mod kept;
mod mutants;
mod patch;
mod rank;
mod several;
mod statements;
mod strategies;
mod subjects;
mod trial;
mod verdict;
mod verification;

use std::collections::BTreeMap;
use std::sync::Arc;

use faultscope_frontend::sites::Unit;
use faultscope_frontend::{Input, Translation};
use faultscope_ir::limits::Reached;
use faultscope_ir::{AssumptionKind, CheckId, Program, Property, PropertyGroup};
use faultscope_solver::{Limits, StopReason};
use faultscope_verify::ErrorTrace;
use faultscope_verify::entered::called_by_precondition;
use faultscope_verify::neighbours::Neighbour;
use faultscope_verify::sizes::is_bounded;

use crate::aberrance::ProgramAberrance;
use crate::alignment::aligned;
use crate::auto_debug::{self, Proposal};
use crate::budgets;
use crate::config::Means;
use crate::failure::Failure;
use crate::limits::{
    CONTRACTS_EFFORT, DISTINGUISHING_EFFORT, MAX_DISTINGUISHED, MAX_PROVED_PATCHES, PASSING_PATCH_EFFORT,
    SIZES_EFFORT, reached,
};
use crate::oracle::{ChangeVerdict, Lemmas, Oracle};
use crate::proposals::Subject;
use crate::recording::Ending;
use crate::tests::Tests;
use crate::workspace::Workspace;
use bundles::Bundles;
use distinguish::Best;
use patch::Found;
use subjects::Place;
use trial::{Candidate, Changes, Given, Trial, each, is_at, with_errors_on};
use verification::{Pool, Survivor, Verification, Verified};

pub(crate) use definedness::guarded;
pub(crate) use keeping::{Versions, prove_kept};
pub(crate) use kept::{Around, Extent};
pub(crate) use trial::Base;

pub use contracts::{ContractCheck, ContractOutcome};
pub use distinguish::{Behaviour, Differs};
pub use hunk::Hunk;
pub use kept::{ChangedValue, Kept, KeptDifference, KeptLevel, KeptProof};
pub use mutants::Helpfulness;
pub use patch::Patch;
pub use verdict::PatchVerdict;

/// What came of the changes that were tried.
#[derive(Debug, Default)]
pub(crate) struct Tried {
    /// Those that repair the program, the best first.
    pub(crate) patches: Vec<Patch>,
    /// Where tests decide: how much some change of a finding's place helps, by the finding's index.
    pub(crate) helpfulness: BTreeMap<usize, Helpfulness>,
}

/// Looks for changes of single lines that repair a program, at the findings in this order.
///
/// For each place the best are given: proved ones first, then those that still reach the check, then the likeliest change.
pub(crate) fn patches(
    failure: &Failure<'_>,
    (order, around): (&[usize], &[Neighbour]),
    workspace: &dyn Workspace,
    ground: Ground<'_>,
    oracle: &mut Oracle,
    means: &Means<'_>,
    reached: &mut Reached,
) -> Tried {
    let program = failure.program;
    let budgets = means.budgets;
    let all = means;
    let (finding, confirming) = (budgets.patches(means.limits), budgets.patches(means.limits));
    let (means, confirming) =
        (&Means { limits: &finding, ..*means }, &Means { limits: &confirming, ..*means });
    let Ground { unit, base, changes, mut bundles, spent } = ground;
    finding.spend(spent);
    let given = Given::of(failure);
    let trial = &Trial { workspace, unit: &*unit, base: &base, means, given };
    let mut places = trial.places(failure, order, reached);
    let proposed = if given.is_tests() { proposals(failure, &*unit) } else { Vec::new() };
    add_places(failure, &proposed, &mut places);
    let changes = trial.changes(program, &places, changes);
    let candidates = trial.candidates(program, &places, &changes, &proposed, reached);
    bundles.add(trial, &candidates, oracle);
    let survivors = trial.survivors(&candidates, &bundles, oracle);
    let helpfulness = failure.tests.map(|tests| {
        let limits = &all.limits.child().apart();
        let trial = &Trial { means: &Means { limits, ..*all }, ..*trial };
        mutants::helpfulness(trial, &places, &candidates, &bundles, tests)
    });
    let error = failure.traces.first();
    let around = error.map(|error| Around::new(program, error, around, means.limits));
    let mut verification = Verification::new(trial, failure, around.as_ref(), (&mut *oracle, reached));
    let mut found = verification.run(&places, Pool { candidates: &candidates, bundles: &bundles }, survivors);
    found.extend(verification.statements(failure, &places));
    if given.is_tests() && found.is_empty() {
        let further = trial.further_candidates(&places, &candidates, &[], verification.reached);
        bundles.add(trial, &further, verification.oracle);
        let survivors = trial.survivors(&further, &bundles, verification.oracle);
        found = verification.run(&places, Pool { candidates: &further, bundles: &bundles }, survivors);
    }
    if given.is_tests() && found.is_empty() {
        found = trial.everywhere((&places, &candidates), verification.oracle);
    }
    if let Some(tests) = failure.tests.filter(|_| found.is_empty()) {
        found.extend(trial.several(tests, (&places, &candidates), &bundles));
    }
    let confirming = Trial { means: confirming, ..*trial };
    let unlimited = Trial { means: all, ..*trial };
    let mut confirmed = confirming.all_confirmed(found, &unlimited, &mut verification);
    let is_proved = |it: &Found| it.patch.is_proved_for_some() && !it.patch.takes_away;
    if given == Given::Contract && !confirmed.iter().any(|(_, it)| is_proved(it)) {
        let proposed = proposals(failure, &*unit);
        add_places(failure, &proposed, &mut places);
        let further = trial.further_candidates(&places, &candidates, &proposed, verification.reached);
        bundles.add(trial, &further, verification.oracle);
        let survivors = trial.survivors(&further, &bundles, verification.oracle);
        let mut found =
            verification.run(&places, Pool { candidates: &further, bundles: &bundles }, survivors);
        if !found.iter().any(|it| it.patch.verdict.is_repair()) {
            let survivors = trial.survivors_by_themselves(&candidates, &bundles, verification.oracle);
            let pool = Pool { candidates: &candidates, bundles: &bundles };
            found.extend(verification.run(&places, pool, survivors));
        }
        confirmed.extend(confirming.all_confirmed(found, &unlimited, &mut verification));
        confirmed.sort_by_key(|(_, found)| found.rank());
        confirmed.truncate(budgets.max_patches);
    }
    let is_exceeded = |limits: &Limits| limits.exceeded() == Some(StopReason::EffortLimit);
    reached.note(budgets.patch_limit(), is_exceeded(&finding) || is_exceeded(confirming.means.limits));
    if asks_more_than_tests(failure) {
        let mut n_undecided = 0;
        for (_, found) in confirmed.iter_mut().take(MAX_PROVED_PATCHES) {
            n_undecided += usize::from(!trial.prove(&mut found.patch, n_undecided));
        }
        confirmed.sort_by_key(|(_, found)| found.rank());
    }
    if let Some(tests) = failure.tests {
        confirmed.iter_mut().for_each(|(_, it)| it.patch.shows_the_same = tests.n_around());
        unlimited.check_contracts(program, &mut confirmed);
        confirmed.sort_by_key(|(_, found)| found.rank());
        unlimited.distinguish(tests, &mut confirmed);
    }
    let patches = confirmed.into_iter().map(|(_, found)| found.patch).collect();
    Tried { patches, helpfulness: helpfulness.unwrap_or_default() }
}

/// Strategies that are proved to be enough, as patches at places where none is known; none where tests decide.
pub(crate) fn of_strategies(
    failure: &Failure<'_>,
    (alone, known): (&BTreeMap<usize, ProgramAberrance>, &[Patch]),
    around: &[Neighbour],
    workspace: &dyn Workspace,
    oracle: &mut Oracle,
    means: &Means<'_>,
    reached: &mut Reached,
) -> Vec<Patch> {
    if failure.tests.is_some() {
        return Vec::new();
    }
    let statements = strategies::written(failure, alone, known);
    if statements.is_empty() {
        return Vec::new();
    }
    let Some(unit) = workspace.unit() else { return Vec::new() };
    let base = Base::new(workspace, failure.program);
    let limits = &means.budgets.patches(means.limits);
    let means = &Means { limits, ..*means };
    let trial = &Trial { workspace, unit: &*unit, base: &base, means, given: Given::of(failure) };
    let error = failure.traces.first();
    let around = error.map(|error| Around::new(failure.program, error, around, limits));
    let failure = &Failure { statements: &statements, ..*failure };
    let mut verification = Verification::new(trial, failure, around.as_ref(), (oracle, reached));
    let mut found = verification.statements(failure, &[]);
    for Found { patch, program, .. } in found.iter_mut().filter(|it| !it.patch.verdict.is_repair()) {
        // With numbers beyond all that fail, intervals see at once what other verifiers may not.
        let verdict = verification.oracle.verify_by_intervals(failure.program, program, limits);
        if let ChangeVerdict::Repaired(_) = verdict {
            patch.verdict = PatchVerdict::Proved;
        }
    }
    found.retain(|it| it.patch.verdict == PatchVerdict::Proved && it.patch.reaches_check);
    let confirmed = trial.all_confirmed(found, trial, &mut verification);
    confirmed.into_iter().map(|(_, found)| found.patch).collect()
}

/// What evidence asks for: of the first error trace, and of the next one where that asks for nothing.
fn proposals(failure: &Failure<'_>, unit: &dyn Unit) -> Vec<Proposal> {
    let of_traces = failure.traces.iter().map(|error| auto_debug::proposals(failure.program, unit, error));
    of_traces.into_iter().find(|it| !it.is_empty()).unwrap_or_default()
}

/// Adds the places that evidence asks to change and that are none yet.
fn add_places(failure: &Failure<'_>, proposals: &[Proposal], places: &mut Vec<Place>) {
    let program = failure.program;
    for proposal in proposals {
        if places.iter().any(|it| is_at(program, it.subject.origin, proposal.origin)) {
            continue;
        }
        let findings = &failure.localized.findings;
        let finding = findings.iter().position(|it| is_at(program, it.finding().origin, proposal.origin));
        places.push(Place { subject: Subject::at(proposal.origin), finding });
    }
}

/// Whether the failing test violates a check of the program, or the user has written some: then passing all tests is not all
/// that is asked. Contracts are checked by themselves.
fn asks_more_than_tests(failure: &Failure<'_>) -> bool {
    let is_of_program =
        |property: Property| property.group() != PropertyGroup::Tests && property != Property::Contracts;
    failure.tests.is_some()
        && (failure.violated().any(is_of_program)
            || failure.program.checks.iter().any(|it| it.property.is_written() && is_of_program(it.property)))
}

/// What patches begin with, whichever findings come first.
pub(crate) struct Ground<'a> {
    /// What changes are made in.
    unit: Arc<dyn Unit>,
    /// What comes of them is compared with.
    base: Base<'a>,
    changes: Changes,
    bundles: Bundles,
    /// The effort that it took.
    spent: u64,
}

impl Ground<'_> {
    /// What is needed where the findings have this order, and mostly in others too; none where there is no program. What it takes
    /// counts when patches are looked for.
    pub(crate) fn new<'a>(
        failure: &Failure<'a>,
        order: &[usize],
        workspace: &dyn Workspace,
        oracle: &Oracle,
        means: &Means<'_>,
    ) -> Option<Ground<'a>> {
        let limits = &means.budgets.patches(means.limits).apart();
        let unit = workspace.unit()?;
        let base = Base::new(workspace, failure.program);
        let given = Given::of(failure);
        let means = &Means { limits, ..*means };
        let trial = &Trial { workspace, unit: &*unit, base: &base, means, given };
        let reached = &mut Reached::default();
        let places = trial.places(failure, order, reached);
        let changes = trial.changes(failure.program, &places, Changes::default());
        let candidates = trial.candidates(failure.program, &places, &changes, &[], reached);
        let mut bundles = Bundles::default();
        bundles.add(trial, &candidates, oracle);
        Some(Ground { unit, base, changes, bundles, spent: limits.spent() })
    }
}

impl Trial<'_> {
    /// The candidates that pass, in their order.
    fn survivors(&self, candidates: &[Candidate], bundles: &Bundles, oracle: &Oracle) -> Vec<Survivor> {
        let groups = bundles.groups(candidates);
        let survivors = each(groups.len(), self.means, |at, means| {
            let trial = Trial { means, ..*self };
            let group: Vec<&Candidate> = groups[at].iter().map(|it| &candidates[*it]).collect();
            let endings = bundles.endings(&group, oracle, means.limits);
            let survivor = |(candidate, ending): (&usize, Option<Ending>)| {
                let ending = match ending {
                    // To choose takes steps wherever it is done, perhaps too many.
                    Some(ending) if ending != Ending::Open || !oracle.has_tests() => ending,
                    _ => oracle.replay(&trial.program(&candidates[*candidate])?, means.limits)?,
                };
                ending.is_accepted().then_some(Survivor { candidate: *candidate, ending })
            };
            Some(groups[at].iter().zip(endings).filter_map(survivor).collect::<Vec<Survivor>>())
        });
        let mut survivors: Vec<Survivor> = survivors.into_iter().flat_map(|(_, it)| it).collect();
        survivors.sort_by_key(|it| it.candidate);
        survivors
    }

    /// The candidates that pass by themselves, of those for which a program that chooses does not come to its end.
    fn survivors_by_themselves(
        &self,
        candidates: &[Candidate],
        bundles: &Bundles,
        oracle: &Oracle,
    ) -> Vec<Survivor> {
        let survivors = each(candidates.len(), self.means, |candidate, means| {
            let is_open = bundles.ending(&candidates[candidate], oracle, means.limits) == Some(Ending::Open);
            let program = Trial { means, ..*self }.program(candidates.get(candidate).filter(|_| is_open)?)?;
            let ending = oracle.replay(&program, means.limits)?;
            ending.is_accepted().then_some(Survivor { candidate, ending })
        });
        survivors.into_iter().map(|(_, survivor)| survivor).collect()
    }

    /// What the verifier says of a program: what is shown of it; or that it fails, or does something undefined where it did not
    /// before.
    fn verify(
        &self,
        program: &Program,
        oracle: &Oracle,
        n_undecided: usize,
    ) -> Result<Verified, Box<ErrorTrace>> {
        let passes = |verdict, lemmas, left| Ok(Verified { verdict, lemmas, left });
        if oracle.has_tests() {
            return passes(PatchVerdict::PassesTests, Lemmas::default(), Vec::new());
        }
        let limits = oracle.limits(self.means.budgets.patch_check(n_undecided), self.means.limits);
        // Of another search of the original for each error of each candidate little would come.
        let is_violated = |_: &[CheckId]| false;
        let (verdict, left) = oracle.verify_own(self.base.program, program, &is_violated, &limits);
        match verdict {
            ChangeVerdict::Repaired(lemmas) => passes(PatchVerdict::Proved, lemmas, left),
            ChangeVerdict::Open(_) => passes(PatchVerdict::RepairsShownTraces, Lemmas::default(), left),
            ChangeVerdict::Fails(error) => Err(error),
            ChangeVerdict::Undefined(execution) => Err(Box::new(execution.error)),
        }
    }

    /// Asks the verifiers about a patch with which all tests pass, where so many others were not decided; whether it is proved.
    fn prove(&self, patch: &mut Patch, n_undecided: usize) -> bool {
        let limits = self.means.limits;
        let effort = self.means.budgets.patch_check(n_undecided).min(PASSING_PATCH_EFFORT);
        let limits = limits.with_effort(limits.scaled(effort));
        if patch.verdict == PatchVerdict::PassesTests
            && self.changed(&patch.change).is_some_and(|changed| self.workspace.is_proved(&changed, &limits))
        {
            patch.verdict = PatchVerdict::Proved;
        }
        patch.verdict == PatchVerdict::Proved
    }

    /// What a verdict says of contracts where a contract alone is given: a proof, that the function which is called as its precondition asks
    /// for meets it, for arrays as large as those of the program.
    fn contract_by(&self, verified: &Verified) -> Option<ContractCheck> {
        let is_proved = verified.verdict == PatchVerdict::Proved && verified.left.is_empty();
        self.contract_of(is_proved, verified.lemmas.ends)
    }

    /// The same of a program that is proved or not, and of which that shows that all executions end or not.
    fn contract_of(&self, is_proved: bool, ends: bool) -> Option<ContractCheck> {
        let program = self.base.program;
        let function = called_by_precondition(program).filter(|_| self.given == Given::Contract)?;
        let outcome = if is_proved {
            let max_array = is_bounded(program).then(|| self.workspace.max_array());
            ContractOutcome::Met { max_array, ends }
        } else {
            ContractOutcome::Open { function: function.to_owned() }
        };
        Some(ContractCheck { functions: vec![function.to_owned()], outcome })
    }

    /// Asks about contracts, in the order of the patches that pass all tests, until one meets all that it is concerned with.
    fn check_contracts(&self, program: &Program, patches: &mut [(usize, Found)]) {
        let limits = self.means.limits.with_effort(self.means.limits.scaled(CONTRACTS_EFFORT));
        self.check_in_order(patches, PatchVerdict::PassesTests, &limits, |patch| {
            let changed_function = &program.sources.origin(patch.origin).function;
            contracts::concerned(program, changed_function, self.workspace)
        });
    }

    /// Where a program calls a function as its precondition asks for: asks with arrays of more and more elements about patches that
    /// were not decided for those with which it fails, in their order, until one meets the contract. Those that violate it are none.
    fn check_sizes(&self, program: &Program, patches: &mut Vec<(usize, Found)>) {
        let is_asked = self.given == Given::Contract && is_bounded(program);
        let Some(function) = called_by_precondition(program).filter(|_| is_asked) else { return };
        let limits = self.means.limits.with_effort(self.means.limits.scaled(SIZES_EFFORT));
        self.check_in_order(patches, PatchVerdict::RepairsShownTraces, &limits, |_| {
            vec![function.to_owned()]
        });
        patches.retain(|(_, it)| !it.patch.contract.as_ref().is_some_and(ContractCheck::is_violated));
    }

    /// Checks the contracts of functions in the programs with patches of this verdict, in their order, until one patch meets them or too
    /// many are not decided.
    fn check_in_order(
        &self,
        patches: &mut [(usize, Found)],
        verdict: PatchVerdict,
        limits: &Limits,
        functions: impl Fn(&Patch) -> Vec<String>,
    ) {
        let mut n_undecided = 0;
        for (_, Found { patch, .. }) in patches {
            if patch.verdict != verdict || patch.takes_away || limits.exceeded().is_some() {
                continue;
            }
            let Some(changed) = self.changed(&patch.change) else { continue };
            let called = |function: &str, size: u64| {
                limits.spend(budgets::translation(self.workspace.input()));
                let program = self.workspace.called(&changed, function, size)?;
                Some(match self.given.is_tests() {
                    true => program,
                    false => with_errors_on(program, &patch.change),
                })
            };
            let (search, max_array) = (&self.means.config.search, self.workspace.max_array());
            patch.contract = contracts::check(&called, max_array, &functions(patch), search, limits);
            match &patch.contract {
                Some(it) if it.is_met() => break,
                Some(ContractCheck { outcome: ContractOutcome::Open { .. }, .. }) => n_undecided += 1,
                _ => {}
            }
            if n_undecided >= MAX_PROVED_PATCHES {
                break;
            }
        }
    }

    /// Looks for inputs on which the best patch and the next ones differ.
    fn distinguish(&self, tests: &Tests, patches: &mut [(usize, Found)]) {
        let limits = self.means.limits.with_effort(self.means.limits.scaled(DISTINGUISHING_EFFORT));
        let trial = Trial { means: &Means { limits: &limits, ..*self.means }, ..*self };
        let is_asked = |patch: &Patch| {
            patch.verdict.is_repair() && !patch.contract.as_ref().is_some_and(ContractCheck::is_violated)
        };
        let asked: Vec<Patch> =
            patches.iter().map(|(_, it)| &it.patch).take_while(|it| is_asked(it)).cloned().collect();
        let [first, others @ ..] = &asked[..] else { return };
        let others = &others[..others.len().min(MAX_DISTINGUISHED)];
        if others.is_empty() {
            return;
        }
        let Some(program) = trial.with(&first.change) else { return };
        let mut best = Best::new(tests, &program, first.texts());
        for (other, (_, found)) in others.iter().zip(&mut patches[1..]) {
            let program = trial.with(&other.change);
            let differs = program.and_then(|it| best.difference(&it, &other.texts(), &limits));
            found.patch.differs = differs.map(Box::new);
        }
    }

    /// The texts with changed lines, on the file as it would be: preprocessed as a whole.
    fn changed(&self, hunk: &Hunk) -> Option<Input> {
        self.workspace.changed(&hunk.file, &hunk.applied(self.workspace.input())?)
    }

    /// The program with changed lines; its own are numbered as they were.
    fn with(&self, hunk: &Hunk) -> Option<Program> {
        self.of_changed(hunk, self.workspace.translated(&self.changed(hunk)?))
    }

    /// The same of what changed texts are translated to.
    fn of_changed(&self, hunk: &Hunk, translation: Translation) -> Option<Program> {
        let input = self.workspace.input();
        self.means.limits.spend(budgets::translation(input));
        let mut program = self.guarded(translation, hunk)?;
        if hunk.moves_lines() {
            program.sources = aligned(&program.sources, &[hunk.changed_file(input)?]);
        }
        Some(program)
    }

    /// The best of what was found, each checked once more, in order. Where a contract alone is given and none is proved, `unlimited` asks
    /// about smaller arrays.
    fn all_confirmed(
        &self,
        mut found: Vec<Found>,
        unlimited: &Trial<'_>,
        verification: &mut Verification<'_>,
    ) -> Vec<(usize, Found)> {
        let max_patches = self.means.budgets.max_patches;
        found.sort_by_key(Found::rank);
        verification.reached.note(&reached::MAX_PATCHES, found.len() > max_patches);
        found.truncate(max_patches);
        let oracle = &*verification.oracle;
        let mut confirmed =
            each(found.len(), self.means, |at, means| Trial { means, ..*self }.confirmed(&found[at], oracle));
        confirmed.sort_by_key(|(_, found)| found.rank());
        let is_proved = |it: &Patch| it.verdict == PatchVerdict::Proved && !it.takes_away;
        if !confirmed.iter().any(|(_, it)| is_proved(&it.patch)) {
            unlimited.check_sizes(self.base.program, &mut confirmed);
            confirmed.sort_by_key(|(_, found)| found.rank());
        }
        confirmed
    }

    /// Whether a changed program fails on what is known where objects lie elsewhere.
    fn depends_on_addresses(
        &self,
        (hunk, changed): (&Hunk, &Input),
        program: &Program,
        oracle: &Oracle,
    ) -> bool {
        let takes_addresses_for_granted =
            program.assumptions.iter().any(|it| it.kind == AssumptionKind::AddressLayout);
        let translation = takes_addresses_for_granted.then(|| self.workspace.translated_further_on(changed));
        let elsewhere = translation.flatten().and_then(|it| self.of_changed(hunk, it));
        elsewhere.is_some_and(|it| oracle.replay(&it, self.means.limits).is_none())
    }

    /// A patch checked once more, on the file with it.
    fn confirmed(&self, found: &Found, oracle: &Oracle) -> Option<Found> {
        let patch = &found.patch;
        let changed = self.changed(&patch.change)?;
        let program = self.of_changed(&patch.change, self.workspace.translated(&changed))?;
        let is_like = program.executes_like(&found.program);
        let limits = self.means.limits;
        // A proof is about executions that were learned later, too, whether or not their replay comes to an end.
        let is_refuted = match patch.verdict {
            PatchVerdict::Proved if is_like => oracle.fails_on_learned(&program, limits),
            _ => oracle.replay(&program, limits).is_none(),
        };
        if is_refuted || self.depends_on_addresses((&patch.change, &changed), &program, oracle) {
            return None;
        }
        if is_like {
            return Some(found.clone());
        }
        let verified = self.verify(&program, oracle, 0).ok()?;
        let contract = self.contract_by(&verified);
        let (verdict, leaves) = (verified.verdict, verified.leaves());
        Some(Found { patch: Patch { verdict, leaves, contract, ..patch.clone() }, ..found.clone() })
    }
}
