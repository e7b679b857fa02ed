//! What other techniques say of the first trace.

use faultscope_ir::Span;

use faultscope_json::{Bound, StepKind};

/// What a technique that Faultscope is compared with says about the first trace.
#[derive(Debug, Clone, PartialEq)]
pub struct TechniqueResult {
    /// Its name.
    pub name: String,
    /// The statements that it marks, its own ranking in front.
    pub statements: Vec<Marked>,
    /// For MaxSAT and PED the sets that avoid the error together, as indices of `statements`; empty for others.
    pub sets: Vec<Vec<usize>>,
    /// For PED what is known of each set; empty for others.
    pub solutions: Vec<Solution>,
    /// For PED the statements of the trace that proofs rest on; empty for others.
    pub trusted: Vec<Trusted>,
    /// For PED how many error traces it looked at.
    pub n_traces: Option<usize>,
    /// For PED what proved checks say at the statements in front of them, where that was asked for.
    pub projections: Vec<Projected>,
    /// Why there may be more statements, or none at all.
    pub remark: Option<String>,
    /// Solver queries.
    pub n_queries: usize,
}

/// What PED knows of a set of statements whose change avoids the error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution {
    /// For each statement of the set what stands there instead; none for any other value.
    pub changes: Vec<Option<Replacement>>,
    /// How likely these changes are.
    pub weight: u32,
    /// The bound on the number of changes with which it was found.
    pub bound: usize,
    /// Where the execution leaves the error trace.
    pub exit: Span,
    /// Whether that is at the failing check, which then holds.
    pub is_at_check: bool,
    /// How many of the error traces it repairs.
    pub n_traces: usize,
    /// The proved checks that the values of its statements have to keep, as indices of the report's checks.
    pub constrained_by: Vec<usize>,
}

/// A statement that proofs rest on.
#[derive(Debug, Clone, PartialEq)]
pub struct Trusted {
    /// The statement.
    pub statement: Marked,
    /// The checks whose proofs do, as indices of the report's checks, each with the bound whose proof does, where that is one of
    /// two.
    pub checks: Vec<(usize, Option<Bound>)>,
}

/// What a proved check says.
#[derive(Debug, Clone, PartialEq)]
pub struct Projected {
    /// The check, as an index of the report's checks.
    pub check: usize,
    /// The bound that is proved, where the other one is not.
    pub bound: Option<Bound>,
    /// What holds behind the statements from which a path leads to the check.
    pub behind: Vec<Projections>,
}

/// What a proved check says of the states behind a statement.
#[derive(Debug, Clone, PartialEq)]
pub struct Projections {
    /// The statement.
    pub statement: Marked,
    /// Whether the proof rests on it.
    pub is_trusted: bool,
    /// What holds in every state of an execution.
    pub reachable: String,
    /// Whatever does not fulfil this breaks the check.
    pub safety: String,
    /// Whatever does not fulfil this keeps the check.
    pub error: String,
}

/// Text in the place of other text, within one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replacement {
    /// Where.
    pub span: Span,
    /// What stands there.
    pub old: String,
    /// What stands there instead.
    pub new: String,
}

/// A source statement that a technique marks.
#[derive(Debug, Clone, PartialEq)]
pub struct Marked {
    /// What it is.
    pub kind: StepKind,
    /// Where it stands.
    pub span: Span,
    /// The source text there.
    pub text: String,
    /// The function it stands in.
    pub function: String,
    /// At how many steps of the trace it is marked; 0 where the technique does not look at the trace.
    pub n_occurrences: usize,
    /// Its score, where the technique gives one.
    pub score: Option<f64>,
}

impl Marked {
    /// Whether the user wrote code there that could be wrong: no input, and no declaration without a value.
    pub fn is_code(&self) -> bool {
        !matches!(self.kind, StepKind::Input | StepKind::Declaration)
    }
}
