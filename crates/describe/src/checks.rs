//! The checks that a report lists.

use std::collections::BTreeSet;

use faultscope_frontend::c::makes_environment;
use faultscope_ir::{CheckId, Program};

/// The checks that are of the program, in its order: not those of what makes its arguments before it begins.
pub fn listed(program: &Program) -> Vec<CheckId> {
    let function = |check: CheckId| &program.sources.origin(program.check(check).origin).function;
    program.check_ids().filter(|it| !makes_environment(function(*it))).collect()
}

/// Checks by where they stand in the report's list.
pub(crate) fn indices(program: &Program, checks: &BTreeSet<CheckId>) -> Vec<usize> {
    let listed = listed(program);
    checks.iter().filter_map(|it| listed.iter().position(|check| check == it)).collect()
}
