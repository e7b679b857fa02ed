//! Whether two programs are alike from two points on.

use crate::command::{Command, Place};
use crate::program::{BlockId, Instruction, Program, Terminator};
use crate::source::OriginId;
use crate::term::Term;

use super::change::Point;
use super::limits::{LOOKAHEAD, MAX_SKIPPED};
use super::walk::{Item, Walk, at, is_way_out, item, next, settled};

/// An item that is alike counts so much, and more than all that are skipped.
const SCALE: usize = 2 * MAX_SKIPPED;

/// How the walk goes on.
pub(super) enum Step {
    /// The items belong together.
    Both,
    /// So many instructions were put in.
    Inserted(usize),
    /// So many instructions were left out.
    Deleted(usize),
    /// The changed program has a branch that goes on on this side.
    Guard(BlockId, Term),
    /// The original has a branch that goes on on this side.
    Unguarded(BlockId, Term),
    /// It does not.
    End,
}

impl<'a> Walk<'a> {
    /// What was done at two points that are not alike: the way on which most is alike.
    pub(super) fn step(&self, point: Point, other: Point) -> Step {
        let (item, changed) = (item(self.original, point), item(self.changed, other));
        match (item, changed) {
            (Item::Instruction(first), Item::Instruction(second)) if self.belong(first, second) => Step::Both,
            (Item::End(first), Item::End(second)) if self.is_same_end(first, second) => Step::Both,
            _ => self.best(point, other, item, changed),
        }
    }

    pub(super) fn best(&self, point: Point, other: Point, item: Item<'a>, changed: Item<'a>) -> Step {
        let mut best = (0, Step::End);
        let mut offer = |score: usize, step: Step| {
            if score > best.0 {
                best = (score, step);
            }
        };
        if let (Item::End(Terminator::Branch { .. }), Item::End(Terminator::Branch { .. })) = (item, changed)
        {
            offer(SCALE * self.alike_behind(item, changed, point, other), Step::Both);
        }
        if let (Item::Instruction(_), Item::Instruction(_)) = (item, changed) {
            offer(2 * SCALE * self.alike(next(point), next(other)), Step::Both);
        }
        if let Item::End(Terminator::Branch { condition, then_block, else_block, .. }) = changed {
            let (then, otherwise) = (at(other, *then_block), at(other, *else_block));
            let score = |side: Point, away: Point| {
                let certain = usize::from(is_way_out(self.changed, away));
                2 * self.alike_soon(point, side) + SCALE * certain
            };
            offer(score(then, otherwise), Step::Guard(*then_block, condition.not()));
            offer(score(otherwise, then), Step::Guard(*else_block, *condition));
        }
        if let Item::End(Terminator::Branch { condition, then_block, else_block, .. }) = item {
            let (then, otherwise) = (at(point, *then_block), at(point, *else_block));
            let score = |side: Point, away: Point| {
                let certain = usize::from(is_way_out(self.original, away));
                2 * SCALE * self.alike(side, other) + SCALE * certain
            };
            offer(score(then, otherwise), Step::Unguarded(*then_block, *condition));
            offer(score(otherwise, then), Step::Unguarded(*else_block, condition.not()));
        }
        let (mut first, mut second) = (point, other);
        for n in 1..=MAX_SKIPPED {
            let Item::Instruction(_) = self::item(self.changed, second) else { break };
            second = settled(self.changed, next(second));
            offer(2 * SCALE * self.alike(point, second), Step::Inserted(n));
        }
        for n in 1..=MAX_SKIPPED {
            let Item::Instruction(_) = self::item(self.original, first) else { break };
            first = next(first);
            offer(2 * SCALE * self.alike(first, other), Step::Deleted(n));
        }
        best.1
    }

    /// How much is alike on both sides of two branches.
    pub(super) fn alike_behind(
        &self,
        item: Item<'a>,
        changed: Item<'a>,
        point: Point,
        other: Point,
    ) -> usize {
        let (Item::End(first), Item::End(second)) = (item, changed) else { return 0 };
        let pairs = first.successors().zip(second.successors());
        pairs.map(|(first, second)| self.alike(at(point, first), at(other, second))).sum()
    }

    /// How much is alike, when some instructions of the changed program are skipped: the fewer, the better.
    pub(super) fn alike_soon(&self, point: Point, other: Point) -> usize {
        let mut second = settled(self.changed, other);
        for n_skipped in 0..=MAX_SKIPPED {
            let score = self.alike(point, second);
            if score > 0 {
                return SCALE * score - n_skipped;
            }
            let Item::Instruction(_) = item(self.changed, second) else { return 0 };
            second = settled(self.changed, next(second));
        }
        0
    }

