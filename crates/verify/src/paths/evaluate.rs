//! Terms on a path: evaluated as far as it goes without a decision.

use std::rc::Rc;

use faultscope_ir::fold::{Domain, Memo};
use faultscope_ir::sort::SortKind;
use faultscope_ir::{Op, Sort, Symbol, Term, Value};
use rustc_hash::FxHashMap;

use super::bounds::{Input, InputBounds};
use super::cell::{Array, Cell, Inputs, Rest, signed_range};
use super::linear::Linear;
use crate::limits::MAX_VALUES_OF_AN_INPUT;

/// Why a term has no value yet.
#[derive(Debug, Clone)]
pub(super) enum Need {
    /// It depends on whether this number is 0 or less.
    Split(Linear),
    /// It depends on which value an input has, from the first to the second.
    Each(Input, i128, i128),
    /// It is not understood.
    Stop,
}

type Result<T> = std::result::Result<T, Need>;

/// The variables of a path.
pub(super) type Values = FxHashMap<Symbol, Cell>;

/// Evaluates terms on one state of one path.
pub(super) struct Evaluation<'a> {
    pub(super) inputs: &'a mut Inputs,
    /// What variables hold that were read before they were assigned.
    pub(super) initial: &'a mut Values,
    pub(super) values: &'a Values,
    pub(super) bounds: &'a InputBounds,
    pub(super) memo: Memo<Result<Cell>>,
    /// How many terms were looked at.
    pub(super) n_terms: u64,
}

impl Domain for Evaluation<'_> {
    type Value = Result<Cell>;

    fn memo(&mut self) -> &mut Memo<Result<Cell>> {
        &mut self.memo
    }

    fn constant(&mut self, _: Term, value: &Value) -> Result<Cell> {
        Ok(Cell::Known(value.clone()))
    }

    fn symbol(&mut self, symbol: Symbol) -> Result<Cell> {
        let cell = self.variable(symbol);
        Ok(self.settled(cell))
    }

    fn quantified(&mut self, _: Term) -> Result<Cell> {
        Err(Need::Stop)
    }

    fn application(&mut self, term: Term, op: Op, operands: &[Term]) -> Result<Cell> {
        self.n_terms += 1;
        let sort = term.sort();
        match op {
            Op::And | Op::Or => {
                // Whether the second operand decides is asked before anything is split for the first.
                let decides = op == Op::Or;
                let truth = match self.truth(operands[0]) {
                    Ok(truth) if truth == decides => decides,
                    Ok(_) => self.truth(operands[1])?,
                    Err(need) => match self.truth(operands[1]) {
                        Ok(truth) if truth == decides => decides,
                        _ => return Err(need),
                    },
                };
                return Ok(Cell::truth(truth));
            }
            Op::Not => return Ok(Cell::truth(!self.truth(operands[0])?)),
            Op::Ite => {
                let chosen = if self.truth(operands[0])? { operands[1] } else { operands[2] };
                return self.cell(chosen);
            }
            Op::Eq if operands[0].sort().is_bool() => {
                return Ok(Cell::truth(self.truth(operands[0])? == self.truth(operands[1])?));
            }
            _ => {}
        }
        if let [lhs, rhs] = operands {
            let (lhs, rhs) = (self.cell(*lhs)?, self.cell(*rhs)?);
            return match (lhs, rhs) {
                (Cell::Known(lhs), Cell::Known(rhs)) => {
                    op.apply(&[lhs, rhs]).map(Cell::Known).ok_or(Need::Stop)
                }
                (lhs, rhs) => self.of_cells(op, &[lhs, rhs], sort),
            };
        }
        let mut cells = Vec::with_capacity(operands.len());
        for operand in operands {
            cells.push(self.cell(*operand)?);
        }
        let known: Option<Vec<Value>> = cells
            .iter()
            .map(|cell| match cell {
                Cell::Known(value) => Some(value.clone()),
                _ => None,
            })
            .collect();
        match known {
            Some(values) => op.apply(&values).map(Cell::Known).ok_or(Need::Stop),
            None => self.of_cells(op, &cells, sort),
        }
    }
}

