//! Checks a proof again.
//!
//! Whoever believes a [`Proof`] needs to believe this module, the control-flow automaton, and Z3, and nothing of how the
//! proof was found: neither interpolation, nor which Hoare triples the construction remembered, nor its difference and
//! minimization, nor the solver that it asked (it asks the bit-blasting one, this module asks Z3). Commands are encoded
//! here once more ([`logic`]), and that no word was lost is decided by a walk of its own ([`words`]).
//!
//! Of every step is checked
//! * of a Floyd-Hoare automaton (\[1\], definition 3): the initial predicate is valid, that of final states has no model,
//!   and every edge is a valid Hoare triple;
//! * of a danger automaton: conditions (4) and (5) of \[2\], definition 4.2, that it accepts its word, that the word is
//!   feasible, and that all its words are words of the automaton that it is subtracted from;
//! * of a word: that it is one of the automaton that it is subtracted from, and that it is feasible;
//! * of words that are not followed: that only those to exits that are no errors are;
//! * of all: no word of the automaton before is neither subtracted nor left.
//!
//! What the steps prove together is in [`Conclusion`].
//!
//! **Trusted:** that the words of [`ControlFlow`] are the paths of the program. [`is_control_flow_of`] derives it from the
//! program again, which tells a proof of another program, and not a mistake of the derivation.
//!
//! # References
//! - \[1\] Matthias Heizmann, Jochen Hoenicke, Andreas Podelski: _Refinement of trace abstraction_, SAS 2009.
//! - \[2\] seed 002, section 4.

mod logic;
#[cfg(test)]
mod tests;
mod words;

use std::fmt;

use faultscope_ir::{Program, Term};
use faultscope_solver::Limits;

use super::control_flow::{Bounds, ControlFlow};
use super::danger::DangerAutomaton;
use super::proof::{FloydHoareAutomaton, Proof, ProofStep, Subtracted};
use crate::automata::{Dfa, Letter, Nfa, State};
use logic::Logic;
use words::{Acceptor, Continued, SingleWord, Subsets, Unfollowed, lost_word, runs};

/// What a proof that passes proves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// What follows from the steps.
    pub conclusion: Conclusion,
    /// The number of questions to the solver.
    pub n_queries: usize,
}

/// What follows from the steps of a proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Conclusion {
    /// No execution reaches an exit of the control-flow automaton: the program is safe.
    Safe,
    /// Every path on which an execution reaches an error is accepted by the danger automaton of one of the traces, or
    /// is one of them.
    AllErrorsCovered {
        /// The number of traces.
        traces: usize,
    },
    /// Some paths are open.
    Partial {
        /// The number of traces.
        traces: usize,
        /// One of the open paths.
        gap: Gap,
    },
}

/// Why a proof does not speak of all paths.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Gap {
    /// This word is left.
    Remaining(Vec<Letter>),
    /// A step subtracts words that end where the analysis does, and not in an error: what comes after them was not
    /// looked at.
    Beyond {
        /// The index of the step.
        step: usize,
        /// One such word.
        word: Vec<Letter>,
    },
}

/// A proof that does not pass.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refutation {
    /// The index of the step.
    pub step: usize,
    /// What is not so.
    pub obligation: Obligation,
    /// Whether it was found wrong.
    pub failure: Failure,
}

/// What is checked of a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Obligation {
    /// Letters are letters of the alphabet, targets of edges are states, and every state has a predicate on variables of
    /// programs.
    WellFormed,
    /// The predicate of the initial Floyd-Hoare state is valid.
    InitialPredicate,
    /// The predicate of this final Floyd-Hoare state has no model.
    FinalPredicate(State),
    /// This edge is a valid Hoare triple.
    HoareTriple {
        /// Where it starts.
        source: State,
        /// Its letter.
        letter: Letter,
        /// Where it leads to.
        target: State,
    },
    /// The predicate of some initial danger state has a model (condition (4)).
    DangerStart,
    /// From every state in the predicate of this danger state some edge leads into the predicate of its target
    /// (condition (5)).
    DangerState(State),
    /// The danger automaton accepts its word.
    AcceptsTrace,
    /// This word of what is subtracted is a word of the automaton before.
    WordOfBefore(Vec<Letter>),
    /// An execution runs through the word.
    FeasibleTrace,
    /// The word that is not followed leads to an exit that is no error.
    Unfollowed,
    /// Every word of the automaton before is subtracted or left.
    NothingLost,
    /// This one is.
    Kept(Vec<Letter>),
}

/// Why something is not accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// It is wrong.
    Fails,
    /// It was not decided, for this reason.
    Undecided(String),
}

