//! What was checked, and what became of it.

use faultscope_describe::suppressed::others_asked;
use faultscope_describe::{checks::listed, sources::Functions};
use faultscope_frontend::suppression::Suppressed;
use faultscope_ir::{CheckId, CheckOutcome, CheckStatus, DecidedBy, Program, Property, selection};
use faultscope_report::{Check, Note};

use crate::certify::Certified;
use crate::request::Options;
use crate::stages::Stages;

/// The table of checks as it is known now.
pub(super) fn checks(stages: &Stages, program: &Program) -> Vec<Check> {
    let is_refuted = matches!(stages.certified.as_deref(), Some(Certified::Refuted(_)));
    let functions = Functions::of(program);
    let row = |id: CheckId| {
        let known = stages.examined.as_deref().map(|it| it.checks[id.0 as usize]);
        let outcome = known.unwrap_or_else(|| without_examination(stages, id));
        let diagnosed = stages.compared.iter().filter_map(|it| it.diagnosed.as_ref());
        let outcome = diagnosed.fold(outcome, |outcome, it| it.decided(outcome));
        let outcome = if is_refuted { taken_back(outcome) } else { outcome };
        let outcome = if is_asked(stages, id) { outcome } else { not_asked(id) };
        let check = program.check(outcome.check);
        let origin = program.sources.origin(check.origin);
        Check {
            property: check.property,
            message: check.message.clone(),
            span: origin.span,
            text: origin.text.clone(),
            function: functions.at(origin).to_owned(),
            status: outcome.status,
            decided_by: outcome.by,
        }
    };
    listed(program).into_iter().map(row).collect()
}

/// Whether the search was asked about a check.
fn is_asked(stages: &Stages, check: CheckId) -> bool {
    stages.focused.as_deref().is_none_or(|it| it.asked.contains(&check))
        && !stages.translated.iter().any(|it| it.suppressed.iter().any(|it| it.check == check))
}

/// Of a check without errors, as it is for the search then, nothing that follows would be about the program.
fn not_asked(check: CheckId) -> CheckOutcome {
    CheckOutcome { check, status: CheckStatus::NotAsked, by: None }
}

/// What is known while the search goes on: its error traces.
fn without_examination(stages: &Stages, check: CheckId) -> CheckOutcome {
    let mut traces = stages.answer.iter().flat_map(|it| it.traces.iter().chain(&it.others));
    match traces.any(|it| it.replayed && it.trace.check == check) {
        true => CheckOutcome { check, status: CheckStatus::Violated, by: None },
        false => CheckOutcome::undecided(check),
    }
}

/// What was believed on the ground of a proof that is wrong is no longer said. Error traces were executed and stay.
fn taken_back(outcome: CheckOutcome) -> CheckOutcome {
    let is_by_verifier =
        matches!(outcome.by, Some(DecidedBy::Bmc | DecidedBy::TraceAbstraction | DecidedBy::Paths));
    match outcome.status {
        CheckStatus::Proved | CheckStatus::NotReached if is_by_verifier => {
            CheckOutcome::undecided(outcome.check)
        }
        _ => outcome,
    }
}

/// Why a program without checks has no error.
pub(super) fn nothing_to_check(options: &Options) -> Note {
    let properties = selection::list(&options.properties);
    let functions: Vec<String> = options.errors.functions.iter().map(|it| format!("`{it}()`")).collect();
    let is_named = options.specification.is_some() && options.properties == [Property::UnreachCall].into();
    if is_named && !functions.is_empty() {
        return Note::new(format!("no code that can be called calls {}", functions.join(" or ")));
    }
    Note::new(format!(
        "the program has no check of the selected properties (`{properties}`) in code that can be called"
    ))
}

/// What was asked about, where this is not the whole program.
pub(super) fn only_asked(options: &Options, suppressed: &[Suppressed]) -> Option<Note> {
    let Some(focus) = &options.focus else { return others_asked(suppressed) };
    Some(Note::new(format!("no execution violates `{focus}`; nothing else was asked about")))
}
