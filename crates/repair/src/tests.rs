//! Tests that say whether a changed program is right.

use faultscope_frontend::sites::ALTERNATIVE;
use faultscope_ir::{Primitive, Program, Sort, Symbol, Value};
use faultscope_localize::Spectrum;
use faultscope_solver::Limits;
use faultscope_verify::environment::{Environment, Reply, Streams};
use faultscope_verify::testing::{Case, TestFailure, TestResult, Tester};

use crate::proposals::WrongText;
use crate::recording::Ending;

/// A test that an error trace is an execution of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    /// Its number.
    pub case: usize,
    /// What it writes that is wrong.
    pub wrong: Option<WrongText>,
}

/// The tests of a program.
#[derive(Debug, Clone)]
pub struct Tests {
    /// All of them.
    cases: Vec<Case>,
    /// Which test each error trace is an execution of, and what it writes that is wrong.
    shown: Vec<Shown>,
    /// In which order they are executed: those that fail first.
    order: Vec<usize>,
    /// How many fail.
    n_failing: usize,
    /// How many steps each may take.
    max_steps: Vec<u64>,
    /// What they execute.
    spectrum: Spectrum,
}

impl Tests {
    /// The tests `cases`, of which those with these numbers fail; error traces are executions of `shown`. Each may take
    /// so many steps. What they execute is in `spectrum`.
    pub fn new(
        cases: Vec<Case>,
        failing: &[usize],
        shown: Vec<Shown>,
        max_steps: Vec<u64>,
        spectrum: Spectrum,
    ) -> Tests {
        let others = (0..cases.len()).filter(|it| !failing.contains(it));
        let is_shown = |it: &usize| shown.iter().any(|shown| shown.case == *it);
        let (first, second): (Vec<usize>, Vec<usize>) = failing.iter().copied().partition(is_shown);
        let order = first.into_iter().chain(second).chain(others).collect();
        Tests { cases, shown, order, n_failing: failing.len(), max_steps, spectrum }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.cases.len()
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
        let (failing, others) = self.order.split_at(self.n_failing);
        (failing.to_vec(), others.to_vec())
    }

    /// What the first test that is shown writes that is wrong.
    pub(crate) fn first_wrong(&self) -> Option<&WrongText> {
        self.shown.first()?.wrong.as_ref()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.cases.is_empty()
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
        self.ending_on(&self.order, program, alternative, limits)
    }

    /// Whether every test that an error trace is an execution of fails in a program, too.
    pub fn all_shown_fail(&self, program: &Program, limits: &Limits) -> bool {
        let fails = |it: &Shown| self.ending_on(&[it.case], program, 0, limits) == Ending::Fails;
        self.shown.iter().all(fails)
    }

    fn ending_on(&self, cases: &[usize], program: &Program, alternative: usize, limits: &Limits) -> Ending {
        let mut tester = Tester::new(program);
        for number in cases {
            let (case, max_steps) = (&self.cases[*number], self.max_steps[*number]);
            let mut given = Given { streams: Streams::new(program, case.input.clone()), alternative };
            match tester.run_in(&mut given, |it| &it.streams, case, max_steps, limits) {
                TestResult::Passed => {}
                TestResult::Failed(TestFailure::RanOn) | TestResult::Undecided(_) => return Ending::Open,
                TestResult::Failed(_) => return Ending::Fails,
            }
        }
        Ending::Passes
    }
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
