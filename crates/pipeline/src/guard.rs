//! A check under limits that hold whatever happens.
//!
//! Every layer looks at its [`Limits`](faultscope_solver::Limits) and ends with a value when one is exceeded. Should one
//! not, or should there be a bug, this is the net: the check runs in a thread of its own, and who waits for it here gives
//! up after the limit and a little grace, with what was known by then.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use faultscope_project::memory::{is_address_space_full, occupies_more_than};
use faultscope_report::{Report, Verification};
use faultscope_solver::{StopReason, WallClock};

use crate::assemble::report;
use crate::check::{CheckResult, run};
use crate::input::Rejection;
use crate::progress::{Phase, Progress};
use crate::request::{CheckRequest, Options};
use crate::stages::{Stages, Stopped};
use crate::verify_patch::verify_patch as verify;

/// How often limits are looked at.
const TICK: Duration = Duration::from_millis(20);

/// How long a check that should stop may go on.
const GRACE: Duration = Duration::from_millis(200);

/// So much more memory than is allowed ends a check at once.
const MEMORY_OF_GRACE_MIB: u64 = 16;

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

/// How guarded work ended.
#[derive(Debug)]
pub enum Guarded<T> {
    /// With a result.
    Done(T),
    /// It was told to stop for this reason, and went on.
    GivenUp(StopReason),
    /// By a bug.
    Crashed,
}

/// Runs a check. `progress` is told from the check's thread, and `tick` is called from this one every now and then.
pub fn check(
    request: CheckRequest,
    progress: impl Progress + Send + 'static,
    tick: &mut dyn FnMut(Duration),
) -> Ending {
    let options = request.options.clone();
    let watch = Arc::new(Watch::new(progress, options.limits.clock()));
    let work = move |watch: &Watch<_>| {
        let stages = run(&request, watch)?;
        Ok(report(&Stages { stopped: watch.told(), ..stages }))
    };
    match guarded(&options, &watch, tick, work) {
        Guarded::Done(result) => Ending::Answered(result),
        Guarded::Crashed => Ending::Crashed(watch.known(&options, Stopped::Crashed)),
        Guarded::GivenUp(reason) => {
            let completed = watch.completed();
            let report = watch.known(&options, Stopped::GivenUp { reason, completed });
            // Where not even that can be said there is nothing to say.
            report.map_or(Ending::Crashed(None), |report| Ending::Answered(Ok(report)))
        }
    }
}

/// Asks whether a diff is a repair, as [`check`] runs a check.
pub fn verify_patch(
    request: CheckRequest,
    diff: String,
    progress: impl Progress + Send + 'static,
    tick: &mut dyn FnMut(Duration),
) -> Guarded<Result<Verification, Rejection>> {
    let options = request.options.clone();
    let watch = Arc::new(Watch::new(progress, options.limits.clock()));
    guarded(&options, &watch, tick, move |watch| verify(&request, &diff, watch))
}

/// Does work under limits that hold whatever happens.
fn guarded<P: Progress + Send + 'static, T: Send + 'static>(
    options: &Options,
    watch: &Arc<Watch<P>>,
    tick: &mut dyn FnMut(Duration),
    work: impl FnOnce(&Watch<P>) -> Result<T, Rejection> + Send + 'static,
) -> Guarded<Result<T, Rejection>> {
    let (sender, receiver) = mpsc::channel();
    let worker_watch = Arc::clone(watch);
    let work = move || {
        // A panic leaves nothing behind that is looked at again, except what `Watch` keeps behind its locks.
        let result = catch_unwind(AssertUnwindSafe(|| work(&worker_watch)));
        // Whoever no longer waits has given up.
        let _ = sender.send(result);
    };
    let clock = options.limits.clock();
    let start = clock.now();
    let builder = std::thread::Builder::new().name("check".to_owned()).stack_size(STACK_BYTES);
    if let Err(error) = builder.spawn(work) {
        let message = format!("cannot start a thread: {error}");
        return Guarded::Done(Err(faultscope_ir::Diagnostic::error(message).into()));
    }
    let mut stop: Option<(StopReason, Instant)> = None;
    loop {
        match receiver.recv_timeout(TICK) {
            Ok(Ok(result)) => return Guarded::Done(result),
            Ok(Err(_)) | Err(RecvTimeoutError::Disconnected) => return Guarded::Crashed,
            Err(RecvTimeoutError::Timeout) => {}
        }
        tick(clock.since(start));
        stop = stop.or_else(|| {
            let reason = reason_to_stop(start, options)?;
            watch.tell(reason);
            Some((reason, clock.now()))
        });
        if let Some((reason, since)) = stop {
            // Once may not be enough: a query that is just starting misses it.
            options.limits.stop(reason);
            if clock.since(since) > GRACE || is_far_beyond(reason, options) {
                return Guarded::GivenUp(reason);
            }
        }
    }
}

