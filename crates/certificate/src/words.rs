//! Which words are in which automata, by walks over pairs and triples of states.

use std::hash::Hash;

use faultscope_ir::index::IndexMap;
use faultscope_solver::{Limits, StopReason};

use crate::certificate::{Automaton, ControlFlow, Exit, Letter, State};

/// An automaton with its edges sorted.
#[derive(Debug, Clone)]
pub(crate) struct Nondeterministic {
    /// Where words start.
    pub(crate) initials: Vec<State>,
    finals: Vec<bool>,
    /// For each state its edges, by letter and target.
    successors: Vec<Vec<(Letter, State)>>,
}

impl Nondeterministic {
    /// The same automaton; none where it names letters or states that it does not have.
    pub(crate) fn new(automaton: &Automaton, n_letters: usize) -> Option<Nondeterministic> {
        let n_states = automaton.n_states;
        let is_state = |state: &State| state.index() < n_states;
        let Automaton { initials, finals, edges, .. } = automaton;
        if !initials.iter().chain(finals).all(is_state) {
            return None;
        }
        let mut sorted = Nondeterministic {
            initials: initials.clone(),
            finals: vec![false; n_states],
            successors: vec![Vec::new(); n_states],
        };
        finals.iter().for_each(|state| sorted.finals[state.index()] = true);
        for (source, letter, target) in edges {
            if !is_state(source) || !is_state(target) || letter.index() >= n_letters {
                return None;
            }
            sorted.successors[source.index()].push((*letter, *target));
        }
        sorted.successors.iter_mut().for_each(|edges| edges.sort_unstable());
        Some(sorted)
    }

    pub(crate) fn n_states(&self) -> usize {
        self.finals.len()
    }

    pub(crate) fn states(&self) -> impl Iterator<Item = State> + use<> {
        (0..self.finals.len() as u32).map(State)
    }

    pub(crate) fn is_final(&self, state: State) -> bool {
        self.finals[state.index()]
    }

    pub(crate) fn successors(&self, state: State) -> &[(Letter, State)] {
        &self.successors[state.index()]
    }
}

/// An automaton with one run at the most over every word.
#[derive(Debug, Clone)]
pub(crate) struct Deterministic(Nondeterministic);

impl Deterministic {
    /// The same automaton; none where it is not deterministic, or names letters or states that it does not have.
    pub(crate) fn new(automaton: &Automaton, n_letters: usize) -> Option<Deterministic> {
        let sorted = Nondeterministic::new(automaton, n_letters)?;
        let differ = |edges: &[(Letter, State)]| edges.windows(2).all(|pair| pair[0].0 != pair[1].0);
        let is_deterministic =
            sorted.initials.len() <= 1 && sorted.successors.iter().all(|edges| differ(edges));
        is_deterministic.then_some(Deterministic(sorted))
    }

    pub(crate) fn n_states(&self) -> usize {
        self.0.n_states()
    }

    pub(crate) fn states(&self) -> impl Iterator<Item = State> + use<> {
        self.0.states()
    }

    pub(crate) fn is_final(&self, state: State) -> bool {
        self.0.is_final(state)
    }

    pub(crate) fn successors(&self, state: State) -> &[(Letter, State)] {
        self.0.successors(state)
    }

    /// Where words start.
    pub(crate) fn initial(&self) -> Option<State> {
        self.0.initials.first().copied()
    }

    /// The successor by a letter.
    pub(crate) fn successor(&self, state: State, letter: Letter) -> Option<State> {
        let successors = self.successors(state);
        let position = successors.binary_search_by_key(&letter, |(letter, _)| *letter).ok()?;
        Some(successors[position].1)
    }

    /// A shortest accepted word; among those the one with the least letters from the front.
    pub(crate) fn shortest_word(&self) -> Option<Vec<Letter>> {
        let mut walk = Walk::new(self.initial());
        let mut next = 0;
        while let Some(state) = walk.node(next) {
            if self.is_final(state) {
                return Some(walk.word(next));
            }
            for (letter, target) in self.successors(state) {
                walk.meet(*target, next, *letter);
            }
            next += 1;
        }
        None
    }
}

