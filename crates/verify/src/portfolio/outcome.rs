//! What the engines give together: one answer, who gave it, and what it took.

use faultscope_certificate::Certificate;
use faultscope_ir::Term;

use super::config::Engine;
use crate::trace_abstraction::DecidedTriples;
use crate::trace_abstraction::{self, End};
use crate::{ErrorTrace, UnknownReason, bmc};

/// The answer and how it was found.
#[derive(Debug)]
pub(crate) struct PortfolioOutcome {
    /// The answer.
    pub answer: PortfolioAnswer,
    /// Who gave it; none where there is none.
    pub answered_by: Option<Engine>,
    /// What bounded model checking did, where it was asked.
    pub bmc: Option<bmc::Statistics>,
    /// What trace abstraction did, where it was asked.
    pub trace_abstraction: Option<trace_abstraction::Statistics>,
    /// The predicates of the proof, where the answer is that of trace abstraction.
    pub predicates: Vec<Term>,
    /// The Hoare triples that trace abstraction decided.
    pub triples: DecidedTriples,
    /// What trace abstraction subtracted, where the answer is its answer and this was to be kept.
    pub certificate: Option<Certificate>,
    /// What it took.
    pub effort: Effort,
}

/// What an answer took, in units of [`effort`](faultscope_solver::effort).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Effort {
    /// Until it was known.
    pub whole: u64,
    /// Until the first of its traces was found.
    pub first_trace: Option<u64>,
}

/// The answer to "which errors does the program have?".
#[derive(Debug, Clone)]
pub(crate) enum PortfolioAnswer {
    /// No execution reaches an error.
    Safe,
    /// These do.
    Unsafe {
        /// At least one, in the order in which they were found.
        traces: Vec<ErrorTrace>,
        /// Why there are no more.
        end: End,
    },
    /// Not decided.
    Unknown(UnknownReason),
}
