//! One check as a process of its own: what goes wrong in it costs no other submission anything.
//!
//! Its standard input is held open. It ends when that is closed, so that no check outlives the batch, however that ends.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::record::End;
use crate::stop::Stop;
use crate::store::beside;
use crate::submission::Submission;

/// What checks programs.
#[derive(Debug, Clone)]
pub struct Checker {
    /// The program that is started.
    pub program: PathBuf,
    /// Its version, with everything that decides its answers.
    pub version: String,
    /// Its first arguments, which make it print a report as JSON. The options and the files of the program follow.
    pub arguments: Vec<OsString>,
    /// The options of the check.
    pub options: Vec<OsString>,
    /// The tests of all submissions that have none of their own.
    pub tests: Option<PathBuf>,
    /// After how much time it is ended; none for never.
    pub deadline: Option<Duration>,
}

/// How much of what a check complains of is kept, in bytes.
const MAX_COMPLAINT: u64 = 64 << 10;

/// How often it is looked whether a check has ended.
const EVERY: Duration = Duration::from_millis(10);

/// The exit code of a program or options that are wrong.
const BAD_INPUT: i32 = 2;

impl Checker {
    /// Checks a submission, and writes its report. None where the batch was stopped first.
    ///
    /// # Errors
    /// Where the report cannot be written, or no process can be started.
    pub fn check(&self, submission: &Submission, report: &Path, stop: &Stop) -> io::Result<Option<End>> {
        let part = beside(report);
        let mut child = self.start(submission, File::create(&part)?)?;
        let stderr = child.0.stderr.take();
        let complaint = thread::spawn(move || stderr.map(complaint).unwrap_or_default());
        let ended = self.wait(&mut child, stop)?;
        if ended.is_none() {
            child.end();
        }
        let complaint = complaint.join().unwrap_or_default();
        let end = match ended {
            _ if stop.is_asked() => None,
            None => Some(End::Died("it did not end in time".to_owned())),
            Some(status) => match status.code() {
                Some(BAD_INPUT) => Some(End::Rejected(complaint)),
                Some(_) if fs::metadata(&part)?.len() > 0 => Some(End::Reported),
                _ => Some(End::Died(last_words(&complaint, status))),
            },
        };
        match end {
            Some(End::Reported) => fs::rename(part, report)?,
            _ => fs::remove_file(part)?,
        }
        Ok(end)
    }

    fn start(&self, submission: &Submission, report: File) -> io::Result<Process> {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).args(&self.options);
        if let Some(tests) = submission.tests.as_ref().or(self.tests.as_ref()) {
            command.arg("--tests").arg(tests);
        }
        command.arg("--").args(&submission.files);
        command.stdin(Stdio::piped()).stdout(report).stderr(Stdio::piped());
        // Ctrl-C is for the batch, which ends its checks: one that ended itself would leave half of an answer.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        command.spawn().map(Process)
    }

    /// Waits for the end; none where that does not come in time, or the batch is stopped.
    fn wait(&self, child: &mut Process, stop: &Stop) -> io::Result<Option<ExitStatus>> {
        let start = Instant::now();
        loop {
            if let Some(status) = child.0.try_wait()? {
                return Ok(Some(status));
            }
            if stop.is_asked() || self.deadline.is_some_and(|it| start.elapsed() > it) {
                return Ok(None);
            }
            thread::sleep(EVERY);
        }
    }
}

/// A process that is ended where it is dropped.
struct Process(Child);

impl Process {
    fn end(&mut self) {
        // One that has ended cannot be ended, which is as good.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

fn complaint(mut stderr: impl Read) -> String {
    let mut kept = Vec::new();
    let _ = (&mut stderr).take(MAX_COMPLAINT).read_to_end(&mut kept);
    // A check that complains of more must not wait for a reader.
    let _ = io::copy(&mut stderr, &mut io::sink());
    String::from_utf8_lossy(&kept).into_owned()
}

fn last_words(complaint: &str, status: ExitStatus) -> String {
    complaint
        .lines()
        .rev()
        .find(|it| !it.trim().is_empty())
        .map_or_else(|| status.to_string(), |it| format!("{it} ({status})"))
}
