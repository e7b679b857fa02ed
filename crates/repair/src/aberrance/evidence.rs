//! Executions of changed programs that still fail.

use faultscope_ir::{Program, Trace};
use faultscope_verify::ErrorTrace;

use super::instrument::{is_at_statement, passes};

/// An execution of a changed program that still fails.
#[derive(Debug, Clone)]
pub struct RemainingError {
    /// The changed program.
    pub program: Program,
    /// The execution.
    pub error: ErrorTrace,
}

/// Whether an execution of an instrumented program goes through its changed statement, or comes to where no value repairs.
pub(super) fn is_through(program: &Program, trace: &Trace) -> bool {
    passes(trace) > 0 || is_at_statement(program, trace)
}
