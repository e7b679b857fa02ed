//! Executes a program that asks nothing of its environment.

use faultscope_ir::DecidedBy;
use faultscope_solver::Limits;

use crate::answer::{Answer, End};
use crate::ask::engine::Engine;
use crate::ask::question::Question;
use crate::ask::watch::Watch;
use crate::closed::executed;
use crate::portfolio;

/// Gets to the end of such a program soon, or leaves it to others: no verifier runs beside it, and a long error trace is written
/// down once, of the program as it was written. There is no other.
pub(in crate::ask) struct Execution;

impl Engine for Execution {
    fn takes(&self, question: &Question<'_>) -> bool {
        !question.proof && question.config.strategy.asks(portfolio::Engine::Bmc)
    }

    fn answer(&self, question: &Question<'_>, limits: &Limits, watch: &mut dyn Watch) -> Option<Answer> {
        let before = limits.spent();
        let error = executed(question.program, limits).ok()?;
        if let Some(error) = error.as_deref() {
            watch.found(std::slice::from_ref(error));
        }
        Some(Answer::followed(error, End::Empty, DecidedBy::Execution, limits.spent() - before))
    }
}
