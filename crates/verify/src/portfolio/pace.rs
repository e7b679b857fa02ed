//! How far the engines are while they run, and who may go on.
//!
//! With two threads both run at once. With one they take turns: who has spent [`SLICE`] more than the other waits until the other
//! has caught up. A question to a solver cannot be halted in the middle, so an engine does not wait for ever for one that
//! is stuck in it. None of this changes what an engine does, only when.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use faultscope_solver::effort::Pace;

use super::config::Engine;
use super::progress::RaceEvent;

/// By how much effort the engine that runs gets ahead of the one that waits.
const SLICE: u64 = 50_000;

/// After this time without news an engine no longer waits for the other.
const STUCK: Duration = Duration::from_millis(100);

/// The turns of two engines on one thread.
#[derive(Default)]
pub(super) struct Turns {
    efforts: Mutex<[Option<u64>; 2]>,
    changed: Condvar,
}

impl Turns {
    fn efforts(&self) -> MutexGuard<'_, [Option<u64>; 2]> {
        self.efforts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set(&self, engine: Engine, effort: Option<u64>) {
        self.efforts()[engine as usize] = effort;
        self.changed.notify_all();
    }
}

/// Tells how far a run of an engine is.
pub(super) struct Pacer {
    engine: Engine,
    /// What counts as spent before it starts.
    offset: u64,
    /// How many units it spends while the other engine spends one.
    pace: u64,
    events: Sender<RaceEvent>,
    reached: AtomicU64,
    /// What it had spent when it told of its first trace, and when it went beyond the bounds of a head start.
    first_trace: AtomicU64,
    passed_bounds: AtomicU64,
    /// Beyond this effort there is an event.
    awaited: AtomicU64,
    knows_error: AtomicBool,
    is_stopped: AtomicBool,
    turns: Option<Arc<Turns>>,
    next_turn: AtomicU64,
}

impl Pacer {
    /// The pacer of an engine that starts when so much was spent.
    pub(super) fn new(
        engine: Engine,
        (offset, pace): (u64, u64),
        events: Sender<RaceEvent>,
        turns: Option<Arc<Turns>>,
    ) -> Arc<Pacer> {
        if let Some(turns) = &turns {
            turns.set(engine, Some(offset));
        }
        Arc::new(Pacer {
            engine,
            offset,
            pace,
            events,
            reached: AtomicU64::new(0),
            first_trace: AtomicU64::new(u64::MAX),
            passed_bounds: AtomicU64::new(u64::MAX),
            awaited: AtomicU64::new(u64::MAX),
            knows_error: AtomicBool::new(false),
            is_stopped: AtomicBool::new(false),
            turns,
            next_turn: AtomicU64::new(0),
        })
    }

    /// What the engine has spent by now. Who asks this first sees below what happened until then.
    pub(super) fn reached(&self) -> u64 {
        self.reached.load(Ordering::SeqCst)
    }

    /// What was spent when the engine told of its first trace.
    pub(super) fn first_trace(&self) -> Option<u64> {
        Some(self.first_trace.load(Ordering::SeqCst)).filter(|at| *at != u64::MAX)
    }

    /// What was spent when the engine went beyond the bounds of a head start.
    pub(super) fn passed_bounds(&self) -> Option<u64> {
        Some(self.passed_bounds.load(Ordering::SeqCst)).filter(|at| *at != u64::MAX)
    }

    /// The engine tells of a trace.
    pub(super) fn note_trace(&self) {
        self.first_trace.fetch_min(self.reached(), Ordering::SeqCst);
    }

    /// The engine goes beyond the bounds of a head start.
    pub(super) fn note_bounds(&self) {
        self.passed_bounds.fetch_min(self.reached(), Ordering::SeqCst);
    }

    /// Whether the engine only writes down an error that it knows.
    pub(super) fn knows_error(&self) -> bool {
        self.knows_error.load(Ordering::SeqCst)
    }

    /// The engine knows of an error.
    pub(super) fn note_error(&self) {
        self.knows_error.store(true, Ordering::SeqCst);
    }

    /// Asks for an event when the engine has spent more than this.
    pub(super) fn wait_for(&self, effort: u64) {
        self.awaited.store(effort, Ordering::SeqCst);
        if self.reached.load(Ordering::SeqCst) > effort {
            self.tell();
        }
    }

    /// From now on the engine does not wait for the other.
    pub(super) fn stop(&self) {
        self.is_stopped.store(true, Ordering::SeqCst);
        if let Some(turns) = &self.turns {
            turns.changed.notify_all();
        }
    }

    /// The engine has ended.
    pub(super) fn end(&self) {
        if let Some(turns) = &self.turns {
            turns.set(self.engine, None);
        }
    }

    fn tell(&self) {
        if self.awaited.swap(u64::MAX, Ordering::SeqCst) != u64::MAX {
            // Nobody listens any more once there is an answer.
            let _ = self.events.send(RaceEvent::News);
        }
    }

    /// Waits while the other engine is behind.
    fn take_turns(&self, turns: &Turns, total: u64) {
        let own = self.offset.saturating_add(total / self.pace);
        turns.set(self.engine, Some(own));
        let other = 1 - self.engine as usize;
        let mut efforts = turns.efforts();
        while let Some(behind) = efforts[other].filter(|other| *other < own) {
            if self.is_stopped.load(Ordering::SeqCst) {
                break;
            }
            let wait = turns.changed.wait_timeout(efforts, STUCK);
            efforts = wait.unwrap_or_else(PoisonError::into_inner).0;
            if efforts[other] == Some(behind) {
                break;
            }
        }
        let ahead = efforts[other].unwrap_or(0).saturating_sub(own);
        let units = ahead.saturating_add(SLICE).saturating_mul(self.pace);
        self.next_turn.store(total.saturating_add(units), Ordering::Relaxed);
    }
}

impl Pace for Pacer {
    fn spent(&self, total: u64) {
        self.reached.store(total, Ordering::SeqCst);
        if total > self.awaited.load(Ordering::SeqCst) {
            self.tell();
        }
        if let Some(turns) = &self.turns
            && total >= self.next_turn.load(Ordering::Relaxed)
        {
            self.take_turns(turns, total);
        }
    }
}
