//! Executions of a failing program with a change at one step, for those who try values on it.

use faultscope_ir::{Program, Value};
use faultscope_localize::confirm::Execution;
use faultscope_solver::Limits;
use faultscope_verify::counterfactual::{Change, Ending, Extent, counterfactual};
use faultscope_verify::{ErrorTrace, interpreter};

/// Tries values on the program for the localizer.
#[derive(Debug)]
pub struct Counterfactuals<'a> {
    program: &'a Program,
    error: &'a ErrorTrace,
    limits: &'a Limits,
    config: interpreter::Config,
    /// Steps that may still be executed for all findings together.
    budget: u64,
}

impl<'a> Counterfactuals<'a> {
    /// A change that makes the program run this many times longer is not followed to its end.
    const MAX_FACTOR: u64 = 8;

    /// Executions of the program of an error trace, of so many steps together.
    pub fn new(
        program: &'a Program,
        error: &'a ErrorTrace,
        budget: u64,
        limits: &'a Limits,
    ) -> Counterfactuals<'a> {
        let max_steps = 1_000 + error.trace.len() as u64 * Self::MAX_FACTOR;
        let config = interpreter::Config { max_steps, ..interpreter::Config::default() };
        Counterfactuals { program, error, limits, config, budget }
    }

    /// The steps that may still be executed.
    pub fn budget(&self) -> u64 {
        self.budget
    }

    fn change(&mut self, step: usize, change: Change<'_>, onwards: bool) -> Option<bool> {
        if self.budget < self.config.max_steps || self.limits.exceeded().is_some() {
            return None;
        }
        let extent = if onwards { Extent::Onwards } else { Extent::Step };
        let (ending, n_steps) = counterfactual(self.program, self.error, step, change, extent, &self.config);
        self.budget -= n_steps.min(self.budget);
        match ending {
            Ending::Avoided => Some(true),
            Ending::Error => Some(false),
            Ending::Open => None,
        }
    }
}

impl Execution for Counterfactuals<'_> {
    fn avoids(&mut self, step: usize, value: &Value, onwards: bool) -> Option<bool> {
        self.change(step, Change::Value(value), onwards)
    }

    fn avoids_other_way(&mut self, step: usize, onwards: bool) -> Option<bool> {
        self.change(step, Change::OtherWay, onwards)
    }
}
