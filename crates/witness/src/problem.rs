//! What can be wrong with a witness.

/// Why there is no witness in a text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct Error {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub reason: String,
}

impl Error {
    pub(crate) fn new(line: usize, reason: impl Into<String>) -> Error {
        Error { line, reason: reason.into() }
    }
}

/// What is left out of a witness, and why.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct Warning {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub reason: String,
}

impl From<Error> for Warning {
    fn from(Error { line, reason }: Error) -> Warning {
        Warning { line, reason }
    }
}
