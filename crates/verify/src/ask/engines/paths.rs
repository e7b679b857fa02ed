//! Follows all paths of a function that is called as its precondition asks for, where that decides.

use faultscope_ir::{AssumptionKind, DecidedBy};
use faultscope_solver::Limits;

use crate::answer::{Answer, End};
use crate::ask::engine::Engine;
use crate::ask::question::Question;
use crate::ask::watch::Watch;
use crate::limits::PATHS_EFFORT;
use crate::paths::explore;
use crate::portfolio::Strategy;

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
        let error = explore(question.program, &limits).ok()?;
        Some(Answer::followed(error, End::Enough, DecidedBy::Paths, limits.spent()))
    }
}
