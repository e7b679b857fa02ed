//! What is wrong in a file of settings.

use std::ops::Range;

/// What is wrong, and where.
pub(super) struct Wrong {
    pub(super) place: Range<usize>,
    pub(super) message: String,
    pub(super) hint: Option<String>,
}

/// The same without a hint.
pub(super) fn wrong(place: Range<usize>, message: &str) -> Wrong {
    Wrong { place, message: message.to_owned(), hint: None }
}
