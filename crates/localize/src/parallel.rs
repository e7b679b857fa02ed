//! Independent work on several threads.
//!
//! What comes out does not depend on how many threads there are, nor on which of them does what and when: the pieces of
//! work share no budget while they run, and none runs in a thread in which another has asked Z3 something, for what Z3
//! answers can depend on what it was asked before.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, Scope};

use faultscope_solver::{Limits, z3};

/// Stack of a thread; only what is used of it costs memory.
const STACK_BYTES: usize = 1 << 28;

/// Applies a function to all items on some threads; the results in the items' order.
pub fn in_parallel<T: Sync, R: Send>(
    n_threads: usize,
    items: &[T],
    apply: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let results = Mutex::new(BTreeMap::new());
    let next = AtomicUsize::new(0);
    let step = || {
        let idx = next.fetch_add(1, Ordering::Relaxed);
        let Some(item) = items.get(idx) else { return false };
        let result = apply(item);
        locked(&results).insert(idx, result);
        true
    };
    work(n_threads.min(items.len()), &step);
    results.into_inner().unwrap_or_else(PoisonError::into_inner).into_values().collect()
}

/// Applies a function to items on some threads as long as the effort that is left suffices for them, one after the other;
/// the results in the items' order. The effort counts for the limits, and for each item there are limits of its own.
pub fn in_parallel_within<T: Sync, R: Send>(
    n_threads: usize,
    items: &[T],
    limits: &Limits,
    apply: impl Fn(&T, &Limits) -> R + Sync,
) -> Vec<R> {
    let budget = limits.effort_left();
    let results: Mutex<Accounts<R>> = Mutex::new(Accounts { done: BTreeMap::new(), n_counted: 0, spent: 0 });
    let next = AtomicUsize::new(0);
    let step = || {
        if budget.is_some_and(|budget| locked(&results).spent() >= budget) || limits.exceeded().is_some() {
            return false;
        }
        let idx = next.fetch_add(1, Ordering::Relaxed);
        let Some(item) = items.get(idx) else { return false };
        let own = limits.apart();
        let result = apply(item, &own);
        locked(&results).done.insert(idx, (result, own.spent()));
        true
    };
    work(n_threads.min(items.len()), &step);
    let accounts = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut within = Vec::new();
    for (expected, (idx, (result, spent))) in accounts.done.into_iter().enumerate() {
        // A limit of time has left out items before this one.
        if idx != expected || limits.effort_left() == Some(0) {
            break;
        }
        limits.spend(spent);
        if limits.effort_left() == Some(0) {
            break;
        }
        within.push(result);
    }
    within
}

/// What was done, with what it cost.
struct Accounts<R> {
    done: BTreeMap<usize, (R, u64)>,
    /// The first items, of which all are done, and what they cost together.
    n_counted: usize,
    spent: u64,
}

impl<R> Accounts<R> {
    /// What the first items cost, as far as all before are done.
    fn spent(&mut self) -> u64 {
        while let Some((_, spent)) = self.done.get(&self.n_counted) {
            self.spent = self.spent.saturating_add(*spent);
            self.n_counted += 1;
        }
        self.spent
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Repeats a step on some threads until it says that nothing is left.
fn work(n_threads: usize, step: &(dyn Fn() -> bool + Sync)) {
    thread::scope(|scope| (0..n_threads).for_each(|_| worker(scope, step)));
}

/// Starts a thread that repeats the step, and hands over to another thread where it has used Z3.
fn worker<'scope>(scope: &'scope Scope<'scope, '_>, step: &'scope (dyn Fn() -> bool + Sync)) {
    let repeat = move || {
        while step() {
            if z3::is_in_use() {
                return worker(scope, step);
            }
        }
    };
    let spawned = thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, repeat);
    if let Err(error) = spawned {
        // As `std::thread::spawn` does; there is a net below that keeps what was found.
        panic!("cannot start a thread: {error}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_the_items_order() {
        let items: Vec<u64> = (0..100).collect();
        for n_threads in [1, 2, 4] {
            assert_eq!(
                in_parallel(n_threads, &items, |it| it * 2),
                items.iter().map(|it| it * 2).collect::<Vec<_>>()
            );
        }
    }

    #[test]
    fn what_fits_a_budget_does_not_depend_on_threads() {
        let items: Vec<u64> = (1..=50).collect();
        let run = |n_threads, budget| {
            let limits = Limits::unlimited().with_effort(budget);
            let done = in_parallel_within(n_threads, &items, &limits, |it, limits| {
                thread::sleep(std::time::Duration::from_micros(50 - it));
                limits.spend(*it);
                *it
            });
            (done, limits.spent(), limits.exceeded())
        };
        for budget in [1, 2, 54, 55, 56, 10_000] {
            let alone = run(1, budget);
            assert_eq!(alone.0, items[..alone.0.len()]);
            assert_eq!((run(2, budget), run(4, budget)), (alone.clone(), alone));
        }
        assert_eq!(run(1, 56).0.len(), 10);
        assert_eq!(run(1, 10_000).0.len(), 50);
    }
}
