//! Hashes that are the same in every run.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

/// The hash of what something is made of.
pub(super) fn stable_hash<T: Hash + ?Sized>(content: &T) -> u64 {
    let mut hasher = FxHasher::default();
    content.hash(&mut hasher);
    hasher.finish()
}
