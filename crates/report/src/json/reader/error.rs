//! What can be wrong with a text that should be a report.

use thiserror::Error;

use crate::json::SCHEMA;

/// Why a text is no report.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ReadError {
    /// It is no JSON.
    #[error("this is not JSON: {message}")]
    Syntax {
        /// What is wrong, and on which line.
        message: String,
    },
    /// It is JSON of somebody else, or of another version of the format.
    #[error("this is not a report of the format `{SCHEMA}`: {found}")]
    Schema {
        /// What it says that it is.
        found: String,
    },
    /// It ends before the report.
    #[error("there is no report in it: the check ended before, and its last line is about a stage")]
    Unfinished,
    /// A value in it is not what it has to be.
    #[error("the report is damaged: {message}")]
    Value {
        /// What is wrong, and where.
        message: String,
    },
}

/// What a deserializer expects, and what that is called here.
const EXPECTED: [(&str, &str); 11] = [
    ("usize", "a whole number in its range"),
    ("u8", "a whole number in its range"),
    ("u32", "a whole number in its range"),
    ("u64", "a whole number in its range"),
    ("i32", "a whole number in its range"),
    ("i64", "a whole number in its range"),
    ("f64", "a number"),
    ("a string", "a text"),
    ("a boolean", "true or false"),
    ("a sequence", "an array"),
    ("struct ", "an object"),
];

impl ReadError {
    /// That the form of a document is not that of its type: what was expected, and where.
    pub(super) fn damaged(error: &serde_json::Error) -> ReadError {
        let message = error.to_string();
        let place = format!("at line {} column {}", error.line(), error.column());
        let Some((_, expected)) = message.split_once("expected ") else {
            return ReadError::Value { message };
        };
        match EXPECTED.iter().find(|(name, _)| expected.starts_with(name)) {
            Some((_, said)) => ReadError::Value { message: format!("expected {said} {place}") },
            None => ReadError::Value { message: format!("expected {expected}") },
        }
    }

    /// That something else was expected at a place.
    pub(super) fn expected(what: &str, at: &str) -> ReadError {
        ReadError::Value { message: format!("expected {what} at {at}") }
    }
}

/// A field that has to be there, since another one says so.
pub(super) fn required<T>(field: Option<T>, name: &str, at: &str) -> Result<T, ReadError> {
    field.ok_or_else(|| ReadError::expected(&format!("an object with `{name}`"), at))
}
