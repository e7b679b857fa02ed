//! Limits of effort, time and memory, and cancelling, shared by all layers of one analysis.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::{Duration, Instant};

use crate::WallClock;
use crate::effort::{Meter, Pace};

/// Why an analysis stopped before its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StopReason {
    /// The counted effort is spent.
    EffortLimit,
    /// The deadline has passed.
    TimeLimit,
    /// More memory is in use than allowed.
    MemoryLimit,
    /// The user cancelled.
    Cancelled,
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            StopReason::EffortLimit => "effort limit reached",
            StopReason::TimeLimit => "time limit reached",
            StopReason::MemoryLimit => "memory limit reached",
            StopReason::Cancelled => "cancelled",
        })
    }
}

/// Limits of an analysis. Clones are stopped together and count effort together; deadlines can be brought forward per
/// clone. A [child](Limits::child) can be stopped by itself, and what works [within a budget](Limits::with_effort) or
/// [apart](Limits::apart) a count of its own.
#[derive(Clone, Debug)]
pub struct Limits {
    clock: WallClock,
    effort: Arc<Meter>,
    /// How much every budget is worth, in percent of the usual.
    percent: u32,
    deadline: Option<Instant>,
    memory_mib: Option<u64>,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    /// Why what runs under these limits is to stop, once somebody has said so.
    stopped: OnceLock<StopReason>,
    next_query: AtomicU64,
    /// How to stop the queries that are under way.
    running: Mutex<Vec<(u64, Interrupt)>>,
    /// What is cancelled with this.
    children: Mutex<Vec<Weak<Shared>>>,
    /// Keeps the way from the outermost parent down to here, also where nobody holds limits in between.
    _parent: Option<Arc<Shared>>,
}

type Interrupt = Box<dyn Fn() + Send>;

impl Shared {
    fn running(&self) -> MutexGuard<'_, Vec<(u64, Interrupt)>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn children(&self) -> MutexGuard<'_, Vec<Weak<Shared>>> {
        self.children.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn stop(&self, reason: StopReason) {
        // Who says so first says why.
        let _ = self.stopped.set(reason);
        for (_, interrupt) in self.running().iter() {
            interrupt();
        }
        for child in self.children().iter().filter_map(Weak::upgrade) {
            child.stop(reason);
        }
    }
}

impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shared").field("stopped", &self.stopped).finish_non_exhaustive()
    }
}

impl Limits {
    /// No limits; cancelling works.
    pub fn unlimited() -> Limits {
        Limits::new(None, None)
    }

    /// Limits of wall-clock time and of the solvers' memory.
    pub fn new(deadline: Option<Instant>, memory_mib: Option<u64>) -> Limits {
        let (clock, effort) = (WallClock::real(), Meter::alone(None, None));
        Limits { clock, effort, percent: 100, deadline, memory_mib, shared: Arc::default() }
    }

    /// The same limits where every budget is worth this many percent of the usual.
    #[must_use]
    pub fn with_effort_percent(&self, percent: u32) -> Limits {
        Limits { percent, ..self.clone() }
    }

    /// What a budget is worth that is usually this.
    pub fn scaled(&self, usual: u64) -> u64 {
        usual.saturating_mul(self.percent.into()) / 100
    }

    /// The same limits by another clock.
    #[must_use]
    pub fn with_clock(&self, clock: WallClock) -> Limits {
        Limits { clock, ..self.clone() }
    }

    /// The clock that deadlines and statistics go by.
    pub fn clock(&self) -> WallClock {
        self.clock
    }

    /// Counts work that is done under these limits, in units of [`effort`](crate::effort).
    pub fn spend(&self, units: u64) {
        self.effort.spend(units);
    }

    /// The effort that was counted since the budget of these limits was given, or the limits were made.
    pub fn spent(&self) -> u64 {
        self.effort.spent()
    }

    /// The effort that may still be spent; `None` for any amount.
    pub fn effort_left(&self) -> Option<u64> {
        self.effort.left()
    }

    /// The same limits with at most this much effort from now. It counts for these limits, too.
    #[must_use]
    pub fn with_effort(&self, units: u64) -> Limits {
        Limits { effort: Meter::within(&self.effort, units), ..self.clone() }
    }

