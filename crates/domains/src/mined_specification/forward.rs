//! What holds of the numbers of a space at every point of a procedure.

use faultscope_ir::{BlockId, Instruction, ProcId, Procedure, Terminator};

use crate::abstract_interpretation::{Invariants, Point};
use crate::limits::{JOINING_ROUNDS, NARROWING_ROUNDS, THRESHOLD_ROUNDS};
use crate::numbers::Sign;
use crate::octagon::{Octagon, Widening};
use faultscope_execute::cfg::Cfg;

use super::backward::flatten;
use super::budget::Budget;
use super::transfer::Transfer;

/// Forward analysis of one procedure, from what is known at its entry, with what is known at its blocks.
pub(super) struct Forward<'a> {
    pub(super) transfer: &'a Transfer<'a>,
    pub(super) id: ProcId,
    pub(super) procedure: &'a Procedure,
    pub(super) cfg: &'a Cfg,
    pub(super) invariants: &'a Invariants,
}

impl Forward<'_> {
    /// What is known at the beginnings of blocks: nothing of those that no execution comes to. None if that takes too long.
    pub(super) fn run(&self, thresholds: &[i128], budget: &mut Budget) -> Option<Vec<Option<Octagon>>> {
        let mut order = Vec::new();
        let mut heads = Vec::new();
        flatten(&self.cfg.order, &mut order, &mut heads);
        let n_blocks = self.procedure.blocks.len();
        let mut states: Vec<Option<Octagon>> = vec![None; n_blocks];
        let mut chains: Vec<Option<Widening>> = (0..n_blocks).map(|_| None).collect();
        let mut n_narrowing = 0;
        for n_rounds in 0.. {
            let mut came: Vec<Option<Octagon>> = vec![None; n_blocks];
            came[Procedure::ENTRY.0 as usize] = Some(self.transfer.all.clone());
            // What comes back to heads is of the round before.
            for block in order.iter().filter(|_| n_rounds > 0) {
                if let Some(state) = &states[block.0 as usize] {
                    let ends = self.block(*block, state, |_, _| {});
                    join_into(
                        &mut came,
                        ends.into_iter().filter(|(target, _)| self.is_back(*block, *target)),
                    );
                }
            }
            let mut grows = false;
            for block in &order {
                let idx = block.0 as usize;
                budget.pay(self.procedure.blocks[idx].instructions.len() as u64 + 1)?;
                let state = came[idx].take().and_then(|it| self.known((*block, 0), it));
                let Some(state) = state else {
                    states[idx] = None;
                    continue;
                };
                let state = if heads.contains(block) && n_narrowing == 0 {
                    let grown = self.head(&mut chains[idx], state, n_rounds, thresholds, &mut grows);
                    self.known((*block, 0), grown)?
                } else {
                    state
                };
                let ends = self.block(*block, &state, |_, _| {});
                join_into(&mut came, ends.into_iter().filter(|(target, _)| !self.is_back(*block, *target)));
                states[idx] = Some(state);
            }
            if !grows {
                n_narrowing += 1;
                if heads.is_empty() || n_narrowing > NARROWING_ROUNDS {
                    break;
                }
            }
        }
        Some(states)
    }

    /// Lets the states at the head of a loop grow.
    fn head(
        &self,
        chain: &mut Option<Widening>,
        came: Octagon,
        n_rounds: usize,
        thresholds: &[i128],
        grows: &mut bool,
    ) -> Octagon {
        let Some(chain) = chain else {
            *grows = true;
            return chain.insert(Widening::new(&came)).octagon();
        };
        let before = chain.octagon();
        if came.is_within(&before) {
            return before;
        }
        *grows = true;
        if n_rounds <= JOINING_ROUNDS {
            *chain = Widening::new(&before.join(&came));
        } else {
            chain.widen(&came, if n_rounds <= THRESHOLD_ROUNDS { thresholds } else { &[] });
        }
        chain.octagon()
    }

    fn is_back(&self, from: BlockId, to: BlockId) -> bool {
        self.cfg.loops_of(from).contains(&to)
    }

    /// Restricts what is known at a point by what intervals know there.
    fn known(&self, (block, position): (BlockId, usize), mut octagon: Octagon) -> Option<Octagon> {
        let point = Point { procedure: self.id, block, position };
        if !self.invariants.is_reached(point) {
            return None;
        }
        for (number, dimension) in self.transfer.space.dimensions().iter().enumerate() {
            let (term, sign) = dimension.term();
            let numbers = self.invariants.numbers(point, term, sign.unwrap_or(Sign::Signed));
            if !octagon.restrict_to(number, numbers) {
                return None;
            }
        }
        Some(octagon)
    }

    /// What is known at the ends of a block's edges, and, through `note`, before each instruction and behind the last.
    pub(super) fn block(
        &self,
        id: BlockId,
        state: &Octagon,
        mut note: impl FnMut(usize, &Octagon),
    ) -> Vec<(BlockId, Octagon)> {
        let block = self.procedure.block(id);
        let mut state = state.clone();
        note(0, &state);
        for (position, instruction) in block.instructions.iter().enumerate() {
            let after = match instruction {
                Instruction::Statement(statement) => self.transfer.post(&state, &statement.command),
                Instruction::Call(call) => {
                    self.known((id, position + 1), self.transfer.behind_call(&state, call))
                }
            };
            let Some(after) = after else { return Vec::new() };
            state = after;
            note(position + 1, &state);
        }
        match &block.terminator {
            Terminator::Branch { condition, then_block, else_block, .. } => {
                let restrict = |block: &BlockId, truth: bool| {
                    Some((*block, self.transfer.assume(&state, *condition, truth)?))
                };
                [restrict(then_block, true), restrict(else_block, false)].into_iter().flatten().collect()
            }
            terminator => terminator.successors().map(|target| (target, state.clone())).collect(),
        }
    }
}

fn join_into(came: &mut [Option<Octagon>], ends: impl Iterator<Item = (BlockId, Octagon)>) {
    for (target, state) in ends {
        let waiting = &mut came[target.0 as usize];
        *waiting = Some(match waiting.take() {
            Some(waiting) => waiting.join(&state),
            None => state,
        });
    }
}
