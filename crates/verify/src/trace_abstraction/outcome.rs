//! What is asked of the analysis, and what it finds.

use std::sync::Arc;
use std::time::Duration;

use faultscope_ir::Term;
use faultscope_solver::Dump;

use super::floyd_hoare::DecidedTriples;
use super::{control_flow, danger};
use crate::ErrorTrace;
use crate::interpreter::ExecutionBounds;

/// Settings of trace abstraction.
#[derive(Debug, Clone)]
pub struct TraceAbstractionConfig {
    /// After how many error traces to stop; none for never.
    pub max_traces: Option<usize>,
    /// Error traces that were found already. They are the first ones, and what is like them is subtracted before
    /// anything else.
    pub known: Vec<ErrorTrace>,
    /// Predicates with which other programs were proved: an automaton of them is subtracted before any word is looked at.
    /// Those of a program that differs in one statement mostly prove this one, too.
    pub learnt: Vec<Term>,
    /// Hoare triples that were decided for other programs.
    pub decided: Arc<DecidedTriples>,
    /// Whether invariants are guessed from the program where words teach too little.
    pub guesses: bool,
    /// Bounds of the inlining of calls.
    pub inlining: control_flow::Bounds,
    /// Bounds of the execution that replays an error trace.
    pub interpreter: ExecutionBounds,
    /// Bounds of the construction of a danger automaton.
    pub danger: danger::Budget,
    /// Whether the subtracted automata are kept for [`Answer::certificate`](crate::Answer).
    pub keep_proof: bool,
    /// Gets one self-contained SMT-LIB script per query.
    pub dump: Option<Dump>,
}

impl Default for TraceAbstractionConfig {
    fn default() -> TraceAbstractionConfig {
        TraceAbstractionConfig {
            max_traces: Some(1),
            known: Vec::new(),
            learnt: Vec::new(),
            decided: Arc::default(),
            guesses: true,
            inlining: control_flow::Bounds::default(),
            interpreter: ExecutionBounds::default(),
            danger: danger::Budget::default(),
            keep_proof: false,
            dump: None,
        }
    }
}

/// How an analysis went.
#[derive(Debug, Clone, Default)]
pub struct Statistics {
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

impl Statistics {
    /// Adds what another part of the same analysis did.
    pub(super) fn add(&mut self, other: &Statistics) {
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

/// Is told how far the analysis is.
pub trait Progress {
    /// The analysis looks at its `n`-th word.
    fn iteration(&mut self, _n: usize) {}

    /// An error trace was found.
    fn trace(&mut self, _trace: &ErrorTrace) {}
}

/// Nobody is told.
impl Progress for () {}
