//! Trace abstraction: is there an error, and if so, what other ways to errors are there?
//!
//! The automaton `A_rem` holds the paths to errors that remain to be looked at; it starts as the [control-flow
//! automaton](control_flow). Its shortest word is taken. If no execution runs through it, the reason is generalized to a
//! [Floyd-Hoare automaton](floyd_hoare), all of whose words are infeasible, and that is subtracted. If an execution
//! does, it is an error trace, and the canonical [danger automaton](danger) that accepts it is subtracted (the word itself where its construction
//! ran out of budget). When nothing remains, all errors are known; when none was found, the program is safe, and the
//! subtracted automata are its [proof](proof), a [certificate](faultscope_certificate) that can be checked again.
//!
//! # References
//! - \[1\] Matthias Heizmann, Jochen Hoenicke, Andreas Podelski: _Refinement of trace abstraction_, SAS 2009.
//! - \[2\] seed 002, section 4: several error traces, danger automata.

mod alphabet;
pub mod control_flow;

mod word;

mod floyd_hoare;

mod invariants;
mod merging;

mod outcome;
mod refine;
mod remaining;

pub use alphabet::{Alphabet, Code};
pub use control_flow::ControlFlow;

pub mod danger;
pub mod proof;

use faultscope_ir::Program;
use faultscope_solver::Limits;

use crate::{Answer, UnknownReason};
pub use outcome::{Progress, TraceAbstractionConfig};
pub use proof::Proof;

/// Looks for error traces that differ, or for a proof that there are none.
pub fn trace_abstraction(
    program: &Program,
    config: &TraceAbstractionConfig,
    limits: &Limits,
    progress: &mut dyn Progress,
) -> Answer {
    match ControlFlow::new(program, &config.inlining) {
        Ok(control_flow) => refine::Refinement::new(program, &control_flow, config, limits, progress).run(),
        Err(control_flow::TooLarge) => {
            Answer::open(UnknownReason::TooLarge { max_points: config.inlining.max_points })
        }
    }
}

#[cfg(test)]
mod tests;
