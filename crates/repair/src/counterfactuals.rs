//! Executions of a failing program with a change at one step, for those who try values on it.

use faultscope_ir::{Program, Property, Value};
use faultscope_localize::confirm::Execution;
use faultscope_localize::lifetimes::ObjectLife;
use faultscope_localize::localization::{Executions, Tried};
use faultscope_solver::Limits;
use faultscope_verify::ErrorTrace;
use faultscope_verify::counterfactual::{Change, Ending, Extent, counterfactual};
use faultscope_verify::interpreter::ExecutionBounds;
use faultscope_verify::testing::{self, Case};

use crate::budgets;
use crate::tests::Tests;

/// How many steps are executed in the time of one that is recorded, from measurements.
const UNRECORDED_STEPS: u64 = 8;

/// Executes the program of error traces with changes, for the localizer.
#[derive(Clone, Copy)]
pub struct Counterfactuals<'a> {
    /// The program.
    pub program: &'a Program,
    /// Its error traces.
    pub traces: &'a [ErrorTrace],
    /// The tests that the traces are executions of, if they are.
    pub tests: Option<&'a Tests>,
    /// What has happened on a trace to the object that its error is about.
    pub life: &'a (dyn Fn(&ErrorTrace) -> Option<ObjectLife> + Sync),
    /// When to stop.
    pub limits: &'a Limits,
}

impl Executions for Counterfactuals<'_> {
    fn with(&self, trace: usize, max_steps: u64, work: &mut dyn FnMut(&mut dyn Execution)) -> Tried {
        let mut changing = Changing::new(self, trace, max_steps);
        work(&mut changing);
        Tried { n_left: changing.budget, is_cut_short: changing.is_cut_short }
    }

    fn life(&self, trace: usize) -> Option<ObjectLife> {
        (self.life)(&self.traces[trace])
    }
}

/// Changes the execution of one trace.
struct Changing<'a> {
    program: &'a Program,
    error: &'a ErrorTrace,
    /// The test that it is an execution of.
    case: Option<&'a Case>,
    limits: &'a Limits,
    config: ExecutionBounds,
    /// Steps that may still be executed for all findings together.
    budget: u64,
    /// What the last execution violated.
    violated: Option<Property>,
    /// Whether something was not executed for want of steps.
    is_cut_short: bool,
}

impl<'a> Changing<'a> {
    fn new(of: &Counterfactuals<'a>, trace: usize, budget: u64) -> Changing<'a> {
        let Counterfactuals { program, traces, tests, limits, .. } = *of;
        let error = &traces[trace];
        let case = tests.map(|tests| tests.shown(trace));
        let max_steps = budgets::replay_steps(&error.trace);
        let config = ExecutionBounds { max_steps, ..ExecutionBounds::default() };
        Changing { program, error, case, limits, config, budget, is_cut_short: false, violated: None }
    }

    /// What executing so many steps costs. Tests are executed without recording anything.
    fn cost(&self, n_steps: u64) -> u64 {
        if self.case.is_some() { n_steps.div_ceil(UNRECORDED_STEPS) } else { n_steps }
    }

    fn change(&mut self, step: usize, change: Change<'_>, onwards: bool) -> Option<bool> {
        self.violated = None;
        let is_spent = self.budget < self.cost(self.config.max_steps);
        self.is_cut_short |= is_spent;
        if is_spent || self.limits.exceeded().is_some() {
            return None;
        }
        let extent = if onwards { Extent::Onwards } else { Extent::Step };
        let (ending, n_steps) = match self.case {
            Some(case) => {
                let test = (case, self.error);
                let max_steps = self.config.max_steps;
                testing::counterfactual(self.program, test, step, change, extent, max_steps, self.limits)
            }
            None => counterfactual(self.program, self.error, step, change, extent, &self.config),
        };
        self.budget -= self.cost(n_steps).min(self.budget);
        match ending {
            Ending::Avoided => Some(true),
            Ending::Error(check) => {
                self.violated = check.map(|check| self.program.check(check).property);
                Some(false)
            }
            Ending::Open => None,
        }
    }
}

impl Execution for Changing<'_> {
    fn avoids(&mut self, step: usize, value: &Value, onwards: bool) -> Option<bool> {
        self.change(step, Change::Value(value), onwards)
    }

    fn avoids_other_way(&mut self, step: usize, onwards: bool) -> Option<bool> {
        self.change(step, Change::OtherWay, onwards)
    }

    fn violated(&self) -> Option<Property> {
        self.violated
    }
}
