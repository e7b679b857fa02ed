//! What an execution passes: values from outside, and branches.

use faultscope_ir::{OriginId, Program, Sort, Symbol, Value};
use faultscope_verify::ErrorTrace;
use faultscope_verify::interpreter::{self, Execution, ExecutionBounds, Inputs, Recorded};

/// Something that an execution passes.
#[derive(Debug, Clone)]
pub(crate) enum Event {
    /// A value came from outside.
    Input { variable: Symbol, origin: OriginId, value: Value },
    /// A branch was decided.
    Branch { origin: OriginId, holds: bool },
}

/// The inputs of an error trace.
pub(crate) fn recorded(error: &ErrorTrace) -> Recorded {
    Recorded {
        havocs: error.inputs.iter().map(|input| input.value.clone()).collect(),
        choices: error.choices.iter().copied().collect(),
        initial: error.initial.clone(),
    }
}

/// Executes a program on given values, and says what it passes.
pub(crate) fn events(program: &Program, recorded: Recorded) -> (Execution, Vec<Event>) {
    let mut inputs = Listening { recorded, events: Vec::new() };
    let execution = interpreter::run(program, &mut inputs, &ExecutionBounds::default());
    (execution, inputs.events)
}

struct Listening {
    recorded: Recorded,
    events: Vec<Event>,
}

impl Inputs for Listening {
    fn havoc(&mut self, variable: Symbol, sort: Sort, origin: OriginId) -> Option<Value> {
        let value = self.recorded.havoc(variable, sort, origin)?;
        self.events.push(Event::Input { variable, origin, value: value.clone() });
        Some(value)
    }

    fn choose(&mut self, n: usize) -> Option<usize> {
        self.recorded.choose(n)
    }

    fn initial(&mut self, variable: Symbol) -> Option<Value> {
        self.recorded.initial(variable)
    }

    fn branch(&mut self, _step: usize, origin: OriginId, outcome: bool) -> bool {
        self.events.push(Event::Branch { origin, holds: outcome });
        outcome
    }
}
