//! From source text to [`faultscope_ir::Program`]: the front ends of Faultscope.
//!
//! Each language is a module with one function, `translate`, from [`Input`] to [`Translation`]. What the user trusts is
//! marked afterwards ([`trust`]), and so is what is not to be asked about ([`suppression`]).
//!
//! **Invariant:** nothing here reads a file. Files, preprocessing, and the originals that line markers name
//! are the caller's business.
//!
//! **Invariant:** translation is total. Whatever the text, the answer is a program or diagnostics, never a panic.

use faultscope_ir::{self as ir, Diagnostic, Severity};

pub mod limits;
pub mod outline;
pub mod sites;

pub mod acsl;
pub mod boogie;
pub mod c;

pub mod print;
mod printer;

pub mod functions;
pub mod suppression;
pub mod trust;

/// The files of one program.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Input {
    /// The files, in the order in which the user named them.
    pub files: Vec<InputFile>,
}

/// A file of the program.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct InputFile {
    /// The name as the user gave it.
    pub name: String,
    /// The text, preprocessed where it had directives.
    pub text: String,
    /// Name and text of the files that line markers of `text` may name, where they are readable.
    pub originals: Vec<(String, String)>,
}

/// What a front end makes of an [`Input`].
#[derive(Debug, Clone, Default)]
pub struct Translation {
    /// The program; none where a diagnostic is an error.
    pub program: Option<ir::Program>,
    /// The files, also when there is no program, so that diagnostics can be rendered.
    pub sources: ir::SourceMap,
    /// What there is to tell, in source order.
    pub diagnostics: Vec<Diagnostic>,
}

impl Translation {
    /// Whether a diagnostic is an error.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }
}