impl fmt::Display for Refutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Refutation { step, obligation, failure } = self;
        match failure {
            Failure::Fails => write!(f, "step {step}: {obligation:?} fails"),
            Failure::Undecided(reason) => write!(f, "step {step}: {obligation:?} is not decided: {reason}"),
        }
    }
}

impl std::error::Error for Refutation {}

/// Checks every step of a proof, and says what they prove.
///
/// # Errors
/// What is not proved: the first obligation that fails or that the solver, within its steps and the limits, does
/// not decide.
pub fn check(
    program: &Program,
    control_flow: &ControlFlow,
    proof: &Proof,
    limits: &Limits,
) -> Result<Checked, Refutation> {
    let logic = Logic::new(&program.axioms, &control_flow.alphabet, limits);
    let mut checker = Checker { control_flow, logic, n_letters: control_flow.alphabet.len(), limits };
    let mut before = &control_flow.automaton;
    for (idx, step) in proof.steps.iter().enumerate() {
        let refuted = |(obligation, failure)| Refutation { step: idx, obligation, failure };
        checker.step(before, step).map_err(refuted)?;
        before = &step.remaining;
    }
    Ok(Checked { conclusion: conclusion(control_flow, proof), n_queries: checker.logic.n_queries() })
}

/// Whether this is the control-flow automaton of a program, derived within these bounds.
pub fn is_control_flow_of(control_flow: &ControlFlow, program: &Program, bounds: &Bounds) -> bool {
    let Ok(derived) = ControlFlow::new(program, bounds) else { return false };
    let codes =
        |it: &ControlFlow| it.alphabet.letters().map(|letter| it.alphabet.code(letter).clone()).collect();
    let (expected, given): (Vec<_>, Vec<_>) = (codes(&derived), codes(control_flow));
    derived.automaton == control_flow.automaton
        && derived.locations == control_flow.locations
        && expected == given
}

/// What the steps of a proof prove together, if each of them is right.
pub fn conclusion(control_flow: &ControlFlow, proof: &Proof) -> Conclusion {
    let is_trace =
        |step: &&ProofStep| matches!(step.subtracted, Subtracted::Danger { .. } | Subtracted::Word(_));
    let traces = proof.steps.iter().filter(is_trace).count();
    let last = proof.steps.last().map_or(&control_flow.automaton, |step| &step.remaining);
    if let Some(word) = last.shortest_word() {
        return Conclusion::Partial { traces, gap: Gap::Remaining(word) };
    }
    for (idx, step) in proof.steps.iter().enumerate() {
        if let Some(word) = beyond(control_flow, &step.subtracted) {
            return Conclusion::Partial { traces, gap: Gap::Beyond { step: idx, word } };
        }
    }
    if traces == 0 { Conclusion::Safe } else { Conclusion::AllErrorsCovered { traces } }
}

/// A subtracted word of an error trace's step that ends elsewhere than in an error.
fn beyond(control_flow: &ControlFlow, subtracted: &Subtracted) -> Option<Vec<Letter>> {
    match subtracted {
        Subtracted::FloydHoare(_) => None,
        Subtracted::Unfollowed(word) => Some(word.clone()),
        Subtracted::Word(word) => Unfollowed(control_flow).accepts_word(word).then(|| word.clone()),
        Subtracted::Danger { automaton: DangerAutomaton { automaton, .. }, .. } => {
            runs(automaton, &control_flow.automaton, |state, location| {
                let is_end = |location| Unfollowed(control_flow).accepts(&location);
                automaton.finals[state.index()] && location.is_some_and(is_end)
            })
        }
    }
}

struct Checker<'a> {
    control_flow: &'a ControlFlow,
    logic: Logic<'a>,
    n_letters: usize,
    limits: &'a Limits,
}

type Outcome = Result<(), (Obligation, Failure)>;

