//! The other errors of a program: one line each, the places of its own error trace, and how to see it whole.

use faultscope_ir::PropertyGroup;

use super::page::Page;
use crate::words::{self, shortened};
use crate::{Check, CheckStatus, Finding, OtherError, snippet};

/// Characters that are shown of the code of a place.
const MAX_CODE: usize = 40;

impl Page<'_> {
    /// A line for each violated check that is not the error shown, up to so many, with so many lines for its places; what follows from
    /// tests is listed with them.
    pub(super) fn other_errors(&self, max: usize, n_lines: usize) -> String {
        let others = self.other_violations();
        if others.is_empty() || max == 0 {
            return String::new();
        }
        let mut text = self.heading("Other errors in this program", "");
        for check in others.iter().take(max) {
            let place = snippet::line(&self.report.sources, check.span, self.usual());
            let file = &self.report.sources.file(check.span.file).name;
            let how = format!("--check {}:{file}:{}", check.property.name(), check.span.line);
            let room = self.style().width.saturating_sub(place.chars().count() + 4).max(20);
            text += &format!("  {place}  {}\n", shortened(&check.message, room));
            let error = self.report.other_errors.iter().find(|it| it.violates(check));
            let places = error.map(|it| self.places_of_other(it)).unwrap_or_default();
            text += &places.iter().take(n_lines).map(|it| format!("      {it}\n")).collect::<String>();
            text += &format!("      {}\n", self.style().faint(&format!("{how} shows it")));
        }
        if others.len() > max {
            text += &format!("  and {} more\n", others.len() - max);
        }
        text
    }

    /// The places of an error that is told in short: the first one with what to do there, and the others. Each has a line where there
    /// is room for all that is known.
    fn places_of_other(&self, error: &OtherError) -> Vec<String> {
        let sources = &self.report.sources;
        let room = self.style().width.saturating_sub(6).max(20);
        let line = |it: &Finding| snippet::line(sources, it.span, Some(error.error.span));
        let told = |how: &str, it: &Finding| {
            let code = words::code(&shortened(&it.text, MAX_CODE));
            let what = words::in_other_error(it, error, sources);
            shortened(&format!("{how} {}: {code}; {what}", line(it)), room)
        };
        let Some((first, others)) = error.findings.split_first() else { return Vec::new() };
        let mut lines = vec![told("most likely", first)];
        if self.options.details {
            lines.extend(others.iter().map(|it| told("or", it)));
        } else if !others.is_empty() {
            let others: Vec<String> = others
                .iter()
                .map(|it| format!("{} {}", line(it), words::code(&shortened(&it.text, MAX_CODE))))
                .collect();
            lines.push(shortened(&format!("or {}", others.join(", ")), room));
        }
        lines
    }

    fn other_violations(&self) -> Vec<&Check> {
        let Some(error) = self.report.error() else { return Vec::new() };
        let is_other = |it: &&Check| {
            it.status == CheckStatus::Violated
                && it.property.group() != PropertyGroup::Tests
                && (it.property, it.span) != (error.property, error.span)
        };
        let violated: Vec<&Check> = self.report.checks.iter().filter(is_other).collect();
        // What tests violate depends on the test.
        if self.report.tests.is_empty() { violated } else { Vec::new() }
    }
}
