//! Symbolic execution path by path, where values are sums of inputs and conditions compare them.
//!
//! A function that sorts, searches or adds up an array does not look at what its elements are, only at which of two is the
//! larger. What happens is the same for all arrays of the same order, and of these there are few: 13 for three elements,
//! 4683 for six. A solver that is asked about bits has to find that out; here it is how the program is executed.
//!
//! # States
//! A variable holds a value, or a bit-vector that is a sum of multiples of inputs ([`linear`]), or an array of these
//! ([`cell`]). On each path there are bounds on inputs and on differences of two inputs ([`bounds`]). They are exact: a
//! path has an execution, and one is at hand when it gets to an error.
//!
//! # Steps
//! A term is evaluated as far as its bounds decide it ([`evaluate`]). Where they do not, the path is continued as two, one with
//! a number that is 0 or less and one where it is greater; where an operation is none on sums (a division, an index), as one
//! for each value of an input, if there are few.
//!
//! # States
//! Where a program goes on for ever, paths have no end, and states may repeat. [`States`] follows paths from one head of a loop to
//! the next, those that got there first, and leaves out those that come to a [state that was seen before](seen). That is explicit
//! model checking \[1\] where inputs stay symbols until something depends on them. Where there are too many states, an error may be
//! far behind the first ones and still be met by many paths: a [walk](order) goes on by chance \[2\], up to the end of the
//! program, and from there at one of the places where it could have gone another way.
//!
//! # Answers
//! *Safe* if all paths have ended without error, each after a bounded number of steps: then all executions end, too.
//! An error, if one path gets to one and the interpreter confirms its inputs. Everything else is [undecided](Undecided): floating
//! point, quantifiers, products of inputs, loops whose number of rounds an input decides that may be anything.
//! Of states *safe* says that all were seen, and no more.
//!
//! # References
//! - \[1\] Gerard Holzmann: _The model checker SPIN_, IEEE Transactions on Software Engineering 23(5), 1997.
//! - \[2\] Cristian Cadar, Daniel Dunbar, Dawson Engler: _KLEE: Unassisted and automatic generation of high-coverage tests for complex
//!   systems programs_, OSDI 2008. States are chosen by chance there, too, at every instruction.

mod bounds;
mod cell;
mod evaluate;
mod linear;
mod order;
mod path;
mod seen;

use std::collections::VecDeque;
use std::rc::Rc;

use faultscope_ir::fold::Memo;
use faultscope_ir::value::ArrayValue;
use faultscope_ir::{
    BlockId, CheckId, Command, Instruction, Place, Procedure, Program, Sort, Statement, Symbol, Term,
    Terminator, Value,
};
use faultscope_solver::Limits;
use rustc_hash::FxHashMap;

use crate::effort::PATH_TERMS;
use crate::interpreter::{self, Activation, ExecutionBounds, Recorded, Renaming};
use crate::limits::{
    MAX_CALLS_OF_A_STATE, MAX_INPUTS_OF_A_PATH, MAX_OPEN_WALKS, MAX_STATES, MAX_STEPS_OF_A_PATH,
};
use crate::{FirstError, Undecided};
use bounds::{Input, InputBounds};
use cell::{Array, Cell, Inputs, Rest};
use evaluate::{Evaluation, Need, Values, as_array};
use faultscope_solver::stack::on_large_stack;
use linear::Linear;
use order::Chance;
use path::{EventId, Path, PathEvent, Running};
use seen::Seen;

/// How many terms are evaluated in the time that it takes to keep a state, or to begin another path.
const STATE_TERMS: u64 = 32;

/// Room for more terms than this is not kept: to clear it takes as long as to ask for it.
const MAX_REUSED_TERMS: usize = 64;

type Found = FirstError<Undecided>;

/// Follows all paths of a program, each to its end.
pub fn explore(program: &Program, limits: &Limits) -> FirstError<Undecided> {
    let follow = || Explorer::new(program, None).go_on(u64::MAX, limits).unwrap_or(Err(Undecided));
    on_large_stack(follow).unwrap_or(Err(Undecided))
}

