//! Recordings of failing executions, to be replayed on changed programs.
//!
//! A change moves neither lines nor functions, so the values from outside are given back by the line, the function and the
//! kind of the command that asks, in their order. Whatever a command asks beyond that gets the last value, or zero: any
//! value may come from outside, and an execution that fails with it fails. Choices (Boogie's `goto`) leave no trace to
//! follow; all are tried, up to a bound.

use std::collections::VecDeque;

use faultscope_frontend::sites::ALTERNATIVE;
use faultscope_ir::{
    Instruction, Origin, OriginId, OriginKind, Program, Sort, Step, Symbol, Terminator, Value,
};
use faultscope_solver::Limits;
use faultscope_verify::ErrorTrace;
use faultscope_verify::interpreter::{self, End, ExecutionBounds, Inputs};
use rustc_hash::FxHashMap;

use crate::budgets;
use crate::limits::MAX_REPLAYS;

/// What identifies a command in different translations.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Key {
    kind: OriginKind,
    file: String,
    line: u32,
    function: String,
}

impl Key {
    fn of(program: &Program, origin: &Origin) -> Key {
        // Statements of a macro's body are told apart by its use.
        let span = origin.use_span();
        let file = program.sources.file(span.file).name.clone();
        Key { kind: origin.kind, file, line: span.line, function: origin.function.clone() }
    }
}

/// An execution that fails in some program: its values from outside, without its commands.
#[derive(Debug, Clone)]
pub struct Recording {
    inputs: FxHashMap<Key, Vec<Value>>,
    initial: Vec<(Symbol, Value)>,
    /// The condition that decided about the error.
    check: Option<Key>,
    max_steps: u64,
}

/// How an execution ends in a changed program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ending {
    /// In the normal way, and the condition that had failed was evaluated.
    Passes,
    /// In the normal way, without evaluating that condition.
    Avoids,
    /// It does not end within its bound, or ends where nothing is proved by it: at an assumption or a stop before the
    /// condition.
    Open,
    /// At an error.
    Fails,
}

impl Ending {
    /// Whether a program that ends like this counts as repaired there.
    pub fn is_accepted(self) -> bool {
        self <= Ending::Avoids
    }
}

impl Recording {
    /// The execution of an error trace of a program.
    pub fn new(program: &Program, error: &ErrorTrace) -> Recording {
        let key = |origin: OriginId| Key::of(program, program.sources.origin(origin));
        let mut inputs: FxHashMap<Key, Vec<Value>> = FxHashMap::default();
        for input in &error.inputs {
            inputs.entry(key(input.origin)).or_default().push(input.value.clone());
        }
        let steps = &error.trace.steps;
        // Behind what the language asks for, and where it fails, comes which of its properties that violates.
        let decides = |step: &&Step| {
            let kind = program.sources.origin(step.origin).kind;
            step.command.target().is_none() && kind != OriginKind::Lowering
        };
        let check = steps.iter().rev().find(decides).map(|step| key(step.origin));
        let max_steps = budgets::replay_steps(&error.trace);
        Recording { inputs, initial: error.initial.clone(), check, max_steps }
    }

    /// How a program ends on the values of this execution: the worst ending over all choices.
    pub fn replay(&self, program: &Program, limits: &Limits) -> Ending {
        self.replay_alternative(program, 0, limits)
    }

    /// How a program ends when its variable [`ALTERNATIVE`] has this value.
    pub fn replay_alternative(&self, program: &Program, alternative: usize, limits: &Limits) -> Ending {
        let config = ExecutionBounds { max_steps: self.max_steps, ..ExecutionBounds::default() };
        let mut worst = Ending::Passes;
        // The choices to begin with; each execution adds those that differ from it in one place.
        let mut open: Vec<Vec<usize>> = vec![Vec::new()];
        let mut n_executions = 0;
        while let Some(prefix) = open.pop() {
            let mut replaying = Replaying {
                program,
                remaining: self.inputs.iter().map(|(key, values)| (key, values.iter().collect())).collect(),
                initial: &self.initial,
                alternative,
                choices: Vec::new(),
                prefix: &prefix,
            };
            let execution = interpreter::run(program, &mut replaying, &config);
            limits.spend(budgets::execution(execution.steps.len()));
            worst = worst.max(self.ending(program, &execution));
            n_executions += 1;
            if worst == Ending::Fails || n_executions == MAX_REPLAYS {
                break;
            }
            let made = replaying.choices;
            for at in prefix.len()..made.len() {
                let others = (1..made[at].1)
                    .map(|choice| made[..at].iter().map(|(choice, _)| *choice).chain([choice]).collect());
                open.extend(others);
            }
        }
        worst
    }

