//! Running tests.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use faultscope_ir::Program;
use faultscope_solver::Limits;
use faultscope_suite::Matcher;

use super::{Case, TestFailure, TestResult, Tested, Undecided};
use crate::closed::{Closed, Covered, Decided, Endless, Progress};
use crate::environment::{End, Environment, Streams};
use crate::limits::{
    FIRST_TEST_STEPS, LAST_TEST_STEPS, LONG_PROBE_TEST_STEPS, MAX_PROBED_TESTS, PROBE_TEST_STEPS,
    TEST_STEPS_FACTOR,
};

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

    /// The same; the environment decides about some branches.
    pub fn deciding(program: &'a Program, decided: Decided) -> Tester<'a> {
        Tester { program, closed: Closed::deciding(program, decided) }
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

    /// What the last test executed.
    pub fn covered(&self) -> Vec<Covered> {
        self.closed.covered()
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
        (Progress::Ended, Some(End::Status(status))) => Ok(Some(status)),
        (Progress::Ended, Some(End::UnknownStatus)) => Ok(None),
        (Progress::Unfinished, _) | (_, Some(End::TooMuchOutput)) => Err(TestFailure::RanOn),
        (Progress::Overflowed, _) => Err(TestFailure::Overflowed),
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
    match (case.status, status) {
        (Some(expected), Some(got)) if expected != got => {
            TestResult::Failed(TestFailure::Status { expected, got })
        }
        (Some(_), None) => TestResult::Undecided(Undecided::Open),
        _ => TestResult::Passed,
    }
}

/// The difference of what was written.
fn output(matcher: &Matcher, streams: &Streams) -> Option<TestFailure> {
    matcher.compare(&streams.stdout).map(TestFailure::Output)
}

/// Executes all tests, on so many threads; with their results comes how many steps each was allowed.
///
/// Where no bound is given, a test may take a hundred times as many steps as the longest that passes, and a million at least:
/// those that go on past a bound are executed again as long as the bound grows. Where that is not enough, the one with the least
/// input of those that may end is a probe: it is allowed more, and if it ends the others may take as much.
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
    while bounds.max_steps.is_none() && limits.exceeded().is_none() {
        let longest = tested.iter().flatten().filter(|it| it.result.is_passed()).map(|it| it.n_steps).max();
        let mut next = longest.map_or(0, |it| it.saturating_mul(TEST_STEPS_FACTOR).min(LAST_TEST_STEPS));
        let mut going_on: Vec<usize> = (0..cases.len()).filter(|idx| ran_on(&tested[*idx])).collect();
        if next <= max_steps {
            let none_has_ended = going_on.len() == cases.len();
            let may_end = |idx: &usize| !is_endless(program, &cases[*idx], max_steps, limits);
            going_on.sort_by_key(|idx| cases[*idx].input.stdin.len());
            let Some(probe) = going_on.iter().copied().take(MAX_PROBED_TESTS).find(may_end) else { break };
            let probes = [Some(PROBE_TEST_STEPS), none_has_ended.then_some(LONG_PROBE_TEST_STEPS)];
            for bound in probes.into_iter().flatten().filter(|bound| *bound > max_steps) {
                tested[probe] = Some(Tester::new(program).run(&cases[probe], bound, limits));
                if !ran_on(&tested[probe]) {
                    next = bound;
                    break;
                }
            }
            going_on.retain(|idx| *idx != probe);
        }
        if next <= max_steps {
            break;
        }
        max_steps = next;
        for (idx, result) in going_on.iter().zip(run_some(program, cases, &going_on, max_steps, jobs, limits))
        {
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

/// The numbers of the tests that fail, in the order in which they are looked into: what ends first, unless it takes longer than
/// what is looked at of a test that does not (`hanging`), and of those that take the same the one with the least input.
pub fn failing_in_order(cases: &[Case], tested: &[Tested], hanging: u64) -> Vec<usize> {
    let mut failing: Vec<usize> =
        (0..cases.len()).filter(|idx| matches!(tested[*idx].result, TestResult::Failed(_))).collect();
    failing.sort_by_key(|idx| {
        let is_endless = tested[*idx].result.is_endless();
        let n_steps = if is_endless { hanging } else { tested[*idx].n_steps };
        (is_endless || n_steps > hanging, n_steps, cases[*idx].input.stdin.len(), *idx)
    });
    failing
}

/// Where a test goes on that does not end within so many instructions and jumps.
pub(super) fn endless(program: &Program, case: &Case, n_steps: u64, limits: &Limits) -> Option<Endless> {
    let streams = Streams::new(program, case.input.clone());
    Closed::new(program).endless(&streams, n_steps, limits)
}

/// Whether it is certain that a test does not end.
fn is_endless(program: &Program, case: &Case, n_steps: u64, limits: &Limits) -> bool {
    endless(program, case, n_steps, limits).is_some_and(|it| it.repeats)
}

fn ran_on(tested: &Option<Tested>) -> bool {
    tested.as_ref().is_some_and(|it| it.result == TestResult::Failed(TestFailure::RanOn))
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
