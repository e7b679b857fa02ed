//! What an execution is given from outside, as a user gives it: bytes on standard input, arguments, files, variables.

/// What an execution is given from outside. A test says it; of an error that was found by a search it is put together from
/// the values that the functions of the library return.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Given {
    /// Standard input; none where the program reads nothing from it.
    pub stdin: Option<Vec<u8>>,
    /// The arguments, without the program's name.
    pub arguments: Vec<Vec<u8>>,
    /// The files that the program opens to read.
    pub files: Vec<GivenFile>,
    /// The variables of the environment that the program reads.
    pub variables: Vec<GivenVariable>,
    /// The values of `__VERIFIER_nondet_…`, in the order of the calls, where a test gives some.
    pub values: Option<Vec<i128>>,
}

/// A file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GivenFile {
    /// The name by which the program opens it.
    pub name: Vec<u8>,
    /// Its contents; none where there is no such file.
    pub contents: Option<Vec<u8>>,
}

/// A variable of the environment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GivenVariable {
    /// Its name.
    pub name: Vec<u8>,
    /// Its value; none where it is not set.
    pub value: Option<Vec<u8>>,
}

impl Given {
    /// Whether nothing is given.
    pub fn is_empty(&self) -> bool {
        *self == Given::default()
    }
}
