//! A program that has one execution only, as a question with an answer.

use faultscope_ir::Program;
use faultscope_solver::Limits;

use super::{Closed, Progress};
use crate::ErrorTrace;
use crate::interpreter::ExecutionBounds;
use crate::limits::EXECUTED_STEPS;

/// How the one execution of a program ends.
#[derive(Debug, Clone)]
pub enum Executed {
    /// Without an error.
    Ended,
    /// In this one; values that do not matter are zero.
    Error(Box<ErrorTrace>),
}

/// How the one execution of a program ends, where it has one only and comes to its end within `EXECUTED_STEPS`.
pub fn executed(program: &Program, limits: &Limits) -> Option<Executed> {
    let mut closed = Closed::new(program);
    match closed.go_on(EXECUTED_STEPS, limits).ok()? {
        Progress::Ended => Some(Executed::Ended),
        Progress::Error(_) => {
            let trace = closed.error_trace(&ExecutionBounds::default(), limits)?;
            Some(Executed::Error(Box::new(trace)))
        }
        Progress::Unfinished | Progress::Stopped | Progress::Open => None,
    }
}
