//! What an answer rests on.

use faultscope_describe::suppressed::assumed;
use faultscope_frontend::trust::Pattern;
use faultscope_ir::{self as ir, AssumptionKind, Program};
use faultscope_report::Assumption;
use faultscope_verify::End;
use faultscope_verify::portfolio::{Engine, Strategy};
use faultscope_verify::relied_on::{Followed, relied_on};
use faultscope_verify::{Answer, UnknownReason, Verdict};

use crate::request::Options;
use crate::stages::Stages;

/// The property that nothing is undefined.
const DEFINED: &str = "def-behavior";

/// The assumptions behind what is known: of the paths that were followed, the bounds that were met, and trust.
pub(super) fn assumptions(stages: &Stages, program: &Program) -> Vec<Assumption> {
    let options = &*stages.options;
    let answer = stages.answer.as_deref();
    // That these are all error traces is about all executions, as a proof is.
    let claims_all = |it: &Answer| options.wants_several() && !it.is_safe() && it.is_complete();
    let is_about_all = answer.is_some_and(|it| it.traces.is_empty() || claims_all(it));
    let followed = match (&stages.examined, answer) {
        (Some(examined), _) if is_about_all => Some(Followed::All(&examined.executable)),
        _ if stages.repaired.as_ref().is_some_and(|it| it.proves()) => Some(Followed::Program),
        (_, Some(answer)) if !answer.traces.is_empty() => Some(Followed::Traces(&answer.traces)),
        _ => None,
    };
    let mut of_program = followed.map(|it| relied_on(program, it)).unwrap_or_default();
    // Neither a confirmed error nor that there is none rests on results that are left open.
    if answer.is_none_or(|it| it.verdict != Verdict::Open(UnknownReason::NotConfirmed)) {
        of_program.retain(|it| it.kind != AssumptionKind::LeftOpen);
    }
    of_program.extend(stages.repaired.iter().flat_map(|it| it.compared.iter().cloned()));
    let of_search = answer.and_then(|it| bound(it, options));
    let all = of_program.into_iter().chain(of_search).chain(other_behaviour(stages)).chain(trusted(options));
    let suppressed = stages.translated.iter().flat_map(|it| assumed(program, &it.suppressed));
    all.chain(suppressed).map(|it| Assumption::new(program, &it)).collect()
}

/// The bound that the search met.
fn bound(answer: &Answer, options: &Options) -> Option<ir::Assumption> {
    let reason = match &answer.verdict {
        Verdict::Open(reason) | Verdict::Fails(End::Stopped(reason)) => reason,
        Verdict::Safe | Verdict::Fails(_) => return None,
    };
    let UnknownReason::DepthLimit { unwind } = reason else { return None };
    let by_automata =
        !answer.traces.is_empty() || options.strategy == Strategy::Only(Engine::TraceAbstraction);
    let (kind, message) = if by_automata {
        (AssumptionKind::RecursionBound, format!("procedures call themselves to a depth of {unwind} at most"))
    } else {
        (AssumptionKind::LoopBound, format!("loops and recursion are followed {unwind} times at most"))
    };
    Some(ir::Assumption { kind, subject: None, message, origin: None })
}

/// What a property file asks for beyond what is checked.
fn other_behaviour(stages: &Stages) -> Option<ir::Assumption> {
    let mut asked = stages.options.specification.as_ref()?.asked.iter();
    let message = "nothing is undefined beyond what is checked".to_owned();
    let kind = AssumptionKind::OtherBehaviour;
    let is_asked = stages.is_safe() && asked.any(|it| it.0 == DEFINED);
    is_asked.then_some(ir::Assumption { kind, subject: None, message, origin: None })
}

/// What the user trusts, in one sentence.
fn trusted(options: &Options) -> Option<ir::Assumption> {
    let named = options.trust.iter().filter(|it| **it != Pattern::None);
    let patterns: Vec<String> = named.map(|pattern| format!("`{pattern}`")).collect();
    let message = format!("trusted to be right as written, and never a finding: {}", patterns.join(", "));
    let kind = AssumptionKind::Trust;
    (!patterns.is_empty()).then_some(ir::Assumption { kind, subject: None, message, origin: None })
}
