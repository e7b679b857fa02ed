//! Evidence that the actual states of an execution are not the hypothesized ones, and what would remove it.

use std::collections::BTreeSet;

use faultscope_ir::{OriginId, Term};

use super::path::Path;
use super::predicate::{Knowledge, Predicate, negative_predicates};
use super::sum::Sum;
use crate::limits::{
    MAX_ACTUAL_PREDICATES, MAX_CONDITION_SHIFT, MAX_GOALS, MAX_NEGATIVE_PREDICATES, MAX_TRIED_CONJUNCTIONS,
};

/// What shows that something is wrong (\[1\], section 2.5).
#[derive(Debug, Clone, PartialEq)]
pub struct Evidence {
    /// Of which kind.
    pub kind: EvidenceKind,
    /// The step before which it shows.
    pub step: usize,
    /// What would have to hold there and does not, for a condition that should have gone the other way at the end; none where the
    /// execution does not end.
    pub hypothesized: Option<Predicate>,
    /// What holds there instead, where the execution says so.
    pub actual: Option<Predicate>,
}

/// Kinds of evidence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EvidenceKind {
    /// Explicit, type I: a predicate without variables is false.
    Constant,
    /// Explicit, type II: the execution has found the contrary of what would have to hold.
    Contrary,
    /// Implicit: nothing on the execution says that the predicate holds.
    Missing,
    /// The execution does not end. The paper leaves this out.
    Endless,
}

/// What a change of a statement should come to.
#[derive(Debug, Clone, PartialEq)]
pub enum Goal {
    /// The assignment gives this value, a sum of what there is before it.
    Value(Sum),
    /// The assignment gives its value to this variable or element.
    Target(Term),
    /// The condition finds this out.
    Condition(Predicate),
    /// The condition goes the other way.
    Turn,
}

/// A change that would remove evidence, for all that one trace says.
#[derive(Debug, Clone, PartialEq)]
pub struct Remedy {
    /// The step whose statement is changed.
    pub step: usize,
    /// What for.
    pub goal: Goal,
    /// What has to hold behind the step, if that is known.
    pub behind: Option<Predicate>,
    /// Why.
    pub evidence: Evidence,
}

/// The remedies for an execution, in the order in which they are to be tried: the nearest to the error first, what explicit
/// evidence asks for before what implicit evidence does (\[1\], Fig. 2).
pub fn remedies(path: &Path<'_>) -> Vec<Remedy> {
    let mut search = EvidenceSearch { path, wanted: None, remedies: Vec::new() };
    match path.postcondition() {
        Some(post) => {
            let post = path.expanded(post);
            // With what the inputs decide left out, and with it: a condition can have misjudged the inputs.
            for leaves_out in [true, false] {
                let hypotheses = negative_predicates(post, &AtEnd { path, leaves_out }).into_iter();
                let hypotheses = hypotheses.filter(|it| !it.is_empty());
                for hypothesis in hypotheses.take(MAX_TRIED_CONJUNCTIONS) {
                    search.hypothesis(hypothesis);
                }
            }
        }
        None => search.endless(),
    }
    search.turns();
    search.remedies.truncate(MAX_GOALS);
    search.remedies
}

/// What is known at the end of a path.
struct AtEnd<'a> {
    path: &'a Path<'a>,
    /// Whether what the inputs decide is left out.
    leaves_out: bool,
}

impl Knowledge for AtEnd<'_> {
    fn truth(&self, part: Term) -> Option<bool> {
        let is_left_out = self.leaves_out && self.path.is_given(part);
        if is_left_out { self.path.truth(part, self.path.steps().end) } else { None }
    }

    fn is_negative(&self, predicate: &Predicate) -> bool {
        let number = self.path.number(&predicate.sum, self.path.steps().end);
        number.is_some_and(|number| !predicate.holds_at(number))
    }
}

struct EvidenceSearch<'a> {
    path: &'a Path<'a>,
    /// What would have to hold at the end: the first predicate that does not.
    wanted: Option<Predicate>,
    remedies: Vec<Remedy>,
}

