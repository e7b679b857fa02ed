//! What is not a program.

use faultscope_ir::{Diagnostic, SourceMap};

/// Why a program could not be read: messages for the user, an error among them, and the files they refer to.
#[derive(Debug, Clone)]
pub struct Rejection {
    /// What is wrong.
    pub diagnostics: Vec<Diagnostic>,
    /// The files that places refer to.
    pub sources: SourceMap,
}

impl From<Diagnostic> for Rejection {
    fn from(diagnostic: Diagnostic) -> Rejection {
        Rejection { diagnostics: vec![diagnostic], sources: SourceMap::default() }
    }
}
