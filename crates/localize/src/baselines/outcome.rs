//! What is asked of a technique, and what it gives.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use faultscope_ir::{OriginId, OriginKind, Program, Trace};
use faultscope_solver::{Dump, StopReason};

/// Settings of the techniques.
#[derive(Debug, Clone)]
pub struct BaselineConfig {
    /// Most steps of one solver query, in the solver's unit.
    pub query_steps: u32,
    /// Most solver queries of one technique.
    pub queries: usize,
    /// Most sets that iterated MaxSAT looks for.
    pub max_sets: usize,
    /// Most statements in one of its sets.
    pub max_set_size: usize,
    /// Gets the queries.
    pub dump: Option<Dump>,
}

impl BaselineConfig {
    /// What the command line uses.
    pub fn standard() -> BaselineConfig {
        BaselineConfig { query_steps: 400_000, queries: 1_000, max_sets: 24, max_set_size: 3, dump: None }
    }
}

/// What a technique gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BaselineOutcome {
    /// The answer, one entry per source statement, the technique's own ranking in front.
    pub statements: Vec<BaselineStatement>,
    /// For MaxSAT the sets in the order in which they were found, as positions in `statements`; empty for others.
    pub sets: Vec<Vec<usize>>,
    /// Whether that is the whole answer.
    pub ended: Ended,
    /// Solver queries.
    pub n_queries: usize,
}

/// A source statement that a technique marks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BaselineStatement {
    /// Where it stands.
    pub origin: OriginId,
    /// The steps of the trace at which it is marked, ascending.
    pub steps: Vec<usize>,
}

/// Whether a technique came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// The answer is whole.
    Complete,
    /// No condition of the trace is violated, so there is nothing to explain.
    NoCondition,
    /// No execution runs through the trace.
    Infeasible,
    /// The error follows from what is no candidate, so that no set of statements avoids it.
    HardConflict,
    /// The formula of the trace is too large to be asked about.
    TooLarge,
    /// The formula is of the last so many steps alone. What was executed before is left as it was.
    Window(usize),
    /// There may be more, beyond a bound of the [`BaselineConfig`].
    Bound,
    /// The solver left a question open.
    Undecided,
    /// A limit was exceeded.
    Stopped(StopReason),
}

impl BaselineOutcome {
    pub(super) fn nothing(ended: Ended, n_queries: usize) -> BaselineOutcome {
        BaselineOutcome { statements: Vec::new(), sets: Vec::new(), ended, n_queries }
    }

    /// The answer that consists of these steps, nearest to the error first.
    pub(super) fn of_steps(
        program: &Program,
        trace: &Trace,
        steps: impl IntoIterator<Item = usize>,
        ended: Ended,
        n_queries: usize,
    ) -> BaselineOutcome {
        let mut statements = statements(program, trace, steps);
        statements.sort_by_key(|it| Reverse(it.steps.last().copied()));
        BaselineOutcome { statements, sets: Vec::new(), ended, n_queries }
    }
}

/// Whether a step can be in an answer: code or input of the user's, not trusted.
pub(super) fn is_candidate(program: &Program, trace: &Trace, step: usize) -> bool {
    let origin = program.sources.origin(trace.steps[step].origin);
    origin.is_suspect()
        && !origin.kind.is_made()
        && !matches!(origin.kind, OriginKind::Assertion | OriginKind::Requirement)
}

/// The source statements of those of the steps that can be in an answer, in the order of the source.
pub(super) fn statements(
    program: &Program,
    trace: &Trace,
    steps: impl IntoIterator<Item = usize>,
) -> Vec<BaselineStatement> {
    let mut statements: BTreeMap<_, BaselineStatement> = BTreeMap::new();
    let mut steps: Vec<usize> =
        steps.into_iter().filter(|step| is_candidate(program, trace, *step)).collect();
    steps.sort_unstable();
    steps.dedup();
    for step in steps {
        let id = trace.steps[step].origin;
        let origin = program.sources.origin(id);
        let statement = statements
            .entry((origin.span, origin.kind))
            .or_insert_with(|| BaselineStatement { origin: id, steps: Vec::new() });
        statement.steps.push(step);
    }
    statements.into_values().collect()
}
