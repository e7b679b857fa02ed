//! Does a changed program still fail?
//!
//! The one place where that is decided, in two steps. Recorded executions are replayed first: those of the error traces,
//! and those with which the verifier has refuted other changes, for an execution that refutes one change refutes many
//! others. What passes them is verified. Who wants to show the user an execution that still fails asks the verifier alone,
//! whose executions are short.
//!
//! A program may have other errors than that of the error traces. [`Oracle::verify`] asks for every one; [`Oracle::verify_own`] for
//! one error at a time: what was [there before](crate::errors) is left, and the rest of the program is asked about.

use std::borrow::Cow;
use std::sync::Arc;

use faultscope_ir::focus::without;
use faultscope_ir::index::IndexSet;
use faultscope_ir::{CheckId, Program, Term};
use faultscope_solver::{Limits, StopReason};
use faultscope_verify::DecidedTriples;
use faultscope_verify::neighbours::{execution, neighbours};
use faultscope_verify::portfolio::{Engine, PortfolioConfig, Strategy};
use faultscope_verify::settle::is_proved;
use faultscope_verify::undefined::{UndefinedExecution, undefined_execution};
use faultscope_verify::{ErrorTrace, Question, UnknownReason, Verdict, ask};

use crate::config::Means;
use crate::errors::{ErrorStanding, KnownErrors, LeftError};
use crate::failure::Failure;
use crate::limits::{
    LEARNT_EFFORT, LEAST_HEAD_START, MAX_KEPT_ASKED, MAX_KEPT_STEPS, MAX_LEARNT_PREDICATES,
    MAX_LEARNT_TRIPLES, MAX_LEFT_ERRORS, PATCH_PACE,
};
use crate::obligation::shows_that_all_end;
use crate::recording::{Ending, Recording, worst};
use crate::tests::Tests;

/// Decides whether changed programs fail.
#[derive(Debug, Clone)]
pub struct Oracle {
    search: PortfolioConfig,
    /// The executions of the error traces.
    shown: Vec<Recording>,
    /// Executions with which the verifier refuted changes.
    learned: Vec<Recording>,
    /// The errors of the program.
    errors: KnownErrors,
    /// The predicates with which it proved changes.
    predicates: IndexSet<Term>,
    /// The Hoare triples that it decided for that.
    triples: Arc<DecidedTriples>,
    /// Whether they are tried where bounded model checking finds no error soon.
    proves_by_predicates: bool,
    /// Whether they are tried before it: the last change of a line was proved with them.
    begins_with_predicates: bool,
    /// The effort of that proof; none where what is asked about are not changes of one line any more.
    last_proof: Option<u64>,
    /// How many changes it proved, and for how many it took some.
    n_proofs: [usize; 2],
    /// Tests that decide instead of all of these.
    tests: Option<Arc<Tests>>,
}

/// What the verifier says of a changed program.
#[derive(Debug, Clone)]
pub enum ChangeVerdict {
    /// It does not fail, which is proved.
    Repaired(Lemmas),
    /// It does, by this execution.
    Fails(Box<ErrorTrace>),
    /// It does not, and does something undefined that is not checked and that the program as it was does not do: such a change
    /// replaces a failure by another.
    Undefined(Box<UndefinedExecution>),
    /// Not decided, for this reason.
    Open(UnknownReason),
}

/// What a proof was made of, where it took some of it.
#[derive(Debug, Clone, Default)]
pub struct Lemmas {
    /// The predicates.
    pub predicates: Vec<Term>,
    /// The Hoare triples that it began with.
    pub known: Arc<DecidedTriples>,
    /// Those that were decided.
    pub triples: DecidedTriples,
    /// The effort of the proof.
    pub effort: u64,
    /// Whether it shows that all executions end.
    pub ends: bool,
}

impl Oracle {
    /// An oracle that knows the executions of a program's error traces. Its verifiers are asked for one error trace and no
    /// proof. What a change leaves is mostly not harder to find than the first error was, which took `first_trace`: trace
    /// abstraction begins then, and is the faster one. Executions that are known come before any other values of inputs.
    pub fn new(
        program: &Program,
        traces: &[ErrorTrace],
        search: &PortfolioConfig,
        first_trace: u64,
    ) -> Oracle {
        let mut search = search.clone();
        search.head_start = Some(first_trace.max(LEAST_HEAD_START));
        search.pace = PATCH_PACE;
        search.bmc.tries_values = false;
        search.trace_abstraction.max_traces = Some(1);
        search.trace_abstraction.keep_proof = false;
        let shown = traces.iter().map(|error| Recording::new(program, error)).collect();
        Oracle {
            search,
            shown,
            learned: Vec::new(),
            errors: KnownErrors::new(program, traces),
            predicates: IndexSet::default(),
            triples: Arc::default(),
            proves_by_predicates: false,
            begins_with_predicates: false,
            last_proof: Some(0),
            n_proofs: [0; 2],
            tests: None,
        }
    }

