//! Patches: lines as they are and as they would be.

use super::page::Page;
use crate::{Patch, PatchVerdict, snippet};

/// Most patches that are shown.
const MAX_SHOWN: usize = 5;

impl Page<'_> {
    /// Changes of single lines, the best first.
    pub(super) fn patches(&self) -> String {
        let patches = &self.report.patches;
        if patches.is_empty() {
            return String::new();
        }
        let mut text = self.heading("Patches", "one of them is enough; each was executed and verified");
        let n_shown = if self.options.all_findings { patches.len() } else { MAX_SHOWN };
        for patch in patches.iter().take(n_shown) {
            text += &self.patch(patch);
        }
        if patches.len() > n_shown {
            let more = format!("  {} more (--all-findings shows them)\n", patches.len() - n_shown);
            text += &self.style().faint(&more);
        }
        text
    }

    fn patch(&self, patch: &Patch) -> String {
        let place = snippet::line(&self.report.sources, patch.span, self.usual());
        let (minus, plus) = (patch.old_line.trim(), patch.new_line.trim());
        let constant =
            if patch.is_constant { "; a constant, which may fit nothing but the tests" } else { "" };
        let shown = format!("{}{constant}", verdict(patch));
        let reason = patch.reason.as_ref().map(|it| self.style().faint(&format!("      {it}\n")));
        format!(
            "  {place}  {}\n    - {minus}\n    + {}\n{}",
            self.style().faint(&shown),
            self.style().good(plus),
            reason.unwrap_or_default()
        )
    }
}

/// What was shown of a patch.
fn verdict(patch: &Patch) -> &'static str {
    match (patch.verdict, patch.reaches_check) {
        (PatchVerdict::Proved, true) => "proved: the patched program has no error",
        (PatchVerdict::Proved, false) => {
            "proved: the patched program has no error; on these inputs it no longer gets to the check"
        }
        (PatchVerdict::PassesTests, _) => "passes all tests",
        (PatchVerdict::RepairsShownTraces, true) => "repairs the shown error traces; the rest is not decided",
        (PatchVerdict::RepairsShownTraces, false) => {
            "repairs the shown error traces by not getting to the check; the rest is not decided"
        }
    }
}
