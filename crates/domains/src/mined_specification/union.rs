//! Unions of octagons.

use std::rc::Rc;

use crate::limits::{ERROR_JOINING_ROUNDS, ERROR_ROUNDS, ERROR_THRESHOLD_ROUNDS, MAX_PROJECTED_OCTAGONS};
use crate::octagon::{Octagon, Widening};

/// Which way a union may be wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    /// It has all points that it should have.
    Above,
    /// It has no other points.
    Below,
}

/// A union of octagons, none of which is a part of another.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Union(Vec<Rc<Octagon>>);

impl Union {
    pub(super) fn of(octagon: Octagon) -> Union {
        Union(vec![Rc::new(octagon)])
    }

    pub(super) fn octagons(&self) -> &[Rc<Octagon>] {
        &self.0
    }

    fn has(&self, octagon: &Octagon) -> bool {
        self.0.iter().any(|it| octagon.is_within(it))
    }

    /// Adds the points of an octagon. Where there are too many, from above the two that are nearest to each other are
    /// joined, and from below it is left out.
    pub(super) fn add(&mut self, octagon: Rc<Octagon>, side: Side) {
        if self.has(&octagon) {
            return;
        }
        self.0.retain(|it| !it.is_within(&octagon));
        if self.0.len() < MAX_PROJECTED_OCTAGONS {
            self.0.push(octagon);
        } else if side == Side::Above {
            self.0.push(octagon);
            let joined = self.take_nearest();
            self.add(Rc::new(joined), side);
        }
    }

    /// Takes the two octagons that are nearest to each other out of the union, and joins them.
    fn take_nearest(&mut self) -> Octagon {
        let pairs = (1..self.0.len()).flat_map(|later| (0..later).map(move |earlier| (earlier, later)));
        let distance = |(one, other): &(usize, usize)| (self.0[*one].distance(&self.0[*other]), *one, *other);
        let (earlier, later) = pairs.min_by_key(distance).unwrap_or((0, 0));
        let one = self.0.remove(later);
        self.0.remove(earlier).join(&one)
    }

    /// Whether a point is in the union and in an octagon.
    pub(super) fn meets(&self, octagon: &Octagon) -> bool {
        self.0.iter().any(|it| it.meet(octagon).is_some())
    }
}

/// The octagon that is nearest to another.
fn nearest<'a>(octagons: impl Iterator<Item = &'a Octagon>, other: &Octagon) -> usize {
    let distances = octagons.map(|it| it.distance(other));
    let best = distances.enumerate().min_by_key(|(idx, distance)| (*distance, *idx));
    best.map_or(0, |(idx, _)| idx)
}

/// A union at the head of a loop, from above.
#[derive(Debug, Clone, Default)]
pub(super) struct Growing {
    chains: Vec<Widening>,
    union: Union,
    is_everything: bool,
}

impl Growing {
    pub(super) fn union(&self) -> &Union {
        &self.union
    }

    /// Adds what came to the head in a round; whether that is more than before.
    pub(super) fn grow(&mut self, came: &Union, n_rounds: usize, thresholds: &[i128], all: &Octagon) -> bool {
        let mut grows = false;
        for octagon in came.octagons() {
            if self.is_everything || self.union.has(octagon) {
                continue;
            }
            grows = true;
            if n_rounds >= ERROR_ROUNDS {
                self.is_everything = true;
                self.union = Union::of(all.clone());
            } else if n_rounds < ERROR_JOINING_ROUNDS && self.chains.len() < MAX_PROJECTED_OCTAGONS {
                self.chains.push(Widening::new(octagon));
            } else {
                let thresholds = if n_rounds < ERROR_THRESHOLD_ROUNDS { thresholds } else { &[] };
                let octagons: Vec<Octagon> = self.chains.iter().map(Widening::octagon).collect();
                let nearest = nearest(octagons.iter(), octagon);
                match self.chains.get_mut(nearest) {
                    Some(chain) => chain.widen(octagon, thresholds),
                    None => self.chains.push(Widening::new(octagon)),
                }
            }
            if !self.is_everything {
                self.union = Union::default();
                for chain in &self.chains {
                    let octagon = chain.octagon();
                    // Nothing is beyond what the sorts allow.
                    self.union.add(Rc::new(octagon.meet(all).unwrap_or(octagon)), Side::Above);
                }
            }
        }
        grows
    }
}
