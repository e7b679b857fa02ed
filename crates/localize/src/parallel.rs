//! Work on several threads.
//!
//! * Independent items: [`in_parallel`], [`in_parallel_within`] a budget.
//! * Two pieces of work of different kinds: [`both`].
//! * Work in order, where each item decides what is done about the next ones: [`prepared`] does beforehand what does not
//!   depend on that.
//!
//! What comes out does not depend on how many threads there are, nor on which of them does what and when: the pieces of
//! work share no budget while they run, and none runs in a thread in which another has asked Z3 something, for what Z3
//! answers can depend on what it was asked before.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Scope, ScopedJoinHandle};

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

/// Does two pieces of work, at the same time where there are several threads.
pub fn both<A: Send, B: Send>(
    n_threads: usize,
    first: impl FnOnce() -> A + Send,
    second: impl FnOnce() -> B + Send,
) -> (A, B) {
    thread::scope(|scope| {
        let first = spawned(scope, first);
        if n_threads < 2 {
            let first = joined(first);
            return (first, joined(spawned(scope, second)));
        }
        let second = spawned(scope, second);
        (joined(first), joined(second))
    })
}

/// Does what has to be done in order, while other threads prepare what may come next.
///
/// `consume` asks for prepared items by their indices, each greater than the one before. It may leave items out. To prepare
/// an item must depend on nothing but the item, and ask Z3 nothing in its own thread; it is done when it is asked for, or
/// before by another thread. The limits that it works under are those at the beginning, and what it took counts when it is
/// asked for.
pub fn prepared<T: Sync, R: Send, O>(
    n_threads: usize,
    items: &[T],
    limits: &Limits,
    prepare: impl Fn(&T, &Limits) -> R + Sync,
    consume: impl FnOnce(&mut dyn FnMut(usize) -> R) -> O,
) -> O {
    let whole = limits.child().apart();
    let prepare = |idx: usize| {
        let own = whole.apart();
        let result = prepare(&items[idx], &own);
        (result, own.spent())
    };
    let queue = Queue::new(items.len(), n_threads.saturating_mul(AHEAD));
    let step = || queue.help(&prepare);
    thread::scope(|scope| {
        (1..n_threads.min(items.len())).for_each(|_| worker(scope, &step));
        let _closing = Closing { queue: &queue, limits: &whole };
        consume(&mut |idx| {
            let (result, spent) = queue.take(idx, &prepare);
            limits.spend(spent);
            result
        })
    })
}

/// How many items are prepared ahead, for each thread. What is left out in the end is prepared in vain.
const AHEAD: usize = 2;

/// Items that are prepared, in the order in which they may be needed.
struct Queue<R> {
    state: Mutex<Prepared<R>>,
    changed: Condvar,
    /// How many items are prepared ahead.
    window: usize,
}

struct Prepared<R> {
    items: Vec<Item<R>>,
    /// Items before this one are no longer needed.
    next: usize,
    is_closed: bool,
}

enum Item<R> {
    Open,
    /// A thread is at it.
    Taken,
    Ready(R),
    /// Something broke down where it was prepared ahead. Who needs it will see.
    Broken,
}

impl<R> Queue<R> {
    fn new(n_items: usize, window: usize) -> Queue<R> {
        let items = (0..n_items).map(|_| Item::Open).collect();
        Queue {
            state: Mutex::new(Prepared { items, next: 0, is_closed: false }),
            changed: Condvar::new(),
            window,
        }
    }