    /// The same limits with a count of their own, for work that goes on at the same time as other work under these
    /// limits. It may spend what is left now, and what it spends does not count here.
    #[must_use]
    pub fn apart(&self) -> Limits {
        Limits { effort: Meter::alone(self.effort_left(), None), ..self.clone() }
    }

    /// Like [`Limits::apart`], and somebody is told of what is spent.
    #[must_use]
    pub fn paced(&self, pace: Arc<dyn Pace>) -> Limits {
        Limits { effort: Meter::alone(self.effort_left(), Some(pace)), ..self.clone() }
    }

    /// The same limits with a flag of their own: stopping the child stops what runs under it and
    /// nothing else, cancelling the parent stops the child too.
    #[must_use]
    pub fn child(&self) -> Limits {
        let mut siblings = self.shared.children();
        siblings.retain(|sibling| sibling.strong_count() > 0);
        // Under the lock that `stop` takes after it has set the parent's reason: either the reason is seen here, or
        // the child is seen there.
        let stopped = self.shared.stopped.clone();
        let parent = Some(Arc::clone(&self.shared));
        let shared = Arc::new(Shared { stopped, _parent: parent, ..Shared::default() });
        siblings.push(Arc::downgrade(&shared));
        Limits { shared, ..self.clone() }
    }

    /// Whether what runs under these limits was [cancelled](Limits::cancel) or [stopped](Limits::stop).
    pub fn is_cancelled(&self) -> bool {
        self.shared.stopped.get().is_some()
    }

    /// [Stops](Limits::stop) everything that runs under these limits because somebody no longer wants it.
    pub fn cancel(&self) {
        self.stop(StopReason::Cancelled);
    }

    /// Stops everything that runs under these limits, clones or children of them, running queries included, for a
    /// reason that [`Limits::exceeded`] gives from then on. May be called from any thread, and again: a query that
    /// was just starting can miss the first call. The first reason stays.
    pub fn stop(&self, reason: StopReason) {
        self.shared.stop(reason);
    }

    /// The limit that is exceeded, if one is.
    pub fn exceeded(&self) -> Option<StopReason> {
        if let Some(reason) = self.shared.stopped.get() {
            return Some(*reason);
        }
        if self.effort_left() == Some(0) {
            return Some(StopReason::EffortLimit);
        }
        if self.deadline.is_some_and(|deadline| self.clock.now() >= deadline) {
            return Some(StopReason::TimeLimit);
        }
        let memory = self.memory_mib.map(|mib| mib.saturating_mul(1 << 20));
        memory.filter(|bytes| crate::z3::memory::allocated_bytes() > *bytes).map(|_| StopReason::MemoryLimit)
    }

    /// The same limits with at most this much time from now.
    #[must_use]
    pub fn with_timeout(&self, timeout: Duration) -> Limits {
        let deadline = self.clock.now().checked_add(timeout);
        let deadline = [self.deadline, deadline].into_iter().flatten().min();
        Limits { deadline, ..self.clone() }
    }

    /// The time that is left; `None` for any amount.
    pub fn remaining(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(self.clock.now()))
    }

    /// The memory limit.
    pub fn memory_mib(&self) -> Option<u64> {
        self.memory_mib
    }

    /// Registers a query that is under way; `interrupt` is called at most until the result is dropped.
    pub(crate) fn register(&self, interrupt: Interrupt) -> Registration<'_> {
        let query = self.shared.next_query.fetch_add(1, Ordering::Relaxed);
        self.shared.running().push((query, interrupt));
        Registration { shared: &self.shared, query }
    }
}

/// A query under way.
pub(crate) struct Registration<'a> {
    shared: &'a Shared,
    query: u64,
}

