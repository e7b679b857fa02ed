//! What can be wrong with a suite: with a part of it (a [`Warning`]), or with all of it (an [`Error`]).

use std::path::PathBuf;

use crate::place::At;
use crate::words::SplitError;

/// What is wrong with a part of a suite. The rest can be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Warning {
    /// An input without expected output. The test is kept.
    #[error("{at}: nothing says what this test should print; it passes when the program does not fail")]
    NoExpectation {
        /// The input.
        at: At,
    },
    /// An expected output without input or arguments.
    #[error(
        "{at}: an expected output without a test: nothing beside it is an input or has arguments (make an empty one if the program reads nothing)"
    )]
    NoTest {
        /// The expected output.
        at: At,
    },
    /// A file or folder that cannot be read.
    #[error("{at}: cannot be read: {reason}")]
    Unreadable {
        /// The file or folder.
        at: At,
        /// What the system says.
        reason: String,
    },
    /// Something that is not of the form that its place has. It is left out.
    #[error("{at}: {reason}")]
    Malformed {
        /// The place.
        at: At,
        /// What is wrong there.
        reason: String,
    },
    /// Words that cannot be split. The test is left out.
    #[error("{at}: {reason}")]
    Words {
        /// The arguments.
        at: At,
        /// What is wrong with them.
        reason: SplitError,
    },
    /// Two files that say different things about the same test.
    #[error("{}: not used: {} says something else about the same test", unused.display(), used.display())]
    Twice {
        /// The file that counts.
        used: PathBuf,
        /// The one that does not.
        unused: PathBuf,
    },
    /// Two tests that no program passes.
    #[error(
        "the tests `{first}` and `{second}` give the program the same and expect different outputs: no program passes both"
    )]
    Contradiction {
        /// The name of the one that comes first.
        first: String,
        /// The name of the other.
        second: String,
    },
    /// Rows of a table whose outcome the language leaves open. They are left out.
    #[error("{at}: set aside, for what should happen is undefined: {}", list(names))]
    Undefined {
        /// The table.
        at: At,
        /// The names of the tests.
        names: Vec<String>,
    },
    /// Columns of a table whose names say nothing here.
    #[error("{at}: columns that are not read: {}", list(names))]
    UnknownColumns {
        /// The line with the names.
        at: At,
        /// The names.
        names: Vec<String>,
    },
    /// Expected outputs that lie beside programs (`a.c.expected`).
    #[error("{at}: what the program beside it should print, which says nothing of another program{}", more(*n_more))]
    OfPrograms {
        /// The first of them.
        at: At,
        /// How many more there are.
        n_more: usize,
    },
}

/// Why there is no suite.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// There is no such file or folder, or it cannot be read.
    #[error("cannot read `{}`: {reason}", path.display())]
    Unreadable {
        /// What was named.
        path: PathBuf,
        /// What the system says.
        reason: String,
    },
    /// A file whose name does not say what it is.
    #[error(
        "`{}` is not a test suite: a folder, a `.zip`, a `.tsv`, a Test-Comp `.xml` or an input (`.in`) can be read",
        path.display()
    )]
    UnknownForm {
        /// The file.
        path: PathBuf,
    },
    /// An archive that cannot be unpacked.
    #[error("`{}` cannot be unpacked: {reason}", path.display())]
    Archive {
        /// The archive.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// More than any suite has.
    #[error("`{}` holds more than {limit}; is this the suite?", path.display())]
    TooMuch {
        /// What was named.
        path: PathBuf,
        /// How much is read.
        limit: String,
    },
    /// Nothing that was found can be used.
    #[error("no test in `{}`{}", path.display(), reasons(warnings, *n_others))]
    NoTests {
        /// What was named.
        path: PathBuf,
        /// What is wrong with what was found.
        warnings: Vec<Warning>,
        /// The number of files that lie there and belong to no test.
        n_others: usize,
    },
}

/// Why nothing was found, behind the name of the place.
fn reasons(warnings: &[Warning], n_others: usize) -> String {
    if !warnings.is_empty() {
        return warnings.iter().map(|it| format!("\n  {it}")).collect();
    }
    match n_others {
        0 => ": it is empty".to_owned(),
        1 => ": the name of the only file there does not say that it belongs to a test".to_owned(),
        _ => format!(": the names of the {n_others} files there do not say that they belong to tests"),
    }
}

/// How many more there are.
fn more(n_more: usize) -> String {
    if n_more == 0 { String::new() } else { format!(" (and {n_more} more)") }
}

/// The first few of some names, and how many more there are.
fn list(names: &[String]) -> String {
    const SHOWN: usize = 5;
    let shown: Vec<String> = names.iter().take(SHOWN).map(|it| format!("`{it}`")).collect();
    match names.len().saturating_sub(SHOWN) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}
