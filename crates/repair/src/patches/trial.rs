//! Changes to be tried, and the programs with them.

use std::cell::LazyCell;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use faultscope_frontend::Translation;
use faultscope_frontend::sites::Unit;
use faultscope_ir::limits::Reached;
use faultscope_ir::{AssumptionGroup, AssumptionKind, OriginId, Program};
use faultscope_localize::parallel::in_parallel_within;
use faultscope_verify::environment::Input;
use faultscope_verify::testing::Case;
use rustc_hash::{FxHashMap, FxHashSet};

use super::definedness::guarded;
use super::hunk::{ChangedLines, Hunk, Lines};
use super::subjects::{Place, failing_statements, places};
use crate::auto_debug::Proposal;
use crate::budgets;
use crate::config::Means;
use crate::failure::Failure;
use crate::limits::reached;
use crate::proposals::{Change, Proposer};
use crate::workspace::{Translated, Workspace};

/// A change to be tried.
pub(super) struct Candidate {
    /// The index of its place.
    pub(super) place: usize,
    pub(super) change: Change,
    pub(super) hunk: Hunk,
    /// The evidence that asks for it.
    pub(super) reason: Option<String>,
}

/// What can be changed at places, the likeliest first, with the lines that they change where those are the user's.
pub(super) type Changes = FxHashMap<(OriginId, Option<usize>), Vec<(Change, Option<Hunk>)>>;

/// Executes candidates.
#[derive(Clone, Copy)]
pub(super) struct Trial<'a> {
    pub(super) workspace: &'a dyn Workspace,
    pub(super) unit: &'a dyn Unit,
    pub(super) base: &'a Base<'a>,
    pub(super) means: &'a Means<'a>,
    pub(super) given: Given,
}

/// What is given of what the program should do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Given {
    /// Nothing but what the program says itself.
    Nothing,
    /// A contract, which says how the function that fails is called, or which it violates.
    Contract,
    /// What it should write, where it is given nothing.
    Output,
    /// Tests with inputs.
    Tests,
}

impl Given {
    /// Whether tests say what the program should do.
    pub(super) fn is_tests(self) -> bool {
        match self {
            Given::Output | Given::Tests => true,
            Given::Nothing | Given::Contract => false,
        }
    }

    /// What is given where a program fails.
    pub(super) fn of(failure: &Failure<'_>) -> Given {
        let has_input = |case: &Case| {
            let Input { stdin, arguments, values, .. } = &case.input;
            !stdin.is_empty() || !arguments.is_empty() || values.is_some()
        };
        match failure.tests {
            None if failure.is_of_contract() => Given::Contract,
            None => Given::Nothing,
            Some(tests) if tests.cases().iter().any(has_input) => Given::Tests,
            Some(_) => Given::Output,
        }
    }
}

impl Trial<'_> {
    /// The first places where the findings have this order, and always the statements that what fails is part of.
    pub(super) fn places(&self, failure: &Failure<'_>, order: &[usize], reached: &mut Reached) -> Vec<Place> {
        let max_places = self.means.budgets.max_places;
        let mut places = places(failure, order, self.workspace);
        reached.note(&reached::MAX_PLACES, places.len() > max_places);
        if places.len() > max_places {
            let beyond = places.split_off(max_places);
            let failing = failing_statements(failure);
            places.extend(beyond.into_iter().filter(|it| failing.contains(&it.subject.origin)));
        }
        places
    }

    /// What can be changed at places, added to what is known of some.
    pub(super) fn changes(&self, program: &Program, places: &[Place], changes: Changes) -> Changes {
        let proposer = || Proposer::new(program, self.unit, &self.means.config.rules);
        self.changes_by(&proposer, program, places, changes)
    }

    fn changes_by<'p>(
        &self,
        proposer: &dyn Fn() -> Proposer<'p>,
        program: &Program,
        places: &[Place],
        mut changes: Changes,
    ) -> Changes {
        let proposer = LazyCell::new(proposer);
        let mut lines = Lines::new(self.workspace.input(), &program.sources);
        let mut with_hunk = |change: Change| {
            let hunk = lines.change(&change.edit);
            (change, hunk)
        };
        for place in places {
            let is_tried =
                |change: &Change| self.given == Given::Tests || !proposer.is_of_data(&place.subject, change);
            let made = || {
                let changes = proposer.changes(&place.subject).into_iter();
                changes.filter(is_tried).map(&mut with_hunk).collect()
            };
            changes.entry(place.key()).or_insert_with(made);
        }
        changes
    }

    /// What can be tried beside these candidates where a contract says what is right: what evidence asks for, and other elements and
    /// objects that an assignment puts its value into.
    pub(super) fn further_candidates(
        &self,
        places: &[Place],
        known: &[Candidate],
        proposals: &[Proposal],
        reached: &mut Reached,
    ) -> Vec<Candidate> {
        let program = self.base.program;
        let proposer = || Proposer::new(program, self.unit, &self.means.config.rules).wide();
        let changes = self.changes_by(&proposer, program, places, Changes::default());
        let mut candidates = self.candidates(program, places, &changes, proposals, reached);
        let known: FxHashSet<ChangedLines> = known.iter().map(|it| it.hunk.changed()).collect();
        candidates.retain(|it| !known.contains(&it.hunk.changed()));
        candidates
    }

    /// What can be tried at places.
    pub(super) fn candidates(
        &self,
        program: &Program,
        places: &[Place],
        changes: &Changes,
        proposals: &[Proposal],
        reached: &mut Reached,
    ) -> Vec<Candidate> {
        let budgets = self.means.budgets;
        let mut lines = Lines::new(self.workspace.input(), &program.sources);
        let mut seen: FxHashMap<ChangedLines, Option<usize>> = FxHashMap::default();
        let mut candidates: Vec<Candidate> = Vec::new();
        for (place, it) in places.iter().enumerate() {
            let changes = changes.get(&it.key()).map_or(&[][..], Vec::as_slice);
            reached.note(&reached::MAX_CHANGES_OF_A_PLACE, changes.len() > budgets.max_changes_of_a_place);
            let by_rules = changes.iter().take(budgets.max_changes_of_a_place);
            let by_rules = by_rules.map(|(change, hunk)| (change.clone(), hunk.clone(), None));
            let is_here = |it: &&Proposal| is_at(program, it.origin, places[place].subject.origin);
            let by_evidence = proposals.iter().filter(is_here);
            let by_evidence = by_evidence
                .map(|it| (it.change.clone(), lines.change(&it.change.edit), Some(it.reason.clone())));
            for (change, hunk, reason) in by_rules.chain(by_evidence) {
                let Some(hunk) = hunk else { continue };
                // Places overlap: the operand of a condition and the whole of it.
                let key = hunk.changed();
                if let Some(known) = seen.get(&key) {
                    if let Some(known) = known.and_then(|known| candidates.get_mut(known)) {
                        known.reason = known.reason.take().or(reason);
                    }
                    continue;
                }
                let is_full = candidates.len() >= budgets.max_changes;
                reached.note(&reached::MAX_CHANGES, is_full);
                seen.insert(key, (!is_full).then_some(candidates.len()));
                if !is_full {
                    candidates.push(Candidate { place, change, hunk, reason });
                }
            }
        }
        candidates
    }

    /// The program of a candidate.
    pub(super) fn program(&self, candidate: &Candidate) -> Option<Program> {
        let Change { site, tree, .. } = &candidate.change;
        self.means.limits.spend(budgets::translation(self.workspace.input()));
        self.guarded(self.unit.replaced(*site, tree), &candidate.hunk)
    }

    /// A changed program that rests on nothing else than before, with errors where an operation on the changed line has no
    /// value.
    pub(super) fn guarded(&self, translation: Translation, hunk: &Hunk) -> Option<Program> {
        let translated = self.workspace.finished(translation)?;
        let is_covered = self.base.covers(&translated, self.given);
        is_covered.then(|| with_errors_on(translated.program, hunk))
    }
}

