//! What is known of a check that holds.

use std::collections::{BTreeMap, BTreeSet};

use faultscope_ir::{CheckId, OriginId, Term};

use crate::abstract_interpretation::Point;

use super::parts::Bound;

/// What is known of a proved check at a point, as conditions on the variables of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Projections {
    /// The invariant, as far as it is one of the numbers that matter for the check.
    pub reachable: Term,
    /// The safety projection: whatever does not fulfil it breaks the check, on some path.
    pub safety: Term,
    /// The error projection: whatever does not fulfil it keeps the check, on all paths.
    pub error: Term,
}

/// A check that holds, or one bound of it, and what that rests on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProvedCheck {
    /// The check.
    pub check: CheckId,
    /// Which of its bounds holds, where the other one is not proved.
    pub bound: Option<Bound>,
    /// The statements on relevant edges.
    pub trusted: BTreeSet<OriginId>,
    /// Those of them that are in procedures from which the check's own is called, and the arguments of these calls.
    pub in_callers: BTreeSet<OriginId>,
    /// Of conditions among them the outcomes that are relevant edges.
    pub outcomes: BTreeSet<(OriginId, bool)>,
    /// What is known at the points from which a path leads to the check.
    pub points: BTreeMap<Point, Projections>,
}

impl ProvedCheck {
    pub(super) fn safety_at(&self, point: Point) -> Option<Term> {
        Some(self.points.get(&point)?.safety)
    }
}
