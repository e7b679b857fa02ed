//! Concrete execution of a [`Program`].
//!
//! Everything that a program leaves open (a `havoc`, a `Choose`, the value of a variable before its first
//! assignment) comes from an [`Inputs`] oracle, so that an execution is a function of program and inputs.
//! What it walks is recorded as the steps of a [`Trace`]: one straight line of commands in which variables of
//! recursive activations are renamed. Running those steps one after the other from the same initial values
//! gives the same values.
//!
//! How control flow appears in the steps:
//! * a branch is an `assume` of the condition that was taken, unless the condition is a constant;
//! * a choice leaves no step;
//! * a primitive that an environment answers is a call that returns what the environment gave, as a constant, and an input
//!   that it knows is an assignment of a constant;
//! * a call first assigns the parameters (in the caller's frame, with the arguments' origins; all arguments
//!   are evaluated before), and on return the results (with the call's origin).
//!
//! Variables keep their value between activations at the same depth, as they do in the straight-line trace.

mod commands;
mod inputs;
mod state;

use std::sync::Arc;

use faultscope_ir::trace::Frame;
use faultscope_ir::{
    BlockId, Call, CheckId, Command, Instruction, OriginId, OriginKind, Place, ProcId, Procedure, Program,
    Sort, Statement, Step, Symbol, Term, Terminator, Trace, Value,
};

use commands::Commands;
pub use inputs::{Inputs, Recorded, Zeroes};
use state::Store;
pub use state::{Activation, Renaming};

use crate::cfg::Nesting;
use crate::limits;
use crate::{ErrorTrace, InputValue};

/// Bounds of an execution.
#[derive(Debug, Clone)]
pub struct ExecutionBounds {
    /// The number of instructions and jumps after which to give up.
    pub max_steps: u64,
    /// The number of nested activations after which to give up.
    pub max_call_depth: usize,
}

impl Default for ExecutionBounds {
    fn default() -> ExecutionBounds {
        ExecutionBounds { max_steps: limits::MAX_STEPS, max_call_depth: limits::MAX_CALL_DEPTH }
    }
}

/// How an execution ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// At an error location.
    Error {
        /// What is violated.
        check: CheckId,
    },
    /// The entry procedure returned.
    Returned,
    /// At the end of the execution without error: `exit`, `abort`.
    Stopped,
    /// At an `assume` that does not hold.
    AssumeFailed {
        /// Its origin.
        origin: OriginId,
    },
    /// At a construct that could not be translated.
    Unsupported {
        /// What it is.
        message: String,
        /// Where.
        origin: OriginId,
    },
    /// At a value that cannot be computed: a quantifier, an operation whose value SMT-LIB leaves open.
    Undetermined {
        /// The origin of the command; none for the choice of a block.
        origin: Option<OriginId>,
    },
    /// The inputs gave no value.
    NoInput {
        /// The origin of the command; none for the choice of a block.
        origin: Option<OriginId>,
    },
    /// A bound of the [`ExecutionBounds`] was reached.
    Bound,
    /// The environment ended it, where the program called a primitive. Its parameters have been assigned.
    Environment {
        /// What it called.
        procedure: ProcId,
    },
}

/// Where an execution goes on, and what variables hold there.
#[derive(Debug, Clone)]
pub(crate) struct State {
    /// The activations, the entry first.
    pub(crate) resumed: Vec<Resumed>,
    /// The origin of the steps that give variables their values: nobody's.
    pub(crate) origin: OriginId,
    /// How many instructions and jumps were executed before.
    pub(crate) skipped: u64,
}

/// A procedure that has been called and has not returned.
#[derive(Debug, Clone)]
pub(crate) struct Resumed {
    pub(crate) procedure: ProcId,
    pub(crate) block: BlockId,
    /// The next instruction; the number of instructions for the terminator.
    pub(crate) next: usize,
    /// The values of its variables; those of the entry come with those of no procedure.
    pub(crate) values: Vec<(Symbol, Value)>,
}

