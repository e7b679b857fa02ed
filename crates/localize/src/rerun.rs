//! Runs a trace again with other values at some steps.
//!
//! Only the steps that the values reach are run: the steps that read a location that differs from the first
//! run, in order. A step whose result turns out the same stops there. Term equality decides, which for
//! constants is equality of values.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use faultscope_ir::index::IndexMap;
use faultscope_ir::limits::Limit;
use faultscope_ir::{Command, Place, Symbol, Term, Trace};
use rustc_hash::FxHashMap;

use crate::execution::{
    Cells, Content, Execution, Location, State, StepOutcome, evaluate, evaluate_content, store_at,
};
use crate::limits::{MAX_QUESTION_TERMS, reached};

/// Running again would cost too much.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TooLarge(pub(crate) &'static Limit);

/// The assume steps whose condition differs when each of these steps puts the element beside it into its place, in
/// order, with the new conditions.
///
/// # Errors
/// If it costs too much, or there are more conditions than can be asked about at once.
pub(crate) fn rerun(
    trace: &Trace,
    execution: &Execution,
    replaced: &[(usize, Term)],
    max_cost: usize,
) -> Result<Vec<(usize, Term)>, TooLarge> {
    let mut n_conditions = 0;
    let is_too_much = |_| {
        n_conditions += 1;
        n_conditions > MAX_QUESTION_TERMS
    };
    let bounds = Bounds { max_cost, max_cells: usize::MAX };
    let conditions = rerun_within(trace, execution, replaced, bounds, is_too_much).0?;
    match conditions.len() > MAX_QUESTION_TERMS {
        true => Err(TooLarge(&reached::MAX_QUESTION_TERMS)),
        false => Ok(conditions),
    }
}

/// What running again may cost.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bounds {
    /// In steps and cells of arrays that are put together.
    pub(crate) max_cost: usize,
    /// In cells of one array: what is read of one at an index that is not known is no constant, which is all that somebody may look
    /// for.
    pub(crate) max_cells: usize,
}

/// The same within bounds on the cost; also what it cost. The run ends early where `ends` says so of a condition.
pub(crate) fn rerun_within(
    trace: &Trace,
    execution: &Execution,
    replaced: &[(usize, Term)],
    bounds: Bounds,
    mut ends: impl FnMut(Term) -> bool,
) -> (Result<Vec<(usize, Term)>, TooLarge>, usize) {
    let queue: BinaryHeap<Reverse<usize>> = replaced.iter().map(|(step, _)| Reverse(*step)).collect();
    let replaced: FxHashMap<usize, Term> = replaced.iter().copied().collect();
    let changed = FxHashMap::default();
    let mut rerun = Rerun { execution, step: 0, changed, queue, cost: 0, bounds, has_given_up: false };
    let mut conditions = Vec::new();
    let mut last = None;
    while let Some(Reverse(step)) = rerun.queue.pop() {
        if last == Some(step) || !execution.live[step] {
            continue;
        }
        (last, rerun.step) = (Some(step), step);
        rerun.cost += 1;
        if rerun.cost > bounds.max_cost {
            return (Err(TooLarge(&reached::MAX_RERUN_COST)), rerun.cost);
        }
        let condition = rerun.run(&trace.steps[step].command, replaced.get(&step).copied());
        if rerun.has_given_up {
            return (Err(TooLarge(&reached::MAX_RERUN_COST)), rerun.cost);
        }
        if let Some(condition) = condition {
            conditions.push((step, condition));
            if ends(condition) {
                break;
            }
        }
    }
    (Ok(conditions), rerun.cost)
}

/// How a variable differs from the first run. A difference counts for reads up to the step where the first
/// run writes the location next.
enum Change {
    Scalar(Term, usize),
    /// Some cells differ.
    Cells(IndexMap<Term, (Term, usize)>),
    /// The array is this one from now on; later steps write it here.
    Array(Cells),
}

struct Rerun<'a> {
    execution: &'a Execution,
    step: usize,
    changed: FxHashMap<Symbol, Change>,
    queue: BinaryHeap<Reverse<usize>>,
    cost: usize,
    bounds: Bounds,
    /// Whether a step reads more of whole arrays than the cost allows, so that what comes of it is not known.
    has_given_up: bool,
}

