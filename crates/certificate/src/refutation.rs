//! What can be wrong with a certificate.

use std::fmt;

use crate::certificate::{Letter, State};

/// A certificate that does not pass.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refutation {
    /// Where it is wrong.
    pub part: Part,
    /// What is not so.
    pub obligation: Obligation,
    /// Whether it was found wrong.
    pub failure: Failure,
}

/// A part of a certificate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Its paths.
    ControlFlow,
    /// The step of this index.
    Step(usize),
    /// What it is said to prove.
    Claim,
}

/// What is checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Obligation {
    /// Edges, initial and final states are among the letters and states; deterministic automata are deterministic; every
    /// state has a predicate on variables of programs, and every final state of the control flow one exit.
    WellFormed,
    /// All words that lead to this state of the control flow lead to the same point of the program.
    OnePoint(State),
    /// This state of the control flow is an exit exactly where the program has the same one.
    Exit(State),
    /// From this state of the control flow on, letters are the code of paths of the program, and all paths to exits
    /// begin with one of them.
    Code(State),
    /// The control flow has an initial state if the program has a path to an exit.
    Start,
    /// The predicate of the initial Floyd-Hoare state is valid.
    InitialPredicate,
    /// The predicate of this final Floyd-Hoare state has no model.
    FinalPredicate(State),
    /// This edge is a valid Hoare triple.
    HoareTriple {
        /// Where it starts.
        source: State,
        /// Its letter.
        letter: Letter,
        /// Where it leads to.
        target: State,
    },
    /// The predicate of some initial danger state has a model (condition (4)).
    DangerStart,
    /// From every state in the predicate of this danger state some edge leads into the predicate of its target
    /// (condition (5)).
    DangerState(State),
    /// The danger automaton accepts its word.
    AcceptsTrace,
    /// This word of what is subtracted is a word of the automaton before.
    WordOfBefore(Vec<Letter>),
    /// An execution runs through the word.
    FeasibleTrace,
    /// The word that is not followed leads to an exit that is no error.
    Unfollowed,
    /// Every word of the automaton before is subtracted or left.
    NothingLost,
    /// This one is.
    Kept(Vec<Letter>),
    /// The steps prove what is claimed.
    Claimed,
}

/// Why something is not accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// It is wrong.
    Fails,
    /// It was not decided, for this reason.
    Undecided(String),
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Part::ControlFlow => f.write_str("control flow"),
            Part::Step(number) => write!(f, "step {number}"),
            Part::Claim => f.write_str("claim"),
        }
    }
}

impl fmt::Display for Refutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Refutation { part, obligation, failure } = self;
        match failure {
            Failure::Fails => write!(f, "{part}: {obligation:?} fails"),
            Failure::Undecided(reason) => write!(f, "{part}: {obligation:?} is not decided: {reason}"),
        }
    }
}

impl std::error::Error for Refutation {}

/// Whether an obligation is met, and if not why.
pub(crate) type Met = Result<(), (Obligation, Failure)>;

/// Meets an obligation where something is true.
pub(crate) fn holds(truth: bool, obligation: Obligation) -> Met {
    if truth { Ok(()) } else { Err((obligation, Failure::Fails)) }
}