/// An execution.
#[derive(Debug, Clone)]
pub struct Execution {
    /// What was executed.
    pub steps: Vec<Step>,
    /// The activations, the entry first.
    pub frames: Vec<Frame>,
    /// The value of every `havoc`.
    pub inputs: Vec<InputValue>,
    /// The outcome of every choice of a block.
    pub choices: Vec<usize>,
    /// The values of variables that were read before they were assigned, in the order of the reads.
    pub initial: Vec<(Symbol, Value)>,
    /// Whether all values were computed; if not, the inputs supplied some (see [`Inputs::undetermined`]).
    pub computed: bool,
    /// How many instructions and jumps were executed before the first step.
    pub skipped: u64,
    /// The end.
    pub end: End,
}

impl Execution {
    /// The error trace, if the execution ended at an error.
    pub fn into_error_trace(self) -> Option<ErrorTrace> {
        let End::Error { check } = self.end else { return None };
        let trace = Trace { steps: Arc::new(self.steps), frames: self.frames, check };
        let Execution { inputs, choices, initial, computed: replayed, skipped, .. } = self;
        Some(ErrorTrace { trace, inputs, choices, initial, replayed, skipped })
    }
}

/// Executes a program from its entry.
pub fn run(program: &Program, inputs: &mut dyn Inputs, config: &ExecutionBounds) -> Execution {
    let mut machine = Machine::new(program, inputs, config);
    let started = machine.enter(program.entry, None);
    executed(machine, started, 0)
}

/// Goes on with an execution.
pub(crate) fn resume(
    program: &Program,
    state: State,
    inputs: &mut dyn Inputs,
    config: &ExecutionBounds,
) -> Execution {
    let mut machine = Machine::new(program, inputs, config);
    let skipped = state.skipped;
    let started = machine.resume(state);
    executed(machine, started, skipped)
}

fn executed(mut machine: Machine<'_>, started: Result<(), End>, skipped: u64) -> Execution {
    let end = match started.and_then(|()| machine.execute()) {
        Ok(never) => match never {},
        Err(end) => end,
    };
    let Machine { mut steps, frames, used, choices, store, computed, .. } = machine;
    steps.shrink_to_fit();
    let initial = store.initial.into_iter().collect();
    Execution { steps, frames, inputs: used, choices, initial, computed, skipped, end }
}

enum Never {}

/// A procedure that has been called and has not returned.
struct Running {
    activation: Activation,
    /// Index into the frames.
    frame: usize,
    block: BlockId,
    /// The next instruction; the number of instructions for the terminator.
    next: usize,
    iterations: Vec<u32>,
    /// The same as the steps have it; none since it has changed.
    shared: Option<Arc<[u32]>>,
    /// The number of leading `iterations` that belong to the callers.
    n_outer: usize,
}

struct Machine<'a> {
    program: &'a Program,
    inputs: &'a mut dyn Inputs,
    config: &'a ExecutionBounds,
    loops: Vec<Option<Nesting>>,
    renaming: Renaming<'a>,
    commands: Commands,
    store: Store,
    stack: Vec<Running>,
    /// How many activations of each procedure there are.
    n_active: Vec<u32>,
    steps: Vec<Step>,
    frames: Vec<Frame>,
    used: Vec<InputValue>,
    choices: Vec<usize>,
    n_steps: u64,
    /// Whether all values were computed here.
    computed: bool,
}

impl<'a> Machine<'a> {
    fn new(program: &'a Program, inputs: &'a mut dyn Inputs, config: &'a ExecutionBounds) -> Self {
        Machine {
            program,
            inputs,
            config,
            loops: vec![None; program.procedures.len()],
            renaming: Renaming::new(program),
            commands: Commands::default(),
            store: Store::default(),
            stack: Vec::new(),
            n_active: vec![0; program.procedures.len()],
            steps: Vec::new(),
            frames: Vec::new(),
            used: Vec::new(),
            choices: Vec::new(),
            n_steps: 0,
            computed: true,
        }
    }

