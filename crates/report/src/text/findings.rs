//! The statements that matter, each with its source line.

use annotate_snippets::{Element, Group, Level};

use super::words::{self, code};
use super::{Page, shortened};
use crate::{Finding, Strength, snippet};

/// Conditions longer than this say less than their example values.
const MAX_CONDITION: usize = 120;

/// So many example values are shown.
const MAX_VALUES: usize = 3;

impl Page<'_> {
    pub(super) fn findings(&self) -> Vec<String> {
        let shown: Vec<&Finding> = self.report.findings.iter().filter(|it| self.is_shown(it)).collect();
        let mut sections = Vec::new();
        if shown.is_empty() {
            sections.push(self.nothing_found());
            return sections;
        }
        sections.push(self.heading("What would avoid it", "the most promising statement first"));
        sections.extend(shown.into_iter().map(|finding| self.finding(finding)));
        sections
    }

    fn is_shown(&self, finding: &Finding) -> bool {
        let wanted = match finding.strength {
            Strength::Constant | Strength::Expression | Strength::Relevant | Strength::Undecided => true,
            Strength::TraceAberrant => self.options.show_aberrant,
            Strength::Irrelevant => false,
        };
        wanted && finding.kind.is_code()
    }

    fn nothing_found(&self) -> String {
        let heading = self.heading("No single statement is to blame", "");
        heading
            + "  On this path no assigned value alone avoids the error. It may be a condition, or code is missing.\n"
    }

    fn finding(&self, finding: &Finding) -> String {
        let name = format!("{}", finding.rank);
        let level = Level::WARNING.with_name(name.as_str());
        let label = match (&finding.place, &finding.value) {
            (Some(place), Some(value)) => Some(format!("{place} = {}", shortened(value, 40))),
            (None, Some(value)) => Some(format!("value {}", shortened(value, 40))),
            _ => None,
        };
        let place = snippet::of(&self.report.sources, finding.span, label);
        let facts: Vec<(&str, String)> = self.facts(finding);
        let width = facts.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        let facts = facts.into_iter().map(|(name, fact)| {
            let text = format!("{name}:{:width$} {fact}", "", width = width - name.len());
            Element::from(Level::NOTE.no_name().message(text))
        });
        let title = level.clone().primary_title(words::headline(finding));
        self.group(Group::with_title(title).element(place).elements(facts))
    }

    fn facts(&self, finding: &Finding) -> Vec<(&'static str, String)> {
        let mut facts = Vec::new();
        facts.extend(self.fix(finding).map(|fix| ("would have to be", fix)));
        facts.push(("helps", words::reach(finding)));
        if let Some(influence) = &finding.influence {
            facts.push(("why", words::influence(influence, &self.report.sources, finding.span)));
        }
        facts.extend(self.whereabouts(finding).map(|it| ("where", it)));
        facts
    }

    fn fix(&self, finding: &Finding) -> Option<String> {
        let values: Vec<String> = finding.values.iter().take(MAX_VALUES).map(|it| code(it)).collect();
        let condition = finding.condition.as_deref().filter(|it| it.len() <= MAX_CONDITION);
        // A condition that only repeats the one value adds nothing.
        let repeats = |condition: &str| {
            finding.values.len() == 1 && condition.ends_with(&format!("== {}", finding.values[0]))
        };
        match (condition, &values[..]) {
            (None, []) => None,
            (None, values) => Some(values.join(" or ")),
            (Some(condition), []) => Some(code(condition)),
            (Some(condition), _) if repeats(condition) => Some(code(condition)),
            (Some(condition), [first, ..]) => Some(format!("{}, for example {first}", code(condition))),
        }
    }

    /// The loop iteration and call stack, where they say anything.
    fn whereabouts(&self, finding: &Finding) -> Option<String> {
        let repeated = finding.occurrences.len() > 1;
        let iteration = words::iterations(&finding.iterations).filter(|_| repeated);
        let iteration = iteration.map(|it| match self.others(finding) {
            0 => it,
            1 => format!("{it} (1 other matters too)"),
            n => format!("{it} ({n} others matter too)"),
        });
        let calls = words::calls(&finding.calls, &self.report.sources, Some(finding.span));
        match (iteration, calls) {
            (Some(iteration), Some(calls)) => Some(format!("{iteration}; {calls}")),
            (iteration, calls) => iteration.or(calls),
        }
    }

    /// How many more occurrences matter than the one that is described.
    fn others(&self, finding: &Finding) -> usize {
        let matters =
            |strength| matches!(strength, Strength::Constant | Strength::Expression | Strength::Relevant);
        finding.occurrences.iter().filter(|it| matters(it.strength)).count().saturating_sub(1)
    }
}
