//! Predicates for all rounds of a loop at once.
//!
//! The predicates of a word speak of one number of rounds: `y = n ∧ x = 0` before the last test, `y + 1 = n ∧ x = 1` a round
//! earlier. What does not change from round to round, `x + y = n`, is in none of them. So relations between variables are
//! looked for that hold in the failing execution's states at every visit of a state of `A_rem`. One is taken if it carries
//! itself: assumed at the state, with its preconditions along one round, it passes the rule of the annotation there.
//!
//! **Deviation** from seed 002, section 4.5: the annotation is then no longer a least fixpoint. Definition 4.2 asks for none: an
//! execution in the relation can go on, to the error or for ever.

use faultscope_ir::{Symbol, Term};
use rustc_hash::FxHashMap;

use super::automaton::CutShort;
use super::fixpoint::{Annotation, Fixpoint, Predicate};
use crate::automata::State;
use crate::limits::{MAX_RELATED_VARIABLES, MIN_VISITS};

impl Fixpoint<'_, '_> {
    /// Adds relations to the annotations of states that the word visits again and again; whether there are any.
    pub(super) fn relate(&mut self, annotation: &mut Annotation) -> Result<bool, CutShort> {
        let Some(run) = self.remaining.run(self.word) else { return Ok(false) };
        let mut visits: FxHashMap<State, Vec<usize>> = FxHashMap::default();
        for (idx, state) in run.iter().enumerate() {
            visits.entry(*state).or_default().push(idx);
        }
        let mut changed = false;
        for idx in 0..self.word.len() {
            let visits = &visits[&run[idx]];
            if visits[0] == idx && visits.len() >= MIN_VISITS && !self.remaining.is_final(run[idx]) {
                changed |= self.relate_at(annotation, &run, visits)?;
            }
        }
        Ok(changed)
    }

    /// Tries the relations of one state.
    fn relate_at(
        &mut self,
        annotation: &mut Annotation,
        run: &[State],
        visits: &[usize],
    ) -> Result<bool, CutShort> {
        let state = run[visits[0]];
        for relation in self.relations(visits) {
            let formula = self.formulas.add(relation);
            let sample = self.execution.states[visits[0]].clone();
            let predicate = self.predicates.add(formula, Some(sample), self.formulas);
            let mut trial = annotation.clone();
            if !trial.add(state, predicate, Vec::new(), self.predicates) {
                continue;
            }
            let mut after = predicate;
            for idx in (visits[0] + 1..visits[1]).rev() {
                let letter = self.word[idx];
                let post = self.formulas.term(self.predicates.formulas[after]);
                let Some(before) = self.add_predicate(self.alphabet.statements(letter), post, idx) else {
                    break;
                };
                trial.add(run[idx], before, vec![(letter, after)], self.predicates);
                after = before;
            }
            if let Some(support) = self.support(&trial, state, predicate)? {
                trial.justify(state, predicate, support);
                *annotation = trial;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Equations that hold at all visits and speak of values that change.
    fn relations(&self, visits: &[usize]) -> Vec<Term> {
        let mut variables: Vec<Symbol> = Vec::new();
        for idx in visits {
            let predicate: Predicate = self.predicates.along[*idx];
            let symbols = self.formulas.term(self.predicates.formulas[predicate]).symbols();
            variables.extend(symbols.into_iter().filter(|symbol| symbol.sort().bit_width().is_some()));
        }
        variables.sort_unstable();
        variables.dedup();
        variables.truncate(MAX_RELATED_VARIABLES);
        let states = visits.iter().map(|idx| &self.execution.states[*idx]);
        let states: Vec<_> = states.collect();
        let changes =
            |variable: &Symbol| states.iter().any(|it| it.get(*variable) != states[0].get(*variable));
        let holds = |relation: &Term| states.iter().all(|state| state.satisfies(*relation));
        let mut relations = Vec::new();
        for (idx, first) in variables.iter().enumerate() {
            for second in &variables[idx + 1..] {
                if first.sort() != second.sort() || !(changes(first) && changes(second)) {
                    continue;
                }
                let (lhs, rhs) = (Term::symbol(*first), Term::symbol(*second));
                for combined in [lhs.bv_sub(rhs), lhs.bv_add(rhs)] {
                    let others = variables.iter().filter(|it| it.sort() == first.sort() && !changes(it));
                    let constant = Term::bits(first.sort().bit_width().unwrap_or(1), 0);
                    let others = others.map(|other| Term::symbol(*other)).chain([constant]);
                    relations.extend(others.map(|other| combined.equals(other)).filter(holds));
                }
            }
        }
        relations
    }
}
