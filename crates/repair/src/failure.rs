//! What is to be repaired.

use faultscope_ir::Program;
use faultscope_localize::Localized;
use faultscope_verify::ErrorTrace;

/// A program that fails.
#[derive(Debug, Clone, Copy)]
pub struct Failure<'a> {
    /// The program.
    pub program: &'a Program,
    /// Executions that fail.
    pub traces: &'a [ErrorTrace],
    /// What is known of these executions.
    pub localized: &'a Localized,
}