/// A set of words, read letter by letter. Where there is no state, no continuation is in the set.
pub(crate) trait Acceptor {
    /// What matters of the letters read so far.
    type State: Clone + Eq + Hash;

    /// Before the first letter.
    fn initial(&self) -> Option<Self::State>;

    /// After one more letter.
    fn step(&self, state: &Self::State, letter: Letter) -> Option<Self::State>;

    /// Whether what was read is in the set.
    fn accepts(&self, state: &Self::State) -> bool;

    /// Whether all continuations are.
    fn accepts_all(&self, _state: &Self::State) -> bool {
        false
    }

    /// Whether a word is in the set.
    fn accepts_word(&self, word: &[Letter]) -> bool {
        let start = self.initial();
        let end = word.iter().try_fold(start, |state, letter| Some(self.step(&state?, *letter)));
        end.flatten().is_some_and(|state| self.accepts(&state))
    }
}

/// The language of an automaton.
impl Acceptor for Deterministic {
    type State = State;

    fn initial(&self) -> Option<State> {
        Deterministic::initial(self)
    }

    fn step(&self, state: &State, letter: Letter) -> Option<State> {
        self.successor(*state, letter)
    }

    fn accepts(&self, state: &State) -> bool {
        self.is_final(*state)
    }
}

/// The words of an automaton and all that continues one of them.
pub(crate) struct Continued<'a>(pub(crate) &'a Deterministic);

impl Acceptor for Continued<'_> {
    type State = State;

    fn initial(&self) -> Option<State> {
        self.0.initial()
    }

    fn step(&self, state: &State, letter: Letter) -> Option<State> {
        if self.0.is_final(*state) { Some(*state) } else { self.0.successor(*state, letter) }
    }

    fn accepts(&self, state: &State) -> bool {
        self.0.is_final(*state)
    }

    fn accepts_all(&self, state: &State) -> bool {
        self.0.is_final(*state)
    }
}

/// The words to exits that are no errors.
pub(crate) struct Unfollowed<'a> {
    automaton: &'a Deterministic,
    /// For each state whether it is such an exit.
    ends: Vec<bool>,
}

impl<'a> Unfollowed<'a> {
    /// Of the control flow with this automaton.
    pub(crate) fn new(control_flow: &ControlFlow, automaton: &'a Deterministic) -> Unfollowed<'a> {
        let mut ends = vec![false; automaton.n_states()];
        for (state, exit) in &control_flow.exits {
            match exit {
                Exit::Error { .. } => {}
                Exit::Unsupported { .. } | Exit::Recursion => ends[state.index()] = true,
            }
        }
        Unfollowed { automaton, ends }
    }
}

impl Acceptor for Unfollowed<'_> {
    type State = State;

    fn initial(&self) -> Option<State> {
        self.automaton.initial()
    }

    fn step(&self, state: &State, letter: Letter) -> Option<State> {
        self.automaton.successor(*state, letter)
    }

    fn accepts(&self, state: &State) -> bool {
        self.ends[state.index()]
    }
}

/// The language of a nondeterministic automaton. A state is the set of states after all runs, in ascending order.
pub(crate) struct Subsets<'a>(pub(crate) &'a Nondeterministic);

impl Acceptor for Subsets<'_> {
    type State = Vec<State>;

    fn initial(&self) -> Option<Vec<State>> {
        normalized(self.0.initials.clone())
    }

    fn step(&self, states: &Vec<State>, letter: Letter) -> Option<Vec<State>> {
        let edges = states.iter().flat_map(|state| self.0.successors(*state));
        normalized(edges.filter(|edge| edge.0 == letter).map(|edge| edge.1).collect())
    }

    fn accepts(&self, states: &Vec<State>) -> bool {
        states.iter().any(|state| self.0.is_final(*state))
    }
}