/// The states that a program gets to, as far as they were looked at.
pub struct States<'a>(Explorer<'a>);

impl<'a> States<'a> {
    /// The program before its first step.
    pub fn new(program: &'a Program) -> States<'a> {
        States(Explorer::new(program, Some(Seen::new(program))))
    }

    /// The same program, whose states are looked at as walks come to them.
    pub fn walks(&self) -> States<'a> {
        let seen = self.0.seen.as_ref().map(Seen::anew);
        States(Explorer { chance: Some(Chance::new()), ..Explorer::new(self.0.program, seen) })
    }

    /// Goes on with this effort; what is found out, if that is the end. That there is no error says that no execution reaches an
    /// error, and not that all of them end.
    pub fn go_on(&mut self, effort: u64, limits: &Limits) -> Option<FirstError<Undecided>> {
        self.0.go_on(limits.spent().saturating_add(effort), limits)
    }
}

/// What a step leads to.
enum Step {
    On,
    /// To any of these blocks.
    Choice(Vec<BlockId>),
    Ended,
    Error(CheckId),
}

struct Explorer<'a> {
    program: &'a Program,
    renaming: Renaming<'a>,
    inputs: Inputs,
    initial: Values,
    /// Each with the one before it on its path.
    events: Vec<(Option<EventId>, PathEvent)>,
    n_terms: u64,
    /// Room for the terms of an evaluation.
    memo: Memo<Result<Cell, Need>>,
    /// The path that is followed, where there was no effort left for its next steps.
    current: Option<Path>,
    /// Paths to be followed next, the last first, or any.
    open: Vec<Path>,
    /// Paths at the heads of loops, in the order in which they got there.
    waiting: VecDeque<Path>,
    /// The states that were seen, where paths end in states that were seen before.
    seen: Option<Seen>,
    /// By chance it goes on, where paths are walks.
    chance: Option<Chance>,
    /// A path was not followed to its end.
    is_cut: bool,
}

