//! How much work it was.

use faultscope_report::TraceAbstraction;
use faultscope_verify::TraceAbstractionStatistics;

/// What trace abstraction did.
pub fn trace_abstraction(statistics: &TraceAbstractionStatistics) -> TraceAbstraction {
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
