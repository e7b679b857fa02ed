//! Which variables of a program the variables of an octagon are.

use faultscope_ir::program::Display;
use faultscope_ir::{Program, Sort, SortKind, Symbol, Term, Value};
use rustc_hash::FxHashMap;

use crate::numbers::{Interval, Sign};

use super::matrix::{Literal, Octagon};
use crate::limits::WIDEST_NUMBER;

/// Bits of a pointer's object number.
const OBJECT_BITS: u32 = 32;

/// What of a variable of a program a number is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Part {
    /// A mathematical integer.
    Integer,
    /// A bit-vector.
    Whole(Sign),
    /// The lowest bits of a bit-vector, unsigned: a pointer's offset.
    Low(u32),
    /// The bits from this one on, unsigned: the number of a pointer's object.
    High(u32),
}

/// A number that is a variable of a program, or a part of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Dimension {
    /// The variable.
    pub symbol: Symbol,
    /// What of it.
    pub part: Part,
}

impl Dimension {
    /// The number as a term, and how it is read.
    pub fn term(self) -> (Term, Option<Sign>) {
        let whole = Term::symbol(self.symbol);
        let width = self.symbol.sort().bit_width().unwrap_or(1);
        match self.part {
            Part::Integer => (whole, None),
            Part::Whole(sign) => (whole, Some(sign)),
            Part::Low(low) => (whole.extract(low - 1, 0), Some(Sign::Unsigned)),
            Part::High(low) => (whole.extract(width - 1, low), Some(Sign::Unsigned)),
        }
    }

    /// The numbers that it can be.
    pub fn range(self) -> Interval {
        let (term, sign) = self.term();
        match (sign, term.sort().bit_width()) {
            (Some(sign), Some(width)) => {
                let (lo, hi) = sign.range(width);
                Interval::new(lo, hi)
            }
            _ => Interval::ANY,
        }
    }
}

/// The variables of an octagon.
#[derive(Debug, Clone, Default)]
pub struct Space {
    dimensions: Vec<Dimension>,
    numbers: FxHashMap<Symbol, Vec<usize>>,
}

/// How a variable is read.
fn sign_of(program: &Program, symbol: Symbol) -> Sign {
    match program.display(symbol) {
        Display::Plain | Display::Signed => Sign::Signed,
        _ => Sign::Unsigned,
    }
}

/// What of a variable are numbers of an octagon: nothing of arrays, floating-point numbers and truth values.
pub fn parts(program: &Program, symbol: Symbol) -> Vec<Part> {
    match symbol.sort().kind() {
        SortKind::Int => vec![Part::Integer],
        SortKind::BitVec(width) => {
            let is_pointer = program.display(symbol) == Display::Pointer && *width > OBJECT_BITS;
            if is_pointer || *width > WIDEST_NUMBER {
                let low = width - OBJECT_BITS;
                if low > WIDEST_NUMBER { Vec::new() } else { vec![Part::Low(low), Part::High(low)] }
            } else {
                vec![Part::Whole(sign_of(program, symbol))]
            }
        }
        _ => Vec::new(),
    }
}

impl Space {
    /// The space of what of some variables are numbers.
    pub fn new(program: &Program, symbols: impl IntoIterator<Item = Symbol>) -> Space {
        let mut space = Space::default();
        for symbol in symbols {
            space.add(program, symbol);
        }
        space
    }

    /// Adds a variable's numbers, if they are not there yet.
    pub fn add(&mut self, program: &Program, symbol: Symbol) {
        if self.numbers.contains_key(&symbol) {
            return;
        }
        for part in parts(program, symbol) {
            self.numbers.entry(symbol).or_default().push(self.dimensions.len());
            self.dimensions.push(Dimension { symbol, part });
        }
    }

    /// The numbers, in the order of the octagon's variables.
    pub fn dimensions(&self) -> &[Dimension] {
        &self.dimensions
    }

    /// The octagon's variables that are numbers of a variable of the program.
    pub fn of(&self, symbol: Symbol) -> &[usize] {
        self.numbers.get(&symbol).map_or(&[], Vec::as_slice)
    }

