//! The report for the terminal.
//!
//! In the order in which somebody reads it whose assertion has just failed: the error, the inputs that lead to it, the
//! statements that matter ([`findings`]), the inputs that matter, how execution got there ([`trace`]), and what was
//! taken for granted. Where there are several error traces ([`several`]), each has its inputs and its way of its own.
//! Phrases are in [`words`].

mod alone;

mod findings;
mod inputs;
mod patches;
mod several;
mod techniques;
mod together;
mod trace;
mod words;

use annotate_snippets::renderer::{AnsiColor, Effects, Style as Ansi};
use annotate_snippets::{Element, Group, Level};

use crate::diagnostic::{self, Diagnostic, Severity};
use crate::proof::Claim;
use crate::{ErrorSite, Note, Report, Verdict, snippet};

/// What the output can show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// Whether to write escape codes for colours.
    pub color: bool,
    /// Columns of the terminal.
    pub width: usize,
}

impl Style {
    /// Without colours, as wide as a page.
    pub const PLAIN: Style = Style { color: false, width: 100 };

    /// Text that stands out.
    fn strong(self, text: &str) -> String {
        self.paint(Ansi::new().effects(Effects::BOLD), text)
    }

    /// Text that can be passed over.
    fn faint(self, text: &str) -> String {
        self.paint(Ansi::new().effects(Effects::DIMMED), text)
    }

    /// A reference to a finding.
    fn mark(self, text: &str) -> String {
        self.paint(AnsiColor::Yellow.on_default().effects(Effects::BOLD), text)
    }

    fn good(self, text: &str) -> String {
        self.paint(AnsiColor::Green.on_default().effects(Effects::BOLD), text)
    }

    fn paint(self, ansi: Ansi, text: &str) -> String {
        if self.color { format!("{ansi}{text}{ansi:#}") } else { text.to_owned() }
    }
}

/// What to show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// How to show it.
    pub style: Style,
    /// All steps of the trace, not only those that matter.
    pub full_trace: bool,
    /// Findings that make a difference in executions that do not fail only, too.
    pub show_aberrant: bool,
    /// Every finding with its source line, not only the most promising.
    pub all_findings: bool,
    /// How long it took.
    pub statistics: bool,
}

/// The report as text. Sections are separated by empty lines.
pub fn render(report: &Report, options: &Options) -> String {
    let page = Page { report, options };
    let mut sections = vec![page.verdict()];
    sections.extend(report.warnings.iter().map(|note| page.note(Severity::Warning, note)));
    if report.verdict == Verdict::Unsafe {
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
    sections.push(page.techniques());
    sections.push(page.proof());
    sections.push(page.assumptions());
    sections.push(page.limits());
    sections.push(page.statistics());
    sections.retain(|section| !section.is_empty());
    sections.join("\n")
}

/// A report being printed.
struct Page<'a> {
    report: &'a Report,
    options: &'a Options,
}

impl Page<'_> {
    fn style(&self) -> Style {
        self.options.style
    }

    fn verdict(&self) -> String {
        match (self.report.verdict, self.report.error()) {
            (Verdict::Unsafe, Some(_)) => self.errors(),
            (Verdict::Unsafe, None) => format!("{}\n", self.style().strong("an error was found")),
            (Verdict::Safe, _) => {
                let answer = self.style().good("no error");
                let reason = self.report.reason.as_ref().map_or("no execution reaches one", |it| &it.message);
                format!("{answer}: {reason}\n")
            }
            (Verdict::Unknown, _) => match &self.report.reason {
                Some(reason) => {
                    let message = format!("not decided: {}", reason.message);
                    self.note(Severity::Warning, &Note { message, ..reason.clone() })
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
        let title = Level::ERROR.primary_title(error.message.as_str());
        self.group(Group::with_title(title).element(place).elements(code).elements(calls))
    }

    fn note(&self, severity: Severity, note: &Note) -> String {
        let Note { message, span, hint } = note.clone();
        diagnostic::render(&Diagnostic { severity, message, span, hint }, &self.report.sources, &self.style())
    }

    fn group(&self, group: Group<'_>) -> String {
        let mut text = diagnostic::renderer(&self.style()).render(&[group]);
        text.push('\n');
        text
    }

    fn heading(&self, text: &str, remark: &str) -> String {
        let remark =
            if remark.is_empty() { String::new() } else { self.style().faint(&format!(" ({remark})")) };
        format!("{}{remark}\n", self.style().strong(text))
    }

    /// What was proved, where that was asked for.
    fn proof(&self) -> String {
        let Some(proof) = &self.report.proof else { return String::new() };
        let claim = match proof.document.claim {
            Claim::Safe => "no execution reaches an error",
            Claim::AllErrorsCovered { .. } => "every execution that reaches an error is like one of these",
            Claim::Partial { .. } => "not all paths were looked at",
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
        for note in &self.report.assumptions {
            let place = note.span.map(|span| snippet::line(&self.report.sources, span, usual));
            let place = place.map(|it| self.style().faint(&format!(" ({it})"))).unwrap_or_default();
            text += &format!("  - {}{place}\n", note.message);
        }
        text
    }

    fn statistics(&self) -> String {
        let counts = &self.report.statistics;
        let mut text = String::new();
        if self.report.verdict == Verdict::Unsafe {
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

/// Cuts a text off so that it is at most this long.
fn shortened(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let kept: String = text.chars().take(width.saturating_sub(3)).collect();
    format!("{}...", kept.trim_end())
}

#[cfg(test)]
mod tests;
