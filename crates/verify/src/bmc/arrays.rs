//! The symbolic contents of variables, with arrays taken apart into cells.
//!
//! What solvers are slowest at is arrays, and most indices of real programs are constants once loops are
//! unwound. So an array is a *base* (all cells alike, or an unknown array) and the cells written since, each
//! with contents of its own. An index that is a choice of constants, or that the size of an array keeps in a
//! small range, is resolved cell by cell; only what is left becomes a `select` or `store` of the solver's.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::cases;
use crate::limits::{MAX_CASES, MAX_CELLS_OF_AN_INDEX, MAX_CELLS_WRITTEN};
use faultscope_ir::{Op, Sort, SortKind, Symbol, Term, Value};
use imbl::OrdMap;
use imbl::ordmap::DiffItem;

/// What a variable or a cell holds.
#[derive(Clone)]
pub(super) enum Content {
    /// Anything but an array.
    Scalar(Term),
    /// An array.
    Array(Rc<Array>),
}

/// An array's contents.
#[derive(Clone)]
pub(super) struct Array {
    /// Every cell that is not in `cells`.
    base: Term,
    cells: OrdMap<Value, Content>,
}

/// Indices that an access can touch, if all goes well in the analysed program.
#[derive(Debug, Clone)]
pub(super) struct Candidates {
    /// The indices in ascending order.
    pub(super) indices: Vec<u128>,
    /// The condition that the index is none of them.
    pub(super) outside: Term,
}

impl Content {
    /// The contents that a term stands for.
    pub(super) fn of(term: Term) -> Content {
        if term.sort().array_sorts().is_none() {
            return Content::Scalar(term);
        }
        if let Some([array, index, element]) = term.operands_of(Op::Store)
            && index.as_value().is_some()
        {
            return Content::of(*array).with(*index, Content::of(*element), None);
        }
        Content::Array(Rc::new(Array { base: term, cells: OrdMap::new() }))
    }

    /// The contents of a variable that nothing is known of.
    pub(super) fn unknown(symbol: Symbol) -> Content {
        Content::of(Term::symbol(symbol))
    }

    /// The contents as one term.
    pub(super) fn term(&self) -> Term {
        match self {
            Content::Scalar(term) => *term,
            Content::Array(array) => array
                .cells
                .iter()
                .fold(array.base, |term, (index, cell)| term.store(Term::value(index.clone()), cell.term())),
        }
    }

    /// These contents where the condition holds, else the others.
    pub(super) fn choose(condition: Term, then: &Content, otherwise: &Content) -> Content {
        if then == otherwise {
            return then.clone();
        }
        match (then, otherwise) {
            (Content::Array(then), Content::Array(otherwise)) => {
                Content::Array(Rc::new(Array::choose(condition, then, otherwise)))
            }
            (then, otherwise) => {
                Content::Scalar(cases::normal(choose(condition, then.term(), otherwise.term())))
            }
        }
    }

    /// The cell at an index. For contents that are no array, themselves.
    pub(super) fn read(&self, index: Term, candidates: Option<&Candidates>) -> Content {
        match self {
            Content::Scalar(_) => self.clone(),
            Content::Array(array) => array.read(index, candidates),
        }
    }

    /// The contents with one cell changed.
    #[must_use]
    pub(super) fn with(&self, index: Term, element: Content, candidates: Option<&Candidates>) -> Content {
        match self {
            Content::Scalar(_) => element,
            Content::Array(array) => {
                let mut array = Array::clone(array);
                array.write(index, element, candidates);
                Content::Array(Rc::new(array))
            }
        }
    }

    /// Changes the cell that a path of indices leads to; `condition` says where.
    pub(super) fn write(&mut self, path: &[(Term, Option<Candidates>)], element: Content) {
        match (path, self) {
            ([], this) => *this = element,
            ([(index, candidates), rest @ ..], Content::Array(array)) => {
                let mut cell = element;
                if !rest.is_empty() {
                    let inner = cell;
                    cell = array.read(*index, candidates.as_ref());
                    cell.write(rest, inner);
                }
                Rc::make_mut(array).write(*index, cell, candidates.as_ref());
            }
            (_, Content::Scalar(_)) => {}
        }
    }
}

