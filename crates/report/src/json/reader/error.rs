//! What can be wrong with a text that should be a report.

use thiserror::Error;

use crate::json::SCHEMA;

/// Why a text is no report.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ReadError {
    /// It is no JSON.
    #[error("this is no JSON: {message}")]
    Syntax {
        /// What is wrong, and on which line.
        message: String,
    },
    /// It is JSON of somebody else, or of another version of the format.
    #[error("this is no report of the format `{SCHEMA}`: {found}")]
    Schema {
        /// What it says that it is.
        found: String,
    },
    /// It ends before the report.
    #[error("there is no report in it: the check ended before, and its last line is about a stage")]
    Unfinished,
    /// A value in it is not what it has to be.
    #[error("the report is damaged: expected {expected} at {path}")]
    Value {
        /// The way to the value: `$.findings[2].kind`.
        path: String,
        /// What should be there.
        expected: String,
    },
}
