//! What the steps of the analyses cost, in units of [`effort`](faultscope_solver::effort), from measurements.
//!
//! Solvers count for themselves; these are the steps between their questions.

/// A step of the interpreter.
pub const CONCRETE_STEP: u64 = 1;

/// How many steps of a closed program are executed for a unit.
pub const CLOSED_STEPS: u64 = 4;
