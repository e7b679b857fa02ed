//! From what the engines said to one answer.

use super::config::Engine;
use super::outcome::{Effort, PortfolioAnswer, PortfolioOutcome};
use crate::bmc::BmcOutcome;
use crate::trace_abstraction::DecidedTriples;
use crate::trace_abstraction::{End, TraceAbstractionOutcome};
use crate::{BmcVerdict, ErrorTrace, UnknownReason};

/// What an engine gave, or why it gave nothing.
pub(super) type Ended<T> = Result<Box<T>, UnknownReason>;

/// The answer of the engines that were asked. Error traces count more than *safe*: they were executed.
pub(super) fn conclude(
    wants_several: bool,
    bmc: Option<Ended<BmcOutcome>>,
    trace_abstraction: Option<Ended<TraceAbstractionOutcome>>,
) -> PortfolioOutcome {
    let (by_bmc, bmc) = match bmc {
        Some(Ok(outcome)) => (Some(outcome.verdict), Some(outcome.statistics)),
        Some(Err(reason)) => (Some(BmcVerdict::Unknown(reason)), None),
        None => (None, None),
    };
    let (mut predicates, mut triples, mut certificate) = (Vec::new(), DecidedTriples::default(), None);
    let (found, statistics) = match trace_abstraction {
        Some(Ok(outcome)) => {
            (predicates, triples, certificate) = (outcome.predicates, outcome.triples, outcome.certificate);
            (Some((outcome.traces, outcome.end)), Some(outcome.statistics))
        }
        Some(Err(reason)) => (Some((Vec::new(), End::Stopped(reason))), None),
        None => (None, None),
    };
    let (answer, answered_by) = answer(wants_several, by_bmc, found);
    if answered_by != Some(Engine::TraceAbstraction) {
        (predicates, certificate) = (Vec::new(), None);
    }
    PortfolioOutcome {
        answer,
        answered_by,
        bmc,
        trace_abstraction: statistics,
        predicates,
        triples,
        certificate,
        effort: Effort::default(),
    }
}

fn answer(
    wants_several: bool,
    bmc: Option<BmcVerdict>,
    trace_abstraction: Option<(Vec<ErrorTrace>, End)>,
) -> (PortfolioAnswer, Option<Engine>) {
    let by_bmc = |trace: Box<ErrorTrace>, end| {
        (PortfolioAnswer::Unsafe { traces: vec![*trace], end }, Some(Engine::Bmc))
    };
    match (bmc, trace_abstraction) {
        (Some(BmcVerdict::Unsafe(trace)), None) => by_bmc(trace, End::Enough),
        (Some(BmcVerdict::Unsafe(trace)), Some(_)) if !wants_several => by_bmc(trace, End::Enough),
        (_, Some((traces, end))) if !traces.is_empty() => {
            (PortfolioAnswer::Unsafe { traces, end }, Some(Engine::TraceAbstraction))
        }
        (Some(BmcVerdict::Unsafe(trace)), Some((_, end))) => by_bmc(trace, after_one_trace(end)),
        (Some(BmcVerdict::Safe), _) => (PortfolioAnswer::Safe, Some(Engine::Bmc)),
        // Without traces nothing is like one of them.
        (_, Some((_, End::Empty))) => (PortfolioAnswer::Safe, Some(Engine::TraceAbstraction)),
        (bmc, trace_abstraction) => {
            let bmc = match bmc {
                Some(BmcVerdict::Unknown(reason)) => Some(reason),
                _ => None,
            };
            let trace_abstraction = match trace_abstraction {
                Some((_, End::Stopped(reason))) => Some(reason),
                _ => None,
            };
            (PortfolioAnswer::Unknown(undecided(bmc, trace_abstraction)), None)
        }
    }
}

/// Why the trace of bounded model checking is the only one, where trace abstraction ended without any.
fn after_one_trace(end: End) -> End {
    match end {
        End::Stopped(_) => end,
        End::Empty | End::UpToEdges | End::Alike | End::Enough | End::Given => {
            let message = "trace abstraction does not find the error".to_owned();
            End::Stopped(UnknownReason::Bug { message })
        }
    }
}

/// The reason that says most to the user: what a limit was spent on is worth knowing, what a solver says least.
fn undecided(bmc: Option<UnknownReason>, trace_abstraction: Option<UnknownReason>) -> UnknownReason {
    use UnknownReason::{
        Bug, DepthLimit, Limit, NeverCalled, NotConfirmed, ReplayFailed, Solver, TooLarge, Undefined,
        Unsupported,
    };
    let rank = |reason: &UnknownReason| match reason {
        Bug { .. } | ReplayFailed { .. } => 0,
        Unsupported { .. } => 1,
        Limit { .. } => 2,
        DepthLimit { .. } => 3,
        Solver { .. } => 4,
        TooLarge { .. } => 5,
        NeverCalled { .. } | Undefined { .. } | NotConfirmed => 6,
    };
    match (bmc, trace_abstraction) {
        (Some(DepthLimit { unwind }), Some(Limit { reason, .. })) => Limit { reason, completed: unwind },
        // Where models have no finite description, that one could not be executed is no bug, and the solver says more.
        (Some(bmc @ Solver { .. }), Some(ReplayFailed { .. })) => bmc,
        (Some(Limit { completed, .. }), Some(Limit { reason, .. })) => Limit { reason, completed },
        (Some(bmc), Some(trace_abstraction)) => {
            if rank(&trace_abstraction) < rank(&bmc) {
                trace_abstraction
            } else {
                bmc
            }
        }
        (Some(reason), None) | (None, Some(reason)) => reason,
        (None, None) => Solver { message: "no verifier was asked".to_owned() },
    }
}
