//! Why something is not known.

use faultscope_describe::reasons::{self, no_error_within};
use faultscope_ir::Program;
use faultscope_report::Note;
use faultscope_solver::StopReason;
use faultscope_verify::UnknownReason;

use crate::request::Options;
use crate::stages::{Stages, Stopped};

/// Why a program was not decided, and where.
pub(super) fn reason_note(program: &Program, reason: &UnknownReason, options: &Options) -> Note {
    match reason {
        UnknownReason::Limit { reason, completed } => stopped(*reason, *completed, options),
        _ => reasons::undecided(program, reason),
    }
}

/// Why a check was stopped, and what was found by then.
pub(super) fn stopped(reason: StopReason, completed: u32, options: &Options) -> Note {
    let what = match (reason, options.timeout) {
        (StopReason::EffortLimit, _) => "the effort was used up".to_owned(),
        (StopReason::TimeLimit, Some(timeout)) => {
            format!("the time limit of {} s was reached", timeout.as_secs())
        }
        (StopReason::TimeLimit, None) => "the time limit was reached".to_owned(),
        (StopReason::MemoryLimit, _) => "the memory limit was reached".to_owned(),
        (StopReason::Cancelled, _) => "stopped by the user".to_owned(),
    };
    let hint = match reason {
        StopReason::TimeLimit => Some("give it more time with `--timeout SECONDS`".to_owned()),
        StopReason::MemoryLimit if options.limits.memory_mib().is_none() => {
            Some("the system gives this process no more address space; see `ulimit -v`".to_owned())
        }
        StopReason::MemoryLimit => Some("give it more memory with `--memory MIB`".to_owned()),
        StopReason::EffortLimit | StopReason::Cancelled => None,
    };
    Note { message: with_completed(what, completed), span: None, hint }
}

/// A sentence, and up to which bound the search had come.
pub(super) fn with_completed(what: String, completed: u32) -> String {
    if completed == 0 { what } else { format!("{what}; {}", no_error_within(completed)) }
}

/// What is missing in the answer of a check that was ended from outside.
pub(super) fn interruption(stages: &Stages) -> Vec<Note> {
    let is_error = stages.answer.as_ref().is_some_and(|it| !it.traces.is_empty());
    match stages.stopped {
        Some(Stopped::GivenUp { reason, .. }) if is_error => {
            missing(reason, "which statements matter was not decided", &stages.options)
        }
        Some(Stopped::GivenUp { reason, .. }) if stages.is_safe() => {
            missing(reason, "the proof was not checked", &stages.options)
        }
        Some(Stopped::Crashed) if is_error => {
            vec![Note::new("an internal error ended the search for the statements that matter")]
        }
        _ => Vec::new(),
    }
}

fn missing(reason: StopReason, what: &str, options: &Options) -> Vec<Note> {
    let note = stopped(reason, 0, options);
    vec![Note { message: format!("{}; {what}", note.message), ..note }]
}