impl<'a> Explorer<'a> {
    fn new(program: &'a Program, seen: Option<Seen>) -> Explorer<'a> {
        let entry = Activation { procedure: program.entry, depth: 0 };
        let first = Path {
            values: Values::default(),
            bounds: InputBounds::default(),
            stack: vec![Running { activation: entry, block: Procedure::ENTRY, next: 0 }],
            last: None,
            n_steps: 0,
        };
        Explorer {
            program,
            renaming: Renaming::new(program),
            inputs: Inputs::default(),
            initial: Values::default(),
            events: Vec::new(),
            n_terms: 0,
            memo: Memo::all(),
            current: None,
            open: vec![first],
            waiting: VecDeque::new(),
            seen,
            chance: None,
            is_cut: false,
        }
    }

    /// Follows paths until that much is spent; what is found out, if that is the end.
    fn go_on(&mut self, until: u64, limits: &Limits) -> Option<Found> {
        if !self.program.axioms.is_empty() {
            return Some(Err(Undecided));
        }
        while let Some(mut path) = self.next_path() {
            loop {
                self.n_terms += 1;
                path.n_steps += 1;
                if path.n_steps.is_multiple_of(64) {
                    limits.spend(std::mem::take(&mut self.n_terms) / PATH_TERMS);
                    if limits.exceeded().is_some() {
                        return Some(Err(Undecided));
                    }
                    if limits.spent() > until {
                        self.current = Some(path);
                        return None;
                    }
                }
                let is_too_much = match &self.seen {
                    None => path.n_steps > MAX_STEPS_OF_A_PATH,
                    Some(seen) => seen.n_states() > MAX_STATES,
                };
                if is_too_much {
                    return Some(Err(Undecided));
                }
                match self.step(&mut path) {
                    Ok(Step::On) => {
                        let Some(seen) = self.seen.as_mut().filter(|it| it.is_at_head(&path)) else {
                            continue;
                        };
                        let noted = seen.note(self.program, &mut path, &self.inputs, &mut self.renaming);
                        self.n_terms += noted.n_looks + STATE_TERMS;
                        if !noted.is_new {
                            break;
                        }
                        if let Some(forgotten) = noted.forgotten {
                            self.note_event(&mut path, PathEvent::Forgotten(forgotten));
                        }
                        if self.chance.is_none() {
                            self.waiting.push_back(path);
                            break;
                        }
                    }
                    Ok(Step::Ended) => break,
                    Ok(Step::Error(check)) => return Some(self.error(path, check)),
                    Ok(Step::Choice(blocks)) => {
                        let n_open = self.open.len();
                        for (choice, block) in blocks.into_iter().enumerate().rev() {
                            let mut other = path.clone();
                            self.note_event(&mut other, PathEvent::Choice(choice));
                            other.jump(block);
                            self.open.push(other);
                        }
                        match self.one_of_those_from(n_open) {
                            Some(next) => path = next,
                            None => break,
                        }
                    }
                    Err(need) => {
                        let n_open = self.open.len();
                        if !self.split(path, need) {
                            self.is_cut = true;
                            if self.seen.is_none() {
                                return Some(Err(Undecided));
                            }
                        }
                        match self.one_of_those_from(n_open) {
                            Some(next) => path = next,
                            None => break,
                        }
                    }
                }
            }
            limits.spend(std::mem::take(&mut self.n_terms) / PATH_TERMS);
        }
        Some(if self.is_cut { Err(Undecided) } else { Ok(None) })
    }

    /// The path that is followed next.
    fn next_path(&mut self) -> Option<Path> {
        if let Some(path) = self.current.take() {
            return Some(path);
        }
        match &mut self.chance {
            Some(chance) => chance.take(&mut self.open, 0),
            None => self.open.pop().or_else(|| self.waiting.pop_front()),
        }
    }

    /// Of the ways in which a walk can go on, which are open from this one on, the one that it takes; none where all are followed in
    /// order.
    fn one_of_those_from(&mut self, first: usize) -> Option<Path> {
        let chance = self.chance.as_mut()?;
        let next = chance.take(&mut self.open, first);
        while self.open.len() > MAX_OPEN_WALKS {
            chance.take(&mut self.open, 0);
            self.is_cut = true;
        }
        next
    }

    fn note_event(&mut self, path: &mut Path, event: PathEvent) {
        self.events.push((path.last, event));
        path.last = Some(EventId(self.events.len() - 1));
    }

    /// Continues a path as several; false where that is not possible.
    fn split(&mut self, path: Path, need: Need) -> bool {
        self.n_terms += if self.seen.is_some() { STATE_TERMS } else { 0 };
        if self.seen.is_none() && path.bounds.n_inputs() > MAX_INPUTS_OF_A_PATH {
            return false;
        }
        match need {
            Need::Split(number) => {
                let above = number.times(-1).and_then(|it| it.plus_constant(1));
                let Some(above) = above else { return false };
                for half in [above, number] {
                    let mut half_path = path.clone();
                    self.assume_at_most_zero(&mut half_path.bounds, &half);
                    self.open.push(half_path);
                }
            }
            Need::Each(input, least, most) => {
                for value in (least..=most).rev() {
                    let mut of_value = path.clone();
                    self.assume_value(&mut of_value.bounds, input, value);
                    self.open.push(of_value);
                }
            }
            Need::Stop => return false,
        }
        true
    }

    fn assume_value(&self, bounds: &mut InputBounds, input: Input, value: i128) {
        let it = Some((input, self.inputs.range(input)));
        bounds.assume(it, None, value);
        bounds.assume(None, it, -value);
    }

    /// Takes it that a multiple of an input or of a difference is 0 or less, which is possible.
    fn assume_at_most_zero(&self, bounds: &mut InputBounds, number: &Linear) {
        let with_range = |input: Input| Some((input, self.inputs.range(input)));
        match number.terms[..] {
            [(input, factor)] => {
                let most = (-number.constant).div_euclid(factor.abs());
                match factor > 0 {
                    true => bounds.assume(with_range(input), None, most),
                    false => bounds.assume(None, with_range(input), most),
                }
            }
            [(left, factor), (right, _)] => {
                let most = (-number.constant).div_euclid(factor.abs());
                match factor > 0 {
                    true => bounds.assume(with_range(left), with_range(right), most),
                    false => bounds.assume(with_range(right), with_range(left), most),
                }
            }
            _ => {}
        }
    }

    fn step(&mut self, path: &mut Path) -> Result<Step, Need> {
        let Some(running) = path.stack.last() else { return Ok(Step::Ended) };
        let (activation, next) = (running.activation, running.next);
        let program = self.program;
        let block = program.procedure(activation.procedure).block(running.block);
        match block.instructions.get(next) {
            Some(Instruction::Statement(statement)) => {
                let goes_on = self.statement(path, statement, activation)?;
                path.advance();
                return Ok(if goes_on { Step::On } else { Step::Ended });
            }
            Some(Instruction::Call(call)) => {
                let is_same = |it: &&Running| it.activation.procedure == call.callee;
                let depth = path.stack.iter().filter(is_same).count() as u32;
                let most = match &self.seen {
                    Some(_) => MAX_CALLS_OF_A_STATE,
                    None => ExecutionBounds::default().max_call_depth,
                };
                if path.stack.len() >= most {
                    return Err(Need::Stop);
                }
                let arguments: Vec<Term> = call
                    .arguments
                    .iter()
                    .map(|(argument, _)| self.renaming.term(*argument, activation))
                    .collect();
                let cells = self.cells(path, &arguments)?;
                let callee = Activation { procedure: call.callee, depth };
                for (parameter, cell) in program.procedure(call.callee).parameters.iter().zip(cells) {
                    path.values.insert(self.renaming.symbol(*parameter, callee), cell);
                }
                path.advance();
                path.stack.push(Running { activation: callee, block: Procedure::ENTRY, next: 0 });
                return Ok(Step::On);
            }
            None => {}
        }
        match &block.terminator {
            Terminator::Goto(target) => path.jump(*target),
            Terminator::Branch { condition, then_block, else_block, .. } => {
                let condition = self.renaming.term(*condition, activation);
                let holds = self.evaluate(path, |it| it.truth(condition))?;
                path.jump(if holds { *then_block } else { *else_block });
            }
            Terminator::Choose(blocks) => return Ok(Step::Choice(blocks.clone())),
            Terminator::Return => self.return_to_caller(path),
            Terminator::Stop => return Ok(Step::Ended),
            Terminator::Error { check } => return Ok(Step::Error(*check)),
            Terminator::Unsupported { .. } => return Err(Need::Stop),
        }
        Ok(Step::On)
    }

    /// Evaluates something on the state that a path is in.
    fn evaluate<T>(&mut self, path: &Path, what: impl FnOnce(&mut Evaluation<'_>) -> T) -> T {
        let mut evaluation = Evaluation {
            inputs: &mut self.inputs,
            initial: &mut self.initial,
            values: &path.values,
            bounds: &path.bounds,
            memo: std::mem::take(&mut self.memo),
            n_terms: 0,
        };
        let result = what(&mut evaluation);
        self.n_terms += evaluation.n_terms;
        self.memo = evaluation.memo;
        self.memo.clear(MAX_REUSED_TERMS);
        result
    }

    fn cells(&mut self, path: &Path, terms: &[Term]) -> Result<Vec<Cell>, Need> {
        self.evaluate(path, |it| terms.iter().map(|term| it.cell(*term)).collect())
    }

    /// Executes a guarded command; whether the path goes on.
    fn statement(
        &mut self,
        path: &mut Path,
        statement: &Statement,
        activation: Activation,
    ) -> Result<bool, Need> {
        let command = match activation.depth {
            0 => std::borrow::Cow::Borrowed(&statement.command),
            _ => std::borrow::Cow::Owned(self.renaming.command(&statement.command, activation)),
        };
        match &*command {
            Command::Assume { condition } => self.evaluate(path, |it| it.truth(*condition)),
            Command::Assign { target, value } => {
                let (indices, cell) = self.evaluate(path, |it| {
                    let indices = indices(it, target)?;
                    Ok::<_, Need>((indices, it.cell(*value)?))
                })?;
                self.write(path, target, &indices, cell)?;
                Ok(true)
            }
            Command::Havoc { target } => {
                let indices = self.evaluate(path, |it| indices(it, target))?;
                let mut sort = target.variable.sort();
                for _ in &indices {
                    sort = sort.array_sorts().ok_or(Need::Stop)?.1;
                }
                let cell = self.inputs.own(sort);
                self.note_event(path, PathEvent::Havoc(cell.clone()));
                self.write(path, target, &indices, cell)?;
                Ok(true)
            }
        }
    }

    fn write(&mut self, path: &mut Path, target: &Place, indices: &[Value], cell: Cell) -> Result<(), Need> {
        if indices.is_empty() {
            path.values.insert(target.variable, cell);
            return Ok(());
        }
        let symbol = Term::symbol(target.variable);
        let old = match path.values.remove(&target.variable) {
            Some(old) => old,
            None => self.evaluate(path, |it| it.cell(symbol))?,
        };
        let new = self.written(old, indices, cell)?;
        path.values.insert(target.variable, new);
        Ok(())
    }

    /// An array with a cell in it replaced.
    fn written(&mut self, array: Cell, indices: &[Value], cell: Cell) -> Result<Cell, Need> {
        let [index, rest @ ..] = indices else { return Ok(cell) };
        let mut array = match array {
            Cell::Array(array) => array,
            other => as_array(&other).ok_or(Need::Stop)?,
        };
        let contents = Rc::make_mut(&mut array);
        let new = match rest {
            [] => cell,
            _ => {
                let inner = match (contents.cells.remove(index), &contents.rest) {
                    (Some(inner), _) => inner,
                    (None, Rest::Cell(inner)) => (**inner).clone(),
                    (None, Rest::Input(outside)) => self.inputs.cell(*outside, index).ok_or(Need::Stop)?,
                };
                self.written(inner, rest, cell)?
            }
        };
        contents.cells.insert(index.clone(), new);
        Ok(Cell::Array(array))
    }

    fn return_to_caller(&mut self, path: &mut Path) {
        let Some(returned) = path.stack.pop() else { return };
        let Some(caller) = path.stack.last() else { return };
        let program = self.program;
        let block = program.procedure(caller.activation.procedure).block(caller.block);
        let Some(Instruction::Call(call)) = caller.next.checked_sub(1).map(|at| &block.instructions[at])
        else {
            return;
        };
        let activation = caller.activation;
        for (target, result) in call.results.iter().zip(&program.procedure(call.callee).results) {
            let result = self.renaming.symbol(*result, returned.activation);
            let cell = self.evaluate(path, |it| it.cell(Term::symbol(result)));
            if let Ok(cell) = cell {
                path.values.insert(self.renaming.symbol(*target, activation), cell);
            }
        }
    }

    /// The execution of a path that has come to an error.
    fn error(&mut self, mut path: Path, check: CheckId) -> Found {
        let mut bounds = std::mem::take(&mut path.bounds);
        let mut model = Model { inputs: &self.inputs, bounds: &mut bounds, chosen: FxHashMap::default() };
        let (mut cells, mut values, mut choices) = (Vec::new(), Vec::new(), VecDeque::new());
        let mut last = path.last;
        loop {
            let event = last.map(|EventId(at)| &self.events[at]);
            last = event.and_then(|(before, _)| *before);
            match event.map(|(_, event)| event) {
                Some(PathEvent::Havoc(cell)) => cells.push(cell),
                Some(PathEvent::Choice(choice)) => choices.push_front(*choice),
                // Values are chosen in the order of the execution as far as something is known of all inputs together.
                Some(PathEvent::Forgotten(_)) | None => {
                    let chosen = cells.drain(..).rev().map(|cell| model.value(cell));
                    let Some(chosen) = chosen.collect::<Option<Vec<Value>>>() else { return Err(Undecided) };
                    values.push(chosen);
                }
            }
            match event {
                Some((_, PathEvent::Forgotten(known))) => model.remember(known),
                Some(_) => {}
                None => break,
            }
        }
        let havocs: VecDeque<Value> = values.into_iter().rev().flatten().collect();
        let mut initial: Vec<(Symbol, Cell)> =
            self.initial.iter().map(|(symbol, cell)| (*symbol, cell.clone())).collect();
        initial.sort_by_key(|(symbol, _)| *symbol);
        let initial = initial.iter().map(|(symbol, cell)| Some((*symbol, model.value(cell)?)));
        let initial = initial.collect::<Option<Vec<_>>>();
        let Some(initial) = initial else { return Err(Undecided) };
        let mut inputs = Recorded { havocs, choices, initial };
        let execution = interpreter::run(self.program, &mut inputs, &ExecutionBounds::default());
        let is_computed = execution.computed;
        match execution.into_error_trace() {
            Some(trace) if is_computed && trace.trace.check == check => Ok(Some(Box::new(trace))),
            _ => Err(Undecided),
        }
    }
}

fn indices(evaluation: &mut Evaluation<'_>, place: &Place) -> Result<Vec<Value>, Need> {
    place.path.iter().map(|index| evaluation.index(*index)).collect()
}

/// Values of inputs that a path allows: the ones nearest to 0, chosen one after the other.
struct Model<'a> {
    inputs: &'a Inputs,
    bounds: &'a mut InputBounds,
    chosen: FxHashMap<Input, i128>,
}

impl Model<'_> {
    /// Goes back to where more was known of inputs. What is known now is what that says of the inputs that there are now, so that
    /// what is chosen for these can be continued.
    fn remember(&mut self, known: &InputBounds) {
        let inputs: Vec<Input> = self.bounds.known().collect();
        for input in inputs {
            self.input(input);
        }
        *self.bounds = known.clone();
        let inputs: Vec<Input> = self.bounds.known().collect();
        for input in inputs {
            if let Some(value) = self.chosen.get(&input) {
                self.fix(input, *value);
            }
        }
    }

