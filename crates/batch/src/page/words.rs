//! What pages say of findings and patches. With hints it is where to look and what goes wrong, and no more.

use faultscope_ir::{FindingKind, Property};
use faultscope_json::{Finding, PatchVerdict, Test, TestStatus};
use serde::de::IgnoredAny;

use crate::row::{Outcome, Row};

/// What is wrong, without what would be right: a message about an output has both.
pub(super) fn hint_message(row: &Row) -> String {
    let is_unexpected = row.property == Some(Property::ExpectedOutput.name());
    match row.outcome {
        Outcome::Fails if is_unexpected => "the output or the exit status is wrong".to_owned(),
        _ => row.message.clone(),
    }
}

/// How a test went that did not pass.
pub(super) fn test(test: &Test, hints: bool) -> String {
    match (test.status, &test.expected, &test.got) {
        (TestStatus::Failed, Some(expected), got) => {
            let place = format!("line {}, column {} of the output", expected.line, expected.column);
            let printed = match got {
                Some(got) => format!("the program prints {}", code(&got.text)),
                None => "the program prints no such line".to_owned(),
            };
            match hints {
                true => format!("wrong from {place} on: {printed}"),
                false => format!("wrong from {place} on: {printed}, expected {}", code(&expected.text)),
            }
        }
        (TestStatus::Failed, None, Some(got)) => {
            format!("the program prints more than expected, from line {} on: {}", got.line, code(&got.text))
        }
        (TestStatus::Failed, None, None) if hints => "the program does not do what is expected".to_owned(),
        (TestStatus::RanOn, ..) => "the program does not end".to_owned(),
        (TestStatus::Undecided, ..) => "not decided".to_owned(),
        (TestStatus::Passed, ..) => "passed".to_owned(),
        (TestStatus::Failed | TestStatus::Crashed, ..) => {
            test.message.clone().unwrap_or_else(|| "it fails".to_owned())
        }
    }
}

/// What goes wrong at a finding.
pub(super) fn goes_wrong(finding: &Finding<IgnoredAny>) -> String {
    let gets = |what: &str| match (&finding.assigns, &finding.value) {
        (Some(place), Some(value)) => {
            format!("{} is {} in the failing run; look at how {what} comes about", code(place), code(value))
        }
        _ => format!("look at {what}: it leads to the error"),
    };
    match finding.kind.0 {
        FindingKind::Assignment => gets("this value"),
        FindingKind::Argument => gets("this argument"),
        FindingKind::Return => gets("the value that is returned"),
        FindingKind::Input => gets("what is read here"),
        FindingKind::Declaration | FindingKind::Uninitialized => match &finding.assigns {
            Some(variable) => format!("{} is used before it has a value", code(variable)),
            None => "a variable is used before it has a value".to_owned(),
        },
        FindingKind::Condition => "this condition sends the failing run the wrong way".to_owned(),
        FindingKind::Release => "memory is freed here that should not be".to_owned(),
        FindingKind::ScopeEnd => "a variable's scope ends here while a pointer to it is kept".to_owned(),
        FindingKind::PointerLost => "the last pointer to allocated memory is lost here".to_owned(),
        FindingKind::Call => "this call is not given what the function needs".to_owned(),
        FindingKind::Extra => "this statement runs where it should not".to_owned(),
        FindingKind::BlockEnd => "this block may end in the wrong place".to_owned(),
        FindingKind::Order => "this statement may stand in the wrong place".to_owned(),
        FindingKind::Missing => "a statement may be missing near this line".to_owned(),
        FindingKind::Type => "the types here do not fit each other".to_owned(),
    }
}

/// What would be right at a finding, as far as it is known.
pub(super) fn would_be_right(finding: &Finding<IgnoredAny>) -> Vec<String> {
    let values: Vec<String> = finding.values.iter().map(|it| code(it)).collect();
    let parts = [
        finding.missing.as_ref().map(|it| format!("Missing, for example: {}.", code(it))),
        finding.condition.as_ref().map(|it| format!("A new value has to meet {}.", code(it))),
        (!values.is_empty()).then(|| format!("Values that avoid the error: {}.", values.join(", "))),
    ];
    parts.into_iter().flatten().collect()
}

/// What is known of a patch.
pub(super) fn patch(verdict: PatchVerdict, n_tests: usize) -> String {
    match verdict {
        PatchVerdict::Proved => "repairs the program (proved)".to_owned(),
        PatchVerdict::PassesTests if n_tests == 1 => "passes the test".to_owned(),
        PatchVerdict::PassesTests => format!("passes all {n_tests} tests"),
        PatchVerdict::RepairsShownTraces => "repairs the failing runs that are shown".to_owned(),
    }
}

/// A text of Markdown that shows as it is, on one line.
pub(super) fn code(text: &str) -> String {
    let text = text.split(['\n', '\r']).collect::<Vec<_>>().join(" ");
    let fence = fence(&text, 1);
    match text.contains('`') || text.trim().is_empty() {
        true => format!("{fence} {text} {fence}"),
        false => format!("{fence}{text}{fence}"),
    }
}

/// A block of Markdown that shows as it is.
pub(super) fn block(language: &str, text: &str) -> String {
    let fence = fence(text, 3);
    format!("{fence}{language}\n{}\n{fence}\n", text.trim_end_matches('\n'))
}

/// More back quotes than follow each other in a text.
fn fence(text: &str, least: usize) -> String {
    let longest = text.split(|it| it != '`').map(str::len).max().unwrap_or(0);
    let n = if longest == 0 { least } else { least.max(longest + 1) };
    "`".repeat(n)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_shows_as_it_is() {
        assert_eq!(code("a < b"), "`a < b`");
        assert_eq!(code("a`b"), "`` a`b ``");
        assert_eq!(code(""), "`  `");
        assert_eq!(block("c", "x\n"), "```c\nx\n```\n");
        assert_eq!(block("", "```\n"), "````\n```\n````\n");
    }
}
