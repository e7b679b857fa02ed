//! The automaton over pairs of a state of `A_rem` and a predicate.

use std::collections::VecDeque;

use faultscope_ir::index::IndexSet;
use faultscope_ir::{Symbol, Term};
use faultscope_solver::SolverConfig;
use rustc_hash::{FxHashMap, FxHashSet};

use super::automaton::{Annotated, Budget, Construction, CutShort, DangerAutomaton, Statistics};
use super::contexts::Contexts;
use super::fixpoint::{Annotation, Fixpoint, Predicate, Predicates};
use super::formulas::Formulas;
use super::preconditions::{PreId, Preconditions};
use super::predicates::predicates;
use super::queries::{Queries, Satisfiable};
use super::state::{self, Execution, Pattern};
use crate::ErrorTrace;
use crate::automata::{Dfa, Letter, Nfa, State};
use crate::limits::{MAX_VARIED_VARIABLES, STATE_VARIATIONS};
use crate::trace_abstraction::Alphabet;

pub(super) fn canonical(
    alphabet: &Alphabet,
    annotated: Annotated<'_>,
    word: &[Letter],
    trace: &ErrorTrace,
    axioms: &[Term],
    budget: &Budget,
    solver: &SolverConfig,
) -> Result<Construction, CutShort> {
    let remaining = annotated.automaton;
    if !remaining.accepts(word) {
        return Err(CutShort::Unconfirmed);
    }
    let execution = Execution::new(alphabet, word, trace);
    let along = predicates(alphabet, word, &execution, budget.max_predicate_size);
    let mut formulas = Formulas::default();
    let mut queries = Queries::new(solver, axioms, budget);
    if !execution.states[0].satisfies(along[0])
        && !matches!(queries.satisfiable(&[along[0]], &state::State::default())?, Satisfiable::In(_))
    {
        return Err(CutShort::Unconfirmed);
    }
    let mut predicates = Predicates::new(&along, &execution, axioms, &mut formulas);
    let mut preconditions = Preconditions::new(alphabet, word, &execution);
    let annotation = Fixpoint {
        remaining,
        contexts: Contexts::new(annotated),
        uses_contexts: false,
        word,
        budget,
        predicates: &mut predicates,
        formulas: &mut formulas,
        preconditions: &mut preconditions,
        queries: &mut queries,
        known: FxHashMap::default(),
        proofs: FxHashMap::default(),
        admitted: Default::default(),
        counterexamples: Vec::new(),
        shared: FxHashMap::default(),
    }
    .annotation()?;
    queries.begin_edges();
    let mut pairs = Pairs {
        annotated,
        remaining,
        forced: edges_of_the_word(remaining, word, &predicates, &annotation),
        annotation: &annotation,
        predicates: &mut predicates,
        formulas: &mut formulas,
        preconditions: &mut preconditions,
        queries: &mut queries,
        decided: FxHashMap::default(),
    };
    let automaton = pairs.automaton()?;
    let statistics = Statistics {
        n_predicates: predicates.formulas.len(),
        n_comparisons: queries.n_comparisons,
        n_queries: queries.n_queries,
        complete: !queries.gave_up,
    };
    Ok(Construction { automaton, statistics })
}

impl Predicates {
    fn new(along: &[Term], execution: &Execution, axioms: &[Term], formulas: &mut Formulas) -> Predicates {
        let constants: Vec<Symbol> = axioms.iter().flat_map(|axiom| axiom.symbols()).collect();
        let mut found: IndexSet<_> = IndexSet::default();
        let mut samples: Vec<Vec<_>> = Vec::new();
        let mut positions = Vec::new();
        for (term, state) in along.iter().zip(&execution.states).rev() {
            let formula = formulas.add(*term);
            let (idx, is_new) = found.insert_full(formula);
            if is_new {
                samples.push(Vec::new());
            }
            let sample = formulas.add_sample(state.clone());
            if formulas.holds(formula, sample) {
                samples[idx].push(sample);
            }
            if is_new {
                for variation in variations(*term, state, &constants) {
                    samples[idx].push(formulas.add_sample(variation));
                }
            }
            positions.push(idx);
        }
        positions.reverse();
        let found: Vec<_> = found.into_iter().collect();
        let implied = found
            .iter()
            .map(|stronger| found.iter().map(|weaker| formulas.includes(*stronger, *weaker)).collect())
            .collect();
        Predicates { formulas: found, samples, implied, along: positions }
    }
}

/// Other states of a formula than the given one, if there are any that need no search. What the formula does not
/// mention is different in them, and in some what it does mention.
fn variations(formula: Term, state: &state::State, constants: &[Symbol]) -> Vec<state::State> {
    let mentioned = formula.symbols();
    let kept: Vec<Symbol> = mentioned.iter().chain(constants).copied().collect();
    let mut variations: Vec<state::State> =
        (1..=STATE_VARIATIONS).map(|pattern| state.restricted_to(&kept, Pattern(pattern))).collect();
    for variable in
        mentioned.iter().filter(|variable| !constants.contains(variable)).take(MAX_VARIED_VARIABLES)
    {
        let mut variation = state.restricted_to(&kept, Pattern(1));
        variation.set(*variable, Some(Pattern(1).value(*variable)));
        variations.push(variation);
    }
    variations.retain(|variation| variation.satisfies(formula));
    variations
}

/// An edge of the automaton of pairs: source, letter, and the predicate of its target.
type Edge = (State, Predicate, Letter, Predicate);

