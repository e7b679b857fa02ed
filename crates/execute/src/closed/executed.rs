//! A program that has one execution only, as a question with an answer.

use faultscope_ir::Program;
use faultscope_solver::Limits;

use super::{Closed, Progress};
use crate::interpreter::ExecutionBounds;
use crate::limits::EXECUTED_STEPS;
use crate::{FirstError, Undecided};

/// The error of the one execution of a program, where it has one only and comes to its end within `EXECUTED_STEPS`. Values that do not
/// matter are zero.
pub fn executed(program: &Program, limits: &Limits) -> FirstError<Undecided> {
    let mut closed = Closed::new(program);
    match closed.go_on(EXECUTED_STEPS, limits).map_err(|_| Undecided)? {
        Progress::Ended => Ok(None),
        Progress::Error(_) => {
            let trace = closed.error_trace(&ExecutionBounds::default(), limits).ok_or(Undecided)?;
            Ok(Some(Box::new(trace)))
        }
        Progress::Unfinished | Progress::Overflowed | Progress::Stopped | Progress::Open => Err(Undecided),
    }
}
