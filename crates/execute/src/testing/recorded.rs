//! The failing tests that are looked into, with their error traces.

use faultscope_ir::Program;
use faultscope_solver::Limits;

use super::{Case, FailingTest, TestResult, Tested, error_trace, failing_in_order};
use crate::ErrorTrace;
use crate::limits::{MAX_FURTHER_STEPS, MAX_HANGING_STEPS, MAX_RECORDED_STEPS, MAX_SHOWN_TESTS};

/// Failing tests, and the error traces of some of them.
#[derive(Debug, Clone, Default)]
pub struct RecordedTests {
    /// All failing tests, the one to look at first in front.
    pub failing: Vec<usize>,
    /// Error traces of the first ones.
    pub traces: Vec<ErrorTrace>,
    /// Which test each trace is of.
    pub shown: Vec<usize>,
    /// Where a test takes too long to be looked into, that it does; the ones behind it were not tried.
    pub too_long: Option<String>,
}

/// Executes failing tests once more, the shortest first, and records them: as many as are asked for, else a few, and one if that is long.
/// What must hold at their ends becomes a row in the table of checks of the program.
pub fn recorded(
    program: &mut Program,
    cases: &[Case],
    tested: &[Tested],
    max_steps: u64,
    max_traces: Option<usize>,
    limits: &Limits,
) -> RecordedTests {
    let passing = tested.iter().filter(|it| it.result.is_passed()).map(|it| it.n_steps).max().unwrap_or(0);
    let hanging = passing.saturating_mul(2).clamp(MAX_HANGING_STEPS / 16, MAX_HANGING_STEPS);
    let mut recorded =
        RecordedTests { failing: failing_in_order(cases, tested, hanging), ..RecordedTests::default() };
    let wanted = max_traces.unwrap_or(MAX_SHOWN_TESTS);
    for idx in recorded.failing.iter().copied() {
        let Tested { result, n_steps, .. } = &tested[idx];
        let is_long = result.is_endless() || *n_steps > MAX_FURTHER_STEPS;
        let n_traces = recorded.traces.len();
        let is_enough = n_traces >= wanted || max_traces.is_none() && n_traces > 0 && is_long;
        if is_enough || limits.exceeded().is_some() {
            break;
        }
        let TestResult::Failed(failure) = result else { continue };
        let max_steps = if result.is_endless() { hanging } else { max_steps };
        if !result.is_endless() && *n_steps > MAX_RECORDED_STEPS {
            recorded.too_long = Some(format!(
                "`{}` fails after more than {MAX_RECORDED_STEPS} steps, which is too long to look into",
                cases[idx].name
            ));
            break;
        }
        let test = FailingTest { case: &cases[idx], failure, max_steps };
        if let Some(trace) = error_trace(program, &test) {
            recorded.traces.push(trace);
            recorded.shown.push(idx);
        }
    }
    recorded
}
