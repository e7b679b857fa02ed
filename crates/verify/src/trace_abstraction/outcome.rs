//! What is asked of the analysis, and what it finds.

use std::sync::Arc;

use faultscope_ir::Term;
use faultscope_solver::Dump;

use super::{control_flow, danger};
use crate::ErrorTrace;
use crate::decided_triples::DecidedTriples;
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

/// Is told how far the analysis is.
pub trait Progress {
    /// The analysis looks at its `n`-th word.
    fn iteration(&mut self, _n: usize) {}

    /// An error trace was found.
    fn trace(&mut self, _trace: &ErrorTrace) {}
}

/// Nobody is told.
impl Progress for () {}
