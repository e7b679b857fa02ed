//! The folder of the results.
//!
//! ```text
//! batch.json            that it is one
//! records/NAME.json     of what the result is, how the check ended, how long it took
//! reports/NAME.json     the report
//! students/NAME.md      the page
//! results.csv  results.jsonl  index.html
//! ```
//!
//! A file is written beside its place and renamed, the report before the record. So a record means that the report is
//! whole; what an end of the machine tears all the same is not read, and counts as not there.

use std::fs::{self, File};
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use faultscope_ir::Diagnostic;
use serde::de::IgnoredAny;

use crate::record::{End, Record};

/// A report without the steps of its traces, which may have gigabytes.
pub type Report = faultscope_json::Report<IgnoredAny>;

/// The mark of a folder of results.
pub(crate) const MARK: &str = "batch.json";

/// What stands there.
const MARK_TEXT: &str = "{ \"schema\": \"faultscope-batch/1\" }\n";

/// The folder of the results.
#[derive(Debug, Clone)]
pub struct Store {
    folder: PathBuf,
}

impl Store {
    /// Opens a folder of results, and makes it where it is not there.
    ///
    /// # Errors
    /// Where it has other things, or cannot be written.
    pub fn open(folder: &Path) -> Result<Store, Diagnostic> {
        let cannot =
            |error: io::Error| Diagnostic::error(format!("cannot write to `{}`: {error}", folder.display()));
        if folder.exists() && !folder.is_dir() {
            return Err(Diagnostic::error(format!("`{}` is not a folder", folder.display())).with_hint(HINT));
        }
        let is_used = fs::read_dir(folder).is_ok_and(|mut it| it.next().is_some());
        if is_used && !folder.join(MARK).is_file() {
            let message = format!("`{}` has files that are not the results of a batch", folder.display());
            return Err(Diagnostic::error(message).with_hint(HINT));
        }
        for part in ["records", "reports", "students"] {
            fs::create_dir_all(folder.join(part)).map_err(cannot)?;
        }
        let store = Store { folder: folder.to_owned() };
        store.write(Path::new(MARK), MARK_TEXT).map_err(cannot)?;
        Ok(store)
    }

    /// Where it is.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The record of a submission, and its report where there has to be one; none where one of them is not there or torn, or
    /// where the record is of another fingerprint.
    pub fn read(&self, name: &str, fingerprint: &str) -> Option<(Record, Option<Report>)> {
        let text = fs::read_to_string(self.folder.join("records").join(format!("{name}.json"))).ok()?;
        let record: Record = serde_json::from_str(&text).ok()?;
        if record.fingerprint != fingerprint {
            return None;
        }
        match record.end {
            End::Reported => {
                let report = self.report(name)?;
                Some((record, Some(report)))
            }
            End::Rejected(_) => Some((record, None)),
            // There may be a result now.
            End::Died(_) => None,
        }
    }

    /// The report of a submission; none where there is none, or it is torn.
    pub fn report(&self, name: &str) -> Option<Report> {
        let file = File::open(self.report_path(name)).ok()?;
        serde_json::from_reader(BufReader::new(file)).ok()
    }

    /// Where the report of a submission is.
    pub fn report_path(&self, name: &str) -> PathBuf {
        self.folder.join("reports").join(format!("{name}.json"))
    }

    /// Writes down that a check has ended.
    ///
    /// # Errors
    /// Where that cannot be written.
    pub fn keep(&self, name: &str, record: &Record) -> io::Result<()> {
        let text = serde_json::to_string(record)? + "\n";
        self.write(&Path::new("records").join(format!("{name}.json")), &text)
    }

    /// Writes a file of the folder: beside its place first.
    ///
    /// # Errors
    /// Where that cannot be done.
    pub fn write(&self, path: &Path, text: &str) -> io::Result<()> {
        let path = self.folder.join(path);
        let beside = beside(&path);
        fs::write(&beside, text)?;
        fs::rename(beside, path)
    }
}

const HINT: &str = "name another folder with `--out`";

/// Where a file is written before it is in its place. What is left there by an end in between is written over.
pub fn beside(path: &Path) -> PathBuf {
    let mut name = std::ffi::OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(".part");
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(end: End) -> Record {
        Record { fingerprint: "f".to_owned(), end, seconds: 0.5 }
    }

    #[test]
    fn what_is_kept_is_read_back() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let store = Store::open(&folder.path().join("out")).expect("a folder");
        let rejected = record(End::Rejected("error: no\n".to_owned()));
        store.keep("a", &rejected).expect("it is written");
        assert_eq!(store.read("a", "f").map(|it| it.0), Some(rejected));
        assert!(store.read("a", "g").is_none(), "another submission");
        assert!(store.read("b", "f").is_none(), "not there");
        assert!(Store::open(&folder.path().join("out")).is_ok(), "it is opened again");
    }

    #[test]
    fn what_is_torn_or_has_died_is_not_there() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let store = Store::open(folder.path()).expect("a folder");
        store.keep("a", &record(End::Reported)).expect("it is written");
        assert!(store.read("a", "f").is_none(), "no report");
        fs::write(store.report_path("a"), "{ \"schema\": ").expect("it is written");
        assert!(store.read("a", "f").is_none(), "half a report");
        store.keep("b", &record(End::Died("killed".to_owned()))).expect("it is written");
        assert!(store.read("b", "f").is_none());
        fs::write(folder.path().join("records/c.json"), "{ \"fin").expect("it is written");
        assert!(store.read("c", "f").is_none());
    }

    #[test]
    fn folders_with_other_things_are_left_alone() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        fs::write(folder.path().join("thesis.tex"), "").expect("a file");
        assert!(Store::open(folder.path()).is_err());
        assert!(Store::open(&folder.path().join("thesis.tex")).is_err());
    }
}
