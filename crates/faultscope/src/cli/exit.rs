//! Exit codes, documented in `docs/exit-codes.md`.

use faultscope::report::Verdict;

/// How the command ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// The program has no error.
    NoError,
    /// It has one.
    ErrorFound,
    /// The input or the options are wrong.
    BadInput,
    /// Not decided within the limits.
    Undecided,
}

impl Exit {
    /// What a verdict means for the caller.
    pub fn of(verdict: Verdict) -> Exit {
        match verdict {
            Verdict::Safe | Verdict::TestsPass => Exit::NoError,
            Verdict::Unsafe => Exit::ErrorFound,
            Verdict::Unknown => Exit::Undecided,
        }
    }

    /// The number.
    pub fn code(self) -> u8 {
        match self {
            Exit::NoError => 0,
            Exit::ErrorFound => 1,
            Exit::BadInput => 2,
            Exit::Undecided => 3,
        }
    }
}

impl From<Exit> for u8 {
    fn from(exit: Exit) -> u8 {
        exit.code()
    }
}
