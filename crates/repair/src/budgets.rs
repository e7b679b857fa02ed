//! How much is tried. Every bound of this crate that can change an answer stands here.

use faultscope_frontend::{Input, InputFile};
use faultscope_ir::Trace;
use faultscope_solver::Limits;

/// Most executions of one program on the same values, where it chooses.
pub(crate) const MAX_REPLAYS: usize = 64;

/// Most further error traces that a fix is made to repair.
pub(crate) const MAX_REFINEMENTS: usize = 8;

/// Other constants of the program for one constant.
pub(crate) const MAX_CONSTANTS: usize = 6;

/// Names of constants for one number, the nearest ones, whatever other constants there are.
pub(crate) const MAX_NEAREST_NAMES: usize = 2;

/// Other names for one name.
pub(crate) const MAX_SIMILAR_NAMES: usize = 4;

/// Variables instead of one constant.
pub(crate) const MAX_VARIABLES: usize = 12;

/// Most expressions that are taken from a fix condition.
pub(crate) const MAX_BOUNDARIES: usize = 8;

/// Most steps of a changed program on the inputs of an error trace. A change that makes it run much longer is not followed
/// to its end.
pub(crate) fn replay_steps(trace: &Trace) -> u64 {
    1_000 + 8 * trace.len() as u64
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
    /// How many statements and conditions of code are asked about, the most promising ones.
    pub max_candidates: usize,
    /// How many inputs and declarations are asked about.
    pub max_inputs: usize,
    /// Most steps of one solver query about a local fix: some hundredths of a second.
    pub fix_query_steps: u32,
    /// The effort for deciding whether fixing a statement is enough. As much may go into finding out what a fix is.
    pub alone_effort: u64,
    /// Most programs with a set of statements fixed that the verifier is asked about.
    pub max_set_checks: usize,
    /// Most error traces whose sets are looked for.
    pub max_set_traces: usize,
    /// Most sets that repair the first error trace and are reported.
    pub max_trace_sets: usize,
    /// Most places that are changed.
    pub max_subjects: usize,
    /// Most changes at one place.
    pub max_changes: usize,
    /// Most changes of all places.
    pub max_total_changes: usize,
    /// Most questions to the verifier for one place.
    pub max_checks: usize,
    /// Most questions to the verifier.
    pub max_total_checks: usize,
    /// Most questions that the verifier may leave open. What it cannot decide it mostly cannot decide for the neighbours
    /// either, and every such question takes all its effort.
    pub max_undecided: usize,
    /// Most patches for one place.
    pub max_patches: usize,
    /// Most patches that are reported.
    pub max_reported: usize,
    /// The effort of one question to the verifier about a patch.
    pub patch_check_effort: u64,
    /// The effort for all patches, and again for confirming those that were found.
    pub patches_effort: u64,
}

impl Budgets {
    /// The usual bounds, where finding the first error took this effort: what is harder to find is harder to repair.
    pub fn after(search: u64) -> Budgets {
        const LEAST: u64 = 500_000;
        const MOST_ALONE: u64 = 20_000_000;
        const MOST_PATCH: u64 = 5_000_000;
        let search = search.min(MOST_ALONE);
        Budgets {
            max_candidates: 32,
            max_inputs: 6,
            fix_query_steps: 20_000,
            alone_effort: (search * 5).clamp(LEAST, MOST_ALONE),
            max_set_checks: 16,
            max_set_traces: 4,
            max_trace_sets: 5,
            max_subjects: 40,
            max_changes: 100,
            max_total_changes: 2_500,
            max_checks: 12,
            max_total_checks: 120,
            max_undecided: 6,
            max_patches: 2,
            max_reported: 16,
            patch_check_effort: (search * 10).clamp(LEAST, MOST_PATCH),
            patches_effort: (search * 20).clamp(10 * LEAST, 2 * MOST_PATCH),
        }
    }

    /// The limits of deciding whether fixing a statement is enough, which is decided of several at the same time.
    pub fn alone(&self, limits: &Limits) -> Limits {
        limits.child().apart().with_effort(limits.scaled(self.alone_effort))
    }

    /// The limits of all patches, or of confirming them.
    pub fn patches(&self, limits: &Limits) -> Limits {
        limits.with_effort(limits.scaled(self.patches_effort))
    }

    /// The limits of one question to the verifier about a patch.
    pub fn patch_check(&self, limits: &Limits) -> Limits {
        limits.with_effort(limits.scaled(self.patch_check_effort))
    }
}
