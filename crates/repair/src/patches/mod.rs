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
mod rank;
mod several;
mod statements;
mod subjects;
mod trial;
mod verdict;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use faultscope_frontend::sites::Unit;
use faultscope_ir::limits::Reached;
use faultscope_ir::{CheckId, OriginId, OriginKind, Program, Property, PropertyGroup};
use faultscope_localize::parallel::prepared;
use faultscope_solver::{Limits, StopReason};
use faultscope_verify::ErrorTrace;
use faultscope_verify::entered::called_by_precondition;
use faultscope_verify::neighbours::Neighbour;
use faultscope_verify::sizes::is_bounded;

use crate::alignment::aligned;
use crate::auto_debug::{self, Proposal};
use crate::budgets;
use crate::config::Means;
use crate::errors::LeftError;
use crate::failure::Failure;
use crate::limits::{
    CONTRACTS_EFFORT, DISTINGUISHING_EFFORT, MAX_DISTINGUISHED, MAX_PROVED_PATCHES, PASSING_PATCH_EFFORT,
    SIZES_EFFORT, reached,
};
use crate::oracle::{ChangeVerdict, Lemmas, Oracle};
use crate::proposals::{Edit, Subject};
use crate::recording::Ending;
use crate::rules::{BOUNDARY_WEIGHT, Likelihood};
use crate::tests::Tests;
use crate::workspace::Workspace;
use bundles::Bundles;
use distinguish::Best;
use rank::{ChangeRank, Rank, Usual};
use subjects::Place;
use trial::{Candidate, Changes, Given, Trial, each, is_at, with_errors_on};

pub(crate) use definedness::guarded;
pub(crate) use keeping::{Versions, prove_kept};
pub(crate) use kept::{Around, Extent};
pub(crate) use trial::Base;

pub use contracts::{ContractCheck, ContractOutcome};
pub use distinguish::{Behaviour, Differs};
pub use hunk::Hunk;
pub use kept::{ChangedValue, Kept, KeptDifference, KeptLevel, KeptProof};
pub use mutants::Helpfulness;
pub use verdict::PatchVerdict;

/// A checked change of a source text.
#[derive(Debug, Clone)]
pub struct Patch {
    /// The statement or condition that it changes.
    pub origin: OriginId,
    /// The finding that it is of, by its index; none for a condition that is no finding.
    pub finding: Option<usize>,
    /// The change.
    pub edit: Edit,
    /// The weight of its rule.
    pub weight: u32,
    /// Whether it is in the body of a macro that is used more than once, and changes all the uses.
    pub is_shared: bool,
    /// The lines with it.
    pub change: Hunk,
    /// The evidence that asks for it, in words, where there is some.
    pub reason: Option<String>,
    /// What was shown of it.
    pub verdict: PatchVerdict,
    /// The other checks that the program still violates with it, and violated before.
    pub leaves: BTreeSet<CheckId>,
    /// Whether the check that failed is still evaluated on the failing inputs.
    pub reaches_check: bool,
    /// Whether it adds an operand that was learned: executions work with many such operands, at many places.
    pub is_learned: bool,
    /// Whether such failures are mostly repaired so: by a condition in front of what fails, by a step that a loop lacks which does not
    /// end.
    pub is_usual: bool,
    /// Whether it takes away what the program does, to avoid the check that failed or to meet it: that says something of the place, and
    /// is no patch to show.
    pub takes_away: bool,
    /// What it keeps of the executions around the failing one that worked, where no tests say what has to work.
    pub kept: Kept,
    /// With how many inputs around that of the test, where it worked, the program shows the same.
    pub shows_the_same: usize,
    /// What is known of it and of contracts, where it was asked.
    pub contract: Option<ContractCheck>,
    /// An input on which it differs from the best patch, where all tests pass with both and one was found.
    pub differs: Option<Box<Differs>>,
}

impl Patch {
    /// Whether it is proved, if only for arrays that are smaller than those with which the program fails: its contract says how large.
    pub fn is_proved_for_some(&self) -> bool {
        let is_met = self.contract.as_ref().is_some_and(ContractCheck::is_met);
        self.verdict == PatchVerdict::Proved || self.is_by_contract() && is_met
    }

    /// How much it keeps of what worked: for the callers, where a contract says what these need.
    fn kept_level(&self) -> KeptLevel {
        if self.is_by_contract() { self.kept.level_to_callers() } else { self.kept.level() }
    }

    /// Whether a contract alone says what is right.
    fn is_by_contract(&self) -> bool {
        self.verdict != PatchVerdict::PassesTests && self.contract.is_some()
    }