    /// An oracle for a failure. Where tests fail, tests decide: a changed program is executed on all of them, and no verifier is
    /// asked.
    pub fn of(failure: &Failure<'_>, means: &Means<'_>) -> Oracle {
        let tests = failure.tests.cloned();
        let mut search = means.config.search.clone();
        search.trace_abstraction.guesses = means.budgets.guesses;
        let first_trace = means.budgets.first_trace;
        let oracle = Oracle::new(failure.program, failure.traces, &search, first_trace);
        Oracle { tests, ..oracle.beside(failure.others) }
    }

    /// The same for a program that is known to have other errors.
    pub fn beside(mut self, others: &[ErrorTrace]) -> Oracle {
        others.iter().filter(|it| it.replayed).for_each(|it| self.errors.add(it.trace.check));
        self
    }

    /// Whether tests decide.
    pub fn has_tests(&self) -> bool {
        self.tests.is_some()
    }

    /// The executions of the error traces.
    pub fn shown(&self) -> &[Recording] {
        &self.shown
    }

    /// The errors of the program.
    pub fn known_errors(&self) -> &KnownErrors {
        &self.errors
    }

    /// How a program ends on the executions of the error traces, beside other errors that it had before.
    pub fn endings(&self, program: &Program, limits: &Limits) -> Vec<Ending> {
        let ending = |it| self.ending(std::slice::from_ref(it), (program, 0), limits);
        self.shown.iter().map(ending).collect()
    }

    /// The executions that were learned.
    pub fn learned(&self) -> &[Recording] {
        &self.learned
    }

    /// Keeps an execution of a changed program that fails. One that the interpreter could not execute cannot be replayed.
    pub fn learn(&mut self, program: &Program, error: &ErrorTrace) {
        self.begins_with_predicates = false;
        if error.replayed {
            self.learned.push(Recording::new(program, error));
        }
    }

    /// The same where it may tell a change that was asked to leave [other errors](Self::verify_own) of the original.
    pub fn learn_own(&mut self, original: &Program, program: &Program, error: &ErrorTrace, limits: &Limits) {
        self.begins_with_predicates = false;
        if error.replayed {
            self.learned.push(Recording::new(program, error).known_before(original, limits));
        }
    }

    /// Keeps which other errors the program is known to have.
    pub fn learn_left(&mut self, left: &[LeftError]) {
        left.iter().for_each(|it| self.errors.add(it.check));
    }

    /// Keeps what a changed program was proved with, and whether that is of use for others. Who asks at the same time as others
    /// keeps nothing: the answers would depend on who comes first.
    pub fn learn_proof(&mut self, Lemmas { predicates, known, triples, effort, .. }: Lemmas) -> bool {
        let has_both = self.search.strategy == Strategy::Portfolio;
        self.proves_by_predicates = has_both && !predicates.is_empty();
        self.begins_with_predicates = self.proves_by_predicates;
        self.last_proof = self.last_proof.map(|_| effort);
        self.n_proofs[0] += 1;
        self.n_proofs[1] += usize::from(self.proves_by_predicates);
        self.predicates.extend(predicates);
        self.predicates.truncate(MAX_LEARNT_PREDICATES);
        if self.triples.len() < MAX_LEARNT_TRIPLES {
            // Of answers at the same time, those that began with less do not take away what others have taught.
            if known.len() > self.triples.len() {
                self.triples = known;
            } else {
                drop(known);
            }
            Arc::make_mut(&mut self.triples).extend(triples);
        }
        self.proves_by_predicates || !has_both
    }

    /// What comes next are not changes of one line any more: predicates are tried first if they were what mostly proved the
    /// others, and errors that remain, which are shown, are waited for.
    pub fn change_of_kind(&mut self) {
        self.search.pace = 1;
        self.begins_with_predicates = false;
        self.last_proof = None;
        let [n_proofs, n_by_predicates] = self.n_proofs;
        self.proves_by_predicates = n_by_predicates > 0 && 2 * n_by_predicates >= n_proofs;
    }

