//! A Floyd-Hoare automaton with one state for each location.
//!
//! Of given predicates, as many hold at each location as are inductive together: those whose Hoare triple does not hold
//! for some letter are taken away until none is (Houdini, \[1\]). One state a location is less than
//! [sets](super::Generalization) can say, which tell ways to a location apart, and costs no more states.
//!
//! # References
//! - \[1\] Cormac Flanagan, K. Rustan M. Leino: _Houdini, an annotation assistant for ESC/Java_, FME 2001.

use std::collections::BTreeSet;
use std::rc::Rc;

use faultscope_certificate::certificate::FloydHoareAutomaton;
use faultscope_ir::Term;
use faultscope_ir::index::IndexSet;
use faultscope_solver::{Limits, StopReason};
use rustc_hash::FxHashMap;

use super::super::control_flow::{ControlFlow, LiveVariables};
use super::super::proof::floyd_hoare_automaton;
use super::triples::{PredicateId, Triples};
use crate::automata::{Dfa, Letter, State, Subtrahend};

/// The automaton, as far as it was needed.
pub(crate) struct Annotation<'g, 'a> {
    control_flow: &'a ControlFlow,
    triples: &'g mut Triples<'a>,
    /// The location of each state of the minuend.
    locations: Rc<[State]>,
    /// What holds at each location, in ascending order.
    invariants: Vec<Vec<PredicateId>>,
    /// Where a letter leads from a location; none where it cannot be executed.
    steps: FxHashMap<(State, Letter), Option<State>>,
}

impl<'g, 'a> Annotation<'g, 'a> {
    /// Finds out which predicates hold where.
    ///
    /// # Errors
    /// If a limit is exceeded, or more effort is spent than this.
    pub(crate) fn new(
        control_flow: &'a ControlFlow,
        live: &LiveVariables,
        triples: &'g mut Triples<'a>,
        (limits, effort): (&Limits, u64),
        locations: Rc<[State]>,
        predicates: &[Term],
    ) -> Result<Self, StopReason> {
        let automaton = &control_flow.automaton;
        let ids: IndexSet<PredicateId> = predicates.iter().map(|it| triples.related_predicate(*it)).collect();
        let mut invariants: Vec<Vec<PredicateId>> = Vec::new();
        for location in automaton.states() {
            let is_open = location != Dfa::INITIAL && !automaton.is_final(location);
            let is_live = |id: &&PredicateId| {
                is_open && triples.symbols(**id).iter().all(|symbol| live.is_live(location, *symbol))
            };
            let mut known: Vec<PredicateId> = ids.iter().filter(is_live).copied().collect();
            known.sort_unstable();
            invariants.push(known);
        }
        let until = limits.spent().saturating_add(effort);
        let mut open: BTreeSet<State> = automaton.states().collect();
        while let Some(state) = open.pop_first() {
            let before = invariants[state.index()].clone();
            for (letter, target) in automaton.successors(state) {
                if limits.spent() > until {
                    return Err(StopReason::EffortLimit);
                }
                if let Some(reason) = limits.exceeded() {
                    return Err(reason);
                }
                let n_known = invariants[target.index()].len();
                if n_known == 0 || triples.holds(&before, *letter, PredicateId::FALSE) {
                    continue;
                }
                let mut after = std::mem::take(&mut invariants[target.index()]);
                after.retain(|predicate| {
                    limits.spent() <= until && triples.holds(&before, *letter, *predicate)
                });
                if limits.spent() > until {
                    return Err(StopReason::EffortLimit);
                }
                if after.len() < n_known {
                    open.insert(*target);
                }
                invariants[target.index()] = after;
            }
        }
        Ok(Annotation { control_flow, triples, locations, invariants, steps: FxHashMap::default() })
    }

    /// What holds in a state.
    pub(crate) fn predicates(&self, state: Option<State>) -> &[PredicateId] {
        match state {
            Some(location) => &self.invariants[location.index()],
            None => &[PredicateId::FALSE],
        }
    }

    /// What holds at each location.
    pub(crate) fn formulas(&self) -> Vec<Vec<Term>> {
        let formulas = |known: &Vec<PredicateId>| known.iter().map(|id| self.triples.formula(*id)).collect();
        self.invariants.iter().map(formulas).collect()
    }

    /// The predicates that hold somewhere.
    pub(crate) fn used(&self) -> Vec<Term> {
        let used: IndexSet<PredicateId> = self.invariants.iter().flatten().copied().collect();
        used.into_iter().map(|it| self.triples.formula(it)).collect()
    }

    /// The part of the automaton that was walked.
    pub(crate) fn into_automaton(self) -> FloydHoareAutomaton {
        let steps = self.steps.iter().map(|((source, letter), target)| (*source, *letter, *target));
        floyd_hoare_automaton(self.formulas(), steps)
    }
}

impl Subtrahend for Annotation<'_, '_> {
    type State = Option<State>;
    type Error = StopReason;

    fn initial(&mut self) -> Option<State> {
        Some(Dfa::INITIAL)
    }

    fn step(
        &mut self,
        at: State,
        state: &Option<State>,
        letter: Letter,
    ) -> Result<Option<State>, StopReason> {
        let (Some(_), location) = (state, self.locations[at.index()]) else { return Ok(None) };
        if let Some(known) = self.steps.get(&(location, letter)) {
            return Ok(*known);
        }
        let before = self.invariants[location.index()].clone();
        let target = match self.triples.holds(&before, letter, PredicateId::FALSE) {
            true => None,
            // Every word of the minuend has a run in the control-flow automaton.
            false => Some(self.control_flow.automaton.step(location, letter).unwrap_or(location)),
        };
        self.steps.insert((location, letter), target);
        Ok(target)
    }

    fn is_final(&self, state: &Option<State>) -> bool {
        state.is_none()
    }

    fn is_universal(&self, state: &Option<State>) -> bool {
        state.is_none()
    }
}