impl Evaluation<'_> {
    /// What a term is on this path.
    pub(super) fn cell(&mut self, term: Term) -> Result<Cell> {
        self.meaning(term)
    }

    fn variable(&mut self, symbol: Symbol) -> Cell {
        if let Some(cell) = self.values.get(&symbol) {
            return cell.clone();
        }
        let inputs = &mut *self.inputs;
        self.initial.entry(symbol).or_insert_with(|| inputs.fresh(symbol.sort())).clone()
    }

    /// A number that can have one value only on this path is that value.
    fn settled(&self, cell: Cell) -> Cell {
        let Cell::Number(width, number) = &cell else { return cell };
        match self.range(number) {
            (least, most) if least != most => cell,
            (value, _) if *width == 0 => Cell::truth(value != 0),
            (value, _) => Cell::number(*width, value),
        }
    }

    /// Whether a condition holds.
    pub(super) fn truth(&mut self, term: Term) -> Result<bool> {
        match self.cell(term)? {
            Cell::Known(Value::Bool(truth)) => Ok(truth),
            Cell::Number(0, number) => Ok(!self.is_at_most_zero(&number)?),
            _ => Err(Need::Stop),
        }
    }

    /// An index of an array.
    pub(super) fn index(&mut self, term: Term) -> Result<Value> {
        match self.cell(term)? {
            Cell::Known(value) => Ok(value),
            other => Err(self.each(&[other])),
        }
    }

    fn of_cells(&mut self, op: Op, cells: &[Cell], sort: Sort) -> Result<Cell> {
        match (op, cells) {
            (Op::Select, [array, index]) => {
                let Cell::Known(index) = index else { return Err(self.each(std::slice::from_ref(index))) };
                let cell = self.select(array, index)?;
                return Ok(self.settled(cell));
            }
            (Op::Store, [array, index, element]) => {
                let Cell::Known(index) = index else { return Err(self.each(std::slice::from_ref(index))) };
                let mut array = as_array(array).ok_or(Need::Stop)?;
                Rc::make_mut(&mut array).cells.insert(index.clone(), element.clone());
                return Ok(Cell::Array(array));
            }
            (Op::ConstArray(sort), [element]) => {
                let rest = Rest::Cell(Box::new(element.clone()));
                return Ok(Cell::Array(Rc::new(Array { sort, rest, cells: FxHashMap::default() })));
            }
            (Op::Eq, [Cell::Array(left), Cell::Array(right)]) if Rc::ptr_eq(left, right) => {
                return Ok(Cell::truth(true));
            }
            _ => {}
        }
        let mut numbers = Vec::with_capacity(cells.len());
        for cell in cells {
            numbers.push(number(cell).ok_or(Need::Stop)?);
        }
        let width = match sort.kind() {
            SortKind::BitVec(width) => *width,
            SortKind::Bool => 0,
            _ => return Err(Need::Stop),
        };
        self.of_numbers(op, &numbers, width).unwrap_or_else(|| Err(self.each(cells)))
    }

    /// An operation on numbers with their widths; none where it is none on sums of inputs.
    fn of_numbers(&mut self, op: Op, numbers: &[(u32, Rc<Linear>)], width: u32) -> Option<Result<Cell>> {
        let wrapped = |this: &mut Self, number: Option<Linear>| match number {
            Some(number) => this.wrapped(width, number),
            None => Err(Need::Stop),
        };
        Some(match (op, numbers) {
            (Op::BvNeg, [(_, it)]) => wrapped(self, it.times(-1)),
            (Op::BvNot, [(_, it)]) => wrapped(self, it.times(-1).and_then(|it| it.plus_constant(-1))),
            (Op::BvAdd, [(_, left), (_, right)]) => wrapped(self, left.plus(1, right)),
            (Op::BvSub, [(_, left), (_, right)]) => wrapped(self, left.plus(-1, right)),
            (Op::BvMul, [(_, left), (_, right)]) if right.terms.is_empty() => {
                wrapped(self, left.times(right.constant))
            }
            (Op::BvMul, [(_, left), (_, right)]) if left.terms.is_empty() => {
                wrapped(self, right.times(left.constant))
            }
            (Op::SignExtend(_), [(_, it)]) => wrapped(self, Some((**it).clone())),
            (Op::Extract { lo: 0, .. }, [(_, it)]) => wrapped(self, Some((**it).clone())),
            (Op::ZeroExtend(_), [(from, it)]) => match self.unsigned(*from, it) {
                Ok(number) => wrapped(self, Some(number)),
                Err(need) => Err(need),
            },
            (Op::Concat, [(_, high), (low_width, low)]) => match self.unsigned(*low_width, low) {
                Ok(low) => wrapped(self, high.times(1 << low_width).and_then(|it| it.plus(1, &low))),
                Err(need) => Err(need),
            },
            (Op::BvSlt, [(_, left), (_, right)]) => self.compared(left, right, 1),
            (Op::BvSle, [(_, left), (_, right)]) => self.compared(left, right, 0),
            (Op::BvUlt | Op::BvUle, [(from, left), (_, right)]) => {
                match (self.unsigned(*from, left), self.unsigned(*from, right)) {
                    (Ok(left), Ok(right)) => self.compared(&left, &right, i128::from(op == Op::BvUlt)),
                    (Err(need), _) | (_, Err(need)) => Err(need),
                }
            }
            (Op::Eq, [(_, left), (_, right)]) => self.equal(left, right),
            _ => return None,
        })
    }

    /// Whether `left - right + more <= 0`.
    fn compared(&mut self, left: &Linear, right: &Linear, more: i128) -> Result<Cell> {
        let number = left.plus(-1, right).and_then(|it| it.plus_constant(more)).ok_or(Need::Stop)?;
        self.is_at_most_zero(&number).map(Cell::truth)
    }

    fn equal(&mut self, left: &Linear, right: &Linear) -> Result<Cell> {
        let above = left.plus(-1, right).ok_or(Need::Stop)?;
        let below = above.times(-1).ok_or(Need::Stop)?;
        let is_equal = match (self.is_at_most_zero(&above), self.is_at_most_zero(&below)) {
            (Ok(false), _) | (_, Ok(false)) => false,
            (Ok(true), Ok(true)) => true,
            (Err(need), _) | (_, Err(need)) => return Err(need),
        };
        Ok(Cell::truth(is_equal))
    }

    /// The least and the largest value of a number. Either may be further away than it has to be.
    fn range(&self, number: &Linear) -> (i128, i128) {
        let range = |input: Input| self.bounds.range(input, self.inputs.range(input));
        let (mut least, mut most) = (number.constant, number.constant);
        for (input, factor) in &number.terms {
            let (from, to) = range(*input);
            let (one, other) = (from.saturating_mul(*factor), to.saturating_mul(*factor));
            least = least.saturating_add(one.min(other));
            most = most.saturating_add(one.max(other));
        }
        if let [(left, factor), (right, other)] = number.terms[..]
            && factor == -other
        {
            let (plus, minus) = if factor > 0 { (left, right) } else { (right, left) };
            let of = |bound: Option<i128>| bound.map(|it| it.saturating_mul(factor.abs()));
            if let Some(bound) = of(self.bounds.difference(plus, minus)) {
                most = most.min(number.constant.saturating_add(bound));
            }
            if let Some(bound) = of(self.bounds.difference(minus, plus)) {
                least = least.max(number.constant.saturating_sub(bound));
            }
        }
        (least, most)
    }

    fn is_at_most_zero(&self, number: &Linear) -> Result<bool> {
        let (least, most) = self.range(number);
        if most <= 0 {
            return Ok(true);
        }
        if least > 0 {
            return Ok(false);
        }
        let is_difference = match number.terms[..] {
            [_] => true,
            [(_, factor), (_, other)] => factor == -other,
            _ => false,
        };
        if is_difference { Err(Need::Split(number.clone())) } else { Err(self.each_of(number.terms.iter())) }
    }

    /// A bit-vector of the lowest bits of a number.
    fn wrapped(&mut self, width: u32, number: Linear) -> Result<Cell> {
        let (least, most) = self.range(&number);
        if least == most {
            return Ok(Cell::number(width, least));
        }
        let (from, to) = signed_range(width);
        if from <= least && most <= to {
            return Ok(Cell::Number(width, Rc::new(number)));
        }
        if width > 64 {
            return Err(Need::Stop);
        }
        let round = |number: i128| (number - from).div_euclid(1 << width);
        let (first, last) = (round(least), round(most));
        let number = number.plus_constant(-(first << width)).ok_or(Need::Stop)?;
        if first != last && !self.is_at_most_zero(&number.plus_constant(-to).ok_or(Need::Stop)?)? {
            return self.wrapped(width, number);
        }
        Ok(Cell::Number(width, Rc::new(number)))
    }

    /// A bit-vector read as an unsigned number.
    fn unsigned(&mut self, width: u32, number: &Linear) -> Result<Linear> {
        let before_zero = number.plus_constant(1).ok_or(Need::Stop)?;
        match self.is_at_most_zero(&before_zero)? {
            true if width <= 64 => number.plus_constant(1 << width).ok_or(Need::Stop),
            true => Err(Need::Stop),
            false => Ok(number.clone()),
        }
    }

    /// That the values of some input in these cells are looked at one by one, if one has few.
    fn each(&self, cells: &[Cell]) -> Need {
        let numbers: Vec<Rc<Linear>> = cells.iter().filter_map(number).map(|it| it.1).collect();
        self.each_of(numbers.iter().flat_map(|it| &it.terms))
    }

    fn each_of<'a>(&self, terms: impl Iterator<Item = &'a (Input, i128)>) -> Need {
        let range = |input: Input| self.bounds.range(input, self.inputs.range(input));
        let ranges = terms.map(|(input, _)| (*input, range(*input)));
        match ranges.min_by_key(|(input, (least, most))| (most - least, *input)) {
            Some((input, (least, most))) if most - least < MAX_VALUES_OF_AN_INPUT => {
                Need::Each(input, least, most)
            }
            _ => Need::Stop,
        }
    }

    fn select(&mut self, array: &Cell, index: &Value) -> Result<Cell> {
        match array {
            Cell::Known(array) => {
                let array = array.as_array().ok_or(Need::Stop)?;
                Ok(Cell::Known(array.get(index).clone()))
            }
            Cell::Array(array) => match (array.cells.get(index), &array.rest) {
                (Some(cell), _) => Ok(cell.clone()),
                (None, Rest::Cell(cell)) => Ok((**cell).clone()),
                (None, Rest::Input(outside)) => self.inputs.cell(*outside, index).ok_or(Need::Stop),
            },
            Cell::Number(..) | Cell::Open(_) => Err(Need::Stop),
        }
    }
}

/// An array to be written.
pub(super) fn as_array(cell: &Cell) -> Option<Rc<Array>> {
    match cell {
        Cell::Array(array) => Some(Rc::clone(array)),
        Cell::Known(value) => Array::known(value).map(Rc::new),
        Cell::Number(..) | Cell::Open(_) => None,
    }
}

/// A cell as a number, with its width.
fn number(cell: &Cell) -> Option<(u32, Rc<Linear>)> {
    match cell {
        Cell::Number(width, number) => Some((*width, Rc::clone(number))),
        Cell::Known(value @ Value::Bits(width, _)) => {
            Some((*width, Rc::new(Linear::constant(value.as_signed()?))))
        }
        Cell::Known(_) | Cell::Array(_) | Cell::Open(_) => None,
    }
}
