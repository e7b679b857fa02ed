//! The fourth stage: what became of each check.

use faultscope_ir::{CheckOutcome, Program};
use faultscope_solver::Limits;
use faultscope_verify::abstract_interpretation::Config;
use faultscope_verify::check_outcomes::{Answered, check_outcomes};

use crate::search::{Conclusion, Searched};

/// What is known of the checks of a program.
#[derive(Debug, Clone)]
pub struct Examined {
    /// For each check of the table what became of it.
    pub checks: Vec<CheckOutcome>,
}

/// Says of each check what follows from the answer of the verifiers, and what a look at the whole program adds.
pub fn examine(program: &Program, searched: &Searched, limits: &Limits) -> Examined {
    Examined { checks: check_outcomes(program, &answered(searched), &Config::default(), limits) }
}

/// The answer of the verifiers.
fn answered(searched: &Searched) -> Answered<'_> {
    let end = searched.end.as_ref();
    Answered {
        is_safe: end.is_some_and(|it| it.conclusion == Conclusion::Safe),
        traces: &searched.traces,
        by: end.and_then(|it| it.answered_by),
    }
}
