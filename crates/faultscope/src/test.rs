//! Instead of a search: tests say what the program should do.
//!
//! All tests are run. Those that fail are executed once more, the shortest first, and give the error traces; what must hold at
//! their ends are rows in the table of checks of the program from then on.

use std::sync::Arc;

use faultscope_repair::Tests;
use faultscope_report::{Diagnostic, Note};
use faultscope_solver::Limits;
use faultscope_suite::{Comparison, Matcher, Number, Suite, Test, Warning};
use faultscope_verify::ErrorTrace;
use faultscope_verify::environment::Input;
use faultscope_verify::testing::{
    Case, FailingTest, TestFailure, TestLimits, TestResult, Tested, error_trace, run_all,
};

use crate::input::Rejection;
use crate::limits::{CANDIDATE_STEPS_FACTOR, LEAST_CANDIDATE_STEPS, MAX_HANGING_STEPS};
use crate::request::{Options, TestOptions};
use crate::translate::Translated;

/// The tests of a program, and how they went.
#[derive(Debug)]
pub struct TestRun {
    /// The tests.
    pub cases: Vec<Case>,
    /// How each went.
    pub tested: Vec<Tested>,
    /// How many steps each was allowed.
    pub max_steps: u64,
    /// The traces of tests that fail, the one to look at first in front.
    pub traces: Vec<ErrorTrace>,
    /// Which test each trace is of.
    pub shown: Vec<usize>,
    /// The tests, for changed programs.
    pub tests: Arc<Tests>,
}

impl TestRun {
    /// How many tests have a result.
    pub fn count(&self, is_it: impl Fn(&TestResult) -> bool) -> usize {
        self.tested.iter().filter(|it| is_it(&it.result)).count()
    }
}

/// Runs the tests of a suite on a program that was translated for execution.
///
/// # Errors
/// Where what is expected is no regular expression, and should be one.
pub fn test(
    mut translated: Translated,
    suite: &Suite,
    test_options: &TestOptions,
    options: &Options,
    limits: &Limits,
) -> Result<(Translated, TestRun), Rejection> {
    translated.warnings.extend(suite.warnings.iter().map(warning));
    let cases: Result<Vec<Case>, Rejection> =
        suite.tests.iter().map(|test| case(test, &test_options.comparison)).collect();
    let cases = cases?;
    let bounds = TestLimits { max_steps: test_options.max_steps };
    let (tested, max_steps) = run_all(&translated.program, &cases, bounds, options.jobs, limits);
    let mut failing: Vec<usize> =
        (0..cases.len()).filter(|idx| matches!(tested[*idx].result, TestResult::Failed(_))).collect();
    failing.sort_by_key(|idx| (is_endless(&tested[*idx].result), tested[*idx].n_steps, *idx));
    let passing = tested.iter().filter(|it| it.result.is_passed()).map(|it| it.n_steps).max().unwrap_or(0);
    let mut traces = Vec::new();
    let mut shown = Vec::new();
    let wanted = options.max_traces.unwrap_or(usize::MAX);
    for idx in &failing {
        if traces.len() >= wanted || limits.exceeded().is_some() {
            break;
        }
        let TestResult::Failed(failure) = &tested[*idx].result else { continue };
        let max_steps = match failure {
            TestFailure::RanOn => passing.saturating_mul(2).clamp(MAX_HANGING_STEPS / 4, MAX_HANGING_STEPS),
            _ => max_steps,
        };
        let test = FailingTest { case: &cases[*idx], failure, max_steps };
        if let Some(trace) = error_trace(&mut translated.program, &test) {
            traces.push(trace);
            shown.push(*idx);
        }
    }
    let of_failing = failing.iter().map(|idx| &tested[*idx]).filter(|it| !is_endless(&it.result));
    let longest = of_failing.map(|it| it.n_steps).chain([passing]).max().unwrap_or(0);
    let of_candidates =
        longest.saturating_mul(CANDIDATE_STEPS_FACTOR).max(LEAST_CANDIDATE_STEPS).min(max_steps);
    let tests = Arc::new(Tests::new(cases.clone(), &failing, shown.clone(), of_candidates));
    Ok((translated, TestRun { cases, tested, max_steps, traces, shown, tests }))
}

fn is_endless(result: &TestResult) -> bool {
    *result == TestResult::Failed(TestFailure::RanOn)
}

/// A test as it is executed.
fn case(test: &Test, comparison: &Comparison) -> Result<Case, Rejection> {
    let output = test.expected.output.as_deref().map(|expected| Matcher::new(expected, comparison));
    let output = output.transpose().map_err(|error| {
        Diagnostic::error(format!("the expected output of `{}` is no regular expression: {error}", test.name))
    })?;
    let number = |number: &Number| match number {
        Number::Integer { negative, magnitude } => {
            let size = i128::try_from(*magnitude).unwrap_or(i128::MAX);
            if *negative { -size } else { size }
        }
        Number::Real(text) => text.parse::<f64>().map_or(0, |number| number as i128),
    };
    let values = test.values.as_ref().map(|values| values.iter().map(|it| number(&it.number)).collect());
    let files = test.files.iter().map(|file| (file.name.clone(), file.contents.clone())).collect();
    let input = Input {
        stdin: test.stdin.clone(),
        arguments: test.arguments.clone(),
        files,
        values,
        ..Input::default()
    };
    Ok(Case { name: test.name.clone(), input, output: output.map(Arc::new), status: test.expected.status })
}

fn warning(warning: &Warning) -> Note {
    Note::new(warning.to_string())
}
