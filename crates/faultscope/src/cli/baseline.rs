//! `faultscope baseline`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use console::Term;
use faultscope::report::baseline::Baseline as Comparison;
use faultscope::report::text::Style;
use faultscope::report::{BaselineAnswer, Diagnostic, Report, diagnostic};
use faultscope_ir::SourceMap;

use super::exit::Exit;
use super::explain::stored;
use super::streams::{complain, print};

pub const EXIT_CODES: &str = "Exit codes: 0 no error is new, 1 one is, 2 a report cannot be read, or the options are wrong, 3 \
                              none is known to be new, and not every check is decided.";

/// `faultscope baseline`.
#[derive(Debug, Args)]
pub struct Baseline {
    /// The reports, as `check --format json` prints them; `-` for the standard input.
    #[arg(value_name = "REPORT", required = true)]
    pub reports: Vec<PathBuf>,

    /// The stored reports that they are compared with; repeatable.
    #[arg(long, value_name = "STORED", required = true, num_args = 1..)]
    pub against: Vec<PathBuf>,

    /// The form of the answer.
    #[arg(long, default_value = "text")]
    pub format: Form,
}

/// Forms of the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Form {
    /// For people.
    Text,
    /// For programs; see `docs/json.md`.
    Json,
}

/// Compares reports with stored ones.
pub(super) fn baseline(arguments: &Baseline) -> Exit {
    let read =
        |files: &[PathBuf]| files.iter().map(|it| stored(it)).collect::<Result<Vec<Report>, Diagnostic>>();
    let comparison = match (read(&arguments.reports), read(&arguments.against)) {
        (Ok(reports), Ok(stored)) => Comparison::of(&reports, &stored),
        (Err(error), _) | (_, Err(error)) => {
            let width = Term::stderr().size_checked().map_or(Style::PLAIN.width, |(_, it)| usize::from(it));
            complain(&diagnostic::render(&error, &SourceMap::default(), &Style { color: false, width }));
            return Exit::BadInput;
        }
    };
    print(&match arguments.format {
        Form::Text => comparison.text(),
        Form::Json => comparison.json(),
    });
    match comparison.answer() {
        BaselineAnswer::NothingNew => Exit::NoError,
        BaselineAnswer::New => Exit::ErrorFound,
        BaselineAnswer::NotDecided => Exit::Undecided,
    }
}