impl Drop for Registration<'_> {
    fn drop(&mut self) {
        self.shared.running().retain(|(query, _)| *query != self.query);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cancelling_reaches_clones() {
        let limits = Limits::unlimited();
        let clone = limits.with_timeout(Duration::from_secs(3600));
        assert_eq!(clone.exceeded(), None);
        limits.cancel();
        assert_eq!(clone.exceeded(), Some(StopReason::Cancelled));
    }

    #[test]
    fn what_stopped_first_is_the_reason() {
        let parent = Limits::unlimited();
        let child = parent.child();
        parent.stop(StopReason::TimeLimit);
        parent.cancel();
        child.cancel();
        let reasons = [parent.exceeded(), child.exceeded(), parent.child().exceeded()];
        assert_eq!(reasons, [Some(StopReason::TimeLimit); 3]);
    }

    #[test]
    fn cancelling_a_child_leaves_the_others_alone() {
        let parent = Limits::unlimited();
        let (child, sibling) = (parent.child(), parent.child());
        child.cancel();
        assert_eq!(child.exceeded(), Some(StopReason::Cancelled));
        assert_eq!((parent.exceeded(), sibling.exceeded()), (None, None));
    }

    #[test]
    fn cancelling_the_parent_reaches_children_of_children() {
        let parent = Limits::unlimited();
        let grandchild = parent.child().child();
        let clone = grandchild.clone().with_timeout(Duration::from_secs(3600));
        parent.cancel();
        assert_eq!(clone.exceeded(), Some(StopReason::Cancelled));
        assert_eq!(parent.child().exceeded(), Some(StopReason::Cancelled), "born cancelled");
    }

    #[test]
    fn running_queries_are_interrupted_with_their_own_and_with_the_parent() {
        let interrupted = Arc::new(AtomicU64::new(0));
        let interrupt = || -> Interrupt {
            let interrupted = Arc::clone(&interrupted);
            Box::new(move || _ = interrupted.fetch_add(1, Ordering::SeqCst))
        };
        let parent = Limits::unlimited();
        let (child, sibling) = (parent.child(), parent.child());
        let query = child.register(interrupt());
        sibling.cancel();
        assert_eq!(interrupted.load(Ordering::SeqCst), 0);
        child.cancel();
        assert_eq!(interrupted.load(Ordering::SeqCst), 1);
        parent.cancel();
        assert_eq!(interrupted.load(Ordering::SeqCst), 2);
        drop(query);
        parent.cancel();
        assert_eq!(interrupted.load(Ordering::SeqCst), 2);
    }

    #[test]
    fn a_child_has_the_deadline_of_its_parent() {
        let parent = Limits::unlimited().with_timeout(Duration::ZERO);
        assert_eq!(parent.child().exceeded(), Some(StopReason::TimeLimit));
        let parent = Limits::unlimited();
        assert_eq!(parent.child().with_timeout(Duration::ZERO).exceeded(), Some(StopReason::TimeLimit));
        assert_eq!(parent.exceeded(), None);
    }

    #[test]
    fn effort_counts_for_those_above_and_not_for_those_apart() {
        let whole = Limits::unlimited().with_effort(10);
        let part = whole.with_effort(5);
        part.spend(3);
        assert_eq!((part.spent(), whole.spent()), (3, 3));
        assert_eq!((part.effort_left(), whole.effort_left()), (Some(2), Some(7)));
        let apart = whole.apart();
        apart.spend(7);
        assert_eq!(apart.exceeded(), Some(StopReason::EffortLimit));
        assert_eq!((whole.spent(), whole.exceeded()), (3, None));
        whole.spend(6);
        assert_eq!(part.effort_left(), Some(1), "what is left above");
        part.spend(1);
        assert_eq!(whole.exceeded(), Some(StopReason::EffortLimit));
        assert_eq!(Limits::unlimited().effort_left(), None);
    }

    #[test]
    fn budgets_are_worth_what_the_user_says() {
        let limits = Limits::unlimited().with_effort_percent(250).child();
        assert_eq!((limits.scaled(1000), Limits::unlimited().scaled(1000)), (2500, 1000));
    }

    #[test]
    fn the_pace_is_told_of_what_is_spent_below() {
        #[derive(Default)]
        struct Told(Mutex<Vec<u64>>);
        impl Pace for Told {
            fn spent(&self, total: u64) {
                self.0.lock().expect("nobody panics").push(total);
            }
        }
        let told = Arc::new(Told::default());
        let limits = Limits::unlimited().paced(Arc::clone(&told) as Arc<dyn Pace>);
        limits.with_effort(100).spend(2);
        limits.child().spend(3);
        assert_eq!(*told.0.lock().expect("nobody panics"), [2, 5]);
    }

    #[test]
    fn the_earlier_deadline_counts() {
        let limits = Limits::unlimited().with_timeout(Duration::ZERO).with_timeout(Duration::from_secs(3600));
        assert_eq!(limits.exceeded(), Some(StopReason::TimeLimit));
        assert_eq!(limits.remaining(), Some(Duration::ZERO));
    }
}
