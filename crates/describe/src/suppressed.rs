//! Checks that are suppressed, or whose errors are known.

use faultscope_frontend::suppression::{By, Suppressed};
use faultscope_ir::{Assumption, AssumptionKind, Program};
use faultscope_report::{self as report, Note, SuppressedBy};

use crate::checks::listed;

/// The checks as a report lists them.
pub fn suppressed(program: &Program, checks: &[Suppressed]) -> Vec<report::Suppressed> {
    let listed = listed(program);
    let row = |it: &Suppressed| {
        Some(report::Suppressed {
            check: listed.iter().position(|check| *check == it.check)?,
            by: match it.by {
                By::Comment => SuppressedBy::Source,
                By::Rule => SuppressedBy::Configuration,
                By::Baseline => SuppressedBy::Baseline,
            },
            reason: it.reason.clone(),
            file: it.file.clone(),
            line: it.line,
        })
    };
    checks.iter().filter_map(row).collect()
}

/// That nothing is said of suppressed checks and of what is behind them: one assumption for each.
pub fn assumed(program: &Program, checks: &[Suppressed]) -> Vec<Assumption> {
    let assumption = |it: &Suppressed| {
        let check = program.check(it.check);
        let span = program.sources.origin(check.origin).span;
        let property = check.property.name();
        let place = format!("{}:{}", program.sources.file(span.file).name, span.line);
        let message = match it.by {
            By::Comment | By::Rule => format!(
                "`{property}` is suppressed at {place} ({}): an execution that violates it is followed no further",
                it.reason
            ),
            By::Baseline => {
                format!(
                    "`{property}` at {place} is known from {}: an execution with this error is followed no further",
                    it.file
                )
            }
        };
        let subject = Some(format!("{property} at {place}"));
        Assumption { kind: AssumptionKind::Suppressed, subject, message, origin: Some(check.origin) }
    };
    checks.iter().map(assumption).collect()
}

/// Why there is no error, where some checks were not asked about.
pub fn others_asked(checks: &[Suppressed]) -> Option<Note> {
    let (known, suppressed): (Vec<&Suppressed>, Vec<&Suppressed>) =
        checks.iter().partition(|it| it.by == By::Baseline);
    let counted = |n: usize, one: &str, several: &str| match n {
        0 => None,
        1 => Some(format!("1 {one}")),
        n => Some(format!("{n} {several}")),
    };
    let parts = [
        counted(suppressed.len(), "check is suppressed", "checks are suppressed"),
        counted(known.len(), "error is known", "errors are known"),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    let message = format!("no execution reaches another one; {}", parts.join(", and "));
    (!parts.is_empty()).then(|| Note::new(message))
}
