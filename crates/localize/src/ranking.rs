//! # The order of findings
//! By strength, which looks at the trace alone, and breaks the ties of orders that ask about the program. Findings are
//! compared by, in this order:
//! 1. code before declarations and inputs: those are worth knowing, but no line to fix;
//! 2. where the object ends that the error is about, if the error does not happen without that end, and the declaration of a
//!    variable that has no value;
//! 3. what became of the program when it was executed with another value there
//!    (see [`confirm`](mod@crate::confirm)): the error avoided, not known, the error all the same;
//! 4. strength: constant, expression, relevant, and then what is not proved to matter;
//! 5. statements that compute before those that only pass a value on (`return result`): where a value comes
//!    from is where it is wrong;
//! 6. how near a fix is to what is there: a value one off, then any value by its distance as a power of two,
//!    then none at hand. Off-by-one faults are the commonest, and a value far away is mostly one that
//!    leaves the trace early. Addresses are never near: nobody means the next byte;
//! 7. closeness to the error: the fewer steps from the strongest occurrence to the error, the better;
//! 8. the place in the source, so that the order is the same in every run.

use faultscope_ir::program::Display;
use faultscope_ir::{Command, Program, Span, Trace, Value};

use crate::finding::{Finding, Rerun};
use crate::values;

/// Sorts findings, the likeliest fault first.
pub fn rank(program: &Program, trace: &Trace, findings: &mut [Finding]) {
    findings.sort_by_cached_key(|it| {
        let code = !it.kind.is_code();
        (code, !it.is_cause(), outcome(it), it.strength, Closeness::of(program, trace, it, &it.values))
    });
}

/// The last criteria, from "statements that compute" on.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Closeness {
    is_copy: bool,
    to_fix: u64,
    to_error: usize,
    span: Span,
}

impl Closeness {
    /// How far the nearest value that helps is from the present one: 1 for one off, then by powers of two; none where none is near.
    pub fn distance(&self) -> Option<u64> {
        (self.to_fix != u64::MAX).then_some(self.to_fix)
    }

    /// How a finding stands where these values are known to help.
    pub fn of(program: &Program, trace: &Trace, finding: &Finding, values: &[Value]) -> Closeness {
        Closeness {
            is_copy: is_copy(&trace.steps[finding.step].command),
            to_fix: nearness(program, trace, finding, values),
            to_error: trace.len() - finding.step,
            span: program.sources.origin(finding.origin).span,
        }
    }
}

/// What executing the program with another value has shown, best first.
pub fn outcome(finding: &Finding) -> u8 {
    match finding.rerun {
        Some(Rerun::Avoids(_)) => 0,
        Some(Rerun::Leaks | Rerun::Open) | None => 1,
        Some(Rerun::Fails) => 2,
    }
}

/// How far the nearest fixing value is from the present one, coarsely: 1 for one off, then powers of two.
fn nearness(program: &Program, trace: &Trace, finding: &Finding, values: &[Value]) -> u64 {
    if finding.kind.is_choice() {
        return 1;
    }
    let variable = trace.steps[finding.step].command.target().map(|target| target.variable);
    let declared = variable.and_then(|variable| program.variables.get(&variable));
    if declared.is_some_and(|variable| variable.display == Display::Pointer) {
        return u64::MAX;
    }
    let Some(present) = &trace.steps[finding.step].value else { return u64::MAX };
    let bits = |value: &Value| values::distance(value, present).map(|distance| distance.bits());
    values.iter().filter_map(bits).min().unwrap_or(u64::MAX)
}

/// Whether the command only passes on the value of another variable: what is wrong with it was computed
/// elsewhere. A cell is not meant, for its index may be what is wrong.
pub(crate) fn is_copy(command: &Command) -> bool {
    matches!(command, Command::Assign { value, .. } if value.as_symbol().is_some())
}
