//! The page of a submission, in Markdown: for the teacher with patches, or, with hints, for the student without.

use std::collections::BTreeSet;

use faultscope_ir::FindingKind;
use faultscope_json::{Finding, Patch, TestStatus};
use serde::de::IgnoredAny;

use super::words::{self, block, code};
use crate::record::End;
use crate::row::{Outcome, Row, spot_of};
use crate::store::Report;

/// So many places are shown: more are no help.
const MAX_PLACES: usize = 3;

/// So many tests that do not pass are shown.
const MAX_TESTS: usize = 5;

/// So many patches are shown.
const MAX_PATCHES: usize = 3;

/// The page of a submission.
pub fn render(row: &Row, end: &End, report: Option<&Report>, hints: bool) -> String {
    let mut page = format!("# {}\n\n{}\n", code(&row.name), summary(row, hints));
    if let End::Rejected(complaint) = end {
        page += &format!("\n{}", block("text", complaint));
    }
    if let Some(report) = report.filter(|_| row.outcome != Outcome::Passes) {
        page += &goes_wrong(row, report, hints);
        page += &places(report, hints);
        if !hints {
            page += &patches(report);
        }
    }
    page
}

fn summary(row: &Row, hints: bool) -> String {
    let message = if hints { words::hint_message(row) } else { row.message.clone() };
    let tests = match row.tests.all() {
        0 => String::new(),
        all => format!(" {} of {all} tests fail.", row.tests.failed),
    };
    match row.outcome {
        Outcome::Passes if row.tests.all() > 0 => format!("All {} tests pass.", row.tests.all()),
        Outcome::Passes => "No error was found.".to_owned(),
        Outcome::Fails => format!("**An error was found:** {message}.{tests}"),
        Outcome::Undecided => format!("**Not decided:** {message}.{tests}"),
        Outcome::Rejected => "**The program cannot be read:**".to_owned(),
        Outcome::Died => format!("**The check broke down:** {message}."),
    }
}

fn goes_wrong(row: &Row, report: &Report, hints: bool) -> String {
    let mut text = String::new();
    let failing: Vec<_> = report.tests.iter().filter(|it| it.status != TestStatus::Passed).collect();
    for test in failing.iter().take(MAX_TESTS) {
        text += &format!("- test {}: {}\n", code(&test.name), words::test(test, hints));
    }
    if failing.len() > MAX_TESTS {
        text += &format!("- and {} more\n", failing.len() - MAX_TESTS);
    }
    if let Some(error) = &row.error {
        text +=
            &format!("- it shows in {}, line {}: {}\n", code(&error.function), error.line, code(&error.text));
    }
    if text.is_empty() { text } else { format!("\n## What goes wrong\n\n{text}") }
}

fn places(report: &Report, hints: bool) -> String {
    let is_code = |it: &&Finding<IgnoredAny>| it.kind.0 != FindingKind::Input && it.folded_into.is_none();
    let mut text = String::new();
    let mut lines = BTreeSet::new();
    // What ranks below at the same line is a detail of it.
    let is_new = |it: &&Finding<IgnoredAny>| lines.insert((it.place.file.clone(), it.place.line));
    for finding in report.findings.iter().filter(is_code).filter(is_new).take(MAX_PLACES) {
        let spot = spot_of(report, finding);
        let place = format!("line {} in {}: {}", spot.line, code(&spot.function), code(&spot.text));
        text += &format!("1. {place}\n   {}.\n", words::goes_wrong(finding));
        if !hints {
            words::would_be_right(finding).iter().for_each(|it| text += &format!("   {it}\n"));
        }
    }
    if text.is_empty() { text } else { format!("\n## Where to look\n\n{text}") }
}

fn patches(report: &Report) -> String {
    let patch = |it: &Patch| {
        let known = words::patch(it.verdict, report.tests.len());
        let change = it.diff.clone().unwrap_or_else(|| {
            let (old, new) = it.changed_lines();
            let signed = |sign: char, lines: Vec<&str>| {
                lines.iter().map(|it| format!("{sign}{it}\n")).collect::<String>()
            };
            signed('-', old) + &signed('+', new)
        });
        format!("\nLine {}: {known}.\n\n{}", it.place.line, block("diff", &change))
    };
    let patches: String = report.patches.iter().take(MAX_PATCHES).map(patch).collect();
    if patches.is_empty() { patches } else { format!("\n## Patches\n{patches}") }
}
