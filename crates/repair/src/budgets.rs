//! How much is tried, and what it costs. The bounds themselves stand in [`limits`].

use faultscope_frontend::{Input, InputFile};
use faultscope_ir::Trace;
use faultscope_ir::limits::Limit;
use faultscope_solver::Limits;

use crate::limits::{
    self, ALL_ALONE_EFFORT, ALL_PATCHES_EFFORT, LEAST_ALONE_EFFORT, LEAST_PATCH_EFFORT, MAX_UNDECIDED_CHECKS,
    MOST_ALONE_EFFORT, MOST_PATCH_EFFORT, SETS_EFFORT, reached,
};

/// Most steps of a changed program on the inputs of an error trace. A change that makes it run much longer is not followed
/// to its end.
pub(crate) fn replay_steps(trace: &Trace) -> u64 {
    1_000 + 8 * trace.len() as u64
}

/// Steps of a program on the inputs of an execution that is as long as that.
pub(crate) fn own_steps(trace: &Trace) -> u64 {
    1_000 + trace.len() as u64
}

/// Steps of the interpreter in a unit of effort, from measurements.
const STEPS_PER_UNIT: u64 = 1;

/// Characters of a text in a unit of effort when it is translated, from measurements.
const CHARACTERS_PER_UNIT: u64 = 10;

/// The effort of executing so many steps.
pub(crate) fn execution(n_steps: usize) -> u64 {
    n_steps as u64 / STEPS_PER_UNIT
}

/// The effort of translating a program again: by what the user wrote, for declarations of headers that nothing names cost
/// little.
pub(crate) fn translation(input: &Input) -> u64 {
    let own = |file: &InputFile| {
        let original = file.originals.iter().find(|(name, _)| *name == file.name);
        original.map_or(file.text.len(), |(_, text)| text.len()) as u64
    };
    input.files.iter().map(own).sum::<u64>() / CHARACTERS_PER_UNIT
}

/// Bounds on what is tried.
#[derive(Debug, Clone)]
pub struct Budgets {
    /// What finding the first error took.
    pub first_trace: u64,
    /// How many statements and conditions of code are asked about, the most promising ones.
    pub max_candidates: usize,
    /// How many inputs and declarations are asked about.
    pub max_inputs: usize,
    /// Most steps of one solver query about a local fix: some hundredths of a second.
    pub fix_query_steps: u32,
    /// The effort for deciding whether fixing a statement is enough. As much may go into finding out what a fix is.
    pub alone_effort: u64,
    /// The effort for deciding that of all statements; none for any.
    pub all_alone_effort: Option<u64>,
    /// The effort for sets of statements.
    pub sets_effort: u64,
    /// Whether invariants of changed programs are guessed where their paths teach too little. That proves some of them, and takes
    /// what many other questions would.
    pub guesses: bool,
    /// Most programs with a set of statements fixed that the verifier is asked about.
    pub max_set_checks: usize,
    /// Most error traces whose sets are looked for.
    pub max_set_traces: usize,
    /// Most sets that repair the program, and most that repair the first error trace, that are reported.
    pub max_sets: usize,
    /// Most places that are changed.
    pub max_places: usize,
    /// Most changes at one place.
    pub max_changes_of_a_place: usize,
    /// Most changes of all places.
    pub max_changes: usize,
    /// Most questions to the verifier for one place.
    pub max_checks_of_a_place: usize,
    /// Most questions to the verifier.
    pub max_checks: usize,
    /// Most questions that the verifier may leave open. What it cannot decide it mostly cannot decide for the neighbours
    /// either, and every such question takes all its effort.
    pub max_undecided: usize,
    /// Most patches for one place.
    pub max_patches_of_a_place: usize,
    /// Most patches that are reported.
    pub max_patches: usize,
    /// Most lines at which changes pass all tests, where these are reported.
    pub max_patched_lines: usize,
    /// The effort of one question to the verifier about a patch.
    pub patch_check_effort: u64,
    /// The effort for all patches, and again for confirming those that were found.
    pub patches_effort: u64,
}

impl Budgets {
    /// The usual bounds, where finding the first error took this effort: what is harder to find is harder to repair. All of it
    /// together is worth about a second, or a few times what the search took.
    pub fn after(search: u64) -> Budgets {
        let thorough = Budgets::thorough(search);
        Budgets {
            alone_effort: thorough.alone_effort / 2,
            all_alone_effort: Some(search.saturating_mul(3).max(ALL_ALONE_EFFORT)),
            guesses: false,
            sets_effort: search.clamp(SETS_EFFORT, thorough.sets_effort),
            patches_effort: search.saturating_mul(3).clamp(ALL_PATCHES_EFFORT, thorough.patches_effort),
            ..thorough
        }
    }

