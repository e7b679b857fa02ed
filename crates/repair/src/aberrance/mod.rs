//! # Aberrance over the program
//! The user looks at statements that would each avoid *this* error trace, and asks which of them can be fixed in the *program*
//! \[1, section 3.3\].
//!
//! A relevant statement is *must-program-aberrant* if the program with its most permissive local fix
//! ([`coreachable`](faultscope_localize::coreachable)) has no error left in executions through the statement. [`instrument`] builds that
//! program, the [`Oracle`] decides about it: its verifiers, for the execution that still fails is shown to the user. Branch [`conditions`](mod@faultscope_localize::conditions) are candidates too: the branch goes the other way, every
//! time or at one of its executions.
//!
//! **Deviations**: where no value repairs, the instrumented program goes to an error; the `assume` of \[1\] drops such
//! states, and would call a fix what is none. Where the fix is not exact it is stricter than the most permissive one: a proof
//! is then a proof that the statement can be fixed, and that no value repairs says nothing. Of several error traces the fix
//! is made from the one on which the finding is shown.
//!
//! The most permissive fix only avoids one error trace, and may go to an error on another way as it likes. So where an error
//! remains the fix is refined: the values that lead to it are excluded too, and so on. If that ends with
//! a proof the statement is *program-aberrant* ([`Fix::Refined`]): some right-hand side removes every error through it.
//!
//! A proof counts if an execution goes through the statement and on to an end: a fix that stops all of them proves nothing.
//! *Not enough* is said with evidence against every choice alone ([`evidence`]); that one fix leaves an error is none.
//!
//! # References
//! - \[1\] _Semantic fault localization and suspiciousness ranking_, TACAS 2019.

mod evidence;
pub mod instrument;
pub mod together;

use std::sync::mpsc::Sender;

use faultscope_ir::{Program, Step, Term, Trace};
use faultscope_solver::Limits;
use faultscope_verify::{ErrorTrace, UnknownReason};

use crate::config::Means;
use crate::limits::{END_EFFORT, KNOWN_SHARE, MAX_REFINEMENTS, MOST_UNDECIDED, REFINING_SHARE, SOON_FACTOR};
use crate::oracle::{ChangeVerdict, Lemmas, Oracle};
use crate::recording::Recording;
pub use evidence::RemainingError;
use faultscope_localize::coreachable::{LocalFix, LocalFixConfig, NotExpressible, local_fixes};
use faultscope_localize::finding::{Finding, FindingStatement, OtherWay};
use faultscope_localize::parallel::in_parallel;
use instrument::{Change, Errors, instrumented};

/// Why it is left open whether a change is enough.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Open {
    /// What a fix is cannot be said.
    NotExpressible(NotExpressible),
    /// In some states no value that repairs was found.
    NoValue,
    /// An error remains with the fixes that were tried, this many after the most permissive one of the error trace.
    Remains(usize),
    /// With the fix no execution was found that goes on to an end.
    NoEnd,
    /// There is nothing to change.
    NoChange,
    /// The verifier did not decide.
    Verifier(UnknownReason),
    /// The effort for all statements was used up before.
    LeftOut,
}

/// Whether fixing a statement, or turning a condition, is enough to remove every error through it.
#[derive(Debug, Clone)]
pub enum ProgramAberrance {
    /// It is, and no other execution fails either: the statement is enough alone.
    Proved(Fix),
    /// It removes every error through it; that no other execution fails is not shown.
    RepairsThrough(Fix),
    /// Whatever the statement does, this execution still leads to an error.
    NotEnough(Box<RemainingError>),
    /// Not decided, for this reason.
    NotDecided(Open),
}

/// What was shown to be a fix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fix {
    /// Any values that repair the trace.
    Values,
    /// Values that repair the trace and this many further error traces through the statement.
    Refined(usize),
    /// The branch goes the other way every time.
    EveryTime,
    /// The branch goes the other way at this one of its executions, from 0.
    Once(u32),
}

