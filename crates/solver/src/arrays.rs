//! Reads of arrays whose cells are all known, written out.
//!
//! A read of an array that is made by writes over a constant array becomes an if-then-else over the writes.
//! Z3's array theory gives up on satisfiable formulas with constant arrays over bit-vectors ("incomplete
//! theory array"), and without arrays the formulas are in a logic that is decided faster.

use faultscope_ir::term::Rewriting;
use faultscope_ir::{Op, Term, TermKind, Value};

/// Writes reads out, and remembers.
#[derive(Default)]
pub(crate) struct ArrayReads(Rewriting);

impl ArrayReads {
    /// The same term with reads of known arrays written out.
    pub(crate) fn resolve(&mut self, root: Term) -> Term {
        self.0.rewrite_applications(root, &mut |op, operands| match op {
            Op::Select if is_known(operands[0]) => Some(read(operands[0], operands[1])),
            _ => None,
        })
    }
}

/// Whether all cells of an array have a value given by terms.
fn is_known(array: Term) -> bool {
    match array.kind() {
        TermKind::Const(_) | TermKind::App(Op::ConstArray(_), _) => true,
        TermKind::App(Op::Store, operands) => is_known(operands[0]),
        TermKind::App(Op::Ite, operands) => is_known(operands[1]) && is_known(operands[2]),
        _ => false,
    }
}

/// A cell of a known array.
fn read(array: Term, index: Term) -> Term {
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
            writes
                .extend(entries.map(|(at, element)| (Term::value(at.clone()), Term::value(element.clone()))));
            Term::value(value.default.clone())
        }
        TermKind::App(Op::Ite, operands) => {
            operands[0].ite(read(operands[1], index), read(operands[2], index))
        }
        TermKind::App(Op::ConstArray(_), operands) => operands[0],
        _ => base.select(index),
    };
    writes.into_iter().rev().fold(below, |rest, (at, element)| at.equals(index).ite(element, rest))
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
}
