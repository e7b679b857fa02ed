//! From which states can a check break?

use faultscope_ir::{BlockId, Instruction, Procedure, Terminator};

use faultscope_execute::cfg::{Cfg, Component};

use super::budget::Budget;
use super::targets::Target;
use super::transfer::Transfer;
use super::union::{Growing, Side, Union};

/// The states at the beginnings of blocks from which a path leads to a target.
pub(super) struct Backward<'a> {
    pub(super) transfer: &'a Transfer<'a>,
    pub(super) procedure: &'a Procedure,
    pub(super) cfg: &'a Cfg,
    pub(super) targets: &'a [Target],
    pub(super) leads: &'a [bool],
    pub(super) side: Side,
    /// Rounds after the first, from below.
    pub(super) safety_rounds: usize,
}

impl Backward<'_> {
    /// The states, block by block; none if that takes too long.
    pub(super) fn run(&self, thresholds: &[i128], budget: &mut Budget) -> Option<Vec<Union>> {
        let mut order = Vec::new();
        let mut heads = Vec::new();
        flatten(&self.cfg.order, &mut order, &mut heads);
        order.reverse();
        order.retain(|it| self.leads[it.0 as usize]);
        let mut unions = vec![Union::default(); self.procedure.blocks.len()];
        let mut growing = vec![Growing::default(); self.procedure.blocks.len()];
        for n_rounds in 0.. {
            let mut grows = false;
            for block in &order {
                let idx = block.0 as usize;
                budget.pay(self.procedure.blocks[idx].instructions.len() as u64 + 1)?;
                let came = self.block(*block, &unions, |_, _| {});
                if self.side == Side::Above && heads.contains(block) {
                    grows |= growing[idx].grow(&came, n_rounds, thresholds, &self.transfer.all);
                    unions[idx] = growing[idx].union().clone();
                } else if self.side == Side::Below {
                    let mut grown = unions[idx].clone();
                    came.octagons().iter().for_each(|octagon| grown.add(octagon.clone(), Side::Below));
                    grows |= unions[idx] != grown;
                    unions[idx] = grown;
                } else {
                    grows |= unions[idx] != came;
                    unions[idx] = came;
                }
            }
            if !grows || (self.side == Side::Below && n_rounds >= self.safety_rounds) {
                break;
            }
        }
        Some(unions)
    }

    /// The states at the beginning of a block, and, through `note`, before each of its instructions and at its end.
    pub(super) fn block(&self, id: BlockId, unions: &[Union], mut note: impl FnMut(usize, &Union)) -> Union {
        let block = self.procedure.block(id);
        let mut union =
            self.with_targets((id, block.instructions.len()), self.end(&block.terminator, unions));
        note(block.instructions.len(), &union);
        for (position, instruction) in block.instructions.iter().enumerate().rev() {
            union = match instruction {
                Instruction::Statement(statement) => self.transfer.pre(&union, &statement.command, self.side),
                Instruction::Call(call) => self.transfer.pre_call(&union, call, self.side),
            };
            union = self.with_targets((id, position), union);
            note(position, &union);
        }
        union
    }

    /// A union with the bad states of the targets at a place.
    fn with_targets(&self, (block, position): (BlockId, usize), mut union: Union) -> Union {
        for target in self.targets.iter().filter(|it| (it.block, it.position) == (block, position)) {
            let states = match self.side {
                Side::Above => target.above,
                Side::Below => target.below,
            };
            let everything = Union::of(self.transfer.all.clone());
            let bad = self.transfer.pre_condition(&everything, states, true, self.side);
            bad.octagons().iter().for_each(|octagon| union.add(octagon.clone(), self.side));
        }
        union
    }

    fn end(&self, terminator: &Terminator, unions: &[Union]) -> Union {
        let at = |block: &BlockId| &unions[block.0 as usize];
        let both = |mut one: Union, other: &Union| {
            other.octagons().iter().for_each(|octagon| one.add(octagon.clone(), self.side));
            one
        };
        match terminator {
            Terminator::Goto(target) => at(target).clone(),
            Terminator::Branch { condition, then_block, else_block, .. } => {
                let restrict = |block: &BlockId, truth: bool| {
                    self.transfer.pre_condition(at(block), *condition, truth, self.side)
                };
                both(restrict(then_block, true), &restrict(else_block, false))
            }
            Terminator::Choose(targets) => {
                targets.iter().fold(Union::default(), |union, target| both(union, at(target)))
            }
            Terminator::Return
            | Terminator::Stop
            | Terminator::Error { .. }
            | Terminator::Unsupported { .. } => Union::default(),
        }
    }
}

/// The blocks of an order one after the other, and the heads of its loops.
pub(super) fn flatten(components: &[Component], order: &mut Vec<BlockId>, heads: &mut Vec<BlockId>) {
    for component in components {
        match component {
            Component::Block(block) => order.push(*block),
            Component::Loop(inner) => {
                order.push(inner.head);
                heads.push(inner.head);
                flatten(&inner.body, order, heads);
            }
        }
    }
}
