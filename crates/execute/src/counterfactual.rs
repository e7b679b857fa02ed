//! What would have happened: an error's execution once more, with another value at one statement, or with a branch that
//! goes the other way.
//!
//! That a value blocks the error *trace* does not say that the *program* does without the error: it may get
//! there on another path. So the program is executed again on the trace's inputs, and from the changed
//! statement on it goes where it goes. An input that the first execution did not ask for in this way is
//! what the same `havoc` gave last, else zero.

use faultscope_ir::{CheckId, OriginId, Program, Sort, Symbol, Value};

use crate::ErrorTrace;
use crate::interpreter::{self, End, ExecutionBounds, Inputs};
use crate::outside::{Given, Outside};

/// Which executions of a statement are changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// That of the given step only.
    Step,
    /// That of the given step and all later ones of the same origin.
    Onwards,
}

/// What is different.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change<'a> {
    /// The assigning command puts this value into its place.
    Value(&'a Value),
    /// The branch goes the other way.
    OtherWay,
}

/// How an execution with another value ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// Without an error.
    Avoided,
    /// At an error, the same or another, or where it does something undefined that is not checked; with the check that is violated
    /// there, where it is known.
    Error(Option<CheckId>),
    /// Not known: the bound was reached, or a value could not be computed.
    Open,
}

/// Executes the program of an error trace with a change at one step; how that ends, and after how many steps.
///
/// # Panics
/// If the trace has no such step.
pub fn counterfactual(
    program: &Program,
    error: &ErrorTrace,
    step: usize,
    change: Change<'_>,
    extent: Extent,
    config: &ExecutionBounds,
) -> (Ending, u64) {
    let outside = Outside::of_trace(error);
    let origin = error.trace.steps[step].origin;
    let mut inputs = Changing { given: outside.given(), step, origin, change, extent };
    let execution = interpreter::run(program, &mut inputs, config);
    let ending = match execution.end {
        End::Error { check } => Ending::Error(Some(check)),
        End::AssumeFailed { origin } if program.sources.origin(origin).is_requirement() => {
            Ending::Error(None)
        }
        End::Returned | End::Stopped | End::AssumeFailed { .. } => Ending::Avoided,
        End::Bound
        | End::Undetermined { .. }
        | End::NoInput { .. }
        | End::Environment { .. }
        | End::Unsupported { .. } => Ending::Open,
    };
    (ending, execution.steps.len() as u64)
}

struct Changing<'a> {
    given: Given<'a>,
    step: usize,
    origin: OriginId,
    change: Change<'a>,
    extent: Extent,
}

impl Changing<'_> {
    fn applies(&self, step: usize, origin: OriginId) -> bool {
        match self.extent {
            Extent::Step => step == self.step && origin == self.origin,
            Extent::Onwards => step >= self.step && origin == self.origin,
        }
    }
}

