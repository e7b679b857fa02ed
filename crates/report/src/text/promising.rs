//! The most promising places, each in a few lines.

use super::alone::except;
use super::page::Page;
use crate::words::{self, shortened};
use crate::{Finding, InProgram, Influence, Rerun, Strength, snippet};

/// So many lines say why a place is promising.
const MAX_WHY: usize = 2;

/// Characters that are shown of the condition that would be another.
const MAX_CODE: usize = 32;

/// Characters that are shown of a value behind its statement.
const MAX_VALUE: usize = 24;

impl Page<'_> {
    /// At most so many places, each on one line if it has to be short. Where there are none, that is said.
    pub(super) fn promising(&self, max: usize, is_short: bool) -> String {
        let listed = self.listed();
        if listed.is_empty() {
            return if self.report.is_localized { self.no_place() } else { String::new() };
        }
        // What may matter or not says nothing beside what does.
        let says_something = |it: &&Finding| !words::is_open(it);
        let mut informative: Vec<&Finding> = listed.iter().copied().filter(says_something).collect();
        if informative.is_empty() {
            informative = listed;
        }
        let shown = &informative[..max.min(informative.len())];
        let heading = match shown.iter().all(|it| it.in_driver) {
            true => "Where to fix it, in the driver",
            false if self.report.patches.is_empty() => "Statements that affect the failure",
            false => "Where to fix it",
        };
        let mut text = self.heading(heading, "most likely first");
        for finding in shown {
            text += &self.promising_place(finding, is_short);
        }
        text
    }

    /// That there is no single place, and what avoids the error together where that is known.
    fn no_place(&self) -> String {
        let Some(set) = self.report.sets.first() else { return self.nothing_found() };
        let line = |span| snippet::line(&self.report.sources, span, self.usual());
        let members: Vec<String> = set
            .members
            .iter()
            .map(|it| format!("{} {}", line(it.span), words::code(&shortened(&it.text, 40))))
            .collect();
        self.nothing_found() + &format!("  These together avoid it: {}\n", members.join(" and "))
    }

    fn promising_place(&self, finding: &Finding, is_short: bool) -> String {
        let width = self.style().width;
        let rank = self.style().mark(&format!("{}:", finding.rank));
        let place = snippet::line(&self.report.sources, finding.span, self.usual());
        let indent = " ".repeat(finding.rank.to_string().len() + 4);
        let reasons = self.reasons(finding);
        if is_short {
            let room = width.saturating_sub(indent.len() + place.chars().count() + 2);
            return format!("  {rank} {place}  {}\n", shortened(&reasons, room));
        }
        let value = words::given(finding, |value| shortened(value, MAX_VALUE)).unwrap_or_default();
        let value = if value.is_empty() { value } else { format!("  ({value})") };
        let room = width.saturating_sub(indent.len() + place.chars().count() + 2 + value.chars().count());
        let code = shortened(&finding.text, room.max(20));
        let mut text = format!("  {rank} {place}  {code}{}\n", self.style().faint(&value));
        let mut lines = words::wrapped(&reasons, width.saturating_sub(indent.len()));
        if lines.len() > MAX_WHY {
            let rest = lines.split_off(MAX_WHY - 1).join(" ");
            lines.push(shortened(&rest, width.saturating_sub(indent.len())));
        }
        lines.extend(self.quote(finding, width.saturating_sub(indent.len())));
        for line in lines {
            text += &format!("{indent}{line}\n");
        }
        text
    }

    /// What to do there, what is known of it, and why: the less it is needed, the later.
    pub(super) fn reasons(&self, finding: &Finding) -> String {
        let mut parts = vec![words::headline(finding)];
        // Where all are, the heading says so.
        let is_among_others = finding.in_driver && self.listed().iter().any(|it| !it.in_driver);
        parts.extend(is_among_others.then(|| "in the driver".to_owned()));
        if let Some(over) = finding.over_traces.as_ref().filter(|it| it.n_relevant > 0) {
            parts.push(format!("on {}", words::place(over)));
        }
        let is_tried_in_vain = finding.rerun == Some(Rerun::Fails) && finding.other_way.is_none();
        match &finding.in_program {
            Some(InProgram::NotDecided(_)) if is_tried_in_vain => {}
            Some(answer) => parts.push(words::enough(answer).to_owned() + except(self.report, finding)),
            None if is_tried_in_vain => {}
            None => parts.extend(self.helps(finding)),
        }
        let is_proved =
            matches!(finding.in_program, Some(InProgram::Proved(_) | InProgram::RepairsThrough(_)));
        if is_tried_in_vain && !is_proved {
            parts.push(words::FAILED_ELSEWHERE.to_owned());
        }
        if finding.rerun == Some(Rerun::Leaks) {
            parts.push(words::LEAKS_INSTEAD.to_owned());
        }
        let error = self.report.traces.get(finding.trace).map(|trace| &trace.error);
        // What another value than the one that stands here changes would contradict that.
        let is_of_example = |it: &&Influence| match (&finding.rerun, &it.with) {
            (Some(Rerun::Avoids(example)), Some(with)) => it.is_error || example == with,
            _ => true,
        };
        if let (Some(influence), Some(error)) = (finding.told_influence().filter(is_of_example), error) {
            let sources = &self.report.sources;
            // The violated check stands above.
            let width = if influence.span == error.span { 0 } else { MAX_CODE };
            let effect = words::effect(influence, error, sources, finding.span, width);
            parts.push(format!("then {effect}"));
        }
        parts.extend(self.copies(finding));
        parts.join("; ")
    }

    /// For which executions it helps, where nothing is known about the program.
    fn helps(&self, finding: &Finding) -> Option<String> {
        let is_statement = finding.kind.is_of_statement() || finding.kind.is_choice();
        let is_clear = finding.strength == Strength::Constant && !is_statement;
        Some(if is_clear {
            "avoids it for all inputs".to_owned()
        } else {
            words::reach(finding, self.has_several())
        })
    }
}
