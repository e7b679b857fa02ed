//! `faultscope explain`: a word of the reports, or a report that was stored.

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use console::Term;
use faultscope::input;
use faultscope::report::{Diagnostic, Report, Severity, diagnostic, json};
use faultscope_frontend::c::bytes::text_of;
use faultscope_ir::SourceMap;
use faultscope_project::files;

use super::display::Display;
use super::exit::Exit;
use super::numbers::whole;
use super::streams::{complain, print};
use super::words;

/// `faultscope explain`.
#[derive(Debug, Args)]
pub struct Explain {
    /// A word of a report, such as `out-of-bounds`, `allocation-succeeds` or `enough`; or a stored report (the output of
    /// `check --format json`), `-` for standard input.
    #[arg(value_name = "WORD|REPORT")]
    pub subject: Option<PathBuf>,

    /// With a report: show only the finding with this number, in full.
    #[arg(value_name = "FINDING", value_parser = whole::<usize>(1..))]
    pub finding: Option<usize>,

    /// List the words that can be explained.
    #[arg(long, conflicts_with = "subject")]
    pub list: bool,

    /// How to show it.
    #[command(flatten)]
    pub display: Display,
}

/// Explains a word, or shows a report that was stored.
pub(super) fn explain(arguments: &Explain) -> Exit {
    match shown(arguments) {
        Ok(text) => {
            print(&text);
            Exit::NoError
        }
        Err(diagnostic) => {
            say(&diagnostic, arguments);
            Exit::BadInput
        }
    }
}

fn say(diagnostic: &Diagnostic, arguments: &Explain) {
    let style = arguments.display.style(&Term::stderr());
    complain(&diagnostic::render(diagnostic, &SourceMap::default(), &style));
}

fn shown(arguments: &Explain) -> Result<String, Diagnostic> {
    let width = arguments.display.style(&Term::stdout()).width;
    match &arguments.subject {
        None => Ok(words::list(width)),
        Some(subject) => match subject.to_str().filter(|it| !subject.exists() && words::is_word(it)) {
            Some(word) => words::explained(word, width),
            None => shown_report(subject, arguments),
        },
    }
}

fn shown_report(path: &Path, arguments: &Explain) -> Result<String, Diagnostic> {
    let mut report = stored(path)?;
    for warning in outdated(&report) {
        say(&warning, arguments);
    }
    let display = &arguments.display;
    if let Some(rank) = arguments.finding {
        return match (report.finding(rank), display.format.row().finding) {
            (None, _) => Err(no_such_finding(&report, rank)),
            (Some(finding), Some(shown)) => Ok(shown(&report, finding, &display.text_options())),
            (Some(_), None) => {
                report.findings.retain(|it| it.rank == rank);
                Ok(display.render(&report))
            }
        };
    }
    if display.max_findings.is_some()
        && let Some(max) = display.max_findings()
    {
        report = report.with_most_promising(max);
    }
    Ok(display.render(&report))
}

/// The report that a file holds, or the standard input (`-`).
///
/// # Errors
/// Where there is none.
pub(super) fn stored(path: &Path) -> Result<Report, Diagnostic> {
    let text = read(path)?;
    json::read(&text).map_err(|error| unreadable(path, &text, &error))
}

fn unreadable(path: &Path, stored: &str, error: &json::ReadError) -> Diagnostic {
    let is_cut_off = matches!(error, json::ReadError::Syntax { .. })
        && stored.starts_with('{')
        && !stored.trim_end().ends_with('}');
    let hint = match is_cut_off {
        true => "the file seems to be cut off: run the check again",
        false => "it should be the output of `faultscope check --format json` of this version",
    };
    Diagnostic::error(format!("cannot read `{}`: {error}", path.display())).with_hint(hint)
}

fn read(path: &Path) -> Result<String, Diagnostic> {
    if path != Path::new("-") {
        return input::text(path);
    }
    io::read_to_string(io::stdin())
        .map_err(|error| Diagnostic::error(format!("cannot read standard input: {error}")))
}

/// The report has the text of its files. Where they read otherwise by now, its lines are not theirs.
fn outdated(report: &Report) -> Vec<Diagnostic> {
    let files = report.sources.files().filter_map(|(_, file)| Some((&file.name, file.text.as_deref()?)));
    let is_other = |name: &str, text: &str| {
        let now = text_of(files::named_inside(Path::new(name))?);
        Some(now.strip_prefix('\u{feff}').unwrap_or(&now) != text)
    };
    let changed = files.filter(|(name, text)| is_other(name, text) == Some(true));
    let warning = |(name, _): (&String, &str)| {
        let message = format!("`{name}` has changed since it was checked; the report shows the old text");
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(message) }
    };
    changed.map(warning).collect()
}

fn no_such_finding(report: &Report, rank: usize) -> Diagnostic {
    let diagnostic = Diagnostic::error(format!("there is no finding {rank} in the report"));
    match report.findings.iter().map(|it| it.rank).max() {
        Some(last) => diagnostic.with_hint(format!("it has findings 1 to {last}")),
        None => diagnostic.with_hint("it has no findings"),
    }
}
