//! The report for other programs: one JSON object, described in `docs/json.md` and `docs/report.schema.json`. What is known
//! before the end is a row of objects ([`stream`]). [`read`] makes a report of it again.
//!
//! Values and conditions are text in the language of the program. Whoever changes a field changes the documents; whoever
//! removes one or changes its meaning changes [`SCHEMA`].

mod reader;
pub mod rejection;
pub mod stream;
mod writer;

use std::io::{self, Write};

use faultscope_json::ReportFormat;

use crate::Report;

pub use reader::{ReadError, read};
pub(crate) use writer::{Files, change, left};
pub use writer::{Steps, document};

/// The name and version of the format.
pub const SCHEMA: &str = ReportFormat::V4.name();

/// The report as JSON, a line end included.
pub fn render(report: &Report) -> String {
    text(|out| write(report, out))
}

/// Writes what [`render`] gives, as it is made: the text of a long trace has gigabytes.
///
/// # Errors
/// If it cannot be written.
pub fn write(report: &Report, mut out: impl Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut out, &document(report))?;
    out.write_all(b"\n")
}

/// The same on one line.
pub fn render_line(report: &Report) -> String {
    text(|out| write_line(report, out))
}

/// Writes what [`render_line`] gives, as it is made.
///
/// # Errors
/// If it cannot be written.
pub fn write_line(report: &Report, mut out: impl Write) -> io::Result<()> {
    serde_json::to_writer(&mut out, &document(report))?;
    out.write_all(b"\n")
}

fn text(write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> String {
    let mut text = Vec::new();
    write(&mut text).expect("the document has text keys only");
    String::from_utf8(text).expect("JSON is text")
}

#[cfg(test)]
mod schema;
#[cfg(test)]
mod tests;
