//! What the steps of the analyses cost, in units of [`effort`](faultscope_solver::effort), from measurements.
//!
//! Solvers count for themselves; these are the steps between their questions.

/// A command that is executed on abstract values.
pub(crate) const ABSTRACT_COMMAND: u64 = 1;

/// How many terms are evaluated to abstract values for a unit.
pub(crate) const ABSTRACT_LOOKS: u64 = 8;
