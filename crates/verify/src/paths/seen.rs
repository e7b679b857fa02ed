//! States that were seen before, at the heads of loops.
//!
//! Two paths that come to one point in the same state go on in the same way, so that one of them is enough. The same state means: the
//! same calls are open, the variables that [matter](super::live) hold the same values, and those that depend on inputs depend
//! in the same way on inputs of which the same is known, whichever inputs these are. Of a value from outside that no variable
//! holds any more nothing is kept: what is known of the others does not change by that, for bounds are closed.
//!
//! A program with finitely many states, which goes on for ever and answers one input after the other, ends in this way.

use std::rc::Rc;

use faultscope_ir::graph::Liveness;
use faultscope_ir::{BlockId, ProcId, Program, Symbol, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use super::bounds::{Input, InputBounds};
use super::cell::{Array, Cell, Inputs, Rest};
use super::evaluate::Values;
use super::linear::Linear;
use super::path::{Path, Running};
use crate::cfg::{Cfg, Component};
use crate::interpreter::Renaming;

/// The states that were seen.
pub(super) struct Seen {
    live: Rc<Liveness>,
    /// The heads of loops, for each procedure.
    heads: Rc<[FxHashSet<BlockId>]>,
    /// What matters at points where paths were, in order.
    at: FxHashMap<(ProcId, BlockId, usize), Vec<Symbol>>,
    states: FxHashSet<SeenState>,
}

/// A state, in which inputs have numbers of their own.
#[derive(PartialEq, Eq, Hash)]
struct SeenState {
    stack: Vec<(ProcId, BlockId, usize)>,
    /// What the variables that matter hold, in the order of the points; none what they held at the start.
    values: Vec<Option<Content>>,
    /// The same of variables whose values outlive their call.
    exposed: Vec<(Symbol, Content)>,
    /// The inputs that are what they are: those that every path has.
    fixed: Vec<Input>,
    /// For each pair of inputs the most that their difference can be; row 0 is the number 0.
    bounds: Vec<i128>,
}

#[derive(PartialEq, Eq, Hash)]
enum Content {
    Known(Value),
    Number(u32, i128, Vec<(Name, i128)>),
    Array(Box<Content>, Vec<(Value, Content)>),
    Outside(u32, Vec<(Value, Content)>),
    Open,
}

/// What an input is called in a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Name {
    /// One that every path has.
    Fixed(Input),
    /// One of the path's own: its place among those that variables hold.
    Own(u32),
}

impl Seen {
    pub(super) fn new(program: &Program) -> Seen {
        let heads = program.procedures.iter().map(|procedure| {
            let mut heads = FxHashSet::default();
            note_heads(&Cfg::new(procedure).order, &mut heads);
            heads
        });
        Seen {
            live: Rc::new(Liveness::new(program)),
            heads: heads.collect(),
            at: FxHashMap::default(),
            states: FxHashSet::default(),
        }
    }

    /// None of the states of the same program.
    pub(super) fn anew(&self) -> Seen {
        Seen {
            live: Rc::clone(&self.live),
            heads: Rc::clone(&self.heads),
            at: FxHashMap::default(),
            states: FxHashSet::default(),
        }
    }

    /// How many there are.
    pub(super) fn n_states(&self) -> usize {
        self.states.len()
    }

    /// Whether a path is where its state is looked at.
    pub(super) fn is_at_head(&self, path: &Path) -> bool {
        path.stack.last().is_some_and(|running| {
            running.next == 0 && self.heads[running.activation.procedure.0 as usize].contains(&running.block)
        })
    }

