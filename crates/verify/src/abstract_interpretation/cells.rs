//! Sets of arrays: a value set for each of some cells, and one for all other cells.

use std::rc::Rc;

use faultscope_ir::value::ArrayValue;
use faultscope_ir::{Sort, Value};
use imbl::OrdMap;

use super::value::Abstract;

/// Cells that are told apart, per array. Others are summarized.
const MAX_CELLS: usize = 1024;

/// A set of arrays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Cells {
    known: OrdMap<Value, Abstract>,
    /// Of every cell that is not in `known`.
    rest: Abstract,
}

impl Cells {
    /// Arrays with the same set in all cells.
    pub(super) fn uniform(element: Abstract) -> Abstract {
        match element {
            Abstract::Any => Abstract::Any,
            rest => Abstract::Array(Rc::new(Cells { known: OrdMap::new(), rest })),
        }
    }

    /// One array, as far as cells are told apart.
    pub(super) fn of(array: &ArrayValue) -> Abstract {
        let mut cells = Cells { known: OrdMap::new(), rest: Abstract::of(&array.default) };
        for (index, element) in &array.entries {
            cells.put(index.clone(), Abstract::of(element));
        }
        Abstract::Array(Rc::new(cells))
    }

    /// What is read from an array (of any array if none is known) at an index.
    pub(super) fn read(array: &Abstract, index: &Abstract, element: Sort) -> Abstract {
        let Abstract::Array(cells) = array else { return Abstract::any(element) };
        match index.as_constant() {
            Some(index) => cells.get(&index).clone(),
            None => {
                let known = cells.reads(index).map(|(_, cell)| cell.clone());
                let known = known.reduce(|read, cell| read.join(&cell));
                match known {
                    Some(known) if index.n_values() == Some(cells.reads(index).count()) => known,
                    Some(known) => known.join(&cells.rest),
                    None => cells.rest.clone(),
                }
            }
        }
    }

    /// The array with another element at an index; `element_sort` is the sort of the elements.
    pub(super) fn write(
        array: &Abstract,
        index: &Abstract,
        element: Abstract,
        element_sort: Sort,
    ) -> Abstract {
        let mut cells = match array {
            Abstract::Array(cells) => Cells::clone(cells),
            _ => Cells { known: OrdMap::new(), rest: Abstract::any(element_sort) },
        };
        match index.as_constant() {
            Some(index) => cells.put(index, element),
            None => {
                let written: Vec<(Value, Abstract)> =
                    cells.reads(index).map(|(index, cell)| (index.clone(), cell.join(&element))).collect();
                cells.known.extend(written);
                cells.rest = cells.rest.join(&element);
            }
        }
        Abstract::Array(Rc::new(cells))
    }

    /// The array with less in the cell of an index that is known, if it is.
    pub(super) fn refine(
        array: &Abstract,
        index: &Abstract,
        element: Abstract,
        element_sort: Sort,
    ) -> Option<Abstract> {
        index.as_constant().map(|_| Cells::write(array, index, element, element_sort))
    }

    fn get(&self, index: &Value) -> &Abstract {
        self.known.get(index).unwrap_or(&self.rest)
    }

    /// Changes a cell; beyond the bound on cells it becomes one of the rest.
    fn put(&mut self, index: Value, element: Abstract) {
        if self.known.len() < MAX_CELLS || self.known.contains_key(&index) {
            self.known.insert(index, element);
        } else {
            self.rest = self.rest.join(&element);
        }
    }

    /// The cells told apart that an index can mean.
    fn reads<'a>(&'a self, index: &'a Abstract) -> impl Iterator<Item = (&'a Value, &'a Abstract)> {
        self.known.iter().filter(move |(known, _)| index.meet(&Abstract::of(known)).is_some())
    }

    /// Whether each of these arrays is one of the others.
    pub(super) fn is_within(&self, other: &Cells) -> bool {
        let known = self.known.keys().chain(other.known.keys());
        self.rest.is_within(&other.rest)
            && (self.known.ptr_eq(&other.known)
                || known.into_iter().all(|it| self.get(it).is_within(other.get(it))))
    }

    /// A set that has all of both.
    pub(super) fn join(&self, other: &Cells) -> Cells {
        self.combine(other, Abstract::join)
    }

    /// As [`Cells::join`], where `grown` has all of this set.
    pub(super) fn widen(&self, grown: &Cells, thresholds: &[i128]) -> Cells {
        self.combine(grown, |old, new| old.widen(new, thresholds))
    }

    fn combine(&self, other: &Cells, combine: impl Fn(&Abstract, &Abstract) -> Abstract) -> Cells {
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
