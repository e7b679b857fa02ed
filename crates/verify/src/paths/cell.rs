//! What variables hold on a path.

use std::rc::Rc;

use faultscope_ir::sort::SortKind;
use faultscope_ir::{Sort, Value};
use rustc_hash::FxHashMap;

use super::bounds::Input;
use super::linear::Linear;

/// What a variable, or a cell of an array, holds.
#[derive(Debug, Clone)]
pub(super) enum Cell {
    /// A value that does not depend on inputs.
    Known(Value),
    /// A bit-vector of this width, read as a signed number; of width 0, a truth value: 0 or 1.
    Number(u32, Rc<Linear>),
    /// An array of which something depends on inputs.
    Array(Rc<Array>),
    /// A value from outside of which nothing is computed here.
    Open(Sort),
}

/// An array.
#[derive(Debug, Clone)]
pub(super) struct Array {
    pub(super) sort: Sort,
    pub(super) rest: Rest,
    pub(super) cells: FxHashMap<Value, Cell>,
}

/// What the cells of an array hold that nobody has written on the path.
#[derive(Debug, Clone)]
pub(super) enum Rest {
    /// All the same.
    Cell(Box<Cell>),
    /// An input each: those of an array from outside.
    Input(Outside),
}

/// An array from outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Outside(pub(super) u32);

impl Cell {
    pub(super) fn truth(truth: bool) -> Cell {
        Cell::Known(Value::Bool(truth))
    }

    /// A bit-vector that is this number.
    pub(super) fn number(width: u32, number: i128) -> Cell {
        Cell::Known(Value::signed_bits(width, number))
    }
}

impl Array {
    /// An array of values.
    pub(super) fn known(value: &Value) -> Option<Array> {
        let known = value.as_array()?;
        let cells = known.entries.iter().map(|(index, value)| (index.clone(), Cell::Known(value.clone())));
        let rest = Rest::Cell(Box::new(Cell::Known(known.default.clone())));
        Some(Array { sort: known.sort, rest, cells: cells.collect() })
    }
}

/// The inputs that there are. They are the same on all paths.
#[derive(Debug, Default)]
pub(super) struct Inputs {
    ranges: Vec<(i128, i128)>,
    /// Whether an input is one of a path's own: the value that a command gave one scalar.
    is_own: Vec<bool>,
    arrays: Vec<Sort>,
    /// The cells of arrays from outside that were looked at.
    pub(super) cells: FxHashMap<(Outside, Value), Cell>,
}

impl Inputs {
    /// A value from outside.
    pub(super) fn fresh(&mut self, sort: Sort) -> Cell {
        let width = match sort.kind() {
            SortKind::Bool => 0,
            SortKind::BitVec(width) if *width <= 64 => *width,
            SortKind::Array(..) => {
                let outside = Outside(self.arrays.len() as u32);
                self.arrays.push(sort);
                let array = Array { sort, rest: Rest::Input(outside), cells: FxHashMap::default() };
                return Cell::Array(Rc::new(array));
            }
            _ => return Cell::Open(sort),
        };
        let range = if width == 0 { (0, 1) } else { signed_range(width) };
        let input = Input(self.ranges.len() as u32);
        self.ranges.push(range);
        self.is_own.push(false);
        Cell::Number(width, Rc::new(Linear::input(input)))
    }

    /// A value that a command gives a variable of one path.
    pub(super) fn own(&mut self, sort: Sort) -> Cell {
        let n_known = self.is_own.len();
        let cell = self.fresh(sort);
        self.is_own[n_known..].fill(true);
        cell
    }

    /// Whether no other path has an input.
    pub(super) fn is_own(&self, input: Input) -> bool {
        self.is_own[input.0 as usize]
    }

    /// The cell of an array from outside.
    pub(super) fn cell(&mut self, outside: Outside, index: &Value) -> Option<Cell> {
        if let Some(cell) = self.cells.get(&(outside, index.clone())) {
            return Some(cell.clone());
        }
        let (_, element) = self.arrays[outside.0 as usize].array_sorts()?;
        let cell = self.fresh(element);
        self.cells.insert((outside, index.clone()), cell.clone());
        Some(cell)
    }

    /// The least and the largest value of the sort of an input.
    pub(super) fn range(&self, input: Input) -> (i128, i128) {
        self.ranges[input.0 as usize]
    }
}

/// The numbers that a bit-vector of a width can be.
pub(super) fn signed_range(width: u32) -> (i128, i128) {
    let half = 1_i128 << (width - 1).min(126);
    (-half, half - 1)
}
