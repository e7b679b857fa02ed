//! Nondeterministic automata, and their determinization on the way.

use std::convert::Infallible;

use super::{Letter, State, Subtrahend};

/// A nondeterministic automaton without empty moves.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Nfa {
    /// Where words start.
    pub initials: Vec<State>,
    /// For each state whether words that end there are accepted.
    pub finals: Vec<bool>,
    /// For each state its successors, in ascending order.
    pub successors: Vec<Vec<(Letter, State)>>,
}

impl Nfa {
    /// Adds a state.
    pub fn add_state(&mut self, is_final: bool) -> State {
        self.finals.push(is_final);
        self.successors.push(Vec::new());
        State(self.finals.len() as u32 - 1)
    }

    /// Adds an edge, once.
    pub fn add_edge(&mut self, source: State, letter: Letter, target: State) {
        let successors = &mut self.successors[source.index()];
        if let Err(position) = successors.binary_search(&(letter, target)) {
            successors.insert(position, (letter, target));
        }
    }

    /// The number of states.
    pub fn n_states(&self) -> usize {
        self.finals.len()
    }

    /// The number of edges.
    pub fn n_edges(&self) -> usize {
        self.successors.iter().map(Vec::len).sum()
    }

    /// The states after a letter from any of some states, in ascending order.
    pub fn step(&self, states: &[State], letter: Letter) -> Vec<State> {
        let mut targets: Vec<State> = states
            .iter()
            .flat_map(|state| {
                let successors = &self.successors[state.index()];
                let start = successors.partition_point(|(other, _)| *other < letter);
                successors[start..].iter().take_while(move |(other, _)| *other == letter).map(|it| it.1)
            })
            .collect();
        targets.sort_unstable();
        targets.dedup();
        targets
    }

    /// Whether a word is accepted.
    pub fn accepts(&self, word: &[Letter]) -> bool {
        let mut states = self.initials.clone();
        for letter in word {
            states = self.step(&states, *letter);
        }
        states.iter().any(|state| self.finals[state.index()])
    }
}

/// The determinization of an automaton by sets of states, to be subtracted.
#[derive(Debug)]
pub struct Subsets<'a>(pub &'a Nfa);

impl Subtrahend for Subsets<'_> {
    type State = Vec<State>;
    type Error = Infallible;

    fn initial(&mut self) -> Vec<State> {
        let mut initials = self.0.initials.clone();
        initials.sort_unstable();
        initials.dedup();
        initials
    }

    fn step(&mut self, _at: State, states: &Vec<State>, letter: Letter) -> Result<Vec<State>, Infallible> {
        Ok(self.0.step(states, letter))
    }

    fn is_final(&self, states: &Vec<State>) -> bool {
        states.iter().any(|state| self.0.finals[state.index()])
    }

    fn is_dead(&self, states: &Vec<State>) -> bool {
        states.is_empty()
    }
}
