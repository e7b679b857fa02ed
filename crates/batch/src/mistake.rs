//! Which mistake a report tells of, as a text that is the same for the same mistake.
//!
//! A mistake is a change at a place, that of the first patch. Two are the same where these are, up to names and formatting
//! ([`shape`](faultscope_frontend::c::shape)): the change, the statement with what it controls, the heads around it, and
//! what the function does with the names in it. Where there is no patch it is the first finding, which says less: then the
//! whole function has to be the same, too.
//!
//! The *kind* of a mistake is the change alone, with how the statement begins: `<=` for `<` in a `for`. Submissions that
//! are built otherwise may have the kind in common, and no group.

use std::ops::Range;

use faultscope_frontend::c::shape::{PlaceShape, SourceShape};
use faultscope_ir::FindingKind;
use faultscope_ir::program::Language;
use faultscope_json::{Finding, Patch, Place};
use serde::de::IgnoredAny;

use crate::store::Report;

/// A mistake.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mistake {
    /// The change and the place.
    pub key: String,
    /// The change alone, where there is one.
    pub kind: Option<String>,
}

/// The mistake that a report tells of; none where it tells of no error.
pub fn mistake(report: &Report) -> Option<Mistake> {
    let error = report.error.as_ref()?;
    if let Some(patch) = report.patches.first() {
        return Some(of_patch(report, patch));
    }
    let property = error.property.0.name();
    let key = match first_finding(report) {
        Some(finding) => of_finding(report, finding, property),
        None => {
            let place = with_shape(report, &error.place, |shape| in_function(shape));
            format!("{property} | {}", place.unwrap_or_else(|| plain(&error.text)))
        }
    };
    Some(Mistake { key, kind: None })
}

/// The finding to look at first: in code, where there is one.
pub fn first_finding(report: &Report) -> Option<&Finding<IgnoredAny>> {
    let is_code = |it: &&Finding<IgnoredAny>| it.kind.0 != FindingKind::Input;
    report.findings.iter().find(is_code).or(report.findings.first())
}

fn of_patch(report: &Report, patch: &Patch) -> Mistake {
    // What is put in stands at the statement that it is put beside.
    let place = if patch.old.trim().is_empty() { &patch.statement } else { &patch.place };
    let shaped = with_shape(report, place, |shape| {
        let (old, new) = shape.change(&patch.old, &patch.new);
        let kind = format!("{}: {old} -> {new}", shape.opening);
        // Numbered behind the names of the place.
        let (old, new) = (shape.fragment(&patch.old), shape.fragment(&patch.new));
        Mistake { key: format!("{old} -> {new} | {}", in_full(shape)), kind: Some(kind) }
    });
    shaped.unwrap_or_else(|| {
        let kind = format!("{} -> {}", plain(&patch.old), plain(&patch.new));
        Mistake { key: format!("{kind} | {}", plain(&patch.old_line)), kind: Some(kind) }
    })
}

fn of_finding(report: &Report, finding: &Finding<IgnoredAny>, property: &str) -> String {
    let missing = finding.missing.as_deref().unwrap_or_default();
    let shaped = with_shape(report, &finding.place, |shape| {
        let (text, missing) = (shape.fragment(&finding.text), shape.fragment(missing));
        format!("{text} | {missing} | {}", in_function(shape))
    });
    let place = shaped.unwrap_or_else(|| format!("{} | {}", plain(&finding.text), plain(missing)));
    format!("{} | {property} | {place}", finding.kind.0.name())
}

fn in_full(shape: &PlaceShape<'_>) -> String {
    let PlaceShape { statement, around, roles, .. } = shape;
    format!("{statement} | {} | {}", around.join(" | "), roles.join(" ; "))
}

fn in_function(shape: &PlaceShape<'_>) -> String {
    format!("{} | {}", in_full(shape), shape.function)
}

/// What is made of the shape of a place; none where the text of the file is not known, or is not C.
fn with_shape<T>(report: &Report, place: &Place, make: impl FnOnce(&mut PlaceShape<'_>) -> T) -> Option<T> {
    if report.language.0 != Language::C {
        return None;
    }
    let text = text_of(report, &place.file)?;
    let source = SourceShape::new(text);
    let mut shape = source.at(range(text, place))?;
    Some(make(&mut shape))
}

/// The text of a file of a report.
pub fn text_of<'r>(report: &'r Report, file: &str) -> Option<&'r str> {
    report.sources.iter().find(|it| it.file == file)?.text.as_deref()
}

/// A place in bytes.
fn range(text: &str, place: &Place) -> Range<usize> {
    let offset = |line: u32, column: u32| {
        let mut lines = text.split_inclusive('\n');
        let before: usize = lines.by_ref().take(line.saturating_sub(1) as usize).map(str::len).sum();
        let in_line: usize = lines
            .next()
            .unwrap_or_default()
            .chars()
            .take(column.saturating_sub(1) as usize)
            .map(char::len_utf8)
            .sum();
        before + in_line
    };
    offset(place.line, place.column)..offset(place.end_line, place.end_column)
}

/// A text with single spaces.
fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests;
