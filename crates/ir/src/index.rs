//! Maps and sets in the order in which things were put in.
//!
//! Keys are the program's own, so that no hash that withstands attacks is needed.

use rustc_hash::FxBuildHasher;

/// A map in the order of insertion.
pub type IndexMap<K, V> = indexmap::IndexMap<K, V, FxBuildHasher>;

/// A set in the order of insertion.
pub type IndexSet<T> = indexmap::IndexSet<T, FxBuildHasher>;
