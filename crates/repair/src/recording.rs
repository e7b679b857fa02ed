//! Recordings of failing executions, to be replayed on changed programs.
//!
//! A change moves neither lines nor functions, so the values from outside are given back by the line, the function and the
//! kind of the command that asks, in their order. Whatever a command asks beyond that gets the last value, or zero: any
//! value may come from outside, and an execution that fails with it fails. Choices (Boogie's `goto`) leave no trace to
//! follow; all are tried, up to a bound, those that differ early first. What a choice leads to at an assumption that
//! does not hold is no execution of the program, and one that could still choose to end shows nothing: where another choice
//! comes to an end, that counts.

use std::collections::VecDeque;
use std::ops::Range;

use faultscope_frontend::sites::ALTERNATIVE;
use faultscope_ir::{
    Block, BlockId, CheckId, Instruction, Origin, OriginId, OriginKind, ProcId, Program, Property, Sort,
    Step, Symbol, Terminator, Value,
};
use faultscope_solver::Limits;
use faultscope_verify::abstract_interpretation::AbstractInterpretationBounds;
use faultscope_verify::interpreter::{self, End, Execution, ExecutionBounds, Inputs};
use faultscope_verify::settle::executable;
use faultscope_verify::{ErrorTrace, InputValue};
use rustc_hash::{FxHashMap, FxHashSet};

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

/// A condition that had failed.
#[derive(Debug, Clone)]
struct Check {
    key: Key,
    columns: Range<u32>,
    /// The characters of its line.
    line_length: u32,
}

impl Check {
    fn of(program: &Program, origin: &Origin) -> Check {
        let key = Key::of(program, origin);
        let (columns, line_length) = columns(program, origin, key.line).unwrap_or_default();
        Check { key, columns, line_length }
    }

    /// Whether an origin has a part of the condition's text, which a change of the line may have moved.
    fn is_at(&self, program: &Program, origin: OriginId) -> bool {
        let origin = program.sources.origin(origin);
        let Some((own, line_length)) = columns(program, origin, self.key.line) else { return false };
        if self.key.function != origin.function {
            return false;
        }
        let is_near = |from: u32, to: u32| own.start < to && from < own.end;
        let moved = |column: u32| (column + line_length).saturating_sub(self.line_length);
        is_near(self.columns.start, self.columns.end)
            || is_near(moved(self.columns.start), moved(self.columns.end))
    }

    /// Whether an origin is that of the condition, as far as one translation can tell from another.
    fn is_of(&self, program: &Program, origin: OriginId) -> bool {
        let origin = program.sources.origin(origin);
        (self.key.line, &self.key.function, self.key.kind)
            == (origin.use_span().line, &origin.function, origin.kind)
    }
}

/// The columns that an origin takes of a line, and the characters of that; none where it takes nothing of it.
fn columns(program: &Program, origin: &Origin, line: u32) -> Option<(Range<u32>, u32)> {
    let span = origin.use_span();
    if !(span.line..=span.end_line.max(span.line)).contains(&line) {
        return None;
    }
    let start = if line == span.line { span.column } else { 1 };
    let end = if line < span.end_line { u32::MAX } else { span.end_column.max(start + 1) };
    let text = program.sources.file(span.file).line(line);
    Some((start..end, text.map_or(0, |it| it.chars().count() as u32)))
}

/// An execution that fails in some program: its values from outside, without its commands.
#[derive(Debug, Clone)]
pub struct Recording {
    inputs: FxHashMap<Key, Vec<Value>>,
    initial: Vec<(Symbol, Value)>,
    /// The condition that decided about the error.
    check: Option<Check>,
    max_steps: u64,
    /// Whether the program fails on these values as it was.
    fails_before: bool,
}