    /// Whether predicates of some proof are known.
    pub fn has_learnt(&self) -> bool {
        !self.predicates.is_empty()
    }

    /// The effort after which an error that is as near as the first one is found.
    pub fn soon(&self) -> u64 {
        self.search.head_start.unwrap_or(LEAST_HEAD_START)
    }

    /// The limits of a question that usually may cost this effort: where predicates are tried first, that comes on top.
    pub fn limits(&self, usual: u64, limits: &Limits) -> Limits {
        let more = if self.proves_by_predicates { LEARNT_EFFORT } else { 0 };
        limits.with_effort(limits.scaled(usual.saturating_add(more)))
    }

    /// Whether every execution of the error traces fails in a program, too.
    pub fn fails_on_all_shown(&self, program: &Program, limits: &Limits) -> bool {
        match &self.tests {
            Some(tests) => tests.all_shown_fail(program, limits),
            None => self.shown.iter().all(|it| it.replay(program, limits) == Ending::Fails),
        }
    }

    /// Whether each check that failed on the error traces may still be reached by some execution of a program.
    pub fn can_reach_checks(&self, program: &Program, limits: &Limits) -> bool {
        self.tests.is_some() || self.shown.iter().all(|it| it.can_reach_check(program, limits))
    }

    /// The first step: how a program ends on the executions of the error traces; none where some recorded execution says
    /// that it is not repaired.
    pub fn replay(&self, program: &Program, limits: &Limits) -> Option<Ending> {
        if let Some(tests) = &self.tests {
            let ending = tests.ending(program, 0, limits);
            return match ending {
                Ending::Passes if self.avoids_crash(tests, program, limits) => Some(Ending::Avoids),
                _ => ending.is_accepted().then_some(ending),
            };
        }
        let ending = self.ending(&self.shown, (program, 0), limits);
        let is_accepted = ending.is_accepted() && self.passes_learned(program, limits);
        is_accepted.then_some(ending)
    }

    /// Whether a program does not get to where a test has crashed of which nothing else is expected.
    fn avoids_crash(&self, tests: &Tests, program: &Program, limits: &Limits) -> bool {
        self.shown.iter().enumerate().any(|(trace, recording)| {
            let executed = tests.executed_without_expectation(trace, program, limits);
            executed.is_some_and(|executed| !recording.is_reached(program, executed.into_iter()))
        })
    }

    /// Whether a program evaluates on all inputs of the error traces a part of a contract beside the one that failed.
    pub fn evaluates_contract(&self, program: &Program, limits: &Limits) -> bool {
        self.shown.iter().all(|it| it.evaluates_contract(program, limits))
    }

    /// Whether a program passes the executions that were learned.
    pub fn passes_learned(&self, program: &Program, limits: &Limits) -> bool {
        self.ending_learned((program, 0), limits).is_accepted()
    }

    /// The worst ending of a program on the executions that were learned when its variable
    /// [`ALTERNATIVE`](faultscope_frontend::sites::ALTERNATIVE) has this value.
    pub fn ending_learned(&self, program: (&Program, usize), limits: &Limits) -> Ending {
        self.ending(&self.learned, program, limits)
    }

    /// Whether some execution that was learned fails in a program, or does something undefined.
    pub fn fails_on_learned(&self, program: &Program, limits: &Limits) -> bool {
        let is_other = |check: CheckId| self.errors.is_other(program, check);
        self.learned.iter().any(|it| it.refutes(program, &is_other, limits))
    }

    /// The worst ending of a program on executions, beside errors that were there before.
    fn ending(
        &self,
        recordings: &[Recording],
        (program, alternative): (&Program, usize),
        limits: &Limits,
    ) -> Ending {
        let is_other = |check: CheckId| self.errors.is_other(program, check);
        worst(recordings, |it| it.replay_beside(program, alternative, &is_other, limits))
    }

    /// How a program ends on the executions of the error traces, and on all tests, when its variable
    /// [`ALTERNATIVE`](faultscope_frontend::sites::ALTERNATIVE) has this value.
    pub fn replay_alternative(&self, program: &Program, alternative: usize, limits: &Limits) -> Ending {
        match &self.tests {
            Some(tests) => tests.ending(program, alternative, limits),
            None => self.ending(&self.shown, (program, alternative), limits),
        }
    }

    /// The tests that say what is right, where some do.
    pub(crate) fn tests(&self) -> Option<&Tests> {
        self.tests.as_deref()
    }

