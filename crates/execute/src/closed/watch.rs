//! Executions of one statement, or of one branch, that are changed.

use faultscope_ir::{OriginId, Value};

use crate::counterfactual::{Change, Extent};

/// A change of some executions of the commands of one origin.
#[derive(Debug)]
pub(crate) struct Watch<'a> {
    origin: OriginId,
    /// How many executions are not changed before the first that is.
    first: u64,
    change: Change<'a>,
    extent: Extent,
    /// How many there have been.
    n_seen: u64,
    /// Whether one was changed.
    has_changed: bool,
    /// Whether executions are neither counted nor changed.
    is_paused: bool,
}

impl<'a> Watch<'a> {
    /// The change of the execution with this number, from 0.
    pub(crate) fn new(origin: OriginId, first: u64, change: Change<'a>, extent: Extent) -> Watch<'a> {
        Watch { origin, first, change, extent, n_seen: 0, has_changed: false, is_paused: false }
    }

    /// Whether commands of an origin are changed by giving what they assign another value.
    pub(super) fn replaces(&self, origin: OriginId) -> bool {
        self.origin == origin && matches!(self.change, Change::Value(_))
    }

    /// Whether branches of an origin are changed.
    pub(super) fn turns(&self, origin: OriginId) -> bool {
        self.origin == origin && self.change == Change::OtherWay
    }

    /// Whether executions count that come now.
    pub(super) fn pause(&mut self, is_paused: bool) {
        self.is_paused = is_paused;
    }

    /// Whether an execution was changed.
    pub(crate) fn has_changed(&self) -> bool {
        self.has_changed
    }

    /// One more execution of an assignment; the value that it puts into its place instead.
    pub(super) fn value(&mut self) -> Option<&'a Value> {
        let Change::Value(value) = self.change else { return None };
        self.is_changed().then_some(value)
    }

    /// One more execution of a branch; whether it goes the other way.
    pub(super) fn is_changed(&mut self) -> bool {
        if self.is_paused {
            return false;
        }
        let at = self.n_seen;
        self.n_seen += 1;
        let is_changed = match self.extent {
            Extent::Step => at == self.first,
            Extent::Onwards => at >= self.first,
        };
        self.has_changed |= is_changed;
        is_changed
    }
}
