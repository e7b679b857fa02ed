//! `faultscope report`.

use std::path::PathBuf;

use clap::Args;
use faultscope_batch::reports;

use super::exit::Exit;
use super::streams::{complain, print, reject_plainly};

/// `faultscope report`.
#[derive(Debug, Args)]
pub struct ReportPages {
    /// A folder of `batch`, or any folder with `.json` files that `check --format json` has printed.
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,

    /// The folder of the pages: `index.html`, and one for each report.
    #[arg(long, value_name = "OUT")]
    pub html: PathBuf,
}

/// Writes an index of stored reports, and a page for each.
pub(super) fn report(arguments: &ReportPages) -> Exit {
    let written = match reports::write(&arguments.folder, &arguments.html) {
        Ok(written) => written,
        Err(diagnostic) => return reject_plainly(&diagnostic.into()),
    };
    for (file, why) in &written.unread {
        complain(&format!("warning: `{file}` is not shown: {why}\n"));
    }
    let n = written.rows.len();
    let plural = if n == 1 { "" } else { "s" };
    let index = arguments.html.join("index.html");
    print(&format!("{n} report{plural}; the index is {}\n", index.display()));
    Exit::NoError
}
