//! Phrases for people.

use faultscope_ir::{SourceMap, Span};

use crate::{CallSite, Finding, FindingKind, Influence, Strength, snippet};

/// A number and its noun.
pub(super) fn count(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

/// A number of solver queries.
pub(super) fn queries(number: usize) -> String {
    if number == 1 { "1 query".to_owned() } else { format!("{number} queries") }
}

/// What stands over a finding.
pub(super) fn headline(finding: &Finding) -> String {
    let what = match finding.kind {
        FindingKind::Assignment => "the value assigned here",
        FindingKind::Argument => "the argument passed here",
        FindingKind::Return => "the value returned here",
        FindingKind::Declaration => "the missing initial value",
        FindingKind::Input => "the value from outside",
    };
    match finding.strength {
        Strength::Constant => format!("{what} decides: one constant avoids the error"),
        Strength::Expression => format!("{what} decides: the right value avoids the error"),
        Strength::Relevant => format!("{what} matters: another one would have avoided the error"),
        Strength::TraceAberrant => format!("{what} matters only where the error is avoided anyway"),
        Strength::Irrelevant => format!("{what} does not matter"),
        Strength::Undecided => format!("{what} may matter"),
    }
}

/// For which executions another value helps.
pub(super) fn reach(finding: &Finding) -> String {
    let open = |strength| finding.undecided.contains(&strength);
    match finding.strength {
        Strength::Constant => "for all inputs with the same value".to_owned(),
        Strength::Expression if open(Strength::Constant) => {
            "for all inputs, with a value that may depend on them; whether one constant would do was not decided"
                .to_owned()
        }
        Strength::Expression => "for all inputs, with a value that depends on them; no constant will do".to_owned(),
        Strength::Relevant if open(Strength::Expression) => {
            "with the inputs above; for which others was not decided".to_owned()
        }
        Strength::Relevant => "with the inputs above; there are others with which no value helps".to_owned(),
        Strength::TraceAberrant => "never with inputs that lead to the error".to_owned(),
        Strength::Irrelevant => "never".to_owned(),
        Strength::Undecided => "not decided within the limits".to_owned(),
    }
}

/// What would be different with another value.
pub(super) fn influence(influence: &Influence, sources: &SourceMap, usual: Span) -> String {
    let line = snippet::line(sources, influence.span, Some(usual));
    let with = influence.with.as_deref().map(|value| format!("with {}, ", code(value))).unwrap_or_default();
    let text = code(&influence.text);
    match influence.outcome {
        _ if influence.is_error => format!("{with}{text} on {line} holds"),
        Some(true) => format!("{with}{text} on {line} is false instead of true"),
        Some(false) => format!("{with}{text} on {line} is true instead of false"),
        None => format!("{with}{text} on {line} comes out differently"),
    }
}

/// Which loop iteration, where that says anything.
pub(super) fn iterations(iterations: &[u32]) -> Option<String> {
    match iterations {
        [] => None,
        [only] => Some(format!("iteration {only} of the loop")),
        [outer, inner] => Some(format!("iteration {outer} of the outer loop, {inner} of the inner one")),
        all => {
            let numbers: Vec<String> = all.iter().map(u32::to_string).collect();
            Some(format!("iteration {} of the nested loops, outermost first", numbers.join(", ")))
        }
    }
}

/// The call stack in one line, where there is one.
pub(super) fn calls(calls: &[CallSite], sources: &SourceMap, usual: Option<Span>) -> Option<String> {
    let last = calls.last()?;
    let mut text = "in ".to_owned() + &code(&last.callee);
    for (idx, call) in calls.iter().rev().enumerate() {
        let line = snippet::line(sources, call.span, usual);
        let joint = if idx == 0 { ", called from" } else { ", from" };
        text += &format!("{joint} {} ({line})", code(&call.caller));
    }
    Some(text)
}

/// Source text within a sentence.
pub(super) fn code(text: &str) -> String {
    format!("`{text}`")
}
