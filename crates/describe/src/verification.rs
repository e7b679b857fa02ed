//! What is said of a change that somebody else has made.

use std::sync::Arc;

use faultscope_ir::{Program, SourceMap};
use faultscope_repair::judgement::{Judged, Judgement};
use faultscope_report::verification::{Answer, Kept, Outcome, Repairs, Verification};

use crate::repairs::{keeps, left_error};

/// What the change of a program repairs, keeps and leaves, and the places or assumptions that say why.
pub fn described(original: &Program, judged: &Judged) -> Verification {
    let sources = Arc::new(original.sources.clone());
    let keeps = kept(original, &sources, judged);
    let (repairs, reason, details) = repairs(&judged.judgement);
    let outcome = match reason.answer() {
        Answer::Repair | Answer::Undecided if keeps.changes() && judged.is_specified(original) => {
            Outcome::Differs
        }
        Answer::Repair if keeps.changes() => Outcome::Changes,
        _ => reason,
    };
    let left = judged.left.iter().map(|it| left_error(&judged.program, it.error.trace.check));
    Verification {
        details,
        about: Some((left_error(original, judged.error.trace.check), sources)),
        repairs,
        keeps: Some(keeps),
        leaves: left.collect(),
        ..Verification::of(outcome, None)
    }
}

/// What is kept of the executions around the failing one.
fn kept(original: &Program, sources: &Arc<SourceMap>, judged: &Judged) -> Kept {
    match keeps(original, &judged.kept) {
        None => Kept::Nothing,
        Some(keeps) => Kept::Executions {
            keeps,
            functions: judged.kept.functions.iter().cloned().collect(),
            sources: Arc::clone(sources),
        },
    }
}

/// Whether the error is repaired; why, or why not.
fn repairs(judgement: &Judgement) -> (Repairs, Outcome, Vec<String>) {
    let because = |repairs, outcome| (repairs, outcome, Vec::new());
    let undecided = |outcome, places: &[String]| (Repairs::NotDecided, outcome, places.to_vec());
    match judgement {
        Judgement::Repair => because(Repairs::Proved, Outcome::Repair),
        Judgement::OnKnownInputs(_) => because(Repairs::KnownInputs, Outcome::KnownInputs),
        Judgement::Fails(_) => because(Repairs::No, Outcome::Fails),
        // Before these are asked about, all that is known to have failed ends well.
        Judgement::New(_) => because(Repairs::KnownInputs, Outcome::NewError),
        Judgement::Undefined(_) => because(Repairs::KnownInputs, Outcome::Undefined),
        Judgement::Unreached => because(Repairs::No, Outcome::Unreached),
        Judgement::Unended => undecided(Outcome::Unended, &[]),
        Judgement::Unchecked => undecided(Outcome::Unchecked, &[]),
        Judgement::Unasserted(places) => undecided(Outcome::Unasserted, places),
        Judgement::Unread(places) => undecided(Outcome::Unread, places),
        Judgement::Respecified(places) => undecided(Outcome::Respecified, places),
        Judgement::Avoided => undecided(Outcome::Avoided, &[]),
        Judgement::Assuming(assumed) => undecided(Outcome::Assuming, assumed),
        Judgement::Open(_) => undecided(Outcome::Open, &[]),
    }
}
