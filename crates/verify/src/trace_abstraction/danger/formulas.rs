//! The formulas of a construction, and in which of the known states they hold.

use faultscope_ir::index::{IndexMap, IndexSet};
use faultscope_ir::{Symbol, Term, Value};

use super::connectives::{conjuncts, fixes};
use super::state::State;

/// A formula in the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct FormulaId(u32);

/// A known state in the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct SampleId(u32);

/// Formulas as sets of conjuncts, known states, and what was found of either in the other.
#[derive(Default)]
pub(super) struct Formulas {
    formulas: IndexMap<Term, Shape>,
    conjuncts: IndexSet<Term>,
    /// For each conjunct the one that is its negation, if there is one.
    negations: Vec<Option<u32>>,
    samples: Vec<State>,
    /// For each conjunct and sample whether it holds, as far as that was asked.
    truths: Vec<Vec<Option<bool>>>,
}

/// A formula as the set of its conjuncts.
struct Shape {
    /// The indices of the conjuncts, as written.
    written: Vec<u32>,
    /// The indices, ascending.
    ascending: Vec<u32>,
    /// One bit per conjunct, shared by some: a subset has no other bits.
    signature: u64,
    /// The variables that conjuncts give a value, in ascending order.
    fixed: Vec<(Symbol, Value)>,
}

impl Formulas {
    /// Adds a formula, once.
    pub(super) fn add(&mut self, formula: Term) -> FormulaId {
        if let Some(idx) = self.formulas.get_index_of(&formula) {
            return FormulaId(idx as u32);
        }
        let written: Vec<u32> = conjuncts(formula)
            .into_iter()
            .filter(|conjunct| conjunct.as_bool() != Some(true))
            .map(|conjunct| self.add_conjunct(conjunct))
            .collect();
        self.truths.resize(self.conjuncts.len(), Vec::new());
        let mut ascending = written.clone();
        ascending.sort_unstable();
        let signature = ascending.iter().fold(0, |signature, conjunct| signature | 1 << (conjunct % 64));
        let conjuncts = written.iter().map(|conjunct| self.conjuncts[*conjunct as usize]);
        let mut fixed: Vec<(Symbol, Value)> = conjuncts.filter_map(fixes).collect();
        fixed.sort_unstable();
        let shape = Shape { written, ascending, signature, fixed };
        let (idx, _) = self.formulas.insert_full(formula, shape);
        FormulaId(idx as u32)
    }

    fn add_conjunct(&mut self, conjunct: Term) -> u32 {
        let (idx, is_new) = self.conjuncts.insert_full(conjunct);
        if is_new {
            let negation = self.conjuncts.get_index_of(&conjunct.not());
            self.negations.push(negation.map(|negation| negation as u32));
            if let Some(negation) = negation {
                self.negations[negation] = Some(idx as u32);
            }
        }
        idx as u32
    }

    /// The formula.
    pub(super) fn term(&self, formula: FormulaId) -> Term {
        let entry = self.formulas.get_index(formula.0 as usize);
        *entry.expect("identifiers are of this table").0
    }

    /// Adds a state.
    pub(super) fn add_sample(&mut self, state: State) -> SampleId {
        self.samples.push(state);
        SampleId(self.samples.len() as u32 - 1)
    }

    /// The state.
    pub(super) fn sample(&self, sample: SampleId) -> &State {
        &self.samples[sample.0 as usize]
    }

    /// Whether every conjunct of `weaker` is one of `stronger`, so that one implies the other.
    pub(super) fn includes(&self, stronger: FormulaId, weaker: FormulaId) -> bool {
        let (stronger, weaker) = (self.shape(stronger), self.shape(weaker));
        if weaker.signature & !stronger.signature != 0 {
            return false;
        }
        let mut conjuncts = stronger.ascending.iter();
        weaker.ascending.iter().all(|needed| conjuncts.any(|conjunct| conjunct == needed))
    }

    /// Whether it is plain that no state is in both formulas: a conjunct of one is the negation of one of the other, or they
    /// give different values to a variable.
    pub(super) fn clash(&self, lhs: FormulaId, rhs: FormulaId) -> bool {
        let (lhs, rhs) = (self.shape(lhs), self.shape(rhs));
        let negated = lhs.ascending.iter().filter_map(|conjunct| self.negations[*conjunct as usize]);
        if negated.into_iter().any(|conjunct| rhs.ascending.binary_search(&conjunct).is_ok()) {
            return true;
        }
        let mut others = rhs.fixed.iter().peekable();
        lhs.fixed.iter().any(|(symbol, value)| {
            while others.next_if(|(other, _)| other < symbol).is_some() {}
            others.peek().is_some_and(|(other, different)| other == symbol && different != value)
        })
    }

    /// Whether a formula is known to hold in a state.
    pub(super) fn holds(&mut self, formula: FormulaId, sample: SampleId) -> bool {
        let state = &self.samples[sample.0 as usize];
        self.formulas[formula.0 as usize].written.iter().all(|conjunct| {
            let truths = &mut self.truths[*conjunct as usize];
            let idx = sample.0 as usize;
            if truths.len() <= idx {
                truths.resize(idx + 1, None);
            }
            *truths[idx].get_or_insert_with(|| state.satisfies(self.conjuncts[*conjunct as usize]))
        })
    }

    fn shape(&self, formula: FormulaId) -> &Shape {
        &self.formulas[formula.0 as usize]
    }
}