/// A statement or condition that is asked about.
#[derive(Debug, Clone)]
pub struct Candidate {
    statement: FindingStatement,
    change: Changes,
}

/// What is asked of a candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// Whether fixing it is enough, and if its most permissive fix is not, whether another one is.
    Whether,
    /// That a change of it is enough is known: only whether its most permissive fix is, too, with a part of the effort.
    MostPermissive,
}

/// A program with the most permissive fix of a statement.
#[derive(Debug, Clone)]
pub struct Fixed {
    /// The program.
    pub program: Program,
    /// One that has some of its executions, and for the same values from outside one.
    pub one: Program,
}

#[derive(Debug, Clone)]
enum Changes {
    /// The fix of every position.
    Fixes(Result<Vec<LocalFix>, NotExpressible>),
    OtherWay(OtherWay),
}

impl Candidate {
    /// The candidate of a finding on a trace.
    pub fn new(
        program: &Program,
        trace: &Trace,
        finding: &Finding,
        config: &LocalFixConfig,
        limits: &Limits,
    ) -> Candidate {
        let change = match &finding.other_way {
            Some(other_way) => Changes::OtherWay(other_way.clone()),
            None => {
                let positions: Vec<usize> = finding.occurrences.iter().map(|it| it.step).collect();
                Changes::Fixes(local_fixes(program, trace, &positions, config, limits))
            }
        };
        Candidate { statement: finding.statement(program), change }
    }

    /// The statement or condition.
    pub fn statement(&self) -> FindingStatement {
        self.statement
    }

    /// The ways in which a branch can be turned, the more promising one first.
    fn turned(&self, other_way: &OtherWay) -> Vec<(Fix, Change<'static>)> {
        let change = |execution| Change::OtherWay { span: self.statement.span, execution };
        let once = other_way.once.map(|idx| (Fix::Once(idx), change(Some(idx))));
        let always = (other_way.every_time || once.is_none()).then(|| (Fix::EveryTime, change(None)));
        always.into_iter().chain(once).collect()
    }

    /// The program with the most permissive fix of the statement, P_j of \[1, section 4\]; none where it cannot be said.
    /// Where a fix is not exact it may assign anything: what it cuts off would say nothing.
    pub fn fixed(&self, program: &Program) -> Option<Fixed> {
        let instrumented = |change: Change<'_>| instrumented(program, &[change], Errors::All);
        match &self.change {
            Changes::OtherWay(other_way) => {
                let program = self.turned(other_way).first().map(|(_, change)| instrumented(*change))?;
                Some(Fixed { one: program.clone(), program })
            }
            Changes::Fixes(fixes) => {
                let mut fixes = fixes.clone().ok()?;
                for fix in fixes.iter_mut().filter(|fix| !fix.exact) {
                    (fix.repairs, fix.repairable) = (Term::bool(true), Term::bool(true));
                }
                let (statement, fixes) = (self.statement, &fixes);
                let program = instrumented(Change::Fix { statement, fixes });
                Some(Fixed { program, one: instrumented(Change::Value { statement, fixes }) })
            }
        }
    }
}

