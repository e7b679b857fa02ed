//! What became of the checks, where there are several.

use faultscope_ir::Property;

use super::page::Page;
use crate::words::{count, decided_by, shortened, status};
use crate::{Check, CheckStatus, snippet};

/// Longer lists are cut off, unless all checks are asked for.
const MAX_CHECKS: usize = 10;

/// Those first that ask for attention.
const STATUSES: [CheckStatus; 6] = [
    CheckStatus::Violated,
    CheckStatus::Undecided,
    CheckStatus::Proved,
    CheckStatus::HoldsWithinLimits,
    CheckStatus::NotReached,
    CheckStatus::NotAsked,
];

impl Page<'_> {
    /// How many checks became what, and one line for each that is violated; on request for each. Where there is only one
    /// check, the verdict says it.
    pub(super) fn checks(&self) -> String {
        let checks = &self.report.checks;
        if checks.is_empty() || checks.len() == 1 && !self.options.all_checks && !self.options.statistics {
            return String::new();
        }
        let lists_all = self.options.all_checks;
        let remark = if lists_all { "" } else { "--all-checks lists them" };
        let heading = self.counts_of_checks();
        let mut text = self.heading(&heading, remark);
        let mut order: Vec<&Check> = checks.iter().collect();
        order.sort_by_key(|check| check.status);
        order.retain(|check| lists_all || check.status == CheckStatus::Violated);
        let shown = if lists_all { order.len() } else { MAX_CHECKS };
        for check in order.iter().take(shown) {
            text += &self.check(check);
        }
        if order.len() > shown {
            text += &format!("  ... {} more\n", order.len() - shown);
        }
        if !lists_all && self.has_several_properties() {
            let others = STATUSES.into_iter().filter(|it| *it != CheckStatus::Violated);
            text.extend(others.filter_map(|it| by_property(checks, it)));
        }
        text
    }

    /// How many checks there are, and how many became what.
    pub(crate) fn counts_of_checks(&self) -> String {
        let checks = &self.report.checks;
        format!("{}: {}", count(checks.len(), "check"), counts(checks))
    }

    fn check(&self, check: &Check) -> String {
        let place = snippet::line(&self.report.sources, check.span, self.usual());
        let property = self.has_several_properties().then(|| check.property.name());
        let remarks: Vec<&str> = property.into_iter().chain(check.decided_by.map(decided_by)).collect();
        let remark = if remarks.is_empty() { String::new() } else { format!(" ({})", remarks.join(", ")) };
        let room = self.style().width.saturating_sub(40).max(16);
        let text = shortened(&check.text, room);
        format!("  {:<11}  {place}  {text}{}\n", status(check.status), self.style().faint(&remark))
    }

    /// Whether some checks only were asked about.
    pub(super) fn asks_some(&self) -> bool {
        self.report.checks.iter().any(|it| it.status == CheckStatus::NotAsked)
    }

    fn has_several_properties(&self) -> bool {
        properties(&self.report.checks).len() > 1
    }
}

/// The properties of checks, each once, in the order in which properties are listed.
fn properties<'a>(checks: impl IntoIterator<Item = &'a Check>) -> Vec<Property> {
    let mut properties: Vec<Property> = checks.into_iter().map(|it| it.property).collect();
    properties.sort_unstable();
    properties.dedup();
    properties
}

/// How many there are of each kind.
fn counts(checks: &[Check]) -> String {
    let count = |kind: CheckStatus| match checks.iter().filter(|it| it.status == kind).count() {
        0 => None,
        n => Some(format!("{n} {}", status(kind))),
    };
    STATUSES.into_iter().filter_map(count).collect::<Vec<_>>().join(", ")
}

/// How many checks of each property became this; none where none did.
fn by_property(checks: &[Check], kind: CheckStatus) -> Option<String> {
    let of_kind: Vec<&Check> = checks.iter().filter(|it| it.status == kind).collect();
    let of_property = |property: Property| {
        let n = of_kind.iter().filter(|it| it.property == property).count();
        format!("{n} {}", property.name())
    };
    let counts: Vec<String> = properties(of_kind.iter().copied()).into_iter().map(of_property).collect();
    (!counts.is_empty()).then(|| format!("  {:<11}  {}\n", status(kind), counts.join(", ")))
}
