//! Tests that say whether a changed program is right.

use faultscope_frontend::sites::ALTERNATIVE;
use std::collections::BTreeSet;

use faultscope_ir::{FileId, OriginId, Primitive, Program, Sort, Span, Symbol, Value};
use faultscope_localize::Spectrum;
use faultscope_solver::Limits;
use faultscope_verify::closed::Covered;
use faultscope_verify::environment::{Environment, Reply, Streams};
use faultscope_verify::testing::{
    AroundTest, Case, Coverage, TestFailure, TestResult, Tested, Tester, coverage,
};

use crate::limits::{
    CANDIDATE_STEPS_FACTOR, LEAST_CANDIDATE_STEPS, MAX_COMPARED_WORDS, MAX_CRASHING_CANDIDATE_STEPS,
};
use crate::proposals::{Output, WrongText};
use crate::recording::Ending;

/// A test that an error trace is an execution of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    /// Its number.
    pub case: usize,
    /// What it writes that is wrong.
    pub wrong: Option<WrongText>,
}

/// What becomes of a test in a changed program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// It passes.
    Passes,
    /// It fails as in the program as it is.
    FailsAlike,
    /// It fails in another way.
    FailsOtherwise,
    /// That is not known.
    Open,
}

/// The tests of a program.
#[derive(Debug, Clone)]
pub struct Tests {
    /// All of them: those that the user gives, and executions around one of these.
    cases: Vec<Case>,
    /// How many the user gives.
    n_given: usize,
    /// The lines that the program as it is has statements on.
    lines: BTreeSet<Line>,
    /// Those of the user's that each of the others executes.
    executed: Vec<BTreeSet<Line>>,
    /// Which test each error trace is an execution of, and what it writes that is wrong.
    shown: Vec<Shown>,
    /// Those that fail, the ones that are shown first.
    failing: Vec<usize>,
    /// The others.
    others: Vec<usize>,
    /// In which order they are executed: failing ones and others in turn, for a change that does what one failing test asks for often
    /// does so for all of them, and not for the others; of each the shortest first, for most changes are dropped by some test.
    order: Vec<usize>,
    /// How many steps each may take.
    max_steps: Vec<u64>,
    /// What becomes of each in the program as it is.
    results: Vec<TestResult>,
    /// How far each is from what is expected in the program as it is.
    distances: Vec<usize>,
    /// What they execute.
    spectrum: Spectrum,
}

impl Tests {
    /// The tests `cases` of a program, which went like this, when none might take more than `max_steps`. Those with the numbers
    /// `failing` fail; error traces are executions of `shown`. What is `around` them worked or failed as they do.
    pub fn new(
        program: &Program,
        (mut cases, mut tested): (Vec<Case>, Vec<Tested>),
        failing: &[usize],
        shown: &[usize],
        around: Vec<AroundTest>,
        max_steps: u64,
    ) -> Tests {
        let n_given = cases.len();
        let mut failing = failing.to_vec();
        for (case, it) in around {
            if it.result.is_failed() {
                failing.push(cases.len());
            }
            cases.push(case);
            tested.push(it);
        }
        let (tested, failing) = (&tested[..], &failing[..]);
        let others: Vec<usize> = (0..cases.len()).filter(|it| !failing.contains(it)).collect();
        let (first, second): (Vec<usize>, Vec<usize>) = failing.iter().partition(|it| shown.contains(it));
        let shortest_first = |of: &[usize]| {
            let mut of = of.to_vec();
            of.sort_by_key(|it| tested[*it].n_steps);
            of
        };
        Tests {
            order: in_turn(&shortest_first(failing), &shortest_first(&others)),
            failing: [first, second].concat(),
            others,
            shown: shown
                .iter()
                .map(|idx| Shown { case: *idx, wrong: wrong_text(&cases[*idx], &tested[*idx]) })
                .collect(),
            max_steps: steps_of_changed(tested, shown, max_steps),
            results: tested.iter().map(|it| it.result.clone()).collect(),
            distances: cases.iter().zip(tested).map(|(case, it)| distance(case, it)).collect(),
            spectrum: spectrum(program, tested),
            lines: program.sources.origins().iter().map(|it| line(it.span)).collect(),
            executed: tested[n_given..].iter().map(|it| executed(program, &it.covered)).collect(),
            n_given,
            cases,
        }
    }

    /// How many the user gives.
    pub fn len(&self) -> usize {
        self.n_given
    }

    /// How many executions around these worked.
    pub(crate) fn n_around(&self) -> usize {
        self.others.iter().filter(|it| **it >= self.n_given).count()
    }

