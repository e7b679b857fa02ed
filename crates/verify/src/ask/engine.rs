//! What an engine is.

use faultscope_solver::Limits;

use super::question::Question;
use super::watch::Watch;
use crate::Answer;

/// Finds out whether programs fail.
pub(super) trait Engine: Sync {
    /// Whether it can answer such a question.
    fn takes(&self, question: &Question<'_>) -> bool;

    /// The answer; none where another engine is to be asked.
    fn answer(&self, question: &Question<'_>, limits: &Limits, watch: &mut dyn Watch) -> Option<Answer>;
}