    /// How many items are alike from two points on.
    pub(super) fn alike(&self, point: Point, other: Point) -> usize {
        let (mut point, mut other) = (point, other);
        for n in 0..LOOKAHEAD {
            point = settled(self.original, point);
            other = settled(self.changed, other);
            match (item(self.original, point), item(self.changed, other)) {
                (Item::Instruction(first), Item::Instruction(second)) if self.resembles(first, second) => {}
                (Item::End(first), Item::End(second)) if self.is_same_end(first, second) => {
                    // An end in itself says little.
                    let is_last = first.successors().next().is_none();
                    return if is_last {
                        n + 1
                    } else {
                        n + 1 + self.alike_branches(first, second, point, other)
                    };
                }
                _ => return n,
            }
            (point, other) = (next(point), next(other));
        }
        LOOKAHEAD
    }

    /// One more where the first instructions behind two branches are alike, too.
    pub(super) fn alike_branches(
        &self,
        first: &Terminator,
        second: &Terminator,
        point: Point,
        other: Point,
    ) -> usize {
        let mut pairs = first.successors().zip(second.successors());
        let is_alike = |(first, second): (BlockId, BlockId)| {
            let first = item(self.original, settled(self.original, at(point, first)));
            let second = item(self.changed, settled(self.changed, at(other, second)));
            match (first, second) {
                (Item::Instruction(first), Item::Instruction(second)) => self.resembles(first, second),
                (Item::End(first), Item::End(second)) => self.is_same_end(first, second),
                _ => false,
            }
        };
        usize::from(pairs.all(is_alike))
    }

    /// Whether two instructions do the same, as far as variables are not paired yet.
    pub(super) fn resembles(&self, first: &Instruction, second: &Instruction) -> bool {
        let same = |first: Term, second: Term| match self.term(second) {
            Some(term) => term == first,
            None => first.sort() == second.sort(),
        };
        self.belong(first, second)
            && match (first, second) {
                (Instruction::Statement(first), Instruction::Statement(second)) => {
                    match (&first.command, &second.command) {
                        (Command::Assign { value: first, .. }, Command::Assign { value: second, .. })
                        | (Command::Assume { condition: first }, Command::Assume { condition: second }) => {
                            same(*first, *second)
                        }
                        _ => true,
                    }
                }
                (Instruction::Call(first), Instruction::Call(second)) => {
                    let pairs = first.arguments.iter().zip(&second.arguments);
                    pairs.into_iter().all(|((first, _), (second, _))| same(*first, *second))
                }
                _ => false,
            }
    }

    /// Whether two instructions do the same with the same variables, whatever the values.
    pub(super) fn belong(&self, first: &Instruction, second: &Instruction) -> bool {
        match (first, second) {
            (Instruction::Statement(first), Instruction::Statement(second)) => {
                match (&first.command, &second.command) {
                    (Command::Assign { target: place, .. }, Command::Assign { target: other, .. }) => {
                        self.is_same_place(place, other)
                    }
                    (Command::Havoc { target: place }, Command::Havoc { target: other }) => {
                        self.is_same_place(place, other) && self.is_same_source(first.origin, second.origin)
                    }
                    (Command::Assume { .. }, Command::Assume { .. }) => true,
                    _ => false,
                }
            }
            (Instruction::Call(first), Instruction::Call(second)) => {
                let pairs = first.results.iter().zip(&second.results);
                self.may_be_paired(first.callee, second.callee)
                    && first.results.len() == second.results.len()
                    && first.arguments.len() == second.arguments.len()
                    && pairs.into_iter().all(|(first, second)| self.may_be_same(*first, *second))
            }
            _ => false,
        }
    }

    pub(super) fn is_same_place(&self, place: &Place, other: &Place) -> bool {
        let same = |(first, second): (&Term, &Term)| self.term(*second) == Some(*first);
        self.may_be_same(place.variable, other.variable)
            && place.path.len() == other.path.len()
            && place.path.iter().zip(&other.path).all(same)
    }

    pub(super) fn is_same_source(&self, first: OriginId, second: OriginId) -> bool {
        let source = |program: &Program, id: OriginId| program.surroundings.sources.get(&id).cloned();
        let kind = |program: &Program, id: OriginId| program.sources.origin(id).kind;
        source(self.original, first) == source(self.changed, second)
            && kind(self.original, first) == kind(self.changed, second)
    }

    pub(super) fn is_same_end(&self, first: &Terminator, second: &Terminator) -> bool {
        match (first, second) {
            (Terminator::Branch { condition: first, .. }, Terminator::Branch { condition: second, .. }) => {
                self.term(*second) == Some(*first)
            }
            (Terminator::Choose(first), Terminator::Choose(second)) => first.len() == second.len(),
            (Terminator::Return, Terminator::Return)
            | (Terminator::Stop, Terminator::Stop)
            | (Terminator::Error { .. }, Terminator::Error { .. }) => true,
            (
                Terminator::Unsupported { message: first, .. },
                Terminator::Unsupported { message: second, .. },
            ) => first == second,
            _ => false,
        }
    }
}
