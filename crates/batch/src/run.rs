//! A batch: all submissions, several at the same time.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::Instant;

use faultscope_ir::Diagnostic;

use crate::fingerprint::Common;
use crate::groups::{Group, groups};
use crate::page::index::{self, Indexed};
use crate::page::student;
use crate::process::Checker;
use crate::record::{End, Record};
use crate::results;
use crate::row::Row;
use crate::stop::Stop;
use crate::store::{Report, Store};
use crate::submission::Submission;

/// A batch.
#[derive(Debug)]
pub struct Batch<'a> {
    /// The submissions.
    pub submissions: &'a [Submission],
    /// What checks one.
    pub checker: &'a Checker,
    /// How many are checked at the same time.
    pub jobs: usize,
    /// Whether pages say only where to look and what goes wrong there.
    pub hints: bool,
    /// The folder of the results.
    pub out: &'a Path,
}

/// What hears how far a batch is.
pub trait Progress {
    /// So many submissions are there, of which so many were checked before.
    fn begin(&mut self, n_before: usize, n_all: usize);
    /// One more was checked.
    fn checked(&mut self, n_done: usize, n_all: usize, row: &Row);
}

/// What came of a batch.
#[derive(Debug)]
pub struct Finished {
    /// A row for each submission that was checked, in their order.
    pub rows: Vec<Row>,
    /// Those with the same mistake.
    pub groups: Vec<Group>,
    /// How many results were there before.
    pub n_before: usize,
    /// How many submissions were not checked, because the batch was stopped.
    pub n_left: usize,
}

impl Batch<'_> {
    /// Checks what was not checked yet, and writes tables and pages.
    ///
    /// # Errors
    /// Where the folder of the results cannot be used.
    pub fn run(&self, stop: &Stop, progress: &mut dyn Progress) -> Result<Finished, Diagnostic> {
        let store = Store::open(self.out)?;
        let finished = self.rows(&store, stop, progress).and_then(|(rows, n_before)| {
            let groups = groups(&rows);
            let n_left = self.submissions.len() - rows.len();
            store.write(Path::new("results.csv"), &results::csv(&rows, &groups))?;
            store.write(Path::new("results.jsonl"), &results::jsonl(&rows, &groups))?;
            let page = index::render(&index::Contents {
                rows: &rows,
                groups: &groups,
                of: Indexed::Submissions { n_left },
                hints: self.hints,
            });
            store.write(Path::new("index.html"), &page)?;
            Ok(Finished { rows, groups, n_before, n_left })
        });
        finished.map_err(|error| {
            let hint = "what was checked is there: the same command goes on from there";
            Diagnostic::error(format!("cannot write to `{}`: {error}", self.out.display())).with_hint(hint)
        })
    }

    /// The rows of all submissions that have a result in the end, and how many had one before.
    fn rows(&self, store: &Store, stop: &Stop, progress: &mut dyn Progress) -> io::Result<(Vec<Row>, usize)> {
        let common = Common::new(&self.checker.version, &self.checker.options, self.checker.tests.as_deref());
        let mut rows: BTreeMap<usize, Row> = BTreeMap::new();
        let mut open = Vec::new();
        for (idx, submission) in self.submissions.iter().enumerate() {
            let fingerprint = common.of(submission);
            match store.read(&submission.name, &fingerprint) {
                Some((record, report)) => {
                    rows.insert(idx, self.told(store, submission, &record, report.as_ref())?);
                }
                None => open.push((idx, fingerprint)),
            }
        }
        let n_before = rows.len();
        progress.begin(n_before, self.submissions.len());
        let (results, received) = mpsc::channel();
        let next = AtomicUsize::new(0);
        thread::scope(|scope| {
            for _ in 0..self.jobs.clamp(1, open.len().max(1)) {
                let results = results.clone();
                scope.spawn(|| self.work(&open, &next, store, stop, results));
            }
            drop(results);
            let mut failure = None;
            for (idx, result) in received {
                let told = result.and_then(|record| {
                    let submission = &self.submissions[idx];
                    let report =
                        (record.end == End::Reported).then(|| store.report(&submission.name)).flatten();
                    self.told(store, submission, &record, report.as_ref())
                });
                match told {
                    Ok(row) => {
                        progress.checked(rows.len() + 1, self.submissions.len(), &row);
                        rows.insert(idx, row);
                    }
                    Err(error) => {
                        // A disk that is full stays so: no further check is worth its time.
                        stop.ask();
                        failure.get_or_insert(error);
                    }
                }
            }
            failure.map_or(Ok(()), Err)
        })?;
        Ok((rows.into_values().collect(), n_before))
    }

    /// Checks one submission after the other, while there are some and the batch is not stopped.
    fn work(
        &self,
        open: &[(usize, String)],
        next: &AtomicUsize,
        store: &Store,
        stop: &Stop,
        results: Sender<(usize, io::Result<Record>)>,
    ) {
        while let Some((idx, fingerprint)) = open.get(next.fetch_add(1, Ordering::Relaxed)) {
            if stop.is_asked() {
                return;
            }
            let submission = &self.submissions[*idx];
            let start = Instant::now();
            let checked = self.checker.check(submission, &store.report_path(&submission.name), stop);
            let seconds = start.elapsed().as_secs_f64();
            let record = |end| Record { fingerprint: fingerprint.clone(), end, seconds };
            let kept = match checked {
                Ok(None) => return,
                Ok(Some(end)) => {
                    let record = record(end);
                    store.keep(&submission.name, &record).map(|()| record)
                }
                Err(error) => Err(error),
            };
            let _ = results.send((*idx, kept));
        }
    }

    /// The row of a submission; writes its page.
    fn told(
        &self,
        store: &Store,
        submission: &Submission,
        record: &Record,
        report: Option<&Report>,
    ) -> io::Result<Row> {
        let row = Row::new(&submission.name, &record.end, report, record.seconds);
        let page = student::render(&row, &record.end, report, self.hints);
        store.write(&Path::new("students").join(format!("{}.md", submission.name)), &page)?;
        Ok(row)
    }
}