    fn wait<'a>(&self, state: MutexGuard<'a, Prepared<R>>) -> MutexGuard<'a, Prepared<R>> {
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes an item that may be needed soon.
    fn claim(&self, state: &mut Prepared<R>) -> Option<usize> {
        let end = state.items.len().min(state.next + self.window);
        let idx = (state.next..end).find(|idx| matches!(state.items[*idx], Item::Open))?;
        state.items[idx] = Item::Taken;
        Some(idx)
    }

    /// Prepares an item that was taken.
    fn fill(&self, idx: usize, prepare: impl Fn(usize) -> R) {
        let result = catch_unwind(AssertUnwindSafe(|| prepare(idx)));
        locked(&self.state).items[idx] = result.map_or(Item::Broken, Item::Ready);
        self.changed.notify_all();
    }

    /// Prepares the next item that may be needed, when there is one; whether there may be more.
    fn help(&self, prepare: impl Fn(usize) -> R) -> bool {
        let mut state = locked(&self.state);
        while !state.is_closed {
            if let Some(idx) = self.claim(&mut state) {
                drop(state);
                self.fill(idx, prepare);
                return true;
            }
            state = self.wait(state);
        }
        false
    }

    /// An item, and helps until it is there.
    fn take(&self, idx: usize, prepare: impl Fn(usize) -> R) -> R {
        let mut state = locked(&self.state);
        state.next = idx + 1;
        self.changed.notify_all();
        loop {
            match std::mem::replace(&mut state.items[idx], Item::Taken) {
                Item::Ready(result) => return result,
                Item::Open | Item::Broken => {
                    drop(state);
                    return prepare(idx);
                }
                Item::Taken => {}
            }
            state = match self.claim(&mut state) {
                Some(other) => {
                    drop(state);
                    self.fill(other, &prepare);
                    locked(&self.state)
                }
                None => self.wait(state),
            };
        }
    }
}

/// Ends the preparing when nothing more is asked for.
struct Closing<'a, R> {
    queue: &'a Queue<R>,
    limits: &'a Limits,
}

impl<R> Drop for Closing<'_, R> {
    fn drop(&mut self) {
        locked(&self.queue.state).is_closed = true;
        self.queue.changed.notify_all();
        self.limits.cancel();
    }
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

fn joined<T>(handle: ScopedJoinHandle<'_, T>) -> T {
    handle.join().unwrap_or_else(|panic| resume_unwind(panic))
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
    spawned(scope, repeat);
}

fn spawned<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> ScopedJoinHandle<'scope, T> {
    let builder = thread::Builder::new().name("worker".to_owned()).stack_size(STACK_BYTES);
    let spawned = builder.spawn_scoped(scope, work);
    // As `std::thread::spawn` does; there is a net below that keeps what was found.
    spawned.unwrap_or_else(|error| panic!("cannot start a thread: {error}"))
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
    #[test]
    fn two_pieces_of_work_give_what_they_give() {
        for n_threads in [1, 2] {
            assert_eq!(both(n_threads, || 1, || "two"), (1, "two"));
        }
    }

    /// Asks for every third item until the effort is spent; what it got, and what is counted.
    fn every_third(n_threads: usize, budget: u64) -> (Vec<u64>, u64) {
        let items: Vec<u64> = (0..60).collect();
        let limits = Limits::unlimited().with_effort(budget);
        let prepare = |item: &u64, limits: &Limits| {
            thread::sleep(std::time::Duration::from_micros(item % 7 * 20));
            limits.spend(item + 1);
            assert_ne!(item % 3, 1, "nobody needs it");
            item * 2
        };
        let got = prepared(n_threads, &items, &limits, prepare, |take| {
            let asked = (0..items.len()).step_by(3).take_while(|_| limits.exceeded().is_none());
            asked.map(take).collect()
        });
        (got, limits.spent())
    }

    #[test]
    fn what_is_prepared_ahead_does_not_depend_on_threads() {
        for budget in [1, 5, 100, 10_000] {
            let alone = every_third(1, budget);
            assert_eq!((every_third(2, budget), every_third(4, budget)), (alone.clone(), alone));
        }
        assert_eq!(every_third(1, 5), (vec![0, 6], 5));
        assert_eq!(every_third(2, 10_000).0.len(), 20);
    }

    #[test]
    fn who_consumes_may_break_down() {
        let consume = |take: &mut dyn FnMut(usize) -> usize| {
            take(0);
            panic!("of the consumer")
        };
        let run = || prepared(2, &[1, 2, 3], &Limits::unlimited(), |it, _| *it, consume);
        assert!(catch_unwind(AssertUnwindSafe(|| -> () { run() })).is_err());
    }
}