/// Cheap, and enough for merging: equal arrays that were written separately may count as different.
impl PartialEq for Content {
    fn eq(&self, other: &Content) -> bool {
        match (self, other) {
            (Content::Scalar(lhs), Content::Scalar(rhs)) => lhs == rhs,
            (Content::Array(lhs), Content::Array(rhs)) => {
                Rc::ptr_eq(lhs, rhs) || (lhs.base == rhs.base && lhs.cells.ptr_eq(&rhs.cells))
            }
            _ => false,
        }
    }
}

/// `ite` that also knows `ite(x = c, c, x) = x`, which tracking constants into branches leaves behind.
fn choose(condition: Term, then: Term, otherwise: Term) -> Term {
    if let Some([lhs, rhs]) = condition.operands_of(Op::Eq)
        && ((*lhs == otherwise && *rhs == then) || (*lhs == then && *rhs == otherwise))
    {
        return otherwise;
    }
    if let Some([negated]) = condition.operands_of(Op::Not) {
        return if negated.operands_of(Op::Eq).is_some() {
            choose(*negated, otherwise, then)
        } else {
            condition.ite(then, otherwise)
        };
    }
    condition.ite(then, otherwise)
}

impl Array {
    fn cell(&self, index: &Value) -> Content {
        self.cells.get(index).cloned().unwrap_or_else(|| self.default(Term::value(index.clone())))
    }

    /// Changes one cell. What is everywhere else too is not kept: clearing a large array costs nothing later.
    fn put(&mut self, index: Value, cell: Content) {
        let default = self.base.operands_of(Op::ConstArray(self.base.sort()));
        if default.is_some_and(|default| cell == Content::Scalar(default[0])) {
            self.cells.remove(&index);
        } else {
            self.cells.insert(index, cell);
        }
    }

    /// The cell at an index that was not written.
    fn default(&self, index: Term) -> Content {
        Content::of(self.base.select(index))
    }

    fn choose(condition: Term, then: &Array, otherwise: &Array) -> Array {
        if then.base == otherwise.base {
            let mut cells = then.cells.clone();
            for difference in then.cells.diff(&otherwise.cells) {
                let index = match &difference {
                    DiffItem::Add(index, _) | DiffItem::Remove(index, _) => (*index).clone(),
                    DiffItem::Update { old: (index, _), .. } => (*index).clone(),
                };
                let cell = Content::choose(condition, &then.cell(&index), &otherwise.cell(&index));
                cells.insert(index, cell);
            }
            return Array { base: then.base, cells };
        }
        let indices = then.cells.keys().chain(otherwise.cells.keys());
        let cells = indices
            .map(|index| {
                (index.clone(), Content::choose(condition, &then.cell(index), &otherwise.cell(index)))
            })
            .collect();
        Array { base: condition.ite(then.base, otherwise.base), cells }
    }

    fn read(&self, index: Term, candidates: Option<&Candidates>) -> Content {
        if let Some(value) = index.as_value() {
            return self.cell(value);
        }
        if index.operands_of(Op::Ite).is_some() {
            return cases::map(index, &mut |case| self.read(case, candidates), &Content::choose);
        }
        // Cells that cannot be meant are left out where their number is known.
        let cells: Vec<(Value, Content)> = match candidates {
            Some(candidates) if candidates.indices.len() <= self.cells.len() => {
                let indices = candidates.indices.iter().map(|idx| value_of(index.sort(), *idx));
                indices.map(|idx| (idx.clone(), self.cell(&idx))).collect()
            }
            _ => self.cells.iter().map(|(idx, cell)| (idx.clone(), cell.clone())).collect(),
        };
        if cells.len() > MAX_CELLS_OF_AN_INDEX {
            return Content::of(Content::Array(Rc::new(self.clone())).term().select(index));
        }
        let complete = candidates.is_some_and(|candidates| candidates.indices.len() == cells.len());
        let mut cells = cells.into_iter();
        let fallback = match complete {
            true => cells.next_back().map(|(_, cell)| cell),
            false => None,
        };
        let start = fallback.unwrap_or_else(|| self.default(index));
        cells.fold(start, |rest, (idx, cell)| Content::choose(index.equals(Term::value(idx)), &cell, &rest))
    }

