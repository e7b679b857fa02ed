//! The threads of the engines, and how long to wait for which.
//!
//! What the waiting thread sees depends on the machine; what it concludes does not: it asks [`Race`] until what it has
//! seen decides the matter, and takes into account what had ended by then, by effort. An engine that can no longer change
//! the answer is cancelled.
//!
//! That an engine does not end up to some effort is not always seen by waiting: it can be stuck in a question to a solver for
//! as long as it likes. It is then cancelled. Mostly it has spent more than that effort when it stops, and if not, it is
//! run again with that effort as its budget.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, Scope};
use std::time::{Duration, Instant};

use faultscope_ir::DecidedBy;
use faultscope_solver::{Limits, StopReason};

use super::conclude::{Ended, conclude};
use super::config::{Engine, PortfolioConfig};
use super::pace::{Pacer, Turns};
use super::progress::{Progress, RaceEvent};
use super::race::{Judgement, Race, Runner, Says};
use crate::answer::{Answer, Effort, Verdict};
use crate::bmc;
use crate::limits::{HEAD_START, HEAD_START_UNWIND, LEAST_AFTER_SPENT, PATIENCE};
use crate::trace_abstraction;
use crate::{ErrorTrace, UnknownReason};

/// How to run the engines; tests bring their own.
pub(super) struct Engines<B, T> {
    pub(super) bmc: B,
    pub(super) trace_abstraction: T,
}

/// How often an engine that is to stop is told so: a query that is just starting misses it.
const TICK: Duration = Duration::from_millis(10);

/// For so long an engine that is waited for may be without news in any case.
pub(super) const PATIENT: Duration = Duration::from_millis(50);

/// Trace abstraction is started after this time even if it is not yet known that it is needed.
const EARLY_START: Duration = Duration::from_millis(250);

/// Stack of an engine's thread.
const STACK_BYTES: usize = 1 << 28;

/// Passes on what an engine tells.
pub(super) struct Told {
    sender: Sender<RaceEvent>,
    pacer: Arc<Pacer>,
}

impl Told {
    fn send(&self, event: RaceEvent) {
        // Nobody listens any more once there is an answer.
        let _ = self.sender.send(event);
    }
}

impl bmc::Progress for Told {
    fn depth(&mut self, unwind: u32) {
        if unwind > HEAD_START_UNWIND {
            self.pacer.note_bounds();
        }
        self.send(RaceEvent::Depth(unwind));
    }

    fn error_known(&mut self) {
        self.pacer.note_error();
    }
}

impl trace_abstraction::Progress for Told {
    fn iteration(&mut self, n: usize) {
        self.send(RaceEvent::Iteration(n));
    }

    fn trace(&mut self, trace: &ErrorTrace) {
        self.pacer.note_trace();
        self.send(RaceEvent::Trace(Box::new(trace.clone())));
    }
}

/// Runs the engines that the strategy names.
pub(super) fn run<B, T>(
    engines: Engines<B, T>,
    config: &PortfolioConfig,
    limits: &Limits,
    progress: &mut dyn Progress,
) -> Answer
where
    B: Fn(&Limits, &mut Told) -> Answer + Sync,
    T: Fn(Vec<ErrorTrace>, &Limits, &mut Told) -> Answer + Sync,
{
    let (sender, events) = mpsc::channel();
    let mut course = Course {
        engines: &engines,
        wants_several: config.wants_several(),
        head_start: config.head_start.map_or(HEAD_START, |it| it.min(HEAD_START)),
        progress,
        sender,
        events,
        limits,
        turns: (config.jobs < 2).then(Arc::default),
        bmc: Part::new(Engine::Bmc, 1),
        trace_abstraction: Part::new(Engine::TraceAbstraction, config.pace.max(1)),
        known: Vec::new(),
        abandoned: Vec::new(),
    };
    let decided = thread::scope(|scope| {
        let decided = course.race(scope, config);
        course.stop();
        decided
    });
    limits.spend(decided);
    course.conclude(decided)
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
    engine: Engine,
    /// What counts as spent before it starts.
    offset: u64,
    /// How many of its units count as one.
    pace: u64,
    state: PartState<T>,
    /// Its run has a budget of its own, at which it ends by itself.
    is_bounded: bool,
    /// What it had spent, from the offset on, when it told of its first trace and when it went beyond the bounds of a head
    /// start.
    first_trace: Option<u64>,
    passed_bounds: Option<u64>,
}

