//! What is taken for granted, noted where it is used.
//!
//! A choice is noted while an expression is evaluated, and the command that the expression becomes part of comes later. So
//! it is noted at a point of a block, and belongs to the command that comes there when the procedure is finished.

use faultscope_ir::{
    Assumption, AssumptionKind, Command, Instruction, OriginId, Property, Statement, Term, Terminator,
};

use super::access::{Location, MemoryPlace};
use super::check::Unselected;
use super::expr::has_no_effect;
use super::state::{Body, Lowerer, Mark, Noted, OpenBlock};
use crate::c::constant;
use crate::c::hir::{Expr, ExprKind};
use crate::c::pointer;
use crate::c::points_to::{Region, without_casts};
use crate::c::sequence::{self, Clash};
use crate::c::types::Type;

impl Lowerer<'_> {
    /// Notes a choice that what comes next rests on.
    pub(super) fn assume(&mut self, kind: AssumptionKind, message: impl Into<String>) {
        self.assume_of(kind, None, message.into());
    }

    /// Notes a choice about something that has a name.
    pub(super) fn assume_of(&mut self, kind: AssumptionKind, subject: Option<&str>, message: String) {
        let block = self.body.current;
        let instruction = self.body.blocks.get(block).map_or(0, |block| block.instructions.len());
        let subject = subject.map(str::to_owned);
        self.body.noted.push(Noted { block, instruction, kind, subject, message });
    }

    /// Notes a choice that the whole program rests on.
    pub(super) fn assume_throughout(&mut self, kind: AssumptionKind, message: String) {
        self.assumptions.insert(Assumption { kind, subject: None, message, origin: None });
    }

    /// Gives what was noted in a procedure to the commands that rest on it.
    pub(super) fn settle_assumptions(&mut self, body: &Body) {
        for Noted { block, instruction, kind, subject, message } in body.noted.iter().cloned() {
            let is_marker = |it: &Instruction| match it {
                Instruction::Statement(Statement { command: Command::Assume { condition }, .. }) => {
                    self.unwritten.is_marker(*condition)
                }
                _ => false,
            };
            let origin = command_at(&body.blocks, block, instruction, is_marker);
            self.assumptions.insert(Assumption { kind, subject, message, origin });
        }
    }

    /// Whether the code is the user's, and not that of a model of the library.
    pub(super) fn is_users(&self) -> bool {
        let function = self.body.function.map(|func| self.program.func(func));
        !function.is_some_and(|function| function.trusted)
    }

    /// Expressions are evaluated in some order that C does not fix: it matters if more than one of them has effects.
    pub(super) fn unsequenced<'e>(&mut self, parts: impl IntoIterator<Item = &'e Expr>) {
        self.require_no_clash(&parts.into_iter().collect::<Vec<_>>(), None);
    }

    /// The operands of an assignment are evaluated in any order, and what they change need not be done when it is.
    pub(super) fn unsequenced_operands(&mut self, target: &Expr, value: &Expr) {
        self.require_no_clash(&[target, value], Some(target));
    }

    /// Names the order if it matters, and asks that it be one that C leaves open.
    fn require_no_clash<'e>(&mut self, parts: &[&'e Expr], assigned: Option<&'e Expr>) {
        let n_with_effects = parts.iter().filter(|it| !has_no_effect(it)).take(2).count();
        if n_with_effects > 1 {
            self.assume_order();
        }
        if n_with_effects == 0 || !self.is_users() {
            return;
        }
        let Some(Clash { by, place }) = sequence::clash(self.types, parts, assigned) else { return };
        let (name, text) = (self.text(place.loc), self.text(by.loc));
        let message = |_: &mut Self| {
            format!("`{text}` changes `{name}`, which the expression uses too: C has no order for the two")
        };
        self.require(Property::Unsequenced, Term::bool(false), message, by.loc, Unselected::GoesOn);
    }

    /// Expressions are evaluated one after another, C does not fix in which order.
    pub(super) fn in_any_order<'e>(&mut self, parts: impl IntoIterator<Item = &'e Expr>) {
        let parts: Vec<&Expr> = parts.into_iter().collect();
        let n_with_effects = parts.iter().filter(|it| !has_no_effect(it)).take(2).count();
        if n_with_effects > 1 || n_with_effects == 1 && sequence::clash(self.types, &parts, None).is_some() {
            self.assume_order();
        }
    }

    /// A value that was made at `mark` is read before or after the effects since `start`.
    pub(super) fn unsequenced_value(&mut self, value: Term, start: Mark, mark: Mark) {
        if self.is_changed(value, start, mark) {
            self.assume_order();
        }
    }

    /// The assignment that was just made has a place with the effects between two moments: its value is read before or after
    /// them, and what its value changes is changed before or after the assignment.
    pub(super) fn unsequenced_assignment(&mut self, start: Mark, mark: Mark) {
        let last = self.body.blocks[self.body.current].instructions.last();
        let Some(Instruction::Statement(Statement { command: Command::Assign { target, value }, .. })) = last
        else {
            return;
        };
        let is_twice = target.path.is_empty() && self.is_written_since(target.variable, mark);
        if is_twice || self.is_changed(*value, start, mark) {
            self.assume_order();
            // What rests on it is the assignment, and not what comes next.
            if let Some(noted) = self.body.noted.last_mut() {
                noted.instruction = noted.instruction.saturating_sub(1);
            }
        }
    }

    /// Some initializer has effects that another one takes the place of.
    pub(super) fn assume_effects_are_left_out(&mut self) {
        if self.program.leaves_out_effects {
            let message = "an initializer that a later one takes the place of is not evaluated";
            self.assume_throughout(AssumptionKind::EvaluationOrder, message.to_owned());
        }
    }

    /// The order of evaluation matters.
    pub(super) fn assume_order(&mut self) {
        if self.is_users() {
            let message = "operands and arguments are evaluated from left to right";
            self.assume(AssumptionKind::EvaluationOrder, message);
        }
    }

    /// What a conversion between pointers and numbers rests on.
    pub(super) fn assume_conversion(&mut self, from: &Type, to: &Type, value: Term) {
        if value.as_value().is_some() || !self.is_users() {
            return;
        }
        if from.is_pointer() && to.has_all_bits() || from.is_integer() && to.is_pointer() {
            self.assume_layout();
        }
    }

    /// What it rests on that a number is read where pointers may be stored.
    pub(super) fn assume_no_pointer_read(&mut self, place: &Expr, location: &Location) {
        let Location::Memory(MemoryPlace { region, ty, .. }) = location else { return };
        let reads_pointer_bytes = ty.is_integer()
            && self.is_users()
            && self.points_to.has_bytes_of_pointers(*region)
            && !self.is_own_member(place, *region);
        if reads_pointer_bytes {
            self.assume_layout();
        }
    }

    /// What it rests on that an element behind the last one of the array at the end of a structure is no part of what may lie
    /// there in the same object.
    pub(super) fn assume_trailing(&mut self, array: &Expr, base: &Location, index: Term) {
        let (ExprKind::Member(whole, _), Location::Memory(MemoryPlace { region, ty, .. })) =
            (&array.kind, base)
        else {
            return;
        };
        // An array without a length is the end of its object.
        let Type::Array(element, Some(length)) = ty else { return };
        let is_within = index.bv_ult(self.address_constant((*length).into()));
        if is_within.as_bool() != Some(true)
            && self.is_users()
            && self.points_to.can_lie_behind(*region, &whole.ty, element)
        {
            self.assume_no_way_beyond();
        }
    }

    /// What it rests on that a pointer which may have been moved beyond an array that is part of a structure does not come to
    /// what lies there.
    pub(super) fn assume_within_array(&mut self, region: Region, pointee: &Type) {
        if self.is_users() && self.points_to.can_come_behind(region, pointee) {
            self.assume_no_way_beyond();
        }
    }

    fn assume_no_way_beyond(&mut self) {
        let message = "what lies beyond an array in the same structure is not reached through it";
        self.assume(AssumptionKind::BeyondArray, message);
    }

    /// Whether a place is a member of a structure that has pointers as members of their own, and a region has nothing else.
    fn is_own_member(&mut self, place: &Expr, region: Region) -> bool {
        let mut whole = place;
        loop {
            match &whole.kind {
                ExprKind::Member(base, _) if self.is_structure(&base.ty) => whole = base,
                // The last member of a structure may be thought longer than it is.
                ExprKind::Index(base, _) if !self.is_last_member(base) => whole = base,
                ExprKind::Member(..) | ExprKind::Index(..) => return false,
                _ => break,
            }
        }
        self.has_pointers(&whole.ty) && self.points_to.is_only_of(region, &whole.ty)
    }

    fn is_structure(&self, ty: &Type) -> bool {
        matches!(ty, Type::Record(id) if !self.types.record(*id).is_union)
    }

    fn has_pointers(&self, ty: &Type) -> bool {
        match ty {
            Type::Record(id) => self.types.fields(*id).iter().any(|field| self.has_pointers(&field.ty)),
            Type::Array(element, _) | Type::Vla(element, _) => self.has_pointers(element),
            _ => ty.is_pointer(),
        }
    }

    /// What the comparison or the difference of two pointers rests on, where they may point into different objects.
    pub(super) fn assume_difference(&mut self, left: Term, right: Term) {
        let one_object =
            pointer::object(self.types, left).equals(pointer::object(self.types, right)).as_bool()
                == Some(true);
        if !one_object && self.is_users() {
            self.assume_layout();
        }
    }

    /// Whether one of two pointers that are compared may be the one behind the end of an object, where another one may begin.
    pub(super) fn may_be_behind(&mut self, left: &Expr, right: &Expr) -> bool {
        let both = [left, right];
        !both.iter().any(|it| constant::is_null(self.types, it))
            && both.iter().any(|it| {
                let region = self.points_to.region_behind(without_casts(it));
                self.points_to.is_walked(region)
            })
    }

    fn assume_layout(&mut self) {
        self.assume(AssumptionKind::AddressLayout, "objects lie at the addresses that were chosen for them");
    }
}

