//! Checks a certificate.
//!
//! Of the control flow is checked that its words are the paths of the program, and of every step
//! * of a Floyd-Hoare automaton (\[1\], definition 3): the initial predicate is valid, that of final states has no model,
//!   and every edge is a valid Hoare triple;
//! * of a danger automaton: conditions (4) and (5) of \[2\], definition 4.2, that it accepts its word, that the word is
//!   feasible, and that all its words are words of the automaton that it is subtracted from;
//! * of a word: that it is one of the automaton that it is subtracted from, and that it is feasible;
//! * of words that are not followed: that only those to exits that are no errors are;
//! * of all: no word of the automaton before is neither subtracted nor left.
//!
//! What the steps prove together is a [`Conclusion`], and not less than what is claimed.
//!
//! **Trusted:** that the program is what its source means. It is what both sides are told.
//!
//! # References
//! - \[1\] Matthias Heizmann, Jochen Hoenicke, Andreas Podelski: _Refinement of trace abstraction_, SAS 2009.
//! - \[2\] seed 002, section 4.

use faultscope_ir::{Program, Term};
use faultscope_solver::Limits;

use crate::certificate::{Automaton, Certificate, Claim, Letter, State, Subtracted};
use crate::conclusion::{Conclusion, Gap};
use crate::control_flow::is_control_flow_of;
use crate::logic::Logic;
use crate::refutation::{Failure, Met, Obligation, Part, Refutation, holds};
use crate::words::{
    Acceptor, Continued, Deterministic, Nondeterministic, SingleWord, Subsets, Unfollowed, lost_word, runs,
};

/// What a certificate that passes proves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// What follows from the steps.
    pub conclusion: Conclusion,
    /// The number of questions to the solver.
    pub n_queries: usize,
}

/// Checks a certificate of a program, and says what it proves.
///
/// # Errors
/// What is not proved: the first obligation that fails or that the solver, within its steps and the limits, does
/// not decide.
pub fn check(program: &Program, certificate: &Certificate, limits: &Limits) -> Result<Checked, Refutation> {
    let Certificate { control_flow, steps, claim } = certificate;
    let of = |part: Part| move |(obligation, failure)| Refutation { part, obligation, failure };
    let n_letters = control_flow.letters.len();
    let automaton = deterministic(&control_flow.automaton, n_letters).map_err(of(Part::ControlFlow))?;
    is_control_flow_of(control_flow, &automaton, program, limits).map_err(of(Part::ControlFlow))?;
    let mut checker = Checker {
        control_flow: &automaton,
        unfollowed: Unfollowed::new(control_flow, &automaton),
        logic: Logic::new(&program.axioms, &control_flow.letters, limits),
        n_letters,
        limits,
    };
    let mut remaining = automaton.clone();
    let mut traces = 0;
    let mut beyond = None;
    for (idx, step) in steps.iter().enumerate() {
        let of_step = of(Part::Step(idx));
        let after = deterministic(&step.remaining, n_letters).map_err(of_step)?;
        let word = checker.step(&remaining, &step.subtracted, &after).map_err(of_step)?;
        beyond = beyond.or(word.map(|word| Gap::Beyond { step: idx, word }));
        traces += usize::from(matches!(step.subtracted, Subtracted::Danger { .. } | Subtracted::Word(_)));
        remaining = after;
    }
    let n_queries = checker.logic.n_queries();
    let conclusion = match remaining.shortest_word().map(Gap::Remaining).or(beyond) {
        Some(gap) => Conclusion::Partial { traces, gap },
        None if traces == 0 => Conclusion::Safe,
        None => Conclusion::AllErrorsCovered { traces },
    };
    let is_as_claimed = match claim {
        Claim::Safe => conclusion == Conclusion::Safe,
        Claim::AllErrorsCovered => !matches!(conclusion, Conclusion::Partial { .. }),
        Claim::Partial => true,
    };
    holds(is_as_claimed, Obligation::Claimed).map_err(of(Part::Claim))?;
    Ok(Checked { conclusion, n_queries })
}

fn deterministic(automaton: &Automaton, n_letters: usize) -> Result<Deterministic, (Obligation, Failure)> {
    Deterministic::new(automaton, n_letters).ok_or((Obligation::WellFormed, Failure::Fails))
}

struct Checker<'a> {
    control_flow: &'a Deterministic,
    unfollowed: Unfollowed<'a>,
    logic: Logic<'a>,
    n_letters: usize,
    limits: &'a Limits,
}

