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

mod config;
mod progress;

mod course;

mod conclude;
mod pace;
mod race;

use faultscope_ir::Program;
use faultscope_solver::Limits;

use crate::trace_abstraction::{self, TraceAbstractionConfig};
use crate::{Answer, ErrorTrace, bmc, summaries};
use course::Engines;

pub use config::{Engine, PortfolioConfig, Strategy};
pub(crate) use progress::Progress;

/// Asks the engines that the strategy names.
pub(crate) fn portfolio(
    program: &Program,
    config: &PortfolioConfig,
    limits: &Limits,
    progress: &mut dyn Progress,
) -> Answer {
    // A proof of a program as it is written has no summaries.
    let has_summaries =
        config.strategy == Strategy::Portfolio && !config.wants_several() && config.bmc.tries_values;
    let engines = Engines {
        bmc: |limits: &Limits, told: &mut course::Told| {
            bmc::check_with_progress(program, &config.bmc, limits, told)
        },
        trace_abstraction: |known: Vec<ErrorTrace>, limits: &Limits, told: &mut course::Told| {
            let summarized = (has_summaries && known.is_empty())
                .then(|| summaries::prove(program, &config.trace_abstraction, limits));
            summarized.flatten().unwrap_or_else(|| {
                let config = TraceAbstractionConfig { known, ..config.trace_abstraction.clone() };
                trace_abstraction::trace_abstraction(program, &config, limits, told)
            })
        },
    };
    course::run(engines, config, limits, progress)
}

#[cfg(test)]
mod tests;
