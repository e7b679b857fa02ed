//! Counted work, the measure of every budget that can change an answer.
//!
//! The same work costs the same effort on every machine, under every load, and with any number of threads; the time it
//! takes differs. So budgets are counted in units of effort, and the clock only guards the whole.
//!
//! A **unit** is a step of work that takes about a microsecond on an ordinary machine. Whoever works says so with
//! [`Limits::spend`](crate::Limits::spend): the solvers by their own deterministic counts, the analyses by the steps they take.
//! What is not counted costs little beside what is.
//!
//! Effort is counted on a chain of meters, from the innermost budget to the outermost. Work that runs at the same time as
//! other work has a chain of its own ([`Limits::apart`](crate::Limits::apart)), for what others have spent by some moment depends on the
//! machine; whoever started it adds what it spent when it is known which of it counts.
//!
//! # Rules
//! No answer depends on the clock, on what else the machine does, or on how many threads there are.
//!
//! 1. **Units.** Work is counted where it is done, in units of about a microsecond (`solver::effort`): solvers by their own deterministic counts, analyses by the steps they take. `Limits::spend` says so.
//! 2. **Budgets.** `Limits::with_effort` bounds a piece of work; what ends there gives `StopReason::EffortLimit`, a value like any other. `--effort` scales all of them. The clock only ends the whole (`--timeout`).
//! 3. **Threads.** What runs at the same time shares no counter (`Limits::apart`); its effort is added in the order of the tasks.
//! 4. **Who answers.** `verify::portfolio` compares the effort of the verifiers, as if both ran side by side with the same speed.
//! 5. **Bounds** that are no effort (candidates, values, cells, depths) are rows of one table per crate (`ir::limits!`), from which `docs/limits.md` is made; what was reached is named in the report.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Is told what was spent, and may hold up who spends it.
pub trait Pace: Send + Sync {
    /// So much was spent by now.
    fn spent(&self, total: u64);
}

/// Counts effort, and adds it to what others above count.
pub(crate) struct Meter {
    spent: AtomicU64,
    budget: Option<u64>,
    parent: Option<Arc<Meter>>,
    pace: Option<Arc<dyn Pace>>,
}

impl Meter {
    /// A meter that counts for itself.
    pub(crate) fn alone(budget: Option<u64>, pace: Option<Arc<dyn Pace>>) -> Arc<Meter> {
        Arc::new(Meter { spent: AtomicU64::new(0), budget, parent: None, pace })
    }

    /// A meter whose effort counts for the parent, too.
    pub(crate) fn within(parent: &Arc<Meter>, budget: u64) -> Arc<Meter> {
        let parent = Some(Arc::clone(parent));
        Arc::new(Meter { spent: AtomicU64::new(0), budget: Some(budget), parent, pace: None })
    }

    pub(crate) fn spend(&self, units: u64) {
        for meter in self.chain() {
            let before = meter.spent.fetch_add(units, Ordering::Relaxed);
            if let Some(pace) = &meter.pace {
                pace.spent(before.saturating_add(units));
            }
        }
    }

    pub(crate) fn spent(&self) -> u64 {
        self.spent.load(Ordering::Relaxed)
    }

    /// What may still be spent; none for any amount.
    pub(crate) fn left(&self) -> Option<u64> {
        self.chain().filter_map(|meter| Some(meter.budget?.saturating_sub(meter.spent()))).min()
    }

    fn chain(&self) -> impl Iterator<Item = &Meter> {
        std::iter::successors(Some(self), |meter| meter.parent.as_deref())
    }
}

impl fmt::Debug for Meter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Meter")
            .field("spent", &self.spent)
            .field("budget", &self.budget)
            .finish_non_exhaustive()
    }
}
