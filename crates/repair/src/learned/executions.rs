//! What predicates are tried on: tests, or executions around a failing one.

use std::cell::RefCell;

use faultscope_ir::{BlockId, Primitive, ProcId, Program, Sort, Symbol, Value};
use faultscope_solver::Limits;
use faultscope_verify::ErrorTrace;
use faultscope_verify::closed::Decided;
use faultscope_verify::environment::{Environment, Reply, Streams};
use faultscope_verify::neighbours::{Decider, Decisions, Neighbour, decided};
use faultscope_verify::testing::Tester;

use crate::tests::Tests;

/// Executions that fail, and such that worked.
pub(crate) trait Executions {
    /// Their numbers: those that fail, and those that worked.
    fn split(&self) -> (Vec<usize>, Vec<usize>);

    /// Whether they say of all that they do whether it is right; else only that nothing fails.
    fn say_what_is_right(&self) -> bool;

    /// Executes one with decisions, for at most so many steps: whether it worked, none where that is not known;
    /// and how many steps it took.
    fn execute(&self, number: usize, decisions: Decisions<'_>, max_steps: u64) -> (Option<bool>, u64);
}

/// Tests, in a changed program.
pub(crate) struct OfTests<'a> {
    changed: &'a Program,
    tests: &'a Tests,
    limits: &'a Limits,
    /// What executes the program with the branches that were decided last.
    tester: RefCell<Option<(Decided, Tester<'a>)>>,
}

impl<'a> OfTests<'a> {
    pub(crate) fn new(changed: &'a Program, tests: &'a Tests, limits: &'a Limits) -> OfTests<'a> {
        OfTests { changed, tests, limits, tester: RefCell::new(None) }
    }
}

impl Executions for OfTests<'_> {
    fn split(&self) -> (Vec<usize>, Vec<usize>) {
        self.tests.split()
    }

    fn say_what_is_right(&self) -> bool {
        true
    }

    fn execute(&self, number: usize, decisions: Decisions<'_>, max_steps: u64) -> (Option<bool>, u64) {
        let case = &self.tests.cases()[number];
        let Decisions { branches, decider } = decisions;
        let mut last = self.tester.borrow_mut();
        let tester = match &mut *last {
            Some((of, tester)) if of == branches => tester,
            last => &mut last.insert((branches.clone(), Tester::deciding(self.changed, branches.clone()))).1,
        };
        let mut given = InStreams { streams: Streams::new(self.changed, case.input.clone()), decider };
        let max_steps = max_steps.min(self.tests.max_steps(number));
        let result = tester.run_in(&mut given, |it| &it.streams, case, max_steps, self.limits);
        (Some(result.is_passed()), tester.n_steps())
    }
}

/// The environment of a test, and decisions.
struct InStreams<'a> {
    streams: Streams,
    decider: &'a mut dyn Decider,
}

impl Environment for InStreams<'_> {
    fn perform(&mut self, primitive: Primitive, arguments: &[Value]) -> Reply {
        self.streams.perform(primitive, arguments)
    }

    fn input(&mut self, variable: Symbol, sort: Sort) -> Option<Value> {
        self.decider.chosen(variable, sort).or_else(|| self.streams.input(variable, sort))
    }

    fn decide(&mut self, branch: (ProcId, BlockId), holds: bool, seen: &[Option<i64>]) -> bool {
        self.decider.decide(branch, holds, seen)
    }
}

/// Executions around a failing one, in a changed program.
pub(crate) struct Around<'a> {
    pub(crate) program: &'a Program,
    pub(crate) changed: &'a Program,
    pub(crate) error: &'a ErrorTrace,
    pub(crate) all: &'a [Neighbour],
    pub(crate) limits: &'a Limits,
}

impl Executions for Around<'_> {
    fn split(&self) -> (Vec<usize>, Vec<usize>) {
        (0..self.all.len()).partition(|number| self.all[*number].fails)
    }

    fn say_what_is_right(&self) -> bool {
        false
    }

    fn execute(&self, number: usize, decisions: Decisions<'_>, max_steps: u64) -> (Option<bool>, u64) {
        let programs = (self.program, self.changed);
        let given = &self.all[number].given;
        let (fails, n_steps) = decided(programs, self.error, given, decisions, max_steps, self.limits);
        (fails.map(|it| !it), n_steps)
    }
}
