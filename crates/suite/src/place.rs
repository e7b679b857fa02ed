//! Where something stands in the files of a suite.

use std::fmt;
use std::path::PathBuf;

/// A place in the files of a suite.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct At {
    /// The file, as it can be reached from where the suite was named; a member of an archive stands below it.
    pub path: PathBuf,
    /// The line, where the file has several tests or the place is in it.
    pub line: Option<usize>,
}

impl At {
    /// A file as a whole.
    #[must_use]
    pub fn file(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into(), line: None }
    }

    /// A line of a file, counted from 1.
    #[must_use]
    pub fn line(path: impl Into<PathBuf>, line: usize) -> Self {
        Self { path: path.into(), line: Some(line) }
    }
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.path.display())?;
        match self.line {
            Some(line) => write!(f, ":{line}"),
            None => Ok(()),
        }
    }
}
