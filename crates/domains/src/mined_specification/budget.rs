//! What projecting a check may take.

use faultscope_solver::Limits;

use crate::effort;
use crate::limits::MAX_PROJECTION_COMMANDS;

/// How much is left to be spent on a check.
pub(super) struct Budget<'a> {
    limits: &'a Limits,
    left: u64,
}

impl<'a> Budget<'a> {
    /// For one check.
    pub(super) fn new(limits: &'a Limits) -> Budget<'a> {
        Budget { limits, left: MAX_PROJECTION_COMMANDS }
    }

    /// Pays for some commands; none if that is too much.
    pub(super) fn pay(&mut self, n_commands: u64) -> Option<()> {
        self.left = self.left.checked_sub(n_commands)?;
        self.limits.spend(n_commands * effort::ABSTRACT_COMMAND);
        self.limits.exceeded().is_none().then_some(())
    }
}