    /// On how many executions around these that worked a program passes, and executes the same lines as before.
    pub(crate) fn n_kept_around(&self, program: &Program, limits: &Limits) -> usize {
        let mut tester = Tester::new(program);
        let mut is_kept = |number: &&usize| {
            let max_steps = self.max_steps[**number];
            self.run(&mut tester, program, (**number, 0), max_steps, limits).is_passed()
                && !self.executes_else(**number, program, &tester)
        };
        self.others.iter().filter(|it| **it >= self.n_given).filter(&mut is_kept).count()
    }

    /// Whether an execution around these executed other lines than in the program as it is, but for new ones.
    fn executes_else(&self, number: usize, program: &Program, tester: &Tester<'_>) -> bool {
        let before = number.checked_sub(self.n_given).and_then(|at| self.executed.get(at));
        before.is_some_and(|before| {
            let mut now = executed(program, &tester.covered());
            now.retain(|it| self.lines.contains(it));
            *before != now
        })
    }

    /// How many of these fail.
    pub(crate) fn n_failing(&self) -> usize {
        self.failing.iter().filter(|it| **it < self.n_given).count()
    }

    /// What they execute.
    pub fn spectrum(&self) -> &Spectrum {
        &self.spectrum
    }

    /// All of them.
    pub(crate) fn cases(&self) -> &[Case] {
        &self.cases
    }

    /// How many steps one of them may take.
    pub(crate) fn max_steps(&self, case: usize) -> u64 {
        self.max_steps[case]
    }

    /// The numbers of those that fail, the one that is shown first, and of the others.
    pub(crate) fn split(&self) -> (Vec<usize>, Vec<usize>) {
        (self.failing.clone(), self.others.clone())
    }

    /// What the first test that is shown writes that is wrong.
    pub(crate) fn first_wrong(&self) -> Option<&WrongText> {
        self.shown.first()?.wrong.as_ref()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.cases.is_empty()
    }

    /// Whether no test says what has to be written, nor with which status the program has to end.
    pub(crate) fn expect_nothing(&self) -> bool {
        self.cases[..self.n_given].iter().all(Case::expects_nothing)
    }

    /// Whether the first that fails does not end, and nothing else is expected of it.
    pub(crate) fn hangs(&self) -> bool {
        let first = self.shown.first().map(|it| &self.results[it.case]);
        self.expect_nothing() && matches!(first, Some(TestResult::Failed(TestFailure::RanOn)))
    }

    /// The test that an error trace is an execution of.
    ///
    /// # Panics
    /// Where there is no such trace.
    pub fn shown(&self, trace: usize) -> &Case {
        &self.cases[self.shown[trace].case]
    }

    /// What the test of an error trace writes that is wrong, if it does.
    ///
    /// # Panics
    /// Where there is no such trace.
    pub fn wrong(&self, trace: usize) -> Option<&WrongText> {
        self.shown[trace].wrong.as_ref()
    }

    /// How a program does when its variable [`ALTERNATIVE`] has this value: [passes](Ending::Passes) all tests, or the worst of
    /// what happens up to the first that it does not pass.
    pub fn ending(&self, program: &Program, alternative: usize, limits: &Limits) -> Ending {
        self.ending_on(&self.order, &mut Tester::new(program), (program, alternative), limits)
    }

    /// The same of some of its values, in their order.
    pub(crate) fn endings(&self, program: &Program, alternatives: &[usize], limits: &Limits) -> Vec<Ending> {
        let mut tester = Tester::new(program);
        let mut ending = |it: &usize| self.ending_on(&self.order, &mut tester, (program, *it), limits);
        alternatives.iter().map(&mut ending).collect()
    }

    /// What a program executes of the user's on the test of an error trace, where no output and no status is expected of it.
    pub(crate) fn executed_without_expectation(
        &self,
        trace: usize,
        program: &Program,
        limits: &Limits,
    ) -> Option<Vec<OriginId>> {
        let Shown { case: number, .. } = self.shown.get(trace)?;
        let case = &self.cases[*number];
        if !case.expects_nothing() {
            return None;
        }
        let tested = Tester::new(program).run(case, self.max_steps[*number], limits);
        let Coverage { statements, ways } = coverage(program, &tested.covered);
        Some(statements.into_iter().chain(ways.into_iter().map(|(origin, _)| origin)).collect())
    }

    /// Whether every test that an error trace is an execution of fails in a program, too.
    pub fn all_shown_fail(&self, program: &Program, limits: &Limits) -> bool {
        let mut tester = Tester::new(program);
        let mut ending = |case| self.ending_on(&[case], &mut tester, (program, 0), limits);
        self.shown.iter().all(|it| ending(it.case) == Ending::Fails)
    }