    /// The same of some alternatives, in their order.
    pub(crate) fn replay_alternatives(
        &self,
        program: &Program,
        alternatives: &[usize],
        limits: &Limits,
    ) -> Vec<Ending> {
        match &self.tests {
            Some(tests) => tests.endings(program, alternatives, limits),
            None => {
                let ending = |it: &usize| self.replay_alternative(program, *it, limits);
                alternatives.iter().map(ending).collect()
            }
        }
    }

    /// The second step: what the verifiers say of a changed program.
    pub fn verify(&self, original: &Program, program: &Program, limits: &Limits) -> ChangeVerdict {
        self.defined(self.errors(program, limits), original, program, limits)
    }

    /// The same of one error at a time: errors that the original had before are left, and of the rest of the program it is asked
    /// whether it fails. Where the original fails on the values of one by another check, `is_violated` says whether it violates one of
    /// these on other values.
    pub fn verify_own(
        &self,
        original: &Program,
        program: &Program,
        is_violated: &dyn Fn(&[CheckId]) -> bool,
        limits: &Limits,
    ) -> (ChangeVerdict, Vec<LeftError>) {
        let mut left: Vec<LeftError> = Vec::new();
        let mut rest = Cow::Borrowed(program);
        let verdict = loop {
            let error = match self.errors(&rest, limits) {
                ChangeVerdict::Fails(error) if error.replayed => error,
                verdict => break verdict,
            };
            let check = match self.errors.standing((original, program), &error, limits) {
                ErrorStanding::Before(check) => Some(check),
                ErrorStanding::Masked(checks) => checks.first().copied().filter(|_| is_violated(&checks)),
                ErrorStanding::Own | ErrorStanding::New => None,
            };
            let Some(check) = check else { break ChangeVerdict::Fails(error) };
            if let Some(new) = new_around((original, program), &error, limits) {
                break ChangeVerdict::Fails(Box::new(new));
            }
            if left.len() == MAX_LEFT_ERRORS {
                let reason = StopReason::EffortLimit;
                break ChangeVerdict::Open(UnknownReason::Limit { reason, completed: 0 });
            }
            rest = Cow::Owned(without(rest.into_owned(), error.trace.check));
            left.push(LeftError { check, error: *error });
        };
        (self.defined(verdict, original, &rest, limits), left)
    }

    /// The same where intervals are asked first.
    pub fn verify_by_intervals(
        &self,
        original: &Program,
        program: &Program,
        limits: &Limits,
    ) -> ChangeVerdict {
        let verdict = match is_proved(program, limits) {
            true => ChangeVerdict::Repaired(Lemmas::default()),
            false => self.errors(program, limits),
        };
        self.defined(verdict, original, program, limits)
    }

    /// A verdict about a changed program that is a repair only where the program does nothing undefined instead.
    fn defined(
        &self,
        verdict: ChangeVerdict,
        original: &Program,
        program: &Program,
        limits: &Limits,
    ) -> ChangeVerdict {
        match verdict {
            ChangeVerdict::Repaired(_) => {
                let undefined = self.becomes_undefined(original, program, limits);
                undefined.map_or(verdict, ChangeVerdict::Undefined)
            }
            _ => verdict,
        }
    }

    /// Whether the verifiers find an error.
    fn errors(&self, program: &Program, limits: &Limits) -> ChangeVerdict {
        let mut triples = Arc::clone(&self.triples);
        let soon =
            self.proves_by_predicates.then(|| self.verify_like_the_last(program, &mut triples, limits));
        let mut verdict = soon.filter(|it| !matches!(it, ChangeVerdict::Open(_))).unwrap_or_else(|| {
            // Mostly this change is proved like the last one, too, and what it takes more proves the next ones.
            let search = match self.begins_with_predicates {
                true => self.with_predicates(self.search.strategy, &triples),
                false => self.search.clone(),
            };
            self.verdict(program, &search, limits).0
        });
        if let ChangeVerdict::Repaired(lemmas) = &mut verdict {
            lemmas.known = triples;
        }
        verdict
    }

    /// An execution with which a repaired program does something undefined that ends it and is not checked, where the program as
    /// it was does nothing of the kind with the same values from outside.
    fn becomes_undefined(
        &self,
        original: &Program,
        repaired: &Program,
        limits: &Limits,
    ) -> Option<Box<UndefinedExecution>> {
        let found = undefined_execution(repaired, &self.search, limits)?;
        let was_undefined = Recording::new(repaired, &found.error).ends_undefined(original, limits);
        (!was_undefined).then(|| Box::new(found))
    }

