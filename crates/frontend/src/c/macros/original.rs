//! Files as the user wrote them, in tokens.

use std::ops::Range;

use super::super::tokens::{Token, tokens};

/// A file as the user wrote it.
pub(super) struct Original<'a> {
    pub text: &'a str,
    pub tokens: Vec<Token>,
    /// The next token that the preprocessor has not read yet.
    pub(super) next: usize,
    /// Where it went on last.
    pub(super) line: u32,
}

impl<'a> Original<'a> {
    pub(super) fn new(text: &'a str) -> Original<'a> {
        Original { text, tokens: tokens(text), next: 0, line: u32::MAX }
    }

    /// The first token of a line that is no directive, from 0.
    pub(super) fn on_line(&self, line: u32) -> usize {
        self.tokens.partition_point(|token| token.line < line)
    }
}

/// The bytes of a row of tokens.
pub(super) fn range_of(tokens: &[Token]) -> Range<u32> {
    match (tokens.first(), tokens.last()) {
        (Some(first), Some(last)) => first.start..last.end,
        _ => 0..0,
    }
}