impl Checker<'_> {
    /// Checks one subtraction. A subtracted word that ends where the analysis does, and not in an error, if there is one.
    fn step(
        &mut self,
        before: &Deterministic,
        subtracted: &Subtracted,
        remaining: &Deterministic,
    ) -> Result<Option<Vec<Letter>>, (Obligation, Failure)> {
        match subtracted {
            Subtracted::FloydHoare(automaton) => {
                let sorted = deterministic(&automaton.automaton, self.n_letters)?;
                self.floyd_hoare(&sorted, &automaton.predicates)?;
                self.nothing_lost(before, &Continued(&sorted), remaining)?;
                Ok(None)
            }
            Subtracted::Danger { automaton, word } => {
                let sorted = Nondeterministic::new(&automaton.automaton, self.n_letters)
                    .ok_or((Obligation::WellFormed, Failure::Fails))?;
                self.danger(before, &sorted, &automaton.predicates, word)?;
                self.nothing_lost(before, &Subsets(&sorted), remaining)?;
                let is_end = |state, location: Option<State>| {
                    sorted.is_final(state) && location.is_some_and(|it| self.unfollowed.accepts(&it))
                };
                Ok(runs(&sorted, self.control_flow, is_end))
            }
            Subtracted::Word(word) => {
                self.trace(before, word)?;
                self.nothing_lost(before, &SingleWord(word), remaining)?;
                Ok(self.unfollowed.accepts_word(word).then(|| word.clone()))
            }
            Subtracted::Unfollowed(word) => {
                self.trace(before, word)?;
                holds(self.unfollowed.accepts_word(word), Obligation::Unfollowed)?;
                self.nothing_lost(before, &self.unfollowed, remaining)?;
                Ok(Some(word.clone()))
            }
        }
    }

    fn floyd_hoare(&mut self, automaton: &Deterministic, predicates: &[Vec<Term>]) -> Met {
        have_predicates(automaton.n_states(), predicates.iter().map(Vec::as_slice))?;
        if let Some(initial) = automaton.initial() {
            let valid = self.logic.is_valid(&predicates[initial.index()]);
            valid.map_err(|failure| (Obligation::InitialPredicate, failure))?;
        }
        for source in automaton.states() {
            let predicate = &predicates[source.index()];
            if automaton.is_final(source) {
                let unsatisfiable = self.logic.is_unsatisfiable(predicate);
                unsatisfiable.map_err(|failure| (Obligation::FinalPredicate(source), failure))?;
            }
            for (letter, target) in automaton.successors(source).iter().copied() {
                let valid = self.logic.is_hoare_triple(predicate, letter, &predicates[target.index()]);
                let obligation = Obligation::HoareTriple { source, letter, target };
                valid.map_err(|failure| (obligation, failure))?;
            }
        }
        Ok(())
    }

    fn danger(
        &mut self,
        before: &Deterministic,
        automaton: &Nondeterministic,
        predicates: &[Term],
        word: &[Letter],
    ) -> Met {
        have_predicates(automaton.n_states(), predicates.iter().map(std::slice::from_ref))?;
        self.trace(before, word)?;
        holds(Subsets(automaton).accepts_word(word), Obligation::AcceptsTrace)?;
        let is_foreign = |state: State, at: Option<State>| {
            automaton.is_final(state) && !at.is_some_and(|at| before.is_final(at))
        };
        if let Some(foreign) = runs(automaton, before, is_foreign) {
            return Err((Obligation::WordOfBefore(foreign), Failure::Fails));
        }
        let starts: Vec<_> = automaton.initials.iter().map(|state| predicates[state.index()]).collect();
        let satisfiable = self.logic.is_one_satisfiable(&starts);
        satisfiable.map_err(|failure| (Obligation::DangerStart, failure))?;
        for state in automaton.states().filter(|state| !automaton.is_final(*state)) {
            let edges = automaton.successors(state).iter();
            let ways: Vec<_> = edges.map(|(letter, target)| (*letter, predicates[target.index()])).collect();
            let goes_on = self.logic.goes_on(predicates[state.index()], &ways);
            goes_on.map_err(|failure| (Obligation::DangerState(state), failure))?;
        }
        Ok(())
    }

    /// An execution runs through a word of the automaton before.
    fn trace(&mut self, before: &Deterministic, word: &[Letter]) -> Met {
        let is_known = word.iter().all(|letter| letter.index() < self.n_letters);
        holds(is_known, Obligation::WellFormed)?;
        holds(before.accepts_word(word), Obligation::WordOfBefore(word.to_vec()))?;
        self.logic.is_feasible(word).map_err(|failure| (Obligation::FeasibleTrace, failure))
    }

    fn nothing_lost<A: Acceptor>(
        &self,
        before: &Deterministic,
        subtracted: &A,
        remaining: &Deterministic,
    ) -> Met {
        match lost_word(before, subtracted, remaining, self.limits) {
            Ok(None) => Ok(()),
            Ok(Some(word)) => Err((Obligation::Kept(word), Failure::Fails)),
            Err(reason) => Err((Obligation::NothingLost, Failure::Undecided(reason.to_string()))),
        }
    }
}

/// Whether every state has a predicate.
fn have_predicates<'p>(n_states: usize, mut lists: impl ExactSizeIterator<Item = &'p [Term]>) -> Met {
    let is_complete = lists.len() == n_states;
    let all_known = lists.all(|conjuncts| conjuncts.iter().all(|term| Logic::is_predicate(*term)));
    holds(is_complete && all_known, Obligation::WellFormed)
}
