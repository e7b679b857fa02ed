//! Whether a change keeps what worked.
//!
//! Executions around the failing one that worked are executed with the change. It keeps one where everything outside the changed lines
//! is assigned the same values in the same order, and the execution comes to its end: then nothing differs but how the changed lines
//! compute what they compute. A change that silences a check mostly keeps none of them.

use std::hash::{Hash, Hasher};

use faultscope_ir::{FileId, Program};
use faultscope_solver::Limits;
use faultscope_verify::ErrorTrace;
use faultscope_verify::interpreter::{End, Execution};
use faultscope_verify::neighbours::{Given, Neighbour, execution};
use rustc_hash::FxHasher;

use super::hunk::Hunk;
use crate::limits::{MAX_KEPT_ASKED, MAX_KEPT_STEPS};

/// How many executions that worked a change keeps, of how many.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Kept {
    /// How many it keeps.
    pub kept: usize,
    /// How many worked.
    pub worked: usize,
}

/// How much of what worked a change keeps. Best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum KeptLevel {
    /// All of it, as far as it was executed.
    All,
    /// At least half.
    Most,
    /// Less.
    Few,
}

impl Kept {
    /// The share that it keeps; none where none worked.
    pub fn share(self) -> Option<f64> {
        (self.worked > 0).then(|| self.kept as f64 / self.worked as f64)
    }

    /// Whether it keeps fewer than half of them. Some differ where a wrong value did no harm.
    pub fn is_few(self) -> bool {
        self.level() == KeptLevel::Few
    }

    /// How much that is.
    pub fn level(self) -> KeptLevel {
        match self.kept {
            kept if kept == self.worked => KeptLevel::All,
            kept if 2 * kept >= self.worked => KeptLevel::Most,
            _ => KeptLevel::Few,
        }
    }
}

/// Executions that worked around a failing one.
pub(super) struct Worked<'a> {
    error: &'a ErrorTrace,
    executions: Vec<(Given, Vec<Step>)>,
}

/// A step: where it stands, and a digest of what it does.
type Step = (FileId, u32, u64);

impl Worked<'_> {
    /// The first of these that worked.
    pub(super) fn new<'a>(
        program: &Program,
        error: &'a ErrorTrace,
        neighbours: &[Neighbour],
        limits: &Limits,
    ) -> Worked<'a> {
        let worked = neighbours.iter().filter(|it| !it.fails).take(MAX_KEPT_ASKED);
        let executions = worked.filter_map(|it| {
            let steps = steps(program, &execution(program, error, &it.given, MAX_KEPT_STEPS, limits))?;
            Some((it.given.clone(), steps))
        });
        Worked { error, executions: executions.collect() }
    }

    /// How many of them a program keeps with a change that leaves other lines where they are.
    pub(super) fn kept(&self, changed: &Program, hunk: &Hunk, limits: &Limits) -> Kept {
        let lines = hunk.old_lines();
        let is_elsewhere = |program: &Program, (file, line, _): &Step| {
            !lines.contains(line) || program.sources.file(*file).name != hunk.file
        };
        let kept = self.executions.iter().filter(|(given, steps)| {
            let new = self::steps(changed, &execution(changed, self.error, given, MAX_KEPT_STEPS, limits));
            let Some(new) = new else { return false };
            let new = new.iter().filter(|it| is_elsewhere(changed, it)).map(|it| (it.1, it.2));
            new.eq(steps.iter().filter(|it| is_elsewhere(changed, it)).map(|it| (it.1, it.2)))
        });
        Kept { kept: kept.count(), worked: self.executions.len() }
    }
}

/// The steps of an execution in the user's lines; none where it does not come to a normal end.
fn steps(program: &Program, execution: &Execution) -> Option<Vec<Step>> {
    if !matches!(execution.end, End::Returned | End::Stopped) {
        return None;
    }
    let of_step = execution.steps.iter().filter_map(|step| {
        let origin = program.sources.origin(step.origin);
        let mut hasher = FxHasher::default();
        (origin.kind, origin.span.column, &step.value).hash(&mut hasher);
        (!origin.trusted).then(|| (origin.span.file, origin.span.line, hasher.finish()))
    });
    Some(of_step.collect())
}
