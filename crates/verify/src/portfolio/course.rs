//! The threads of the engines, and how long to wait for which.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, Scope};
use std::time::{Duration, Instant};

use faultscope_solver::Limits;

use super::conclude::{Ended, conclude};
use super::{Config, Engine, HEAD_START, HEAD_START_UNWIND, Outcome, PATIENCE, Progress};
use crate::trace_abstraction::{self, End};
use crate::{ErrorTrace, UnknownReason, Verdict, bmc};

/// How to run the engines; tests bring their own.
pub(super) struct Engines<B, T> {
    pub(super) bmc: B,
    pub(super) trace_abstraction: T,
}

/// How often an engine that is to stop is told so: a query that is just starting misses it.
const TICK: Duration = Duration::from_millis(10);

/// Stack of an engine's thread.
const STACK_BYTES: usize = 1 << 28;

/// What an engine's thread says.
enum Event {
    Depth(u32),
    Iteration(usize),
    Trace(Box<ErrorTrace>),
    Bmc(Ended<bmc::Outcome>),
    TraceAbstraction(Ended<trace_abstraction::Outcome>),
}

/// Passes on what an engine tells.
pub(super) struct Told(Sender<Event>);

impl Told {
    fn send(&self, event: Event) {
        // Nobody listens any more once there is an answer.
        let _ = self.0.send(event);
    }
}

impl bmc::Progress for Told {
    fn depth(&mut self, unwind: u32) {
        self.send(Event::Depth(unwind));
    }
}

impl trace_abstraction::Progress for Told {
    fn iteration(&mut self, n: usize) {
        self.send(Event::Iteration(n));
    }

    fn trace(&mut self, trace: &ErrorTrace) {
        self.send(Event::Trace(Box::new(trace.clone())));
    }
}

/// Runs the engines that the strategy names.
pub(super) fn run<B, T>(
    engines: Engines<B, T>,
    config: &Config,
    limits: &Limits,
    progress: &mut dyn Progress,
) -> Outcome
where
    B: FnOnce(&Limits, &mut Told) -> bmc::Outcome + Send,
    T: FnOnce(Vec<ErrorTrace>, &Limits, &mut Told) -> trace_abstraction::Outcome + Send,
{
    let (sender, events) = mpsc::channel();
    let mut course = Course {
        wants_several: config.wants_several(),
        progress,
        events,
        start: Instant::now(),
        unwind: 0,
        bmc: Part::new(limits),
        trace_abstraction: Part::new(limits),
    };
    thread::scope(|scope| {
        if config.strategy.asks(Engine::Bmc) {
            let limits = course.bmc.limits(config.bmc_time);
            let mut told = Told(sender.clone());
            course.bmc.start(scope, move || {
                let ended = guarded("bounded model checking", || (engines.bmc)(&limits, &mut told));
                told.send(Event::Bmc(ended));
            });
            course.await_head_start();
        }
        if config.strategy.asks(Engine::TraceAbstraction) && !course.is_answered_by_bmc() {
            let limits = course.trace_abstraction.limits(config.trace_abstraction_time);
            let mut told = Told(sender);
            let known = course.known_traces();
            course.trace_abstraction.start(scope, move || {
                let run = || (engines.trace_abstraction)(known, &limits, &mut told);
                let ended = guarded("trace abstraction", run);
                told.send(Event::TraceAbstraction(ended));
            });
        }
        course.await_answer();
        course.stop();
    });
    course.conclude()
}

/// A bug of one engine must not cost the answer of the other.
fn guarded<T>(name: &str, engine: impl FnOnce() -> T) -> Ended<T> {
    // Nothing that the engine worked on is looked at again.
    let result = catch_unwind(AssertUnwindSafe(engine));
    result.map(Box::new).map_err(|panic| {
        let text = panic.downcast_ref::<&str>().copied();
        let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or_default();
        UnknownReason::Bug {
            message: format!("{name} broke down: {}", text.lines().next().unwrap_or_default()),
        }
    })
}

/// An engine.
struct Part<T> {
    limits: Limits,
    state: State<T>,
    /// It has told of an error trace.
    has_trace: bool,
}

enum State<T> {
    NotAsked,
    Running,
    Ended(Ended<T>, Instant),
}

impl<T> Part<T> {
    fn new(limits: &Limits) -> Part<T> {
        Part { limits: limits.child(), state: State::NotAsked, has_trace: false }
    }

    /// The limits of the part with a budget of its own from now on.
    fn limits(&self, time: Option<Duration>) -> Limits {
        time.map_or_else(|| self.limits.clone(), |time| self.limits.with_timeout(time))
    }

