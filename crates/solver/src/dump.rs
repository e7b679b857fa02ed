//! Where queries are written on request, for other solvers to check.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Receives the queries of all solvers that share it, numbered `q0001.smt2`, `q0002.smt2`, … in the order
/// in which they are asked. What becomes of the text is up to its owner.
#[derive(Clone)]
pub struct Dump {
    write: Arc<Writer>,
    n_written: Arc<AtomicUsize>,
}

type Writer = dyn Fn(&str, &str) + Send + Sync;

impl Dump {
    /// A receiver that hands each file's name and text to `write`.
    pub fn new(write: impl Fn(&str, &str) + Send + Sync + 'static) -> Dump {
        Dump { write: Arc::new(write), n_written: Arc::default() }
    }

    /// Takes the next query.
    pub fn write(&self, script: &str) {
        let number = self.n_written.fetch_add(1, Ordering::Relaxed) + 1;
        (self.write)(&format!("q{number:04}.smt2"), script);
    }
}

impl fmt::Debug for Dump {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Dump").field("n_written", &self.n_written).finish_non_exhaustive()
    }
}