impl EvidenceSearch<'_> {
    /// Follows what is false in a conjunction of the postcondition from the end to the front.
    fn hypothesis(&mut self, negative: Vec<Predicate>) {
        if self.wanted.is_none() {
            self.wanted = negative.first().cloned();
        }
        let followed = negative.into_iter().take(MAX_NEGATIVE_PREDICATES);
        let mut found: Vec<Remedy> = followed.flat_map(|predicate| self.followed(predicate)).collect();
        found.sort_by_key(|it| (it.evidence.kind == EvidenceKind::Missing, std::cmp::Reverse(it.step)));
        for remedy in found {
            self.add(remedy);
        }
    }

    fn add(&mut self, remedy: Remedy) {
        let is_known = |it: &Remedy| it.step == remedy.step && it.goal == remedy.goal;
        if self.remedies.len() < MAX_GOALS && !self.remedies.iter().any(is_known) {
            self.remedies.push(remedy);
        }
    }

    /// The remedies for one predicate of the hypothesized states.
    fn followed(&self, predicate: Predicate) -> Vec<Remedy> {
        let path = self.path;
        let mut goals: Vec<(usize, Goal, Predicate, Option<Predicate>)> = Vec::new();
        let mut evidence: Option<Evidence> = None;
        let mut behind = Some(predicate.clone());
        for step in path.steps().rev() {
            let Some(hypothesized) = behind else { break };
            if let Some(actual) = path.condition(step) {
                let sums = (self.in_inputs(&actual.sum, step), self.in_inputs(&hypothesized.sum, step));
                if is_about_the_same(&sums.0, &sums.1) {
                    evidence.get_or_insert_with(|| Evidence {
                        kind: EvidenceKind::Contrary,
                        step,
                        hypothesized: Some(hypothesized.clone()),
                        actual: Some(actual.clone()),
                    });
                }
                if shares_a_term(&actual.sum, &hypothesized.sum) || shares_a_term(&sums.0, &sums.1) {
                    goals.push((
                        step,
                        Goal::Condition(hypothesized.clone()),
                        hypothesized.clone(),
                        Some(actual),
                    ));
                }
            }
            let of_assignment = self.of_assignment(step, &hypothesized).into_iter();
            goals.extend(of_assignment.map(|goal| (step, goal, hypothesized.clone(), None)));
            behind = self.before(step, &hypothesized);
            if let Some(before) = behind.as_ref().filter(|it| it.sum.n_terms() == 0) {
                evidence.get_or_insert_with(|| Evidence {
                    kind: EvidenceKind::Constant,
                    step,
                    hypothesized: Some(before.clone()),
                    actual: None,
                });
                // In front of it, nothing changes the predicate.
                behind = None;
            }
        }
        let evidence = evidence.unwrap_or_else(|| Evidence {
            kind: EvidenceKind::Missing,
            step: path.steps().start,
            hypothesized: behind.or(Some(predicate)),
            actual: None,
        });
        let remedy = |(step, goal, behind, actual): (usize, Goal, Predicate, Option<Predicate>)| {
            let evidence = match &goal {
                Goal::Condition(wanted) if evidence.kind == EvidenceKind::Contrary => {
                    Evidence { step, hypothesized: Some(wanted.clone()), actual, ..evidence.clone() }
                }
                _ => evidence.clone(),
            };
            Remedy { step, goal, behind: Some(behind), evidence }
        };
        goals.into_iter().map(remedy).collect()
    }

    /// What an assignment could do so that a predicate holds behind it.
    fn of_assignment(&self, step: usize, behind: &Predicate) -> Vec<Goal> {
        let path = self.path;
        let Some(assignment) = path.assignment(step) else { return Vec::new() };
        let factor = behind.sum.factor(assignment.cell);
        if factor == 0 {
            return self.targets(assignment.cell, behind);
        }
        let mut sums = vec![behind.sum.plus(-1, &Sum::number(behind.boundary(0)))];
        let actual = self.actual_states(step).into_iter().filter(|it| it.relation == behind.relation);
        sums.extend(actual.map(|actual| behind.sum.plus(-1, &actual.sum)));
        let mut goals = Vec::new();
        for sum in sums {
            if let Some(value) = sum.solved(assignment.cell) {
                goals.push(Goal::Value(value));
            }
        }
        goals
    }

    /// The places of a predicate that an assignment which has nothing to do with it could have been meant for.
    fn targets(&self, cell: Term, behind: &Predicate) -> Vec<Goal> {
        let fits = |(term, _): &(Term, i128)| term.sort() == cell.sort() && *term != cell;
        behind.sum.terms().filter(fits).map(|(term, _)| Goal::Target(term)).collect()
    }

    /// Predicates that the conditions up to a step have found out and that no assignment between has killed (`Q^F`), the last
    /// ones first.
    fn actual_states(&self, step: usize) -> Vec<Predicate> {
        let path = self.path;
        let mut killed: Vec<Term> = Vec::new();
        let mut found = Vec::new();
        for before in (path.steps().start..step).rev() {
            if let Some(assignment) = path.assignment(before) {
                killed.push(assignment.cell);
            }
            if let Some(actual) = path.condition(before)
                && !actual.sum.terms().any(|(term, _)| killed.contains(&term))
            {
                found.push(actual);
                if found.len() == MAX_ACTUAL_PREDICATES {
                    break;
                }
            }
        }
        found
    }

    /// Numbers that a condition depends on which could be a little more or less, so that a loop runs more or fewer times.
    fn shifts(&mut self, condition: usize, found: Predicate, evidence: &Evidence) {
        let path = self.path;
        let mut behind = found;
        let mut seen: BTreeSet<OriginId> = BTreeSet::new();
        for step in (path.steps().start..condition).rev() {
            if let Some(assignment) = path.assignment(step)
                && behind.sum.factor(assignment.cell) != 0
                && seen.insert(path.step(step).origin)
                && let Some(value) = Sum::of(assignment.value)
            {
                for by in (1..=MAX_CONDITION_SHIFT).flat_map(|by| [-by, by]) {
                    let goal = Goal::Value(value.plus(by, &Sum::number(1)));
                    self.add(Remedy { step, goal, behind: None, evidence: evidence.clone() });
                }
            }
            match self.before(step, &behind) {
                Some(before) => behind = before,
                None => break,
            }
        }
    }

    /// A sum in terms of what the activation was given; nothing where it is none.
    fn in_inputs(&self, sum: &Sum, step: usize) -> Sum {
        self.path.known_sum(sum, step).map(|known| known.sum).unwrap_or_default()
    }

    /// `pwp` of a predicate.
    fn before(&self, step: usize, behind: &Predicate) -> Option<Predicate> {
        let sum = behind.sum.replaced(&mut |term| Sum::of(self.path.weakest_precondition(step, term)))?;
        Some(Predicate { sum, relation: behind.relation })
    }

    /// What would end an execution that goes on for ever: a condition of the loop that goes the other way, or another value
    /// for what the condition depends on.
    fn endless(&mut self) {
        let path = self.path;
        let is_condition = |step: &usize| path.condition(*step).is_some();
        let Some(last) = path.steps().rev().find(is_condition) else { return };
        let of_loop: Vec<usize> = {
            let iterations = &path.step(last).iterations;
            let depth = iterations.len();
            let in_loop = |step: &usize| {
                let own = &path.step(*step).iterations;
                own.len() >= depth && depth > 0 && own[..depth - 1] == iterations[..depth - 1]
            };
            path.steps().rev().take_while(in_loop).collect()
        };
        let mut seen: BTreeSet<OriginId> = BTreeSet::new();
        for step in of_loop {
            let Some(assignment) = path.assignment(step) else { continue };
            if !seen.insert(path.step(step).origin) {
                continue;
            }
            let Some(own) = Sum::of(assignment.cell) else { continue };
            for by in [1, -1] {
                let evidence =
                    Evidence { kind: EvidenceKind::Endless, step, hypothesized: None, actual: None };
                let goal = Goal::Value(own.plus(by, &Sum::number(1)));
                self.add(Remedy { step, goal, behind: None, evidence });
            }
        }
    }

    /// Conditions that should have gone the other way: a loop that is left too early, too late, or never entered. Of each the
    /// last executions.
    fn turns(&mut self) {
        let path = self.path;
        let mut last: Vec<(OriginId, usize)> = Vec::new();
        for step in path.steps().rev() {
            let Some(actual) = path.condition(step) else { continue };
            let origin = path.step(step).origin;
            let n_before = last.iter().filter(|(it, _)| *it == origin).count();
            if n_before < 2 {
                last.push((origin, step));
                let kind = match path.postcondition() {
                    Some(_) => EvidenceKind::Missing,
                    None => EvidenceKind::Endless,
                };
                let hypothesized = self.wanted.clone();
                let evidence = Evidence { kind, step, hypothesized, actual: Some(actual.clone()) };
                self.add(Remedy { step, goal: Goal::Turn, behind: None, evidence: evidence.clone() });
                self.shifts(step, actual, &evidence);
            }
        }
    }
}

/// Whether two sums are the same, up to the sign and what is added.
fn is_about_the_same(left: &Sum, right: &Sum) -> bool {
    left.n_terms() > 0 && (left.has_terms_of(right) || left.has_terms_of(&right.negated()))
}

fn shares_a_term(left: &Sum, right: &Sum) -> bool {
    left.terms().any(|(term, _)| right.factor(term) != 0)
}
