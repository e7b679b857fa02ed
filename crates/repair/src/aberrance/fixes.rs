//! Fixes that repair several traces, and where they give up.

use faultscope_ir::{Program, Property, Term, Trace};
use faultscope_localize::coreachable::LocalFix;
use rustc_hash::FxHashMap;

/// The fix that repairs two traces. Of the values that repair both, those are found that are known to repair one.
pub(super) fn both(first: &LocalFix, second: &LocalFix) -> LocalFix {
    let renamed = FxHashMap::from_iter([(second.value, Term::symbol(first.value))]);
    let repairs = first.repairs.and(second.repairs.substitute(&renamed));
    let mut values = first.values.clone();
    values.extend(second.values.iter().filter(|value| !first.values.contains(value)));
    let both = LocalFix { repairs, exact: false, ..first.clone() };
    let repairable = Term::any(values.iter().map(|value| both.repairs_with(*value)));
    LocalFix { repairable, values, ..both }
}

/// Whether an execution of an instrumented program ends where no value repairs.
pub(super) fn is_at_statement(program: &Program, trace: &Trace) -> bool {
    program.check(trace.check).property == Property::FixExists
}
