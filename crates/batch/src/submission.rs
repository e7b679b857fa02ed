//! A submission: one program of a batch.

use std::path::PathBuf;

/// One program of a batch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Submission {
    /// Its name: that of its report and page, unique in the batch.
    pub name: String,
    /// Its files.
    pub files: Vec<PathBuf>,
    /// Tests of its own, instead of those of all.
    pub tests: Option<PathBuf>,
    /// What it is read from, beside its files: its folder, or the headers beside its file. A change there is a change of it.
    pub beside: Vec<PathBuf>,
}
