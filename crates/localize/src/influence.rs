//! # Influence
//! A second look at the execution of a trace: which steps a value is made of, and what another value would change first.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use faultscope_ir::eval::eval;
use faultscope_ir::term::visit_all;
use faultscope_ir::{Command, Op, Place, Step, Symbol, Term, TermKind, Trace, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::limits::MAX_INFLUENCE_STEPS;

/// The values of variables.
#[derive(Clone)]
struct State<'a> {
    initial: &'a FxHashMap<Symbol, Value>,
    values: FxHashMap<Symbol, Value>,
}

impl State<'_> {
    fn read(&self, symbol: Symbol) -> Value {
        let known = self.values.get(&symbol).or_else(|| self.initial.get(&symbol));
        known.cloned().unwrap_or_else(|| Value::zero(symbol.sort()))
    }

    fn eval(&self, term: Term) -> Option<Value> {
        eval(term, &mut |symbol| Some(self.read(symbol)))
    }

    fn path(&self, place: &Place) -> Option<Vec<Value>> {
        place.path.iter().map(|index| self.eval(*index)).collect()
    }

    fn write(&mut self, variable: Symbol, path: &[Value], value: Value) {
        if path.is_empty() {
            self.values.insert(variable, value);
            return;
        }
        let initial = self.initial;
        let zero = || initial.get(&variable).cloned().unwrap_or_else(|| Value::zero(variable.sort()));
        // What is no cell keeps what it holds.
        let _ = self.values.entry(variable).or_insert_with(zero).write(path, value);
    }
}

/// What is known of the execution of a trace beyond the values that its steps gave.
#[derive(Debug)]
pub struct Influence<'a> {
    steps: &'a [Step],
    initial: FxHashMap<Symbol, Value>,
    /// For each assigning step the indices of its cell; none where they could not be evaluated.
    paths: Vec<Option<Vec<Value>>>,
    /// For each step the variables it reads.
    reads: Vec<Rc<Reads>>,
}

/// What a command reads.
#[derive(Debug)]
struct Reads {
    symbols: Vec<Symbol>,
    /// Whether it reads all of them as a whole, whatever they hold.
    is_plain: bool,
}

impl<'a> Influence<'a> {
    /// Executes the trace once; `initial` are the values of variables that are read before they are assigned.
    pub fn new(trace: &'a Trace, initial: &[(Symbol, Value)]) -> Influence<'a> {
        let steps = &trace.steps[..];
        let initial: FxHashMap<Symbol, Value> = initial.iter().cloned().collect();
        let mut state = State { initial: &initial, values: FxHashMap::default() };
        let mut paths = Vec::with_capacity(steps.len());
        for step in steps {
            let path = step.command.target().and_then(|target| state.path(target));
            if let (Some(target), Some(path), Some(value)) = (step.command.target(), &path, &step.value) {
                state.write(target.variable, path, value.clone());
            }
            paths.push(path);
        }
        let mut known: FxHashMap<*const Command, Rc<Reads>> = FxHashMap::default();
        let mut of = |step: &Step| {
            let of_command = || Rc::new(Reads::of(&step.command));
            Rc::clone(known.entry(Arc::as_ptr(&step.command)).or_insert_with(of_command))
        };
        let reads = steps.iter().map(&mut of).collect();
        Influence { steps, initial, paths, reads }
    }

    fn start(&self) -> State<'_> {
        State { initial: &self.initial, values: FxHashMap::default() }
    }

    /// Does in a state what a step did in the execution.
    fn repeat(&self, idx: usize, state: &mut State<'_>) {
        let step = &self.steps[idx];
        if let (Some(target), Some(path), Some(value)) =
            (step.command.target(), &self.paths[idx], &step.value)
        {
            state.write(target.variable, path, value.clone());
        }
    }

    /// The steps whose values make the value or the condition of this one, and that one itself.
    pub fn data_slice(&self, of: usize) -> Vec<bool> {
        let mut state = self.start();
        let mut writers = Writers::default();
        // The sources of all steps, one after the other, and where those of each end.
        let mut sources: Vec<u32> = Vec::new();
        let mut until: Vec<usize> = Vec::with_capacity(of + 1);
        for (idx, step) in self.steps[..=of].iter().enumerate() {
            let mut read = Vec::new();
            let reads = &*self.reads[idx];
            if reads.is_plain {
                reads.symbols.iter().for_each(|symbol| writers.of_read(*symbol, &[], &mut read));
            } else {
                writers.of_reads(step.command.terms().collect(), &state, &mut read);
            }
            read.sort_unstable();
            read.dedup();
            sources.extend(read.into_iter().map(|source| source as u32));
            until.push(sources.len());
            if let (Some(target), Some(path)) = (step.command.target(), &self.paths[idx]) {
                writers.set(target.variable, path, idx);
            }
            self.repeat(idx, &mut state);
        }
        let mut slice = vec![false; self.steps.len()];
        let mut open = vec![of];
        while let Some(step) = open.pop() {
            if !std::mem::replace(&mut slice[step], true) {
                let from = step.checked_sub(1).map_or(0, |before| until[before]);
                open.extend(sources[from..until[step]].iter().map(|source| *source as usize));
            }
        }
        slice
    }

