//! # The default order of findings
//! Findings are compared by, in this order:
//! 1. code before declarations and inputs: those are worth knowing, but no line to fix;
//! 2. strength: constant, expression, relevant, and then what is not proved to matter;
//! 3. how near a fix is to what is there: a value one off, then any value by its distance as a power of two,
//!    then none at hand. Off-by-one faults are the commonest, and a value far away is mostly one that
//!    leaves the trace early;
//! 4. closeness to the error: the fewer steps from the strongest occurrence to the error, the better;
//! 5. the place in the source, so that the order is the same in every run.

use std::cmp::Reverse;

use faultscope_ir::{Program, Trace, Value};

use crate::finding::Finding;
use crate::values;

/// Sorts findings, the likeliest fault first.
pub fn rank(program: &Program, trace: &Trace, findings: &mut [Finding]) {
    findings.sort_by_cached_key(|it| {
        let span = program.sources.origin(it.origin).span;
        (!it.kind.is_code(), it.strength, nearness(trace, it), Reverse(it.step), span)
    });
}

/// How far the nearest fixing value is from the present one, coarsely: 1 for one off, then powers of two.
fn nearness(trace: &Trace, finding: &Finding) -> u64 {
    let Some(present) = &trace.steps[finding.step].value else { return u64::MAX };
    let bits = |value: &Value| values::distance(value, present).map(|distance| distance.bits());
    finding.values.iter().filter_map(bits).min().unwrap_or(u64::MAX)
}