    fn execute(&mut self) -> Result<Never, End> {
        loop {
            self.n_steps += 1;
            if self.n_steps > self.config.max_steps {
                return Err(End::Bound);
            }
            let running = self.stack.last_mut().expect("the entry's return ends the execution");
            let procedure: &'a Procedure = self.program.procedure(running.activation.procedure);
            let block = procedure.block(running.block);
            match block.instructions.get(running.next) {
                Some(instruction) => {
                    running.next += 1;
                    match instruction {
                        Instruction::Statement(statement) => self.statement(statement)?,
                        Instruction::Call(call) => self.call(call)?,
                    }
                }
                None => self.terminator(&block.terminator)?,
            }
        }
    }

    /// Enters the activations of a state, and gives their variables what they hold there.
    fn resume(&mut self, state: State) -> Result<(), End> {
        for Resumed { procedure, block, next, values } in state.resumed {
            let caller = self.stack.last().and_then(|running| {
                let block = self.program.procedure(running.activation.procedure).block(running.block);
                match block.instructions.get(running.next.checked_sub(1)?)? {
                    Instruction::Call(call) => Some((running.frame, call.origin)),
                    Instruction::Statement(_) => None,
                }
            });
            self.enter(procedure, caller)?;
            let running = self.stack.last_mut().expect("it was entered");
            (running.block, running.next) = (block, next);
            let activation = running.activation;
            if let Some(loops) = &self.loops[procedure.0 as usize] {
                running.iterations.resize(running.n_outer + loops.loops_of(block).len(), 1);
            }
            for (symbol, value) in values {
                let target = Place::variable(self.renaming.symbol(symbol, activation));
                let command = Command::Assign { target, value: Term::value(value.clone()) };
                self.assign(Arc::new(command), Vec::new(), value, state.origin)?;
            }
        }
        Ok(())
    }

    fn running(&self) -> &Running {
        self.stack.last().expect("a procedure runs")
    }

    fn enter(&mut self, callee: ProcId, caller: Option<(usize, OriginId)>) -> Result<(), End> {
        if self.stack.len() >= self.config.max_call_depth {
            return Err(End::Bound);
        }
        let program = self.program;
        let procedure = program.procedure(callee);
        let depth = self.n_active[callee.0 as usize];
        self.n_active[callee.0 as usize] += 1;
        let loops = self.loops[callee.0 as usize].get_or_insert_with(|| Nesting::new(procedure));
        let mut iterations = self.stack.last().map(|it| it.iterations.clone()).unwrap_or_default();
        let n_outer = iterations.len();
        iterations.resize(n_outer + loops.loops_of(Procedure::ENTRY).len(), 1);
        self.stack.push(Running {
            activation: Activation { procedure: callee, depth },
            frame: self.frames.len(),
            block: Procedure::ENTRY,
            next: 0,
            iterations,
            shared: None,
            n_outer,
        });
        self.frames.push(Frame { procedure: callee, name: procedure.name.clone(), caller });
        Ok(())
    }

    fn statement(&mut self, statement: &Statement) -> Result<(), End> {
        let activation = self.running().activation;
        let renaming = &mut self.renaming;
        let make = || renaming.command(&statement.command, activation);
        let command = self.commands.of(&statement.command, 0, activation, make);
        let origin = statement.origin;
        match &*command {
            Command::Assign { target, value } => {
                let path = self.path(target, origin)?;
                let value = self.eval(*value, origin)?;
                self.assign(Arc::clone(&command), path, value, origin)
            }
            Command::Havoc { target } => {
                let path = self.path(target, origin)?;
                let is_input = self.program.sources.origin(origin).kind == OriginKind::Input;
                let environment = self.inputs.environment().filter(|_| is_input);
                let given = environment.and_then(|it| it.input(target.variable, place_sort(target)));
                if let Some(value) = given {
                    let command =
                        Command::Assign { target: target.clone(), value: Term::value(value.clone()) };
                    return self.assign(Arc::new(command), path, value, origin);
                }
                let value = self
                    .inputs
                    .havoc(target.variable, place_sort(target), origin)
                    .ok_or(End::NoInput { origin: Some(origin) })?;
                let step = self.steps.len();
                self.used.push(InputValue { symbol: target.variable, origin, value: value.clone(), step });
                self.assign(Arc::clone(&command), path, value, origin)
            }
            Command::Assume { condition } => {
                if self.eval(*condition, origin)? != Value::Bool(true) {
                    return Err(End::AssumeFailed { origin });
                }
                self.record(command, origin, Value::Bool(true));
                Ok(())
            }
        }
    }

