//! How a report is shown: what `check` and `explain` have in common.

use std::io::{self, Write};

use clap::{Args, ValueEnum};
use console::Term;
use faultscope::Options;
use faultscope::report::Report;
use faultscope::report::text::{self, Shown, Style};

use super::format::Format;
use super::numbers::whole_or_all;
use super::tags::{OF_REPORT, heading};

/// Lines are not made longer than this, however wide the terminal is.
const MAX_WIDTH: usize = 120;

/// How to show a report.
#[derive(Debug, Args)]
#[command(next_help_heading = heading::REPORT)]
pub struct Display {
    /// The format of the report.
    #[arg(long, default_value = "text")]
    pub format: Format,

    /// Show everything that is known. Each of the following options shows one more thing.
    #[arg(long)]
    pub details: bool,

    /// Show every step of the trace.
    #[arg(long)]
    pub full_trace: bool,

    /// Also show statements that make a difference only in executions that do not fail.
    #[arg(long, groups = [OF_REPORT])]
    pub show_aberrant: bool,

    /// Report all places with their source lines, not only the ten most promising ones.
    #[arg(long, groups = [OF_REPORT])]
    pub all_findings: bool,

    /// Report this many of the most promising places with their source lines: a number, or `all` (the same as
    /// `--all-findings`).
    #[arg(long, value_name = "N|all", value_parser = most, conflicts_with = "all_findings")]
    #[arg(groups = [OF_REPORT])]
    pub max_findings: Option<Most>,

    /// List every check with its result: violated, proved, not reached, or not decided.
    #[arg(long)]
    pub all_checks: bool,

    /// Show how long it took.
    #[arg(long)]
    pub stats: bool,

    /// When to use colours.
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: When,
}

/// When to use colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum When {
    /// On a terminal.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// How many findings to report at most; none for any number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Most(pub Option<usize>);

fn most(text: &str) -> Result<Most, String> {
    whole_or_all(text).map(Most)
}

impl Display {
    /// The report in its form, a line end included.
    pub fn render(&self, report: &Report) -> String {
        let mut text = Vec::new();
        self.write(report, &mut text).expect("a buffer takes everything");
        String::from_utf8(text).expect("every form is a text")
    }

    /// Writes what [`render`](Display::render) gives, JSON as it is made.
    pub fn write(&self, report: &Report, out: &mut dyn Write) -> io::Result<()> {
        (self.format.row().write)(report, &self.text_options(), out)
    }

    /// How many findings in code are reported; none for any number.
    pub fn max_findings(&self) -> Option<usize> {
        match (self.all_findings, self.max_findings) {
            (true, _) => None,
            (false, Some(most)) => most.0,
            (false, None) => Options::standard().max_findings,
        }
    }

    pub fn text_options(&self) -> text::Options {
        text::Options {
            style: self.style(&Term::stdout()),
            details: self.details,
            full_trace: self.full_trace,
            show_aberrant: self.show_aberrant,
            findings: match (self.all_findings, self.max_findings) {
                (true, _) | (false, Some(Most(None))) => Shown::All,
                (false, Some(Most(Some(n)))) => Shown::Most(n),
                (false, None) => Shown::Promising,
            },
            all_checks: self.all_checks,
            statistics: self.stats,
        }
    }

    pub fn style(&self, terminal: &Term) -> Style {
        let color = match self.color {
            When::Always => true,
            When::Never => false,
            When::Auto => terminal.is_term() && std::env::var_os("NO_COLOR").is_none_or(|it| it.is_empty()),
        };
        let width = terminal.size_checked().map_or(Style::PLAIN.width, |(_, columns)| usize::from(columns));
        Style { color, width: width.min(MAX_WIDTH) }
    }
}