/// The limit that is exceeded. The check, whose own deadline is a little earlier, has had some time to notice.
fn reason_to_stop(start: Instant, options: &Options) -> Option<StopReason> {
    let is_late = |timeout: Duration| options.limits.clock().since(start) > timeout;
    if options.timeout.is_some_and(is_late) {
        return Some(StopReason::TimeLimit);
    }
    if uses_more_than(0, options) || is_address_space_full() {
        return Some(StopReason::MemoryLimit);
    }
    options.limits.exceeded()
}

/// Whether there is no time to wait until what should stop has stopped: memory grows while it goes on.
fn is_far_beyond(reason: StopReason, options: &Options) -> bool {
    reason == StopReason::MemoryLimit
        && (uses_more_than(MEMORY_OF_GRACE_MIB, options) || is_address_space_full())
}

/// Whether the process occupies so many mebibytes more than it may.
fn uses_more_than(more: u64, options: &Options) -> bool {
    options.limits.memory_mib().is_some_and(|limit| occupies_more_than(limit + more))
}

/// Keeps what a check has told so far, and what it was told.
struct Watch<P> {
    progress: P,
    clock: WallClock,
    start: Instant,
    stages: Mutex<Option<Stages>>,
    told: Mutex<Option<Stopped>>,
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

    fn preliminary(&self, stages: &Stages) {
        *lock(&self.stages) = Some(stages.clone());
        self.progress.preliminary(stages);
    }
}

impl<P> Watch<P> {
    fn new(progress: P, clock: WallClock) -> Watch<P> {
        Watch {
            progress,
            clock,
            start: clock.now(),
            stages: Mutex::default(),
            told: Mutex::default(),
            unwind: AtomicU32::new(0),
            searching: AtomicBool::new(false),
        }
    }

    /// Notes that the check is told to stop. What it answers then says why.
    fn tell(&self, reason: StopReason) {
        let searching = self.searching.load(Ordering::Relaxed);
        *lock(&self.told) = Some(Stopped::Told { reason, searching, completed: self.completed() });
    }

    fn told(&self) -> Option<Stopped> {
        *lock(&self.told)
    }

    /// The bound below the one that the search is at.
    fn completed(&self) -> u32 {
        self.unwind.load(Ordering::Relaxed) / 2
    }

    /// What is known of a check that does not answer; none where that cannot be said either.
    fn known(&self, options: &Options, stopped: Stopped) -> Option<Report> {
        let mut stages = lock(&self.stages).clone().unwrap_or_else(|| Stages::new(options));
        stages.stopped = Some(stopped);
        stages.times.total = self.clock.since(self.start);
        std::thread::scope(|scope| {
            let sized = |bytes| std::thread::Builder::new().stack_size(bytes);
            let start = |bytes| sized(bytes).spawn_scoped(scope, || report(&stages));
            // There may be no room for a large stack any more.
            start(STACK_BYTES).or_else(|_| start(STACK_BYTES >> 6)).ok()?.join().ok()
        })
    }
}

/// What is behind a lock, whoever broke down while holding it.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
