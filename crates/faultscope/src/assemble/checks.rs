//! What was checked, and what became of it.

use faultscope_ir::{CheckOutcome, CheckStatus, DecidedBy, Program};
use faultscope_report::{Check, Note};

use crate::certify::Certified;
use crate::request::Options;
use crate::stages::Stages;

/// The table of checks as it is known now.
pub(super) fn checks(stages: &Stages, program: &Program) -> Vec<Check> {
    let is_refuted = matches!(stages.certified.as_deref(), Some(Certified::Refuted(_)));
    let row = |id| {
        let known = stages.examined.as_deref().map(|it| it.checks[id_of(id)]);
        let outcome = known.unwrap_or_else(|| without_examination(stages, id));
        let outcome = if is_refuted { taken_back(outcome) } else { outcome };
        let check = program.check(outcome.check);
        let origin = program.sources.origin(check.origin);
        Check {
            property: check.property,
            message: check.message.clone(),
            span: origin.span,
            text: origin.text.clone(),
            function: origin.function.clone(),
            status: outcome.status,
            by: outcome.by,
        }
    };
    program.check_ids().map(row).collect()
}

fn id_of(check: faultscope_ir::CheckId) -> usize {
    check.0 as usize
}

/// What is known while the search goes on: its error traces.
fn without_examination(stages: &Stages, check: faultscope_ir::CheckId) -> CheckOutcome {
    let mut traces = stages.searched.iter().flat_map(|it| &it.traces);
    match traces.any(|it| it.replayed && it.trace.check == check) {
        true => CheckOutcome { check, status: CheckStatus::Violated, by: None },
        false => CheckOutcome::undecided(check),
    }
}

/// What was believed on the ground of a proof that is wrong is no longer said. Error traces were executed and stay.
fn taken_back(outcome: CheckOutcome) -> CheckOutcome {
    let is_by_verifier = matches!(outcome.by, Some(DecidedBy::Bmc | DecidedBy::TraceAbstraction));
    match outcome.status {
        CheckStatus::Proved | CheckStatus::NotReached if is_by_verifier => {
            CheckOutcome::undecided(outcome.check)
        }
        _ => outcome,
    }
}

/// Why a program without checks has no error.
pub(super) fn nothing_to_check(options: &Options) -> Note {
    let names: Vec<String> = options.properties.iter().map(|it| format!("`{}`", it.name())).collect();
    let message = format!(
        "the program has no check of the selected properties ({}) in code that can be called",
        names.join(", ")
    );
    Note::new(message)
}
