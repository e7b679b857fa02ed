//! Random commands over small sorts.

use faultscope_ir::{Command, Op, Place, Sort, SortKind, Symbol, Term};

use super::brute;

/// A small generator of pseudo-random numbers (splitmix64).
pub struct Random(pub u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

/// Random commands over some variables.
pub struct Generator<'a> {
    pub random: &'a mut Random,
    pub variables: &'a [Symbol],
}

impl Generator<'_> {
    pub fn command(&mut self) -> Command {
        match self.random.below(9) {
            0..=3 => {
                let target = self.place();
                let value = self.term(target.read().sort(), 2);
                Command::Assign { target, value }
            }
            4 | 5 => Command::Havoc { target: self.place() },
            _ => Command::Assume { condition: self.term(Sort::bool(), 3) },
        }
    }

    fn place(&mut self) -> Place {
        let variable = self.random.pick(self.variables);
        match variable.sort().array_sorts() {
            Some((index, _)) if self.random.below(6) > 0 => Place::cell(variable, self.term(index, 1)),
            _ => Place::variable(variable),
        }
    }

    fn leaf(&mut self, sort: Sort) -> Term {
        let fitting: Vec<Symbol> = self.variables.iter().copied().filter(|it| it.sort() == sort).collect();
        let arrays: Vec<Symbol> = self
            .variables
            .iter()
            .copied()
            .filter(|it| it.sort().array_sorts().is_some_and(|(_, element)| element == sort))
            .collect();
        match self.random.below(5) {
            0 if !arrays.is_empty() => {
                let array = self.random.pick(&arrays);
                let index = array.sort().array_sorts().unwrap().0;
                Term::symbol(array).select(self.leaf(index))
            }
            1..=3 if !fitting.is_empty() => Term::symbol(self.random.pick(&fitting)),
            _ => {
                let values = brute::values_of(sort);
                let number = self.random.below(values.len());
                Term::value(values[number].clone())
            }
        }
    }

    fn term(&mut self, sort: Sort, depth: usize) -> Term {
        if depth == 0 || self.random.below(4) == 0 {
            return self.leaf(sort);
        }
        match sort.kind() {
            SortKind::Bool => self.condition(depth - 1),
            SortKind::BitVec(_) => self.number(sort, depth - 1),
            SortKind::Array(index, element) => {
                let (at, put) = (self.term(*index, 1), self.term(*element, depth - 1));
                self.leaf(sort).store(at, put)
            }
            _ => unreachable!("no such variables"),
        }
    }

    fn number(&mut self, sort: Sort, depth: usize) -> Term {
        let (lhs, rhs) = (self.term(sort, depth), self.term(sort, depth));
        match self.random.below(8) {
            0..=2 => lhs.bv_add(rhs),
            3 | 4 => lhs.bv_sub(rhs),
            5 => self.term(Sort::bool(), depth).ite(lhs, rhs),
            6 => lhs.bv_mul(rhs),
            _ => Term::app(self.random.pick(&[Op::BvAnd, Op::BvXor, Op::BvLshr]), &[lhs, rhs]),
        }
    }

    fn condition(&mut self, depth: usize) -> Term {
        let numbers: Vec<Sort> =
            self.variables.iter().map(|it| it.sort()).filter(|it| it.bit_width().is_some()).collect();
        let choice = self.random.below(10);
        if choice < 7 && !numbers.is_empty() {
            let sort = self.random.pick(&numbers);
            let (lhs, rhs) = (self.term(sort, depth.min(1)), self.term(sort, depth.min(1)));
            return match choice {
                0 | 1 => lhs.equals(rhs),
                2 => lhs.differs(rhs),
                3 => lhs.bv_ult(rhs),
                4 => lhs.bv_sle(rhs),
                _ => lhs.bv_slt(rhs),
            };
        }
        let (lhs, rhs) = (self.term(Sort::bool(), depth), self.term(Sort::bool(), depth));
        match choice {
            7 => lhs.and(rhs),
            8 => lhs.or(rhs),
            _ => lhs.not(),
        }
    }
}

pub fn variable_sets() -> Vec<Vec<Symbol>> {
    let int = |name: &str, width| Symbol::new(&format!("{name}{width}"), Sort::bits(width));
    let bool = |name: &str| Symbol::new(name, Sort::bool());
    let array = |index: u32, element: Sort| {
        Symbol::new(&format!("a{index}{element}"), Sort::array(Sort::bits(index), element))
    };
    vec![
        vec![int("x", 2), int("y", 2), int("z", 2)],
        vec![int("x", 3), int("y", 3)],
        vec![int("x", 3), int("y", 2), bool("b")],
        vec![int("x", 2), int("i", 1), array(1, Sort::bits(2))],
        vec![bool("b"), int("i", 2), array(2, Sort::bool())],
        vec![int("x", 2), int("y", 2), bool("b"), bool("c")],
        vec![int("x", 1), array(1, Sort::array(Sort::bits(1), Sort::bool())), bool("b")],
    ]
}
