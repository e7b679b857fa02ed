//! Which words are in which automata, by walks over pairs and triples of states.

use std::hash::Hash;

use faultscope_solver::{Limits, StopReason};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use crate::automata::{Dfa, Letter, Nfa, State};
use crate::trace_abstraction::control_flow::{ControlFlow, Exit};

/// A set of words, read letter by letter. Where there is no state, no continuation is in the set.
pub(super) trait Acceptor {
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
impl Acceptor for Dfa {
    type State = State;

    fn initial(&self) -> Option<State> {
        (self.n_states() > 0).then_some(Dfa::INITIAL)
    }

    fn step(&self, state: &State, letter: Letter) -> Option<State> {
        Dfa::step(self, *state, letter)
    }

    fn accepts(&self, state: &State) -> bool {
        self.is_final(*state)
    }
}

/// The words of an automaton and all that continues one of them.
pub(super) struct Continued<'a>(pub &'a Dfa);

impl Acceptor for Continued<'_> {
    type State = State;

    fn initial(&self) -> Option<State> {
        self.0.initial()
    }

    fn step(&self, state: &State, letter: Letter) -> Option<State> {
        if self.0.is_final(*state) { Some(*state) } else { self.0.step(*state, letter) }
    }

    fn accepts(&self, state: &State) -> bool {
        self.0.is_final(*state)
    }

    fn accepts_all(&self, state: &State) -> bool {
        self.0.is_final(*state)
    }
}

/// The words to exits that are no errors.
pub(super) struct Unfollowed<'a>(pub &'a ControlFlow);

impl Acceptor for Unfollowed<'_> {
    type State = State;

    fn initial(&self) -> Option<State> {
        self.0.automaton.initial()
    }

    fn step(&self, state: &State, letter: Letter) -> Option<State> {
        self.0.automaton.step(*state, letter)
    }

    fn accepts(&self, state: &State) -> bool {
        let exit = &self.0.locations[state.index()].exit;
        matches!(exit, Some(Exit::Unsupported { .. } | Exit::Recursion))
    }
}

/// The language of a nondeterministic automaton. A state is the set of states after all runs, in ascending order.
pub(super) struct Subsets<'a>(pub &'a Nfa);

impl Acceptor for Subsets<'_> {
    type State = Vec<State>;

    fn initial(&self) -> Option<Vec<State>> {
        normalized(self.0.initials.clone())
    }

    fn step(&self, states: &Vec<State>, letter: Letter) -> Option<Vec<State>> {
        let edges = states.iter().flat_map(|state| &self.0.successors[state.index()]);
        normalized(edges.filter(|edge| edge.0 == letter).map(|edge| edge.1).collect())
    }

    fn accepts(&self, states: &Vec<State>) -> bool {
        states.iter().any(|state| self.0.finals[state.index()])
    }
}

fn normalized(mut states: Vec<State>) -> Option<Vec<State>> {
    states.sort_unstable();
    states.dedup();
    (!states.is_empty()).then_some(states)
}

/// One word. A state is the number of letters read.
pub(super) struct SingleWord<'a>(pub &'a [Letter]);

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
    nodes: IndexMap<N, Option<(usize, Letter)>, FxBuildHasher>,
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
pub(super) fn lost_word<A: Acceptor>(
    before: &Dfa,
    subtracted: &A,
    remaining: &Dfa,
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
                let left = left.and_then(|state| remaining.step(state, *letter));
                walk.meet((*target, less, left), next, *letter);
            }
        }
        next += 1;
    }
    Ok(None)
}

/// A shortest word over which `nfa` has a run whose end is found, given the state of `dfa` after the word, if it has one.
pub(super) fn runs(
    nfa: &Nfa,
    dfa: &Dfa,
    mut is_found: impl FnMut(State, Option<State>) -> bool,
) -> Option<Vec<Letter>> {
    let mut walk = Walk::new(nfa.initials.iter().map(|start| (*start, dfa.initial())));
    let mut next = 0;
    while let Some((state, at)) = walk.node(next) {
        if is_found(state, at) {
            return Some(walk.word(next));
        }
        for (letter, target) in &nfa.successors[state.index()] {
            walk.meet((*target, at.and_then(|at| dfa.step(at, *letter))), next, *letter);
        }
        next += 1;
    }
    None
}