    fn fix(&mut self, input: Input, value: i128) {
        let it = Some((input, self.inputs.range(input)));
        self.bounds.assume(it, None, value);
        self.bounds.assume(None, it, -value);
    }

    fn value(&mut self, cell: &Cell) -> Option<Value> {
        Some(match cell {
            Cell::Known(value) => value.clone(),
            Cell::Open(sort) => Value::zero(*sort),
            Cell::Number(width, number) => {
                let mut sum = number.constant;
                for (input, factor) in &number.terms {
                    sum += factor * self.input(*input);
                }
                if *width == 0 { Value::Bool(sum != 0) } else { Value::signed_bits(*width, sum) }
            }
            Cell::Array(array) => self.array(array)?,
        })
    }

    fn input(&mut self, input: Input) -> i128 {
        if let Some(value) = self.chosen.get(&input) {
            return *value;
        }
        let (least, most) = self.bounds.range(input, self.inputs.range(input));
        let value = 0.clamp(least, most);
        self.fix(input, value);
        self.chosen.insert(input, value);
        value
    }

    fn array(&mut self, array: &Array) -> Option<Value> {
        let mut cells: Vec<(Value, Cell)> =
            array.cells.iter().map(|(index, cell)| (index.clone(), cell.clone())).collect();
        let default = match &array.rest {
            Rest::Cell(cell) => self.value(cell)?,
            Rest::Input(outside) => {
                let looked_at = self.inputs.cells.iter().filter(|((of, _), _)| of == outside);
                let seen = looked_at.map(|((_, index), cell)| (index.clone(), cell.clone()));
                cells.extend(seen.filter(|(index, _)| !array.cells.contains_key(index)));
                let (_, element): (Sort, Sort) = array.sort.array_sorts()?;
                Value::zero(element)
            }
        };
        cells.sort_by(|left, right| left.0.cmp(&right.0));
        let constant = Value::constant_array(array.sort, default);
        let mut contents: ArrayValue = constant.as_array()?.clone();
        for (index, cell) in cells {
            let value = self.value(&cell)?;
            contents.set(index, value);
        }
        Some(Value::Array(contents.into()))
    }
}

#[cfg(test)]
mod tests;
