//! Follows all paths of a function that is called as its precondition asks for, where that decides.

use faultscope_ir::{AssumptionKind, DecidedBy};
use faultscope_solver::Limits;

use crate::ask::answer::Answer;
use crate::ask::engine::Engine;
use crate::ask::question::Question;
use crate::ask::watch::Watch;
use crate::limits::PATHS_EFFORT;
use crate::paths::{Explored, explore};
use crate::portfolio::Strategy;
use crate::trace_abstraction::End;

/// Such a function is given arrays of few elements, and what it does often depends on their order alone.
pub(in crate::ask) struct Paths;

impl Engine for Paths {
    fn takes(&self, question: &Question<'_>) -> bool {
        !question.proof
            && !question.config.wants_several()
            && question.program.rests_on(AssumptionKind::Precondition)
            && question.config.strategy == Strategy::Portfolio
    }

    fn answer(&self, question: &Question<'_>, limits: &Limits, _: &mut dyn Watch) -> Option<Answer> {
        let limits = limits.with_effort(limits.scaled(PATHS_EFFORT));
        let error = match explore(question.program, &limits) {
            Explored::Safe => None,
            Explored::Error(trace) => Some(*trace),
            Explored::Open => return None,
        };
        Some(Answer::followed(error, End::Enough, DecidedBy::Paths, limits.spent()))
    }
}
