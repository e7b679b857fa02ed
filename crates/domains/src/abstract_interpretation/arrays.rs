//! Reading from sets of arrays, and writing to them.

use std::rc::Rc;

use faultscope_ir::Sort;

use super::cells::Cells;
use super::value::Abstract;

/// Arrays with the same set in all cells.
pub(super) fn uniform(element: Abstract) -> Abstract {
    match element {
        Abstract::Any => Abstract::Any,
        rest => Abstract::Array(Rc::new(Cells::uniform(rest))),
    }
}

/// What is read from an array (of any array if none is known) at an index.
pub(super) fn read(array: &Abstract, index: &Abstract, element: Sort) -> Abstract {
    match array {
        Abstract::Array(cells) => cells.read(index),
        _ => Abstract::any(element),
    }
}

/// The array with another element at an index; `element_sort` is the sort of the elements.
pub(super) fn write(array: &Abstract, index: &Abstract, element: Abstract, element_sort: Sort) -> Abstract {
    let mut cells = match array {
        Abstract::Array(cells) => Cells::clone(cells),
        _ => Cells::uniform(Abstract::any(element_sort)),
    };
    cells.write(index, element);
    Abstract::Array(Rc::new(cells))
}

/// The array with less in the cell of an index that is known, if it is.
pub(super) fn refine(
    array: &Abstract,
    index: &Abstract,
    element: Abstract,
    element_sort: Sort,
) -> Option<Abstract> {
    index.as_constant().map(|_| write(array, index, element, element_sort))
}