    /// What becomes of these tests in a program, by its tester, when its variable [`ALTERNATIVE`] has this value, within so many
    /// steps of all, which are counted; none where a limit is exceeded.
    pub(crate) fn outcomes(
        &self,
        cases: &[usize],
        tester: &mut Tester<'_>,
        (program, alternative): (&Program, usize),
        n_left: &mut u64,
        limits: &Limits,
    ) -> Option<Vec<Outcome>> {
        let mut outcomes = Vec::new();
        for number in cases {
            let max_steps = self.max_steps[*number].min(*n_left);
            let result = self.run(tester, program, (*number, alternative), max_steps, limits);
            *n_left = n_left.saturating_sub(tester.n_steps());
            if limits.exceeded().is_some() {
                return None;
            }
            outcomes.push(match result {
                TestResult::Passed if self.executes_else(*number, program, tester) => Outcome::FailsOtherwise,
                TestResult::Passed => Outcome::Passes,
                _ if result == self.results[*number] => Outcome::FailsAlike,
                _ if result.is_endless() => Outcome::Open,
                TestResult::Undecided(_) => Outcome::Open,
                TestResult::Failed(_) => Outcome::FailsOtherwise,
            });
        }
        Some(outcomes)
    }

    /// How all tests go in a program when its variable [`ALTERNATIVE`] has this value, and how far they are from what is expected;
    /// none where one of them is further away than [these](Self::distances), or so many steps do not suffice.
    pub(crate) fn not_worse(
        &self,
        (program, alternative): (&Program, usize),
        than: &[usize],
        n_left: &mut u64,
        limits: &Limits,
    ) -> Option<(Vec<Tested>, Vec<usize>)> {
        let mut tester = Tester::new(program);
        let mut all: Vec<Option<(Tested, usize)>> = vec![None; self.cases.len()];
        for number in &self.order {
            let case = &self.cases[*number];
            let mut given = Given { streams: Streams::new(program, case.input.clone()), alternative };
            let max_steps = self.max_steps[*number].min(*n_left);
            let tested = tester.run_with(&mut given, |it| &it.streams, case, max_steps, limits);
            *n_left = n_left.saturating_sub(tested.n_steps);
            let distance = distance(case, &tested);
            if distance > than[*number] {
                return None;
            }
            all[*number] = Some((tested, distance));
        }
        all.into_iter().collect::<Option<Vec<_>>>().map(|it| it.into_iter().unzip())
    }

    /// How far each test is from what is expected in the program as it is.
    pub(crate) fn distances(&self) -> &[usize] {
        &self.distances
    }

    /// The result of the test with a number where an alternative is chosen.
    fn run(
        &self,
        tester: &mut Tester<'_>,
        program: &Program,
        (number, alternative): (usize, usize),
        max_steps: u64,
        limits: &Limits,
    ) -> TestResult {
        let case = &self.cases[number];
        let mut given = Given { streams: Streams::new(program, case.input.clone()), alternative };
        tester.run_in(&mut given, |it| &it.streams, case, max_steps, limits)
    }

    fn ending_on(
        &self,
        cases: &[usize],
        tester: &mut Tester<'_>,
        (program, alternative): (&Program, usize),
        limits: &Limits,
    ) -> Ending {
        for number in cases {
            match self.run(tester, program, (*number, alternative), self.max_steps[*number], limits) {
                TestResult::Passed => {}
                TestResult::Failed(TestFailure::RanOn | TestFailure::Overflowed) => return Ending::Open,
                TestResult::Undecided(_) => return Ending::Open,
                TestResult::Failed(_) => return Ending::Fails,
            }
        }
        Ending::Passes
    }
}

/// One of the first and one of the second, as long as there are both, and then the rest.
fn in_turn(first: &[usize], second: &[usize]) -> Vec<usize> {
    let longest = first.len().max(second.len());
    (0..longest).flat_map(|idx| [first.get(idx), second.get(idx)]).flatten().copied().collect()
}

