//! What the search gave: the verdict, and why it is not more.

use faultscope_describe::reasons::{bug, ended_by_annotations, ends_by_annotations};
use faultscope_ir::{DecidedBy, Program};
use faultscope_report::{Coverage, Note, Verdict};
use faultscope_verify::{self as verify, End};

use super::checks::{nothing_to_check, only_asked};
use super::reasons::{reason_note, stopped};
use super::test_results;
use crate::certify::Certified;
use crate::request::Options;
use crate::stages::{Stages, Stopped};

/// The answer.
pub(super) struct Answered {
    pub(super) verdict: Verdict,
    /// Why there is no verdict, or why there may be more error traces.
    pub(super) reason: Option<Note>,
    /// Whether these are all error traces; none where only one was looked for.
    pub(super) coverage: Option<Coverage>,
    pub(super) answered_by: Option<DecidedBy>,
}

/// The answer, as far as it is known and stands.
pub(super) fn answered(stages: &Stages) -> Answered {
    let answered = of_search(stages);
    let answered = match stages.certified.as_deref() {
        Some(Certified::Refuted(message)) => taken_back(answered, message),
        _ => answered,
    };
    with_focus(interrupted(answered, stages), &stages.options)
}

/// A reason not to know more, and what it is about. What was not found is none of the errors that were looked for.
fn with_focus(answered: Answered, options: &Options) -> Answered {
    let reason = match (answered.reason, &options.focus) {
        (Some(note), Some(focus)) if answered.verdict == Verdict::Unknown => {
            Some(Note { message: format!("{}; only `{focus}` was asked about", note.message), ..note })
        }
        (reason, _) => reason,
    };
    Answered { reason, ..answered }
}

fn of_search(stages: &Stages) -> Answered {
    if let Some(run) = &stages.tested {
        let (verdict, reason) = test_results::answered(run);
        return Answered { verdict, reason, coverage: None, answered_by: None };
    }
    let unknown = Answered { verdict: Verdict::Unknown, reason: None, coverage: None, answered_by: None };
    let (Some(translated), Some(answer)) = (&stages.translated, &stages.answer) else { return unknown };
    let options = &*stages.options;
    let wants_several = options.wants_several();
    let answered = Answered { answered_by: answer.by, ..unknown };
    match &answer.verdict {
        // No error trace is known.
        verify::Verdict::Fails(_) if answer.traces.is_empty() => answered,
        verify::Verdict::Safe => {
            let has_checks = !translated.program.checks.is_empty();
            let reason = if has_checks {
                only_asked(options, &translated.suppressed)
            } else {
                Some(nothing_to_check(options))
            };
            let never_ends = stages.examined.as_ref().is_some_and(|it| it.never_ends);
            if never_ends && ends_by_annotations(&translated.program) {
                return Answered {
                    verdict: Verdict::Unknown,
                    reason: Some(ended_by_annotations()),
                    ..answered
                };
            }
            let reason = match reason {
                reason if !never_ends => reason,
                Some(note) => Some(Note { message: format!("{}; it never ends", note.message), ..note }),
                None => Some(Note::new("it never ends".to_owned())),
            };
            Answered { verdict: Verdict::Safe, reason, ..answered }
        }
        verify::Verdict::Open(reason) => {
            Answered { reason: Some(reason_note(&translated.program, reason, options)), ..answered }
        }
        verify::Verdict::Fails(why) => Answered {
            verdict: Verdict::Unsafe,
            reason: if wants_several { no_more(&translated.program, why, options) } else { None },
            coverage: wants_several.then_some(coverage(why)),
            ..answered
        },
    }
}

/// The answer of a check that was ended from outside, which itself only knows that it was.
fn interrupted(answered: Answered, stages: &Stages) -> Answered {
    let note = |reason, completed| Some(stopped(reason, completed, &stages.options));
    let is_open = answered.coverage == Some(Coverage::Partial);
    let reason = match (stages.stopped, answered.verdict) {
        (
            Some(Stopped::Told { reason, completed, .. } | Stopped::GivenUp { reason, completed }),
            Verdict::Unknown,
        ) => note(reason, completed),
        (Some(Stopped::Told { reason, searching: true, .. }), Verdict::Unsafe) if is_open => note(reason, 0),
        (Some(Stopped::GivenUp { reason, .. }), Verdict::Unsafe) if is_open => {
            answered.reason.or(note(reason, 0))
        }
        _ => answered.reason,
    };
    Answered { reason, ..answered }
}

/// What was believed on the ground of a proof is no longer said. Error traces were executed and stay.
fn taken_back(answered: Answered, message: &str) -> Answered {
    let reason = Some(bug(&format!("the proof does not pass its checker: {message}")));
    if answered.verdict == Verdict::Unsafe {
        Answered { reason, coverage: answered.coverage.map(|_| Coverage::Partial), ..answered }
    } else {
        Answered { reason, verdict: Verdict::Unknown, answered_by: None, ..answered }
    }
}

/// Which error traces are like those that were found.
fn coverage(end: &End) -> Coverage {
    match end {
        End::Empty => Coverage::All,
        End::UpToEdges => Coverage::UpToEdges,
        End::Alike => Coverage::Alike,
        End::Enough | End::Given | End::Stopped(_) => Coverage::Partial,
    }
}

/// Why there are no more error traces than those that were found.
fn no_more(program: &Program, end: &End, options: &Options) -> Option<Note> {
    match end {
        End::Empty | End::UpToEdges | End::Alike | End::Given => None,
        End::Enough => Some(Note {
            message: "no more were asked for".to_owned(),
            span: None,
            hint: Some("look for the others with `--traces all`".to_owned()),
        }),
        End::Stopped(reason) => Some(reason_note(program, reason, options)),
    }
}
