//! Tests: what is wrong in one, and that all pass.

use crate::{Test, TestLine, TestStatus};

/// What is wrong in a test.
pub(crate) fn test(test: &Test) -> String {
    let quoted = |line: &TestLine| format!("`{}`", line.text);
    match (&test.expected, &test.got) {
        (Some(expected), Some(got)) if test.status == TestStatus::Failed => {
            let number = if got.line > 1 { format!("line {}: ", got.line) } else { String::new() };
            let got = if got.text.is_empty() { "nothing".to_owned() } else { quoted(got) };
            let expected = if expected.text.is_empty() { "nothing".to_owned() } else { quoted(expected) };
            format!("{number}expected {expected}, got {got}")
        }
        _ => test.message.clone().unwrap_or_else(|| test.status.name().to_owned()),
    }
}

/// That all of so many tests pass.
pub(crate) fn all_pass(n_tests: usize) -> String {
    match n_tests {
        1 => "the test passes".to_owned(),
        2 => "both tests pass".to_owned(),
        n => format!("all {n} tests pass"),
    }
}
