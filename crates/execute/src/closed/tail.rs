//! The end of a long execution as an error trace.
//!
//! A trace of many millions of steps is more than anybody can keep or look at. Its last steps are, from a state in which all
//! variables have the values that the execution gave them: assignments of constants stand before them, which are nobody's.

use std::sync::Arc;

use faultscope_ir::value::ArrayValue;
use faultscope_ir::{CheckId, OriginId, OriginKind, Program, Sort, Symbol, Value};
use faultscope_solver::Limits;

use super::data::Data;
use super::state::Checkpoint;
use super::store::Content;
use super::{Closed, Progress, input};
use crate::ErrorTrace;
use crate::effort;
use crate::environment::Environment;
use crate::interpreter::{self, ExecutionBounds, Inputs, Resumed, State, Zeroes};
use crate::limits::{LAST_STEPS, MAX_WHOLE_CALLS, MAX_WHOLE_STEPS};

/// The error trace of a program whose one execution leads to a check, in which values that do not matter are zero; of a long
/// execution, its end. None where that is not found within the limits.
pub fn error_trace(program: &Program, check: CheckId, limits: &Limits) -> Option<ErrorTrace> {
    let mut closed = Closed::new(program);
    match closed.go_on(u64::MAX, limits) {
        Ok(Progress::Error(found)) if found == check => {
            closed.error_trace(&ExecutionBounds::default(), limits)
        }
        _ => None,
    }
}

impl Closed<'_> {
    /// The error trace of an execution that has come to an error.
    pub fn error_trace(&mut self, bounds: &ExecutionBounds, limits: &Limits) -> Option<ErrorTrace> {
        let n_steps = self.n_steps.saturating_add(self.n_skipped);
        let is_long = n_steps > MAX_WHOLE_STEPS || self.n_calls > MAX_WHOLE_CALLS;
        let execution = match is_long && self.given.is_none() {
            true => {
                let state = self.state_before_end()?;
                interpreter::resume(self.program, state, &mut Zeroes, bounds)
            }
            false => interpreter::run(
                self.program,
                &mut Given { program: self.program, values: self.given, n_given: 0 },
                bounds,
            ),
        };
        limits.spend(execution.steps.len() as u64 * effort::CONCRETE_STEP);
        execution.into_error_trace()
    }

    /// Keeps the state, and forgets all but the one before it.
    pub(super) fn keep_checkpoint(&mut self) {
        if self.checkpoints.len() > 1 {
            self.checkpoints.remove(0);
        }
        self.checkpoints.push(Checkpoint {
            store: self.store.clone(),
            stack: self.stack.clone(),
            n_steps: self.n_steps,
            n_skipped: self.n_skipped,
        });
    }

    /// The state of an execution in an environment after a number of steps; none where it ends before, or a limit is exceeded.
    pub(crate) fn state_after(
        &mut self,
        environment: &mut dyn Environment,
        n_steps: u64,
        limits: &Limits,
    ) -> Option<State> {
        self.restart();
        let progress = self.go_on_in(environment, n_steps, limits).ok()?;
        if progress != Progress::Unfinished { None } else { self.state() }
    }

    /// Goes back to where the execution has a number of steps to its end.
    fn state_before_end(&mut self) -> Option<State> {
        let begin = self.n_steps.saturating_sub(LAST_STEPS);
        let at = self.checkpoints.iter().rposition(|it| it.n_steps <= begin).unwrap_or(0);
        let checkpoint = self.checkpoints.drain(..).nth(at)?;
        (self.store, self.stack) = (checkpoint.store, checkpoint.stack);
        (self.n_steps, self.n_skipped) = (checkpoint.n_steps, checkpoint.n_skipped);
        self.progress = Progress::Unfinished;
        self.accelerates = false;
        if self.slice(begin, None) != Progress::Unfinished {
            return None;
        }
        self.state()
    }

    /// What is known in the present state.
    fn state(&mut self) -> Option<State> {
        let origins = self.program.sources.origins();
        let origin = OriginId(origins.iter().position(|it| it.kind == OriginKind::Lowering)? as u32);
        let mut resumed: Vec<Resumed> = Vec::new();
        for (depth, running) in self.stack.iter().enumerate() {
            let block = &self.blocks[running.block as usize];
            let (procedure, block) = (block.procedure, block.id);
            let mut values = Vec::new();
            for (symbol, variable) in &self.program.variables {
                let owner = variable.scope.procedure();
                if owner != Some(procedure) && (owner.is_some() || depth > 0) {
                    continue;
                }
                let place = self.code.variable(*symbol);
                if let Some(value) = value(self.store.content_of(place, &running.entered), symbol.sort()) {
                    values.push((*symbol, value));
                }
            }
            resumed.push(Resumed { procedure, block, next: running.next, values });
        }
        Some(State { resumed, origin, skipped: self.n_steps.saturating_add(self.n_skipped) })
    }
}

/// Values from outside that are given, and zero for what does not matter.
struct Given<'a> {
    program: &'a Program,
    values: Option<[i64; 2]>,
    n_given: u64,
}

impl Inputs for Given<'_> {
    fn havoc(&mut self, variable: Symbol, sort: Sort, origin: OriginId) -> Option<Value> {
        let Some(values) = self.values else { return Zeroes.havoc(variable, sort, origin) };
        if self.program.sources.origin(origin).kind == OriginKind::Input {
            self.n_given += 1;
            return Some(input(values, self.n_given, sort));
        }
        Zeroes.havoc(variable, sort, origin)
    }

    fn choose(&mut self, n: usize) -> Option<usize> {
        Zeroes.choose(n)
    }

    fn initial(&mut self, variable: Symbol) -> Option<Value> {
        Zeroes.initial(variable)
    }
}

/// What is known of a content, with zeroes for what is not; none where nothing is.
fn value(content: Content, sort: Sort) -> Option<Value> {
    match content {
        Content::Value(data) => filled(data),
        Content::Map(map) => {
            let (default, cells) = map.cells();
            let (_, element) = sort.array_sorts()?;
            let default = filled(default).unwrap_or_else(|| Value::zero(element));
            let mut array = ArrayValue { sort, default, entries: Default::default() };
            for (index, cell) in cells {
                array.set(index, filled(cell).unwrap_or_else(|| Value::zero(element)));
            }
            Some(Value::Array(Arc::new(array)))
        }
    }
}

fn filled(data: Data) -> Option<Value> {
    match data {
        Data::Known(value) => Some(value),
        Data::Partly(partial) => Some(partial.filled()),
        Data::Unknown => None,
    }
}