impl Rerun<'_> {
    /// Runs a step, with another value for what it assigns if one is given; gives the condition of an assume
    /// where it differs.
    fn run(&mut self, command: &Command, replacement: Option<Term>) -> Option<Term> {
        let (target, content) = match command {
            Command::Assume { condition } => {
                let condition = evaluate(self, *condition);
                return (Some(condition) != self.execution.condition(self.step)).then_some(condition);
            }
            Command::Assign { target, value } => {
                (target, replacement.map_or_else(|| evaluate_content(self, *value), Content::of))
            }
            Command::Havoc { target } => {
                let StepOutcome::Assigned { element, .. } = &self.execution.outcomes[self.step] else {
                    return None;
                };
                (target, Content::of(replacement.unwrap_or(*element)))
            }
        };
        let path: Vec<Term> = target.path.iter().map(|index| evaluate(self, *index)).collect();
        self.assign(target, &path, content);
        None
    }

    fn assign(&mut self, target: &Place, path: &[Term], content: Content) {
        let variable = target.variable;
        let StepOutcome::Assigned { path: first_path, .. } = &self.execution.outcomes[self.step] else {
            return;
        };
        match (path, &first_path[..]) {
            ([], _) => self.set_variable(variable, content),
            ([index, rest @ ..], [first_index, ..])
                if index.as_value().is_some()
                    && first_index.as_value().is_some()
                    && !matches!(self.changed.get(&variable), Some(Change::Array(_))) =>
            {
                let element = self.nested(variable, *index, rest, content.term());
                if index != first_index {
                    // The cell that the first run wrote keeps its content.
                    let kept = self.cell(variable, *first_index);
                    self.set_cell(variable, *first_index, kept);
                }
                self.set_cell(variable, *index, element);
            }
            ([index, rest @ ..], _) => {
                let element = self.nested(variable, *index, rest, content.term());
                let mut cells = self.array(variable);
                cells.write(*index, element);
                self.set_array(variable, cells);
            }
        }
    }

    fn nested(&mut self, variable: Symbol, index: Term, rest: &[Term], element: Term) -> Term {
        if rest.is_empty() {
            return element;
        }
        let cell = self.array(variable).read(index);
        store_at(cell, rest, element)
    }

    fn set_variable(&mut self, variable: Symbol, content: Content) {
        match content {
            Content::Array(cells) => {
                let first = self.execution.content(variable, self.step + 1);
                if matches!(first, Some(Content::Array(first)) if *first == *cells) {
                    self.changed.remove(&variable);
                } else {
                    self.set_array(variable, *cells);
                }
            }
            Content::Scalar(value) => {
                let first = self.execution.value((variable, None), self.step + 1);
                if first == Some(value) {
                    self.changed.remove(&variable);
                    return;
                }
                let location = (variable, None);
                let until = self.execution.index.next_write(location, self.step).unwrap_or(usize::MAX);
                self.changed.insert(variable, Change::Scalar(value, until));
                self.enqueue(location, until);
            }
        }
    }

    fn set_cell(&mut self, variable: Symbol, index: Term, element: Term) {
        let Change::Cells(cells) =
            self.changed.entry(variable).or_insert_with(|| Change::Cells(IndexMap::default()))
        else {
            unreachable!("whole arrays are written as such");
        };
        let first = self.execution.value((variable, Some(index)), self.step + 1);
        if first == Some(element) {
            cells.swap_remove(&index);
            return;
        }
        let accesses = &self.execution.index;
        let writes = [(variable, Some(index)), (variable, None)].map(|it| accesses.next_write(it, self.step));
        let until = writes.into_iter().flatten().min().unwrap_or(usize::MAX);
        cells.insert(index, (element, until));
        self.enqueue((variable, Some(index)), until);
        self.enqueue((variable, None), until);
    }

    fn set_array(&mut self, variable: Symbol, cells: Cells) {
        self.changed.insert(variable, Change::Array(cells));
        let touches = self.execution.index.touches_after(variable, self.step);
        self.queue.extend(touches.iter().copied().map(Reverse));
    }

    fn enqueue(&mut self, location: Location, until: usize) {
        let reads = self.execution.index.reads_between(location, self.step, until);
        self.queue.extend(reads.iter().copied().map(Reverse));
    }

    fn first(&self, location: Location) -> Term {
        // A variable that the first run did not meet is at its initial value, its own symbol.
        self.execution.value(location, self.step).unwrap_or_else(|| match location {
            (variable, None) => Term::symbol(variable),
            (variable, Some(index)) => Term::symbol(variable).select(index),
        })
    }
}

impl State for Rerun<'_> {
    fn scalar(&mut self, variable: Symbol) -> Term {
        match self.changed.get(&variable) {
            Some(Change::Scalar(value, until)) if self.step <= *until => *value,
            _ => self.first((variable, None)),
        }
    }

    fn cell(&mut self, variable: Symbol, index: Term) -> Term {
        match self.changed.get(&variable) {
            Some(Change::Array(cells)) => cells.read(index),
            Some(Change::Cells(cells)) => match cells.get(&index) {
                Some((element, until)) if self.step <= *until => *element,
                _ => self.first((variable, Some(index))),
            },
            _ => self.first((variable, Some(index))),
        }
    }

    fn array(&mut self, variable: Symbol) -> Cells {
        let cells = self.whole(variable);
        self.cost += cells.n_writes();
        self.has_given_up |= self.cost > self.bounds.max_cost || cells.n_writes() > self.bounds.max_cells;
        if self.has_given_up { Cells::of(Term::symbol(variable)) } else { cells }
    }
}

impl Rerun<'_> {
    fn whole(&self, variable: Symbol) -> Cells {
        let first = || {
            let content = self.execution.content(variable, self.step);
            content.unwrap_or_else(|| Content::of(Term::symbol(variable))).cells()
        };
        match self.changed.get(&variable) {
            Some(Change::Array(cells)) => cells.clone(),
            Some(Change::Cells(changed)) => {
                let mut cells = first();
                for (index, (element, until)) in changed {
                    if self.step <= *until {
                        cells.write(*index, *element);
                    }
                }
                cells
            }
            _ => first(),
        }
    }
}
