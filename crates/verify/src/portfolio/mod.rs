//! Two verifiers on one program: bounded model checking and trace abstraction side by side.
//!
//! [Bounded model checking](crate::bmc) finds errors that need few rounds of a loop, mostly within milliseconds, but
//! says *safe* only where loops end. [Trace abstraction](crate::trace_abstraction) proves programs with unbounded
//! loops, and finds the other ways to errors. They share the program; when the answer is known, who still runs is cancelled, and
//! one that gives up waits for the other.
//!
//! Who answers is decided by [effort](faultscope_solver::effort), as if both ran side by side with the same speed; never by the
//! clock, so that the answer is the same on every machine, under every load, and with one thread or two.
//!
//! * **Head start.** Bounded model checking begins alone: where it answers within `HEAD_START_UNWIND` rounds of
//!   every loop, which it does for most programs with an error, trace abstraction is never started and the second core
//!   stays free. `HEAD_START` keeps one hard query from holding up trace abstraction.
//! * **Safe** says who comes first.
//! * **One trace.** If bounded model checking finds one it is the answer. Where trace abstraction is first, bounded
//!   model checking gets as much effort again (`PATIENCE`).
//! * **Several traces.** They are those of trace abstraction, which starts with the one that bounded model checking found in
//!   its head start, if it did: what is like it is then subtracted from all paths, at once, and not from what is left of
//!   them after many others. A trace found later is the answer where trace abstraction ends without any, so that nothing
//!   that was found is lost.
//!
//! What an engine does that is behind when the answer is known does not count, even if it has ended by the clock. So after an
//! engine has answered, the other one runs on until it has spent as much: a moment, for the effort of both is about the same in
//! the same time (`docs/decisions/0008-effort-is-counted.md`).
//!
//! What can still differ is what is known when a limit of time or memory ends the whole, and, should the engines contradict
//! each other, which is a bug of one of them, whether both have said so.

mod course;

mod conclude;
mod pace;
mod race;

use faultscope_certificate::Certificate;
use faultscope_ir::Program;
use faultscope_solver::Limits;

use crate::trace_abstraction::{self, End};
use crate::{ErrorTrace, UnknownReason, bmc};
use course::Engines;

/// A verifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    /// [Bounded model checking](crate::bmc).
    Bmc,
    /// [Trace abstraction](crate::trace_abstraction).
    TraceAbstraction,
}

impl Engine {
    fn name(self) -> &'static str {
        match self {
            Engine::Bmc => "bounded model checking",
            Engine::TraceAbstraction => "trace abstraction",
        }
    }
}

/// Who is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strategy {
    /// One engine. Bounded model checking alone stops at its first error trace, however many are asked for.
    Only(Engine),
    /// Both.
    Portfolio,
}

impl Strategy {
    /// Whether an engine takes part.
    pub fn asks(self, engine: Engine) -> bool {
        self == Strategy::Portfolio || self == Strategy::Only(engine)
    }
}

/// Settings of both engines.
#[derive(Debug, Clone)]
pub struct Config {
    /// Who is asked.
    pub strategy: Strategy,
    /// Settings of bounded model checking.
    pub bmc: bmc::Config,
    /// Settings of trace abstraction.
    pub trace_abstraction: trace_abstraction::Config,
    /// How many threads there are. With one the engines take turns.
    pub jobs: usize,
}

impl Config {
    /// Whether more than one trace can become the answer.
    fn wants_several(&self) -> bool {
        self.strategy.asks(Engine::TraceAbstraction) && self.trace_abstraction.max_traces != Some(1)
    }
}

/// The answer and how it was found.
#[derive(Debug)]
pub struct Outcome {
    /// The answer.
    pub answer: Answer,
    /// Who gave it; none where there is none.
    pub answered_by: Option<Engine>,
    /// What bounded model checking did, where it was asked.
    pub bmc: Option<bmc::Statistics>,
    /// What trace abstraction did, where it was asked.
    pub trace_abstraction: Option<trace_abstraction::Statistics>,
    /// What trace abstraction subtracted, where the answer is its answer and this was to be kept.
    pub certificate: Option<Certificate>,
    /// What it took.
    pub effort: Effort,
}

/// What an answer took, in units of [`effort`](faultscope_solver::effort).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Effort {
    /// Until it was known.
    pub whole: u64,
    /// Until the first of its traces was found.
    pub first_trace: Option<u64>,
}

/// The answer to "which errors does the program have?".
#[derive(Debug, Clone)]
pub enum Answer {
    /// No execution reaches an error.
    Safe,
    /// These do.
    Unsafe {
        /// At least one, in the order in which they were found.
        traces: Vec<ErrorTrace>,
        /// Why there are no more.
        end: End,
    },
    /// Not decided.
    Unknown(UnknownReason),
}

/// Is told how far the engines are, in the thread that called [`portfolio`].
pub trait Progress {
    /// Bounded model checking goes on with this bound.
    fn depth(&mut self, _unwind: u32) {}

    /// Trace abstraction looks at its `n`-th word.
    fn iteration(&mut self, _n: usize) {}

    /// An engine found an error trace. It need not be among those of the answer.
    fn trace(&mut self, _engine: Engine, _trace: &ErrorTrace) {}
}

/// Nobody is told.
impl Progress for () {}

/// Asks the engines that the strategy names.
pub fn portfolio(
    program: &Program,
    config: &Config,
    limits: &Limits,
    progress: &mut dyn Progress,
) -> Outcome {
    let engines = Engines {
        bmc: |limits: &Limits, told: &mut course::Told| {
            bmc::check_with_progress(program, &config.bmc, limits, told)
        },
        trace_abstraction: |known: Vec<ErrorTrace>, limits: &Limits, told: &mut course::Told| {
            let config = trace_abstraction::Config { known, ..config.trace_abstraction.clone() };
            trace_abstraction::trace_abstraction(program, &config, limits, told)
        },
    };
    course::run(engines, config, limits, progress)
}

#[cfg(test)]
mod tests;
