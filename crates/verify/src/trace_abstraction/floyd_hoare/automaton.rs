//! The automaton that generalizes one infeasible word.
//!
//! Its states are sets of predicates, read as conjunctions; behind a letter hold all predicates of the interpolants for
//! which the triple is known to hold. This is deterministic, so that it can be subtracted without determinization, and it
//! is made only where the difference walks.
//!
//! **Deviation** from \[1\], where one state has one predicate: sets let one word's predicates be combined, as Cartesian
//! predicate abstraction does.
//!
//! # References
//! - \[1\] Matthias Heizmann, Jochen Hoenicke, Andreas Podelski: _Refinement of trace abstraction_, SAS 2009.

use std::rc::Rc;

use faultscope_certificate::certificate::FloydHoareAutomaton;
use faultscope_ir::Term;
use faultscope_ir::index::IndexSet;
use faultscope_solver::{Limits, StopReason};
use rustc_hash::FxHashMap;

use super::super::control_flow::{ControlFlow, LiveVariables};
use super::super::proof::floyd_hoare_automaton;
use super::interpolants::{Chain, Interpolants};
use super::triples::{PredicateId, Triples};
use crate::automata::{Letter, State, Subtrahend};
use crate::effort;

/// The automaton, as far as it was needed.
pub(crate) struct Generalization<'g, 'a> {
    control_flow: &'a ControlFlow,
    live: &'g LiveVariables,
    triples: &'g mut Triples<'a>,
    limits: &'g Limits,
    word: &'g [Letter],
    /// The location of each state of the minuend.
    locations: Rc<[State]>,
    /// Per point of the word what is known to hold there; `None` for `false`.
    chains: Vec<Vec<Option<Vec<PredicateId>>>>,
    /// All predicates that occur, in ascending order.
    pool: Vec<PredicateId>,
    sets: IndexSet<Vec<PredicateId>>,
    steps: FxHashMap<(Node, Letter), Node>,
    n_steps: u32,
    /// The effort, of all that the limits count, that ends it.
    until: Option<u64>,
}

/// In how many steps limits are looked at once.
const LIMITS_INTERVAL: u32 = 64;

/// A state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Node {
    /// The set of this number.
    Set(u32),
    /// `false`: no execution gets here.
    False,
}

impl<'g, 'a> Generalization<'g, 'a> {
    /// The automaton of the interpolants of a word, and of predicates of which it is not known where they hold.
    pub(crate) fn new(
        control_flow: &'a ControlFlow,
        live: &'g LiveVariables,
        triples: &'g mut Triples<'a>,
        limits: &'g Limits,
        word: &'g [Letter],
        locations: Rc<[State]>,
        (interpolants, beside): (&Interpolants, &[Term]),
    ) -> Self {
        let mut chain = |chain: &Chain| -> Vec<Option<Vec<PredicateId>>> {
            let point = |predicates: &Vec<Term>| {
                let is_false = predicates.iter().any(|predicate| predicate.as_bool() == Some(false));
                (!is_false).then(|| predicates.iter().map(|it| triples.predicate(*it)).collect())
            };
            chain.iter().map(point).collect()
        };
        let chains: Vec<Vec<Option<Vec<PredicateId>>>> =
            [&interpolants.forward, &interpolants.backward].into_iter().flatten().map(&mut chain).collect();
        let mut pool: Vec<PredicateId> = chains.iter().flatten().flatten().flatten().copied().collect();
        pool.extend(beside.iter().map(|it| triples.related_predicate(*it)));
        pool.sort_unstable();
        pool.dedup();
        let mut sets = IndexSet::default();
        sets.insert(Vec::new());
        Generalization {
            control_flow,
            live,
            triples,
            limits,
            word,
            locations,
            chains,
            pool,
            sets,
            steps: FxHashMap::default(),
            n_steps: 0,
            until: None,
        }
    }

    /// The same, which ends with [`StopReason::EffortLimit`] where it takes more effort than this.
    pub(crate) fn within(self, effort: Option<u64>) -> Self {
        Generalization { until: effort.map(|it| self.limits.spent().saturating_add(it)), ..self }
    }

    fn successor(&mut self, at: State, set: u32, letter: Letter) -> Node {
        let before = self.sets[set as usize].clone();
        let mut after = Vec::new();
        // What holds along the word does so by construction.
        for chain in &self.chains {
            for (position, _) in self.word.iter().enumerate().filter(|(_, it)| **it == letter) {
                let Some(here) = &chain[position] else { continue };
                if here.iter().all(|predicate| before.contains(predicate)) {
                    match &chain[position + 1] {
                        Some(there) => after.extend(there),
                        None => return Node::False,
                    }
                }
            }
        }
        if !self.triples.is_total(letter) && self.triples.holds(&before, letter, PredicateId::FALSE) {
            return Node::False;
        }
        self.limits.spend(self.pool.len() as u64 / effort::UNRELATED_TRIPLES);
        for predicate in &self.pool {
            if !after.contains(predicate) && self.triples.holds(&before, letter, *predicate) {
                after.push(*predicate);
            }
        }
        // What nothing reads any more only tells states apart that are not different.
        if let Some(target) = self.control_flow.automaton.step(self.locations[at.index()], letter) {
            let triples = &self.triples;
            let live = self.live;
            after.retain(|it| triples.symbols(*it).iter().all(|symbol| live.is_live(target, *symbol)));
        }
        after.sort_unstable();
        after.dedup();
        Node::Set(self.sets.insert_full(after).0 as u32)
    }

    /// What holds in a state, in ascending order.
    pub(crate) fn predicates(&self, node: Node) -> &[PredicateId] {
        match node {
            Node::Set(number) => &self.sets[number as usize],
            Node::False => &[PredicateId::FALSE],
        }
    }

    /// The part of the automaton that was walked.
    pub(crate) fn into_automaton(self) -> FloydHoareAutomaton {
        let formulas = |set: &Vec<PredicateId>| set.iter().map(|id| self.triples.formula(*id)).collect();
        let state = |node: &Node| match node {
            Node::Set(number) => Some(State(*number)),
            Node::False => None,
        };
        let steps = self.steps.iter();
        let steps =
            steps.filter_map(|((source, letter), target)| Some((state(source)?, *letter, state(target))));
        floyd_hoare_automaton(self.sets.iter().map(formulas).collect(), steps)
    }
}

impl Subtrahend for Generalization<'_, '_> {
    type State = Node;
    type Error = StopReason;

    fn initial(&mut self) -> Node {
        Node::Set(0)
    }

    fn step(&mut self, at: State, state: &Node, letter: Letter) -> Result<Node, StopReason> {
        let Node::Set(set) = *state else { return Ok(Node::False) };
        self.n_steps = self.n_steps.wrapping_add(1);
        if self.until.is_some_and(|until| self.limits.spent() > until) {
            return Err(StopReason::EffortLimit);
        }
        if self.n_steps.is_multiple_of(LIMITS_INTERVAL) {
            self.limits.spend(effort::automaton(LIMITS_INTERVAL.into()));
            if let Some(reason) = self.limits.exceeded() {
                return Err(reason);
            }
        }
        if let Some(known) = self.steps.get(&(*state, letter)) {
            return Ok(*known);
        }
        let successor = self.successor(at, set, letter);
        self.steps.insert((*state, letter), successor);
        Ok(successor)
    }

    fn is_final(&self, state: &Node) -> bool {
        *state == Node::False
    }

    fn is_universal(&self, state: &Node) -> bool {
        *state == Node::False
    }
}
