//! Which errors of a changed program the program had before the change.
//!
//! A change repairs *its* error, that of the error traces. Another error is no reason against it where it **was there before**: the
//! program violates the same check on the same values from outside; or fails on these by another check, and violates this one on
//! values that are known. It is **new** where the program does not fail on these values, and where it never violates that check.
//!
//! A check of a changed program is recognized by its property, line and function, and by its message where the program has a check
//! there with the same one: on a changed line the message may be another.

use std::collections::BTreeSet;
use std::sync::Arc;

use faultscope_ir::{CheckId, Program, Property};
use faultscope_solver::Limits;
use faultscope_verify::ErrorTrace;

use crate::recording::Recording;

/// What identifies a check in versions of a program.
#[derive(Debug, PartialEq, Eq)]
struct CheckKey {
    property: Property,
    file: String,
    line: u32,
    function: String,
}

impl CheckKey {
    fn of(program: &Program, check: CheckId) -> CheckKey {
        let check = program.check(check);
        let origin = program.sources.origin(check.origin);
        let span = origin.use_span();
        CheckKey {
            property: check.property,
            file: program.sources.file(span.file).name.clone(),
            line: span.line,
            function: origin.function.clone(),
        }
    }
}

/// The known errors of a program, as the checks that executions violate.
#[derive(Debug, Clone)]
pub struct KnownErrors {
    /// All checks of the program, with their messages.
    checks: Arc<Vec<(CheckKey, String)>>,
    /// The error that is to be repaired.
    own: BTreeSet<CheckId>,
    /// The others.
    others: BTreeSet<CheckId>,
}

/// What an error of a changed program is to the program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ErrorStanding {
    /// The one that is to be repaired.
    Own,
    /// Another one that was there before, by this check of the program.
    Before(CheckId),
    /// The program does not fail on these values.
    New,
    /// The program fails on these values, and not by this check, which is one of these; it is not known whether others violate it.
    Masked(Vec<CheckId>),
}

/// An error of a changed program that was there before.
#[derive(Debug, Clone)]
pub struct LeftError {
    /// The check of the program.
    pub check: CheckId,
    /// An execution of the changed program.
    pub error: ErrorTrace,
}

impl KnownErrors {
    /// The errors of a program: those of the error traces are to be repaired.
    pub fn new(program: &Program, traces: &[ErrorTrace]) -> KnownErrors {
        let key = |check| (CheckKey::of(program, check), program.check(check).message.clone());
        KnownErrors {
            checks: Arc::new(program.check_ids().map(key).collect()),
            own: traces.iter().map(|it| it.trace.check).collect(),
            others: BTreeSet::new(),
        }
    }

    /// Adds a check that some execution of the program violates.
    pub fn add(&mut self, check: CheckId) {
        if !self.own.contains(&check) {
            self.others.insert(check);
        }
    }

    /// Whether a check of a changed program is another one than that of the error to repair, and known to be violated before.
    pub fn is_other(&self, changed: &Program, check: CheckId) -> bool {
        !self.others.is_empty() && {
            let counterparts = self.counterparts(changed, check);
            !self.is_own(&counterparts) && self.other(&counterparts).is_some()
        }
    }

    /// What the error of an execution of a changed program is.
    pub fn standing(
        &self,
        (program, changed): (&Program, &Program),
        error: &ErrorTrace,
        limits: &Limits,
    ) -> ErrorStanding {
        let counterparts = self.counterparts(changed, error.trace.check);
        if self.is_own(&counterparts) {
            return ErrorStanding::Own;
        }
        let Some(before) = Recording::new(changed, error).error(program, limits) else {
            return ErrorStanding::New;
        };
        let same = Some(before.trace.check).filter(|it| counterparts.contains(it));
        match same.or_else(|| self.other(&counterparts)) {
            Some(check) => ErrorStanding::Before(check),
            None => ErrorStanding::Masked(counterparts),
        }
    }

