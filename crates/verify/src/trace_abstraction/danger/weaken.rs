//! Weaker predicates along the failing execution's word, for programs with many error traces.
//!
//! A condition on the way has its say in `φ_i = pre(φ_{i+1}, st_{i+1})`, and where the error can be reached on the other side
//! of it as well, it need not have: the predicate without it is a subset of the union of the preconditions of all edges.
//! So the word is walked once more from its end; where the weaker predicate passes the rule of the annotation
//! it takes the place of `φ_i`, and the walk goes on from it. Before it is tried, states beside the word get the preconditions
//! of the predicate behind it, as far as a few letters lead back to the word.
//!
//! **Deviation** from seed 002, section 4.5, whose predicates are those of the word alone. What (4) and (5) say, that the
//! automaton accepts the word, and that its words are words of `A_rem` stays true; it has more of them.

use faultscope_ir::{Command, Statement, Term};

use super::automaton::CutShort;
use super::connectives::normalize;
use super::fixpoint::{Annotation, Fixpoint, Predicate};
use super::pre::Precondition;
use super::predicates::step_back;
use crate::automata::State;
use crate::limits::{MAX_LETTERS_BESIDE, MAX_OFFERED_PREDICATES};

impl Fixpoint<'_, '_> {
    /// Adds weaker predicates to the annotations of the states along the word; whether there are any.
    pub(super) fn weaken(&mut self, annotation: &mut Annotation) -> Result<bool, CutShort> {
        let Some(run) = self.remaining.run(self.word) else { return Ok(false) };
        let mut after = self.predicates.along[self.word.len()];
        let mut changed = false;
        for (idx, letter) in self.word.iter().enumerate().rev() {
            if self.remaining.is_final(run[idx]) {
                after = self.predicates.along[self.word.len()];
                continue;
            }
            let statements = self.alphabet.statements(*letter);
            let post = self.formulas.term(self.predicates.formulas[after]);
            let is_assignment = |it: &&Statement| !matches!(it.command, Command::Assume { .. });
            let unconditional: Vec<Statement> = statements.iter().filter(is_assignment).cloned().collect();
            let weaker = (unconditional.len() < statements.len())
                .then(|| self.add_predicate(&unconditional, post, idx))
                .flatten();
            if weaker.is_some() {
                let mut offered = vec![after];
                for (_, beside) in self.remaining.successors(run[idx]) {
                    if *beside != run[idx + 1] {
                        self.offer(annotation, *beside, &mut offered, MAX_LETTERS_BESIDE);
                    }
                }
            }
            let supported = match weaker {
                Some(weaker) => self.support(annotation, run[idx], weaker)?.map(|support| (weaker, support)),
                None => None,
            };
            let (before, support) = match supported {
                Some(supported) => supported,
                None => {
                    let Some(before) = self.add_predicate(statements, post, idx) else { return Ok(changed) };
                    (before, vec![(*letter, after)])
                }
            };
            changed |= annotation.add(run[idx], before, support, self.predicates);
            after = before;
        }
        Ok(changed)
    }

    /// Annotates a state beside the word, and those behind it up to so many letters, with preconditions of predicates that
    /// were offered already. That they pass the rule needs no proof.
    fn offer(
        &mut self,
        annotation: &mut Annotation,
        state: State,
        offered: &mut Vec<Predicate>,
        n_letters: u32,
    ) {
        let is_offered = |annotation: &Annotation, state: State, offered: &[Predicate]| {
            annotation.weakest(state).any(|predicate| offered.contains(&predicate))
        };
        let remaining = self.remaining;
        if n_letters == 0 || remaining.is_final(state) || is_offered(annotation, state, offered) {
            return;
        }
        for (_, target) in remaining.successors(state) {
            self.offer(annotation, *target, offered, n_letters - 1);
        }
        for (letter, target) in remaining.successors(state) {
            let posts: Vec<Predicate> =
                annotation.weakest(*target).filter(|predicate| offered.contains(predicate)).collect();
            for post in posts {
                let formula = self.formulas.term(self.predicates.formulas[post]);
                let pre = Precondition::new(self.alphabet.statements(*letter), formula);
                let formula = normalize(pre.formula);
                let is_usable = pre.choices.is_empty()
                    && formula.as_bool() != Some(false)
                    && formula.size() <= self.budget.max_predicate_size;
                if !is_usable || offered.len() >= MAX_OFFERED_PREDICATES {
                    continue;
                }
                let formula = self.formulas.add(formula);
                let predicate = self.predicates.add(formula, None, self.formulas);
                annotation.add(state, predicate, vec![(*letter, post)], self.predicates);
                if !offered.contains(&predicate) {
                    offered.push(predicate);
                }
            }
        }
    }

    /// A predicate before the letter at a position, if the execution's state is in it.
    pub(super) fn add_predicate(
        &mut self,
        statements: &[Statement],
        post: Term,
        position: usize,
    ) -> Option<Predicate> {
        let formula = step_back(statements, post, self.execution, position, self.budget.max_predicate_size);
        let sample = self.execution.states[position].clone();
        if !sample.satisfies(formula) {
            return None;
        }
        let formula = self.formulas.add(formula);
        Some(self.predicates.add(formula, Some(sample), self.formulas))
    }
}
