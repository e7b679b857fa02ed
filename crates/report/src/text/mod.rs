//! The report for the terminal.
//!
//! [`render`] gives the first screen ([`screen`]), which holds what a person needs, and behind it what the options ask for;
//! with [`Options::details`] the whole report instead. That is in the order in which somebody reads it whose assertion has
//! just failed: the error, the inputs that lead to it, the statements that matter ([`findings`]), the inputs that matter,
//! how execution got there ([`trace`]), and what was taken for granted. Where there are several error traces ([`several`]),
//! each has its inputs and its way of its own. The answer
//! to a property file is the last line ([`specification`]). [`early`] gives what is known before the end. Phrases are in [`words`](crate::words).

mod alone;
mod bodies;

mod checks;
mod compiler;
mod findings;
pub(crate) mod inputs;
mod others;
pub(crate) mod page;
mod painter;
mod patches;
mod promising;
mod screen;
mod several;
mod specification;
mod suppressed;
pub(crate) mod techniques;
mod test_runs;
mod together;
pub(crate) mod trace;

use annotate_snippets::{Element, Group, Level};

use crate::proof::Claim;
pub use crate::style::Style;
use crate::{
    ErrorSite, Finding, GuideOutcome, Note, ReachedLimit, Report, Severity, Verdict, snippet, words,
};
use faultscope_ir::limits::THOROUGH;
use page::Page;
pub use page::{Options, Shown};
pub use painter::Painter;
pub use screen::MAX_LINES;

/// The report as text. Sections are separated by empty lines.
pub fn render(report: &Report, options: &Options) -> String {
    let page = Page { report, options };
    if options.details {
        return page.joined(vec![page.guide(), page.in_full(), page.specification()]);
    }
    let mut sections = vec![page.guide(), page.first_screen(None)];
    sections.extend(page.asked_for());
    sections.push(page.specification());
    page.joined(sections)
}

/// What is known of a check that goes on: the first screen, which ends with what is being done.
pub fn early(report: &Report, options: &Options, doing: &str) -> String {
    let page = Page { report, options };
    page.joined(vec![page.first_screen(Some(doing))])
}

/// One of the report's findings with all that is known of it, and the patches of its statement.
pub fn finding(report: &Report, finding: &Finding, options: &Options) -> String {
    let page = Page { report, options };
    page.joined(page.finding_alone(finding))
}

/// What to do at a finding, what is known of it, and why, as a part of a sentence.
pub(crate) fn in_one_sentence(report: &Report, finding: &Finding) -> String {
    const OPTIONS: Options = Options::first_screen(Style { color: false, width: usize::MAX });
    // The inputs stand where the error is told.
    let reasons = Page { report, options: &OPTIONS }.reasons(finding);
    reasons.replace("with the failing input", "with the input of the error")
}

fn joined(mut sections: Vec<String>) -> String {
    sections.retain(|section| !section.is_empty());
    sections.join("\n")
}

