//! Reads of arrays whose cells are all known, written out.
//!
//! A read of an array that is made by writes over a constant array becomes an if-then-else over the writes.
//! Z3's array theory gives up on satisfiable formulas with constant arrays over bit-vectors ("incomplete
//! theory array"), and without arrays the formulas are in a logic that is decided faster.

use faultscope_ir::term::Rewriting;
use faultscope_ir::{Op, Term, TermKind, Value};
use rustc_hash::FxHashMap;

/// Writes reads out, and remembers.
#[derive(Default)]
pub(crate) struct ArrayReads {
    rewriting: Rewriting,
    cells: Cells,
}

impl ArrayReads {
    /// The same term with reads of known arrays written out.
    pub(crate) fn resolve(&mut self, root: Term) -> Term {
        let cells = &mut self.cells;
        self.rewriting.rewrite_applications(root, &mut |op, operands| match op {
            Op::Select if cells.is_known(operands[0]) => Some(cells.read(operands[0], operands[1])),
            _ => None,
        })
    }
}

/// What was found out of arrays. Choices between arrays share what they are made of, so each is looked at once.
#[derive(Default)]
struct Cells {
    known: FxHashMap<Term, bool>,
    /// Cells of choices, by index.
    read: FxHashMap<(Term, Term), Term>,
}

impl Cells {
    /// Whether all cells of an array have a value given by terms.
    fn is_known(&mut self, array: Term) -> bool {
        let mut base = array;
        while let Some([inner, ..]) = base.operands_of(Op::Store) {
            base = *inner;
        }
        match base.kind() {
            TermKind::Const(_) | TermKind::App(Op::ConstArray(_), _) => true,
            TermKind::App(Op::Ite, operands) => {
                if let Some(known) = self.known.get(&base) {
                    return *known;
                }
                let known = self.is_known(operands[1]) && self.is_known(operands[2]);
                self.known.insert(base, known);
                known
            }
            _ => false,
        }
    }

    /// A cell of a known array.
    fn read(&mut self, array: Term, index: Term) -> Term {
        // The writes from the last to the first, and what is below them.
        let mut writes = Vec::new();
        let mut base = array;
        while let Some([inner, at, element]) = base.operands_of(Op::Store) {
            writes.push((*at, *element));
            base = *inner;
        }
        let below = match base.kind() {
            TermKind::Const(Value::Array(value)) => {
                let entries = value.entries.iter().rev();
                writes.extend(
                    entries.map(|(at, element)| (Term::value(at.clone()), Term::value(element.clone()))),
                );
                Term::value(value.default.clone())
            }
            TermKind::App(Op::Ite, _) => self.choice(base, index),
            TermKind::App(Op::ConstArray(_), operands) => operands[0],
            _ => base.select(index),
        };
        writes.into_iter().rev().fold(below, |rest, (at, element)| at.equals(index).ite(element, rest))
    }

    /// A cell of a choice between known arrays.
    fn choice(&mut self, choice: Term, index: Term) -> Term {
        if let Some(cell) = self.read.get(&(choice, index)) {
            return *cell;
        }
        let Some([condition, then, otherwise]) = choice.operands_of(Op::Ite) else {
            return choice.select(index);
        };
        let cell = condition.ite(self.read(*then, index), self.read(*otherwise, index));
        self.read.insert((choice, index), cell);
        cell
    }
}

#[cfg(test)]
mod tests {
    use faultscope_ir::Sort;

    use super::*;

    #[test]
    fn reads_of_known_arrays_need_no_array() {
        let bits = |number| Term::bits(8, number);
        let sort = Sort::array(Sort::bits(8), Sort::bits(8));
        let (i, j) = (Term::var("i", Sort::bits(8)), Term::var("j", Sort::bits(8)));
        let array = Term::constant_array(sort, bits(0)).store(bits(1), bits(5)).store(i, bits(6));
        let resolved = ArrayReads::default().resolve(array.select(j));
        let expected = i.equals(j).ite(bits(6), bits(1).equals(j).ite(bits(5), bits(0)));
        assert_eq!(resolved, expected);
        let unknown = Term::var("a", sort).store(i, bits(6)).select(j);
        assert_eq!(ArrayReads::default().resolve(unknown), unknown);
    }

    #[test]
    fn choices_that_share_arrays_are_looked_at_once() {
        let bits = |number| Term::bits(8, number);
        let sort = Sort::array(Sort::bits(8), Sort::bits(8));
        let mut array = Term::constant_array(sort, bits(0));
        for number in 0..100 {
            let condition = Term::var(&format!("c{number}"), Sort::bool());
            array = condition.ite(array.store(bits(number % 3), bits(number)), array);
        }
        let cell = ArrayReads::default().resolve(array.select(bits(3)));
        assert_eq!(cell, bits(0));
        let mut reads = ArrayReads::default();
        assert!(reads.resolve(array.select(bits(1))).operands_of(Op::Ite).is_some());
        assert!(reads.cells.read.len() <= 100);
    }
}
