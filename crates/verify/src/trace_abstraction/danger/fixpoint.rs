//! The annotation `α` of a canonical danger automaton: for each state of `A_rem` the predicates from which the error can be
//! reached (seed 002, section 4.5).
//!
//! The least fixpoint of: `φ` is in `α(q)` if `φ ⊆ ⋃_{(q,st,q')} pre(⋁α(q'), st)`. A worklist goes backwards from
//! final states. What makes it cheap:
//! * of the predicates of a state only the weakest ones are kept (see the [module](super));
//! * a candidate is refuted by a known state in it that no precondition has: the failing execution's states, and the
//!   counterexamples found so far;
//! * it is accepted without a query if one precondition's conjuncts are among its own;
//! * only the preconditions that have a known state of the candidate are in a query, and its counterexample says
//!   which one to add;
//! * states with the same preconditions have the same predicates, and most copies of a location do.

use std::collections::BTreeSet;

use faultscope_ir::{Term, graph};
use rustc_hash::FxHashMap;

use super::automaton::{Budget, CutShort};
use super::contexts::Contexts;
use super::formulas::{FormulaId, Formulas, SampleId};
use super::preconditions::{PreId, Preconditions};
use super::queries::{Queries, Satisfiable};
use crate::automata::{Dfa, Letter, State};

/// A predicate among those of the failing execution, from the last one back.
pub(super) type Predicate = usize;

/// The predicates of a failing execution, each once.
pub(super) struct Predicates {
    /// The formulas.
    pub(super) formulas: Vec<FormulaId>,
    /// For each known states that are in it.
    pub(super) samples: Vec<Vec<SampleId>>,
    /// For each predicate, which ones it is known to imply.
    pub(super) implied: Vec<Vec<bool>>,
    /// For each position in the word, which predicate it has.
    pub(super) along: Vec<Predicate>,
}

impl Predicates {
    /// Whether `weaker` makes `stronger` superfluous where both are. Of equivalent predicates the first one stays.
    fn supersedes(&self, weaker: Predicate, stronger: Predicate) -> bool {
        weaker != stronger
            && self.implied[stronger][weaker]
            && (weaker < stronger || !self.implied[weaker][stronger])
    }
}

/// That a predicate is in a state's annotation.
#[derive(Clone)]
pub(super) struct Member {
    /// The predicate.
    pub(super) predicate: Predicate,
    /// See [`Annotation::support`].
    support: Vec<(Letter, Predicate)>,
    /// Whether another member makes it superfluous.
    superseded: bool,
}

/// For each state of `A_rem` its predicates.
#[derive(Clone, Default)]
pub(super) struct Annotation {
    members: Vec<Vec<Member>>,
}

impl Annotation {
    /// The predicates that are not superseded.
    pub(super) fn weakest(&self, state: State) -> impl Iterator<Item = Predicate> {
        let members = self.members[state.index()].iter();
        members.filter(|member| !member.superseded).map(|member| member.predicate)
    }

    /// The one of the [weakest](Annotation::weakest) that stands for a predicate of a state's annotation.
    pub(super) fn representative(
        &self,
        state: State,
        predicate: Predicate,
        predicates: &Predicates,
    ) -> Option<Predicate> {
        self.weakest(state).find(|weak| *weak == predicate || predicates.implied[predicate][*weak])
    }

    /// Why a predicate is in a state's annotation: it is a subset of the union of these predicates' preconditions by
    /// these letters.
    pub(super) fn support(&self, state: State, predicate: Predicate) -> &[(Letter, Predicate)] {
        let mut members = self.members[state.index()].iter();
        members.find(|member| member.predicate == predicate).map_or(&[], |member| &member.support)
    }

    /// Adds a member, unless there is one that does as well; whether it was added.
    pub(super) fn add(
        &mut self,
        state: State,
        predicate: Predicate,
        support: Vec<(Letter, Predicate)>,
        predicates: &Predicates,
    ) -> bool {
        let members = &mut self.members[state.index()];
        let does_as_well = |member: &Member| {
            member.predicate == predicate || predicates.supersedes(member.predicate, predicate)
        };
        if members.iter().any(does_as_well) {
            return false;
        }
        for member in &mut *members {
            member.superseded |= predicates.supersedes(predicate, member.predicate);
        }
        members.push(Member { predicate, support, superseded: false });
        true
    }
}

