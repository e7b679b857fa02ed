//! What all sections of the report share.

use annotate_snippets::Group;

use crate::style::Style;
use crate::{Note, Report, Severity, diagnostic};

/// What to show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// How to show it.
    pub style: Style,
    /// Everything, and not only the first screen.
    pub details: bool,
    /// All steps of the trace, not only those that matter.
    pub full_trace: bool,
    /// Findings that make a difference in executions that do not fail only, too.
    pub show_aberrant: bool,
    /// Which findings are shown with their source lines.
    pub findings: Shown,
    /// What became of each check, also where there is one, and however many there are.
    pub all_checks: bool,
    /// How long it took.
    pub statistics: bool,
}

impl Options {
    /// The first screen.
    pub const fn first_screen(style: Style) -> Options {
        Options {
            style,
            details: false,
            full_trace: false,
            show_aberrant: false,
            findings: Shown::Promising,
            all_checks: false,
            statistics: false,
        }
    }
}

/// Which findings are shown with their source lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// The most promising.
    Promising,
    /// So many of them.
    Most(usize),
    /// Every one.
    All,
}

/// A report being printed.
pub(crate) struct Page<'a> {
    pub(crate) report: &'a Report,
    pub(crate) options: &'a Options,
}

impl Page<'_> {
    pub(super) fn style(&self) -> Style {
        self.options.style
    }

    pub(super) fn note(&self, severity: Severity, note: &Note) -> String {
        diagnostic::render(&note.clone().with_severity(severity), &self.report.sources, &self.style())
    }

    pub(super) fn group(&self, group: Group<'_>) -> String {
        let mut text = diagnostic::renderer(&self.style()).render(&[group]);
        text.push('\n');
        text
    }

    pub(super) fn heading(&self, text: &str, remark: &str) -> String {
        let remark =
            if remark.is_empty() { String::new() } else { self.style().faint(&format!(" ({remark})")) };
        format!("{}{remark}\n", self.style().strong(text))
    }
}
