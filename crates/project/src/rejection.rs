//! What is not a program.

use faultscope_ir::{Diagnostic, Severity, SourceMap};

use crate::language::of_text;

/// What Faultscope reads.
const LANGUAGES: &str = "Faultscope checks C and Boogie";

/// Why a program could not be read: messages for the user, an error among them, and the files they refer to.
#[derive(Debug, Clone)]
pub struct Rejection {
    /// What is wrong.
    pub diagnostics: Vec<Diagnostic>,
    /// The files that places refer to.
    pub sources: SourceMap,
}

impl Rejection {
    /// Says of the first of these files that seems to be of another language that it is, as the hint of the first error.
    #[must_use]
    pub fn of_files<'a>(mut self, mut files: impl Iterator<Item = (&'a str, &'a str)>) -> Rejection {
        let strange = files.find_map(|(name, text)| Some((name, of_text(name, text)?)));
        let first = self.diagnostics.iter_mut().find(|it| it.severity == Severity::Error);
        if let (Some((name, language)), Some(first)) = (strange, first) {
            first.hint = Some(format!("`{name}` looks like {language}; {LANGUAGES}"));
        }
        self
    }
}

impl From<Diagnostic> for Rejection {
    fn from(diagnostic: Diagnostic) -> Rejection {
        Rejection { diagnostics: vec![diagnostic], sources: SourceMap::default() }
    }
}