enum PartState<T> {
    NotAsked,
    Running(Run<T>),
    /// It was stopped when it had spent this much.
    Stopped(u64),
    Ended(Ended<T>, u64),
}

/// A run of an engine on its thread.
struct Run<T> {
    pacer: Arc<Pacer>,
    limits: Limits,
    /// With what it ended, and what it had spent then.
    ended: Slot<T>,
    /// When something new was last seen of it, and what it had spent then.
    news: Option<(Instant, u64)>,
}

type Slot<T> = Arc<Mutex<Option<(Ended<T>, u64)>>>;

impl<T> Run<T> {
    fn cancel(&self) {
        self.limits.cancel();
        self.pacer.stop();
    }

    fn has_ended(&self) -> bool {
        self.ended.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    /// Whether nothing was heard of it for much longer than the way to an effort takes.
    fn is_stuck(&mut self, until: u64) -> bool {
        let reached = self.pacer.reached();
        let clock = self.limits.clock();
        match self.news {
            Some((since, then)) if then == reached => {
                clock.since(since) > PATIENT + 4 * Duration::from_micros(until.saturating_sub(reached))
            }
            _ => {
                self.news = Some((clock.now(), reached));
                false
            }
        }
    }
}

impl<T: Send> Part<T> {
    fn new(engine: Engine, pace: u64) -> Part<T> {
        Part {
            engine,
            offset: 0,
            pace,
            state: PartState::NotAsked,
            is_bounded: false,
            first_trace: None,
            passed_bounds: None,
        }
    }

    fn start<'scope>(
        &mut self,
        scope: &'scope Scope<'scope, '_>,
        (pacer, limits): (Arc<Pacer>, Limits),
        sender: Sender<RaceEvent>,
        engine: impl FnOnce(&Limits, &mut Told) -> T + Send + 'scope,
    ) where
        T: 'scope,
    {
        let ended: Slot<T> = Arc::default();
        self.state = PartState::Running(Run {
            pacer: Arc::clone(&pacer),
            limits: limits.clone(),
            ended: Arc::clone(&ended),
            news: None,
        });
        let name = self.engine.name();
        let mut told = Told { sender, pacer };
        let work = move || {
            let result = guarded(name, || engine(&limits, &mut told));
            *ended.lock().unwrap_or_else(PoisonError::into_inner) = Some((result, told.pacer.reached()));
            told.pacer.end();
            told.send(RaceEvent::News);
        };
        let builder = thread::Builder::new().name(name.to_owned()).stack_size(STACK_BYTES);
        let spawned = builder.spawn_scoped(scope, work);
        if let Err(error) = spawned {
            let message = format!("cannot start a thread: {error}");
            self.state = PartState::Ended(Err(UnknownReason::Solver { message }), 0);
        }
    }

    /// Takes notice of what the run has done by now; what it has spent at least.
    fn look(&mut self) -> u64 {
        let PartState::Running(run) = &self.state else {
            return match self.state {
                PartState::Stopped(at) | PartState::Ended(_, at) => at,
                PartState::NotAsked | PartState::Running(_) => 0,
            };
        };
        let reached = run.pacer.reached();
        let ended = run.ended.lock().unwrap_or_else(PoisonError::into_inner).take();
        self.first_trace = run.pacer.first_trace();
        self.passed_bounds = run.pacer.passed_bounds();
        if let Some((ended, at)) = ended {
            self.state = PartState::Ended(ended, at);
        }
        reached
    }

    /// How far it is, from the start of the race on.
    fn runner(&mut self, says: impl Fn(&T) -> Says) -> Runner {
        let reached = self.look();
        match &self.state {
            PartState::NotAsked => Runner::NotAsked,
            PartState::Running(_) | PartState::Stopped(_) => Runner::Past(self.counted(reached)),
            PartState::Ended(ended, at) => {
                let says = ended.as_deref().map_or(Says::Nothing, says);
                Runner::Ended { at: self.counted(*at), says }
            }
        }
    }

    /// What its own units count as in the race.
    fn counted(&self, own: u64) -> u64 {
        self.offset.saturating_add(own / self.pace)
    }

    /// Its own units, of which one more counts as more than this in the race.
    fn own(&self, counted: u64) -> u64 {
        counted.saturating_sub(self.offset).saturating_mul(self.pace).saturating_add(self.pace - 1)
    }

