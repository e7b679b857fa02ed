//! The difference of a deterministic automaton and one that is made on the way.

use std::convert::Infallible;
use std::hash::Hash;

use faultscope_ir::index::IndexSet;
use faultscope_solver::{Limits, StopReason};

use super::{Dfa, DfaBuilder, Letter, State};
use crate::effort;

/// A deterministic and total automaton whose states are computed when a word gets there.
pub trait Subtrahend {
    /// A state.
    type State: Clone + Eq + Hash;
    /// Why a successor cannot be computed.
    type Error;

    /// Where every word starts.
    fn initial(&mut self) -> Self::State;

    /// The successor by a letter. `at` is the state in which the minuend is before the letter.
    fn step(&mut self, at: State, state: &Self::State, letter: Letter) -> Result<Self::State, Self::Error>;

    /// Whether words that end here are accepted.
    fn is_final(&self, state: &Self::State) -> bool;

    /// Whether all continuations are accepted: what leads here need not be followed.
    fn is_universal(&self, _state: &Self::State) -> bool {
        false
    }

    /// Whether no continuation is accepted.
    fn is_dead(&self, _state: &Self::State) -> bool {
        false
    }
}

/// A difference of an automaton and one with states of type `S`.
#[derive(Debug, Clone)]
pub struct Difference<S> {
    /// What is left, trimmed: every state is on an accepted word.
    pub automaton: Dfa,
    /// For each state of it the state of the minuend that it is in.
    pub minuend: Vec<State>,
    /// For each state of it the state of the subtrahend that it is in.
    pub subtrahend: Vec<S>,
    /// The number of pairs that were visited.
    pub n_visited: usize,
}

/// The words of `minuend` that `subtrahend` does not accept.
///
/// # Errors
/// Those of the subtrahend.
pub fn difference<S: Subtrahend>(
    minuend: &Dfa,
    subtrahend: &mut S,
) -> Result<Difference<S::State>, S::Error> {
    let mut builder = DfaBuilder::default();
    // The number of a pair is the state of the result.
    let mut pairs: IndexSet<(State, S::State)> = IndexSet::default();
    if minuend.n_states() > 0 {
        let initial = subtrahend.initial();
        if !subtrahend.is_universal(&initial) {
            builder.add_state(minuend.is_final(Dfa::INITIAL) && !subtrahend.is_final(&initial));
            pairs.insert((Dfa::INITIAL, initial));
        }
    }
    let mut next = 0;
    while next < pairs.len() {
        let (at, state) = pairs[next].clone();
        for (letter, target) in minuend.successors(at) {
            let successor = if subtrahend.is_dead(&state) {
                state.clone()
            } else {
                subtrahend.step(at, &state, *letter)?
            };
            if subtrahend.is_universal(&successor) {
                continue;
            }
            let is_final = minuend.is_final(*target) && !subtrahend.is_final(&successor);
            let (number, is_new) = pairs.insert_full((*target, successor));
            if is_new {
                builder.add_state(is_final);
            }
            builder.add_edge(State(next as u32), *letter, State(number as u32));
        }
        next += 1;
    }
    let (automaton, origins) = builder.build().trim();
    let (minuend, subtrahend) = origins.iter().map(|state| pairs[state.index()].clone()).unzip();
    Ok(Difference { automaton, minuend, subtrahend, n_visited: pairs.len() })
}

/// One word.
#[derive(Debug)]
pub struct SingleWord<'a>(pub &'a [Letter]);

impl Subtrahend for SingleWord<'_> {
    /// How much of the word was read; none off the word.
    type State = Option<usize>;
    type Error = Infallible;

    fn initial(&mut self) -> Option<usize> {
        Some(0)
    }

    fn step(
        &mut self,
        _at: State,
        state: &Option<usize>,
        letter: Letter,
    ) -> Result<Option<usize>, Infallible> {
        Ok(state.filter(|read| self.0.get(*read) == Some(&letter)).map(|read| read + 1))
    }

    fn is_final(&self, state: &Option<usize>) -> bool {
        *state == Some(self.0.len())
    }

    fn is_dead(&self, state: &Option<usize>) -> bool {
        state.is_none()
    }
}

/// In how many steps limits are looked at once.
const LIMITS_INTERVAL: u32 = 1024;

/// A subtrahend that is walked as long as limits allow.
#[derive(Debug)]
pub struct Within<'a, S> {
    subtrahend: S,
    limits: &'a Limits,
    n_steps: u32,
}

impl<'a, S> Within<'a, S> {
    /// The same automaton under limits.
    pub fn new(subtrahend: S, limits: &'a Limits) -> Within<'a, S> {
        Within { subtrahend, limits, n_steps: 0 }
    }
}

impl<S: Subtrahend<Error = Infallible>> Subtrahend for Within<'_, S> {
    type State = S::State;
    type Error = StopReason;

    fn initial(&mut self) -> S::State {
        self.subtrahend.initial()
    }

    fn step(&mut self, at: State, state: &S::State, letter: Letter) -> Result<S::State, StopReason> {
        self.n_steps = self.n_steps.wrapping_add(1);
        if self.n_steps.is_multiple_of(LIMITS_INTERVAL) {
            self.limits.spend(effort::automaton(LIMITS_INTERVAL.into()));
            if let Some(reason) = self.limits.exceeded() {
                return Err(reason);
            }
        }
        let Ok(successor) = self.subtrahend.step(at, state, letter);
        Ok(successor)
    }

    fn is_final(&self, state: &S::State) -> bool {
        self.subtrahend.is_final(state)
    }

    fn is_universal(&self, state: &S::State) -> bool {
        self.subtrahend.is_universal(state)
    }

    fn is_dead(&self, state: &S::State) -> bool {
        self.subtrahend.is_dead(state)
    }
}
