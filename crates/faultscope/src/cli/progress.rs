//! Progress on a terminal.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::time::Duration;

use faultscope::{Phase, Progress};
use indicatif::{ProgressBar, ProgressDrawTarget};

/// What takes less time than this shows no progress.
const QUIET: Duration = Duration::from_millis(500);

/// A line on stderr that says what is being done. Clones are the same line.
#[derive(Clone)]
pub struct Line {
    bar: ProgressBar,
    on_terminal: bool,
    search: Arc<Search>,
}

/// How far the search is: bounded model checking and trace abstraction may both be at work.
#[derive(Default)]
struct Search {
    unwind: AtomicU32,
    n_iterations: AtomicUsize,
    n_traces: AtomicUsize,
}

impl Search {
    fn message(&self) -> String {
        let unwind = self.unwind.load(Ordering::Relaxed);
        let n_iterations = self.n_iterations.load(Ordering::Relaxed);
        let n_traces = self.n_traces.load(Ordering::Relaxed);
        let mut parts = Vec::new();
        if unwind > 0 {
            parts.push(format!("loops up to {unwind} times"));
        }
        if n_iterations > 0 {
            parts.push(format!("path {n_iterations}"));
        }
        if n_traces > 0 {
            parts.push(format!("error traces: {n_traces}"));
        }
        format!("looking for errors: {}", parts.join(", "))
    }
}

impl Line {
    /// A line that is not shown yet.
    pub fn new(on_terminal: bool) -> Line {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        bar.set_style(indicatif::ProgressStyle::default_spinner());
        Line { bar, on_terminal, search: Arc::default() }
    }

    /// Shows the line once it has taken long enough.
    pub fn tick(&self, elapsed: Duration) {
        if self.on_terminal && elapsed >= QUIET {
            if self.bar.is_hidden() {
                self.bar.set_draw_target(ProgressDrawTarget::stderr());
            }
            self.bar.tick();
        }
    }

    /// Removes the line.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

impl Progress for Line {
    fn phase(&self, phase: Phase) {
        self.bar.set_message(phase.doing());
    }

    fn depth(&self, unwind: u32) {
        self.search.unwind.store(unwind, Ordering::Relaxed);
        self.bar.set_message(self.search.message());
    }

    fn iteration(&self, n: usize) {
        self.search.n_iterations.store(n, Ordering::Relaxed);
        self.bar.set_message(self.search.message());
    }

    fn traces(&self, n: usize) {
        self.search.n_traces.store(n, Ordering::Relaxed);
        self.bar.set_message(self.search.message());
    }
}