    /// The octagon's variable that is some part of a variable of the program.
    pub fn part(&self, symbol: Symbol, is_part: impl Fn(Part) -> bool) -> Option<usize> {
        self.of(symbol).iter().copied().find(|it| is_part(self.dimensions[*it].part))
    }

    /// All points that variables of these sorts can be.
    pub fn all(&self) -> Octagon {
        let top = Octagon::top(self.dimensions.len());
        self.dimensions
            .iter()
            .enumerate()
            .fold(top, |octagon, (idx, dimension)| octagon.within(idx, dimension.range()).unwrap_or(octagon))
    }

    /// The points of an octagon as a condition on the program's variables. What follows from the sorts is left out.
    pub fn condition(&self, octagon: &Octagon) -> Term {
        let all = self.all();
        let relations = octagon.relations().into_iter();
        let told = relations.filter(|(one, other, bound)| {
            all.largest_sum(*one, *other).is_none_or(|largest| *bound < largest)
        });
        let constant = |literal: Literal| octagon.range(literal.variable()).as_constant();
        let terms = told.map(|(one, other, bound)| match constant(one) {
            // Both bounds say the same.
            Some(value) if one == other => {
                let term = self.dimensions[one.variable()].term().0;
                term.equals(number(term.sort(), value))
            }
            _ => self.at_most(one, other, bound),
        });
        // Conjunctions of a term with itself are that term.
        Term::all(terms)
    }

    /// That a sum of two literals is at most a number.
    fn at_most(&self, one: Literal, other: Literal, bound: i128) -> Term {
        if one == other {
            return self.single(one, bound.div_euclid(2));
        }
        // Of a difference, the positive one first.
        let (one, other) = if one.is_negative() { (other, one) } else { (one, other) };
        let (lhs, rhs) = (self.dimensions[one.variable()], self.dimensions[other.variable()]);
        let numbers = |negative: bool, term: Term| if negative { negated(term) } else { term };
        let width = 2 + widest([lhs, rhs]).max(bits_of(bound));
        let (lhs, rhs) = (extended(lhs, width), extended(rhs, width));
        let bound = number(lhs.sort(), bound);
        if !one.is_negative() && other.is_negative() {
            return at_most(lhs, sum(rhs, bound));
        }
        at_most(sum(numbers(one.is_negative(), lhs), numbers(other.is_negative(), rhs)), bound)
    }

    /// That a literal is at most a number.
    fn single(&self, literal: Literal, bound: i128) -> Term {
        let dimension = self.dimensions[literal.variable()];
        let (term, sign) = dimension.term();
        let number = number(term.sort(), if literal.is_negative() { -bound } else { bound });
        let (lhs, rhs) = if literal.is_negative() { (number, term) } else { (term, number) };
        if sign == Some(Sign::Unsigned) { lhs.bv_ule(rhs) } else { at_most(lhs, rhs) }
    }
}

fn bits_of(number: i128) -> u32 {
    129 - number.unsigned_abs().leading_zeros()
}

fn widest(dimensions: [Dimension; 2]) -> u32 {
    dimensions.iter().filter_map(|it| it.term().0.sort().bit_width()).max().unwrap_or(1)
}

/// A number, wide enough for sums; integers as they are.
fn extended(dimension: Dimension, width: u32) -> Term {
    match dimension.term() {
        (term, Some(Sign::Signed)) => term.sign_extend_to(width),
        (term, Some(Sign::Unsigned)) => term.zero_extend_to(width),
        (term, None) => term,
    }
}

fn number(sort: Sort, number: i128) -> Term {
    match sort.kind() {
        SortKind::BitVec(width) => Term::value(Value::signed_bits(*width, number)),
        _ => Term::int(number),
    }
}

fn negated(term: Term) -> Term {
    if term.sort().bit_width().is_some() { term.bv_neg() } else { term.neg() }
}

fn sum(lhs: Term, rhs: Term) -> Term {
    if lhs.sort().bit_width().is_some() { lhs.bv_add(rhs) } else { lhs.add(rhs) }
}

fn at_most(lhs: Term, rhs: Term) -> Term {
    if lhs.sort().bit_width().is_some() { lhs.bv_sle(rhs) } else { lhs.le(rhs) }
}
