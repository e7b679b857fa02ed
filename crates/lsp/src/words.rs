//! What is said of findings and steps: one wording for diagnostics and hovers.

use faultscope_ir::{FindingKind, Strength};
use faultscope_json::{Answer, ContractVerdict, Patch, PatchVerdict, RerunOutcome, Step, StepKind};

use crate::found::{Finding, Trace};

/// What a strength says.
pub(crate) fn strength(finding: &Finding) -> &'static str {
    match finding.strength.0 {
        Strength::Constant => "another value here avoids the error for all inputs, and one constant does it",
        Strength::Expression => {
            "another value here avoids the error for all inputs, but it has to depend on them"
        }
        Strength::Relevant => "another value here avoids the error for some of the inputs that lead to it",
        Strength::TraceAberrant => {
            "another value here only makes a difference where the error is avoided anyway"
        }
        Strength::Irrelevant | Strength::Undecided => {
            "whether another value here avoids the error is not decided"
        }
    }
}

/// What would have to be different, in a few words.
pub(crate) fn change(finding: &Finding) -> String {
    if finding.kind.0 == FindingKind::PointerLost {
        return "the last pointer to memory that was not freed is lost here".to_owned();
    }
    if finding.kind.0 == FindingKind::Call {
        return "the function asks for more than it is given".to_owned();
    }
    if finding.kind.0 == FindingKind::Uninitialized {
        return "the variable is used before it has a value".to_owned();
    }
    if finding.kind.0 == FindingKind::Type {
        return "the type here does not fit".to_owned();
    }
    if let Some(missing) = &finding.missing {
        return format!("a statement may be missing: {missing}");
    }
    if finding.kind.0 == FindingKind::Condition {
        return match &finding.other_way {
            Some(it) if it.every_time => "deciding this the other way avoids the error".to_owned(),
            Some(_) => "deciding this the other way once avoids the error".to_owned(),
            None => strength(finding).replace("another value", "another outcome"),
        };
    }
    if finding.kind.0 == FindingKind::Release {
        return "without this `free` the error does not happen".to_owned();
    }
    if finding.kind.0 == FindingKind::ScopeEnd {
        return "the variable ends before this pointer to it is used".to_owned();
    }
    if finding.kind.0 == FindingKind::Extra {
        return "this statement should not be executed, at least not always".to_owned();
    }
    strength(finding).to_owned()
}

/// What it would have to be, where that is known.
pub(crate) fn wanted(finding: &Finding) -> Option<String> {
    let example = finding.values.first().map(|it| format!("`{it}`"));
    match (&finding.condition, example) {
        (Some(condition), Some(example)) => Some(format!("`{condition}`, for example {example}")),
        (Some(condition), None) => Some(format!("`{condition}`")),
        (None, Some(example)) => Some(format!("{example}, for example")),
        (None, None) => None,
    }
}

/// Whether fixing it is enough, where that was asked.
pub(crate) fn in_program(finding: &Finding) -> Option<&'static str> {
    Some(match finding.in_program.as_ref()?.answer {
        Answer::Proved => "fixing it is enough for the program (proved)",
        Answer::RepairsThrough => "fixing it removes every error through it (proved)",
        Answer::PassesTests => "with a change here all tests pass",
        Answer::NotEnough => "fixing it alone is not enough for the program",
        Answer::NotDecided => "whether fixing it is enough for the program is not decided",
    })
}

/// Where another value leads to. `line` gives the line of a place.
pub(crate) fn leads_to(finding: &Finding, line: u32) -> Option<String> {
    let influence = finding.influence.as_ref()?;
    let with = influence.with.as_ref().map(|it| format!("with `{it}` ")).unwrap_or_default();
    let text = &influence.text;
    Some(match (influence.is_error, influence.outcome) {
        (true, _) => format!("{with}`{text}` on line {line}, which fails, holds"),
        (false, Some(outcome)) => {
            format!("{with}`{text}` on line {line} is {} instead of {outcome}", !outcome)
        }
        (false, None) => format!("{with}`{text}` on line {line} comes out differently"),
    })
}

/// What the program did when it was executed once more with another value.
pub(crate) fn rerun(finding: &Finding) -> Option<String> {
    let rerun = finding.rerun.as_ref()?;
    match (rerun.outcome, &rerun.value) {
        (RerunOutcome::Avoids, Some(value)) => {
            Some(format!("executed once more with `{value}` here, it ends without an error"))
        }
        (RerunOutcome::Avoids, None) => {
            Some("executed once more with another value here, it ends without an error".to_owned())
        }
        (RerunOutcome::Fails, _) => {
            Some("executed once more with other values here, it fails in another way".to_owned())
        }
        (RerunOutcome::Leaks, _) => {
            Some("executed once more without it, the memory leaks instead".to_owned())
        }
        (RerunOutcome::Open, _) => None,
    }
}

/// What a step has done.
pub(crate) fn step(step: &Step) -> String {
    let text = step.text.lines().next().unwrap_or_default();
    let assigned = match (&step.assigns, &step.value) {
        (Some(name), Some(value)) => Some(format!("{name} = {value}")),
        _ => None,
    };
    match (step.kind, assigned, step.outcome) {
        (StepKind::Condition | StepKind::Assertion, _, Some(outcome)) => format!("`{text}` is {outcome}"),
        (StepKind::Allocation, ..) => format!("`{text}`: allocated here"),
        (StepKind::Release, ..) => format!("`{text}`: freed here"),
        (StepKind::ScopeEnd, ..) => format!("`{text}`: the scope ends here"),
        (StepKind::Return, Some(_), _) => {
            format!("`{text}` gives {}", step.value.as_deref().unwrap_or_default())
        }
        (_, Some(assigned), _) => format!("`{text}` gives {assigned}"),
        (_, None, _) => format!("`{text}`"),
    }
}

/// The inputs that matter for an error, on one line; all where it is not known which do.
pub(crate) fn inputs(trace: &Trace) -> Option<String> {
    const MOST: usize = 8;
    let is_known = trace.inputs.iter().any(|it| it.matters);
    let inputs: Vec<String> = trace
        .inputs
        .iter()
        .filter(|it| it.matters || !is_known)
        .map(|it| format!("{} = {}", it.assigns.as_deref().unwrap_or(&it.text), it.value))
        .collect();
    let more = inputs.len().saturating_sub(MOST);
    let text = inputs.iter().take(MOST).cloned().collect::<Vec<_>>().join(", ");
    let more = if more > 0 { format!(", and {more} more") } else { String::new() };
    (!text.is_empty()).then(|| text + &more)
}

/// What was shown of a patch.
pub(crate) fn patch(patch: &Patch) -> String {
    let verdict = match patch.verdict {
        PatchVerdict::Proved if patch.leaves.is_empty() => "proved: no error is left",
        PatchVerdict::Proved => "proved: this error is gone; others that were there before are left",
        PatchVerdict::PassesTests => "all tests pass",
        PatchVerdict::RepairsShownTraces => "avoids the error that is shown; the rest is not decided",
    };
    let mut text = verdict.to_owned();
    if let Some(max_array) = patch.contract.as_ref().and_then(|it| it.max_array) {
        text += &format!("; for arrays of up to {max_array} elements");
    }
    if patch.is_constant {
        text += "; a constant where the program computes something";
    }
    if !patch.reaches_check {
        text += "; the check is no longer reached";
    }
    if patch.contract.as_ref().is_some_and(|it| it.verdict == ContractVerdict::Violated) {
        text += "; violates a contract";
    }
    text
}
