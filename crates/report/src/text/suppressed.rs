//! The checks that are suppressed, with the reasons, and the errors that are known.

use super::page::Page;
use crate::{Suppressed, SuppressedBy, snippet};

impl Page<'_> {
    /// One line for the checks that are suppressed, and one for known errors, each with at most so many.
    pub(super) fn suppressed(&self, max: usize) -> Vec<String> {
        let is_known = |it: &&Suppressed| it.by == SuppressedBy::Baseline;
        let (known, suppressed): (Vec<&Suppressed>, Vec<&Suppressed>) =
            self.report.suppressed.iter().partition(is_known);
        [("Suppressed", suppressed), ("Known errors, not looked for again", known)]
            .into_iter()
            .filter(|(_, them)| !them.is_empty())
            .flat_map(|(what, them)| {
                let mut names: Vec<String> =
                    them.iter().take(max).map(|it| self.suppressed_check(it)).collect();
                if them.len() > max {
                    names.push(format!("and {} more", them.len() - max));
                }
                self.named(what, &names)
            })
            .collect()
    }

    fn suppressed_check(&self, suppressed: &Suppressed) -> String {
        let check = &self.report.checks[suppressed.check];
        let place = snippet::line(&self.report.sources, check.span, self.usual());
        format!("`{}` on {place} ({})", check.property.name(), suppressed.reason)
    }
}
