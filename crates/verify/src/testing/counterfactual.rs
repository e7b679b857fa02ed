//! The execution of a test once more, with a change.

use faultscope_ir::Program;

use super::run::judged;
use super::{Case, TestResult};
use crate::ErrorTrace;
use crate::closed::Progress;
use crate::counterfactual::{Change, Ending, Extent, Point, changed};
use crate::environment::Streams;
use crate::interpreter::{End, ExecutionBounds};

/// Executes a test whose error trace is given with a change at one step; how that ends, and after how many steps. The error is
/// avoided where the test passes.
///
/// # Panics
/// If the trace has no such step.
pub fn counterfactual(
    program: &Program,
    (case, error): (&Case, &ErrorTrace),
    step: usize,
    change: Change<'_>,
    extent: Extent,
    config: &ExecutionBounds,
) -> (Ending, u64) {
    let mut streams = Streams::new(program, case.input.clone());
    let point = Point { step, change, extent };
    let execution = changed(program, error, point, config, Some(&mut streams));
    let progress = match execution.end {
        End::Error { check } => Progress::Error(check),
        End::Returned | End::Stopped => Progress::Ended,
        End::Bound => Progress::Unfinished,
        End::Environment { .. } => Progress::Stopped,
        _ => Progress::Open,
    };
    let ending = match judged(case, progress, &streams) {
        TestResult::Passed => Ending::Avoided,
        TestResult::Failed(_) => Ending::Error,
        TestResult::Undecided(_) => Ending::Open,
    };
    (ending, execution.steps.len() as u64)
}
