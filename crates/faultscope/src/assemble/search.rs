//! What the search gave: the verdict, and why it is not more.

use faultscope_ir::Program;
use faultscope_report::describe::reasons::bug;
use faultscope_report::{Note, Verdict};
use faultscope_solver::StopReason;
use faultscope_verify::UnknownReason;
use faultscope_verify::portfolio::Engine;
use faultscope_verify::trace_abstraction::End;

use super::reasons::{reason_note, stopped, with_completed};
use crate::certify::Certified;
use crate::request::Options;
use crate::search::{Conclusion, SearchEnd};
use crate::stages::{Stages, Stopped};

/// The answer.
pub(super) struct Answered {
    pub(super) verdict: Verdict,
    /// Why there is no verdict, or why there may be more error traces.
    pub(super) reason: Option<Note>,
    /// Whether these are all error traces; none where only one was looked for.
    pub(super) all_traces: Option<bool>,
    pub(super) answered_by: Option<Engine>,
}

/// The answer, as far as it is known and stands.
pub(super) fn answered(stages: &Stages) -> Answered {
    let answered = of_search(stages);
    let answered = match stages.certified.as_deref() {
        Some(Certified::Refuted(message)) => taken_back(answered, message),
        _ => answered,
    };
    interrupted(answered, stages)
}

fn of_search(stages: &Stages) -> Answered {
    let unknown = Answered { verdict: Verdict::Unknown, reason: None, all_traces: None, answered_by: None };
    let (Some(translated), Some(searched)) = (&stages.translated, &stages.searched) else { return unknown };
    let options = &*stages.options;
    let wants_several = options.wants_several();
    let Some(end) = &searched.end else {
        // The search goes on.
        let is_error = !searched.traces.is_empty();
        return Answered {
            verdict: if is_error { Verdict::Unsafe } else { Verdict::Unknown },
            all_traces: (is_error && wants_several).then_some(false),
            ..unknown
        };
    };
    let ended = Ended { program: &translated.program, options, end };
    let answered = Answered { answered_by: end.answered_by, ..unknown };
    match &end.conclusion {
        Conclusion::Safe => Answered { verdict: Verdict::Safe, ..answered },
        Conclusion::Unknown(reason) => {
            let reason = ended.reason(reason, &[Engine::Bmc, Engine::TraceAbstraction]);
            Answered { reason: Some(reason), ..answered }
        }
        Conclusion::Unsafe(why) => Answered {
            verdict: Verdict::Unsafe,
            reason: if wants_several { ended.no_more(why) } else { None },
            all_traces: wants_several.then_some(*why == End::Empty),
            ..answered
        },
    }
}

/// The answer of a check that was ended from outside, which itself only knows that it was.
fn interrupted(answered: Answered, stages: &Stages) -> Answered {
    let note = |reason, completed| Some(stopped(reason, completed, &stages.options));
    let is_open = answered.all_traces == Some(false);
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
        Answered { reason, all_traces: answered.all_traces.map(|_| false), ..answered }
    } else {
        Answered { reason, verdict: Verdict::Unknown, answered_by: None, ..answered }
    }
}

/// A search that ended without saying everything.
struct Ended<'a> {
    program: &'a Program,
    options: &'a Options,
    end: &'a SearchEnd,
}

impl Ended<'_> {
    /// Why there are no more error traces than those that were found.
    fn no_more(&self, end: &End) -> Option<Note> {
        match end {
            End::Empty => None,
            End::Enough => Some(Note {
                message: "no more were asked for".to_owned(),
                span: None,
                hint: Some("look for the others with `--traces all`".to_owned()),
            }),
            End::Stopped(reason) => Some(self.reason(reason, &[Engine::TraceAbstraction])),
        }
    }

    /// Why it ended, where these engines were to answer.
    fn reason(&self, reason: &UnknownReason, engines: &[Engine]) -> Note {
        match reason {
            // Then it was an engine's own.
            UnknownReason::Limit { reason: StopReason::TimeLimit, completed } if self.end.within_limits => {
                self.budget(*completed, engines)
            }
            _ => reason_note(self.program, reason, self.options),
        }
    }

    fn budget(&self, completed: u32, engines: &[Engine]) -> Note {
        let of = |engine: &Engine| match engine {
            Engine::Bmc => ("bounded model checking", "--bmc-time", self.options.bmc_time),
            Engine::TraceAbstraction => {
                ("trace abstraction", "--trace-abstraction-time", self.options.trace_abstraction_time)
            }
        };
        let asked = engines.iter().filter(|engine| self.options.strategy.asks(**engine)).map(of);
        let (mut spent, mut flags) = (Vec::new(), Vec::new());
        for (name, flag, time) in asked {
            let Some(time) = time else { continue };
            spent.push(format!("{} s for {name}", time.as_secs_f64()));
            flags.push(format!("`{flag} SECONDS`"));
        }
        let what = format!("the time was used up: {}", spent.join(", "));
        let hint = format!("give it more time with {}", flags.join(" and "));
        Note { message: with_completed(what, completed), span: None, hint: Some(hint) }
    }
}
