//! What a file defines, found without understanding it: for editors, whose texts are not whole at times.

use std::ops::Range;

/// A function or procedure with a body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Definition {
    /// Its name.
    pub name: String,
    /// Where the name stands, in bytes.
    pub range: Range<usize>,
    /// Whether a contract is written at it.
    pub has_contract: bool,
}
