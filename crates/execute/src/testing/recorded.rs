//! The failing tests that are looked into, with their error traces.

use faultscope_ir::Program;
use faultscope_solver::Limits;

use super::run::endless;
use super::{Case, FailingTest, TestFailure, TestResult, Tested, error_trace, failing_in_order};
use crate::ErrorTrace;
use crate::closed::Endless;
use crate::limits::{
    FIRST_TEST_STEPS, MAX_ENDLESS_STEPS, MAX_FURTHER_STEPS, MAX_HANGING_STEPS, MAX_SHOWN_TESTS,
};

/// Failing tests, and the error traces of some of them.
#[derive(Debug, Clone, Default)]
pub struct RecordedTests {
    /// All failing tests, the one to look at first in front.
    pub failing: Vec<usize>,
    /// Error traces of the first ones.
    pub traces: Vec<ErrorTrace>,
    /// Which test each trace is of.
    pub shown: Vec<usize>,
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
        let mut test =
            FailingTest { case: &cases[idx], failure, n_steps: *n_steps, max_steps, repeats: false };
        if *failure == TestFailure::Overflowed {
            test.max_steps = hanging;
        }
        if *failure == TestFailure::RanOn {
            let followed =
                passing.saturating_mul(2).clamp(FIRST_TEST_STEPS, MAX_ENDLESS_STEPS).min(max_steps);
            let endless = endless(program, test.case, followed, limits);
            let endless = endless.unwrap_or(Endless { n_steps: hanging, repeats: false });
            (test.max_steps, test.repeats) = (endless.n_steps, endless.repeats);
        }
        if let Some(trace) = error_trace(program, &test, limits) {
            recorded.traces.push(trace);
            recorded.shown.push(idx);
        }
    }
    recorded
}
