//! From a model to an execution of the interpreter.

use faultscope_ir::{Program, Symbol, Value};

use super::symex::{Event, EventKind};
use crate::interpreter::{Execution, ExecutionBounds, Recorded};
use crate::query::{Model, Query};
use crate::replay::execute;

/// Executes a program on the inputs that a model gives.
///
/// The events whose guard holds in the model are those of one execution, in its order. Values of variables
/// that are read before they are assigned are asked for when the execution gets there.
pub(super) fn replay(
    program: &Program,
    events: &[Event],
    model: &mut Model,
    query: &mut Query,
    config: &ExecutionBounds,
) -> Execution {
    let mut recorded = Recorded::default();
    for event in events {
        if model.holds(event.guard, query) != Some(true) {
            continue;
        }
        match &event.kind {
            EventKind::Havoc(unknown) => {
                let value = model.symbol(*unknown, query);
                recorded.havocs.push_back(value.unwrap_or_else(|| Value::zero(unknown.sort())));
            }
            EventKind::Choice(unknowns) => {
                let taken = |unknown: &Symbol| model.symbol(*unknown, query) == Some(Value::Bool(true));
                let choice = unknowns.iter().position(taken);
                recorded.choices.push_back(choice.unwrap_or(unknowns.len()));
            }
        }
    }
    execute(program, recorded, model, query, config)
}
