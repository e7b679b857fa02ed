//! Strategies that win the [game](crate::aberrance) of a statement, as patches.
//!
//! Rules know what faults are mostly like, and nothing of values. Where no rule gives a patch at a statement, and a strategy was proved to be
//! enough there, that is written into the text: a constant only for a constant, for where the program computes something a
//! constant takes its work away, and else an expression over variables in scope.

use std::collections::BTreeMap;

use faultscope_frontend::print::{self, PlaceText};
use faultscope_ir::program::{Display, Language};
use faultscope_ir::source::SourceFile;
use faultscope_ir::term::Purpose;
use faultscope_ir::{Origin, Program, Span, Symbol, Term};

use super::Patch;
use crate::aberrance::{Fix, ProgramAberrance};
use crate::failure::Failure;
use crate::proposals::Edit;
use crate::statements::edits::StatementRepair;

/// How likely such a patch is: as one of many.
const WEIGHT: u32 = 10;

/// The strategies that can be written, at findings for which no patch is known.
pub(super) fn written(
    failure: &Failure<'_>,
    alone: &BTreeMap<usize, ProgramAberrance>,
    known: &[Patch],
) -> Vec<StatementRepair> {
    let program = failure.program;
    let mut repairs = Vec::new();
    for (finding, answer) in alone {
        let ProgramAberrance::Proved(Fix::Played(terms)) = answer else { continue };
        let finding = failure.localized.findings[*finding].finding();
        let origin = program.sources.origin(finding.origin);
        let is_known = known.iter().any(|it| it.origin == finding.origin);
        if let ([term], false) = (&terms[..], is_known || !origin.is_suspect())
            && let Some(edit) = edit(program, origin, *term)
        {
            repairs.push(StatementRepair {
                origin: finding.origin,
                edit,
                adds_nothing: false,
                is_usual: false,
                checks_null: false,
                weight: WEIGHT,
            });
        }
    }
    repairs
}

/// The change of an assignment with which it assigns this.
fn edit(program: &Program, origin: &Origin, term: Term) -> Option<Edit> {
    let place = origin.place.as_deref()?;
    let file = program.sources.file(origin.span.file);
    let old = file.slice(origin.span)?;
    if !origin.expansions.is_empty() || !stands_alone(file, origin, old) {
        return None;
    }
    let sign = match program.language {
        Language::C => "=",
        Language::Boogie => ":=",
    };
    let symbol = Symbol::generated(Purpose::Unknown(0), term.sort());
    let display = Display::Signed;
    let assigned_place = PlaceText { symbol, text: place, display };
    let value = print::expression(program, &origin.function, term, assigned_place)?;
    let (assigned, end) = match old.strip_suffix(';') {
        Some(old) => (old, ";"),
        None => (old, ""),
    };
    let is_step = |step: &str| {
        [format!("{place}{step}"), format!("{step}{place}")].iter().any(|it| it == assigned.trim())
    };
    let is_whole = match assigned.strip_prefix(place).and_then(|it| it.trim_start().strip_prefix(sign)) {
        Some(old_value) => term.as_value().is_none() || is_number(old_value),
        None => term.as_value().is_none() && ["++", "--"].into_iter().any(is_step),
    };
    let new = format!("{place} {sign} {value}{end}");
    (is_whole && new != old).then(|| Edit { span: origin.span, old: old.to_owned(), new })
}

/// Whether a text is an integer as it is written.
fn is_number(text: &str) -> bool {
    let digits = text.trim().trim_start_matches('-');
    digits.starts_with(|it: char| it.is_ascii_digit()) && digits.chars().all(|it| it.is_ascii_alphanumeric())
}

/// Whether nothing uses the value of an assignment: it is a statement, a declarator, or the step of a loop.
fn stands_alone(file: &SourceFile, origin: &Origin, text: &str) -> bool {
    if text.ends_with(';') {
        return true;
    }
    let span = origin.span;
    let start = Span { line: 1, column: 1, end_line: span.line, end_column: span.column, ..span };
    let (Some(before), Some(last)) = (file.slice(start), file.line(span.end_line)) else { return false };
    let before = before.trim_end();
    match last.chars().skip(span.end_column as usize - 1).find(|it| !it.is_whitespace()) {
        Some(';') => !before.ends_with('='),
        Some(',') => before.ends_with(|it: char| it.is_alphanumeric() || it == '_' || it == '*'),
        Some(')') => before.ends_with(';'),
        _ => false,
    }
}
