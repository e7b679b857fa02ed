//! `A_rem`: the words that remain to be looked at, and what is known of them.

use std::rc::Rc;

use faultscope_ir::Term;
use rustc_hash::FxHashSet;

use super::control_flow::ControlFlow;
use super::floyd_hoare::{PredicateId, Triples};
use crate::automata::{Dfa, DfaBuilder, Letter, State};
use crate::limits::MAX_ANNOTATED_STATES;

/// `A_rem`, minimized.
#[derive(Clone)]
pub(super) struct RemainingWords {
    /// The automaton.
    pub(super) automaton: Dfa,
    /// For each state the location it is at. States of different locations are merged only where nothing comes after them.
    pub(super) locations: Rc<[State]>,
    /// For each state, in ascending order, what the subtracted Floyd-Hoare automata know of executions there. States
    /// that were merged keep what they share. Nothing where nobody will ask.
    invariants: Option<Vec<Vec<PredicateId>>>,
}

impl RemainingWords {
    /// All words of a program.
    pub(super) fn new(control_flow: &ControlFlow, keep_invariants: bool) -> RemainingWords {
        let (automaton, locations) = control_flow.automaton.minimize();
        let invariants = keep_invariants.then(|| vec![Vec::new(); automaton.n_states()]);
        RemainingWords { automaton, locations: locations.into(), invariants }
    }

    /// Those of the words that end like one of them, with the states of all of them.
    pub(super) fn ending_like(&self, word: &[Letter], control_flow: &ControlFlow) -> Dfa {
        let exit = control_flow.exit(word);
        let is_other = |state: &State, letter: Letter| {
            let location = control_flow.automaton.step(self.locations[state.index()], letter);
            location.and_then(|it| control_flow.locations[it.index()].exit.as_ref()) != exit
        };
        let mut builder = DfaBuilder::default();
        for state in self.automaton.states() {
            builder.add_state(self.automaton.is_final(state));
        }
        for state in self.automaton.states() {
            for (letter, target) in self.automaton.successors(state) {
                if !self.automaton.is_final(*target) || !is_other(&state, *letter) {
                    builder.add_edge(state, *letter, *target);
                }
            }
        }
        builder.build()
    }

    /// Whether an automaton has fewer states than this one.
    pub(super) fn is_less(&self, left: &Dfa) -> bool {
        left.n_states() < self.automaton.n_states()
    }

    /// Puts what a subtraction left in the place of the automaton. `origins` are the states that its states are in, and
    /// `learnt` says what the subtracted automaton knows there.
    pub(super) fn reduce<'l>(
        &mut self,
        automaton: &Dfa,
        origins: &[State],
        learnt: impl Fn(State) -> &'l [PredicateId],
    ) {
        let (minimal, representatives) = automaton.minimize();
        let location = |state: &State| self.locations[origins[state.index()].index()];
        self.locations = representatives.iter().map(location).collect();
        self.invariants = self.invariants.take().map(|before| {
            let mut shared: Vec<Option<Vec<PredicateId>>> = vec![None; minimal.n_states()];
            for (state, image) in automaton.states().zip(automaton.images(&minimal)) {
                let Some(image) = image else { continue };
                let mut known = before[origins[state.index()].index()].clone();
                known.extend(learnt(state));
                known.sort_unstable();
                known.dedup();
                match &mut shared[image.index()] {
                    Some(shared) => shared.retain(|predicate| known.binary_search(predicate).is_ok()),
                    unknown => *unknown = Some(known),
                }
            }
            shared.into_iter().map(Option::unwrap_or_default).collect()
        });
        self.automaton = minimal;
    }

    /// For each state predicates that hold wherever an execution gets there: the largest part of what is known that is
    /// seen to be inductive. Merging states forgets some of the reasons.
    pub(super) fn inductive_invariants(&mut self, triples: &mut Triples<'_>) -> Vec<Vec<Term>> {
        if self.automaton.n_states() > MAX_ANNOTATED_STATES {
            return Vec::new();
        }
        let Some(mut invariants) = self.invariants.clone() else { return Vec::new() };
        if let Some(initial) = invariants.first_mut() {
            initial.clear();
        }
        let mut open: Vec<State> = self.automaton.states().collect();
        open.reverse();
        let mut is_open: FxHashSet<State> = open.iter().copied().collect();
        while let Some(state) = open.pop() {
            is_open.remove(&state);
            let before = invariants[state.index()].clone();
            for (letter, target) in self.automaton.successors(state) {
                let after = &mut invariants[target.index()];
                let n_known = after.len();
                after.retain(|predicate| triples.holds(&before, *letter, *predicate));
                if after.len() < n_known && is_open.insert(*target) {
                    open.push(*target);
                }
            }
        }
        // What was not inductive now will not be later.
        let formulas = |set: &Vec<PredicateId>| set.iter().map(|id| triples.formula(*id)).collect();
        let terms = invariants.iter().map(formulas).collect();
        self.invariants = Some(invariants);
        terms
    }
}
