//! Random executions to an error over small numbers, and what is needed to enumerate others.

use std::sync::Arc;

use faultscope_ir::{Command, Place, Program, Sort, Symbol, Term, Value, eval};

use super::Traces;
use super::random::Random;

pub const WIDTH: u32 = 2;

pub fn variables() -> [Symbol; 3] {
    ["x", "y", "z"].map(|name| Symbol::new(name, Sort::bits(WIDTH)))
}

/// A state: the values of the variables.
pub type State = [u128; 3];

pub fn value(state: &State, term: Term) -> Value {
    let mut lookup = |symbol: Symbol| {
        let idx = variables().iter().position(|it| *it == symbol)?;
        Some(Value::bits(WIDTH, state[idx]))
    };
    eval::eval(term, &mut lookup).expect("closed under the variables")
}

pub fn number(value: &Value) -> u128 {
    (0..1 << WIDTH).find(|it| Value::bits(WIDTH, *it) == *value).expect("a number")
}

pub fn holds(state: &State, condition: Term) -> bool {
    value(state, condition) == Value::Bool(true)
}

pub fn target(command: &Command) -> usize {
    let target = command.target().expect("an assigning command");
    variables().iter().position(|it| *it == target.variable).expect("a variable")
}

/// A random execution to an error. Each variable is an input first.
pub fn random_trace(random: &mut Random) -> (Program, faultscope_ir::Trace) {
    let variable = |random: &mut Random| Term::symbol(variables()[random.below(3)]);
    let expression = |random: &mut Random| {
        let (lhs, rhs) = (variable(random), variable(random));
        let number = Term::bits(WIDTH, random.below(1 << WIDTH) as u128);
        match random.below(6) {
            0 => number,
            1 => lhs.bv_add(rhs),
            2 => lhs.bv_sub(number),
            3 => lhs,
            4 => lhs.bv_mul(rhs),
            _ => lhs.bv_ult(rhs).ite(number, rhs),
        }
    };
    let mut state: State = [0; 3];
    let mut recorded: Vec<(Command, Value)> = Vec::new();
    let n_commands = 3 + random.below(6);
    let mut earlier: Vec<Command> = Vec::new();
    for number_of in 0..n_commands + 3 {
        let repeat = random.below(5) == 0 && !earlier.is_empty();
        let command = match random.below(8) {
            _ if number_of < 3 => Command::Havoc { target: Place::variable(variables()[number_of]) },
            _ if repeat => earlier[random.below(earlier.len())].clone(),
            0 => Command::Havoc { target: Place::variable(variables()[random.below(3)]) },
            1 | 2 => Command::Assume { condition: condition(random, expression) },
            _ => {
                let target = Place::variable(variables()[random.below(3)]);
                let command = Command::Assign { target, value: expression(random) };
                earlier.push(command.clone());
                command
            }
        };
        recorded.push(execute(random, &mut state, command));
    }
    let last = Command::Assume { condition: condition(random, expression) };
    recorded.push(execute(random, &mut state, last));
    recorded.retain(
        |(command, _)| !matches!(*command, Command::Assume { condition } if condition.as_bool().is_some()),
    );
    let commands: Vec<Command> = recorded.iter().map(|(command, _)| command.clone()).collect();
    let Traces { program, mut traces, .. } = Traces::of(&[commands]);
    let mut trace = traces.remove(0);
    for (step, (_, value)) in Arc::make_mut(&mut trace.steps).iter_mut().zip(recorded) {
        step.value = Some(value);
    }
    (program, trace)
}

pub fn condition(random: &mut Random, expression: impl Fn(&mut Random) -> Term) -> Term {
    let (lhs, rhs) = (expression(random), expression(random));
    if random.below(2) == 0 { lhs.bv_ult(rhs) } else { lhs.equals(rhs) }
}

/// The command as it is taken in this state, and the value it gives.
pub fn execute(random: &mut Random, state: &mut State, command: Command) -> (Command, Value) {
    match command {
        Command::Assume { condition } if holds(state, condition) => {
            (Command::Assume { condition }, Value::Bool(true))
        }
        Command::Assume { condition } => (Command::Assume { condition: condition.not() }, Value::Bool(true)),
        Command::Havoc { .. } => {
            let given = random.below(1 << WIDTH) as u128;
            state[target(&command)] = given;
            (command, Value::bits(WIDTH, given))
        }
        Command::Assign { value: term, .. } => {
            let given = value(state, term);
            state[target(&command)] = number(&given);
            (command, given)
        }
    }
}

pub fn all_states() -> Vec<State> {
    let all = 0..1u128 << WIDTH;
    let (all, of) = (&all, |it: &std::ops::Range<u128>| it.clone());
    of(all).flat_map(|x| of(all).flat_map(move |y| of(all).map(move |z| [x, y, z]))).collect()
}

/// What the step assigns by itself.
pub fn assigned(state: &State, step: &faultscope_ir::Step) -> State {
    let mut after = *state;
    after[target(&step.command)] = match &*step.command {
        Command::Assign { value: term, .. } => number(&value(state, *term)),
        _ => number(step.value.as_ref().expect("inputs are recorded")),
    };
    after
}

pub fn anything(state: &State, step: &faultscope_ir::Step) -> Vec<State> {
    (0..1 << WIDTH)
        .map(|given| {
            let mut after = *state;
            after[target(&step.command)] = given;
            after
        })
        .collect()
}

pub fn random_traces(seed: u64, n_traces: usize) -> impl Iterator<Item = (Program, faultscope_ir::Trace)> {
    let mut random = Random(seed);
    let traces = std::iter::repeat_with(move || random_trace(&mut random));
    traces.filter(|(_, trace)| ends_with_assume(trace)).take(n_traces)
}

pub fn ends_with_assume(trace: &faultscope_ir::Trace) -> bool {
    trace.steps.last().is_some_and(|it| matches!(*it.command, Command::Assume { .. }))
}

pub fn text(trace: &faultscope_ir::Trace) -> String {
    trace.steps.iter().map(|step| format!("{} // {:?}\n", step.command, step.value)).collect()
}
