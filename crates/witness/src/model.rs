//! What a witness says.

use crate::problem::Warning;

/// One witness.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Witness {
    /// Who wrote it, and about what.
    pub metadata: Metadata,
    /// What it says.
    pub content: Content,
    /// How many waypoints or invariants of it could not be read, or only a part of what they say.
    pub n_left_out: usize,
}

/// Who wrote a witness, and about what.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Metadata {
    /// The version of the format.
    pub format: Option<String>,
    /// Its name, which no other has.
    pub identifier: Option<String>,
    /// When it was written, as ISO 8601 says.
    pub created: Option<String>,
    /// The name of the program that wrote it.
    pub producer: Option<String>,
    /// The version of that program.
    pub producer_version: Option<String>,
    /// The files of the program.
    pub files: Vec<String>,
    /// Their SHA-256 in hexadecimal, with the names of the files; the name is empty where only one is said to be there.
    pub hashes: Vec<(String, String)>,
    /// What must hold, in the words of the competition.
    pub specification: Option<String>,
    /// `ILP32` or `LP64`.
    pub data_model: Option<String>,
}

/// What a witness says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// What an execution passes on its way to an error.
    Violation {
        /// One after the other.
        segments: Vec<Segment>,
        /// How strictly.
        matching: Matching,
        /// The lines that the edges of an automaton name, one after the other, each once where it is named several times in a row.
        lines: Vec<Location>,
    },
    /// What holds at places of a program without errors.
    Correctness(Vec<Invariant>),
}

/// How executions match a violation sequence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Matching {
    /// The waypoint of a segment is passed when its place is got to for the first time in the segment (formats 2.x).
    First,
    /// At any time, and an assumption holds behind the statements of its line, of which no columns are known (GraphML).
    Any,
}

/// A part of an execution: it avoids some waypoints until it passes one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Segment {
    /// What it does not pass.
    pub avoids: Vec<Waypoint>,
    /// What it passes at its end.
    pub follow: Waypoint,
}

/// A place, and what is said of an execution there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Waypoint {
    /// What happens there.
    pub kind: Kind,
    /// Where.
    pub location: Location,
    /// What holds there.
    pub constraint: Constraint,
    /// The line of the witness that says so.
    pub line: usize,
}

/// What happens at a waypoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A statement is about to be executed.
    Assumption,
    /// A branch is taken.
    Branching,
    /// A function is entered, at the end of the text of its call.
    FunctionEnter,
    /// A function has returned, at the end of the text of its call.
    FunctionReturn,
    /// The error.
    Target,
}

impl Kind {
    /// The name in YAML.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Assumption => "assumption",
            Kind::Branching => "branching",
            Kind::FunctionEnter => "function_enter",
            Kind::FunctionReturn => "function_return",
            Kind::Target => "target",
        }
    }

    pub(crate) fn named(name: &str) -> Option<Kind> {
        let all =
            [Kind::Assumption, Kind::Branching, Kind::FunctionEnter, Kind::FunctionReturn, Kind::Target];
        all.into_iter().find(|it| it.name() == name)
    }
}

/// What an execution does about a waypoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// It passes it.
    Follow,
    /// It does not, within the segment.
    Avoid,
}

/// A place in a file of the program.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The character in the line, from 1; none for the leftmost that fits.
    pub column: Option<u32>,
    /// The function, where that is said.
    pub function: Option<String>,
}

impl Location {
    /// The name of the file without folders.
    pub fn base_name(&self) -> &str {
        base_name(&self.file)
    }
}

/// The name of a file without folders.
pub fn base_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// What holds at a waypoint.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Constraint {
    /// Nothing is said.
    None,
    /// How the branch goes.
    Choice(Choice),
    /// An expression of C, which may name the value that a function has returned as `\result`.
    Expression(String),
}

/// How a branch goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Choice {
    /// Its condition holds, or not.
    Condition(bool),
    /// To the case of this number.
    Case(i128),
    /// To the default.
    Default,
}

/// What holds whenever an execution is at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invariant {
    /// Whether the place is a loop: the invariant holds when its condition is evaluated.
    pub is_of_loop: bool,
    /// The place: a statement, or the keyword of a loop.
    pub location: Location,
    /// An expression of C.
    pub value: String,
    /// The line of the witness that says so.
    pub line: usize,
}

/// More segments than this are not read.
pub const MAX_SEGMENTS: usize = 1_000_000;

/// What a text holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// The witnesses, at least one.
    pub witnesses: Vec<Witness>,
    /// What was left out.
    pub warnings: Vec<Warning>,
}
