//! Which SMT-LIB logic formulas are in.
//!
//! Z3 picks its strategy by the logic: with one announced the median query takes a half to a fifth of the
//! time. Only logics that were seen to pay are announced.

use faultscope_ir::sort::SortKind;
use faultscope_ir::{Op, Sort, Term, TermKind};
use rustc_hash::FxHashSet;

/// What occurs in a set of formulas.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Features {
    integers: bool,
    reals: bool,
    bit_vectors: bool,
    floats: bool,
    arrays: bool,
    opaque: bool,
    quantifiers: bool,
    products: bool,
    seen: FxHashSet<Term>,
}

impl Features {
    /// Takes the formula into account; subterms that were seen before cost nothing.
    pub fn add(&mut self, formula: Term) {
        let mut stack = vec![formula];
        while let Some(term) = stack.pop() {
            if self.seen.insert(term) {
                self.add_node(term);
                stack.extend(term.children());
            }
        }
    }

    fn add_node(&mut self, term: Term) {
        self.add_sort(term.sort());
        match term.kind() {
            TermKind::Quantified(_, variables, _) => {
                self.quantifiers = true;
                variables.iter().for_each(|variable| self.add_sort(variable.sort()));
            }
            TermKind::App(Op::Mul, operands) => {
                self.products |= operands.iter().all(|operand| operand.as_value().is_none());
            }
            TermKind::App(Op::IntDiv | Op::IntMod | Op::RealDiv, operands) => {
                self.products |= operands[1].as_value().is_none();
            }
            _ => {}
        }
    }

    fn add_sort(&mut self, sort: Sort) {
        match sort.kind() {
            SortKind::Bool => {}
            SortKind::Int => self.integers = true,
            SortKind::Real => self.reals = true,
            SortKind::BitVec(_) => self.bit_vectors = true,
            SortKind::Float(_) => self.floats = true,
            SortKind::Opaque(_) => self.opaque = true,
            SortKind::Array(index, element) => {
                self.arrays = true;
                self.add_sort(*index);
                self.add_sort(*element);
            }
        }
    }

    /// The logic to announce; none where the general strategy is best.
    pub fn logic(&self) -> Option<&'static str> {
        if self.quantifiers || self.opaque || self.products {
            return None;
        }
        match (self.bit_vectors, self.floats, self.integers, self.reals, self.arrays) {
            (_, false, false, false, false) => Some("QF_BV"),
            (_, true, false, false, false) => Some("QF_BVFP"),
            (_, false, false, false, true) => Some("QF_ABV"),
            (false, false, true, false, false) => Some("QF_LIA"),
            (false, false, true, false, true) => Some("QF_ALIA"),
            (false, false, false, true, false) => Some("QF_LRA"),
            _ => None,
        }
    }

    /// The smallest logic by SMT-LIB's names that surely holds the formulas.
    pub fn smtlib_logic(&self) -> &'static str {
        self.logic().unwrap_or("ALL")
    }
}
