//! Abstract interpretation with intervals: which commands can be executed at all?
//!
//! A forward analysis of the whole program \[1\]: for every point, in every context of calls, a set of states that has
//! all those in which an execution can be there. A set of states is a set of values for each variable, and which term
//! of other variables a variable was assigned, so that `b := x < 3; if (b)` says something of `x`. A command before
//! which the set is empty is executed by no execution.
//!
//! * Bit-vectors are an interval for each sign, so that signed and unsigned comparisons refine them (`bits.rs`);
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

mod truth;

mod bits;
mod interval;

mod cells;
mod value;

mod arrays;

mod state;

mod evaluate;
mod refine;

mod fixpoint;
mod thresholds;

#[cfg(test)]
mod tests;

use faultscope_ir::{BlockId, OriginId, ProcId, Procedure, Program};
use faultscope_solver::{Limits, StopReason};

/// Bounds of the analysis.
#[derive(Debug, Clone)]
pub struct Config {
    /// Commands that are looked at, all rounds of all loops together, before the analysis gives up.
    pub max_commands: u64,
    /// Nested activations of one procedure that are followed.
    pub max_recursion: u32,
    /// Nested activations altogether that are followed.
    pub max_calls: usize,
}

impl Default for Config {
    fn default() -> Config {
        Config { max_commands: 200_000, max_recursion: 2, max_calls: 60 }
    }
}

/// Why an analysis has no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Interruption {
    /// The bound on commands was reached.
    Budget,
    /// A limit was exceeded.
    Limit(StopReason),
}

/// What can be executed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Findings {
    executed: Vec<bool>,
    /// For each block of each procedure whether an execution can come to its end.
    ended: Vec<Vec<bool>>,
    can_err: bool,
    can_be_unsupported: bool,
}

impl Findings {
    fn none(program: &Program) -> Findings {
        let executed = vec![false; program.sources.n_origins()];
        let blocks = |procedure: &Procedure| vec![false; procedure.blocks.len()];
        let ended = program.procedures.iter().map(blocks).collect();
        Findings { executed, ended, can_err: false, can_be_unsupported: false }
    }

    /// Whether a command (a condition, a call) of this origin can be executed. If not, no execution does, except
    /// perhaps behind a construct that was not translated.
    pub fn can_be_executed(&self, origin: OriginId) -> bool {
        self.executed.get(origin.0 as usize).copied().unwrap_or(true)
    }

    /// Whether an execution can come to the end of a block. If not, none does, except perhaps behind a construct that
    /// was not translated.
    pub fn can_end(&self, procedure: ProcId, block: BlockId) -> bool {
        self.ended[procedure.0 as usize][block.0 as usize]
    }

    /// Whether an error location can be reached. If not, no execution gets to one, except perhaps behind a construct
    /// that was not translated.
    pub fn can_err(&self) -> bool {
        self.can_err
    }

    /// Whether a construct that was not translated can be reached.
    pub fn can_be_unsupported(&self) -> bool {
        self.can_be_unsupported
    }

    /// Whether the program is proved to be free of errors.
    pub fn is_safe(&self) -> bool {
        !self.can_err && !self.can_be_unsupported
    }
}

/// Analyses a program.
///
/// Follows calls by recursion: it needs a stack in proportion to [`Config::max_calls`], some ten kilobytes for each.
///
/// # Errors
/// If the bound on commands is reached or a limit is exceeded: then nothing was found out.
pub fn abstract_interpretation(
    program: &Program,
    config: &Config,
    limits: &Limits,
) -> Result<Findings, Interruption> {
    fixpoint::Analysis::new(program, config, limits).run()
}
