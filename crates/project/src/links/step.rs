//! A step of a build.

use std::path::PathBuf;

/// Files from which one is made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) output: PathBuf,
    pub(super) inputs: Vec<PathBuf>,
}