impl Inputs for Changing<'_> {
    fn havoc(&mut self, variable: Symbol, sort: Sort, origin: OriginId) -> Option<Value> {
        self.given.havoc(variable, sort, origin)
    }

    fn choose(&mut self, _n: usize) -> Option<usize> {
        // Choices leave no step to tell which of them this one is.
        None
    }

    fn initial(&mut self, variable: Symbol) -> Option<Value> {
        self.given.initial(variable)
    }

    fn replace(&mut self, step: usize, origin: OriginId) -> Option<Value> {
        match self.change {
            Change::Value(value) if self.applies(step, origin) => Some(value.clone()),
            Change::Value(_) | Change::OtherWay => None,
        }
    }

    fn branch(&mut self, step: usize, origin: OriginId, outcome: bool) -> bool {
        outcome != (self.change == Change::OtherWay && self.applies(step, origin))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interpreter::{ExecutionBounds, Recorded};
    use crate::notation::parse;

    /// At an error, whichever check it is.
    const FAILS: Ending = Ending::Error(None);

    fn without_check(ending: Ending) -> Ending {
        match ending {
            Ending::Error(check) => {
                assert!(check.is_some(), "the check of an error is known");
                FAILS
            }
            ending => ending,
        }
    }

    /// Replaces what is assigned to `variable` first, in the execution on these inputs.
    #[track_caller]
    fn check(text: &str, havocs: &[i128], variable: &str, value: i128, extent: Extent, expected: Ending) {
        let program = parse(text);
        let havocs = havocs.iter().map(|number| Value::signed_bits(8, *number)).collect();
        let config = ExecutionBounds { max_steps: 1_000, max_call_depth: 100 };
        let mut inputs = Recorded { havocs, ..Recorded::default() };
        let error = interpreter::run(&program, &mut inputs, &config).into_error_trace().expect("an error");
        let assigns = |step: &faultscope_ir::Step| {
            step.command.target().is_some_and(|target| target.variable.name() == variable)
        };
        let step = error.trace.steps.iter().position(assigns).expect("the variable is assigned");
        let value = Value::signed_bits(8, value);
        let ending = counterfactual(&program, &error, step, Change::Value(&value), extent, &config).0;
        assert_eq!(without_check(ending), expected);
    }

    /// Lets the `number`-th branch of the execution with these inputs go the other way, and all later ones of the same
    /// origin if `extent` says so.
    #[track_caller]
    fn check_other_way(text: &str, havocs: &[i128], number: usize, extent: Extent, expected: Ending) {
        let program = parse(text);
        let havocs = havocs.iter().map(|number| Value::signed_bits(8, *number)).collect();
        let config = ExecutionBounds { max_steps: 1_000, max_call_depth: 100 };
        let mut inputs = Recorded { havocs, ..Recorded::default() };
        let error = interpreter::run(&program, &mut inputs, &config).into_error_trace().expect("an error");
        let branches = error.trace.steps.iter().enumerate().filter(|(_, it)| it.command.target().is_none());
        let step = branches.map(|(step, _)| step).nth(number).expect("there are as many branches");
        let ending = counterfactual(&program, &error, step, Change::OtherWay, extent, &config).0;
        assert_eq!(without_check(ending), expected);
    }

    #[test]
    fn a_branch_that_goes_the_other_way() {
        let program = "var x: 8; var y: 8; proc main() { havoc x;
            if (x < 3) { y := 0; } else { y := 1; }
            if (x == 1) { y := 0; }
            assert y == 1; }";
        check_other_way(program, &[2], 0, Extent::Step, Ending::Avoided);
        check_other_way(program, &[2], 1, Extent::Step, FAILS);
        check_other_way(program, &[1], 0, Extent::Step, FAILS);
    }

    #[test]
    fn a_branch_in_a_loop_once_and_from_then_on() {
        let program = "var x: 8; var i: 8; proc main() { i := 0; x := 0;
            while (i < 2) { if (i < 9) { x := x + 1; } i := i + 1; }
            assert x == 0; }";
        check_other_way(program, &[], 1, Extent::Step, FAILS);
        check_other_way(program, &[], 1, Extent::Onwards, Ending::Avoided);
    }

    #[test]
    fn another_path_can_lead_to_the_error_too() {
        let program = "var x: 8; var y: 8; proc main() { havoc y; x := 1;
            if (x == 1) { assert y == 3; } else { assert y == 4; } }";
        check(program, &[5], "x", 2, Extent::Step, FAILS);
        check(program, &[4], "x", 2, Extent::Step, Ending::Avoided);
        check(program, &[5], "y", 3, Extent::Step, Ending::Avoided);
    }

    #[test]
    fn later_executions_of_the_statement_may_need_the_value_too() {
        let program = "var x: 8; var i: 8; proc main() { i := 0;
            while (i < 2) { x := 9; assert x == 3; i := i + 1; } }";
        check(program, &[], "x", 3, Extent::Step, FAILS);
        check(program, &[], "x", 3, Extent::Onwards, Ending::Avoided);
    }

    #[test]
    fn inputs_stay_with_the_statement_that_asked() {
        let program = "var x: 8; var y: 8; var z: 8; proc main() { x := 0;
            if (x == 0) { havoc y; } else { y := 0; }
            havoc z; assert z == 1; }";
        check(program, &[7, 2], "x", 1, Extent::Step, FAILS);
    }

    #[test]
    fn what_does_not_end_is_open() {
        let program = "var x: 8; proc main() { x := 0; while (x == 1) { x := 1; } assert x != 0; }";
        check(program, &[], "x", 1, Extent::Step, Ending::Open);
    }
}
