//! A folder of reports as pages: `faultscope report`.
//!
//! ```text
//! index.html           counts, groups, a table
//! pages/NAME.html      a report
//! ```
//!
//! One report is in memory at a time.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use faultscope_ir::Diagnostic;
use faultscope_report::{html, json};

use crate::groups::{Group, groups};
use crate::naming;
use crate::page::index::{self, Indexed};
use crate::record::{End, Record};
use crate::row::Row;
use crate::store::{MARK, Report, beside};

/// What every page of Faultscope has.
const GENERATOR: &str = "<meta name=\"generator\" content=\"Faultscope\">";

const HINT: &str =
    "name a new folder with `--html`: it gets `index.html`, and `pages` with a page for each report";

/// What was written.
#[derive(Debug)]
pub struct Written {
    /// A row for each report.
    pub rows: Vec<Row>,
    /// Those with the same mistake.
    pub groups: Vec<Group>,
    /// The files that cannot be read as a report, and why.
    pub unread: Vec<(String, String)>,
}

/// A check that has ended, by its name.
struct Ended {
    name: String,
    end: End,
    report: PathBuf,
}

/// Writes an index of the reports of a folder and a page for each: those of a batch, or all `.json` files below.
///
/// # Errors
/// Where there are no reports, or the pages cannot be written.
pub fn write(folder: &Path, out: &Path) -> Result<Written, Diagnostic> {
    refuse(out)?;
    let ended = ended(folder).map_err(|error| cannot("read", folder, &error))?;
    if ended.is_empty() {
        return Err(nothing(folder, &[]));
    }
    fs::create_dir_all(out.join("pages")).map_err(|error| cannot("write to", out, &error).with_hint(HINT))?;
    let mut written = Written { rows: Vec::new(), groups: Vec::new(), unread: Vec::new() };
    for it in &ended {
        match row(it, out) {
            Ok(row) => written.rows.push(row),
            Err(Failure::Unread(why)) => written.unread.push((it.report.display().to_string(), why)),
            Err(Failure::Unwritten(error)) => return Err(cannot("write to", out, &error)),
        }
    }
    if written.rows.is_empty() {
        return Err(nothing(folder, &written.unread));
    }
    written.groups = groups(&written.rows);
    let Written { rows, groups, unread } = &written;
    let page =
        index::render(&index::Contents { rows, groups, of: Indexed::Reports { unread }, hints: false });
    put(&out.join("index.html"), &page).map_err(|error| cannot("write to", out, &error))?;
    Ok(written)
}

fn cannot(what: &str, folder: &Path, error: &io::Error) -> Diagnostic {
    Diagnostic::error(format!("cannot {what} `{}`: {error}", folder.display()))
}

fn nothing(folder: &Path, unread: &[(String, String)]) -> Diagnostic {
    let diagnostic = Diagnostic::error(format!("there are no reports in `{}`", folder.display()));
    match unread.first() {
        Some((file, why)) => diagnostic.with_hint(format!("`{file}`: {why}")),
        None => diagnostic
            .with_hint("a report is a `.json` file that `faultscope check --format json` has printed"),
    }
}

/// Refuses a place where something else would be written over.
fn refuse(out: &Path) -> Result<(), Diagnostic> {
    let error = |why: &str| Err(Diagnostic::error(format!("`{}` {why}", out.display())).with_hint(HINT));
    if out.exists() && !out.is_dir() {
        return error("is not a folder");
    }
    if !out.exists() && out.extension().is_some_and(|it| it.eq_ignore_ascii_case("html")) {
        return error("would be a folder that is named like a file");
    }
    if out.join(MARK).exists() {
        return error("holds the results of a batch, which have an index of their own");
    }
    let index = out.join("index.html");
    if index.exists() && !fs::read_to_string(&index).is_ok_and(|it| it.contains(GENERATOR)) {
        return error("has an `index.html` that is not from Faultscope");
    }
    Ok(())
}

/// What a folder has: the checks of a batch, or reports.
fn ended(folder: &Path) -> io::Result<Vec<Ended>> {
    if folder.join(MARK).exists() {
        return of_batch(folder);
    }
    let mut files = Vec::new();
    json_files(folder, &mut files)?;
    let below = |it: &PathBuf| it.strip_prefix(folder).unwrap_or(it).with_extension("");
    let shown: Vec<PathBuf> = files.iter().map(below).collect();
    let plain: Vec<String> = shown.iter().map(|it| it.to_string_lossy().replace(['/', '\\'], "-")).collect();
    let names = naming::unique(plain);
    let one = |(report, name)| Ended { name, end: End::Reported, report };
    Ok(files.into_iter().zip(names).map(one).collect())
}

/// The checks of a batch, in the order of their names.
fn of_batch(folder: &Path) -> io::Result<Vec<Ended>> {
    let mut records = Vec::new();
    json_files(&folder.join("records"), &mut records)?;
    let one = |path: PathBuf| {
        let name = path.file_stem()?.to_str()?.to_owned();
        let record: Record = serde_json::from_str(&fs::read_to_string(&path).ok()?).ok()?;
        let report = folder.join("reports").join(format!("{name}.json"));
        Some(Ended { name, end: record.end, report })
    };
    Ok(records.into_iter().filter_map(one).collect())
}

/// The `.json` files of a folder and of those in it, in order.
fn json_files(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder)? {
        paths.push(entry?.path());
    }
    paths.sort();
    for path in paths {
        let is_hidden = path.file_name().is_some_and(|it| it.to_string_lossy().starts_with('.'));
        if is_hidden || path.is_symlink() {
            continue;
        }
        if path.is_dir() {
            json_files(&path, files)?;
        } else if path.extension() == Some(OsStr::new("json")) {
            files.push(path);
        }
    }
    Ok(())
}

/// Why a report has no row.
enum Failure {
    Unread(String),
    Unwritten(io::Error),
}

/// The row of a check; writes the page of its report.
fn row(ended: &Ended, out: &Path) -> Result<Row, Failure> {
    let Ended { name, end, report } = ended;
    if *end != End::Reported {
        return Ok(Row::new(name, end, None, 0.0));
    }
    let text = fs::read_to_string(report).map_err(|error| Failure::Unread(error.to_string()))?;
    let whole = json::read(&text).map_err(|error| Failure::Unread(error.to_string()))?;
    let page = html::render_below(&whole, Some("../index.html"));
    let short = in_short(&text).map_err(|error| Failure::Unread(error.to_string()))?;
    put(&out.join("pages").join(format!("{name}.html")), &page).map_err(Failure::Unwritten)?;
    Ok(Row::new(name, end, Some(&short), 0.0))
}

/// The report of a document, or of the last line of several.
fn in_short(text: &str) -> serde_json::Result<Report> {
    let text = text.trim_start_matches('\u{feff}').trim_end();
    serde_json::from_str(text).or_else(|error| text.lines().last().map_or(Err(error), serde_json::from_str))
}

/// Writes a file: beside its place first.
fn put(path: &Path, text: &str) -> io::Result<()> {
    let beside = beside(path);
    fs::write(&beside, text)?;
    fs::rename(beside, path)
}
