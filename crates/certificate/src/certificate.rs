//! What is certified, as plain data.

use faultscope_ir::{CheckId, OriginId, Statement, Term};

/// Why a program is safe, or why all its errors are like those that were shown.
#[derive(Debug, Clone)]
pub struct Certificate {
    /// The paths of the program.
    pub control_flow: ControlFlow,
    /// What is subtracted from them, the first step first.
    pub steps: Vec<Step>,
    /// What the steps are said to prove.
    pub claim: Claim,
}

impl Certificate {
    /// What no step subtracts.
    pub fn remaining(&self) -> &Automaton {
        self.steps.last().map_or(&self.control_flow.automaton, |step| &step.remaining)
    }
}

/// What a certificate is said to prove.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claim {
    /// No execution reaches an exit.
    Safe,
    /// Every path on which an execution reaches an error is subtracted by the step of an error trace.
    AllErrorsCovered,
    /// No more than that every step is right.
    Partial,
}

/// A letter: the index of its code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Letter(pub u32);

impl Letter {
    /// Its index in lists with one entry per letter.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A state of an automaton.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State(pub u32);

impl State {
    /// Its index in lists with one entry per state.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Straight-line code.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Code {
    /// The commands, with the branch conditions on the way as assumptions. Calls are inlined: arguments are assigned to
    /// parameters, results to the variables of the caller, and the variables of a procedure that is active `n` times
    /// already are [`Symbol::at_depth`](faultscope_ir::Symbol::at_depth) `n`.
    pub statements: Vec<Statement>,
    /// Which block each choice ([`Terminator::Choose`](faultscope_ir::Terminator::Choose)) on the way leads to, in order.
    pub choices: Vec<usize>,
}

/// A finite automaton. A word is accepted where some run over it starts in an initial state and ends in a final one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Automaton {
    /// The number of states.
    pub n_states: usize,
    /// Where words start.
    pub initials: Vec<State>,
    /// Where words end.
    pub finals: Vec<State>,
    /// From where, with which letter, and to where.
    pub edges: Vec<(State, Letter, State)>,
}

/// The paths of a program from its entry to its exits.
#[derive(Debug, Clone)]
pub struct ControlFlow {
    /// What the letters stand for.
    pub letters: Vec<Code>,
    /// Its words are the paths. Deterministic.
    pub automaton: Automaton,
    /// What each final state is.
    pub exits: Vec<(State, Exit)>,
    /// How many activations of one procedure a path has at the most; the call of one more is an exit.
    pub max_recursion: u32,
}

/// Why a path ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Exit {
    /// A property is violated.
    Error {
        /// What is violated.
        check: CheckId,
    },
    /// A construct that could not be translated.
    Unsupported {
        /// What it is.
        message: String,
        /// Where.
        origin: OriginId,
    },
    /// A call beyond the bound on recursion.
    Recursion,
}

/// One subtraction: every word that was left before is subtracted or is left now.
#[derive(Debug, Clone)]
pub struct Step {
    /// What is subtracted.
    pub subtracted: Subtracted,
    /// What is left. Deterministic.
    pub remaining: Automaton,
}

/// What a step subtracts.
#[derive(Debug, Clone)]
pub enum Subtracted {
    /// Words that no execution runs through.
    FloydHoare(FloydHoareAutomaton),
    /// Words like that of a feasible error trace.
    Danger {
        /// The automaton.
        automaton: DangerAutomaton,
        /// The trace's word.
        word: Vec<Letter>,
    },
    /// The word of one feasible error trace.
    Word(Vec<Letter>),
    /// All words that lead to an exit which is no error. This one is feasible: executions beyond such exits were not
    /// followed.
    Unfollowed(Vec<Letter>),
}

/// An automaton with a predicate per state, every edge of which is a valid Hoare triple.
///
/// The initial state's predicate is valid, that of final states has no model. It subtracts the words that it accepts
/// and every continuation of them: what follows a contradiction is infeasible too. Deterministic.
#[derive(Debug, Clone)]
pub struct FloydHoareAutomaton {
    /// The automaton.
    pub automaton: Automaton,
    /// For each state its predicate, as a list of conjuncts.
    pub predicates: Vec<Vec<Term>>,
}

/// An automaton with a predicate per state: whoever is in the predicate of a state that is not final can go along some
/// edge into the predicate of its target. It subtracts the words that it accepts.
#[derive(Debug, Clone)]
pub struct DangerAutomaton {
    /// The automaton.
    pub automaton: Automaton,
    /// For each state its predicate.
    pub predicates: Vec<Term>,
}
