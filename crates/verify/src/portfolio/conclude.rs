//! From what the engines said to one answer.

use faultscope_ir::DecidedBy;

use crate::UnknownReason;
use crate::answer::{Answer, End, Verdict};
use crate::statistics::Statistics;

/// What an engine gave, or why it gave nothing.
pub(super) type Ended<T> = Result<Box<T>, UnknownReason>;

/// The answer of the engines that were asked. Error traces count more than *safe*: they were executed.
pub(super) fn conclude(
    wants_several: bool,
    bmc: Option<Ended<Answer>>,
    trace_abstraction: Option<Ended<Answer>>,
) -> Answer {
    let bmc = bmc.map(|it| it.map_or_else(Answer::open, |it| *it));
    let trace_abstraction = trace_abstraction.map(|it| it.map_or_else(Answer::open, |it| *it));
    let mut statistics = Statistics::default();
    if let Some(bmc) = &bmc {
        statistics.bmc.clone_from(&bmc.statistics.bmc);
    }
    if let Some(other) = &trace_abstraction {
        statistics.trace_abstraction.clone_from(&other.statistics.trace_abstraction);
    }
    let answer = answer(wants_several, bmc, trace_abstraction);
    if answer.by == Some(DecidedBy::TraceAbstraction) {
        return Answer { statistics, ..answer };
    }
    // A proof is that of the answer.
    Answer { statistics, predicates: Vec::new(), certificate: None, ..answer }
}

fn answer(wants_several: bool, bmc: Option<Answer>, trace_abstraction: Option<Answer>) -> Answer {
    let (bmc, other) = match (bmc, trace_abstraction) {
        (Some(answer), None) | (None, Some(answer)) => return answer,
        (None, None) => {
            return Answer::open(UnknownReason::Solver { message: "no verifier was asked".to_owned() });
        }
        (Some(bmc), Some(other)) => (bmc, other),
    };
    // What trace abstraction has decided can be used again, whoever answers.
    let with_triples = |answer, triples| Answer { triples, ..answer };
    match (&bmc.verdict, &other.verdict) {
        (Verdict::Fails(_), _) if !wants_several => with_triples(bmc, other.triples),
        (_, Verdict::Fails(_)) => other,
        (Verdict::Fails(_), _) => {
            let verdict = Verdict::Fails(after_one_trace(other.verdict));
            with_triples(Answer { verdict, ..bmc }, other.triples)
        }
        (Verdict::Safe, _) => with_triples(bmc, other.triples),
        (_, Verdict::Safe) => other,
        (Verdict::Open(left), Verdict::Open(right)) => {
            let reason = undecided(left.clone(), right.clone());
            with_triples(Answer::open(reason), other.triples)
        }
    }
}

/// Why the trace of bounded model checking is the only one, where trace abstraction ended without any.
fn after_one_trace(other: Verdict) -> End {
    match other {
        Verdict::Open(reason) => End::Stopped(reason),
        Verdict::Safe | Verdict::Fails(_) => {
            let message = "trace abstraction does not find the error".to_owned();
            End::Stopped(UnknownReason::Bug { message })
        }
    }
}

/// The reason that says most to the user: what a limit was spent on is worth knowing, what a solver says least.
fn undecided(bmc: UnknownReason, trace_abstraction: UnknownReason) -> UnknownReason {
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
        (DepthLimit { unwind }, Limit { reason, .. }) => Limit { reason, completed: unwind },
        // Where models have no finite description, that one could not be executed is no bug, and the solver says more.
        (bmc @ Solver { .. }, ReplayFailed { .. }) => bmc,
        (Limit { completed, .. }, Limit { reason, .. }) => Limit { reason, completed },
        (bmc, trace_abstraction) if rank(&trace_abstraction) < rank(&bmc) => trace_abstraction,
        (bmc, _) => bmc,
    }
}
