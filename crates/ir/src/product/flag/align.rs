//! The changes between two programs that are alike.
//!
//! Both are walked side by side from their entries, as long as they have the same instructions. Where they do not, something was
//! replaced, put in, left out, or guarded: what lets the walk go on best is taken. Where it cannot go on, the rest is
//! [unknown](Change::Unknown). So there is always an answer, and a bad guess makes it a weak one, never a wrong one: an execution of the
//! original without the flag has met only instructions that have a counterpart, whose differences were evaluated.

use rustc_hash::FxHashMap;

use crate::assumption::AssumptionKind;
use crate::command::{Command, Statement};
use crate::index::IndexMap;
use crate::program::{Call, Instruction, Program, Scope, Terminator, Variable};
use crate::source::OriginKind;
use crate::term::{Derivation, Symbol, Term};

use super::alike::Step;
use super::change::{Change, Changes, Point};
use super::limits::MAX_STILL;
use super::walk::{Item, Walk, at, item, jump, next, settled};

/// The changes that make the original the changed program. None where their commands do not show everything that the programs do.
pub fn changes(original: &Program, changed: &Program) -> Option<Changes> {
    let hides = original.surroundings.hides_output || changed.surroundings.hides_output;
    // What such a call is given is not in the commands either.
    let is_left_out = |it: &Program| it.rests_on(AssumptionKind::ContractOnly);
    if hides || is_left_out(original) || is_left_out(changed) || original.axioms != changed.axioms {
        return None;
    }
    let mut walk = Walk {
        original,
        changed,
        to_original: FxHashMap::default(),
        bound: FxHashMap::default(),
        variables: IndexMap::default(),
        procedures: FxHashMap::default(),
        visited: FxHashMap::default(),
        waiting: Vec::new(),
        changes: Vec::new(),
    };
    if !walk.pair_procedures(original.entry, changed.entry) {
        return None;
    }
    while let Some((point, other)) = walk.waiting.pop() {
        walk.follow(point, other);
    }
    Some(walk.finish())
}

impl<'a> Walk<'a> {
    /// Walks on from two points until there is nothing left but what waits.
    fn follow(&mut self, mut point: Point, mut other: Point) {
        if !self.arrive(point, point, other) {
            return;
        }
        // So often nothing of the original was passed.
        let mut n_still = 0;
        loop {
            n_still += 1;
            if n_still > MAX_STILL {
                return self.note(point, Change::Unknown);
            }
            match (jump(self.original, point), jump(self.changed, other)) {
                (Some(target), Some(there)) => {
                    other = there;
                    if !self.arrive(point, target, other) {
                        return;
                    }
                    point = target;
                    continue;
                }
                (None, Some(there)) => {
                    other = there;
                    continue;
                }
                (_, None) => {}
            }
            // What is put in before a jump stands there, and not behind it, where others come by.
            let target = settled(self.original, point);
            match self.step(target, other) {
                Step::Inserted(n) => {
                    for _ in 0..n {
                        other = settled(self.changed, other);
                        self.inserted(point, other);
                        other = next(other);
                    }
                    continue;
                }
                Step::Guard(block, leaves) => {
                    let change = self.known_term(leaves).map_or(Change::Unknown, Change::Guard);
                    self.note(point, change);
                    other = at(other, block);
                    continue;
                }
                step => {
                    if target != point && !self.arrive(point, target, other) {
                        return;
                    }
                    match self.pass(target, other, step) {
                        Some(pair) => ((point, other), n_still) = (pair, 0),
                        None => return,
                    }
                }
            }
        }
    }

    /// Comes to the start of a block of the original from a point before it. Says whether it is to be followed from there.
    fn arrive(&mut self, from: Point, point: Point, other: Point) -> bool {
        let other = settled(self.changed, other);
        match self.visited.get(&point) {
            Some(known) => {
                if *known != other {
                    self.note(from, Change::Unknown);
                }
                false
            }
            None => {
                self.visited.insert(point, other);
                true
            }
        }
    }

    /// Does a step that passes something of the original; where it goes on in a straight line.
    fn pass(&mut self, mut point: Point, mut other: Point, step: Step) -> Option<(Point, Point)> {
        match step {
            Step::Both => {
                if !self.both(point, other) {
                    return None;
                }
                (point, other) = (next(point), next(other));
            }
            Step::Deleted(n) => {
                for _ in 0..n {
                    self.note(point, Change::Deleted);
                    point = next(point);
                }
            }
            Step::Unguarded(block, stays) => {
                self.note(point, Change::Unguarded(stays));
                let side = at(point, block);
                if !self.arrive(point, side, other) {
                    return None;
                }
                point = side;
            }
            Step::Inserted(_) | Step::Guard(..) | Step::End => {
                self.note(point, Change::Unknown);
                return None;
            }
        }
        Some((point, other))
    }

    pub(super) fn note(&mut self, point: Point, change: Change) {
        self.changes.push((point, change));
    }