    /// Whether what fails is still executed where it should be.
    fn reaches(&self) -> bool {
        self.reaches_check || self.is_usual
    }

    /// What it replaces, and by what.
    fn texts(&self) -> Vec<&str> {
        vec![&self.edit.old, &self.edit.new, &self.change.new]
    }
}

/// What came of the changes that were tried.
#[derive(Debug, Default)]
pub(crate) struct Tried {
    /// Those that repair the program, the best first.
    pub(crate) patches: Vec<Patch>,
    /// Where tests decide: how much some change of a finding's place helps, by the finding's index.
    pub(crate) helpfulness: BTreeMap<usize, Helpfulness>,
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
    let mut verification = Verification {
        trial,
        around: around.as_ref(),
        oracle: &mut *oracle,
        n_checks: 0,
        n_undecided: 0,
        n_undecided_last: 0,
        reached,
        is_of_annotation: failure.violated().all(|it| it == Property::Contracts),
        is_of_operation: !failure.violated().any(Property::is_written),
        hangs: failure.tests.is_some_and(|it| it.hangs()),
    };
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

/// A patch and where it stands.
#[derive(Debug, Clone)]
struct Found {
    patch: Patch,
    /// The program of which its verdict speaks.
    program: Arc<Program>,
    /// The index of its place.
    place: usize,
    /// Its number among those of its place.
    number: usize,
    /// How usual it is.
    usual: Usual,
    /// Whether an operation fails in a test: then what fewer executions get through is proved all the easier.
    is_of_crash: bool,
}

impl Found {
    fn rank(&self) -> Rank {
        let patch = &self.patch;
        Rank {
            verdict: match self.is_of_crash {
                true => patch.verdict.max(PatchVerdict::PassesTests),
                false => patch.verdict,
            },
            contract: ContractCheck::rank(patch.contract.as_ref()),
            kept: patch.kept_level(),
            leaves_errors: !patch.leaves.is_empty(),
            change: ChangeRank::new(patch.weight, patch.reaches(), patch.is_learned, self.usual),
            is_open: patch.verdict,
            is_shared: patch.is_shared,
            by_contract: Reverse(if patch.is_by_contract() { patch.weight } else { 0 }),
            number: self.number,
            place: self.place,
        }
    }
}

/// Whether a change is of a comparison at its boundary.
fn is_of_boundary(edit: &Edit, weight: u32) -> bool {
    let is_comparison =
        |text: &str| text.contains(['<', '>']) && !text.contains("<<") && !text.contains(">>");
    weight >= BOUNDARY_WEIGHT && is_comparison(&edit.old) && is_comparison(&edit.new)
}

/// What patches begin with, whichever findings come first.
pub(crate) struct Ground<'a> {
    /// What changes are made in.
    unit: Box<dyn Unit>,
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

/// What is shown of a changed program that was not refuted.
struct Verified {
    verdict: PatchVerdict,
    /// What its proof was made of.
    lemmas: Lemmas,
    /// The errors that it leaves.
    left: Vec<LeftError>,
}

impl Verified {
    /// The checks of the original that it still violates.
    fn leaves(&self) -> BTreeSet<CheckId> {
        self.left.iter().map(|it| it.check).collect()
    }
}

/// A candidate that passes the known executions.
struct Survivor {
    candidate: usize,
    ending: Ending,
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
        let input = self.workspace.input();
        let changed = patch.change.applied(input);
        let changed = changed.and_then(|text| self.workspace.changed(&patch.change.file, &text));
        if patch.verdict == PatchVerdict::PassesTests
            && changed.is_some_and(|changed| self.workspace.is_proved(&changed, &limits))
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
            let input = self.workspace.input();
            let changed = patch.change.applied(input);
            let changed = changed.and_then(|text| self.workspace.changed(&patch.change.file, &text));
            let Some(changed) = changed else { continue };
            let called = |function: &str, size: u64| {
                limits.spend(budgets::translation(input));
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

    /// The program with changed lines, on the file as it would be: preprocessed and translated as a whole. Its lines are numbered as they
    /// were.
    fn with(&self, hunk: &Hunk) -> Option<Program> {
        let input = self.workspace.input();
        let file = hunk.changed_file(input)?;
        let changed = self.workspace.changed(&file.name, &file.new)?;
        self.means.limits.spend(budgets::translation(input));
        let mut program = self.guarded(self.workspace.translated(&changed), hunk)?;
        if hunk.moves_lines() {
            program.sources = aligned(&program.sources, &[file]);
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

    /// A patch checked once more, on the file with it.
    fn confirmed(&self, found: &Found, oracle: &Oracle) -> Option<Found> {
        let patch = &found.patch;
        let program = self.with(&patch.change)?;
        let is_like = program.executes_like(&found.program);
        let limits = self.means.limits;
        // A proof is about executions that were learned later, too, whether or not their replay comes to an end.
        let is_refuted = match patch.verdict {
            PatchVerdict::Proved if is_like => oracle.fails_on_learned(&program, limits),
            _ => oracle.replay(&program, limits).is_none(),
        };
        if is_refuted {
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

/// Candidates, and the programs that choose among them.
#[derive(Clone, Copy)]
struct Pool<'a> {
    candidates: &'a [Candidate],
    bundles: &'a Bundles,
}

/// Verifies what passes, and learns from what does not.
struct Verification<'a> {
    trial: &'a Trial<'a>,
    /// The executions around the failing one.
    around: Option<&'a Around<'a>>,
    oracle: &'a mut Oracle,
    n_checks: usize,
    n_undecided: usize,
    /// How many of them were the last.
    n_undecided_last: usize,
    reached: &'a mut Reached,
    /// Whether a part of a contract is all that is violated.
    is_of_annotation: bool,
    /// Whether an operation fails, and not what the user has written or tested.
    is_of_operation: bool,
    /// Whether a test does not end that nothing else is expected of.
    hangs: bool,
}

impl Verification<'_> {
    /// Place by place. What is found at one decides what is asked at the next; the programs are made ahead.
    fn run(&mut self, places: &[Place], pool: Pool<'_>, mut survivors: Vec<Survivor>) -> Vec<Found> {
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
        survivors.sort_by_key(|it| (best.get(&place(it)).copied(), place(it), it.ending, distance(it)));
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
    fn place<'b>(
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
                    let is_usual = place.subject.is_guarded(&candidate.change.tree);
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
    fn fails_around(&self, program: &Program, verified: &Verified) -> bool {
        let limits = self.trial.means.limits;
        let is_proved = verified.verdict != PatchVerdict::RepairsShownTraces;
        self.around.is_some_and(|it| {
            !is_proved && it.still_failing(program, limits).is_some()
                || !(is_proved && verified.left.is_empty()) && it.newly_failing(program, limits).is_some()
        })
    }

    /// Whether a program that does not evaluate the annotation which failed is judged by another part of the contract on the failing
    /// inputs: a loop that is no longer entered has no round with a variant, and what the function returns is checked.
    fn is_judged_otherwise(&self, program: &Program) -> bool {
        self.is_of_annotation && self.oracle.evaluates_contract(program, self.trial.means.limits)
    }

    /// What of what worked a program keeps that is changed at a statement.
    fn kept(&self, program: &Program, hunk: &Hunk, origin: OriginId) -> Kept {
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
    fn is_behind(&self, found: &[Found], best: Rank) -> bool {
        let max_patches = self.trial.means.budgets.max_patches;
        let is_before = |it: &&Found| it.rank() < best;
        found.iter().filter(is_before).take(max_patches).count() == max_patches
    }

    /// The rank of a candidate if it is proved, or passes tests where these decide, beside what is found at its place.
    fn best_rank(
        &self,
        pool: Pool<'_>,
        survivor: &Survivor,
        (place, subject): (usize, &Subject),
        patches: &[(Patch, Arc<Program>)],
    ) -> Rank {
        let change = &pool.candidates[survivor.candidate].change;
        let reaches_check = survivor.ending == Ending::Passes;
        let is_usual = subject.is_guarded(&change.tree);
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
    fn is_of_crash(&self) -> bool {
        self.is_of_operation && self.oracle.has_tests()
    }

    /// How usual a change is; where tests or assertions fail, none is more than others.
    fn usual(&self, (edit, weight): (&Edit, u32), is_usual: bool) -> Usual {
        match self.is_of_operation || self.hangs {
            true if is_of_boundary(edit, weight) => Usual::Slip,
            true if is_usual => Usual::Repair,
            _ => Usual::Other,
        }
    }

    /// Whether a candidate passes what was learned, as far as its bundle can say so.
    fn may_pass(&self, pool: Pool<'_>, survivor: &Survivor) -> bool {
        let candidate = &pool.candidates[survivor.candidate];
        let ending = pool.bundles.ending_learned(candidate, self.oracle, self.trial.means.limits);
        ending.is_none_or(Ending::is_accepted)
    }
}