    /// What is known soon if the change is like the last that was proved: bounded model checking goes as far as to the first
    /// error, and behind that trace abstraction is alone, and begins with the predicates of other proofs. Side by side with it,
    /// bounded model checking would take as much again. Mostly the predicates that are known prove the next change of a line, too,
    /// which takes less than getting to the first error, or about as much as it took for the last one; that they do not prove it
    /// says nothing, and errors are those of bounded model checking, which are short. What is decided of triples on the way is
    /// added to `triples`: whoever goes on from there does not ask again.
    fn verify_like_the_last(
        &self,
        program: &Program,
        triples: &mut Arc<DecidedTriples>,
        limits: &Limits,
    ) -> ChangeVerdict {
        let learnt = limits.scaled(LEARNT_EFFORT);
        let learnt = limits.effort_left().map_or(learnt, |left| learnt.min(left / 2));
        let mut tried = 0;
        if self.begins_with_predicates {
            tried = limits
                .scaled(self.soon() / 2)
                .max(self.last_proof.map_or(0, |it| it.saturating_mul(3) / 2))
                .min(learnt);
            let verdict = self.verify_by_predicates(program, triples, &limits.with_effort(tried));
            if let ChangeVerdict::Repaired(_) = verdict {
                return verdict;
            }
        }
        let near = limits.with_effort(limits.scaled(self.soon()));
        let by_bmc = PortfolioConfig { strategy: Strategy::Only(Engine::Bmc), ..self.search.clone() };
        let (soon, _) = self.verdict(program, &by_bmc, &near);
        if !matches!(soon, ChangeVerdict::Open(_)) || tried > learnt / 2 {
            return soon;
        }
        self.verify_by_predicates(program, triples, &limits.with_effort(learnt))
    }

    /// What trace abstraction says that begins with the predicates of other proofs.
    fn verify_by_predicates(
        &self,
        program: &Program,
        triples: &mut Arc<DecidedTriples>,
        limits: &Limits,
    ) -> ChangeVerdict {
        let search = self.with_predicates(Strategy::Only(Engine::TraceAbstraction), triples);
        let (verdict, decided) = self.verdict(program, &search, limits);
        if !decided.is_empty() {
            drop(search);
            Arc::make_mut(triples).extend(decided);
        }
        verdict
    }

    /// A search in which trace abstraction begins with the predicates of other proofs, and with triples.
    fn with_predicates(&self, strategy: Strategy, triples: &Arc<DecidedTriples>) -> PortfolioConfig {
        let mut search = PortfolioConfig { strategy, ..self.search.clone() };
        search.trace_abstraction.learnt = self.predicates.iter().copied().collect();
        search.trace_abstraction.decided = Arc::clone(triples);
        search
    }

    /// What a search says of a program, and the triples that were decided where it is not proved.
    fn verdict(
        &self,
        program: &Program,
        search: &PortfolioConfig,
        limits: &Limits,
    ) -> (ChangeVerdict, DecidedTriples) {
        let mut question = Question::new(program, search);
        question.as_written = true;
        let mut answer = ask(&question, limits, &mut ());
        let (predicates, triples) = (answer.predicates, answer.triples);
        match answer.verdict {
            Verdict::Safe => {
                let effort = answer.effort.whole.saturating_mul(self.search.pace);
                let ends = shows_that_all_end(answer.by);
                let lemmas = Lemmas { predicates, known: Arc::default(), triples, effort, ends };
                (ChangeVerdict::Repaired(lemmas), DecidedTriples::default())
            }
            Verdict::Fails(_) => (ChangeVerdict::Fails(Box::new(answer.traces.swap_remove(0))), triples),
            Verdict::Open(reason) => (ChangeVerdict::Open(reason), triples),
        }
    }
}

/// An execution around one of a changed program that fails by the same check, where the original does not fail: the change makes an
/// error that was there before more frequent.
fn new_around(
    (original, changed): (&Program, &Program),
    error: &ErrorTrace,
    limits: &Limits,
) -> Option<ErrorTrace> {
    let around = neighbours(changed, error, &limits.child().apart());
    let failing = around.iter().filter(|it| it.fails).take(MAX_KEPT_ASKED);
    let mut errors = failing
        .filter_map(|it| execution(changed, error, &it.given, MAX_KEPT_STEPS, limits).into_error_trace());
    errors.find(|it| Recording::new(changed, it).error(original, limits).is_none())
}