    /// Carries out an assigning command and records it.
    fn assign(
        &mut self,
        command: Arc<Command>,
        path: Vec<Value>,
        value: Value,
        origin: OriginId,
    ) -> Result<(), End> {
        let replaced = self.inputs.replace(self.steps.len(), origin);
        let value = replaced.filter(|other| other.sort() == value.sort()).unwrap_or(value);
        if let Some(target) = command.target() {
            self.store
                .write(target.variable, &path, value.clone(), self.inputs)
                .ok_or(End::NoInput { origin: Some(origin) })?;
        }
        self.record(command, origin, value);
        Ok(())
    }

    fn record(&mut self, command: Arc<Command>, origin: OriginId, value: Value) {
        let running = self.stack.last_mut().expect("a procedure runs");
        let shared = running.shared.get_or_insert_with(|| running.iterations.as_slice().into());
        let (frame, iterations) = (running.frame, Arc::clone(shared));
        self.steps.push(Step { command, origin, frame, iterations, value: Some(value) });
    }

    fn call(&mut self, call: &Call) -> Result<(), End> {
        let caller = self.running().activation;
        let depth = self.n_active[call.callee.0 as usize];
        let callee = Activation { procedure: call.callee, depth };
        let parameters = &self.program.procedure(call.callee).parameters;
        let mut assignments = Vec::with_capacity(call.arguments.len());
        for (number, (parameter, (argument, origin))) in parameters.iter().zip(&call.arguments).enumerate() {
            let value = self.renaming.term(*argument, caller);
            let renaming = &mut self.renaming;
            let make =
                || Command::Assign { target: Place::variable(renaming.symbol(*parameter, callee)), value };
            let command = self.commands.of(&call.arguments[number], callee.depth, caller, make);
            assignments.push((command, self.eval(value, *origin)?, *origin));
        }
        let arguments: Vec<Value> = assignments.iter().map(|(_, value, _)| value.clone()).collect();
        for (command, value, origin) in assignments {
            self.assign(command, Vec::new(), value, origin)?;
        }
        self.inputs.call(self.steps.len(), call.origin);
        self.enter(call.callee, Some((self.running().frame, call.origin)))?;
        self.perform(call, &arguments)
    }

    /// Has the environment, if there is one, do what a primitive asks for that has just been entered.
    fn perform(&mut self, call: &Call, arguments: &[Value]) -> Result<(), End> {
        let program = self.program;
        let procedure = program.procedure(call.callee);
        let (Some(primitive), Some(environment)) = (procedure.primitive, self.inputs.environment()) else {
            return Ok(());
        };
        let result = procedure.results.first();
        let sort = result.map_or(Sort::bool(), |result| result.sort());
        let Some(value) = environment.perform(primitive, arguments).value(sort) else {
            return Err(End::Environment { procedure: call.callee });
        };
        if let Some(result) = result {
            let activation = self.running().activation;
            let target = Place::variable(self.renaming.symbol(*result, activation));
            let command = Command::Assign { target, value: Term::value(value.clone()) };
            self.assign(Arc::new(command), Vec::new(), value, call.origin)?;
        }
        self.return_to_caller()
    }

    fn return_to_caller(&mut self) -> Result<(), End> {
        let returned = self.stack.pop().expect("a procedure runs");
        self.n_active[returned.activation.procedure.0 as usize] -= 1;
        let Some(running) = self.stack.last() else { return Err(End::Returned) };
        let program = self.program;
        let block = program.procedure(running.activation.procedure).block(running.block);
        let caller = running.activation;
        let Some(Instruction::Call(call)) = running.next.checked_sub(1).map(|it| &block.instructions[it])
        else {
            unreachable!("a procedure that waits for a return is at a call")
        };
        let results = &program.procedure(call.callee).results;
        for (target, result) in call.results.iter().zip(results) {
            let result = Term::symbol(self.renaming.symbol(*result, returned.activation));
            let value = self.eval(result, call.origin)?;
            let renaming = &mut self.renaming;
            let make = || {
                let place = Place::variable(renaming.symbol(*target, caller));
                Command::Assign { target: place, value: result }
            };
            let command = self.commands.of(target, returned.activation.depth, caller, make);
            self.assign(command, Vec::new(), value, call.origin)?;
        }
        Ok(())
    }

