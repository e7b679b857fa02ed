//! Checks: conditions that must hold where an expression is evaluated, and places that must not be reached.

use faultscope_ir::{
    Access, AssumptionKind, Check, CheckId, OriginKind, Property, PropertyGroup, Term, Terminator,
};

use super::state::Lowerer;
use crate::c::hir::CallSite;
use crate::c::source::Loc;

/// What is taken for granted where accesses are not checked.
pub(super) const ACCESS_ENDS: &str = "an access outside of its object ends the execution";

/// The same of anything else that is undefined.
const UNDEFINED_ENDS: &str = "what is undefined ends the execution";

/// What happens where a condition does not hold and nobody asked for it to be checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unselected {
    /// The execution ends there, which is named.
    Ends((AssumptionKind, &'static str)),
    /// It goes on; the operation has a value all the same.
    GoesOn,
}

impl Unselected {
    /// The execution ends for want of what a function of the library needs.
    pub(super) const MISUSE_ENDS: Unselected =
        Unselected::Ends((AssumptionKind::UndefinedOperation, UNDEFINED_ENDS));

    /// An access, a call or a jump ends the execution.
    pub(super) fn ends_access(what: &'static str) -> Unselected {
        Unselected::Ends((AssumptionKind::AccessInBounds, what))
    }
}

/// What is said of a violation.
pub(super) struct Violation {
    pub(super) message: String,
    /// Of a check on memory, what is accessed.
    pub(super) access: Option<Access>,
}

impl From<String> for Violation {
    fn from(message: String) -> Violation {
        Violation { message, access: None }
    }
}

impl Lowerer<'_> {
    /// Whether violations of a property are errors.
    pub(super) fn is_checked(&self, property: Property) -> bool {
        self.config.properties.contains(&property)
    }

    /// Asks that a condition hold here, under the conditions under which this is evaluated. `message` is what a
    /// violation is called.
    pub(super) fn require<V: Into<Violation>>(
        &mut self,
        property: Property,
        condition: Term,
        message: impl FnOnce(&mut Self) -> V,
        loc: Loc,
        unselected: Unselected,
    ) {
        if condition.as_bool() == Some(true) || self.body.has_contract {
            return;
        }
        let loc = self.asked_at(loc);
        let property = self.asked_property(property);
        let is_checked = self.is_checked(property);
        if !is_checked && unselected == Unselected::GoesOn {
            return;
        }
        let holds = self.where_evaluated(condition);
        if holds.as_bool() == Some(true) || self.is_known(condition) || self.is_known(holds) {
            return;
        }
        if is_checked {
            // What is known here is known behind the check, too.
            let known = std::mem::take(&mut self.body.known);
            let (next, fails) = (self.new_block(), self.new_block());
            let origin = self.origin(OriginKind::Requirement, loc, None);
            self.branch(holds, next, fails, origin);
            self.switch_to(fails);
            let message = message(self);
            self.violation(property, Some(condition), message, loc);
            self.switch_to(next);
            self.body.known = known;
        } else {
            if let Unselected::Ends((kind, what)) = unselected {
                self.assume(kind, what);
            }
            let is_division = matches!(property, Property::DivisionByZero | Property::Overflow);
            let kind = if is_division { OriginKind::Division } else { OriginKind::Requirement };
            let origin = self.origin(kind, loc, None);
            self.emit_assume(holds, origin);
        }
        self.note_known(holds);
    }

    /// Asks for what a function of the library does not go on without. Where that is not checked, the execution ends there, which is
    /// named.
    pub(super) fn need(&mut self, condition: Term, message: impl FnOnce(&mut Self) -> String, loc: Loc) {
        self.require(Property::Library, condition, message, loc, Unselected::MISUSE_ENDS);
    }

    /// Follows only executions in which a condition holds, under the conditions under which this is evaluated.
    pub(super) fn follow_only(&mut self, condition: Term, what: &str, loc: Loc) {
        let holds = self.where_evaluated(condition);
        if holds.as_bool() == Some(true) || self.is_known(condition) || self.is_known(holds) {
            return;
        }
        let known = std::mem::take(&mut self.body.known);
        let (next, refused) = (self.new_block(), self.new_block());
        let origin = self.origin(OriginKind::Lowering, loc, None);
        self.branch(holds, next, refused, origin);
        self.switch_to(refused);
        self.unsupported(what, loc);
        self.switch_to(next);
        self.body.known = known;
        self.note_known(holds);
    }

    /// Asks for something on behalf of a call of a library function.
    pub(super) fn at_call(&mut self, loc: Loc, ask: impl FnOnce(&mut Self)) {
        let outer = self.body.call_site.replace(CallSite { loc, caller: self.body.function });
        ask(self);
        self.body.call_site = outer;
    }

    /// Where something is asked for: in the copy of a model at the call of it.
    pub(super) fn asked_at(&self, loc: Loc) -> Loc {
        self.body.call_site.map_or(loc, |site| site.loc)
    }

    /// The text of what is asked for.
    pub(super) fn checked_text(&mut self, loc: Loc) -> String {
        let loc = self.asked_at(loc);
        self.text(loc)
    }

    /// Which property a violation belongs to: what a function of the library is asked for is that of its memory, or of the
    /// library where that is not selected.
    pub(super) fn asked_property(&self, property: Property) -> Property {
        let is_library = self.body.call_site.is_some() && self.is_checked(Property::Library);
        if is_library && !self.is_checked(property) { Property::Library } else { property }
    }

    /// A condition, or that what is being evaluated is not evaluated at all.
    pub(super) fn where_evaluated(&self, condition: Term) -> Term {
        self.body.guards.iter().rev().fold(condition, |holds, guard| guard.not().or(holds))
    }

    /// Evaluates something that is evaluated only where a condition holds, and has no effects.
    pub(super) fn guarded<T>(&mut self, guard: Term, evaluate: impl FnOnce(&mut Self) -> T) -> T {
        self.body.guards.push(guard);
        let value = evaluate(self);
        self.body.guards.pop();
        value
    }

    /// Whether a condition was asked for before in the same straight piece of code, and nothing has changed it.
    pub(super) fn is_known(&self, condition: Term) -> bool {
        let since = self.body.known.get(&condition);
        since.is_some_and(|since| !self.is_changed(condition, *since, self.mark()))
    }

    pub(super) fn note_known(&mut self, condition: Term) {
        let now = self.mark();
        self.body.known.insert(condition, now);
    }

    /// Names what it rests on that an execution ends where a property is violated that is not selected. What a program does
    /// there is undefined, unless the property is about what the user has written, or about `abort`.
    fn assume_not_reached(&mut self, property: Property, loc: Loc) {
        if property.is_stated() || property == Property::NoAbort {
            return;
        }
        match property.group() {
            PropertyGroup::MemorySafety => self.assume(AssumptionKind::AccessInBounds, ACCESS_ENDS),
            _ => self.assume(AssumptionKind::UndefinedOperation, UNDEFINED_ENDS),
        }
        let origin = self.origin(OriginKind::Requirement, loc, None);
        self.emit_assume(Term::bool(false), origin);
    }

    /// Ends the path where a check is violated: with an error if it is one of those that are selected.
    pub(super) fn violation(
        &mut self,
        property: Property,
        condition: Option<Term>,
        violation: impl Into<Violation>,
        loc: Loc,
    ) {
        if !self.is_checked(property) {
            self.assume_not_reached(property, loc);
            return self.terminate(Terminator::Stop);
        }
        let kind = if property.is_written() { OriginKind::Assertion } else { OriginKind::Requirement };
        let origin = self.origin(kind, loc, None);
        let Violation { message, access } = violation.into();
        self.checks.push(Check { property, condition, origin, message });
        let check = CheckId(self.checks.len() as u32 - 1);
        if self.body.call_site.is_some() || self.body.is_scanning {
            self.library_calls.insert(check);
        }
        if let Some(access) = access {
            self.accesses.insert(check, access);
        }
        self.terminate(Terminator::Error { check });
    }
}
