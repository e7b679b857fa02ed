//! Atomic predicates, and formulas as disjunctions of conjunctions of them.

use faultscope_ir::{Op, Term, TermKind};

use super::sum::Sum;
use crate::limits::MAX_CONJUNCTIONS;

/// How a sum is related to 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Relation {
    /// `sum < 0`.
    Less,
    /// `sum <= 0`.
    LessOrEqual,
    /// `sum == 0`.
    Equal,
    /// `sum != 0`.
    NotEqual,
}

/// `expr relop const`, as a sum and its relation to 0 (\[1\], "Representation of branch predicates").
#[derive(Debug, Clone, PartialEq)]
pub struct Predicate {
    /// The sum.
    pub sum: Sum,
    /// How it is related to 0.
    pub relation: Relation,
}

impl Predicate {
    /// The contrary.
    #[must_use]
    pub fn negated(&self) -> Predicate {
        let relation = match self.relation {
            Relation::Less => return Predicate { sum: self.sum.negated(), relation: Relation::LessOrEqual },
            Relation::LessOrEqual => return Predicate { sum: self.sum.negated(), relation: Relation::Less },
            Relation::Equal => Relation::NotEqual,
            Relation::NotEqual => Relation::Equal,
        };
        Predicate { sum: self.sum.clone(), relation }
    }

    /// Whether it is true where the sum is this number.
    pub fn holds_at(&self, number: i128) -> bool {
        match self.relation {
            Relation::Less => number < 0,
            Relation::LessOrEqual => number <= 0,
            Relation::Equal => number == 0,
            Relation::NotEqual => number != 0,
        }
    }

    /// The number nearest to this one where it is true; for `<` and `<=` the boundary.
    pub fn boundary(&self, number: i128) -> i128 {
        match self.relation {
            Relation::Less => -1,
            Relation::LessOrEqual | Relation::Equal => 0,
            Relation::NotEqual if number == 0 => 1,
            Relation::NotEqual => number,
        }
    }

    /// What a condition says that is no connection of others; none for truth values and what is no whole number.
    pub fn of(term: Term) -> Option<Predicate> {
        let TermKind::App(op, operands) = term.kind() else { return None };
        if *op == Op::Not {
            return Some(Predicate::of(operands[0])?.negated());
        }
        let relation = match op {
            Op::BvSlt | Op::BvUlt | Op::Lt => Relation::Less,
            Op::BvSle | Op::BvUle | Op::Le => Relation::LessOrEqual,
            Op::Eq => Relation::Equal,
            _ => return None,
        };
        let sum = Sum::of(operands[0])?.plus(-1, &Sum::of(operands[1])?);
        Some(Predicate { sum, relation })
    }
}

/// What is known where a formula is brought to disjunctive normal form.
pub trait Knowledge {
    /// The truth of a part that is to be left out of the answer.
    fn truth(&self, part: Term) -> Option<bool>;

    /// Whether a predicate is false on the execution.
    fn is_negative(&self, predicate: &Predicate) -> bool;
}

/// Of the disjunctive normal form of a formula what is false in each conjunction, for the [`MAX_CONJUNCTIONS`] of which the least is
/// false, these first. What is known does not appear, and neither does what is no atomic predicate: it is nothing that this
/// technique can compare.
pub fn negative_predicates(formula: Term, knowledge: &dyn Knowledge) -> Vec<Vec<Predicate>> {
    Expansion { knowledge }.expanded(formula, true)
}

struct Expansion<'a> {
    knowledge: &'a dyn Knowledge,
}

/// What is false in each conjunction. No conjunction is false, one of which nothing is false is true.
type Conjunctions = Vec<Vec<Predicate>>;

