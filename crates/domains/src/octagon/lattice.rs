//! Inclusion, join, meet, widening and narrowing.

use super::matrix::{INFINITE, Matrix, Octagon};

impl Octagon {
    /// Whether this set is a part of the other.
    pub fn is_within(&self, other: &Octagon) -> bool {
        self.matrix.is_below(&other.matrix)
    }

    /// The smallest octagon that has all points of both.
    #[must_use]
    pub fn join(&self, other: &Octagon) -> Octagon {
        // The greatest of bounds that are attained is attained.
        Octagon { matrix: self.matrix.combine(&other.matrix, i128::max) }
    }

    /// The points in both; none if there are none.
    pub fn meet(&self, other: &Octagon) -> Option<Octagon> {
        if self.is_within(other) {
            return Some(self.clone());
        }
        Octagon::of(self.matrix.combine(&other.matrix, i128::min))
    }

    /// The set, with bounds where it has none. Between this set and `within` if `within` is a part of it.
    #[must_use]
    pub fn narrow(&self, within: &Octagon) -> Octagon {
        let narrower = |mine: i128, other: i128| if mine == INFINITE { other } else { mine };
        Octagon::of(self.matrix.combine(&within.matrix, narrower)).unwrap_or_else(|| within.clone())
    }
}

/// A growing set, as constraints that are not closed.
///
/// Closing what was widened, and widening that again, can go on for ever; so the chain is kept beside its closure.
#[derive(Debug, Clone)]
pub struct Widening {
    matrix: Matrix,
}

impl Widening {
    /// A chain that starts with a set.
    pub fn new(first: &Octagon) -> Widening {
        Widening { matrix: first.matrix.clone() }
    }

    /// Lets the set grow by another: constraints that do not hold of that go to the next threshold (ascending), or to
    /// no bound at all. Without thresholds every chain becomes stationary, and with finitely many, too.
    pub fn widen(&mut self, grown: &Octagon, thresholds: &[i128]) {
        for (row, column) in self.matrix.places() {
            let (old, new) = (self.matrix.at(row, column), grown.matrix.at(row, column));
            if new <= old {
                continue;
            }
            // The bounds on the diagonal beside the main one are those of twice a variable.
            let factor = if row == column ^ 1 { 2 } else { 1 };
            let is_below = |threshold: &i128| threshold.saturating_mul(factor) < new;
            let next = thresholds.get(thresholds.partition_point(is_below));
            let bound = next.and_then(|it| it.checked_mul(factor)).map_or(INFINITE, super::matrix::cut);
            self.matrix.put(row, column, bound);
        }
    }

    /// The set.
    ///
    /// # Panics
    /// Never: a chain starts with a set that is not empty, and grows.
    pub fn octagon(&self) -> Octagon {
        Octagon::of(self.matrix.clone()).expect("a chain grows from a set that is not empty")
    }
}