/// How an execution ends in a changed program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ending {
    /// In the normal way, and the condition that had failed was evaluated.
    Passes,
    /// In the normal way, without evaluating that condition.
    Avoids,
    /// It does not end within its bound, or ends where nothing is proved by it: at an assumption or a stop before the
    /// condition, or where it does something undefined.
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
        let steps = &error.trace.steps;
        // Behind what the language asks for, and where it fails, comes which of its properties that violates.
        let decides = |step: &&Step| {
            let kind = program.sources.origin(step.origin).kind;
            step.command.target().is_none() && !kind.is_made()
        };
        let check = steps.iter().rev().find(decides);
        let check = check.map(|step| Check::of(program, program.sources.origin(step.origin)));
        let max_steps = budgets::replay_steps(&error.trace);
        let inputs = values_by_key(program, &error.inputs);
        Recording { inputs, initial: error.initial.clone(), check, max_steps, fails_before: true }
    }

    /// An execution of a program that ends in whichever way, to be followed for so many steps.
    pub(crate) fn of_execution(program: &Program, execution: &Execution, max_steps: u64) -> Recording {
        let inputs = values_by_key(program, &execution.inputs);
        let initial = execution.initial.clone();
        Recording { inputs, initial, check: None, max_steps, fails_before: false }
    }

    /// The same, with whether the program fails on these values as it was.
    pub(crate) fn known_before(self, program: &Program, limits: &Limits) -> Recording {
        let fails_before = self.error(program, limits).is_some();
        Recording { fails_before, ..self }
    }

    /// The same, followed for so many steps.
    pub(crate) fn followed(self, max_steps: u64) -> Recording {
        Recording { max_steps, ..self }
    }

    /// The same, followed no further than those, or a little beyond its own end: executions that are made of executions do not grow
    /// by a factor each time.
    pub(crate) fn no_further_than(mut self, others: &[Recording], error: &ErrorTrace) -> Recording {
        let furthest = others.iter().map(|it| it.max_steps).max().unwrap_or(0);
        let own = budgets::replay_steps(&error.trace);
        self.max_steps = own.min(furthest.max(budgets::own_steps(&error.trace)));
        self
    }

    /// How a program ends on the values of this execution: the worst ending over all choices.
    pub fn replay(&self, program: &Program, limits: &Limits) -> Ending {
        self.replay_alternative(program, 0, limits)
    }

    /// The execution of a program on the values of this one, with the choices of that.
    pub(crate) fn execution(&self, program: &Program, choices: &[usize], limits: &Limits) -> Execution {
        self.execute(program, 0, choices, limits).0
    }

    /// The error that a program comes to on the values of this execution, if it does, as it is with no choice made.
    pub fn error(&self, program: &Program, limits: &Limits) -> Option<ErrorTrace> {
        let mut found = None;
        self.executions(program, 0, limits, &mut |execution, _| {
            if let End::Error { .. } = execution.end {
                found = Some(execution);
            }
            found.is_none()
        });
        found?.into_error_trace()
    }

    /// How a program ends when its variable [`ALTERNATIVE`] has this value.
    pub fn replay_alternative(&self, program: &Program, alternative: usize, limits: &Limits) -> Ending {
        self.replay_beside(program, alternative, &|_| false, limits)
    }

    /// The same beside errors of a program that are said to be others, which it had before. Where the program fails on these values
    /// as it was, an execution passes that gets to one of them behind the condition that had failed.
    pub fn replay_beside(
        &self,
        program: &Program,
        alternative: usize,
        is_other: &dyn Fn(CheckId) -> bool,
        limits: &Limits,
    ) -> Ending {
        let mut worst: Option<Ending> = None;
        self.executions(program, alternative, limits, &mut |execution, choices| {
            let ending = self.ending(program, &execution, is_other);
            if ending != Ending::Open || !choices.shows_nothing(program, &execution) {
                worst = worst.max(Some(ending));
            }
            worst != Some(Ending::Fails)
        });
        worst.unwrap_or(Ending::Open)
    }

    /// Executes a program on the values of this execution with all choices, up to a bound, as long as `goes_on` says so.
    fn executions(
        &self,
        program: &Program,
        alternative: usize,
        limits: &Limits,
        goes_on: &mut dyn FnMut(Execution, &Choices) -> bool,
    ) {
        // The choices to begin with; each execution adds those that differ from it in one place.
        let mut open: Vec<Vec<usize>> = vec![Vec::new()];
        let mut n_executions = 0;
        while let Some(prefix) = open.pop() {
            let (execution, choices) = self.execute(program, alternative, &prefix, limits);
            n_executions += 1;
            if !goes_on(execution, &choices) || n_executions == MAX_REPLAYS {
                break;
            }
            let made = &choices.made;
            // Choices further behind would come after all that are executed.
            for at in (prefix.len()..made.len()).rev().filter(|at| *at < MAX_REPLAYS) {
                let others = (1..made[at].1)
                    .map(|choice| made[..at].iter().map(|(choice, _)| *choice).chain([choice]).collect());
                open.extend(others);
            }
        }
    }

    /// An execution that begins with these choices; and what was chosen, out of how many.
    fn execute(
        &self,
        program: &Program,
        alternative: usize,
        prefix: &[usize],
        limits: &Limits,
    ) -> (Execution, Choices) {
        let bounds = ExecutionBounds { max_steps: self.max_steps, ..ExecutionBounds::default() };
        let mut replaying = Replaying {
            program,
            remaining: self.inputs.iter().map(|(key, values)| (key, values.iter().collect())).collect(),
            initial: &self.initial,
            alternative,
            choices: Choices::default(),
            step: 0,
            prefix,
        };
        let execution = interpreter::run(program, &mut replaying, &bounds);
        limits.spend(budgets::execution(execution.steps.len()));
        (execution, replaying.choices)
    }

    /// Whether a program does something undefined on the values of this execution that ends it there.
    pub fn ends_undefined(&self, program: &Program, limits: &Limits) -> bool {
        self.has_execution(program, limits, &|end| is_undefined(program, end))
    }

    /// Whether a program fails on the values of this execution, but for errors that are said to be others, or does something
    /// undefined that ends it there.
    pub fn refutes(&self, program: &Program, is_other: &dyn Fn(CheckId) -> bool, limits: &Limits) -> bool {
        self.has_execution(program, limits, &|end| match end {
            End::Error { check } => !(self.fails_before && is_other(*check)),
            end => is_undefined(program, end),
        })
    }

    /// Whether with some choices a program ends like this on the values of this execution.
    fn has_execution(&self, program: &Program, limits: &Limits, ends_so: &dyn Fn(&End) -> bool) -> bool {
        let mut is_found = false;
        self.executions(program, 0, limits, &mut |execution, _| {
            is_found |= ends_so(&execution.end);
            !is_found
        });
        is_found
    }

    /// Whether all executions of a program on these values return, and evaluate a part of a contract beside the condition that had
    /// failed.
    pub fn evaluates_contract(&self, program: &Program, limits: &Limits) -> bool {
        let is_other = |origin: OriginId| self.check.as_ref().is_none_or(|it| !it.is_of(program, origin));
        let contracts = program.checks.iter().filter(|it| it.property == Property::Contracts);
        let stated: FxHashSet<_> = contracts
            .filter(|it| is_other(it.origin))
            .map(|it| program.sources.statement(it.origin))
            .collect();
        let mut is_evaluated = true;
        self.executions(program, 0, limits, &mut |execution, _| {
            let is_stated = |step: &Step| stated.contains(&program.sources.statement(step.origin));
            is_evaluated &= execution.end == End::Returned && execution.steps.iter().any(is_stated);
            is_evaluated
        });
        is_evaluated
    }

    /// Whether some execution of a program may get to the condition that had failed, as far as intervals can tell.
    pub fn can_reach_check(&self, program: &Program, limits: &Limits) -> bool {
        let Some(check) = &self.check else { return true };
        let bounds = AbstractInterpretationBounds::default();
        let Some(findings) = executable(program, &bounds, limits) else { return true };
        let blocks = program.procedures.iter().zip(0..).flat_map(|(procedure, id)| {
            procedure.blocks.iter().zip(0..).map(move |(block, number)| (ProcId(id), BlockId(number), block))
        });
        let (mut is_known, mut reaches_check, mut reaches_place) = (false, false, false);
        for (procedure, number, block) in blocks {
            let has = |is_it: &dyn Fn(OriginId) -> bool| origins_in(block).any(is_it);
            let can_begin = findings.can_begin(procedure, number);
            let is_check = has(&|origin| check.is_of(program, origin));
            is_known |= is_check;
            reaches_check |= is_check && can_begin;
            reaches_place |= can_begin && has(&|origin| check.is_at(program, origin));
        }
        // What the translation has settled has no condition any more.
        if is_known { reaches_check } else { reaches_place }
    }

    /// Whether a program has the condition that had failed.
    pub fn has_check(&self, program: &Program) -> bool {
        self.check.as_ref().is_none_or(|check| origins_of(program).any(|it| check.is_of(program, it)))
    }

    /// The places where values from outside are asked for, and where a program does not ask any more.
    pub fn inputs_lost(&self, program: &Program) -> Vec<String> {
        let asked: FxHashSet<Key> =
            origins_of(program).map(|it| Key::of(program, program.sources.origin(it))).collect();
        let lost = self.inputs.keys().filter(|it| it.kind == OriginKind::Input && !asked.contains(*it));
        lost.map(|it| format!("{}:{}", it.file, it.line)).collect()
    }

    /// Whether what was executed gets to what stands where the condition was that had failed.
    pub fn is_reached(&self, program: &Program, mut executed: impl Iterator<Item = OriginId>) -> bool {
        self.check.as_ref().is_none_or(|check| {
            executed.any(|origin| check.is_at(program, origin) || check.is_of(program, origin))
        })
    }

    fn ending(&self, program: &Program, execution: &Execution, is_other: &dyn Fn(CheckId) -> bool) -> Ending {
        let reaches_check = self.check.as_ref().is_none_or(|check| reaches(check, program, execution));
        match execution.end {
            End::Error { check } if self.fails_before && reaches_check && is_other(check) => Ending::Passes,
            End::Error { .. } => Ending::Fails,
            _ if is_undefined(program, &execution.end) => Ending::Open,
            End::Returned | End::Stopped | End::AssumeFailed { .. } if reaches_check => Ending::Passes,
            End::Returned => Ending::Avoids,
            _ => Ending::Open,
        }
    }
}

