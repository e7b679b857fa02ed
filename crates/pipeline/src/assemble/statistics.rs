//! How much work it was.

use std::time::Duration;

use faultscope_describe as describe;
use faultscope_ir::DecidedBy;
use faultscope_report::Statistics;
use faultscope_verify::Answer;

use crate::stages::Stages;

/// The figures of all stages.
pub(super) fn statistics(stages: &Stages, answered_by: Option<DecidedBy>) -> Statistics {
    let times = &stages.times;
    let seconds = |time: Option<Duration>| time.map(|it| it.as_secs_f64());
    let answer = stages.answer.as_deref();
    let bmc = answer.and_then(|it| it.statistics.bmc.as_ref());
    let trace_abstraction = answer.and_then(|it| it.statistics.trace_abstraction.as_ref());
    let localized = stages.localized.as_deref();
    let n_statements = |it: &Answer| it.traces.iter().map(|it| it.trace.len()).sum();
    Statistics {
        frontend_seconds: times.translated.as_secs_f64(),
        trace_seconds: seconds(times.first_trace),
        search_seconds: times.search.as_secs_f64(),
        localization_seconds: seconds(times.localization),
        ranking_seconds: seconds(times.ranking),
        program_seconds: seconds(times.repair),
        total_seconds: times.total.as_secs_f64(),
        answered_by,
        unwinding: bmc.map(|it| it.unwind),
        trace_abstraction: trace_abstraction.map(describe::statistics::trace_abstraction),
        search_queries: bmc.map_or(0, |it| it.n_queries) + trace_abstraction.map_or(0, |it| it.n_queries),
        localization_queries: localized.map_or(0, |it| it.n_queries),
        trace_statements: answer.map_or(0, n_statements),
        assigning_statements: localized.map_or(0, |it| it.sum(|it| it.assigning)),
        relevant_statements: localized.map_or(0, |it| it.sum(|it| it.relevant)),
        techniques: stages
            .compared
            .iter()
            .map(|it| (it.technique.name().to_owned(), it.time.as_secs_f64()))
            .collect(),
    }
}