/// A changed program with errors where an operation on the changed lines has no value.
pub(super) fn with_errors_on(program: Program, hunk: &Hunk) -> Program {
    let changed = hunk.other_lines();
    guarded(program, &|file: &str, lines: RangeInclusive<u32>| {
        file == hunk.file && changed.range(lines).next().is_some()
    })
}

/// What a changed program is compared with.
pub(crate) struct Base<'a> {
    pub(super) program: &'a Program,
    warnings: BTreeSet<String>,
    assumptions: BTreeSet<(AssumptionKind, String)>,
}

impl Base<'_> {
    pub(crate) fn new<'a>(workspace: &dyn Workspace, program: &'a Program) -> Base<'a> {
        let translated = workspace.finished(workspace.translated(workspace.input()));
        let warnings = translated.map(|it| it.warnings).unwrap_or_default();
        Base { program, warnings: warnings.into_iter().collect(), assumptions: assumptions(program) }
    }

    /// Whether a changed program rests on nothing that the program does not. Where tests decide, what a library function does is no
    /// more in doubt than what it does elsewhere.
    fn covers(&self, translated: &Translated, given: Given) -> bool {
        let (warnings, mut assumed) = self.further(translated);
        assumed.retain(|(kind, _)| given != Given::Tests || *kind != AssumptionKind::LibraryModel);
        warnings.is_empty() && assumed.is_empty()
    }

    /// What a changed program rests on and the program does not.
    pub(crate) fn beyond(&self, translated: &Translated) -> Vec<String> {
        let (warnings, assumed) = self.further(translated);
        warnings.into_iter().chain(assumed.into_iter().map(|(_, message)| message)).collect()
    }

    /// The same, warnings and assumptions.
    fn further(&self, translated: &Translated) -> (Vec<String>, BTreeSet<(AssumptionKind, String)>) {
        let warnings = translated.warnings.iter().filter(|it| !self.warnings.contains(*it)).cloned();
        let assumptions = assumptions(&translated.program);
        (warnings.collect(), assumptions.difference(&self.assumptions).cloned().collect())
    }
}

/// What a program takes for granted of the world around it, and of memory that nobody has written. What it takes for
/// granted of how expressions are evaluated is the same for every program.
fn assumptions(program: &Program) -> BTreeSet<(AssumptionKind, String)> {
    let of_world = program.assumptions.iter().filter(|it| {
        it.kind.group() == AssumptionGroup::Environment || it.kind == AssumptionKind::UnwrittenMemory
    });
    of_world.map(|it| (it.kind, it.message.clone())).collect()
}

/// Whether two origins are of the same statement.
pub(super) fn is_at(program: &Program, left: OriginId, right: OriginId) -> bool {
    left == right || program.sources.statement(left) == program.sources.statement(right)
}

/// Runs `work` on the numbers below `n`, and gives what it gives, by number. What a limit cuts off is missing.
pub(super) fn each<T: Send>(
    n: usize,
    means: &Means<'_>,
    work: impl Fn(usize, &Means<'_>) -> Option<T> + Sync,
) -> Vec<(usize, T)> {
    let numbers: Vec<usize> = (0..n).collect();
    let results = in_parallel_within(means.config.jobs, &numbers, means.limits, |idx, limits| {
        work(*idx, &Means { limits, ..*means })
    });
    results.into_iter().enumerate().filter_map(|(idx, result)| Some((idx, result?))).collect()
}