/// Values from outside by the commands that ask for them.
fn values_by_key(program: &Program, inputs: &[InputValue]) -> FxHashMap<Key, Vec<Value>> {
    let mut values: FxHashMap<Key, Vec<Value>> = FxHashMap::default();
    for input in inputs {
        let key = Key::of(program, program.sources.origin(input.origin));
        values.entry(key).or_default().push(input.value.clone());
    }
    values
}

/// Whether an execution ends because what it would do next is undefined, and not checked.
fn is_undefined(program: &Program, end: &End) -> bool {
    matches!(end, End::AssumeFailed { origin } if program.sources.origin(*origin).is_requirement())
}

/// The origins of what a block executes.
fn origins_in(block: &Block) -> impl Iterator<Item = OriginId> {
    let decided = match &block.terminator {
        Terminator::Branch { origin, .. } => Some(*origin),
        _ => None,
    };
    let executed = block.instructions.iter().map(Instruction::origin);
    executed.chain(decided)
}

/// Whether an execution gets to a check. Where the translation has settled it, nothing is evaluated for it, and it is
/// enough that the execution gets to what stands there.
fn reaches(check: &Check, program: &Program, execution: &Execution) -> bool {
    let is_there = |origin: OriginId| check.is_at(program, origin);
    let is_check = |origin: OriginId| check.is_of(program, origin);
    let mut origins = execution.steps.iter().map(|step| step.origin);
    if origins.clone().any(is_check) {
        return true;
    }
    origins.any(is_there) && !origins_of(program).any(is_check)
}

