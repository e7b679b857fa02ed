//! Tests that do something undefined which compiled code survives.

use faultscope_ir::{Program, Property};

use super::{TestFailure, TestResult, Tested};

/// What compiled code survives, as a rule: it goes on with some value.
pub const SURVIVABLE: [Property; 3] = [Property::Overflow, Property::Uninitialized, Property::Library];

/// The tests that fail by what compiled code survives.
pub fn survivable(program: &Program, tested: &[Tested]) -> Vec<usize> {
    let is_survivable = |it: &Tested| violated(program, it).is_some_and(|(it, _)| SURVIVABLE.contains(&it));
    (0..tested.len()).filter(|idx| is_survivable(&tested[*idx])).collect()
}

/// Whether all tests are judged as compiled code does: where some fail even so, and something undefined is not why. It is not
/// where a test passes that does something undefined, nor where a test writes what is not expected that does nothing undefined,
/// or nothing but an overflow or a use of the library that compiled code goes on from. A value that nobody has written is taken
/// for the reason.
pub fn is_judged_as_compiled(
    program: &Program,
    tested: &[Tested],
    compiled: &[Tested],
    some_survive: bool,
) -> bool {
    let is_wrong = |it: &Tested| {
        matches!(it.result, TestResult::Failed(TestFailure::Output(_) | TestFailure::Status { .. }))
    };
    let is_unwritten =
        |it: &Tested| violated(program, it).is_some_and(|(it, _)| it == Property::Uninitialized);
    let has_failing = compiled.iter().any(|it| matches!(it.result, TestResult::Failed(_)));
    let is_other = |(strict, it): (&Tested, &Tested)| is_wrong(it) && !is_unwritten(strict);
    has_failing && (some_survive || tested.iter().zip(compiled).any(is_other))
}

/// The property that a test violates, and what the check says.
pub fn violated<'a>(program: &'a Program, tested: &Tested) -> Option<(Property, &'a str)> {
    let TestResult::Failed(TestFailure::Violated(check)) = tested.result else { return None };
    let check = program.check(check);
    Some((check.property, &check.message))
}