    /// Takes what stands at two points as the same statement. Says whether there is something behind it.
    fn both(&mut self, point: Point, other: Point) -> bool {
        match (item(self.original, point), item(self.changed, other)) {
            (Item::Instruction(first), Item::Instruction(second)) => {
                self.both_instructions(point, first, second);
                true
            }
            (Item::End(first), Item::End(second)) => {
                if let (Terminator::Branch { condition, .. }, Terminator::Branch { condition: changed, .. }) =
                    (first, second)
                {
                    self.compare(point, *condition, *changed, Change::Condition);
                }
                let pairs = first.successors().zip(second.successors());
                self.waiting.extend(pairs.map(|(first, second)| (at(point, first), at(other, second))));
                false
            }
            _ => {
                self.note(point, Change::Unknown);
                false
            }
        }
    }

    fn both_instructions(&mut self, point: Point, first: &Instruction, second: &Instruction) {
        if !self.belong(first, second) {
            return self.note(point, Change::Unknown);
        }
        match (first, second) {
            (Instruction::Statement(first), Instruction::Statement(second)) => {
                match (&first.command, &second.command) {
                    (
                        Command::Assign { target, value },
                        Command::Assign { target: other, value: changed },
                    ) => {
                        self.compare(point, *value, *changed, Change::Value);
                        self.bind_place(point, target, other);
                    }
                    (Command::Assume { condition }, Command::Assume { condition: changed }) => {
                        self.compare(point, *condition, *changed, Change::Condition);
                    }
                    (first, second) => {
                        if let (Some(first), Some(second)) = (first.target(), second.target()) {
                            self.bind_place(point, first, second);
                        }
                    }
                }
            }
            (Instruction::Call(first), Instruction::Call(second)) => self.both_calls(point, first, second),
            _ => self.note(point, Change::Unknown),
        }
    }

    fn both_calls(&mut self, point: Point, first: &Call, second: &Call) {
        let pairs = first.arguments.iter().zip(&second.arguments);
        for (number, ((value, _), (changed, _))) in pairs.enumerate() {
            self.compare(point, *value, *changed, |it| Change::Argument(number, it));
        }
        if !self.pair_procedures(first.callee, second.callee) {
            self.note(point, Change::Unknown);
        }
        for (result, other) in first.results.iter().zip(&second.results) {
            self.bind_at(point, *result, *other);
        }
    }

    /// Notes a change where a term of the changed program is another one.
    fn compare(&mut self, point: Point, old: Term, new: Term, change: impl FnOnce(Term) -> Change) {
        match self.known_term(new) {
            Some(term) if term == old => {}
            Some(term) if term.sort() == old.sort() => self.note(point, change(term)),
            _ => self.note(point, Change::Unknown),
        }
    }

    /// An instruction of the changed program alone.
    fn inserted(&mut self, point: Point, other: Point) {
        let Item::Instruction(Instruction::Statement(Statement { command, origin })) =
            item(self.changed, other)
        else {
            return self.note(point, Change::Unknown);
        };
        let is_input = self.changed.sources.origin(*origin).kind == OriginKind::Input;
        // What it reads is known before what it writes is its own.
        let value = match command {
            Command::Assign { value, .. } => self.known_term(*value),
            Command::Assume { condition } => self.known_term(*condition),
            Command::Havoc { .. } => None,
        };
        if let Some(place) = command.target().filter(|_| !is_input) {
            self.keep(point, place.variable);
        }
        let target = command.target().and_then(|it| self.known_place(it));
        let command = match (command, value, target) {
            (Command::Assign { .. }, Some(value), Some(target)) => Some(Command::Assign { target, value }),
            (Command::Assume { .. }, Some(condition), _) => Some(Command::Assume { condition }),
            (Command::Havoc { .. }, _, Some(target)) => {
                let is_own = !is_input && self.variables.contains_key(&target.variable);
                is_own.then_some(Command::Havoc { target })
            }
            _ => None,
        };
        self.note(point, command.map_or(Change::Unknown, Change::Inserted));
    }

    /// Makes a variable one of the change, if it is local and belongs to none of the original.
    fn keep(&mut self, point: Point, variable: Symbol) {
        let Some(declared) = self.changed.variables.get(&variable) else { return };
        if self.to_original.contains_key(&variable) || declared.scope.procedure().is_none() {
            return;
        }
        let scope = Scope::Temporary(point.procedure);
        let copy = variable.derived(Derivation::Copy(1));
        self.to_original.insert(variable, copy);
        self.variables.insert(copy, Variable { scope, ..declared.clone() });
    }

    /// The changes, without the assignments left out of variables that the changed program does not have.
    fn finish(self) -> Changes {
        let Walk { original, bound, changes, variables, .. } = self;
        let is_gone = |point: &Point, change: &Change| {
            let (Change::Deleted, Item::Instruction(instruction)) = (change, item(original, *point)) else {
                return false;
            };
            match instruction {
                Instruction::Statement(Statement { command: Command::Assign { target, .. }, .. }) => {
                    let scope = original.variables.get(&target.variable).map(|it| it.scope.procedure());
                    matches!(scope, Some(Some(_))) && !bound.contains_key(&target.variable)
                }
                _ => false,
            }
        };
        let changes = changes.into_iter().filter(|(point, change)| !is_gone(point, change)).collect();
        Changes { changes, variables }
    }
}