    fn write(&mut self, index: Term, element: Content, candidates: Option<&Candidates>) {
        if let Some(value) = index.as_value() {
            self.put(value.clone(), element);
            return;
        }
        let indices = match (constants(index), candidates) {
            (Some(constants), _) => constants,
            (None, Some(candidates)) if candidates.indices.len() <= MAX_CELLS_OF_AN_INDEX => {
                candidates.indices.iter().map(|idx| value_of(index.sort(), *idx)).collect()
            }
            _ if self.cells.len() <= MAX_CELLS_WRITTEN => {
                // Cells that are not told apart are the base's.
                let mut cells: BTreeSet<Value> = self.cells.keys().cloned().collect();
                let cases = cases::cases(index, MAX_CASES).unwrap_or_default();
                cells.extend(cases.iter().filter_map(|case| case.as_value().cloned()));
                let cells: Vec<(Value, Content)> =
                    cells.into_iter().map(|idx| (idx.clone(), self.cell(&idx))).collect();
                self.base = self.base.store(index, element.term());
                for (idx, before) in cells {
                    let here = cases::equals(index, Term::value(idx.clone()));
                    // Kept also where it is what the base holds: the base is another now.
                    self.cells.insert(idx, Content::choose(here, &element, &before));
                }
                return;
            }
            _ => {
                self.base = Content::Array(Rc::new(self.clone())).term().store(index, element.term());
                self.cells = OrdMap::new();
                return;
            }
        };
        for idx in indices {
            let here = cases::equals(index, Term::value(idx.clone()));
            if here.as_bool() != Some(false) {
                let cell = Content::choose(here, &element, &self.cell(&idx));
                self.put(idx, cell);
            }
        }
    }
}

/// The value of an index sort for an index number.
fn value_of(sort: Sort, index: u128) -> Value {
    match sort.kind() {
        SortKind::BitVec(width) => Value::bits(*width, index),
        _ => Value::int(index),
    }
}

/// The constants that an index is a choice of, in ascending order; none where it is more than that.
fn constants(index: Term) -> Option<Vec<Value>> {
    let cases = cases::cases(index, MAX_CELLS_OF_AN_INDEX)?;
    let mut constants: Vec<Value> =
        cases.iter().map(|case| case.as_value().cloned()).collect::<Option<_>>()?;
    constants.sort();
    Some(constants)
}

#[cfg(test)]
mod tests {
    use faultscope_ir::TermKind;

    use super::*;

    fn byte(number: u128) -> Term {
        Term::bits(8, number)
    }

    fn unknown(name: &str) -> Term {
        Term::var(name, Sort::bits(8))
    }

    fn zeroes() -> Content {
        Content::of(Term::constant_array(Sort::array(Sort::bits(8), Sort::bits(8)), byte(0)))
    }

    #[track_caller]
    fn check(array: &Content, index: Term, expected: Term) {
        assert_eq!(array.read(index, None).term(), expected);
    }

    #[test]
    fn constant_indices_are_cells() {
        let array = zeroes().with(byte(1), Content::of(unknown("x")), None);
        check(&array, byte(1), unknown("x"));
        check(&array, byte(2), byte(0));
        check(&array, unknown("i"), unknown("i").equals(byte(1)).ite(unknown("x"), byte(0)));
    }

    #[test]
    fn a_choice_of_constants_writes_those_cells() {
        let condition = Term::var("c", Sort::bool());
        let index = condition.ite(byte(1), byte(2));
        let array = zeroes().with(index, Content::of(byte(7)), None);
        check(&array, byte(1), condition.ite(byte(7), byte(0)));
        check(&array, byte(2), condition.ite(byte(0), byte(7)));
        check(&array, byte(3), byte(0));
        check(&array, index, byte(7));
    }

    #[test]
    fn an_unknown_index_is_the_solvers() {
        let array = zeroes().with(unknown("i"), Content::of(byte(7)), None);
        check(&array, unknown("i"), byte(7));
        assert!(matches!(array.read(byte(1), None).term().kind(), TermKind::App(Op::Select, _)));
    }

    #[test]
    fn joined_arrays_differ_in_the_cells_that_differ() {
        let condition = Term::var("c", Sort::bool());
        let same = zeroes().with(byte(1), Content::of(unknown("x")), None);
        let other = same.with(byte(2), Content::of(byte(9)), None);
        let joined = Content::choose(condition, &other, &same);
        check(&joined, byte(1), unknown("x"));
        check(&joined, byte(2), condition.ite(byte(9), byte(0)));
    }

    #[test]
    fn a_learnt_constant_is_forgotten_at_the_join() {
        let is_three = unknown("x").equals(byte(3));
        assert_eq!(choose(is_three, byte(3), unknown("x")), unknown("x"));
        assert_eq!(choose(is_three.not(), unknown("x"), byte(3)), unknown("x"));
    }
}
