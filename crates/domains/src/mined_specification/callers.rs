//! Projections of a check onto the procedures that call its own.
//!
//! The states at the entry of a procedure from which a path leads to a check are, at a call, conditions on the arguments and
//! on what both can see. So a call is a place where states are bad, as the error location is in the procedure of the check.
//! Procedures are gone through callees first, so that all calls of one that lead to the check are known when it is looked at.

use std::collections::BTreeMap;

use faultscope_ir::{BlockId, Instruction, OriginId, OriginKind, ProcId, Procedure, Symbol, Term, graph};

use crate::octagon::Octagon;

use super::budget::Budget;
use super::proved::ProvedCheck;
use super::relevant::{Frame, Projecting, is_relevant};
use super::targets::{Fixed, Target, at_call};
use super::union::Union;

/// The states at the entry of a procedure from which a path leads to a check.
struct Entry {
    /// All of them, and perhaps others.
    above: Term,
    /// Perhaps not all.
    below: Term,
}

impl Projecting<'_> {
    /// Adds what is known of a check in the procedures from which a path leads to its own. What takes too long is left out.
    pub(super) fn add_callers(
        &self,
        frame: &Frame<'_>,
        targets: &[Target],
        proved: &mut ProvedCheck,
        budget: &mut Budget,
    ) {
        let Some((entry, arguments)) = self.entry(frame, targets, budget) else { return };
        proved.in_callers.extend(arguments);
        let mut entries = BTreeMap::from([(frame.id, entry)]);
        let callees = |id: ProcId| self.program.procedure(id).calls().map(|call| call.callee);
        let callees_first = graph::post_order(self.program.procedures.len(), [self.program.entry], callees);
        for id in callees_first.into_iter().filter(|id| *id != frame.id) {
            let targets = self.calls_into(id, &entries);
            let says_nothing = |it: &Target| it.above.as_bool() == Some(false) && it.below == it.above;
            if targets.iter().all(says_nothing) || !self.invariants.covers(id) {
                continue;
            }
            if !self.is_open(id, &targets) {
                continue;
            }
            let Some(frame) = self.frame(id, &targets, budget) else { return };
            let Some(onto) = self.onto(&frame, &targets, &Fixed::nothing(), budget) else { return };
            let Some((entry, arguments)) = self.entry(&frame, &targets, budget) else { return };
            entries.insert(id, entry);
            proved.in_callers.extend(arguments);
            proved.in_callers.extend(onto.trusted);
            proved.outcomes.extend(onto.outcomes);
            proved.points.extend(onto.points);
        }
        proved.trusted.extend(&proved.in_callers);
    }

    /// The calls in a procedure that lead to a check.
    fn calls_into(&self, id: ProcId, entries: &BTreeMap<ProcId, Entry>) -> Vec<Target> {
        let mut targets = Vec::new();
        for (idx, block) in self.program.procedure(id).blocks.iter().enumerate() {
            for (position, instruction) in block.instructions.iter().enumerate() {
                let Instruction::Call(call) = instruction else { continue };
                let Some(entry) = entries.get(&call.callee) else { continue };
                let callee = self.program.procedure(call.callee);
                targets.push(Target {
                    block: BlockId(idx as u32),
                    position,
                    above: at_call(entry.above, callee, call),
                    below: at_call(entry.below, callee, call),
                });
            }
        }
        targets
    }

    /// What is known at the entry of a procedure, of what its callers can see, whatever it gets from them; and the arguments that
    /// exclude the error there. None if that takes too long, or callers see nothing of it.
    fn entry(
        &self,
        frame: &Frame<'_>,
        targets: &[Target],
        budget: &mut Budget,
    ) -> Option<(Entry, Vec<OriginId>)> {
        if !frame.space.dimensions().iter().any(|it| self.is_seen(frame, it.symbol)) {
            return None;
        }
        let transfer = self.transfer(frame.id, &frame.space, &frame.space.all());
        let (above, below) = self.unions(frame, &transfer, targets, budget)?;
        let at_entry = |unions: Vec<Union>| unions.into_iter().next().unwrap_or_default();
        let (breaking, unsafe_below) = (at_entry(above), at_entry(below));
        let seen = |octagon: &Octagon| {
            let hidden =
                frame.space.dimensions().iter().enumerate().filter(|(_, it)| !self.is_seen(frame, it.symbol));
            let octagon = hidden.fold(octagon.clone(), |octagon, (number, dimension)| {
                octagon.forget(number).within(number, dimension.range()).unwrap_or(octagon)
            });
            frame.space.condition(&octagon)
        };
        let some = |union: &Union| Term::any(union.octagons().iter().map(|it| seen(it)));
        let entry = Entry { above: some(&breaking), below: some(&unsafe_below) };
        Some((entry, self.trusted_arguments(frame, &breaking)))
    }

    /// Whether callers of a procedure can see a variable: it is a parameter, or belongs to all.
    fn is_seen(&self, frame: &Frame<'_>, symbol: Symbol) -> bool {
        let is_local = self.program.variables.get(&symbol).is_some_and(|it| it.scope.procedure().is_some());
        !is_local || frame.procedure.parameters.contains(&symbol)
    }

    /// The arguments of calls of a procedure without which the error would not be excluded at its entry.
    fn trusted_arguments(&self, frame: &Frame<'_>, breaking: &Union) -> Vec<OriginId> {
        let Some(after) = &frame.reachable[Procedure::ENTRY.0 as usize] else { return Vec::new() };
        let parameters = frame.procedure.parameters.iter().enumerate();
        let relevant: Vec<usize> = parameters
            .filter(|(_, parameter)| {
                let numbers = frame.space.of(**parameter);
                let before = numbers.iter().fold(after.clone(), |octagon, number| {
                    let range = frame.space.dimensions()[*number].range();
                    octagon.forget(*number).within(*number, range).unwrap_or(octagon)
                });
                is_relevant(Some(&before), Some(after), breaking)
            })
            .map(|(position, _)| position)
            .collect();
        let calls = self.program.procedures.iter().flat_map(Procedure::calls);
        let of_frame = calls.filter(|call| call.callee == frame.id);
        let arguments = of_frame.flat_map(|call| relevant.iter().filter_map(|it| call.arguments.get(*it)));
        let is_users = |origin: &OriginId| self.program.sources.origin(*origin).kind == OriginKind::Argument;
        arguments.map(|(_, origin)| *origin).filter(is_users).collect()
    }
}
