//! Checks: the result of one, and the engine that decided it.

use super::numbers::count;
use crate::{CheckStatus, DecidedBy, Statistics};

pub(crate) fn status(status: CheckStatus) -> &'static str {
    match status {
        CheckStatus::Violated => "failed",
        CheckStatus::Proved => "proved",
        CheckStatus::HoldsWithinLimits => "held within the limits",
        CheckStatus::NotReached => "not reached",
        CheckStatus::Undecided => "not decided",
        CheckStatus::NotAsked => "not asked",
    }
}

/// Who decided, in words.
pub(crate) fn decided_by(by: DecidedBy) -> &'static str {
    match by {
        DecidedBy::Bmc => "bounded model checking",
        DecidedBy::TraceAbstraction => "trace abstraction",
        DecidedBy::Execution => "execution",
        DecidedBy::Paths => "symbolic execution",
        DecidedBy::AbstractInterpretation => "abstract interpretation",
        DecidedBy::ControlFlow => "control flow",
    }
}

/// Who looked for errors, and how.
pub(crate) fn search(counts: &Statistics) -> String {
    let answered = |by| format!("Answered by {}.\n", decided_by(by));
    let mut text = counts.answered_by.map(answered).unwrap_or_default();
    if let Some(work) = &counts.trace_abstraction {
        text += &format!(
            "Trace abstraction: {}, {} infeasible, {:.3} s; Floyd-Hoare automata {:.3} s; {}, {} cut short, {:.3} s; \
             {}, at most {}.\n",
            count(work.iterations, "path"),
            work.infeasible,
            work.words_seconds,
            work.floyd_hoare_seconds,
            if work.danger_automata == 1 {
                "1 danger automaton".to_owned()
            } else {
                format!("{} danger automata", work.danger_automata)
            },
            work.cut_short,
            work.danger_seconds,
            count(work.locations, "location"),
            count(work.states, "state"),
        );
    }
    text
}