/// Decides about each candidate whether it is must-program-aberrant, some at a time: what proves one of them is tried on those
/// that come after, and less is spent on them where some were left undecided. `learnt` gets the oracle when it has learnt
/// from a first one.
pub fn must_program_aberrant(
    program: &Program,
    candidates: &[(&Candidate, Asked)],
    oracle: &mut Oracle,
    means: &Means<'_>,
    learnt: Sender<Oracle>,
) -> Vec<ProgramAberrance> {
    let mut answers = Vec::with_capacity(candidates.len());
    let mut n_undecided = 0;
    let effort = means.budgets.all_alone_effort.map(|effort| means.limits.scaled(effort));
    let mut meter = Meter { effort, spent: 0 };
    for some in candidates.chunks(AT_A_TIME) {
        let (is_spent, is_over, most) = (meter.is_spent(), meter.is_over(), meter.most());
        let effort = means.budgets.alone_effort >> n_undecided;
        let asked = in_parallel(means.config.jobs, some, |(candidate, asked)| {
            let limits = means.limits.child().apart().with_effort(most);
            let limits = match asked {
                _ if is_over => return (left_out().into(), 0),
                // That fixing a statement is not enough is mostly known as soon as the first error was, and then most of a proof
                // is still to come.
                Asked::Whether if is_spent => limits.with_effort(limits.scaled(oracle.soon() * SOON_FACTOR)),
                Asked::MostPermissive if is_spent => return (left_out().into(), 0),
                Asked::Whether => oracle.limits(effort, &limits),
                Asked::MostPermissive => oracle.limits(effort / KNOWN_SHARE, &limits),
            };
            let answer = match &candidate.change {
                Changes::Fixes(Err(reason)) => {
                    ProgramAberrance::NotDecided(Open::NotExpressible(*reason)).into()
                }
                Changes::Fixes(Ok(fixes)) => {
                    let (config, limits) = (means.fixes(), &limits);
                    let max_rounds = if *asked == Asked::Whether { MAX_REFINEMENTS } else { 0 };
                    let refinement = Refinement { program, candidate, config, oracle, limits, max_rounds };
                    refinement.decide(fixes.clone())
                }
                Changes::OtherWay(other_way) => turn(program, candidate, other_way, oracle, &limits),
            };
            (answer, limits.spent())
        });
        for (Answer { answer, lemmas }, effort) in asked {
            meter.spent += effort;
            let answer = match answer {
                ProgramAberrance::NotDecided(Open::Verifier(_)) if is_spent => left_out(),
                answer => answer,
            };
            match answer {
                ProgramAberrance::Proved(_) | ProgramAberrance::RepairsThrough(_) => {
                    // With the predicates of many proofs, which differ more than those of patches do, each next one takes longer.
                    if !oracle.has_learnt() {
                        oracle.learn_proof(lemmas);
                        if oracle.has_learnt() {
                            // Nobody may wait for it.
                            let _ = learnt.send(oracle.clone());
                        }
                    }
                    n_undecided = 0;
                }
                ProgramAberrance::NotDecided(Open::Verifier(_)) => {
                    n_undecided = MOST_UNDECIDED.min(n_undecided + 1);
                }
                _ => {}
            }
            answers.push(answer);
        }
    }
    answers
}

/// What is spent on all statements together.
struct Meter {
    /// The effort that they are worth; none where any is. Once it is spent, as much again goes into what is known soon about the
    /// others.
    effort: Option<u64>,
    spent: u64,
}

impl Meter {
    fn is_spent(&self) -> bool {
        self.effort.is_some_and(|effort| self.spent >= effort)
    }

    fn is_over(&self) -> bool {
        self.effort.is_some_and(|effort| self.spent >= effort.saturating_mul(2))
    }

    /// The most that one of those that are asked about at the same time may take, so that they do not use up much more than is
    /// left for all.
    fn most(&self) -> u64 {
        let Some(effort) = self.effort else { return u64::MAX };
        let all = if self.is_spent() { effort.saturating_mul(2) } else { effort };
        all.saturating_sub(self.spent) / 2
    }
}

/// An answer, with what its proof was made of.
struct Answer {
    answer: ProgramAberrance,
    lemmas: Lemmas,
}

impl From<ProgramAberrance> for Answer {
    fn from(answer: ProgramAberrance) -> Answer {
        Answer { answer, lemmas: Lemmas::default() }
    }
}

/// The answer where the effort was used up before.
fn left_out() -> ProgramAberrance {
    ProgramAberrance::NotDecided(Open::LeftOut)
}

/// How many candidates are asked about at a time, on whatever number of threads.
const AT_A_TIME: usize = 4;

