//! What the search gave: answers of the verifiers, and how much work they were.

use faultscope_ir::Program;
use faultscope_report::{self as report, Note, Report, TraceAbstraction};
use faultscope_solver::StopReason;
use faultscope_verify::portfolio::{Engine, Outcome};
use faultscope_verify::trace_abstraction::{self, End};
use faultscope_verify::{ErrorTrace, UnknownReason};

use super::{error, reason_note, trace, with_completed};
use crate::request::Options;

/// Whether more error traces than one are looked for.
pub(crate) fn wants_several(options: &Options) -> bool {
    options.max_traces != Some(1) && options.strategy.asks(Engine::TraceAbstraction)
}

/// How the search went.
pub(crate) fn search(report: &mut Report, outcome: &Outcome) {
    let statistics = &mut report.statistics;
    statistics.answered_by = outcome.answered_by.map(|engine| match engine {
        Engine::Bmc => report::Engine::Bmc,
        Engine::TraceAbstraction => report::Engine::TraceAbstraction,
    });
    statistics.unwinding = outcome.bmc.as_ref().map(|it| it.unwind);
    statistics.trace_abstraction = outcome.trace_abstraction.as_ref().map(work);
    let by_bmc = outcome.bmc.as_ref().map_or(0, |it| it.n_queries);
    let by_trace_abstraction = outcome.trace_abstraction.as_ref().map_or(0, |it| it.n_queries);
    statistics.search_queries = by_bmc + by_trace_abstraction;
}

fn work(statistics: &trace_abstraction::Statistics) -> TraceAbstraction {
    TraceAbstraction {
        iterations: statistics.n_iterations,
        infeasible: statistics.n_infeasible,
        danger_automata: statistics.n_danger_automata,
        cut_short: statistics.n_cut_short,
        locations: statistics.n_locations,
        states: statistics.n_states,
        queries: statistics.n_queries,
        words_seconds: statistics.words.as_secs_f64(),
        floyd_hoare_seconds: statistics.floyd_hoare.as_secs_f64(),
        danger_seconds: statistics.danger.as_secs_f64(),
    }
}

/// These are the error traces, and this is why there are no more.
pub(crate) fn errors(
    report: &mut Report,
    program: &Program,
    traces: &[ErrorTrace],
    end: &End,
    search: &Search<'_>,
) {
    let Some((first, others)) = traces.split_first() else { return };
    error(report, program, first);
    for other in others {
        further_error(report, program, other);
    }
    if !wants_several(search.options) {
        return;
    }
    report.all_traces = Some(*end == End::Empty);
    report.reason = match end {
        End::Empty => None,
        End::Enough => Some(Note {
            message: "no more were asked for".to_owned(),
            span: None,
            hint: Some("look for the others with `--traces all`".to_owned()),
        }),
        End::Stopped(reason) => Some(search.reason(reason, &[Engine::TraceAbstraction])),
    };
}

/// Another execution than those that the report has leads to an error.
pub(crate) fn further_error(report: &mut Report, program: &Program, error: &ErrorTrace) {
    report.traces.push(trace(program, error));
    report.statistics.trace_statements += error.trace.len();
}

/// There is no verdict.
pub(crate) fn undecided(report: &mut Report, reason: &UnknownReason, search: &Search<'_>) {
    report.verdict = report::Verdict::Unknown;
    report.reason = Some(search.reason(reason, &[Engine::Bmc, Engine::TraceAbstraction]));
}

/// A search that ended without saying everything.
pub(crate) struct Search<'a> {
    pub(crate) program: &'a Program,
    pub(crate) options: &'a Options,
    /// Whether the limits of the whole check are kept, so that time can only have run out for an engine.
    pub(crate) within_limits: bool,
}

impl Search<'_> {
    /// Why it ended, where these engines were to answer.
    fn reason(&self, reason: &UnknownReason, engines: &[Engine]) -> Note {
        match reason {
            // Then it was an engine's own.
            UnknownReason::Limit { reason: StopReason::TimeLimit, completed } if self.within_limits => {
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
