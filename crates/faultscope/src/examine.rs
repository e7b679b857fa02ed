//! The fourth stage: what became of each check, and what can be executed at all.

use faultscope_ir::Program;
use faultscope_solver::Limits;
use faultscope_verify::abstract_interpretation::AbstractInterpretationBounds;
use faultscope_verify::check_outcomes::{Answered, Examination, check_outcomes};

use crate::search::{Conclusion, Searched};

/// Says of each check what follows from the answer of the verifiers, and what a look at the whole program adds.
pub fn examine(program: &Program, searched: &Searched, limits: &Limits) -> Examination {
    let end = searched.end.as_ref();
    let answered = Answered {
        is_safe: end.is_some_and(|it| it.conclusion == Conclusion::Safe),
        traces: &searched.traces,
        by: end.and_then(|it| it.answered_by),
    };
    check_outcomes(program, &answered, &AbstractInterpretationBounds::default(), limits)
}