/// Decides about a condition.
fn turn(
    program: &Program,
    candidate: &Candidate,
    other_way: &OtherWay,
    oracle: &Oracle,
    limits: &Limits,
) -> Answer {
    let mut open = None;
    for (fix, change) in candidate.turned(other_way) {
        let asked = Asking { program, change, oracle, limits };
        match asked.verify() {
            Found::Repaired(errors, lemmas) => return asked.proved(fix, errors, lemmas),
            Found::Fails(remaining) => {
                if evidence::fails_both_ways(program, &remaining, candidate.statement.span, limits) {
                    return ProgramAberrance::NotEnough(remaining).into();
                }
                open = open.or(Some(Open::Remains(0)));
            }
            // That one way is open says more than that an error remains with the other.
            Found::Open(reason) => open = Some(Open::Verifier(reason)),
        }
    }
    ProgramAberrance::NotDecided(open.unwrap_or(Open::NoChange)).into()
}

/// What is asked of a program with a change.
struct Asking<'a> {
    program: &'a Program,
    change: Change<'a>,
    oracle: &'a Oracle,
    limits: &'a Limits,
}

/// What is found of a program with a change.
enum Found {
    /// None of these errors is left.
    Repaired(Errors, Lemmas),
    Fails(Box<RemainingError>),
    Open(UnknownReason),
}

impl Asking<'_> {
    /// Asks for all errors, and where one misses the statement, for those through it.
    fn verify(&self) -> Found {
        match self.verify_for(Errors::All) {
            Found::Fails(remaining) if !evidence::is_through(&remaining.program, &remaining.error.trace) => {
                self.verify_for(Errors::Through)
            }
            // Less is asked where that is left open.
            Found::Open(reason) => match self.verify_for(Errors::Through) {
                Found::Open(_) => Found::Open(reason),
                found => found,
            },
            found => found,
        }
    }

    fn verify_for(&self, errors: Errors) -> Found {
        let changed = instrumented(self.program, &[self.change], errors);
        match self.oracle.verify(self.program, &changed, self.limits) {
            ChangeVerdict::Repaired(lemmas) => Found::Repaired(errors, lemmas),
            ChangeVerdict::Open(reason) => Found::Open(reason),
            ChangeVerdict::Fails(error) => {
                Found::Fails(Box::new(RemainingError { program: changed, error: *error }))
            }
            ChangeVerdict::Undefined(it) => {
                Found::Fails(Box::new(RemainingError { program: it.program, error: it.error }))
            }
        }
    }

    /// The answer where no error is left: a proof, if an execution goes through the statement and on to an end. Without one the
    /// fix may stop all of them.
    fn proved(&self, fix: Fix, errors: Errors, lemmas: Lemmas) -> Answer {
        if !self.comes_to_an_end() {
            return ProgramAberrance::NotDecided(Open::NoEnd).into();
        }
        let answer = match errors {
            Errors::All => ProgramAberrance::Proved(fix),
            Errors::Through | Errors::Ends => ProgramAberrance::RepairsThrough(fix),
        };
        Answer { answer, lemmas }
    }
}

impl Asking<'_> {
    /// Whether an execution goes through the changed statement and on to an end: one of those that failed, with values that are
    /// known to repair, or one that is searched for.
    fn comes_to_an_end(&self) -> bool {
        let known = match self.change {
            Change::Fix { statement, fixes } => Change::Value { statement, fixes },
            change => change,
        };
        let known = instrumented(self.program, &[known], Errors::Ends);
        if self.oracle.shown().iter().any(|it| it.error(&known, self.limits).is_some()) {
            return true;
        }
        let ends = instrumented(self.program, &[self.change], Errors::Ends);
        let limits = self.limits.child().apart().with_effort(self.limits.scaled(END_EFFORT));
        let verdict = self.oracle.verify(&ends, &ends, &limits);
        self.limits.spend(limits.spent());
        matches!(verdict, ChangeVerdict::Fails(_))
    }
}

/// Decides about a statement. Where the most permissive fix leaves an error, the values that lead to it are excluded,
/// until no error is left, or no value.
struct Refinement<'a> {
    program: &'a Program,
    candidate: &'a Candidate,
    config: LocalFixConfig,
    oracle: &'a Oracle,
    limits: &'a Limits,
    /// How often the fix is made to repair one more error trace.
    max_rounds: usize,
}

