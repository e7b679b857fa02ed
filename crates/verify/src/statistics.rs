//! What engines did.

use std::time::Duration;

/// What the engines did that were asked.
#[derive(Debug, Default)]
pub struct Statistics {
    /// Bounded model checking.
    pub bmc: Option<BmcStatistics>,
    /// Trace abstraction.
    pub trace_abstraction: Option<TraceAbstractionStatistics>,
}

/// What bounded model checking did.
#[derive(Debug, Clone, Default)]
pub struct BmcStatistics {
    /// The last bound that was tried.
    pub unwind: u32,
    /// Commands executed symbolically, all bounds together.
    pub n_commands: u64,
    /// Questions to the solver.
    pub n_queries: usize,
    /// Time spent on symbolic execution.
    pub unrolling: Duration,
    /// Time spent in the solver and on reading its models.
    pub solving: Duration,
}

/// What trace abstraction did.
#[derive(Debug, Clone, Default)]
pub struct TraceAbstractionStatistics {
    /// Words of `A_rem` that were looked at.
    pub n_iterations: usize,
    /// Words that are infeasible.
    pub n_infeasible: usize,
    /// Danger automata that were built to their end.
    pub n_danger_automata: usize,
    /// Danger automata whose construction was cut short, so that only the trace was subtracted.
    pub n_cut_short: usize,
    /// States of the control-flow automaton.
    pub n_locations: usize,
    /// States of the largest `A_rem`.
    pub n_states: usize,
    /// Questions to solvers.
    pub n_queries: usize,
    /// Time on the feasibility of words, and on interpolation.
    pub words: Duration,
    /// Time on Floyd-Hoare automata: Hoare triples, difference, minimization.
    pub floyd_hoare: Duration,
    /// Time on danger automata: predicates, construction, difference, minimization.
    pub danger: Duration,
}

impl TraceAbstractionStatistics {
    /// Adds what another part of the same analysis did.
    pub(crate) fn add(&mut self, other: &TraceAbstractionStatistics) {
        self.n_iterations += other.n_iterations;
        self.n_infeasible += other.n_infeasible;
        self.n_danger_automata += other.n_danger_automata;
        self.n_cut_short += other.n_cut_short;
        self.n_states = self.n_states.max(other.n_states);
        self.n_queries += other.n_queries;
        self.words += other.words;
        self.floyd_hoare += other.floyd_hoare;
        self.danger += other.danger;
    }
}