fn normalized(mut states: Vec<State>) -> Option<Vec<State>> {
    states.sort_unstable();
    states.dedup();
    (!states.is_empty()).then_some(states)
}

/// One word. A state is the number of letters read.
pub(crate) struct SingleWord<'a>(pub(crate) &'a [Letter]);

impl Acceptor for SingleWord<'_> {
    type State = usize;

    fn initial(&self) -> Option<usize> {
        Some(0)
    }

    fn step(&self, n_read: &usize, letter: Letter) -> Option<usize> {
        (self.0.get(*n_read) == Some(&letter)).then_some(n_read + 1)
    }

    fn accepts(&self, n_read: &usize) -> bool {
        *n_read == self.0.len()
    }
}

/// A breadth-first walk: for each node that was met the one before it and the letter between them.
struct Walk<N> {
    nodes: IndexMap<N, Option<(usize, Letter)>>,
}

impl<N: Clone + Eq + Hash> Walk<N> {
    fn new(starts: impl IntoIterator<Item = N>) -> Walk<N> {
        Walk { nodes: starts.into_iter().map(|start| (start, None)).collect() }
    }

    fn node(&self, idx: usize) -> Option<N> {
        self.nodes.get_index(idx).map(|(node, _)| node.clone())
    }

    fn meet(&mut self, node: N, from: usize, letter: Letter) {
        self.nodes.entry(node).or_insert(Some((from, letter)));
    }

    fn word(&self, mut idx: usize) -> Vec<Letter> {
        let mut word = Vec::new();
        while let Some((_, Some((from, letter)))) = self.nodes.get_index(idx) {
            word.push(*letter);
            idx = *from;
        }
        word.reverse();
        word
    }
}

/// A shortest word of `before` that is neither subtracted nor left.
///
/// # Errors
/// If a limit is exceeded.
pub(crate) fn lost_word<A: Acceptor>(
    before: &Deterministic,
    subtracted: &A,
    remaining: &Deterministic,
    limits: &Limits,
) -> Result<Option<Vec<Letter>>, StopReason> {
    let start = before.initial().map(|start| (start, subtracted.initial(), remaining.initial()));
    let mut walk = Walk::new(start);
    let mut next = 0;
    while let Some((at, less, left)) = walk.node(next) {
        if next.is_multiple_of(4096)
            && let Some(reason) = limits.exceeded()
        {
            return Err(reason);
        }
        if !less.as_ref().is_some_and(|state| subtracted.accepts_all(state)) {
            let is_subtracted = less.as_ref().is_some_and(|state| subtracted.accepts(state));
            let is_left = left.is_some_and(|state| remaining.is_final(state));
            if before.is_final(at) && !is_subtracted && !is_left {
                return Ok(Some(walk.word(next)));
            }
            for (letter, target) in before.successors(at) {
                let less = less.as_ref().and_then(|state| subtracted.step(state, *letter));
                let left = left.and_then(|state| remaining.successor(state, *letter));
                walk.meet((*target, less, left), next, *letter);
            }
        }
        next += 1;
    }
    Ok(None)
}

/// A shortest word over which `nfa` has a run whose end is found, given the state of `dfa` after the word, if it has one.
pub(crate) fn runs(
    nfa: &Nondeterministic,
    dfa: &Deterministic,
    mut is_found: impl FnMut(State, Option<State>) -> bool,
) -> Option<Vec<Letter>> {
    let mut walk = Walk::new(nfa.initials.iter().map(|start| (*start, dfa.initial())));
    let mut next = 0;
    while let Some((state, at)) = walk.node(next) {
        if is_found(state, at) {
            return Some(walk.word(next));
        }
        for (letter, target) in nfa.successors(state) {
            walk.meet((*target, at.and_then(|at| dfa.successor(at, *letter))), next, *letter);
        }
        next += 1;
    }
    None
}