impl Refinement<'_> {
    fn decide(&self, mut fixes: Vec<LocalFix>) -> Answer {
        // With the most permissive fix.
        let mut failing = self.oracle.shown().to_vec();
        let effort = self.limits.effort_left().map_or(u64::MAX, |it| it / REFINING_SHARE);
        let refining = self.limits.with_effort(effort);
        for n_refined in 0..=self.max_rounds {
            // The one that is shown to the user is to be short; others are what is found soon.
            if n_refined > 0
                && let Some((changed, error)) = self.again(&fixes, &failing)
            {
                match self.refined(&changed, &error.trace, &fixes) {
                    Some(refined) => fixes = refined,
                    None => return ProgramAberrance::NotDecided(Open::NoValue).into(),
                }
                continue;
            }
            // That the most permissive fix leaves an error is known then.
            let limits = if n_refined > 0 { &refining } else { self.limits };
            let change = Change::Fix { statement: self.candidate.statement, fixes: &fixes };
            let asked = Asking { program: self.program, change, oracle: self.oracle, limits };
            let remaining = match asked.verify() {
                Found::Repaired(errors, lemmas) => {
                    let fix = if n_refined == 0 { Fix::Values } else { Fix::Refined(n_refined) };
                    return asked.proved(fix, errors, lemmas);
                }
                Found::Open(reason) => return ProgramAberrance::NotDecided(Open::Verifier(reason)).into(),
                Found::Fails(remaining) => remaining,
            };
            let RemainingError { program: changed, error, .. } = &*remaining;
            failing.push(Recording::new(changed, error));
            if instrument::is_at_statement(changed, &error.trace) {
                let first = fixes.first().filter(|_| evidence::is_first_execution(&error.trace));
                let is_hopeless = first.is_some_and(|fix| {
                    let state = evidence::last_state(error);
                    state.is_some_and(|state| fix.is_hopeless_in(&state, &self.config, self.limits))
                });
                return match is_hopeless {
                    true => ProgramAberrance::NotEnough(remaining).into(),
                    false => ProgramAberrance::NotDecided(Open::NoValue).into(),
                };
            }
            match self.refined(changed, &error.trace, &fixes) {
                Some(refined) => fixes = refined,
                None => return ProgramAberrance::NotDecided(Open::Remains(n_refined)).into(),
            }
        }
        ProgramAberrance::NotDecided(Open::Remains(self.max_rounds)).into()
    }

    /// An execution with values that fulfil the fixes that fails on what came from outside in another one that failed.
    fn again(&self, fixes: &[LocalFix], failing: &[Recording]) -> Option<(Program, ErrorTrace)> {
        let change = Change::Value { statement: self.candidate.statement, fixes };
        let changed = instrumented(self.program, &[change], Errors::Through);
        let error = failing.iter().rev().find_map(|it| it.error(&changed, self.limits))?;
        let is_refinable = error.replayed && !instrument::is_at_statement(&changed, &error.trace);
        is_refinable.then_some((changed, error))
    }

    /// The fixes made to repair one more error trace, of a program with them; none where that cannot be said.
    fn refined(&self, changed: &Program, trace: &Trace, fixes: &[LocalFix]) -> Option<Vec<LocalFix>> {
        let is_position = |step: &Step| {
            let origin = changed.sources.origin(step.origin);
            let assigns = step.command.target().is_some_and(|it| !instrument::is_chosen(it.variable));
            assigns && self.candidate.statement.has(origin)
        };
        let positions: Vec<usize> =
            (0..trace.len()).filter(|step| is_position(&trace.steps[*step])).collect();
        let found = local_fixes(changed, trace, &positions, &self.config, self.limits).ok()?;
        let mut refined = fixes.to_vec();
        for (execution, fix) in found.iter().enumerate() {
            let fix = instrument::outside(fix, execution);
            match refined.get_mut(execution) {
                Some(known) => *known = known.and(&fix, &self.config, self.limits),
                None => refined.push(LocalFix { exact: false, is_sharp: false, ..fix }),
            }
        }
        Some(refined)
    }
}