    fn is_own(&self, counterparts: &[CheckId]) -> bool {
        counterparts.iter().any(|it| self.own.contains(it))
    }

    fn other(&self, counterparts: &[CheckId]) -> Option<CheckId> {
        counterparts.iter().copied().find(|it| self.others.contains(it))
    }

    /// The checks of the program that one of a changed program may be.
    fn counterparts(&self, changed: &Program, check: CheckId) -> Vec<CheckId> {
        let key = CheckKey::of(changed, check);
        let message = &changed.check(check).message;
        let there = self.checks.iter().zip(0..).filter(|((it, _), _)| *it == key);
        let (same, others): (Vec<_>, Vec<_>) = there.partition(|((_, it), _)| it == message);
        let found = if same.is_empty() { others } else { same };
        found.into_iter().map(|(_, id)| CheckId(id)).collect()
    }
}

#[cfg(test)]
mod tests {
    use faultscope_ir::Value;
    use faultscope_notation::parse;
    use faultscope_verify::interpreter::{self, ExecutionBounds, Recorded};

    use super::*;

    /// An execution on these numbers that fails.
    fn failing(program: &Program, numbers: &[u128]) -> ErrorTrace {
        let havocs = numbers.iter().map(|it| Value::bits(8, *it)).collect();
        let mut inputs = Recorded { havocs, ..Recorded::default() };
        let execution = interpreter::run(program, &mut inputs, &ExecutionBounds::default());
        execution.into_error_trace().expect("it fails")
    }

    /// Fails on line 3 for 3, and on line 4 for 4.
    const ORIGINAL: &str = "var x: 8; proc main() {
        havoc x;
        assert x != 3;
        assert x != 4;
        assert x != 5 || x == 5;
      }";

    /// What the error of a changed program on a number is to the original, whose error on 3 is to be repaired; `known` fails as well.
    #[track_caller]
    fn check(changed: &str, number: u128, known: Option<u128>, expected: &ErrorStanding) {
        let (original, changed) = (parse(ORIGINAL), parse(changed));
        let own = failing(&original, &[3]);
        let mut errors = KnownErrors::new(&original, &[own]);
        known.into_iter().for_each(|it| errors.add(failing(&original, &[it]).trace.check));
        let error = failing(&changed, &[number]);
        let standing = errors.standing((&original, &changed), &error, &Limits::unlimited());
        assert_eq!(standing, *expected);
    }

    /// The original's check of the same line as the error on a number.
    fn check_of(number: u128) -> CheckId {
        let original = parse(ORIGINAL);
        failing(&original, &[number]).trace.check
    }

    #[test]
    fn the_error_to_repair_is_its_own() {
        check(ORIGINAL, 3, None, &ErrorStanding::Own);
        check(&ORIGINAL.replace("x != 3", "x != 2"), 2, None, &ErrorStanding::Own);
    }

    #[test]
    fn an_error_on_the_same_values_was_there_before() {
        let repaired = ORIGINAL.replace("x != 3", "x != 3 || x == 3");
        check(&repaired, 4, None, &ErrorStanding::Before(check_of(4)));
    }

    #[test]
    fn an_error_where_the_program_did_not_fail_is_new() {
        let moved = ORIGINAL.replace("x != 4", "x != 7").replace("x != 3", "x != 3 || x == 3");
        check(&moved, 7, None, &ErrorStanding::New);
        check(&moved, 7, Some(4), &ErrorStanding::New);
    }

    #[test]
    fn an_error_behind_another_is_there_before_where_it_is_known() {
        let moved = ORIGINAL.replace("x != 4", "x != 3").replace("assert x != 3;", "x := x;");
        let moved = moved.replacen("x := x;\n        x := x;", "x := x;\n        assert x != 3;", 1);
        check(&moved, 3, Some(4), &ErrorStanding::Before(check_of(4)));
        check(&moved, 3, None, &ErrorStanding::Masked(vec![check_of(4)]));
    }
}
