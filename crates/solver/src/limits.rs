//! Limits of time and memory, and cancelling, shared by all layers of one analysis.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Why an analysis stopped before its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StopReason {
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
            StopReason::TimeLimit => "time limit reached",
            StopReason::MemoryLimit => "memory limit reached",
            StopReason::Cancelled => "cancelled",
        })
    }
}

/// Limits of an analysis. Clones share the cancel flag; deadlines can be brought forward per clone.
#[derive(Clone, Debug)]
pub struct Limits {
    deadline: Option<Instant>,
    memory_mib: Option<u64>,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    cancelled: AtomicBool,
    next_query: AtomicU64,
    /// How to stop the queries that are under way.
    running: Mutex<Vec<(u64, Interrupt)>>,
}

type Interrupt = Box<dyn Fn() + Send>;

impl Shared {
    fn running(&self) -> MutexGuard<'_, Vec<(u64, Interrupt)>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shared").field("cancelled", &self.cancelled).finish_non_exhaustive()
    }
}

impl Limits {
    /// No limits; cancelling works.
    pub fn unlimited() -> Limits {
        Limits::new(None, None)
    }

    /// Limits of wall-clock time and of the solvers' memory.
    pub fn new(deadline: Option<Instant>, memory_mib: Option<u64>) -> Limits {
        Limits { deadline, memory_mib, shared: Arc::default() }
    }

    /// Stops everything that runs under these limits or clones of them, running queries included. May be
    /// called from any thread, and again: a query that was just starting can miss the first call.
    pub fn cancel(&self) {
        self.shared.cancelled.store(true, Ordering::SeqCst);
        for (_, interrupt) in self.shared.running().iter() {
            interrupt();
        }
    }

    /// The limit that is exceeded, if one is.
    pub fn exceeded(&self) -> Option<StopReason> {
        if self.shared.cancelled.load(Ordering::Relaxed) {
            return Some(StopReason::Cancelled);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Some(StopReason::TimeLimit);
        }
        let memory = self.memory_mib.map(|mib| mib.saturating_mul(1 << 20));
        memory.filter(|bytes| crate::z3::allocated_bytes() > *bytes).map(|_| StopReason::MemoryLimit)
    }

    /// The same limits with at most this much time from now.
    #[must_use]
    pub fn with_timeout(&self, timeout: Duration) -> Limits {
        let deadline = Instant::now().checked_add(timeout);
        let deadline = [self.deadline, deadline].into_iter().flatten().min();
        Limits { deadline, ..self.clone() }
    }

    /// The time that is left; `None` for any amount.
    pub fn remaining(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
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
    fn the_earlier_deadline_counts() {
        let limits = Limits::unlimited().with_timeout(Duration::ZERO).with_timeout(Duration::from_secs(3600));
        assert_eq!(limits.exceeded(), Some(StopReason::TimeLimit));
        assert_eq!(limits.remaining(), Some(Duration::ZERO));
    }
}
