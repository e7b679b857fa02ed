//! Sets of arrays: a value set for each of some cells, and one for all other cells.

use faultscope_ir::Value;
use faultscope_ir::value::ArrayValue;
use imbl::OrdMap;

use crate::limits::MAX_ABSTRACT_CELLS;

/// A set of values of one sort, such as indices or elements.
pub(super) trait Element: Clone + PartialEq {
    /// One value.
    fn of(value: &Value) -> Self;

    /// The only value, if there is only one.
    fn as_constant(&self) -> Option<Value>;

    /// The number of values, where that is known and not too large.
    fn n_values(&self) -> Option<usize>;

    /// Whether a value may be in the set.
    fn can_be(&self, value: &Value) -> bool;

    /// Whether this set is a part of the other.
    fn is_within(&self, other: &Self) -> bool;

    /// A set that has all of both.
    fn join(&self, other: &Self) -> Self;

    /// The same, where `grown` has all of this set; on an ascending chain of sets it is soon the last.
    fn widen(&self, grown: &Self, thresholds: &[i128]) -> Self;
}

/// A set of arrays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Cells<E> {
    known: OrdMap<Value, E>,
    /// Of every cell that is not in `known`.
    rest: E,
}

impl<E: Element> Cells<E> {
    /// Arrays with the same set in all cells.
    pub(super) fn uniform(rest: E) -> Cells<E> {
        Cells { known: OrdMap::new(), rest }
    }

    /// One array, as far as cells are told apart.
    pub(super) fn of(array: &ArrayValue) -> Cells<E> {
        let mut cells = Cells::uniform(E::of(&array.default));
        for (index, element) in &array.entries {
            cells.put(index.clone(), E::of(element));
        }
        cells
    }

    /// What is read at an index.
    pub(super) fn read(&self, index: &E) -> E {
        match index.as_constant() {
            Some(index) => self.get(&index).clone(),
            None => {
                let known = self.reads(index).map(|(_, cell)| cell.clone());
                let known = known.reduce(|read, cell| read.join(&cell));
                match known {
                    Some(known) if index.n_values() == Some(self.reads(index).count()) => known,
                    Some(known) => known.join(&self.rest),
                    None => self.rest.clone(),
                }
            }
        }
    }

    /// Puts another element at an index.
    pub(super) fn write(&mut self, index: &E, element: E) {
        match index.as_constant() {
            Some(index) => self.put(index, element),
            None => {
                let written: Vec<(Value, E)> =
                    self.reads(index).map(|(index, cell)| (index.clone(), cell.join(&element))).collect();
                self.known.extend(written);
                self.rest = self.rest.join(&element);
            }
        }
    }

    fn get(&self, index: &Value) -> &E {
        self.known.get(index).unwrap_or(&self.rest)
    }

    /// Changes a cell; beyond the bound on cells it becomes one of the rest.
    fn put(&mut self, index: Value, element: E) {
        if self.known.len() < MAX_ABSTRACT_CELLS || self.known.contains_key(&index) {
            self.known.insert(index, element);
        } else {
            self.rest = self.rest.join(&element);
        }
    }

    /// The cells told apart that an index can mean.
    fn reads<'a>(&'a self, index: &'a E) -> impl Iterator<Item = (&'a Value, &'a E)> {
        self.known.iter().filter(move |(known, _)| index.can_be(known))
    }

    /// Whether each of these arrays is one of the others.
    pub(super) fn is_within(&self, other: &Cells<E>) -> bool {
        let known = self.known.keys().chain(other.known.keys());
        self.rest.is_within(&other.rest)
            && (self.known.ptr_eq(&other.known)
                || known.into_iter().all(|it| self.get(it).is_within(other.get(it))))
    }

    /// A set that has all of both.
    pub(super) fn join(&self, other: &Cells<E>) -> Cells<E> {
        self.combine(other, E::join)
    }

    /// As [`Cells::join`], where `grown` has all of this set.
    pub(super) fn widen(&self, grown: &Cells<E>, thresholds: &[i128]) -> Cells<E> {
        self.combine(grown, |old, new| old.widen(new, thresholds))
    }

    fn combine(&self, other: &Cells<E>, combine: impl Fn(&E, &E) -> E) -> Cells<E> {
        if self == other {
            return self.clone();
        }
        let rest = combine(&self.rest, &other.rest);
        let mut known = self.known.clone();
        for index in self.known.keys().chain(other.known.keys()) {
            let (mine, theirs) = (self.get(index), other.get(index));
            if mine != theirs {
                known.insert(index.clone(), combine(mine, theirs));
            } else if !self.known.contains_key(index) {
                known.insert(index.clone(), mine.clone());
            }
        }
        Cells { known, rest }
    }
}
