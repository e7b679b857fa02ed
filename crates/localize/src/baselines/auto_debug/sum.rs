//! Numbers as sums: a constant, and terms with factors.

use crate::limits::MAX_SUM_DEPTH;
use faultscope_ir::index::IndexMap;
use faultscope_ir::{Op, Term, TermKind, Value};

/// `c + k₁·t₁ + … + kₙ·tₙ`, where the terms are no sums themselves: variables, elements, products, quotients.
///
/// Numbers are those of mathematics: that a sum of the program wraps around is an error of its own, and which change helps is
/// decided by executing it.
#[derive(Debug, Clone, Default)]
pub struct Sum {
    terms: IndexMap<Term, i128>,
    /// The number that is added.
    pub constant: i128,
}

impl PartialEq for Sum {
    fn eq(&self, other: &Sum) -> bool {
        self.constant == other.constant && self.has_terms_of(other)
    }
}

impl Sum {
    /// The sum that a term is; none where it is no whole number.
    pub fn of(term: Term) -> Option<Sum> {
        let mut sum = Sum::default();
        sum.add_term(term, 1, MAX_SUM_DEPTH)?;
        sum.terms.retain(|_, factor| *factor != 0);
        Some(sum)
    }

    /// A number.
    pub fn number(constant: i128) -> Sum {
        Sum { constant, ..Sum::default() }
    }

    /// The terms with their factors, none of which is 0.
    pub fn terms(&self) -> impl Iterator<Item = (Term, i128)> + '_ {
        self.terms.iter().map(|(term, factor)| (*term, *factor))
    }

    /// How many terms there are.
    pub fn n_terms(&self) -> usize {
        self.terms.len()
    }

    /// The number, if it is one.
    pub fn as_number(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// How often a term is in it.
    pub fn factor(&self, term: Term) -> i128 {
        self.terms.get(&term).copied().unwrap_or(0)
    }

    /// Whether it differs from another one by a number, if at all.
    pub fn has_terms_of(&self, other: &Sum) -> bool {
        self.terms.len() == other.terms.len()
            && self.terms.iter().all(|(term, factor)| other.terms.get(term) == Some(factor))
    }

    /// So often another one added.
    #[must_use]
    pub fn plus(&self, factor: i128, other: &Sum) -> Sum {
        let mut sum = self.clone();
        sum.constant = sum.constant.saturating_add(factor.saturating_mul(other.constant));
        for (term, times) in &other.terms {
            sum.add(*term, factor.saturating_mul(*times));
        }
        sum.terms.retain(|_, factor| *factor != 0);
        sum
    }

    /// The sum with the sign turned.
    #[must_use]
    pub fn negated(&self) -> Sum {
        Sum::default().plus(-1, self)
    }

    /// What `x` has to be so that `factor · x` plus this sum without its `x` is 0; none where that is no sum.
    pub fn solved(&self, term: Term) -> Option<Sum> {
        let factor = self.factor(term);
        let mut rest = self.clone();
        rest.terms.shift_remove(&term);
        match factor {
            1 => Some(rest.negated()),
            -1 => Some(rest),
            _ => None,
        }
    }

    /// The sum with sums for terms; none where one of them has none.
    pub fn replaced(&self, replace: &mut dyn FnMut(Term) -> Option<Sum>) -> Option<Sum> {
        let mut sum = Sum::number(self.constant);
        for (term, factor) in &self.terms {
            sum = sum.plus(*factor, &replace(*term)?);
        }
        Some(sum)
    }

    fn add(&mut self, term: Term, factor: i128) {
        let known = self.terms.entry(term).or_insert(0);
        *known = known.saturating_add(factor);
    }

    fn add_term(&mut self, term: Term, factor: i128, depth: usize) -> Option<()> {
        let depth = depth.checked_sub(1)?;
        match term.kind() {
            TermKind::Const(value) => {
                self.constant = self.constant.checked_add(factor.checked_mul(number(value)?)?)?;
            }
            TermKind::App(op, operands) => match (op, &operands[..]) {
                (Op::BvAdd | Op::Add, [left, right]) => {
                    self.add_term(*left, factor, depth)?;
                    self.add_term(*right, factor, depth)?;
                }
                (Op::BvSub | Op::Sub, [left, right]) => {
                    self.add_term(*left, factor, depth)?;
                    self.add_term(*right, factor.checked_neg()?, depth)?;
                }
                (Op::BvNeg | Op::Neg, [operand]) => self.add_term(*operand, factor.checked_neg()?, depth)?,
                (Op::BvMul | Op::Mul, [left, right]) => {
                    let known = |term: &Term| term.as_value().and_then(number);
                    match (known(left), known(right)) {
                        (Some(times), _) => self.add_term(*right, factor.checked_mul(times)?, depth)?,
                        (None, Some(times)) => self.add_term(*left, factor.checked_mul(times)?, depth)?,
                        (None, None) => self.add(term, factor),
                    }
                }
                (Op::SignExtend(_) | Op::ZeroExtend(_) | Op::Extract { lo: 0, .. }, [operand]) => {
                    self.add_term(*operand, factor, depth)?;
                }
                _ => self.add_atom(term, factor)?,
            },
            TermKind::Symbol(_) => self.add_atom(term, factor)?,
            TermKind::Quantified(..) => return None,
        }
        Some(())
    }

    fn add_atom(&mut self, term: Term, factor: i128) -> Option<()> {
        let is_number = term.sort().bit_width().is_some() || term.sort() == faultscope_ir::Sort::int();
        is_number.then(|| self.add(term, factor))
    }
}

