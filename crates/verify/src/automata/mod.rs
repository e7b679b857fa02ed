//! Finite automata over the letters of an [`Alphabet`](crate::trace_abstraction::Alphabet).
//!
//! * [`Dfa`]: deterministic and partial; what `A_rem` and every intermediate result is;
//! * [`Nfa`]: with several successors; what a danger automaton is;
//! * [`difference`](difference()): a `Dfa` less the language of a [`Subtrahend`], an automaton that is made while it
//!   is walked;
//! * [`Dfa::minimize`]: merges states of the same language.
//!
//! **Invariant:** states are numbered in the order in which a breadth-first walk along ascending letters meets them,
//! so that the same input gives the same automaton.

mod dfa;
mod difference;
mod minimize;
mod nfa;
#[cfg(test)]
mod tests;

use faultscope_ir::graph::Node;

pub use dfa::{Dfa, DfaBuilder};
pub use difference::{Difference, SingleWord, Subtrahend, Within, difference};
pub use nfa::{Nfa, Subsets};

/// A letter: an index into the alphabet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Letter(pub u32);

/// A state of an automaton.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State(pub u32);

impl State {
    /// The index of the state in lists with one entry per state.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl Node for State {
    fn of(index: usize) -> State {
        State(index as u32)
    }

    fn index(self) -> usize {
        self.0 as usize
    }
}
