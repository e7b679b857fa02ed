//! What is said of findings and steps: one wording for diagnostics and hovers. Hints say what the report's text says of a finding.

use faultscope_ir::{FindingKind, Strength};
use faultscope_json::{
    Answer, ContractVerdict, OtherWay, Patch, PatchVerdict, Rerun, RerunOutcome, Step, StepKind,
};

use crate::found::{Finding, Trace};

/// So many example values are shown.
const MAX_VALUES: usize = 3;

/// Conditions longer than this say less than their example values.
const MAX_CONDITION: usize = 100;

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

/// What to do about a finding, on one line: the value that was tried if there is one, and what that does for the program.
pub(crate) fn hint(finding: &Finding) -> String {
    let answer = in_program(finding).map(|it| format!("; {it}"));
    format!("{}{}", headline(finding), answer.unwrap_or_default())
}

/// What to do about a finding.
fn headline(finding: &Finding) -> String {
    let missing = finding.missing.as_deref().map(|it| format!("`{it}`"));
    let is_written = finding.kind.0 == FindingKind::Argument && finding.assigns.is_none();
    match (finding.kind.0, missing) {
        (FindingKind::Argument, _) if is_written => value("write", finding),
        (FindingKind::Argument, _) => value("pass", finding),
        (FindingKind::Return, _) => value("return", finding),
        (FindingKind::Assignment | FindingKind::Declaration | FindingKind::Input, _) => {
            value("assign", finding)
        }
        (FindingKind::Condition, _) => decision(finding),
        (FindingKind::Release, _) => kept(finding),
        (FindingKind::ScopeEnd, _) => {
            "make the variable outlive its scope: `static`, allocated, or passed in by the caller".to_owned()
        }
        (FindingKind::PointerLost, Some(free)) => {
            format!("{free} is missing before this: the last pointer is lost here")
        }
        (FindingKind::PointerLost, None) => {
            "free the memory before this: the last pointer to it is lost here".to_owned()
        }
        (FindingKind::Uninitialized, _) => match &finding.assigns {
            Some(name) => format!("initialize `{name}` here"),
            None => "initialize this variable".to_owned(),
        },
        (FindingKind::Call, _) => match finding.pointer.as_ref().and_then(|it| it.bytes) {
            Some(n) => format!("pass a pointer to at least {n} bytes, or a smaller size"),
            None => "pass different arguments".to_owned(),
        },
        (FindingKind::Extra, Some(condition)) => format!("execute this only if {condition}"),
        (FindingKind::Extra, None) => "skip this statement".to_owned(),
        (FindingKind::BlockEnd, _) => {
            format!("this block may end too early: {} may belong inside", place(finding))
        }
        (FindingKind::Order, _) => format!("this may come too early: move it after {}", place(finding)),
        (FindingKind::Missing, Some(statement)) => {
            format!("a statement may be missing here, such as {statement}")
        }
        (FindingKind::Missing, None) => "a statement may be missing here".to_owned(),
        (FindingKind::Type, Some(name)) => format!("use {name} here instead"),
        (FindingKind::Type, None) => "use another type here".to_owned(),
    }
}

/// What a finding names that is elsewhere.
fn place(finding: &Finding) -> &str {
    finding.missing.as_deref().unwrap_or_default()
}

/// Which value to use: the one that was tried, or one that is known to help.
fn value(verb: &str, finding: &Finding) -> String {
    match finding.strength.0 {
        Strength::Constant | Strength::Expression | Strength::Relevant => {}
        Strength::TraceAberrant => return "matters only in executions without the error".to_owned(),
        Strength::Irrelevant => return "does not matter".to_owned(),
        Strength::Undecided => return "may matter".to_owned(),
    }
    if let Some(Rerun { outcome: RerunOutcome::Avoids, value: Some(value) }) = &finding.rerun {
        return format!("{verb} `{value}` here (tested: the program ends without an error)");
    }
    match wanted(finding) {
        Some(wanted) => format!("{verb} {wanted} here"),
        None => format!("{verb} another value here"),
    }
}

/// The strategy that is proved to be enough, if it is one condition.
fn strategy(finding: &Finding) -> Option<&str> {
    let answer = finding.in_program.as_ref()?;
    let is_proved = matches!(answer.answer, Answer::Proved | Answer::RepairsThrough);
    match answer.strategy.as_deref()? {
        [play] if is_proved => Some(play),
        _ => None,
    }
}

/// When a condition is true that is a constant.
fn truth(condition: &str) -> Option<&'static str> {
    match condition {
        "0" | "false" => Some("never"),
        "1" | "true" => Some("always"),
        _ => None,
    }
}

/// What to do about a condition.
fn decision(finding: &Finding) -> String {
    let is_open = |it: &OtherWay| !it.every_time && it.once.is_none();
    let fails = finding.rerun.as_ref().is_some_and(|it| it.outcome == RerunOutcome::Fails);
    match strategy(finding) {
        Some(play) => match truth(play) {
            Some(when) => format!("make this {when} true"),
            None => format!("change the condition to `{play}`"),
        },
        None if fails && finding.other_way.as_ref().is_some_and(is_open) => "may matter".to_owned(),
        None => "take the other branch here".to_owned(),
    }
}

/// What to do about memory that is freed.
fn kept(finding: &Finding) -> String {
    match strategy(finding) {
        Some(play) if truth(play).is_none() => format!("do not free the memory here if `{play}`"),
        _ => "do not free the memory here".to_owned(),
    }
}

/// The value that would avoid the error, as far as it is known.
pub(crate) fn wanted(finding: &Finding) -> Option<String> {
    let values: Vec<String> = finding.values.iter().take(MAX_VALUES).map(|it| format!("`{it}`")).collect();
    let condition = finding.condition.as_deref().filter(|it| *it != "true" && it.len() <= MAX_CONDITION);
    match (condition, values.first()) {
        (Some(condition), Some(first)) => {
            Some(format!("a value such that `{condition}`, for example {first},"))
        }
        (Some(condition), None) => Some(format!("a value such that `{condition}`")),
        (None, Some(_)) => Some(values.join(" or ")),
        (None, None) => None,
    }
}

/// Whether fixing it is enough, where that was asked.
pub(crate) fn in_program(finding: &Finding) -> Option<&'static str> {
    Some(match finding.in_program.as_ref()?.answer {
        Answer::Proved => "can fix the program (proved)",
        Answer::RepairsThrough => "can fix every failing execution through it (proved)",
        Answer::PassesTests => "with a change here all tests pass",
        Answer::NotEnough => "cannot fix the program alone",
        Answer::NotDecided => "may fix the program",
    })
}

/// Where another value leads to. `line` gives the line of a place.
pub(crate) fn leads_to(finding: &Finding, line: u32) -> Option<String> {
    let influence = finding.influence.as_ref()?;
    let with = influence.with.as_ref().map(|it| format!("with `{it}` ")).unwrap_or_default();
    let text = &influence.text;
    Some(match (influence.is_error, influence.outcome) {
        (true, _) => format!("{with}the check `{text}` on line {line} holds"),
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
            Some(format!("tested: with `{value}` here the program ends without an error"))
        }
        (RerunOutcome::Avoids, None) => {
            Some("tested: with another value here the program ends without an error".to_owned())
        }
        (RerunOutcome::Fails, _) => Some("tested: every value tried made it fail elsewhere".to_owned()),
        (RerunOutcome::Leaks, _) => Some("tested: without it the memory leaks instead".to_owned()),
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