    /// For each of the questions "this value at this step", which are in the order of the steps: the first later
    /// assume that does not hold any more.
    pub fn first_differences(&self, questions: &[(usize, Value)]) -> Vec<Option<usize>> {
        let mut state = self.start();
        let mut at = 0;
        let mut budget = MAX_INFLUENCE_STEPS;
        let mut answers = Vec::with_capacity(questions.len());
        for (step, value) in questions {
            while at < *step {
                self.repeat(at, &mut state);
                at += 1;
            }
            answers.push(self.first_difference(*step, value, state.clone(), &mut budget));
        }
        answers
    }

    fn first_difference(
        &self,
        from: usize,
        value: &Value,
        mut state: State<'_>,
        budget: &mut usize,
    ) -> Option<usize> {
        let target = self.steps[from].command.target()?;
        state.write(target.variable, self.paths[from].as_ref()?, value.clone());
        let mut changed = FxHashSet::from_iter([target.variable]);
        for idx in from + 1..self.steps.len() {
            *budget = budget.checked_sub(1)?;
            let is_affected = self.reads[idx].symbols.iter().any(|symbol| changed.contains(symbol));
            let command = &*self.steps[idx].command;
            if !is_affected {
                self.repeat(idx, &mut state);
                if let Some(target) = command.target().filter(|target| target.path.is_empty()) {
                    changed.remove(&target.variable);
                }
                continue;
            }
            match command {
                Command::Assume { condition } => {
                    if state.eval(*condition)? != Value::Bool(true) {
                        return Some(idx);
                    }
                }
                Command::Assign { target, .. } | Command::Havoc { target } => {
                    let value = match command {
                        Command::Assign { value, .. } => state.eval(*value)?,
                        _ => self.steps[idx].value.clone()?,
                    };
                    let path = state.path(target)?;
                    state.write(target.variable, &path, value);
                    changed.insert(target.variable);
                }
            }
        }
        None
    }
}

impl Reads {
    fn of(command: &Command) -> Reads {
        let terms: Vec<Term> = command.terms().collect();
        let mut symbols: Vec<Symbol> = terms.iter().flat_map(|it| it.symbols()).collect();
        symbols.sort_unstable();
        symbols.dedup();
        let mut is_plain = true;
        visit_all(&terms, &mut |term| {
            is_plain &= !matches!(term.kind(), TermKind::App(Op::Select | Op::Ite, _));
        });
        Reads { symbols, is_plain }
    }
}

/// Which step wrote a variable or cell last.
#[derive(Default)]
struct Writers {
    whole: FxHashMap<Symbol, usize>,
    cells: FxHashMap<Symbol, BTreeMap<Vec<Value>, usize>>,
}

impl Writers {
    fn set(&mut self, variable: Symbol, path: &[Value], step: usize) {
        if path.is_empty() {
            self.cells.remove(&variable);
            self.whole.insert(variable, step);
        } else {
            self.cells.entry(variable).or_default().insert(path.to_vec(), step);
        }
    }

    /// The steps that wrote what a read of a cell, or of all cells below a path, finds.
    fn of_read(&self, variable: Symbol, path: &[Value], steps: &mut Vec<usize>) {
        let cells = self.cells.get(&variable);
        match cells.and_then(|cells| cells.get(path)).filter(|_| !path.is_empty()) {
            Some(step) => steps.push(*step),
            None => {
                steps.extend(self.whole.get(&variable));
                let overlaps = |cell: &[Value]| cell.iter().zip(path).all(|(cell, index)| cell == index);
                let overlapping = cells.into_iter().flatten().filter(|(cell, _)| overlaps(cell));
                steps.extend(overlapping.map(|(_, step)| *step));
            }
        }
    }

    fn of_reads(&self, terms: Vec<Term>, state: &State<'_>, steps: &mut Vec<usize>) {
        let mut open = terms;
        let mut seen: FxHashSet<Term> = FxHashSet::default();
        while let Some(term) = open.pop() {
            if !seen.insert(term) {
                continue;
            }
            match (term.kind(), cell(term)) {
                (TermKind::Symbol(symbol), _) => self.of_read(*symbol, &[], steps),
                (TermKind::App(Op::Select, _), Some((variable, indices))) => {
                    let path: Option<Vec<Value>> = indices.iter().map(|index| state.eval(*index)).collect();
                    self.of_read(variable, path.as_deref().unwrap_or(&[]), steps);
                    open.extend(indices);
                }
                // Only the side that was taken.
                (TermKind::App(Op::Ite, operands), _) => {
                    open.push(operands[0]);
                    match state.eval(operands[0]) {
                        Some(Value::Bool(true)) => open.push(operands[1]),
                        Some(_) => open.push(operands[2]),
                        None => open.extend(&operands[1..]),
                    }
                }
                _ => open.extend(term.children()),
            }
        }
    }
}

/// Variable and indices of a read of a cell.
fn cell(mut term: Term) -> Option<(Symbol, Vec<Term>)> {
    let mut indices = Vec::new();
    while let Some([array, index]) = term.operands_of(Op::Select) {
        indices.push(*index);
        term = *array;
    }
    indices.reverse();
    Some((term.as_symbol()?, indices))
}
