//! The first wrong byte.

/// Where an output stopped being the expected one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fault {
    /// How they differ.
    pub kind: Kind,
    /// The first byte of the output that is wrong, or its length if something is missing. A number that is wrong is
    /// wrong from its first byte.
    pub got: usize,
    /// The place in the expected text where something else stands; a regular expression has none.
    pub expected: Option<usize>,
}

/// How an output differs from the expected one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Something else was expected there.
    Different,
    /// It ends where more was expected.
    Missing,
    /// It goes on where nothing more was expected.
    Extra,
}
