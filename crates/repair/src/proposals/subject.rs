//! A place to change, and what is known of the values there.

use faultscope_ir::program::Display;
use faultscope_ir::{OriginId, Span};
use faultscope_localize::Condition;

/// A place in the source that may be at fault.
#[derive(Debug, Clone)]
pub struct Subject {
    /// A statement, or the condition of a branch.
    pub origin: OriginId,
    /// Values that are known to help when the statement assigns them, as the source's language writes them.
    pub values: Vec<String>,
    /// What an assigned value has to fulfil.
    pub condition: Option<Condition>,
    /// How the assigned values print.
    pub display: Display,
    /// Where the statement is part of a call that writes something wrong, where that stands, and what it is.
    pub wrong: Option<(Span, WrongText)>,
}

/// What was written, and what was expected instead.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WrongText {
    /// The line that was written.
    pub got: String,
    /// The line that was expected.
    pub expected: String,
    /// Where they differ first, in bytes.
    pub at: usize,
}

impl Subject {
    /// A place of whose values nothing is known.
    pub fn at(origin: OriginId) -> Subject {
        Subject { origin, values: Vec::new(), condition: None, display: Display::Plain, wrong: None }
    }
}
