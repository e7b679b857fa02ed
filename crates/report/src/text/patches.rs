//! Patches: lines as they are and as they would be.

use faultscope_json::changed_lines;

use super::page::{Page, Shown};
use crate::words;
use crate::{Finding, Patch, patch, snippet};

/// Most patches that are shown.
const MAX_SHOWN: usize = 5;

/// Most lines of a patch on the first screen that go or come.
const MAX_DIFF: usize = 2;

impl Page<'_> {
    /// Changes, the best first.
    pub(super) fn patches(&self) -> String {
        let patches = &self.report.patches;
        if patches.is_empty() {
            return String::new();
        }
        let mut text = self.heading("Patches", "one of them is enough; each was executed and verified");
        let n_shown = if self.options.findings == Shown::All { patches.len() } else { MAX_SHOWN };
        for patch in patches.iter().take(n_shown) {
            text += &self.patch(patch);
        }
        if patches.len() > n_shown {
            let more = format!("  {} more (--all-findings shows them)\n", patches.len() - n_shown);
            text += &self.style().faint(&more);
        }
        text
    }

    /// The changes of a finding's statement.
    pub(super) fn patches_of(&self, finding: &Finding) -> String {
        let patches = self.report.patches.iter().filter(|it| it.statement == finding.span);
        let texts: Vec<String> = patches.map(|patch| self.patch(patch)).collect();
        if texts.is_empty() {
            String::new()
        } else {
            self.heading("Patches", "of this statement") + &texts.concat()
        }
    }

    /// The patch to apply, in short.
    pub(super) fn best_patch(&self) -> String {
        let Some(patch) = patch::best(self.report) else { return String::new() };
        let place = snippet::line(&self.report.sources, patch.span, self.usual());
        let standing = words::standing(self.report, patch);
        let width = self.style().width;
        let heading = format!("Best patch ({place}; {standing})");
        let mut text = if heading.chars().count() <= width {
            self.heading("Best patch", &format!("{place}; {standing}"))
        } else {
            let lines = words::wrapped(&standing, width.saturating_sub(2));
            let faint = |it: String| format!("  {}\n", self.style().faint(&it));
            self.heading("Best patch", &place) + &lines.into_iter().map(faint).collect::<String>()
        };
        let keeps = words::keeps(self.report, patch);
        let keeps = keeps.map(|it| words::wrapped(&it, width.saturating_sub(2))).unwrap_or_default();
        text.extend(keeps.into_iter().map(|it| format!("  {}\n", self.style().faint(&it))));
        let (old, new) = shown_lines(patch, width.saturating_sub("  - ".len()));
        text.extend(old.iter().map(|line| format!("  - {line}\n")));
        text.extend(new.iter().map(|line| format!("  + {}\n", self.style().good(line))));
        text
    }

    fn patch(&self, patch: &Patch) -> String {
        let place = snippet::line(&self.report.sources, patch.span, self.usual());
        let (old, new) = changed_lines(&patch.old_line, &patch.new_line);
        let old = old.iter().map(|line| format!("    - {}\n", line.trim()));
        let new = new.iter().map(|line| format!("    + {}\n", self.style().good(line.trim())));
        let lines: String = old.chain(new).collect();
        let shown = words::standing(self.report, patch);
        let reason = patch.reason.as_ref().map(|it| self.style().faint(&format!("      {it}\n")));
        let keeps = words::keeps(self.report, patch);
        let keeps = keeps.map(|it| self.style().faint(&format!("      {it}\n")));
        let differs = patch.differs.as_ref().map(|it| self.style().faint(&words::difference(it)));
        format!(
            "  {place}  {}\n{lines}{}{}{}",
            self.style().faint(&shown),
            reason.unwrap_or_default(),
            keeps.unwrap_or_default(),
            differs.unwrap_or_default()
        )
    }
}

/// The lines of a patch that go and those that come, from the first that differs on. Where lines are longer than the room for
/// them, both begin so late that the change can be seen.
fn shown_lines(patch: &Patch, room: usize) -> (Vec<String>, Vec<String>) {
    let (old, new) = changed_lines(&patch.old_line, &patch.new_line);
    let trimmed = |lines: &[&str]| -> Vec<String> {
        lines.iter().map(|line| line.trim().to_owned()).take(MAX_DIFF).collect()
    };
    let (mut old, mut new) = (trimmed(&old), trimmed(&new));
    for (old, new) in old.iter_mut().zip(&mut new) {
        (*old, *new) = words::around_change(old, new, room);
    }
    (old, new)
}
