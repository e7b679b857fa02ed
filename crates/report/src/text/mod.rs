//! The report for the terminal.
//!
//! In the order in which somebody reads it whose assertion has just failed: the error, the inputs that lead to it, the
//! statements that matter ([`findings`]), the inputs that matter, how execution got there ([`trace`]), and what was
//! taken for granted. Where there are several error traces ([`several`]), each has its inputs and its way of its own.
//! Phrases are in [`words`].

mod alone;

mod checks;
mod findings;
mod inputs;
mod object;
mod page;
mod patches;
mod several;
mod techniques;
mod test_runs;
mod together;
mod trace;
mod words;

use annotate_snippets::{Element, Group, Level};

use crate::diagnostic::Severity;
use crate::proof::Claim;
pub use crate::style::Style;
use crate::{ErrorSite, Note, Report, Verdict, snippet};
pub use page::Options;
use page::Page;

/// The report as text. Sections are separated by empty lines.
pub fn render(report: &Report, options: &Options) -> String {
    let page = Page { report, options };
    let mut sections = vec![page.verdict(), page.tests()];
    sections.extend(report.warnings.iter().map(|note| page.note(Severity::Warning, note)));
    // An error that is not confirmed has a trace, too.
    if report.verdict == Verdict::Unsafe || !report.traces.is_empty() {
        sections.push(page.error_traces());
        if !page.has_several() {
            sections
                .extend(report.traces.iter().map(|trace| page.inputs(trace, "It happens with these inputs")));
        }
        sections.extend(page.findings());
        sections.push(page.together());
        sections.push(page.patches());
        sections.push(page.inputs_that_matter());
        sections.extend(page.traces());
    }
    sections.push(page.checks());
    sections.push(page.techniques());
    sections.push(page.proof());
    sections.push(page.assumptions());
    sections.push(page.limits());
    sections.push(page.statistics());
    sections.retain(|section| !section.is_empty());
    sections.join("\n")
}

impl Page<'_> {
    fn verdict(&self) -> String {
        match (self.report.verdict, self.report.error()) {
            (Verdict::Unsafe, Some(_)) => self.errors(),
            (Verdict::Unsafe, None) => format!("{}\n", self.style().strong("an error was found")),
            (Verdict::TestsPass, _) => {
                let all = match self.report.tests.len() {
                    1 => "the test passes".to_owned(),
                    2 => "both tests pass".to_owned(),
                    n => format!("all {n} tests pass"),
                };
                format!("{}\n", self.style().good(&all))
            }
            (Verdict::Safe, _) => {
                let answer = self.style().good("no error") + &words::assuming(&self.report.assumptions);
                let reason = self.report.reason.as_ref().map_or("no execution reaches one", |it| &it.message);
                format!("{answer}: {reason}\n")
            }
            (Verdict::Unknown, _) => match &self.report.reason {
                Some(reason) => {
                    let message = format!("not decided: {}", reason.message);
                    let note = self.note(Severity::Warning, &Note { message, ..reason.clone() });
                    if self.report.traces.is_empty() { note } else { format!("{note}\n{}", self.errors()) }
                }
                None => format!("{}\n", self.style().strong("not decided")),
            },
        }
    }

    /// The errors of all traces, each once.
    fn errors(&self) -> String {
        let mut errors: Vec<&ErrorSite> = Vec::new();
        for trace in &self.report.traces {
            if !errors.iter().any(|it| it.span == trace.error.span) {
                errors.push(&trace.error);
            }
        }
        errors.into_iter().map(|error| self.error(error)).collect::<Vec<_>>().join("\n")
    }

    fn error(&self, error: &ErrorSite) -> String {
        let place = snippet::of(&self.report.sources, error.span, None);
        let calls = words::calls(&error.calls, &self.report.sources, Some(error.span));
        let calls = calls.map(|calls| Element::from(Level::NOTE.no_name().message(calls)));
        let code = self.report.sources.file(error.span.file).text.is_none();
        let code = code.then(|| Element::from(Level::NOTE.no_name().message(words::code(&error.text))));
        let object = error.object.as_ref();
        let object = object.map(|it| object::object(it, &self.report.sources, Some(error.span)));
        let object = object.map(|text| Element::from(Level::NOTE.no_name().message(text)));
        let title = Level::ERROR.primary_title(error.message.as_str());
        let group = Group::with_title(title).element(place).elements(code);
        self.group(group.elements(object).elements(calls))
    }

    /// What was proved, and whether that was checked again.
    fn proof(&self) -> String {
        if let Some(reason) = &self.report.unchecked_proof {
            return format!("{}  {reason}\n", self.heading("Proved", "and not checked again"));
        }
        let Some(proof) = &self.report.proof else { return String::new() };
        let error = if self.asks_some() { "an error that was asked about" } else { "an error" };
        let claim = match proof.document.claim {
            Claim::Safe => format!("no execution reaches {error}"),
            Claim::AllErrorsCovered { .. } => {
                format!("every execution that reaches {error} is like one of these")
            }
            Claim::Partial { .. } => "not all paths were looked at".to_owned(),
        };
        format!("{}  {claim}\n", self.heading("Proved", "and checked again"))
    }

    /// The limits that were reached, on one line.
    fn limits(&self) -> String {
        let limits: Vec<String> =
            self.report.limits.iter().map(|it| format!("{} ({})", it.name, it.value)).collect();
        if limits.is_empty() {
            return String::new();
        }
        format!("{}: {}\n", self.style().strong("Limits that were reached"), limits.join(", "))
    }

    fn assumptions(&self) -> String {
        if self.report.assumptions.is_empty() {
            return String::new();
        }
        let mut text = self.heading("Taken for granted", "");
        let usual = self.usual();
        for assumption in &self.report.assumptions {
            let place = assumption.span.map(|span| snippet::line(&self.report.sources, span, usual));
            let place = place.map(|it| self.style().faint(&format!(" ({it})"))).unwrap_or_default();
            text += &format!("  - {}{place}\n", assumption.message);
        }
        text
    }

    fn statistics(&self) -> String {
        let counts = &self.report.statistics;
        let mut text = String::new();
        if self.report.verdict == Verdict::Unsafe || !self.report.traces.is_empty() {
            text += &format!(
                "{} in the {}, {} of them {}, {} {}.\n",
                words::count(counts.trace_statements, "step"),
                if self.report.n_traces() == 1 { "trace" } else { "traces" },
                counts.assigning_statements,
                if counts.assigning_statements == 1 { "assigns" } else { "assign" },
                counts.relevant_statements,
                if counts.relevant_statements == 1 { "matters" } else { "matter" },
            );
        }
        if self.options.statistics {
            text += &format!(
                "Front end {:.3} s; search {:.3} s, {}; localization {:.3} s, {}; all {:.3} s.\n",
                counts.frontend_seconds,
                counts.search_seconds,
                words::queries(counts.search_queries),
                counts.localization_seconds.unwrap_or(0.0),
                words::queries(counts.localization_queries),
                counts.total_seconds,
            );
            text += &words::search(counts);
        }
        text.lines().map(|line| self.style().faint(line) + "\n").collect()
    }
}

#[cfg(test)]
mod tests;
