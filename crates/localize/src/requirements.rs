//! What the language asks of the operations on a trace.
//!
//! On its way to an error an execution fulfils what the operations ask for: pointers that are followed point to something,
//! indices are within their arrays, divisors are not zero. A value under which one of them asks in vain leaves the trace, but only for another error. So
//! these conditions count as true, and what a value does to the program is found out by executing it
//! ([`confirm`](mod@crate::confirm)). Only the requirement that the error violates stays.

use std::borrow::Cow;
use std::sync::Arc;

use faultscope_ir::{Command, Program, Step, Term, Trace};

/// The trace with the requirements that are met on it left out.
pub(crate) fn without_those_met<'a>(program: &Program, trace: &'a Trace) -> Cow<'a, Trace> {
    let is_requirement = |step: &Step| {
        matches!(*step.command, Command::Assume { .. })
            && program.sources.origin(step.origin).is_requirement()
    };
    let is_violated = !program.check(trace.check).property.is_written();
    let last = trace.steps.iter().rposition(is_requirement).filter(|_| is_violated);
    let is_met = |(idx, step): (usize, &Step)| is_requirement(step) && Some(idx) != last;
    if !trace.steps.iter().enumerate().any(is_met) {
        return Cow::Borrowed(trace);
    }
    let nothing = Arc::new(Command::Assume { condition: Term::bool(true) });
    let mut asked = trace.clone();
    for (idx, step) in Arc::make_mut(&mut asked.steps).iter_mut().enumerate() {
        if is_met((idx, step)) {
            step.command = Arc::clone(&nothing);
        }
    }
    Cow::Owned(asked)
}
