//! How much is tried. Every bound of this crate that can change an answer stands here.

use std::time::Duration;

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

/// Bounds on what is tried.
#[derive(Debug, Clone)]
pub struct Budgets {
    /// How many statements and conditions of code are asked about, the most promising ones.
    pub max_candidates: usize,
    /// How many inputs and declarations are asked about.
    pub max_inputs: usize,
    /// Most steps of one solver query about a local fix: some hundredths of a second.
    pub fix_query_steps: u32,
    /// The time for deciding whether fixing a statement is enough. As much goes into finding out what a fix is.
    pub alone_time: Duration,
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
    /// either, and every such question takes all its time.
    pub max_undecided: usize,
    /// Most patches for one place.
    pub max_patches: usize,
    /// Most patches that are reported.
    pub max_reported: usize,
    /// The time of one question to the verifier about a patch.
    pub patch_check_time: Duration,
    /// The time for all patches.
    pub patches_time: Duration,
}

impl Budgets {
    /// The usual bounds, where finding the first error took this long. `check_time` is that of deciding whether fixing a
    /// statement is enough, where the user says it.
    pub fn after(search: Duration, check_time: Option<Duration>) -> Budgets {
        /// So short a time depends on what else the machine does, and answers must not.
        const LEAST_ALONE: Duration = Duration::from_secs(1);
        const LEAST: Duration = Duration::from_millis(500);
        const MOST: Duration = Duration::from_secs(5);
        Budgets {
            max_candidates: 32,
            max_inputs: 6,
            fix_query_steps: 20_000,
            alone_time: check_time.unwrap_or_else(|| (search * 10).max(LEAST_ALONE)) / 2,
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
            patch_check_time: (search * 10).clamp(LEAST, MOST),
            patches_time: (search * 20).clamp(10 * LEAST, 2 * MOST),
        }
    }
    /// The limits of deciding whether fixing a statement is enough.
    pub fn alone(&self, limits: &Limits) -> Limits {
        limits.child().with_timeout(self.alone_time)
    }

    /// The limits of all patches.
    pub fn patches(&self, limits: &Limits) -> Limits {
        limits.with_timeout(self.patches_time)
    }

    /// The limits of one question to the verifier about a patch.
    pub fn patch_check(&self, limits: &Limits) -> Limits {
        limits.with_timeout(self.patch_check_time)
    }
}
