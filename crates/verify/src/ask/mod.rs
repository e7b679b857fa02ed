//! Does a program fail? The one way to ask.
//!
//! A [`Question`] names the program and what is wanted of it. [`ask`] puts it to the engines, the cheap ones first, until one of
//! them has an answer; an [`Answer`] says what it is, who gave it, and what it took. Error traces are always traces of the program
//! of the question, whatever an engine made of it before.
//!
//! That no error is found says little where executions were left out: [`whole`](crate::whole) asks for that, too.

mod engine;
mod engines;
mod question;
mod watch;

use faultscope_solver::Limits;

use engines::ENGINES;
pub use question::Question;
pub use watch::Watch;

use crate::{Answer, UnknownReason};

/// Asks the engines whether a program fails.
///
/// The answer depends on the question and on the limits that are counted, never on the clock: a limit of time or memory that is met
/// is the reason of an answer that is [open](Verdict::Open).
pub fn ask(question: &Question<'_>, limits: &Limits, watch: &mut dyn Watch) -> Answer {
    let mut engines = ENGINES.iter().filter(|it| it.takes(question));
    let answer = engines.find_map(|it| it.answer(question, limits, watch));
    // The last engine takes every question, and always has an answer.
    answer.unwrap_or_else(|| Answer::open(UnknownReason::Bug { message: "no engine was asked".to_owned() }))
}

#[cfg(test)]
mod tests;