/// A value as a number, if it is a whole one. Bit-vectors have a sign.
pub fn number(value: &Value) -> Option<i128> {
    match value {
        Value::Int(number) => i128::try_from(number).ok(),
        _ => value.as_signed(),
    }
}

#[cfg(test)]
mod tests {
    use faultscope_ir::Sort;

    use super::*;

    fn var(name: &str) -> Term {
        Term::var(name, Sort::bits(32))
    }

    #[test]
    fn a_term_is_a_sum_of_what_is_no_sum() {
        let (x, y) = (var("x"), var("y"));
        let twice = Term::signed_bits(32, 2).bv_mul(x);
        let sum = Sum::of(twice.bv_sub(y).bv_add(Term::signed_bits(32, -3)).bv_add(y)).unwrap();
        assert_eq!(sum.constant, -3);
        assert_eq!(sum.terms().collect::<Vec<_>>(), [(x, 2)]);
        let product = Sum::of(x.bv_mul(y)).unwrap();
        assert_eq!(product.n_terms(), 1);
        assert_eq!(Sum::of(Term::bool(true)), None);
    }

    #[test]
    fn a_sum_is_solved_for_a_term_that_it_has_once() {
        let (x, y) = (var("x"), var("y"));
        let sum = Sum::of(x.bv_sub(y).bv_add(Term::signed_bits(32, 5))).unwrap();
        assert_eq!(sum.solved(x), Sum::of(y.bv_sub(Term::signed_bits(32, 5))));
        assert_eq!(sum.solved(y), Sum::of(x.bv_add(Term::signed_bits(32, 5))));
        assert_eq!(Sum::of(x.bv_add(x)).unwrap().solved(x), None);
    }

    #[test]
    fn sums_are_equal_whatever_the_order() {
        let (x, y) = (var("x"), var("y"));
        assert_eq!(Sum::of(x.bv_add(y)), Sum::of(y.bv_add(x)));
        assert!(Sum::of(x).unwrap().has_terms_of(&Sum::of(x.bv_add(Term::signed_bits(32, 1))).unwrap()));
        assert_ne!(Sum::of(x), Sum::of(y));
    }
}