/// A set of preconditions, and what is known.
type Question = (Vec<PreId>, Vec<FormulaId>);

/// A predicate that is a subset of a union of preconditions, and some of them that suffice.
type Subset = (Predicate, Vec<PreId>);

/// That a predicate is a subset of a union of preconditions.
pub(super) struct Proof {
    predicate: Predicate,
    /// What has to be known.
    context: Vec<FormulaId>,
    /// The preconditions that suffice.
    sufficient: Vec<PreId>,
}

/// What a fixpoint is computed from.
pub(super) struct Fixpoint<'c, 'a> {
    pub(super) remaining: &'a Dfa,
    pub(super) contexts: Contexts<'a>,
    pub(super) uses_contexts: bool,
    pub(super) word: &'a [Letter],
    pub(super) budget: &'a Budget,
    pub(super) predicates: &'c mut Predicates,
    pub(super) formulas: &'c mut Formulas,
    pub(super) preconditions: &'c mut Preconditions<'a>,
    pub(super) queries: &'c mut Queries<'a>,
    /// For sets of preconditions and what is known the predicates that are subsets of the union, each with those that
    /// suffice; of how many predicates that was found.
    pub(super) known: FxHashMap<Question, (usize, Vec<Subset>)>,
    /// For sets of preconditions what was proved of them.
    pub(super) proofs: FxHashMap<Vec<PreId>, Vec<Proof>>,
    /// The last context, and which states are possible in it.
    pub(super) admitted: (Vec<FormulaId>, FxHashMap<SampleId, bool>),
    /// The counterexamples that solvers gave, and for which predicate.
    pub(super) counterexamples: Vec<(Predicate, SampleId)>,
    /// For each predicate how many of the counterexamples were tried on it.
    pub(super) shared: FxHashMap<Predicate, usize>,
}

impl Fixpoint<'_, '_> {
    /// Computes the annotation.
    pub(super) fn annotation(mut self) -> Result<Annotation, CutShort> {
        let remaining = self.remaining;
        let mut annotation = self.along_the_word();
        let mut predecessors = vec![Vec::new(); remaining.n_states()];
        for state in remaining.states() {
            for (_, target) in remaining.successors(state) {
                predecessors[target.index()].push(state);
            }
        }
        let order = postorder(remaining);
        self.close(&mut annotation, &predecessors, &order)?;
        // What is known of states tells apart states that are alike otherwise, so it comes last.
        if !self.contexts.are_empty() {
            self.queries.begin_contexts();
            self.uses_contexts = true;
            self.close(&mut annotation, &predecessors, &order)?;
        }
        Ok(annotation)
    }

    /// Applies the rule until nothing changes.
    fn close(
        &mut self,
        annotation: &mut Annotation,
        predecessors: &[Vec<State>],
        order: &[u32],
    ) -> Result<(), CutShort> {
        let remaining = self.remaining;
        let before =
            |state: State| predecessors[state.index()].iter().map(|state| (order[state.index()], *state));
        let annotated = remaining.states().filter(|state| !annotation.members[state.index()].is_empty());
        let mut open: BTreeSet<(u32, State)> = annotated.flat_map(before).collect();
        while let Some((_, state)) = open.pop_first() {
            if !remaining.is_final(state) && self.extend(annotation, state)? {
                open.extend(before(state));
            }
        }
        Ok(())
    }

    /// What holds by construction: `true` in final states, and the failing execution's predicates along its word.
    fn along_the_word(&self) -> Annotation {
        let remaining = self.remaining;
        let mut annotation = Annotation::default();
        annotation.members.resize_with(remaining.n_states(), Vec::new);
        let along = &self.predicates.along;
        let last = along[self.word.len()];
        for state in remaining.states().filter(|state| remaining.is_final(*state)) {
            annotation.add(state, last, Vec::new(), self.predicates);
        }
        let Some(run) = remaining.run(self.word) else { return annotation };
        for (idx, letter) in self.word.iter().enumerate() {
            if !remaining.is_final(run[idx]) {
                annotation.add(run[idx], along[idx], vec![(*letter, along[idx + 1])], self.predicates);
            }
        }
        annotation
    }

