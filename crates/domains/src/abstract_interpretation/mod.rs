//! Abstract interpretation with intervals: which commands can be executed at all?
//!
//! A forward analysis of the whole program \[1\]: for every point, in every context of calls, a set of states that has
//! all those in which an execution can be there. A set of states is a set of values for each variable, and which term
//! of other variables a variable was assigned, so that `b := x < 3; if (b)` says something of `x`. A command before
//! which the set is empty is executed by no execution.
//!
//! * Bit-vectors are an interval for each sign, so that signed and unsigned comparisons refine them (`bits.rs`);
//!   wide ones, such as pointers, also in two parts (`pair.rs`);
//!   mathematical integers are intervals (`interval.rs`); of arrays the cells written at constant indices are told
//!   apart (`cells.rs`); of other sorts constants are known.
//! * Loops are widened to thresholds, then narrowed (`fixpoint.rs`), on Bourdoncle's order \[2\].
//! * Calls are analysed where they stand. Calls beyond the bound on recursion count as executing everything that they
//!   can get to.
//!
//! What is found is about the program as the interpreter executes it: nothing is known of variables before their first
//! assignment.
//!
//! # References
//! - \[1\] Patrick Cousot, Radhia Cousot: _Abstract interpretation: a unified lattice model for static analysis of
//!   programs by construction or approximation of fixpoints_, POPL 1977.
//! - \[2\] François Bourdoncle: _Efficient chaotic iteration strategies with widenings_, FMPA 1993.

mod bounds;
mod findings;

mod pair;

mod cells;
mod value;

mod arrays;

mod state;

mod evaluate;
mod refine;

mod invariants;

mod fixpoint;
pub(crate) mod thresholds;

#[cfg(test)]
mod tests;

use faultscope_ir::Program;
use faultscope_solver::Limits;

pub use bounds::AbstractInterpretationBounds;
pub use findings::{Findings, Interruption};
pub use invariants::{Invariants, Point};

/// Analyses a program.
///
/// Follows calls by recursion: it needs a stack in proportion to [`AbstractInterpretationBounds::max_calls`], some ten
/// kilobytes for each.
///
/// # Errors
/// If the bound on commands is reached or a limit is exceeded: then nothing was found out.
pub fn abstract_interpretation(
    program: &Program,
    config: &AbstractInterpretationBounds,
    limits: &Limits,
) -> Result<Findings, Interruption> {
    fixpoint::Analysis::new(program, config, limits).run()
}

/// As [`abstract_interpretation()`], and keeps what is known at points of the program.
///
/// # Errors
/// As of [`abstract_interpretation()`].
pub fn invariants(
    program: &Program,
    config: &AbstractInterpretationBounds,
    limits: &Limits,
) -> Result<Invariants, Interruption> {
    fixpoint::Analysis::new(program, config, limits).invariants()
}