    /// Whether it only writes down an error that it knows.
    fn knows_error(&self) -> bool {
        matches!(&self.state, PartState::Running(run) if run.pacer.knows_error())
    }

    fn is_running(&self) -> bool {
        matches!(self.state, PartState::Running(_))
    }

    /// Whether it stands still on its way to an effort.
    fn is_stuck(&mut self, until: u64) -> bool {
        let until = self.own(until);
        match &mut self.state {
            PartState::Running(run) => {
                run.pacer.wait_for(until);
                // What has a budget was stopped once. Stopped whenever it is slow, it would never end on a slow machine.
                !self.is_bounded && run.is_stuck(until)
            }
            // Further than it was ever asked for before.
            PartState::Stopped(at) => *at <= until,
            PartState::NotAsked | PartState::Ended(..) => false,
        }
    }

    /// Whether an engine that was halted had passed an effort by then. If it has not and says nothing, it may have been halted
    /// too early.
    fn is_past(&mut self, until: u64, says: impl Fn(&T) -> Says) -> bool {
        match self.runner(says) {
            Runner::Ended { at, says: Says::Nothing | Says::Spent } => {
                let own = self.look();
                self.state = PartState::Stopped(own);
                at > until
            }
            Runner::Ended { .. } => true,
            Runner::Past(at) => at > until,
            Runner::NotAsked => false,
        }
    }

    fn cancel(&self) {
        if let PartState::Running(run) = &self.state {
            run.cancel();
        }
    }

    /// What it ended with, if that was up to an effort.
    fn into_ended(self, until: u64) -> Option<Ended<T>> {
        match self.state {
            PartState::Ended(_, at) if self.counted(at) > until => None,
            PartState::Ended(ended, _) => Some(ended),
            _ => None,
        }
    }
}

fn bmc_says(answer: &Answer) -> Says {
    match answer.verdict {
        Verdict::Safe => Says::Safe,
        Verdict::Fails(_) => Says::Errors,
        Verdict::Open(_) => Says::Nothing,
    }
}

fn trace_abstraction_says(answer: &Answer) -> Says {
    match answer.verdict {
        Verdict::Open(UnknownReason::Limit { reason: StopReason::EffortLimit, .. }) => Says::Spent,
        _ => bmc_says(answer),
    }
}

/// One race of the engines, as the waiting thread sees it.
struct Course<'a, B, T> {
    engines: &'a Engines<B, T>,
    wants_several: bool,
    head_start: u64,
    progress: &'a mut dyn Progress,
    sender: Sender<RaceEvent>,
    events: Receiver<RaceEvent>,
    limits: &'a Limits,
    turns: Option<Arc<Turns>>,
    bmc: Part<Answer>,
    trace_abstraction: Part<Answer>,
    /// The traces with which trace abstraction starts.
    known: Vec<ErrorTrace>,
    /// Runs of trace abstraction that do not count.
    abandoned: Vec<Run<Answer>>,
}