/// The origin of the first command from a point of a block on; of the last one before it where the path ends there.
/// What only marks a point does not count.
fn command_at(
    blocks: &[OpenBlock],
    block: usize,
    instruction: usize,
    is_marker: impl Fn(&Instruction) -> bool,
) -> Option<OriginId> {
    let (mut block, mut from) = (block, instruction);
    // Bounded, since empty loops go in circles.
    for _ in 0..blocks.len() {
        let OpenBlock { instructions, terminator } = blocks.get(block)?;
        let mut rest = instructions.get(from..).unwrap_or(&[]).iter();
        if let Some(next) = rest.find(|it| !is_marker(it)) {
            return Some(origin(next));
        }
        match terminator {
            Some(Terminator::Goto(next)) => (block, from) = (next.0 as usize, 0),
            Some(Terminator::Branch { origin, .. } | Terminator::Unsupported { origin, .. }) => {
                return Some(*origin);
            }
            _ => return instructions.iter().rfind(|it| !is_marker(it)).map(origin),
        }
    }
    None
}

fn origin(instruction: &Instruction) -> OriginId {
    match instruction {
        Instruction::Statement(statement) => statement.origin,
        // Of a call without results only the arguments leave a step.
        Instruction::Call(call) => call.arguments.first().map_or(call.origin, |(_, origin)| *origin),
    }
}