    /// Notes the state of a path, and leaves out what does not matter any more.
    pub(super) fn note(
        &mut self,
        program: &Program,
        path: &mut Path,
        inputs: &Inputs,
        renaming: &mut Renaming<'_>,
    ) -> Noted {
        let mut naming = Naming { inputs, own: Vec::new(), n_looks: 0 };
        let stack = path.stack.iter().map(|it| (it.activation.procedure, it.block, it.next)).collect();
        let mut values = Vec::new();
        let mut kept = Values::default();
        for running in &path.stack {
            let Running { activation, block, next } = *running;
            let live = &self.live;
            let symbols = self.at.entry((activation.procedure, block, next)).or_insert_with(|| {
                live.before(program, activation.procedure, block, next).into_iter().collect()
            });
            for symbol in symbols {
                let symbol = renaming.symbol(*symbol, activation);
                let held = path.values.remove(&symbol);
                let held = held.or_else(|| kept.get(&symbol).cloned());
                values.push(held.as_ref().map(|it| naming.content(it)));
                kept.extend(held.map(|it| (symbol, it)));
            }
        }
        let mut exposed: Vec<(Symbol, Cell)> = path
            .values
            .drain()
            .filter(|(symbol, _)| self.live.exposed().contains(&symbol.activation().0))
            .collect();
        exposed.sort_by_key(|(symbol, _)| *symbol);
        kept.extend(exposed.iter().cloned());
        path.values = kept;
        let exposed = exposed.into_iter().map(|(symbol, cell)| (symbol, naming.content(&cell))).collect();
        let mut fixed: Vec<Input> = path.bounds.known().filter(|it| !inputs.is_own(*it)).collect();
        fixed.sort_unstable();
        let rows: Vec<Input> = fixed.iter().chain(&naming.own).copied().collect();
        let bounds = path.bounds.among(&rows, |input| inputs.range(input));
        let n_looks = naming.n_looks + bounds.len() as u64;
        let own = naming.own;
        let is_kept = |input: Input| !inputs.is_own(input) || own.contains(&input);
        let is_left_out = path.bounds.known().any(|input| !is_kept(input));
        let forgotten = is_left_out.then(|| {
            let kept = path.bounds.restricted(is_kept);
            std::mem::replace(&mut path.bounds, kept)
        });
        let is_new = self.states.insert(SeenState { stack, values, exposed, fixed, bounds });
        Noted { is_new, forgotten, n_looks }
    }
}

/// What became of a path at the head of a loop.
pub(super) struct Noted {
    /// Whether its state is new.
    pub(super) is_new: bool,
    /// What was known of inputs before some of them were left out.
    pub(super) forgotten: Option<InputBounds>,
    /// How many values were looked at.
    pub(super) n_looks: u64,
}

fn note_heads(order: &[Component], heads: &mut FxHashSet<BlockId>) {
    for component in order {
        if let Component::Loop(it) = component {
            heads.insert(it.head);
            note_heads(&it.body, heads);
        }
    }
}

/// Gives inputs names.
struct Naming<'a> {
    inputs: &'a Inputs,
    own: Vec<Input>,
    n_looks: u64,
}

impl Naming<'_> {
    fn name(&mut self, input: Input) -> Name {
        if !self.inputs.is_own(input) {
            return Name::Fixed(input);
        }
        let at = self.own.iter().position(|it| *it == input).unwrap_or_else(|| {
            self.own.push(input);
            self.own.len() - 1
        });
        Name::Own(at as u32)
    }

    fn content(&mut self, cell: &Cell) -> Content {
        self.n_looks += 1;
        match cell {
            Cell::Known(value) => {
                if let Value::Array(array) = value {
                    self.n_looks += array.entries.len() as u64;
                }
                Content::Known(value.clone())
            }
            Cell::Number(width, number) => {
                let Linear { constant, terms } = &**number;
                let terms = terms.iter().map(|(input, factor)| (self.name(*input), *factor)).collect();
                Content::Number(*width, *constant, terms)
            }
            Cell::Array(array) => self.array(array),
            Cell::Open(_) => Content::Open,
        }
    }

    fn array(&mut self, array: &Array) -> Content {
        let mut cells: Vec<(&Value, &Cell)> = array.cells.iter().collect();
        cells.sort_by(|left, right| left.0.cmp(right.0));
        let cells: Vec<(Value, Content)> =
            cells.into_iter().map(|(index, cell)| (index.clone(), self.content(cell))).collect();
        match &array.rest {
            Rest::Cell(cell) => Content::Array(Box::new(self.content(cell)), cells),
            Rest::Input(outside) => Content::Outside(outside.0, cells),
        }
    }
}
