//! The techniques that relevance is compared with, on the same trace.
//!
//! | technique | what it keeps | paper |
//! |---|---|---|
//! | [`error_invariants`](mod@error_invariants) | statements over which what is known of the error changes | FM 2012 |
//! | [`flow_sensitive`](mod@flow_sensitive) | a minimal core of a trace formula in which statements carry their conditions | VMCAI 2013 |
//! | [`max_sat`](mod@max_sat) | smallest sets of statements without which the assertion can hold | PLDI 2011 |
//! | [`auto_debug`] | statements that evidence asks to change: what would have to hold is not what the execution found | FASE 2004 |
//! | [`ped`](mod@ped) | small sets of statements whose change makes the execution leave the trace | SEFM 2008 |
//! | [`backward_slice`](mod@backward_slice) | what the violated assertion depends on by data or control | |
//!
//! All of them keep the inputs of the failing execution and take the last condition of the trace for the violated
//! one: the assertion's, or where the error has none the condition under which it is reached.
//! They share the trace in static single assignment form (`formula`), the solver (`question`), and which step
//! depends on which condition (`control`).
//! What the translation made, and what the user trusts, is a fact for all of them and never an answer.

pub mod auto_debug;
pub mod backward_slice;
pub mod error_invariants;
pub mod flow_sensitive;
pub mod max_sat;
pub mod ped;

mod control;
mod formula;
mod outcome;
mod question;

pub use faultscope_ir::Technique;
use faultscope_ir::{Program, Trace};
use faultscope_solver::Limits;

pub use backward_slice::backward_slice;
pub use error_invariants::error_invariants;
pub use flow_sensitive::flow_sensitive;
pub use max_sat::{max_sat, max_sat_iterated};
pub use outcome::{BaselineConfig, BaselineOutcome, BaselineStatement, Ended};
pub use ped::ped;

/// Runs a technique on a trace, and nothing but that: PED without library and mined specification.
pub fn run(
    technique: Technique,
    program: &Program,
    trace: &Trace,
    config: &BaselineConfig,
    limits: &Limits,
) -> BaselineOutcome {
    match technique {
        Technique::ErrorInvariants => error_invariants(program, trace, config, limits),
        Technique::FlowSensitive => flow_sensitive(program, trace, config, limits),
        Technique::MaxSat => max_sat(program, trace, config, limits),
        Technique::MaxSatIterated => max_sat_iterated(program, trace, config, limits),
        Technique::Ped => {
            let config = ped::PedConfig { queries: config.clone(), ..ped::PedConfig::standard() };
            let outcome = ped(program, trace, &ped::Specification::default(), &config, limits);
            let solutions = ped::distinct(outcome.solutions);
            ped::listed(program, &trace.steps, &solutions, outcome.ended, outcome.n_queries)
        }
        Technique::AutoDebug => auto_debug::marked(program, trace, &[], limits),
        Technique::BackwardSlice => backward_slice(program, trace, config, limits),
    }
}
