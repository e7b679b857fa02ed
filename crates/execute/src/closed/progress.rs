//! How far an execution got.

use faultscope_ir::CheckId;

/// How far an execution got.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// Not to its end.
    Unfinished,
    /// To its end without an error.
    Ended,
    /// To this error.
    Error(CheckId),
    /// To a call for which the stack has no room.
    Overflowed,
    /// To where the environment ended it.
    Stopped,
    /// To a point where the program may have several executions, or where it was not translated.
    Open,
}

/// What follows from the rounds of a loop being alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rounds {
    /// Many of them were done at once.
    Done,
    /// There is no end of them.
    Forever,
}
