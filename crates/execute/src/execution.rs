//! Executions of a program in environments that are given.

use faultscope_ir::{CheckId, OriginId, Program};
use faultscope_solver::{Limits, StopReason};

use crate::closed::{Closed, Progress};
use crate::environment::{End, Inexact, Input, Sealed, Streams};
use crate::limits::EXECUTED_STEPS;

/// An execution that has ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Executed {
    /// What was written to standard output.
    pub stdout: Vec<u8>,
    /// What was written to standard error.
    pub stderr: Vec<u8>,
    /// How it ended.
    pub outcome: Outcome,
    /// How many instructions and jumps were executed.
    pub n_steps: u64,
}

/// How an execution ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// With a status.
    Status(i32),
    /// By `abort`.
    Aborted,
    /// At the violation of a check.
    Violated(CheckId),
    /// It ran on past the number of steps that it was allowed, or wrote without end.
    RanOn,
    /// More calls are open at once than the stack has room for.
    Overflowed {
        /// The last of them in the user's code.
        call: Option<OriginId>,
    },
    /// With a status that is not known.
    UnknownStatus,
    /// It was not followed to its end: what it does next depends on a value that nobody gave.
    Open,
    /// It came to something that was not translated.
    Unsupported {
        /// What it is.
        message: String,
        /// Where it stands.
        origin: OriginId,
    },
    /// A limit was exceeded.
    Limit(StopReason),
}

/// Executes a program that was translated for an [environment that is given](crate::environment) on an input, for at most so many instructions and
/// jumps.
pub fn execute(program: &Program, input: Input, max_steps: u64, limits: &Limits) -> Executed {
    let mut closed = Closed::new(program);
    let mut streams = Streams::new(program, input);
    let progress = closed.go_on_in(&mut streams, max_steps, limits);
    let outcome = match (progress, streams.end) {
        (Err(reason), _) => Outcome::Limit(reason),
        (Ok(Progress::Error(check)), _) => Outcome::Violated(check),
        (Ok(Progress::Ended), Some(End::Status(status))) => Outcome::Status(status),
        (Ok(Progress::Ended), Some(End::Aborted)) => Outcome::Aborted,
        (Ok(Progress::Ended), Some(End::UnknownStatus)) => Outcome::UnknownStatus,
        (Ok(Progress::Overflowed), _) => Outcome::Overflowed { call: closed.last_call_of_user() },
        (Ok(Progress::Unfinished), _) | (Ok(_), Some(End::TooMuchOutput)) => Outcome::RanOn,
        (Ok(_), _) => match closed.unsupported() {
            Some((message, origin)) => Outcome::Unsupported { message: message.to_owned(), origin },
            None => Outcome::Open,
        },
    };
    let Streams { stdout, stderr, .. } = streams;
    Executed { stdout, stderr, outcome, n_steps: closed.n_steps() }
}

/// How the one execution of a program ends that rests on nothing unknown of its environment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OneExecution {
    /// Without an error.
    Ended {
        /// Whether the program has written something.
        has_output: bool,
    },
    /// With the violation of a check.
    Violated(CheckId),
}

/// The one execution of a program that was translated for an [environment that is given](crate::environment), if nothing that is
/// unknown of the environment decides anything in it, and it ends within `EXECUTED_STEPS`.
///
/// Where results of `<math.h>` decide something that libraries need not round to the nearest number, it is an execution that
/// ends in one and the same error with these numbers, and with the numbers beside them.
pub fn execute_sealed(program: &Program, limits: &Limits) -> Option<OneExecution> {
    let (one, has_inexact) = execute_with(program, Inexact::Unknown, limits);
    if one.is_some() || !has_inexact {
        return one;
    }
    let mut all = [Inexact::Nearest, Inexact::Below, Inexact::Above]
        .into_iter()
        .map(|it| execute_with(program, it, limits).0);
    let first = all.next().flatten()?;
    let is_error = matches!(first, OneExecution::Violated(_));
    (is_error && all.all(|it| it == Some(first))).then_some(first)
}

/// How an execution ends, and whether results of `<math.h>` were inexact in it.
fn execute_with(program: &Program, inexact: Inexact, limits: &Limits) -> (Option<OneExecution>, bool) {
    let mut closed = Closed::new(program);
    let mut sealed = Sealed::new(program, inexact);
    let progress = closed.go_on_in(&mut sealed, EXECUTED_STEPS, limits).ok();
    let one = match (progress, sealed.end()) {
        (Some(Progress::Error(check)), _) => Some(OneExecution::Violated(check)),
        (Some(Progress::Ended), Some(End::Status(_) | End::UnknownStatus | End::Aborted)) => {
            Some(OneExecution::Ended { has_output: sealed.has_output() })
        }
        _ => None,
    };
    (one, sealed.has_inexact())
}
