//! Running tests.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use faultscope_ir::Program;
use faultscope_solver::Limits;
use faultscope_suite::Matcher;

use super::{Case, TestFailure, TestResult, Tested, Undecided};
use crate::closed::{Closed, Progress};
use crate::environment::{End, Environment, Streams};
use crate::limits::{FIRST_TEST_STEPS, LAST_TEST_STEPS, PROBE_TEST_STEPS, TEST_STEPS_FACTOR};

/// How long tests may run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TestLimits {
    /// The number of instructions and jumps of a test; none for a number that depends on the tests that pass.
    pub max_steps: Option<u64>,
}

/// Executes one program on tests, one after the other.
pub struct Tester<'a> {
    program: &'a Program,
    closed: Closed<'a>,
}

impl<'a> Tester<'a> {
    /// For a program that was translated for an environment that is given.
    pub fn new(program: &'a Program) -> Tester<'a> {
        Tester { program, closed: Closed::new(program) }
    }

    /// Executes a test, for at most so many instructions and jumps.
    pub fn run(&mut self, case: &Case, max_steps: u64, limits: &Limits) -> Tested {
        let mut streams = Streams::new(self.program, case.input.clone());
        self.run_with(&mut streams, |it| it, case, max_steps, limits)
    }

    /// How a test goes in an environment that holds the streams of the test.
    pub fn run_with<E: Environment>(
        &mut self,
        environment: &mut E,
        streams: impl Fn(&E) -> &Streams,
        case: &Case,
        max_steps: u64,
        limits: &Limits,
    ) -> Tested {
        let result = self.run_in(environment, &streams, case, max_steps, limits);
        let stdout = streams(environment).stdout.clone();
        Tested { result, stdout, n_steps: self.closed.n_steps(), covered: self.closed.covered() }
    }

    /// How many instructions and jumps the last test took.
    pub fn n_steps(&self) -> u64 {
        self.closed.n_steps()
    }

    /// The result of a test in an environment that holds the streams of the test.
    pub fn run_in<E: Environment>(
        &mut self,
        environment: &mut E,
        streams: impl Fn(&E) -> &Streams,
        case: &Case,
        max_steps: u64,
        limits: &Limits,
    ) -> TestResult {
        self.closed.restart();
        let Ok(progress) = self.closed.go_on_in(environment, max_steps, limits) else {
            return TestResult::Undecided(Undecided::Limit);
        };
        let streams = streams(environment);
        match (judged(case, progress, streams), self.closed.unsupported()) {
            (TestResult::Undecided(Undecided::Open), Some((message, _))) => {
                TestResult::Undecided(Undecided::Unsupported(message.to_owned()))
            }
            (result, _) => result,
        }
    }
}

/// The result of a test that has come so far.
pub(super) fn judged(case: &Case, progress: Progress, streams: &Streams) -> TestResult {
    // Output that is wrong stays wrong, whatever comes after it.
    let written = || {
        let matcher = case.output.as_deref()?;
        matcher.start().feed(&streams.stdout)?;
        Some(TestResult::Failed(output(matcher, streams)?))
    };
    let end = match (progress, streams.end) {
        (Progress::Error(check), _) => Err(TestFailure::Violated(check)),
        (Progress::Ended, Some(End::Aborted)) => Err(TestFailure::Aborted),
        (Progress::Ended, Some(End::Status(status))) => Ok(status),
        (Progress::Unfinished, _) | (_, Some(End::TooMuchOutput)) => Err(TestFailure::RanOn),
        _ => return TestResult::Undecided(Undecided::Open),
    };
    let status = match end {
        Ok(status) => status,
        Err(failure @ TestFailure::Violated(_)) => return TestResult::Failed(failure),
        Err(failure) => return written().unwrap_or(TestResult::Failed(failure)),
    };
    if let Some(matcher) = &case.output
        && let Some(difference) = matcher.compare(&streams.stdout)
    {
        return TestResult::Failed(TestFailure::Output(difference));
    }
    match case.status {
        Some(expected) if expected != status => {
            TestResult::Failed(TestFailure::Status { expected, got: status })
        }
        _ => TestResult::Passed,
    }
}

/// The difference of what was written.
fn output(matcher: &Matcher, streams: &Streams) -> Option<TestFailure> {
    matcher.compare(&streams.stdout).map(TestFailure::Output)
}

/// Executes all tests, on so many threads.
///
/// Where no bound is given, a test may take a hundred times as many steps as the longest that passes, and a million at least:
/// those that go on past a bound are executed again as long as the bound grows. Where none passes, the one with the least input
/// is allowed more, to find out whether it would.
pub fn run_all(
    program: &Program,
    cases: &[Case],
    bounds: TestLimits,
    jobs: usize,
    limits: &Limits,
) -> (Vec<Tested>, u64) {
    let mut max_steps = bounds.max_steps.unwrap_or(FIRST_TEST_STEPS);
    let all: Vec<usize> = (0..cases.len()).collect();
    let mut tested: Vec<Option<Tested>> = run_some(program, cases, &all, max_steps, jobs, limits);
    let ran_on = |it: &Option<Tested>| {
        it.as_ref().is_some_and(|it| it.result == TestResult::Failed(TestFailure::RanOn))
    };
    let longest = |tested: &[Option<Tested>]| {
        tested.iter().flatten().filter(|it| it.result.is_passed()).map(|it| it.n_steps).max()
    };
    if bounds.max_steps.is_none() && longest(&tested).is_none() {
        let least = (0..cases.len())
            .filter(|idx| ran_on(&tested[*idx]))
            .min_by_key(|idx| cases[*idx].input.stdin.len());
        if let Some(least) = least {
            tested[least] = Some(Tester::new(program).run(&cases[least], PROBE_TEST_STEPS, limits));
        }
    }
    while bounds.max_steps.is_none() && limits.exceeded().is_none() {
        let Some(longest) = longest(&tested) else { break };
        let next = longest.saturating_mul(TEST_STEPS_FACTOR).clamp(FIRST_TEST_STEPS, LAST_TEST_STEPS);
        let again: Vec<usize> = (0..cases.len()).filter(|idx| ran_on(&tested[*idx])).collect();
        if next <= max_steps || again.is_empty() {
            break;
        }
        max_steps = next;
        for (idx, result) in again.iter().zip(run_some(program, cases, &again, max_steps, jobs, limits)) {
            tested[*idx] = result;
        }
    }
    let undecided = || Tested {
        result: TestResult::Undecided(Undecided::Limit),
        stdout: Vec::new(),
        n_steps: 0,
        covered: Vec::new(),
    };
    (tested.into_iter().map(|it| it.unwrap_or_else(undecided)).collect(), max_steps)
}

/// Executes the tests of these numbers; their results in this order.
fn run_some(
    program: &Program,
    cases: &[Case],
    numbers: &[usize],
    max_steps: u64,
    jobs: usize,
    limits: &Limits,
) -> Vec<Option<Tested>> {
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<Option<Tested>>> = Mutex::new(vec![None; numbers.len()]);
    let work = || {
        let mut tester = Tester::new(program);
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(number) = numbers.get(at) else { return };
            let tested = tester.run(&cases[*number], max_steps, limits);
            if let Ok(mut results) = results.lock() {
                results[at] = Some(tested);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..jobs.clamp(1, numbers.len().max(1)) {
            scope.spawn(work);
        }
        work();
    });
    results.into_inner().unwrap_or_default()
}