impl<'a, B, T> Course<'a, B, T>
where
    B: Fn(&Limits, &mut Told) -> Answer + Sync,
    T: Fn(Vec<ErrorTrace>, &Limits, &mut Told) -> Answer + Sync,
{
    /// Runs the engines until the answer is known; the effort up to which outcomes count.
    fn race<'scope>(&mut self, scope: &'scope Scope<'scope, '_>, config: &PortfolioConfig) -> u64
    where
        'a: 'scope,
    {
        if config.strategy.asks(Engine::Bmc) {
            self.start(Engine::Bmc, scope, None);
            if config.strategy.asks(Engine::TraceAbstraction)
                && let Some(decided) = self.head_start(scope)
            {
                return decided;
            }
        } else {
            self.start(Engine::TraceAbstraction, scope, None);
        }
        loop {
            let judgement = self.judge();
            if self.wants_several && self.trace_abstraction.first_trace.is_some() {
                // Its trace would only count if there were no other.
                self.bmc.cancel();
            }
            match judgement {
                Judgement::Decided(at) => return at,
                Judgement::Open => self.step(),
                Judgement::UpTo(engine, until) => self.insist(engine, until, scope),
            }
        }
    }

    /// What follows from what is seen.
    fn judge(&mut self) -> Judgement {
        let bmc = self.bmc.runner(bmc_says);
        let trace_abstraction = self.trace_abstraction.runner(trace_abstraction_says);
        let first_trace = self.trace_abstraction.first_trace.map(|at| self.trace_abstraction.counted(at));
        Race {
            wants_several: self.wants_several,
            bmc,
            trace_abstraction,
            first_trace,
            least: (self.trace_abstraction.pace > 1).then_some(LEAST_AFTER_SPENT),
        }
        .judge()
    }

    /// Starts trace abstraction when the head start of bounded model checking is over. If bounded model checking has
    /// answered in it, the effort of that.
    fn head_start<'scope>(&mut self, scope: &'scope Scope<'scope, '_>) -> Option<u64>
    where
        'a: 'scope,
    {
        let clock = self.limits.clock();
        let start = clock.now();
        let over = loop {
            let reached = self.bmc.look();
            let passed = self.bmc.passed_bounds.filter(|at| *at <= self.head_start);
            match &self.bmc.state {
                _ if passed.is_some() => break passed.unwrap_or(self.head_start),
                PartState::Ended(_, at) => break self.head_start.min(*at),
                _ if reached > self.head_start => break self.head_start,
                PartState::Running(run) => run.pacer.wait_for(self.head_start),
                PartState::NotAsked | PartState::Stopped(_) => {}
            }
            let knows_error = self.bmc.knows_error();
            if knows_error && self.trace_abstraction.is_running() {
                // It would be in the way, and is started again should the error cost more than the head start.
                self.abandon_trace_abstraction();
            }
            let is_started = !matches!(self.trace_abstraction.state, PartState::NotAsked);
            if clock.since(start) > EARLY_START && !is_started && !knows_error {
                self.trace_abstraction.offset = self.head_start;
                self.start(Engine::TraceAbstraction, scope, None);
            }
            match self.trace_abstraction.runner(trace_abstraction_says) {
                // Bounded model checking can be at a question for which it need not be waited.
                Runner::Ended { at, says: Says::Errors } if !self.wants_several => {
                    self.insist(Engine::Bmc, at.saturating_mul(PATIENCE), scope);
                }
                Runner::Ended { at, says: Says::Safe | Says::Errors } => {
                    self.insist(Engine::Bmc, at, scope);
                }
                _ => self.step(),
            }
        };
        if let PartState::Ended(ended, at) = &self.bmc.state
            && *at <= over
            && self.bmc.passed_bounds.is_none()
        {
            match ended.as_deref().map(bmc_says) {
                Ok(Says::Safe) => return Some(over),
                Ok(Says::Errors) if !self.wants_several => return Some(over),
                Ok(Says::Errors) => {
                    // What was started too early does not know of it.
                    self.abandon_trace_abstraction();
                    self.known = self.traces_of_bmc();
                }
                Ok(Says::Nothing | Says::Spent) | Err(_) => {}
            }
        }
        self.trace_abstraction.offset = over;
        if matches!(self.trace_abstraction.state, PartState::NotAsked) {
            self.start(Engine::TraceAbstraction, scope, None);
        }
        None
    }

    fn traces_of_bmc(&self) -> Vec<ErrorTrace> {
        match &self.bmc.state {
            PartState::Ended(Ok(answer), _) => {
                answer.traces.iter().filter(|it| it.replayed).cloned().collect()
            }
            _ => Vec::new(),
        }
    }

    /// Starts an engine, perhaps with a budget: it then ends when it has spent more than `until`.
    fn start<'scope>(&mut self, engine: Engine, scope: &'scope Scope<'scope, '_>, until: Option<u64>)
    where
        'a: 'scope,
    {
        let (start, own) = match engine {
            Engine::Bmc => ((self.bmc.offset, self.bmc.pace), until.map(|it| self.bmc.own(it))),
            Engine::TraceAbstraction => {
                let part = &self.trace_abstraction;
                ((part.offset, part.pace), until.map(|it| part.own(it)))
            }
        };
        let pacer = Pacer::new(engine, start, self.sender.clone(), self.turns.clone());
        let limits = self.limits.child().paced(Arc::clone(&pacer) as _);
        let limits = match own {
            Some(own) => limits.with_effort(own.saturating_add(1)),
            None => limits,
        };
        let (engines, sender) = (self.engines, self.sender.clone());
        match engine {
            Engine::Bmc => {
                self.bmc.is_bounded = until.is_some();
                let work = |limits: &Limits, told: &mut Told| (engines.bmc)(limits, told);
                self.bmc.start(scope, (pacer, limits), sender, work);
            }
            Engine::TraceAbstraction => {
                self.trace_abstraction.is_bounded = until.is_some();
                let known = self.known.clone();
                let work =
                    |limits: &Limits, told: &mut Told| (engines.trace_abstraction)(known, limits, told);
                self.trace_abstraction.start(scope, (pacer, limits), sender, work);
            }
        }
    }

    /// Waits for an engine to pass an effort, for a tick at most. One that is stuck is stopped, and runs again with a
    /// budget if it had not passed the effort by then.
    fn insist<'scope>(&mut self, engine: Engine, until: u64, scope: &'scope Scope<'scope, '_>)
    where
        'a: 'scope,
    {
        let is_stuck = match engine {
            Engine::Bmc => self.bmc.is_stuck(until),
            Engine::TraceAbstraction => self.trace_abstraction.is_stuck(until),
        };
        if !is_stuck {
            return self.step();
        }
        let is_past = match engine {
            Engine::Bmc => {
                self.halt(|course| &mut course.bmc);
                self.bmc.is_past(until, bmc_says)
            }
            Engine::TraceAbstraction => {
                self.halt(|course| &mut course.trace_abstraction);
                self.trace_abstraction.is_past(until, trace_abstraction_says)
            }
        };
        if !is_past {
            self.start(engine, scope, Some(until));
        }
    }

    /// Cancels an engine, and waits until it has ended.
    fn halt<O: Send>(&mut self, part: impl Fn(&mut Self) -> &mut Part<O>) {
        while part(self).is_running() {
            part(self).cancel();
            self.step();
            part(self).look();
        }
    }

    /// The run of trace abstraction that was begun does not count.
    fn abandon_trace_abstraction(&mut self) {
        self.trace_abstraction.cancel();
        let none = Part::new(Engine::TraceAbstraction, self.trace_abstraction.pace);
        let part = std::mem::replace(&mut self.trace_abstraction, none);
        if let PartState::Running(run) = part.state {
            self.abandoned.push(run);
        }
    }

    /// Waits for the next event, for a tick at most.
    fn step(&mut self) {
        match self.events.recv_timeout(TICK) {
            Ok(RaceEvent::Depth(unwind)) => self.progress.depth(unwind),
            Ok(RaceEvent::Iteration(n)) => self.progress.iteration(n),
            Ok(RaceEvent::Trace(trace)) => self.progress.trace(Engine::TraceAbstraction, &trace),
            // A tick, or something to look at.
            Ok(RaceEvent::News) | Err(_) => {}
        }
        let was_running = self.bmc.is_running();
        self.bmc.look();
        if was_running
            && let PartState::Ended(Ok(answer), _) = &self.bmc.state
            && let Some(trace) = answer.error()
        {
            self.progress.trace(Engine::Bmc, trace);
        }
    }

    /// Stops what still runs.
    fn stop(&mut self) {
        let is_running = |it: &Run<Answer>| !it.has_ended();
        while self.bmc.is_running()
            || self.trace_abstraction.is_running()
            || self.abandoned.iter().any(is_running)
        {
            self.bmc.cancel();
            self.trace_abstraction.cancel();
            self.abandoned.iter().for_each(Run::cancel);
            self.step();
            self.trace_abstraction.look();
        }
    }

    fn conclude(mut self, decided: u64) -> Answer {
        let first_by_bmc = match self.bmc.runner(bmc_says) {
            Runner::Ended { at, says: Says::Errors } => Some(at),
            _ => None,
        };
        let first_by_trace_abstraction =
            self.trace_abstraction.first_trace.map(|at| self.trace_abstraction.counted(at));
        let bmc = self.bmc.into_ended(decided);
        let trace_abstraction = self.trace_abstraction.into_ended(decided);
        let answer = conclude(self.wants_several, bmc, trace_abstraction);
        let first_trace = match (&answer.verdict, answer.by) {
            (Verdict::Fails(_), Some(DecidedBy::Bmc)) => first_by_bmc,
            (Verdict::Fails(_), Some(DecidedBy::TraceAbstraction)) => first_by_trace_abstraction,
            _ => None,
        };
        Answer { effort: Effort { whole: decided, first_trace }, ..answer }
    }
}
