//! `faultscope explain`.

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
use super::streams::{complain, print};

/// `faultscope explain`.
#[derive(Debug, Args)]
pub struct Explain {
    /// What `--format json` or `--format json-lines` has printed; `-` for the standard input.
    #[arg(value_name = "REPORT")]
    pub report: PathBuf,

    /// The rank of a finding, to show all that is known of it, and nothing else.
    #[arg(value_name = "FINDING")]
    pub finding: Option<usize>,

    /// How to show it.
    #[command(flatten)]
    pub display: Display,
}

/// Shows a report that was stored.
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
    let mut report = stored(&arguments.report)?;
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
    json::read(&read(path)?).map_err(|error| {
        let message = format!("cannot read `{}`: {error}", path.display());
        let hint = "it should be what `faultscope check --format json` of this version prints";
        Diagnostic::error(message).with_hint(hint)
    })
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
        let message = format!("`{name}` has changed since it was checked; what is shown is as it was");
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