impl Expansion<'_> {
    fn expanded(&self, formula: Term, is_positive: bool) -> Conjunctions {
        let truth = |truth: bool| if truth { vec![Vec::new()] } else { Vec::new() };
        if let Some(known) = formula.as_bool() {
            return truth(known == is_positive);
        }
        match formula.kind() {
            TermKind::App(Op::Not, operands) => self.expanded(operands[0], !is_positive),
            TermKind::App(op @ (Op::And | Op::Or), operands) => {
                let left = self.expanded(operands[0], is_positive);
                let right = self.expanded(operands[1], is_positive);
                let joins = (*op == Op::And) == is_positive;
                best(if joins { product(&left, &right) } else { [left, right].concat() })
            }
            _ => match self.knowledge.truth(formula) {
                Some(known) => truth(known == is_positive),
                None => vec![self.atoms(formula, is_positive)],
            },
        }
    }

    /// What is false of a comparison. One of numbers without a sign says that the smaller one is none below zero, too: an index
    /// is not in front of its array.
    fn atoms(&self, formula: Term, is_positive: bool) -> Vec<Predicate> {
        let Some(predicate) = Predicate::of(formula) else { return Vec::new() };
        let predicate = if is_positive { predicate } else { predicate.negated() };
        let smaller = match formula.kind() {
            TermKind::App(Op::BvUlt | Op::BvUle, operands) => Some(operands[usize::from(!is_positive)]),
            _ => None,
        };
        let not_below = smaller
            .and_then(Sum::of)
            .map(|smaller| Predicate { sum: smaller.negated(), relation: Relation::LessOrEqual });
        let all = not_below.into_iter().chain([predicate]);
        all.filter(|it| self.knowledge.is_negative(it)).collect()
    }
}

fn product(left: &Conjunctions, right: &Conjunctions) -> Conjunctions {
    let pairs = left.iter().flat_map(|left| right.iter().map(move |right| (left, right)));
    let both = |(left, right): (&Vec<Predicate>, &Vec<Predicate>)| {
        let added = right.iter().filter(|it| !left.contains(it));
        left.iter().chain(added).cloned().collect()
    };
    pairs.map(both).collect()
}

fn best(conjunctions: Conjunctions) -> Conjunctions {
    let mut best: Conjunctions = Vec::new();
    for conjunction in conjunctions {
        if !best.contains(&conjunction) {
            best.push(conjunction);
        }
    }
    best.sort_by_key(Vec::len);
    best.truncate(MAX_CONJUNCTIONS);
    best
}

#[cfg(test)]
mod tests {
    use faultscope_ir::Sort;

    use super::*;

    fn var(name: &str) -> Term {
        Term::var(name, Sort::bits(32))
    }

    #[test]
    fn comparisons_are_sums_and_a_relation() {
        let (x, y) = (var("x"), var("y"));
        let less = Predicate::of(x.bv_slt(y)).unwrap();
        assert_eq!(less, Predicate { sum: Sum::of(x.bv_sub(y)).unwrap(), relation: Relation::Less });
        let not_less = Predicate::of(x.bv_slt(y).not()).unwrap();
        assert_eq!(not_less.sum, Sum::of(y.bv_sub(x)).unwrap());
        assert_eq!(not_less.relation, Relation::LessOrEqual);
        assert_eq!(not_less.negated(), less);
    }

    /// One part has a known truth; predicates on these variables are false.
    struct Knows<'a> {
        part: Option<(Term, bool)>,
        is_false: &'a [Term],
    }

    impl Knowledge for Knows<'_> {
        fn truth(&self, part: Term) -> Option<bool> {
            self.part.filter(|(it, _)| *it == part).map(|(_, truth)| truth)
        }

        fn is_negative(&self, predicate: &Predicate) -> bool {
            self.is_false.iter().any(|it| predicate.sum.factor(*it) != 0)
        }
    }

    #[test]
    fn a_formula_is_false_in_several_ways() {
        let zero = Term::signed_bits(32, 0);
        let variables = ["x", "y", "z"].map(var);
        let [x, y, z] = variables.map(|it| it.equals(zero));
        let lengths = |formula: Term, part: Option<(Term, bool)>, is_false: &[Term]| {
            let negative = negative_predicates(formula, &Knows { part, is_false });
            negative.iter().map(Vec::len).collect::<Vec<_>>()
        };
        let formula = x.and(y.or(z));
        assert_eq!(lengths(formula, None, &variables), [2, 2]);
        // What is known falls out of conjunctions, or takes them away.
        assert_eq!(lengths(formula, Some((y, true)), &variables), [1, 2]);
        assert_eq!(lengths(formula, Some((y, false)), &variables), [2]);
        assert_eq!(lengths(Term::bool(false), None, &variables), [0; 0]);
        // A conjunction turned is a disjunction.
        assert_eq!(lengths(x.and(y).not(), None, &variables), [1, 1]);
        // What is true is nothing to be followed, and the least that is false comes first.
        assert_eq!(lengths(formula, None, &variables[..2]), [1, 2]);
    }
}
