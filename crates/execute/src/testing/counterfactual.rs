//! The execution of a test once more, with a change.

use faultscope_ir::Program;
use faultscope_solver::Limits;

use super::run::judged;
use super::{Case, TestResult};
use crate::ErrorTrace;
use crate::closed::{Closed, Watch};
use crate::counterfactual::{Change, Ending, Extent};
use crate::environment::Streams;

/// Executes a test whose error trace is given with a change at one step, for at most so many instructions and jumps; how that
/// ends, and after how many. The error is avoided where the test passes. What no value was found for, and a step that is none of
/// the program's, leave it open.
///
/// # Panics
/// If the trace has no such step.
pub fn counterfactual(
    program: &Program,
    (case, error): (&Case, &ErrorTrace),
    step: usize,
    change: Change<'_>,
    extent: Extent,
    max_steps: u64,
    limits: &Limits,
) -> (Ending, u64) {
    let steps = &error.trace.steps;
    let origin = steps[step].origin;
    let assigns = steps[step].command.target().is_some();
    let is_same =
        |at: &usize| steps[*at].origin == origin && steps[*at].command.target().is_some() == assigns;
    let first = (0..step).filter(is_same).count() as u64;
    let mut closed = Closed::changing(program, Watch::new(origin, first, change, extent));
    let mut streams = Streams::new(program, case.input.clone());
    if error.skipped > 0 {
        closed.pause_watch(true);
        if closed.go_on_in(&mut streams, error.skipped, limits).is_err() {
            return (Ending::Open, closed.n_steps());
        }
        closed.pause_watch(false);
    }
    let ending = match closed.go_on_in(&mut streams, max_steps, limits) {
        Ok(progress) if closed.has_changed() => match judged(case, progress, &streams) {
            TestResult::Passed => Ending::Avoided,
            TestResult::Failed(_) => Ending::Error(None),
            TestResult::Undecided(_) => Ending::Open,
        },
        _ => Ending::Open,
    };
    (ending, closed.n_steps())
}