impl Page<'_> {
    /// The whole text.
    fn joined(&self, sections: Vec<String>) -> String {
        self.style().visible(joined(sections))
    }

    fn in_full(&self) -> String {
        let report = self.report;
        let mut sections = vec![self.verdict(), self.tests(test_runs::MAX_LISTED)];
        sections.extend(report.warnings.iter().map(|note| self.note(Severity::Warning, note)));
        if self.has_error() {
            sections.push(self.without_body());
            sections.push(self.error_traces());
            if !self.has_several() {
                let of_trace = |trace| self.inputs(trace, inputs::HEADING, inputs::MAX_INPUTS);
                sections.extend(report.traces.iter().map(of_trace));
            }
            sections.extend(self.findings());
            sections.push(self.together());
            sections.push(self.patches());
            sections.push(self.compiler_beside(&self.listed(), usize::MAX));
            sections.push(self.inputs_that_matter());
            sections.extend(self.traces());
            sections.push(self.other_errors(usize::MAX, usize::MAX));
        }
        sections.push(self.checks());
        sections.push(self.techniques());
        sections.push(self.proof());
        sections.push(self.about_driver().into_iter().map(|it| it + "\n").collect());
        sections.push(self.suppressed(usize::MAX).into_iter().map(|it| it + "\n").collect());
        sections.push(self.assumptions());
        sections.push(self.limits());
        sections.push(self.about_compiler());
        sections.push(self.statistics());
        joined(sections)
    }

    /// What the options ask for by name, to be printed behind the first screen.
    fn asked_for(&self) -> Vec<String> {
        let options = self.options;
        let mut sections = Vec::new();
        if self.has_error() && (options.findings != Shown::Promising || options.show_aberrant) {
            sections.extend(self.findings());
            sections.push(self.together());
            sections.push(self.patches());
        }
        if self.has_error() && options.full_trace {
            sections.extend(self.traces());
        }
        if options.all_checks || options.statistics {
            sections.push(self.checks());
        }
        sections.push(self.techniques());
        if options.statistics {
            sections.push(self.statistics());
        }
        sections
    }

    /// Whether there is an error to speak of; one that is not confirmed has a trace, too.
    pub(crate) fn has_error(&self) -> bool {
        self.report.verdict == Verdict::Unsafe || !self.report.traces.is_empty()
    }

    fn verdict(&self) -> String {
        match (self.report.verdict, self.report.error()) {
            (Verdict::Unsafe, Some(_)) => self.errors(),
            (Verdict::Unsafe, None) => format!("{}\n", self.style().strong("an error was found")),
            (Verdict::TestsPass, _) => {
                format!("{}\n", self.style().good(&words::all_pass(self.report.tests.len())))
            }
            (Verdict::Safe, _) => {
                let text = words::no_error(self.report, usize::MAX);
                text.replacen("no error found", &self.style().good("no error found"), 1) + "\n"
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

    /// What came of a witness.
    fn guide(&self) -> String {
        let Some(guide) = &self.report.guide else { return String::new() };
        let outcome = if guide.outcome == GuideOutcome::Confirmed {
            "witness confirmed"
        } else {
            "witness not confirmed"
        };
        format!("{}: {}\n", self.style().strong(outcome), guide.message)
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
        self.error_with(error, snippet::of(&self.report.sources, error.span, None))
    }

    /// An error with its place as it is to be shown.
    fn error_with(&self, error: &ErrorSite, place: Element<'_>) -> String {
        let code = self.report.sources.file(error.span.file).text.is_none();
        let code = code.then(|| Element::from(Level::NOTE.no_name().message(words::code(&error.text))));
        let about = words::about_error(error, &self.report.sources);
        let width = self.style().width.saturating_sub(error.span.end_line.to_string().len() + 4).max(40);
        let lines = |text: String| words::wrapped(&text, width).join("\n  ");
        let about = about.into_iter().map(|it| Element::from(Level::NOTE.no_name().message(lines(it))));
        let title = Level::ERROR.primary_title(error.message.as_str());
        let group = Group::with_title(title).element(place).elements(code);
        self.group(group.elements(about))
    }

    /// What was proved, and whether that was checked again.
    pub(crate) fn proof(&self) -> String {
        if let Some(reason) = &self.report.unchecked_proof {
            return format!("{}  {reason}\n", self.heading("Proved", "and not checked again"));
        }
        let Some(proof) = &self.report.proof else { return String::new() };
        let error = if self.asks_some() { "an error that was asked about" } else { "an error" };
        let claim = match proof.claim {
            Claim::Safe => format!("no execution reaches {error}"),
            Claim::AllErrorsCovered { .. } => {
                format!("every execution that reaches {error} is like one of these")
            }
            Claim::Partial { .. } => "not all paths were looked at".to_owned(),
        };
        format!("{}  {claim}\n", self.heading("Proved", "and checked again"))
    }

    /// The limits that were reached, on one line.
    pub(crate) fn limits(&self) -> String {
        let limits: Vec<String> =
            self.report.limits.iter().map(|it| format!("{} ({})", it.name, it.value)).collect();
        if limits.is_empty() {
            return String::new();
        }
        let (heading, more) = (self.style().strong("Search limits hit"), self.more_by_effort());
        format!("{heading}: {}{more}\n", limits.join(", "))
    }

    /// The option that asks for what was left out, where there is one.
    pub(crate) fn more_by_effort(&self) -> String {
        let is_lifted = self.report.limits.iter().any(ReachedLimit::is_lifted);
        if is_lifted { format!("; {THOROUGH} searches further") } else { String::new() }
    }

    fn assumptions(&self) -> String {
        if self.report.assumptions.is_empty() {
            return String::new();
        }
        let mut text = self.heading("Assumptions", "");
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
