//! A check under limits that hold whatever happens.
//!
//! Every layer looks at its [`Limits`](faultscope_solver::Limits) and ends with a value when one is exceeded. Should one
//! not, or should there be a bug, this is the net: the check runs in a thread of its own, and who waits for it here gives
//! up after the limit and a little grace, with what was known by then.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use faultscope_report::{Note, Report, Verdict};
use faultscope_solver::StopReason;

use crate::assemble;
use crate::request::{CheckRequest, CheckResult, Options, Phase, Progress};

/// How often limits are looked at.
const TICK: Duration = Duration::from_millis(100);

/// How long a check that should stop may go on.
const GRACE: Duration = Duration::from_secs(3);

/// Parsers and translations recurse on what they are given.
const STACK_BYTES: usize = 1 << 30;

/// How a guarded check ended.
#[derive(Debug)]
pub enum Ending {
    /// With an answer.
    Answered(CheckResult),
    /// By a bug. What was known by then, if anything was.
    Crashed(Option<Report>),
}

/// Runs a check. `progress` is told from the check's thread, and `tick` is called from this one every now and then.
pub fn check(
    request: CheckRequest,
    progress: impl Progress + Send + 'static,
    tick: &mut dyn FnMut(Duration),
) -> Ending {
    let options = request.options.clone();
    let watch = Arc::new(Watch::new(progress));
    let (sender, receiver) = mpsc::channel();
    let worker_watch = Arc::clone(&watch);
    let work = move || {
        // A panic leaves nothing behind that is looked at again, except what `Watch` keeps behind its lock.
        let result = catch_unwind(AssertUnwindSafe(|| crate::check(&request, &*worker_watch)));
        // Whoever no longer waits has given up.
        let _ = sender.send(result);
    };
    let start = Instant::now();
    let builder = std::thread::Builder::new().name("check".to_owned()).stack_size(STACK_BYTES);
    if let Err(error) = builder.spawn(work) {
        let message = format!("cannot start a thread: {error}");
        return Ending::Answered(Err(faultscope_report::Diagnostic::error(message).into()));
    }
    let mut stop: Option<Stop> = None;
    loop {
        match receiver.recv_timeout(TICK) {
            Ok(Ok(result)) => {
                return Ending::Answered(watch.explained(result, stop.as_ref(), &options));
            }
            Ok(Err(_)) | Err(RecvTimeoutError::Disconnected) => return Ending::Crashed(watch.known()),
            Err(RecvTimeoutError::Timeout) => {}
        }
        tick(start.elapsed());
        stop = stop.or_else(|| {
            let reason = reason_to_stop(start, &options)?;
            Some(Stop { reason, since: Instant::now(), searching: watch.searching.load(Ordering::Relaxed) })
        });
        if let Some(stop) = &stop {
            // Once may not be enough: a query that is just starting misses it.
            options.limits.cancel();
            if stop.since.elapsed() > GRACE {
                return Ending::Answered(Ok(watch.given_up(stop.reason, &options)));
            }
        }
    }
}

/// A check that was told to stop.
struct Stop {
    reason: StopReason,
    since: Instant,
    /// Whether it was looking for errors then.
    searching: bool,
}

/// The limit that is exceeded. The check gets some time to notice its deadline itself.
fn reason_to_stop(start: Instant, options: &Options) -> Option<StopReason> {
    let late = |timeout: Duration| start.elapsed() > timeout + TICK;
    if options.timeout.is_some_and(late) {
        return Some(StopReason::TimeLimit);
    }
    let limit = options.limits.memory_mib();
    if limit.is_some_and(|limit| resident_mib().is_some_and(|used| used > limit)) {
        return Some(StopReason::MemoryLimit);
    }
    options.limits.exceeded()
}

/// The memory that this process occupies, where the system tells.
fn resident_mib() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kib: u64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kib / 1024)
}

/// Keeps what a check has told so far.
struct Watch<P> {
    progress: P,
    start: Instant,
    report: Mutex<Option<Report>>,
    /// The bound that bounded model checking is at.
    unwind: AtomicU32,
    /// Whether the search is on.
    searching: AtomicBool,
}

impl<P: Progress> Progress for Watch<P> {
    fn phase(&self, phase: Phase) {
        self.searching.store(phase == Phase::Searching, Ordering::Relaxed);
        self.progress.phase(phase);
    }

    fn depth(&self, unwind: u32) {
        self.unwind.store(unwind, Ordering::Relaxed);
        self.progress.depth(unwind);
    }

    fn iteration(&self, n: usize) {
        self.progress.iteration(n);
    }

    fn traces(&self, n: usize) {
        self.progress.traces(n);
    }

    fn preliminary(&self, report: &Report) {
        *self.report.lock().unwrap_or_else(PoisonError::into_inner) = Some(report.clone());
        self.progress.preliminary(report);
    }
}

impl<P> Watch<P> {
    fn new(progress: P) -> Watch<P> {
        Watch {
            progress,
            start: Instant::now(),
            report: Mutex::default(),
            unwind: AtomicU32::new(0),
            searching: AtomicBool::new(false),
        }
    }

    /// The last report that the check has told of, and the time that has passed.
    fn known(&self) -> Option<Report> {
        let mut report = self.report.lock().unwrap_or_else(PoisonError::into_inner).clone()?;
        report.statistics.total_seconds = self.start.elapsed().as_secs_f64();
        Some(report)
    }

    /// The bound below the one that the search is at.
    fn completed(&self) -> u32 {
        self.unwind.load(Ordering::Relaxed) / 2
    }

    /// The result, with the reason for which it was cancelled: the check itself only knows that it was.
    fn explained(&self, result: CheckResult, stop: Option<&Stop>, options: &Options) -> CheckResult {
        let mut report = result?;
        let Some(stop) = stop else { return Ok(report) };
        match report.verdict {
            Verdict::Unknown => {
                report.reason = Some(assemble::stopped(stop.reason, self.completed(), options));
            }
            Verdict::Unsafe if stop.searching && report.all_traces == Some(false) => {
                report.reason = Some(assemble::stopped(stop.reason, 0, options));
            }
            Verdict::Unsafe | Verdict::Safe => {}
        }
        Ok(report)
    }

    /// What is known of a check that did not stop when it should.
    fn given_up(&self, reason: StopReason, options: &Options) -> Report {
        let mut report = self.known().unwrap_or_else(assemble::nothing);
        let note = assemble::stopped(reason, 0, options);
        match report.verdict {
            Verdict::Unknown => {
                report.reason = Some(assemble::stopped(reason, self.completed(), options));
                return report;
            }
            Verdict::Safe => {
                let message = format!("{}; the proof was not checked", note.message);
                report.warnings.push(Note { message, ..note });
                return report;
            }
            Verdict::Unsafe => {}
        }
        if report.all_traces == Some(false) && report.reason.is_none() {
            report.reason = Some(note.clone());
        }
        report.warnings.push(Note {
            message: format!("{}; which statements matter was not decided", note.message),
            ..note
        });
        report
    }
}
