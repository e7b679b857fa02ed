//! Sets of truth values.

/// A set of truth values, not empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Truth {
    /// Whether *true* is in it.
    pub(crate) can_hold: bool,
    /// Whether *false* is in it.
    pub(crate) can_fail: bool,
}

impl Truth {
    /// Both values.
    pub(crate) const ANY: Truth = Truth { can_hold: true, can_fail: true };

    /// One value.
    pub(crate) fn of(truth: bool) -> Truth {
        Truth { can_hold: truth, can_fail: !truth }
    }

    /// The value, if there is only one.
    pub(crate) fn decided(self) -> Option<bool> {
        (self.can_hold != self.can_fail).then_some(self.can_hold)
    }

    /// Whether a value is in the set.
    pub(crate) fn contains(self, truth: bool) -> bool {
        if truth { self.can_hold } else { self.can_fail }
    }

    pub(crate) fn not(self) -> Truth {
        Truth { can_hold: self.can_fail, can_fail: self.can_hold }
    }

    pub(crate) fn and(self, other: Truth) -> Truth {
        Truth { can_hold: self.can_hold && other.can_hold, can_fail: self.can_fail || other.can_fail }
    }

    pub(crate) fn or(self, other: Truth) -> Truth {
        self.not().and(other.not()).not()
    }

    pub(crate) fn join(self, other: Truth) -> Truth {
        Truth { can_hold: self.can_hold || other.can_hold, can_fail: self.can_fail || other.can_fail }
    }

    /// The values in both sets; none if there is no such value.
    pub(crate) fn meet(self, other: Truth) -> Option<Truth> {
        let (can_hold, can_fail) = (self.can_hold && other.can_hold, self.can_fail && other.can_fail);
        (can_hold || can_fail).then_some(Truth { can_hold, can_fail })
    }

    /// What is known of `lhs < rhs` for numbers in two ranges.
    pub(crate) fn less(lhs: (i128, i128), rhs: (i128, i128)) -> Truth {
        Truth { can_hold: lhs.0 < rhs.1, can_fail: lhs.1 >= rhs.0 }
    }

    /// What is known of `lhs <= rhs` for numbers in two ranges.
    pub(crate) fn less_or_equal(lhs: (i128, i128), rhs: (i128, i128)) -> Truth {
        Truth { can_hold: lhs.0 <= rhs.1, can_fail: lhs.1 > rhs.0 }
    }
}
