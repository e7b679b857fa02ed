//! Where two outputs differ, to be shown.

use super::fault::{Fault, Kind};

/// The first difference of an output from the expected one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// How they differ.
    pub kind: Kind,
    /// The place in the output, and its line.
    pub got: Side,
    /// The place in the expected text, and its line; a regular expression has none.
    pub expected: Option<Side>,
}

/// A place in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Side {
    /// The number of bytes before it.
    pub offset: usize,
    /// Its line, counted from 1.
    pub line: usize,
    /// Its place in the line in bytes, counted from 1.
    pub column: usize,
    /// What stands in the line, without its end.
    pub text: Vec<u8>,
}

impl Difference {
    /// Shows a fault in the texts that it is in.
    #[must_use]
    pub fn new(fault: Fault, expected: &[u8], got: &[u8]) -> Self {
        let expected = fault.expected.map(|offset| Side::new(expected, offset));
        Self { kind: fault.kind, got: Side::new(got, fault.got), expected }
    }
}

impl Side {
    /// The place behind `offset` bytes of a text, or its end.
    #[must_use]
    pub fn new(text: &[u8], offset: usize) -> Self {
        let offset = offset.min(text.len());
        let (before, behind) = text.split_at(offset);
        let start = before.iter().rposition(|&it| it == b'\n').map_or(0, |it| it + 1);
        let end = behind.iter().position(|&it| it == b'\n').map_or(text.len(), |it| offset + it);
        let line = 1 + before.iter().filter(|&&it| it == b'\n').count();
        Self { offset, line, column: offset - start + 1, text: text[start..end].to_vec() }
    }
}
