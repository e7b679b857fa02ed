//! # Backward slices
//! The steps of the trace that the violated condition depends on, by data or control, directly or through others
//! \[1\]: a dynamic slice.
//!
//! A step that reads a variable depends on the last one that wrote it in the failing execution; array cells are told
//! apart by their index there. A step depends on the branch that it is under, the violated condition included, and so on the
//! branches around that. `assume`s that are not branches, and assertions that hold, govern nothing.
//!
//! **Deviation**: slices of \[1\] need no solver; here it gives the inputs that the trace has not recorded.
//!
//! # References
//! - \[1\] Hiralal Agrawal, Joseph Horgan: _Dynamic program slicing_, PLDI 1990.

use faultscope_ir::{Command, Program, Symbol, Trace};
use faultscope_solver::Limits;
use rustc_hash::FxHashMap;

use super::control::Control;
use super::formula::Failure;
use super::outcome::{BaselineConfig, BaselineOutcome, Ended};
use crate::execution::{Execution, Location, StepOutcome};

/// The slice. Inputs are listed, too.
pub fn backward_slice(
    program: &Program,
    trace: &Trace,
    config: &BaselineConfig,
    limits: &Limits,
) -> BaselineOutcome {
    let (failure, question) = match Failure::new(program, trace, config, limits) {
        Ok(it) => it,
        Err(outcome) => return outcome,
    };
    let control = Control::new(program, trace);
    let is_in = slice(&failure, &control, &data_dependences(trace, &failure.execution()));
    let steps = (0..trace.len()).filter(|step| is_in[*step] && !failure.is_violated(*step));
    BaselineOutcome::of_steps(program, trace, steps, Ended::Complete, question.n_queries())
}

/// For each step whether the violated condition depends on it, or it is that itself.
pub(super) fn slice(failure: &Failure<'_>, control: &Control, dependences: &[Vec<usize>]) -> Vec<bool> {
    let mut is_in = vec![false; failure.trace.len()];
    for step in (0..=failure.violated.1).rev() {
        is_in[step] |= failure.is_violated(step);
        if is_in[step] {
            dependences[step].iter().chain(&control.parent(step)).for_each(|it| is_in[*it] = true);
        }
    }
    is_in
}

/// For each step those that wrote what it reads.
pub(super) fn data_dependences(trace: &Trace, execution: &Execution) -> Vec<Vec<usize>> {
    let mut writers: FxHashMap<Symbol, Writers> = FxHashMap::default();
    let mut dependences = Vec::with_capacity(trace.len());
    for (step, it) in trace.steps.iter().enumerate() {
        let reads = execution.reads(step);
        let mut earlier: Vec<usize> = reads
            .iter()
            .flat_map(|location| writers.get(&location.0).map_or(Vec::new(), |it| it.of(*location)))
            .collect();
        earlier.sort_unstable();
        earlier.dedup();
        dependences.push(earlier);
        if let Some(target) = it.command.target() {
            let cell = match (&execution.outcomes[step], &target.path[..]) {
                (StepOutcome::Assigned { path, .. }, [_, rest @ ..]) => {
                    Cell::One { index: path[0], is_whole: rest.is_empty() }
                }
                _ => Cell::All,
            };
            writers.entry(target.variable).or_default().add(step, cell);
        }
        debug_assert!(matches!(*it.command, Command::Assume { .. }) == it.command.target().is_none());
    }
    dependences
}

/// What of a variable a step writes.
enum Cell {
    All,
    /// The cell of this index, or a part of it.
    One {
        index: faultscope_ir::Term,
        is_whole: bool,
    },
}

/// The steps that wrote what a variable holds.
#[derive(Default)]
struct Writers {
    /// The last one of the whole variable, and those of cells that are not known since.
    common: Vec<usize>,
    cells: FxHashMap<faultscope_ir::Term, Vec<usize>>,
}

impl Writers {
    fn of(&self, (_, cell): Location) -> Vec<usize> {
        let mut steps: Vec<usize> = match cell {
            Some(index) => match self.cells.get(&index) {
                // What is not known may be behind the cell's own.
                Some(own) => {
                    own.iter().chain(self.common.iter().filter(|it| **it > own[0])).copied().collect()
                }
                None => self.common.clone(),
            },
            None => self.cells.values().flatten().chain(&self.common).copied().collect(),
        };
        steps.sort_unstable();
        steps
    }

    fn add(&mut self, step: usize, cell: Cell) {
        match cell {
            Cell::All => {
                self.cells.clear();
                self.common = vec![step];
            }
            Cell::One { index, is_whole } if index.as_value().is_some() => {
                let own = self.cells.entry(index).or_default();
                if is_whole {
                    own.clear();
                } else if own.is_empty() {
                    own.extend(&self.common);
                }
                own.push(step);
            }
            Cell::One { .. } => self.common.push(step),
        }
    }
}