/// The edges along the word. The failing execution's states show that they are satisfiable.
fn edges_of_the_word(
    remaining: &Dfa,
    word: &[Letter],
    predicates: &Predicates,
    annotation: &Annotation,
) -> FxHashSet<Edge> {
    let run = remaining.run(word).unwrap_or_default();
    let at = |idx: usize| {
        let position = if remaining.is_final(run[idx]) { word.len() } else { idx };
        annotation.representative(run[idx], predicates.along[position], predicates)
    };
    let edges =
        word.iter().enumerate().map(|(idx, letter)| Some((run[idx], at(idx)?, *letter, at(idx + 1)?)));
    edges.flatten().collect()
}

struct Pairs<'c, 'a> {
    annotated: Annotated<'a>,
    remaining: &'a Dfa,
    annotation: &'c Annotation,
    forced: FxHashSet<Edge>,
    predicates: &'c mut Predicates,
    formulas: &'c mut Formulas,
    preconditions: &'c mut Preconditions<'a>,
    queries: &'c mut Queries<'a>,
    decided: FxHashMap<(Predicate, PreId), bool>,
}

impl Pairs<'_, '_> {
    /// The automaton of the pairs that are reached.
    fn automaton(&mut self) -> Result<DangerAutomaton, CutShort> {
        let annotation = self.annotation;
        let mut automaton = Nfa::default();
        let mut predicates = Vec::new();
        let mut numbers: FxHashMap<(State, Predicate), State> = FxHashMap::default();
        let mut open: VecDeque<(State, Predicate)> = VecDeque::new();
        for predicate in annotation.weakest(Dfa::INITIAL) {
            let state = automaton.add_state(self.remaining.is_final(Dfa::INITIAL));
            automaton.initials.push(state);
            numbers.insert((Dfa::INITIAL, predicate), state);
            predicates.push(self.predicate(Dfa::INITIAL, predicate));
            open.push_back((Dfa::INITIAL, predicate));
        }
        while let Some((state, predicate)) = open.pop_front() {
            let source = numbers[&(state, predicate)];
            for (letter, target, post) in self.edges(state, predicate)? {
                let number = *numbers.entry((target, post)).or_insert_with(|| {
                    open.push_back((target, post));
                    predicates.push(self.predicate(target, post));
                    automaton.add_state(self.remaining.is_final(target))
                });
                automaton.add_edge(source, letter, number);
            }
        }
        Ok(DangerAutomaton { automaton, predicates })
    }

    /// The predicate `f(⟨q, φ⟩)`.
    fn predicate(&self, state: State, predicate: Predicate) -> Term {
        let formula = self.formulas.term(self.predicates.formulas[predicate]);
        Term::all([formula].into_iter().chain(self.annotated.invariants(state).iter().copied()))
    }

    fn edges(
        &mut self,
        state: State,
        predicate: Predicate,
    ) -> Result<Vec<(Letter, State, Predicate)>, CutShort> {
        let annotation = self.annotation;
        let support = annotation.support(state, predicate).iter();
        let needed: FxHashSet<(Letter, Predicate)> = support
            .filter_map(|(letter, post)| {
                let target = self.remaining.step(state, *letter)?;
                Some((*letter, annotation.representative(target, *post, self.predicates)?))
            })
            .collect();
        let mut edges = Vec::new();
        for (letter, target) in self.remaining.successors(state) {
            for post in annotation.weakest(*target) {
                if needed.contains(&(*letter, post))
                    || self.forced.contains(&(state, predicate, *letter, post))
                    || self.meets(predicate, *letter, post)?
                {
                    edges.push((*letter, *target, post));
                }
            }
        }
        Ok(edges)
    }

    /// Whether some state of a predicate is known to be in the precondition of another one.
    fn meets(&mut self, predicate: Predicate, letter: Letter, post: Predicate) -> Result<bool, CutShort> {
        let pre = self.preconditions.of(letter, self.predicates.formulas[post], self.formulas);
        if let Some(decided) = self.decided.get(&(predicate, pre)) {
            return Ok(*decided);
        }
        if !self.queries.may_compare(1) {
            return Ok(false);
        }
        let samples = &self.predicates.samples[predicate];
        let meets = samples.iter().any(|sample| self.preconditions.contains(pre, *sample, self.formulas))
            || (!self.clash(predicate, pre) && self.is_satisfiable_with(predicate, pre)?);
        self.decided.insert((predicate, pre), meets);
        Ok(meets)
    }

    /// Whether it is plain that no state of a predicate is in a precondition.
    fn clash(&self, predicate: Predicate, pre: PreId) -> bool {
        let formula = self.predicates.formulas[predicate];
        let mut parts = self.preconditions.parts(pre).iter();
        self.preconditions.is_exact(pre) && parts.all(|part| self.formulas.clash(formula, *part))
    }

    fn is_satisfiable_with(&mut self, predicate: Predicate, pre: PreId) -> Result<bool, CutShort> {
        let formula = self.predicates.formulas[predicate];
        let question = [self.formulas.term(formula), self.preconditions.formula(pre)];
        let sample = self.predicates.samples[predicate].first();
        let base = sample.map(|sample| self.formulas.sample(*sample).clone()).unwrap_or_default();
        let Satisfiable::In(state) = self.queries.satisfiable(&question, &base)? else { return Ok(false) };
        let sample = self.formulas.add_sample(state);
        if self.formulas.holds(formula, sample) {
            self.predicates.samples[predicate].push(sample);
        }
        Ok(true)
    }
}
