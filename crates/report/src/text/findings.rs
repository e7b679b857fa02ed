//! The statements that matter, each with its source line.

use annotate_snippets::{Element, Group, Level};

use super::alone;
use super::inputs::table;
use super::page::{Page, Shown};
use crate::words::{self, shortened};
use crate::{Finding, Rerun, Strength, snippet};
use faultscope_ir::Span;

/// Characters that are shown of a value below its statement.
const MAX_VALUE: usize = 60;

/// So many findings are shown with their source lines; the others take a line each.
const MAX_IN_FULL: usize = 5;

impl Page<'_> {
    pub(super) fn findings(&self) -> Vec<String> {
        let shown = self.listed();
        if shown.is_empty() {
            return if self.report.is_localized { vec![self.nothing_found()] } else { Vec::new() };
        }
        // What only leads to the error on another way is not worth so much room.
        let is_promising = |finding: &&Finding| finding.rerun != Some(Rerun::Fails);
        let promising = shown.iter().take_while(|it| is_promising(it)).count().max(1);
        let in_full = match self.options.findings {
            Shown::All => shown.len(),
            Shown::Most(n) => n.min(shown.len()),
            Shown::Promising => promising.min(MAX_IN_FULL),
        };
        let remark = match self.report.n_traces() {
            1 => "on this path; most likely first",
            _ => "on these paths; most likely first",
        };
        let heading = match shown.iter().all(|it| it.in_driver) {
            true => "Where to fix it, in the driver",
            false => "Where to fix it",
        };
        let mut sections = vec![self.heading(heading, remark)];
        sections.extend(shown[..in_full].iter().map(|finding| self.finding(finding)));
        sections.push(self.in_short(&shown[in_full..]));
        sections
    }

    /// The findings in code that are listed, each cause once unless all are asked for.
    pub(crate) fn listed(&self) -> Vec<&Finding> {
        let is_listed = |it: &&Finding| {
            self.is_shown(it) && (it.folded_into.is_none() || self.options.findings == Shown::All)
        };
        self.report.findings.iter().filter(is_listed).collect()
    }

    pub(crate) fn is_shown(&self, finding: &Finding) -> bool {
        let wanted = match finding.strength {
            Strength::Constant | Strength::Expression | Strength::Relevant | Strength::Undecided => true,
            Strength::TraceAberrant => self.options.show_aberrant,
            Strength::Irrelevant => false,
        };
        wanted && finding.kind.is_code()
    }

    pub(super) fn nothing_found(&self) -> String {
        let heading = self.heading("No single statement is to blame", "");
        let place = if self.report.n_traces() == 1 { "On this path" } else { "On none of these paths" };
        let what = if self.report.n_traces() == 1 { "no assigned value" } else { "an assigned value" };
        format!(
            "{heading}  {place} {what} alone avoids the error. A condition may be wrong, or code may be missing.\n"
        )
    }

    /// One finding with all that is known of it, and the patches of its statement.
    pub(super) fn finding_alone(&self, finding: &Finding) -> Vec<String> {
        vec![self.finding(finding), self.patches_of(finding)]
    }

    fn finding(&self, finding: &Finding) -> String {
        let name = finding.rank.to_string();
        let level = Level::WARNING.with_name(name.as_str());
        let label = words::given(finding, |value| shortened(value, MAX_VALUE));
        let place = snippet::of(&self.report.sources, finding.span, label);
        let facts = self.facts(finding);
        let facts = facts.into_iter().map(|(name, fact)| {
            let text = format!("{:<6} {}", format!("{name}:"), self.wrapped(&fact));
            Element::from(Level::NOTE.no_name().message(text))
        });
        let title = level.clone().primary_title(words::headline(finding));
        self.group(Group::with_title(title).element(place).elements(facts))
    }

    pub(crate) fn facts(&self, finding: &Finding) -> Vec<(&'static str, String)> {
        let mut facts = Vec::new();
        if self.report.sources.file(finding.span.file).text.is_none() {
            facts.push(("code", words::code(&finding.text)));
        }
        facts.extend(self.macros(finding).map(|it| ("macro", it)));
        facts.extend(finding.in_driver.then(|| ("driver", words::IN_DRIVER.to_owned())));
        facts.push(("helps", words::reach(finding, self.has_several())));
        facts.extend(words::spread(finding).map(|it| ("traces", it)));
        let error = self.report.traces.get(finding.trace).map(|trace| &trace.error);
        if let (Some(influence), Some(error)) = (finding.told_influence(), error) {
            facts.push(("why", words::influence(influence, error, &self.report.sources, finding.span)));
        }
        facts.extend(words::rerun(finding).map(|it| ("tried", it)));
        let except = alone::except(self.report, finding);
        facts.extend(alone::alone(finding, self.report).map(|it| ("alone", it + except)));
        facts.extend(words::leaves(finding).map(|it| ("leaves", it)));
        facts.extend(self.whereabouts(finding).map(|it| ("where", it)));
        facts.extend(self.copies(finding).map(|it| ("copied", it)));
        facts.extend(self.quotes(finding).into_iter().map(|it| ("compiler warning", it)));
        facts
    }

    /// Where the value of a finding comes from and is passed on, as far as those places are listed with it.
    pub(super) fn copies(&self, finding: &Finding) -> Option<String> {
        let is_folded = |it: &&Finding| it.folded_into == Some(finding.rank) && self.is_shown(it);
        let folded: Vec<&Finding> = self.report.findings.iter().filter(is_folded).collect();
        let first = |it: &Finding| it.occurrences.first().and_then(|it| it.step);
        let (from, to): (Vec<&Finding>, Vec<&Finding>) =
            folded.into_iter().partition(|it| first(it) < first(finding));
        let from = (!from.is_empty()).then(|| format!("value from {}", self.places(&from, finding)));
        let to = (!to.is_empty()).then(|| format!("passed on at {}", self.places(&to, finding)));
        let parts: Vec<String> = from.into_iter().chain(to).collect();
        (!parts.is_empty()).then(|| parts.join(", "))
    }

    /// The lines of findings, in order.
    fn places(&self, findings: &[&Finding], of: &Finding) -> String {
        let mut spans: Vec<Span> = findings.iter().map(|it| it.span).collect();
        spans.sort_unstable_by_key(|it| (it.file, it.line));
        spans.dedup_by_key(|it| (it.file, it.line));
        let line = |span: &Span| snippet::line(&self.report.sources, *span, Some(of.span));
        spans.iter().map(line).collect::<Vec<_>>().join(", ")
    }

    /// Where the macro is used that a finding is in, or defined that it draws on.
    fn macros(&self, finding: &Finding) -> Option<String> {
        let line = |span| snippet::line(&self.report.sources, span, None);
        let uses: Vec<String> = finding.expansions.iter().map(|span| line(*span)).collect();
        let defined = |(name, span): &(String, Span)| format!("`{name}` at {}", line(*span));
        let definitions: Vec<String> = finding.definitions.iter().map(defined).collect();
        let uses = (!uses.is_empty())
            .then(|| format!("expanded at {}", uses.join(", in a macro that is expanded at ")));
        let definitions = (!definitions.is_empty()).then(|| format!("defined: {}", definitions.join(", ")));
        let parts: Vec<String> = uses.into_iter().chain(definitions).collect();
        (!parts.is_empty()).then(|| parts.join("; "))
    }

    /// A fact on lines that fit behind its name.
    fn wrapped(&self, fact: &str) -> String {
        let room = self.style().width.saturating_sub(16).max(40);
        words::wrapped(fact, room).join("\n       ")
    }

    fn in_short(&self, findings: &[&Finding]) -> String {
        let rows: Vec<[String; 3]> = findings
            .iter()
            .map(|finding| {
                let line = snippet::line(&self.report.sources, finding.span, self.usual());
                let headline = words::in_short(finding, words::headline(finding));
                [format!("{}: {line}", finding.rank), shortened(&finding.text, 40), headline]
            })
            .collect();
        if rows.is_empty() {
            return String::new();
        }
        let more = match self.report.n_omitted_findings {
            0 => String::new(),
            1 => "  and 1 more\n".to_owned(),
            n => format!("  and {n} more\n"),
        };
        self.heading("Less likely", "--all-findings shows more") + &table(&rows, self.style().width) + &more
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