impl Checker<'_> {
    fn step(&mut self, before: &Dfa, step: &ProofStep) -> Outcome {
        let ProofStep { subtracted, remaining } = step;
        self.well_formed(remaining.n_states(), edges(remaining))?;
        match subtracted {
            Subtracted::FloydHoare(automaton) => {
                self.floyd_hoare(automaton)?;
                self.nothing_lost(before, &Continued(&automaton.automaton), remaining)
            }
            Subtracted::Danger { automaton, word } => {
                self.danger(before, automaton, word)?;
                self.nothing_lost(before, &Subsets(&automaton.automaton), remaining)
            }
            Subtracted::Word(word) => {
                self.trace(before, word)?;
                self.nothing_lost(before, &SingleWord(word), remaining)
            }
            Subtracted::Unfollowed(word) => {
                self.trace(before, word)?;
                let unfollowed = Unfollowed(self.control_flow);
                holds(unfollowed.accepts_word(word), Obligation::Unfollowed)?;
                self.nothing_lost(before, &unfollowed, remaining)
            }
        }
    }

    /// Whether edges have letters of the alphabet and lead to states.
    fn well_formed<'e>(
        &self,
        n_states: usize,
        mut edges: impl Iterator<Item = &'e (Letter, State)>,
    ) -> Outcome {
        let is_known = |(letter, target): &(Letter, State)| {
            (letter.0 as usize) < self.n_letters && target.index() < n_states
        };
        holds(edges.all(is_known), Obligation::WellFormed)
    }

    /// Whether every state has a predicate.
    fn predicates<'p>(
        &self,
        n_states: usize,
        mut lists: impl ExactSizeIterator<Item = &'p [Term]>,
    ) -> Outcome {
        let complete = lists.len() == n_states;
        let all_known = lists.all(|conjuncts| conjuncts.iter().all(|term| Logic::is_predicate(*term)));
        holds(complete && all_known, Obligation::WellFormed)
    }

    fn floyd_hoare(&mut self, automaton: &FloydHoareAutomaton) -> Outcome {
        let FloydHoareAutomaton { automaton, predicates } = automaton;
        self.well_formed(automaton.n_states(), edges(automaton))?;
        self.predicates(automaton.n_states(), predicates.iter().map(Vec::as_slice))?;
        if let Some(initial) = predicates.first() {
            let valid = self.logic.is_valid(initial);
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

    fn danger(&mut self, before: &Dfa, automaton: &DangerAutomaton, word: &[Letter]) -> Outcome {
        let DangerAutomaton { automaton, predicates } = automaton;
        let Nfa { initials, finals, successors } = automaton;
        let n_states = successors.len();
        self.well_formed(n_states, successors.iter().flatten())?;
        self.predicates(n_states, predicates.iter().map(std::slice::from_ref))?;
        let all_known = initials.iter().all(|state| state.index() < n_states);
        holds(all_known && finals.len() == n_states, Obligation::WellFormed)?;
        self.trace(before, word)?;
        holds(Subsets(automaton).accepts_word(word), Obligation::AcceptsTrace)?;
        let is_foreign = |state: State, at: Option<State>| {
            finals[state.index()] && !at.is_some_and(|at| before.is_final(at))
        };
        if let Some(foreign) = runs(automaton, before, is_foreign) {
            return Err((Obligation::WordOfBefore(foreign), Failure::Fails));
        }
        let starts: Vec<_> = initials.iter().map(|state| predicates[state.index()]).collect();
        let satisfiable = self.logic.is_one_satisfiable(&starts);
        satisfiable.map_err(|failure| (Obligation::DangerStart, failure))?;
        for (state, edges) in successors.iter().enumerate().filter(|(state, _)| !finals[*state]) {
            let ways: Vec<_> =
                edges.iter().map(|(letter, target)| (*letter, predicates[target.index()])).collect();
            let goes_on = self.logic.goes_on(predicates[state], &ways);
            goes_on.map_err(|failure| (Obligation::DangerState(State(state as u32)), failure))?;
        }
        Ok(())
    }

    /// An execution runs through a word of the automaton before.
    fn trace(&mut self, before: &Dfa, word: &[Letter]) -> Outcome {
        let is_known = word.iter().all(|letter| (letter.0 as usize) < self.n_letters);
        holds(is_known, Obligation::WellFormed)?;
        holds(before.accepts(word), Obligation::WordOfBefore(word.to_vec()))?;
        self.logic.is_feasible(word).map_err(|failure| (Obligation::FeasibleTrace, failure))
    }

    fn nothing_lost<A: Acceptor>(&self, before: &Dfa, subtracted: &A, remaining: &Dfa) -> Outcome {
        match lost_word(before, subtracted, remaining, self.limits) {
            Ok(None) => Ok(()),
            Ok(Some(word)) => Err((Obligation::Kept(word), Failure::Fails)),
            Err(reason) => Err((Obligation::NothingLost, Failure::Undecided(reason.to_string()))),
        }
    }
}

fn edges(automaton: &Dfa) -> impl Iterator<Item = &(Letter, State)> {
    automaton.states().flat_map(|state| automaton.successors(state))
}

fn holds(truth: bool, obligation: Obligation) -> Outcome {
    if truth { Ok(()) } else { Err((obligation, Failure::Fails)) }
}