    fn start<'scope>(&mut self, scope: &'scope Scope<'scope, '_>, work: impl FnOnce() + Send + 'scope) {
        let builder = thread::Builder::new().stack_size(STACK_BYTES);
        self.state = State::Running;
        if let Err(error) = builder.spawn_scoped(scope, work) {
            self.end(Err(UnknownReason::Solver { message: format!("cannot start a thread: {error}") }));
        }
    }

    fn end(&mut self, ended: Ended<T>) {
        self.state = State::Ended(ended, Instant::now());
    }

    fn is_running(&self) -> bool {
        matches!(self.state, State::Running)
    }

    fn outcome(&self) -> Option<&T> {
        match &self.state {
            State::Ended(ended, _) => ended.as_deref().ok(),
            State::NotAsked | State::Running => None,
        }
    }

    fn into_ended(self) -> Option<Ended<T>> {
        match self.state {
            State::Ended(ended, _) => Some(ended),
            State::NotAsked | State::Running => None,
        }
    }
}

/// One run of the engines, as the waiting thread sees it.
struct Course<'a> {
    wants_several: bool,
    progress: &'a mut dyn Progress,
    events: Receiver<Event>,
    start: Instant,
    /// The bound that bounded model checking is at.
    unwind: u32,
    bmc: Part<bmc::Outcome>,
    trace_abstraction: Part<trace_abstraction::Outcome>,
}

impl Course<'_> {
    /// What bounded model checking has found by now.
    fn known_traces(&self) -> Vec<ErrorTrace> {
        match self.bmc.outcome().map(|outcome| &outcome.verdict) {
            Some(Verdict::Unsafe(trace)) if trace.replayed => vec![(**trace).clone()],
            _ => Vec::new(),
        }
    }

    /// Waits for the next event, for a tick at most.
    fn step(&mut self) {
        match self.events.recv_timeout(TICK) {
            Ok(Event::Depth(unwind)) => {
                self.unwind = unwind;
                self.progress.depth(unwind);
            }
            Ok(Event::Iteration(n)) => self.progress.iteration(n),
            Ok(Event::Trace(trace)) => {
                self.trace_abstraction.has_trace = true;
                self.progress.trace(Engine::TraceAbstraction, &trace);
            }
            Ok(Event::Bmc(ended)) => {
                if let Ok(Verdict::Unsafe(trace)) = ended.as_ref().map(|outcome| &outcome.verdict) {
                    self.bmc.has_trace = true;
                    self.progress.trace(Engine::Bmc, trace);
                }
                self.bmc.end(ended);
            }
            Ok(Event::TraceAbstraction(ended)) => self.trace_abstraction.end(ended),
            // A tick; or every sender is gone, and with it every engine that runs.
            Err(_) => {}
        }
    }

    fn await_head_start(&mut self) {
        while self.bmc.is_running() && self.unwind <= HEAD_START_UNWIND && self.start.elapsed() < HEAD_START {
            self.step();
        }
    }

    fn await_answer(&mut self) {
        while !self.is_decided() {
            if self.wants_several && self.trace_abstraction.has_trace {
                // Its trace would only count if there were no other.
                self.bmc.limits.cancel();
            }
            self.step();
        }
    }

    /// Whether what the engines that still run might say makes no difference.
    fn is_decided(&self) -> bool {
        let is_over = !self.bmc.is_running() && !self.trace_abstraction.is_running();
        is_over || self.is_answered_by_bmc() || self.is_answered_by_trace_abstraction()
    }

    fn is_answered_by_bmc(&self) -> bool {
        match self.bmc.outcome().map(|outcome| &outcome.verdict) {
            Some(Verdict::Safe) => !self.trace_abstraction.has_trace,
            Some(Verdict::Unsafe(_)) => !self.wants_several,
            Some(Verdict::Unknown(_)) | None => false,
        }
    }

    fn is_answered_by_trace_abstraction(&self) -> bool {
        match self.trace_abstraction.outcome() {
            Some(outcome) if outcome.traces.is_empty() => outcome.end == End::Empty,
            Some(_) => self.wants_several || self.is_late(),
            None => false,
        }
    }

    /// Whether bounded model checking has had its time after trace abstraction found a trace.
    fn is_late(&self) -> bool {
        match self.trace_abstraction.state {
            State::Ended(_, end) => self.start.elapsed() >= (end - self.start) * PATIENCE,
            _ => false,
        }
    }

    fn stop(&mut self) {
        while self.bmc.is_running() || self.trace_abstraction.is_running() {
            self.bmc.limits.cancel();
            self.trace_abstraction.limits.cancel();
            self.step();
        }
    }

    fn conclude(self) -> Outcome {
        conclude(self.wants_several, self.bmc.into_ended(), self.trace_abstraction.into_ended())
    }
}
