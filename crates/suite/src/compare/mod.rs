//! Whether an output is the expected one, and where it first is not.
//!
//! Each comparison reads the output byte by byte and knows after each one whether what comes next can still make it
//! equal. The place of a [`Difference`] is therefore the first byte after which nothing could: the byte that should not
//! have been written.
//!
//! | comparison | equal are |
//! |---|---|
//! | [`Exact`](Comparison::Exact) | the same bytes |
//! | [`TrailingWhitespace`](Comparison::TrailingWhitespace) | the same bytes without white space at the ends of lines and at the end |
//! | [`Numbers`](Comparison::Numbers) | the same lines of the same words, in which numbers are as close as the tolerance says |
//! | [`Regex`](Comparison::Regex) | all that the expected text matches, as a whole |
//!
//! White space is what `isspace` takes for it in the C locale. A carriage return before a line end is at the end of the
//! line, so `\r\n` equals `\n`. Lines that are empty count, except at the end.

mod bytes;

mod numbers;

mod pattern;

mod fault;

mod difference;

mod matcher;

pub use difference::{Difference, Side};
pub use fault::{Fault, Kind};
pub use matcher::{Comparison, Matcher, Progress, compare};
pub use numbers::Tolerance;
pub use pattern::BadPattern;
