//! Deterministic automata.

use std::collections::VecDeque;

use faultscope_ir::graph;

use super::{Letter, State};

/// A deterministic automaton, partial: a word without a run is not accepted.
///
/// State 0 is the initial one; an automaton without states accepts nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Dfa {
    /// For each state its successors, by ascending letter.
    successors: Vec<Vec<(Letter, State)>>,
    finals: Vec<bool>,
}

impl Dfa {
    /// Where every word starts.
    pub const INITIAL: State = State(0);

    /// The number of states.
    pub fn n_states(&self) -> usize {
        self.finals.len()
    }

    /// The number of edges.
    pub fn n_edges(&self) -> usize {
        self.successors.iter().map(Vec::len).sum()
    }

    /// All states in ascending order.
    pub fn states(&self) -> impl Iterator<Item = State> + use<> {
        (0..self.finals.len() as u32).map(State)
    }

    /// Whether words that end here are accepted.
    pub fn is_final(&self, state: State) -> bool {
        self.finals[state.index()]
    }

    /// The edges from a state, by ascending letter.
    pub fn successors(&self, state: State) -> &[(Letter, State)] {
        &self.successors[state.index()]
    }

    /// The states that edges from a state lead to, by ascending letter.
    pub fn targets(&self, state: State) -> impl Iterator<Item = State> + use<'_> {
        self.successors(state).iter().map(|(_, target)| *target)
    }

    /// The successor by a letter.
    pub fn step(&self, state: State, letter: Letter) -> Option<State> {
        let successors = self.successors(state);
        let position = successors.binary_search_by_key(&letter, |(letter, _)| *letter).ok()?;
        Some(successors[position].1)
    }

    /// Whether the language is empty. A trimmed automaton has no states then, others take a walk.
    pub fn is_empty(&self) -> bool {
        self.shortest_word().is_none()
    }

    /// Whether a word is accepted.
    pub fn accepts(&self, word: &[Letter]) -> bool {
        self.run(word).is_some_and(|run| self.is_final(run[word.len()]))
    }

    /// The states along a word, the initial one first; none where there is no run.
    pub fn run(&self, word: &[Letter]) -> Option<Vec<State>> {
        if self.n_states() == 0 {
            return None;
        }
        let mut run = Vec::with_capacity(word.len() + 1);
        run.push(Dfa::INITIAL);
        for letter in word {
            run.push(self.step(run[run.len() - 1], *letter)?);
        }
        Some(run)
    }

    /// A shortest accepted word; among those the one with the least letters from the front.
    pub fn shortest_word(&self) -> Option<Vec<Letter>> {
        if self.n_states() == 0 {
            return None;
        }
        let mut from: Vec<Option<(State, Letter)>> = vec![None; self.n_states()];
        let mut seen = vec![false; self.n_states()];
        seen[0] = true;
        let mut open = VecDeque::from([Dfa::INITIAL]);
        while let Some(state) = open.pop_front() {
            if self.is_final(state) {
                let mut word = Vec::new();
                let mut at = state;
                while let Some((source, letter)) = from[at.index()] {
                    word.push(letter);
                    at = source;
                }
                word.reverse();
                return Some(word);
            }
            for (letter, target) in self.successors(state) {
                if !std::mem::replace(&mut seen[target.index()], true) {
                    from[target.index()] = Some((state, *letter));
                    open.push_back(*target);
                }
            }
        }
        None
    }

    /// For each state whether a final one can be reached from it.
    pub fn live_states(&self) -> Vec<bool> {
        let predecessors = graph::predecessors(self.n_states(), |state| self.targets(state));
        let finals = self.states().filter(|state| self.is_final(*state));
        graph::reachable(self.n_states(), finals, |state| predecessors[state.index()].iter().copied())
    }

    /// The same language without states that are on no accepted word, and for each state the one it was.
    #[must_use]
    pub fn trim(&self) -> (Dfa, Vec<State>) {
        let live = self.live_states();
        self.renumber(&mut |state| live[state.index()].then_some(state))
    }

    /// For each state that a word leads to, where the same word leads in an automaton that has all of its words' runs, such as
    /// the minimal one of its language; none for others.
    pub fn images(&self, other: &Dfa) -> Vec<Option<State>> {
        let mut images = vec![None; self.n_states()];
        let mut open = Vec::new();
        if self.n_states() > 0 && other.n_states() > 0 {
            images[0] = Some(Dfa::INITIAL);
            open.push(Dfa::INITIAL);
        }
        while let Some(state) = open.pop() {
            let Some(image) = images[state.index()] else { continue };
            for (letter, target) in self.successors(state) {
                if images[target.index()].is_none()
                    && let Some(image) = other.step(image, *letter)
                {
                    images[target.index()] = Some(image);
                    open.push(*target);
                }
            }
        }
        images
    }

    /// The automaton whose states are what `class` maps the states to (none for states to be left out), numbered as
    /// a breadth-first walk meets them, and for each state its class. States of one class have to agree.
    pub(super) fn renumber(&self, class: &mut dyn FnMut(State) -> Option<State>) -> (Dfa, Vec<State>) {
        let mut builder = DfaBuilder::default();
        let mut origins = Vec::new();
        let mut number = vec![None; self.n_states()];
        if self.n_states() == 0 {
            return (builder.build(), origins);
        }
        let Some(initial) = class(Dfa::INITIAL) else { return (builder.build(), origins) };
        number[initial.index()] = Some(builder.add_state(self.is_final(initial)));
        origins.push(initial);
        let mut next = 0;
        while next < origins.len() {
            let source = State(next as u32);
            for (letter, target) in self.successors(origins[next]) {
                let Some(target) = class(*target) else { continue };
                let known = number[target.index()];
                let target = known.unwrap_or_else(|| {
                    let state = builder.add_state(self.is_final(target));
                    number[target.index()] = Some(state);
                    origins.push(target);
                    state
                });
                builder.add_edge(source, *letter, target);
            }
            next += 1;
        }
        (builder.build(), origins)
    }
}

/// Makes a [`Dfa`].
#[derive(Debug, Default)]
pub struct DfaBuilder {
    dfa: Dfa,
}

impl DfaBuilder {
    /// Adds a state; the first one is the initial one.
    pub fn add_state(&mut self, is_final: bool) -> State {
        self.dfa.finals.push(is_final);
        self.dfa.successors.push(Vec::new());
        State(self.dfa.finals.len() as u32 - 1)
    }

    /// Adds an edge; a second one from the same state with the same letter replaces the first.
    pub fn add_edge(&mut self, source: State, letter: Letter, target: State) {
        let successors = &mut self.dfa.successors[source.index()];
        match successors.binary_search_by_key(&letter, |(letter, _)| *letter) {
            Ok(position) => successors[position].1 = target,
            Err(position) => successors.insert(position, (letter, target)),
        }
    }

    /// The number of states so far.
    pub fn n_states(&self) -> usize {
        self.dfa.n_states()
    }

    /// The automaton.
    pub fn build(self) -> Dfa {
        self.dfa
    }
}
