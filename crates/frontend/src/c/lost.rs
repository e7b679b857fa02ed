//! Where the last pointer to an object is lost.
//!
//! The trace is executed once more, and it is noted which variables and cells hold pointers to which objects. A local variable goes
//! with its activation, and a cell with the object that it is in. What is left of a pointer in numbers is not followed, and what
//! the translation saves is no place of the program.
//!
//! Memory of which only lost memory has a pointer is lost with that.

use std::collections::BTreeSet;

use faultscope_ir::index::IndexMap;
use faultscope_ir::program::{Display, Scope};
use faultscope_ir::{OriginKind, Program, Step, Symbol, Trace, Value};
use rustc_hash::FxHashMap;

use super::lower::Kind;
use super::replay::{self, Replay};

/// Where the last pointer to an object is lost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Loss {
    /// The step: what overwrites the pointer, the last step of the function whose variable it was in, or what frees the memory that
    /// it was in.
    pub(super) step: usize,
    /// The variable that held it, where it was one.
    pub(super) variable: Option<String>,
}

/// What can hold a pointer.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Holder {
    Variable(Symbol),
    /// A cell of memory, by its address.
    Cell(Symbol, Value),
}

/// Where the last pointer to the object of a number is lost, which was made at this step; none where one is left.
pub(super) fn last_pointer(
    program: &Program,
    trace: &Trace,
    initial: &[(Symbol, Value)],
    (number, made): (u128, usize),
) -> Option<Loss> {
    let mut pointers = Pointers {
        program,
        trace,
        replay: Replay::new(program, initial),
        held: IndexMap::default(),
        n_held: FxHashMap::default(),
        lost: IndexMap::default(),
        last_of: vec![None; trace.frames.len()],
    };
    let mut frame = None;
    for (idx, step) in trace.steps.iter().enumerate() {
        if let Some(before) = frame.filter(|before| *before != step.frame) {
            pointers.leave(before, step.frame);
        }
        frame = Some(step.frame);
        pointers.step(idx, step);
    }
    pointers.loss(number, made)
}

struct Pointers<'a> {
    program: &'a Program,
    trace: &'a Trace,
    replay: Replay<'a>,
    /// The object that each holder has a pointer to.
    held: IndexMap<Holder, u128>,
    /// How many holders have a pointer to each object.
    n_held: FxHashMap<u128, usize>,
    /// The objects that had pointers to them and have none, with where the last was lost.
    lost: IndexMap<u128, Loss>,
    /// The last step of the user's in each activation.
    last_of: Vec<Option<usize>>,
}

impl Pointers<'_> {
    fn step(&mut self, idx: usize, step: &Step) {
        let kind = self.program.sources.origin(step.origin).kind;
        if !kind.is_made() && kind != OriginKind::Requirement {
            self.last_of[step.frame] = Some(idx);
        }
        let target = step.command.target();
        let index = target.and_then(|it| it.path.first()).and_then(|index| self.replay.value(*index));
        self.replay.step(idx, step);
        let (Some(target), Some(value)) = (target, &step.value) else { return };
        let holder = match (&target.path[..], index) {
            ([], _) => Holder::Variable(target.variable),
            ([_], Some(index)) => Holder::Cell(target.variable, index),
            _ => return,
        };
        if let Holder::Cell(table, ended) = &holder
            && self.program.memory.tables.is_some_and(|it| it.kinds == *table)
            && matches!(Kind::of(value), Some(Kind::Freed | Kind::Ended))
            && let Some(number) = ended.as_unsigned()
        {
            return self.end_object(number, idx);
        }
        let variable = target.variable.activation().0;
        let scope = self.program.variables.get(&variable).map(|it| it.scope);
        if self.program.display(variable) != Display::Pointer || matches!(scope, Some(Scope::Temporary(_))) {
            return;
        }
        self.release(&holder, idx);
        if let Some((number, _)) = replay::split(value).filter(|(number, _)| *number != 0) {
            self.lost.shift_remove(&number);
            self.held.insert(holder, number);
            *self.n_held.entry(number).or_default() += 1;
        }
    }

    /// A holder holds nothing any more.
    fn release(&mut self, holder: &Holder, idx: usize) {
        let Some(number) = self.held.shift_remove(holder) else { return };
        let n_left = self.n_held.entry(number).or_default();
        *n_left -= 1;
        if *n_left == 0 {
            let variable = match holder {
                Holder::Variable(symbol) => {
                    self.program.variables.get(&symbol.activation().0).map(|it| it.name.clone())
                }
                Holder::Cell(..) => None,
            };
            self.lost.insert(number, Loss { step: idx, variable });
        }
    }

    fn release_all(&mut self, goes: impl Fn(&Holder) -> bool, idx: usize) {
        let gone: Vec<Holder> = self.held.keys().filter(|holder| goes(holder)).cloned().collect();
        gone.iter().for_each(|holder| self.release(holder, idx));
    }

    /// The cells of an object go with it.
    fn end_object(&mut self, number: u128, idx: usize) {
        let is_in = |holder: &Holder| match holder {
            Holder::Cell(_, address) => replay::split(address).is_some_and(|(object, _)| object == number),
            Holder::Variable(_) => false,
        };
        self.release_all(is_in, idx);
    }

    /// The local variables of activations that are left on the way from one to another go with them.
    fn leave(&mut self, from: usize, to: usize) {
        let frames = &self.trace.frames;
        let around = |frame: usize| {
            std::iter::successors(Some(frame), |at| frames[*at].caller.map(|(caller, _)| caller))
        };
        let kept: BTreeSet<usize> = around(to).collect();
        let left: Vec<usize> = around(from).take_while(|it| !kept.contains(it)).collect();
        for frame in left {
            let procedure = frames[frame].procedure;
            let depth = around(frame).skip(1).filter(|it| frames[*it].procedure == procedure).count() as u32;
            let program = self.program;
            let is_local = |holder: &Holder| match holder {
                Holder::Variable(symbol) => {
                    let (variable, activation) = symbol.activation();
                    let scope = program.variables.get(&variable).map(|it| it.scope);
                    scope == Some(Scope::Local(procedure)) && activation == depth
                }
                Holder::Cell(..) => false,
            };
            if let Some(last) = self.last_of[frame] {
                self.release_all(is_local, last);
            }
        }
    }

    /// Where an object is lost: with what holds the last pointers to it, where that is lost itself.
    fn loss(&self, number: u128, made: usize) -> Option<Loss> {
        let (mut number, mut seen) = (number, BTreeSet::new());
        loop {
            if let Some(loss) = self.lost.get(&number) {
                return Some(loss.clone());
            }
            if !seen.insert(number) {
                return None;
            }
            let holder = self.held.iter().find(|(_, held)| **held == number).map(|(holder, _)| holder);
            match holder {
                // Nobody has kept what the call gave.
                None => return (seen.len() == 1).then_some(Loss { step: made, variable: None }),
                Some(Holder::Cell(_, address)) => number = replay::split(address)?.0,
                Some(Holder::Variable(_)) => return None,
            }
        }
    }
}