/// The origins of what a program executes.
fn origins_of(program: &Program) -> impl Iterator<Item = OriginId> {
    program.procedures.iter().flat_map(|procedure| &procedure.blocks).flat_map(origins_in)
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

/// The choices of an execution.
#[derive(Debug, Default)]
struct Choices {
    /// What was chosen, and out of how many.
    made: Vec<(usize, usize)>,
    /// The last step before the last of them.
    last_step: usize,
}

impl Choices {
    /// Whether an execution with these choices shows nothing of how the program ends: another choice was meant where an assumption
    /// does not hold, and one that goes on and on while it chooses could still end.
    fn shows_nothing(&self, program: &Program, execution: &Execution) -> bool {
        match &execution.end {
            _ if self.made.is_empty() => false,
            End::AssumeFailed { .. } => !is_undefined(program, &execution.end),
            End::Bound => 2 * self.last_step >= execution.steps.len(),
            _ => false,
        }
    }
}

struct Replaying<'a> {
    program: &'a Program,
    remaining: FxHashMap<&'a Key, VecDeque<&'a Value>>,
    initial: &'a [(Symbol, Value)],
    alternative: usize,
    choices: Choices,
    /// The last step that is known.
    step: usize,
    prefix: &'a [usize],
}

impl Inputs for Replaying<'_> {
    fn havoc(&mut self, variable: Symbol, sort: Sort, origin: OriginId) -> Option<Value> {
        if variable.name().starts_with(ALTERNATIVE) {
            let is_the_one = variable.name() == ALTERNATIVE;
            let alternative = if is_the_one { self.alternative } else { 0 };
            return Some(Value::bits(sort.bit_width()?, alternative as u128));
        }
        let key = Key::of(self.program, self.program.sources.origin(origin));
        let value = self.remaining.get_mut(&key).and_then(|values| {
            // The last one stays for executions that ask more often.
            if values.len() > 1 { values.pop_front() } else { values.front().copied() }
        });
        Some(value.filter(|value| value.sort() == sort).cloned().unwrap_or_else(|| Value::zero(sort)))
    }

    fn choose(&mut self, n: usize) -> Option<usize> {
        let choice = self.prefix.get(self.choices.made.len()).copied().unwrap_or(0).min(n - 1);
        self.choices.made.push((choice, n));
        self.choices.last_step = self.step;
        Some(choice)
    }

    fn replace(&mut self, step: usize, _origin: OriginId) -> Option<Value> {
        self.step = step;
        None
    }

    fn branch(&mut self, step: usize, _origin: OriginId, outcome: bool) -> bool {
        self.step = step;
        outcome
    }

    fn initial(&mut self, variable: Symbol) -> Option<Value> {
        let known = self.initial.iter().find(|(symbol, _)| *symbol == variable);
        Some(known.map_or_else(|| Value::zero(variable.sort()), |(_, value)| value.clone()))
    }
}
