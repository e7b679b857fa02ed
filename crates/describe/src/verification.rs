//! What is said of a change that somebody else has made.

use std::sync::Arc;

use faultscope_ir::{Program, SourceMap};
use faultscope_repair::judgement::{Judged, Judgement};
use faultscope_report::verification::{Answer, Kept, Outcome, Repairs, Verification};
use faultscope_report::{Report, Verdict};

use faultscope_verify::testing::{Case, TestResult, Tested};

use crate::repairs::{keeps, left_error};

/// What the change of a program repairs, keeps and leaves, and the places or assumptions that say why.
pub fn described(original: &Program, judged: &Judged) -> Verification {
    let sources = Arc::new(original.sources.clone());
    let keeps = kept(&sources, judged);
    let (repairs, reason, details) = repairs(&judged.judgement);
    // With another specification, or other inputs, more than the program differs.
    let is_comparable = !matches!(reason, Outcome::Respecified | Outcome::Unasserted | Outcome::Unread);
    let outcome = match reason.answer() {
        Answer::Repair | Answer::Undecided
            if keeps.changes() && is_comparable && judged.is_specified(original) =>
        {
            Outcome::Differs
        }
        Answer::Repair if keeps.changes() => Outcome::Changes,
        // Nothing that was executed speaks for it.
        Answer::Repair if repairs == Repairs::KnownInputs && matches!(keeps, Kept::Nothing) => Outcome::Open,
        _ => reason,
    };
    let left = judged.left.iter().map(|it| left_error(&judged.program, it.error.trace.check));
    Verification {
        details,
        put_back: judged.put_back.clone(),
        about: Some((left_error(original, judged.error.trace.check), sources)),
        repairs,
        keeps: Some(keeps),
        leaves: left.collect(),
        ..Verification::of(outcome, None)
    }
}

/// What tests say of a change: whether those that failed pass, and which of those that passed do not any more.
pub fn by_tests(cases: &[Case], before: &[Tested], after: &[Tested]) -> (Repairs, Kept) {
    let pairs = || before.iter().zip(after).map(|(before, after)| (&before.result, &after.result));
    let failed = || pairs().filter(|(before, _)| before.is_failed()).map(|(_, after)| after);
    let repairs = if failed().any(TestResult::is_failed) {
        Repairs::No
    } else if failed().all(TestResult::is_passed) {
        Repairs::Tests
    } else {
        Repairs::NotDecided
    };
    let of_cases = cases.iter().zip(pairs());
    let broken = of_cases.filter(|(_, (before, after))| before.is_passed() && after.is_failed());
    let broken = broken.map(|(case, _)| case.name.clone()).collect();
    let passed = pairs().filter(|(before, _)| before.is_passed()).count();
    (repairs, Kept::Tests { passed, broken })
}

/// What is said where tests decide, by the reports of the program as it was and of the changed one.
pub fn tests_described(by_tests: Option<(Repairs, Kept)>, before: &Report, after: Report) -> Verification {
    let is_new = |message: &&String| !before.assumptions.iter().any(|it| it.message == **message);
    let assumed: Vec<String> =
        after.assumptions.iter().map(|it| &it.message).filter(is_new).cloned().collect();
    let (repairs, kept) = by_tests.unwrap_or((Repairs::NotDecided, Kept::Nothing));
    let outcome = match after.verdict {
        Verdict::TestsPass | Verdict::Safe if !assumed.is_empty() => Outcome::Assuming,
        Verdict::TestsPass | Verdict::Safe => Outcome::PassesTests,
        _ if repairs == Repairs::No => Outcome::Fails,
        _ if kept.changes() => Outcome::Differs,
        Verdict::Unsafe => Outcome::Fails,
        Verdict::Unknown => Outcome::Open,
    };
    let details = if outcome == Outcome::Assuming { assumed } else { Vec::new() };
    Verification { details, repairs, keeps: Some(kept), ..Verification::of(outcome, Some(after)) }
}

/// What is kept of the executions around the failing one.
fn kept(sources: &Arc<SourceMap>, judged: &Judged) -> Kept {
    match keeps(&judged.kept) {
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