    /// Bounds with which every question is worth its own effort, however many there are.
    pub fn thorough(search: u64) -> Budgets {
        let search = search.min(MOST_ALONE_EFFORT);
        let alone_effort = (search * 5).clamp(LEAST_ALONE_EFFORT, MOST_ALONE_EFFORT);
        Budgets {
            first_trace: search,
            max_candidates: limits::MAX_CANDIDATES,
            max_inputs: limits::MAX_INPUTS_ASKED,
            fix_query_steps: limits::PROGRAM_FIX_QUERY_STEPS,
            alone_effort,
            all_alone_effort: None,
            sets_effort: alone_effort,
            guesses: true,
            max_set_checks: limits::MAX_SET_CHECKS,
            max_set_traces: limits::MAX_SET_TRACES,
            max_sets: limits::MAX_REPAIRING_SETS,
            max_places: limits::MAX_PLACES,
            max_changes_of_a_place: limits::MAX_CHANGES_OF_A_PLACE,
            max_changes: limits::MAX_CHANGES,
            max_checks_of_a_place: limits::MAX_CHECKS_OF_A_PLACE,
            max_checks: limits::MAX_CHECKS,
            max_undecided: MAX_UNDECIDED_CHECKS,
            max_patches_of_a_place: limits::MAX_PATCHES_OF_A_PLACE,
            max_patches: limits::MAX_PATCHES,
            max_patched_lines: usize::MAX,
            patch_check_effort: (search * 10).clamp(LEAST_PATCH_EFFORT, MOST_PATCH_EFFORT),
            patches_effort: (search * 20).clamp(10 * LEAST_PATCH_EFFORT, 2 * MOST_PATCH_EFFORT),
        }
    }

    /// Bounds where tests decide, which asks no verifier.
    pub fn for_tests(thorough: bool) -> Budgets {
        Budgets {
            max_patched_lines: if thorough { usize::MAX } else { limits::MAX_PATCHED_LINES },
            max_places: 2 * limits::MAX_PLACES,
            max_changes_of_a_place: 3 * limits::MAX_CHANGES_OF_A_PLACE,
            max_changes: 2 * limits::MAX_CHANGES,
            patch_check_effort: MOST_PATCH_EFFORT,
            patches_effort: 8 * MOST_PATCH_EFFORT,
            ..Budgets::thorough(0)
        }
    }

    /// The limits of deciding something about fixing a statement, which is decided of several at the same time.
    pub fn alone(&self, limits: &Limits) -> Limits {
        limits.child().apart().with_effort(limits.scaled(self.alone_effort))
    }

    /// The limits of everything about sets of statements.
    pub(crate) fn sets(&self, limits: &Limits) -> Limits {
        limits.child().apart().with_effort(limits.scaled(self.sets_effort))
    }

    /// The bound on the effort of deciding whether fixing a statement is enough.
    pub(crate) fn alone_limit(&self) -> &'static Limit {
        if self.alone_effort < MOST_ALONE_EFFORT {
            &reached::LEAST_ALONE_EFFORT
        } else {
            &reached::MOST_ALONE_EFFORT
        }
    }

    /// The bound on the effort of patches.
    pub(crate) fn patch_limit(&self) -> &'static Limit {
        if self.all_alone_effort.is_some() {
            &reached::ALL_PATCHES_EFFORT
        } else if self.patch_check_effort < MOST_PATCH_EFFORT {
            &reached::LEAST_PATCH_EFFORT
        } else {
            &reached::MOST_PATCH_EFFORT
        }
    }

    /// The limits of all patches, or of confirming them.
    pub fn patches(&self, limits: &Limits) -> Limits {
        limits.with_effort(limits.scaled(self.patches_effort))
    }

    /// The effort of one question to the verifier about a patch, a quarter of that of the one before where that was left undecided: what
    /// cannot be decided here mostly cannot be decided there.
    pub fn patch_check(&self, n_undecided: usize) -> u64 {
        self.patch_check_effort >> (2 * n_undecided.min(MAX_UNDECIDED_CHECKS))
    }
}
