//! What came from outside in one execution, given to a program once more.
//!
//! Of a program that differs a little from the one that was executed, the same values from outside give an execution that is
//! like the first one up to the difference, and goes where it goes from there on. What a command asks beyond what it asked
//! then is what it got last, else zero: any value may come from outside.

use std::collections::VecDeque;

use faultscope_ir::index::IndexSet;
use faultscope_ir::{OriginId, Program, Sort, Symbol, Value};
use faultscope_solver::Limits;
use rustc_hash::FxHashMap;

use crate::ErrorTrace;
use crate::InputValue;
use crate::effort;
use crate::interpreter::{self, Execution, ExecutionBounds, Inputs};

/// The values from outside of one execution, by the commands that asked.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Outside {
    values: FxHashMap<OriginId, Vec<Value>>,
    choices: Vec<usize>,
    initial: Vec<(Symbol, Value)>,
    /// How many steps the execution had.
    n_steps: usize,
}

impl Outside {
    /// Those of an error trace.
    pub fn of_trace(error: &ErrorTrace) -> Outside {
        Outside::new(&error.inputs, &error.choices, &error.initial, error.trace.len())
    }

    /// Those of an execution.
    pub fn of_execution(execution: &Execution) -> Outside {
        Outside::new(&execution.inputs, &execution.choices, &execution.initial, execution.steps.len())
    }

    fn new(inputs: &[InputValue], choices: &[usize], initial: &[(Symbol, Value)], n_steps: usize) -> Outside {
        let mut values: FxHashMap<OriginId, Vec<Value>> = FxHashMap::default();
        for input in inputs {
            values.entry(input.origin).or_default().push(input.value.clone());
        }
        Outside { values, choices: choices.to_vec(), initial: initial.to_vec(), n_steps }
    }

    /// Executes a program on these values, for not much longer than the execution took that they come from; the origins of
    /// what it executes, in the order in which it first does.
    pub fn executed(&self, program: &Program, limits: &Limits) -> IndexSet<OriginId> {
        let max_steps = 100 + 4 * self.n_steps as u64;
        let bounds = ExecutionBounds { max_steps, ..ExecutionBounds::default() };
        let mut inputs = Noting { given: self.given(), unrecorded: Vec::new() };
        let execution = interpreter::run(program, &mut inputs, &bounds);
        limits.spend(execution.steps.len() as u64 * effort::CONCRETE_STEP);
        let mut unrecorded = inputs.unrecorded.into_iter().peekable();
        let mut executed = IndexSet::default();
        for (number, step) in execution.steps.iter().enumerate() {
            while let Some((_, origin)) = unrecorded.next_if(|(before, _)| *before <= number) {
                executed.insert(origin);
            }
            executed.insert(step.origin);
        }
        executed.extend(unrecorded.map(|(_, origin)| origin));
        executed
    }

    /// The values as inputs of an execution.
    pub(crate) fn given(&self) -> Given<'_> {
        let values = self.values.iter().map(|(origin, values)| (*origin, values.iter().collect())).collect();
        Given { outside: self, values, n_choices: 0 }
    }
}

/// Gives the values again.
pub(crate) struct Given<'a> {
    outside: &'a Outside,
    /// Those of each `havoc` that are still to be given.
    values: FxHashMap<OriginId, VecDeque<&'a Value>>,
    n_choices: usize,
}

impl Inputs for Given<'_> {
    fn havoc(&mut self, _variable: Symbol, sort: Sort, origin: OriginId) -> Option<Value> {
        let value = self.values.get_mut(&origin).and_then(|values| {
            // The last one stays for executions that ask more often.
            if values.len() > 1 { values.pop_front() } else { values.front().copied() }
        });
        Some(value.filter(|value| value.sort() == sort).cloned().unwrap_or_else(|| Value::zero(sort)))
    }

    fn choose(&mut self, n: usize) -> Option<usize> {
        let choice = self.outside.choices.get(self.n_choices).copied();
        self.n_choices += 1;
        choice.filter(|choice| *choice < n)
    }

    fn initial(&mut self, variable: Symbol) -> Option<Value> {
        let known = self.outside.initial.iter().find(|(symbol, _)| *symbol == variable);
        Some(known.map_or_else(|| Value::zero(variable.sort()), |(_, value)| value.clone()))
    }
}

/// Notes what leaves no step.
struct Noting<'a> {
    given: Given<'a>,
    /// Conditions and calls, with the number of the step that comes next.
    unrecorded: Vec<(usize, OriginId)>,
}

impl Inputs for Noting<'_> {
    fn havoc(&mut self, variable: Symbol, sort: Sort, origin: OriginId) -> Option<Value> {
        self.given.havoc(variable, sort, origin)
    }

    fn choose(&mut self, n: usize) -> Option<usize> {
        self.given.choose(n)
    }

    fn initial(&mut self, variable: Symbol) -> Option<Value> {
        self.given.initial(variable)
    }

    fn branch(&mut self, step: usize, origin: OriginId, outcome: bool) -> bool {
        self.unrecorded.push((step, origin));
        outcome
    }

    fn call(&mut self, step: usize, origin: OriginId) {
        self.unrecorded.push((step, origin));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interpreter::Recorded;
    use crate::notation::parse;

    /// The lines that a program executes on what came from outside in an execution of another.
    #[track_caller]
    fn check(first: &str, havocs: &[u128], other: &str, lines: &[u32]) {
        let program = parse(first);
        let havocs = havocs.iter().map(|number| Value::bits(8, *number)).collect();
        let bounds = ExecutionBounds { max_steps: 100, ..ExecutionBounds::default() };
        let mut inputs = Recorded { havocs, ..Recorded::default() };
        let outside = Outside::of_execution(&interpreter::run(&program, &mut inputs, &bounds));
        let other = parse(other);
        let executed = outside.executed(&other, &Limits::unlimited());
        let mut found: Vec<u32> =
            executed.iter().map(|origin| other.sources.origin(*origin).span.line).collect();
        found.dedup();
        assert_eq!(found, lines);
    }

    const PROGRAM: &str = "var x: 8; proc quiet() {} proc main() {
        havoc x;
        while (true) {
          quiet();
          if (x == 3) {
            havoc x;
          } else {
            x := 3;
          }
        }
      }";

    #[test]
    fn conditions_and_calls_without_steps_count() {
        check(PROGRAM, &[3, 5], PROGRAM, &[2, 3, 4, 5, 6, 8]);
        check(PROGRAM, &[5, 3], PROGRAM, &[2, 3, 4, 5, 8, 6]);
    }

    #[test]
    fn another_program_goes_where_it_goes() {
        let other = PROGRAM.replace("x == 3", "x == 4");
        check(PROGRAM, &[5, 3], &other, &[2, 3, 4, 5, 8]);
        check(PROGRAM, &[4, 4, 4], &other, &[2, 3, 4, 5, 6]);
        check(PROGRAM, &[3, 4, 4], &other.replace("x := 3", "x := 4"), &[2, 3, 4, 5, 8, 6]);
    }
}
