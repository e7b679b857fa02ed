//! Looking at the states that a program gets to, beside bounded model checking.
//!
//! Some of the effort is for the states in the order in which paths come to them, which says that there is no error where they are
//! few; the rest is for walks ([`paths`](crate::paths)), which get to errors far behind the first states.

use faultscope_ir::Program;
use faultscope_solver::Limits;

use crate::limits::WALKS_SHARE;
use crate::paths::States;
use crate::{ErrorTrace, Undecided};

/// The states of a program, as far as they were looked at.
pub(super) struct Exploration<'a> {
    program: &'a Program,
    /// Not yet begun.
    is_new: bool,
    states: Option<States<'a>>,
    walks: Option<States<'a>>,
    /// What looking at them took.
    effort: u64,
}

/// The error that was found; none where no execution reaches one.
pub(super) type KnownError = Option<Box<ErrorTrace>>;

impl<'a> Exploration<'a> {
    pub(super) fn new(program: &'a Program) -> Exploration<'a> {
        Exploration { program, is_new: true, states: None, walks: None, effort: 0 }
    }

    /// What was spent.
    pub(super) fn effort(&self) -> u64 {
        self.effort
    }

    /// Whether there is anything left to be looked at.
    pub(super) fn goes_on(&self) -> bool {
        self.is_new || self.states.is_some() || self.walks.is_some()
    }

    /// Gives up.
    pub(super) fn end(&mut self) {
        (self.is_new, self.states, self.walks) = (false, None, None);
    }

    /// Goes on with this effort; what is found out, if that is the end.
    pub(super) fn go_on(&mut self, effort: u64, limits: &Limits) -> Option<KnownError> {
        if std::mem::take(&mut self.is_new) {
            let states = States::new(self.program);
            self.walks = Some(states.walks());
            self.states = Some(states);
        }
        let start = limits.spent();
        let for_walks = if self.states.is_some() { effort / WALKS_SHARE } else { effort };
        let mut found = go_on(&mut self.walks, for_walks, limits);
        if found.is_none() {
            let left = effort.saturating_sub(limits.spent() - start);
            found = go_on(&mut self.states, left, limits);
        }
        self.effort += limits.spent() - start;
        if found.is_some() {
            self.end();
        }
        found
    }
}

fn go_on(states: &mut Option<States<'_>>, effort: u64, limits: &Limits) -> Option<KnownError> {
    match states.as_mut()?.go_on(effort, limits)? {
        Ok(known) => Some(known),
        Err(Undecided) => {
            *states = None;
            None
        }
    }
}