    fn terminator(&mut self, terminator: &Terminator) -> Result<(), End> {
        match terminator {
            Terminator::Goto(block) => self.jump(*block),
            Terminator::Branch { condition, then_block, else_block, origin } => {
                let activation = self.running().activation;
                let condition = self.renaming.term(*condition, activation);
                let holds = self.eval(condition, *origin)? == Value::Bool(true);
                let holds = self.decided(holds, *origin);
                let holds = self.inputs.branch(self.steps.len(), *origin, holds);
                // A condition that is constant by mistake is a step, too.
                let is_step = condition.as_bool().is_none()
                    || self.program.sources.origin(*origin).kind == OriginKind::Condition;
                if is_step {
                    let make =
                        || Command::Assume { condition: if holds { condition } else { condition.not() } };
                    let command = self.commands.of(terminator, holds.into(), activation, make);
                    self.record(command, *origin, Value::Bool(true));
                }
                self.jump(if holds { *then_block } else { *else_block });
            }
            Terminator::Choose(blocks) => {
                let choice = self.inputs.choose(blocks.len()).ok_or(End::NoInput { origin: None })?;
                let block = *blocks.get(choice).ok_or(End::NoInput { origin: None })?;
                self.choices.push(choice);
                self.jump(block);
            }
            Terminator::Return => return self.return_to_caller(),
            Terminator::Stop => return Err(End::Stopped),
            Terminator::Error { check } => return Err(End::Error { check: *check }),
            Terminator::Unsupported { message, origin } => {
                return Err(End::Unsupported { message: message.clone(), origin: *origin });
            }
        }
        Ok(())
    }

    /// Which way the branch of the running block goes, where the inputs decide.
    fn decided(&mut self, holds: bool, origin: OriginId) -> bool {
        let Running { activation, block, .. } = *self.running();
        let branch = (activation.procedure, block);
        let Some(terms) = self.inputs.seen(branch).map(<[Term]>::to_vec) else { return holds };
        let number = |term: Term| {
            let term = self.renaming.term(term, activation);
            i64::try_from(self.eval(term, origin).ok()?.as_signed()?).ok()
        };
        let seen: Vec<Option<i64>> = terms.into_iter().map(number).collect();
        self.inputs.decide(branch, holds, &seen)
    }

    fn jump(&mut self, target: BlockId) {
        let running = self.stack.last_mut().expect("a procedure runs");
        let loops = self.loops[running.activation.procedure.0 as usize].as_ref();
        let loops = loops.expect("they were found when the procedure was entered");
        if !(loops.loops_of(running.block).is_empty() && loops.loops_of(target).is_empty()) {
            loops.count_iterations(&mut running.iterations, running.n_outer, running.block, target);
            running.shared = None;
        }
        running.block = target;
        running.next = 0;
    }

    fn path(&mut self, place: &Place, origin: OriginId) -> Result<Vec<Value>, End> {
        place.path.iter().map(|index| self.eval(*index, origin)).collect()
    }

    fn eval(&mut self, term: Term, origin: OriginId) -> Result<Value, End> {
        if let Some(value) = self.store.eval(term, self.inputs) {
            return Ok(value);
        }
        // Somebody else may know, once the variables are replaced by what they hold.
        let closed = term.rewrite(&mut |symbol| {
            let is_variable = self.program.variables.contains_key(&symbol) || self.store.holds(symbol);
            if is_variable { self.store.read(symbol, self.inputs).map(Term::value) } else { None }
        });
        let value = self.inputs.undetermined(closed).ok_or(End::Undetermined { origin: Some(origin) })?;
        self.computed = false;
        Ok(value)
    }
}

/// The sort of a place's element.
pub fn place_sort(place: &Place) -> Sort {
    place
        .path
        .iter()
        .fold(place.variable.sort(), |sort, _| sort.array_sorts().expect("a path leads through arrays").1)
}

#[cfg(test)]
mod tests;
