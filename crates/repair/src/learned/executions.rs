//! What predicates are tried on: tests, or executions around a failing one.

use faultscope_ir::{BlockId, Primitive, ProcId, Program, Sort, Symbol, Term, Value};
use faultscope_solver::Limits;
use faultscope_verify::ErrorTrace;
use faultscope_verify::closed::Decided;
use faultscope_verify::environment::{Environment, Reply, Streams};
use faultscope_verify::neighbours::{self, Neighbour};
use faultscope_verify::testing::Tester;

use crate::tests::Tests;

/// Decides at branches, and chooses what is executed there.
pub(crate) trait Deciding {
    /// Which way a branch goes that would go this one, with the numbers that are seen there.
    fn decide(&mut self, branch: (ProcId, BlockId), holds: bool, seen: &[Option<i64>]) -> bool;

    /// The value of an input that chooses a change; none for the program's own.
    fn chosen(&self, variable: Symbol, sort: Sort) -> Option<Value>;
}

/// Executions that fail, and such that worked.
pub(crate) trait Executions {
    /// Their numbers: those that fail, and those that worked.
    fn split(&self) -> (Vec<usize>, Vec<usize>);

    /// Executes one with decisions at these branches, for at most so many steps: whether it worked, none where that is not known;
    /// and how many steps it took.
    fn execute(
        &self,
        number: usize,
        decided: &Decided,
        deciding: &mut dyn Deciding,
        max_steps: u64,
    ) -> (Option<bool>, u64);
}

/// Tests, in a changed program.
pub(crate) struct OfTests<'a> {
    pub(crate) changed: &'a Program,
    pub(crate) tests: &'a Tests,
    pub(crate) limits: &'a Limits,
}

impl Executions for OfTests<'_> {
    fn split(&self) -> (Vec<usize>, Vec<usize>) {
        self.tests.split()
    }

    fn execute(
        &self,
        number: usize,
        decided: &Decided,
        deciding: &mut dyn Deciding,
        max_steps: u64,
    ) -> (Option<bool>, u64) {
        let case = &self.tests.cases()[number];
        let mut tester = Tester::deciding(self.changed, decided.clone());
        let mut given = InStreams { streams: Streams::new(self.changed, case.input.clone()), deciding };
        let max_steps = max_steps.min(self.tests.max_steps(number));
        let result = tester.run_in(&mut given, |it| &it.streams, case, max_steps, self.limits);
        (Some(result.is_passed()), tester.n_steps())
    }
}

/// The environment of a test, and decisions.
struct InStreams<'a> {
    streams: Streams,
    deciding: &'a mut dyn Deciding,
}

impl Environment for InStreams<'_> {
    fn perform(&mut self, primitive: Primitive, arguments: &[Value]) -> Reply {
        self.streams.perform(primitive, arguments)
    }

    fn input(&mut self, variable: Symbol, sort: Sort) -> Option<Value> {
        self.deciding.chosen(variable, sort).or_else(|| self.streams.input(variable, sort))
    }

    fn decide(&mut self, branch: (ProcId, BlockId), holds: bool, seen: &[Option<i64>]) -> bool {
        self.deciding.decide(branch, holds, seen)
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

    fn execute(
        &self,
        number: usize,
        decided: &Decided,
        deciding: &mut dyn Deciding,
        max_steps: u64,
    ) -> (Option<bool>, u64) {
        let programs = (self.program, self.changed);
        let given = &self.all[number].given;
        let mut decider = At { decided, deciding };
        let (fails, n_steps) =
            neighbours::decided(programs, self.error, given, &mut decider, max_steps, self.limits);
        (fails.map(|it| !it), n_steps)
    }
}

/// Decisions at branches.
struct At<'a> {
    decided: &'a Decided,
    deciding: &'a mut dyn Deciding,
}

impl neighbours::Decider for At<'_> {
    fn terms(&self, branch: (ProcId, BlockId)) -> Option<&[Term]> {
        self.decided.get(&branch).map(Vec::as_slice)
    }

    fn decide(&mut self, branch: (ProcId, BlockId), holds: bool, seen: &[Option<i64>]) -> bool {
        self.deciding.decide(branch, holds, seen)
    }

    fn chosen(&self, variable: Symbol, sort: Sort) -> Option<Value> {
        self.deciding.chosen(variable, sort)
    }
}
