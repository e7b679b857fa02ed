//! Independent work on several threads.

use std::sync::atomic::{AtomicUsize, Ordering};

/// Applies a function to all items on some threads; the results in the items' order.
pub fn in_parallel<T: Sync, R: Send>(
    n_threads: usize,
    items: &[T],
    apply: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut results = Vec::new();
        loop {
            let idx = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(idx) else { return results };
            results.push((idx, apply(item)));
        }
    };
    let mut results = std::thread::scope(|scope| {
        let others: Vec<_> = (1..n_threads.min(items.len())).map(|_| scope.spawn(work)).collect();
        let mut results = work();
        for other in others {
            results.extend(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        results
    });
    results.sort_by_key(|(idx, _)| *idx);
    results.into_iter().map(|(_, result)| result).collect()
}