    fn ending(&self, program: &Program, execution: &interpreter::Execution) -> Ending {
        let reaches_check = self.check.as_ref().is_none_or(|check| reaches(check, program, execution));
        match execution.end {
            End::Error { .. } => Ending::Fails,
            End::Returned | End::Stopped | End::AssumeFailed { .. } if reaches_check => Ending::Passes,
            End::Returned => Ending::Avoids,
            _ => Ending::Open,
        }
    }
}

/// Whether an execution gets to a check. Where the translation has settled it, nothing is evaluated for it, and it is
/// enough that the execution gets to its line.
fn reaches(check: &Key, program: &Program, execution: &interpreter::Execution) -> bool {
    let is_there = |origin: OriginId| {
        let origin = program.sources.origin(origin);
        (check.line, &check.function) == (origin.use_span().line, &origin.function)
    };
    let is_check = |origin: OriginId| is_there(origin) && program.sources.origin(origin).kind == check.kind;
    let mut origins = execution.steps.iter().map(|step| step.origin);
    if origins.clone().any(is_check) {
        return true;
    }
    origins.any(is_there) && !origins_of(program).any(is_check)
}

/// The origins of what a program executes.
fn origins_of(program: &Program) -> impl Iterator<Item = OriginId> {
    let blocks = program.procedures.iter().flat_map(|procedure| &procedure.blocks);
    blocks.flat_map(|block| {
        let decided = match &block.terminator {
            Terminator::Branch { origin, .. } => Some(*origin),
            _ => None,
        };
        let executed = block.instructions.iter().map(|instruction| match instruction {
            Instruction::Statement(statement) => statement.origin,
            Instruction::Call(call) => call.origin,
        });
        executed.chain(decided)
    })
}

/// The worst ending over recordings; after the first that does not pass none is looked at.
pub fn worst(recordings: &[Recording], replay: impl Fn(&Recording) -> Ending) -> Ending {
    let mut worst = Ending::Passes;
    for recording in recordings {
        worst = worst.max(replay(recording));
        if !worst.is_accepted() {
            break;
        }
    }
    worst
}

struct Replaying<'a> {
    program: &'a Program,
    remaining: FxHashMap<&'a Key, VecDeque<&'a Value>>,
    initial: &'a [(Symbol, Value)],
    alternative: usize,
    /// What was chosen, and out of how many.
    choices: Vec<(usize, usize)>,
    prefix: &'a [usize],
}

impl Inputs for Replaying<'_> {
    fn havoc(&mut self, variable: Symbol, sort: Sort, origin: OriginId) -> Option<Value> {
        if variable.name() == ALTERNATIVE {
            return Some(Value::bits(sort.bit_width()?, self.alternative as u128));
        }
        let key = Key::of(self.program, self.program.sources.origin(origin));
        let value = self.remaining.get_mut(&key).and_then(|values| {
            // The last one stays for executions that ask more often.
            if values.len() > 1 { values.pop_front() } else { values.front().copied() }
        });
        Some(value.filter(|value| value.sort() == sort).cloned().unwrap_or_else(|| Value::zero(sort)))
    }

    fn choose(&mut self, n: usize) -> Option<usize> {
        let choice = self.prefix.get(self.choices.len()).copied().unwrap_or(0).min(n - 1);
        self.choices.push((choice, n));
        Some(choice)
    }

    fn initial(&mut self, variable: Symbol) -> Option<Value> {
        let known = self.initial.iter().find(|(symbol, _)| *symbol == variable);
        Some(known.map_or_else(|| Value::zero(variable.sort()), |(_, value)| value.clone()))
    }
}
