//! The preconditions `pre(ψ, st)` of a construction: each computed once, and without quantifiers as far as needed.

use faultscope_ir::Term;
use faultscope_ir::index::IndexMap;
use rustc_hash::{FxHashMap, FxHashSet};

use super::automaton::CutShort;
use super::connectives::normalize;
use super::formulas::{FormulaId, Formulas, SampleId};
use super::pre::{Choice, Precondition};
use super::projection::project;
use super::queries::{Queries, Satisfiable};
use super::state::{Execution, State};
use crate::automata::Letter;
use crate::limits::{MAX_LETTER_OCCURRENCES, MAX_PRECONDITION_PARTS};
use crate::trace_abstraction::Alphabet;

/// A precondition in the table. Letters and predicates with the same one share it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct PreId(u32);

/// Preconditions.
pub(super) struct Preconditions<'a> {
    alphabet: &'a Alphabet,
    execution: &'a Execution,
    /// Where each letter occurs in the failing execution.
    occurrences: FxHashMap<Letter, Vec<usize>>,
    known: FxHashMap<(Letter, FormulaId), PreId>,
    table: IndexMap<Precondition, Parts>,
}

/// What is known of a precondition.
struct Parts {
    letter: Letter,
    /// Formulas without choices that imply the precondition. Without choices, the precondition itself.
    parts: Vec<FormulaId>,
    /// States for which no values of the choices were found.
    misses: FxHashSet<SampleId>,
}

impl<'a> Preconditions<'a> {
    pub(super) fn new(
        alphabet: &'a Alphabet,
        word: &[Letter],
        execution: &'a Execution,
    ) -> Preconditions<'a> {
        let mut occurrences: FxHashMap<Letter, Vec<usize>> = FxHashMap::default();
        for (idx, letter) in word.iter().enumerate() {
            occurrences.entry(*letter).or_default().push(idx);
        }
        Preconditions {
            alphabet,
            execution,
            occurrences,
            known: FxHashMap::default(),
            table: IndexMap::default(),
        }
    }

    /// The precondition of a predicate by a letter.
    pub(super) fn of(&mut self, letter: Letter, post: FormulaId, formulas: &mut Formulas) -> PreId {
        if let Some(known) = self.known.get(&(letter, post)) {
            return *known;
        }
        let mut pre = Precondition::new(self.alphabet.statements(letter), formulas.term(post));
        pre.formula = normalize(pre.formula);
        let exact = pre.choices.is_empty().then(|| formulas.add(pre.formula));
        let entry = self.table.entry(pre);
        let id = PreId(entry.index() as u32);
        let parts = exact.into_iter().collect();
        entry.or_insert(Parts { letter, parts, misses: FxHashSet::default() });
        self.known.insert((letter, post), id);
        id
    }

    /// The precondition over program variables and symbols for what havocs choose.
    pub(super) fn formula(&self, id: PreId) -> Term {
        self.entry(id).0.formula
    }

    /// Formulas without choices that imply the precondition.
    pub(super) fn parts(&self, id: PreId) -> &[FormulaId] {
        &self.entry(id).1.parts
    }

    /// Whether the parts are all of the precondition.
    pub(super) fn is_exact(&self, id: PreId) -> bool {
        self.entry(id).0.choices.is_empty()
    }

    /// Whether a state is in the precondition, as far as its parts tell.
    pub(super) fn contains(&self, id: PreId, sample: SampleId, formulas: &mut Formulas) -> bool {
        self.parts(id).iter().any(|part| formulas.holds(*part, sample))
    }

    /// Whether a state is found to be in the precondition. If values of the havocs show that it is, a part is
    /// added that has the state and those like it: with values that the failing execution used, with zeroes, or
    /// with those that a solver gives.
    pub(super) fn cover(
        &mut self,
        id: PreId,
        sample: SampleId,
        formulas: &mut Formulas,
        queries: &mut Queries<'_>,
    ) -> Result<bool, CutShort> {
        if self.contains(id, sample, formulas) {
            return Ok(true);
        }
        let (_, parts) = self.entry(id);
        if self.is_exact(id) || parts.misses.contains(&sample) {
            return Ok(false);
        }
        let witness = if parts.parts.len() < MAX_PRECONDITION_PARTS {
            self.witness(id, formulas.sample(sample), queries)?
        } else {
            None
        };
        let (pre, _) = self.entry(id);
        let part = witness.map(|witness| {
            let project = |formula, choice: &Choice| project(formula, choice.symbol, &witness);
            normalize(pre.choices.iter().fold(pre.formula, project))
        });
        let part = part.map(|part| formulas.add(part)).filter(|part| formulas.holds(*part, sample));
        let parts = &mut self.table[id.0 as usize];
        match part {
            Some(part) => parts.parts.push(part),
            None => {
                parts.misses.insert(sample);
            }
        }
        Ok(part.is_some())
    }

    fn entry(&self, id: PreId) -> (&Precondition, &Parts) {
        self.table.get_index(id.0 as usize).expect("identifiers are of this table")
    }

    /// The state with values of the choices for which the precondition holds.
    fn witness(
        &self,
        id: PreId,
        state: &State,
        queries: &mut Queries<'_>,
    ) -> Result<Option<State>, CutShort> {
        let (pre, parts) = self.entry(id);
        let occurrences = self.occurrences.get(&parts.letter).map_or(&[][..], |occurrences| occurrences);
        let executed =
            occurrences.iter().take(MAX_LETTER_OCCURRENCES).map(|idx| &self.execution.inputs[*idx][..]);
        for inputs in executed {
            let state = pre.with_inputs(state, inputs);
            if state.satisfies(pre.formula) {
                return Ok(Some(state));
            }
        }
        if state.satisfies(pre.formula) {
            return Ok(Some(state.clone()));
        }
        let is_choice = |symbol| pre.choices.iter().any(|choice| choice.symbol == symbol);
        let open = pre.formula.rewrite(&mut |symbol| {
            let value = if is_choice(symbol) { None } else { state.get(symbol) };
            value.map(Term::value)
        });
        match queries.satisfiable(&[open], state)? {
            Satisfiable::In(witness) if witness.satisfies(pre.formula) => Ok(Some(witness)),
            _ => Ok(None),
        }
    }
}
