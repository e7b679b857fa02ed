//! The fourth stage: what became of each check, and what can be executed at all.

use faultscope_ir::Program;
use faultscope_verify::check_outcomes::{Answered, Examination, check_outcomes};
use faultscope_verify::settle::Settled;
use faultscope_verify::{Answer, UnknownReason, Verdict};

/// Says of each check what follows from the answer of the engines, and what was settled before they were asked.
pub fn examine(program: &Program, settled: &Settled, answer: &Answer) -> Examination {
    let answered = Answered {
        is_complete: answer.is_complete(),
        traces: &answer.traces,
        others: &answer.others,
        holds_within: answer.traces.is_empty() && is_within(&answer.verdict),
        by: answer.by,
    };
    check_outcomes(program, &answered, settled.findings.as_ref())
}

/// Whether executions were looked at up to a bound on the rounds of loops, and none of them fails.
fn is_within(verdict: &Verdict) -> bool {
    match verdict {
        Verdict::Open(UnknownReason::Limit { completed, .. }) => *completed > 0,
        Verdict::Open(UnknownReason::DepthLimit { .. }) => true,
        _ => false,
    }
}