    /// The preconditions of what the successors of a state are annotated with, each with its letter and predicate.
    fn edges(&mut self, annotation: &Annotation, state: State) -> Vec<(PreId, Letter, Predicate)> {
        let mut edges = Vec::new();
        for (letter, target) in self.remaining.successors(state) {
            for predicate in annotation.weakest(*target) {
                let post = self.predicates.formulas[predicate];
                edges.push((self.preconditions.of(*letter, post, self.formulas), *letter, predicate));
            }
        }
        edges
    }

    /// Adds what a state's successors now give; whether that is anything.
    fn extend(&mut self, annotation: &mut Annotation, state: State) -> Result<bool, CutShort> {
        self.queries.check_limits()?;
        let edges = self.edges(annotation, state);
        let preconditions = preconditions(&edges);
        let context = match self.uses_contexts {
            true => self.contexts.of(state, &preconditions, self.preconditions, self.formulas),
            false => Vec::new(),
        };
        let key = (preconditions, context);
        let n_predicates = self.predicates.formulas.len();
        if self.known.get(&key).is_none_or(|(n_known, _)| *n_known < n_predicates) {
            let subsets = self.subsets(&key.0, &key.1)?;
            self.known.insert(key.clone(), (n_predicates, subsets));
        }
        let mut changed = false;
        for (predicate, sufficient) in &self.known[&key].1 {
            changed |= annotation.add(state, *predicate, support(sufficient, &edges), self.predicates);
        }
        Ok(changed)
    }

    /// The predicates that are, in a context, subsets of the union of some preconditions, apart from those that others
    /// supersede.
    fn subsets(&mut self, union: &[PreId], context: &[FormulaId]) -> Result<Vec<Subset>, CutShort> {
        let mut subsets: Vec<Subset> = Vec::new();
        for predicate in 0..self.predicates.formulas.len() {
            if subsets.iter().any(|(other, _)| self.predicates.supersedes(*other, predicate)) {
                continue;
            }
            // What needs little of a context holds in many.
            let suffices = |proof: &&Proof| {
                proof.predicate == predicate && proof.context.iter().all(|known| context.contains(known))
            };
            let known = self.proofs.get(union).into_iter().flatten().find(suffices);
            let proof = match known {
                Some(proof) => Some(proof.sufficient.clone()),
                None => self.prove(predicate, union, context)?,
            };
            subsets.extend(proof.map(|sufficient| (predicate, sufficient)));
        }
        Ok(subsets)
    }

    /// Preconditions among those given whose union has the predicate as a subset in a context, if that is proved, which
    /// is then remembered.
    fn prove(
        &mut self,
        predicate: Predicate,
        union: &[PreId],
        context: &[FormulaId],
    ) -> Result<Option<Vec<PreId>>, CutShort> {
        let Some(proof) = self.is_subset(predicate, union, context)? else { return Ok(None) };
        let sufficient = proof.sufficient.clone();
        self.proofs.entry(union.to_vec()).or_default().push(proof);
        Ok(Some(sufficient))
    }

