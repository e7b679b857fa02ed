//! What became of each check, where there are several.

use super::page::Page;
use super::words::shortened;
use crate::{Check, CheckStatus, DecidedBy, snippet};

/// Longer lists are cut off, unless all checks are asked for.
const MAX_CHECKS: usize = 10;

impl Page<'_> {
    /// One line for each check. Where there is only one, the verdict says it.
    pub(super) fn checks(&self) -> String {
        let checks = &self.report.checks;
        if checks.is_empty() || checks.len() == 1 && !self.options.all_checks && !self.options.statistics {
            return String::new();
        }
        let shown = if self.options.all_checks { checks.len() } else { MAX_CHECKS };
        // Those first that ask for attention.
        let mut order: Vec<&Check> = checks.iter().collect();
        order.sort_by_key(|check| check.status);
        let mut text = self.heading("Checks", &counts(checks));
        for check in order.iter().take(shown) {
            text += &self.check(check);
        }
        if checks.len() > shown {
            text += &format!("  ... {} more; --all-checks shows them\n", checks.len() - shown);
        }
        text
    }

    fn check(&self, check: &Check) -> String {
        let place = snippet::line(&self.report.sources, check.span, self.usual());
        let by = check.by.map(|by| self.style().faint(&format!(" ({})", name(by)))).unwrap_or_default();
        let room = self.style().width.saturating_sub(40).max(16);
        format!("  {:<11}  {place}  {}{by}\n", status(check.status), shortened(&check.text, room))
    }
}

/// How many there are of each kind.
fn counts(checks: &[Check]) -> String {
    use CheckStatus::{NotReached, Proved, Undecided, Violated};
    let count = |kind: CheckStatus| match checks.iter().filter(|it| it.status == kind).count() {
        0 => None,
        n => Some(format!("{n} {}", status(kind))),
    };
    [Violated, Undecided, Proved, NotReached].into_iter().filter_map(count).collect::<Vec<_>>().join(", ")
}

fn status(status: CheckStatus) -> &'static str {
    match status {
        CheckStatus::Violated => "violated",
        CheckStatus::Undecided => "not decided",
        CheckStatus::Proved => "proved",
        CheckStatus::NotReached => "not reached",
    }
}

fn name(by: DecidedBy) -> &'static str {
    match by {
        DecidedBy::Bmc => "bounded model checking",
        DecidedBy::TraceAbstraction => "trace abstraction",
        DecidedBy::AbstractInterpretation => "abstract interpretation",
        DecidedBy::ControlFlow => "control flow",
    }
}
