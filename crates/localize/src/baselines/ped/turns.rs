//! Conditions that lead from one error trace to another when they come out the other way.

use faultscope_ir::{Command, Symbol, Term, Trace, Value};
use rustc_hash::FxHashMap;

use crate::decide::constant;
use crate::execution::{Execution, Input, StepOutcome};

/// Whether an execution that leaves an error trace at a condition gets to the error of another trace: that one has the same commands
/// up to there, the condition comes out the other way, and all behind it holds on the values that the first one had before.
/// `initial` has what variables held at the start of the first trace.
pub fn turns_onto(trace: &Trace, initial: &[(Symbol, Value)], condition: usize, other: &Trace) -> bool {
    let (Some(step), Some(turned)) = (trace.steps.get(condition), other.steps.get(condition)) else {
        return false;
    };
    let is_turned = match (&*step.command, &*turned.command) {
        (Command::Assume { condition: own }, Command::Assume { condition: others }) => own.not() == *others,
        _ => false,
    };
    let same = |step: usize| {
        let (own, others) = (&trace.steps[step], &other.steps[step]);
        own.origin == others.origin && own.command == others.command
    };
    if !is_turned || step.origin != turned.origin || !(0..condition).all(same) {
        return false;
    }
    let initial: FxHashMap<Symbol, &Value> = initial.iter().map(|(symbol, value)| (*symbol, value)).collect();
    let execution = Execution::run(other, &mut |input| match input {
        Input::Initial(symbol) => initial.get(&symbol).map_or(Term::symbol(symbol), |it| constant(it)),
        Input::Havoc(step, symbol) => {
            let own = if step < condition { &trace.steps[step] } else { &other.steps[step] };
            own.value.as_ref().map_or(Term::symbol(symbol), constant)
        }
    });
    execution.outcomes.iter().skip(condition + 1).all(|outcome| match outcome {
        StepOutcome::Assumed(condition) => condition.as_bool() == Some(true),
        StepOutcome::Assigned { .. } => true,
    })
}
