//! Forms of the report: what `--format` names, and how each is made.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::ValueEnum;
use console::Term;
use faultscope::report::verification::Verification;
use faultscope::report::{Finding, Report, html, json, sarif, text};

use super::early::Form;
use super::exit::Exit;

/// Forms of the report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    Text,
    /// For programs; see `docs/json.md`.
    Json,
    /// JSON on one line; `check` also prints a line for each stage as soon as it has results.
    JsonLines,
    /// For editors and code hosts; see `docs/sarif.md`.
    Sarif,
    /// A page for a browser; see `docs/html.md`.
    Html,
}

/// What there is in a form. The options are those of a text.
pub struct Row {
    /// Writes a report as it is made, a line end included.
    pub write: fn(&Report, &text::Options, &mut dyn Write) -> io::Result<()>,
    /// What is printed before the report.
    pub early: fn(&text::Options) -> Form,
    /// One finding; none where that is a report with this finding alone.
    pub finding: Option<fn(&Report, &Finding, &text::Options) -> String>,
    /// The answer of `verify-patch`, where it has this form.
    pub verification: Option<fn(&Verification, &text::Options) -> String>,
}

impl Format {
    /// The one place to edit when a form is added.
    pub fn row(self) -> Row {
        let plain = |write| Row { write, early: |_| Form::Nothing, finding: None, verification: None };
        match self {
            Format::Text => Row {
                early: |options| if can_move() { Form::Screen(*options) } else { Form::Nothing },
                finding: Some(text::finding),
                verification: Some(Verification::text),
                ..plain(|report, options, out| out.write_all(text::render(report, options).as_bytes()))
            },
            Format::Json => Row {
                verification: Some(|it, _| it.json()),
                ..plain(|report, _, out| json::write(report, out))
            },
            Format::JsonLines => {
                Row { early: |_| Form::Lines, ..plain(|report, _, out| json::write_line(report, out)) }
            }
            Format::Sarif => plain(|report, _, out| {
                out.write_all(sarif::render(report, &sarif_options(report)).as_bytes())
            }),
            Format::Html => plain(|report, _, out| out.write_all(html::render(report).as_bytes())),
        }
    }
}

/// Whether what was printed can be replaced.
fn can_move() -> bool {
    Term::stdout().is_term() && std::env::var_os("TERM").is_none_or(|it| it != "dumb")
}

fn sarif_options(report: &Report) -> sarif::Options {
    let folder = std::env::current_dir().ok();
    sarif::Options {
        exit_code: Exit::of(report.verdict).code(),
        root: folder.map(|it: PathBuf| it.display().to_string()),
    }
}
