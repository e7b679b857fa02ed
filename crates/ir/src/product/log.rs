//! Where the original keeps what it does, for the changed versions to be compared with.

use crate::index::IndexMap;
use crate::sort::Sort;
use crate::term::{Symbol, Term};

/// The bits of a position in a log: no execution gets to the end of it.
const INDEX_BITS: u32 = 64;

/// The bits of a kind of events in a log: its number, and whether it prints.
const KIND_BITS: u32 = 16;

/// The bit that says whether events of a kind print.
const PRINTS: u32 = KIND_BITS - 1;

/// The events of a channel, in order: what the original did, and how many of them each version has come to.
#[derive(Debug, Clone)]
pub(super) struct Log {
    /// The kind of each event, an array.
    pub(super) kinds: Symbol,
    /// How many events there were, for each version.
    pub(super) counters: Vec<Symbol>,
    /// The parts of each event, arrays: by the number and the sort of the part.
    pub(super) slots: IndexMap<(usize, Sort), Symbol>,
}

impl Log {
    pub(super) fn kind_sort() -> Sort {
        Sort::bits(KIND_BITS)
    }

    pub(super) fn index_sort() -> Sort {
        Sort::bits(INDEX_BITS)
    }

    /// How many events of the channel there were in a version.
    pub(super) fn count(&self, version: usize) -> Term {
        Term::symbol(self.counters[version])
    }

    /// One more than a count.
    pub(super) fn next(count: Term) -> Term {
        count.bv_add(Term::bits(INDEX_BITS, 1))
    }

    /// A kind as it stands in a log.
    ///
    /// # Panics
    /// If there are more kinds than numbers.
    pub(super) fn kind(number: u32, prints: bool) -> Term {
        assert!(number < 1 << PRINTS, "a program has less than 32768 kinds of events");
        Term::bits(KIND_BITS, u128::from(number) | u128::from(prints) << PRINTS)
    }

    /// Whether events of a kind print.
    pub(super) fn prints(kind: Term) -> Term {
        kind.extract(PRINTS, PRINTS).equals(Term::bits(1, 1))
    }

    /// The kind of the event that the original did in the place of the next one of a version.
    pub(super) fn kind_of_original(&self, version: usize) -> Term {
        Term::symbol(self.kinds).select(self.count(version))
    }
}
