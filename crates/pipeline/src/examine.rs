//! The fourth stage: what became of each check, and what can be executed at all.

use faultscope_ir::Program;
use faultscope_verify::UnknownReason;
use faultscope_verify::check_outcomes::{Answered, Examination, check_outcomes};
use faultscope_verify::settle::Settled;

use crate::search::Conclusion::{self, Safe, Unknown, Unsafe};
use crate::search::Searched;

/// Says of each check what follows from the answer of the verifiers, and what was settled before they were asked.
pub fn examine(program: &Program, settled: &Settled, searched: &Searched) -> Examination {
    let end = searched.end.as_ref();
    let answered = Answered {
        is_complete: end.is_some_and(|it| match &it.conclusion {
            Unsafe(end) => end.is_complete(),
            other => *other == Safe,
        }),
        traces: &searched.traces,
        others: &searched.others,
        holds_within: searched.traces.is_empty() && end.is_some_and(|it| is_within(&it.conclusion)),
        by: end.and_then(|it| it.answered_by),
    };
    check_outcomes(program, &answered, settled.findings.as_ref())
}

/// Whether executions were looked at up to a bound on the rounds of loops, and none of them fails.
fn is_within(conclusion: &Conclusion) -> bool {
    let Unknown(reason) = conclusion else { return false };
    match reason {
        UnknownReason::Limit { completed, .. } => *completed > 0,
        UnknownReason::DepthLimit { .. } => true,
        _ => false,
    }
}
