//! What is said of text that is no C.

use super::ast::Span;
use super::tokens::{Kind, Token};

/// A syntax error.
#[derive(Debug, Clone)]
pub(in crate::c) struct SyntaxError {
    pub span: Span,
    pub message: String,
    pub hint: Option<String>,
}

/// Nobody reads more than this.
pub(super) const MAX_ERRORS: usize = 10;

/// What stops a production; what is wrong has been noted.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stop;

/// What a production gives.
pub(super) type Parsed<T> = Result<T, Stop>;

/// The errors of a file in the order of its text.
#[derive(Default)]
pub(super) struct Errors {
    list: Vec<SyntaxError>,
    /// The line of the last one, as the number of the token that begins it.
    line: Option<usize>,
}

impl Errors {
    /// Notes an error. What is wrong on the line of another error is mostly its consequence.
    pub(super) fn add(&mut self, line: usize, error: SyntaxError) {
        if self.line != Some(line) && !self.is_full() {
            self.line = Some(line);
            self.list.push(error);
        }
    }

    pub(super) fn is_full(&self) -> bool {
        self.list.len() >= MAX_ERRORS
    }

    pub(super) fn into_list(self) -> Vec<SyntaxError> {
        self.list
    }
}

/// A token in a message.
pub(super) fn shown(token: Token, text: &str) -> String {
    match token.kind {
        Kind::End => "end of file".to_owned(),
        _ => format!("`{}`", first_line(text)),
    }
}

/// Strings can be long.
fn first_line(text: &str) -> &str {
    const MAX_LENGTH: usize = 40;
    let line = text.lines().next().unwrap_or("");
    line.char_indices().nth(MAX_LENGTH).map_or(line, |(end, _)| &line[..end])
}

/// How what is expected reads.
pub(super) fn spelling(kind: Kind) -> &'static str {
    match kind {
        Kind::Semicolon => "`;`",
        Kind::Comma => "`,`",
        Kind::Colon => "`:`",
        Kind::ParenOpen => "`(`",
        Kind::ParenClose => "`)`",
        Kind::BracketClose => "`]`",
        Kind::BraceOpen => "`{`",
        Kind::BraceClose => "`}`",
        Kind::Equal => "`=`",
        Kind::While => "`while`",
        Kind::Name => "a name",
        Kind::String => "a string",
        _ => "something else",
    }
}

/// Whether a token ends something, so that it is missed behind what stands in front of it.
pub(super) fn is_closing(kind: Kind) -> bool {
    matches!(kind, Kind::Semicolon | Kind::ParenClose | Kind::BracketClose | Kind::BraceClose)
}