/// How many steps a changed program may take on each test.
fn steps_of_changed(tested: &[Tested], shown: &[usize], max_steps: u64) -> Vec<u64> {
    use TestFailure::{Aborted, Output, Overflowed, RanOn, Status, Violated};
    // How long a test takes that goes on until it crashes says little of how long others should take.
    let ends = |it: &&Tested| {
        matches!(it.result, TestResult::Passed | TestResult::Failed(Output(_) | Status { .. } | Aborted))
    };
    let longest = tested.iter().filter(ends).map(|it| it.n_steps).max().unwrap_or(0);
    let usual = longest.saturating_mul(CANDIDATE_STEPS_FACTOR).max(LEAST_CANDIDATE_STEPS);
    let of_test = |(idx, it): (usize, &Tested)| match it.result {
        TestResult::Failed(Violated(_)) => {
            usual.max((CANDIDATE_STEPS_FACTOR * it.n_steps).min(MAX_CRASHING_CANDIDATE_STEPS))
        }
        TestResult::Passed => (CANDIDATE_STEPS_FACTOR * it.n_steps).max(LEAST_CANDIDATE_STEPS),
        // A change with which the test that is shown still does not end is found out soon.
        TestResult::Failed(RanOn | Overflowed) if !shown.contains(&idx) => {
            usual.max(MAX_CRASHING_CANDIDATE_STEPS)
        }
        _ => usual,
    };
    tested.iter().enumerate().map(of_test).map(|it| it.min(max_steps)).collect()
}

/// A line of a file.
type Line = (FileId, u32);

fn line(span: Span) -> Line {
    (span.file, span.line)
}

/// The lines of the user's with statements in what was executed.
fn executed(program: &Program, covered: &[Covered]) -> BTreeSet<Line> {
    let statements = coverage(program, covered).statements;
    statements.into_iter().map(|it| line(program.sources.origin(it).span)).collect()
}

/// What the tests that have a result execute.
fn spectrum(program: &Program, tested: &[Tested]) -> Spectrum {
    let mut spectrum = Spectrum::default();
    for tested in tested {
        let is_failing = match tested.result {
            TestResult::Passed => false,
            TestResult::Failed(_) => true,
            TestResult::Undecided(_) => continue,
        };
        let Coverage { statements, ways } = coverage(program, &tested.covered);
        spectrum.add(program, is_failing, statements, ways);
    }
    spectrum
}

/// How far the output of a test is from what is expected, as the number of words and ends of lines that would have to be put in,
/// left out or replaced; 0 where it passes, and no output is near enough where it fails otherwise.
fn distance(case: &Case, tested: &Tested) -> usize {
    match (&tested.result, &case.output) {
        (TestResult::Passed, _) => 0,
        (TestResult::Failed(TestFailure::Output(_)), Some(matcher)) => {
            let (got, expected) = (words(&tested.stdout), words(matcher.expected()));
            edit_distance(&got, &expected).max(1)
        }
        _ => usize::MAX,
    }
}

/// The first words and ends of lines of a text.
fn words(text: &[u8]) -> Vec<&[u8]> {
    let mut words: Vec<&[u8]> = Vec::new();
    for line in text.split_inclusive(|it| *it == b'\n') {
        words.extend(line.split(u8::is_ascii_whitespace).filter(|it| !it.is_empty()));
        words.extend(line.ends_with(b"\n").then_some(&b"\n"[..]));
        if words.len() > MAX_COMPARED_WORDS {
            break;
        }
    }
    words
}

/// Levenshtein's distance of two sequences.
fn edit_distance(left: &[&[u8]], right: &[&[u8]]) -> usize {
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (at, left) in left.iter().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], at + 1);
        for (to, right) in right.iter().enumerate() {
            let replaced = diagonal + usize::from(left != right);
            diagonal = row[to + 1];
            row[to + 1] = replaced.min(row[to] + 1).min(diagonal + 1);
        }
    }
    row[right.len()]
}

/// What a test writes that is wrong.
pub(crate) fn wrong_text(case: &Case, tested: &Tested) -> Option<WrongText> {
    let TestResult::Failed(TestFailure::Output(difference)) = &tested.result else { return None };
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let expected = difference.expected.as_ref().map(|it| text(&it.text)).unwrap_or_default();
    let whole = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).ok();
    let output = || {
        Some(Output {
            got: whole(&tested.stdout)?,
            got_at: difference.got.offset,
            expected: whole(case.output.as_ref()?.expected())?,
            expected_at: difference.expected.as_ref()?.offset,
        })
    };
    let (got, at) = (text(&difference.got.text), difference.got.column - 1);
    Some(WrongText { got, expected, at, output: output() })
}

/// The environment of a test, and a choice among changes.
struct Given {
    streams: Streams,
    alternative: usize,
}

impl Environment for Given {
    fn perform(&mut self, primitive: Primitive, arguments: &[Value]) -> Reply {
        self.streams.perform(primitive, arguments)
    }

    fn input(&mut self, variable: Symbol, sort: Sort) -> Option<Value> {
        if !variable.name().starts_with(ALTERNATIVE) {
            return self.streams.input(variable, sort);
        }
        let alternative = if variable.name() == ALTERNATIVE { self.alternative } else { 0 };
        Some(Value::bits(sort.bit_width()?, alternative as u128))
    }
}