    /// Preconditions among those given whose union has the predicate, in a context, as a subset, if that is proved.
    fn is_subset(
        &mut self,
        predicate: Predicate,
        union: &[PreId],
        context: &[FormulaId],
    ) -> Result<Option<Proof>, CutShort> {
        if !self.queries.may_compare(union.len()) {
            return Ok(None);
        }
        let formula = self.predicates.formulas[predicate];
        self.share_counterexamples(predicate);
        let mut chosen: Vec<PreId> = Vec::new();
        for idx in 0..self.predicates.samples[predicate].len() {
            let sample = self.predicates.samples[predicate][idx];
            if !self.admits(context, sample) {
                continue;
            }
            let Some(pre) = self.covering(sample, &chosen, union)? else {
                // What refutes once will refute again.
                self.predicates.samples[predicate].swap(0, idx);
                return Ok(None);
            };
            if !chosen.contains(&pre) {
                chosen.push(pre);
            }
        }
        for pre in &chosen {
            let parts = self.preconditions.parts(*pre);
            if parts.iter().any(|part| self.formulas.includes(formula, *part)) {
                return Ok(Some(Proof { predicate, context: Vec::new(), sufficient: vec![*pre] }));
            }
        }
        for _ in 0..self.budget.max_refinements {
            let outside = chosen.iter().flat_map(|pre| self.preconditions.parts(*pre));
            let outside = outside.map(|part| self.formulas.term(*part).not());
            let inside =
                [formula].into_iter().chain(context.iter().copied()).map(|it| self.formulas.term(it));
            let question: Vec<Term> = inside.chain(outside).collect();
            let base = self.predicates.samples[predicate].last().map(|sample| self.formulas.sample(*sample));
            let counterexample =
                match self.queries.satisfiable(&question, &base.cloned().unwrap_or_default())? {
                    Satisfiable::No(core) => {
                        let used = core.iter().filter_map(|idx| context.get(idx.checked_sub(1)?).copied());
                        return Ok(Some(Proof { predicate, context: used.collect(), sufficient: chosen }));
                    }
                    Satisfiable::Unknown => return Ok(None),
                    Satisfiable::In(state) => state,
                };
            let sample = self.formulas.add_sample(counterexample);
            let is_inside = |known: &FormulaId| self.formulas.holds(*known, sample);
            if !std::iter::once(&formula).chain(context).all(is_inside) {
                self.queries.gave_up = true;
                return Ok(None);
            }
            self.predicates.samples[predicate].push(sample);
            self.counterexamples.push((predicate, sample));
            let Some(pre) = self.covering(sample, &[], union)? else { return Ok(None) };
            if !chosen.contains(&pre) {
                chosen.push(pre);
            }
        }
        self.queries.gave_up = true;
        Ok(None)
    }

    /// Whether a state is possible in a context. Asked of many predicates in a row.
    fn admits(&mut self, context: &[FormulaId], sample: SampleId) -> bool {
        if context.is_empty() {
            return true;
        }
        if self.admitted.0 != context {
            self.admitted = (context.to_vec(), FxHashMap::default());
        }
        if let Some(known) = self.admitted.1.get(&sample) {
            return *known;
        }
        let admits = context.iter().all(|known| self.formulas.holds(*known, sample));
        self.admitted.1.insert(sample, admits);
        admits
    }

    /// Adds to the known states of a predicate the counterexamples that were found for others since it was looked at.
    fn share_counterexamples(&mut self, predicate: Predicate) {
        let formula = self.predicates.formulas[predicate];
        let n_shared = self.shared.entry(predicate).or_insert(0);
        for (other, sample) in &self.counterexamples[*n_shared..] {
            if *other != predicate && self.formulas.holds(formula, *sample) {
                self.predicates.samples[predicate].push(*sample);
            }
        }
        *n_shared = self.counterexamples.len();
    }

    /// A precondition that has a state, one of those chosen already if possible.
    fn covering(
        &mut self,
        sample: SampleId,
        chosen: &[PreId],
        union: &[PreId],
    ) -> Result<Option<PreId>, CutShort> {
        for pre in chosen.iter().chain(union) {
            if self.preconditions.contains(*pre, sample, self.formulas) {
                return Ok(Some(*pre));
            }
        }
        for pre in union {
            if self.preconditions.cover(*pre, sample, self.formulas, self.queries)? {
                return Ok(Some(*pre));
            }
        }
        Ok(None)
    }
}

/// The preconditions, each once, in ascending order.
fn preconditions(edges: &[(PreId, Letter, Predicate)]) -> Vec<PreId> {
    let mut preconditions: Vec<PreId> = edges.iter().map(|(pre, ..)| *pre).collect();
    preconditions.sort_unstable();
    preconditions.dedup();
    preconditions
}

/// Edges with these preconditions.
fn support(sufficient: &[PreId], edges: &[(PreId, Letter, Predicate)]) -> Vec<(Letter, Predicate)> {
    let edge = |pre: &PreId| edges.iter().find(|(other, ..)| other == pre);
    sufficient.iter().filter_map(edge).map(|(_, letter, post)| (*letter, *post)).collect()
}

/// For each state its place in an order in which, loops apart, targets come before sources.
fn postorder(automaton: &Dfa) -> Vec<u32> {
    let n_states = automaton.n_states();
    let mut order = vec![0; n_states];
    let post_order = graph::post_order(n_states, automaton.states(), |state| automaton.targets(state));
    for (at, state) in post_order.into_iter().enumerate() {
        order[state.index()] = at as u32;
    }
    order
}
