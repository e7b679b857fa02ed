//! The other errors of a program: one line each, and how to see it whole.

use faultscope_ir::PropertyGroup;

use super::page::Page;
use crate::words::shortened;
use crate::{Check, CheckStatus, snippet};

impl Page<'_> {
    /// A line for each violated check that is not the error shown, up to so many; what follows from tests is listed with them.
    pub(super) fn other_errors(&self, max: usize) -> String {
        let others = self.other_violations();
        if others.is_empty() || max == 0 {
            return String::new();
        }
        let mut text = self.heading("Other errors of this program", "");
        for check in others.iter().take(max) {
            let place = snippet::line(&self.report.sources, check.span, self.usual());
            let file = &self.report.sources.file(check.span.file).name;
            let how = format!("--check {}:{file}:{}", check.property.name(), check.span.line);
            let room = self.style().width.saturating_sub(place.chars().count() + 4).max(20);
            text += &format!("  {place}  {}\n", shortened(&check.message, room));
            text += &format!("      {}\n", self.style().faint(&format!("{how} shows it")));
        }
        if others.len() > max {
            text += &format!("  and {} more\n", others.len() - max);
        }
        text
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
