//! A check as a process of its own: it can be ended at any time, and what goes wrong in it costs nobody else anything.
//!
//! Its standard input is held open. It ends when that is closed, so that it goes with the server however that goes.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Duration;

use crate::events::{Event, RunId, Said};

/// How much of what a check complains of is kept, in bytes.
const MAX_COMPLAINT: u64 = 64 << 10;

/// What checks programs.
#[derive(Debug, Clone)]
pub struct Checker {
    /// The program that is started.
    pub program: PathBuf,
    /// Its first arguments; the options of the check and the files of the program follow.
    pub arguments: Vec<OsString>,
    /// How much longer than it is told to a check may take before it is ended.
    pub grace: Duration,
}

/// A process that checks. It is ended where it is dropped.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
}

impl Process {
    /// Starts a check that reports its lines.
    pub(crate) fn start(
        checker: &Checker,
        folder: &Path,
        arguments: &[OsString],
        run: RunId,
        events: &Sender<Event>,
    ) -> io::Result<Process> {
        let mut command = Command::new(&checker.program);
        command.args(&checker.arguments).args(arguments).current_dir(folder);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn()?;
        let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
        let events = events.clone();
        let complaints = thread::spawn(move || stderr.map(complaints).unwrap_or_default());
        thread::spawn(move || {
            for line in stdout.into_iter().flat_map(|it| BufReader::new(it).split(b'\n')) {
                let Ok(line) = line else { break };
                let line = String::from_utf8_lossy(&line).into_owned();
                let _ = events.send(Event::Worker(run, Said::Line(line)));
            }
            let complaints = complaints.join().unwrap_or_default();
            let _ = events.send(Event::Worker(run, Said::Nothing(complaints)));
        });
        Ok(Process { child })
    }

    /// How a process has ended that says no more.
    pub(crate) fn ended(&mut self) -> Option<ExitStatus> {
        self.child.wait().ok()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // One that has ended cannot be ended, which is as good.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn complaints(mut stderr: impl Read) -> String {
    let mut kept = Vec::new();
    let _ = (&mut stderr).take(MAX_COMPLAINT).read_to_end(&mut kept);
    // Who complains of more must not wait for a reader.
    let _ = io::copy(&mut stderr, &mut io::sink());
    String::from_utf8_lossy(&kept).into_owned()
}
