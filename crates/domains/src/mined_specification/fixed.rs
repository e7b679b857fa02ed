//! Which variables have the value that they have at a check.
//!
//! An octagon says nothing of three variables together: of `a + i >= low` nothing is left where neither `a` nor `low` is known. Where
//! a condition in front of a check has more than two variables, those that are assigned outside of loops alone, and have one value at
//! the check, are taken to have that value, the ones that are assigned first in front, until two are left. So they are like variables
//! that the procedure does not change: safety is only said to be violated, and errors only to be impossible, where they have it.

use std::collections::BTreeSet;

use faultscope_ir::{BlockId, Instruction, Symbol, graph};

use crate::numbers::Interval;
use crate::octagon::Octagon;

use super::forward::Forward;
use super::relevant::{Frame, Projecting};
use super::selection::deciding;
use super::targets::{Fixed, Target};

/// Variables of a condition that an octagon relates.
const RELATED: usize = 2;

impl Projecting<'_> {
    /// That variables have the one value that they have at targets, where an octagon could not say what decides about these.
    pub(super) fn fixed(&self, frame: &Frame<'_>, targets: &[Target]) -> Fixed {
        let mut fixed: BTreeSet<usize> = BTreeSet::new();
        let mut places: Vec<(BlockId, usize)> = Vec::new();
        let states = self.states_before(frame, targets);
        for condition in deciding(frame.procedure, targets, &frame.leads) {
            let is_open = |number: &usize| frame.all.range(*number).as_constant().is_none();
            let numbers = condition.symbols().into_iter().filter_map(|symbol| match frame.space.of(symbol) {
                [number] => Some((*number, symbol)),
                _ => None,
            });
            let numbers: Vec<(usize, Symbol)> = numbers.filter(|(number, _)| is_open(number)).collect();
            let mut assigned: Vec<((BlockId, usize), usize)> = numbers
                .iter()
                .filter(|(number, _)| constant(&states, *number).is_some())
                .filter_map(|(number, symbol)| Some((self.last_assigned(frame, *symbol)?, *number)))
                .collect();
            assigned.sort_unstable();
            let n_fixed = numbers.len().saturating_sub(RELATED);
            for (place, number) in assigned.into_iter().take(n_fixed) {
                fixed.insert(number);
                places.push(place);
            }
        }
        let everything = frame.space.all();
        let known = fixed.into_iter().fold(everything, |octagon, number| {
            let value = constant(&states, number).map_or(Interval::ANY, |it| Interval::constant(Some(it)));
            octagon.within(number, value).unwrap_or(octagon)
        });
        Fixed { values: frame.space.condition(&known), settled_from: settled_from(frame, &places) }
    }

    /// What is known where an execution goes on to a target's block, or to the target itself.
    fn states_before(&self, frame: &Frame<'_>, targets: &[Target]) -> Vec<Octagon> {
        let transfer = self.transfer(frame.id, &frame.space, &frame.all);
        let (id, procedure, cfg, invariants) = (frame.id, frame.procedure, &frame.cfg, self.invariants);
        let forward = Forward { transfer: &transfer, id, procedure, cfg, invariants };
        let mut states = Vec::new();
        for (idx, block) in procedure.blocks.iter().enumerate() {
            let leads = targets.iter().any(|it| block.terminator.leads_to(it.block));
            let Some(state) = frame.reachable[idx].as_ref().filter(|_| leads) else { continue };
            let last = block.instructions.len();
            forward.block(BlockId(idx as u32), state, |position, it| {
                if position == last {
                    states.push(it.clone());
                }
            });
        }
        states
    }

    /// The last place where the procedure assigns a variable, if none is in a loop.
    fn last_assigned(&self, frame: &Frame<'_>, symbol: Symbol) -> Option<(BlockId, usize)> {
        let mut places = Vec::new();
        for (idx, block) in frame.procedure.blocks.iter().enumerate() {
            for (position, instruction) in block.instructions.iter().enumerate() {
                let assigns = match instruction {
                    Instruction::Statement(statement) => {
                        statement.command.target().is_some_and(|target| target.variable == symbol)
                    }
                    Instruction::Call(call) => self.effects.assigns(call, symbol),
                };
                if assigns {
                    places.push((BlockId(idx as u32), position));
                }
            }
        }
        let is_in_loop = |(block, _): &(BlockId, usize)| !frame.cfg.loops_of(*block).is_empty();
        if places.iter().any(is_in_loop) { None } else { places.into_iter().max() }
    }
}

/// From which position on in each block no place is left to be executed.
fn settled_from(frame: &Frame<'_>, places: &[(BlockId, usize)]) -> Vec<usize> {
    let predecessors = frame.procedure.predecessors();
    let before = |block: BlockId| predecessors[block.0 as usize].iter().copied();
    let roots = places.iter().flat_map(|(block, _)| before(*block));
    let leads_to_some = graph::reachable(predecessors.len(), roots, before);
    let from = |(idx, leads): (usize, bool)| {
        let own = places.iter().filter(|(block, _)| block.0 as usize == idx);
        if leads { usize::MAX } else { own.map(|(_, position)| position + 1).max().unwrap_or(0) }
    };
    leads_to_some.into_iter().enumerate().map(from).collect()
}

/// The one value of a number in all states.
fn constant(states: &[Octagon], number: usize) -> Option<i128> {
    let (first, others) = states.split_first()?;
    let value = first.range(number).as_constant()?;
    others.iter().all(|it| it.range(number).as_constant() == Some(value)).then_some(value)
}
