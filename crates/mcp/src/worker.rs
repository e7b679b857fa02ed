//! A call as a process of its own: it can be ended at any time, what goes wrong in it costs nobody else anything, and the
//! memory that it took is free again behind it.
//!
//! The process is this program with `--worker FOLDER`. What it is to do is in a file there ([`Job`]), and so is its report
//! when it has ended; what it prints are lines of JSON. Its standard input is held open: it ends when that is closed, so that it
//! goes with the server however that goes.

use std::fs;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::Sender;
use std::thread;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tempfile::TempDir;

use crate::events::{CallId, Event, Said};

/// The argument that makes this program a worker.
pub const WORKER: &str = "--worker";

/// What a worker is asked.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Job {
    /// The tool.
    pub tool: String,
    /// Its arguments, as the client gives them.
    pub arguments: Map<String, Value>,
    /// The name by which its report is known afterwards, or is known already.
    pub name: String,
    /// A report that the server has kept, which the arguments name.
    pub report: Option<String>,
    /// What the tool was called with that made this report, where the program is asked about again.
    pub program: Option<Map<String, Value>>,
}

/// What a worker prints on a line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Line {
    /// What it is doing.
    Doing(String),
    /// What comes of the call.
    Result(Value),
}

/// Where the job is.
pub(crate) fn job_in(folder: &Path) -> PathBuf {
    folder.join("job.json")
}

/// Where the report is, once there is one.
pub(crate) fn report_in(folder: &Path) -> PathBuf {
    folder.join("report.json")
}

/// Where the worker puts what is only for the time of the call.
pub(crate) fn scratch_in(folder: &Path) -> PathBuf {
    folder.join("scratch")
}

/// A worker at work. It is ended where it is dropped.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    folder: TempDir,
}

impl Process {
    /// Starts a worker that tells what it does.
    pub(crate) fn start(
        program: &Path,
        job: &Job,
        call: CallId,
        events: &Sender<Event>,
    ) -> io::Result<Process> {
        let folder = tempfile::Builder::new().prefix("faultscope-mcp").tempdir()?;
        fs::create_dir_all(scratch_in(folder.path()))?;
        fs::write(job_in(folder.path()), serde_json::to_string(job)?)?;
        let mut command = Command::new(program);
        command.arg(WORKER).arg(folder.path()).env("TMPDIR", scratch_in(folder.path()));
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let stdout = child.stdout.take();
        let events = events.clone();
        thread::spawn(move || {
            for line in stdout.into_iter().flat_map(|it| BufReader::new(it).split(b'\n')) {
                let Ok(line) = line else { break };
                let said = match serde_json::from_slice(&line) {
                    Ok(Line::Doing(what)) => Said::Doing(what),
                    Ok(Line::Result(result)) => Said::Result(result),
                    // Whatever a library prints.
                    Err(_) => continue,
                };
                let _ = events.send(Event::Worker(call, said));
            }
            let _ = events.send(Event::Worker(call, Said::Nothing));
        });
        Ok(Process { child, folder })
    }

    /// The report that the worker has left.
    pub(crate) fn report(&self) -> Option<String> {
        fs::read_to_string(report_in(self.folder.path())).ok()
    }

    /// How a worker has ended that says no more.
    pub(crate) fn ending(&mut self) -> String {
        self.child.wait().map_or_else(|error| error.to_string(), |it| it.to_string())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // One that has ended cannot be ended, which is as good.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
