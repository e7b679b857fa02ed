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
//! a proof the statement is *program-aberrant* ([`Fix::Refined`]): some right-hand side removes every error through it. Else other
//! strategies are tried ([`Fix::Played`]).
//!
//! A proof counts if an execution goes through the statement and on to an end: a fix that stops all of them proves nothing.
//! *Not enough* is said with evidence against every choice alone ([`game`]); that one fix leaves an error is none.
//!
//! # References
//! - \[1\] _Semantic fault localization and suspiciousness ranking_, TACAS 2019.

pub mod answer;
mod asking;
pub mod candidate;
mod game;
pub mod instrument;
pub mod mover;
pub mod together;

use std::sync::mpsc::Sender;

use faultscope_ir::Program;
use faultscope_localize::parallel::in_parallel;
use faultscope_verify::ErrorTrace;

use crate::config::Means;
use crate::limits::{KNOWN_SHARE, MAX_REFINEMENTS, MOST_UNDECIDED, SOON_FACTOR};
use crate::oracle::Oracle;
use answer::Answer;
pub use answer::{Fix, Open, ProgramAberrance, RemainingError};
pub use candidate::Candidate;

/// What is asked of a candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// Whether fixing it is enough, and if its most permissive fix is not, whether another one is.
    Whether,
    /// That a change of it is enough is known: only whether its most permissive fix is, too, with a part of the effort.
    MostPermissive,
}

/// Decides about each candidate whether it is must-program-aberrant, some at a time: what proves one of them is tried on those
/// that come after, and less is spent on them where some were left undecided. `learnt` gets the oracle when it has learnt
/// from a first one.
pub fn must_program_aberrant(
    program: &Program,
    traces: &[ErrorTrace],
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
            let max_rounds = if *asked == Asked::Whether { MAX_REFINEMENTS } else { 0 };
            let (config, limits) = (means.fixes(), &limits);
            let answer = game::decide(&game::Question {
                program,
                candidate,
                traces,
                config,
                oracle,
                limits,
                max_rounds,
            });
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

/// The answer where the effort was used up before.
fn left_out() -> ProgramAberrance {
    ProgramAberrance::NotDecided(Open::LeftOut)
}

/// How many candidates are asked about at a time, on whatever number of threads.
const AT_A_TIME: usize = 4;
